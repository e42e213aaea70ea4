/* scene.h - runs through the public functions, and checks of their results. */
#ifndef SWARMCL_TEST_SCENE_H
#define SWARMCL_TEST_SCENE_H

#include <math.h>
#include <stdbool.h>

#include <swarmcl/swarmcl.h>

#include "test.h"

#define PAIRS(...) ((const char *const[]){__VA_ARGS__, NULL}) /* names and values of options */
#define NOTHING    ((const char *const[]){NULL})

enum { SCENE_PAIRS = 64, SCENE_OBJECTS = 512 };

/* A context and what its runs search. Everything that the functions below make in it is destroyed after the test. */
struct scene {
    swarm_context *context;
    const char *problem;
    swarm_instance *instance;
    swarm_objective *objective;
    swarm_qap *qap;
    bool reports_solutions; /* True if progress reports include solutions */
    swarm_params *params[SCENE_OBJECTS];
    swarm_result *results[SCENE_OBJECTS];
    size_t params_count, result_count;
};

/* Numbers in [0, 1000) that look random, by index. */
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

static inline void scene_destroy(void *object)
{
    struct scene *scene = object;
    for (size_t i = 0; i < scene->result_count; ++i) {
        swarm_result_destroy(&scene->results[i]);
    }
    for (size_t i = 0; i < scene->params_count; ++i) {
        swarm_params_destroy(&scene->params[i]);
    }
    swarm_instance_destroy(&scene->instance);
    swarm_objective_destroy(&scene->objective);
    swarm_qap_destroy(&scene->qap);
    swarm_context_destroy(&scene->context);
    free(scene);
}

/* Makes a scene of a problem, without an instance or objective. */
static inline struct scene *scene_of(const char *problem)
{
    struct scene *scene = calloc(1, sizeof *scene);
    REQUIRE(scene);
    scene->problem = problem;
    REQUIRE_INT(swarm_context_create(&scene->context), ==, SWARM_OK);
    test_defer(scene_destroy, scene);
    return scene;
}

/* Makes a scene of tours through n scattered points. */
static inline struct scene *scene_open(size_t n)
{
    struct scene *scene = scene_of("tsp");
    double *coordinates = calloc(2 * n, sizeof *coordinates);
    for (size_t k = 0; k < 2 * n; ++k) {
        coordinates[k] = scattered((uint32_t)k + 1);
    }
    require_ok(scene, swarm_instance_from_coordinates(scene->context, "scattered", SWARM_METRIC_EUC_2D, n, coordinates,
                                                      &scene->instance));
    free(coordinates);
    return scene;
}

/* Make scenes of swarms: on a built-in objective, on a C function, and on a C function of many points. */
static inline struct scene *scene_swarm(const char *name)
{
    struct scene *scene = scene_of("pso");
    require_ok(scene, swarm_objective_find(scene->context, name, &scene->objective));
    return scene;
}

static inline struct scene *scene_function(swarm_objective_fn *function, void *user)
{
    struct scene *scene = scene_of("pso");
    require_ok(scene, swarm_objective_from_function(scene->context, "mine", function, user, &scene->objective));
    return scene;
}

static inline struct scene *scene_batch(swarm_objective_batch_fn *function, void *user)
{
    struct scene *scene = scene_of("pso");
    require_ok(scene, swarm_objective_from_batch(scene->context, "mine", function, user, &scene->objective));
    return scene;
}

static inline void scene_set(const struct scene *scene, swarm_params *params, const char *name, const char *value)
{
    require_ok(scene, swarm_params_set(scene->context, params, name, value));
}

/* Makes parameters with device none, then sets `pairs`. */
static inline swarm_params *scene_params(struct scene *scene, const char *const *pairs)
{
    REQUIRE(scene->params_count < SCENE_OBJECTS);
    swarm_params **params = &scene->params[scene->params_count++];
    require_ok(scene, swarm_params_create(scene->context, scene->problem, params));
    scene_set(scene, *params, "device", "none");
    for (; *pairs; pairs += 2) {
        scene_set(scene, *params, pairs[0], pairs[1]);
    }
    swarm_params_instance(*params, scene->instance);
    swarm_params_objective(*params, scene->objective);
    swarm_params_qap(*params, scene->qap);
    swarm_params_report_solutions(*params, scene->reports_solutions);
    return *params;
}

