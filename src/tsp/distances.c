#include "distances.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"
#include "length.h"

/* A distance that exceeds the median by this factor, and so costs the others decimals, is named in a warning. */
enum { OUTLIER = 1000 };

/* Element k of an n x n matrix; 0 on the diagonal, INFINITY: no edge. */
static double distance_at(const double *distances, size_t n, size_t k)
{
    return k % (n + 1) == 0 ? 0.0 : distances[k];
}

/* Properties of real distances that decide how many decimals the integers keep; in the unit of the input. */
struct summary {
    size_t n, positive; /* number of nodes; number of finite distances above 0 */
    uint64_t missing;
    double farthest; /* largest finite distance of the matrix */
    size_t at;       /* index of the first element with the largest finite distance */
    double longest;  /* sum of the rows' largest finite distances: above all tours and paths without missing edges */
};

static struct summary summarise(const double *distances, size_t n)
{
    struct summary sum = {.n = n};
    for (size_t i = 0; i < n; ++i) {
        double largest = 0.0;
        for (size_t k = i * n; k < (i + 1) * n; ++k) {
            const double distance = distance_at(distances, n, k);
            sum.positive += distance > 0.0 && isfinite(distance);
            sum.missing += isinf(distance);
            largest = isfinite(distance) ? fmax(largest, distance) : largest;
            if (isfinite(distance) && distance > sum.farthest) {
                sum.farthest = distance;
                sum.at = k;
            }
        }
        sum.longest += largest;
    }
    return sum;
}

/* Converts a distance to an integer of the instance. */
static int64_t rounded(double distance, int decimals)
{
    return (int64_t)floor(tsp_scale_snap(distance, decimals) + 0.5);
}

/* True if 31 bits hold the largest distance and, if edges are missing, a length above all tours without missing edges.
 * Rounding may lengthen an edge by half a step. */
static bool fits(const struct summary *sum, int decimals)
{
    return sum->missing > 0 ? tsp_scale(sum->longest, decimals) + 0.5 * (double)sum->n + 2.0 <= TSP_LONGEST_EDGE
                            : tsp_scale(sum->farthest, decimals) <= TSP_LONGEST_EDGE;
}

/* True if all distances below `limit`, from element *from on, are multiples of 10^-decimals. Moves *from to the first
 * element that is not; the elements before it are also multiples with more decimals, so a caller need not repeat them.
 */
static bool are_whole(const double *distances, size_t n, double limit, int decimals, size_t *from)
{
    for (; *from < n * n; ++*from) {
        const double distance = distance_at(distances, n, *from);
        const double scaled = distance < limit ? tsp_scale_snap(distance, decimals) : 0.0;
        if (floor(scaled) < scaled) {
            return false;
        }
    }
    return true;
}

/* Chooses the number of decimals. *whole: true if no distance has more decimals. */
static int choose_decimals(const double *distances, const struct summary *sum, bool *whole)
{
    int decimals = 0;
    size_t from = 0;
    while (!fits(sum, decimals)) {
        --decimals;
    }
    const int most =
        decimals < 0 || sum->farthest <= 0.0 ? decimals : tsp_scale_decimals(sum->farthest, sum->farthest, 0);
    *whole = are_whole(distances, sum->n, (double)INFINITY, decimals, &from);
    while (!*whole && decimals < most && fits(sum, decimals + 1)) {
        *whole = are_whole(distances, sum->n, (double)INFINITY, ++decimals, &from);
    }
    return decimals;
}

/* The number of finite distances above 0 and below `limit`. */
static size_t count_below(const double *distances, size_t n, double limit)
{
    size_t count = 0;
    for (size_t k = 0; k < n * n; ++k) {
        const double distance = distance_at(distances, n, k);
        count += distance > 0.0 && distance < limit;
    }
    return count;
}

/* The number of decimals that the largest distance costs the others: how many more they would keep if it were OUTLIER
 * times the median. */
static int count_lost_digits(const double *distances, const struct summary *sum, int decimals)
{
    int lost = 0;
    size_t from = 0;
    double limit = sum->farthest / OUTLIER;
    while (2 * count_below(distances, sum->n, limit) > sum->positive
           && !are_whole(distances, sum->n, limit, decimals + lost, &from)) {
        ++lost;
        limit /= 10.0;
        from = 0;
    }
    return lost;
}

static const char *node_text(const struct tsp_distances_source *source, size_t node, char text[120])
{
    if (source->names) {
        snprintf(text, 120, "\"%.80s\"", source->names[node]);
    } else {
        snprintf(text, 120, "node %zu", node + 1);
    }
    return text;
}

/* `refused`: fails, because more than half of the other distances become 0; otherwise warns about the digits that the
 * largest distance costs them. */
