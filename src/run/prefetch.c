/* prefetch.c - the host searches while the kernels compile. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "run_part.h"

#define CACHED_BUILD 0.2 /* seconds; faster builds come from a driver's cache and need no prefetch */

static bool may_begin(const struct run *run)
{
    const struct search *search = &run->search;
    const struct swarm_params *params = search->task->params;
    const bool profiles = params->profile || params->curve; /* measured times must be the device's */
    return !profiles && search->problem->has_reference && !isinf(search->request.deadline) && !search->resumes
           && !run->islands && search_has_solution(search);
}

/* Opens the search on the host. */
static enum swarm_status begin(struct run *run)
{
    struct run_prefetch *prefetch = &run->prefetch;
    struct search *search = &prefetch->search;
    unsigned char *solution;
    TRY(BASE_MAKE(&prefetch->env, solution, run->search.solution_size));
    memcpy(solution, run->search.solution, run->search.solution_size);
    prefetch->best = run->search.result->best;
    prefetch->trace_count = run->search.result->shown.trace_count;
    prefetch->hooks = run->hooks;
    prefetch->hooks.due = NULL; /* checkpoints are written only after the build */
    *search = search_fork(&run->search, &prefetch->env, solution, run->search.result);
    search->hooks = &prefetch->hooks;
    search->request.dump_path = NULL;
    search_describe(&run->search, &search->options); /* reports options that the device decided, too */
    options_forget(&search->options, IS_OF_DEVICE);
    TRY(search_open_on(search, (struct search_devices){.list = NULL}));
    search_set_scale(search);
    search->engine->type->list(search->engine, &search->state);
    return SWARM_OK;
}

/* Iterates until the kernels are built or the run ends. Drops an iteration cut by the end of the build. */
static enum swarm_status iterate(struct run *run, struct base_worker *build, bool *stop)
{
    struct run_prefetch *prefetch = &run->prefetch;
    struct search *search = &prefetch->search;
    struct swarm_result *shown = &search->result->shown;
    bool interrupted = false;
    TRY(search_prepare(search));
    TRY(search_read_solution(search));
    *stop = search_has_reached(search, search->result->best.score);
    shown->stop_reason = SWARM_STOP_TARGET; /* valid only if *stop */
    while (!*stop && !interrupted && shown->iterations < search_limit(search) && !base_worker_wait(build, 0.0)) {
        uint64_t last = shown->iterations + 1;
        TRY(search->engine->type->step(search->engine, last, &last, &interrupted));
        if (interrupted && !search_is_interrupted(&run->search)) {
            break;
        }
        TRY(search_collect(search, true, stop));
        TRY(search_read_solution(search));
        if (!interrupted) {
            TRY(search->engine->type->save(search->engine, &search->state));
            TRY(run->checkpoints.path ? run_state_take(run, search, false) : SWARM_OK);
            prefetch->has_state = true;
        }
    }
    return SWARM_OK;
}

enum swarm_status run_prefetch(struct run *run, struct base_worker *build, bool *stop)
{
    if (!may_begin(run) || base_worker_wait(build, CACHED_BUILD) || begin(run) != SWARM_OK) {
        return SWARM_OK; /* the run just waits for the kernels */
    }
    const enum swarm_status status = iterate(run, build, stop);
    const char *error = run->prefetch.env.error;
    return status == SWARM_OK ? status : base_fail(run->search.env, status, "%s", error ? error : "");
}

void run_end_prefetch(struct run *run, bool is_over)
{
    struct run_prefetch *prefetch = &run->prefetch;
    struct search *own = &run->search, *search = &prefetch->search;
    if (!search->solution) {
        return;
    }
    const uint64_t iterations = own->result->shown.iterations;
    if (search->engine && iterations > 0) {
        base_log(own->env, SWARM_LOG_DEBUG, "while the kernels were compiled, the host ran %s%llu iterations",
                 is_over ? "all " : "", (unsigned long long)iterations);
    }
    if (search->engine && is_over) {
        struct search_engine *device = run->watch.abandoned ? NULL : own->engine;
        own->engine = search->engine;
        search->engine = device;
    }
    if (prefetch->has_state || is_over) {
        memcpy(own->solution, search->solution, own->solution_size);
    } else {
        search_go_back(own, &prefetch->best, prefetch->trace_count); /* the device will find these solutions again */
        search_has_read(own);
    }
    if (prefetch->has_state) {
        const struct search_sections state = own->state; /* the prefetch's state, which has no sections yet */
        own->state = search->state;
        search->state = state;
        own->resumes = !is_over;
        run->checkpoints.kept = is_over;
        prefetch->has_state = false;
    }
    atomic_store(&run->watch.has_summary, false); /* the device itself has not completed an iteration */
    search_close(search);
    free(search->solution);
    search->solution = NULL;
}