/* Makes a run, which must succeed. */
static inline swarm_result *scene_run(struct scene *scene, swarm_params *params, swarm_progress_fn *progress,
                                      void *user)
{
    REQUIRE(scene->result_count < SCENE_OBJECTS);
    swarm_result **result = &scene->results[scene->result_count++];
    require_ok(scene, swarm_params_resume(scene->context, params));
    require_ok(scene, swarm_solve(scene->context, params, progress, user, result));
    return *result;
}

static inline swarm_result *scene_watch(struct scene *scene, const char *const *pairs, swarm_progress_fn *progress,
                                        void *user)
{
    return scene_run(scene, scene_params(scene, pairs), progress, user);
}

static inline swarm_result *scene_solve(struct scene *scene, const char *const *pairs)
{
    return scene_watch(scene, pairs, NULL, NULL);
}

/* Checks that a call failed with the expected status and a text that contains `says`. */
static inline void require_says(const struct scene *scene, enum swarm_status found, enum swarm_status status,
                                const char *says)
{
    if (found != status) {
        fprintf(stderr, "%s: found %s, expected %s with \"%s\"\n", test_name, swarm_status_name(found),
                swarm_status_name(status), says);
        exit(1);
    }
    REQUIRE_CONTAINS(swarm_context_error(scene->context), says);
}

/* Checks that a run fails with the status and text. */
static inline void scene_refuse_run(struct scene *scene, swarm_params *params, enum swarm_status status,
                                    const char *says)
{
    swarm_result *result = NULL;
    enum swarm_status found = swarm_params_resume(scene->context, params);
    found = found == SWARM_OK ? swarm_solve(scene->context, params, NULL, NULL, &result) : found;
    require_says(scene, found, status, says);
    REQUIRE(!result);
}

static inline void scene_refuse(struct scene *scene, const char *const *pairs, enum swarm_status status,
                                const char *says)
{
    scene_refuse_run(scene, scene_params(scene, pairs), status, says);
}

/* join() returns `pairs` followed by `more`; the array is valid until JOINS further calls. */
enum { JOINS = 32 };
static inline const char *const *join(const char *const *pairs, const char *const *more)
{
    static const char *all[JOINS][SCENE_PAIRS];
    static size_t turn;
    const char **joined = all[turn++ % JOINS];
    size_t count = 0;
    for (; *pairs && count < SCENE_PAIRS; ++pairs) {
        joined[count++] = *pairs;
    }
    for (; *more && count < SCENE_PAIRS; ++more) {
        joined[count++] = *more;
    }
    REQUIRE(count < SCENE_PAIRS);
    joined[count] = NULL;
    return joined;
}

/* The value that a result reports for an option; NULL: none. */
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

