/* The table of parameters, the rules that combine parameters, and the settings of ant colonies made from them. */
#include <math.h>

#include "aco/settings.h"
#include "base/text.h"
#include "cl/aco/edge_math.h"
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

TEST(every_default_passes_its_own_check)
{
    FOR_EACH_ROW(param)
    {
        if (param->fallback) {
            REQUIRE_OK(options_check(&env, param, param->fallback));
        }
    }
}

TEST(every_row_says_what_help_needs)
{
    FOR_EACH_ROW(param)
    {
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

TEST(every_word_of_a_row_is_accepted_and_others_are_refused_with_the_words)
{
    FOR_EACH_ROW(param)
    {
        for (const struct swarm_variant *word = param->words; word && word->name; ++word) {
            REQUIRE_OK(options_check(&env, param, word->name));
            if (param->kind != SWARM_PARAM_TEXT) {
                require_refused(param, "no-such-word", word->name);
            }
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

struct held {
    swarm_context *context;
    swarm_params *params;
};

static void let_go(void *object)
{
    struct held *held = object;
    swarm_params_destroy(&held->params);
    swarm_context_destroy(&held->context);
    REQUIRE(!held->params && !held->context);
    free(held);
}

/* Makes a context and parameters; they are destroyed after the test. */
static struct held *hold(void)
{
    struct held *held = calloc(1, sizeof *held);
    REQUIRE(held && swarm_context_create(&held->context) == SWARM_OK);
    REQUIRE_INT(swarm_params_create(held->context, "tsp", &held->params), ==, SWARM_OK);
    test_defer(let_go, held);
    return held;
}

/* Requires that the value is rejected with a message that has all texts of `says`, NULL-terminated. */
static void require_not_set(struct held *held, const char *name, const char *value, const char *const *says)
{
    REQUIRE_INT(swarm_params_set(held->context, held->params, name, value), ==, SWARM_ERROR_INVALID_ARGUMENT);
    for (; *says; ++says) {
        REQUIRE_CONTAINS(swarm_context_error(held->context), *says);
    }
}

static void set(struct held *held, const char *name, const char *value)
{
    REQUIRE_INT(swarm_params_set(held->context, held->params, name, value), ==, SWARM_OK);
}

TEST(a_new_set_holds_the_defaults)
{
    struct held *held = hold();
    FOR_EACH_ROW(param)
    {
        const char *value = swarm_params_get(held->params, param->name);
        REQUIRE(problem > 0 || value == param->fallback || strcmp(value, param->fallback) == 0);
    }
    for (int option = 0; option < OPTION_COUNT; ++option) {
        REQUIRE(!held->params->options.given[option] && !held->params->options.text[option]);
    }
}

TEST(a_value_that_was_set_can_be_read_and_counts_as_given)
{
    struct held *held = hold();
    char text[] = "0.25";
    set(held, "rho", text);
    text[0] = '9'; /* the parameters must have their own copy */
    REQUIRE_TEXT(swarm_params_get(held->params, "rho"), "0.25");
    REQUIRE(held->params->options.rho == 0.25);
    REQUIRE(held->params->options.given[OPTION_rho] && !held->params->options.given[OPTION_alpha]);
    set(held, "seed", "18446744073709551615");
    REQUIRE(held->params->options.seed == UINT64_MAX);
    set(held, "rho", "0.75");
    REQUIRE_TEXT(swarm_params_get(held->params, "rho"), "0.75");
}

TEST(a_refused_value_leaves_the_old_one_and_unknown_or_missing_names_are_refused)
{
    struct held *held = hold();
    set(held, "ants", "12");
    require_not_set(held, "ants", "0", (const char *const[]){"ants 0", "1048576", NULL});
    require_not_set(held, "rhoo", "0.5", (const char *const[]){"rhoo", NULL});
    require_not_set(held, NULL, "1", (const char *const[]){"NULL", NULL});
    require_not_set(held, "ants", NULL, (const char *const[]){"NULL", NULL});
    REQUIRE_TEXT(swarm_params_get(held->params, "ants"), "12");
    REQUIRE(!swarm_params_get(held->params, "rhoo") && !swarm_params_get(held->params, NULL));
    swarm_params_destroy(&(swarm_params *){NULL});
}

/* Words of the user keep their dashes in all spellings. */
TEST(messages_spell_parameters_as_the_context_wants)
{
    static const char *const expected[] = {
        [SWARM_SPELLING_PARAMETERS] = "no-improve --x-y: expected",
        [SWARM_SPELLING_OPTIONS] = "--no-improve --x-y: expected",
        [SWARM_SPELLING_KEYWORDS] = "no_improve --x-y: expected",
    };
    struct held *held = hold();
    for (int spelling = 0; spelling < 3; ++spelling) {
        swarm_context_set_spelling(held->context, (enum swarm_spelling)spelling);
        REQUIRE_INT(swarm_params_set(held->context, held->params, "no-improve", "--x-y"), ==,
                    SWARM_ERROR_INVALID_ARGUMENT);
        REQUIRE_CONTAINS(swarm_context_error(held->context), expected[spelling]);
        REQUIRE(strncmp(swarm_context_error(held->context), expected[spelling], strlen(expected[spelling])) == 0);
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

TEST(by_default_the_device_decides_the_shape)
{
    struct aco_shape_request request;
    REQUIRE_INT(resolve(PAIRS("device", "auto"), &request), ==, SWARM_OK);
    REQUIRE(!request.construction && !request.evaluation && !request.deposit && request.group_size == 0);
}

TEST(a_group_size_selects_rows_with_groups_unless_others_are_given)
{
    struct aco_shape_request request;
    REQUIRE_INT(resolve(PAIRS("group-size", "48"), &request), ==, SWARM_OK);
    REQUIRE_TEXT(request.construction->name, "work-group");
    REQUIRE_TEXT(request.evaluation->name, "work-group");
    REQUIRE_INT(request.group_size, ==, 48);
    REQUIRE_INT(resolve(PAIRS("group-size", "48", "construction", "work-item"), &request), ==, SWARM_OK);
    REQUIRE_TEXT(request.construction->name, "work-item");
    REQUIRE_TEXT(request.evaluation->name, "work-group");
    REQUIRE_INT(resolve(PAIRS("group-size", "48", "evaluation", "work-item"), &request), ==, SWARM_OK);
    REQUIRE_TEXT(request.construction->name, "work-group");
    REQUIRE_TEXT(request.evaluation->name, "work-item");
}

TEST(a_group_size_that_nothing_takes_is_refused_with_the_reason)
{
    const char *const *pairs = PAIRS("group-size", "48", "construction", "work-item", "evaluation", "work-item");
    REQUIRE_FAILS(resolve(pairs, NULL), SWARM_ERROR_INVALID_ARGUMENT,
                  "group-size 48 clashes with construction work-item and evaluation work-item");
}

TEST(the_twin_refuses_what_shapes_a_device)
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

TEST(compress_from_is_refused_without_selection_hybrid)
{
    REQUIRE_FAILS(resolve(PAIRS("compress-from", "0.5", "selection", "race"), NULL), SWARM_ERROR_INVALID_ARGUMENT,
                  "compress-from 0.5 clashes with selection race: it would be ignored");
    REQUIRE_FAILS(resolve(PAIRS("compress-from", "0.5", "device", "none"), NULL), SWARM_ERROR_INVALID_ARGUMENT,
                  "selection roulette");
    REQUIRE_INT(resolve(PAIRS("compress-from", "0.5", "selection", "hybrid"), NULL), ==, SWARM_OK);
}

TEST(trial_limit_is_refused_without_a_selection_that_tries)
{
    REQUIRE_FAILS(resolve(PAIRS("trial-limit", "3", "selection", "compressed"), NULL), SWARM_ERROR_INVALID_ARGUMENT,
                  "trial-limit 3 clashes with selection compressed: it would be ignored");
    REQUIRE_INT(resolve(PAIRS("trial-limit", "3", "selection", "trial"), NULL), ==, SWARM_OK);
    REQUIRE_INT(resolve(PAIRS("trial-limit", "3", "selection", "hybrid"), NULL), ==, SWARM_OK);
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
        REQUIRE_TEXT(request.construction->name, construction);
        REQUIRE_TEXT(request.deposit->name, deposit);
        REQUIRE(evaluation ? strcmp(request.evaluation->name, evaluation) == 0 : !request.evaluation);
        REQUIRE_INT(resolve(PAIRS("preset", options_presets[i].name, "device", "none"), &request), ==, SWARM_OK);
        REQUIRE(!request.construction && !request.deposit);
    }
}

TEST(a_preset_gives_values_to_options_that_are_not_given)
{
    struct held *held = hold();
    set(held, "beta", "5");
    set(held, "preset", "belotti");
    REQUIRE_TEXT(swarm_params_get(held->params, "beta"), "5");
    REQUIRE_TEXT(swarm_params_get(held->params, "rho"), "0.8");
    REQUIRE_TEXT(swarm_params_get(held->params, "construction"), "whole-scan");
    REQUIRE_TEXT(swarm_params_get(held->params, "no-improve"), "fifth");
    REQUIRE_TEXT(swarm_params_get(held->params, "iterations"), "auto");
    REQUIRE(!held->params->options.given[OPTION_rho]);
    set(held, "device", "none");
    REQUIRE_TEXT(swarm_params_get(held->params, "construction"), "auto");
    REQUIRE_TEXT(swarm_params_get(held->params, "rho"), "0.8");
    require_not_set(held, "preset", "dorigo",
                    (const char *const[]){"angelo, angelo-data, cecilia, uchida, belotti", NULL});
}

TEST(the_shape_of_a_preset_gives_way_to_what_is_given)
{
    struct aco_shape_request request;
    REQUIRE_INT(resolve(PAIRS("preset", "cecilia", "selection", "trial"), &request), ==, SWARM_OK);
    REQUIRE(!request.construction);
    REQUIRE_INT(resolve(PAIRS("preset", "cecilia", "construction", "work-item"), &request), ==, SWARM_OK);
    REQUIRE_TEXT(request.construction->name, "work-item");
    REQUIRE_INT(resolve(PAIRS("preset", "cecilia", "construction", "auto", "deposit", "auto"), &request), ==, SWARM_OK);
    REQUIRE(!request.construction && !request.deposit);
    REQUIRE_INT(resolve(PAIRS("preset", "cecilia", "ants-per-group", "4"), &request), ==, SWARM_OK);
    REQUIRE_TEXT(request.construction->name, "lanes");
    REQUIRE_INT(resolve(PAIRS("preset", "cecilia", "group-size", "64"), &request), ==, SWARM_OK);
    REQUIRE_TEXT(request.construction->name, "queen-worker");
    REQUIRE_INT(resolve(PAIRS("preset", "uchida", "selection", "race"), &request), ==,
                SWARM_OK); /* the option also makes the preset's --compress-from irrelevant */
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Settings                                                                                                           */

static const struct search_request run = {.seed = 1, .target = -1};
static const struct options usual = {.ants = 100, .alpha = 1, .beta = 2, .rho = 0.5};

static struct aco_settings settings_of(const struct options *options, uint32_t n, int64_t length)
{
    const struct swarm_instance_info info = {.node_count = n, .symmetric = true};
    return aco_settings_make(options, &run, &info, length);
}

static void require_sound(struct aco_settings s, const struct options *options, uint64_t length)
{
    const double two_32 = 4294967296.0;
    REQUIRE_INT(s.trail_initial, >=, 1 << 20);
    REQUIRE_INT(s.trail_initial, <=, 1 << 27);
    REQUIRE_INT((uint64_t)s.deposit_maximum * s.ants, <=, TRAIL_MAX);
    REQUIRE_INT(s.deposit_maximum, >=, 1);
    REQUIRE(fabs((double)s.keep - (1.0 - options->rho) * two_32) <= 1.0);
    length = length > 0 ? length : 1;
    REQUIRE_INT(length >> s.length_shift, <, (int64_t)1 << 33);
    REQUIRE_INT(length >> s.length_shift, >=, 1);
    /* all ants with tours of length L_nn together deposit tau_0, except for rounding, so trails settle at tau_0 / rho
     */
    uint64_t amount = deposit_amount((int64_t)length, s.deposit_scale, s.length_shift, s.deposit_maximum);
    REQUIRE_INT(amount * s.ants, <=, s.trail_initial);
    REQUIRE_INT(amount * s.ants + s.ants, >=, s.trail_initial - 1);
    /* the largest possible sum: every ant deposits for a tour of length 0 in every iteration */
    uint64_t most = deposit_amount(0, s.deposit_scale, s.length_shift, s.deposit_maximum);
    uint64_t trail = s.trail_initial;
    for (int k = 0; k < 100; ++k) {
        trail = trail_evaporated((uint32_t)trail, s.keep, s.trail_floor) + most * s.ants;
        REQUIRE_INT(trail, <, (int64_t)1 << 31);
    }
}

TEST(trails_stay_below_two_to_the_31_for_all_ants_rhos_and_lengths)
{
    static const uint32_t ants[] = {1, 2, 3, 7, 100, 1000, 65537, 1u << 19, (1u << 20) - 1, 1u << 20};
    static const double rhos[] = {1e-300, 1e-9, 2.4e-10, 0.001, 0.1, 0.5, 0.9, 0.999999, 1.0};
    static const int64_t lengths[] = {
        0, 1, 2, 1000, 259045, 0xffffffff, (int64_t)1 << 33, ((int64_t)1 << 33) - 1, (int64_t)1 << 50, INT64_MAX};
    for (size_t a = 0; a < sizeof ants / sizeof ants[0]; ++a) {
        for (size_t r = 0; r < sizeof rhos / sizeof rhos[0]; ++r) {
            for (size_t l = 0; l < sizeof lengths / sizeof lengths[0]; ++l) {
                struct options options = usual;
                options.ants = ants[a];
                options.rho = rhos[r];
                require_sound(settings_of(&options, 100, lengths[l]), &options, (uint64_t)lengths[l]);
            }
        }
    }
}

TEST(rows_are_padded_to_64_elements)
{
    static const uint32_t sizes[][2] = {{1, 64}, {2, 64}, {63, 64}, {64, 64}, {65, 128}, {1000, 1024}, {10000, 10048}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i) {
        REQUIRE_INT(settings_of(&usual, sizes[i][0], 1).stride, ==, sizes[i][1]);
    }
}

TEST(exponents_are_whole_or_have_24_binary_places)
{
    struct options options = usual;
    options.alpha = 1.5;
    options.beta = 20;
    struct aco_settings s = settings_of(&options, 10, 1);
    REQUIRE_INT(s.alpha.whole, ==, -1);
    REQUIRE_INT(s.alpha.fixed, ==, 3 << 23);
    REQUIRE_INT(s.beta.whole, ==, 20);
    options.alpha = 0;
    options.beta = 1e-9;
    s = settings_of(&options, 10, 1);
    REQUIRE_INT(s.alpha.whole, ==, 0);
    REQUIRE_INT(s.beta.whole, ==, -1);
    REQUIRE_INT(s.beta.fixed, ==, 0);
}

TEST(the_compressed_array_is_drawn_from_at_the_first_step_that_has_its_share_visited)
{
    static const struct {
        double share;
        uint32_t n, step;
    } expected[] = {{0, 10, 1},     {0.05, 10, 1}, {0.1, 10, 1},    {0.11, 10, 2},     {0.85, 10, 9},
                    {0.85, 20, 17}, {0.85, 1, 1},  {0.85, 100, 85}, {0.85, 1002, 852}, {1, 10, 10}};
    for (size_t k = 0; k < sizeof expected / sizeof expected[0]; ++k) {
        struct options options = usual;
        options.compress_from = expected[k].share;
        REQUIRE_INT(settings_of(&options, expected[k].n, 1).compress_from, ==, expected[k].step);
    }
}

TEST_MAIN_ENV()
