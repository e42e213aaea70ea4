/* Automatic choices of a run, rejected combinations of options, and the table of choices in docs/defaults.md. */
#include <stdarg.h>

#include "aco/shape.h"
#include "base/text.h"
#include "mosaic/device.h"
#include "cl/aco/selection_rules.h"
#include "cl/shared/team_codes.h"

#include "choose_support.h"

#define MMAS(...)   PAIRS("algorithm", "mmas", __VA_ARGS__)
#define MOSAIC(...) PAIRS("algorithm", "mosaic", __VA_ARGS__)

static const struct swarm_instance_info plane = {.node_count = 100, .symmetric = true, .metric = SWARM_METRIC_EUC_2D};
static const struct swarm_instance_info matrix = {.node_count = 17, .symmetric = true};
static const struct swarm_instance_info directed = {.node_count = 17, .symmetric = false};

static struct swarm_instance_info of_size(uint32_t nodes)
{
    struct swarm_instance_info info = plane;
    info.node_count = nodes;
    return info;
}

static void require_refused(const char *const *pairs, const struct swarm_instance_info *info, const char *says)
{
    REQUIRE_FAILS(check(pairs, info), SWARM_ERROR_INVALID_ARGUMENT, says);
}

static void require_accepted(const char *const *pairs, const struct swarm_instance_info *info)
{
    REQUIRE_INT(check(pairs, info), ==, SWARM_OK);
}

static void require_algorithm(const char *const *pairs, const struct swarm_instance_info *info, const char *name)
{
    const struct aco_algorithm *algorithm = choose(pairs, info).question.algorithm;
    REQUIRE_TEXT(algorithm ? algorithm->name : "mosaic", name);
}

TEST(the_default_is_mosaic_if_it_supports_the_instance)
{
    const struct swarm_instance_info four = of_size(4), five = of_size(5);
    require_algorithm(NOTHING, &plane, "mosaic");
    require_algorithm(NOTHING, &matrix, "mosaic");
    require_algorithm(NOTHING, &five, "mosaic");
    require_algorithm(PAIRS("path", "true"), &four, "mosaic");
    require_algorithm(NOTHING, &four, "mmas");
    require_algorithm(NOTHING, &directed, "mosaic");
    require_algorithm(PAIRS("ants", "9"), &directed, "mmas");
    require_algorithm(PAIRS("candidates", "5", "time", "1", "noise", "0.1"), &plane, "mosaic");
}

TEST(ants_are_mmas_on_lists_with_a_local_search_and_ant_system_on_whole_rows_without)
{
    const struct tours_size *size = &tours_sizes[0];
    for (int as = 0; as < 2; ++as) {
        struct chosen chosen = choose(PAIRS("algorithm", as ? "as" : "mmas"), &plane);
        REQUIRE_TEXT(chosen.question.algorithm->name, as ? "as" : "mmas");
        REQUIRE_TEXT(chosen.question.local_search->name, as ? "none" : "3opt");
        REQUIRE_INT(chosen.options.candidates, ==, as ? 0 : size->candidates);
        REQUIRE(as ? !chosen.question.lists && !chosen.options.candidate_kind : chosen.question.lists);
        REQUIRE(as || strcmp(chosen.options.candidate_kind, "mixed") == 0);
        REQUIRE_INT(chosen.question.per_quadrant, ==, as ? 0 : 2);
        REQUIRE_INT(chosen.question.selection, ==, as ? SELECTION_ROULETTE : SELECTION_RACE);
        REQUIRE_INT(chosen.options.ants, ==, as ? 100 : size->ants);
        REQUIRE(chosen.options.rho == (as ? 0.5 : size->rho) && chosen.options.q0 == (as ? 0 : size->exploit));
        REQUIRE_INT(chosen.options.iterations, ==, as ? TOURS_AS_ITERATIONS : size->iterations);
        REQUIRE_INT(chosen.options.no_improve, ==, as ? 0 : size->no_improve);
    }
}

