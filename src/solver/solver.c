#include "solver.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "companions.h"
#include "conditions.h"
#include "edge_math.h"
#include "islands.h"
#include "mosaic/mosaic.h"
#include "outcome.h"
#include "tsp_run.h"

/* An iteration that takes less is completed when a run with checkpoints is interrupted, so that its end is one. */
#define SHORT_ITERATION 0.1

static bool is_interrupted(const struct solver_tsp_run *run)
{
    return base_interrupted(run->env, run->request.deadline);
}

bool solver_tsp_has_reached(const struct solver_tsp_run *run, int64_t length)
{
    return length - run->offset <= run->request.choices.target;
}

static bool same_shape(const struct aco_shape_request *a, const struct aco_shape_request *b)
{
    return a->construction == b->construction && a->evaluation == b->evaluation && a->deposit == b->deposit
           && a->group_size == b->group_size && a->ants_per_group == b->ants_per_group;
}

/* Plans the colony. A shape of a tuning file or a preset that the device cannot have gives way to what was given. */
static enum swarm_status plan(struct solver_tsp_run *run)
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

static enum swarm_status create(struct solver_tsp_run *run, size_t index)
{
    const struct ocl_device_list *devices = run->task->devices;
    if (run->chosen.mosaic) {
        return mosaic_engine_create(run->env, &run->request, &run->chosen.colonies, devices, index, &run->colony);
    }
    return devices ? aco_colony_device_create(run->env, &run->request, devices, index, &run->colony)
                   : aco_colony_reference_create(run->env, &run->request, &run->colony);
}

enum swarm_status solver_tsp_try_device(void *self, size_t index)
{
    struct solver_tsp_run *run = self;
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

void solver_tsp_tell(struct solver_tsp_run *run, uint64_t iteration, bool improved)
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
static enum swarm_status collect(struct solver_tsp_run *run, bool all, bool *stop)
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
        const int64_t built = summary.iteration_length + run->offset;
        if (shown->built_length < 0 || built < shown->built_length) {
            shown->built_length = built;
        }
        if (summary.improved) {
            TRY(solver_result_improve(run->env, run->result, shown->iterations, summary.best_length + run->offset));
        }
        solver_tsp_tell(run, shown->iterations, summary.improved);
        if (summary.state != COLONY_RUNNING) {
            shown->stop_reason = summary.state == COLONY_REACHED_TARGET ? SWARM_STOP_TARGET : SWARM_STOP_STAGNATION;
            *stop = true;
        }
    }

fail:
    return status;
}

struct solver_tsp_checkpoint solver_tsp_about(const struct solver_tsp_run *run)
{
    return (struct solver_tsp_checkpoint){run->env,     run->task->instance, run->task->params,
                                          &run->chosen, run->colony,         run->instance->info.node_count};
}

/* Takes the colony's state, or those of the islands; all that was queued is collected. */
static enum swarm_status keep_state(struct solver_tsp_run *run)
{
    const struct solver_tsp_checkpoint about = solver_tsp_about(run);
    enum swarm_status status = SWARM_OK;
    if (run->islands) {
        TRY(solver_islands_save(run->islands));
    } else {
        TRY(run->colony->type->best_tour(run->colony, run->tour));
        TRY(run->colony->type->save(run->colony, &run->state.colony));
    }
    TRY(solver_tsp_state_take(&about, run->result, run->tour, run->first_length, false, &run->state));
    run->kept = true;

fail:
    return status;
}

enum swarm_status solver_tsp_keep_state(struct solver_tsp_run *run)
{
    const double begun = base_seconds(run->env);
    enum swarm_status status = keep_state(run);
    solver_checkpoints_kept(run->env, &run->checkpoints, begun);
    return status;
}

