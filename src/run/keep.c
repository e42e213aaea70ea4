/* keep.c - what a run does with checkpoints: the state that it resumes, and those that it keeps and writes. */
#include <stdlib.h>

#include "run.h"
#include "search/problem.h"

enum swarm_status run_keep_state(struct run *run, bool write)
{
    struct run_checkpoints *checkpoints = &run->checkpoints;
    const double begun = base_seconds(run->search.env);
    atomic_store(&run->checkpoints.copies_state, true);
    if (run->islands) {
        TRY(islands_save(run->islands, false));
    } else {
        TRY(search_read_solution(&run->search));
        TRY(search_save(&run->search));
    }
    TRY(run_state_take(run, &run->search, false));
    atomic_store(&run->checkpoints.copies_state, false);
    run->checkpoints.kept = true;
    checkpoints->at = base_seconds(run->search.env);
    checkpoints->copying = checkpoints->at - begun;
    TRY(write ? run_state_write(run) : SWARM_OK);
    const double now = base_seconds(run->search.env), cost = now - begun;
    checkpoints->total += cost;
    if (write) {
        checkpoints->last = now;
        checkpoints->cost = cost;
    } else {
        checkpoints->keeping += cost;
    }
    return SWARM_OK;
}

enum swarm_status run_end_checkpoints(struct run *run, bool torn)
{
    if (!run->checkpoints.path) {
        return SWARM_OK;
    }
    if (!torn) {
        return run_keep_state(run, true);
    }
    if (!run->checkpoints.kept) {
        return SWARM_OK; /* the run writes one at its end */
    }
    TRY(run->islands ? islands_save(run->islands, true) : SWARM_OK);
    TRY(run_state_take(run, &run->search, true));
    return run_state_write(run);
}

/* True if the resumed run has nothing left to do, with the reason in the result. *at_end: its results are those of the
 * end in the file, otherwise those of the state. */
static bool had_ended(const struct search *search, const struct run_reached *reached, const struct run_reached *end,
                      bool *at_end)
{
    const uint64_t limit = search_limit(search), patience = search->request.no_improve;
    const bool holds = search->engine->holds;
    enum swarm_stop_reason *reason = &search->result->shown.stop_reason;
    *at_end = end && end->iterations <= limit;
    const struct run_reached *last = *at_end ? end : reached;
    const enum swarm_stop_reason then = *at_end ? (enum swarm_stop_reason)end->stop_reason : SWARM_STOP_ITERATIONS;
    if ((*at_end && search_has_reached(search, last->score)) || (holds && search_has_reached(search, last->reported))) {
        *reason = SWARM_STOP_TARGET;
    } else if (reached->iterations == limit) {
        *reason = SWARM_STOP_ITERATIONS;
        *at_end = false;
    } else if (patience > 0 && last->iterations - last->best_iteration >= patience
               && (holds || then == SWARM_STOP_STAGNATION)) {
        *reason = SWARM_STOP_STAGNATION;
    } else if (search->request.converges && then == SWARM_STOP_CONVERGED) {
        *reason = SWARM_STOP_CONVERGED;
    } else if (last->seconds >= search->request.deadline) {
        *reason = SWARM_STOP_TIME;
    } else {
        return *at_end = false;
    }
    return true;
}

/* A resumed run keeps the counters of the original but may have different stop conditions. */
static enum swarm_status take_resumed(struct run *run)
{
    struct search *search = &run->search;
    struct base_env *env = search->env;
    const struct run_reached *reached = run_state_reached(&run->state, false);
    const struct run_reached *end = run_state_reached(&run->state, true);
    if (!reached || search->solve) { /* that run had no iteration, or solving again takes milliseconds */
        env->start = env->start - (end ? end : reached)->seconds;
        free(run->resume_path);
        run->resume_path = NULL;
        return SWARM_OK;
    }
    if (reached->iterations > search_limit(search)) {
        return base_fail(
            env, SWARM_ERROR_INVALID_ARGUMENT, "--iterations %llu: %s holds a run of %llu iterations already",
            (unsigned long long)search_limit(search), run->resume_path, (unsigned long long)reached->iterations);
    }
    bool at_end;
    struct swarm_result *shown = &search->result->shown;
    run->is_over = had_ended(search, reached, end, &at_end);
    env->start = env->start - (at_end ? end : reached)->seconds; /* its clock continues */
    TRY(run_state_give(run, at_end));
    search->resumes = true;
    search->problem->show(search, search->result->best.score, &shown->length, &shown->value);
    shown->first_iteration = shown->iterations;
    base_log(env, SWARM_LOG_INFO, "resumed from %s after iteration %llu", run->resume_path,
             (unsigned long long)shown->iterations);
    return run->islands ? islands_take_states(run->islands, at_end) : SWARM_OK;
}

enum swarm_status run_read_resumed(struct run *run)
{
    if (run->resume_path || run->checkpoints.path) {
        run_state_init(run);
    }
    if (run->resume_path) {
        TRY(run_state_read(run));
        TRY(take_resumed(run));
    }
    return SWARM_OK;
}

enum swarm_status run_leave_checkpoint(struct run *run)
{
    const struct run_checkpoints *checkpoints = &run->checkpoints;
    if (checkpoints->path && run->watch.left && checkpoints->kept && !atomic_load(&checkpoints->copies_state)) {
        return run_end_checkpoints(run, true);
    }
    if (!checkpoints->path || checkpoints->written) {
        return SWARM_OK;
    }
    TRY(run->is_over ? SWARM_OK : run_state_take(run, &run->search, true));
    TRY(run_state_write(run));
    run_remove_older_checkpoint(run);
    return SWARM_OK;
}
