#include "solver.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "companions.h"
#include "edge_math.h"
#include "mosaic/mosaic.h"
#include "mosaic/problem.h"
#include "outcome.h"
#include "tsp/length.h"
#include "tsp_checkpoint.h"
#include "tsp/tour.h"

/* A run at work. */
struct run {
    const struct solver_task *task;
    struct base_env *env;
    const struct swarm_instance *instance; /* the task's, or `joined` for an open path */
    struct swarm_instance *joined;         /* owned */
    uint32_t *starts;                      /* [params->start_tours][n] as the run needs them, owned; NULL: none */
    struct solver_automatic chosen;
    struct aco_colony_request request;
    struct aco_colony *colony;
    struct solver_result *result;
    struct solver_tuning tuning; /* of --tuning */
    double last_progress;
    int64_t first_length; /* of the tour that is the scale of the trails */
    struct solver_checkpoints checkpoints;
    struct solver_tsp_state state; /* of checkpoints; no sections unless the run reads or writes them */
    const char *resume_path;       /* borrowed; NULL: the run starts anew */
    bool kept;                     /* there is a state */
    bool is_over;                  /* the run it resumes had ended already */
};

/* An iteration that takes less is completed when a run with checkpoints is interrupted, so that its end is one. */
#define SHORT_ITERATION 0.1

struct swarm_reference swarm_tsp_reference(const swarm_instance *instance, const swarm_params *params)
{
    const struct swarm_instance_info *info = &instance->info;
    struct swarm_reference reference = {.known = false};
    if (params && solver_params_is_set(params, "optimum")) {
        reference.known = reference.given =
            tsp_length_parse(swarm_params_get(params, "optimum"), info->decimals, &reference.length);
    } else if (info->optimum_known && !(params && solver_params_is(params, "path", "true"))) {
        reference = (struct swarm_reference){.known = true, .proven = info->optimum_proven, .length = info->optimum};
    }
    return reference;
}

/* A length that the user gave, in units of the instance. */
static enum swarm_status read_length(struct run *run, const char *name, int64_t *length)
{
    const char *text = swarm_params_get(run->task->params, name);
    return tsp_length_parse(text, run->task->instance->info.decimals, length)
               ? SWARM_OK
               : base_fail(run->env, SWARM_ERROR_INVALID_ARGUMENT, "--%s %s: expected a length that 63 bits hold", name,
                           text);
}

/* The length at which the run ends: the longer one of --target and what --target-gap allows; with neither the known
 * optimum where it is proven, as nothing is shorter; -1 for none. */
static enum swarm_status read_target(struct run *run, int64_t *target)
{
    const struct swarm_params *params = run->task->params;
    const struct swarm_reference *reference = &run->result->shown.reference;
    enum swarm_status status = SWARM_OK;
    int64_t ignored;
    *target = -1;
    if (reference->proven && !solver_params_is_set(params, "target") && !solver_params_is_set(params, "target-gap")) {
        *target = reference->length;
    }
    if (solver_params_is_set(params, "target")) {
        TRY(read_length(run, "target", target));
    }
    if (solver_params_is_set(params, "optimum")) {
        TRY(read_length(run, "optimum", &ignored));
    }
    if (solver_params_is_set(params, "target-gap")) {
        if (!reference->known) {
            return base_fail(run->env, SWARM_ERROR_INVALID_ARGUMENT,
                             "--target-gap %s: no optimum of \"%s\"%s is known; name it with --optimum",
                             swarm_params_get(params, "target-gap"), run->task->instance->info.name,
                             run->result->shown.path ? " as an open path" : "");
        }
        double allowed = floor((double)reference->length * (1.0 + 0.01 * solver_params_real(params, "target-gap")));
        /* the nearest doubles to lengths past 2^53 may lie on the wrong side of the optimum itself */
        int64_t longest = allowed >= 9.2e18 ? INT64_MAX : (int64_t)allowed;
        longest = longest > reference->length ? longest : reference->length;
        *target = longest > *target ? longest : *target;
    }

fail:
    return status;
}

/* What is `value` for each unit of the input, for each of the instance's: 10^decimals of them are one of the input. */
static double per_instance_unit(double value, int decimals)
{
    double power = 1.0; /* exact to 10^22 */
    for (int k = abs(decimals); k > 0; --k) {
        power *= 10.0;
    }
    return decimals < 0 ? value * power : value / power;
}