enum swarm_status solver_tsp_write_checkpoint(struct solver_tsp_run *run)
{
    const struct solver_tsp_checkpoint about = solver_tsp_about(run);
    const double begun = base_seconds(run->env);
    enum swarm_status status = SWARM_OK;
    TRY(keep_state(run));
    TRY(solver_tsp_checkpoint_write(&about, run->checkpoints.path, &run->state));
    solver_checkpoints_took(run->env, &run->checkpoints, begun);

fail:
    return status;
}

/* Writes one when it is due and the run goes on. */
static enum swarm_status keep_checkpoint(struct solver_tsp_run *run, uint64_t iteration, bool *stop)
{
    enum swarm_status status = SWARM_OK;
    if (solver_checkpoints_is_due(run->env, &run->checkpoints, iteration - 1, iteration)) {
        TRY(collect(run, true, stop));
        TRY(*stop ? SWARM_OK : solver_tsp_write_checkpoint(run));
    }

fail:
    return status;
}

enum swarm_status solver_tsp_end_checkpoints(struct solver_tsp_run *run, bool torn)
{
    const struct solver_tsp_checkpoint about = solver_tsp_about(run);
    enum swarm_status status = SWARM_OK;
    if (!run->checkpoints.path) {
        return SWARM_OK;
    }
    if (!torn) {
        return solver_tsp_write_checkpoint(run);
    }
    if (!run->kept) {
        base_log(run->env, SWARM_LOG_WARNING, "%s is not written: the run was over before its first iteration",
                 run->checkpoints.path);
        return SWARM_OK;
    }
    TRY(solver_tsp_state_take(&about, run->result, run->tour, run->first_length, true, &run->state));
    TRY(solver_tsp_checkpoint_write(&about, run->checkpoints.path, &run->state));

fail:
    return status;
}

/* Algorithm 2 of the chapter; the turns are the colony's. */
enum swarm_status solver_tsp_advance(struct solver_tsp_run *run, uint64_t last, bool *stop, bool *interrupted)
{
    enum swarm_status status = SWARM_OK;
    const uint64_t before = run->result->shown.iterations;
    const double begun = base_seconds(run->env);
    *stop = *interrupted = false;
    for (uint64_t iteration = before + 1; iteration <= last && !*stop && !*interrupted; ++iteration) {
        run->colony->patient = run->checkpoints.path && iteration > before + 1
                               && base_seconds(run->env) - begun < SHORT_ITERATION * (double)(iteration - 1 - before);
        TRY(run->colony->type->step(run->colony, iteration, interrupted));
        TRY(collect(run, false, stop));
        if (!*stop && !*interrupted && iteration < last) {
            TRY(keep_checkpoint(run, iteration, stop));
        }
    }
    TRY(collect(run, true, stop));
    TRY(run->colony->type->best_tour(run->colony, run->tour));

fail:
    return status;
}

uint64_t solver_tsp_limit(const struct solver_tsp_run *run)
{
    return run->chosen.iterations > 0 ? run->chosen.iterations : UINT32_MAX;
}

static enum swarm_status iterate(struct solver_tsp_run *run)
{
    enum swarm_status status = SWARM_OK;
    bool interrupted = false, stop = false;
    run->result->shown.stop_reason = SWARM_STOP_ITERATIONS;
    TRY(solver_tsp_advance(run, solver_tsp_limit(run), &stop, &interrupted));
    if (interrupted && !stop) {
        run->result->shown.stop_reason = solver_interruption(run->env);
    }
    TRY(solver_tsp_end_checkpoints(run, stop || run->colony->torn));

fail:
    return status;
}

void solver_tsp_settle(struct solver_tsp_run *run)
{
    const struct swarm_instance_info *info = &run->instance->info;
    run->colony->settings =
        aco_settings_make(&run->request.choices, info->node_count, info->symmetric, run->first_length);
}

