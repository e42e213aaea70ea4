#include "pieces.h"

#include <string.h>

#include "cl/shared/draw_sequence.h"
#define PIECE_LOCAL
#include "cl/mosaic/piece_ant.h"

#define NONE UINT32_MAX

/* An additional bit of report->flags (piece_types.h): the merge applied the report. */
#define TAKEN 0x80000000u

_Static_assert(sizeof(struct piece_job) == 48 && sizeof(struct piece_report) == 32, "the same on devices");

enum swarm_status mosaic_pieces_init(struct base_env *env, uint32_t capacity, struct mosaic_pieces *pieces)
{
    struct base_arrays *arrays = &pieces->arrays;
    pieces->capacity = capacity;
    pieces->jobs = base_arrays_add(arrays, capacity, sizeof *pieces->jobs);
    pieces->reports = base_arrays_add(arrays, capacity, sizeof *pieces->reports);
    pieces->ends = base_arrays_add(arrays, capacity, sizeof *pieces->ends);
    pieces->queues = base_arrays_add(arrays, capacity, sizeof *pieces->queues);
    return arrays->failed ? base_fail_memory(env) : SWARM_OK;
}

void mosaic_pieces_deinit(struct mosaic_pieces *pieces)
{
    base_arrays_free(&pieces->arrays);
    *pieces = (struct mosaic_pieces){0};
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Jobs                                                                                                               */

uint32_t mosaic_pieces_window(uint32_t n, uint32_t launch, uint32_t reported)
{
    enum {
        FIRST = 2000,             /* positions per window in an individual's first launch */
        FIRST_NODES = 10 * FIRST, /* the first launch has windows only with more nodes than this */
        LATER = 32768,            /* positions per window in launches after the first */
        LATER_NODES = 4 * LATER,  /* later launches have windows only with more nodes than this */
        FEW = 1000,               /* reports of a launch up to which the next has no windows of LATER positions */
        WIDE_EVERY = 8,           /* after the first launch, every eighth launch has wide windows */
        WIDE = 4,                 /* number of wide windows that cover a tour */
        MANY_WIDE = 16            /* number of wide windows for more than MOSAIC_PIECES_MANY nodes */
    };
    if (launch == 1) {
        return n > FIRST_NODES ? FIRST : 0;
    }
    if (n <= LATER_NODES || reported <= FEW) {
        return n <= MOSAIC_PIECES_MANY ? 0 : n / WIDE;
    }
    return launch % WIDE_EVERY != 0 ? LATER : n / (n <= MOSAIC_PIECES_MANY ? WIDE : MANY_WIDE);
}

/* A window of a plan. The last window may be shorter. */
struct window {
    uint32_t from, length;
    uint64_t before; /* number of positions in all windows before this one */
};

/* The position where the first window begins. */
static uint32_t base_of(const struct mosaic_pieces_plan *plan, uint32_t n)
{
    const struct draw_stream stream = draw_stream_of(plan->seed, plan->ant, plan->iteration);
    /* ants draw only from blocks with numbers below PIECE_LANES */
    return (uint32_t)((uint64_t)draw_block(stream, DRAW_WALK, PIECE_LANES, 0).w0 * n >> 32);
}

static uint32_t windows_of(const struct mosaic_pieces_plan *plan, uint32_t n)
{
    return plan->window > 0 ? (n + plan->window - 1) / plan->window : 1;
}

static struct window window_of(const struct mosaic_pieces_plan *plan, uint32_t base, uint32_t n, uint32_t i)
{
    const uint64_t window = plan->window > 0 ? plan->window : n, before = i * window;
    return (struct window){
        .from = plan->window > 0 ? (uint32_t)((base + before) % n) : 0,
        .length = (uint32_t)(n - before < window ? n - before : window),
        .before = before,
    };
}

/* Sets the bits in `places` of the positions of all dirty nodes, and clears the others. */
static void find_dirty(const struct mosaic_tour *tour, uint32_t n, const uint32_t *dirty, uint32_t *places)
{
    memset(places, 0, ARRAY_QUEUED_WORDS(n) * sizeof *places);
    for (uint32_t first = 0; first < n; first += 32) {
        for (uint32_t node = first; dirty[first / 32] != 0 && node < n && node < first + 32; ++node) {
            if (mosaic_is_marked(dirty, node)) {
                mosaic_mark(places, tour->pos[node]);
            }
        }
    }
}

/* Returns the first k, from `k` on, for which position k of the window has a dirty node; window->length: none. */
static uint32_t next_dirty(const uint32_t *places, uint32_t n, const struct window *window, uint32_t k)
{
    while (k < window->length) {
        const uint32_t p = position_plus(window->from, k, n);
        if (mosaic_is_marked(places, p)) {
            return k;
        }
        k += p % 32 == 0 && n - p >= 32 && places[p / 32] == 0 ? 32 : 1;
    }
    return window->length;
}

void mosaic_pieces_count(struct mosaic_pieces_plan *plan, const struct mosaic_tour *tour, uint32_t n,
                         const uint32_t *dirty, uint32_t *places)
{
    const uint32_t base = base_of(plan, n), windows = windows_of(plan, n);
    const uint32_t ants = plan->ants < plan->rows ? plan->ants : plan->rows;
    uint32_t looking = 0;
    find_dirty(tour, n, dirty, places);
    for (uint32_t i = 0; i < windows; ++i) {
        const struct window window = window_of(plan, base, n, i);
        uint32_t marked = 0;
        for (uint32_t k = next_dirty(places, n, &window, 0); k < window.length;
             k = next_dirty(places, n, &window, k + 1)) {
            ++marked;
        }
        looking += (marked + plan->chunk - 1) / plan->chunk;
    }
    plan->looking = looking < plan->rows ? looking : plan->rows;
    plan->kicking = ants > plan->looking ? ants - plan->looking : 0;
}

struct filling {
    const struct mosaic_pieces_plan *plan;
    struct mosaic_pieces *pieces;
    const uint32_t *places;    /* bits of the positions of dirty nodes */
    uint32_t n, used, looking; /* nodes; rows used so far; rows of these with dirty nodes */
};

static struct piece_job *append(struct filling *filling, const struct window *window)
{
    const struct mosaic_pieces_plan *plan = filling->plan;
    struct piece_job *job = &filling->pieces->jobs[plan->first + filling->used];
    *job = (struct piece_job){
        .individual = plan->individual,
        .ant = plan->ant + filling->used,
        .iteration = plan->iteration,
        .moves = plan->moves,
        .window = window->from,
        .width = window->length,
        .kopt = plan->kopt,
        .beam = plan->beam,
        .threshold = plan->threshold,
    };
    ++filling->used;
    return job;
}

/* Adds ants for the dirty nodes of the window. */
static void add_dirty(struct filling *filling, const struct window *window, const struct mosaic_tour *tour,
                      uint32_t *dirty)
{
    const uint32_t n = filling->n;
    struct piece_job *job = NULL;
    for (uint32_t k = next_dirty(filling->places, n, window, 0); k < window->length;
         k = next_dirty(filling->places, n, window, k + 1)) {
        const uint32_t node = tour->ord[position_plus(window->from, k, n)];
        if (!job || job->count == filling->plan->chunk) {
            if (filling->looking == filling->plan->looking) {
                return;
            }
            ++filling->looking;
            job = append(filling, window);
        }
        dirty[node / 32] &= ~(1u << node % 32);
        filling->pieces->queues[job - filling->pieces->jobs][job->count++] = node;
    }
}

/* Adds the kicking ants whose section of the tour begins in the window. */
static void add_kicks(struct filling *filling, const struct window *window, uint32_t base)
{
    enum { KICK_MOVES = 64 }; /* maximum number of moves after a kick; its search nearly always ends earlier */
    const uint32_t kicking = filling->plan->kicking;
    const uint64_t n = filling->n, end = window->before + window->length;
    for (uint64_t k = (window->before * kicking + n - 1) / n; k * n / kicking < end && k < kicking; ++k) {
        struct piece_job *job = append(filling, window);
        job->moves = KICK_MOVES;
        job->kicks = filling->plan->kicks;
        job->from = (uint32_t)((base + k * n / kicking) % n);
        job->count = (uint32_t)(n / kicking + 1);
    }
}

void mosaic_pieces_fill(const struct mosaic_pieces_plan *plan, const struct mosaic_tour *tour, uint32_t n,
                        const uint32_t *places, uint32_t *dirty, struct mosaic_pieces *pieces)
{
    struct filling filling = {.plan = plan, .pieces = pieces, .places = places, .n = n};
    const uint32_t base = base_of(plan, n), windows = windows_of(plan, n);
    for (uint32_t i = 0; i < windows; ++i) {
        const struct window window = window_of(plan, base, n, i);
        if (filling.looking < plan->looking) {
            add_dirty(&filling, &window, tour, dirty);
        }
        if (plan->kicking > 0) {
            add_kicks(&filling, &window, base);
        }
    }
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

/* ------------------------------------------------------------------------------------------------------------------ */
/* Reports                                                                                                            */

static bool are_neighbours(uint32_t a, uint32_t b, uint32_t n)
{
    const uint32_t apart = a > b ? a - b : b - a;
    return apart == 1 || apart == n - 1;
}

/* Derives the move that leads to a list of pieces. Junctions of pieces that are not neighbours in the base tour are
 * added edges; ends of pieces in the base tour that no junction bridges are cuts. Returns their number; NONE if the
 * numbers of cuts and added edges differ. */
static uint32_t move_of(uint32_t (*ends)[2], uint32_t pieces, uint32_t n, uint32_t *cuts, uint32_t (*added)[2])
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
        const uint32_t low = ends[i][0] < ends[i][1] ? ends[i][0] : ends[i][1], cut = position_before(low, n);
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
        gain += mosaic_length(problem, tour->ord[cuts[k]], tour->ord[position_after(cuts[k], problem->n)])
                - (int64_t)mosaic_length(problem, tour->ord[added[k][0]], tour->ord[added[k][1]]);
    }
    return gain;
}

