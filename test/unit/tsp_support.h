/* tsp_support.h - an environment and shorthands for tests of src/tsp. */
#ifndef SWARMCL_TEST_TSP_SUPPORT_H
#define SWARMCL_TEST_TSP_SUPPORT_H

#include "base/file.h"
#include "tsp/instance.h"
#include "tsp/read/input.h"

#include "../env.h"
#include "../random.h"

static inline void destroy_instance(void *object)
{
    struct swarm_instance *instance = object;
    swarm_instance_destroy(&instance);
}

/* Destroys the instance after the test. */
static inline struct swarm_instance *kept(struct swarm_instance *instance)
{
    test_defer(destroy_instance, instance);
    return instance;
}

/* Parses a text that must be a valid instance; it is destroyed after the test. */
static inline struct swarm_instance *parse_good(const char *text)
{
    struct swarm_instance *instance = NULL;
    if (tsp_tsplib_parse(&env, (struct tsp_text){"folder/good.tsp", text, strlen(text)}, &instance) != SWARM_OK) {
        fprintf(stderr, "%s: refused: %s\n", test_name, error_of());
        exit(1);
    }
    return kept(instance);
}

/* Reads a file that must be a valid instance; it is destroyed after the test. */
static inline struct swarm_instance *read_good(const char *path)
{
    struct swarm_instance *instance = NULL;
    char *text = NULL;
    size_t size = 0;
    if (base_file_read(&env, path, &text, &size) != SWARM_OK
        || tsp_tsplib_parse(&env, (struct tsp_text){path, text, size}, &instance) != SWARM_OK) {
        fprintf(stderr, "%s: %s\n", test_name, error_of());
        exit(1);
    }
    free(text);
    return kept(instance);
}

/* Copies exactly `size` bytes, so memory checkers find reads past the end; the copy is freed after the test. */
static inline struct tsp_text exact_text(const char *path, const char *bytes, size_t size)
{
    char *copy = test_memory(1, size ? size : 1);
    memcpy(copy, bytes, size);
    return (struct tsp_text){path, copy, size};
}

static inline struct swarm_instance *points_of(enum swarm_metric metric, size_t n, const double *coordinates)
{
    struct swarm_instance *instance = NULL;
    REQUIRE_OK(swarm_instance_from_coordinates(TEST_CONTEXT, "points", metric, n, coordinates, &instance));
    return kept(instance);
}

static inline struct swarm_instance *matrix_of(bool symmetric, size_t n, const int32_t *matrix)
{
    struct swarm_instance *instance = NULL;
    REQUIRE_OK(swarm_instance_from_matrix(TEST_CONTEXT, "matrix", symmetric, n, matrix, &instance));
    return kept(instance);
}

/* Makes a matrix of random lengths below `longest`, with zeros on the diagonal. */
static inline struct swarm_instance *random_matrix(uint32_t n, bool symmetric, uint32_t longest)
{
    int32_t *lengths = test_memory((size_t)n * n, sizeof *lengths);
    for (uint32_t i = 0; i < n; ++i) {
        for (uint32_t j = 0; j < n; ++j) {
            lengths[i * n + j] = i == j ? 0 : symmetric && j < i ? lengths[j * n + i] : (int32_t)random_below(longest);
        }
    }
    return matrix_of(symmetric, n, lengths);
}

/* Makes points with random whole coordinates below `spread`; if `spread` is small, sites with several nodes occur. */
static inline struct swarm_instance *random_points(uint32_t n, uint32_t spread)
{
    double *coordinates = test_memory(n, 2 * sizeof *coordinates);
    for (uint32_t k = 0; k < 2 * n; ++k) {
        coordinates[k] = random_below(spread);
    }
    return points_of(SWARM_METRIC_EUC_2D, n, coordinates);
}

/* Makes an instance of the nodes of `open` and a joint. */
static inline struct swarm_instance *joined(const struct swarm_instance *open)
{
    struct swarm_instance *instance = NULL;
    REQUIRE_OK(tsp_instance_select(&env, open, NULL, open->info.node_count, true, &instance));
    return kept(instance);
}

/* The length of the tour 0, 1, ..., n - 1. */
static inline int64_t identity_length(const struct swarm_instance *instance)
{
    int64_t sum = 0;
    for (uint32_t k = 0; k < instance->info.node_count; ++k) {
        sum += tsp_instance_distance(instance, k, k + 1 < instance->info.node_count ? k + 1 : 0);
    }
    return sum;
}

#endif
