/* aco_construct_workgroup - builds one tour per work-group.
 *
 * NDRange     construct.c: range_of(), one group of CONSTRUCT_GROUP_SIZE per ant
 * Required    CONSTRUCT_GROUP_SIZE  work-items in a group, any number >= 1
 *             GROUP_SEGMENT         work-items whose partial results are joined first: a power of two about its root
 *             SELECTION             SELECTION_ROULETTE or SELECTION_RACE
 *             JOINT                 as in construct_workitem.cl
 * Local       VISITED_WORDS(n) words
 * Reads       weights[n][stride], distance[n][stride] int (only when all weights left are zero)
 * Writes      tours[ants][n] uint, positions step_begin .. step_end - 1; a permutation once all steps are done
 * Draws       as aco_construct_workitem, with the same numbers: the same tours
 * Checked by  test/kernel/kernels.c
 * After       Angelo, Augusto and Barbosa (2013), section 4.2.2 (data-based), and ANT_block of Delevacq et al. (2012)
 *
 * Three barriers a step, all in straight-line code. A step joins one value of each work-item in two levels: within
 * segments of GROUP_SEGMENT, then over the segments; every work-item reads both, so that no third level is needed.
 */
#include "selection_rules.h"
#include "visited.clh"

#ifndef CONSTRUCT_GROUP_SIZE
#error "CONSTRUCT_GROUP_SIZE is required"
#endif
#ifndef GROUP_SEGMENT
#error "GROUP_SEGMENT is required"
#endif
#define GROUP_SEGMENTS ((CONSTRUCT_GROUP_SIZE + GROUP_SEGMENT - 1) / GROUP_SEGMENT)

/* Local memory of a group's selection. */
struct group_scratch {
    ulong partial[CONSTRUCT_GROUP_SIZE];
    ulong segment[GROUP_SEGMENTS];
    uint next; /* the node chosen, written by one work-item */
};

/* What the selection needs to know of an ant. */
struct ant_view {
    __local uint *visited;
    __local struct group_scratch *scratch;
    __global const uint *weights_row;
    __global const int *distance_row;
    uint n;
    uint stride;
    uint step;
    struct draw_stream stream;
};

#if SELECTION == SELECTION_ROULETTE
#include "select_roulette_workgroup.clh"
#elif SELECTION == SELECTION_RACE
#include "select_race_workgroup.clh"
#else
#error "SELECTION is required"
#endif

__attribute__((reqd_work_group_size(CONSTRUCT_GROUP_SIZE, 1, 1)))
__kernel void aco_construct_workgroup(
    __global const uint *restrict weights, /* [n][stride] */
    __global const int *restrict distance, /* [n][stride] */
    __global uint *restrict tours,         /* [ants][n] */
    const uint n, const uint stride,
    const uint key_0, const uint key_1,         /* the seed */
    const uint iteration,                       /* from 1 */
    const uint ant_begin, const uint ant_end,   /* the ants of this launch */
    const uint step_begin, const uint step_end, /* its steps */
    __local uint *visited)
{
    __local struct group_scratch scratch;
    const uint item = get_local_id(0);
    const uint ant = ant_begin + get_group_id(0);
    __global uint *tour = tours + (size_t)ant * n;
    struct ant_view view;
    view.visited = visited;
    view.scratch = &scratch;
    view.n = n;
    view.stride = stride;
    view.stream.key_0 = key_0;
    view.stream.key_1 = key_1;
    view.stream.ant = ant;
    view.stream.iteration = iteration;

    const uint first_step = max(step_begin, 1u);
    const uint start = JOINT ? n - 1 : step_begin == 0 ? draw_start_node(view.stream, n) : tour[0];
    for (uint k = item; k < VISITED_WORDS(n); k += CONSTRUCT_GROUP_SIZE) {
        visited[k] = visited_initial_word(k, n);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0 && step_begin == 0) { /* later launches read it */
        tour[0] = start;
    }
    for (uint pos = item; pos < first_step; pos += CONSTRUCT_GROUP_SIZE) {
        const uint node = pos == 0 ? start : tour[pos];
        atomic_or(&visited[node >> 5], 1u << (node & 31u));
    }
    uint current = first_step == 1 ? start : tour[first_step - 1];
    barrier(CLK_LOCAL_MEM_FENCE);

    struct selection_state state;
    selection_begin(&view, first_step, &state);
    for (uint step = first_step; step < step_end; ++step) {
        view.step = step;
        view.weights_row = weights + (size_t)current * stride;
        view.distance_row = distance + (size_t)current * stride;
        current = selection_next_of_group(&view, &state, item);
        if (item == 0) {
            tour[step] = current;
        }
    }
}