/* Adds an ant's report to the merge. Returns false if the report is not a move, or if its gain is wrong. */
static bool enter(const struct mosaic_problem *problem, const struct mosaic_pieces *pieces, uint32_t ant,
                  const struct mosaic_tour *tour, struct mosaic_merge *merge)
{
    const struct piece_report *report = &pieces->reports[ant];
    const uint32_t first = merge->cut_count;
    uint32_t cuts[PIECE_MOST], added[PIECE_MOST][2];
    if (report->pieces > PIECE_MOST) {
        return false;
    }
    const uint32_t count = move_of(pieces->ends[ant], report->pieces, problem->n, cuts, added);
    if (count == NONE || gain_of(problem, tour, count, cuts, added) != report->gain) {
        return false;
    }
    if (count == 0) { /* the report is the base tour from another first node */
        return report->gain == 0;
    }
    if (merge->move_count < merge->move_capacity && count <= merge->cut_capacity - first) {
        memcpy(merge->cuts + first, cuts, count * sizeof *cuts);
        memcpy(merge->added + first, added, count * sizeof *added);
        merge->moves[merge->move_count++] =
            (struct mosaic_move){.gain = report->gain, .number = ant, .first = first, .count = count};
        merge->cut_count += count;
    }
    return true;
}

/* Replaces positions in `ends` by nodes, because the merge changes positions. Positions outside the window become NONE:
 * another thread may be changing them, and this window's moves do not. */
