/* aco_construct_team - builds one tour per team of work-items.
 *
 * NDRange     construct.c: range_of(), groups of TEAM_SIZE * TEAM_ANTS
 * Required    TEAM_SIZE     work-items of an ant, any number from 1 to 4096
 *             TEAM_ANTS     ants in a work-group
 *             TEAM_CODE     team.clh
 *             TEAM_SEGMENT  for TEAM_CODE_LOCAL: work-items of a segment, a power of two near the root of TEAM_SIZE
 *             TEAM_PRIVATE  1: each work-item keeps the visited bits of at most 32 nodes in a private word, and
 *                           `local_words` is a masked row of weights; 0: visited bits are in local memory
 *             TEAM_TOGETHER 1: the whole team searches for the drawn node, and performs the tries of a trial rule one
 *                           after another; 0: one work-item searches if the team is large, and tries run in parallel
 *             TEAM_SERIAL   1: with TEAM_PRIVATE and the roulette, one work-item draws in a loop
 *             SELECTION     a SELECTION_ of selection_rules.h
 *             TRIAL_LIMIT   tries per step of a trial rule
 *             JOINT         as in construct_workitem.cl
 *             PARTNERS      partners.clh
 * Local       local_words[TEAM_ANTS][local_stride]
 * Reads       as aco_construct_workitem
 * Writes      tours, as aco_construct_workitem; surplus teams write rows from spare_row on
 * Draws       as aco_construct_workitem, with the same numbers: the same tours
 * Checked by  test/kernel/kernels.c
 * After       Angelo, Augusto and Barbosa (2013), section 4.2.2 (data-based), and ANT_block of Delevacq et al. (2012);
 *             queen and worker ants: Cecilia et al. (2013), sections 3.2.2 and 3.2.3; several ants a group without barriers: ours
 */
#include "partners.clh"
#include "parts.clh"
#include "selection_rules.h"
#include "team.clh"
#include "papers/trial_steps.clh"
#include "visited.clh"

#if !defined(TEAM_PRIVATE) || !defined(TEAM_TOGETHER) || !defined(TEAM_SERIAL)
#error "TEAM_PRIVATE, TEAM_TOGETHER and TEAM_SERIAL are required"
#endif

/* 1: lanes perform the tries of a trial rule, and draw those of the next step during loads. */
#define TRIAL_LANES (SELECTION_TRIES(SELECTION) && TEAM_CODE != TEAM_CODE_LOCAL && !TEAM_TOGETHER)

/* An ant, as seen by a work-item of its team. */
struct ant_view {
    __local uint *local_words; /* visited bits; TEAM_PRIVATE: weights of the unvisited nodes, 0 for visited ones */
    __local struct team *team;
    __global const uint *weights_row;
    __global const int *distance_row;
    __global const ulong *sums_row;
    __global const uint *starts_row;
    __global uint *tour;
    uint n;
    uint stride;
    uint step;
    uint item;
    uint forced; /* the partner that must come next, or NODE_NONE */
    ulong tried; /* TRIAL_LANES: random bits of the lane's try in this step */
    uint closed; /* TEAM_PRIVATE: bit 4 t + k is set if node k of the work-item's t-th column (draws.h) is visited */
    struct draw_stream stream;
};

/* A column holds the four nodes of one Philox block: first, first + 16, first + 32, first + 48. */
SHARED_INLINE uint column_count(uint n)
{
    return (n + DRAW_RACE_NODES - 1) / DRAW_RACE_NODES * DRAW_RACE_LANES;
}

SHARED_INLINE uint column_first(uint column)
{
    return column / DRAW_RACE_LANES * DRAW_RACE_NODES + column % DRAW_RACE_LANES;
}

/* True if node j is unvisited; j is node k of the work-item's t-th column. */
SHARED_INLINE bool is_open(const struct ant_view *ant, uint t, uint k, uint j)
{
#if TEAM_PRIVATE
    return !((ant->closed >> (4 * t + k)) & 1u);
#else
    return j < ant->n && !visited_has(ant->local_words, 1, j);
#endif
}

/* Marks a node as visited. With TEAM_PRIVATE all work-items call it; otherwise one, followed by team_sync(). */
SHARED_INLINE void close_node(struct ant_view *ant, uint node)
{
#if TEAM_PRIVATE
    const uint column = node / DRAW_RACE_NODES * DRAW_RACE_LANES + node % DRAW_RACE_LANES;
    const uint k = node / DRAW_RACE_LANES % 4;
    for (uint t = 0; t < 8; ++t) {
        ant->closed |= column == ant->item + t * TEAM_SIZE ? 1u << (4 * t + k) : 0u;
    }
#else
    visited_add(ant->local_words, 1, node);
#endif
}

#if SELECTION_RUNS(SELECTION)
#include "papers/select_race_team.clh"
#else
#include "select_roulette_team.clh"
#if TEAM_SERIAL
#include "papers/select_serial_team.clh"
#endif
#if SELECTION_COMPRESSES(SELECTION)
#include "papers/select_compressed_team.clh"
#endif
#if SELECTION_TRIES(SELECTION)
#include "papers/select_trial_team.clh"
#endif
#endif