/* Whether the algorithm takes so many tours to start from. */
static enum swarm_status check_starts(const struct run *run)
{
    const struct solver_automatic *chosen = &run->chosen;
    const size_t count = run->task->params->start_tours;
    if (count > 1 && !chosen->mosaic) {
        return base_fail(run->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "%zu tours to start from clash with --algorithm %s: ants begin with one; mosaic takes more",
                         count, solver_automatic_name(chosen));
    }
    if (chosen->mosaic && chosen->schedule.count > 0 && count > chosen->schedule.stages[0].colonies) {
        return base_fail(run->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "%zu tours to start from clash with --schedule %s: its first population has %u colonies",
                         count, swarm_params_get(run->task->params, "schedule"),
                         (unsigned)chosen->schedule.stages[0].colonies);
    }
    if (chosen->mosaic && count > chosen->colonies.colonies) {
        return base_fail(
            run->env, SWARM_ERROR_INVALID_ARGUMENT,
            "%zu tours to start from clash with --colonies %u: each needs a colony of the first population", count,
            (unsigned)chosen->colonies.colonies);
    }
    return SWARM_OK;
}

static enum swarm_status read_request(struct run *run)
{
    const struct swarm_params *params = run->task->params;
    const struct swarm_instance_info *info = &run->task->instance->info;
    int64_t target = -1;
    enum swarm_status status = SWARM_OK;
    TRY(read_target(run, &target));
    run->chosen = solver_automatic_choose(params, info);
    TRY(solver_companions_check(run->env, params, &run->chosen));
    TRY(check_starts(run));
    if (run->chosen.schedule.count > 0) {
        run->chosen.colonies.schedule = &run->chosen.schedule;
    }
    run->request = (struct aco_colony_request){
        .instance = run->instance,
        .choices =
            {
                .ants = run->chosen.ants,
                .alpha = solver_params_real(params, "alpha"),
                .beta = solver_params_real(params, "beta"),
                .rho = run->chosen.rho,
                .trail_floor = per_instance_unit(solver_params_real(params, "trail-floor"), info->decimals),
                .selection = run->chosen.selection,
                .compress_from = solver_params_real(params, "compress-from"),
                .seed = solver_params_integer(params, "seed"),
                .target = target,
                .path = run->result->shown.path,
                .no_improve = run->chosen.no_improve,
                .algorithm = run->chosen.algorithm,
                .local_search = run->chosen.local_search,
                .candidates = run->chosen.candidates,
                .per_quadrant = run->chosen.per_quadrant,
                .exploit = run->chosen.exploit,
                .local_loss = solver_params_real(params, "xi"),
                .best_share = solver_params_real(params, "p-best"),
                .elite = run->chosen.elite,
                .ranks = run->chosen.ranks,
                .restart_after = solver_params_integer(params, "restart-after"),
            },
        .launch_seconds = 1e-3 * (double)solver_params_integer(params, "launch-ms"),
        .deadline = solver_deadline(params),
        .profiling = params->profile,
        .walked = run->task->params->start != NULL,
        .dump_path = swarm_params_get(params, "dump-kernels"),
    };
    TRY(solver_companions_resolve(run->env, params, &run->chosen, NULL, false, &run->request.shape));
    if (solver_params_is_set(params, "tuning")) {
        TRY(solver_tuning_read(run->env, swarm_params_get(params, "tuning"), &run->tuning));
    }

fail:
    return status;
}

static bool is_interrupted(const struct run *run)
{
    return base_interrupted(run->env, run->request.deadline);
}

static bool same_shape(const struct aco_shape_request *a, const struct aco_shape_request *b)
{
    return a->construction == b->construction && a->evaluation == b->evaluation && a->deposit == b->deposit
           && a->group_size == b->group_size && a->ants_per_group == b->ants_per_group;
}

