/* Chooses the options that were not given: algorithm, lists, local search, ants, end of the run. */
#include <string.h>

#include "aco/shape.h"
#include "bound/lists.h"
#include "cl/aco/colony_rules.h"
#include "cl/aco/selection_rules.h"
#include "tours.h"

/* Default ants, lists and ends by number of nodes. docs/defaults.md gives reasons; test/unit/choose.c compares. */
const struct tours_size tours_sizes[] = {
    {1000, 64, 0.5, 0, 16, 1000, 300},    {2000, 64, 0.5, 0, 16, 800, 300},   {5000, 128, 0.5, 0, 16, 400, 200},
    {20000, 128, 0.5, 0.5, 16, 200, 100}, {50000, 32, 0.5, 0.98, 16, 50, 30}, {UINT32_MAX, 16, 0.5, 0.98, 16, 10, 10},
};
const size_t tours_size_count = sizeof tours_sizes / sizeof tours_sizes[0];

/* Names of the algorithms without ants. */
static const char mosaic[] = "mosaic", exact[] = "exact";

#define AS_WORD(name, help, source, ...) {name, help, source},

const struct swarm_variant options_algorithm_words[] = {
    {"auto",
     "exact up to 12 nodes, else mosaic; mmas with an ant-only option; as with an option that only Ant System on whole "
     "rows has",
     ""},
    ACO_ALGORITHM_ROWS(AS_WORD){mosaic, "a population of tours, recombined; no pheromone",
                                "Nagata and Kobayashi 2013; Martin, Otto and Felten 1991; ours"},
    {exact, "the shortest tour of up to 12 nodes, by dynamic programming on the host", "Held and Karp 1962"},
    {NULL, NULL, NULL}};

static const struct tours_size *size_of(uint32_t n)
{
    const struct tours_size *size = tours_sizes;
    while (n > size->nodes) {
        ++size;
    }
    return size;
}

unsigned tours_ant_owners(const struct aco_algorithm *algorithm)
{
    return BY_TSP | BY_ANTS | (algorithm->elite ? BY_ELITE : 0)
           | (algorithm->depositors == DEPOSITORS_RANKED ? BY_RANKED : 0)
           | (algorithm->local_update ? BY_LOCAL_UPDATE : 0) | (algorithm->limits ? BY_LIMITS : 0)
           | (algorithm->restart != RESTART_NEVER ? BY_RESTARTS : 0)
           | (algorithm->initial == INITIAL_ANTS ? BY_FLOOR : 0);
}

unsigned tours_owners(const struct tours_question *question)
{
    return question->exact       ? BY_TSP
           : question->algorithm ? tours_ant_owners(question->algorithm)
                                 : BY_TSP | BY_MOSAIC | BY_PIECES;
}

/* True if the user gave an option that only Ant System on whole rows supports. */
static bool names_ant_system(const struct options *options)
{
    const struct aco_construction *construction =
        options->given[OPTION_construction] ? aco_construction_find(options->construction) : NULL;
    const struct aco_deposit *deposit = options->given[OPTION_deposit] ? aco_deposit_find(options->deposit) : NULL;
    return options_first(options, IS_OF_ROWS) < OPTION_COUNT || (construction && !construction->lists)
           || (deposit && !deposit->any_algorithm);
}

/* True if the user gave an option that only ants support, except options for ants on pieces. */
static bool names_ants(const struct options *options)
{
    const struct mosaic_improver *improver = options->improver ? mosaic_improver_find(options->improver) : NULL;
    struct options others = *options;
    others.given[OPTION_ants] = options->given[OPTION_ants] && !(improver && improver->pieces);
    const bool few =
        options->given[OPTION_candidates] && options->candidates < TOURS_MOSAIC_CANDIDATES_LEAST; /* mosaic has more */
    return few || options_first(&others, BY_ANY_ANTS) < OPTION_COUNT;
}

