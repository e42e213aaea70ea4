#include "islands.h"

#include <math.h>
#include <string.h>

#include "bound.h"
#include "islands_part.h"

static enum run_migration migration_of(const struct options *options)
{
    return strcmp(options->migration, "ring") == 0       ? RUN_MIGRATION_RING
           : strcmp(options->migration, "complete") == 0 ? RUN_MIGRATION_COMPLETE
                                                         : RUN_MIGRATION_NONE;
}

uint64_t run_island_seed(uint64_t seed, uint32_t island)
{
    return seed + island * UINT64_C(0x9E3779B97F4A7C15); /* 2^64 / phi: neighbouring seeds share no islands */
}

/* Ties go to the lowest island. */
static uint32_t best_of(const int64_t *scores, uint32_t count)
{
    uint32_t best = 0;
    for (uint32_t k = 1; k < count; ++k) {
        best = scores[k] < scores[best] ? k : best;
    }
    return best;
}

uint32_t run_migration_donor(enum run_migration migration, const int64_t *scores, uint32_t count, uint32_t island)
{
    const uint32_t donor = migration == RUN_MIGRATION_RING       ? (island + count - 1) % count
                           : migration == RUN_MIGRATION_COMPLETE ? best_of(scores, count)
                                                                 : island;
    return scores[donor] < scores[island] ? donor : island;
}

/* Devices, states and the first answer of this rank. */
static enum swarm_status begin(struct run_islands *islands)
{
    struct run *run = islands->run;
    struct swarm_timing *timing = &run->result->shown.timing;
    double since = base_seconds(run->env);
    TRY(run_islands_open(islands));
    timing->context = run->task->discovery_seconds + run_lap(run->env, &since);
    TRY(run_islands_read(islands));
    TRY(run_identity_sum(run, &islands->about));
    since = base_seconds(run->env); /* a resumed run's clock has gone on */
    TRY(run_start(run));
    for (uint32_t k = 0; k < islands->here; ++k) {
        struct run_island *island = &islands->islands[k];
        memcpy(island->run.answer, run->answer, islands->size);
        island->run.scale = run->scale;
        run_settle(&island->run);
        if (!run->resume_path && run->result->best.score < INT64_MAX) {
            TRY(run_improve(&island->run, &(struct run_improvement){.score = run->result->best.score}));
        }
    }
    timing->setup = run_lap(run->env, &since);
    return run->is_over ? SWARM_OK : run_bound_begin(run);
}

static enum swarm_status build_island(struct run_island *island)
{
    return island->run.engine->type->build(island->run.engine);
}

