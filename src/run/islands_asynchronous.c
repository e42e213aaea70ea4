/* Islands that do not wait for each other: each tells its best behind every epoch, and takes what has been told. */
#include <string.h>

#include "islands_part.h"

/* What ranks send each other, in front of an answer. */
struct message {
    uint32_t island;
    uint32_t ends; /* the run, for all */
    int64_t score;
};

/* All of it but `islands` is guarded by the lock of the islands. */
struct run_talk {
    struct run_islands *islands;
    bool ended;
    int64_t sent;         /* score of the last answer that another rank was sent; INT64_MAX: none */
    unsigned char *taken; /* [here][size] the answers that islands here take */
    size_t message_size;
    struct message *message; /* scratch */
};

/* Keeps an answer that was told. */
static void keep(struct run_talk *talk, uint32_t island, const void *answer, int64_t score)
{
    struct run_islands *islands = talk->islands;
    if (score < islands->scores[island]) {
        islands->scores[island] = score;
        memcpy(run_islands_answer(islands, island), answer, islands->size);
    }
}

/* What other ranks have sent since the last time. */
static enum swarm_status receive(struct run_talk *talk, struct base_env *env)
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
static enum swarm_status send(struct run_talk *talk, struct run_island *island, bool ends)
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

/* Tells what an island has found unless it has failed; *donor: whose answer it takes, which is in its row of `taken`,
 * of *score. */
static enum swarm_status meet(struct run_talk *talk, struct run_island *island, bool failed, uint32_t *donor,
                              int64_t *score)
{
    struct run_islands *islands = talk->islands;
    struct run *run = islands->run;
    const struct run_improvement best = run_best(&island->run);
    const bool ends = (failed || island->reached || island->interrupted) && !talk->ended;
    if (!failed) {
        keep(talk, island->number, island->run.answer, best.score);
        const bool improved = best.score < run->result->score;
        if (improved) {
            memcpy(run->answer, island->run.answer, islands->size);
            MUST(run_improve(run, &best));
        }
        run_tell(run, island->run.result->shown.iterations, improved);
    }
    if (islands->ranks > 1) {
        MUST(receive(talk, &island->env));
        MUST(talk->ended ? SWARM_OK : send(talk, island, ends));
    }
    talk->ended = talk->ended || ends;
    if (!talk->ended) {
        *donor = run_islands_donor(islands, island->number);
        *score = islands->scores[*donor];
        memcpy(talk->taken + (island->number - islands->first) * islands->size, run_islands_answer(islands, *donor),
               islands->size);
    }
    return SWARM_OK;
}

/* One island until its end. */
static enum swarm_status search(struct run_island *island)
{
    struct run_islands *islands = island->islands;
    struct run_talk *talk = islands->talk;
    const struct run *run = islands->run;
    const struct swarm_result *shown = &island->run.result->shown;
    const uint64_t limit = run_limit(run), epoch = run->options.epoch, patience = run->request.no_improve;
    enum swarm_status status = SWARM_OK;
    for (uint64_t last = 0; status == SWARM_OK;) {
        uint32_t donor = island->number;
        int64_t score = 0;
        last = last + epoch < limit ? last + epoch : limit;
        status = run_advance(&island->run, last, &island->reached, &island->interrupted);
        pthread_mutex_lock(&islands->lock);
        const enum swarm_status met = meet(talk, island, status != SWARM_OK, &donor, &score);
        const bool over = talk->ended || last == limit || (patience > 0 && last - shown->best_iteration >= patience);
        pthread_mutex_unlock(&islands->lock);
        status = status == SWARM_OK ? met : status;
        if (over) {
            break;
        }
        if (status == SWARM_OK && donor != island->number) {
            status = run_island_take(island, talk->taken + (island->number - islands->first) * islands->size, score);
        }
    }
    return status;
}

enum swarm_status run_islands_iterate_asynchronous(struct run_islands *islands)
{
    struct run *run = islands->run;
    struct swarm_result *shown = &run->result->shown;
    struct run_talk talk = {.islands = islands, .sent = INT64_MAX};
    talk.message_size = sizeof *talk.message + islands->size;
    talk.message = base_arrays_add(&islands->arrays, 1, talk.message_size);
    talk.taken = base_arrays_add(&islands->arrays, islands->here, islands->size);
    islands->talk = &talk;
    MUST(run_islands_tell(islands,
                          islands->arrays.failed ? base_fail_memory(run->env) : run_islands_do(islands, search)));
    MUST(run_islands_tell_answers(islands));
    shown->iterations = run_islands_iterations(islands);
    MUST(run_islands_take_best(islands));
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
