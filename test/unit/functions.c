/* The settings of swarms, made from options, defaults and files. */
#include <math.h>

#include "base/key.h"
#include "functions/functions.h"
#include "run/run_part.h"

#include "../env.h"
#include "../scene.h"

#define SPHERE scene_swarm("sphere")
#define CUBIC  scene_swarm("cupso-cubic")

TEST(inputs_and_options_of_another_problem_are_refused)
{
    struct scene *tours = scene_of("tsp"), *swarm = scene_of("pso");
    require_ok(tours, swarm_objective_find(tours->context, "sphere", &tours->objective));
    scene_refuse(tours, NOTHING, SWARM_ERROR_INVALID_ARGUMENT, "the parameters have no instance");
    swarm_params *params = scene_params(swarm, NOTHING);
    REQUIRE_INT(swarm_params_set(swarm->context, params, "rho", "0.5"), ==, SWARM_ERROR_INVALID_ARGUMENT);
    require_says(swarm, swarm_check(swarm->context, params), SWARM_ERROR_INVALID_ARGUMENT,
                 "the parameters have no objective");
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Settings                                                                                                           */

/* A search whose problem has made its settings; freed after the test. */
struct asked {
    struct search_task task;
    struct search search;
    const struct pso_settings *settings;
};

static void release(void *object)
{
    struct asked *asked = object;
    run_release_question(&asked->search);
    free(asked);
}

/* Makes a search with these options. `devices` NULL: no devices. */
static const struct asked *ask_on(struct scene *scene, const struct ocl_device_list *devices, const char *const *pairs)
{
    const swarm_params *params = scene_params(scene, pairs);
    struct asked *asked = calloc(1, sizeof *asked);
    asked->task = (struct search_task){.env = &env, .params = params, .devices = devices};
    asked->search =
        (struct search){.task = &asked->task, .env = &env, .problem = &functions_problem, .options = params->options};
    REQUIRE_OK(functions_ask(&asked->search));
    asked->settings = &((const struct functions_question *)asked->search.question)->settings;
    test_defer(release, asked);
    return asked;
}

static const struct asked *ask(struct scene *scene, const char *const *pairs)
{
    return ask_on(scene, NULL, pairs);
}

TEST(by_default_a_swarm_is_constricted_and_ants_are_the_published_ones_with_room_for_the_dimensions)
{
    const struct asked *asked = ask(SPHERE, PAIRS("dim", "3", "algorithm", "pso"));
    const struct pso_settings *settings = asked->settings;
    REQUIRE(fabs(settings->inertia - 0.72984378812835757) < 1e-15);
    REQUIRE(settings->cognitive == 2.05 * settings->inertia && settings->social == settings->cognitive);
    REQUIRE(settings->inertia_step == 0.0 && settings->inertia_iterations == 0);
    REQUIRE_INT(settings->precision, ==, 64);
    REQUIRE_INT(settings->particles, ==, 1024);
    REQUIRE_INT(settings->dimensions, ==, 3);
    REQUIRE(settings->largest_velocity[2] == 0.5 * (settings->upper[2] - settings->lower[2]));
    REQUIRE(!settings->maximise && !settings->shift && !settings->start);
    REQUIRE(asked->search.request.target == INT64_MIN && asked->search.request.no_improve == 0);
    REQUIRE_INT(settings->boundary, ==, BOUNDARY_ABSORB);
    REQUIRE_INT(search_limit(&asked->search), ==, 1000);
    asked = ask(SPHERE, PAIRS("dim", "3", "algorithm", "acor"));
    REQUIRE_INT(asked->settings->particles, ==, 50);
    REQUIRE_INT(asked->settings->ants, ==, 2);
    REQUIRE(asked->settings->locality == 0.1 && asked->settings->spread == 0.85);
    REQUIRE_INT(asked->settings->boundary, ==, BOUNDARY_REFLECT);
    REQUIRE_INT(search_limit(&asked->search), ==, 10000);
    asked = ask(SPHERE, PAIRS("dim", "40", "algorithm", "acor", "boundary", "clamp"));
    REQUIRE_INT(asked->settings->particles, ==, 80);
    REQUIRE_INT(asked->settings->boundary, ==, BOUNDARY_CLAMP);
}

TEST(dimensions_limits_and_options_that_not_all_algorithms_have_choose_the_algorithm)
{
    static const struct {
        const char *pairs[9], *algorithm;
    } cases[] = {
        {{"dim", "2"}, "cmaes"},
        {{"dim", "200", "time", "1", "precision", "fp32", "algorithm", "auto"}, "cmaes"},
        {{"dim", "201"}, "pso"},
        {{"dim", "2", "iterations", "500"}, "cmaes"},
        {{"dim", "2", "iterations", "499"}, "pso"},
        {{"dim", "2", "iterations", "9", "evaluations", "90"}, "cmaes"},
        {{"dim", "201", "evaluations", "1"}, "pso"},
        {{"dim", "2", "topology", "global"}, "pso"},
        {{"dim", "2", "preset", "cupso"}, "pso"},
        {{"dim", "2", "boundary", "clamp"}, "pso"},
        {{"dim", "2", "boundary", "clamp", "q", "0.1"}, "acor"},
        {{"dim", "201", "population", "9", "iterations", "1"}, "cmaes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const struct asked *asked = ask(SPHERE, cases[i].pairs);
        REQUIRE_TEXT(asked->search.options.search, cases[i].algorithm);
        REQUIRE(asked->search.options.set[OPTION_search]);
    }
}

TEST(published_constants_hold_until_an_option_says_otherwise)
{
    const struct pso_settings *settings = ask(CUBIC, PAIRS("algorithm", "pso"))->settings;
    REQUIRE(settings->inertia == 1.0 && settings->cognitive == 2.0 && settings->social == 2.0);
    REQUIRE(settings->largest_velocity[0] == 200.0 && settings->maximise);
    REQUIRE_INT(settings->boundary, ==, BOUNDARY_CLAMP);
    settings = ask(CUBIC, PAIRS("c1", "1.5", "vmax", "0.25"))->settings;
    REQUIRE(settings->inertia == 1.0 && settings->cognitive == 1.5 && settings->social == 2.0);
    REQUIRE(settings->largest_velocity[0] == 50.0);
    settings = ask(CUBIC, PAIRS("constriction", "true"))->settings;
    REQUIRE(settings->inertia < 0.73 && settings->cognitive == 2.05 * settings->inertia);
    REQUIRE(settings->largest_velocity[0] == 100.0);
    REQUIRE_INT(settings->boundary, ==, BOUNDARY_ABSORB);
    settings = ask(CUBIC, PAIRS("inertia", "0.7"))->settings;
    REQUIRE(settings->inertia == 0.7 && settings->cognitive == 2.0 && settings->largest_velocity[0] == 100.0);
}

TEST(linear_inertia_begins_and_ends_where_it_says)
{
    const struct asked *asked = ask(SPHERE, PAIRS("inertia", "linear:0.9:0.4", "iterations", "11"));
    const struct pso_settings *settings = asked->settings;
    REQUIRE_INT(settings->inertia_iterations, ==, 11);
    REQUIRE(fabs(settings->inertia + settings->inertia_step - 0.9) < 1e-15);
    REQUIRE(fabs(settings->inertia + 11 * settings->inertia_step - 0.4) < 1e-15);
    REQUIRE(settings->cognitive == 2.0);
    settings = ask(SPHERE, PAIRS("inertia", "linear:0.9:0.4:1"))->settings;
    REQUIRE(settings->inertia == 0.9 && settings->inertia_step == 0.0);
    asked = ask(SPHERE, PAIRS("inertia", "linear:0.9:0.4:500", "time", "1"));
    settings = asked->settings;
    REQUIRE_INT(settings->inertia_iterations, ==, 500);
    REQUIRE_INT(search_limit(&asked->search), ==, UINT32_MAX);
    REQUIRE(asked->search.request.deadline == 1.0);
}

TEST(bounds_of_single_precision_lie_within_those_that_were_given)
{
    const struct pso_settings *settings =
        ask(SPHERE, PAIRS("bounds", "0.1:0.7", "precision", "fp32", "vmax", "none"))->settings;
    REQUIRE(settings->lower[0] >= 0.1 && settings->upper[0] <= 0.7);
    REQUIRE(settings->lower[0] == (double)(float)settings->lower[0]);
    REQUIRE(settings->upper[0] == (double)(float)settings->upper[0]);
    REQUIRE(settings->lower[0] - 0.1 < 1e-8 && 0.7 - settings->upper[0] < 1e-7);
    REQUIRE(isinf(settings->largest_velocity[0]));
}

TEST(a_shifted_optimum_stays_within_the_bounds_and_follows_the_seed)
{
    const struct asked *a = ask(SPHERE, PAIRS("shift", "7", "dim", "40"));
    const struct asked *b = ask(SPHERE, PAIRS("shift", "8", "dim", "40"));
    const struct asked *c = ask(SPHERE, PAIRS("shift", "7", "dim", "5", "seed", "9"));
    double least = (double)INFINITY, most = -(double)INFINITY;
    for (uint32_t d = 0; d < 40; ++d) {
        const double shift = a->settings->shift[d];
        REQUIRE(shift >= 0.8 * a->settings->lower[d] && shift <= 0.8 * a->settings->upper[d]);
        REQUIRE(shift != b->settings->shift[d]);
        least = fmin(least, shift / a->settings->upper[d]);
        most = fmax(most, shift / a->settings->upper[d]);
    }
    REQUIRE(least < -0.4 && most > 0.4);
    REQUIRE(memcmp(c->settings->shift, a->settings->shift, 5 * sizeof *c->settings->shift) == 0);
}

TEST(a_target_is_the_key_of_what_is_minimised_in_the_precision_of_the_run)
{
    const struct asked *asked = ask(SPHERE, PAIRS("target", "0.1"));
    REQUIRE(base_key_value(asked->search.request.target) == 0.1);
    asked = ask(SPHERE, PAIRS("target", "0.1", "precision", "fp32", "maximise", "true"));
    REQUIRE(base_key_value(asked->search.request.target) == -(double)0.1f);
    /* keys are in the order of their numbers */
    static const double numbers[] = {-(double)INFINITY, -1e308, -1.5, -1, -5e-324, 0, 5e-324, 1, 1.5, 1e308,
                                     (double)INFINITY};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i) {
        REQUIRE(base_key_value(base_key_of(numbers[i])) == numbers[i]);
        REQUIRE(i == 0 || base_key_of(numbers[i - 1]) < base_key_of(numbers[i]));
    }
    REQUIRE(base_key_of(-0.0) == base_key_of(0.0) && !signbit(base_key_value(base_key_of(-0.0))));
    REQUIRE(base_key_of(numbers[0]) > INT64_MIN && base_key_of((double)INFINITY) < INT64_MAX);
}

TEST(settings_of_documents_make_the_same_run)
{
    static const char *const scenes[][5] = {{"constriction", "true", "inertia", "0.72984378812835757"},
                                            {"inertia", "0.72984378812835757", "constriction", "true"},
                                            {"bounds", "[-100, 100]", "algorithm", "pso"}};
    const struct asked *chosen = ask(SPHERE, PAIRS("dim", "2", "algorithm", "pso"));
    for (size_t i = 0; i < 3; ++i) {
        const struct asked *given = ask(SPHERE, scenes[i]);
        REQUIRE(given->settings->inertia == chosen->settings->inertia && !given->search.options.set[OPTION_inertia]);
        REQUIRE(given->settings->lower[1] == -100.0);
    }
}

TEST(checkpoints_are_counted_in_iterations_or_seconds)
{
    static const struct {
        const char *text, *path;
        uint64_t every;
        double seconds;
    } cases[] = {{"a.b", "a.b", 0, 5.0}, {"a,b,50", "a,b", 50, 5.0}, {"a,0.5s", "a", 0, 0.5}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const struct options options = {.checkpoint = cases[i].text};
        struct run_checkpoints checkpoints = {.path = NULL};
        REQUIRE_INT(run_checkpoints_init(&env, &options, &checkpoints), ==, SWARM_OK);
        REQUIRE_TEXT(checkpoints.path, cases[i].path);
        REQUIRE_INT(checkpoints.every, ==, cases[i].every);
        REQUIRE(checkpoints.seconds == cases[i].seconds);
        run_checkpoints_deinit(&checkpoints);
    }
}

TEST(a_checkpoint_is_written_before_an_iteration_that_would_end_after_the_interval)
{
    static const struct {
        const char *every;
        double now, last, iteration, cost; /* seconds */
        bool writes;
    } cases[] = {{",5s", 4.0, 0.0, 2.0, 0.1, true},  {",5s", 4.0, 0.0, 0.5, 0.1, false},
                 {",5s", 8.0, 4.0, 0.5, 0.1, false}, {",5s", 9.0, 4.0, 0.5, 0.1, true},
                 {"", 4.0, 0.0, 2.0, 0.01, true},    {"", 4.0, 0.0, 2.0, 0.02, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        struct run *run = calloc(1, sizeof *run);
        char text[300];
        snprintf(text, sizeof text, "%s%s", test_file("state"), cases[i].every);
        run->search.env = &env;
        run->search.request.deadline = (double)INFINITY;
        REQUIRE_OK(run_checkpoints_init(&env, &(struct options){.checkpoint = text}, &run->checkpoints));
        REQUIRE_OK(run_checkpoints_begin(run));
        run->checkpoints.last = cases[i].last;
        run->checkpoints.total = run->checkpoints.cost = cases[i].cost;
        env.start = env.start + base_seconds(&env) - cases[i].now;
        const struct search_span span = {3, 4, cases[i].iteration};
        REQUIRE((run->hooks.due(run, &span) == SEARCH_DUE_FILE) == cases[i].writes);
        run_checkpoints_deinit(&run->checkpoints);
        free(run);
    }
}

static double product(void *user, const double *x, uint32_t dimensions)
{
    (void)user;
    (void)dimensions;
    return x[0] * x[1];
}

TEST(clashes_and_wrong_values_are_refused_with_the_reason)
{
    static const struct {
        const char *pairs[7];
        const char *says;
    } cases[] = {
        {{"maximise", "true", "minimise", "true"}, "maximise: clashes with minimise"},
        {{"inertia", "0.7", "constriction", "true"}, "inertia 0.7: clashes with constriction"},
        {{"inertia", "fast"}, "inertia fast: expected a number"},
        {{"inertia", "linear:0.9"}, "linear:W1:W2"},
        {{"inertia", "linear:0.9:0.4:"}, "linear:W1:W2"},
        {{"inertia", "linear:0.9:0.4", "time", "1"}, "set the iterations"},
        {{"c1", "1"}, "c1 1 and c2 2.05: with constriction their sum must be above 4"},
        {{"bounds", "5:5"}, "bounds 5:5: expected an upper bound above the lower one"},
        {{"bounds", "-1e308:1e308"}, "a range that fp64 numbers cannot represent"},
        {{"bounds", "-1e38:1e39", "precision", "fp32"}, "a range that fp32 numbers cannot represent"},
        {{"bounds", "1:1.00000001", "precision", "fp32"}, "a range that fp32 numbers cannot represent"},
        {{"bounds", "1:2", "shift", "1"}, "is not within the bounds"},
        {{"best", "asynchronous", "topology", "ring"}, "topology ring: clashes with best asynchronous"},
        {{"best", "asynchronous", "restart", "9"}, "restart 9: clashes with best asynchronous"},
        {{"best", "asynchronous", "line-start", "9"}, "line-start 9: clashes with best asynchronous"},
        {{"exchange", "10"}, "exchange 10: would be ignored"},
        {{"frame", "learned", "best", "asynchronous"}, "frame learned: clashes with best asynchronous"},
        {{"frame", "learned", "dim", "129"}, "frame learned: supports at most 128 dimensions"},
        {{"checkpoint", "a,often"}, "checkpoint a,often: expected FILE"},
        {{"checkpoint", ",50"}, "the name of a file"},
        {{"particles", "9", "population", "8"}, "population 8 clashes with particles: they belong to different algorithms"},
        {{"ants", "9", "topology", "ring"}, "ants 9 clashes with topology: they belong"},
        {{"boundary", "clamp", "population", "8"}, "population 8 clashes with boundary: they belong"},
        {{"algorithm", "pso", "ants", "3"}, "ants 3 clashes with algorithm pso: it would be ignored"},
        {{"group-size", "64"}, "group-size 64 clashes with device none"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        scene_refuse(SPHERE, cases[i].pairs, SWARM_ERROR_INVALID_ARGUMENT, cases[i].says);
    }
    scene_refuse(CUBIC, PAIRS("shift", "1"), SWARM_ERROR_INVALID_ARGUMENT, "cannot be moved");
    scene_refuse(SPHERE, PAIRS("bounds", "no/such/file"), SWARM_ERROR_INVALID_ARGUMENT,
                 "bounds no/such/file: expected two finite numbers LO:HI, or the name of an existing file");
    scene_refuse(SPHERE, PAIRS("init", "no/such/file"), SWARM_ERROR_INPUT, "no/such/file");
    scene_refuse(SPHERE, PAIRS("resume", "no/such/file"), SWARM_ERROR_INPUT, "no/such/file");
}

TEST(a_function_of_the_caller_runs_only_on_the_host)
{
    struct scene *scene = scene_function(product, NULL);
    scene_refuse(scene, PAIRS("bounds", "0:1"), SWARM_ERROR_INVALID_ARGUMENT, "set it with dim");
    scene_refuse(scene, PAIRS("dim", "2"), SWARM_ERROR_INVALID_ARGUMENT, "set them with bounds");
    scene_refuse(scene, PAIRS("dim", "2", "bounds", "0:1", "device", "gpu"), SWARM_ERROR_INVALID_ARGUMENT,
                 "only the host can call");
    scene_refuse(scene, PAIRS("dim", "2", "bounds", "0:1", "shift", "1"), SWARM_ERROR_INVALID_ARGUMENT, "shift 1");
    swarm_result *result = scene_solve(scene, PAIRS("dim", "2", "bounds", "1:2", "device", "auto", "iterations", "30"));
    REQUIRE(!result->device && result->value == 1.0);
    REQUIRE_TEXT(scene_setting(result, "device"), "none");
    require_consistent(scene, result);
}

static char logged[256];
static void keep_log(void *user, enum swarm_log_level level, const char *text)
{
    (void)user, (void)level;
    snprintf(logged, sizeof logged, "%s", text);
}

TEST(single_precision_is_chosen_with_a_note_for_a_device_without_double_or_the_device_refused)
{
    struct swarm_device machine[] = {
        {.name = "Fast GPU", .platform_name = "A", .type = SWARM_DEVICE_GPU, .clock = 9, .compute_units = 9},
        {.name = "CPU", .platform_name = "B", .type = SWARM_DEVICE_CPU, .clock = 1, .compute_units = 1, .fp64 = true},
    };
    machine[1].index = machine[1].platform = 1;
    machine[0].usable = machine[1].usable = true;
    const struct ocl_device_list devices = {.devices = machine, .count = 2};
    const struct {
        const char *device, *precision;
        int expected;
    } cases[] = {{"auto", NULL, 32}, {"auto", "auto", 32}, {"gpu", NULL, 32},    {"all", NULL, 32},
                 {"cpu", NULL, 64},  {"none", NULL, 64},   {"auto", "fp64", 64}, {"cpu", "fp32", 32}};
    env.log = keep_log;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        char buffer[OPTIONS_TEXT];
        logged[0] = '\0';
        const char *precision = cases[i].precision;
        const struct asked *asked = ask_on(
            SPHERE, &devices, PAIRS("dim", "2", "device", cases[i].device, precision ? "precision" : NULL, precision));
        REQUIRE_INT(asked->settings->precision, ==, cases[i].expected);
        REQUIRE_TEXT(options_text(&asked->search.options, OPTION_precision, true, buffer),
                     cases[i].expected == 32 ? "fp32" : "fp64");
        const bool chosen = cases[i].expected == 32 && !asked->search.options.given[OPTION_precision];
        REQUIRE(chosen ? strstr(logged, "\"Fast GPU\" has no double precision") != NULL : !logged[0]);
    }
    env.log = NULL;
    const struct swarm_device device = {.name = "Small GPU", .fp64 = false};
    struct pso_settings settings = {.precision = 64};
    REQUIRE_FAILS(functions_check_device(&env, &settings, &device), SWARM_ERROR_INVALID_ARGUMENT,
                  "Small GPU has no double precision: run with precision fp32");
    settings.precision = 32;
    REQUIRE_INT(functions_check_device(&env, &settings, &device), ==, SWARM_OK);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Files                                                                                                              */

static enum swarm_status parse_bounds(const char *text, uint32_t dimensions, double *lower, double *upper)
{
    struct pso_settings settings = {.dimensions = dimensions, .lower = lower, .upper = upper};
    return functions_bounds_parse(&env, text, strlen(text), "box.txt", &settings);
}

TEST(bounds_are_read_line_by_line_or_once_for_all_and_bad_ones_refused_with_their_line)
{
    double lower[3], upper[3];
    REQUIRE_INT(parse_bounds("# a box\n-1 1\n\n-2,2 # second\r\n -3.5 ,\t4e1\n", 3, lower, upper), ==, SWARM_OK);
    REQUIRE(lower[0] == -1 && upper[0] == 1 && lower[1] == -2 && upper[1] == 2 && lower[2] == -3.5 && upper[2] == 40);
    REQUIRE_INT(parse_bounds("0,1", 3, lower, upper), ==, SWARM_OK);
    REQUIRE(lower[2] == 0 && upper[2] == 1);
    static const char *const cases[][2] = {
        {"", "box.txt:1: found the end of the file, expected a line \"LO HI\" for each of 3 dimensions"},
        {"1 2\n3 4\n", "one line for all (2 lines read)"},
        {"1 2\n3 4\n5 6\n7 8\n",
         "box.txt:4: found \"7 8\", expected no further line, because there are only 3 dimensions"},
        {"1\n", "box.txt:1: found the end of the line, expected a number, the upper bound"},
        {"x 2\n", "box.txt:1: found \"x\", expected a number, the lower bound"},
        {"\n2 1\n", "box.txt:2: found \"1\", expected an upper bound above the lower one"},
        {"1 2 3\n", "box.txt:1: found \"3\", expected the end of the line"},
        {"1,2,\n", "expected the end of the line"},
        {"1,,2\n", "the upper bound"},
        {"1 inf\n", "found \"inf\""}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        REQUIRE_FAILS(parse_bounds(cases[i][0], 3, lower, upper), SWARM_ERROR_INPUT, cases[i][1]);
    }
}

static enum swarm_status parse_start(const char *text, uint32_t limit, double **start, uint32_t *count)
{
    double lower[] = {-1, -10}, upper[] = {1, 10};
    struct pso_settings settings = {.dimensions = 2, .particles = limit, .lower = lower, .upper = upper};
    const enum swarm_status status = functions_start_parse(&env, text, strlen(text), "start.csv", &settings);
    *start = settings.start;
    *count = settings.start_count;
    return status;
}

TEST(positions_are_read_and_those_out_of_bounds_refused_with_their_line)
{
    static const char *const cases[][2] = {
        {"# nothing\n", "expected a line of 2 numbers"},
        {"0,0\n0\n",
         "start.csv:2: found the end of the line, expected 2 numbers, the one for coordinate 2 between -10 and 10"},
        {"0,0\n1.5,0\n", "start.csv:2: found \"1.5\", expected 2 numbers, the one for coordinate 1 between -1 and 1"},
        {"0,0\n0,0,0\n", "expected the end of the line"},
        {"0,0\n0,0\n0,0\n0,0\n",
         "start.csv:4: found \"0,0\", expected no further line, because there are only 3 particles"},
        {"x,y\n", "found \"x\""}};
    double *start = NULL;
    uint32_t count = 0;
    REQUIRE_INT(parse_start("0.5, -9\n1 10\n", 3, &start, &count), ==, SWARM_OK);
    REQUIRE_INT(count, ==, 2);
    REQUIRE(start[0] == 0.5 && start[1] == -9 && start[2] == 1 && start[3] == 10);
    free(start);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        REQUIRE_FAILS(parse_start(cases[i][0], 3, &start, &count), SWARM_ERROR_INPUT, cases[i][1]);
        free(start);
    }
}

TEST(a_run_takes_its_files)
{
    struct scene *scene = SPHERE;
    const char *box = test_write("box", "1 2\n-3 -2\n", 10), *start = test_write("csv", "1,-2\n", 5);
    swarm_result *result =
        scene_solve(scene, PAIRS("dim", "2", "bounds", box, "init", start, "iterations", "3", "particles", "5"));
    REQUIRE(result->value == 5.0 && result->best_iteration == 0);
    REQUIRE(result->position->lower[1] == -3.0 && result->position->upper[1] == -2.0);
    require_consistent(scene, result);
}

TEST_MAIN_ENV()
