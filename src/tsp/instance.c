#include "instance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/best.h"
#include "base/memory.h"
#include "base/text.h"
#include "metric.h"
#include "cl/shared/tsp_metric.h"

void tsp_instance_point(const struct swarm_instance *instance, uint32_t node, double point[3])
{
    size_t count = instance->info.node_count;
    point[0] = instance->coordinates[node];
    point[1] = instance->coordinates[count + node];
    point[2] = instance->coordinates[2 * count + node];
}

static bool is_joint(const struct swarm_instance *instance, uint32_t node)
{
    return instance->joint && node + 1 == instance->info.node_count;
}

int32_t tsp_instance_distance(const struct swarm_instance *instance, uint32_t i, uint32_t j)
{
    if (i == j || is_joint(instance, i) || is_joint(instance, j)) {
        return 0;
    }
    if (instance->matrix) {
        return instance->matrix[(size_t)i * instance->info.node_count + j];
    }
    double a[3], b[3];
    tsp_instance_point(instance, i, a);
    tsp_instance_point(instance, j, b);
    return tsp_metric_distance(instance->info.metric, a, b);
}

bool tsp_instance_fixed(const struct swarm_instance *instance, uint32_t i, uint32_t j)
{
    return instance->partners && instance->partners[i] == j;
}

uint32_t tsp_instance_forced(const struct swarm_instance *instance, uint32_t current, uint32_t previous)
{
    return instance->partners && instance->partners[current] != previous ? instance->partners[current] : TSP_NO_NODE;
}

/* Callers pass a constant metric, so the compiler makes a loop per metric. */
static inline void metric_row(const struct swarm_instance *instance, uint32_t i, int metric, int32_t *row)
{
    size_t count = instance->info.node_count;
    const double *x = instance->coordinates, *y = x + count, *z = y + count;
    for (size_t j = 0; j < count; ++j) {
        row[j] = metric_between(metric, x[i], y[i], z[i], x[j], y[j], z[j]);
    }
}

void tsp_instance_row(const struct swarm_instance *instance, uint32_t i, int32_t *row)
{
    size_t count = instance->info.node_count;
    if (is_joint(instance, i)) {
        memset(row, 0, count * sizeof *row);
        return;
    }
    switch (instance->info.metric) {
    case SWARM_METRIC_EXPLICIT:
        memcpy(row, instance->matrix + i * count, count * sizeof *row);
        break;
    case SWARM_METRIC_GEO:
        for (uint32_t j = 0; j < count; ++j) {
            row[j] = tsp_instance_distance(instance, i, j);
        }
        break;
#define ROW(metric)                           \
    case SWARM_##metric:                      \
        metric_row(instance, i, metric, row); \
        break;
        ROW(METRIC_EUC_2D)
        ROW(METRIC_EUC_3D)
        ROW(METRIC_MAN_2D)
        ROW(METRIC_MAN_3D)
        ROW(METRIC_MAX_2D)
        ROW(METRIC_MAX_3D)
        ROW(METRIC_CEIL_2D)
        ROW(METRIC_ATT)
        ROW(METRIC_GREAT_CIRCLE)
#undef ROW
    default:
        break;
    }
    row[i] = 0;
    if (instance->joint) {
        row[count - 1] = 0;
    }
}

void tsp_instance_extent(const double *values, size_t count, double *minimum, double *maximum)
{
    *minimum = *maximum = values[0];
    for (size_t k = 1; k < count; ++k) {
        *minimum = values[k] < *minimum ? values[k] : *minimum;
        *maximum = values[k] > *maximum ? values[k] : *maximum;
    }
}

static enum swarm_status finish_coordinates(struct base_env *env, struct swarm_instance *instance, const char *origin)
{
    struct swarm_instance_info *info = &instance->info;
    size_t count = info->node_count;
    for (size_t axis = 0; axis < tsp_metrics[info->metric].dimensions; ++axis) { /* others are 0 */
        const double *values = instance->coordinates + axis * count;
        for (size_t node = 0; node < count; ++node) {
            if (!isfinite(values[node])) {
                return base_fail(env, SWARM_ERROR_INPUT,
                                 "%s: found %g as coordinate %c of node %zu, expected a finite number", origin,
                                 values[node], "xyz"[axis], node + 1);
            }
        }
        tsp_instance_extent(values, count, &info->minimum[axis], &info->maximum[axis]);
    }
    if (!tsp_metric_fits(info->metric, info->minimum, info->maximum)) {
        return base_fail(env, SWARM_ERROR_INPUT,
                         "%s: found coordinates from (%g, %g, %g) to (%g, %g, %g), expected a region whose %s "
                         "distances are at most 2147483647",
                         origin, info->minimum[0], info->minimum[1], info->minimum[2], info->maximum[0],
                         info->maximum[1], info->maximum[2], tsp_metrics[info->metric].name);
    }
    return SWARM_OK;
}

