/* Runs of swarms by the sequential reference: stop conditions, progress reports and checkpoints. */
#include "../scene.h"

/* ------------------------------------------------------------------------------------------------------------------ */
/* Results                                                                                                            */

TEST(a_run_finds_the_place_of_the_least_value_and_the_paper_s_problem_has_the_paper_s_constants)
{
    struct scene *scene = scene_swarm("sphere");
    swarm_result *result = scene_solve(scene, PAIRS("dim", "3", "particles", "40", "iterations", "300"));
    REQUIRE(result->value < 1e-12 && result->value >= 0.0);
    REQUIRE_INT(result->stop_reason, ==, SWARM_STOP_ITERATIONS);
    REQUIRE_INT(result->iterations, ==, 300);
    REQUIRE_INT(result->position->evaluations, ==, 40 * 301);
    REQUIRE_INT(result->position->nan_count, ==, 0);
    REQUIRE_INT(result->first_iteration, ==, 0);
    REQUIRE(!result->device && !result->position->maximise);
    REQUIRE_INT(result->trace[0].iteration, ==, 0);
    REQUIRE_TEXT(scene_setting(result, "dim"), "3");
    REQUIRE(!scene_setting(result, "exchange") && !scene_setting(result, "maximise"));
    require_consistent(scene, result);
    scene = scene_swarm("cupso-cubic");
    result = scene_solve(scene, PAIRS("iterations", "2000", "algorithm", "pso"));
    REQUIRE(result->position->maximise && result->value > 390245.79 && result->value < 390245.80);
    REQUIRE_TEXT(scene_setting(result, "inertia"), "1");
    REQUIRE_TEXT(scene_setting(result, "maximise"), "true");
    REQUIRE(!scene_setting(result, "constriction"));
    require_consistent(scene, result);
}

TEST(by_default_a_search_in_many_dimensions_returns_from_outside_the_bounds)
{
    struct scene *scene = scene_swarm("sphere");
    const swarm_result *result = scene_solve(scene, PAIRS("dim", "60", "shift", "7", "evaluations", "6000"));
    REQUIRE(result->value < 0.1 && result->position->evaluations == 6000);
    REQUIRE_TEXT(scene_setting(result, "algorithm"), "cmaes");
}

