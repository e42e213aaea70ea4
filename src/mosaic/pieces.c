#include "pieces.h"

#include "view.h"

#define PIECE_LOCAL
#include "piece_ant.h"

_Static_assert(sizeof(struct piece_job) == 48 && sizeof(struct piece_report) == 32, "the same on devices");

static struct mosaic_pieces pieces_of(uint32_t capacity, bool counts)
{
    struct mosaic_pieces made = {.capacity = capacity, .arrays.counts = counts};
    made.jobs = base_arrays_add(&made.arrays, capacity, sizeof *made.jobs);
    made.reports = base_arrays_add(&made.arrays, capacity, sizeof *made.reports);
    made.ends = base_arrays_add(&made.arrays, capacity, sizeof *made.ends);
    made.queues = base_arrays_add(&made.arrays, capacity, sizeof *made.queues);
    return made;
}

enum swarm_status mosaic_pieces_init(struct base_env *env, uint32_t capacity, struct mosaic_pieces *pieces)
{
    *pieces = pieces_of(capacity, false);
    return pieces->arrays.failed ? base_fail_memory(env) : SWARM_OK;
}

void mosaic_pieces_deinit(struct mosaic_pieces *pieces)
{
    base_arrays_free(&pieces->arrays);
    *pieces = (struct mosaic_pieces){0};
}

uint64_t mosaic_pieces_bytes(uint32_t capacity)
{
    return pieces_of(capacity, true).arrays.bytes;
}

struct running {
    const struct mosaic_problem *problem;
    const uint32_t *words;
    uint64_t stride, seed;
    struct mosaic_pieces *pieces;
};

static void run_ant(void *context, size_t item, unsigned thread)
{
    const struct running *running = context;
    const struct mosaic_problem *problem = running->problem;
    const struct mosaic_pieces *pieces = running->pieces;
    const uint32_t *tour = running->words + pieces->jobs[item].individual * running->stride;
    struct piece_ant ant;
    struct piece_search search = {
        .ord = tour,
        .pos = tour + problem->n,
        .view = mosaic_view(problem),
        .ant = &ant,
        .n = (int32_t)problem->n,
        .row = pieces->queues[item],
    };
    (void)thread;
    piece_run(&search, &pieces->jobs[item], running->seed, &pieces->reports[item], pieces->ends[item]);
}

void mosaic_pieces_run(const struct mosaic_problem *problem, const uint32_t *words, uint64_t stride, uint64_t seed,
                       struct base_team *team, struct mosaic_pieces *pieces)
{
    struct running running = {problem, words, stride, seed, pieces};
    base_team_run(team, pieces->count, run_ant, &running);
}
