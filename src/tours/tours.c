#include "tours.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/team.h"
#include "base/text.h"
#include "mosaic/batcher.h"
#include "tsp/arithmetic.h"
#include "tsp/length.h"
#include "tsp/tour.h"

/* ------------------------------------------------------------------------------------------------------------------ */
/* The question                                                                                                       */

/* Minimum number of nodes after the nodes of sites are merged, because not every algorithm supports fewer. */
enum { SITES_LEAST = 8 };

/* Creates the reduction; `ways`: flags of tsp_reduction_create(). */
static enum swarm_status reduce(const struct search *search, unsigned ways)
{
    struct tours_question *question = tours_question_of(search);
    tsp_reduction_destroy(&question->reduction);
    TRY(tsp_reduction_create(search->env, tours_instance_of(search), &question->conditions, ways,
                             &question->reduction));
    question->instance = tsp_reduction_instance(question->reduction);
    question->offset = tsp_reduction_offset(question->reduction);
    return SWARM_OK;
}

static uint32_t nodes_to_order(const struct tours_question *question)
{
    return question->instance->info.node_count - question->instance->joint;
}

/* Creates the reduction. Merges the nodes of each site if enough nodes remain, but not for exact: the tour of all nodes
 * may be longer by the rounding of its edges. */
static enum swarm_status reduce_nodes(const struct search *search)
{
    struct tours_question *question = tours_question_of(search);
    const bool may_solve = tours_allow_exact(search->task->params);
    TRY(reduce(search, TSP_MERGED));
    const bool few = question->instance->info.node_count < SITES_LEAST;
    if (few || (may_solve && nodes_to_order(question) <= TOURS_EXACT_NODES)) {
        TRY(reduce(search, 0));
        question->exact = may_solve && nodes_to_order(question) <= TOURS_EXACT_NODES;
        TRY(few || question->exact ? SWARM_OK : reduce(search, TSP_MERGED));
    }
    return SWARM_OK;
}

bool tours_has_one_tour(const struct tours_question *question)
{
    return !question->exact && question->instance->info.node_count <= (question->symmetric ? 3 : 2);
}

/* Clears options that the algorithm does not support. */
static void drop_others(struct search *search)
{
    const unsigned has = tours_owners(tours_question_of(search));
    for (int option = 0; option < OPTION_COUNT; ++option) {
        search->options.set[option] = search->options.set[option] && (options_owners((enum option)option) & has);
    }
}

static enum swarm_status ask(struct search *search)
{
    struct options *options = &search->options;
    struct aco_shape_request shape;
    int64_t target = -1;
    TRY(run_begin_question(search, sizeof(struct tours_question), "instance"));
    struct tours_question *question = tours_question_of(search);
    const struct swarm_instance_info *info = &tours_instance_of(search)->info;
    search->result->shown.timing.read = info->read_seconds;
    question->reference = tours_reference(tours_instance_of(search), search->task->params);
    TRY(tours_conditions_read(search->env, search->task->params, &question->conditions));
    TRY(tsp_missing_check(search->env, tours_instance_of(search), &question->conditions));
    TRY(reduce_nodes(search));
    TRY(tours_read_target(search, &target));
    tours_choose(options, info, question->instance->info.node_count, question->instance->joint, question);
    TRY(tours_check_clashes(search->env, options, question));
    if (!question->exact && !question->algorithm && !info->symmetric) {
        TRY(reduce(search, TSP_DOUBLED));
    }
    TRY(question->exact ? SWARM_OK : tours_check_starts(search));
    TRY(run_fill_request(search, 0, INT64_MIN));
    if (question->algorithm) {
        TRY(tours_choose_shape(search->env, options, question, NULL, false, &shape));
    }
    if (options->tuning) {
        TRY(tours_tuning_read(search->env, options->tuning, &question->tuning));
    }
    TRY(tours_read_starts(search));
    TRY(run_make_report(search, info->node_count, &question->reported));
    drop_others(search);
    if (options->given[OPTION_keep]) { /* reserves 0.2 ms per node, measured with 10,000 nodes, up to half of --time */
        search->request.deadline -= fmin(0.5 * search->request.deadline, 2e-4 * info->node_count);
    }
    search->request.converges = !question->algorithm && tours_is_open_ended(options);
    if (question->holes) { /* a tour that uses a missing edge is at least as long as the edge */
        search->request.unfit = info->no_edge - question->offset;
        search->request.fit_iterations = TOURS_MOSAIC_GENERATIONS;
    }
    const bool asked = options->given[OPTION_target] || options->given[OPTION_target_gap];
    search->request.target = question->exact && !asked      ? INT64_MIN
                             : tours_has_one_tour(question) ? INT64_MAX
                                                            : tours_target_of_engines(target, question->offset);
    search->solve = question->exact ? tours_solve : NULL;
    search->solution_size = question->instance->info.node_count * sizeof(uint32_t);
    return SWARM_OK;
}

