#include "distances.h"

#include <math.h>

#include "scale.h"

/* Element k of n x n; 0 on the diagonal. */
static double distance_at(const double *distances, size_t n, size_t k)
{
    return k % (n + 1) == 0 ? 0.0 : distances[k];
}

/* Goes from element *from on while elements are whole numbers of 10^-decimals; more decimals keep them whole. */
static bool are_whole(const double *distances, size_t n, int decimals, size_t *from)
{
    for (; *from < n * n; ++*from) {
        const double scaled = tsp_scale_settle(distance_at(distances, n, *from), decimals);
        if (floor(scaled) < scaled) {
            return false;
        }
    }
    return true;
}

void tsp_distances_scale(struct base_env *env, const double *distances, struct swarm_instance *instance)
{
    const size_t n = instance->info.node_count;
    int decimals = 0;
    size_t from = 0;
    double farthest = 0.0;
    for (size_t k = 0; k < n * n; ++k) {
        farthest = fmax(farthest, distance_at(distances, n, k));
    }
    while (tsp_scale(farthest, decimals) > TSP_LONGEST_EDGE) {
        --decimals;
    }
    const int most = decimals < 0 || farthest <= 0.0 ? decimals : tsp_scale_decimals(farthest, farthest, 0);
    bool whole = are_whole(distances, n, decimals, &from);
    while (!whole && decimals < most) {
        whole = are_whole(distances, n, ++decimals, &from);
    }
    for (size_t k = 0; k < n * n; ++k) {
        instance->matrix[k] = (int32_t)floor(tsp_scale_settle(distance_at(distances, n, k), decimals) + 0.5);
    }
    instance->info.decimals = decimals;
    if (!whole) {
        tsp_scale_tell(env, &instance->info);
    }
}

static enum swarm_status check_distances(struct base_env *env, const char *name, size_t n, const double *distances)
{
    for (size_t k = 0; k < n * n; ++k) {
        const double distance = distance_at(distances, n, k);
        if (!(distance >= 0.0 && distance <= TSP_FARTHEST)) {
            return base_fail(env, SWARM_ERROR_INPUT,
                             "instance \"%s\": found distance %g from node %zu to node %zu, expected a number from 0 "
                             "to %g",
                             name ? name : "", distance, k / n + 1, k % n + 1, TSP_FARTHEST);
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

enum swarm_status tsp_distances_instance(struct base_env *env, const char *name, size_t node_count,
                                         const double *distances, const char *const *names,
                                         struct swarm_instance **instance)
{
    const double start = base_clock_now();
    const struct swarm_instance_info fields = {.metric = SWARM_METRIC_EXPLICIT, .format = "FULL_MATRIX", .unit = ""};
    struct swarm_instance *made = NULL;
    enum swarm_status status = SWARM_OK;
    TRY(tsp_instance_create(env, name, fields, node_count, &made));
    TRY_OR(fail, check_distances(env, name, node_count, distances));
    tsp_distances_scale(env, distances, made);
    made->info.symmetric = is_symmetric(made->matrix, node_count);
    TRY_OR(fail, names ? tsp_instance_set_names(env, made, names) : SWARM_OK);
    made->info.read_seconds = base_clock_now() - start;
    *instance = made;
    return SWARM_OK;
fail:
    tsp_instance_destroy(&made);
    return status;
}