static enum swarm_status finish_matrix(struct base_env *env, struct swarm_instance *instance, const char *origin)
{
    size_t count = instance->info.node_count;
    int32_t *matrix = instance->matrix;
    for (size_t i = 0; i < count; ++i) {
        matrix[i * count + i] = 0;
        for (size_t j = 0; j < count; ++j) {
            int32_t distance = matrix[i * count + j];
            if (distance < 0) {
                return base_fail(env, SWARM_ERROR_INPUT,
                                 "%s: found distance %ld from node %zu to node %zu, expected 0 or more", origin,
                                 (long)distance, i + 1, j + 1);
            }
            if (j < i && instance->info.symmetric && matrix[j * count + i] != distance) {
                return base_fail(env, SWARM_ERROR_INPUT,
                                 "%s: found distance %ld from node %zu to node %zu, expected %ld as in the other "
                                 "direction, or an asymmetric instance (TYPE: ATSP)",
                                 origin, (long)distance, i + 1, j + 1, (long)matrix[j * count + i]);
            }
        }
    }
    return SWARM_OK;
}

static enum swarm_status finish_scores(struct base_env *env, const struct swarm_instance *instance, const char *origin)
{
    int64_t sum = 0;
    for (size_t node = 0; node < instance->info.node_count; ++node) {
        sum += instance->scores[node];
    }
    return sum <= INT32_MAX
               ? SWARM_OK
               : base_fail(env, SWARM_ERROR_INPUT, "%s: found scores with the sum %lld, expected at most 2147483647",
                           origin, (long long)sum);
}

/* Sets info->optimum_known, _proven and optimum. NAME may end in ".tsp" or ".atsp". Instances with fixed edges have no
 * known optimum: the file of linhp318 has the name lin318, but another shortest tour. */
static void find_optimum(struct swarm_instance_info *info)
{
    char name[64];
    const char *dot = strrchr(info->name, '.');
    const bool suffixed = dot && dot > info->name && (strcmp(dot, ".tsp") == 0 || strcmp(dot, ".atsp") == 0);
    const size_t length = suffixed ? (size_t)(dot - info->name) : strlen(info->name);
    if (info->fixed_edge_count == 0 && length < sizeof name) {
        memcpy(name, info->name, length);
        name[length] = '\0';
        const struct base_best *best = base_best_find("tsp", name, info->node_count, info->symmetric ? "TSP" : "ATSP");
        info->optimum_known = best != NULL;
        info->optimum_proven = best && best->proven;
        info->optimum = best ? best->value : 0;
    }
}

#define NEAR          2.0   /* distance between neighbours below which rounding to integers loses most digits */
#define KM_PER_DEGREE 111.0 /* kilometres of a degree along a meridian */

/* Warns about the first coordinate with 60 minutes or more, which suggests decimal degrees. Returns true if it found
 * such a coordinate. */
static bool warn_about_degrees(struct base_env *env, const struct swarm_instance *instance, const char *origin)
{
    const size_t n = instance->info.node_count;
    for (size_t k = 0; k < 2 * n; ++k) {
        const double value = instance->coordinates[k], minutes = 100.0 * fabs(value - trunc(value)); /* DDD.MM */
        if (minutes >= 60.0 - 1e-6) {
            base_log(env, SWARM_LOG_WARNING,
                     "%s: found %.10g for node %zu, which GEO reads as %.4g minutes; for decimal degrees use a table "
                     "with columns lat and lon",
                     origin, value, k % n + 1, minutes);
            return true;
        }
    }
    return false;
}

bool tsp_instance_has_fraction(const struct swarm_instance *instance)
{
    const size_t count = (size_t)tsp_metrics[instance->info.metric].dimensions * instance->info.node_count;
    size_t k = 0;
    while (k < count && floor(instance->coordinates[k]) >= instance->coordinates[k]) {
        ++k;
    }
    return k < count;
}

/* The mean distance between neighbours if the nodes filled the longest side, the largest face or the volume of their
 * box evenly: the greatest of these three. */
static double spacing_of(const struct swarm_instance *instance)
{
    const struct swarm_instance_info *info = &instance->info;
    const double n = info->node_count;
    double sides[3], spacing = 0.0, content = 1.0;
    for (int axis = 0; axis < 3; ++axis) {
        sides[axis] = info->maximum[axis] - info->minimum[axis];
    }
    for (int k = 0; k < 3; ++k) { /* the longest side first */
        int longest = 0;
        for (int axis = 1; axis < 3; ++axis) {
            longest = sides[axis] > sides[longest] ? axis : longest;
        }
        content *= sides[longest];
        sides[longest] = -1.0;
        spacing = fmax(spacing, pow(content / n, 1.0 / (k + 1)));
    }
    return info->metric == SWARM_METRIC_GEO   ? KM_PER_DEGREE * spacing
           : info->metric == SWARM_METRIC_ATT ? spacing / sqrt(10.0)
                                              : spacing;
}