/* True if the search takes less time than opening a driver, up to 0.5 s. 1,000 nodes on two cores: 0.35 s, with PoCL
 * 0.57 s; with a GPU the host's threads would search, too. */
static bool is_host_only(const struct swarm_params *params)
{
    enum { HOST_NODES = 1000, HOST_SECONDS = 1 };
    struct options options = params->options;
    struct tours_question question = {.n = 0};
    const struct swarm_instance *instance = params->input;
    const struct swarm_instance_info *info = instance ? &instance->info : NULL;
    if (info && info->node_count <= TOURS_EXACT_NODES && tours_allow_exact(params)) {
        return search_names_no_device(params);
    }
    if (!info || info->node_count > HOST_NODES || !run_leaves_device_open(params) || options.given[OPTION_improver]
        || options.given[OPTION_schedule] || options.preset) {
        return false;
    }
    tours_choose(&options, info, info->node_count, false, &question);
    const bool soon = options.given[OPTION_time] ? options.time <= HOST_SECONDS
                                                 : options.iterations > 0
                                                       && (!options.given[OPTION_iterations]
                                                           || options.iterations <= TOURS_MOSAIC_GENERATIONS);
    return (!question.algorithm && soon) || question.n < tours_mosaic_least(&question);
}

static void release(struct search *search)
{
    struct tours_question *question = tours_question_of(search);
    tsp_reduction_destroy(&question->reduction);
    tours_conditions_deinit(&question->conditions);
    tours_tuning_deinit(&question->tuning);
    free(question->starts);
    free(question->reported);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The engine                                                                                                         */

/* The choices for mosaic; they borrow the question. */
static struct mosaic_choices mosaic_choices_of(const struct options *options, const struct tours_question *question)
{
    return (struct mosaic_choices){
        .population = (uint32_t)options->population,
        .kicks = options->kicks,
        .noise = options->noise,
        .ants = (uint32_t)options->ants,
        .kopt = (uint32_t)options->kopt,
        .beam = (uint32_t)options->beam,
        .threshold = options->threshold,
        .threads = (unsigned)options->threads,
        .schedule = question->schedule.count > 0 ? &question->schedule : NULL,
        .improver = options->improver ? mosaic_improver_find(options->improver) : NULL,
        .candidates = (uint32_t)options->candidates,
        .per_quadrant = question->per_quadrant,
        .evaluations = question->evaluations,
        .offset = question->offset,
        .lengths = options->lengths,
        .starts = question->starts,
    };
}

/* The kind of tuning-file block that the run uses. */
static enum tours_tuned_kind tuned_kind_of(const struct tours_question *question)
{
    return !question->algorithm                ? TUNED_MOSAIC
           : !question->lists                  ? TUNED_ROWS
           : question->algorithm->local_update ? TUNED_TOGETHER
                                               : TUNED_LISTS;
}

/* The run's block of the tuning file; NULL if there is none. */
static const struct tours_tuned *tuned_of(const struct search *search, struct search_devices devices)
{
    const struct tours_question *question = tours_question_of(search);
    const char *path = search->options.tuning;
    return path ? tours_tuning_find(search->env, &question->tuning, path, &devices.list->devices[devices.indices[0]],
                                    tuned_kind_of(question), tours_instance_of(search)->info.node_count)
                : NULL;
}

/* Maximum number of nodes that one thread searches: a second one costs more than it saves. 10 nodes: 0.7 ms with one
 * thread, 1.6 ms with two; 32 nodes: 3.6 and 4.1 ms; 50 nodes: 5.2 and 5.4 ms. */
enum { FEW_NODES = 32 };

static enum swarm_status make_mosaic(struct search *search, struct search_devices devices)
{
    const struct tours_question *question = tours_question_of(search);
    struct mosaic_choices choices = mosaic_choices_of(&search->options, question);
    const char *tuned =
        search->options.text[OPTION_improver] ? NULL : tours_tuned_value(tuned_of(search, devices), OPTION_improver);
    choices.tuned = tuned ? mosaic_improver_find(tuned) : NULL;
    choices.threads = search->task->threads > 0                          ? search->task->threads
                      : choices.threads == 0 && question->n <= FEW_NODES ? 1
                                                                         : choices.threads;
    choices.batcher = search->task->shared;
    choices.start_count = (uint32_t)search->task->params->start_count;
    return mosaic_engine_create(search->env, &search->request, question->instance, &choices, devices, &search->engine);
}

/* The kernel for all instances of a batch. If they have one metric and the device computes all lengths by the same
 * arithmetic, it gets points, which take less memory than matrices. */
static struct mosaic_many kernel_of(const struct run_many *many, const struct swarm_device *device)
{
    struct mosaic_many kernel = {.mapping = mosaic_pieces_mapping(device)};
    const struct swarm_instance *first = many->inputs[0], *next = first;
    int lengths = 0, other = 0;
    bool equal = tsp_lengths_choose(many->env, first, device, NULL, &lengths) == SWARM_OK && lengths > 0;
    for (size_t i = 1; i < many->count && equal; ++i) {
        next = many->inputs[i];
        equal = tsp_lengths_choose(many->env, next, device, NULL, &other) == SWARM_OK && other == lengths
                && next->info.metric == first->info.metric;
    }
    kernel.metric = equal ? (int)first->info.metric : 0;
    kernel.lengths = equal ? lengths : 0;
    return kernel;
}

/* Lets the device improve mosaic's tours for many runs at once. There are more runs than threads, because most runs
 * wait for the device. */
static enum swarm_status share(const struct run_many *many, void **shared, unsigned *runs)
{
    enum {
        NODES = 262144, /* nodes of all runs together: 1 to 4 GiB of the host's memory */
        MOST_RUNS = 1024
    };
    static const enum option others[] = {OPTION_islands, OPTION_lengths, OPTION_tuning, OPTION_dump_kernels};
    struct options options = many->params->options;
    struct tours_question question = {.n = 0};
    struct mosaic_batcher *batcher = NULL;
    const struct swarm_instance_info *largest = &((const struct swarm_instance *)many->inputs[0])->info;
    struct search_devices chosen = {.list = many->devices};
    uint64_t nodes = 0;
    for (size_t i = 0; i < many->count; ++i) {
        const struct swarm_instance_info *info = &((const struct swarm_instance *)many->inputs[i])->info;
        nodes += info->node_count;
        largest = info->node_count > largest->node_count ? info : largest;
    }
    tours_choose(&options, largest, largest->node_count, false, &question);
    bool is_shared = !question.algorithm && (!options.improver || strcmp(options.improver, "array") == 0);
    for (size_t k = 0; k < sizeof others / sizeof *others; ++k) {
        is_shared = is_shared && !options.given[others[k]];
    }
    TRY(search_devices_find(many->env, &many->params->options, false, &chosen));
    const size_t index = chosen.indices[0];
    free(chosen.indices);
    if (!is_shared || many->devices->devices[index].software) { /* loops end early on these devices: mosaic.c */
        return SWARM_OK;
    }
    const struct mosaic_many kernel = kernel_of(many, &many->devices->devices[index]);
    TRY(mosaic_batcher_create(many->env, many->devices, index, kernel, 1e-3 * (double)options.launch_ms, &batcher));
    const uint64_t fitting = (uint64_t)NODES * many->count / nodes, least = base_processors();
    *runs = (unsigned)(fitting < least ? least : fitting > MOST_RUNS ? MOST_RUNS : fitting);
    *shared = batcher;
    return SWARM_OK;
}

static void unshare(void **shared)
{
    mosaic_batcher_destroy((struct mosaic_batcher **)shared);
}

/* True if the devices can share one population: only for ants on pieces. */
static bool is_shared(const struct search *search, struct search_devices devices)
{
    const struct tours_question *question = tours_question_of(search);
    const bool timed = !isinf(search->request.deadline) && question->schedule.count == 0;
    bool shared = !question->algorithm;
    for (size_t k = 0; k < devices.count && shared; ++k) {
        struct mosaic_choices choices = mosaic_choices_of(&search->options, question);
        mosaic_choices_complete(&devices.list->devices[devices.indices[k]], question->instance, timed, &choices);
        shared = choices.improver->pieces;
    }
    return shared;
}

static enum swarm_status spread(const struct search *search, struct search_devices devices)
{
    const char *device = search->options.device;
    if (!is_shared(search, devices)) {
        return base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--device %s clashes with --islands 1: devices share one population only with "
                         "--improver pieces",
                         device);
    }
    return devices.count <= MOSAIC_DEVICES_MOST
               ? SWARM_OK
               : base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT,
                           "--device %s: found %zu devices, expected at most %d for one population", device,
                           devices.count, (int)MOSAIC_DEVICES_MOST);
}

