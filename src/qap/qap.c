#include "qap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"

enum {
    SEARCHES_MOST = 4096, /* maximum number of members of a population */
    STEPS_OF_ITEM = 10,   /* default steps per free item in a search */
    STEPS_OF_RANDOM = 50, /* the same in populations if problem.random */
    STEPS_LEAST = 100,    /* smallest default number of steps in a search */
    GENERATIONS = 1000,   /* default number of generations of a run */
    PATIENCE = 100,       /* default generations without a better assignment that end a run */
    EPOCH = 20,           /* default number of generations between two migrations of islands */
    /* With --time up to HOST_SECONDS and at most HOST_ITEMS items, or without --time and at most half as many items,
     * the host's threads finish before a driver has started, so the run uses no device. */
    HOST_ITEMS = 64,
    HOST_SECONDS = 1,
};

const struct swarm_variant qap_algorithm_words[] = {
    {"auto", "exact for up to 9 items that are not fixed, else memetic", ""},
    {"memetic",
     "a population of tabu searches with crossover; a population that gains little is replaced by a larger one",
     "Benlic and Hao (2015); Taillard (1991)"},
    {"mmas", "MAX-MIN Ant System on trails of item and place, with tabu searches",
     "Stuetzle and Hoos (2000); Tsutsui and Fujimoto (2011)"},
    {"exact", "the cheapest of all assignments of up to 9 items that are not fixed", ""},
    {NULL, NULL, NULL},
};

/* Words of --construction for qap and orient. */
const struct swarm_variant ants_construction_words[] = {
    {"host", "the threads of the host", ""},
    {"device", "a work-group of the device for each ant", "Tsutsui and Fujimoto (2011); Catala et al. (2007)"},
    {NULL, NULL, NULL},
};

static struct qap_question *question_of(const struct search *search)
{
    return search->question;
}

static const struct swarm_qap *qap_of(const struct search *search)
{
    return search->task->params->input;
}

void swarm_params_qap(swarm_params *params, const swarm_qap *qap)
{
    params_set_input(params, BY_QAP, qap);
}

static void release(struct search *search)
{
    struct qap_question *question = question_of(search);
    qap_problem_deinit(&question->problem);
    free(question->fixed);
    free(question->starts);
    free(question->reported);
}

static enum swarm_status fix_pair(const struct search *search, const char *text, size_t size)
{
    const struct swarm_qap *qap = qap_of(search);
    const uint32_t n = qap->info.item_count, items = n - qap->info.added_items;
    const char *equals = memchr(text, '=', size), *wrong = NULL;
    uint32_t *fixed = question_of(search)->fixed, item = 0, place = 0;
    if (equals) {
        item = qap_find(qap->items, items, (struct base_word){text, (size_t)(equals - text)});
        place = qap_find(qap->places, n, (struct base_word){equals + 1, size - (size_t)(equals + 1 - text)});
    }
    if (!equals || item == items || place == n) {
        wrong = !equals ? "this is not a pair" : item == items ? "there is no such item" : "there is no such place";
    }
    for (uint32_t i = 0; i < n && !wrong; ++i) {
        const bool taken = fixed[i] == place || (i == item && fixed[i] != UINT32_MAX);
        wrong = taken ? "the item or the place is fixed already" : NULL;
    }
    if (wrong) {
        return base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--fix %.*s: %s; expected ITEM=PLACE, names or numbers from 1 to %u", (int)size, text, wrong,
                         (unsigned)n);
    }
    fixed[item] = place;
    return SWARM_OK;
}

