/* The tour that a run starts from, and the length that gaps and targets are counted from. With the sequential twin. */
#include "api_support.h"

enum { NODES = 40 };

struct held {
    struct scene scene;
    swarm_params *params;
};

static struct held hold(void)
{
    struct held held = {.scene = scene_open(NODES)};
    require_ok(&held.scene, swarm_params_create(held.scene.context, "tsp", &held.params));
    swarm_params_instance(held.params, held.scene.instance);
    require_ok(&held.scene, swarm_params_set(held.scene.context, held.params, "device", "none"));
    require_ok(&held.scene, swarm_params_set(held.scene.context, held.params, "iterations", "20"));
    return held;
}

static void let_go(struct held *held)
{
    swarm_params_destroy(&held->params);
    scene_close(&held->scene);
}

static void set(struct held *held, const char *name, const char *value)
{
    require_ok(&held->scene, swarm_params_set(held->scene.context, held->params, name, value));
}

static swarm_result *solve(struct held *held)
{
    swarm_result *result = NULL;
    require_ok(&held->scene, swarm_solve(held->scene.context, held->params, NULL, NULL, &result));
    return result;
}

static void require_refused(struct held *held, enum swarm_status expected, const char *words)
{
    swarm_result *result = NULL;
    enum swarm_status status = swarm_solve(held->scene.context, held->params, NULL, NULL, &result);
    REQUIRE_INT(status, ==, expected);
    REQUIRE_CONTAINS(swarm_context_error(held->scene.context), words);
    REQUIRE(!result);
}

TEST(a_run_starts_from_the_given_tour_and_never_ends_above_it)
{
    struct held held = hold();
    swarm_result *first = solve(&held), *again = NULL, *without = NULL;
    require_ok(&held.scene, swarm_params_start(held.scene.context, held.params, first->tour->nodes, NODES));
    set(&held, "seed", "2");
    again = solve(&held);
    REQUIRE_INT(again->trace[0].length, ==, first->length);
    REQUIRE_INT(again->trace[0].iteration, ==, 0);
    REQUIRE_INT(again->length, <=, first->length);
    require_ok(&held.scene, swarm_params_start(held.scene.context, held.params, NULL, 0));
    without = solve(&held);
    REQUIRE(without->trace[0].length != first->length); /* the nearest-neighbour tour again */
    swarm_result_destroy(&first);
    swarm_result_destroy(&again);
    swarm_result_destroy(&without);
    let_go(&held);
}

TEST(the_start_tour_leads_the_ants)
{
    /* 20 iterations of Ant System from scratch do not reach what they find around a tour of 300 iterations */
    struct held held = hold();
    set(&held, "algorithm", "as");
    set(&held, "iterations", "300");
    swarm_result *good = solve(&held);
    set(&held, "iterations", "1");
    set(&held, "seed", "3");
    swarm_result *scratch = solve(&held);
    require_ok(&held.scene, swarm_params_start(held.scene.context, held.params, good->tour->nodes, NODES));
    set(&held, "iterations", "20");
    swarm_result *warm = solve(&held);
    REQUIRE_INT(warm->length, <=, good->length);
    REQUIRE_INT(good->length, <, scratch->length);
    swarm_result_destroy(&good);
    swarm_result_destroy(&scratch);
    swarm_result_destroy(&warm);
    let_go(&held);
}

TEST(a_start_that_is_no_permutation_is_refused)
{
    struct held held = hold();
    uint32_t tour[NODES];
    for (uint32_t k = 0; k < NODES; ++k) {
        tour[k] = k;
    }
    tour[3] = 4;
    require_ok(&held.scene, swarm_params_start(held.scene.context, held.params, tour, NODES));
    require_refused(&held, SWARM_ERROR_VERIFICATION, "to start from");
    tour[3] = NODES;
    require_ok(&held.scene, swarm_params_start(held.scene.context, held.params, tour, NODES));
    require_refused(&held, SWARM_ERROR_VERIFICATION, "to start from");
    tour[3] = 3;
    require_ok(&held.scene, swarm_params_start(held.scene.context, held.params, tour, NODES - 1));
    require_refused(&held, SWARM_ERROR_VERIFICATION, "39");
    let_go(&held);
}

TEST(a_gap_needs_an_optimum_and_ends_the_run_where_it_says)
{
    struct held held = hold();
    set(&held, "target-gap", "5");
    require_refused(&held, SWARM_ERROR_INVALID_ARGUMENT, "optimum");
    set(&held, "iterations", "100");
    set(&held, "optimum", "1"); /* out of reach */
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
    swarm_result_destroy(&result);
    swarm_result_destroy(&reached);
    swarm_result_destroy(&exact);
    let_go(&held);
}

TEST(the_longer_of_two_targets_ends_the_run)
{
    struct held held = hold();
    set(&held, "optimum", "1");
    set(&held, "target-gap", "0");
    set(&held, "target", "1000000.5");
    swarm_result *result = solve(&held);
    REQUIRE_INT(result->stop_reason, ==, SWARM_STOP_TARGET);
    REQUIRE_INT(result->iterations, ==, 0);
    swarm_result_destroy(&result);
    let_go(&held);
}