/* Uses only the user's options if the device does not support the shape of a tuning file or preset. */
static enum swarm_status drop_unsupported_shape(struct search *search, const struct aco_request *request,
                                                struct search_devices devices, const struct aco_shape_request *given)
{
    swarm_log_fn *log = search->env->log;
    enum swarm_status status;
    search->env->log = NULL; /* the next plan logs its messages */
    status = search->engine->type->plan(search->engine);
    search->env->log = log;
    if (status != SWARM_ERROR_INVALID_ARGUMENT && status != SWARM_ERROR_OUT_OF_MEMORY) {
        return SWARM_OK; /* the next plan fails with the same error */
    }
    base_log(search->env, SWARM_LOG_WARNING, "%s; the device's default is used", search->env->error);
    search_engine_destroy(&search->engine);
    struct aco_request other = *request;
    other.shape = *given;
    return aco_colony_device_create(search->env, &search->request, &other, devices.list, devices.indices[0],
                                    &search->engine);
}

static enum swarm_status make_colony(struct search *search, struct search_devices devices)
{
    const struct options *options = &search->options;
    const struct tours_question *question = tours_question_of(search);
    struct aco_request request = {
        .instance = question->instance,
        .options = *options,
        .walked = search->task->params->starts != NULL,
    };
    struct aco_shape_request given;
    if (!devices.list) {
        return aco_colony_reference_create(search->env, &search->request, &request, &search->engine);
    }
    TRY(tours_choose_shape(search->env, options, question, tuned_of(search, devices), false, &request.shape));
    TRY(tours_choose_shape(search->env, options, question, NULL, true, &given));
    TRY(aco_colony_device_create(search->env, &search->request, &request, devices.list, devices.indices[0],
                                 &search->engine));
    TRY(aco_shape_same(&given, &request.shape) ? SWARM_OK : drop_unsupported_shape(search, &request, devices, &given));
    return SWARM_OK;
}

