/* What islands tell each other, within a process and between ranks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/memory.h"
#include "islands_part.h"

/* ------------------------------------------------------------------------------------------------------------------ */
/* Ranks                                                                                                              */

enum swarm_status run_ranks_gather(struct base_env *env, const void *own, size_t size, void *all)
{
    if (env->ranks.count <= 1) {
        memcpy(all, own, size);
        return SWARM_OK;
    }
    return env->ranks.gather(env->ranks.user, own, size, all) == 0
               ? SWARM_OK
               : base_fail(env, SWARM_ERROR_IO, "rank %u: the other ranks are not reached", (unsigned)env->ranks.rank);
}

enum swarm_status run_ranks_join(struct base_env *env, const void *records, size_t stride, enum swarm_status status)
{
    for (uint32_t rank = 0; rank < env->ranks.count; ++rank) {
        const void *at = (const unsigned char *)records + rank * stride;
        const struct run_rank_record *record = at;
        if (record->status != SWARM_OK) {
            return rank == env->ranks.rank
                       ? status
                       : base_fail(env, (enum swarm_status)record->status, "rank %u: %s", (unsigned)rank, record->text);
        }
    }
    return status;
}

uint32_t run_rank_first(uint32_t rank, uint32_t ranks, uint32_t islands)
{
    return (uint32_t)((uint64_t)rank * islands / ranks);
}

uint32_t run_rank_of(uint32_t island, uint32_t ranks, uint32_t islands)
{
    uint32_t rank = 0;
    while (island >= run_rank_first(rank + 1, ranks, islands)) {
        ++rank;
    }
    return rank;
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

void run_islands_fill(const struct run_islands *islands, const struct run_island *island,
                      struct run_island_record *record)
{
    const struct swarm_result *shown = &island->run.result->shown;
    const struct swarm_device *device = island->run.engine ? island->run.engine->device : NULL;
    *record = (struct run_island_record){
        .shown =
            {
                .rank = islands->rank,
                .seed = island->run.request.seed,
                .length = shown->length,
                .value = shown->value,
                .best_iteration = shown->best_iteration,
                .iterations = shown->iterations,
                .taken = island->taken,
                .device = device ? device->index : 0,
            },
        .score = island->run.result->score,
        .built = island->run.result->built,
        .reached = island->reached,
    };
    snprintf(record->shown.device_name, sizeof record->shown.device_name, "%s", device ? device->name : "");
    if (shown->trace_count > 0) {
        memcpy(record->place, shown->trace[shown->trace_count - 1].place, sizeof record->place);
    }
    if (island->run.engine) {
        const char *done = island->run.engine->done;
        record->done = (uint32_t)crc32(0, (const Bytef *)done, (uInt)strlen(done));
        record->nan_count = island->run.engine->nan_count;
    }
}

enum swarm_status run_islands_join(struct run_islands *islands)
{
    for (uint32_t k = 0; k < islands->here; ++k) {
        const struct run_island *island = &islands->islands[k];
        if (island->status != SWARM_OK) {
            return base_fail(islands->run->env, island->status, "island %u: %s", (unsigned)island->number,
                             island->env.error ? island->env.error : "");
        }
    }
    return SWARM_OK;
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

enum swarm_status run_islands_tell(struct run_islands *islands, struct run_rank_record own, enum swarm_status status)
{
    struct base_env *env = islands->run->env;
    void *at = islands->own_records;
    struct run_rank_record *record = at;
    struct run_island_record *told = (void *)(record + 1);
    own.status = status;
    own.about = islands->about;
    if (status != SWARM_OK) {
        snprintf(own.text, sizeof own.text, "%s", env->error ? env->error : "");
    }
    *record = own;
    for (uint32_t k = 0; k < islands->here; ++k) {
        run_islands_fill(islands, &islands->islands[k], &told[k]);
    }
    enum swarm_status gathered = run_ranks_gather(env, islands->own_records, islands->record_size, islands->records);
    if (gathered != SWARM_OK) {
        return gathered;
    }
    TRY(run_ranks_join(env, islands->records, islands->record_size, status));
    TRY(check_about(islands));
    for (uint32_t k = 0; k < islands->count; ++k) {
        islands->scores[k] = run_islands_record(islands, k)->score;
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
    const size_t bytes = islands->size;
    for (uint32_t k = 0; k < islands->here; ++k) {
        memcpy(islands->own_answers + k * islands->size, islands->islands[k].run.answer, bytes);
    }
    return run_ranks_gather(islands->run->env, islands->own_answers, islands->block * bytes, islands->answers);
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

enum swarm_status run_island_take(struct run_island *island, const void *answer, int64_t score)
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
