/* The tour from which a run starts, and the reference length of gaps and targets. With the sequential reference. */
#include "../scene.h"

enum { NODES = 40 };

/* An instance with its context (scene.h), and parameters for runs. */
struct held {
    struct scene *scene;
    swarm_params *params;
};

/* Opens a scene with parameters. `pairs`: options in addition to 20 iterations. */
static struct held hold(const char *const *pairs)
{
    struct scene *scene = scene_open(NODES);
    return (struct held){scene, scene_params(scene, join(PAIRS("iterations", "20"), pairs))};
}

static void set(struct held *held, const char *name, const char *value)
{
    scene_set(held->scene, held->params, name, value);
}

static void set_start(struct held *held, const uint32_t *tour, size_t count)
{
    require_ok(held->scene, swarm_params_start(held->scene->context, held->params, tour, count));
}

static swarm_result *solve(struct held *held)
{
    return scene_run(held->scene, held->params, NULL, NULL);
}

static void require_refused(struct held *held, enum swarm_status expected, const char *words)
{
    scene_refuse_run(held->scene, held->params, expected, words);
}

TEST(a_run_starts_from_the_given_tour_and_never_ends_above_it)
{
    struct held held = hold(NOTHING);
    const swarm_result *first = solve(&held);
    set_start(&held, first->tour->nodes, NODES);
    set(&held, "seed", "2");
    const swarm_result *again = solve(&held);
    REQUIRE_INT(again->trace[0].length, ==, first->length);
    REQUIRE_INT(again->trace[0].iteration, ==, 0);
    REQUIRE_INT(again->length, <=, first->length);
    set_start(&held, NULL, 0);
    const swarm_result *without = solve(&held);
    REQUIRE(without->trace[0].length != first->length); /* NULL restores the nearest-neighbour tour */
}

TEST(the_start_tour_leads_the_ants)
{
    /* 20 iterations of Ant System from scratch find no tour as short as 20 iterations after a tour of 300 iterations */
    struct held held = hold(PAIRS("algorithm", "as", "iterations", "300"));
    swarm_result *good = solve(&held);
    set(&held, "iterations", "1");
    set(&held, "seed", "3");
    swarm_result *scratch = solve(&held);
    set_start(&held, good->tour->nodes, NODES);
    set(&held, "iterations", "20");
    swarm_result *warm = solve(&held);
    REQUIRE_INT(warm->length, <=, good->length);
    REQUIRE_INT(good->length, <, scratch->length);
}

TEST(a_start_that_is_no_permutation_is_refused)
{
    struct held held = hold(NOTHING);
    uint32_t tour[NODES];
    for (uint32_t k = 0; k < NODES; ++k) {
        tour[k] = k;
    }
    for (int k = 0; k < 2; ++k) {
        tour[3] = k == 0 ? 4 : NODES;
        set_start(&held, tour, NODES);
        require_refused(&held, SWARM_ERROR_VERIFICATION, "the starting tour");
    }
    tour[3] = 3;
    set_start(&held, tour, NODES - 1);
    require_refused(&held, SWARM_ERROR_VERIFICATION, "39");
}

TEST(without_a_start_the_ants_of_iteration_1_build_the_first_tour)
{
    struct held held = hold(PAIRS("algorithm", "as", "ants", "3"));
    const swarm_result *nearest = solve(&held);
    set(&held, "start-tour", "none");
    const swarm_result *none = solve(&held);
    REQUIRE_INT(nearest->trace[0].iteration, ==, 0);
    REQUIRE_INT(none->trace[0].iteration, ==, 1);
    REQUIRE_INT(none->iterations, ==, 20);
    REQUIRE_INT(none->length, ==, none->tour->built_length);
    REQUIRE_INT(none->length, ==, nearest->tour->built_length); /* the ants of Ant System do not see the best tour */
    REQUIRE(none->length > nearest->trace[0].length);
    set(&held, "time", "1e-9");
    const swarm_result *late = solve(&held);
    REQUIRE(late->iterations == 1 && late->stop_reason == SWARM_STOP_TIME);
    set(&held, "target", "1e9");
    const swarm_result *reached = solve(&held);
    REQUIRE(reached->iterations == 1 && reached->stop_reason == SWARM_STOP_TARGET);
    set_start(&held, none->tour->nodes, NODES);
    require_refused(&held, SWARM_ERROR_INVALID_ARGUMENT, "start-tour none clashes with a starting tour");
}