/* Warns about coordinates that hardly suit the metric: decimal degrees in GEO, and fractions that rounding to whole
 * distances would lose. */
static void warn_about_coordinates(struct base_env *env, const struct swarm_instance *instance, const char *origin)
{
    const struct swarm_instance_info *info = &instance->info;
    const bool geo = info->metric == SWARM_METRIC_GEO;
    if (!instance->coordinates || info->metric == SWARM_METRIC_GREAT_CIRCLE || info->node_count < 2
        || (geo && warn_about_degrees(env, instance, origin))) {
        return;
    }
    const double spacing = spacing_of(instance);
    if (spacing < NEAR && spacing > 0.0 && tsp_instance_has_fraction(instance)) {
        base_log(
            env, SWARM_LOG_WARNING,
            "%s: %s rounds distances to whole numbers%s, and nodes are about %.2g apart; multiply the coordinates, "
            "or use a table of points, which keeps the decimals",
            origin, tsp_metrics[info->metric].name, geo ? " of kilometres" : "", spacing);
    }
}

enum swarm_status tsp_instance_finish(struct base_env *env, struct swarm_instance *instance, const char *origin)
{
    TRY((instance->info.metric == SWARM_METRIC_EXPLICIT ? finish_matrix : finish_coordinates)(env, instance, origin));
    TRY(instance->scores ? finish_scores(env, instance, origin) : SWARM_OK);
    warn_about_coordinates(env, instance, origin);
    instance->info.has_scores = instance->scores != NULL;
    instance->info.has_positions = instance->coordinates || instance->positions;
    if (instance->info.decimals == 0) { /* all instances of the table of best known values have whole distances */
        find_optimum(&instance->info);
    }
    return SWARM_OK;
}

enum swarm_status tsp_instance_create(struct base_env *env, const char *name, struct swarm_instance_info fields,
                                      size_t node_count, struct swarm_instance **instance)
{
    const char *text = name ? name : "";
    if (node_count < 1 || node_count > INT32_MAX) {
        return base_fail(env, SWARM_ERROR_INPUT, "instance \"%s\": found %zu nodes, expected 1 to 2147483647", text,
                         node_count);
    }
    struct swarm_instance *made;
    TRY(BASE_MAKE(env, made, 1));
    made->info = fields;
    made->info.read_seconds = -base_clock_now();
    made->info.node_count = (uint32_t)node_count;
    made->info.name = base_text_copy(text, strlen(text));
    made->info.comment = base_text_copy("", 0);
    if (fields.metric != SWARM_METRIC_EXPLICIT) {
        made->coordinates = base_array(node_count, 3 * sizeof *made->coordinates);
    } else if (node_count <= SIZE_MAX / sizeof *made->matrix / node_count) {
        made->matrix = base_array(node_count * node_count, sizeof *made->matrix);
    }
    if (!made->info.name || !made->info.comment || (!made->coordinates && !made->matrix)) {
        swarm_instance_destroy(&made);
        return base_fail_memory(env);
    }
    *instance = made;
    return SWARM_OK;
}

enum swarm_status tsp_instance_end(struct swarm_instance *made, enum swarm_status status,
                                   struct swarm_instance **instance)
{
    if (status == SWARM_OK) {
        made->info.read_seconds += base_clock_now();
        *instance = made;
    } else {
        swarm_instance_destroy(&made);
    }
    return status;
}

static enum swarm_status finish_named(struct base_env *env, struct swarm_instance *made,
                                      struct swarm_instance **instance)
{
    char *origin = base_text_format("instance \"%s\"", made->info.name);
    const enum swarm_status status = origin ? tsp_instance_finish(env, made, origin) : base_fail_memory(env);
    free(origin);
    return tsp_instance_end(made, status, instance);
}

enum swarm_status swarm_instance_from_coordinates(swarm_context *context, const char *name, enum swarm_metric metric,
                                                  size_t node_count, const double *coordinates,
                                                  swarm_instance **instance)
{
    struct base_env *env = base_env_of(context);
    struct swarm_instance *made = NULL;
    TRY(coordinates ? SWARM_OK : base_fail_null(context, "coordinates"));
    if ((int)metric <= SWARM_METRIC_EXPLICIT || metric >= SWARM_METRIC_GREAT_CIRCLE) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                         "metric %d: expected a metric of TSPLIB95 that uses coordinates", (int)metric);
    }
    const struct swarm_instance_info fields = {.metric = metric, .symmetric = true, .format = "", .unit = ""};
    const size_t dimensions = tsp_metrics[metric].dimensions;
    TRY(tsp_instance_create(env, name, fields, node_count, &made));
    for (size_t node = 0; node < node_count; ++node) {
        for (size_t axis = 0; axis < dimensions; ++axis) {
            made->coordinates[axis * node_count + node] = coordinates[node * dimensions + axis];
        }
    }
    return finish_named(env, made, instance);
}

