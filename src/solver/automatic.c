#include "automatic.h"

#include <string.h>

#include "aco/shape.h"
#include "companions.h"
#include "presets.h"
#include "selection_rules.h"

/* Ants, lists and ends by nodes; docs/defaults.md says why. test/unit/automatic.c holds the two together. */
const struct solver_size solver_sizes[] = {
    {1000, 64, 0.5, 0, 16, 1000, 300},    {2000, 64, 0.5, 0, 16, 800, 300},   {5000, 128, 0.5, 0, 16, 400, 200},
    {20000, 128, 0.5, 0.5, 16, 200, 100}, {50000, 32, 0.5, 0.98, 16, 50, 30}, {UINT32_MAX, 16, 0.5, 0.98, 16, 10, 10},
};
const size_t solver_size_count = sizeof solver_sizes / sizeof solver_sizes[0];

static const struct solver_size *size_of(uint32_t n)
{
    const struct solver_size *size = solver_sizes;
    while (n > size->nodes) {
        ++size;
    }
    return size;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* What the user said                                                                                                 */

/* Whether the user gave a value other than "auto". */
static bool is_given(const struct swarm_params *params, const char *name)
{
    return solver_params_is_set(params, name) && !solver_params_is(params, name, "auto");
}

uint32_t solver_automatic_ants(const struct swarm_params *params, uint32_t by_default, uint32_t n)
{
    if (solver_params_is(params, "ants", "n")) {
        return n;
    }
    if (solver_params_is(params, "ants", "auto")) {
        return by_default > 0 ? by_default : n;
    }
    return (uint32_t)solver_params_integer(params, "ants");
}

double solver_automatic_real(const struct swarm_params *params, const char *name, double by_default)
{
    return solver_params_is(params, name, "auto") ? by_default : solver_params_real(params, name);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Algorithm and local search                                                                                         */

/* What only Ant System on whole rows has: who gives one of these means it. */
static bool names_ant_system(const struct swarm_params *params)
{
    static const char *const names[] = {"preset",     "selection",  "compress-from", "trail-floor",
                                        "evaluation", "group-size", "tuning"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        if (is_given(params, names[i])) {
            return true;
        }
    }
    const struct aco_construction *construction = NULL;
    const struct aco_deposit *deposit = NULL;
    if (is_given(params, "construction")) {
        construction = aco_construction_find(swarm_params_get(params, "construction"));
    }
    if (is_given(params, "deposit")) {
        deposit = aco_deposit_find(swarm_params_get(params, "deposit"));
    }
    return (construction && !construction->lists) || (deposit && !deposit->any_algorithm);
}

/* Whether an option is given that mosaic does not have. */
static bool names_ants(const struct swarm_params *params)
{
    return solver_companions_names_ants(params)
           || (is_given(params, "candidates")
               && solver_params_integer(params, "candidates") < SOLVER_MOSAIC_CANDIDATES_LEAST);
}

/* The algorithm without ants. */
static const char mosaic[] = "mosaic";

uint32_t solver_automatic_mosaic_least(const struct solver_automatic *chosen)
{
    return chosen->symmetric ? SOLVER_MOSAIC_NODES_LEAST : SOLVER_MOSAIC_ARCS_LEAST;
}

static void choose_algorithm(const struct swarm_params *params, struct solver_automatic *chosen)
{
    const bool ants = names_ants(params) || chosen->n < solver_automatic_mosaic_least(chosen);
    const char *name = is_given(params, "algorithm") ? swarm_params_get(params, "algorithm")
                       : names_ant_system(params)    ? "as"
                       : ants                        ? "mmas"
                                                     : mosaic;
    chosen->mosaic = strcmp(name, mosaic) == 0;
    chosen->algorithm = aco_algorithm_find(name);
}

const char *solver_automatic_name(const struct solver_automatic *chosen)
{
    return chosen->mosaic ? mosaic : chosen->algorithm->name;
}

static bool is_ant_system(const struct aco_algorithm *algorithm)
{
    return algorithm == aco_algorithm_find("as");
}

static const struct aco_local_search *choose_local_search(const struct swarm_params *params,
                                                          const struct solver_automatic *chosen)
{
    const char *given = is_given(params, "local-search") ? swarm_params_get(params, "local-search") : "3opt";
    const bool without = chosen->mosaic || (is_ant_system(chosen->algorithm) && !is_given(params, "local-search"));
    return aco_local_search_find(without ? "none" : given);
}

bool solver_searches(const struct aco_local_search *search)
{
    return search->two_opt || search->or_opt || search->three_opt;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Lists                                                                                                              */

/* Of `length` candidates, those that are the nearest within a quadrant. */
static uint32_t quadrant_share(const char *kind, uint32_t length)
{
    if (strcmp(kind, "quadrant") == 0) {
        return length / 4;
    }
    return strcmp(kind, "mixed") != 0 || length < 4 ? 0 : length < 8 ? 1 : 2;
}

static void choose_lists(const struct swarm_params *params, struct solver_automatic *chosen)
{
    const bool searched = solver_searches(chosen->local_search);
    chosen->candidates = is_given(params, "candidates")     ? (uint32_t)solver_params_integer(params, "candidates")
                         : chosen->mosaic                   ? SOLVER_MOSAIC_CANDIDATES
                         : is_ant_system(chosen->algorithm) ? 0
                                                            : size_of(chosen->n)->candidates;
    chosen->lists = chosen->candidates > 0 && chosen->n > 1;
    if (chosen->lists || searched) {
        chosen->candidate_kind = is_given(params, "candidate-kind") ? swarm_params_get(params, "candidate-kind")
                                 : chosen->quadrants                ? "mixed"
                                                                    : "nearest";
        chosen->per_quadrant =
            quadrant_share(chosen->candidate_kind, chosen->lists ? chosen->candidates : SEARCH_LENGTH);
    }
    const char *selection = swarm_params_get(params, "selection");
    if (chosen->lists && !solver_params_is_set(params, "selection")) {
        selection = "race";
    }
    chosen->selection = selection ? aco_selection_find(selection)->number : SELECTION_ROULETTE;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Ants and their trails                                                                                              */

static void choose_colony(const struct swarm_params *params, struct solver_automatic *chosen)
{
    const uint32_t nodes = chosen->n - chosen->joint;
    const struct aco_algorithm *algorithm = chosen->algorithm;
    const bool searched = solver_searches(chosen->local_search);
    const struct aco_algorithm_defaults *defaults = searched ? &algorithm->searched : &algorithm->alone;
    const bool by_size = searched && algorithm == aco_algorithm_find("mmas");
    const struct solver_size *size = size_of(chosen->n);
    const uint32_t fitting = chosen->n < SOLVER_TOUR_NODES ? SOLVER_TOUR_NODES / chosen->n : 1;
    uint32_t ants = by_size ? size->ants : defaults->ants;
    if (ants == 0 && chosen->lists && nodes > fitting) {
        ants = fitting;
    }
    chosen->ants = solver_automatic_ants(params, ants, nodes);
    chosen->rho = solver_automatic_real(params, "rho", by_size ? size->rho : defaults->rho);
    const double exploit = by_size ? size->exploit : defaults->exploit;
    chosen->exploit = chosen->lists ? solver_automatic_real(params, "q0", exploit) : 0.0;
    chosen->elite = is_given(params, "elite") ? (uint32_t)solver_params_integer(params, "elite") : 0;
    chosen->ranks = (uint32_t)solver_params_integer(params, "ranks");
    if (!solver_params_is_set(params, "ranks") && chosen->ranks > chosen->ants + 1) {
        chosen->ranks = chosen->ants + 1; /* the best so far is one of them */
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Colonies of mosaic                                                                                                 */

static void choose_mosaic(const struct swarm_params *params, struct solver_automatic *chosen)
{
    chosen->colonies = (struct mosaic_choices){
        .population = is_given(params, "colonies") ? (uint32_t)solver_params_integer(params, "colonies")
                                                   : mosaic_population_most(chosen->n),
        .kicks = is_given(params, "kicks") ? solver_params_integer(params, "kicks") : 0,
        .noise = solver_params_real(params, "noise"),
        .ants = solver_params_is(params, "ants", "auto") ? 0 : solver_automatic_ants(params, 0, chosen->n),
        .kopt = is_given(params, "exchange") ? (uint32_t)solver_params_integer(params, "exchange") : 0,
        .beam = is_given(params, "beam") ? (uint32_t)solver_params_integer(params, "beam") : 0,
        .threshold = solver_params_real(params, "threshold"),
        .threads = is_given(params, "threads") ? (unsigned)solver_params_integer(params, "threads") : 0,
        .improver = mosaic_improver_find(swarm_params_get(params, "improver")),
    };
    struct mosaic_schedule *schedule = &chosen->schedule;
    if (solver_params_is_set(params, "schedule")
        && mosaic_schedule_parse(swarm_params_get(params, "schedule"), schedule)) {
        chosen->colonies.population = 1;
        for (size_t i = 0; i < schedule->count; ++i) {
            const uint32_t size = schedule->stages[i].individuals;
            chosen->colonies.population = size > chosen->colonies.population ? size : chosen->colonies.population;
        }
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Ends                                                                                                               */

/* Iterations without a better tour, of a limit of `iterations` of them, 0: none. */
static uint64_t given_no_improve(const struct swarm_params *params, uint64_t iterations)
{
    if (solver_params_is(params, "no-improve", "fifth")) {
        return iterations == 0 || iterations >= 5 ? iterations / 5 : 1;
    }
    return solver_params_is(params, "no-improve", "auto") ? 0 : solver_params_integer(params, "no-improve");
}

/* --time and --iterations end a run by themselves, and so does a number of iterations without a better tour. A target
 * may be out of reach. */
static void choose_ends(const struct swarm_params *params, struct solver_automatic *chosen)
{
    const bool timed = solver_params_is_set(params, "time");
    const bool stagnates = is_given(params, "no-improve") && !solver_params_is(params, "no-improve", "fifth");
    if (chosen->schedule.count > 0) {
        chosen->iterations = mosaic_schedule_generations(&chosen->schedule);
    } else if (is_given(params, "iterations")) {
        chosen->iterations = solver_params_integer(params, "iterations");
    } else if (timed) {
        chosen->iterations = 0;
    } else if (is_ant_system(chosen->algorithm)) {
        chosen->iterations = SOLVER_AS_ITERATIONS;
    } else if (!stagnates) {
        chosen->iterations = chosen->mosaic ? SOLVER_MOSAIC_ROUNDS : size_of(chosen->n)->iterations;
        chosen->no_improve = chosen->mosaic ? 0 : size_of(chosen->n)->no_improve;
    }
    if (!solver_params_is(params, "no-improve", "auto")) {
        chosen->no_improve = given_no_improve(params, chosen->iterations);
    }
}

static void choose_islands(const struct swarm_params *params, struct solver_automatic *chosen)
{
    chosen->islands = is_given(params, "islands") ? (uint32_t)solver_params_integer(params, "islands") : 0;
    chosen->topology = solver_params_is(params, "topology", "complete") ? SOLVER_TOPOLOGY_COMPLETE
                       : solver_params_is(params, "topology", "none")   ? SOLVER_TOPOLOGY_NONE
                                                                        : SOLVER_TOPOLOGY_RING;
    chosen->epoch = is_given(params, "epoch") ? solver_params_integer(params, "epoch")
                    : chosen->mosaic          ? SOLVER_EPOCH_MOSAIC
                                              : SOLVER_EPOCH_ANTS;
    chosen->asynchronous = solver_params_is(params, "meeting", "asynchronous");
}

struct solver_automatic solver_automatic_choose(const struct swarm_params *params,
                                                const struct swarm_instance_info *info, uint32_t n, bool joint)
{
    struct solver_automatic chosen = {
        .n = n,
        .joint = joint,
        .contracted = n - joint < info->node_count,
        .symmetric = info->symmetric,
        .quadrants = info->metric != SWARM_METRIC_EXPLICIT && !joint,
    };
    choose_algorithm(params, &chosen);
    chosen.local_search = choose_local_search(params, &chosen);
    choose_lists(params, &chosen);
    if (chosen.mosaic) {
        choose_mosaic(params, &chosen);
    } else {
        choose_colony(params, &chosen);
    }
    choose_ends(params, &chosen);
    choose_islands(params, &chosen);
    return chosen;
}
