#include "fleet.h"

#include <stdlib.h>
#include <string.h>

#include "base/team.h"
#include "base/text.h"
#include "colony.h"
#include "tours/tours.h"

enum {
    ROUNDS = 1000,    /* default number of rounds of a run without a time limit */
    ITERATIONS = 100, /* the same for iterations of ants */
    EPOCH = 100,      /* default number of rounds between two migrations of islands */
    EPOCH_OF_ANTS = 5,
    PARTS_WANTED = 4, /* parts of all plans together, at least, by the default number of plans */
    PLANS_MOST = 128, /* largest number of plans that the clock chooses, if their words fit into WORDS_MOST */
    WORDS_MOST = 1 << 25,
    HOST_PARTS = 20, /* parts of a plan that a device searches in the time that a host thread needs for one (H200) */
    SHARED_NODES = 1024, /* maximum number of nodes of a fleet whose run shares a device; each has a matrix */
    SHARED_RUNS = 2560,  /* runs that share a device at the same time: as many work-groups as an H200 holds */
};

extern const struct swarm_variant fleet_algorithm_words[];
const struct swarm_variant fleet_algorithm_words[] = {
    {"auto", "population", ""},
    {"population", "plans that are improved part by part by ruin and recreate, and exchange routes",
     "Christiaens and Vanden Berghe 2020; Nagata and Kobayashi 2010"},
    {"mmas", "MAX-MIN Ant System, each plan improved by ruin and recreate", "Stuetzle and Hoos 2000"},
    {"macs", "two ant colony systems in turn, the second with a vehicle less than the best plan; improved as in mmas",
     "Gambardella, Taillard and Agazzi 1999"},
    {NULL, NULL, NULL},
};

extern const struct swarm_variant fleet_rounding_words[];
const struct swarm_variant fleet_rounding_words[] = {
    {"auto", "truncated for time windows, exact for tables, decimal coordinates or a limit of length, else nearest",
     ""},
    {"nearest", "to the nearest integer, as in CVRPLIB", ""},
    {"truncated", "down to tenths, as in the DIMACS challenge on time windows", ""},
    {"tenths", "to the nearest tenth; the default of tables with long distances or latitudes", ""},
    {"exact", "to the nearest thousandth, for published lengths in double precision", ""},
    {NULL, NULL, NULL},
};

static struct fleet_question *question_of(const struct search *search)
{
    return search->question;
}

static const struct swarm_fleet *fleet_of(const struct search *search)
{
    return search->task->params->input;
}

void swarm_params_fleet(swarm_params *params, const swarm_fleet *fleet)
{
    params_set_input(params, BY_FLEET, fleet);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The question                                                                                                       */

/* Fails if lengths and prices together reach FLEET_MISSING, or loads reach 2^31. */
static enum swarm_status check_sizes(const struct search *search)
{
    const struct swarm_fleet *fleet = fleet_of(search);
    const int64_t most = fleet->info.balances ? FLEET_LONGEST_MOST : FLEET_MISSING;
    char demand[TSP_LENGTH_TEXT], load[TSP_LENGTH_TEXT];
    if (fleet->bound >= most) {
        return base_fail(search->env, SWARM_ERROR_INPUT,
                         "\"%s\": lengths and scores are too large: a route for each customer, and all scores, "
                         "together are %lld, expected less than %lld",
                         fleet->info.name, (long long)fleet->bound, (long long)most);
    }
    return fleet->info.demand < INT32_MAX /* load of FLEET_ABSENT */
               ? SWARM_OK
               : base_fail(search->env, SWARM_ERROR_INPUT, "\"%s\": the sum of demands is %s, expected less than %s",
                           fleet->info.name, fleet_load_shown(fleet, fleet->info.demand, demand),
                           fleet_load_shown(fleet, INT32_MAX, load));
}

/* Returns the row of an algorithm of ants; NULL: it is none. */
static const struct fleet_algorithm *find_ants(const char *name)
{
    static const struct fleet_algorithm *const rows[] = {&fleet_mmas, &fleet_macs};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; ++k) {
        if (strcmp(name, rows[k]->name) == 0) {
            return rows[k];
        }
    }
    return NULL;
}

