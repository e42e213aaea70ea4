/* Islands that do not wait for each other: each tells its best behind every epoch, and takes what has been told. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "islands_part.h"

/* What ranks send each other, in front of a tour [n]. */
struct message {
    uint32_t island;
    uint32_t ends; /* the run, for all */
    int64_t length;
};

/* All of it but `islands` is guarded by the lock of the islands. */
struct talk {
    struct solver_islands *islands;
    bool ended;
    int64_t sent; /* length of the last tour that another rank was sent; INT64_MAX: none */
    size_t message_size;
    struct message *message; /* scratch */
};

/* Keeps a tour that was told. */
static void keep(struct talk *talk, uint32_t island, const uint32_t *tour, int64_t length)
{
    struct solver_islands *islands = talk->islands;
    if (length < islands->lengths[island]) {
        islands->lengths[island] = length;
        memcpy(solver_islands_tour(islands, island), tour, islands->n * sizeof *tour);
    }
}

/* What other ranks have sent since the last time. */
static enum swarm_status receive(struct talk *talk, struct base_env *env)
{
    struct solver_islands *islands = talk->islands;
    const struct swarm_ranks *ranks = &islands->run->env->ranks;
    for (uint32_t from = 0; from < islands->ranks; ++from) {
        bool got = false;
        if (from == islands->rank) {
            continue;
        }
        if (ranks->receive(ranks->user, from, talk->message, talk->message_size, &got) != 0) {
            return base_fail(env, SWARM_ERROR_IO, "rank %u is not reached", (unsigned)from);
        }
        if (got) {
            const void *tour = talk->message + 1;
            keep(talk, talk->message->island, tour, talk->message->length);
            talk->ended = talk->ended || talk->message->ends;
        }
    }
    return SWARM_OK;
}

/* Sends an island's best to the ranks that may take it, and to all that the run ends. */
static enum swarm_status send(struct talk *talk, struct solver_island *island, bool ends)
{
    struct solver_islands *islands = talk->islands;
    const struct swarm_ranks *ranks = &islands->run->env->ranks;
    const enum solver_topology topology = islands->run->chosen.topology;
    const uint32_t next = solver_rank_of((island->number + 1) % islands->count, islands->ranks, islands->count);
    const int64_t length = islands->lengths[island->number];
    const bool better = topology == SOLVER_TOPOLOGY_COMPLETE ? length < talk->sent
                        : topology == SOLVER_TOPOLOGY_RING   ? length < talk->sent && next != islands->rank
                                                             : false;
    if (!better && !ends) {
        return SWARM_OK;
    }
    *talk->message = (struct message){.island = island->number, .ends = ends, .length = length};
    memcpy(talk->message + 1, island->run.tour, islands->n * sizeof(uint32_t));
    for (uint32_t to = 0; to < islands->ranks; ++to) {
        const bool wanted = ends || topology == SOLVER_TOPOLOGY_COMPLETE || to == next;
        if (to != islands->rank && wanted && ranks->send(ranks->user, to, talk->message, talk->message_size) != 0) {
            return base_fail(&island->env, SWARM_ERROR_IO, "rank %u is not reached", (unsigned)to);
        }
    }
    talk->sent = better ? length : talk->sent;
    return SWARM_OK;
}

/* Tells what an island has found; *donor: whose tour it takes, which is in its row of own_tours, of *length. */
static enum swarm_status meet(struct talk *talk, struct solver_island *island, uint32_t *donor, int64_t *length)
{
    struct solver_islands *islands = talk->islands;
    struct solver_tsp_run *run = islands->run;
    const struct swarm_result *own = &island->run.result->shown;
    const bool failed = island->status != SWARM_OK;
    const bool ends = (failed || island->reached || island->interrupted) && !talk->ended;
    uint32_t *scratch = islands->own_tours + (island->number - islands->first) * islands->n;
    enum swarm_status status = SWARM_OK;
    *donor = island->number;
    if (!failed) {
        keep(talk, island->number, island->run.tour, own->length);
        const bool improved = own->length < run->result->shown.length;
        if (improved) {
            memcpy(run->tour, island->run.tour, islands->n * sizeof *scratch);
            TRY(solver_result_improve(run->env, run->result, own->best_iteration, own->length));
        }
        solver_tsp_tell(run, own->iterations, improved);
    }
    if (islands->ranks > 1) {
        TRY(receive(talk, &island->env));
        TRY(talk->ended ? SWARM_OK : send(talk, island, ends));
    }
    talk->ended = talk->ended || ends;
    if (!talk->ended) {
        *donor = solver_topology_donor(run->chosen.topology, islands->lengths, islands->count, island->number);
        *length = islands->lengths[*donor];
        memcpy(scratch, solver_islands_tour(islands, *donor), islands->n * sizeof *scratch);
    }

fail:
    return status;
}

/* One island until its end. */
static void search(void *context, size_t item, unsigned thread)
{
    struct talk *talk = context;
    struct solver_islands *islands = talk->islands;
    struct solver_island *island = &islands->islands[item];
    const struct solver_tsp_run *run = islands->run;
    const struct swarm_result *shown = &island->run.result->shown;
    const uint64_t limit = solver_tsp_limit(run), epoch = run->chosen.epoch, patience = run->request.no_improve;
    uint64_t last = 0;
    (void)thread;
    for (bool over = false; !over;) {
        const uint64_t whole = last + epoch;
        uint32_t donor = island->number;
        int64_t length = 0;
        last = whole < limit ? whole : limit;
        island->status = solver_tsp_advance(&island->run, last, &island->reached, &island->interrupted);
        pthread_mutex_lock(&islands->lock);
        const enum swarm_status met = meet(talk, island, &donor, &length);
        over = talk->ended || last == limit;
        pthread_mutex_unlock(&islands->lock);
        island->status = island->status == SWARM_OK ? met : island->status;
        over = over || island->status != SWARM_OK || (patience > 0 && last - shown->best_iteration >= patience);
        if (!over && donor != island->number) {
            island->status = solver_island_take(island, islands->own_tours + item * islands->n, length);
            over = island->status != SWARM_OK;
        }
    }
}

enum swarm_status solver_islands_iterate_asynchronous(struct solver_islands *islands)
{
    struct solver_tsp_run *run = islands->run;
    struct swarm_result *shown = &run->result->shown;
    enum swarm_status status = SWARM_OK;
    struct talk talk = {.islands = islands, .sent = INT64_MAX};
    talk.message_size = sizeof *talk.message + islands->n * sizeof(uint32_t);
    talk.message = base_array(1, talk.message_size);
    status = talk.message ? SWARM_OK : base_fail_memory(run->env);
    if (status == SWARM_OK) {
        base_team_run(islands->team, islands->here, search, &talk);
        status = solver_islands_join(islands);
    }
    free(talk.message);
    TRY(solver_islands_tell(islands, solver_islands_interruption(islands), status));
    TRY(solver_islands_tell_tours(islands));
    shown->iterations = solver_islands_iterations(islands);
    TRY(solver_islands_take_best(islands));
    shown->stop_reason = SWARM_STOP_ITERATIONS;
    for (uint32_t k = 0; k < islands->count; ++k) {
        if (solver_islands_record(islands, k)->shown.iterations < solver_tsp_limit(run)) {
            shown->stop_reason = SWARM_STOP_STAGNATION; /* unless ... */
        }
    }
    solver_islands_must_end(islands, &shown->stop_reason);
    if (solver_tsp_has_reached(run, shown->length)) {
        shown->stop_reason = SWARM_STOP_TARGET;
    }

fail:
    return status;
}
