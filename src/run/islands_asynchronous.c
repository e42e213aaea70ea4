/* Islands that do not wait for each other: each tells its best behind every epoch, and takes what has been told. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "islands_part.h"

/* What ranks send each other, in front of an answer. */
struct message {
    uint32_t island;
    uint32_t ends; /* the run, for all */
    int64_t score;
};

/* All of it but `islands` is guarded by the lock of the islands. */
struct talk {
    struct run_islands *islands;
    bool ended;
    int64_t sent; /* score of the last answer that another rank was sent; INT64_MAX: none */
    size_t message_size;
    struct message *message; /* scratch */
};

/* Keeps an answer that was told. */
static void keep(struct talk *talk, uint32_t island, const void *answer, int64_t score)
{
    struct run_islands *islands = talk->islands;
    if (score < islands->scores[island]) {
        islands->scores[island] = score;
        memcpy(run_islands_answer(islands, island), answer, islands->size);
    }
}

/* What other ranks have sent since the last time. */
static enum swarm_status receive(struct talk *talk, struct base_env *env)
{
    struct run_islands *islands = talk->islands;
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
            keep(talk, talk->message->island, talk->message + 1, talk->message->score);
            talk->ended = talk->ended || talk->message->ends;
        }
    }
    return SWARM_OK;
}

/* Sends an island's best to the ranks that may take it, and to all that the run ends. */
static enum swarm_status send(struct talk *talk, struct run_island *island, bool ends)
{
    struct run_islands *islands = talk->islands;
    const struct swarm_ranks *ranks = &islands->run->env->ranks;
    const enum run_migration migration = run_migration_of(&islands->run->options);
    const uint32_t next = run_rank_of((island->number + 1) % islands->count, islands->ranks, islands->count);
    const int64_t score = islands->scores[island->number];
    const bool better = migration == RUN_MIGRATION_COMPLETE ? score < talk->sent
                        : migration == RUN_MIGRATION_RING   ? score < talk->sent && next != islands->rank
                                                            : false;
    if (!better && !ends) {
        return SWARM_OK;
    }
    *talk->message = (struct message){.island = island->number, .ends = ends, .score = score};
    memcpy(talk->message + 1, island->run.answer, islands->size);
    for (uint32_t to = 0; to < islands->ranks; ++to) {
        const bool wanted = ends || migration == RUN_MIGRATION_COMPLETE || to == next;
        if (to != islands->rank && wanted && ranks->send(ranks->user, to, talk->message, talk->message_size) != 0) {
            return base_fail(&island->env, SWARM_ERROR_IO, "rank %u is not reached", (unsigned)to);
        }
    }
    talk->sent = better ? score : talk->sent;
    return SWARM_OK;
}

/* Tells what an island has found; *donor: whose answer it takes, which is in its row of own_answers, of
 * *score. */
static enum swarm_status meet(struct talk *talk, struct run_island *island, uint32_t *donor, int64_t *score)
{
    struct run_islands *islands = talk->islands;
    struct run *run = islands->run;
    const struct run_result *own = island->run.result;
    const bool failed = island->status != SWARM_OK;
    const bool ends = (failed || island->reached || island->interrupted) && !talk->ended;
    unsigned char *scratch = islands->own_answers + (island->number - islands->first) * islands->size;
    *donor = island->number;
    if (!failed) {
        keep(talk, island->number, island->run.answer, own->score);
        const bool improved = own->score < run->result->score;
        if (improved) {
            memcpy(run->answer, island->run.answer, islands->size);
            const double *place = own->trace[own->shown.trace_count - 1].place;
            TRY(run_improve(run,
                            &(struct run_improvement){own->shown.best_iteration, own->score, {place[0], place[1]}}));
        }
        run_tell(run, own->shown.iterations, improved);
    }
    if (islands->ranks > 1) {
        TRY(receive(talk, &island->env));
        TRY(talk->ended ? SWARM_OK : send(talk, island, ends));
    }
    talk->ended = talk->ended || ends;
    if (!talk->ended) {
        *donor = run_migration_donor(run_migration_of(&run->options), islands->scores, islands->count, island->number);
        *score = islands->scores[*donor];
        memcpy(scratch, run_islands_answer(islands, *donor), islands->size);
    }
    return SWARM_OK;
}

/* One island until its end. */
static void search(void *context, size_t item, unsigned thread)
{
    struct talk *talk = context;
    struct run_islands *islands = talk->islands;
    struct run_island *island = &islands->islands[item];
    const struct run *run = islands->run;
    const struct swarm_result *shown = &island->run.result->shown;
    const uint64_t limit = run_limit(run), epoch = run->options.epoch, patience = run->request.no_improve;
    uint64_t last = 0;
    (void)thread;
    for (bool over = false; !over;) {
        const uint64_t whole = last + epoch;
        uint32_t donor = island->number;
        int64_t score = 0;
        last = whole < limit ? whole : limit;
        island->status = run_advance(&island->run, last, &island->reached, &island->interrupted);
        pthread_mutex_lock(&islands->lock);
        const enum swarm_status met = meet(talk, island, &donor, &score);
        over = talk->ended || last == limit;
        pthread_mutex_unlock(&islands->lock);
        island->status = island->status == SWARM_OK ? met : island->status;
        over = over || island->status != SWARM_OK || (patience > 0 && last - shown->best_iteration >= patience);
        if (!over && donor != island->number) {
            island->status = run_island_take(island, islands->own_answers + item * islands->size, score);
            over = island->status != SWARM_OK;
        }
    }
}

enum swarm_status run_islands_iterate_asynchronous(struct run_islands *islands)
{
    struct run *run = islands->run;
    struct swarm_result *shown = &run->result->shown;
    struct talk talk = {.islands = islands, .sent = INT64_MAX};
    talk.message_size = sizeof *talk.message + islands->size;
    talk.message = base_array(1, talk.message_size);
    enum swarm_status status = talk.message ? SWARM_OK : base_fail_memory(run->env);
    if (status == SWARM_OK) {
        base_team_run(islands->team, islands->here, search, &talk);
        status = run_islands_join(islands);
    }
    free(talk.message);
    TRY(run_islands_tell(islands, run_islands_interruption(islands), status));
    TRY(run_islands_tell_answers(islands));
    shown->iterations = run_islands_iterations(islands);
    TRY(run_islands_take_best(islands));
    shown->stop_reason = SWARM_STOP_ITERATIONS;
    for (uint32_t k = 0; k < islands->count; ++k) {
        if (run_islands_record(islands, k)->shown.iterations < run_limit(run)) {
            shown->stop_reason = SWARM_STOP_STAGNATION; /* unless ... */
        }
    }
    run_islands_must_end(islands, &shown->stop_reason);
    if (run_has_reached(run, run->result->score)) {
        shown->stop_reason = SWARM_STOP_TARGET;
    }
    return SWARM_OK;
}