static enum swarm_status choose_ants(struct search *search, const struct fleet_algorithm *algorithm)
{
    struct options *options = &search->options;
    struct fleet_choices *choices = &question_of(search)->choices;
    TRY(run_check_owners(search, BY_PLANS, algorithm->name));
    const uint32_t features = fleet_features(fleet_of(search));
    if ((features != 0 && features != FLEET_LIMITS && features != FLEET_WINDOWS) || fleet_of(search)->info.balances) {
        return base_fail(
            search->env, SWARM_ERROR_INVALID_ARGUMENT,
            "--algorithm %s clashes with the rules of the fleet: its ants know capacities and either limits "
            "of routes or time windows, of vehicles that are alike and have one depot",
            algorithm->name);
    }
    if (algorithm->colonies > 1 && !fleet_of(search)->info.vehicles_first) {
        return base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--algorithm %s needs --vehicles-first: its second colony saves vehicles", algorithm->name);
    }
    RUN_CHOOSE(options, orient_ants, algorithm->ants);
    run_choose_ends(options, ITERATIONS, 0, false);
    choices->algorithm = algorithm;
    choices->walks_on_device = strcmp(options->ants_construction, "device") == 0;
    choices->plans = choices->plans_least = (uint32_t)options->orient_ants;
    return SWARM_OK;
}

static enum swarm_status choose(struct search *search)
{
    struct options *options = &search->options;
    if (options->given[OPTION_target] && fleet_of(search)->info.vehicles_first) {
        return base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--target is a cost, and --vehicles-first does not compare plans by cost");
    }
    const uint32_t parts = fleet_part_count(fleet_of(search));
    struct fleet_choices *choices = &question_of(search)->choices;
    RUN_CHOOSE(options, fleet_algorithm, "population");
    const struct fleet_algorithm *ants = find_ants(options->fleet_algorithm);
    run_choose_islands(options, ants ? EPOCH_OF_ANTS : EPOCH);
    if (ants) {
        return choose_ants(search, ants);
    }
    TRY(run_check_owners(search, BY_COLLECTING_ANTS, options->fleet_algorithm));
    if (options->fleet_schedule && !fleet_schedule_parse(options->fleet_schedule, choices->planned)) {
        return base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--schedule %s: expected %d numbers of rounds, separated by commas", options->fleet_schedule,
                         (int)FLEET_LEVELS);
    }
    const bool timed = options->given[OPTION_time] && !options->given[OPTION_iterations];
    run_choose_ends(options, ROUNDS, 0, false);
    const uint32_t least = parts < PARTS_WANTED ? (PARTS_WANTED + parts - 1) / parts : 1;
    const bool grows = timed && !options->given[OPTION_plans] && !options->fleet_schedule;
    RUN_CHOOSE(options, plans, least);
    const uint64_t fitting =
        WORDS_MOST / FLEET_WORDS(fleet_of(search)->nodes->info.node_count, fleet_route_count(fleet_of(search)));
    const uint64_t most = !grows                 ? options->plans
                          : fitting < PLANS_MOST ? (fitting > least ? fitting : least)
                                                 : PLANS_MOST;
    choices->scheduled = options->fleet_schedule != NULL;
    choices->rounds = timed || !options->set[OPTION_iterations] ? 0 : options->iterations;
    choices->plans = (uint32_t)most;
    choices->plans_least = (uint32_t)options->plans;
    return SWARM_OK;
}

static enum swarm_status ask(struct search *search)
{
    TRY(run_begin_question(search, sizeof(struct fleet_question), "fleet"));
    const struct swarm_fleet_info *info = &fleet_of(search)->info;
    search->result->shown.timing.read = info->read_seconds;
    TRY(fleet_require_capacity(search->env, fleet_of(search)));
    TRY(check_sizes(search));
    TRY(choose(search));
    TRY(run_fill_request(search, info->decimals, info->best_proven ? info->best : INT64_MIN));
    search->request.target = fleet_score_of_cost(fleet_of(search), search->request.target);
    search->solution_size = fleet_solution_words(fleet_of(search)) * sizeof(uint32_t);
    return SWARM_OK;
}

static bool is_host_only(const struct swarm_params *params)
{
    const struct swarm_fleet *fleet = params->input;
    return fleet && fleet_part_count(fleet) <= HOST_PARTS * base_processors() && run_leaves_device_open(params);
}

