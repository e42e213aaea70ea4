/* instances.h - random instances and tours for tests of kernels. */
#ifndef SWARMCL_TEST_KERNEL_INSTANCES_H
#define SWARMCL_TEST_KERNEL_INSTANCES_H

#include <stdlib.h>

#include "base/memory.h"
#include "cl/shared/draw_sequence.h"
#include "tsp/metric.h"
#include "tsp/points.h"

#include "../partners.h"
#include "on_devices.h"

/* Properties of an instance, as bits. */
enum {
    IS_OPEN = 1,    /* the last node is the joint of an open path */
    IS_ONE_WAY = 2, /* flag: the matrix is asymmetric */
    IS_CROWDED = 4, /* points form five clusters, and lists of nearest nodes never leave one */
};
struct kind {
    const char *name;
    enum swarm_metric metric;
    unsigned is;
    int32_t least; /* smallest coordinate or length, number of possible values, and distance between two of them */
    uint32_t spread;
    double unit;
};

/* Kinds for the engines that search symmetric instances; tests take the first ones. */
static const struct kind tour_kinds[] = {
    {"points", SWARM_METRIC_EUC_2D, 0, 0, 20000, 1},
    {"points in few places", SWARM_METRIC_EUC_2D, 0, 0, 7, 1},
    {"points in space", SWARM_METRIC_EUC_3D, 0, 0, 500, 1},
    {"paths", SWARM_METRIC_EUC_2D, IS_OPEN, 0, 2000, 1},
    {"matrix of long edges", SWARM_METRIC_EXPLICIT, 0, 1, 2147483647, 1},
    {"matrix of few lengths", SWARM_METRIC_EXPLICIT, 0, 0, 3, 1},
    {"matrix", SWARM_METRIC_EXPLICIT, 0, 1, 1000, 1},
    {"points, rounded up", SWARM_METRIC_CEIL_2D, 0, -1000, 2000, 1},
};
enum { TOUR_KINDS = sizeof tour_kinds / sizeof tour_kinds[0] };

/* The random numbers of a case. */
static inline struct draw_sequence numbers_of(const struct kind *kind, uint32_t n, uint64_t seed)
{
    return draw_sequence_of(seed, DRAW_CIRCLE, n, kind->spread);
}

static inline double draw_number(const struct kind *kind, struct draw_sequence *random)
{
    return kind->least + draw_sequence_below(random, kind->spread) * kind->unit;
}

/* Draws coordinates, point by point, or a matrix of lengths, symmetric unless the kind is one-way. */
static inline void draw_numbers(const struct kind *kind, size_t n, size_t axes, struct draw_sequence *random,
                                double *numbers)
{
    double heaps[5 * 3] = {0};
    for (size_t k = 0; k < 15 && (kind->is & IS_CROWDED); ++k) {
        heaps[k] = 16.0 * draw_number(kind, random);
    }
    for (size_t i = 0; i < n; ++i) {
        for (size_t axis = 0; axis < axes; ++axis) {
            const bool mirrored = kind->metric == SWARM_METRIC_EXPLICIT && !(kind->is & IS_ONE_WAY) && axis < i;
            const double heap = axis < 3 ? heaps[i % 5 * 3 + axis] : 0;
            numbers[i * axes + axis] = mirrored ? numbers[axis * axes + i] : heap + draw_number(kind, random);
        }
    }
}

/* Makes an instance of `nodes` nodes, including the joint. */
static inline enum swarm_status random_instance(const struct kind *kind, size_t nodes, struct draw_sequence random,
                                                struct swarm_instance **instance)
{
    const bool is_matrix = kind->metric == SWARM_METRIC_EXPLICIT;
    const size_t n = nodes - (kind->is & IS_OPEN ? 1 : 0), axes = is_matrix ? n : tsp_metrics[kind->metric].dimensions;
    const bool is_globe = kind->metric == SWARM_METRIC_GREAT_CIRCLE; /* degrees */
    double *numbers = base_array(n * (is_globe ? 2 : axes), sizeof *numbers);
    int32_t *matrix = base_array(is_matrix ? n * n : 1, sizeof *matrix);
    struct swarm_instance *open = NULL;
    enum swarm_status status = numbers && matrix ? SWARM_OK : base_fail_memory(&env);
    TRY_OR(done, status);
    draw_numbers(kind, n, is_globe ? 2 : axes, &random, numbers);
    for (size_t k = 0; is_matrix && k < n * n; ++k) {
        matrix[k] = k % (n + 1) == 0 ? 0 : (int32_t)numbers[k];
    }
    TRY_OR(done, is_matrix
                     ? swarm_instance_from_matrix(TEST_CONTEXT, "matrix", !(kind->is & IS_ONE_WAY), n, matrix, &open)
                 : is_globe ? tsp_points_instance(&env, "globe", SWARM_SURFACE_SPHERE, n, numbers, &open)
                            : swarm_instance_from_coordinates(TEST_CONTEXT, "points", kind->metric, n, numbers, &open));
    if (kind->is & IS_OPEN) {
        TRY_OR(done, tsp_instance_select(&env, open, NULL, open->info.node_count, true, instance));
    } else {
        *instance = open;
        open = NULL;
    }

done:
    swarm_instance_destroy(&open);
    free(numbers);
    free(matrix);
    return status;
}

/* Makes an instance with partners. A failure ends the program. */
static inline struct swarm_instance *kind_instance(const struct kind *kind, uint32_t nodes, uint32_t one_in)
{
    struct swarm_instance *instance = NULL;
    if (random_instance(kind, nodes, draw_sequence_of(2026, 0, nodes, 0), &instance) != SWARM_OK) {
        printf("FAILED to make an instance, %s: %s\n", kind->name, env.error);
        exit(1);
    }
    make_partners(instance, one_in);
    return instance;
}

/* Fills `tour` with a random order of n nodes. */
static inline void random_tour(struct draw_sequence *random, uint32_t n, uint32_t *tour)
{
    for (uint32_t p = 0; p < n; ++p) {
        tour[p] = p;
    }
    draw_sequence_shuffle(random, tour, n);
}

#endif