static enum swarm_status read_fixed(const struct search *search)
{
    struct qap_question *question = question_of(search);
    const uint32_t n = qap_of(search)->info.item_count;
    TRY(BASE_MAKE(search->env, question->fixed, n));
    memset(question->fixed, 0xff, n * sizeof *question->fixed);
    for (const char *text = search->options.fix_places; text;) {
        const size_t size = strcspn(text, ",");
        TRY(fix_pair(search, text, size));
        text = text[size] == ',' ? text + size + 1 : NULL;
    }
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The question                                                                                                       */

static enum swarm_status read_starts(const struct search *search)
{
    const struct swarm_params *params = search->task->params;
    struct qap_question *question = question_of(search);
    const uint32_t n = qap_of(search)->info.item_count, m = question->problem.m;
    TRY(BASE_MAKE(search->env, question->starts, params->start_count * m));
    for (size_t k = 0; k < params->start_count; ++k) {
        const uint32_t *places = params->starts + k * params->start_nodes;
        bool fits = params->start_nodes == n && qap_first_wrong(places, n) == n;
        for (uint32_t i = 0; i < n && fits; ++i) {
            fits = question->fixed[i] == UINT32_MAX || question->fixed[i] == places[i];
        }
        if (!fits) {
            return base_fail(
                search->env, SWARM_ERROR_INVALID_ARGUMENT,
                "starting assignment %zu: expected each of %u places once, and fixed items at their places", k + 1,
                (unsigned)n);
        }
        qap_problem_reduce(&question->problem, places, question->starts + k * m);
    }
    return SWARM_OK;
}

static enum swarm_status choose(struct search *search)
{
    struct options *options = &search->options;
    struct qap_question *question = question_of(search);
    struct qap_settings *settings = &question->settings;
    const uint32_t m = question->problem.m;
    const size_t start_count = search->task->params->start_count;
    const bool exact = run_is_exact(search->task->params, OPTION_qap_algorithm, m, QAP_EXACT_ITEMS);
    const bool named = options->given[OPTION_qap_algorithm];
    RUN_CHOOSE(options, qap_algorithm, exact ? "exact" : qap_memetic.name);
    const bool ants = strcmp(options->qap_algorithm, qap_ants.name) == 0;
    const unsigned others = ants ? BY_MEMETIC : BY_PLACING_ANTS;
    TRY(run_check_owners(search, exact && named ? others | BY_MEMETIC : others, options->qap_algorithm));
    run_choose_islands(options, EPOCH);
    if (exact) {
        options->set[OPTION_searches] = options->set[OPTION_search_steps] = false;
        return run_choose_exact(search, qap_solve, m, QAP_EXACT_ITEMS, "items that are not fixed");
    }
    run_choose_ends(options, GENERATIONS, PATIENCE, false);
    const uint32_t steps = m * (question->problem.random && !ants ? STEPS_OF_RANDOM : STEPS_OF_ITEM);
    RUN_CHOOSE(options, search_steps, steps > STEPS_LEAST ? steps : STEPS_LEAST);
    if (ants) {
        RUN_CHOOSE(options, qap_ants, QAP_ANTS);
    }
    *settings = (struct qap_settings){
        .method = ants ? &qap_ants : &qap_memetic,
        .size = (uint32_t)(ants                              ? options->qap_ants
                           : options->given[OPTION_searches] ? options->searches
                                                             : 0),
        .steps = (uint32_t)options->search_steps, /* at most 2^30 steps, because tabu marks have 31 bits */
        .rho = options->qap_rho,
        .on_device = ants && strcmp(options->ants_construction, "device") == 0,
        .starts = question->starts,
        .start_count = (uint32_t)start_count,
    };
    settings->most = settings->size > 0 ? settings->size : SEARCHES_MOST;
    const uint32_t first = settings->size > 0 ? settings->size : QAP_POPULATION;
    return start_count <= first
               ? SWARM_OK
               : base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT,
                           "%zu starting assignments are too many: the first generation has %u searches", start_count,
                           (unsigned)first);
}

/* Fills in the request. Without --target, the target of an instance without fixed items is its proven optimum, if any.
 */
static enum swarm_status fill_request(struct search *search)
{
    const struct swarm_qap_info *info = &qap_of(search)->info;
    const uint32_t m = question_of(search)->problem.m;
    int64_t target = info->best_proven && m == info->item_count ? info->best : INT64_MIN;
    if (!search->solve && m <= 1) {
        target = INT64_MAX; /* every assignment meets the target, because there is only one */
    }
    search->solution_size = m * sizeof(uint32_t);
    return run_fill_request(search, info->decimals, target);
}

static enum swarm_status ask(struct search *search)
{
    TRY(run_begin_question(search, sizeof(struct qap_question), "flows and distances"));
    struct qap_question *question = question_of(search);
    search->result->shown.timing.read = qap_of(search)->info.read_seconds;
    TRY(read_fixed(search));
    TRY(qap_problem_init(search->env, qap_of(search), question->fixed, &question->problem));
    TRY(read_starts(search));
    TRY(choose(search));
    TRY(run_make_report(search, qap_of(search)->info.item_count, &question->reported));
    return fill_request(search);
}