/* Plans the colony. A shape of a tuning file or a preset that the device cannot have gives way to what was given. */
static enum swarm_status plan(struct run *run)
{
    struct aco_colony *colony = run->colony;
    struct aco_shape_request given;
    enum swarm_status status = colony->type->plan(colony);
    if (!colony->device || run->chosen.mosaic
        || (status != SWARM_ERROR_INVALID_ARGUMENT && status != SWARM_ERROR_OUT_OF_MEMORY)) {
        return status;
    }
    char *reason = base_text_copy(run->env->error, strlen(run->env->error));
    if (!reason) {
        return base_fail_memory(run->env);
    }
    enum swarm_status resolved =
        solver_companions_resolve(run->env, run->task->params, &run->chosen, NULL, true, &given);
    if (resolved == SWARM_OK && !same_shape(&given, &colony->request.shape)) {
        base_log(run->env, SWARM_LOG_WARNING, "%s; the device decides what no option says", reason);
        colony->request.shape = given;
        status = colony->type->plan(colony);
    }
    free(reason);
    return resolved == SWARM_OK ? status : resolved;
}

static enum swarm_status create(struct run *run, size_t index)
{
    const struct ocl_device_list *devices = run->task->devices;
    if (run->chosen.mosaic) {
        return mosaic_colony_create(run->env, &run->request, &run->chosen.colonies, devices, index, &run->colony);
    }
    return devices ? aco_colony_device_create(run->env, &run->request, devices, index, &run->colony)
                   : aco_colony_reference_create(run->env, &run->request, &run->colony);
}

/* Plans and opens one device (or the twin, with devices NULL). */
static enum swarm_status try_device(void *self, size_t index)
{
    struct run *run = self;
    const struct ocl_device_list *devices = run->task->devices;
    const struct swarm_params *params = run->task->params;
    enum swarm_status status = SWARM_OK;
    if (devices && solver_params_is_set(params, "tuning")) {
        const struct solver_tuned *tuned =
            solver_tuning_find(run->env, &run->tuning, swarm_params_get(params, "tuning"), &devices->devices[index],
                               run->task->instance->info.node_count);
        TRY(solver_companions_resolve(run->env, params, &run->chosen, tuned, false, &run->request.shape));
    }
    TRY(create(run, index));
    TRY(plan(run));
    TRY(run->colony->type->open(run->colony));
    return SWARM_OK;

fail:
    if (run->colony) {
        run->colony->type->destroy(&run->colony);
    }
    return status;
}

static void report_progress(struct run *run, uint64_t iteration, bool improved)
{
    double now = base_seconds(run->env);
    if (!run->task->progress || (!improved && now - run->last_progress < SOLVER_PROGRESS_INTERVAL)) {
        return;
    }
    run->last_progress = now;
    const struct swarm_result *shown = &run->result->shown;
    const struct swarm_progress progress = {
        .iteration = iteration,
        .best_iteration = shown->best_iteration,
        .best_length = shown->length,
        .improved = improved,
        .seconds = now,
        .iteration_limit = run->chosen.iterations,
    };
    run->task->progress(run->task->progress_user, &progress);
}

/* Takes the summaries that are complete; *stop is set at the first that ends the run. */
static enum swarm_status collect(struct run *run, bool all, bool *stop)
{
    struct swarm_result *shown = &run->result->shown;
    struct aco_summary summary;
    enum swarm_status status = SWARM_OK;
    for (bool got = true; !*stop;) {
        TRY(run->colony->type->collect(run->colony, all, &got, &summary));
        if (!got) {
            break;
        }
        ++shown->iterations;
        if (shown->built_length < 0 || summary.iteration_length < shown->built_length) {
            shown->built_length = summary.iteration_length;
        }
        if (summary.improved) {
            TRY(solver_result_improve(run->env, run->result, shown->iterations, summary.best_length));
        }
        report_progress(run, shown->iterations, summary.improved);
        if (summary.state != COLONY_RUNNING) {
            shown->stop_reason = summary.state == COLONY_REACHED_TARGET ? SWARM_STOP_TARGET : SWARM_STOP_STAGNATION;
            *stop = true;
        }
    }

fail:
    return status;
}

static struct solver_tsp_checkpoint checkpoint_of(const struct run *run)
{
    return (struct solver_tsp_checkpoint){run->env,     run->task->instance, run->task->params,
                                          &run->chosen, run->colony,         run->instance->info.node_count};
}