static enum swarm_status make(struct search *search, struct search_devices devices, struct search_engine **engine)
{
    struct fleet_choices choices = question_of(search)->choices;
    choices.threads = run_threads(search);
    choices.is_given = search->task->params->start_count > 0;
    choices.batcher = search->task->shared;
    return fleet_engine_create(search->env, &search->request, fleet_of(search), &choices,
                               run_devices_unless_cpu(search, devices), engine);
}

/* True if runs can share launches of a device: their plans have one part, and all fleets have the same features. */
static bool can_share(const struct run_many *many)
{
    const struct options *options = &many->params->options;
    const uint32_t features = fleet_features(many->inputs[0]);
    bool fits = options->given[OPTION_plans] && !options->given[OPTION_islands] && !options->given[OPTION_dump_kernels]
                && !options->given[OPTION_fleet_algorithm] && (features & (FLEET_LENGTHS | FLEET_TIMES)) == 0;
    for (size_t i = 0; i < many->count && fits; ++i) {
        const struct swarm_fleet *fleet = many->inputs[i];
        fits = fleet_features(fleet) == features && fleet_part_count(fleet) == 1 && !fleet->info.balances
               && !fleet->info.vehicles_first && fleet->nodes->info.node_count <= SHARED_NODES;
    }
    return fits;
}

/* Lets the device search for many runs at once. There are more runs than threads, because most runs wait for it. */
static enum swarm_status share(const struct run_many *many, void **shared, unsigned *runs)
{
    struct search_devices chosen = {.list = many->devices};
    struct fleet_batcher *batcher = NULL;
    TRY(search_devices_find(many->env, &many->params->options, false, &chosen));
    const size_t index = chosen.indices[0];
    free(chosen.indices);
    if (many->devices->devices[index].software || !can_share(many)) {
        return SWARM_OK;
    }
    TRY(fleet_batcher_create(many->env, many->devices, index, fleet_features(many->inputs[0]),
                             1e-3 * (double)many->params->options.launch_ms, &batcher));
    *runs = many->count < SHARED_RUNS ? (unsigned)many->count : SHARED_RUNS;
    *shared = batcher;
    return SWARM_OK;
}

static void unshare(void **shared)
{
    fleet_batcher_destroy((struct fleet_batcher **)shared);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The solution                                                                                                       */

static void show(const struct search *search, int64_t score, int64_t *length, double *value)
{
    *length = fleet_score_cost(fleet_of(search), score);
    *value = (double)*length;
}

static void count(const struct search *search, struct swarm_progress *progress)
{
    const struct swarm_fleet *fleet = fleet_of(search);
    const int64_t score = search->result->reported;
    progress->missing = (uint32_t)fleet_score_missing(fleet, score);
    progress->vehicles = fleet->info.vehicles_first ? (uint32_t)fleet_score_vehicles(score) : 0;
}

/* Copies the words of a solution to words[], without empty routes if it does not matter which vehicle has a route;
 * returns their number. */
static size_t pack(const struct swarm_fleet *fleet, const uint32_t *solution, uint32_t *words)
{
    const bool all = fleet->vehicle_count > 1 || fleet->pinned;
    size_t count = 0;
    for (uint32_t k = 1; k <= solution[0]; ++k) {
        if (all || solution[k] != 0 || (count > 0 && words[count - 1] != 0)) {
            words[count++] = solution[k];
        }
    }
    return count;
}

static int64_t score_of(const struct swarm_fleet *fleet, const struct swarm_routes *routes)
{
    return fleet_score(fleet, (struct fleet_totals){.missing = (int64_t)routes->missing_count,
                                                    .used = (int64_t)routes->route_count,
                                                    .longest = routes->longest,
                                                    .prices = routes->prices,
                                                    .cost = routes->length + routes->vehicle_costs + routes->prices});
}

/* Measures a solution; *score is its score. *routes is owned. */
static enum swarm_status measure(const struct search *search, const uint32_t *solution, struct swarm_routes **routes,
                                 int64_t *score)
{
    const struct swarm_fleet *fleet = fleet_of(search);
    uint32_t *words;
    TRY(BASE_MAKE(search->env, words, fleet_solution_words(fleet)));
    const size_t count = solution[0] < fleet_solution_words(fleet) ? pack(fleet, solution, words) : 0;
    const enum swarm_status status = fleet_routes_measure(search->env, fleet, words, count, routes);
    free(words);
    if (status == SWARM_OK) {
        *score = score_of(fleet, *routes);
    }
    return status;
}

/* Copies the caller's routes to the solution. Errors: SWARM_ERROR_VERIFICATION if they break a rule or are too many. */
static enum swarm_status read_start(struct search *search, int64_t *score)
{
    const struct swarm_fleet *fleet = fleet_of(search);
    const struct swarm_params *params = search->task->params;
    struct swarm_routes *routes = NULL;
    uint32_t *given, *solution = search->solution;
    size_t count = params->start_nodes;
    TRY(params->start_count == 1 ? SWARM_OK
                                 : base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT,
                                             "found %zu plans to start from, expected one", params->start_count));
    TRY(fleet_routes_measure(search->env, fleet, params->starts, count, &routes));
    *score = score_of(fleet, routes);
    const size_t used = routes->route_count;
    swarm_routes_destroy(&routes);
    if (used > fleet_route_count(fleet) || count + 2 > UINT32_MAX) {
        return base_fail(search->env, SWARM_ERROR_VERIFICATION,
                         "found a plan of %zu routes to start from, expected at most %u", used,
                         (unsigned)fleet_route_count(fleet));
    }
    while (count > 0 && params->starts[count - 1] == 0) { /* empty routes at the end */
        --count;
    }
    TRY(BASE_MAKE(search->env, given, count + 2)); /* zeroed: ends the last route */
    given[0] = (uint32_t)count + (count > 0);
    memcpy(given + 1, params->starts, count * sizeof *given);
    solution[0] = (uint32_t)pack(fleet, given, solution + 1);
    free(given);
    return SWARM_OK;
}