/* Draws the next node from the whole row and marks it as visited. */
SHARED_INLINE uint next_node(struct ant_view *ant, ulong random)
{
#if SELECTION_RUNS(SELECTION)
    return race_next(ant);
#elif SELECTION_TRIES(SELECTION)
    return trial_next(ant);
#elif TEAM_SERIAL
    return serial_next(ant, random);
#else
    return roulette_next(ant, random);
#endif
}

/* Makes a step. `next` is a function of the ant and 64 random bits, which are drawn only if `draws`. */
#define STEP(next, draws)                                               \
    view.step = step;                                                   \
    view.weights_row = weights + (size_t)current * stride;              \
    view.distance_row = distance + (size_t)current * stride;            \
    view.sums_row = sums + (size_t)current * stride;                    \
    view.starts_row = starts + (size_t)current * stride;                \
    view.forced = forced_node(partners, current, previous);             \
    previous = current;                                                 \
    if ((draws) && !(step & 1u)) {                                      \
        pair = draw_block(view.stream, DRAW_ROULETTE, 0, step >> 1);    \
    }                                                                   \
    current = next(&view, draw_roulette_bits(pair, step));              \
    if (item == 0) {                                                    \
        tour[step] = current;                                           \
    }

TEAM_KERNEL
__kernel void aco_construct_team(
    __global const uint *restrict weights, /* [n][stride] selection weight of each edge */
    __global const int *restrict distance, /* [n][stride] distance of each edge */
    __global uint *restrict tours,         /* [ants + ROWS_KEPT + teams of a group][n] tours by row */
    const uint n, const uint stride,
    __global const uint *restrict keys,         /* [2] Philox key: the seed */
    const uint iteration,                       /* number of the iteration, from 1 */
    const uint ant_begin, const uint ant_end,   /* the ants of this launch */
    const uint step_begin, const uint step_end, /* steps of this launch */
    __local uint *local_words,
    const uint local_stride,                /* words from one ant to the next */
    __global const ulong *restrict sums,    /* [n][stride] running sums of each row of weights */
    __global const uint *restrict starts,   /* [n][stride] start nodes of searches in `sums` (trial_steps.clh) */
    const uint compress_from,               /* first step in which the array of unvisited nodes is used */
    __global const uint *restrict partners, /* [n] partner of each node; NODE_NONE: none */
    const uint spare_row,                   /* row of tours where surplus teams write */
    const struct aco_parts parts)
{
    OWN(weights), OWN(tours), OWN(keys), OWN(sums), OWN(starts);
    __local struct team teams[TEAM_ANTS];
    const uint number = team_number(), item = team_item();
    const uint ant = ant_begin + get_group_id(0) * TEAM_ANTS + number;
    __global uint *tour = tours + (size_t)(ant < ant_end ? ant : spare_row + number) * n;
    struct ant_view view;
    view.local_words = local_words + number * local_stride;
    view.team = &teams[number];
    view.tour = tour;
    view.n = n;
    view.stride = stride;
    view.item = item;
    view.closed = 0;
    view.stream = draw_stream_keyed(keys[0], keys[1], ant, iteration);

    const uint first_step = max(step_begin, 1u);
    const uint start = JOINT ? n - 1 : step_begin == 0 ? draw_start_node(view.stream, n) : tour[0];
    if (item == 0 && step_begin == 0) { /* only later launches read the first node */
        tour[0] = start;
    }
#if TEAM_PRIVATE
    for (uint t = 0; t < 8; ++t) {
        const uint column = item + t * TEAM_SIZE;
        for (uint k = 0; k < 4; ++k) {
            const bool node = column < column_count(n) && column_first(column) + k * DRAW_RACE_LANES < n;
            view.closed |= node ? 0u : 1u << (4 * t + k);
        }
    }
    for (uint pos = 0; pos < first_step; ++pos) {
        close_node(&view, pos == 0 ? start : tour[pos]);
    }
#else
    for (uint k = item; k < VISITED_WORDS(n); k += TEAM_SIZE) {
        view.local_words[k] = visited_initial_word(k, n);
    }
    team_sync();
    for (uint pos = item; pos < first_step; pos += TEAM_SIZE) {
        const uint node = pos == 0 ? start : tour[pos];
        atomic_or(&view.local_words[node >> 5], 1u << (node & 31u));
    }
#endif
    uint current = first_step == 1 ? start : tour[first_step - 1];
    uint previous = node_before_last(tour, first_step);
    team_sync();

    struct philox_block pair = draw_block(view.stream, DRAW_ROULETTE, 0, first_step >> 1); /* words of two steps */
#if TRIAL_LANES
    view.tried = trial_random(&view, first_step, item);
#endif
    /* two loops, so that barriers do not depend on the step */
    const uint middle = SELECTION_COMPRESSES(SELECTION) ? clamp(compress_from, first_step, step_end) : step_end;
#if SELECTION != SELECTION_COMPRESSED
    for (uint step = first_step; step < middle; ++step) {
        STEP(next_node, !SELECTION_TRIES(SELECTION))
    }
#endif
#if SELECTION_COMPRESSES(SELECTION)
    pair = draw_block(view.stream, DRAW_ROULETTE, 0, middle >> 1);
    compress(&view, compress_from == middle && middle < step_end);
    for (uint step = middle; step < step_end; ++step) {
        STEP(compressed_next, true)
    }
#endif
}