/* Takes the colony's state; all that was queued is collected. */
static enum swarm_status keep_state(struct run *run)
{
    const struct solver_tsp_checkpoint about = checkpoint_of(run);
    enum swarm_status status = SWARM_OK;
    TRY(run->colony->type->best_tour(run->colony, run->result->tour));
    TRY(run->colony->type->save(run->colony, &run->state.colony));
    TRY(solver_tsp_state_take(&about, run->result, run->result->tour, run->first_length, false, &run->state));
    run->kept = true;

fail:
    return status;
}

static enum swarm_status write_checkpoint(struct run *run)
{
    const struct solver_tsp_checkpoint about = checkpoint_of(run);
    const double begun = base_seconds(run->env);
    enum swarm_status status = SWARM_OK;
    TRY(keep_state(run));
    TRY(solver_tsp_checkpoint_write(&about, run->checkpoints.path, &run->state));
    solver_checkpoints_took(run->env, &run->checkpoints, begun);

fail:
    return status;
}

/* Writes one when it is due and the run goes on. */
static enum swarm_status keep_checkpoint(struct run *run, uint64_t iteration, bool *stop)
{
    enum swarm_status status = SWARM_OK;
    if (solver_checkpoints_is_due(run->env, &run->checkpoints, iteration)) {
        TRY(collect(run, true, stop));
        TRY(*stop ? SWARM_OK : write_checkpoint(run));
    }

fail:
    return status;
}

/* The last one. Where the colony has no state that another run could go on from, the last that it had stays, beside
 * what the run has come to. */
static enum swarm_status end_checkpoints(struct run *run, bool stopped)
{
    const struct solver_tsp_checkpoint about = checkpoint_of(run);
    enum swarm_status status = SWARM_OK;
    if (!run->checkpoints.path) {
        return SWARM_OK;
    }
    if (!stopped && !run->colony->torn) {
        return write_checkpoint(run);
    }
    if (!run->kept) {
        base_log(run->env, SWARM_LOG_WARNING, "%s is not written: the run was over before its first iteration",
                 run->checkpoints.path);
        return SWARM_OK;
    }
    TRY(solver_tsp_state_take(&about, run->result, run->result->tour, run->first_length, true, &run->state));
    TRY(solver_tsp_checkpoint_write(&about, run->checkpoints.path, &run->state));

fail:
    return status;
}

/* Algorithm 2 of the chapter; the turns are the colony's. */
static enum swarm_status iterate(struct run *run)
{
    enum swarm_status status = SWARM_OK;
    bool interrupted = false, stop = false;
    const uint64_t limit = run->chosen.iterations > 0 ? run->chosen.iterations : UINT32_MAX;
    const uint64_t before = run->result->shown.iterations;
    const double begun = base_seconds(run->env);
    run->result->shown.stop_reason = SWARM_STOP_ITERATIONS;
    for (uint64_t iteration = before + 1; iteration <= limit && !stop && !interrupted; ++iteration) {
        run->colony->patient = run->checkpoints.path && iteration > before + 1
                               && base_seconds(run->env) - begun < SHORT_ITERATION * (double)(iteration - 1 - before);
        TRY(run->colony->type->step(run->colony, iteration, &interrupted));
        TRY(collect(run, false, &stop));
        if (!stop && !interrupted && iteration < limit) {
            TRY(keep_checkpoint(run, iteration, &stop));
        }
    }
    TRY(collect(run, true, &stop));
    if (interrupted && !stop) {
        run->result->shown.stop_reason = solver_interruption(run->env);
    }
    TRY(run->colony->type->best_tour(run->colony, run->result->tour));
    TRY(end_checkpoints(run, stop));

fail:
    return status;
}

/* Wrong answers are defects that the program itself finds. */
static enum swarm_status verify(struct run *run)
{
    struct swarm_result *shown = &run->result->shown;
    const struct swarm_instance *instance = run->task->instance;
    uint32_t *tour = run->result->tour;
    int64_t length;
    if (run->joined) {
        tsp_tour_cut(tour, shown->node_count + 1);
    }
    enum swarm_status status = shown->path ? tsp_path_measure(run->env, instance, tour, shown->node_count, &length)
                                           : tsp_tour_measure(run->env, instance, tour, shown->node_count, &length);
    if (status != SWARM_OK) {
        return base_fail_in(run->env, status, "verification of the result");
    }
    if (length != shown->length) {
        return base_fail(run->env, SWARM_ERROR_VERIFICATION,
                         "verification of the result: the tour's length is %lld, the colony claimed %lld",
                         (long long)length, (long long)shown->length);
    }
    if (shown->path) {
        tsp_path_canonical(tour, shown->node_count, instance->info.symmetric);
    } else {
        tsp_tour_canonical(tour, shown->node_count, instance->info.symmetric);
    }
    return SWARM_OK;
}

