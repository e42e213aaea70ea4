#include "islands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "islands_part.h"
#include "ocl/selector.h"
#include "outcome.h"

/* The most of a run. */
enum { ISLANDS_MOST = 1024 };

uint64_t solver_island_seed(uint64_t seed, uint32_t island)
{
    return seed + island * UINT64_C(0x9E3779B97F4A7C15); /* 2^64 / phi: runs of neighbouring seeds share no island */
}

uint32_t solver_topology_donor(enum solver_topology topology, const int64_t *lengths, uint32_t count, uint32_t island)
{
    uint32_t donor = island;
    if (topology == SOLVER_TOPOLOGY_RING) {
        donor = (island + count - 1) % count;
    } else if (topology == SOLVER_TOPOLOGY_COMPLETE) {
        donor = 0;
        for (uint32_t k = 1; k < count; ++k) {
            donor = lengths[k] < lengths[donor] ? k : donor;
        }
    }
    return lengths[donor] < lengths[island] ? donor : island;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* How many                                                                                                           */

/* The devices that are named; none where the choice is the run's own, or the twin's. */
static enum swarm_status name_devices(struct solver_tsp_run *run)
{
    const struct solver_task *task = run->task;
    if (!task->devices || ocl_selector_is_automatic(swarm_params_get(task->params, "device"))) {
        return SWARM_OK;
    }
    return solver_devices_find(run->env, task->devices, task->params, true, &run->named, &run->named_count);
}

/* The options that say how islands meet, where there is one. */
static enum swarm_status check_alone(const struct solver_tsp_run *run)
{
    static const char *const names[] = {"topology", "epoch", "meeting"};
    const struct swarm_params *params = run->task->params;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        if (solver_params_is_set(params, names[i]) && !solver_params_is(params, names[i], "auto")) {
            return base_fail(run->env, SWARM_ERROR_INVALID_ARGUMENT,
                             "--%s %s clashes with one island: there is no other to meet; --islands says how many",
                             names[i], swarm_params_get(params, names[i]));
        }
    }
    return SWARM_OK;
}

static enum swarm_status check_count(const struct solver_tsp_run *run, uint32_t ranks, uint64_t count)
{
    const struct swarm_params *params = run->task->params;
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
        solver_rank_first(rank + 1, ranks, (uint32_t)count) - solver_rank_first(rank, ranks, (uint32_t)count);
    if (here < run->named_count) {
        return base_fail(
            run->env, SWARM_ERROR_INVALID_ARGUMENT,
            "--device %s clashes with --islands %llu: it names %zu devices, and there are %u islands for them",
            swarm_params_get(params, "device"), (unsigned long long)count, run->named_count, (unsigned)here);
    }
    if (count == 1) {
        return check_alone(run);
    }
    if (run->chosen.asynchronous && (run->checkpoints.path || swarm_params_get(params, "resume"))) {
        return base_fail(run->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--%s clashes with --meeting asynchronous: islands are never all between two iterations",
                         run->checkpoints.path ? "checkpoint" : "resume");
    }
    const struct swarm_ranks *all = &run->env->ranks;
    return ranks > 1 && run->chosen.asynchronous && (!all->send || !all->receive)
               ? base_fail(run->env, SWARM_ERROR_INVALID_ARGUMENT,
                           "--meeting asynchronous: these ranks cannot send and receive without waiting")
               : SWARM_OK;
}