static bool is_host_only(const struct swarm_params *params)
{
    const struct options *options = &params->options;
    const struct swarm_qap *qap = params->input;
    if (qap && run_is_exact(params, OPTION_qap_algorithm, qap->info.item_count, QAP_EXACT_ITEMS)) {
        return search_names_no_device(params);
    }
    return qap && qap->info.item_count <= HOST_ITEMS && run_leaves_device_open(params)
           && (options->given[OPTION_time] ? options->time <= HOST_SECONDS : qap->info.item_count <= HOST_ITEMS / 2);
}

static enum swarm_status make(struct search *search, struct search_devices devices, struct search_engine **engine)
{
    const struct qap_question *question = question_of(search);
    struct qap_settings settings = question->settings;
    settings.threads = run_threads(search);
    devices = question->problem.m < 2 ? (struct search_devices){.list = NULL} : run_devices_unless_cpu(search, devices);
    return qap_engine_create(search->env, &search->request, &question->problem, &settings, devices, engine);
}

static enum swarm_status start(struct search *search, int64_t *score)
{
    const struct qap_question *question = question_of(search);
    const uint32_t m = question->problem.m, count = question->settings.start_count;
    uint32_t *places = search->solution;
    for (uint32_t i = 0; i < m; ++i) {
        places[i] = i;
    }
    *score = qap_problem_cost(&question->problem, places);
    for (uint32_t k = 0; k < count; ++k) {
        const uint32_t *given = question->starts + (size_t)k * m;
        const int64_t cost = qap_problem_cost(&question->problem, given);
        if (k == 0 || cost < *score) {
            *score = cost;
            memcpy(places, given, search->solution_size);
        }
    }
    search->scale = *score;
    search->starts_anew = count == 0;
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The solution                                                                                                       */

static void show(const struct search *search, int64_t score, int64_t *length, double *value)
{
    (void)search;
    *length = score;
    *value = (double)score;
}

static void report(const struct search *search, struct swarm_progress *progress)
{
    struct qap_question *question = question_of(search);
    qap_problem_expand(&question->problem, search->solution, question->reported);
    progress->tour = question->reported;
    progress->node_count = qap_of(search)->info.item_count;
}

/* Checks the result: computes the cost of the assignment from the instance. */
static enum swarm_status verify(struct search *search)
{
    const struct qap_question *question = question_of(search);
    const struct swarm_qap *qap = qap_of(search);
    const uint32_t n = qap->info.item_count, m = question->problem.m;
    struct search_result *result = search->result;
    uint32_t *places = result->owned[0] = base_array(n, sizeof *places);
    TRY(places ? SWARM_OK : base_fail_memory(search->env));
    if (qap_first_wrong(search->solution, m) < m) {
        return base_fail(search->env, SWARM_ERROR_VERIFICATION,
                         "verification of the result: two items have the same place");
    }
    qap_problem_expand(&question->problem, search->solution, places);
    const int64_t cost = qap_instance_cost(qap, places);
    if (cost != result->shown.length) {
        return base_fail(search->env, SWARM_ERROR_VERIFICATION,
                         "verification of the result: the assignment costs %lld, but the search reported %lld",
                         (long long)cost, (long long)result->shown.length);
    }
    result->assignment = (struct swarm_assignment){.item_count = n, .places = places};
    result->shown.assignment = &result->assignment;
    return SWARM_OK;
}

static enum swarm_status check(const struct search *search, const void *solution, int64_t score, bool *possible)
{
    const struct qap_problem *problem = &question_of(search)->problem;
    *possible = qap_first_wrong(solution, problem->m) == problem->m && qap_problem_cost(problem, solution) == score;
    return SWARM_OK;
}

static void identify(const struct search *search, struct run_identity *identity)
{
    const struct swarm_qap *qap = qap_of(search);
    const struct qap_question *question = question_of(search);
    run_identity_add(identity, "instance of",
                     base_text_format("%u items (CRC-32 %08lx)", (unsigned)qap->info.item_count,
                                      (unsigned long)qap_instance_sum(qap)));
    if (question->settings.start_count > 0) {
        run_identity_add(identity, "start of",
                         base_text_format("%u assignments (CRC-32 %08lx)", (unsigned)question->settings.start_count,
                                          base_checksum(0, question->starts,
                                                        question->settings.start_count * search->solution_size)));
    }
}

const struct search_problem qap_problem = {
    .name = "qap",
    .kind = "swarmcl qap",
    .owners = BY_QAP | BY_MEMETIC | BY_PLACING_ANTS,
    .has_reference = true,
    .ask = ask,
    .release = release,
    .is_host_only = is_host_only,
    .make = make,
    .start = start,
    .show = show,
    .report = report,
    .verify = verify,
    .check = check,
    .identify = identify,
};
