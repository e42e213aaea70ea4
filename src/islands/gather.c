/* gather.c - exchanges data between islands, within a process and between ranks. */
#include <stdio.h>
#include <string.h>

#include "islands_part.h"

/* Collects `size` bytes of every rank in `all` [ranks][size], on every rank. SWARM_ERROR_IO. */
static enum swarm_status gather(struct base_env *env, const void *own, size_t size, void *all)
{
    if (env->ranks.count <= 1) {
        memcpy(all, own, size);
        return SWARM_OK;
    }
    return env->ranks.gather(env->ranks.user, own, size, all) == 0
               ? SWARM_OK
               : base_fail(env, SWARM_ERROR_IO, "rank %u: cannot reach the other ranks", (unsigned)env->ranks.rank);
}

enum swarm_status islands_gather(struct base_env *env, struct islands_report *own, size_t size, void *all,
                                 enum swarm_status status)
{
    const uint32_t ranks = env->ranks.count > 1 ? env->ranks.count : 1;
    own->status = status;
    snprintf(own->text, sizeof own->text, "%s", status != SWARM_OK && env->error ? env->error : "");
    TRY(gather(env, own, size, all));
    for (uint32_t rank = 0; rank < ranks; ++rank) {
        const void *at = (const unsigned char *)all + rank * size;
        const struct islands_report *report = at;
        if (report->status != SWARM_OK) {
            return ranks == 1 || rank == env->ranks.rank
                       ? status
                       : base_fail(env, (enum swarm_status)report->status, "rank %u: %s", (unsigned)rank, report->text);
        }
    }
    return SWARM_OK;
}

uint32_t islands_first(uint32_t rank, uint32_t ranks, uint32_t islands)
{
    return (uint32_t)((uint64_t)rank * islands / ranks);
}

/* The rank that holds an island; *k returns the island's index on that rank. */
static uint32_t rank_of(const struct islands *islands, uint32_t island, uint32_t *k)
{
    const uint32_t rank = (uint32_t)((((uint64_t)island + 1) * islands->ranks - 1) / islands->count);
    *k = island - islands_first(rank, islands->ranks, islands->count);
    return rank;
}

void *islands_sent(const struct islands *islands, const struct exchange *exchange, uint32_t island)
{
    uint32_t k;
    const size_t rank = rank_of(islands, island, &k);
    return exchange->all + (rank * islands->block + k) * exchange->size;
}

enum swarm_status islands_exchange(const struct islands *islands, const struct exchange *exchange)
{
    return gather(islands->search->env, exchange->own, islands->block * exchange->size, exchange->all);
}

static const struct rank_record *record_of_rank(const struct islands *islands, uint32_t rank)
{
    const void *record = islands->records + rank * islands->record_size;
    return record;
}

const struct island_record *islands_record(const struct islands *islands, uint32_t island)
{
    uint32_t k;
    const void *records = record_of_rank(islands, rank_of(islands, island, &k)) + 1;
    return (const struct island_record *)records + k;
}