static enum swarm_status make(struct search *search, struct search_devices devices, struct search_engine **engine)
{
    const enum swarm_status status =
        tours_question_of(search)->algorithm ? make_colony(search, devices) : make_mosaic(search, devices);
    *engine = search->engine;
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The solution */

static void show(const struct search *search, int64_t score, int64_t *length, double *value)
{
    *length = score + tours_question_of(search)->offset;
    *value = (double)*length;
}

/* Converts the search's solution to the caller's tour [nodes of the caller's instance], which begins with --start. */
static void expand(const struct search *search, uint32_t *tour)
{
    const struct tours_question *question = tours_question_of(search);
    tsp_reduction_expand(question->reduction, search->solution, tour);
    if (question->conditions.start != TSP_NO_NODE) { /* a path begins with its start already */
        tsp_tour_turn(tour, tours_instance_of(search)->info.node_count, question->conditions.start);
    }
}

static void report(const struct search *search, struct swarm_progress *progress)
{
    const struct tours_question *question = tours_question_of(search);
    const size_t n = question->instance->info.node_count;
    if (tsp_tour_length(question->instance, search->solution, n, false) + question->offset == progress->length) {
        expand(search, question->reported);
        progress->tour = question->reported;
        progress->node_count = tours_instance_of(search)->info.node_count;
    }
}

/* Refuses wrong solutions, which only defects of the program can cause. */
static enum swarm_status verify(struct search *search)
{
    const struct tours_question *question = tours_question_of(search);
    const struct swarm_instance *instance = tours_instance_of(search);
    const size_t n = instance->info.node_count;
    struct search_result *result = search->result;
    uint32_t *tour = base_array(n, sizeof *tour);
    int64_t length = 0;
    enum swarm_status status = SWARM_OK;
    TRY(tour ? SWARM_OK : base_fail_memory(search->env));
    result->owned[0] = tour;
    result->tour = (struct swarm_tour){
        .node_count = n,
        .nodes = tour,
        .length = result->shown.length,
        .path = search->options.path,
        .reference = question->reference,
        .built_length = result->built < INT64_MAX ? result->built + question->offset : -1,
        .bound = result->bound,
    };
    result->shown.tour = &result->tour;
    if (question->instance != instance) { /* otherwise the check below covers this tour */
        TRY_OR(fail, tsp_tour_measure(search->env, question->instance, search->solution,
                                      question->instance->info.node_count, &length));
    }
    expand(search, tour);
    TRY_OR(fail, tsp_conditions_measure(search->env, instance, &question->conditions, tour, n, &length));
    if (length != result->shown.length) {
        char text[TSP_LENGTH_TEXT], claimed[TSP_LENGTH_TEXT];
        return base_fail(search->env, SWARM_ERROR_VERIFICATION,
                         "verification of the result: the tour's length is %s, the engine reported %s",
                         tsp_length_shown(length, instance->info.decimals, text),
                         tsp_length_shown(result->shown.length, instance->info.decimals, claimed));
    }
    TRY_OR(fail, search->options.given[OPTION_keep] ? tours_keep(search, tour) : SWARM_OK);
    return tsp_missing_refuse(search->env, instance, search->options.path, tour, n, SWARM_ERROR_INPUT,
                              "found no tour without missing edges; the best one uses the missing edge from");

fail:
    return base_fail_in(search->env, status, "verification of the result");
}

static enum swarm_status check(const struct search *search, const void *solution, int64_t score, bool *possible)
{
    const struct swarm_instance *instance = tours_question_of(search)->instance;
    int64_t length = 0;
    enum swarm_status status = tsp_tour_measure(search->env, instance, solution, instance->info.node_count, &length);
    *possible = status == SWARM_OK && length == score;
    return status == SWARM_ERROR_OUT_OF_MEMORY ? status : SWARM_OK;
}

unsigned long tours_sum(unsigned long sum, const struct swarm_instance *instance)
{
    const size_t n = instance->info.node_count;
    if (instance->coordinates) {
        sum = base_checksum(sum, instance->coordinates, 3 * n * sizeof *instance->coordinates);
    }
    for (size_t i = 0; i < n && instance->matrix; ++i) {
        sum = base_checksum(sum, instance->matrix + i * n, n * sizeof *instance->matrix);
    }
    return sum;
}

static void identify(const struct search *search, struct run_identity *identity)
{
    const struct swarm_instance *instance = tours_instance_of(search);
    const struct swarm_instance_info *info = &instance->info;
    const uint32_t about[2] = {(uint32_t)info->metric, info->symmetric};
    unsigned long sum = tours_sum(base_checksum(0, about, sizeof about), instance);
    sum = base_checksum(sum, instance->fixed_edges, info->fixed_edge_count * sizeof *instance->fixed_edges);
    run_identity_add(identity, "an instance of",
                     base_text_format("%zu nodes (CRC-32 %08lx)", (size_t)info->node_count, sum));
}

/* True if `value` has no effect on tours: for --improver all values except `pieces`, which find equal tours. */
static bool is_free(enum option option, const char *value)
{
    const struct mosaic_improver *improver = option == OPTION_improver ? mosaic_improver_find(value) : NULL;
    return improver && !improver->pieces;
}

const struct search_problem tours_problem = {
    .name = "tsp",
    .kind = "swarmcl tsp",
    .owners = BY_TSP | BY_ANY_ANTS | BY_MOSAIC | BY_PIECES,
    .has_reference = true,
    .ask = ask,
    .release = release,
    .is_host_only = is_host_only,
    .share = share,
    .unshare = unshare,
    .make = make,
    .is_shared = is_shared,
    .spread = spread,
    .start = tours_start,
    .rescue = tours_rescue,
    .bound = tours_raise_bound,
    .show = show,
    .report = report,
    .verify = verify,
    .check = check,
    .identify = identify,
    .is_free = is_free,
};