static enum swarm_status report_farthest(struct base_env *env, const struct tsp_distances_source *source,
                                         const struct summary *sum, const struct swarm_instance *instance, bool refused)
{
    const size_t row = sum->at / sum->n;
    char from[120], to[120], step[400];
    char *origin = !source->path   ? base_text_format("instance \"%s\"", instance->info.name)
                   : source->lines ? base_text_format("%s:%zu", source->path, source->lines[row])
                                   : base_text_format("%s", source->path);
    enum swarm_status status = origin ? SWARM_OK : base_fail_memory(env);
    node_text(source, row, from);
    node_text(source, sum->at % sum->n, to);
    if (origin && refused) {
        status =
            base_fail(env, SWARM_ERROR_INPUT,
                      "%s: the distance %.10g from %s to %s is so large that more than half of the others become 0 in "
                      "31 bits; write inf where there is no edge",
                      origin, sum->farthest, from, to);
    } else if (origin) {
        base_log(env, SWARM_LOG_WARNING,
                 "%s: the distance %.10g from %s to %s costs the others %d decimals, which leaves steps of %s; write "
                 "inf where there is no edge",
                 origin, sum->farthest, from, to, instance->info.lost_digits,
                 swarm_length_text(1, instance->info.decimals, step, sizeof step));
    }
    free(origin);
    return status;
}

enum swarm_status tsp_distances_scale(struct base_env *env, const struct tsp_distances_source *source,
                                      const double *distances, struct swarm_instance *instance)
{
    struct swarm_instance_info *info = &instance->info;
    const struct summary sum = summarise(distances, info->node_count);
    bool whole;
    size_t vanished = 0;
    int64_t longest = 0;
    info->decimals = choose_decimals(distances, &sum, &whole);
    for (size_t i = 0; i < sum.n; ++i) {
        int64_t largest = 0;
        for (size_t k = i * sum.n; k < (i + 1) * sum.n; ++k) {
            const double distance = distance_at(distances, sum.n, k);
            const int64_t integer = isinf(distance) ? -1 : rounded(distance, info->decimals);
            vanished += integer == 0 && distance > 0.0;
            largest = integer > largest ? integer : largest;
            instance->matrix[k] = (int32_t)integer;
        }
        longest += largest;
    }
    if (2 * vanished > sum.positive) {
        return report_farthest(env, source, &sum, instance, true);
    }
    info->missing_edges = sum.missing;
    info->no_edge = sum.missing > 0 ? (int32_t)longest + 1 : 0;
    for (size_t k = 0; k < sum.n * sum.n && sum.missing > 0; ++k) {
        instance->matrix[k] = instance->matrix[k] < 0 ? info->no_edge : instance->matrix[k];
    }
    info->lost_digits = whole ? 0 : count_lost_digits(distances, &sum, info->decimals);
    if (info->lost_digits > 0) {
        return report_farthest(env, source, &sum, instance, false);
    }
    if (!whole) {
        tsp_scale_log(env, info);
    }
    return SWARM_OK;
}

static enum swarm_status check_distances(struct base_env *env, const char *name, size_t n, const double *distances)
{
    for (size_t k = 0; k < n * n; ++k) {
        const double distance = distance_at(distances, n, k);
        if (!((distance >= 0.0 && distance <= TSP_FARTHEST) || (isinf(distance) && distance > 0.0))) {
            return base_fail(env, SWARM_ERROR_INPUT,
                             "instance \"%s\": found distance %g from node %zu to node %zu, expected a number from 0 "
                             "to %g, or inf for no edge",
                             name, distance, k / n + 1, k % n + 1, TSP_FARTHEST);
        }
    }
    return SWARM_OK;
}

static bool is_symmetric(const int32_t *matrix, size_t n)
{
    for (size_t i = 0; i < n; ++i) {
        for (size_t j = 0; j < i; ++j) {
            if (matrix[i * n + j] != matrix[j * n + i]) {
                return false;
            }
        }
    }
    return true;
}

static enum swarm_status fill(struct base_env *env, const double *distances, const struct tsp_distances_source *source,
                              struct swarm_instance *instance)
{
    const size_t n = instance->info.node_count;
    TRY(check_distances(env, instance->info.name, n, distances));
    TRY(tsp_distances_scale(env, source, distances, instance));
    instance->info.symmetric = is_symmetric(instance->matrix, n);
    instance->info.missing_edges /= instance->info.symmetric ? 2 : 1;
    return source->names ? tsp_instance_set_names(env, instance, source->names) : SWARM_OK;
}

enum swarm_status tsp_distances_instance(struct base_env *env, const char *name, size_t node_count,
                                         const double *distances, const struct tsp_distances_source *source,
                                         struct swarm_instance **instance)
{
    const struct swarm_instance_info fields = {.metric = SWARM_METRIC_EXPLICIT, .format = "FULL_MATRIX", .unit = ""};
    struct swarm_instance *made = NULL;
    TRY(tsp_instance_create(env, name, fields, node_count, &made));
    return tsp_instance_end(made, fill(env, distances, source, made), instance);
}

enum swarm_status swarm_instance_from_distances(swarm_context *context, const char *name, size_t node_count,
                                                const double *distances, const char *const *names,
                                                swarm_instance **instance)
{
    const struct tsp_distances_source source = {.names = names};
    return distances ? tsp_distances_instance(base_env_of(context), name, node_count, distances, &source, instance)
                     : base_fail_null(context, "distances");
}