TEST(the_curve_has_every_iteration_of_ants_and_changes_no_tour)
{
    struct held held = hold(PAIRS("algorithm", "mmas", "local-search", "none"));
    const swarm_result *without = solve(&held);
    REQUIRE_INT(without->curve_count, ==, 0);
    swarm_params_curve(held.params, true);
    const swarm_result *with = solve(&held);
    require_same_solution(with, without);
    REQUIRE_INT(with->curve_count, ==, 20);
    int64_t built = INT64_MAX;
    for (size_t k = 0; k < 20; ++k) {
        const struct swarm_curve_point *point = &with->curve[k];
        built = point->shortest < built ? point->shortest : built;
        REQUIRE_INT(point->iteration, ==, (int)k + 1);
        REQUIRE(point->length <= point->shortest && (double)point->shortest <= point->mean);
        REQUIRE(k == 0 || point->length <= point[-1].length);
        REQUIRE(point->branching >= 1.0 && point->branching <= NODES - 1);
    }
    REQUIRE_INT(built, ==, with->tour->built_length);
    REQUIRE_INT(with->curve[19].length, ==, with->length);
    set(&held, "algorithm", "mosaic");
    set(&held, "local-search", "auto");
    REQUIRE_INT(solve(&held)->curve_count, ==, 0);
}

TEST(a_gap_needs_an_optimum_and_ends_the_run_at_that_gap)
{
    struct held held = hold(PAIRS("target-gap", "5"));
    require_refused(&held, SWARM_ERROR_INVALID_ARGUMENT, "optimum");
    set(&held, "iterations", "30");
    set(&held, "optimum", "1"); /* no tour is as short */
    swarm_result *result = solve(&held);
    REQUIRE_INT(result->stop_reason, ==, SWARM_STOP_ITERATIONS);
    REQUIRE(result->tour->reference.known && result->tour->reference.given && !result->tour->reference.proven);
    REQUIRE_INT(result->tour->reference.length, ==, 1);
    char text[32];
    snprintf(text, sizeof text, "%lld", (long long)result->length);
    set(&held, "optimum", text);
    swarm_result *reached = solve(&held);
    REQUIRE_INT(reached->stop_reason, ==, SWARM_STOP_TARGET);
    REQUIRE(20 * reached->length <= 21 * result->length);
    REQUIRE(reached->trace_count < 2 || 20 * reached->trace[reached->trace_count - 2].length > 21 * result->length);
    set(&held, "target-gap", "0");
    swarm_result *exact = solve(&held);
    REQUIRE_INT(exact->stop_reason, ==, SWARM_STOP_TARGET);
    REQUIRE_INT(exact->length, ==, result->length);
    set(&held, "target", "1000000.5"); /* the longer of two targets ends the run */
    result = solve(&held);
    REQUIRE(result->stop_reason == SWARM_STOP_TARGET && result->iterations == 0);
}

TEST(a_known_optimum_is_the_reference_of_tours_only)
{
    static const double line[28] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13};
    struct scene *scene = scene_of("tsp");
    require_ok(scene, swarm_instance_from_coordinates(scene->context, "burma14", SWARM_METRIC_EUC_2D, 14, line,
                                                      &scene->instance));
    swarm_params *params = scene_params(scene, PAIRS("iterations", "20"));
    struct swarm_reference reference = swarm_instance_reference(scene->instance, params);
    REQUIRE(reference.known && reference.proven && !reference.given);
    REQUIRE_INT(reference.length, ==, 3323);
    REQUIRE(swarm_instance_reference(scene->instance, NULL).known);
    scene_set(scene, params, "path", "true");
    REQUIRE(!swarm_instance_reference(scene->instance, params).known);
    scene_set(scene, params, "path", "false");
    REQUIRE(swarm_instance_reference(scene->instance, params).known);
    scene_set(scene, params, "optimum", "12.7");
    REQUIRE_INT(swarm_instance_reference(scene->instance, params).length, ==, 12);
}