/* The caller's tours as the run needs them, with the joint in front for an open path. */
static enum swarm_status read_starts(struct run *run)
{
    const struct swarm_params *params = run->task->params;
    const struct swarm_instance_info *info = &run->task->instance->info;
    const size_t nodes = info->node_count, n = nodes + (run->joined ? 1 : 0);
    enum swarm_status status = SWARM_OK;
    if (params->start_tours > 0) {
        run->starts = base_array(params->start_tours * n, sizeof *run->starts);
        if (!run->starts) {
            return base_fail_memory(run->env);
        }
    }
    for (size_t i = 0; i < params->start_tours; ++i) {
        const uint32_t *tour = params->start + i * params->start_count;
        int64_t ignored;
        TRY(run->joined ? tsp_path_measure(run->env, run->task->instance, tour, params->start_count, &ignored)
                        : tsp_tour_measure(run->env, run->task->instance, tour, params->start_count, &ignored));
        uint32_t *copy = run->starts + i * n;
        if (run->joined) {
            *copy++ = info->node_count;
        }
        memcpy(copy, tour, nodes * sizeof *tour);
    }
    run->chosen.colonies.starts = run->starts;
    run->chosen.colonies.start_count = (uint32_t)params->start_tours;
    return SWARM_OK;

fail:
    return base_fail_in(run->env, status, "the tour to start from");
}

/* The shortest of the caller's tours. */
static enum swarm_status take_start(struct run *run, int64_t *shortest)
{
    const size_t count = run->task->params->start_tours, n = run->instance->info.node_count;
    enum swarm_status status = SWARM_OK;
    for (size_t i = 0; i < count; ++i) {
        const uint32_t *tour = run->starts + i * n;
        int64_t length;
        TRY(tsp_tour_measure(run->env, run->instance, tour, n, &length));
        if (i == 0 || length < *shortest) {
            *shortest = length;
            memcpy(run->result->tour, tour, n * sizeof *tour);
        }
    }

fail:
    return status;
}

/* Whether the tour that the run begins with is one that says nothing, until the colonies have theirs. */
static bool starts_from_nothing(const struct run *run)
{
    return run->chosen.mosaic && !run->task->params->start;
}

/* A tour for a start: the nearest-neighbour tour, whose length is the scale of the trails. Colonies of mosaic start
 * from tours of their own, and that one takes O(n^2): where there are coordinates a curve through the nodes does. The
 * order of the file would not: that of pr2392 is optimal. */
static enum swarm_status first_tour(struct run *run, int64_t *length)
{
    uint32_t *tour = run->result->tour;
    enum swarm_status status = SWARM_OK;
    if (!run->chosen.mosaic || !run->instance->coordinates) {
        return tsp_tour_nearest_neighbour(run->env, run->instance, run->request.deadline, tour, length);
    }
    TRY(mosaic_curve(run->env, run->instance, tour));
    TRY(tsp_tour_measure(run->env, run->instance, tour, run->instance->info.node_count, length));

fail:
    return status;
}

/* Where the best so far starts: at the caller's tour if there is one, else at the first. */
static enum swarm_status start(struct run *run)
{
    int64_t first = 0, length = 0;
    enum swarm_status status = SWARM_OK;
    const struct swarm_instance_info *info = &run->instance->info;
    if (run->resume_path) {
        first = run->first_length;
    } else {
        TRY(first_tour(run, &first));
        run->first_length = length = first;
        if (run->task->params->start) {
            TRY(take_start(run, &length));
        }
        TRY(solver_result_improve(run->env, run->result, 0, length));
    }
    run->colony->settings = aco_settings_make(&run->request.choices, info->node_count, info->symmetric, first);
    if (run->colony->settings.trail_floor == TRAIL_MAX) {
        base_log(
            run->env, SWARM_LOG_WARNING,
            "--trail-floor %s lies above every trail that can be: all trails stay equal, and ants choose by distance "
            "alone",
            swarm_params_get(run->task->params, "trail-floor"));
    }
    if (run->resume_path || !starts_from_nothing(run)) {
        report_progress(run, run->result->shown.iterations, true);
    }

fail:
    return status;
}