bool tours_allow_exact(const struct swarm_params *params)
{
    const struct options *options = &params->options;
    if (options->given[OPTION_algorithm]) {
        return strcmp(options->algorithm, exact) == 0;
    }
    return run_may_solve(params) && !names_ants(options) && !names_ant_system(options) && !options->given[OPTION_preset]
           && !options->given[OPTION_improver] && !options->given[OPTION_schedule];
}

uint32_t tours_mosaic_least(const struct tours_question *question)
{
    return question->symmetric ? TOURS_MOSAIC_NODES_LEAST : TOURS_MOSAIC_ARCS_LEAST;
}

static void choose_algorithm(struct options *options, struct tours_question *question)
{
    const bool ants = names_ants(options) || question->n < tours_mosaic_least(question);
    if (!options->given[OPTION_algorithm]) {
        options->algorithm = question->exact ? exact : names_ant_system(options) ? "as" : ants ? "mmas" : mosaic;
        options->set[OPTION_algorithm] = true;
    }
    question->exact = strcmp(options->algorithm, exact) == 0;
    question->algorithm = aco_algorithm_find(options->algorithm);
}

static bool is_ant_system(const struct aco_algorithm *algorithm)
{
    return algorithm == aco_algorithm_find("as");
}

static void choose_local_search(struct options *options, struct tours_question *question)
{
    const bool given = options->given[OPTION_local_search];
    const bool without = !question->algorithm || (is_ant_system(question->algorithm) && !given);
    question->local_search = aco_local_search_find(without ? "none" : given ? options->local_search : "3opt");
    options->local_search = question->local_search->name;
    options->set[OPTION_local_search] = true;
}

static void choose_lists(struct options *options, struct tours_question *question)
{
    if (!options->given[OPTION_candidates]) {
        options->candidates = !question->algorithm                 ? TOURS_MOSAIC_CANDIDATES
                              : is_ant_system(question->algorithm) ? 0
                                                                   : size_of(question->n)->candidates;
        options->set[OPTION_candidates] = true;
    }
    question->lists = options->candidates > 0 && question->n > 1;
    const bool looked_at = question->lists || aco_local_search_moves(question->local_search);
    if (looked_at) {
        if (!options->given[OPTION_candidate_kind]) {
            options->candidate_kind = question->quadrants ? "mixed" : "nearest";
        }
        question->per_quadrant =
            aco_quadrant_share(options->candidate_kind, question->lists ? options->candidates : SEARCH_LENGTH);
        question->evaluations = bound_list_evaluations(options->candidate_kind, question->n);
    }
    options->set[OPTION_candidate_kind] = looked_at;
    if (!options->selection || (question->lists && !options->given[OPTION_selection])) {
        options->selection = question->lists ? "race" : aco_selection_of(SELECTION_ROULETTE)->name;
    }
    question->selection = aco_selection_find(options->selection)->number;
    options->set[OPTION_selection] = true;
    options->set[OPTION_compress_from] = question->selection == SELECTION_HYBRID;
    options->set[OPTION_trial_limit] = SELECTION_TRIES(question->selection);
}

static void choose_real(struct options *options, enum option option, double *value, double by_default)
{
    if (!options->set[option]) {
        *value = by_default;
        options->set[option] = true;
    }
}

static void choose_ants(struct options *options, struct tours_question *question)
{
    const uint32_t nodes = question->n - question->joint;
    const struct aco_algorithm *algorithm = question->algorithm;
    const bool searched = aco_local_search_moves(question->local_search);
    const struct aco_algorithm_defaults *defaults = searched ? &algorithm->searched : &algorithm->unsearched;
    const bool by_size = searched && algorithm == aco_algorithm_find("mmas");
    const struct tours_size *size = size_of(question->n);
    const uint32_t fitting = question->n < TOURS_TOUR_NODES ? TOURS_TOUR_NODES / question->n : 1;
    if (!options->set[OPTION_ants]) {
        options->ants = by_size ? size->ants : defaults->ants;
        if (options->ants == 0 && question->lists && nodes > fitting) {
            options->ants = fitting;
        }
        options->set[OPTION_ants] = true;
    }
    options->ants = options->ants > 0 ? options->ants : nodes; /* "n": one ant per node */
    choose_real(options, OPTION_rho, &options->rho, by_size ? size->rho : defaults->rho);
    choose_real(options, OPTION_q0, &options->q0, by_size ? size->exploit : defaults->exploit);
    options->set[OPTION_q0] = question->lists;
    options->set[OPTION_p_best] = !searched;
    if (!options->given[OPTION_depositors] && options->depositors > options->ants + 1) {
        options->depositors = options->ants + 1; /* the ants and the best tour */
    }
}