TEST(rows_that_find_the_best_find_the_same_and_tribes_another)
{
    struct scene *scene = scene_swarm("rastrigin");
    swarm_result *first = NULL;
    for (const struct swarm_variant *row = swarm_param_find("pso", "best")->words; row->name; ++row) {
        swarm_result *result =
            scene_solve(scene, PAIRS("dim", "3", "particles", "70", "iterations", "45", "best", row->name));
        require_consistent(scene, result);
        if (!first) {
            first = result;
        } else if (strcmp(row->name, "asynchronous") == 0) {
            REQUIRE(result->value != first->value);
            REQUIRE_TEXT(scene_setting(result, "exchange"), "100");
        } else {
            require_same_search(first, result);
            REQUIRE_TEXT(scene_setting(result, "best"), row->name);
        }
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Objectives that are functions of the user                                                                          */

/* A function that counts its calls: what it returns, the box of its arguments, and counts of calls. */
struct seen {
    uint64_t calls, outside;
    double lower, upper;
    enum { SQUARES, CONSTANT, NANS, HALF_NANS, MINUS_INFINITY } kind;
};

static double observe(void *user, const double *x, uint32_t dimensions)
{
    struct seen *seen = user;
    double sum = 0.0;
    ++seen->calls;
    for (uint32_t d = 0; d < dimensions; ++d) {
        seen->outside += !(x[d] >= seen->lower && x[d] <= seen->upper);
        sum += x[d] * x[d];
    }
    switch (seen->kind) {
    case CONSTANT:
        return 5.0;
    case NANS:
        return (double)NAN;
    case HALF_NANS:
        return x[0] < 0.5 ? (double)NAN : sum;
    case MINUS_INFINITY:
        return -(double)INFINITY;
    default:
        return sum;
    }
}

/* Solves; requires a consistent result and no point outside of the bounds in `seen`. */
static swarm_result *solve_seen(struct seen *seen, const char *const *pairs)
{
    struct scene *scene = scene_function(observe, seen);
    seen->lower = -2.0;
    seen->upper = 1.0;
    swarm_result *result = scene_solve(scene, pairs);
    REQUIRE_INT(seen->outside, ==, 0);
    require_consistent(scene, result);
    return result;
}

#define SMALL "dim", "2", "bounds", "-2:1", "particles", "8", "iterations", "50"

TEST(values_that_are_no_numbers_count_as_worst_and_minus_infinity_as_best)
{
    for (int maximise = 0; maximise < 2; ++maximise) {
        struct seen seen = {.kind = NANS};
        swarm_result *result = solve_seen(&seen, PAIRS(SMALL, "maximise", maximise ? "true" : "false"));
        REQUIRE(!isfinite(result->value) && result->position->nan_count == 8 * 51 && result->iterations == 50);
    }
    struct seen half = {.kind = HALF_NANS}, least = {.kind = MINUS_INFINITY};
    swarm_result *result = solve_seen(&half, PAIRS(SMALL));
    REQUIRE(result->position->x[0] >= 0.5 && result->value < 0.26);
    REQUIRE(result->position->nan_count > 0 && result->position->nan_count < 8 * 51);
    result = solve_seen(&least, PAIRS(SMALL));
    REQUIRE(isinf(result->value) && result->value < 0 && result->best_iteration == 0);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Stop conditions                                                                                                    */

TEST(a_target_ends_a_run_at_the_first_value_that_reaches_it_and_time_ends_it_too)
{
    struct scene *scene = scene_swarm("sphere");
    swarm_result *result = scene_solve(scene, PAIRS("dim", "2", "particles", "20", "target", "1e-6"));
    REQUIRE_INT(result->stop_reason, ==, SWARM_STOP_TARGET);
    REQUIRE(result->value <= 1e-6 && result->iterations < 1000);
    REQUIRE_INT(result->iterations, ==, result->best_iteration);
    REQUIRE(result->trace[result->trace_count - 2].value > 1e-6);
    REQUIRE_INT(result->position->evaluations, ==, 20 * (result->iterations + 1));
    require_consistent(scene, result);
    result = scene_solve(scene, PAIRS("dim", "2", "target", "1e9"));
    REQUIRE(result->stop_reason == SWARM_STOP_TARGET && result->iterations == 0);
    scene = scene_swarm("cupso-cubic");
    result = scene_solve(scene, PAIRS("target", "390000", "particles", "4"));
    REQUIRE_INT(result->stop_reason, ==, SWARM_STOP_TARGET);
    REQUIRE(result->value >= 390000);
    scene = scene_swarm("sphere"); /* a run that is out of time has the best of the start */
    result = scene_solve(scene, PAIRS("dim", "2", "particles", "6", "time", "0.000001"));
    REQUIRE_INT(result->stop_reason, ==, SWARM_STOP_TIME);
    REQUIRE_INT(result->position->evaluations, ==, 6 * (result->iterations + 1));
    require_consistent(scene, result);
}

TEST(a_run_without_improvement_ends)
{
    struct seen seen = {.kind = CONSTANT};
    swarm_result *result = solve_seen(&seen, PAIRS(SMALL, "no-improve", "7"));
    REQUIRE(result->value == 5.0 && result->best_iteration == 0 && result->trace_count == 1);
    REQUIRE_INT(result->stop_reason, ==, SWARM_STOP_STAGNATION);
    REQUIRE_INT(result->iterations, ==, 7);
}

struct calls {
    struct scene *scene;
    uint64_t cancel_at, count, improved, last;
    double best;
};

static void count_calls(void *user, const struct swarm_progress *progress)
{
    struct calls *calls = user;
    ++calls->count;
    calls->improved += progress->improved;
    REQUIRE(progress->iteration >= calls->last);
    REQUIRE(calls->count == 1 || progress->value <= calls->best);
    calls->last = progress->iteration;
    calls->best = progress->value;
    if (progress->iteration >= calls->cancel_at) {
        swarm_context_cancel(calls->scene->context);
    }
}

TEST(progress_is_called_at_improvements_and_may_cancel_the_run)
{
    struct scene *scene = scene_swarm("sphere");
    struct calls calls = {.scene = scene, .cancel_at = UINT64_MAX};
    swarm_result *result =
        scene_watch(scene, PAIRS("dim", "5", "particles", "6", "iterations", "200"), count_calls, &calls);
    REQUIRE(calls.improved == result->trace_count && calls.best == result->value);
    calls = (struct calls){.scene = scene, .cancel_at = 10};
    result = scene_watch(scene, PAIRS("dim", "5", "particles", "6", "time", "1000"), count_calls, &calls);
    REQUIRE_INT(result->stop_reason, ==, SWARM_STOP_CANCELLED);
    REQUIRE(result->iterations >= 10);
    REQUIRE(!scene_setting(result, "iterations"));
    require_consistent(scene, result);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Checkpoints                                                                                                        */

/* Requires that a run stopped after k iterations and resumed to 60 equals a run of 60, for each k in `lengths`. */
static void require_resumes(const char *name, const char *const *pairs, const char *const *lengths)
{
    struct scene *scene = scene_swarm(name);
    swarm_result *whole = scene_solve(scene, join(pairs, PAIRS("iterations", "60")));
    for (; *lengths; ++lengths) {
        swarm_result *part =
            scene_solve(scene, join(pairs, PAIRS("iterations", *lengths, "checkpoint", test_file("state"))));
        const uint64_t done = part->iterations;
        part = scene_solve(scene, join(pairs, PAIRS("iterations", "60", "resume", test_file("state"))));
        REQUIRE_INT(part->first_iteration, ==, done);
        require_same_search(whole, part);
        require_consistent(scene, part);
    }
}

#define LENGTHS PAIRS("1", "2", "17", "30", "59", "60")

TEST(a_run_of_k_iterations_resumed_to_n_is_one_of_n)
{
    static const char *const rows[][2] = {{"global", "fp32"}, {"ring", "fp64"}, {"von-neumann", "fp32"}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; ++k) {
        require_resumes("rastrigin",
                        PAIRS("dim", "3", "particles", "21", "topology", rows[k][0], "precision", rows[k][1],
                              "boundary", "random", "shift", "3"),
                        LENGTHS);
    }
    require_resumes("rosenbrock", PAIRS("dim", "3", "particles", "21", "frame", "learned"), LENGTHS);
    require_resumes("cupso-cubic", PAIRS("particles", "33"), LENGTHS);
    require_resumes("rastrigin",
                    PAIRS("dim", "2", "particles", "70", "best", "asynchronous", "exchange", "16", "seed", "4"),
                    LENGTHS);
    require_resumes("sphere", PAIRS("dim", "2", "particles", "9", "inertia", "linear:0.9:0.4:60"), LENGTHS);
    /* a run that had ended gives its own result again */
    require_resumes("sphere", PAIRS("dim", "2", "particles", "20", "target", "1"), PAIRS("60"));
    require_resumes("rastrigin", PAIRS("dim", "2", "particles", "5", "no-improve", "4"), PAIRS("60"));
}

TEST(a_run_that_had_ended_continues_under_other_ends)
{
    const char *const *pairs = PAIRS("dim", "2", "particles", "5", "iterations", "40");
    struct scene *scene = scene_swarm("rastrigin");
    swarm_result *part = scene_solve(scene, join(pairs, PAIRS("no-improve", "4", "checkpoint", test_file("state"))));
    REQUIRE(part->stop_reason == SWARM_STOP_STAGNATION && part->iterations < 40);
    part = scene_solve(scene, join(pairs, PAIRS("resume", test_file("state"))));
    require_same_search(scene_solve(scene, pairs), part);
}

/* Progress function: keeps the checkpoint of iteration 10 under another name. */
static void keep_checkpoint(void *user, const struct swarm_progress *progress)
{
    (void)user;
    if (progress->iteration > 20 && access(test_file("state"), F_OK) == 0 && access(test_file("other"), F_OK) != 0) {
        REQUIRE(rename(test_file("state"), test_file("other")) == 0);
    }
}

TEST(checkpoints_are_written_during_a_run)
{
    struct scene *scene = scene_swarm("sphere");
    const char *const *pairs = PAIRS("dim", "4", "particles", "9", "iterations", "60");
    char every[96];
    snprintf(every, sizeof every, "%s,10", test_file("state"));
    swarm_result *whole = scene_watch(scene, join(pairs, PAIRS("checkpoint", every)), keep_checkpoint, NULL);
    swarm_result *part = scene_solve(scene, join(pairs, PAIRS("resume", test_file("other"))));
    REQUIRE_INT(part->first_iteration % 10, ==, 0);
    REQUIRE(part->first_iteration >= 20 && part->first_iteration < 60);
    require_same_search(whole, part);
}

TEST(a_checkpoint_of_another_run_is_refused_with_what_differs)
{
    const char *box_path = test_write("box", "-5 5\n", 5);
    const struct {
        const char *pairs[5];
        const char *says;
    } cases[] = {
        {{"seed", "2"}, "had seed 1"},
        {{"dim", "3"}, "had dim 2"},
        {{"precision", "fp32"}, "had precision fp64"},
        {{"bounds", "-4:4"}, "had no bounds"},
        {{"bounds", box_path}, "was written with bounds of -5.12"},
        {{"maximise", "true"}, "had no maximise"},
        {{"inertia", "0.7"}, "had no inertia"},
        {{"best", "asynchronous"}, "had no best"},
        {{"islands", "2"}, "had islands 1"},
        {{"iterations", "9"}, "already has 10 iterations"},
    };
    struct scene *scene = scene_swarm("rastrigin");
    scene_solve(scene, PAIRS("dim", "2", "particles", "7", "iterations", "10", "checkpoint", test_file("state")));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        scene_refuse(
            scene,
            join(PAIRS("dim", "2", "particles", "7", "iterations", "20", "resume", test_file("state")), cases[i].pairs),
            SWARM_ERROR_INVALID_ARGUMENT, cases[i].says);
    }
    scene = scene_swarm("sphere");
    scene_refuse(scene, PAIRS("dim", "2", "particles", "7", "resume", test_file("state")), SWARM_ERROR_INVALID_ARGUMENT,
                 "was written with objective of rastrigin, and this run has sphere");
    scene_refuse(scene, PAIRS("checkpoint", "no/such/folder/file", "iterations", "1"), SWARM_ERROR_IO,
                 "no/such/folder/file: cannot be written");
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Evaluating                                                                                                         */

TEST(points_are_evaluated_as_a_run_does)
{
    struct scene *scene = scene_swarm("sphere");
    static const char *const precisions[] = {"fp64", "fp32"};
    for (int k = 0; k < 2; ++k) {
        const char *const *pairs = PAIRS("dim", "3", "shift", "5", "particles", "20", "precision", precisions[k]);
        swarm_result *result = scene_solve(scene, pairs);
        swarm_params *params = scene_params(scene, pairs);
        double values[2] = {-1, -1}, points[6] = {0};
        memcpy(points + 3, result->position->x, 3 * sizeof *points);
        require_ok(scene, swarm_objective_evaluate(scene->context, params, 2, points, values));
        REQUIRE(values[1] == result->value);
        REQUIRE(values[0] > 1.0); /* --shift moves the optimum away from 0 */
    }
}

TEST_MAIN()
