/* Islands of swarms by the sequential reference: migration, stop conditions, checkpoints and replay. */
#include "../scene.h"
#include "islands/islands.h"

#define ALONE "dim", "3", "particles", "11", "iterations", "60"
#define SMALL ALONE, "epoch", "8"

/* Requires that the run's best is the best island's, and that the evaluations of all islands are counted. */
static void require_islands(const struct scene *scene, const swarm_result *result, size_t count, uint64_t particles)
{
    uint64_t iterations = 0;
    double best = (double)INFINITY;
    require_consistent(scene, result);
    REQUIRE_INT(result->island_count, ==, count);
    for (size_t k = 0; k < count; ++k) {
        best = fmin(best, result->islands[k].value);
        iterations += result->islands[k].iterations + 1;
    }
    REQUIRE(best == result->value);
    REQUIRE_INT(result->position->evaluations, ==, particles * iterations);
}

TEST(one_island_is_a_run_without_islands)
{
    struct scene *scene = scene_swarm("rastrigin");
    swarm_result *one = scene_solve(scene, PAIRS(ALONE, "islands", "1"));
    require_same_search(scene_solve(scene, PAIRS(ALONE)), one);
    REQUIRE_INT(one->island_count, ==, 0);
    scene_refuse(scene, PAIRS(SMALL, "islands", "1"), SWARM_ERROR_INVALID_ARGUMENT, "epoch 8 clashes with one island");
}

TEST(islands_that_take_nothing_are_runs_of_their_seeds)
{
    struct scene *scene = scene_swarm("rastrigin");
    swarm_result *all = scene_solve(scene, PAIRS(SMALL, "islands", "3", "migration", "none"));
    require_islands(scene, all, 3, 11);
    REQUIRE_INT(taken_of(all), ==, 0);
    for (uint32_t k = 0; k < 3; ++k) {
        char seed[24];
        snprintf(seed, sizeof seed, "%llu", (unsigned long long)islands_seed(1, k));
        swarm_result *one = scene_solve(scene, PAIRS(ALONE, "seed", seed));
        REQUIRE(one->value == all->islands[k].value);
        REQUIRE_INT(one->best_iteration, ==, all->islands[k].best_iteration);
    }
}

/* Values of --best, each with an option that it supports. */
static const char *const rows[][5] = {
    {"best", "reduction"},  {"best", "reduction-unrolled", "topology", "ring"}, {"best", "queue"},
    {"best", "queue-lock"}, {"best", "counter", "topology", "von-neumann"},     {"best", "persistent"},
    {"precision", "fp32"},  {"best", "asynchronous", "exchange", "5"},
};

TEST(islands_take_better_answers_on_every_row)
{
    static const char *const migrations[] = {"ring", "complete"};
    struct scene *scene = scene_swarm("rastrigin");
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; ++row) {
        for (size_t i = 0; i < 4; ++i) {
            const char *count = i % 2 ? "3" : "2";
            swarm_result *result =
                scene_solve(scene, join(PAIRS(SMALL, "islands", count, "migration", migrations[i / 2]), rows[row]));
            require_islands(scene, result, i % 2 ? 3 : 2, 11);
            REQUIRE_INT(taken_of(result), >, 0);
        }
    }
}

TEST(islands_of_k_iterations_resumed_to_n_are_some_of_n)
{
    static const char *const lengths[] = {"8", "13", "40", "60"};
    struct scene *scene = scene_swarm("rastrigin");
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; ++row) {
        const char *const *pairs = join(PAIRS("dim", "3", "particles", "11", "epoch", "8", "islands", "3"), rows[row]);
        swarm_result *whole = scene_solve(scene, join(pairs, PAIRS("iterations", "60")));
        for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; ++i) {
            swarm_result *part =
                scene_solve(scene, join(pairs, PAIRS("iterations", lengths[i], "checkpoint", test_file("state"))));
            const uint64_t done = part->iterations;
            part = scene_solve(scene, join(pairs, PAIRS("iterations", "60", "resume", test_file("state"))));
            REQUIRE_INT(part->first_iteration, ==, done);
            require_same_search(whole, part);
            require_islands(scene, part, 3, 11);
        }
    }
}

