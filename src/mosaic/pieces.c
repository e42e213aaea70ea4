#include "pieces.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "pieces_words.h"

#define NONE UINT32_MAX

_Static_assert(sizeof(struct piece_job) == 48 && sizeof(struct piece_report) == 32, "the same on devices");

enum { KICK_MOVES = 64 };

enum swarm_status mosaic_pieces_init(struct base_env *env, uint32_t capacity, struct mosaic_pieces *pieces)
{
    pieces->count = 0;
    pieces->capacity = capacity;
    pieces->jobs = base_array(capacity, sizeof *pieces->jobs);
    pieces->reports = base_array(capacity, sizeof *pieces->reports);
    pieces->ends = base_array(capacity, sizeof *pieces->ends);
    pieces->queues = base_array(capacity, sizeof *pieces->queues);
    return pieces->jobs && pieces->reports && pieces->ends && pieces->queues ? SWARM_OK : base_fail_memory(env);
}

void mosaic_pieces_deinit(struct mosaic_pieces *pieces)
{
    free(pieces->jobs);
    free(pieces->reports);
    free(pieces->ends);
    free(pieces->queues);
    *pieces = (struct mosaic_pieces){0};
}

uint64_t mosaic_pieces_bytes(uint32_t capacity)
{
    const struct mosaic_pieces *pieces = NULL;
    return capacity
           * (uint64_t)(sizeof *pieces->jobs + sizeof *pieces->reports + sizeof *pieces->ends + sizeof *pieces->queues);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Jobs                                                                                                               */

static void mark(uint32_t *bits, uint32_t node)
{
    bits[node / 32] |= 1u << node % 32;
}

static bool is_marked(const uint32_t *bits, uint32_t node)
{
    return bits[node / 32] >> node % 32 & 1;
}

uint32_t mosaic_pieces_window(uint32_t n, uint32_t launch)
{
    enum { FIRST = 2000, GROWTH = 30, LEAST = 10 /* windows */ };
    uint64_t window = FIRST;
    for (uint32_t i = 1; i < launch && window * LEAST < n; ++i) {
        window *= GROWTH;
    }
    return window * LEAST < n ? (uint32_t)window : 0;
}

/* The next row, NULL when there is none. */
static struct piece_job *append(const struct mosaic_pieces_plan *plan, uint32_t n, uint32_t begun,
                                struct mosaic_pieces *pieces)
{
    if (pieces->count == pieces->capacity) {
        return NULL;
    }
    struct piece_job *job = &pieces->jobs[pieces->count];
    *job = (struct piece_job){
        .colony = plan->colony,
        .ant = plan->ant + (pieces->count - begun),
        .iteration = plan->iteration,
        .moves = plan->moves,
        .width = n,
        .exchange = plan->exchange,
        .beam = plan->beam,
        .threshold = plan->threshold,
    };
    ++pieces->count;
    return job;
}

/* Ants with what is dirty in `length` positions from `from` on. */
static void add_dirty(const struct mosaic_pieces_plan *plan, const struct mosaic_tour *tour, uint32_t n, uint32_t from,
                      uint32_t length, uint32_t begun, uint32_t *dirty, struct mosaic_pieces *pieces)
{
    struct piece_job *job = NULL;
    for (uint32_t k = 0; k < length; ++k) {
        const uint32_t node = tour->ord[from + k < n ? from + k : from + k - n];
        if (!is_marked(dirty, node)) {
            continue;
        }
        if (!job || job->count == plan->chunk) {
            job = append(plan, n, begun, pieces);
            if (!job) {
                return;
            }
            if (plan->window > 0) {
                job->window = from;
                job->width = length;
            }
        }
        dirty[node / 32] &= ~(1u << node % 32);
        pieces->queues[pieces->count - 1][job->count++] = node;
    }
}

void mosaic_pieces_add(const struct mosaic_pieces_plan *plan, const struct mosaic_tour *tour, uint32_t n,
                       uint32_t *dirty, struct mosaic_pieces *pieces)
{
    const uint32_t begun = pieces->count;
    const struct draw_stream stream = {(uint32_t)plan->seed, (uint32_t)(plan->seed >> 32), plan->ant, plan->iteration};
    /* ants draw blocks of lower numbers */
    const uint32_t base = (uint32_t)((uint64_t)draw_block(stream, DRAW_WALK, PIECE_LANES, 0).w0 * n >> 32);
    uint32_t any = 0;
    for (uint32_t i = 0; i < (n + 31) / 32; ++i) {
        any |= dirty[i];
    }
    const uint32_t window = plan->window > 0 ? plan->window : n, origin = plan->window > 0 ? base : 0;
    for (uint32_t k = 0; any != 0 && k < n; k += window) {
        const uint32_t from = origin + k < n ? origin + k : origin + k - n;
        add_dirty(plan, tour, n, from, n - k < window ? n - k : window, begun, dirty, pieces);
    }
    if (plan->window > 0) {
        return;
    }
    const uint32_t looking = pieces->count - begun, kicking = plan->ants > looking ? plan->ants - looking : 0;
    for (uint32_t k = 0; k < kicking; ++k) {
        struct piece_job *job = append(plan, n, begun, pieces);
        if (!job) {
            return;
        }
        job->moves = KICK_MOVES;
        job->kicks = plan->kicks;
        job->from = (uint32_t)((base + (uint64_t)k * n / kicking) % n);
        job->count = n / kicking + 1;
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Running                                                                                                            */

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
    const uint32_t *tour = running->words + pieces->jobs[item].colony * running->stride;
    struct piece_ant ant;
    struct piece_search search = {
        .ord = tour,
        .pos = tour + problem->n,
        .near = problem->near,
        .near_length = problem->near_length,
        .edges = problem,
        .ant = &ant,
        .n = (int32_t)problem->n,
        .width = problem->width,
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

/* ------------------------------------------------------------------------------------------------------------------ */
/* Reports                                                                                                            */

static bool are_neighbours(uint32_t a, uint32_t b, uint32_t n)
{
    const uint32_t apart = a > b ? a - b : b - a;
    return apart == 1 || apart == n - 1;
}

/* Writes the exchange that a list of pieces is: junctions that the base tour has not are added, boundaries in the base
 * tour that no junction bridges are cuts. Their number; NONE: they are not equally many. */
static uint32_t exchange_of(uint32_t (*ends)[2], uint32_t pieces, uint32_t n, uint32_t *cuts, uint32_t (*added)[2])
{
    uint32_t cut_count = 0, added_count = 0;
    for (uint32_t i = 0; i < pieces; ++i) {
        const uint32_t one = ends[i][1], other = ends[i + 1 < pieces ? i + 1 : 0][0];
        if (!are_neighbours(one, other, n)) {
            added[added_count][0] = one;
            added[added_count++][1] = other;
        }
    }
    for (uint32_t i = 0; i < pieces; ++i) {
        const uint32_t low = ends[i][0] < ends[i][1] ? ends[i][0] : ends[i][1], cut = low > 0 ? low - 1 : n - 1;
        bool kept = false;
        for (uint32_t j = 0; j < pieces && !kept; ++j) {
            const uint32_t one = ends[j][1], other = ends[j + 1 < pieces ? j + 1 : 0][0];
            kept = (one == cut && other == low) || (one == low && other == cut);
        }
        if (!kept) {
            cuts[cut_count++] = cut;
        }
    }
    return cut_count == added_count ? cut_count : NONE;
}

static int64_t gain_of(const struct mosaic_problem *problem, const struct mosaic_tour *tour, uint32_t count,
                       const uint32_t *cuts, uint32_t (*added)[2])
{
    int64_t gain = 0;
    for (uint32_t k = 0; k < count; ++k) {
        const uint32_t behind = cuts[k] + 1 < problem->n ? cuts[k] + 1 : 0;
        gain += mosaic_length(problem, tour->ord[cuts[k]], tour->ord[behind])
                - (int64_t)mosaic_length(problem, tour->ord[added[k][0]], tour->ord[added[k][1]]);
    }
    return gain;
}

/* Adds an ant's report to the merge. False: it is wrong. */
static bool enter(const struct mosaic_problem *problem, const struct mosaic_pieces *pieces, uint32_t ant,
                  const struct mosaic_tour *tour, struct mosaic_merge *merge)
{
    const struct piece_report *report = &pieces->reports[ant];
    const uint32_t first = merge->cut_count;
    uint32_t cuts[PIECE_MOST], added[PIECE_MOST][2];
    if (report->pieces > PIECE_MOST) {
        return false;
    }
    const uint32_t count = exchange_of(pieces->ends[ant], report->pieces, problem->n, cuts, added);
    if (count == NONE || gain_of(problem, tour, count, cuts, added) != report->gain) {
        return false;
    }
    if (count == 0) { /* the base tour from another node on */
        return report->gain == 0;
    }
    if (merge->exchange_count < merge->exchange_capacity && count <= merge->cut_capacity - first) {
        memcpy(merge->cuts + first, cuts, count * sizeof *cuts);
        memcpy(merge->added + first, added, count * sizeof *added);
        merge->exchanges[merge->exchange_count++] =
            (struct mosaic_exchange){.gain = report->gain, .number = ant, .first = first, .count = count};
        merge->cut_count += count;
    }
    return true;
}

/* Marks what is to be looked at again. `report->pieces` is 0 for who is taken. */
static void mark_left(const struct mosaic_pieces *pieces, uint32_t ant, bool taken, uint32_t *dirty)
{
    const struct piece_report *report = &pieces->reports[ant];
    const bool looks = pieces->jobs[ant].kicks == 0;
    const uint32_t given = looks ? pieces->jobs[ant].count : 0;
    const bool again = looks && !taken && report->pieces > 0;
    for (uint32_t i = again ? 0 : given; i < given + report->left && (looks || taken); ++i) {
        mark(dirty, pieces->queues[ant][i]);
    }
    const bool all = taken ? (report->flags & PIECE_LOST) != 0 : looks;
    for (uint32_t i = 0; i < report->pieces && all; ++i) {
        mark(dirty, pieces->ends[ant][i][0]);
        mark(dirty, pieces->ends[ant][i][1]);
    }
}

struct mosaic_pieces_outcome mosaic_pieces_collect(const struct mosaic_problem *problem, struct mosaic_pieces *pieces,
                                                   uint32_t first, uint32_t count, struct mosaic_merge *merge,
                                                   struct mosaic_tour *tour, uint32_t *dirty)
{
    struct mosaic_pieces_outcome outcome = {0};
    merge->cut_count = merge->exchange_count = 0;
    for (uint32_t ant = first; ant < first + count && !outcome.wrong; ++ant) {
        const struct piece_report *report = &pieces->reports[ant];
        outcome.kicks += report->kicks;
        outcome.moves += report->moves;
        outcome.full += (report->flags & PIECE_FULL) != 0;
        outcome.reported += report->pieces > 0;
        outcome.wrong = report->pieces > 0 && !enter(problem, pieces, ant, tour, merge);
        for (uint32_t i = 0; i < report->pieces && !outcome.wrong; ++i) { /* nodes, as positions change */
            pieces->ends[ant][i][0] = tour->ord[pieces->ends[ant][i][0]];
            pieces->ends[ant][i][1] = tour->ord[pieces->ends[ant][i][1]];
        }
    }
    if (outcome.wrong) {
        return outcome;
    }
    outcome.gain = mosaic_merge_apply(merge, true, tour);
    outcome.wrong = merge->wrong;
    outcome.taken = merge->taken_count;
    for (uint32_t k = 0; k < merge->taken_count; ++k) {
        mark_left(pieces, merge->taken[k], true, dirty);
        pieces->reports[merge->taken[k]].pieces = pieces->reports[merge->taken[k]].left = 0;
    }
    for (uint32_t ant = first; ant < first + count; ++ant) {
        mark_left(pieces, ant, false, dirty);
    }
    return outcome;
}