enum swarm_status solver_islands_count(struct solver_tsp_run *run, enum swarm_status status)
{
    struct base_env *env = run->env;
    const uint32_t ranks = env->ranks.count > 1 ? env->ranks.count : 1;
    struct solver_rank_record own = {.status = SWARM_OK}, *all = base_array(ranks, sizeof *all);
    if (!all) {
        return base_fail_memory(env);
    }
    status = status == SWARM_OK ? name_devices(run) : status;
    own.status = status;
    own.devices = run->named_count > 0 ? run->named_count : 1;
    own.islands = run->chosen.islands;
    if (status != SWARM_OK) {
        snprintf(own.text, sizeof own.text, "%s", env->error ? env->error : "");
    }
    const enum swarm_status gathered = solver_ranks_gather(env, &own, sizeof own, all);
    status = gathered == SWARM_OK ? solver_ranks_join(env, all, sizeof *all, status) : gathered;
    uint64_t count = run->chosen.islands;
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
    run->chosen.islands = (uint32_t)count;
    return solver_ranks_choose_checkpoint(run, check_count(run, ranks, count));
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Beginning                                                                                                          */

/* Devices, states, the first tour; of this rank alone. */
static enum swarm_status begin(struct solver_islands *islands)
{
    struct solver_tsp_run *run = islands->run;
    struct swarm_timing *timing = &run->result->shown.timing;
    double since = base_seconds(run->env);
    enum swarm_status status = SWARM_OK;
    TRY(solver_islands_open(islands));
    timing->context = run->task->discovery_seconds + solver_lap(run->env, &since);
    TRY(solver_islands_read(islands));
    const struct solver_tsp_checkpoint about = solver_tsp_about(run);
    TRY(solver_tsp_checkpoint_sum(&about, &islands->about));
    since = base_seconds(run->env); /* the clock may have gone on from that of a run before */
    TRY(solver_tsp_start(run));
    for (uint32_t k = 0; k < islands->here; ++k) {
        struct solver_island *island = &islands->islands[k];
        memcpy(island->run.tour, run->tour, islands->n * sizeof *run->tour);
        island->run.first_length = run->first_length;
        solver_tsp_settle(&island->run);
        if (!run->resume_path) {
            TRY(solver_result_improve(run->env, island->run.result, 0, run->result->shown.length));
        }
    }
    timing->setup = solver_lap(run->env, &since);

fail:
    return status;
}

static void build_island(void *context, size_t item, unsigned thread)
{
    struct solver_island *island = &((struct solver_islands *)context)->islands[item];
    (void)thread;
    island->status = island->run.colony->type->build(island->run.colony);
}

static void prepare_island(void *context, size_t item, unsigned thread)
{
    struct solver_island *island = &((struct solver_islands *)context)->islands[item];
    struct solver_tsp_run *run = &island->run;
    (void)thread;
    island->status = solver_tsp_prepare(run);
    if (island->status == SWARM_OK) {
        island->status = run->colony->type->answer(run->colony, run->tour);
    }
    if (island->status == SWARM_OK && run->resume_path
        && run->colony->start_score + run->offset != run->result->shown.length) {
        island->status =
            base_fail(run->env, SWARM_ERROR_INPUT, "%s: holds a state that no run can have", run->resume_path);
    }
}

/* Why this rank has to end, if it does. */
static struct solver_rank_record interruption(const struct solver_islands *islands, bool interrupted)
{
    const bool cancelled = base_cancelled(islands->run->env);
    return (struct solver_rank_record){
        .cancelled = interrupted && cancelled,
        .timed = interrupted && !cancelled,
        .over = islands->run->is_over,
        .stop_reason = islands->run->result->shown.stop_reason,
        .iterations = islands->run->result->shown.first_iteration,
    };
}

struct solver_rank_record solver_islands_interruption(const struct solver_islands *islands)
{
    bool interrupted = false;
    for (uint32_t k = 0; k < islands->here; ++k) {
        interrupted = interrupted || islands->islands[k].interrupted;
    }
    return interruption(islands, interrupted);
}

static bool is_interrupted(const struct solver_islands *islands)
{
    return base_interrupted(islands->run->env, islands->run->request.deadline);
}

bool solver_islands_must_end(const struct solver_islands *islands, enum swarm_stop_reason *reason)
{
    bool timed = false;
    for (uint32_t rank = 0; rank < islands->ranks; ++rank) {
        const struct solver_rank_record *told = solver_islands_rank(islands, rank);
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
    struct solver_islands *islands;
    uint64_t last; /* iteration */
};

static void run_epoch(void *context, size_t item, unsigned thread)
{
    const struct epoch *epoch = context;
    struct solver_island *island = &epoch->islands->islands[item];
    (void)thread;
    island->status = solver_tsp_advance(&island->run, epoch->last, &island->reached, &island->interrupted);
}

static void exchange(void *context, size_t item, unsigned thread)
{
    const struct solver_islands *islands = context;
    struct solver_island *island = &islands->islands[item];
    const uint32_t donor =
        solver_topology_donor(islands->run->chosen.topology, islands->lengths, islands->count, island->number);
    (void)thread;
    if (donor != island->number) {
        island->status = solver_island_take(island, solver_islands_tour(islands, donor), islands->lengths[donor]);
    }
}

/* Whether an island somewhere takes a tour. */
static bool is_wanted(const struct solver_islands *islands)
{
    for (uint32_t k = 0; k < islands->count; ++k) {
        if (solver_topology_donor(islands->run->chosen.topology, islands->lengths, islands->count, k) != k) {
            return true;
        }
    }
    return false;
}

enum swarm_status solver_islands_take_best(struct solver_islands *islands)
{
    struct solver_tsp_run *run = islands->run;
    struct swarm_result *shown = &run->result->shown;
    const uint32_t best = solver_islands_shortest(islands);
    const struct solver_island_record *told = solver_islands_record(islands, best);
    const bool improved = told->shown.length < shown->length;
    enum swarm_status status = SWARM_OK;
    for (uint32_t k = 0; k < islands->count; ++k) {
        const int64_t built = solver_islands_record(islands, k)->built_length;
        shown->built_length =
            built >= 0 && (shown->built_length < 0 || built < shown->built_length) ? built : shown->built_length;
    }
    if (improved) {
        memcpy(run->tour, solver_islands_tour(islands, best), islands->n * sizeof *run->tour);
        TRY(solver_result_improve(run->env, run->result, told->shown.best_iteration, told->shown.length));
    }
    solver_tsp_tell(run, shown->iterations, improved);

fail:
    return status;
}

/* Whether the run ends at this meeting, which follows on iteration `last`; *torn: without a state to go on from. */
static bool is_over(const struct solver_islands *islands, uint64_t last, bool *torn)
{
    const struct solver_tsp_run *run = islands->run;
    struct swarm_result *shown = &run->result->shown;
    const uint64_t patience = run->request.no_improve;
    uint64_t changed = 0; /* the last iteration that brought an island something */
    bool reached = false;
    for (uint32_t k = 0; k < islands->count; ++k) {
        const struct solver_island_record *told = solver_islands_record(islands, k);
        reached = reached || told->reached;
        changed = told->shown.best_iteration > changed ? told->shown.best_iteration : changed;
    }
    *torn = true;
    if (reached) {
        shown->stop_reason = SWARM_STOP_TARGET;
        return true;
    }
    if (solver_islands_must_end(islands, &shown->stop_reason)) {
        return true;
    }
    if (patience > 0 && last - changed >= patience) {
        shown->stop_reason = SWARM_STOP_STAGNATION;
        return true;
    }
    *torn = false;
    shown->stop_reason = SWARM_STOP_ITERATIONS;
    return last == solver_tsp_limit(run);
}

/* What of a checkpoint is due after a meeting. */
static uint32_t due_now(const struct solver_tsp_run *run, uint64_t before, uint64_t last)
{
    return solver_checkpoints_is_due(run->env, &run->checkpoints, before, last) ? SOLVER_ISLANDS_WRITE
           : solver_checkpoints_may_keep(run->env, &run->checkpoints)           ? SOLVER_ISLANDS_KEEP
                                                                                : SOLVER_ISLANDS_GO_ON;
}

/* Writes a checkpoint where one is due, or keeps what could be written, as rank 0 says. */
static enum swarm_status keep_checkpoint(const struct solver_islands *islands)
{
    const uint32_t due = islands->run->checkpoints.path ? solver_islands_rank(islands, 0)->due : SOLVER_ISLANDS_GO_ON;
    return due == SOLVER_ISLANDS_WRITE  ? solver_tsp_write_checkpoint(islands->run)
           : due == SOLVER_ISLANDS_KEEP ? solver_tsp_keep_state(islands->run)
                                        : SWARM_OK;
}

static enum swarm_status iterate(struct solver_islands *islands)
{
    struct solver_tsp_run *run = islands->run;
    const uint64_t limit = solver_tsp_limit(run), length = run->chosen.epoch;
    uint64_t last = run->result->shown.iterations;
    enum swarm_status status = SWARM_OK, kept = SWARM_OK;
    bool torn = false;
    for (bool over = last >= limit; !over;) {
        const uint64_t before = last, whole = (before / length + 1) * length;
        struct epoch epoch = {islands, whole < limit ? whole : limit};
        last = epoch.last;
        base_team_run(islands->team, islands->here, run_epoch, &epoch);
        struct solver_rank_record own = solver_islands_interruption(islands);
        own.due = due_now(run, before, last);
        TRY(solver_islands_tell(islands, own, kept == SWARM_OK ? solver_islands_join(islands) : kept));
        run->result->shown.iterations = solver_islands_iterations(islands);
        over = is_over(islands, last, &torn);
        const bool meets = last == whole && (!over || !torn) && is_wanted(islands);
        if (meets || islands->lengths[solver_islands_shortest(islands)] < run->result->shown.length) {
            TRY(solver_islands_tell_tours(islands));
        }
        TRY(solver_islands_take_best(islands));
        if (meets) {
            base_team_run(islands->team, islands->here, exchange, islands);
        }
        kept = solver_islands_join(islands);
        kept = kept == SWARM_OK && !over ? keep_checkpoint(islands) : kept;
    }
    if (kept == SWARM_OK && run->checkpoints.path) {
        solver_islands_keep_end(islands);
        kept = solver_tsp_end_checkpoints(run, torn);
    }
    TRY(solver_islands_tell(islands, (struct solver_rank_record){.status = SWARM_OK}, kept));
    solver_ranks_forget_checkpoint(run);

fail:
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The run                                                                                                            */

/* Whether the run was over before its first iteration: told by a checkpoint, by the start, or by the clock. */
static bool is_over_before(struct solver_islands *islands)
{
    struct solver_tsp_run *run = islands->run;
    struct swarm_result *shown = &run->result->shown;
    for (uint32_t rank = 0; rank < islands->ranks; ++rank) {
        const struct solver_rank_record *told = solver_islands_rank(islands, rank);
        if (told->over) {
            shown->stop_reason = told->stop_reason;
            return true;
        }
    }
    if (solver_tsp_has_reached(run, shown->length)) {
        shown->stop_reason = SWARM_STOP_TARGET;
        return true;
    }
    return solver_islands_must_end(islands, &shown->stop_reason);
}

/* Runs `work` for each island here, and tells what came of it. */
static enum swarm_status do_all(struct solver_islands *islands, base_team_work *work)
{
    base_team_run(islands->team, islands->here, work, islands);
    return solver_islands_tell(islands, interruption(islands, is_interrupted(islands)), solver_islands_join(islands));
}

enum swarm_status solver_islands_search(struct solver_tsp_run *run)
{
    struct swarm_timing *timing = &run->result->shown.timing;
    enum swarm_status status = SWARM_OK;
    TRY(solver_islands_create(run));
    struct solver_islands *islands = run->islands;
    status = begin(islands);
    TRY(solver_islands_tell(islands, interruption(islands, is_interrupted(islands)), status));
    if (is_over_before(islands)) {
        goto fail;
    }
    double since = base_seconds(run->env);
    TRY(do_all(islands, build_island));
    timing->build = solver_lap(run->env, &since);
    if (is_over_before(islands)) {
        goto fail;
    }
    TRY(do_all(islands, prepare_island));
    if (!run->resume_path) {
        const uint32_t best = solver_islands_shortest(islands);
        TRY(solver_islands_tell_tours(islands));
        TRY(solver_tsp_take_prepared(run, islands->lengths[best]));
        if (run->result->shown.length == islands->lengths[best]) {
            memcpy(run->tour, solver_islands_tour(islands, best), islands->n * sizeof *run->tour);
        }
    }
    timing->setup += solver_lap(run->env, &since);
    if (is_over_before(islands)) {
        goto fail;
    }
    status = run->checkpoints.path ? solver_tsp_write_checkpoint(run) : SWARM_OK;
    TRY(solver_islands_tell(islands, interruption(islands, false), status));
    TRY(run->chosen.asynchronous ? solver_islands_iterate_asynchronous(islands) : iterate(islands));
    timing->loop = solver_lap(run->env, &since);
    for (uint32_t k = 1; k < islands->count && run->chosen.mosaic; ++k) {
        if (solver_islands_record(islands, k)->schedule != solver_islands_record(islands, 0)->schedule) {
            mosaic_engine_tell_schedule(run->colony, ""); /* there is not one for all */
        }
    }

fail:
    return status;
}

enum swarm_status solver_islands_describe(const struct solver_islands *islands, struct solver_result *result)
{
    const struct solver_tsp_run *run = islands->run;
    result->islands = base_array(islands->count, sizeof *result->islands);
    if (!result->islands) {
        return base_fail_memory(run->env);
    }
    for (uint32_t k = 0; k < islands->count; ++k) {
        result->islands[k] = solver_islands_record(islands, k)->shown;
    }
    result->shown.islands = result->islands;
    result->shown.island_count = islands->count;
    return SWARM_OK;
}
