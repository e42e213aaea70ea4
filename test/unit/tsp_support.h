/* tsp_support.h - an environment and shorthands for tests of src/tsp. */
#ifndef SWARMCL_TEST_TSP_SUPPORT_H
#define SWARMCL_TEST_TSP_SUPPORT_H

#include "base/env.h"
#include "base/file.h"
#include "tsp/instance.h"
#include "tsp/read/input.h"

#include "../test.h"

/* The text of the last failure in `env`. */
static inline const char *error_of(const struct base_env *env)
{
    return env->error ? env->error : "";
}

/* Parses a text that must be a good instance. */
static inline struct swarm_instance *parse_good(struct base_env *env, const char *text)
{
    struct swarm_instance *instance = NULL;
    if (tsp_tsplib_parse(env, text, strlen(text), "folder/good.tsp", &instance) != SWARM_OK) {
        fprintf(stderr, "%s: refused: %s\n", test_name, error_of(env));
        exit(1);
    }
    return instance;
}

/* Reads a file that must be a good instance. */
static inline struct swarm_instance *read_good(struct base_env *env, const char *path)
{
    struct swarm_instance *instance = NULL;
    char *text = NULL;
    size_t size = 0;
    if (base_file_read(env, path, &text, &size) != SWARM_OK
        || tsp_tsplib_parse(env, text, size, path, &instance) != SWARM_OK) {
        fprintf(stderr, "%s: %s\n", test_name, error_of(env));
        exit(1);
    }
    free(text);
    return instance;
}

/* The length of the tour 0, 1, ..., n-1. */
static inline int64_t identity_length(const struct swarm_instance *instance)
{
    int64_t sum = 0;
    for (uint32_t k = 0; k < instance->info.node_count; ++k) {
        sum += tsp_instance_distance(instance, k, k + 1 < instance->info.node_count ? k + 1 : 0);
    }
    return sum;
}

#endif
