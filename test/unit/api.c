/* The public functions, called as a program would, with the sequential reference. */
#include <pthread.h>
#include <math.h>
#include <stdbool.h>

#include "../scene.h"

static const char *const algorithms[] = {"as", "mmas"};
enum { ALGORITHMS = sizeof algorithms / sizeof algorithms[0] };

TEST(a_context_starts_without_an_error_and_names_and_versions_are_texts)
{
    swarm_context *context = NULL;
    REQUIRE_INT(swarm_context_create(&context), ==, SWARM_OK);
    REQUIRE_TEXT(swarm_context_error(context), "");
    REQUIRE(swarm_context_seconds(context) >= 0 && swarm_context_seconds(context) < 60);
    swarm_context_destroy(&context);
    REQUIRE(!context);
    swarm_context_destroy(&context);
    REQUIRE_CONTAINS(swarm_context_error(NULL), "memory");
    REQUIRE_TEXT(swarm_version(), SWARM_VERSION);
    REQUIRE_INT(swarm_abi(), ==, SWARM_ABI);
    REQUIRE_TEXT(swarm_status_name(SWARM_OK), "SWARM_OK");
    for (int status = SWARM_ERROR_INTERNAL; status < SWARM_OK; ++status) {
        REQUIRE_CONTAINS(swarm_status_name((enum swarm_status)status), "SWARM_ERROR_");
    }
    REQUIRE_TEXT(swarm_status_name((enum swarm_status)(SWARM_ERROR_INTERNAL - 1)), "unknown status");
    REQUIRE_TEXT(swarm_status_name((enum swarm_status)1), "unknown status");
    REQUIRE_TEXT(swarm_stop_reason_name(SWARM_STOP_CANCELLED), "cancelled");
    REQUIRE_TEXT(swarm_metric_name(SWARM_METRIC_CEIL_2D), "CEIL_2D");
    REQUIRE_TEXT(swarm_device_type_name(SWARM_DEVICE_ACCELERATOR), "accelerator");
}

/* Solves, and requires a consistent result and this reason to stop. */
static swarm_result *require_stop(struct scene *scene, const char *const *pairs, enum swarm_stop_reason reason)
{
    swarm_result *result = scene_solve(scene, pairs);
    require_consistent(scene, result);
    REQUIRE_INT(result->stop_reason, ==, reason);
    return result;
}

TEST(a_run_ends_after_its_iterations_with_a_consistent_result)
{
    struct scene *scene = scene_open(60);
    for (size_t k = 0; k < ALGORITHMS; ++k) {
        swarm_result *result = require_stop(scene, PAIRS("algorithm", algorithms[k], "iterations", "20", "ants", "16"),
                                            SWARM_STOP_ITERATIONS);
        REQUIRE_INT(result->iterations, ==, 20);
        REQUIRE(!result->device);
        REQUIRE(result->trace_count > 1); /* the ants improve on the nearest-neighbour tour */
        REQUIRE_INT(result->kernel_count, ==, 0);
    }
}

TEST(settings_have_the_value_used_and_whether_it_was_given)
{
    struct scene *scene = scene_open(30);
    swarm_result *result = scene_solve(scene, PAIRS("iterations", "2", "rho", "0.25"));
    for (size_t i = 0; i < result->setting_count; ++i) {
        const struct swarm_setting *setting = &result->settings[i];
        const bool given = strcmp(setting->name, "device") == 0 || strcmp(setting->name, "iterations") == 0
                           || strcmp(setting->name, "rho") == 0;
        REQUIRE_INT(setting->given, ==, given);
    }
    static const char *const values[][2] = {{"rho", "0.25"},       {"ants", "64"},       {"beta", "2"},
                                            {"algorithm", "mmas"}, {"candidates", "16"}, {"local-search", "3opt"}};
    for (size_t i = 0; i < sizeof values / sizeof *values; ++i) {
        REQUIRE_TEXT(scene_setting(result, values[i][0]), values[i][1]);
    }
    REQUIRE(!scene_setting(result, "depositors") && !scene_setting(result, "xi")); /* options of other algorithms */
}

