#include "islands.h"

#include <math.h>
#include <string.h>

#include "islands_part.h"

static enum islands_migration migration_of(const struct islands *islands)
{
    const char *word = islands->search->options.migration;
    return strcmp(word, "ring") == 0 ? ISLANDS_RING : strcmp(word, "complete") == 0 ? ISLANDS_COMPLETE : ISLANDS_APART;
}

uint64_t islands_seed(uint64_t seed, uint32_t island)
{
    return seed + island * UINT64_C(0x9E3779B97F4A7C15); /* 2^64 / phi: runs with nearby seeds share no island */
}

/* Index of the lowest score; ties go to the lowest island. */
static uint32_t best_of(const int64_t *scores, uint32_t count)
{
    uint32_t best = 0;
    for (uint32_t k = 1; k < count; ++k) {
        best = scores[k] < scores[best] ? k : best;
    }
    return best;
}

uint32_t islands_donor(enum islands_migration migration, const int64_t *scores, uint32_t count, uint32_t island)
{
    const uint32_t donor = migration == ISLANDS_RING       ? (island + count - 1) % count
                           : migration == ISLANDS_COMPLETE ? best_of(scores, count)
                                                           : island;
    return scores[donor] < scores[island] ? donor : island;
}

enum swarm_status islands_start(struct islands *islands, uint32_t about)
{
    const struct search *search = islands->search;
    islands->about = about;
    for (uint32_t k = 0; k < islands->here; ++k) {
        struct search *own = &islands->islands[k].search;
        memcpy(own->solution, search->solution, search->solution_size);
        own->scale = search->scale;
        own->starts_anew = search->starts_anew;
        search_set_scale(own);
        if (!search->resumes && search_has_solution(search)) {
            TRY(search_improve(own, &(struct search_improvement){.score = search->result->best.score}));
        }
    }
    return SWARM_OK;
}

static enum swarm_status build_island(struct island *island)
{
    struct search_engine *engine = island->search.engine;
    return engine->type->build(engine);
}

enum swarm_status islands_build(struct islands *islands)
{
    const enum swarm_status status = islands_do(islands, build_island);
    if (status == SWARM_OK) {
        return SWARM_OK;
    }
    TRY(search_use_host(islands->search, islands->devices, status));
    TRY(islands_open(islands));
    for (uint32_t k = 0; k < islands->here; ++k) {
        search_set_scale(&islands->islands[k].search);
    }
    return islands_do(islands, build_island);
}

static enum swarm_status prepare_island(struct island *island)
{
    struct search *search = &island->search;
    TRY(search_prepare(search));
    const int64_t known = search->result->best.score;
    TRY(search_read_solution(search));
    return search->resumes && search->result->best.score != known ? search_refuse_state(search) : SWARM_OK;
}

