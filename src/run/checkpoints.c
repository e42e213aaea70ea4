/* checkpoints.c - decides when a run copies its state to memory or to a file, and reads the state to resume. */
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "run_part.h"

/* Seconds between two files by default, and the largest fraction of the run's time spent on files by default
 * (documented with --checkpoint). */
#define FILE_SECONDS 5.0
#define FILE_SHARE   0.01

/* Largest fraction of the time spent on copies of the state in memory: KEPT_SHARE of the whole run if iterations are
 * short, COPY_SHARE of the time since the last copy if they are long. */
#define KEPT_SHARE 0.005
#define COPY_SHARE 0.03

/* Seconds. After the end of a run an iteration shorter than SHORT is completed if it began less than SHORT_PATIENCE
 * ago. A longer one is dropped, and the file gets the state before it. If copying states is too slow for that, a signal
 * lets the iteration complete within LONG_PATIENCE of its start. */
#define SHORT          0.1
#define SHORT_PATIENCE 0.3
#define LONG_PATIENCE  5.0

/* Reads EVERY, the text after the last comma: "50", "0.5s", "5m" or "1h". True if it is valid. */
static bool parse_every(const char *text, struct run_checkpoints *checkpoints)
{
    const size_t size = strlen(text);
    int64_t count;
    const char unit = size > 1 ? text[size - 1] : '\0';
    if (unit == 's' || unit == 'm' || unit == 'h') {
        const bool is_number = base_number_real(text, size - 1, &checkpoints->seconds) && checkpoints->seconds > 0.0;
        checkpoints->seconds *= unit == 'h' ? 3600 : unit == 'm' ? 60 : 1;
        return is_number;
    }
    if (!base_number_integer(text, size, &count) || count < 1 || count > UINT32_MAX) {
        return false;
    }
    checkpoints->every = (uint64_t)count;
    return true;
}

enum swarm_status run_checkpoints_init(struct base_env *env, const struct options *options,
                                       struct run_checkpoints *checkpoints)
{
    const char *text = options->checkpoint, *comma = text ? strrchr(text, ',') : NULL;
    if (!text) {
        return SWARM_OK;
    }
    const size_t size = comma ? (size_t)(comma - text) : strlen(text);
    checkpoints->seconds = FILE_SECONDS;
    checkpoints->given = comma != NULL;
    if (comma && !parse_every(comma + 1, checkpoints)) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--checkpoint %s: expected FILE, or FILE,EVERY with iterations, as in 500, or a time, as in "
                         "30s, 5m or 1h",
                         text);
    }
    if (size == 0) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "--checkpoint %s: expected the name of a file", text);
    }
    char *path = base_text_copy(text, size);
    checkpoints->path = path ? run_checkpoint_path(env, path) : NULL;
    free(path);
    return checkpoints->path ? SWARM_OK : base_fail_memory(env);
}

