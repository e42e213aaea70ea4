/* aco_construct_workitem - builds one tour per work-item.
 *
 * NDRange     construct.c: range_of(), groups of CONSTRUCT_GROUP_SIZE; 1 on CPUs, without any barrier. For `colony` a
 *             single group, whose work-items take further ants in turn
 * Required    CONSTRUCT_GROUP_SIZE  work-items of a group, each of which is an ant
 *             SELECTION             a SELECTION_ of selection_rules.h
 *             TRIAL_LIMIT           tries per step of a trial rule
 *             JOINT                 1: every ant starts at the last node, the joint of an open path; 0: at a random one
 *             PARTNERS              partners.clh
 * Local       VISITED_WORDS(n) * CONSTRUCT_GROUP_SIZE words
 * Reads       weights[n][stride], distance[n][stride] int (only if all remaining weights are zero);
 *             sums[n][stride], starts[n][stride] (trial rules); partners[n] if PARTNERS
 * Writes      tours[ants][n] uint, positions step_begin .. step_end - 1; a permutation once all steps are done. Rules
 *             that compress keep the array of unvisited nodes in the later positions, back to front
 * Draws       DRAW_START_NODE in step 0 unless JOINT; in other steps DRAW_RACE for rules that draw per node, otherwise
 *             DRAW_ROULETTE; trial rules use DRAW_TRIAL, and DRAW_ROULETTE only if no try succeeds
 * Checked by  test/kernel/kernels.c
 * After       Angelo, Augusto and Barbosa (2013), Algorithm 5; rows as explicit vectors of 16: on PoCL 10 times as fast
 *             as a scalar loop, and no slower elsewhere; Bai et al. (2009) for `colony`
 */
#include "partners.clh"
#include "parts.clh"
#include "selection_rules.h"
#include "papers/trial_steps.clh"
#include "visited.clh"

#ifndef CONSTRUCT_GROUP_SIZE
#error "CONSTRUCT_GROUP_SIZE is required"
#endif

struct ant_view {
    __local const uint *visited; /* words of an ant are CONSTRUCT_GROUP_SIZE apart */
    __global const uint *weights_row;
    __global const int *distance_row;
    __global const ulong *sums_row;
    __global const uint *starts_row;
    __global uint *tour;
    uint n;
    uint stride;
    uint step;
    uint forced; /* the partner that must come next, or NODE_NONE */
    uint compress_from;
    struct draw_stream stream;
};

/* Element k is all ones if bit k of `word` is 0, for the low 16 bits. */
SHARED_INLINE uint16 unvisited_mask(uint word)
{
    const uint16 element_bits = (uint16)(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768);
    return as_uint16(((uint16)(word) & element_bits) == (uint16)(0));
}

#if SELECTION_RUNS(SELECTION)
#include "papers/select_race_workitem.clh"
#else
#include "select_roulette_workitem.clh"
#if SELECTION_COMPRESSES(SELECTION)
#include "papers/select_compressed_workitem.clh"
#endif
#endif

SHARED_INLINE uint next_node(const struct ant_view *ant, struct philox_block *pair)
{
#if SELECTION_COMPRESSES(SELECTION)
    if (ant->step >= ant->compress_from) {
        return compressed_next(ant);
    }
#endif
#if PARTNERS
    if (ant->forced != NODE_NONE) {
        return ant->forced;
    }
#endif
#if SELECTION_RUNS(SELECTION)
    return race_next(ant);
#else
#if SELECTION_TRIES(SELECTION)
    struct philox_block draws;
    for (uint t = 0; t < TRIAL_LIMIT; ++t) {
        if (!(t & 1u)) {
            draws = draw_block(ant->stream, DRAW_TRIAL, t >> 1, ant->step);
        }
        const uint node = trial_node(ant->sums_row, ant->starts_row, ant->n, ant->stride, draw_roulette_bits(draws, t));
        if (!visited_has(ant->visited, CONSTRUCT_GROUP_SIZE, node)) {
            return node;
        }
    }
    *pair = draw_block(ant->stream, DRAW_ROULETTE, 0, ant->step >> 1);
#else
    if (PARTNERS || !(ant->step & 1u)) { /* draws before it sums the row, so the loads overlap with the Philox rounds */
        *pair = draw_block(ant->stream, DRAW_ROULETTE, 0, ant->step >> 1);
    }
#endif
    return roulette_next(ant, draw_roulette_bits(*pair, ant->step));
#endif
}

__attribute__((reqd_work_group_size(CONSTRUCT_GROUP_SIZE, 1, 1)))
__kernel void aco_construct_workitem(
    __global const uint *restrict weights, /* [n][stride] selection weight of each edge */
    __global const int *restrict distance, /* [n][stride] distance of each edge */
    __global uint *restrict tours,         /* [ants][n] tour of each ant */
    const uint n, const uint stride,
    __global const uint *restrict keys,         /* [2] Philox key: the seed */
    const uint iteration,                       /* number of the iteration, from 1 */
    const uint ant_begin, const uint ant_end,   /* the ants of this launch */
    const uint step_begin, const uint step_end, /* steps of this launch */
    __local uint *local_words,
    const uint local_stride,                /* unused, because ants interleave their words */
    __global const ulong *restrict sums,    /* [n][stride] running sums of each row of weights */
    __global const uint *restrict starts,   /* [n][stride] start nodes of searches in `sums` (trial_steps.clh) */
    const uint compress_from,               /* first step in which the array of unvisited nodes is used */
    __global const uint *restrict partners, /* [n] partner of each node; NODE_NONE: none */
    const struct aco_parts parts)
{
    OWN(weights), OWN(tours), OWN(keys), OWN(sums), OWN(starts);
    for (uint ant = ant_begin + get_global_id(0); ant < ant_end; ant += get_global_size(0)) {
        __local uint *visited = local_words + get_local_id(0);
        __global uint *tour = tours + (size_t)ant * n;
        struct ant_view view;
        view.visited = visited;
        view.tour = tour;
        view.n = n;
        view.stride = stride;
        view.compress_from = compress_from;
        view.stream = draw_stream_keyed(keys[0], keys[1], ant, iteration);

        for (uint k = 0; k < VISITED_WORDS(n); ++k) {
            visited[k * CONSTRUCT_GROUP_SIZE] = visited_initial_word(k, n);
        }
        uint step = step_begin;
        uint current;
        if (step == 0) {
            current = JOINT ? n - 1 : draw_start_node(view.stream, n);
            tour[0] = current;
            visited_add(visited, CONSTRUCT_GROUP_SIZE, current);
            step = 1;
        } else {
            for (uint pos = 0; pos < step; ++pos) {
                visited_add(visited, CONSTRUCT_GROUP_SIZE, tour[pos]);
            }
            current = tour[step - 1];
        }
        uint previous = node_before_last(tour, step);
        struct philox_block pair = draw_block(view.stream, DRAW_ROULETTE, 0, step >> 1); /* words of two steps */
        for (; step < step_end; ++step) {
            view.step = step;
            view.weights_row = weights + (size_t)current * stride;
            view.distance_row = distance + (size_t)current * stride;
            view.sums_row = sums + (size_t)current * stride;
            view.starts_row = starts + (size_t)current * stride;
            view.forced = forced_node(partners, current, previous);
            previous = current;
#if SELECTION_COMPRESSES(SELECTION)
            if (step == compress_from) {
                compress(&view);
            }
#endif
            current = next_node(&view, &pair);
            tour[step] = current;
            visited_add(visited, CONSTRUCT_GROUP_SIZE, current);
        }
    }
}