TEST(several_tours_are_individuals_of_mosaic)
{
    struct held held = hold(NOTHING);
    uint32_t tours[2][NODES];
    for (uint32_t k = 0; k < NODES; ++k) {
        tours[0][k] = k;
        tours[1][k] = k * 7 % NODES;
    }
    int64_t lengths[2];
    for (int i = 0; i < 2; ++i) {
        require_ok(held.scene, swarm_params_add_start(held.scene->context, held.params, tours[i], NODES));
        require_ok(held.scene,
                   swarm_tour_length(held.scene->context, held.scene->instance, tours[i], NODES, &lengths[i]));
    }
    set(&held, "algorithm", "mmas");
    require_refused(&held, SWARM_ERROR_INVALID_ARGUMENT, "2 starting tours clash with algorithm mmas");
    set(&held, "algorithm", "mosaic");
    set(&held, "population", "1");
    require_refused(&held, SWARM_ERROR_INVALID_ARGUMENT, "2 starting tours clash with population 1");
    set(&held, "population", "4");
    swarm_result *result = solve(&held);
    REQUIRE_INT(result->trace[0].length, ==, lengths[0] < lengths[1] ? lengths[0] : lengths[1]);
    REQUIRE_INT(swarm_params_add_start(held.scene->context, held.params, tours[0], NODES - 1), ==,
                SWARM_ERROR_INVALID_ARGUMENT);
    REQUIRE_CONTAINS(swarm_context_error(held.scene->context), "39");
    REQUIRE_INT(swarm_params_add_start(held.scene->context, held.params, NULL, NODES), ==,
                SWARM_ERROR_INVALID_ARGUMENT);
    set_start(&held, tours[1], NODES); /* replaces both tours */
    set(&held, "algorithm", "mmas");
    set(&held, "population", "auto");
    result = solve(&held);
    REQUIRE_INT(result->trace[0].length, ==, lengths[1]);
    tours[1][3] = tours[1][4];
    require_ok(held.scene, swarm_params_add_start(held.scene->context, held.params, tours[1], NODES));
    set(&held, "algorithm", "mosaic");
    require_refused(&held, SWARM_ERROR_VERIFICATION, "the starting tour");
}

TEST(a_record_is_repeated)
{
    struct held held = hold(PAIRS("seed", "9"));
    const swarm_result *first = solve(&held);
    const struct swarm_record record = {"a run", first->settings, first->setting_count, first->iterations, NULL};
    held.params = scene_params(held.scene, PAIRS("time", "60"));
    require_ok(held.scene, swarm_params_replay(held.scene->context, held.params, &record));
    const swarm_result *again = solve(&held);
    require_same_solution(again, first);
    REQUIRE_INT(again->iterations, ==, first->iterations);
    set(&held, "seed", "8");
    swarm_context *context = held.scene->context;
    require_says(held.scene, swarm_params_replay(context, held.params, &record), SWARM_ERROR_INVALID_ARGUMENT,
                 "seed 8 clashes with replay a run");
    const struct swarm_record empty = {"nothing", NULL, 0, 1, NULL};
    require_says(held.scene, swarm_params_replay(context, held.params, &empty), SWARM_ERROR_INPUT,
                 "algorithm is missing");
    REQUIRE_INT(swarm_params_replay(context, held.params, NULL), ==, SWARM_ERROR_INVALID_ARGUMENT);
    struct scene *swarm = scene_of("pso"); /* parameters of another problem */
    REQUIRE_INT(swarm_params_replay(swarm->context, scene_params(swarm, NOTHING), &record), ==, SWARM_ERROR_INPUT);
}

TEST_MAIN()
