/* random_instance.h - random instances and tours for tests of mosaic's kernels. */
#ifndef TEST_KERNEL_RANDOM_INSTANCE_H
#define TEST_KERNEL_RANDOM_INSTANCE_H

#include <stdlib.h>

#include "base/memory.h"
#include "cl/shared/draw_sequence.h"
#include "tsp/points.h"

#include "on_devices.h"

/* A way to make an instance. */
struct kind {
    const char *name;
    enum swarm_metric metric;
    bool joint;
    int32_t least; /* coordinate or length, and how many are possible */
    uint32_t spread;
};

/* One of `nodes` nodes, the joint counted. */
static enum swarm_status random_instance(const struct kind *kind, size_t nodes, struct draw_sequence random,
                                         struct swarm_instance **instance)
{
    const bool explicit = kind->metric == SWARM_METRIC_EXPLICIT;
    const size_t n = nodes - kind->joint, count = explicit ? n * n : n * (kind->metric == SWARM_METRIC_EUC_3D ? 3 : 2);
    double *coordinates = base_array(count, sizeof *coordinates);
    int32_t *matrix = base_array(explicit ? count : 0, sizeof *matrix);
    struct swarm_instance *open = NULL;
    enum swarm_status status = SWARM_OK;
    for (size_t i = 0; i < count; ++i) {
        coordinates[i] = kind->least + (int32_t)draw_sequence_below(&random, kind->spread);
    }
    for (size_t i = 0; explicit && i < n; ++i) {
        for (size_t j = 0; j < n; ++j) {
            matrix[i * n + j] = i == j ? 0 : (int32_t)coordinates[i < j ? i * n + j : j * n + i];
        }
    }
    TRY_OR(done, explicit ? tsp_instance_from_matrix(&env, "matrix", true, n, matrix, &open)
                          : tsp_instance_from_coordinates(&env, "points", kind->metric, n, coordinates, &open));
    if (kind->joint) {
        TRY_OR(done, tsp_instance_select(&env, open, NULL, open->info.node_count, true, instance));
    } else {
        *instance = open;
        open = NULL;
    }

done:
    tsp_instance_destroy(&open);
    free(coordinates);
    free(matrix);
    return status;
}

/* A random order of n nodes. */
static inline void random_tour(struct draw_sequence *random, uint32_t n, uint32_t *tour)
{
    for (uint32_t p = 0; p < n; ++p) {
        const uint32_t other = draw_sequence_below(random, p + 1);
        tour[p] = tour[other];
        tour[other] = p;
    }
}

#endif
