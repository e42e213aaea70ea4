/* public.c - the public functions of instances, tours and sets of points. */
#include <stdlib.h>

#include "base/file.h"
#include "distances.h"
#include "length.h"
#include "metric.h"
#include "missing.h"
#include "points.h"
#include "read/input.h"
#include "read/points_file.h"
#include "tour.h"

/* ------------------------------------------------------------------------------------------------------------------ */
/* Instances                                                                                                          */

const char *swarm_metric_name(enum swarm_metric metric)
{
    return tsp_metrics[metric].name;
}

enum swarm_status swarm_instance_parse(swarm_context *context, const char *text, size_t size, const char *name,
                                       swarm_instance **instance)
{
    const double start = base_seconds(base_env_of(context));
    TRY(text && name ? tsp_input_parse(base_env_of(context), (struct tsp_text){name, text, size}, NULL, false, instance)
                     : base_fail_null(context, "text or name"));
    (*instance)->info.read_seconds = base_seconds(base_env_of(context)) - start;
    return SWARM_OK;
}

enum swarm_status swarm_instance_from_coordinates(swarm_context *context, const char *name, enum swarm_metric metric,
                                                  size_t node_count, const double *coordinates,
                                                  swarm_instance **instance)
{
    return coordinates
               ? tsp_instance_from_coordinates(base_env_of(context), name, metric, node_count, coordinates, instance)
               : base_fail_null(context, "coordinates");
}

enum swarm_status swarm_instance_from_points(swarm_context *context, const char *name, enum swarm_surface surface,
                                             size_t node_count, const double *points, const char *const *names,
                                             swarm_instance **instance)
{
    TRY(points ? tsp_points_instance(base_env_of(context), name, surface, node_count, points, instance)
               : base_fail_null(context, "points"));
    const enum swarm_status status = names ? tsp_instance_set_names(base_env_of(context), *instance, names) : SWARM_OK;
    if (status != SWARM_OK) {
        tsp_instance_destroy(instance);
    }
    return status;
}

enum swarm_status swarm_instance_from_matrix(swarm_context *context, const char *name, bool symmetric,
                                             size_t node_count, const int32_t *distances, swarm_instance **instance)
{
    return distances ? tsp_instance_from_matrix(base_env_of(context), name, symmetric, node_count, distances, instance)
                     : base_fail_null(context, "distances");
}

enum swarm_status swarm_instance_from_distances(swarm_context *context, const char *name, size_t node_count,
                                                const double *distances, const char *const *names,
                                                swarm_instance **instance)
{
    const struct tsp_distances_source source = {.names = names};
    return distances ? tsp_distances_instance(base_env_of(context), name, node_count, distances, &source, instance)
                     : base_fail_null(context, "distances");
}

enum swarm_status swarm_instance_set_scores(swarm_context *context, swarm_instance *instance, const uint32_t *scores)
{
    return instance && scores ? tsp_instance_set_scores(base_env_of(context), instance, scores)
                              : base_fail_null(context, !instance ? "instance" : "scores");
}

uint32_t swarm_instance_score(const swarm_instance *instance, uint32_t i)
{
    return instance->scores ? instance->scores[i] : 0;
}

void swarm_instance_destroy(swarm_instance **instance)
{
    tsp_instance_destroy(instance);
}

const struct swarm_instance_info *swarm_instance_describe(const swarm_instance *instance)
{
    return &instance->info;
}

int32_t swarm_instance_distance(const swarm_instance *instance, uint32_t i, uint32_t j)
{
    return tsp_instance_distance(instance, i, j);
}

const char *swarm_instance_node_name(const swarm_instance *instance, uint32_t i)
{
    return instance->names ? instance->names[i] : NULL;
}

bool swarm_instance_position(const swarm_instance *instance, uint32_t i, double *x, double *y)
{
    return tsp_instance_position(instance, i, x, y);
}

char *swarm_length_text(int64_t length, int decimals, char *text, size_t size)
{
    return tsp_length_text(length, decimals, text, size);
}

