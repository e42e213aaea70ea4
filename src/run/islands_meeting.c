/* What islands tell each other, within a process and between ranks. */
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "islands_part.h"

/* ------------------------------------------------------------------------------------------------------------------ */
/* Ranks                                                                                                              */

/* Every rank's `size` bytes to `all` [ranks][size]. SWARM_ERROR_IO. */
static enum swarm_status gather(struct base_env *env, const void *own, size_t size, void *all)
{
    if (env->ranks.count <= 1) {
        memcpy(all, own, size);
        return SWARM_OK;
    }
    return env->ranks.gather(env->ranks.user, own, size, all) == 0
               ? SWARM_OK
               : base_fail(env, SWARM_ERROR_IO, "rank %u: the other ranks are not reached", (unsigned)env->ranks.rank);
}

enum swarm_status run_ranks_tell(struct base_env *env, struct run_rank_record *own, size_t size, void *all,
                                 enum swarm_status status)
{
    const uint32_t ranks = env->ranks.count > 1 ? env->ranks.count : 1;
    own->status = status;
    snprintf(own->text, sizeof own->text, "%s", status != SWARM_OK && env->error ? env->error : "");
    const enum swarm_status gathered = gather(env, own, size, all);
    if (gathered != SWARM_OK) {
        return gathered;
    }
    for (uint32_t rank = 0; rank < ranks; ++rank) {
        const void *at = (const unsigned char *)all + rank * size;
        const struct run_rank_record *record = at;
        if (record->status != SWARM_OK) {
            return ranks == 1 || rank == env->ranks.rank
                       ? status
                       : base_fail(env, (enum swarm_status)record->status, "rank %u: %s", (unsigned)rank, record->text);
        }
    }
    return SWARM_OK;
}

uint32_t run_rank_first(uint32_t rank, uint32_t ranks, uint32_t islands)
{
    return (uint32_t)((uint64_t)rank * islands / ranks);
}