void run_checkpoints_deinit(struct run_checkpoints *checkpoints)
{
    base_file_unlock(&checkpoints->lock);
    free(checkpoints->path);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Hooks of the search                                                                                                */

/* How long an iteration that starts now and takes about `seconds` may continue after the run should end. */
static struct base_patience patience_of(void *user, double seconds)
{
    const struct run *run = user;
    const bool is_slow = run->checkpoints.copying > COPY_SHARE * seconds;
    return (struct base_patience){
        .begun = base_seconds(run->search.env),
        .late = seconds < SHORT ? SHORT_PATIENCE : 0.0,
        .cancelled = seconds < SHORT ? SHORT_PATIENCE
                     : is_slow       ? LONG_PATIENCE
                                     : 0.0,
    };
}

/* Decides between no copy, a copy in memory and a file. A run that ends inside an iteration writes the copy in memory
 * to the file, so a copy is made if it costs little time, and if the next long iteration is likely to be the last. A
 * file is written at the chosen interval, before an iteration that would end later, judged by the last one, and if the
 * user asked for one. Rank 0 decides by the clock for all ranks. */
static enum search_due due_after(void *user, const struct search_span *span)
{
    const struct run *run = user;
    const struct run_checkpoints *checkpoints = &run->checkpoints;
    struct base_env *env = run->search.env;
    const uint64_t every = checkpoints->every;
    /* seconds spent on all files so far, plus this file and the final one, which is always written */
    const double cost = checkpoints->given ? 0.0 : checkpoints->total + 2.0 * checkpoints->cost;
    const double now = base_seconds(env);
    const bool writes = every > 0 ? span->done / every != span->from / every
                                  : now + span->seconds - checkpoints->last >= checkpoints->seconds
                                        && FILE_SHARE * now >= cost;
    const bool is_first = env->ranks.count <= 1 || env->ranks.rank == 0;
    if (atomic_exchange(&env->wants_state, false) || (is_first && writes)) {
        return SEARCH_DUE_FILE;
    }
    const double deadline = run->search.request.deadline;
    const bool is_last = span->seconds >= SHORT && now < deadline && now + 2.0 * span->seconds >= deadline;
    const bool is_cheap = span->seconds < SHORT ? checkpoints->keeping + checkpoints->copying <= KEPT_SHARE * now
                                                : checkpoints->copying <= COPY_SHARE * (now - checkpoints->at);
    return is_first && (is_cheap || is_last) ? SEARCH_DUE_STATE : SEARCH_DUE_NOTHING;
}

enum swarm_status run_keep_state(void *user, bool write)
{
    struct run *run = user;
    struct run_checkpoints *checkpoints = &run->checkpoints;
    const double begun = base_seconds(run->search.env);
    atomic_store(&checkpoints->copies_state, true);
    if (run->islands) {
        TRY(islands_save(run->islands, false));
    } else {
        TRY(search_read_solution(&run->search));
        TRY(run->search.engine->type->save(run->search.engine, &run->search.state));
    }
    TRY(run_state_take(run, &run->search, false));
    atomic_store(&checkpoints->copies_state, false);
    checkpoints->kept = true;
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

enum swarm_status run_checkpoints_begin(struct run *run)
{
    if (!run->checkpoints.path) {
        return SWARM_OK;
    }
    run->hooks.due = due_after;
    run->hooks.keep = run_keep_state;
    run->hooks.patience = patience_of;
    run->hooks.every = run->checkpoints.every;
    return base_file_lock(run->search.env, run->checkpoints.path, &run->checkpoints.lock);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The end of a run                                                                                                   */

enum swarm_status run_end_checkpoints(struct run *run, bool torn)
{
    if (!run->checkpoints.path || (torn && !run->checkpoints.kept)) {
        return SWARM_OK; /* without a state run_leave_checkpoint() writes the file later */
    }
    if (!torn) {
        return run_keep_state(run, true);
    }
    TRY(run->islands ? islands_save(run->islands, true) : SWARM_OK);
    TRY(run_state_take(run, &run->search, true));
    return run_state_write(run);
}

enum swarm_status run_leave_checkpoint(void *context)
{
    struct run *run = context;
    const struct run_checkpoints *checkpoints = &run->checkpoints;
    if (run->watch.abandoned && checkpoints->kept && !atomic_load(&checkpoints->copies_state)) {
        return run_end_checkpoints(run, true);
    }
    if (!checkpoints->path || checkpoints->written) {
        return SWARM_OK;
    }
    TRY(run->had_ended ? SWARM_OK : run_state_take(run, &run->search, true));
    TRY(run_state_write(run));
    run_remove_older_checkpoint(run);
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* A resumed run                                                                                                      */

/* True if the resumed run has nothing left to do; sets the reason in the result. *at_end: the results are those of the
 * run's end in the file, otherwise those of its state. */
static bool had_ended(const struct search *search, const struct run_reached *reached, const struct run_reached *end,
                      bool *at_end)
{
    const uint64_t limit = search_limit(search), patience = search->request.no_improve;
    const bool keeps = search->engine->keeps_state;
    enum swarm_stop_reason *reason = &search->result->shown.stop_reason;
    *at_end = end && end->iterations <= limit;
    const struct run_reached *last = *at_end ? end : reached;
    const enum swarm_stop_reason then = *at_end ? (enum swarm_stop_reason)end->stop_reason : SWARM_STOP_ITERATIONS;
    if ((*at_end && search_has_reached(search, last->score)) || (keeps && search_has_reached(search, last->reported))) {
        *reason = SWARM_STOP_TARGET;
    } else if (reached->iterations == limit) {
        *reason = SWARM_STOP_ITERATIONS;
        *at_end = false;
    } else if (patience > 0 && last->iterations - last->best_iteration >= patience
               && (keeps || then == SWARM_STOP_STAGNATION)) {
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
    if (!reached || search->solve) { /* the old run had no iteration, or is solved again in milliseconds */
        env->start = env->start - (end ? end : reached)->seconds;
        free(run->resume_path);
        run->resume_path = NULL;
        return SWARM_OK;
    }
    if (reached->iterations > search_limit(search)) {
        return base_fail(
            env, SWARM_ERROR_INVALID_ARGUMENT, "--iterations %llu: the run in %s already has %llu iterations",
            (unsigned long long)search_limit(search), run->resume_path, (unsigned long long)reached->iterations);
    }
    bool at_end;
    struct swarm_result *shown = &search->result->shown;
    run->had_ended = had_ended(search, reached, end, &at_end);
    env->start = env->start - (at_end ? end : reached)->seconds; /* the clock continues from the old run's */
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
    TRY(run->resume_path ? run_state_read(run) : SWARM_OK);
    return run->resume_path ? take_resumed(run) : SWARM_OK;
}