TEST(options_of_ant_system_choose_ant_system)
{
    static const char *const options[][2] = {
        {"preset", "cecilia"},    {"preset", "belotti"},     {"selection", "roulette"},    {"selection", "race"},
        {"compress-from", "0.5"}, {"trial-limit", "3"},      {"trail-floor", "0"},         {"evaluation", "work-group"},
        {"group-size", "64"},     {"construction", "lanes"}, {"construction", "work-item"}};
    for (size_t i = 0; i < sizeof options / sizeof options[0]; ++i) {
        require_algorithm(PAIRS(options[i][0], options[i][1]), &plane, "as");
        require_algorithm(PAIRS("algorithm", "auto", options[i][0], options[i][1]), &plane, "as");
        require_algorithm(PAIRS("algorithm", "ras", options[i][0], options[i][1]), &plane, "ras");
    }
}

TEST(options_of_ants_choose_mmas)
{
    static const char *const nothing[][3] = {{"evaluation", "auto"}, {"group-size", "auto"}, {"construction", "auto"},
                                             {"deposit", "auto"},    {"launch-ms", "10"},    {"seed", "7"},
                                             {"candidates", "10"},   {"ants", "auto"}};
    static const char *const options[][3] = {
        {"ants-per-group", "4"}, {"rho", "0.3"},      {"ants", "12"},           {"ants", "n"},
        {"candidates", "0"},     {"candidates", "4"}, {"local-search", "2opt"}, {"alpha", "2"},
        {"beta", "3"},           {"q0", "0.5"},       {"tau0", "0.5"},          {"elite", "3"},
        {"depositors", "3"},     {"xi", "0.3"},       {"p-best", "0.3"},        {"restart-after", "3"}};
    for (size_t i = 0; i < sizeof nothing / sizeof nothing[0]; ++i) {
        require_algorithm(nothing[i], &plane, "mosaic");
    }
    for (size_t i = 0; i < sizeof options / sizeof options[0]; ++i) {
        require_algorithm(options[i], &plane, "mmas");
    }
    for (size_t i = 0; i < aco_construction_count; ++i) {
        require_algorithm(PAIRS("construction", aco_constructions[i].name), &plane,
                          aco_constructions[i].lists ? "mmas" : "as");
    }
    for (size_t i = 0; i < aco_deposit_count; ++i) {
        require_algorithm(PAIRS("deposit", aco_deposits[i].name), &plane,
                          aco_deposits[i].any_algorithm ? "mmas" : "as");
    }
}

TEST(every_algorithm_has_its_own_numbers_with_and_without_local_search)
{
    for (size_t i = 0; i < aco_algorithm_count; ++i) {
        const struct aco_algorithm *row = &aco_algorithms[i];
        for (int searched = 0; searched < 2; ++searched) {
            const struct aco_algorithm_defaults *defaults = searched ? &row->searched : &row->unsearched;
            struct chosen chosen = choose(
                PAIRS("algorithm", row->name, "candidates", "10", "local-search", searched ? "2opt" : "none"), &plane);
            REQUIRE(chosen.question.algorithm == row);
            if (!searched || strcmp(row->name, "mmas") != 0) { /* mmas with local search: the number of nodes decides */
                REQUIRE(chosen.options.rho == defaults->rho && chosen.options.q0 == defaults->exploit);
                REQUIRE_INT(chosen.options.ants, ==, defaults->ants > 0 ? defaults->ants : 100);
            }
            REQUIRE_INT(chosen.options.candidates, ==, 10);
            REQUIRE(chosen.question.lists);
        }
    }
}

TEST(given_options_are_kept)
{
    struct chosen chosen =
        choose(PAIRS("algorithm", "acs", "ants", "7", "rho", "0.25", "q0", "0.5", "candidates", "12", "candidate-kind",
                     "quadrant", "local-search", "oropt", "iterations", "3", "no-improve", "2"),
               &plane);
    REQUIRE_INT(chosen.options.ants, ==, 7);
    REQUIRE(chosen.options.rho == 0.25 && chosen.options.q0 == 0.5);
    REQUIRE_INT(chosen.options.candidates, ==, 12);
    REQUIRE_INT(chosen.question.per_quadrant, ==, 3);
    REQUIRE_TEXT(chosen.question.local_search->name, "oropt");
    REQUIRE_INT(chosen.options.iterations, ==, 3);
    REQUIRE_INT(chosen.options.no_improve, ==, 2);
    REQUIRE_INT(choose(PAIRS("ants", "n"), &plane).options.ants, ==, 100);
    REQUIRE_INT(choose(PAIRS("ants", "n", "path", "true"), &plane).options.ants, ==, 100);
    REQUIRE_INT(choose(PAIRS("algorithm", "eas", "elite", "9"), &plane).options.elite, ==, 9);
    REQUIRE_INT(choose(PAIRS("algorithm", "eas"), &plane).options.elite, ==, 0);
}