TEST(coordinates_and_their_matrix_give_the_same_search)
{
    struct scene *scene = scene_open(40), *other = scene_of("tsp");
    int32_t matrix[40 * 40];
    for (uint32_t k = 0; k < 40 * 40; ++k) {
        matrix[k] = swarm_instance_distance(scene->instance, k / 40, k % 40);
    }
    require_ok(other, swarm_instance_from_matrix(other->context, NULL, true, 40, matrix, &other->instance));
    for (size_t k = 0; k < ALGORITHMS; ++k) {
        /* quadrant lists need coordinates; a matrix has none */
        const char *const *pairs = PAIRS("iterations", "5", "ants", "16", "algorithm", algorithms[k],
                                         k == 0 ? "candidates" : "candidate-kind", k == 0 ? "0" : "nearest");
        swarm_result *a = scene_solve(scene, pairs), *b = scene_solve(other, pairs);
        require_consistent(other, b);
        require_same_trace(a, b);
    }
}

TEST(an_asymmetric_matrix_is_solved)
{
    struct scene *scene = scene_of("tsp");
    int32_t matrix[25 * 25];
    for (uint32_t k = 0; k < 25 * 25; ++k) {
        matrix[k] = 1 + (int32_t)scattered(k + 77);
    }
    REQUIRE_INT(swarm_instance_from_matrix(scene->context, NULL, true, 25, matrix, &scene->instance), ==,
                SWARM_ERROR_INPUT);
    REQUIRE(!scene->instance);
    require_ok(scene, swarm_instance_from_matrix(scene->context, "one way", false, 25, matrix, &scene->instance));
    for (size_t k = 0; k < ALGORITHMS; ++k) {
        require_stop(scene, PAIRS("iterations", "5", "algorithm", algorithms[k]), SWARM_STOP_ITERATIONS);
    }
}

/* Checks that matrices of real distances, and tables read with `columns`, give the right instances. */
TEST(real_distances_and_columns)
{
    static const double distances[3][3] = {{-9, 0.5, 2}, {0.5, 1e99, 1.25}, {2, 1.25, 0}};
    static const double one_way[4] = {0, 0.1, 0.2, 0}, negative[4] = {0, -1, 1, 0};
    static const char *const names[] = {"a", "b", "c"};
    struct scene *scene = scene_of("tsp");
    char text[64];
    require_ok(scene,
               swarm_instance_from_distances(scene->context, "real", 3, &distances[0][0], names, &scene->instance));
    const struct swarm_instance_info *info = swarm_instance_describe(scene->instance);
    REQUIRE(info->symmetric && info->has_names && !info->has_positions && info->decimals == 2);
    REQUIRE_INT(swarm_instance_distance(scene->instance, 2, 1), ==, 125);
    REQUIRE_INT(swarm_instance_distance(scene->instance, 1, 1), ==, 0);
    REQUIRE_TEXT(swarm_instance_node_name(scene->instance, 2), "c");
    swarm_result *result = require_stop(scene, PAIRS("iterations", "3", "target", "3.75"), SWARM_STOP_TARGET);
    REQUIRE_TEXT(swarm_length_text(result->length, info->decimals, text, sizeof text), "3.75");
    swarm_instance_destroy(&scene->instance);
    REQUIRE_INT(swarm_instance_from_distances(scene->context, NULL, 2, negative, NULL, &scene->instance), ==,
                SWARM_ERROR_INPUT);
    REQUIRE_CONTAINS(swarm_context_error(scene->context), "found distance -1 from node 1 to node 2");
    REQUIRE_INT(swarm_instance_from_distances(scene->context, NULL, 2, NULL, NULL, &scene->instance), ==,
                SWARM_ERROR_INVALID_ARGUMENT);
    require_ok(scene, swarm_instance_from_distances(scene->context, NULL, 2, one_way, NULL, &scene->instance));
    REQUIRE(!swarm_instance_describe(scene->instance)->symmetric);
    swarm_instance_destroy(&scene->instance);

    swarm_params *params = scene_params(scene, PAIRS("columns", "a,B,L"));
    const char *path = test_file("csv");
    require_ok(scene, swarm_file_replace(scene->context, path, "a;B;L\nx;52;13\n", 14));
    require_ok(scene, swarm_instance_read_for(scene->context, params, path, &scene->instance));
    REQUIRE_INT(swarm_instance_describe(scene->instance)->metric, ==, SWARM_METRIC_GREAT_CIRCLE);
    REQUIRE_TEXT(swarm_instance_node_name(scene->instance, 0), "x");
}