static struct island_record record_of(const struct island *island)
{
    const struct search *search = &island->search;
    const struct search_engine *engine = search->engine; /* NULL if the engine could not be opened */
    const struct swarm_result *shown = &search->result->shown;
    const struct swarm_device *device = engine ? engine->device : NULL;
    const char *done = engine ? engine->done : "";
    struct island_record record = {
        .shown =
            {
                .rank = island->islands->search->env->ranks.rank,
                .seed = search->request.seed,
                .length = shown->length,
                .value = shown->value,
                .best_iteration = shown->best_iteration,
                .iterations = shown->iterations,
                .taken = island->adopted,
                .device = device ? device->index : 0,
            },
        .best = search->result->best,
        .built = search->result->built,
        .counts = engine ? engine->counts : (struct search_counts){0},
        .reached = island->reached,
        .done = (uint32_t)base_checksum(0, done, strlen(done)),
    };
    snprintf(record.shown.device_name, sizeof record.shown.device_name, "%s", device ? device->name : "");
    return record;
}

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Evaluates the records of all ranks. Fails if ranks have different questions or resume from different iterations. */
static enum swarm_status evaluate(struct islands *islands)
{
    struct base_env *env = islands->search->env;
    const struct rank_record *first = record_of_rank(islands, 0);
    islands->iterations = islands->changed = islands->over = 0;
    islands->ends = SWARM_STOP_ITERATIONS;
    islands->due = SEARCH_DUE_NOTHING;
    islands->reached = false;
    islands->stride = first->stride;
    for (uint32_t rank = 0; rank < islands->ranks; ++rank) {
        const struct rank_record *other = record_of_rank(islands, rank);
        if (other->about != first->about) {
            return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                             "rank %u and rank 0 have different instances or different options that decide the result",
                             (unsigned)rank);
        }
        if (other->iterations != first->iterations) {
            return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                             "the checkpoint of rank %u is of iteration %llu, the checkpoint of rank 0 is of "
                             "iteration %llu",
                             (unsigned)rank, (unsigned long long)other->iterations,
                             (unsigned long long)first->iterations);
        }
        islands->due = (enum search_due)larger(islands->due, other->due);
        islands->ends = (enum swarm_stop_reason)larger(islands->ends, other->ends); /* cancelled is larger than late */
        islands->over = (uint32_t)larger(islands->over, other->over);
    }
    for (uint32_t k = 0; k < islands->count; ++k) {
        const struct island_record *record = islands_record(islands, k);
        islands->scores[k] = record->best.score;
        islands->reached =
            islands->reached || record->reached || search_has_reached(islands->search, record->best.score);
        islands->iterations = larger(islands->iterations, record->shown.iterations);
        islands->changed = larger(islands->changed, record->shown.best_iteration);
    }
    return SWARM_OK;
}

enum swarm_status islands_gather_records(struct islands *islands, enum swarm_status status, bool over)
{
    const struct search *search = islands->search;
    struct island_record *records = (void *)(islands->own + 1);
    if (islands->failed) {
        return status;
    }
    *islands->own = (struct rank_record){
        .about = islands->about,
        .ends = islands->ends,
        .due = islands->due,
        .stride = (uint32_t)islands->stride,
        .over = over ? 1U + (unsigned)search->result->shown.stop_reason : 0U,
        .iterations = search->result->shown.first_iteration,
    };
    for (uint32_t k = 0; k < islands->here; ++k) {
        records[k] = record_of(&islands->islands[k]);
    }
    status = islands_gather(search->env, &islands->own->report, islands->record_size, islands->records, status);
    status = status == SWARM_OK ? evaluate(islands) : status;
    islands->failed = status != SWARM_OK;
    return status;
}

enum swarm_status islands_fail(const struct island *island, enum swarm_status status)
{
    struct base_env *env = island->islands->search->env;
    const char *error = island->env.error ? island->env.error : "";
    return status == SWARM_ERROR_INPUT /* an input error is not specific to the island */
               ? base_fail(env, status, "%s", error)
               : base_fail(env, status, "island %u: %s", (unsigned)island->number, error);
}

static void do_one(void *context, size_t item, unsigned thread)
{
    struct islands *islands = context;
    (void)thread;
    islands->islands[item].status = islands->work(&islands->islands[item]);
}

enum swarm_status islands_do(struct islands *islands, island_work *work)
{
    islands->work = work;
    base_team_run(islands->team, islands->here, do_one, islands);
    islands->ends = SWARM_STOP_ITERATIONS;
    for (uint32_t k = 0; k < islands->here; ++k) {
        const struct island *island = &islands->islands[k];
        islands->ends = island->interrupted ? search_interruption(islands->search) : islands->ends;
        TRY(island->status == SWARM_OK ? SWARM_OK : islands_fail(island, island->status));
    }
    return SWARM_OK;
}