static void choose_population(struct options *options, struct tours_question *question)
{
    struct mosaic_schedule *schedule = &question->schedule;
    if (!options->given[OPTION_population]) {
        options->population = mosaic_population_most(question->n, options->given[OPTION_time]);
        options->set[OPTION_population] = true;
    }
    choose_real(options, OPTION_noise, &options->noise,
                mosaic_noise(question->symmetric ? question->n : 2 * question->n));
    if (options->set[OPTION_ants] && options->ants == 0) {
        options->ants = question->n; /* "n": one ant per node */
    }
    if (options->schedule && mosaic_schedule_parse(options->schedule, schedule)) {
        options->population = 1;
        options->iterations = 0;
        for (size_t i = 0; i < schedule->count; ++i) {
            const uint32_t size = schedule->stages[i].individuals;
            options->population = size > options->population ? size : options->population;
            options->iterations += schedule->stages[i].generations;
        }
    }
}

/* Chooses the end of a run. --time and --iterations end it, and so do iterations without a better tour; a target need
 * not, because it may be out of reach. */
static void choose_ends(struct options *options, const struct tours_question *question)
{
    const struct tours_size *size = size_of(question->n);
    if (question->exact) {
        run_choose_ends(options, 1, 0, false);
    } else if (question->schedule.count > 0) {
        const bool given = options->given[OPTION_iterations];
        options->given[OPTION_iterations] = true;
        run_choose_ends(options, 0, 0, false);
        options->given[OPTION_iterations] = given;
    } else if (!question->algorithm) {
        const bool few = (question->symmetric ? 1 : 2) * question->n <= MOSAIC_FEW_NODES;
        const bool unfit = question->holes && !options->given[OPTION_islands]; /* islands do not converge */
        run_choose_ends(options,
                        unfit ? (few ? TOURS_MOSAIC_GENERATIONS_FEW_HOLES : TOURS_MOSAIC_GENERATIONS_HOLES)
                        : few && !question->symmetric ? TOURS_MOSAIC_GENERATIONS_ARCS
                                                      : TOURS_MOSAIC_GENERATIONS,
                        0, false);
    } else if (is_ant_system(question->algorithm)) {
        run_choose_ends(options, TOURS_AS_ITERATIONS, 0, true);
    } else {
        run_choose_ends(options, size->iterations, size->no_improve, false);
    }
}

bool tours_is_open_ended(const struct options *options)
{
    return !options->given[OPTION_schedule] && !options->given[OPTION_iterations] && !options->given[OPTION_time]
           && !options->given[OPTION_no_improve];
}

void tours_choose(struct options *options, const struct swarm_instance_info *info, uint32_t n, bool joint,
                  struct tours_question *question)
{
    question->n = n;
    question->joint = joint;
    question->contracted = n - joint < info->node_count;
    question->symmetric = info->symmetric;
    question->holes = info->no_edge > 0;
    question->quadrants = info->metric != SWARM_METRIC_EXPLICIT && !joint;
    choose_algorithm(options, question);
    choose_local_search(options, question);
    if (!question->exact) {
        choose_lists(options, question);
    }
    if (question->algorithm) {
        choose_ants(options, question);
    } else if (!question->exact) {
        choose_population(options, question);
    }
    choose_ends(options, question);
    run_choose_islands(options, question->algorithm ? TOURS_EPOCH_ANTS : TOURS_EPOCH_MOSAIC);
}
