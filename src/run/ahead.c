/* ahead.c - while the kernels are compiled, a run with a time limit searches on the host. The twin makes the same
 * iterations as the device, and the device continues from the twin's state: tours, schedules and documents equal those
 * of a run on the device alone. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "search/problem.h"
#include "watch.h"

/* Seconds. Kernels from a driver's cache come sooner. */
#define SOON 0.2

static bool may_begin(const struct run *run)
{
    const bool profiles = run->task->params->profile; /* who asks for the times of kernels wants kernels */
    return !profiles && run->problem->has_twin && !isinf(run->request.deadline) && !run->resume_path
           && run->result->best.score < INT64_MAX;
}

/* Makes the twin of the run. */
static enum swarm_status make_twin(struct run *run, struct run_ahead *ahead)
{
    ahead->task = *run->task;
    ahead->task.env = &ahead->env;
    ahead->task.devices = NULL;
    struct run *twin = &ahead->run;
    *twin = *run;
    twin->engine = NULL;
    twin->env = &ahead->env;
    twin->task = &ahead->task;
    twin->request.dump_path = NULL;
    twin->checkpoints.path = NULL; /* states are written behind this search */
    twin->answer = base_array(run->answer_size, 1);
    TRY(twin->answer ? SWARM_OK : base_fail_memory(&ahead->env));
    memcpy(twin->answer, run->answer, run->answer_size);
    ahead->best = run->result->best;
    ahead->trace_count = run->result->shown.trace_count;
    run_describe_engine(run, &twin->options); /* the device decides some options */
    options_forget(&twin->options, IS_OF_DEVICE);
    TRY(run_try_device(twin, 0));
    run_settle(twin);
    twin->state = (struct run_checkpoint){.island_count = 0};
    run_state_init(twin, &twin->state);
    return SWARM_OK;
}

/* Iterates until the kernels are there, or to the end. Drops an iteration that the end of the build interrupts. */
static enum swarm_status search(struct run *run, struct run *twin, struct base_worker *build, bool *stop)
{
    struct run_engine *engine = twin->engine;
    bool interrupted = false;
    TRY(run_prepare(twin));
    TRY(run_read_answer(twin));
    *stop = run_has_reached(run, run->result->best.score);
    run->result->shown.stop_reason = SWARM_STOP_TARGET; /* if *stop */
    while (!*stop && !interrupted && run->result->shown.iterations < run_limit(run) && !base_worker_wait(build, 0.0)) {
        uint64_t last = run->result->shown.iterations + 1;
        TRY(engine->type->step(engine, last, &last, &interrupted));
        if (interrupted && !run_is_interrupted(run)) {
            break;
        }
        TRY(run_collect(twin, true, stop));
        TRY(run_read_answer(twin));
        if (!interrupted) {
            TRY(engine->type->save(engine, &twin->state.engine));
            TRY(run->checkpoints.path ? run_state_take(twin, false) : SWARM_OK);
            twin->goes_on = true;
        }
    }
    return SWARM_OK;
}

enum swarm_status run_search_ahead(struct run *run, struct base_worker *build, bool *stop)
{
    struct run_ahead *ahead = run->ahead;
    if (!may_begin(run) || base_worker_wait(build, SOON) || make_twin(run, ahead) != SWARM_OK) {
        return SWARM_OK; /* without memory for a twin the run waits for the kernels */
    }
    const enum swarm_status status = search(run, &ahead->run, build, stop);
    run->secured = ahead->run.secured;
    return status == SWARM_OK ? status : base_fail(run->env, status, "%s", ahead->env.error ? ahead->env.error : "");
}

void run_end_ahead(struct run *run, bool is_over)
{
    struct run_ahead *ahead = run->ahead;
    if (!ahead) {
        return;
    }
    struct run *twin = &ahead->run;
    const struct swarm_result *shown = &run->result->shown;
    if (twin->engine && shown->iterations > 0) {
        base_log(run->env, SWARM_LOG_DEBUG, "while the kernels were compiled the host made %s%llu iterations",
                 is_over ? "all " : "", (unsigned long long)shown->iterations);
    }
    if (twin->engine && is_over) {
        struct run_engine *device = run->is_left ? NULL : run->engine;
        run->engine = twin->engine;
        twin->engine = device;
        run->engine_is_left = false;
    }
    if (twin->answer && (twin->goes_on || is_over)) {
        memcpy(run->answer, twin->answer, run->answer_size);
    } else if (twin->answer) {
        run_go_back(run, &ahead->best, ahead->trace_count); /* the device will find it again */
        run_secure(run);
    }
    free(twin->answer);
    twin->answer = NULL;
    if (twin->goes_on) {
        const struct run_checkpoint state = run->state; /* without a state yet */
        run->state = twin->state;
        twin->state = state;
        run->goes_on = !is_over;
        run->kept = is_over;
        twin->goes_on = false;
    }
    run_sections_deinit(&twin->state.reached);
    run_sections_deinit(&twin->state.engine);
    run_engine_destroy(&twin->engine);
}
