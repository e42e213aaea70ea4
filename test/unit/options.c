/* The table of parameters, and the rules that combine parameters. */
#include <math.h>

#include "base/text.h"
#include "options/params.h"

#include "choose_support.h"

static const char *const problems[] = {"tsp", "pso", "qap", "orient"};

#define FOR_EACH_ROW(param)                                                                      \
    for (size_t problem = 0; problem < 4; ++problem)                                             \
        for (const struct swarm_param *param = swarm_param_next(problems[problem], NULL); param; \
             param = swarm_param_next(problems[problem], param))

static bool is_number(const struct swarm_param *param)
{
    return param->kind == SWARM_PARAM_INTEGER || param->kind == SWARM_PARAM_REAL;
}

static void require_refused(const struct swarm_param *param, const char *value, const char *says)
{
    if (options_check(&env, param, value) != SWARM_ERROR_INVALID_ARGUMENT) {
        fprintf(stderr, "%s: --%s %s is not refused\n", test_name, param->name, value);
        exit(1);
    }
    REQUIRE_CONTAINS(env.error, param->name);
    REQUIRE_CONTAINS(env.error, value);
    REQUIRE_CONTAINS(env.error, says);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The table                                                                                                          */

TEST(every_row_says_what_help_needs_and_accepts_its_default_and_its_words)
{
    FOR_EACH_ROW(param)
    {
        REQUIRE(!param->fallback || options_check(&env, param, param->fallback) == SWARM_OK);
        for (const struct swarm_variant *word = param->words; word && word->name; ++word) {
            REQUIRE_OK(options_check(&env, param, word->name));
            if (param->kind != SWARM_PARAM_TEXT) {
                require_refused(param, "no-such-word", word->name);
            }
        }
        REQUIRE(param->name[0] && param->help[0] && param->group[0] && param->unit);
        REQUIRE(param->kind == SWARM_PARAM_FLAG || param->operand[0]);
        REQUIRE(!is_number(param) || (param->minimum && param->maximum));
        REQUIRE(param->kind != SWARM_PARAM_WORD || (param->words && param->words[0].name));
        REQUIRE(param->help[strlen(param->help) - 1] != '.');
        for (const struct swarm_param *other = swarm_param_next(problems[problem], param); other;
             other = swarm_param_next(problems[problem], other)) {
            REQUIRE(strcmp(param->name, other->name) != 0);
            REQUIRE(!param->letter || param->letter != other->letter);
        }
    }
}

/* The number nearest to a limit of the range on its outer side: above it if `above`, otherwise below. */
static const char *beyond(const struct swarm_param *param, const char *bound, bool above, char text[32])
{
    const double real = strtod(bound, NULL);
    const unsigned long long whole = strtoull(bound, NULL, 10);
    if (param->kind == SWARM_PARAM_REAL) {
        base_text_print(text, 32, "%.17g", nextafter(real, above ? HUGE_VAL : -HUGE_VAL));
    } else if (above && whole == UINT64_MAX) {
        return "18446744073709551616";
    } else {
        snprintf(text, 32, whole == 0 && !above ? "-1" : "%llu", above ? whole + 1 : whole - 1);
    }
    return text;
}

TEST(both_ends_of_a_range_are_allowed_and_numbers_beyond_are_refused)
{
    char text[32];
    FOR_EACH_ROW(param)
    {
        if (!is_number(param)) {
            continue;
        }
        const bool open = param->minimum[0] == '(';
        if (open) {
            require_refused(param, param->minimum + 1, param->minimum + 1);
        } else {
            REQUIRE_OK(options_check(&env, param, param->minimum));
        }
        REQUIRE_OK(options_check(&env, param, param->maximum));
        require_refused(param, beyond(param, param->minimum + open, false, text), param->minimum + open);
        require_refused(param, beyond(param, param->maximum, true, text), param->maximum);
    }
}

TEST(what_is_no_number_is_refused)
{
    static const char *const words[] = {"x",   "1x",  "1 ",       " 1",    "+1",  "0x1", "nan",
                                        "NaN", "inf", "infinity", "1e999", "1,5", "--1", "."};
    FOR_EACH_ROW(param)
    {
        for (size_t i = 0; is_number(param) && i < sizeof words / sizeof words[0]; ++i) {
            bool plus_is_fine = param->kind == SWARM_PARAM_REAL && strcmp(words[i], "+1") == 0;
            if (!plus_is_fine) {
                require_refused(param, words[i], param->maximum);
            }
        }
        if (is_number(param) || param->kind == SWARM_PARAM_WORD) {
            REQUIRE_FAILS(options_check(&env, param, ""), SWARM_ERROR_INVALID_ARGUMENT, "''");
        }
        if (param->kind == SWARM_PARAM_INTEGER) {
            require_refused(param, "1.5", param->maximum);
            require_refused(param, "1e2", param->maximum);
        }
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Sets of parameters through the public functions                                                                    */

static swarm_params *held; /* parameters of the test that is running */

static struct scene *hold(void)
{
    struct scene *scene = scene_of("tsp");
    require_ok(scene, swarm_params_create(scene->context, "tsp", &scene->params[scene->params_count++]));
    held = scene->params[0];
    return scene;
}

static void require_not_set(const struct scene *scene, const char *name, const char *value, const char *says)
{
    require_says(scene, swarm_params_set(scene->context, held, name, value), SWARM_ERROR_INVALID_ARGUMENT, says);
}

TEST(a_new_set_holds_the_defaults)
{
    hold();
    FOR_EACH_ROW(param)
    {
        const char *value = swarm_params_get(held, param->name);
        REQUIRE(problem > 0 || value == param->fallback || strcmp(value, param->fallback) == 0);
    }
    for (int option = 0; option < OPTION_COUNT; ++option) {
        REQUIRE(!held->options.given[option] && !held->options.text[option]);
    }
}

TEST(a_value_that_was_set_can_be_read_and_counts_as_given)
{
    struct scene *scene = hold();
    char text[] = "0.25";
    scene_set(scene, held, "rho", text);
    text[0] = '9'; /* the parameters must have their own copy */
    REQUIRE_TEXT(swarm_params_get(held, "rho"), "0.25");
    REQUIRE(held->options.rho == 0.25 && held->options.given[OPTION_rho] && !held->options.given[OPTION_alpha]);
    scene_set(scene, held, "seed", "18446744073709551615");
    REQUIRE(held->options.seed == UINT64_MAX);
    scene_set(scene, held, "rho", "0.75");
    REQUIRE_TEXT(swarm_params_get(held, "rho"), "0.75");
}

TEST(a_refused_value_leaves_the_old_one_and_unknown_or_missing_names_are_refused)
{
    struct scene *scene = hold();
    scene_set(scene, held, "ants", "12");
    require_not_set(scene, "ants", "0", "ants 0");
    REQUIRE_CONTAINS(swarm_context_error(scene->context), "1048576");
    require_not_set(scene, "rhoo", "0.5", "there is no parameter called rhoo; did you mean rho?");
    require_not_set(scene, NULL, "1", "NULL");
    require_not_set(scene, "ants", NULL, "NULL");
    REQUIRE_TEXT(swarm_params_get(held, "ants"), "12");
    REQUIRE(!swarm_params_get(held, "rhoo") && !swarm_params_get(held, NULL));
    swarm_params_destroy(&scene->params[0]);
    REQUIRE(!scene->params[0]);
    swarm_params_destroy(&scene->params[0]);
}

/* Words of the user keep their dashes in all spellings. */
TEST(messages_spell_parameters_as_the_context_wants)
{
    static const char *const expected[] = {
        [SWARM_SPELLING_PARAMETERS] = "no-improve --x-y: expected",
        [SWARM_SPELLING_OPTIONS] = "--no-improve --x-y: expected",
        [SWARM_SPELLING_KEYWORDS] = "no_improve --x-y: expected",
    };
    struct scene *scene = hold();
    for (int spelling = 0; spelling < 3; ++spelling) {
        swarm_context_set_spelling(scene->context, (enum swarm_spelling)spelling);
        require_not_set(scene, "no-improve", "--x-y", expected[spelling]);
        REQUIRE(strncmp(swarm_context_error(scene->context), expected[spelling], strlen(expected[spelling])) == 0);
    }
    struct base_env above, fork;
    REQUIRE_INT(base_env_init(&above), ==, SWARM_OK);
    above.spelling = SWARM_SPELLING_KEYWORDS;
    base_env_fork(&fork, &above);
    base_fail(&fork, SWARM_ERROR_INPUT, "(--launch-ms %s) a--b -- -5 and --a", "--b-c");
    REQUIRE_TEXT(fork.error, "(launch_ms --b-c) a--b -- -5 and a");
    base_env_deinit(&fork);
    base_env_deinit(&above);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Companions                                                                                                         */

/* Chooses the kernel shapes for "name", "value" pairs, NULL-terminated; `request` may be NULL. */
static enum swarm_status resolve(const char *const *pairs, struct aco_shape_request *request)
{
    struct aco_shape_request dropped;
    const struct swarm_instance_info info = {.node_count = 100, .symmetric = true, .metric = SWARM_METRIC_EUC_2D};
    return resolve_with(pairs, &info, NULL, request ? request : &dropped);
}

TEST(a_group_size_selects_rows_with_groups_unless_others_are_given)
{
    static const struct {
        const char *pairs[5], *construction, *evaluation; /* options; expected rows, NULL: the device decides */
    } rows[] = {{{"device", "auto"}, NULL, NULL},
                {{"group-size", "48"}, "work-group", "work-group"},
                {{"group-size", "48", "construction", "work-item"}, "work-item", "work-group"},
                {{"group-size", "48", "evaluation", "work-item"}, "work-group", "work-item"}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
        struct aco_shape_request request;
        REQUIRE_INT(resolve(rows[k].pairs, &request), ==, SWARM_OK);
        REQUIRE_ROW(request.construction, rows[k].construction);
        REQUIRE_ROW(request.evaluation, rows[k].evaluation);
        REQUIRE(request.group_size == (k > 0 ? 48 : 0) && !request.deposit);
    }
}

TEST(the_reference_refuses_what_shapes_a_device)
{
    for (int option = 0; option < OPTION_COUNT; ++option) {
        const struct swarm_param *row = options_row((enum option)option);
        const unsigned owners = options_owners((enum option)option);
        if ((owners & IS_OF_DEVICE) && (owners & (BY_TSP | BY_ANTS))) {
            const char *value = row->minimum ? row->maximum : row->words ? row->words[1].name : "text";
            REQUIRE_FAILS(resolve(PAIRS("device", "none", row->name, value), NULL), SWARM_ERROR_INVALID_ARGUMENT,
                          row->name);
            REQUIRE_CONTAINS(env.error, "device none");
        }
    }
    REQUIRE_INT(resolve(PAIRS("device", "none"), NULL), ==, SWARM_OK);
    REQUIRE_INT(resolve(PAIRS("device", "none", "construction", "auto", "group-size", "auto"), NULL), ==, SWARM_OK);
}

TEST(options_that_the_other_options_leave_without_use_are_refused)
{
    static const struct {
        const char *pairs[7], *says; /* options; expected message, NULL: the options are accepted */
    } rows[] = {
        {{"group-size", "48", "construction", "work-item", "evaluation", "work-item"},
         "group-size 48 clashes with construction work-item and evaluation work-item"},
        {{"compress-from", "0.5", "selection", "race"}, "0.5 clashes with selection race: it would be ignored"},
        {{"compress-from", "0.5", "device", "none"}, "selection roulette"},
        {{"compress-from", "0.5", "selection", "hybrid"}, NULL},
        {{"trial-limit", "3", "selection", "compressed"}, "3 clashes with selection compressed: it would be ignored"},
        {{"trial-limit", "3", "selection", "trial"}, NULL},
        {{"trial-limit", "3", "selection", "hybrid"}, NULL}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
        REQUIRE_INT(resolve(rows[k].pairs, NULL), ==, rows[k].says ? SWARM_ERROR_INVALID_ARGUMENT : SWARM_OK);
        REQUIRE(!rows[k].says || strstr(env.error, rows[k].says));
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Presets                                                                                                            */

static void require_values(const struct options_preset *presets, size_t count, const struct swarm_variant *words)
{
    for (size_t i = 0; i < count; ++i) {
        const struct options_preset *preset = &presets[i];
        REQUIRE_TEXT(preset->name, words[i].name);
        for (const struct options_preset_value *entry = preset->values; entry->text; ++entry) {
            if (options_check(&env, options_row(entry->option), entry->text) != SWARM_OK) {
                fprintf(stderr, "%s: preset %s: %s\n", test_name, preset->name, env.error);
                exit(1);
            }
            REQUIRE_CONTAINS(words[i].help, entry->text);
            REQUIRE(options_row(entry->option)->kind != SWARM_PARAM_TEXT /* no device and no file */
                    || entry->option == OPTION_inertia);
            for (const struct options_preset_value *other = entry + 1; other->text; ++other) {
                REQUIRE(entry->option != other->option);
            }
        }
    }
    REQUIRE(!words[count].name);
}

TEST(every_value_of_a_preset_is_one_its_parameter_takes)
{
    require_values(options_presets, options_preset_count, options_preset_words);
    require_values(options_swarm_presets, options_swarm_preset_count, options_swarm_preset_words);
}

static const char *value_of(const struct options_preset *preset, enum option option)
{
    const struct options_preset_value *entry = preset->values;
    while (entry->text && entry->option != option) {
        ++entry;
    }
    return entry->text;
}

TEST(every_preset_goes_with_itself)
{
    for (size_t i = 0; i < options_preset_count; ++i) {
        struct aco_shape_request request;
        const char *construction = value_of(&options_presets[i], OPTION_construction);
        const char *deposit = value_of(&options_presets[i], OPTION_deposit);
        const char *evaluation = value_of(&options_presets[i], OPTION_evaluation);
        REQUIRE_INT(resolve(PAIRS("preset", options_presets[i].name), &request), ==, SWARM_OK);
        REQUIRE_ROW(request.construction, construction);
        REQUIRE_ROW(request.deposit, deposit);
        REQUIRE_ROW(request.evaluation, evaluation);
        REQUIRE_INT(resolve(PAIRS("preset", options_presets[i].name, "device", "none"), &request), ==, SWARM_OK);
        REQUIRE(!request.construction && !request.deposit);
    }
}

TEST(a_preset_gives_values_to_options_that_are_not_given)
{
    static const char *const expected[][2] = {
        {"beta", "5"}, {"rho", "0.8"}, {"no-improve", "fifth"}, {"iterations", "auto"}};
    struct scene *scene = hold();
    scene_set(scene, held, "beta", "5");
    scene_set(scene, held, "preset", "belotti");
    for (int on_host = 0; on_host < 2; ++on_host) {
        for (size_t k = 0; k < sizeof expected / sizeof *expected; ++k) {
            REQUIRE_TEXT(swarm_params_get(held, expected[k][0]), expected[k][1]);
        }
        REQUIRE_TEXT(swarm_params_get(held, "construction"), on_host ? "auto" : "whole-scan");
        REQUIRE(!held->options.given[OPTION_rho]);
        scene_set(scene, held, "device", "none");
    }
    require_not_set(scene, "preset", "dorigo", "angelo, angelo-data, cecilia, uchida, belotti");
}

TEST(the_shape_of_a_preset_gives_way_to_what_is_given)
{
    static const char *const rows[][3] = {{"selection", "trial", NULL}, /* option, value, construction */
                                          {"construction", "work-item", "work-item"},
                                          {"construction", "auto", NULL},
                                          {"ants-per-group", "4", "lanes"},
                                          {"group-size", "64", "queen-worker"}};
    struct aco_shape_request request;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
        REQUIRE_INT(resolve(PAIRS("preset", "cecilia", rows[k][0], rows[k][1], "deposit", "auto"), &request), ==,
                    SWARM_OK);
        REQUIRE_ROW(request.construction, rows[k][2]);
        REQUIRE(!request.deposit);
    }
    REQUIRE_INT(resolve(PAIRS("preset", "uchida", "selection", "race"), &request), ==,
                SWARM_OK); /* the option also makes the preset's --compress-from irrelevant */
}

TEST_MAIN_ENV()
