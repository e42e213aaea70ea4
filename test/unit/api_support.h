/* api_support.h - runs through the public functions, for tests of the whole library. */
#ifndef SWARMCL_TEST_API_SUPPORT_H
#define SWARMCL_TEST_API_SUPPORT_H

#include <swarmcl/swarmcl.h>

#include "outcome_support.h"

/* A context with a random instance in it. */
struct scene {
    swarm_context *context;
    swarm_instance *instance;
    bool tells_answers; /* progress has them */
};

/* Numbers in [0, 1000) that look random. */
static inline double scattered(uint32_t index)
{
    return (double)((index * 2654435761u >> 7) % 1000003u) * (1000.0 / 1000003.0);
}

static inline void require_ok(const struct scene *scene, enum swarm_status status)
{
    if (status != SWARM_OK) {
        fprintf(stderr, "%s: %s: %s\n", test_name, swarm_status_name(status), swarm_context_error(scene->context));
        exit(1);
    }
}

static inline struct scene scene_open(size_t n)
{
    struct scene scene = {.context = NULL};
    double *coordinates = calloc(2 * n, sizeof *coordinates);
    REQUIRE_INT(swarm_context_create(&scene.context), ==, SWARM_OK);
    for (size_t k = 0; k < 2 * n; ++k) {
        coordinates[k] = scattered((uint32_t)k + 1);
    }
    require_ok(&scene, swarm_instance_from_coordinates(scene.context, "scattered", SWARM_METRIC_EUC_2D, n, coordinates,
                                                       &scene.instance));
    free(coordinates);
    return scene;
}

static inline void scene_close(struct scene *scene)
{
    swarm_instance_destroy(&scene->instance);
    swarm_context_destroy(&scene->context);
}

/* Solves with "name value" pairs, NULL-terminated; the run must succeed. */
static inline swarm_result *scene_solve(struct scene *scene, const char *const *pairs, swarm_progress_fn *progress,
                                        void *user)
{
    swarm_params *params = NULL;
    swarm_result *result = NULL;
    require_ok(scene, swarm_params_create(scene->context, "tsp", &params));
    for (; *pairs; pairs += 2) {
        require_ok(scene, swarm_params_set(scene->context, params, pairs[0], pairs[1]));
    }
    swarm_params_instance(params, scene->instance);
    swarm_params_tell_answers(params, scene->tells_answers);
    require_ok(scene, swarm_solve(scene->context, params, progress, user, &result));
    swarm_params_destroy(&params);
    return result;
}

#define PAIRS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* Requires both to be equal, except for clocks. */
static inline void require_same_search(const swarm_result *a, const swarm_result *b)
{
    REQUIRE_INT(a->tour->node_count, ==, b->tour->node_count);
    REQUIRE_INT(a->length, ==, b->length);
    REQUIRE_INT(a->stop_reason, ==, b->stop_reason);
    REQUIRE_INT(a->iterations, ==, b->iterations);
    REQUIRE_INT(a->best_iteration, ==, b->best_iteration);
    REQUIRE(memcmp(a->tour->nodes, b->tour->nodes, a->tour->node_count * sizeof *a->tour->nodes) == 0);
    REQUIRE_INT(a->trace_count, ==, b->trace_count);
    for (size_t i = 0; i < a->trace_count; ++i) {
        REQUIRE_INT(a->trace[i].iteration, ==, b->trace[i].iteration);
        REQUIRE_INT(a->trace[i].length, ==, b->trace[i].length);
    }
    REQUIRE_INT(a->island_count, ==, b->island_count);
    for (size_t i = 0; i < a->island_count; ++i) {
        REQUIRE_INT(a->islands[i].length, ==, b->islands[i].length);
        REQUIRE_INT(a->islands[i].best_iteration, ==, b->islands[i].best_iteration);
        REQUIRE_INT(a->islands[i].iterations, ==, b->islands[i].iterations);
        REQUIRE_INT(a->islands[i].taken, ==, b->islands[i].taken);
    }
}

/* Rules for every result. */
static inline void require_consistent(struct scene *scene, const swarm_result *result)
{
    int64_t length = -1;
    require_ok(scene, swarm_tour_length(scene->context, scene->instance, result->tour->nodes, result->tour->node_count,
                                        &length));
    REQUIRE_INT(length, ==, result->length);
    REQUIRE_INT(result->tour->nodes[0], ==, 0);
    REQUIRE_INT(result->trace_count, >=, 1);
    REQUIRE_INT(result->trace[0].iteration, <=, 1); /* 1: an exact run has no start */
    for (size_t i = 1; i < result->trace_count; ++i) {
        REQUIRE(result->trace[i].length < result->trace[i - 1].length);
        /* iteration 0 once more: the start as the local search left it */
        REQUIRE(result->trace[i].iteration > result->trace[i - 1].iteration
                || (i == 1 && result->trace[i].iteration == 0));
        REQUIRE(result->trace[i].seconds >= result->trace[i - 1].seconds);
    }
    const struct swarm_trace_point *last = &result->trace[result->trace_count - 1];
    REQUIRE_INT(last->length, ==, result->length);
    REQUIRE_INT(last->iteration, ==, result->best_iteration);
    REQUIRE(last->seconds == result->best_seconds);
    REQUIRE(result->best_seconds <= result->seconds && result->seconds <= result->timing.total);
    REQUIRE_INT(result->best_iteration, <=, result->iterations);
    require_settings("tsp", result->settings, result->setting_count);
    require_plan(result->plan, result->plan_count, result->plan_bytes);
}

#endif