TEST(memory_for_tours_limits_the_default_number_of_ants_and_ants_the_depositors)
{
    static const uint32_t expected[][2] = {
        {11000, 11000}, {11585, 11585}, {11586, 11584}, {100000, 1342}, {1000000, 134}};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; ++i) {
        const struct swarm_instance_info info = of_size(expected[i][0]);
        REQUIRE_INT(choose(PAIRS("local-search", "none"), &info).options.ants, ==, expected[i][1]);
        REQUIRE_INT(choose(PAIRS("algorithm", "as"), &info).options.ants, ==, info.node_count);
        REQUIRE_INT(choose(PAIRS("local-search", "none", "ants", "n"), &info).options.ants, ==, info.node_count);
    }
    REQUIRE_INT(choose(PAIRS("algorithm", "ras"), &plane).options.depositors, ==, 6);
    REQUIRE_INT(choose(PAIRS("algorithm", "ras", "ants", "5"), &plane).options.depositors, ==, 6);
    REQUIRE_INT(choose(PAIRS("algorithm", "ras", "ants", "2"), &plane).options.depositors, ==, 3);
    require_accepted(PAIRS("algorithm", "ras", "ants", "2"), &plane);
    require_accepted(PAIRS("algorithm", "ras", "ants", "2", "depositors", "3"), &plane);
    require_refused(PAIRS("algorithm", "ras", "ants", "2", "depositors", "4"), &plane,
                    "depositors 4 clashes with 2 ants");
}

TEST(kinds_share_lists_among_quadrants)
{
    static const struct {
        const char *kind, *length;
        uint32_t share;
    } expected[] = {{"nearest", "20", 0}, {"quadrant", "20", 5}, {"quadrant", "7", 1}, {"quadrant", "3", 0},
                    {"mixed", "20", 2},   {"mixed", "8", 2},     {"mixed", "7", 1},    {"mixed", "4", 1},
                    {"mixed", "3", 0},    {"auto", "16", 2}};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; ++i) {
        struct chosen chosen = choose(
            PAIRS("algorithm", "mmas", "candidates", expected[i].length, "candidate-kind", expected[i].kind), &plane);
        REQUIRE_INT(chosen.question.per_quadrant, ==, expected[i].share);
    }
    /* ants use whole rows, but the local search uses lists */
    REQUIRE_INT(choose(PAIRS("candidates", "0"), &plane).question.per_quadrant, ==, 2);
    REQUIRE_INT(choose(PAIRS("candidates", "0", "local-search", "none"), &plane).question.per_quadrant, ==, 0);
}

TEST(without_coordinates_lists_are_of_the_nearest_and_a_single_node_has_none)
{
    REQUIRE_TEXT(choose(NOTHING, &matrix).options.candidate_kind, "nearest");
    REQUIRE_TEXT(choose(NOTHING, &directed).options.candidate_kind, "nearest");
    REQUIRE_TEXT(choose(PAIRS("path", "true"), &plane).options.candidate_kind, "nearest");
    require_refused(PAIRS("candidate-kind", "mixed"), &matrix, "candidate-kind mixed clashes with an instance without");
    require_refused(PAIRS("candidate-kind", "quadrant", "path", "true"), &plane, "candidate-kind quadrant clashes");
    require_accepted(PAIRS("candidate-kind", "nearest"), &matrix);
    require_refused(PAIRS("candidate-kind", "nearest", "algorithm", "as"), &plane, "they use no candidate lists");
    const struct swarm_instance_info one = of_size(1);
    REQUIRE(!choose(NOTHING, &one).question.lists);
    REQUIRE(choose(PAIRS("path", "true"), &one).question.lists); /* the joint is the second node */
}

