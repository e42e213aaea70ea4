#include "tours.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/memory.h"
#include "base/text.h"
#include "mosaic/problem.h"
#include "tsp/length.h"
#include "tsp/tour.h"

static struct tours_question *question_of(const struct run *run)
{
    return run->question;
}

static const struct swarm_instance *instance_of(const struct run *run)
{
    return run->task->params->instance;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The question                                                                                                       */

/* Fewer places stay separate nodes: not every algorithm takes a handful. */
enum { PLACES_LEAST = 8 };

/* Makes an instance without the conditions, in these ways of tsp_reduction_create(). */
static enum swarm_status reduce(const struct run *run, unsigned ways)
{
    struct tours_question *question = question_of(run);
    tsp_reduction_destroy(&question->reduction);
    TRY(tsp_reduction_create(run->env, instance_of(run), &question->conditions, ways, &question->reduction));
    question->instance = tsp_reduction_instance(question->reduction);
    question->offset = tsp_reduction_offset(question->reduction);
    return SWARM_OK;
}

static uint32_t nodes_to_order(const struct tours_question *question)
{
    return question->instance->info.node_count - question->instance->joint;
}

/* Makes an instance without the conditions. Nodes of one place become one node where that leaves enough places, but not
 * for exact: the tour that separates them again may be longer, by the rounding of its edges. */
static enum swarm_status reduce_nodes(const struct run *run)
{
    struct tours_question *question = question_of(run);
    const bool may_solve = tours_allow_exact(run->task->params);
    TRY(reduce(run, TSP_MERGED));
    const bool few = question->instance->info.node_count < PLACES_LEAST;
    if (few || (may_solve && nodes_to_order(question) <= TOURS_EXACT_NODES)) {
        TRY(reduce(run, 0));
        question->exact = may_solve && nodes_to_order(question) <= TOURS_EXACT_NODES;
        TRY(few || question->exact ? SWARM_OK : reduce(run, TSP_MERGED));
    }
    return SWARM_OK;
}

/* Whether the algorithm takes so many starts. */
static enum swarm_status check_starts(const struct run *run)
{
    const struct tours_question *question = question_of(run);
    const struct options *options = &run->options;
    const struct mosaic_schedule *schedule = &question->schedule;
    const size_t count = run->task->params->start_count;
    if (count > 1 && question->algorithm) {
        return base_fail(run->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "%zu tours to start from clash with --algorithm %s: ants begin with one; mosaic takes more",
                         count, options->algorithm);
    }
    if (!question->algorithm && schedule->count > 0 && count > schedule->stages[0].individuals) {
        return base_fail(run->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "%zu tours to start from clash with --schedule %s: its first population has %u individuals",
                         count, options->schedule, (unsigned)schedule->stages[0].individuals);
    }
    if (!question->algorithm && count > options->population) {
        return base_fail(
            run->env, SWARM_ERROR_INVALID_ARGUMENT,
            "%zu tours to start from clash with --population %llu: each needs an individual of the first population",
            count, (unsigned long long)options->population);
    }
    return SWARM_OK;
}

/* Converts the caller's tours for the engines. */
static enum swarm_status read_starts(const struct run *run)
{
    const struct swarm_params *params = run->task->params;
    struct tours_question *question = question_of(run);
    const size_t n = question->instance->info.node_count;
    enum swarm_status status = SWARM_OK;
    if (params->start_count == 0) {
        return SWARM_OK;
    }
    question->starts = base_array(params->start_count * n, sizeof *question->starts);
    if (!question->starts) {
        return base_fail_memory(run->env);
    }
    for (size_t i = 0; i < params->start_count; ++i) {
        const uint32_t *tour = params->starts + i * params->start_nodes;
        int64_t ignored;
        TRY_OR(fail, tsp_tour_measure(run->env, instance_of(run), tour, params->start_nodes, &ignored));
        TRY_OR(fail, tsp_reduction_reduce(question->reduction, run->env, tour, question->starts + i * n));
    }
    return SWARM_OK;

fail:
    return base_fail_in(run->env, status, "the tour to start from");
}

/* True if all tours are the same one, so the start of the run is the result. */
static bool has_one_tour(const struct tours_question *question)
{
    return !question->exact && question->instance->info.node_count <= (question->symmetric ? 3 : 2);
}

/* Clears options that the algorithm does not have. */
static void drop_others(struct run *run)
{
    const unsigned has = tours_owners(question_of(run));
    for (int option = 0; option < OPTION_COUNT; ++option) {
        run->options.set[option] = run->options.set[option] && (options_owners((enum option)option) & has);
    }
}

static enum swarm_status ask(struct run *run)
{
    struct options *options = &run->options;
    struct aco_shape_request shape;
    int64_t target = -1;
    TRY(run_begin_question(run, sizeof(struct tours_question), instance_of(run), "instance"));
    struct tours_question *question = question_of(run);
    const struct swarm_instance_info *info = &instance_of(run)->info;
    run->result->shown.timing.read = info->read_seconds;
    question->reference = tours_reference(instance_of(run), run->task->params);
    TRY(tours_conditions_read(run->env, options, instance_of(run), &question->conditions));
    TRY(tsp_missing_check(run->env, instance_of(run), &question->conditions));
    TRY(reduce_nodes(run));
    TRY(tours_read_target(run, &target));
    tours_choose(options, info, question->instance->info.node_count, question->instance->joint, question);
    TRY(tours_check_clashes(run->env, options, question));
    if (!question->exact && !question->algorithm && !info->symmetric) {
        TRY(reduce(run, TSP_DOUBLED));
    }
    TRY(question->exact ? SWARM_OK : check_starts(run));
    TRY(run_check_twin(run->env, options, run->task->params->profile));
    if (question->algorithm) {
        TRY(tours_choose_shape(run->env, options, question, NULL, false, &shape));
    }
    if (options->tuning) {
        TRY(tours_tuning_read(run->env, options->tuning, &question->tuning));
    }
    TRY(read_starts(run));
    TRY(run_make_told(run, info->node_count, &question->told));
    drop_others(run);
    run_fill_request(run);
    run->request.converges = !question->algorithm && tours_is_open_ended(options);
    if (question->holes) { /* a tour as long as a missing edge has one */
        run->request.unfit = info->no_edge - question->offset;
        run->request.fit_iterations = TOURS_MOSAIC_GENERATIONS;
    }
    const bool asked = options->given[OPTION_target] || options->given[OPTION_target_gap];
    run->request.target = question->exact && !asked ? INT64_MIN
                          : has_one_tour(question)  ? INT64_MAX
                                                    : tours_target_of_engines(target, question->offset);
    run->solve = question->exact ? tours_solve : NULL;
    run->answer_size = question->instance->info.node_count * sizeof(uint32_t);
    return SWARM_OK;
}

/* Few nodes are soon solved, and a driver takes long to open. Two cores: 1,000 nodes in 0.35 s, with PoCL in 0.57 s;
 * a GPU would leave the search to the host's threads, too. Of a second, opening a driver takes up to half. */
static bool is_host_only(const struct swarm_params *params)
{
    enum { HOST_NODES = 1000, HOST_SECONDS = 1 };
    struct options options = params->options;
    struct tours_question question = {.n = 0};
    const struct swarm_instance_info *info = params->instance ? &params->instance->info : NULL;
    if (info && info->node_count <= TOURS_EXACT_NODES && tours_allow_exact(params)) {
        return run_leaves_driver_out(params);
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

static void forget(struct run *run)
{
    struct tours_question *question = question_of(run);
    tsp_reduction_destroy(&question->reduction);
    tours_conditions_deinit(&question->conditions);
    tours_tuning_deinit(&question->tuning);
    free(question->starts);
    free(question->told);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The engine                                                                                                         */

/* What mosaic is asked. The answer borrows the question. */
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

/* Whose blocks of a tuning file a run takes. */
static enum tours_tuned_kind tuned_kind_of(const struct tours_question *question)
{
    return !question->algorithm                ? TUNED_MOSAIC
           : !question->lists                  ? TUNED_ROWS
           : question->algorithm->local_update ? TUNED_TOGETHER
                                               : TUNED_LISTS;
}

/* The block of the run's tuning file; NULL: none. */
static const struct tours_tuned *tuned_of(const struct run *run, size_t device)
{
    const struct tours_question *question = question_of(run);
    const char *path = run->options.tuning;
    return path ? tours_tuning_find(run->env, &question->tuning, path, &run->task->devices->devices[device],
                                    tuned_kind_of(question), instance_of(run)->info.node_count)
                : NULL;
}

/* Up to so many nodes a second thread costs more than it takes over: 10 nodes take 0.7 ms with one and 1.6 with two, 32
 * nodes 3.6 and 4.1, 50 nodes 5.2 and 5.4. */
enum { FEW_NODES = 32 };

static enum swarm_status make_mosaic(struct run *run, size_t device)
{
    const struct tours_question *question = question_of(run);
    struct mosaic_choices choices = mosaic_choices_of(&run->options, question);
    const char *tuned =
        run->options.text[OPTION_improver] ? NULL : tours_tuned_value(tuned_of(run, device), OPTION_improver);
    choices.tuned = tuned ? mosaic_improver_find(tuned) : NULL;
    choices.threads = run->task->threads > 0                             ? run->task->threads
                      : choices.threads == 0 && question->n <= FEW_NODES ? 1
                                                                         : choices.threads;
    choices.crowd = run->task->shared;
    choices.start_count = (uint32_t)run->task->params->start_count;
    return mosaic_engine_create(run->env, &run->request, question->instance, &choices, run_devices_of(run, &device),
                                &run->engine);
}

/* Ants on pieces of one population can be on several devices. */
static bool is_shared(const struct run *run)
{
    const struct tours_question *question = question_of(run);
    const bool timed = !isinf(run->request.deadline) && question->schedule.count == 0;
    bool shared = !question->algorithm;
    for (size_t k = 0; k < run->named_count && shared; ++k) {
        struct mosaic_choices choices = mosaic_choices_of(&run->options, question);
        mosaic_choices_complete(&run->task->devices->devices[run->named[k]], question->instance, timed, &choices);
        shared = choices.improver->pieces;
    }
    return shared;
}

static enum swarm_status spread(const struct run *run)
{
    const char *device = run->options.device;
    if (!is_shared(run)) {
        return base_fail(run->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--device %s clashes with --islands 1: devices share one population with --improver pieces "
                         "alone",
                         device);
    }
    return run->named_count <= MOSAIC_SITES_MOST
               ? SWARM_OK
               : base_fail(run->env, SWARM_ERROR_INVALID_ARGUMENT,
                           "--device %s: devices %zu; expected at most %d for one population", device, run->named_count,
                           (int)MOSAIC_SITES_MOST);
}

/* If the device cannot have the shape of a tuning file or a preset, the given options alone decide. */
static enum swarm_status give_way(struct run *run, const struct aco_request *request, size_t device,
                                  const struct aco_shape_request *given)
{
    swarm_log_fn *log = run->env->log;
    enum swarm_status status;
    run->env->log = NULL; /* only the next plan's messages count */
    status = run->engine->type->plan(run->engine);
    run->env->log = log;
    if (status != SWARM_ERROR_INVALID_ARGUMENT && status != SWARM_ERROR_OUT_OF_MEMORY) {
        return SWARM_OK; /* the next plan ends in the same way */
    }
    base_log(run->env, SWARM_LOG_WARNING, "%s; the device's default is used", run->env->error);
    run_engine_destroy(&run->engine);
    struct aco_request other = *request;
    other.shape = *given;
    return aco_colony_device_create(run->env, &run->request, &other, run->task->devices, device, &run->engine);
}

static enum swarm_status make_colony(struct run *run, size_t device)
{
    const struct options *options = &run->options;
    const struct tours_question *question = question_of(run);
    const struct ocl_device_list *devices = run->task->devices;
    struct aco_request request = {
        .instance = question->instance,
        .options = *options,
        .walked = run->task->params->starts != NULL,
    };
    struct aco_shape_request given;
    if (!devices) {
        return aco_colony_reference_create(run->env, &run->request, &request, &run->engine);
    }
    TRY(tours_choose_shape(run->env, options, question, tuned_of(run, device), false, &request.shape));
    TRY(tours_choose_shape(run->env, options, question, NULL, true, &given));
    TRY(aco_colony_device_create(run->env, &run->request, &request, devices, device, &run->engine));
    TRY(aco_shape_same(&given, &request.shape) ? SWARM_OK : give_way(run, &request, device, &given));
    return SWARM_OK;
}

static enum swarm_status make(struct run *run, size_t device, struct run_engine **engine)
{
    const enum swarm_status status = question_of(run)->algorithm ? make_colony(run, device) : make_mosaic(run, device);
    *engine = run->engine;
    return status;
}

enum { SHARED_NODES = 200000 }; /* fewer take a thread no longer than to make others */

/* Makes a tour to start from: the nearest-neighbour tour, whose length is the scale of the trails. It takes O(n^2), and
 * individuals of mosaic start from tours of their own, so mosaic with coordinates gets a curve through the nodes. The
 * file's order would be wrong: in pr2392 it is optimal. */
static enum swarm_status make_first_tour(const struct run *run, int64_t *length)
{
    struct tours_question *question = question_of(run);
    const struct swarm_instance *instance = question->instance;
    if (question->algorithm || (!instance->coordinates && !instance->doubled)) {
        TRY(tsp_tour_nearest_neighbour(run->env, instance, run->request.deadline, run->answer, length));
        question->hasty = run_is_interrupted(run);
        return SWARM_OK;
    }
    struct base_team *team = NULL;
    enum swarm_status status = SWARM_OK;
    question->hasty = true;
    if (question->n >= SHARED_NODES) {
        TRY(base_team_create(run->env, (unsigned)run->options.threads, &team));
    }
    TRY_OR(done, mosaic_curve_tour(run->env, team, instance, run->answer));
    *length = tsp_tour_length(instance, team, run->answer);

done:
    base_team_destroy(&team);
    return status;
}

static enum swarm_status start(struct run *run, int64_t *score)
{
    const struct tours_question *question = question_of(run);
    const size_t n = question->instance->info.node_count, count = run->task->params->start_count;
    TRY(make_first_tour(run, &run->scale));
    *score = run->scale;
    for (size_t i = 0; i < count; ++i) {
        const uint32_t *tour = question->starts + i * n;
        int64_t length;
        TRY(tsp_tour_measure(run->env, question->instance, tour, n, &length));
        if (i == 0 || length < *score) {
            *score = length;
            memcpy(run->answer, tour, run->answer_size);
        }
    }
    run->starts_anew = !question->algorithm && count == 0;
    return SWARM_OK;
}

enum { RESCUE_NODES = 50000 }; /* their nearest-neighbour tour takes a tenth of a second */

/* Records the shorter tour: the curve, or the nearest-neighbour tour as far as time permits. */
static enum swarm_status rescue(struct run *run, double until)
{
    const struct tours_question *question = question_of(run);
    const struct swarm_instance *instance = question->instance;
    enum swarm_status status = SWARM_OK;
    uint32_t *tour = question->hasty ? base_array(1, run->answer_size) : NULL;
    if (!tour) {
        return question->hasty ? base_fail_memory(run->env) : SWARM_OK;
    }
    const bool had = !instance->coordinates || !question->algorithm; /* mosaic began with the curve */
    const bool many = instance->coordinates && instance->info.node_count > RESCUE_NODES;
    for (int kind = had ? 1 : 0; kind < (many ? 1 : 2); ++kind) {
        struct run_improvement found = {.iteration = 0};
        if (kind == 0) {
            TRY_OR(done, mosaic_curve_tour(run->env, NULL, instance, tour));
            TRY_OR(done, tsp_tour_measure(run->env, instance, tour, instance->info.node_count, &found.score));
        } else {
            TRY_OR(done, tsp_tour_nearest_neighbour(run->env, instance, until, tour, &found.score));
        }
        if (found.score < run->result->best.score) {
            memcpy(run->answer, tour, run->answer_size);
            TRY_OR(done, run_improve(run, &found));
            run_tell(run, 0, true);
        }
    }

done:
    free(tour);
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The answer                                                                                                         */

static void show(const struct run *run, int64_t score, int64_t *length, double *value)
{
    *length = score + question_of(run)->offset;
    *value = (double)*length;
}

static void tell(const struct run *run, struct swarm_progress *progress)
{
    const struct tours_question *question = question_of(run);
    if (tsp_tour_length(question->instance, NULL, run->answer) + question->offset == progress->length) {
        tsp_reduction_expand(question->reduction, run->answer, question->told);
        progress->tour = question->told;
        progress->node_count = instance_of(run)->info.node_count;
    }
}

/* Finds wrong answers: defects of the program itself. */
static enum swarm_status verify(struct run *run)
{
    const struct tours_question *question = question_of(run);
    const struct swarm_instance *instance = instance_of(run);
    const size_t n = instance->info.node_count;
    struct run_result *result = run->result;
    uint32_t *tour = base_array(n, sizeof *tour);
    int64_t length = 0;
    enum swarm_status status = SWARM_OK;
    if (!tour) {
        return base_fail_memory(run->env);
    }
    result->owned[0] = tour;
    result->tour = (struct swarm_tour){
        .node_count = n,
        .nodes = tour,
        .length = result->shown.length,
        .path = run->options.path,
        .reference = question->reference,
        .built_length = result->built < INT64_MAX ? result->built + question->offset : -1,
        .bound = run_bound_length(run),
    };
    result->shown.tour = &result->tour;
    if (question->instance != instance) { /* otherwise the tour below is the same */
        TRY_OR(fail, tsp_tour_measure(run->env, question->instance, run->answer, question->instance->info.node_count,
                                      &length));
    }
    tsp_reduction_expand(question->reduction, run->answer, tour);
    TRY_OR(fail, tsp_conditions_measure(run->env, instance, &question->conditions, tour, n, &length));
    if (length != result->shown.length) {
        char text[TSP_LENGTH_TEXT], claimed[TSP_LENGTH_TEXT];
        return base_fail(run->env, SWARM_ERROR_VERIFICATION,
                         "verification of the result: the tour's length is %s, the engine claimed %s",
                         tsp_length_shown(length, instance->info.decimals, text),
                         tsp_length_shown(result->shown.length, instance->info.decimals, claimed));
    }
    return tsp_missing_refuse(run->env, instance, run->options.path, tour, n, SWARM_ERROR_INPUT,
                              "found no tour without missing edges; the best one uses the missing edge from");

fail:
    return base_fail_in(run->env, status, "verification of the result");
}

static enum swarm_status check(const struct run *run, const void *answer, int64_t score, bool *possible)
{
    const struct swarm_instance *instance = question_of(run)->instance;
    int64_t length = 0;
    enum swarm_status status = tsp_tour_measure(run->env, instance, answer, instance->info.node_count, &length);
    *possible = status == SWARM_OK && length == score;
    return status == SWARM_ERROR_OUT_OF_MEMORY ? status : SWARM_OK;
}

static void identify(const struct run *run, struct run_identity *identity)
{
    const struct swarm_instance *instance = instance_of(run);
    const struct swarm_instance_info *info = &instance->info;
    const size_t n = info->node_count;
    const uint32_t about[2] = {(uint32_t)info->metric, info->symmetric};
    uLong sum = crc32(0, (const Bytef *)about, sizeof about);
    if (instance->coordinates) {
        sum = run_sum_bytes(sum, instance->coordinates, 3 * n * sizeof *instance->coordinates);
    }
    for (size_t i = 0; i < n && instance->matrix; ++i) {
        sum = run_sum_bytes(sum, instance->matrix + i * n, n * sizeof *instance->matrix);
    }
    sum = run_sum_bytes(sum, instance->fixed_edges, info->fixed_edge_count * sizeof *instance->fixed_edges);
    run_identity_add(identity, "an instance of", base_text_format("%zu nodes (CRC-32 %08lx)", n, sum));
}

/* Improvers with equal tours do not decide. */
static bool is_free(enum option option, const char *value)
{
    const struct mosaic_improver *improver = option == OPTION_improver ? mosaic_improver_find(value) : NULL;
    return improver && !improver->pieces;
}

const struct run_problem tours_problem = {
    .name = "tsp",
    .kind = "swarmcl tsp",
    .owners = BY_TSP | BY_ANY_ANTS | BY_MOSAIC | BY_PIECES,
    .has_twin = true,
    .ask = ask,
    .forget = forget,
    .is_host_only = is_host_only,
    .share = tours_share,
    .unshare = tours_unshare,
    .make = make,
    .is_shared = is_shared,
    .spread = spread,
    .start = start,
    .rescue = rescue,
    .bound = tours_raise_bound,
    .show = show,
    .tell = tell,
    .verify = verify,
    .check = check,
    .identify = identify,
    .is_free = is_free,
};