enum swarm_status swarm_instance_from_matrix(swarm_context *context, const char *name, bool symmetric,
                                             size_t node_count, const int32_t *distances, swarm_instance **instance)
{
    struct base_env *env = base_env_of(context);
    struct swarm_instance *made = NULL;
    TRY(distances ? SWARM_OK : base_fail_null(context, "distances"));
    const struct swarm_instance_info fields = {
        .metric = SWARM_METRIC_EXPLICIT, .symmetric = symmetric, .format = "FULL_MATRIX", .unit = ""};
    TRY(tsp_instance_create(env, name, fields, node_count, &made));
    memcpy(made->matrix, distances, node_count * node_count * sizeof *distances);
    return finish_named(env, made, instance);
}

enum swarm_status tsp_instance_set_names(struct base_env *env, struct swarm_instance *instance,
                                         const char *const *names)
{
    size_t count = instance->info.node_count;
    size_t bytes = 0;
    for (size_t node = 0; node < count; ++node) {
        bytes += strlen(names[node]) + 1;
    }
    TRY(BASE_MAKE(env, instance->names, count));
    TRY(BASE_MAKE(env, instance->names[0], bytes));
    for (size_t node = 0; node < count; ++node) {
        char *after = stpcpy(instance->names[node], names[node]) + 1;
        if (node + 1 < count) {
            instance->names[node + 1] = after;
        }
    }
    instance->info.has_names = true;
    return SWARM_OK;
}

enum swarm_status tsp_instance_set_scores(struct base_env *env, struct swarm_instance *instance, const uint32_t *scores)
{
    const size_t count = instance->info.node_count;
    TRY(instance->scores ? SWARM_OK : BASE_MAKE(env, instance->scores, count));
    memcpy(instance->scores, scores, count * sizeof *scores);
    instance->info.has_scores = true;
    return finish_scores(env, instance, instance->info.name);
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

const struct swarm_table *swarm_instance_table(const swarm_instance *instance)
{
    return instance->table;
}

bool swarm_instance_position(const struct swarm_instance *instance, uint32_t i, double *x, double *y)
{
    const size_t count = instance->info.node_count;
    if (instance->positions) {
        *x = instance->positions[i];
        *y = instance->positions[count + i];
    } else if (instance->info.metric == SWARM_METRIC_GEO) {
        *x = tsp_metric_geo_degrees(instance->coordinates[count + i]);
        *y = tsp_metric_geo_degrees(instance->coordinates[i]);
    } else if (instance->coordinates) {
        *x = instance->coordinates[i];
        *y = instance->coordinates[count + i];
    } else {
        return false;
    }
    return true;
}

enum swarm_status tsp_instance_select(struct base_env *env, const struct swarm_instance *instance,
                                      const uint32_t *nodes, size_t count, bool joint, struct swarm_instance **selected)
{
    const size_t before = instance->info.node_count, all = count + joint;
    const struct swarm_instance_info fields = {
        .metric = instance->info.metric,
        .symmetric = instance->info.symmetric,
        .format = instance->info.format,
        .decimals = instance->info.decimals,
        .no_edge = instance->info.no_edge,
        .unit = instance->info.unit,
    };
    struct swarm_instance *made = NULL;
    TRY(tsp_instance_create(env, instance->info.name, fields, all, &made));
    made->joint = joint;
    for (size_t i = 0; i < count; ++i) {
        const size_t from = nodes ? nodes[i] : i;
        for (size_t j = 0; made->matrix && j < count; ++j) {
            made->matrix[i * all + j] = instance->matrix[from * before + (nodes ? nodes[j] : j)];
        }
        for (size_t axis = 0; made->coordinates && axis < 3; ++axis) {
            made->coordinates[axis * all + i] = instance->coordinates[axis * before + from];
        }
    }
    *selected = made;
    return SWARM_OK;
}

void swarm_instance_destroy(struct swarm_instance **instance)
{
    struct swarm_instance *freed = *instance;
    *instance = NULL;
    if (!freed) {
        return;
    }
    free((char *)freed->info.name);
    free((char *)freed->info.comment);
    free((char *)freed->info.columns);
    free((char *)freed->info.skipped_columns);
    free(freed->coordinates);
    free(freed->matrix);
    free(freed->fixed_edges);
    free(freed->partners);
    free(freed->scores);
    free(freed->positions);
    free(freed->table);
    if (freed->table_texts) {
        free((char *)freed->table_texts[0]);
    }
    free(freed->table_texts);
    if (freed->names) {
        free(freed->names[0]);
    }
    free(freed->names);
    free(freed);
}