TEST(ants_on_lists_race_and_options_of_whole_rows_are_rejected_on_lists_and_vice_versa)
{
    REQUIRE_INT(choose(PAIRS("candidates", "10", "algorithm", "as"), &plane).question.selection, ==, SELECTION_RACE);
    REQUIRE_INT(choose(PAIRS("candidates", "10", "preset", "cecilia"), &plane).question.selection, ==, SELECTION_RACE);
    REQUIRE_INT(choose(PAIRS("candidates", "0", "algorithm", "mmas"), &plane).question.selection, ==,
                SELECTION_ROULETTE);
    REQUIRE_INT(choose(PAIRS("preset", "cecilia"), &plane).question.selection, ==, SELECTION_I_ROULETTE);
    require_accepted(PAIRS("candidates", "10", "selection", "race"), &plane);
    require_refused(PAIRS("candidates", "10", "selection", "roulette"), &plane,
                    "selection roulette clashes with candidates 10: ants with candidate lists always use race");
    require_refused(PAIRS("algorithm", "mmas", "evaluation", "work-group"), &plane,
                    "evaluation work-group clashes with candidates 16");
    require_refused(PAIRS("algorithm", "mmas", "group-size", "64"), &plane, "group-size 64 clashes with candidates 16");
    require_refused(PAIRS("algorithm", "as", "q0", "0.5"), &plane, "q0 0.5 clashes with candidates 0");
    require_accepted(PAIRS("algorithm", "as", "q0", "0.5", "candidates", "8"), &plane);
    require_accepted(PAIRS("algorithm", "as", "q0", "0"), &plane);
    require_refused(PAIRS("algorithm", "acs", "candidates", "0"), &plane, "candidates 0 clashes with algorithm acs");
    require_accepted(PAIRS("algorithm", "mmas", "candidates", "0", "group-size", "64"), &plane);
}

TEST(an_option_of_another_algorithm_is_refused_with_those_that_have_it)
{
    static const struct {
        const char *option, *value, *belongs;
    } options[] = {{"elite", "3", " eas"},     {"depositors", "3", " ras"},           {"xi", "0.2", " acs"},
                   {"p-best", "0.2", " mmas"}, {"restart-after", "9", " mmas, bwas"}, {"trail-floor", "0.1", " as"}};
    for (size_t i = 0; i < sizeof options / sizeof options[0]; ++i) {
        char message[128];
        for (size_t k = 0; k < aco_algorithm_count; ++k) {
            const char *name = aco_algorithms[k].name;
            const char *const *pairs =
                PAIRS("algorithm", name, options[i].option, options[i].value, "local-search", "none");
            char spaced[16];
            snprintf(spaced, sizeof spaced, " %s", name);
            const char *found = strstr(options[i].belongs, spaced);
            if (found && (found[strlen(spaced)] == ',' || found[strlen(spaced)] == '\0')) {
                require_accepted(pairs, &plane);
            } else {
                snprintf(message, sizeof message, "%s %s clashes with algorithm %s", options[i].option,
                         options[i].value, name);
                require_refused(pairs, &plane, message);
                REQUIRE_CONTAINS(env.error, options[i].belongs);
            }
        }
    }
    require_refused(PAIRS("depositors", "3"), &plane, "depositors 3 clashes with algorithm mmas");
    require_refused(PAIRS("p-best", "0.1"), &plane, "p-best 0.1 clashes with local-search 3opt");
}

TEST(a_local_search_that_reverses_is_refused_for_an_asymmetric_instance)
{
    for (size_t i = 0; i < aco_local_search_count; ++i) {
        const char *name = aco_local_searches[i].name;
        require_accepted(PAIRS("local-search", name), &matrix);
        if (aco_local_searches[i].oriented) {
            require_accepted(PAIRS("local-search", name), &directed);
        } else {
            require_refused(PAIRS("local-search", name), &directed, "clashes with an asymmetric instance");
            REQUIRE_CONTAINS(env.error, " none, oropt, 3opt");
        }
    }
    require_accepted(NOTHING, &directed);
}

TEST(rows_of_a_preset_are_dropped_if_they_do_not_fit)
{
    struct aco_shape_request request;
    REQUIRE_INT(
        resolve_with(PAIRS("preset", "cecilia", "algorithm", "mmas", "ants-per-group", "2"), &plane, NULL, &request),
        ==, SWARM_OK);
    REQUIRE(!request.construction && !request.evaluation);
    REQUIRE(!request.deposit || request.deposit->any_algorithm);
    REQUIRE_INT(request.ants_per_group, ==, 2);
}

static void require_ends(const char *const *pairs, uint64_t iterations, uint64_t no_improve)
{
    struct chosen chosen = choose(pairs, &plane);
    REQUIRE_INT(chosen.options.iterations, ==, iterations);
    REQUIRE_INT(chosen.options.no_improve, ==, no_improve);
}