/* The best so far as the colony has it before its first iteration. */
static enum swarm_status take_prepared(struct run *run)
{
    struct swarm_result *shown = &run->result->shown;
    const int64_t length = run->colony->start_length;
    if (starts_from_nothing(run)) {
        shown->trace_count = 0; /* what was there was no start */
    } else if (length >= shown->length) {
        return SWARM_OK;
    }
    enum swarm_status status = solver_result_improve(run->env, run->result, 0, length);
    if (status == SWARM_OK) {
        report_progress(run, 0, true);
    }
    return status;
}

/* What the run that is resumed has come to counts for this one, whose ends may be others. */
static enum swarm_status take_resumed(struct run *run)
{
    const struct solver_tsp_checkpoint about = checkpoint_of(run);
    const struct solver_reached reached = solver_tsp_state_reached(&run->state);
    const uint64_t limit = run->chosen.iterations > 0 ? run->chosen.iterations : UINT32_MAX;
    struct swarm_result *shown = &run->result->shown;
    struct solver_reached end;
    bool at_end = solver_tsp_state_end(&run->state, &end);
    if (reached.iterations > limit) {
        return base_fail(run->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--iterations %llu: %s holds a run of %llu iterations already", (unsigned long long)limit,
                         run->resume_path, (unsigned long long)reached.iterations);
    }
    const uint64_t patience = run->request.choices.no_improve;
    at_end = at_end && end.iterations <= limit;
    run->first_length = reached.first_length;
    run->is_over = true;
    if (at_end && end.length <= run->request.choices.target) {
        shown->stop_reason = SWARM_STOP_TARGET;
    } else if (reached.iterations == limit) {
        shown->stop_reason = SWARM_STOP_ITERATIONS;
        at_end = false;
    } else if (at_end && end.stop_reason == (uint64_t)SWARM_STOP_STAGNATION && patience > 0
               && end.iterations - end.best_iteration >= patience) {
        shown->stop_reason = SWARM_STOP_STAGNATION;
    } else if ((at_end ? end.seconds : reached.seconds) >= run->request.deadline) {
        shown->stop_reason = SWARM_STOP_TIME;
    } else {
        run->is_over = at_end = false;
    }
    run->env->start -= at_end ? end.seconds : reached.seconds; /* its clock goes on */
    if (run->is_over && run->chosen.mosaic) {
        mosaic_colony_tell_schedule(run->colony, solver_tsp_state_done(&run->state, at_end));
    }
    enum swarm_status status = solver_tsp_state_give(&about, &run->state, at_end, run->result);
    shown->first_iteration = shown->iterations;
    base_log(run->env, SWARM_LOG_INFO, "resumed from %s after iteration %llu", run->resume_path,
             (unsigned long long)shown->iterations);
    return status;
}

/* Reads the state that the run goes on from, and makes room for those that it writes. */
static enum swarm_status read_resumed(struct run *run)
{
    const struct solver_tsp_checkpoint about = checkpoint_of(run);
    enum swarm_status status = SWARM_OK;
    run->resume_path = swarm_params_get(run->task->params, "resume");
    if (run->resume_path || run->checkpoints.path) {
        solver_tsp_state_init(run->colony, &run->state);
    }
    if (run->resume_path) {
        TRY(solver_tsp_checkpoint_read(&about, run->resume_path, &run->state));
        TRY(take_resumed(run));
    }

fail:
    return status;
}