/* Starts with the caller's routes, or without any: then the engine's first plan replaces the solution. */
static enum swarm_status start(struct search *search, int64_t *score)
{
    const struct swarm_fleet *fleet = fleet_of(search);
    struct fleet_totals totals = {.used = 0};
    search->scale = 1;
    memset(search->solution, 0, search->solution_size);
    if (search->task->params->start_count > 0) {
        return read_start(search, score);
    }
    for (uint32_t i = 1; i <= fleet->info.customer_count; ++i) {
        totals.prices += fleet->price[i];
        totals.missing += fleet->price[i] == 0;
    }
    totals.cost = totals.prices;
    *score = fleet_score(fleet, totals);
    search->starts_anew = true;
    return SWARM_OK;
}

static enum swarm_status verify(struct search *search)
{
    struct search_result *result = search->result;
    struct swarm_routes *routes = NULL;
    int64_t score = 0, length = 0;
    double value;
    const enum swarm_status status = measure(search, search->solution, &routes, &score);
    if (status != SWARM_OK) {
        return base_fail_in(search->env, status, "verification of the result");
    }
    result->owned[0] = routes;
    show(search, score, &length, &value);
    result->shown.routes = routes;
    return length == result->shown.length
               ? SWARM_OK
               : base_fail(search->env, SWARM_ERROR_VERIFICATION,
                           "verification of the result: the routes cost %lld, but the engine reported %lld",
                           (long long)length, (long long)result->shown.length);
}

static enum swarm_status check(const struct search *search, const void *solution, int64_t score, bool *possible)
{
    struct swarm_routes *routes = NULL;
    int64_t found = -1;
    const enum swarm_status status = measure(search, solution, &routes, &found);
    *possible = status == SWARM_OK && found == score;
    swarm_routes_destroy(&routes);
    return status == SWARM_ERROR_OUT_OF_MEMORY ? status : SWARM_OK;
}

static void identify(const struct search *search, struct run_identity *identity)
{
    const struct swarm_fleet *fleet = fleet_of(search);
    char capacity[TSP_LENGTH_TEXT];
    run_identity_add(identity, "a fleet of",
                     base_text_format("%u customers, %u vehicles, capacity %s (CRC-32 %08lx)",
                                      (unsigned)fleet->info.customer_count, (unsigned)fleet->info.vehicle_count,
                                      fleet_load_shown(fleet, fleet->info.capacity, capacity), fleet_sum(fleet)));
}

const struct search_problem fleet_problem = {
    .name = "fleet",
    .kind = "swarmcl fleet",
    .owners = BY_FLEET | BY_PLANS | BY_COLLECTING_ANTS,
    .has_reference = true,
    .ask = ask,
    .is_host_only = is_host_only,
    .share = share,
    .unshare = unshare,
    .make = make,
    .start = start,
    .show = show,
    .count = count,
    .verify = verify,
    .check = check,
    .identify = identify,
};