TEST(a_known_optimum_is_the_reference_of_tours_only)
{
    static const char text[] =
        "NAME: burma14\nTYPE: TSP\nDIMENSION: 14\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n"
        "1 0 0\n2 1 0\n3 2 0\n4 3 0\n5 4 0\n6 5 0\n7 6 0\n8 7 0\n9 8 0\n10 9 0\n11 10 0\n12 11 0\n"
        "13 12 0\n14 13 0\nEOF\n";
    struct scene scene = {.context = NULL};
    swarm_params *params = NULL;
    REQUIRE_INT(swarm_context_create(&scene.context), ==, SWARM_OK);
    require_ok(&scene, swarm_instance_parse(scene.context, text, sizeof text - 1, "x.tsp", &scene.instance));
    require_ok(&scene, swarm_params_create(scene.context, "tsp", &params));
    swarm_params_instance(params, scene.instance);
    struct swarm_reference reference = swarm_instance_reference(scene.instance, params);
    REQUIRE(reference.known && reference.proven && !reference.given);
    REQUIRE_INT(reference.length, ==, 3323);
    REQUIRE(swarm_instance_reference(scene.instance, NULL).known);
    require_ok(&scene, swarm_params_set(scene.context, params, "path", "true"));
    REQUIRE(!swarm_instance_reference(scene.instance, params).known);
    require_ok(&scene, swarm_params_set(scene.context, params, "path", "false"));
    REQUIRE(swarm_instance_reference(scene.instance, params).known);
    require_ok(&scene, swarm_params_set(scene.context, params, "optimum", "12.7"));
    REQUIRE_INT(swarm_instance_reference(scene.instance, params).length, ==, 12);
    swarm_params_destroy(&params);
    scene_close(&scene);
}

TEST(several_tours_are_individuals_of_mosaic)
{
    struct held held = hold();
    uint32_t tours[2][NODES];
    for (uint32_t k = 0; k < NODES; ++k) {
        tours[0][k] = k;
        tours[1][k] = k * 7 % NODES;
    }
    int64_t lengths[2];
    for (int i = 0; i < 2; ++i) {
        require_ok(&held.scene, swarm_params_add_start(held.scene.context, held.params, tours[i], NODES));
        require_ok(&held.scene,
                   swarm_tour_length(held.scene.context, held.scene.instance, tours[i], NODES, &lengths[i]));
    }
    set(&held, "algorithm", "mmas");
    require_refused(&held, SWARM_ERROR_INVALID_ARGUMENT, "2 tours to start from clash with algorithm mmas");
    set(&held, "algorithm", "mosaic");
    set(&held, "population", "1");
    require_refused(&held, SWARM_ERROR_INVALID_ARGUMENT, "2 tours to start from clash with population 1");
    set(&held, "population", "4");
    swarm_result *result = solve(&held);
    REQUIRE_INT(result->trace[0].length, ==, lengths[0] < lengths[1] ? lengths[0] : lengths[1]);
    swarm_result_destroy(&result);
    REQUIRE_INT(swarm_params_add_start(held.scene.context, held.params, tours[0], NODES - 1), ==,
                SWARM_ERROR_INVALID_ARGUMENT);
    REQUIRE_CONTAINS(swarm_context_error(held.scene.context), "39");
    REQUIRE_INT(swarm_params_add_start(held.scene.context, held.params, NULL, NODES), ==, SWARM_ERROR_INVALID_ARGUMENT);
    require_ok(&held.scene, swarm_params_start(held.scene.context, held.params, tours[1], NODES)); /* it alone */
    set(&held, "algorithm", "mmas");
    set(&held, "population", "auto");
    result = solve(&held);
    REQUIRE_INT(result->trace[0].length, ==, lengths[1]);
    swarm_result_destroy(&result);
    tours[1][3] = tours[1][4];
    require_ok(&held.scene, swarm_params_add_start(held.scene.context, held.params, tours[1], NODES));
    set(&held, "algorithm", "mosaic");
    require_refused(&held, SWARM_ERROR_VERIFICATION, "to start from");
    let_go(&held);
}

TEST(a_record_is_repeated)
{
    struct held held = hold();
    set(&held, "seed", "9");
    swarm_result *first = solve(&held), *again = NULL;
    const struct swarm_record record = {"a run", first->settings, first->setting_count, first->iterations, NULL};
    swarm_params_destroy(&held.params);
    require_ok(&held.scene, swarm_params_create(held.scene.context, "tsp", &held.params));
    swarm_params_instance(held.params, held.scene.instance);
    set(&held, "device", "none");
    set(&held, "time", "60");
    require_ok(&held.scene, swarm_params_replay(held.scene.context, held.params, &record));
    again = solve(&held);
    REQUIRE_INT(again->length, ==, first->length);
    REQUIRE_INT(again->iterations, ==, first->iterations);
    REQUIRE(memcmp(again->tour->nodes, first->tour->nodes, NODES * sizeof *first->tour->nodes) == 0);
    set(&held, "seed", "8");
    REQUIRE_INT(swarm_params_replay(held.scene.context, held.params, &record), ==, SWARM_ERROR_INVALID_ARGUMENT);
    REQUIRE_CONTAINS(swarm_context_error(held.scene.context), "seed 8 clashes with replay a run");
    const struct swarm_record empty = {"nothing", NULL, 0, 1, NULL};
    REQUIRE_INT(swarm_params_replay(held.scene.context, held.params, &empty), ==, SWARM_ERROR_INPUT);
    REQUIRE_CONTAINS(swarm_context_error(held.scene.context), "found no algorithm");
    REQUIRE_INT(swarm_params_replay(held.scene.context, held.params, NULL), ==, SWARM_ERROR_INVALID_ARGUMENT);
    swarm_params *swarm = NULL;
    require_ok(&held.scene, swarm_params_create(held.scene.context, "pso", &swarm));
    REQUIRE_INT(swarm_params_replay(held.scene.context, swarm, &record), ==,
                SWARM_ERROR_INPUT); /* of another problem */
    swarm_params_destroy(&swarm);
    swarm_result_destroy(&first);
    swarm_result_destroy(&again);
    let_go(&held);
}

TEST_MAIN()