TEST(given_ends_replace_the_default_ends)
{
    const struct tours_size *size = &tours_sizes[0];
    require_ends(MMAS("time", "1"), 0, 0);
    require_ends(MMAS("iterations", "7"), 7, 0);
    require_ends(MMAS("time", "1", "iterations", "7"), 7, 0);
    require_ends(MMAS("no-improve", "9"), 0, 9);
    require_ends(MMAS("time", "1", "no-improve", "9"), 0, 9);
    require_ends(MMAS("iterations", "50", "no-improve", "fifth"), 50, 10);
    require_ends(MMAS("iterations", "3", "no-improve", "fifth"), 3, 1);
    require_ends(MMAS("time", "1", "no-improve", "fifth"), 0, 0);
    require_ends(MMAS("no-improve", "fifth"), size->iterations, size->iterations / 5);
    require_ends(MMAS("iterations", "auto", "no-improve", "auto"), size->iterations, size->no_improve);
    require_ends(MMAS("target", "1"), size->iterations, size->no_improve);
    require_ends(PAIRS("algorithm", "as", "time", "1"), 0, 0);
    require_ends(PAIRS("algorithm", "as", "time", "1", "iterations", "5"), 5, 0);
    require_ends(PAIRS("algorithm", "as", "no-improve", "9"), 100, 9);
    require_ends(PAIRS("preset", "belotti"), 100, 20);
    require_ends(PAIRS("preset", "belotti", "time", "3"), 0, 0);
    require_ends(PAIRS("algorithm", "mosaic"), TOURS_MOSAIC_GENERATIONS, 0);
    require_ends(MOSAIC("target", "1"), TOURS_MOSAIC_GENERATIONS, 0);
    require_ends(MOSAIC("time", "1"), 0, 0);
    require_ends(MOSAIC("iterations", "7"), 7, 0);
    require_ends(MOSAIC("no-improve", "9"), 0, 9);
    require_ends(MOSAIC("iterations", "50", "no-improve", "fifth"), 50, 10);
}

TEST(mosaic_is_no_ant_algorithm_and_keeps_its_given_options)
{
    struct chosen chosen = choose(PAIRS("algorithm", "mosaic"), &plane);
    REQUIRE(!chosen.question.algorithm);
    REQUIRE_TEXT(chosen.options.algorithm, "mosaic");
    REQUIRE_TEXT(chosen.question.local_search->name, "none");
    REQUIRE_INT(chosen.options.candidates, ==, TOURS_MOSAIC_CANDIDATES);
    REQUIRE_TEXT(chosen.options.candidate_kind, "mixed");
    REQUIRE_INT(chosen.question.per_quadrant, ==, 2);
    REQUIRE_INT(chosen.options.population, ==, mosaic_population_most(100, false));
    REQUIRE_INT(mosaic_population_most(4000000, true), ==, 8);
    REQUIRE_INT(mosaic_population_most(10000000, true), ==, 2);
    REQUIRE_INT(mosaic_population_most(101, true), ==, 5 * mosaic_population_most(101, false));
    REQUIRE(chosen.options.noise == mosaic_noise(100));
    require_algorithm(PAIRS("algorithm", "auto"), &plane, "mosaic");
    REQUIRE_TEXT(choose(PAIRS("algorithm", "mosaic", "path", "true"), &plane).options.candidate_kind, "nearest");
    REQUIRE_TEXT(choose(PAIRS("algorithm", "mosaic"), &matrix).options.candidate_kind, "nearest");
    REQUIRE_INT(choose(PAIRS("algorithm", "mosaic", "path", "true"), &plane).question.n, ==, 101);
    chosen = choose(MOSAIC("population", "7", "noise", "0", "candidates", "32"), &plane);
    REQUIRE_INT(chosen.options.population, ==, 7);
    REQUIRE(chosen.options.noise == 0.0);
    REQUIRE_INT(chosen.options.candidates, ==, 32);
}

/* Options that ants and mosaic support, and options that only mosaic supports; table.h must name these owners. All
 * other options of tsp must belong to ants. */
static const char of_both[] =
    " columns path start end fix algorithm candidates candidate-kind seed ants iterations time "
    "target target-gap no-improve optimum launch-ms platform device dump-kernels checkpoint "
    "resume keep islands migration epoch lengths tuning bound bound-share ";
