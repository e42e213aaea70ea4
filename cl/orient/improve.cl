/* orient_improve - makes moves of each individual, as cl/orient/search.h describes.
 *
 * NDRange     a work-group of ORIENT_ITEMS for each individual: src/orient/device.c
 * Required    METRIC, JOINT  edges.clh
 *             LENGTHS        edges.clh
 *             ORIENT_ITEMS   1, for CPUs, or 64
 * Reads       near, near_length, edges, scores; words, individuals
 * Writes      words, individuals: the whole state of an individual, from which the next launch continues
 * Draws       DRAW_RUIN, a block for each move
 * Checked by  test/kernel/orient.c
 * After       Christiaens and Vanden Berghe (2020), for vehicle routing; orienteering, work-items: ours
 */
#define PARTNERS 0
#include "../mosaic/view.clh"

#ifndef ORIENT_ITEMS
#error "ORIENT_ITEMS is required"
#endif

#include "search.h"

__attribute__((reqd_work_group_size(ORIENT_ITEMS, 1, 1)))
__kernel void orient_improve(
    __global uint *words,                     /* [individuals][ORIENT_WORDS(n)] */
    __global struct orient_individual *individuals,
    __global const uint *restrict near_nodes, /* [n][width] */
    __global const int *restrict near_length, /* [n][width] */
    EDGES_PARAMETERS,
    __global const uint *restrict scores,     /* [n] */
    const uint n, const uint width,
    const long limit, const uint first, const uint last, const uint breadth, const uint fineness, /* orient_rules */
    const uint key_0, const uint key_1,       /* Philox key: the seed */
    const uint budget)                        /* most moves of each individual in this launch */
{
#if ORIENT_ITEMS > 1
    __local struct orient_board board;
#else
    struct orient_board board;
#endif
    const uint number = get_group_id(0);
    const struct problem_view view = VIEW_OF_ARGUMENTS;
    const struct orient_rules rules = {limit, first, last, breadth, fineness};
    struct orient_search s;
    orient_search_init(&s, &view, &rules, scores, words + number * ORIENT_WORDS(n));
    s.board = &board;
    s.item = get_local_id(0);
    orient_run(&s, &individuals[number], (ulong)key_1 << 32 | key_0, budget);
}