bool swarm_length_parse(const char *text, int decimals, int64_t *length)
{
    return tsp_length_parse(text, decimals, length);
}

const struct swarm_variant *swarm_instance_kinds(void)
{
    return tsp_generate_kinds;
}

enum swarm_status swarm_instance_generate(swarm_context *context, const char *kind, uint32_t node_count, uint32_t seed,
                                          char **text, size_t *size)
{
    return kind ? tsp_generate(base_env_of(context), kind, node_count, seed, text, size)
                : base_fail_null(context, "kind");
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Tours                                                                                                              */

static enum swarm_status read_tour(swarm_context *context, const char *path, const swarm_instance *instance,
                                   bool strict, uint32_t **tour, size_t *count)
{
    char *bytes = NULL;
    size_t size = 0;
    TRY(swarm_file_read(context, path, &bytes, &size));
    const enum swarm_status status = tsp_tour_file_parse(
        base_env_of(context), (struct tsp_text){base_file_label(path), bytes, size}, instance, strict, tour, count);
    free(bytes);
    return status;
}

enum swarm_status swarm_tour_read(swarm_context *context, const char *path, const swarm_instance *instance,
                                  uint32_t **tour)
{
    return read_tour(context, path, instance, false, tour, NULL);
}

enum swarm_status swarm_tour_read_some(swarm_context *context, const char *path, const swarm_instance *instance,
                                       uint32_t **tour, size_t *count)
{
    return read_tour(context, path, instance, false, tour, count);
}

enum swarm_status swarm_tour_read_strict(swarm_context *context, const char *path, const swarm_instance *instance,
                                         uint32_t **tour, size_t *count)
{
    return read_tour(context, path, instance, true, tour, count);
}

enum swarm_status swarm_tour_length(swarm_context *context, const swarm_instance *instance, const uint32_t *tour,
                                    size_t count, int64_t *length)
{
    int64_t measured;
    TRY(tsp_tour_measure(base_env_of(context), instance, tour, count, &measured));
    TRY(tsp_missing_refuse(base_env_of(context), instance, false, tour, count, SWARM_ERROR_VERIFICATION,
                           "the tour uses the missing edge from"));
    *length = measured;
    return SWARM_OK;
}

enum swarm_status swarm_path_length(swarm_context *context, const swarm_instance *instance, const uint32_t *path,
                                    size_t count, int64_t *length)
{
    int64_t measured;
    TRY(tsp_path_measure(base_env_of(context), instance, path, count, &measured));
    TRY(tsp_missing_refuse(base_env_of(context), instance, true, path, count, SWARM_ERROR_VERIFICATION,
                           "the path uses the missing edge from"));
    *length = measured;
    return SWARM_OK;
}

enum swarm_status swarm_tour_write(swarm_context *context, const char *path, const char *name, const char *comment,
                                   const swarm_instance *instance, const uint32_t *tour, size_t count)
{
    return tsp_tour_file_write(base_env_of(context), path,
                               &(struct tsp_tour_text){name, comment, instance, tour, count});
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Many instances in one file                                                                                         */

enum swarm_status swarm_points_read(swarm_context *context, const char *path, swarm_points **points, size_t *count)
{
    char *bytes = NULL;
    size_t size = 0;
    TRY(path ? SWARM_OK : base_fail_null(context, "path"));
    TRY(base_file_read_limited(base_env_of(context), path, base_file_limit(), &bytes, &size)); /* may be an array */
    TRY(tsp_points_file_create(base_env_of(context), base_file_label(path), bytes, size, points));
    *count = tsp_points_file_count(*points);
    return SWARM_OK;
}

size_t swarm_points_number(const swarm_points *points, size_t index)
{
    return tsp_points_file_number(points, index);
}

enum swarm_status swarm_points_instance(swarm_context *context, const swarm_points *points, size_t index,
                                        swarm_instance **instance)
{
    return tsp_points_file_instance(base_env_of(context), points, index, instance);
}

void swarm_points_destroy(swarm_points **points)
{
    tsp_points_file_destroy(points);
}