static const char of_mosaic[] = " population kicks noise kopt beam threshold improver schedule threads ";

static bool is_among(const char *names, const char *name)
{
    char spaced[64];
    snprintf(spaced, sizeof spaced, " %s ", name);
    return strstr(names, spaced) != NULL;
}

/* Returns a value of the option other than "auto". */
static const char *some_value(const struct swarm_param *row)
{
    const struct swarm_variant *word = row->words;
    return row->kind == SWARM_PARAM_FLAG ? "true"
           : row->minimum                ? row->maximum
           : !word                       ? "8x2"
                                         : word[strcmp(word->name, "auto") == 0].name;
}

static void require_own_option_of_mosaic(const struct swarm_param *row, const char *value)
{
    char message[128];
    for (size_t k = 0; k < aco_algorithm_count; ++k) {
        const char *name = aco_algorithms[k].name;
        snprintf(message, sizeof message,
                 "%s %s clashes with algorithm %s: it would be ignored, because it belongs to mosaic", row->name, value,
                 name);
        require_refused(PAIRS("algorithm", name, row->name, value), &plane, message);
    }
    require_refused(PAIRS("ants", "9", row->name, value), &plane, "clashes with algorithm mmas");
    require_accepted(PAIRS(row->name, value), &plane);
    require_accepted(MOSAIC(row->name, value), &plane);
    if (row->fallback && strcmp(row->fallback, "auto") == 0) {
        require_accepted(PAIRS(row->name, "auto"), &plane);
    }
}

TEST(ants_and_mosaic_refuse_options_of_each_other)
{
    const struct chosen mosaic = choose(PAIRS("algorithm", "mosaic"), &plane);
    size_t letters = 2;
    for (int option = 0; option < OPTION_COUNT; ++option) {
        const struct swarm_param *row = options_row((enum option)option);
        const unsigned owners = options_owners((enum option)option);
        if (!(owners & tours_problem.owners)) {
            continue;
        }
        const char *value = some_value(row);
        const bool both = is_among(of_both, row->name), own = is_among(of_mosaic, row->name);
        letters += both || own ? strlen(row->name) + 1 : 0;
        REQUIRE(!both || (owners & tours_ant_owners(aco_algorithm_find("as"))));
        REQUIRE((both || own) == ((owners & tours_owners(&mosaic.question)) != 0));
        if (own) {
            require_own_option_of_mosaic(row, value);
        } else if (!both) {
            char message[160];
            snprintf(message, sizeof message,
                     "%s %s clashes with algorithm mosaic: it would be ignored, because it belongs to %s", row->name,
                     value, owners & BY_ANTS ? "as, eas, ras, mmas, bwas, acs" : "");
            require_refused(MOSAIC(row->name, value), &plane, message);
        }
    }
    REQUIRE_INT(letters, ==, strlen(of_both) + strlen(of_mosaic));
    require_refused(MOSAIC("xi", "0.2"), &plane, "it would be ignored, because it belongs to acs");
    require_refused(MOSAIC("restart-after", "9"), &plane, "it would be ignored, because it belongs to mmas, bwas");
}

TEST(ants_that_improve_pieces_and_values_auto_belong_to_mosaic)
{
    require_accepted(MOSAIC("ants", "3", "improver", "pieces"), &plane);
    require_algorithm(PAIRS("ants", "3", "improver", "pieces"), &plane, "mosaic");
    REQUIRE_INT(choose(PAIRS("ants", "3", "improver", "pieces"), &plane).options.ants, ==, 3);
    require_refused(MOSAIC("ants", "3", "improver", "array"), &plane, "because it belongs to as, eas");
    require_refused(MOSAIC("ants", "3"), &plane,
                    "ants 3 clashes with algorithm mosaic: it would be ignored, because it belongs to as, eas, ras");
    require_accepted(MOSAIC("tuning", "some.tuning"), &plane);
    require_algorithm(PAIRS("tuning", "some.tuning"), &plane, "mosaic");
    require_accepted(MOSAIC("ants", "auto", "rho", "auto", "evaluation", "auto", "launch-ms", "5"), &plane);
}

