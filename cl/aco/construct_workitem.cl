/* aco_construct_workitem - builds one tour per work-item.
 *
 * NDRange     construct.c: range_of(), groups of CONSTRUCT_GROUP_SIZE; 1 on CPUs, without any barrier
 * Required    CONSTRUCT_GROUP_SIZE  work-items, that is ants, in a group
 *             SELECTION             SELECTION_ROULETTE or SELECTION_RACE
 *             JOINT                 1: every ant starts at the last node, the joint of an open path; 0: at a random one
 * Local       VISITED_WORDS(n) * CONSTRUCT_GROUP_SIZE words
 * Reads       weights[n][stride], distance[n][stride] int (only when all weights left are zero)
 * Writes      tours[ants][n] uint, positions step_begin .. step_end - 1; a permutation once all steps are done
 * Draws       DRAW_START_NODE in step 0 unless JOINT, DRAW_ROULETTE or DRAW_RACE in every other
 * Checked by  test/kernel/kernels.c
 * After       Angelo, Augusto and Barbosa (2013), Algorithm 5; rows as explicit vectors of 16: on PoCL 10 times as fast
 *             as a scalar loop, and no slower elsewhere
 */
#include "selection_rules.h"
#include "visited.clh"

#ifndef CONSTRUCT_GROUP_SIZE
#error "CONSTRUCT_GROUP_SIZE is required"
#endif

/* What the selection needs to know of an ant. */
struct ant_view {
    __local const uint *visited; /* words CONSTRUCT_GROUP_SIZE apart */
    __global const uint *weights_row;
    __global const int *distance_row;
    uint n;
    uint step;
    struct draw_stream stream;
};

/* All ones where the low 16 bits of `word` are 0. */
SHARED_INLINE uint16 unvisited_mask(uint word)
{
    const uint16 lane_bits = (uint16)(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768);
    return as_uint16(((uint16)(word) & lane_bits) == (uint16)(0));
}

#if SELECTION == SELECTION_ROULETTE
#include "select_roulette_workitem.clh"
#elif SELECTION == SELECTION_RACE
#include "select_race_workitem.clh"
#else
#error "SELECTION is required"
#endif

__attribute__((reqd_work_group_size(CONSTRUCT_GROUP_SIZE, 1, 1)))
__kernel void aco_construct_workitem(
    __global const uint *restrict weights, /* [n][stride] */
    __global const int *restrict distance, /* [n][stride] */
    __global uint *restrict tours,         /* [ants][n] */
    const uint n, const uint stride,
    const uint key_0, const uint key_1,            /* the seed */
    const uint iteration,                          /* from 1 */
    const uint ant_begin, const uint ant_end,      /* the ants of this launch */
    const uint step_begin, const uint step_end,    /* its steps */
    __local uint *visited_of_group)
{
    const uint ant = ant_begin + get_global_id(0);
    if (ant >= ant_end) {
        return;
    }
    __local uint *visited = visited_of_group + get_local_id(0);
    __global uint *tour = tours + (size_t)ant * n;
    struct ant_view view;
    view.visited = visited;
    view.n = n;
    view.stream.key_0 = key_0;
    view.stream.key_1 = key_1;
    view.stream.ant = ant;
    view.stream.iteration = iteration;

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
    struct selection_state state;
    selection_begin(&view, step, &state);
    for (; step < step_end; ++step) {
        view.step = step;
        view.weights_row = weights + (size_t)current * stride;
        view.distance_row = distance + (size_t)current * stride;
        current = selection_next(&view, &state);
        tour[step] = current;
        visited_add(visited, CONSTRUCT_GROUP_SIZE, current);
    }
}