TEST(a_target_ends_all_islands_after_an_epoch_and_gives_the_same_again)
{
    struct scene *scene = scene_swarm("sphere");
    for (int tribes = 0; tribes < 2; ++tribes) {
        const char *const *pairs =
            PAIRS(SMALL, "islands", "3", "target", "1", "best", tribes ? "asynchronous" : "counter");
        swarm_result *whole = scene_solve(scene, join(pairs, PAIRS("checkpoint", test_file("state"))));
        REQUIRE_INT(whole->stop_reason, ==, SWARM_STOP_TARGET);
        REQUIRE(whole->value <= 1.0 && whole->iterations < 60);
        require_islands(scene, whole, 3, 11);
        require_same_search(whole, scene_solve(scene, join(pairs, PAIRS("resume", test_file("state")))));
    }
}

TEST(islands_that_find_nothing_better_end_but_continue_without_a_finite_value)
{
    struct scene *scene = scene_swarm("goldstein-price");
    swarm_result *result = scene_solve(
        scene, PAIRS("particles", "20", "islands", "2", "epoch", "5", "no-improve", "20", "iterations", "100000"));
    REQUIRE_INT(result->stop_reason, ==, SWARM_STOP_STAGNATION);
    REQUIRE(result->iterations < 100000 && result->iterations % 5 == 0);
    scene = scene_swarm("sphere");
    result = scene_solve(scene, PAIRS("dim", "2", "particles", "5", "bounds", "-1e300:1e300", "islands", "2",
                                      "iterations", "3", "epoch", "1"));
    REQUIRE(isinf(result->value) && result->trace_count == 1 && result->best_iteration == 0);
    require_islands(scene, result, 2, 5);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Repeating                                                                                                          */

/* Repeats a run from the record of its result, and requires the same result. */
static void require_repeats(const char *objective, const char *const *pairs, const char *target)
{
    struct scene *scene = scene_swarm(objective);
    swarm_result *first = scene_solve(scene, pairs);
    swarm_params *params = scene_params(scene, NOTHING);
    const struct swarm_record record = {
        .name = "first.json",
        .settings = first->settings,
        .setting_count = first->setting_count,
        .iterations = first->iterations,
        .target = first->stop_reason == SWARM_STOP_TARGET ? target : NULL,
    };
    require_ok(scene, swarm_params_replay(scene->context, params, &record));
    swarm_result *again = scene_run(scene, params, NULL, NULL);
    require_same_solution(first, again);
    REQUIRE_INT(again->first_iteration, ==, 0);
    REQUIRE_INT(again->best_iteration, ==, first->best_iteration);
    REQUIRE_INT(again->iterations, ==, first->iterations);
    REQUIRE_INT(taken_of(again), ==, taken_of(first));
}

TEST(runs_are_repeated_from_their_records)
{
    const char *box = test_write("box", "1 2\n-3 -2\n", 10), *start = test_write("csv", "1.5,-2\n", 7);
    require_repeats("sphere", PAIRS("dim", "4", "particles", "9", "iterations", "30"), NULL);
    require_repeats("cupso-cubic", PAIRS("particles", "9", "iterations", "30"), NULL);
    require_repeats("sphere", PAIRS("dim", "2", "particles", "9", "bounds", box, "init", start, "iterations", "3"),
                    NULL);
    require_repeats("sphere", PAIRS("dim", "2", "particles", "9", "target", "1e-3"), "1e-3");
    require_repeats("rastrigin", PAIRS("dim", "2", "particles", "9", "inertia", "linear:0.9:0.4", "no-improve", "5"),
                    NULL);
    require_repeats("griewank", PAIRS("maximise", "true", "particles", "9", "best", "asynchronous", "shift", "3"),
                    NULL);
    require_repeats("rastrigin", PAIRS(SMALL, "islands", "3", "migration", "complete", "c1", "3"), NULL);
}

TEST_MAIN()