enum swarm_status solver_tsp_start(struct solver_tsp_run *run)
{
    int64_t length = 0;
    enum swarm_status status = SWARM_OK;
    if (!run->resume_path) {
        TRY(solver_question_first_tour(run, &run->first_length));
        length = run->first_length;
        if (run->task->params->start) {
            TRY(solver_question_take_start(run, &length));
        }
        TRY(solver_result_improve(run->env, run->result, 0, length + run->offset));
    }
    solver_tsp_settle(run);
    if (run->colony->settings.trail_floor == TRAIL_MAX) {
        base_log(
            run->env, SWARM_LOG_WARNING,
            "--trail-floor %s lies above every trail that can be: all trails stay equal, and ants choose by distance "
            "alone",
            swarm_params_get(run->task->params, "trail-floor"));
    }
    if (run->resume_path || !solver_starts_from_nothing(run)) {
        solver_tsp_tell(run, run->result->shown.iterations, true);
    }

fail:
    return status;
}

enum swarm_status solver_tsp_take_prepared(struct solver_tsp_run *run, int64_t length)
{
    struct swarm_result *shown = &run->result->shown;
    if (solver_starts_from_nothing(run)) {
        shown->trace_count = 0; /* what was there was no start */
    } else if (length >= shown->length) {
        return SWARM_OK;
    }
    enum swarm_status status = solver_result_improve(run->env, run->result, 0, length);
    if (status == SWARM_OK) {
        solver_tsp_tell(run, 0, true);
    }
    return status;
}

/* What the run that is resumed has come to counts for this one, whose ends may be others. */
static enum swarm_status take_resumed(struct solver_tsp_run *run)
{
    const struct solver_tsp_checkpoint about = solver_tsp_about(run);
    const struct solver_reached reached = solver_tsp_state_reached(&run->state);
    const uint64_t limit = solver_tsp_limit(run);
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
    if (at_end && solver_tsp_has_reached(run, end.length)) {
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
        mosaic_engine_tell_schedule(run->colony, solver_tsp_state_done(&run->state, at_end));
    }
    enum swarm_status status = solver_tsp_state_give(&about, &run->state, at_end, run->result, run->tour);
    shown->first_iteration = shown->iterations;
    base_log(run->env, SWARM_LOG_INFO, "resumed from %s after iteration %llu", run->resume_path,
             (unsigned long long)shown->iterations);
    return status;
}

enum swarm_status solver_tsp_read_resumed(struct solver_tsp_run *run)
{
    const struct solver_tsp_checkpoint about = solver_tsp_about(run);
    const char *path = swarm_params_get(run->task->params, "resume");
    enum swarm_status status = SWARM_OK;
    run->resume_path = path ? solver_checkpoint_path(run->env, path) : NULL;
    if (path && !run->resume_path) {
        return base_fail_memory(run->env);
    }
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

enum swarm_status solver_tsp_prepare(struct solver_tsp_run *run)
{
    struct aco_colony *colony = run->colony;
    enum swarm_status status = SWARM_OK;
    colony->resumed = run->resume_path != NULL;
    TRY(colony->type->prepare(colony, run->tour, run->result->shown.length - run->offset));
    if (colony->resumed) {
        status = colony->type->load(colony, &run->state.colony, run->result->shown.iterations);
        if (status == SWARM_ERROR_INPUT) {
            return base_fail_in(run->env, status, "%s holds", run->resume_path);
        }
    } else {
        TRY(solver_tsp_take_prepared(run, colony->start_length + run->offset));
        colony->torn = is_interrupted(run); /* it may have been in the midst of it */
    }
    if (status == SWARM_OK && run->checkpoints.path && !colony->torn
        && !solver_tsp_has_reached(run, run->result->shown.length)) {
        TRY(solver_tsp_write_checkpoint(run));
    }

fail:
    return status;
}

static enum swarm_status search(struct solver_tsp_run *run)
{
    struct swarm_result *shown = &run->result->shown;
    struct swarm_timing *timing = &shown->timing;
    enum swarm_status status = SWARM_OK;
    double since = base_seconds(run->env);