TEST(mosaic_rejects_instances_and_lists_that_it_does_not_support)
{
    const struct swarm_instance_info four = of_size(4), five = of_size(5), one = of_size(1), three = of_size(3);
    const struct swarm_instance_info two_directed = {.node_count = 2}, three_directed = {.node_count = 3};
    require_refused(
        PAIRS("algorithm", "mosaic"), &four,
        "algorithm mosaic clashes with an instance of 4 nodes: it needs 5 or more; these algorithms accept any number: "
        "as, eas, ras, mmas, bwas, acs");
    require_refused(PAIRS("algorithm", "mosaic"), &two_directed, "an instance of 2 nodes: it needs 3 or more");
    require_accepted(PAIRS("algorithm", "mosaic"), &three_directed);
    require_accepted(MOSAIC("path", "true"), &two_directed);
    require_refused(PAIRS("algorithm", "mosaic"), &one, "an instance of 1 node: it needs 5 or more");
    require_refused(MOSAIC("path", "true"), &three, "an open path of 3 nodes: it needs 4 or more");
    require_accepted(MOSAIC("path", "true"), &four);
    require_accepted(PAIRS("algorithm", "mosaic"), &five);
    require_refused(MOSAIC("candidates", "0"), &plane,
                    "candidates 0 clashes with algorithm mosaic: it needs 5 candidates or more");
    require_refused(MOSAIC("candidates", "4"), &plane, "candidates 4 clashes with algorithm mosaic");
    require_accepted(MOSAIC("candidates", "5"), &plane);
    require_accepted(MOSAIC("candidates", "32", "candidate-kind", "quadrant"), &plane);
    require_refused(MOSAIC("candidate-kind", "mixed"), &matrix, "candidate-kind mixed clashes with an instance");
}

TEST(every_number_of_nodes_has_a_row)
{
    REQUIRE_INT(tours_sizes[tours_size_count - 1].nodes, ==, UINT32_MAX);
    for (size_t i = 0; i < tours_size_count; ++i) {
        const struct tours_size *size = &tours_sizes[i];
        const struct swarm_instance_info last = of_size(size->nodes - 1 + (i + 1 < tours_size_count));
        struct chosen chosen = choose(PAIRS("algorithm", "mmas"), &last);
        REQUIRE(i == 0 || size->nodes > tours_sizes[i - 1].nodes);
        REQUIRE(size->ants >= 1 && size->iterations >= 1 && size->no_improve >= 1);
        REQUIRE(size->candidates >= 1 && size->candidates <= 32);
        REQUIRE_INT(chosen.options.ants, ==, size->ants);
        REQUIRE_INT(chosen.options.candidates, ==, size->candidates);
        REQUIRE_INT(chosen.options.iterations, ==, size->iterations);
        REQUIRE_INT(chosen.options.no_improve, ==, size->no_improve);
        /* the table's number of ants is not for other algorithms */
        REQUIRE_INT(choose(PAIRS("algorithm", "acs"), &last).options.ants, ==, 10);
        REQUIRE_INT(choose(PAIRS("algorithm", "acs"), &last).options.candidates, ==, size->candidates);
    }
}

static void require_line(const char *page, const char *format, ...)
{
    char line[160];
    va_list values;
    va_start(values, format);
    vsnprintf(line, sizeof line, format, values);
    va_end(values);
    REQUIRE_CONTAINS(page, line);
}

/* docs/defaults.md must have "| up to N | ants | rho | q0 | candidates | iterations | no_improve |" for every row of
 * the table; the last row starts with "| more |". */
