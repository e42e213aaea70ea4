/* orient_improve - makes moves of each individual, as cl/orient/search.h describes.
 * orient_walk - ants build individuals, as cl/orient/ants.h describes; only if ANTS is 1.
 *
 * NDRange     a work-group of ORIENT_ITEMS for each individual: src/orient/device.c
 * Required    METRIC, JOINT  edges.clh
 *             LENGTHS        edges.clh
 *             ORIENT_ITEMS   1, for CPUs, or 64
 *             ANTS           1: the program has orient_walk; 0: it has not
 * Reads       near, near_length, edges, scores; words, individuals; ants: trails, appeals
 * Writes      words, individuals: the whole state of an individual, from which the next launch continues
 * Draws       DRAW_RUIN, a block for each move; DRAW_START_TOUR, a word for each node that an ant adds
 * Checked by  test/kernel/orient.c
 * After       Christiaens and Vanden Berghe (2020), for vehicle routing; ants on the GPU: Catala, Jaen and Mocholi
 *             (2007); orienteering, work-items: ours
 */
#define PARTNERS 0
#include "../mosaic/view.clh"

#if !defined(ORIENT_ITEMS) || !defined(ANTS)
#error "ORIENT_ITEMS and ANTS are required"
#endif

#include "search.h"

__attribute__((reqd_work_group_size(ORIENT_ITEMS, 1, 1)))
__kernel void orient_improve(
    __global uint *words,                     /* [individuals][ORIENT_WORDS(n)] search state of each individual */
    __global struct orient_individual *individuals,
    __global const uint *restrict near_nodes, /* [n][width] candidates of each node */
    __global const int *restrict near_length, /* [n][width] length of the edge to each candidate */
    EDGES_PARAMETERS,
    __global const uint *restrict scores,     /* [n] score of each node */
    const uint n, const uint width,
    const long limit, const uint first, const uint last, const uint breadth, const uint fineness, /* orient_rules */
    const uint key_0, const uint key_1,       /* Philox key: the seed */
    const uint budget)                        /* maximum number of moves of each individual in this launch */
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

#if ANTS
#include "ants.h"

__attribute__((reqd_work_group_size(ORIENT_ITEMS, 1, 1)))
__kernel void orient_walk(
    __global uint *words,                     /* [individuals][ORIENT_WORDS(n)] search state of each individual */
    __global struct orient_individual *individuals,
    __global const uint *restrict near_nodes, /* [n][width] candidates of each node */
    __global const int *restrict near_length, /* [n][width] length of the edge to each candidate */
    EDGES_PARAMETERS,
    __global const uint *restrict scores,     /* [n] score of each node */
    __global const uint *restrict trails,     /* [n][width] trail of each candidate */
    __global const uint *restrict appeals,    /* [n][width] appeal of each candidate */
    const uint n, const uint width,
    const long limit, const uint first, const uint last, /* orient_rules */
    const uint key_0, const uint key_1,       /* Philox key: the seed */
    const uint generation, const uint first_ant) /* number of the first ant in this launch */
{
#if ORIENT_ITEMS > 1
    __local struct orient_ant_board board;
#else
    struct orient_ant_board board;
#endif
    const uint number = first_ant + get_group_id(0);
    const struct problem_view view = VIEW_OF_ARGUMENTS;
    const struct orient_rules rules = {limit, first, last, 0, 0};
    const struct orient_ant ant = {trails, appeals, &board};
    struct draw_sequence random = draw_sequence_of((ulong)key_1 << 32 | key_0, DRAW_START_TOUR, number, generation);
    struct orient_search s;
    orient_search_init(&s, &view, &rules, scores, words + number * ORIENT_WORDS(n));
    s.item = get_local_id(0);
    s.own = (struct orient_individual){.number = 0};
    orient_ant_walk(&s, &ant, &random);
    if (s.item == 0) {
        individuals[number] = s.own;
    }
}
#endif