TEST(one_two_and_three_nodes_are_solved)
{
    for (size_t n = 1; n <= 3; ++n) {
        struct scene *scene = scene_open(n);
        for (size_t k = 0; k < ALGORITHMS; ++k) {
            swarm_result *result = scene_solve(scene, PAIRS("iterations", "4", "algorithm", algorithms[k]));
            require_consistent(scene, result);
            REQUIRE_INT(result->iterations, ==, 0); /* there is only one tour, so the search is skipped */
            REQUIRE_INT(result->trace_count, ==, 1);
            REQUIRE_INT(result->best_iteration, ==, 0);
        }
    }
}

TEST(one_seed_gives_one_tour_and_another_seed_another)
{
    /* without local search, because with it both seeds would find the optimum */
    static const char *const plain[] = {"as", "acs"};
    struct scene *scene = scene_open(80);
    for (size_t k = 0; k < 2; ++k) {
        const char *const *one = PAIRS("algorithm", plain[k], "local-search", "none", "iterations", "20");
        const char *const *same = PAIRS("algorithm", plain[k], "local-search", "none", "iterations", "20", "seed", "1");
        const char *const *another =
            PAIRS("algorithm", plain[k], "local-search", "none", "iterations", "20", "seed", "4294967297");
        swarm_result *a = scene_solve(scene, one), *b = scene_solve(scene, same), *c = scene_solve(scene, another);
        require_same_trace(a, b);
        REQUIRE(memcmp(a->tour->nodes, c->tour->nodes, a->tour->node_count * sizeof *a->tour->nodes)
                != 0); /* the upper 32 bits of the seed matter too */
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Stopping                                                                                                           */

TEST(a_target_stops_in_the_iteration_that_meets_it)
{
    char target[32];
    struct scene *scene = scene_open(50);
    for (size_t k = 0; k < ALGORITHMS; ++k) {
        const char *const *pairs = PAIRS("algorithm", algorithms[k], "iterations", "30", "ants", "16");
        swarm_result *free_run = scene_solve(scene, pairs);
        REQUIRE(free_run->trace_count > 1);
        for (size_t i = 0; i < free_run->trace_count; ++i) { /* 0: the nearest-neighbour tour, before iteration 1 */
            snprintf(target, sizeof target, "%lld", (long long)free_run->trace[i].length);
            swarm_result *result = require_stop(scene, join(pairs, PAIRS("target", target)), SWARM_STOP_TARGET);
            REQUIRE_INT(result->iterations, ==, free_run->trace[i].iteration);
            REQUIRE_INT(result->length, ==, free_run->trace[i].length);
        }
    }
}

/* The first iteration that is `patience` iterations after the last improvement, in the trace of a run without limit. */
static uint64_t stagnation_of(const swarm_result *free_run, uint64_t patience)
{
    uint64_t last = 0;
    for (size_t i = 1; i < free_run->trace_count && free_run->trace[i].iteration - last <= patience; ++i) {
        last = free_run->trace[i].iteration;
    }
    return last + patience;
}

TEST(stagnation_stops_exactly_after_the_given_iterations_and_by_default_at_some_time)
{
    struct scene *scene = scene_open(50);
    swarm_result *free_run = scene_solve(scene, PAIRS("algorithm", "as", "iterations", "200"));
    for (uint64_t patience = 1; patience <= 12; patience += test_paths(5, 1)) {
        char text[32];
        snprintf(text, sizeof text, "%llu", (unsigned long long)patience);
        swarm_result *result = require_stop(scene, PAIRS("algorithm", "as", "no-improve", text, "iterations", "200"),
                                            SWARM_STOP_STAGNATION);
        REQUIRE_INT(result->iterations, ==, stagnation_of(free_run, patience));
        REQUIRE_INT(result->iterations, ==, result->best_iteration + patience);
    }
    const swarm_result *result = require_stop(scene, PAIRS("ants", "5"), SWARM_STOP_STAGNATION);
    REQUIRE(result->best_iteration < result->iterations);
}

TEST(a_run_that_finds_the_proven_optimum_ends_there_unless_it_has_a_target)
{
    static const double burma14[] = {16.47, 96.10, 16.47, 94.44, 20.09, 92.54, 22.39, 93.37, 25.23, 97.24,
                                     22.00, 96.05, 20.47, 97.02, 17.20, 96.29, 16.30, 97.38, 14.05, 98.12,
                                     16.53, 97.38, 21.52, 95.59, 19.41, 97.13, 20.09, 94.55};
    struct scene *scene = scene_of("tsp");
    require_ok(scene, swarm_instance_from_coordinates(scene->context, "burma14", SWARM_METRIC_GEO, 14, burma14,
                                                      &scene->instance));
    REQUIRE(swarm_instance_describe(scene->instance)->optimum_proven);
    for (size_t k = 0; k < test_paths(1, ALGORITHMS); ++k) {
        const char *name = algorithms[k];
        swarm_result *result = require_stop(scene, PAIRS("algorithm", name, "iterations", "400"), SWARM_STOP_TARGET);
        REQUIRE_INT(result->length, ==, 3323);
        REQUIRE_INT(result->iterations, ==, result->best_iteration);
        /* a given target, or a given optimum, replaces the known optimum */
        result =
            require_stop(scene, PAIRS("algorithm", name, "iterations", "12", "target", "3300"), SWARM_STOP_ITERATIONS);
        REQUIRE_INT(result->iterations, ==, 12);
        require_stop(scene, PAIRS("algorithm", name, "iterations", "12", "optimum", "3323"), SWARM_STOP_ITERATIONS);
        result = require_stop(scene, PAIRS("algorithm", name, "target-gap", "50"), SWARM_STOP_TARGET);
        REQUIRE_INT(result->iterations, ==, 0); /* the start is within 50 % of the optimum */
        result = scene_solve(scene, PAIRS("algorithm", name, "iterations", "5", "path", "true"));
        REQUIRE_INT(result->stop_reason, ==, SWARM_STOP_ITERATIONS); /* the known optimum is not of open paths */
    }
}

TEST(a_time_limit_ends_a_run_without_other_limits_and_a_restarted_clock_gives_each_run_its_own_time)
{
    struct scene *scene = scene_open(100);
    swarm_result *result = require_stop(scene, PAIRS("time", "0.2"), SWARM_STOP_TIME);
    REQUIRE(result->seconds >= 0.1 && result->seconds < 20.0);
    result = require_stop(scene, PAIRS("time", "0.1"), SWARM_STOP_TIME); /* the clock already shows more than 0.1 s */
    REQUIRE_INT(result->iterations, ==, 0);
    for (int run = 0; run < 2; ++run) {
        swarm_context_restart_clock(scene->context);
        result = require_stop(scene, PAIRS("time", "0.2"), SWARM_STOP_TIME);
        REQUIRE(result->iterations > 0 && result->seconds >= 0.1 && result->seconds < 20.0);
        REQUIRE(result->best_seconds <= result->seconds);
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Progress and cancelling                                                                                            */

struct watcher {
    swarm_context *context; /* context that the callback cancels; NULL: never cancels */
    uint64_t cancel_at;     /* iteration at which the callback cancels the run */
    size_t improvements;
    uint64_t last_iteration;
    int64_t last_length;
};

static void watch(void *user, const struct swarm_progress *progress)
{
    struct watcher *watcher = user;
    REQUIRE(progress->iteration >= watcher->last_iteration);
    REQUIRE(progress->improved == (progress->length < watcher->last_length));
    REQUIRE(!progress->improved || progress->best_iteration == progress->iteration);
    watcher->improvements += progress->improved;
    watcher->last_iteration = progress->iteration;
    watcher->last_length = progress->length;
    if (watcher->context && progress->iteration >= watcher->cancel_at) {
        swarm_context_cancel(watcher->context);
    }
}

TEST(progress_reports_every_improvement)
{
    struct scene *scene = scene_open(60);
    struct watcher watcher = {.last_length = INT64_MAX};
    swarm_result *result = scene_watch(scene, PAIRS("iterations", "20", "ants", "16"), watch, &watcher);
    REQUIRE_INT(watcher.improvements, ==, result->trace_count);
    REQUIRE_INT(watcher.last_length, ==, result->length);
}

TEST(cancelling_from_the_callback_ends_the_run_with_the_best_tour_so_far)
{
    for (uint64_t at = 0; at <= 1; ++at) {
        struct scene *scene = scene_open(60);
        struct watcher watcher = {.context = scene->context, .cancel_at = at, .last_length = INT64_MAX};
        swarm_result *result = scene_watch(scene, PAIRS("algorithm", "as", "ants", "16"), watch, &watcher);
        require_consistent(scene, result);
        REQUIRE_INT(result->stop_reason, ==, SWARM_STOP_CANCELLED);
        REQUIRE_INT(result->iterations, ==, watcher.last_iteration);
        REQUIRE_INT(result->length, ==, watcher.last_length);
        REQUIRE_INT(result->iterations, <, 100);
        result = require_stop(scene, NOTHING, SWARM_STOP_CANCELLED); /* until the context is renewed */
        REQUIRE_INT(result->iterations, ==, 0);
        swarm_context_renew(scene->context);
        result = require_stop(scene, PAIRS("iterations", "3", "algorithm", "mmas"), SWARM_STOP_ITERATIONS);
        REQUIRE_INT(result->iterations, ==, 3);
    }
}

TEST(reading_ends_with_its_time_limit_and_when_cancelled)
{
    enum { NODES = 20000 };
    static char text[32 * NODES];
    size_t size = 0;
    for (int i = 0; i < NODES; ++i) {
        size += (size_t)snprintf(text + size, sizeof text - size, "%d,%d\n", i, 7 * i % 1000);
    }
    for (int cancels = 0; cancels < 2; ++cancels) {
        struct scene *scene = scene_of("tsp");
        swarm_context_limit_reading(scene->context, cancels ? (double)INFINITY : 1e-9);
        if (cancels) {
            swarm_context_cancel(scene->context);
        }
        require_says(scene, swarm_instance_parse(scene->context, text, size, "a.csv", &scene->instance),
                     SWARM_ERROR_INPUT, "there is no result");
        swarm_context_limit_reading(scene->context, 0.0);
        require_ok(scene, swarm_instance_parse(scene->context, text, size, "a.csv", &scene->instance));
    }
}

struct tour_watcher {
    struct scene *scene;
    bool path;
    size_t improvements, tours;
};

static void watch_tours(void *user, const struct swarm_progress *progress)
{
    struct tour_watcher *watcher = user;
    int64_t length = -1;
    watcher->improvements += progress->improved;
    REQUIRE(progress->improved || !progress->tour);
    if (progress->tour) {
        ++watcher->tours;
        require_ok(watcher->scene, watcher->path ? swarm_path_length(watcher->scene->context, watcher->scene->instance,
                                                                     progress->tour, progress->node_count, &length)
                                                 : swarm_tour_length(watcher->scene->context, watcher->scene->instance,
                                                                     progress->tour, progress->node_count, &length));
        REQUIRE_INT(length, ==, progress->length);
    }
}

TEST(progress_has_the_tours_of_improvements_on_request)
{
    static const char *const runs[][10] = {
        {"iterations", "9", "algorithm", "mmas", "local-search", "none", "ants", "16", NULL},
        {"iterations", "2", NULL},
        {"iterations", "9", "algorithm", "mmas", "islands", "2", "ants", "16", NULL},
        {"iterations", "10", "algorithm", "as", "path", "true", "ants", "16", NULL},
    };
    for (size_t k = 0; k < sizeof runs / sizeof runs[0]; ++k) {
        struct scene *scene = scene_open(60);
        struct tour_watcher watcher = {.scene = scene, .path = k == 3};
        swarm_result *result = scene_watch(scene, runs[k], watch_tours, &watcher);
        REQUIRE_INT(watcher.tours, ==, 0);
        watcher.improvements = 0;
        scene->reports_solutions = true;
        result = scene_watch(scene, runs[k], watch_tours, &watcher);
        REQUIRE_INT(watcher.improvements, ==, result->trace_count);
        REQUIRE(watcher.tours > 0 && 10 * watcher.tours >= 9 * watcher.improvements);
    }
}

static void *cancel_soon(void *context)
{
    while (swarm_context_seconds(context) < 0.2) {
    }
    swarm_context_cancel(context);
    return NULL;
}

TEST(another_thread_may_cancel)
{
    struct scene *scene = scene_open(100);
    pthread_t thread;
    REQUIRE_INT(pthread_create(&thread, NULL, cancel_soon, scene->context), ==, 0);
    swarm_result *result = require_stop(scene, PAIRS("iterations", "4000000000"), SWARM_STOP_CANCELLED);
    pthread_join(thread, NULL);
    REQUIRE(result->seconds < 20.0);
}

TEST(swarm_check_and_runs_find_errors)
{
    struct scene *scene = scene_open(20);
    swarm_params *params = scene_params(scene, PAIRS("algorithm", "mosaic", "device", "auto"));
    require_ok(scene, swarm_check(scene->context, params));
    scene_set(scene, params, "ants", "5");
    require_says(scene, swarm_check(scene->context, params), SWARM_ERROR_INVALID_ARGUMENT,
                 "ants 5 clashes with algorithm mosaic");
    scene_set(scene, params, "algorithm", "acs");
    require_ok(scene, swarm_check(scene->context, params));
    scene_set(scene, params, "tuning", "there is no such file");
    require_says(scene, swarm_check(scene->context, params), SWARM_ERROR_INPUT, "there is no such file");
    scene_refuse(scene_open(10), PAIRS("launch-ms", "5"), SWARM_ERROR_INVALID_ARGUMENT,
                 "launch-ms 5 clashes with device none");
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Threads                                                                                                            */

/* A run on its own thread, with its own scene. */
struct job {
    const char *seed, *selection;
    struct scene *scene;
    swarm_result *result;
};

static void *work(void *user)
{
    struct job *job = user;
    job->result = scene_solve(job->scene,
                              PAIRS("iterations", "10", "ants", "16", "seed", job->seed, "selection", job->selection));
    return NULL;
}

static void require_alike_at_the_same_time(const char *selection)
{
    struct job jobs[4]; /* two concurrent runs, then the same two one after the other */
    pthread_t threads[2];
    for (size_t i = 0; i < 4; ++i) {
        jobs[i] = (struct job){.seed = i % 2 ? "6" : "5", .selection = selection, .scene = scene_open(90)};
    }
    for (size_t i = 0; i < 2; ++i) {
        REQUIRE_INT(pthread_create(&threads[i], NULL, work, &jobs[i]), ==, 0);
    }
    for (size_t i = 0; i < 2; ++i) {
        pthread_join(threads[i], NULL);
    }
    for (size_t i = 0; i < 2; ++i) {
        work(&jobs[i + 2]);
        require_consistent(jobs[i].scene, jobs[i].result);
        require_same_trace(jobs[i].result, jobs[i + 2].result);
    }
}

TEST(two_contexts_in_two_threads_search_as_one_after_the_other)
{
    const struct swarm_param *selection = swarm_param_find("tsp", "selection");
    for (const struct swarm_variant *word = selection->words; word->name; ++word) {
        require_alike_at_the_same_time(word->name);
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */

TEST_MAIN()
