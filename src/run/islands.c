#include "islands.h"

#include <string.h>

#include "islands_part.h"

enum run_migration run_migration_of(const struct options *options)
{
    return strcmp(options->migration, "ring") == 0       ? RUN_MIGRATION_RING
           : strcmp(options->migration, "complete") == 0 ? RUN_MIGRATION_COMPLETE
                                                         : RUN_MIGRATION_NONE;
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
/* Beginning                                                                                                          */

/* Devices, states, the first answer; of this rank alone. */
static enum swarm_status begin(struct run_islands *islands)
{
    struct run *run = islands->run;
    struct swarm_timing *timing = &run->result->shown.timing;
    double since = base_seconds(run->env);
    MUST(run_islands_open(islands));
    timing->context = run->task->discovery_seconds + run_lap(run->env, &since);
    MUST(run_islands_read(islands));
    MUST(run_identity_sum(run, &islands->about));
    since = base_seconds(run->env); /* the clock may have gone on from that of a run before */
    MUST(run_start(run));
    for (uint32_t k = 0; k < islands->here; ++k) {
        struct run_island *island = &islands->islands[k];
        memcpy(island->run.answer, run->answer, islands->size);
        island->run.scale = run->scale;
        run_settle(&island->run);
        if (!run->resume_path && run->result->score < INT64_MAX) {
            MUST(run_improve(&island->run, &(struct run_improvement){.score = run->result->score}));
        }
    }
    timing->setup = run_lap(run->env, &since);
    return SWARM_OK;
}

static enum swarm_status build_island(struct run_island *island)
{
    return island->run.engine->type->build(island->run.engine);
}

static enum swarm_status prepare_island(struct run_island *island)
{
    struct run *run = &island->run;
    MUST(run_prepare(run));
    struct run_improvement best = {.score = run->result->score};
    MUST(run->engine->type->answer(run->engine, run->answer, &best));
    return best.score == run->result->score ? SWARM_OK
           : run->resume_path               ? run_state_refuse(run)
                                            : run_improve(run, &best);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Epochs                                                                                                             */

static enum swarm_status run_epoch(struct run_island *island)
{
    return run_advance(&island->run, island->islands->last, &island->reached, &island->interrupted);
}

static enum swarm_status migrate(struct run_island *island)
{
    const struct run_islands *islands = island->islands;
    const uint32_t donor = run_islands_donor(islands, island->number);
    return donor == island->number
               ? SWARM_OK
               : run_island_take(island, run_islands_answer(islands, donor), islands->scores[donor]);
}

/* Whether an island somewhere takes an answer. */
static bool is_wanted(const struct run_islands *islands)
{
    bool wanted = false;
    for (uint32_t k = 0; k < islands->count; ++k) {
        wanted = wanted || run_islands_donor(islands, k) != k;
    }
    return wanted;
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
        reached = reached || told->reached || run_has_reached(run, told->best.score);
        changed = told->shown.best_iteration > changed ? told->shown.best_iteration : changed;
    }
    const bool stagnates = patience > 0 && last - changed >= patience;
    shown->stop_reason = stagnates ? SWARM_STOP_STAGNATION : SWARM_STOP_ITERATIONS;
    *torn = run_islands_must_end(islands, &shown->stop_reason) || reached || stagnates;
    shown->stop_reason = reached ? SWARM_STOP_TARGET : shown->stop_reason;
    return *torn || last == run_limit(run);
}

static enum swarm_status iterate(struct run_islands *islands)
{
    struct run *run = islands->run;
    const uint64_t limit = run_limit(run), length = run->options.epoch;
    uint64_t *last = &islands->last;
    enum swarm_status kept = SWARM_OK;
    bool torn = false;
    *last = run->result->shown.iterations;
    for (bool over = *last >= limit; !over;) {
        const uint64_t before = *last, whole = (before / length + 1) * length;
        *last = whole < limit ? whole : limit;
        kept = kept == SWARM_OK ? run_islands_do(islands, run_epoch) : kept;
        islands->due = run_checkpoints_due(run->env, &run->checkpoints, before, *last);
        MUST(run_islands_tell(islands, kept));
        run->result->shown.iterations = run_islands_iterations(islands);
        over = is_over(islands, *last, &torn);
        const bool meets = *last == whole && (!over || !torn) && is_wanted(islands);
        if (meets || islands->scores[run_islands_best(islands)] < run->result->score) {
            MUST(run_islands_tell_answers(islands));
        }
        MUST(run_islands_take_best(islands));
        kept = meets ? run_islands_do(islands, migrate) : SWARM_OK;
        const uint32_t due = run_islands_rank(islands, 0)->due;
        if (kept == SWARM_OK && !over && run->checkpoints.path && due != RUN_DUE_NOTHING) {
            kept = run_keep_state(run, due == RUN_DUE_FILE);
        }
    }
    if (kept == SWARM_OK && run->checkpoints.path) {
        run_islands_keep_end(islands);
        kept = run_end_checkpoints(run, torn);
    }
    MUST(run_islands_tell(islands, kept));
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

/* Tells what came of a phase before the first iteration, and whether there is time for the next. */
static enum swarm_status tell_phase(struct run_islands *islands, enum swarm_status status)
{
    islands->interrupted = run_is_interrupted(islands->run);
    return run_islands_tell(islands, status);
}

enum swarm_status run_islands_search(struct run *run)
{
    struct swarm_timing *timing = &run->result->shown.timing;
    MUST(run_islands_create(run));
    struct run_islands *islands = run->islands;
    MUST(tell_phase(islands, begin(islands)));
    if (is_over_before(islands)) {
        return SWARM_OK;
    }
    double since = base_seconds(run->env);
    MUST(tell_phase(islands, run_islands_do(islands, build_island)));
    timing->build = run_lap(run->env, &since);
    if (is_over_before(islands)) {
        return SWARM_OK;
    }
    MUST(tell_phase(islands, run_islands_do(islands, prepare_island)));
    if (!run->resume_path) {
        const uint32_t best = run_islands_best(islands);
        MUST(run_islands_tell_answers(islands));
        MUST(run_take_prepared(run, &run_islands_record(islands, best)->best));
        if (run->result->score == islands->scores[best]) {
            memcpy(run->answer, run_islands_answer(islands, best), islands->size);
        }
    }
    timing->setup += run_lap(run->env, &since);
    if (is_over_before(islands)) {
        return SWARM_OK;
    }
    MUST(run_islands_tell(islands, run->checkpoints.path ? run_keep_state(run, true) : SWARM_OK));
    MUST(run_islands_is_asynchronous(run) ? run_islands_iterate_asynchronous(islands) : iterate(islands));
    timing->loop = run_lap(run->env, &since);
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
