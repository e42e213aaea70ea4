/* pso_support.h - runs of the sequential twin through the public functions. */
#ifndef SWARMCL_TEST_PSO_SUPPORT_H
#define SWARMCL_TEST_PSO_SUPPORT_H

#include <math.h>
#include <stdint.h>

#include <swarmcl/swarmcl.h>

#include "outcome_support.h"

#define PAIRS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* Runs of one objective. */
struct scene {
    swarm_context *context;
    swarm_objective *objective;
};

static inline void require_ok(const struct scene *scene, enum swarm_status status)
{
    if (status != SWARM_OK) {
        fprintf(stderr, "%s: %s: %s\n", test_name, swarm_status_name(status), swarm_context_error(scene->context));
        exit(1);
    }
}

static inline struct scene scene_open(const char *name)
{
    struct scene scene = {NULL, NULL};
    REQUIRE_INT(swarm_context_create(&scene.context), ==, SWARM_OK);
    require_ok(&scene, swarm_objective_find(scene.context, name, &scene.objective));
    return scene;
}

static inline struct scene scene_of(swarm_objective_fn *function, void *user)
{
    struct scene scene = {NULL, NULL};
    REQUIRE_INT(swarm_context_create(&scene.context), ==, SWARM_OK);
    require_ok(&scene, swarm_objective_from_function(scene.context, "mine", function, user, &scene.objective));
    return scene;
}

static inline void scene_close(struct scene *scene)
{
    swarm_objective_destroy(&scene->objective);
    swarm_context_destroy(&scene->context);
}

/* Parameters of "name value" pairs, NULL-terminated, behind device none. */
static inline swarm_params *scene_params(const struct scene *scene, const char *const *pairs)
{
    swarm_params *params = NULL;
    require_ok(scene, swarm_params_create(scene->context, "pso", &params));
    swarm_params_objective(params, scene->objective);
    require_ok(scene, swarm_params_set(scene->context, params, "device", "none"));
    for (; *pairs; pairs += 2) {
        require_ok(scene, swarm_params_set(scene->context, params, pairs[0], pairs[1]));
    }
    return params;
}

/* The run must succeed. */
static inline swarm_result *scene_solve(const struct scene *scene, const char *const *pairs,
                                        swarm_progress_fn *progress, void *user)
{
    swarm_result *result = NULL;
    swarm_params *params = scene_params(scene, pairs);
    require_ok(scene, swarm_params_resume(scene->context, params));
    require_ok(scene, swarm_solve(scene->context, params, progress, user, &result));
    swarm_params_destroy(&params);
    return result;
}

/* The run must fail with this class and a text that has `says` in it. */
static inline void scene_refuse(const struct scene *scene, const char *const *pairs, enum swarm_status status,
                                const char *says)
{
    swarm_result *result = NULL;
    swarm_params *params = scene_params(scene, pairs);
    enum swarm_status found = swarm_params_resume(scene->context, params);
    found = found == SWARM_OK ? swarm_solve(scene->context, params, NULL, NULL, &result) : found;
    if (found != status || result) {
        fprintf(stderr, "%s: found %s, expected %s with \"%s\"\n", test_name, swarm_status_name(found),
                swarm_status_name(status), says);
        exit(1);
    }
    REQUIRE_CONTAINS(swarm_context_error(scene->context), says);
    swarm_params_destroy(&params);
}

/* The value a result reports for a parameter; NULL for none. */
static inline const char *scene_setting(const swarm_result *result, const char *name)
{
    for (size_t i = 0; i < result->setting_count; ++i) {
        if (strcmp(result->settings[i].name, name) == 0) {
            return result->settings[i].value;
        }
    }
    fprintf(stderr, "%s: no setting %s\n", test_name, name);
    exit(1);
}

/* Requires both to be equal, except for clocks and cuts of the run. */
static inline void require_same_search(const swarm_result *a, const swarm_result *b)
{
    const uint32_t n = a->position->dimensions;
    REQUIRE_INT(n, ==, b->position->dimensions);
    REQUIRE(memcmp(a->position->x, b->position->x, n * sizeof *a->position->x) == 0);
    REQUIRE(memcmp(&a->value, &b->value, sizeof a->value) == 0);
    REQUIRE_INT(a->stop_reason, ==, b->stop_reason);
    REQUIRE_INT(a->iterations, ==, b->iterations);
    REQUIRE_INT(a->best_iteration, ==, b->best_iteration);
    REQUIRE_INT(a->position->evaluations, ==, b->position->evaluations);
    REQUIRE_INT(a->position->nan_count, ==, b->position->nan_count);
}

/* Rules for every result. */
static inline void require_consistent(const swarm_result *result)
{
    const struct swarm_position *position = result->position;
    REQUIRE(!result->tour && result->length == 0);
    for (uint32_t d = 0; d < position->dimensions; ++d) {
        REQUIRE(position->x[d] >= position->lower[d] && position->x[d] <= position->upper[d]);
    }
    REQUIRE_INT(result->trace_count, >=, 1);
    for (size_t i = 1; i < result->trace_count; ++i) {
        const struct swarm_trace_point *point = &result->trace[i];
        REQUIRE(position->maximise ? point->value > point[-1].value : point->value < point[-1].value);
        REQUIRE(point->iteration > point[-1].iteration);
        REQUIRE(point->seconds >= point[-1].seconds);
    }
    const struct swarm_trace_point *last = &result->trace[result->trace_count - 1];
    REQUIRE(last->value == result->value || isnan(result->value));
    REQUIRE_INT(last->iteration, ==, result->best_iteration);
    REQUIRE(last->seconds == result->best_seconds);
    REQUIRE(last->place[0] == position->x[0]);
    REQUIRE(last->place[1] == (position->dimensions > 1 ? position->x[1] : 0.0));
    REQUIRE(result->best_seconds <= result->seconds && result->seconds <= result->timing.total);
    REQUIRE_INT(result->best_iteration, <=, result->iterations);
    require_settings("pso", result->settings, result->setting_count);
    require_plan(result->plan, result->plan_count, result->plan_bytes);
}

#endif