/* Fills the colony, and writes the first checkpoint, which tells at once whether there can be one. */
static enum swarm_status prepare(struct run *run)
{
    struct aco_colony *colony = run->colony;
    enum swarm_status status = SWARM_OK;
    colony->resumed = run->resume_path != NULL;
    TRY(colony->type->prepare(colony, run->result->tour, run->result->shown.length));
    if (colony->resumed) {
        status = colony->type->load(colony, &run->state.colony, run->result->shown.iterations);
        if (status == SWARM_ERROR_INPUT) {
            return base_fail_in(run->env, status, "%s holds", run->resume_path);
        }
    } else {
        TRY(take_prepared(run));
        colony->torn = is_interrupted(run); /* it may have been in the midst of it */
    }
    if (status == SWARM_OK && run->checkpoints.path && !colony->torn
        && run->result->shown.length > run->request.choices.target) {
        TRY(write_checkpoint(run));
    }

fail:
    return status;
}

static enum swarm_status search(struct run *run)
{
    struct swarm_result *shown = &run->result->shown;
    struct swarm_timing *timing = &shown->timing;
    enum swarm_status status = SWARM_OK;
    double since = base_seconds(run->env);

    TRY(solver_devices_try(run->env, run->task->devices, run->task->params, try_device, run));
    timing->context = run->task->discovery_seconds + solver_lap(run->env, &since);
    TRY(read_resumed(run));
    since = base_seconds(run->env);
    TRY(start(run));
    if (run->is_over) {
        goto fail;
    }
    timing->setup = solver_lap(run->env, &since);
    if (shown->length <= run->request.choices.target) {
        shown->stop_reason = SWARM_STOP_TARGET;
        goto fail;
    }
    if (!is_interrupted(run)) {
        TRY(run->colony->type->build(run->colony));
        timing->build = solver_lap(run->env, &since);
    }
    if (!is_interrupted(run)) {
        TRY(prepare(run));
        timing->setup += solver_lap(run->env, &since);
        if (shown->length <= run->request.choices.target) { /* since the local search */
            shown->stop_reason = SWARM_STOP_TARGET;
            TRY(run->colony->type->best_tour(run->colony, run->result->tour));
            goto fail;
        }
        TRY(iterate(run));
        timing->loop = solver_lap(run->env, &since);
    } else {
        shown->stop_reason = solver_interruption(run->env);
    }

fail:
    return status;
}

static void run_deinit(struct run *run)
{
    if (run->colony) {
        run->colony->type->destroy(&run->colony);
    }
    tsp_instance_destroy(&run->joined);
    solver_tuning_deinit(&run->tuning);
    solver_checkpoints_deinit(&run->checkpoints);
    solver_tsp_state_deinit(&run->state);
    free(run->starts);
}

enum swarm_status solver_check(const struct solver_task *task)
{
    struct run run = {.task = task, .env = task->env, .instance = task->instance};
    const bool path = solver_params_is(task->params, "path", "true");
    enum swarm_status status = SWARM_OK;
    TRY(solver_result_create(run.env, task->instance->info.node_count, path, &run.result));
    run.result->shown.reference = swarm_tsp_reference(task->instance, task->params);
    TRY(read_request(&run));

fail:
    run_deinit(&run);
    swarm_result_destroy((swarm_result **)&run.result);
    return status;
}

enum swarm_status solver_run(const struct solver_task *task, struct solver_result **result)
{
    struct run run = {.task = task, .env = task->env};
    enum swarm_status status = SWARM_OK;
    bool path = solver_params_is(task->params, "path", "true");
    run.instance = task->instance;
    TRY(solver_result_create(run.env, task->instance->info.node_count, path, &run.result));
    run.result->shown.reference = swarm_tsp_reference(task->instance, task->params);
    TRY(read_request(&run));
    TRY(solver_checkpoints_init(run.env, task->params, &run.checkpoints));
    if (path) {
        TRY(tsp_instance_join(run.env, task->instance, &run.joined));
        run.instance = run.request.instance = run.joined;
    }
    TRY(read_starts(&run));
    TRY(search(&run));
    run.result->shown.seconds = base_seconds(run.env);
    TRY(verify(&run));
    TRY(solver_result_describe(run.env, run.result, task->params, &run.chosen, run.colony));
    run.result->shown.timing.read = task->instance->info.read_seconds;
    run_deinit(&run);
    run.result->shown.timing.total = base_seconds(run.env);
    *result = run.result;
    return SWARM_OK;

fail:
    run_deinit(&run);
    swarm_result_destroy((swarm_result **)&run.result);
    return status;
}
