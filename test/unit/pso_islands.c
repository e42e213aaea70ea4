/* Islands of swarms by the sequential twin: migration, ends, checkpoints and replay. */
#include <unistd.h>

#include "pso_support.h"
#include "run/islands.h"

static char state_path[64];

#define SMALL "dim", "3", "particles", "11", "iterations", "60", "epoch", "8"

/* The values that two equal runs of islands share. */
static void require_same_islands(const swarm_result *a, const swarm_result *b)
{
    require_same_search(a, b);
    REQUIRE_INT(a->island_count, ==, b->island_count);
    for (size_t k = 0; k < a->island_count; ++k) {
        REQUIRE(a->islands[k].seed == b->islands[k].seed && a->islands[k].value == b->islands[k].value);
        REQUIRE_INT(a->islands[k].iterations, ==, b->islands[k].iterations);
        REQUIRE_INT(a->islands[k].best_iteration, ==, b->islands[k].best_iteration);
        REQUIRE_INT(a->islands[k].taken, ==, b->islands[k].taken);
    }
}

/* Answers that all islands have taken. */
static uint64_t taken_of(const swarm_result *result)
{
    uint64_t taken = 0;
    for (size_t k = 0; k < result->island_count; ++k) {
        taken += result->islands[k].taken;
    }
    return taken;
}

/* The best of the islands is the run's, and all of their evaluations count. */
static void require_islands(const swarm_result *result, size_t count, uint64_t particles)
{
    uint64_t iterations = 0;
    double best = (double)INFINITY;
    require_consistent(result);
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
    struct scene scene = scene_open("rastrigin");
    swarm_result *none = scene_solve(&scene, PAIRS("dim", "3", "particles", "11", "iterations", "60"), NULL, NULL);
    swarm_result *one =
        scene_solve(&scene, PAIRS("dim", "3", "particles", "11", "iterations", "60", "islands", "1"), NULL, NULL);
    require_same_search(none, one);
    REQUIRE_INT(one->island_count, ==, 0);
    swarm_result_destroy(&none);
    swarm_result_destroy(&one);
    scene_refuse(&scene, PAIRS(SMALL, "islands", "1"), SWARM_ERROR_INVALID_ARGUMENT, "epoch 8 clashes with one island");
    scene_close(&scene);
}

TEST(islands_that_take_nothing_are_runs_of_their_seeds)
{
    struct scene scene = scene_open("rastrigin");
    swarm_result *all = scene_solve(&scene, PAIRS(SMALL, "islands", "3", "migration", "none"), NULL, NULL);
    require_islands(all, 3, 11);
    REQUIRE_INT(taken_of(all), ==, 0);
    for (uint32_t k = 0; k < 3; ++k) {
        char seed[24];
        snprintf(seed, sizeof seed, "%llu", (unsigned long long)run_island_seed(1, k));
        swarm_result *one =
            scene_solve(&scene, PAIRS("dim", "3", "particles", "11", "iterations", "60", "seed", seed), NULL, NULL);
        REQUIRE(one->value == all->islands[k].value);
        REQUIRE_INT(one->best_iteration, ==, all->islands[k].best_iteration);
        swarm_result_destroy(&one);
    }
    swarm_result_destroy(&all);
    scene_close(&scene);
}

/* Each row of --best, with the options that it goes with. */
static const char *const rows[][5] = {
    {"best", "reduction"},  {"best", "reduction-unrolled", "topology", "ring"}, {"best", "queue"},
    {"best", "queue-lock"}, {"best", "counter", "topology", "von-neumann"},     {"best", "persistent"},
    {"precision", "fp32"},  {"best", "asynchronous", "exchange", "5"},
};

/* `pairs` of a row behind others. */
static const char *const *with_row(const char *const *pairs, size_t row, const char *joined[32])
{
    size_t count = 0;
    for (; *pairs; ++pairs) {
        joined[count++] = *pairs;
    }
    for (const char *const *more = rows[row]; *more; ++more) {
        joined[count++] = *more;
    }
    joined[count] = NULL;
    return joined;
}

TEST(islands_take_better_answers_on_every_row)
{
    static const char *const migrations[] = {"ring", "complete"};
    struct scene scene = scene_open("rastrigin");
    const char *joined[32];
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; ++row) {
        for (size_t i = 0; i < 4; ++i) {
            const char *count = i % 2 ? "3" : "2";
            swarm_result *result = scene_solve(
                &scene, with_row(PAIRS(SMALL, "islands", count, "migration", migrations[i / 2]), row, joined), NULL,
                NULL);
            require_islands(result, i % 2 ? 3 : 2, 11);
            REQUIRE_INT(taken_of(result), >, 0);
            swarm_result_destroy(&result);
        }
    }
    scene_close(&scene);
}

TEST(islands_whose_rows_find_the_same_find_the_same)
{
    struct scene scene = scene_open("ackley");
    swarm_result *first = scene_solve(&scene, PAIRS(SMALL, "islands", "3", "best", "reduction"), NULL, NULL);
    swarm_result *other = scene_solve(&scene, PAIRS(SMALL, "islands", "3", "best", "persistent"), NULL, NULL);
    require_same_islands(first, other);
    swarm_result_destroy(&first);
    swarm_result_destroy(&other);
    scene_close(&scene);
}

