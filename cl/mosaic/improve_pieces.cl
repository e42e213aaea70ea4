/* mosaic_improve_pieces - ants search for shorter tours, stored as pieces of their individuals' tours.
 *
 * NDRange     TEAM_ITEMS work-items for each ant, groups of TEAM_ANTS ants: src/mosaic/device.c
 * Required    METRIC, JOINT  edges.clh
 *             LENGTHS        edges.clh
 *             PARTNERS       1: some nodes have partners, stored after the lists; 0: none has
 *             PIECE_SHORT    1: gains, also of open moves, are below 2^PIECE_SHORT_BITS
 *             TEAM_ITEMS    1: a work-item runs all lanes of an ant, for CPUs; 32: one for each lane
 *             TEAM_CODE      TEAM_CODE_ of team_codes.h
 *             TEAM_ANTS      ants of a work-group; 1 with one work-item or with local memory
 * Reads       words, near, near_length, edges; jobs, queues
 * Writes      reports, ends, queues
 * Draws       DRAW_WALK, up to 23 blocks for each kick
 * Checked by  test/kernel/pieces.c
 * After       Lin and Kernighan (1973); Martin, Otto and Felten (1991); pieces and 32 lanes: ours
 */
#include "view.clh"
#include "team_items.clh"

#ifndef PIECE_SHORT
#error "PIECE_SHORT is required"
#endif
#if TEAM_ITEMS > 1
#define PIECE_TEAM
#endif

#define PIECE_LOCAL __local
#include "piece_ant.h"

TEAM_KERNEL
__kernel void mosaic_improve_pieces(
    __global const uint *restrict words,      /* [individuals][stride]; each begins with ord[n] and pos[n] */
    __global const struct piece_job *jobs,    /* [count] job of each ant */
    __global uint *queues,                    /* [count][PIECE_QUEUE] nodes that each ant has to examine */
    __global struct piece_report *reports,    /* [count] report of each ant */
    __global uint (*ends)[PIECE_MOST][2],     /* [count] positions of each piece's first and last node */
    __global const uint *restrict near_nodes, /* [n][width] candidates of each node; after them [n] partners */
    __global const int *restrict near_length, /* [n][width] length of the edge to each candidate */
    EDGES_PARAMETERS,
    const uint n, const uint width, const uint count,
    const uint key_0, const uint key_1,       /* Philox key: the seed */
    const ulong stride)
{
    __local struct piece_ant ants[TEAM_ANTS];
#ifdef PIECE_TEAM
    __local struct team teams[TEAM_ANTS];
    const uint local_ant = team_number();
#else
    const uint local_ant = get_local_id(0);
#endif
    const uint ant = get_group_id(0) * TEAM_ANTS + local_ant;
    if (ant >= count) {
        return;
    }
    const struct problem_view view = VIEW_OF_ARGUMENTS;
    struct piece_search search;
    search.ord = words + jobs[ant].individual * stride;
    search.pos = search.ord + n;
    search.view = view;
    search.ant = &ants[local_ant];
    search.n = n;
    search.row = queues + (size_t)ant * PIECE_QUEUE;
#ifdef PIECE_TEAM
    search.lane = team_item();
    search.team = &teams[local_ant];
#endif
    piece_run(&search, &jobs[ant], (ulong)key_1 << 32 | key_0, &reports[ant], ends[ant]);
}