static enum swarm_status prepare_island(struct run_island *island)
{
    struct run *run = &island->run;
    TRY(run_prepare(run));
    const int64_t known = run->result->best.score;
    TRY(run_read_answer(run));
    return run->resume_path && run->result->best.score != known ? run_state_refuse(run) : SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Meetings                                                                                                           */

static uint32_t donor_of(const struct run_islands *islands, uint32_t island)
{
    return run_migration_donor(migration_of(&islands->run->options), islands->scores, islands->count, island);
}

/* Makes a received answer the best of an island here. */
static enum swarm_status take(struct run_island *island, const void *answer, int64_t score)
{
    struct run *run = &island->run;
    struct run_engine *engine = run->engine;
    struct run_improvement best = {.iteration = run->result->shown.iterations, .score = score};
    TRY(engine->type->take(engine, answer, &best.score, best.iteration));
    TRY(engine->type->answer(engine, run->answer, &best));
    TRY(run_improve(run, &best));
    ++island->taken;
    return SWARM_OK;
}

/* Makes the best of all islands the best of the run, and reports progress. Answers were exchanged if it is better than
 * all before. */
static enum swarm_status take_best(const struct run_islands *islands)
{
    struct run *run = islands->run;
    const uint32_t best = best_of(islands->scores, islands->count);
    for (uint32_t k = 0; k < islands->count; ++k) {
        const int64_t built = run_islands_record(islands, k)->built;
        run->result->built = built < run->result->built ? built : run->result->built;
    }
    const bool improved = islands->scores[best] < run->result->best.score;
    if (improved) {
        memcpy(run->answer, run_islands_answer(islands, best), islands->size);
        TRY(run_improve(run, &run_islands_record(islands, best)->best));
        run_secure(run);
    }
    run_tell(run, run->result->shown.iterations, improved);
    return SWARM_OK;
}

/* Whether some rank has to end, and its reason. */
static bool must_end(const struct run_islands *islands, enum swarm_stop_reason *reason)
{
    *reason = islands->ends > 0 ? (enum swarm_stop_reason)(islands->ends - 1) : *reason;
    return islands->ends > 0;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Epochs                                                                                                             */

/* Room for an island's trails. */
static void *trails_of(const struct run_island *island)
{
    const struct run_islands *islands = island->islands;
    return islands->own_trails + (island->number - islands->first) * islands->trail_bytes;
}

/* An epoch, or its part to the next pause. An island that has reached the target waits for the others. */
static enum swarm_status run_epoch(struct run_island *island)
{
    const struct run_islands *islands = island->islands;
    struct run_engine *engine = island->run.engine;
    TRY(island->reached ? SWARM_OK : run_advance(&island->run, islands->last, &island->reached, &island->interrupted));
    const bool meets = islands->last % islands->run->options.epoch == 0;
    const bool gives = islands->trail_bytes > 0 && meets && !engine->torn;
    return gives ? engine->type->give_trails(engine, trails_of(island)) : SWARM_OK;
}

/* Replaces a share of an island's trails: in a ring by the trails of the island before it, otherwise by the mean of
 * all. */
static enum swarm_status mix(struct run_island *island)
{
    const struct run_islands *islands = island->islands;
    const bool ring = migration_of(&islands->run->options) == RUN_MIGRATION_RING;
    const uint32_t first = ring ? (island->number + islands->count - 1) % islands->count : 0;
    struct run_engine *engine = island->run.engine;
    return engine->type->mix_trails(engine, trails_of(island), islands->trails_of + first, ring ? 1 : islands->count,
                                    islands->share);
}

static enum swarm_status migrate(struct run_island *island)
{
    const struct run_islands *islands = island->islands;
    const uint32_t donor = donor_of(islands, island->number);
    TRY(islands->trail_bytes > 0 ? mix(island) : SWARM_OK);
    return donor == island->number ? SWARM_OK
                                   : take(island, run_islands_answer(islands, donor), islands->scores[donor]);
}

/* Whether any island takes an answer or mixes trails. */
static bool is_wanted(const struct run_islands *islands)
{
    bool wanted = islands->trail_bytes > 0;
    for (uint32_t k = 0; k < islands->count; ++k) {
        wanted = wanted || donor_of(islands, k) != k;
    }
    return wanted;
}

/* Whether the run ends at this meeting, or (unless `meets`) pause, after iteration `last`; *torn: no state to continue
 * from. Only meetings look for targets and stagnation, as pauses depend on the clock. */
static bool is_over(const struct run_islands *islands, uint64_t last, bool meets, bool *torn)
{
    const struct run *run = islands->run;
    struct swarm_result *shown = &run->result->shown;
    const bool stagnates = meets && run->request.no_improve > 0 && last - islands->changed >= run->request.no_improve;
    shown->stop_reason = stagnates ? SWARM_STOP_STAGNATION : SWARM_STOP_ITERATIONS;
    *torn = must_end(islands, &shown->stop_reason) || (islands->reached && meets) || stagnates;
    shown->stop_reason = islands->reached ? SWARM_STOP_TARGET : shown->stop_reason;
    return *torn || last == run_limit(run);
}

/* Seconds between two pauses of a run with checkpoints, and the most iterations. */
#define PAUSE 0.2
enum { STRIDE_MOST = 1 << 20 };

/* What this rank tells at the meeting or pause after `iterations` more, of `seconds`. */
static void look_ahead(struct run_islands *islands, uint64_t before, uint64_t iterations, double seconds)
{
    const struct run *run = islands->run;
    const double each = fmax(seconds / (double)iterations, 1e-9);
    islands->stride = run->leaves_state ? (uint64_t)fmax(1.0, fmin(PAUSE / each, STRIDE_MOST)) : UINT32_MAX;
    /* the clock of rank 0 counts; other ranks only hand on a wish of their callers */
    islands->due = islands->rank == 0 ? run_checkpoints_due(run->env, &run->checkpoints, before, before + iterations,
                                                            fmax(each, PAUSE), run->request.deadline)
                   : run_checkpoints_wanted(run->env) ? RUN_DUE_FILE
                                                      : RUN_DUE_NOTHING;
}

/* What follows a meeting, or the end of the run. */
static enum swarm_status meet_all(struct run_islands *islands, bool meets)
{
    struct run *run = islands->run;
    if (meets || islands->scores[best_of(islands->scores, islands->count)] < run->result->best.score) {
        TRY(run_islands_tell_answers(islands));
    }
    TRY(meets && islands->trail_bytes > 0 ? run_islands_tell_trails(islands) : SWARM_OK);
    return take_best(islands);
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
        const uint64_t before = *last, whole = (before / length + 1) * length, end = whole < limit ? whole : limit;
        const double begun = base_seconds(run->env);
        *last = islands->stride < end - before ? before + islands->stride : end;
        kept = kept == SWARM_OK ? run_islands_do(islands, run_epoch) : kept;
        look_ahead(islands, before, *last - before, base_seconds(run->env) - begun);
        TRY(run_islands_tell(islands, kept));
        run->result->shown.iterations = islands->iterations;
        over = is_over(islands, *last, *last == end, &torn);
        const bool meets = *last == whole && (!over || !torn) && is_wanted(islands);
        if (over || *last == end) {
            TRY(meet_all(islands, meets));
        } else {
            run_tell(run, islands->iterations, false);
        }
        kept = meets ? run_islands_do(islands, migrate) : SWARM_OK;
        if (kept == SWARM_OK && !over && !islands->reached && run->checkpoints.path
            && islands->due != RUN_DUE_NOTHING) {
            kept = run_keep_state(run, islands->due == RUN_DUE_FILE);
        }
    }
    TRY(run_islands_tell(islands, kept == SWARM_OK ? run_end_checkpoints(run, torn) : kept));
    run_ranks_forget_checkpoint(run);
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The run                                                                                                            */

/* Whether the run was over before its first iteration: by a checkpoint, by the start, or by the clock. */
static bool is_over_before(struct run_islands *islands)
{
    struct run *run = islands->run;
    struct swarm_result *shown = &run->result->shown;
    if (islands->over > 0) {
        shown->stop_reason = (enum swarm_stop_reason)(islands->over - 1);
        return true;
    }
    if (run_has_reached(run, run->result->best.score)) {
        shown->stop_reason = SWARM_STOP_TARGET;
        return true;
    }
    /* iteration 0 must give a run its first answer, however late it is */
    return run->result->best.score < INT64_MAX && must_end(islands, &shown->stop_reason);
}

/* Shares the result of a phase before the first iteration, and whether there is time for the next. */
static enum swarm_status tell_phase(struct run_islands *islands, enum swarm_status status)
{
    islands->interrupted = run_is_interrupted(islands->run);
    return run_islands_tell(islands, status);
}

enum swarm_status run_islands_search(void *context)
{
    struct run *run = context;
    struct swarm_timing *timing = &run->result->shown.timing;
    TRY(run_islands_create(run));
    struct run_islands *islands = run->islands;
    TRY(tell_phase(islands, begin(islands)));
    if (is_over_before(islands)) {
        return SWARM_OK;
    }
    double since = base_seconds(run->env);
    TRY(tell_phase(islands, run_islands_rebuild(islands, run_islands_do(islands, build_island), build_island)));
    timing->build = run_lap(run->env, &since);
    if (is_over_before(islands)) {
        return SWARM_OK;
    }
    TRY(tell_phase(islands, run_islands_do(islands, prepare_island)));
    if (!run->resume_path) {
        const uint32_t best = best_of(islands->scores, islands->count);
        TRY(run_islands_tell_answers(islands));
        if (run->starts_anew || islands->scores[best] <= run->result->best.score) {
            memcpy(run->answer, run_islands_answer(islands, best), islands->size);
        }
        TRY(run_take_prepared(run, &run_islands_record(islands, best)->best));
        run_secure(run);
    }
    timing->setup += run_lap(run->env, &since);
    if (is_over_before(islands)) {
        return SWARM_OK;
    }
    TRY(run_islands_tell(islands, run->checkpoints.path ? run_keep_state(run, true) : SWARM_OK));
    TRY(iterate(islands));
    timing->loop = run_lap(run->env, &since);
    for (uint32_t k = 1; k < islands->count; ++k) {
        if (run_islands_record(islands, k)->done != run_islands_record(islands, 0)->done) {
            run->engine->done[0] = '\0'; /* islands have no common value */
        }
    }
    return SWARM_OK;
}

enum swarm_status run_islands_describe(const struct run_islands *islands, struct run_result *result)
{
    const struct run *run = islands->run;
    result->islands = base_array(islands->count, sizeof *result->islands);
    TRY(result->islands ? SWARM_OK : base_fail_memory(run->env));
    result->nan_count = 0;
    for (uint32_t k = 0; k < islands->count; ++k) {
        result->islands[k] = run_islands_record(islands, k)->shown;
        result->nan_count += run_islands_record(islands, k)->nan_count;
    }
    result->shown.islands = result->islands;
    result->shown.island_count = islands->count;
    return SWARM_OK;
}