TEST(islands_of_k_iterations_resumed_to_n_are_some_of_n)
{
    static const char *const lengths[] = {"0", "8", "13", "40", "60"};
    struct scene scene = scene_open("rastrigin");
    const char *joined[32];
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; ++row) {
        const char *const *pairs = PAIRS("dim", "3", "particles", "11", "epoch", "8", "islands", "3", "iterations",
                                         "60", "resume", state_path);
        swarm_result *whole = scene_solve(&scene, with_row(PAIRS(SMALL, "islands", "3"), row, joined), NULL, NULL);
        for (size_t i = 1; i < sizeof lengths / sizeof lengths[0]; ++i) {
            swarm_result *part = scene_solve(&scene,
                                             with_row(PAIRS("dim", "3", "particles", "11", "epoch", "8", "islands", "3",
                                                            "iterations", lengths[i], "checkpoint", state_path),
                                                      row, joined),
                                             NULL, NULL);
            const uint64_t done = part->iterations;
            swarm_result_destroy(&part);
            part = scene_solve(&scene, with_row(pairs, row, joined), NULL, NULL);
            REQUIRE_INT(part->first_iteration, ==, done);
            require_same_islands(whole, part);
            require_islands(part, 3, 11);
            swarm_result_destroy(&part);
        }
        swarm_result_destroy(&whole);
    }
    scene_close(&scene);
}

TEST(a_target_ends_all_islands_at_a_meeting_and_gives_the_same_again)
{
    struct scene scene = scene_open("sphere");
    for (int tribes = 0; tribes < 2; ++tribes) {
        const char *best = tribes ? "asynchronous" : "counter";
        swarm_result *whole = scene_solve(
            &scene, PAIRS(SMALL, "islands", "3", "target", "1", "best", best, "checkpoint", state_path), NULL, NULL);
        REQUIRE_INT(whole->stop_reason, ==, SWARM_STOP_TARGET);
        REQUIRE(whole->value <= 1.0 && whole->iterations < 60);
        require_islands(whole, 3, 11);
        swarm_result *again = scene_solve(
            &scene, PAIRS(SMALL, "islands", "3", "target", "1", "best", best, "resume", state_path), NULL, NULL);
        require_same_islands(whole, again);
        swarm_result_destroy(&whole);
        swarm_result_destroy(&again);
    }
    scene_close(&scene);
}

TEST(islands_that_find_nothing_better_end)
{
    struct scene scene = scene_open("goldstein-price");
    swarm_result *result = scene_solve(
        &scene, PAIRS("particles", "20", "islands", "2", "epoch", "5", "no-improve", "20", "iterations", "100000"),
        NULL, NULL);
    REQUIRE_INT(result->stop_reason, ==, SWARM_STOP_STAGNATION);
    REQUIRE(result->iterations < 100000 && result->iterations % 5 == 0);
    swarm_result_destroy(&result);
    scene_close(&scene);
}

TEST(islands_out_of_time_have_the_best_of_their_starts)
{
    struct scene scene = scene_open("sphere");
    swarm_result *result = scene_solve(&scene, PAIRS("dim", "2", "islands", "2", "time", "0.000001"), NULL, NULL);
    REQUIRE_INT(result->stop_reason, ==, SWARM_STOP_TIME);
    require_islands(result, 2, 1024);
    swarm_result_destroy(&result);
    scene_close(&scene);
}

/* No value but infinity is found for long. */
TEST(islands_without_a_finite_value_go_on)
{
    struct scene scene = scene_open("sphere");
    const char *const *pairs =
        PAIRS("dim", "2", "particles", "5", "bounds", "-1e300:1e300", "islands", "2", "iterations", "3", "epoch", "1");
    swarm_result *result = scene_solve(&scene, pairs, NULL, NULL);
    REQUIRE(isinf(result->value) && result->trace_count == 1 && result->best_iteration == 0);
    require_islands(result, 2, 5);
    swarm_result_destroy(&result);
    scene_close(&scene);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Repeating                                                                                                          */

/* Repeats a run from its result. */
static void require_repeats(const char *objective, const char *const *pairs, const char *target)
{
    struct scene scene = scene_open(objective);
    swarm_result *first = scene_solve(&scene, pairs, NULL, NULL), *again = NULL;
    swarm_params *params = scene_params(&scene, PAIRS("device", "none"));
    const struct swarm_record record = {
        .name = "first.json",
        .settings = first->settings,
        .setting_count = first->setting_count,
        .iterations = first->iterations,
        .target = first->stop_reason == SWARM_STOP_TARGET ? target : NULL,
    };
    require_ok(&scene, swarm_params_replay(scene.context, params, &record));
    require_ok(&scene, swarm_solve(scene.context, params, NULL, NULL, &again));
    REQUIRE_INT(again->first_iteration, ==, 0);
    REQUIRE(again->value == first->value);
    REQUIRE_INT(again->best_iteration, ==, first->best_iteration);
    REQUIRE_INT(again->iterations, ==, first->iterations);
    REQUIRE_INT(taken_of(again), ==, taken_of(first));
    REQUIRE(memcmp(again->position->x, first->position->x, first->position->dimensions * sizeof(double)) == 0);
    swarm_params_destroy(&params);
    swarm_result_destroy(&first);
    swarm_result_destroy(&again);
    scene_close(&scene);
}

TEST(runs_are_repeated_from_what_they_tell)
{
    char box[64], start[64];
    snprintf(box, sizeof box, "test_pso_%ld.islands.box", (long)getpid());
    snprintf(start, sizeof start, "test_pso_%ld.islands.csv", (long)getpid());
    FILE *file = fopen(box, "wb");
    REQUIRE(file && fputs("1 2\n-3 -2\n", file) >= 0 && fclose(file) == 0);
    file = fopen(start, "wb");
    REQUIRE(file && fputs("1.5,-2\n", file) >= 0 && fclose(file) == 0);
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
    remove(box);
    remove(start);
}

int main(void)
{
    snprintf(state_path, sizeof state_path, "test_pso_%ld.islands", (long)getpid());
    test_run_all(0, NULL);
    remove(state_path);
    return 0;
}
