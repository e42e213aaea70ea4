/* What islands tell each other, within a process and between ranks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/memory.h"
#include "islands_part.h"

/* ------------------------------------------------------------------------------------------------------------------ */
/* Ranks                                                                                                              */

enum swarm_status solver_ranks_gather(struct base_env *env, const void *own, size_t size, void *all)
{
    if (env->ranks.count <= 1) {
        memcpy(all, own, size);
        return SWARM_OK;
    }
    return env->ranks.gather(env->ranks.user, own, size, all) == 0
               ? SWARM_OK
               : base_fail(env, SWARM_ERROR_IO, "rank %u: the other ranks are not reached", (unsigned)env->ranks.rank);
}

enum swarm_status solver_ranks_join(struct base_env *env, const void *records, size_t stride, enum swarm_status status)
{
    for (uint32_t rank = 0; rank < env->ranks.count; ++rank) {
        const void *at = (const unsigned char *)records + rank * stride;
        const struct solver_rank_record *record = at;
        if (record->status != SWARM_OK) {
            return rank == env->ranks.rank
                       ? status
                       : base_fail(env, (enum swarm_status)record->status, "rank %u: %s", (unsigned)rank, record->text);
        }
    }
    return status;
}

uint32_t solver_rank_first(uint32_t rank, uint32_t ranks, uint32_t islands)
{
    return (uint32_t)((uint64_t)rank * islands / ranks);
}

uint32_t solver_rank_of(uint32_t island, uint32_t ranks, uint32_t islands)
{
    uint32_t rank = 0;
    while (island >= solver_rank_first(rank + 1, ranks, islands)) {
        ++rank;
    }
    return rank;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Records                                                                                                            */

const struct solver_rank_record *solver_islands_rank(const struct solver_islands *islands, uint32_t rank)
{
    const void *record = islands->records + rank * islands->record_size;
    return record;
}

const struct solver_island_record *solver_islands_record(const struct solver_islands *islands, uint32_t island)
{
    const uint32_t rank = solver_rank_of(island, islands->ranks, islands->count);
    const void *records = solver_islands_rank(islands, rank) + 1;
    return (const struct solver_island_record *)records
           + (island - solver_rank_first(rank, islands->ranks, islands->count));
}

void solver_islands_fill(const struct solver_islands *islands, const struct solver_island *island,
                         struct solver_island_record *record)
{
    const struct swarm_result *shown = &island->run.result->shown;
    const struct swarm_device *device = island->run.colony ? island->run.colony->device : NULL;
    *record = (struct solver_island_record){
        .shown =
            {
                .rank = islands->rank,
                .seed = island->run.request.seed,
                .length = shown->length,
                .best_iteration = shown->best_iteration,
                .iterations = shown->iterations,
                .taken = island->taken,
                .device = device ? device->index : 0,
            },
        .built_length = shown->built_length,
        .reached = island->reached,
    };
    snprintf(record->shown.device_name, sizeof record->shown.device_name, "%s", device ? device->name : "");
    if (island->run.colony && island->run.chosen.mosaic) {
        const char *schedule = mosaic_engine_schedule(island->run.colony);
        record->schedule = (uint32_t)crc32(0, (const Bytef *)schedule, (uInt)strlen(schedule));
    }
}

enum swarm_status solver_islands_join(struct solver_islands *islands)
{
    for (uint32_t k = 0; k < islands->here; ++k) {
        const struct solver_island *island = &islands->islands[k];
        if (island->status != SWARM_OK) {
            return base_fail(islands->run->env, island->status, "island %u: %s", (unsigned)island->number,
                             island->env.error ? island->env.error : "");
        }
    }
    return SWARM_OK;
}

/* All ranks have been asked the same. */
static enum swarm_status check_about(const struct solver_islands *islands)
{
    const struct solver_rank_record *first = solver_islands_rank(islands, 0);
    for (uint32_t rank = 1; rank < islands->ranks; ++rank) {
        const struct solver_rank_record *other = solver_islands_rank(islands, rank);
        if (other->about != first->about) {
            return base_fail(islands->run->env, SWARM_ERROR_INVALID_ARGUMENT,
                             "rank %u and rank 0 run with other instances or options that decide the tour",
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

enum swarm_status solver_islands_tell(struct solver_islands *islands, struct solver_rank_record own,
                                      enum swarm_status status)
{
    struct base_env *env = islands->run->env;
    void *at = islands->own_records;
    struct solver_rank_record *record = at;
    struct solver_island_record *told = (void *)(record + 1);
    own.status = status;
    own.about = islands->about;
    if (status != SWARM_OK) {
        snprintf(own.text, sizeof own.text, "%s", env->error ? env->error : "");
    }
    *record = own;
    for (uint32_t k = 0; k < islands->here; ++k) {
        solver_islands_fill(islands, &islands->islands[k], &told[k]);
    }
    enum swarm_status gathered = solver_ranks_gather(env, islands->own_records, islands->record_size, islands->records);
    if (gathered != SWARM_OK) {
        return gathered;
    }
    TRY(solver_ranks_join(env, islands->records, islands->record_size, status));
    TRY(check_about(islands));
    for (uint32_t k = 0; k < islands->count; ++k) {
        islands->lengths[k] = solver_islands_record(islands, k)->shown.length;
    }

fail:
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Tours                                                                                                              */

uint32_t *solver_islands_tour(const struct solver_islands *islands, uint32_t island)
{
    const uint32_t rank = solver_rank_of(island, islands->ranks, islands->count);
    const size_t slot =
        (size_t)rank * islands->block + (island - solver_rank_first(rank, islands->ranks, islands->count));
    return islands->tours + slot * islands->n;
}

enum swarm_status solver_islands_tell_tours(struct solver_islands *islands)
{
    const size_t bytes = islands->n * sizeof *islands->tours;
    for (uint32_t k = 0; k < islands->here; ++k) {
        memcpy(islands->own_tours + k * islands->n, islands->islands[k].run.tour, bytes);
    }
    return solver_ranks_gather(islands->run->env, islands->own_tours, islands->block * bytes, islands->tours);
}

uint32_t solver_islands_shortest(const struct solver_islands *islands)
{
    uint32_t shortest = 0;
    for (uint32_t k = 1; k < islands->count; ++k) {
        shortest = islands->lengths[k] < islands->lengths[shortest] ? k : shortest;
    }
    return shortest;
}

uint64_t solver_islands_iterations(const struct solver_islands *islands)
{
    uint64_t most = 0;
    for (uint32_t k = 0; k < islands->count; ++k) {
        const uint64_t iterations = solver_islands_record(islands, k)->shown.iterations;
        most = iterations > most ? iterations : most;
    }
    return most;
}

enum swarm_status solver_island_take(struct solver_island *island, const uint32_t *tour, int64_t length)
{
    struct solver_result *result = island->run.result;
    struct run_engine *colony = island->run.colony;
    const uint64_t iteration = result->shown.iterations;
    enum swarm_status status = SWARM_OK;
    length -= island->run.offset;
    TRY(colony->type->take(colony, tour, &length, iteration));
    length += island->run.offset;
    TRY(colony->type->answer(colony, island->run.tour));
    TRY(solver_result_improve(&island->env, result, iteration, length));
    ++island->taken;

fail:
    return status;
}
