/* mosaic_improve_array - improves each colony's tour with one work-item; cl/shared/array_search.h: how.
 *
 * NDRange     a work-item for each colony, groups of ARRAY_GROUP_SIZE, 1 on CPUs: src/mosaic/improve_device.c
 * Required    METRIC, JOINT     edges.clh
 *             ARRAY_GROUP_SIZE  work-items, that is colonies, of a group
 *             PARTNERS          1: some nodes have partners, which stand behind the lists; 0: none has
 * Reads       near, near_length, edges; words, colonies
 * Writes      words, colonies: all of a colony's state, so that the next launch goes on where this one ends
 * Draws       DRAW_KICK, a block for each kick
 * Checked by  test/kernel/mosaic.c
 * After       Lin and Kernighan (1973); Martin, Otto and Felten (1991); an array with an undo log: ours
 */
#include "edges.clh"

#ifndef ARRAY_GROUP_SIZE
#error "ARRAY_GROUP_SIZE is required"
#endif
#ifndef PARTNERS
#error "PARTNERS is required"
#endif

#define ARRAY_GLOBAL           __global
#define ARRAY_EDGES            struct edges
#define ARRAY_LENGTH(e, i, j)  edge_length(&(e), i, j)
#define ARRAY_PARTNERS(s)      PARTNERS
#include "array_search.h"

__attribute__((reqd_work_group_size(ARRAY_GROUP_SIZE, 1, 1)))
__kernel void mosaic_improve_array(
    __global uint *words,                     /* [colonies][ARRAY_WORDS(n)] */
    __global struct mosaic_colony *colonies,
    __global const uint *restrict near_nodes, /* [n][width], then partners, [n] */
    __global const int *restrict near_length, /* [n][width] */
    EDGES_PARAMETERS,
    const uint n, const uint width, const uint count,
    const uint key_0, const uint key_1,       /* the seed */
    const uint budget)                        /* nodes that each colony looks at in this launch */
{
    const uint number = get_global_id(0);
    if (number >= count || colonies[number].done) {
        return;
    }
    const struct edges edges = EDGES_VIEW(n);
    struct array_search s;
    array_take(&s, words + number * ARRAY_WORDS(n), n);
    s.near = near_nodes;
    s.near_length = near_length;
    s.partners = near_nodes + (size_t)n * width;
    s.edges = edges;
    s.width = width;
    array_run(&s, &colonies[number], (ulong)key_1 << 32 | key_0, budget);
}