    TRY(solver_devices_try(run->env, run->task->devices, run->task->params, solver_tsp_try_device, run));
    timing->context = run->task->discovery_seconds + solver_lap(run->env, &since);
    TRY(solver_tsp_read_resumed(run));
    since = base_seconds(run->env);
    TRY(solver_tsp_start(run));
    if (run->is_over) {
        goto fail;
    }
    timing->setup = solver_lap(run->env, &since);
    if (solver_tsp_has_reached(run, shown->length)) {
        shown->stop_reason = SWARM_STOP_TARGET;
        goto fail;
    }
    if (!is_interrupted(run)) {
        TRY(run->colony->type->build(run->colony));
        timing->build = solver_lap(run->env, &since);
    }
    if (!is_interrupted(run)) {
        TRY(solver_tsp_prepare(run));
        timing->setup += solver_lap(run->env, &since);
        if (solver_tsp_has_reached(run, shown->length)) { /* since the local search */
            shown->stop_reason = SWARM_STOP_TARGET;
            TRY(run->colony->type->best_tour(run->colony, run->tour));
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

static void run_deinit(struct solver_tsp_run *run)
{
    if (run->islands) {
        solver_islands_destroy(&run->islands); /* the colony is one of theirs */
    } else if (run->colony) {
        run->colony->type->destroy(&run->colony);
    }
    free(run->resume_path);
    free(run->named);
    tsp_reduction_destroy(&run->reduction);
    solver_conditions_deinit(&run->conditions);
    free(run->tour);
    solver_tuning_deinit(&run->tuning);
    solver_checkpoints_deinit(&run->checkpoints);
    solver_tsp_state_deinit(&run->state);
    free(run->starts);
}

/* What instance and parameters say. */
static enum swarm_status read_question(struct solver_tsp_run *run)
{
    const struct solver_task *task = run->task;
    const bool path = solver_params_is(task->params, "path", "true");
    enum swarm_status status = SWARM_OK;
    TRY(solver_result_create(run->env, task->instance->info.node_count, path, &run->result));
    run->result->shown.reference = swarm_tsp_reference(task->instance, task->params);
    TRY(solver_question_read(run));

fail:
    return status;
}

enum swarm_status solver_check(const struct solver_task *task)
{
    struct solver_tsp_run run = {.task = task, .env = task->env};
    const enum swarm_status status = read_question(&run);
    run_deinit(&run);
    swarm_result_destroy((swarm_result **)&run.result);
    return status;
}

/* What the run is asked, before it looks for devices. */
static enum swarm_status ask(struct solver_tsp_run *run)
{
    enum swarm_status status = SWARM_OK;
    TRY(read_question(run));
    TRY(solver_checkpoints_init(run->env, run->task->params, &run->checkpoints));
    run->tour = base_array(run->instance->info.node_count, sizeof *run->tour);
    TRY(run->tour ? SWARM_OK : base_fail_memory(run->env));
    TRY(solver_question_read_starts(run));

fail:
    return status;
}

enum swarm_status solver_run(const struct solver_task *task, struct solver_result **result)
{
    struct solver_tsp_run run = {.task = task, .env = task->env};
    enum swarm_status status = SWARM_OK;
    TRY(solver_islands_count(&run, ask(&run)));
    TRY(run.chosen.islands > 1 ? solver_islands_search(&run) : search(&run));
    run.result->shown.seconds = base_seconds(run.env);
    TRY(solver_question_verify(&run));
    TRY(solver_result_describe(run.env, run.result, task->params, &run.chosen, run.colony));
    if (run.islands) {
        TRY(solver_islands_describe(run.islands, run.result));
    }
    run.result->shown.timing.read = task->instance->info.read_seconds;
    run.result->shown.timing.checkpoints = run.checkpoints.total;
    run_deinit(&run);
    run.result->shown.timing.total = base_seconds(run.env);
    *result = run.result;
    return SWARM_OK;

fail:
    run_deinit(&run);
    swarm_result_destroy((swarm_result **)&run.result);
    return status;
}