static void name_ends(struct mosaic_pieces *pieces, uint32_t ant, const struct mosaic_tour *tour, uint32_t n)
{
    const struct piece_job *job = &pieces->jobs[ant];
    uint32_t *ends = pieces->ends[ant][0];
    for (uint32_t i = 0; i < 2 * pieces->reports[ant].pieces; ++i) {
        ends[i] = position_minus(ends[i], job->window, n) <= job->width ? tour->ord[ends[i]] : NONE;
    }
}

struct mosaic_pieces_outcome mosaic_pieces_take(const struct mosaic_problem *problem, struct mosaic_pieces *pieces,
                                                uint32_t first, uint32_t count, struct mosaic_merge *merge,
                                                struct mosaic_tour *tour)
{
    struct mosaic_pieces_outcome outcome = {0};
    merge->cut_count = merge->move_count = 0;
    for (uint32_t ant = first; ant < first + count && !outcome.wrong; ++ant) {
        const struct piece_report *report = &pieces->reports[ant];
        outcome.kicks += report->kicks;
        outcome.reported += report->pieces > 0;
        outcome.wrong = report->pieces > 0 && !enter(problem, pieces, ant, tour, merge);
    }
    if (outcome.wrong) {
        return outcome;
    }
    for (uint32_t ant = first; ant < first + count; ++ant) {
        name_ends(pieces, ant, tour, problem->n);
    }
    outcome.gain = mosaic_merge_apply(merge, tour);
    outcome.wrong = merge->wrong;
    outcome.taken = merge->taken_count;
    for (uint32_t k = 0; k < merge->taken_count; ++k) {
        pieces->reports[merge->taken[k]].flags |= TAKEN;
    }
    return outcome;
}

void mosaic_pieces_mark(const struct mosaic_pieces *pieces, uint32_t first, uint32_t count, uint32_t *dirty)
{
    for (uint32_t ant = first; ant < first + count; ++ant) {
        const struct piece_report *report = &pieces->reports[ant];
        const bool looks = pieces->jobs[ant].kicks == 0, taken = (report->flags & TAKEN) != 0;
        const uint32_t given = looks ? pieces->jobs[ant].count : 0, *ends = pieces->ends[ant][0];
        const bool again = looks && !taken && report->pieces > 0, lost = taken && (report->flags & PIECE_LOST) != 0;
        for (uint32_t i = again ? 0 : given; i < given + report->left && (looks || taken); ++i) {
            mosaic_mark(dirty, pieces->queues[ant][i]);
        }
        for (uint32_t i = 0; i < 2 * report->pieces && (again || lost); ++i) {
            if (ends[i] != NONE) {
                mosaic_mark(dirty, ends[i]);
            }
        }
    }
}
