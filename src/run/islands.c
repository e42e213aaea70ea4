#include "islands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "islands_part.h"
#include "ocl/selector.h"

/* The most of a run. */
enum { ISLANDS_MOST = 1024 };

enum run_migration run_migration_of(const struct options *options)
{
    return strcmp(options->migration, "ring") == 0       ? RUN_MIGRATION_RING
           : strcmp(options->migration, "complete") == 0 ? RUN_MIGRATION_COMPLETE
                                                         : RUN_MIGRATION_NONE;
}

bool run_islands_is_asynchronous(const struct run *run)
{
    return strcmp(run->options.meeting, "asynchronous") == 0;
}

uint64_t run_island_seed(uint64_t seed, uint32_t island)
{
    return seed + island * UINT64_C(0x9E3779B97F4A7C15); /* 2^64 / phi: runs of neighbouring seeds share no island */
}

uint32_t run_migration_donor(enum run_migration migration, const int64_t *scores, uint32_t count, uint32_t island)
{
    uint32_t donor = island;
    if (migration == RUN_MIGRATION_RING) {
        donor = (island + count - 1) % count;
    } else if (migration == RUN_MIGRATION_COMPLETE) {
        donor = 0;
        for (uint32_t k = 1; k < count; ++k) {
            donor = scores[k] < scores[donor] ? k : donor;
        }
    }
    return scores[donor] < scores[island] ? donor : island;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* How many                                                                                                           */

/* The devices that are named; none where the choice is the run's own, or the twin's. */
static enum swarm_status name_devices(struct run *run)
{
    const struct run_task *task = run->task;
    if (!task->devices || ocl_selector_is_automatic(run->options.device)) {
        return SWARM_OK;
    }
    return run_devices_find(run->env, task->devices, &run->options, true, &run->named, &run->named_count);
}

static enum swarm_status check_count(const struct run *run, uint32_t ranks, uint64_t count)
{
    const bool asynchronous = run_islands_is_asynchronous(run);
    const uint32_t rank = run->env->ranks.rank;
    if (count < ranks) {
        return base_fail(run->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--islands %llu: expected one or more for each of %u ranks", (unsigned long long)count,
                         (unsigned)ranks);
    }
    if (count > ISLANDS_MOST) {
        return base_fail(run->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "%llu islands, one for each device: expected at most %d", (unsigned long long)count,
                         ISLANDS_MOST);
    }
    const uint32_t here =
        run_rank_first(rank + 1, ranks, (uint32_t)count) - run_rank_first(rank, ranks, (uint32_t)count);
    if (here < run->named_count) {
        return base_fail(run->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--device %s clashes with --islands %llu: devices %zu, islands %u; each device needs one",
                         run->options.device, (unsigned long long)count, run->named_count, (unsigned)here);
    }
    if (count == 1) {
        return options_refuse(run->env, &run->options, IS_OF_MEETINGS, "one island",
                              "there is no other to meet; --islands says how many");
    }
    if (asynchronous && (run->checkpoints.path || run->options.resume)) {
        return base_fail(run->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--%s clashes with --meeting asynchronous: islands are never all between two iterations",
                         run->checkpoints.path ? "checkpoint" : "resume");
    }
    const struct swarm_ranks *all = &run->env->ranks;
    return ranks > 1 && asynchronous && (!all->send || !all->receive)
               ? base_fail(run->env, SWARM_ERROR_INVALID_ARGUMENT,
                           "--meeting asynchronous: these ranks cannot send and receive without waiting")
               : SWARM_OK;
}

enum swarm_status run_islands_count(struct run *run, enum swarm_status status)
{
    struct base_env *env = run->env;
    const uint32_t ranks = env->ranks.count > 1 ? env->ranks.count : 1;
    struct run_rank_record own = {.status = SWARM_OK}, *all = base_array(ranks, sizeof *all);
    if (!all) {
        return base_fail_memory(env);
    }
    status = status == SWARM_OK ? name_devices(run) : status;
    own.status = status;
    own.devices = run->named_count > 0 ? run->named_count : 1;
    own.islands = run->options.islands;
    if (status != SWARM_OK) {
        snprintf(own.text, sizeof own.text, "%s", env->error ? env->error : "");
    }
    const enum swarm_status gathered = run_ranks_gather(env, &own, sizeof own, all);
    status = gathered == SWARM_OK ? run_ranks_join(env, all, sizeof *all, status) : gathered;
    uint64_t count = run->options.islands;
    for (uint32_t rank = 0; rank < ranks && status == SWARM_OK; ++rank) {
        const bool alike = all[rank].islands == all[0].islands && (count > 0 || all[rank].devices == all[0].devices);
        if (!alike) {
            status = base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                               "rank %u asks for other --islands than rank 0, or for as many as it has devices, which "
                               "are not as many as there",
                               (unsigned)rank);
        }
    }
    count = count > 0 ? count : ranks * own.devices;
    free(all);
    if (status != SWARM_OK) { /* on all */
        return status;
    }
    run->options.islands = count;
    run->options.set[OPTION_islands] = true;
    for (int option = 0; option < OPTION_COUNT && count == 1; ++option) {
        if (options_owners((enum option)option) & IS_OF_MEETINGS) {
            run->options.set[option] = run->options.given[option];
        }
    }
    return run_ranks_choose_checkpoint(run, check_count(run, ranks, count));
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Beginning                                                                                                          */

static double lap(const struct base_env *env, double *since)
{
    const double now = base_seconds(env), passed = now - *since;
    *since = now;
    return passed;
}

/* Devices, states, the first answer; of this rank alone. */
static enum swarm_status begin(struct run_islands *islands)
{
    struct run *run = islands->run;
    struct swarm_timing *timing = &run->result->shown.timing;
    double since = base_seconds(run->env);
    TRY(run_islands_open(islands));
    timing->context = run->task->discovery_seconds + lap(run->env, &since);
    TRY(run_islands_read(islands));
    TRY(run_identity_sum(run, &islands->about));
    since = base_seconds(run->env); /* the clock may have gone on from that of a run before */
    TRY(run_start(run));
    for (uint32_t k = 0; k < islands->here; ++k) {
        struct run_island *island = &islands->islands[k];
        memcpy(island->run.answer, run->answer, islands->size);
        island->run.scale = run->scale;
        run_settle(&island->run);
        if (!run->resume_path && run->result->score < INT64_MAX) {
            TRY(run_improve(&island->run, &(struct run_improvement){.score = run->result->score}));
        }
    }
    timing->setup = lap(run->env, &since);
    return SWARM_OK;
}

static void build_island(void *context, size_t item, unsigned thread)
{
    struct run_island *island = &((struct run_islands *)context)->islands[item];
    (void)thread;
    island->status = island->run.engine->type->build(island->run.engine);
}

static void prepare_island(void *context, size_t item, unsigned thread)
{
    struct run_island *island = &((struct run_islands *)context)->islands[item];
    struct run *run = &island->run;
    (void)thread;
    island->status = run_prepare(run);
    struct run_improvement best = {.score = run->result->score};
    if (island->status == SWARM_OK) {
        island->status = run->engine->type->answer(run->engine, run->answer, &best);
    }
    if (island->status == SWARM_OK && best.score != run->result->score) {
        island->status = run->resume_path ? base_fail(run->env, SWARM_ERROR_INPUT,
                                                      "%s: holds a state that no run can have", run->resume_path)
                                          : run_improve(run, &best);
    }
}

/* Why this rank has to end, if it does. */
static struct run_rank_record interruption(const struct run_islands *islands, bool interrupted)
{
    const bool cancelled = base_cancelled(islands->run->env);
    return (struct run_rank_record){
        .cancelled = interrupted && cancelled,
        .timed = interrupted && !cancelled,
        .over = islands->run->is_over,
        .stop_reason = islands->run->result->shown.stop_reason,
        .iterations = islands->run->result->shown.first_iteration,
    };
}

struct run_rank_record run_islands_interruption(const struct run_islands *islands)
{
    bool interrupted = false;
    for (uint32_t k = 0; k < islands->here; ++k) {
        interrupted = interrupted || islands->islands[k].interrupted;
    }
    return interruption(islands, interrupted);
}

static bool is_interrupted(const struct run_islands *islands)
{
    return base_interrupted(islands->run->env, islands->run->request.deadline);
}

bool run_islands_must_end(const struct run_islands *islands, enum swarm_stop_reason *reason)
{
    bool timed = false;
    for (uint32_t rank = 0; rank < islands->ranks; ++rank) {
        const struct run_rank_record *told = run_islands_rank(islands, rank);
        if (told->cancelled) {
            *reason = SWARM_STOP_CANCELLED;
            return true;
        }
        timed = timed || told->timed;
    }
    if (timed) {
        *reason = SWARM_STOP_TIME;
    }
    return timed;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Epochs                                                                                                             */

/* An epoch that is under way. */
struct epoch {
    struct run_islands *islands;
    uint64_t last; /* iteration */
};

static void run_epoch(void *context, size_t item, unsigned thread)
{
    const struct epoch *epoch = context;
    struct run_island *island = &epoch->islands->islands[item];
    (void)thread;
    island->status = run_advance(&island->run, epoch->last, &island->reached, &island->interrupted);
}

static void exchange(void *context, size_t item, unsigned thread)
{
    const struct run_islands *islands = context;
    struct run_island *island = &islands->islands[item];
    const uint32_t donor =
        run_migration_donor(run_migration_of(&islands->run->options), islands->scores, islands->count, island->number);
    (void)thread;
    if (donor != island->number) {
        island->status = run_island_take(island, run_islands_answer(islands, donor), islands->scores[donor]);
    }
}

/* Whether an island somewhere takes an answer. */
static bool is_wanted(const struct run_islands *islands)
{
    for (uint32_t k = 0; k < islands->count; ++k) {
        if (run_migration_donor(run_migration_of(&islands->run->options), islands->scores, islands->count, k) != k) {
            return true;
        }
    }
    return false;
}

enum swarm_status run_islands_take_best(struct run_islands *islands)
{
    struct run *run = islands->run;
    struct swarm_result *shown = &run->result->shown;
    const uint32_t best = run_islands_best(islands);
    const struct run_island_record *told = run_islands_record(islands, best);
    const bool improved = told->score < run->result->score;
    for (uint32_t k = 0; k < islands->count; ++k) {
        const int64_t built = run_islands_record(islands, k)->built;
        run->result->built = built < run->result->built ? built : run->result->built;
    }
    if (improved) {
        memcpy(run->answer, run_islands_answer(islands, best), islands->size);
        TRY(run_improve(
            run, &(struct run_improvement){told->shown.best_iteration, told->score, {told->place[0], told->place[1]}}));
    }
    run_tell(run, shown->iterations, improved);
    return SWARM_OK;
}

/* Whether the run ends at this meeting, which follows on iteration `last`; *torn: without a state to go on from. */
static bool is_over(const struct run_islands *islands, uint64_t last, bool *torn)
{
    const struct run *run = islands->run;
    struct swarm_result *shown = &run->result->shown;
    const uint64_t patience = run->request.no_improve;
    uint64_t changed = 0; /* the last iteration that brought an island something */
    bool reached = false;
    for (uint32_t k = 0; k < islands->count; ++k) {
        const struct run_island_record *told = run_islands_record(islands, k);
        reached = reached || told->reached || run_has_reached(run, told->score);
        changed = told->shown.best_iteration > changed ? told->shown.best_iteration : changed;
    }
    *torn = true;
    if (reached) {
        shown->stop_reason = SWARM_STOP_TARGET;
        return true;
    }
    if (run_islands_must_end(islands, &shown->stop_reason)) {
        return true;
    }
    if (patience > 0 && last - changed >= patience) {
        shown->stop_reason = SWARM_STOP_STAGNATION;
        return true;
    }
    *torn = false;
    shown->stop_reason = SWARM_STOP_ITERATIONS;
    return last == run_limit(run);
}

/* What of a checkpoint is due after a meeting. */
static uint32_t due_now(const struct run *run, uint64_t before, uint64_t last)
{
    return run_checkpoints_is_due(run->env, &run->checkpoints, before, last) ? RUN_ISLANDS_WRITE
           : run_checkpoints_may_keep(run->env, &run->checkpoints)           ? RUN_ISLANDS_KEEP
                                                                             : RUN_ISLANDS_GO_ON;
}

/* Writes a checkpoint where one is due, or keeps what could be written, as rank 0 says. */
static enum swarm_status keep_checkpoint(const struct run_islands *islands)
{
    const uint32_t due = islands->run->checkpoints.path ? run_islands_rank(islands, 0)->due : RUN_ISLANDS_GO_ON;
    return due == RUN_ISLANDS_WRITE  ? run_write_checkpoint(islands->run)
           : due == RUN_ISLANDS_KEEP ? run_keep_state(islands->run)
                                     : SWARM_OK;
}

static enum swarm_status iterate(struct run_islands *islands)
{
    struct run *run = islands->run;
    const uint64_t limit = run_limit(run), length = run->options.epoch;
    uint64_t last = run->result->shown.iterations;
    enum swarm_status kept = SWARM_OK;
    bool torn = false;
    for (bool over = last >= limit; !over;) {
        const uint64_t before = last, whole = (before / length + 1) * length;
        struct epoch epoch = {islands, whole < limit ? whole : limit};
        last = epoch.last;
        base_team_run(islands->team, islands->here, run_epoch, &epoch);
        struct run_rank_record own = run_islands_interruption(islands);
        own.due = due_now(run, before, last);
        TRY(run_islands_tell(islands, own, kept == SWARM_OK ? run_islands_join(islands) : kept));
        run->result->shown.iterations = run_islands_iterations(islands);
        over = is_over(islands, last, &torn);
        const bool meets = last == whole && (!over || !torn) && is_wanted(islands);
        if (meets || islands->scores[run_islands_best(islands)] < run->result->score) {
            TRY(run_islands_tell_answers(islands));
        }
        TRY(run_islands_take_best(islands));
        if (meets) {
            base_team_run(islands->team, islands->here, exchange, islands);
        }
        kept = run_islands_join(islands);
        kept = kept == SWARM_OK && !over ? keep_checkpoint(islands) : kept;
    }
    if (kept == SWARM_OK && run->checkpoints.path) {
        run_islands_keep_end(islands);
        kept = run_end_checkpoints(run, torn);
    }
    TRY(run_islands_tell(islands, (struct run_rank_record){.status = SWARM_OK}, kept));
    run_ranks_forget_checkpoint(run);
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The run                                                                                                            */

/* Whether the run was over before its first iteration: told by a checkpoint, by the start, or by the clock. */
static bool is_over_before(struct run_islands *islands)
{
    struct run *run = islands->run;
    struct swarm_result *shown = &run->result->shown;
    for (uint32_t rank = 0; rank < islands->ranks; ++rank) {
        const struct run_rank_record *told = run_islands_rank(islands, rank);
        if (told->over) {
            shown->stop_reason = told->stop_reason;
            return true;
        }
    }
    if (run_has_reached(run, run->result->score)) {
        shown->stop_reason = SWARM_STOP_TARGET;
        return true;
    }
    /* whoever has no answer yet needs that of iteration 0, however late it is */
    return run->result->score < INT64_MAX && run_islands_must_end(islands, &shown->stop_reason);
}

/* Runs `work` for each island here, and tells what came of it. */
static enum swarm_status do_all(struct run_islands *islands, base_team_work *work)
{
    base_team_run(islands->team, islands->here, work, islands);
    return run_islands_tell(islands, interruption(islands, is_interrupted(islands)), run_islands_join(islands));
}

enum swarm_status run_islands_search(struct run *run)
{
    struct swarm_timing *timing = &run->result->shown.timing;
    TRY(run_islands_create(run));
    struct run_islands *islands = run->islands;
    enum swarm_status status = begin(islands);
    TRY(run_islands_tell(islands, interruption(islands, is_interrupted(islands)), status));
    if (is_over_before(islands)) {
        return SWARM_OK;
    }
    double since = base_seconds(run->env);
    TRY(do_all(islands, build_island));
    timing->build = lap(run->env, &since);
    if (is_over_before(islands)) {
        return SWARM_OK;
    }
    TRY(do_all(islands, prepare_island));
    if (!run->resume_path) {
        const uint32_t best = run_islands_best(islands);
        const double *place = run_islands_record(islands, best)->place;
        TRY(run_islands_tell_answers(islands));
        TRY(run_take_prepared(run, &(struct run_improvement){0, islands->scores[best], {place[0], place[1]}}));
        if (run->result->score == islands->scores[best]) {
            memcpy(run->answer, run_islands_answer(islands, best), islands->size);
        }
    }
    timing->setup += lap(run->env, &since);
    if (is_over_before(islands)) {
        return SWARM_OK;
    }
    status = run->checkpoints.path ? run_write_checkpoint(run) : SWARM_OK;
    TRY(run_islands_tell(islands, interruption(islands, false), status));
    TRY(run_islands_is_asynchronous(run) ? run_islands_iterate_asynchronous(islands) : iterate(islands));
    timing->loop = lap(run->env, &since);
    for (uint32_t k = 1; k < islands->count; ++k) {
        if (run_islands_record(islands, k)->done != run_islands_record(islands, 0)->done) {
            run->engine->done[0] = '\0'; /* there is not one for all */
        }
    }
    return SWARM_OK;
}

enum swarm_status run_islands_describe(const struct run_islands *islands, struct run_result *result)
{
    const struct run *run = islands->run;
    result->islands = base_array(islands->count, sizeof *result->islands);
    if (!result->islands) {
        return base_fail_memory(run->env);
    }
    result->nan_count = 0;
    for (uint32_t k = 0; k < islands->count; ++k) {
        result->islands[k] = run_islands_record(islands, k)->shown;
        result->nan_count += run_islands_record(islands, k)->nan_count;
    }
    result->shown.islands = result->islands;
    result->shown.island_count = islands->count;
    return SWARM_OK;
}