uint32_t run_rank_of(uint32_t island, uint32_t ranks, uint32_t islands)
{
    return (uint32_t)((((uint64_t)island + 1) * ranks - 1) / islands);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Records                                                                                                            */

const struct run_rank_record *run_islands_rank(const struct run_islands *islands, uint32_t rank)
{
    const void *record = islands->records + rank * islands->record_size;
    return record;
}

const struct run_island_record *run_islands_record(const struct run_islands *islands, uint32_t island)
{
    const uint32_t rank = run_rank_of(island, islands->ranks, islands->count);
    const void *records = run_islands_rank(islands, rank) + 1;
    return (const struct run_island_record *)records + (island - run_rank_first(rank, islands->ranks, islands->count));
}

/* The record of an island here. */
static struct run_island_record record_of(const struct run_islands *islands, const struct run_island *island)
{
    const struct run *run = &island->run;
    const struct swarm_result *shown = &run->result->shown;
    const struct swarm_device *device = run->engine ? run->engine->device : NULL;
    const char *done = run->engine ? run->engine->done : "";
    struct run_island_record record = {
        .shown =
            {
                .rank = islands->rank,
                .seed = run->request.seed,
                .length = shown->length,
                .value = shown->value,
                .best_iteration = shown->best_iteration,
                .iterations = shown->iterations,
                .taken = island->taken,
                .device = device ? device->index : 0,
            },
        .best = run_best(run),
        .built = run->result->built,
        .nan_count = run->engine ? run->engine->nan_count : 0,
        .reached = island->reached,
        .done = (uint32_t)crc32(0, (const Bytef *)done, (uInt)strlen(done)),
    };
    snprintf(record.shown.device_name, sizeof record.shown.device_name, "%s", device ? device->name : "");
    return record;
}

/* All ranks have been asked the same. */
static enum swarm_status check_about(const struct run_islands *islands)
{
    const struct run_rank_record *first = run_islands_rank(islands, 0);
    for (uint32_t rank = 1; rank < islands->ranks; ++rank) {
        const struct run_rank_record *other = run_islands_rank(islands, rank);
        if (other->about != first->about) {
            return base_fail(islands->run->env, SWARM_ERROR_INVALID_ARGUMENT,
                             "rank %u and rank 0 run with other instances or options that decide the result",
                             (unsigned)rank);
        }
        if (other->iterations != first->iterations) {
            return base_fail(islands->run->env, SWARM_ERROR_INVALID_ARGUMENT,
                             "the checkpoint of rank %u is that of iteration %llu, that of rank 0 of iteration %llu",
                             (unsigned)rank, (unsigned long long)other->iterations,
                             (unsigned long long)first->iterations);
        }
    }
    return SWARM_OK;
}

enum swarm_status run_islands_tell(struct run_islands *islands, enum swarm_status status)
{
    struct run *run = islands->run;
    const bool cancelled = base_cancelled(run->env);
    struct run_island_record *told = (void *)(islands->own + 1);
    *islands->own = (struct run_rank_record){
        .about = islands->about,
        .ends = !islands->interrupted ? 0U : 1U + (unsigned)(cancelled ? SWARM_STOP_CANCELLED : SWARM_STOP_TIME),
        .due = islands->due,
        .over = run->is_over,
        .stop_reason = run->result->shown.stop_reason,
        .iterations = run->result->shown.first_iteration,
    };
    for (uint32_t k = 0; k < islands->here; ++k) {
        told[k] = record_of(islands, &islands->islands[k]);
    }
    TRY(run_ranks_tell(run->env, islands->own, islands->record_size, islands->records, status));
    TRY(check_about(islands));
    for (uint32_t k = 0; k < islands->count; ++k) {
        islands->scores[k] = run_islands_record(islands, k)->best.score;
    }

fail:
    return status;
}

bool run_islands_must_end(const struct run_islands *islands, enum swarm_stop_reason *reason)
{
    uint32_t most = 0; /* who is cancelled comes before the clock */
    for (uint32_t rank = 0; rank < islands->ranks; ++rank) {
        const uint32_t ends = run_islands_rank(islands, rank)->ends;
        most = ends > most ? ends : most;
    }
    *reason = most > 0 ? (enum swarm_stop_reason)(most - 1) : *reason;
    return most > 0;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Work                                                                                                               */

enum swarm_status run_island_fail(const struct run_island *island, enum swarm_status status)
{
    return base_fail(island->islands->run->env, status, "island %u: %s", (unsigned)island->number,
                     island->env.error ? island->env.error : "");
}

struct job {
    struct run_islands *islands;
    run_island_work *work;
};

static void do_one(void *context, size_t item, unsigned thread)
{
    const struct job *job = context;
    struct run_island *island = &job->islands->islands[item];
    (void)thread;
    island->status = job->work(island);
}

enum swarm_status run_islands_do(struct run_islands *islands, run_island_work *work)
{
    struct job job = {islands, work};
    base_team_run(islands->team, islands->here, do_one, &job);
    islands->interrupted = false;
    for (uint32_t k = 0; k < islands->here; ++k) {
        islands->interrupted = islands->interrupted || islands->islands[k].interrupted;
        if (islands->islands[k].status != SWARM_OK) {
            return run_island_fail(&islands->islands[k], islands->islands[k].status);
        }
    }
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Answers                                                                                                            */

unsigned char *run_islands_answer(const struct run_islands *islands, uint32_t island)
{
    const uint32_t rank = run_rank_of(island, islands->ranks, islands->count);
    const size_t slot = (size_t)rank * islands->block + (island - run_rank_first(rank, islands->ranks, islands->count));
    return islands->answers + slot * islands->size;
}

enum swarm_status run_islands_tell_answers(struct run_islands *islands)
{
    return gather(islands->run->env, islands->own_answers, islands->block * islands->size, islands->answers);
}

uint32_t run_islands_best(const struct run_islands *islands)
{
    uint32_t best = 0;
    for (uint32_t k = 1; k < islands->count; ++k) {
        best = islands->scores[k] < islands->scores[best] ? k : best;
    }
    return best;
}

uint64_t run_islands_iterations(const struct run_islands *islands)
{
    uint64_t most = 0;
    for (uint32_t k = 0; k < islands->count; ++k) {
        const uint64_t iterations = run_islands_record(islands, k)->shown.iterations;
        most = iterations > most ? iterations : most;
    }
    return most;
}

uint32_t run_islands_donor(const struct run_islands *islands, uint32_t island)
{
    return run_migration_donor(run_migration_of(&islands->run->options), islands->scores, islands->count, island);
}

enum swarm_status run_island_take(struct run_island *island, const void *answer, int64_t score)
{
    struct run *run = &island->run;
    struct run_engine *engine = run->engine;
    struct run_improvement best = {.iteration = run->result->shown.iterations, .score = score};
    MUST(engine->type->take(engine, answer, &best.score, best.iteration));
    MUST(engine->type->answer(engine, run->answer, &best));
    MUST(run_improve(run, &best));
    ++island->taken;
    return SWARM_OK;
}

enum swarm_status run_islands_take_best(struct run_islands *islands)
{
    struct run *run = islands->run;
    struct swarm_result *shown = &run->result->shown;
    const uint32_t best = run_islands_best(islands);
    const struct run_island_record *told = run_islands_record(islands, best);
    const bool improved = told->best.score < run->result->score;
    for (uint32_t k = 0; k < islands->count; ++k) {
        const int64_t built = run_islands_record(islands, k)->built;
        run->result->built = built < run->result->built ? built : run->result->built;
    }
    if (improved) {
        memcpy(run->answer, run_islands_answer(islands, best), islands->size);
        MUST(run_improve(run, &told->best));
    }
    run_tell(run, shown->iterations, improved);
    return SWARM_OK;
}