TEST(the_page_has_the_table)
{
    FILE *file = fopen(test_word(1, NULL), "rb");
    char *page = test_memory(1, 65536);
    REQUIRE(file && fread(page, 1, 65535, file) > 0);
    fclose(file);
    for (size_t i = 0; i < tours_size_count; ++i) {
        const struct tours_size *row = &tours_sizes[i];
        char nodes[32];
        snprintf(nodes, sizeof nodes, row->nodes == UINT32_MAX ? "more" : "%u", (unsigned)row->nodes);
        require_line(page, "\n| %s | %u | %g | %g | %u | %u | %u |", nodes, (unsigned)row->ants, row->rho, row->exploit,
                     (unsigned)row->candidates, (unsigned)row->iterations, (unsigned)row->no_improve);
    }
    for (size_t i = 0; i < aco_algorithm_count; ++i) {
        const struct aco_algorithm *row = &aco_algorithms[i];
        const bool by_size = strcmp(row->name, "mmas") == 0;
        char alone[16], searched[64];
        snprintf(alone, sizeof alone, row->unsearched.ants > 0 ? "%u" : "n", (unsigned)row->unsearched.ants);
        snprintf(searched, sizeof searched, by_size ? "above | above | above" : "%u | %g | %g",
                 (unsigned)row->searched.ants, row->searched.rho, row->searched.exploit);
        require_line(page, "\n| `%s` | %s | %g | %g | %s |", row->name, alone, row->unsearched.rho,
                     row->unsearched.exploit, searched);
    }
    for (uint32_t n = MOSAIC_FEW_NODES; n <= MOSAIC_FEW_NODES + 1; ++n) {
        const bool few = n == MOSAIC_FEW_NODES;
        require_line(page, "| %u, %u | %s | %g | %u | %u | 0 | %d | %d |",
                     few ? (unsigned)MOSAIC_ADDED : (unsigned)mosaic_population_usual(n, 0),
                     few ? 2 * (unsigned)MOSAIC_ADDED : (unsigned)mosaic_population_usual(n, 1),
                     few ? "3 n / 20, upwards" : "n / 10", mosaic_noise(n), (unsigned)mosaic_improver_find("array")->kopt,
                     few ? (unsigned)MOSAIC_FEW_BEAM : (unsigned)mosaic_improver_find("array")->beam,
                     TOURS_MOSAIC_CANDIDATES, TOURS_MOSAIC_GENERATIONS);
    }
}

static const char *improver_of(struct swarm_device device, bool timed)
{
    const struct swarm_instance instance = {.info = plane};
    struct mosaic_choices choices = {.candidates = 8};
    device.fp64 = true;
    device.global_memory = device.max_allocation = 1 << 30;
    mosaic_choices_complete(&device, &instance, timed, &choices);
    return choices.improver->name;
}

TEST(ants_on_pieces_are_for_gpus_whose_lanes_agree_and_for_runs_by_the_clock)
{
    static const struct {
        struct swarm_device device;
        bool timed;
        const char *improver;
    } rows[] = {
        {{.platform_name = "NVIDIA CUDA", .unified_memory = true}, true, "pieces"},
        {{.platform_name = "AMD", .sub_groups = true}, true, "pieces"},
        {{.platform_name = "AMD"}, true, "threads"},
        {{.platform_name = "Intel", .sub_groups = true, .unified_memory = true}, true, "threads"},
        {{.type = SWARM_DEVICE_CPU, .platform_name = "Portable", .sub_groups = true}, true, "array"},
        {{.platform_name = "NVIDIA CUDA", .unified_memory = true}, false, "threads"},
        {{.platform_name = "AMD", .sub_groups = true}, false, "threads"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
        REQUIRE_TEXT(improver_of(rows[k].device, rows[k].timed), rows[k].improver);
    }
}

TEST(the_way_of_a_team_follows_from_properties_of_the_device)
{
    static const struct {
        struct swarm_device device;
        int team, pieces;
        uint32_t width;
    } rows[] = {
        {{.platform_name = "AMD", .sub_groups = true, .sub_group_sizes = 64, .max_group_size = 256},
         TEAM_CODE_SUBGROUP,
         MOSAIC_PIECES_SUBGROUP,
         64},
        {{.platform_name = "Intel", .sub_groups = true, .sub_group_sizes = 8 + 16 + 32, .max_group_size = 256},
         TEAM_CODE_SUBGROUP,
         MOSAIC_PIECES_SUBGROUP,
         32},
        {{.platform_name = "Some", .max_group_size = 256}, TEAM_CODE_LOCAL, MOSAIC_PIECES_LOCAL, 32},
        {{.platform_name = "NVIDIA CUDA", .sub_group_sizes = 32, .max_group_size = 256},
         TEAM_CODE_REDUX,
         MOSAIC_PIECES_REDUX,
         32},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
        REQUIRE_INT(ocl_device_team_code(&rows[k].device), ==, rows[k].team);
        REQUIRE_INT(mosaic_pieces_mapping(&rows[k].device), ==, rows[k].pieces);
        REQUIRE_INT(ocl_device_width(&rows[k].device), ==, rows[k].width);
    }
    const struct swarm_device narrow = {.platform_name = "Some", .sub_groups = true, .max_group_size = 16};
    REQUIRE_INT(mosaic_pieces_mapping(&narrow), ==, MOSAIC_PIECES_LOOP);
}

TEST_MAIN_ENV()