static inline bool same_value(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* Requires both to have the same solution. */
static inline void require_same_solution(const swarm_result *a, const swarm_result *b)
{
    REQUIRE_INT(a->length, ==, b->length);
    REQUIRE(same_value(a->value, b->value));
    if (a->tour) {
        REQUIRE_INT(a->tour->node_count, ==, b->tour->node_count);
        REQUIRE_INT(a->tour->built_length, ==, b->tour->built_length);
        REQUIRE(memcmp(a->tour->nodes, b->tour->nodes, a->tour->node_count * sizeof *a->tour->nodes) == 0);
    }
    if (a->position) {
        const size_t n = a->position->dimensions;
        REQUIRE_INT(n, ==, b->position->dimensions);
        REQUIRE(memcmp(a->position->x, b->position->x, n * sizeof *a->position->x) == 0);
    }
    if (a->assignment) {
        const size_t n = a->assignment->item_count;
        REQUIRE(memcmp(a->assignment->places, b->assignment->places, n * sizeof *a->assignment->places) == 0);
    }
}

/* Requires both runs to be equal, except for clocks, iterations per launch, and traces. */
static inline void require_same_search(const swarm_result *a, const swarm_result *b)
{
    require_same_solution(a, b);
    REQUIRE_INT(a->stop_reason, ==, b->stop_reason);
    REQUIRE_INT(a->iterations, ==, b->iterations);
    REQUIRE_INT(a->best_iteration, ==, b->best_iteration);
    if (a->position) {
        REQUIRE_INT(a->position->evaluations, ==, b->position->evaluations);
        REQUIRE_INT(a->position->nan_count, ==, b->position->nan_count);
    }
    REQUIRE_INT(a->island_count, ==, b->island_count);
    for (size_t i = 0; i < a->island_count; ++i) {
        const struct swarm_island *one = &a->islands[i], *other = &b->islands[i];
        REQUIRE(one->seed == other->seed && same_value(one->value, other->value));
        REQUIRE_INT(one->length, ==, other->length);
        REQUIRE_INT(one->best_iteration, ==, other->best_iteration);
        REQUIRE_INT(one->iterations, ==, other->iterations);
        REQUIRE_INT(one->taken, ==, other->taken);
    }
}

static inline void require_same_trace(const swarm_result *a, const swarm_result *b)
{
    require_same_search(a, b);
    REQUIRE_INT(a->trace_count, ==, b->trace_count);
    for (size_t i = 0; i < a->trace_count; ++i) {
        REQUIRE_INT(a->trace[i].iteration, ==, b->trace[i].iteration);
        REQUIRE_INT(a->trace[i].length, ==, b->trace[i].length);
        REQUIRE(same_value(a->trace[i].value, b->trace[i].value));
    }
}

/* Returns the number of solutions that all islands have adopted. */
static inline uint64_t taken_of(const swarm_result *result)
{
    uint64_t taken = 0;
    for (size_t k = 0; k < result->island_count; ++k) {
        taken += result->islands[k].taken;
    }
    return taken;
}

/* Checks every result: settings, plan, clocks, trace. */
static inline void require_report(const char *problem, const swarm_result *result)
{
    const struct swarm_param *row = swarm_param_next(problem, NULL);
    for (size_t i = 0; i < result->setting_count; ++i, row = swarm_param_next(problem, row)) {
        REQUIRE(row);
        REQUIRE_TEXT(result->settings[i].name, row->name);
        REQUIRE_INT(result->settings[i].kind, ==, row->kind);
    }
    REQUIRE(!row);
    uint64_t bytes = 0;
    for (size_t i = 0; i < result->plan_count; ++i) {
        bytes += result->plan[i].bytes;
    }
    REQUIRE_INT(result->plan_bytes, ==, bytes);
    REQUIRE(result->plan_count > 0);
    REQUIRE_INT(result->trace_count, >=, 1);
    for (size_t i = 1; i < result->trace_count; ++i) {
        REQUIRE(result->trace[i].seconds >= result->trace[i - 1].seconds);
    }
    const struct swarm_trace_point *last = &result->trace[result->trace_count - 1];
    REQUIRE_INT(last->iteration, ==, result->best_iteration);
    REQUIRE(last->seconds == result->best_seconds);
    REQUIRE(result->best_seconds <= result->seconds && result->seconds <= result->timing.total);
    REQUIRE_INT(result->best_iteration, <=, result->iterations);
}

/* Checks a result that is a tour. */
static inline void require_tour(const struct scene *scene, const swarm_result *result)
{
    const struct swarm_trace_point *trace = result->trace;
    int64_t length = -1;
    require_ok(scene, swarm_tour_length(scene->context, scene->instance, result->tour->nodes, result->tour->node_count,
                                        &length));
    REQUIRE_INT(length, ==, result->length);
    REQUIRE_INT(result->tour->nodes[0], ==, 0);
    REQUIRE_INT(trace[0].iteration, <=, 1); /* 1: an exact run, which has no start */
    for (size_t i = 1; i < result->trace_count; ++i) {
        REQUIRE(trace[i].length < trace[i - 1].length);
        /* iteration 0 occurs twice if the local search improves the start */
        REQUIRE(trace[i].iteration > trace[i - 1].iteration || (i == 1 && trace[i].iteration == 0));
    }
    REQUIRE_INT(trace[result->trace_count - 1].length, ==, result->length);
}

/* Checks a result that is a position. */
static inline void require_position(const swarm_result *result)
{
    const struct swarm_position *position = result->position;
    REQUIRE(!result->tour && result->length == 0);
    for (uint32_t d = 0; d < position->dimensions; ++d) {
        REQUIRE(position->x[d] >= position->lower[d] && position->x[d] <= position->upper[d]);
    }
    for (size_t i = 1; i < result->trace_count; ++i) {
        const struct swarm_trace_point *point = &result->trace[i];
        REQUIRE(position->maximise ? point->value > point[-1].value : point->value < point[-1].value);
        REQUIRE(point->iteration > point[-1].iteration);
    }
    const struct swarm_trace_point *last = &result->trace[result->trace_count - 1];
    REQUIRE(last->value == result->value || isnan(result->value));
    REQUIRE(last->place[0] == position->x[0]);
    REQUIRE(last->place[1] == (position->dimensions > 1 ? position->x[1] : 0.0));
}

static inline void require_consistent(const struct scene *scene, const swarm_result *result)
{
    require_report(scene->problem, result);
    if (result->tour) {
        require_tour(scene, result);
    } else {
        require_position(result);
    }
}

#endif