enum swarm_status islands_prepare(struct islands *islands)
{
    struct search *search = islands->search;
    TRY(islands_gather_records(islands, islands_do(islands, prepare_island), false));
    if (search->resumes) {
        return SWARM_OK;
    }
    const uint32_t best = best_of(islands->scores, islands->count);
    search->result->shown.iterations = islands->iterations; /* without a start the preparation has run one iteration */
    TRY(islands_exchange(islands, &islands->solutions));
    if (search->starts_anew || islands->scores[best] <= search->result->best.score) {
        memcpy(search->solution, islands_sent(islands, &islands->solutions, best), search->solution_size);
    }
    TRY(search_take_prepared(search, &islands_record(islands, best)->best));
    search_has_read(search);
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Migration                                                                                                          */

static uint32_t donor_of(const struct islands *islands, uint32_t island)
{
    return islands_donor(migration_of(islands), islands->scores, islands->count, island);
}

/* Makes the donor's solution the best of an island. */
static enum swarm_status take(struct island *island, uint32_t donor)
{
    const struct islands *islands = island->islands;
    struct search *search = &island->search;
    struct search_engine *engine = search->engine;
    struct search_improvement best = {.iteration = search->result->shown.iterations, .score = islands->scores[donor]};
    TRY(engine->type->take(engine, islands_sent(islands, &islands->solutions, donor), &best.score, best.iteration));
    TRY(engine->type->solution(engine, search->solution, &best));
    TRY(search_improve(search, &best));
    ++island->adopted;
    return SWARM_OK;
}

/* Makes the best solution of all islands the best of the search, and reports progress. If it improves the search's
 * best, the islands have exchanged their solutions before. */
static enum swarm_status take_best(const struct islands *islands)
{
    struct search *search = islands->search;
    struct search_result *result = search->result;
    const uint32_t best = best_of(islands->scores, islands->count);
    for (uint32_t k = 0; k < islands->count; ++k) {
        const int64_t built = islands_record(islands, k)->built;
        result->built = built < result->built ? built : result->built;
    }
    const bool improved = islands->scores[best] < result->best.score;
    if (improved) {
        memcpy(search->solution, islands_sent(islands, &islands->solutions, best), search->solution_size);
        TRY(search_improve(search, &islands_record(islands, best)->best));
        search_has_read(search);
    }
    search_report(search, result->shown.iterations, improved);
    return SWARM_OK;
}

/* Replaces a fraction of an island's trails: in a ring by the trails of the previous island, otherwise by the mean of
 * all islands. `own` holds the island's trails and may be overwritten. */
static enum swarm_status mix(struct island *island, void *own)
{
    const struct islands *islands = island->islands;
    const bool ring = migration_of(islands) == ISLANDS_RING;
    const uint32_t first = ring ? (island->number + islands->count - 1) % islands->count : 0;
    struct search_engine *engine = island->search.engine;
    return engine->type->mix_trails(engine, own, islands->trails_of + first, ring ? 1 : islands->count, islands->share);
}

/* The buffer from which an island sends its trails. */
static void *own_trails(const struct island *island)
{
    const struct islands *islands = island->islands;
    return islands->trails.own + (island->number - islands->first) * islands->trails.size;
}

static enum swarm_status migrate(struct island *island)
{
    const struct islands *islands = island->islands;
    const uint32_t donor = donor_of(islands, island->number);
    TRY(islands->trails.size > 0 ? mix(island, own_trails(island)) : SWARM_OK);
    return donor == island->number ? SWARM_OK : take(island, donor);
}

/* True if the migration has an effect: some island adopts a solution or mixes trails. */
static bool is_wanted(const struct islands *islands)
{
    bool wanted = islands->trails.size > 0;
    for (uint32_t k = 0; k < islands->count; ++k) {
        wanted = wanted || donor_of(islands, k) != k;
    }
    return wanted;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Epochs                                                                                                             */

/* Runs an island to the next migration or pause. An island that has reached the target only waits for the others; one
 * that has made its evaluations does not end their search, and its further iterations do nothing. */
static enum swarm_status run_epoch(struct island *island)
{
    const struct islands *islands = island->islands;
    struct search *search = &island->search;
    TRY(island->reached ? SWARM_OK : search_advance(search, islands->last, &island->reached, &island->interrupted));
    island->reached = island->reached && search->result->shown.stop_reason != SWARM_STOP_EVALUATIONS;
    const bool migrates = islands->last % islands->search->options.epoch == 0;
    const bool gives = islands->trails.size > 0 && migrates && !search->engine->torn;
    return gives ? search->engine->type->give_trails(search->engine, own_trails(island)) : SWARM_OK;
}

/* True if the search ends now, at a migration or (`migrates` false) at a pause. *torn: there is no state to continue
 * from. Targets and stagnation end the search only at migrations, because pauses depend on the clock. */
static bool is_over(const struct islands *islands, bool migrates, bool *torn)
{
    const struct search *search = islands->search;
    const uint64_t patience = search->request.no_improve;
    const bool stagnates = migrates && patience > 0 && islands->last - islands->changed >= patience;
    const bool ends = islands->ends != SWARM_STOP_ITERATIONS;
    search->result->shown.stop_reason = islands->reached ? SWARM_STOP_TARGET
                                        : ends           ? islands->ends
                                        : stagnates      ? SWARM_STOP_STAGNATION
                                                         : SWARM_STOP_ITERATIONS;
    *torn = ends || (islands->reached && migrates) || stagnates;
    return *torn || islands->last == search_limit(search);
}

#define PAUSE 0.2               /* seconds between two pauses, at which a run may write a checkpoint */
enum { STRIDE_MOST = 1 << 20 }; /* maximum iterations between two pauses; reached if an iteration takes 0.2 us */

/* Plans the next pause and checkpoint from this rank's speed: `iterations` after iteration `before` took `seconds`. */
static void plan_pause(struct islands *islands, uint64_t before, uint64_t iterations, double seconds)
{
    const struct search_hooks *hooks = islands->search->hooks;
    const double each = fmax(seconds / (double)iterations, 1e-9);
    const struct search_span span = {before, before + iterations, fmax(each, PAUSE)};
    islands->stride = hooks->due ? (uint64_t)fmax(1.0, fmin(PAUSE / each, STRIDE_MOST)) : UINT32_MAX;
    islands->due = hooks->due ? hooks->due(hooks->user, &span) : SEARCH_DUE_NOTHING;
}

/* Exchanges solutions and trails as a migration or the end of the run needs, and updates the best of the search. */
static enum swarm_status exchange(struct islands *islands, bool migrates)
{
    const int64_t best = islands->scores[best_of(islands->scores, islands->count)];
    if (migrates || best < islands->search->result->best.score) {
        TRY(islands_exchange(islands, &islands->solutions));
    }
    TRY(migrates && islands->trails.size > 0 ? islands_exchange(islands, &islands->trails) : SWARM_OK);
    return take_best(islands);
}

enum swarm_status islands_iterate(struct islands *islands, enum swarm_status status, bool *torn)
{
    const struct search *search = islands->search;
    const struct search_hooks *hooks = search->hooks;
    const uint64_t limit = search_limit(search), length = search->options.epoch;
    uint64_t *last = &islands->last;
    *torn = false;
    *last = search->result->shown.iterations;
    TRY(islands_gather_records(islands, status, false));
    for (bool over = *last >= limit; !over;) {
        const uint64_t before = *last, whole = (before / length + 1) * length, end = whole < limit ? whole : limit;
        const double begun = base_seconds(search->env);
        *last = islands->stride < end - before ? before + islands->stride : end;
        status = status == SWARM_OK ? islands_do(islands, run_epoch) : status;
        plan_pause(islands, before, *last - before, base_seconds(search->env) - begun);
        TRY(islands_gather_records(islands, status, false));
        search->result->shown.iterations = islands->iterations;
        over = is_over(islands, *last == end, torn);
        const bool migrates = *last == whole && (!over || !*torn) && is_wanted(islands);
        if (over || *last == end) {
            TRY(exchange(islands, migrates));
        } else {
            search_report(search, islands->iterations, false);
        }
        status = migrates ? islands_do(islands, migrate) : SWARM_OK;
        if (status == SWARM_OK && !over && !islands->reached && islands->due != SEARCH_DUE_NOTHING) {
            status = hooks->keep(hooks->user, islands->due == SEARCH_DUE_FILE);
        }
    }
    for (uint32_t k = 1; k < islands->count; ++k) {
        if (islands_record(islands, k)->done != islands_record(islands, 0)->done) {
            islands->search->engine->done[0] = '\0'; /* clear the description: the islands differ */
        }
    }
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Between phases, and the end                                                                                        */

enum swarm_status islands_agree(struct islands *islands, enum swarm_status status, bool over)
{
    const struct search *search = islands->search;
    islands->ends = search_is_interrupted(search) ? search_interruption(search) : SWARM_STOP_ITERATIONS;
    return islands_gather_records(islands, status, over);
}

bool islands_are_over(const struct islands *islands)
{
    struct search *search = islands->search;
    if (islands->over > 0) {
        search->result->shown.stop_reason = (enum swarm_stop_reason)(islands->over - 1);
        return true;
    }
    return search_is_over(search, islands->ends);
}

enum swarm_status islands_describe(const struct islands *islands, struct search_result *result)
{
    TRY(BASE_MAKE(islands->search->env, result->islands, islands->count));
    result->counts = (struct search_counts){0};
    for (uint32_t k = 0; k < islands->count; ++k) {
        result->islands[k] = islands_record(islands, k)->shown;
        const struct search_counts *counts = &islands_record(islands, k)->counts;
        result->counts.nans += counts->nans;
        result->counts.evaluations += counts->evaluations;
        result->counts.restarts += counts->restarts;
    }
    result->shown.islands = result->islands;
    result->shown.island_count = islands->count;
    return SWARM_OK;
}
