/* mosaic_improve_array - improves each individual's tour with one work-item (array_search.h).
 *
 * NDRange     a work-item for each individual, groups of ARRAY_GROUP_SIZE, 1 on CPUs: src/mosaic/device.c
 * Required    METRIC, JOINT     edges.clh
 *             LENGTHS           edges.clh
 *             ARRAY_GROUP_SIZE  work-items of a group, an individual each
 *             PARTNERS          1: some nodes have partners, stored after the lists; 0: none has
 *             ARCS              1: asymmetric instance, whose nodes are entrances and exits (problem_view.h)
 * Reads       near, near_length, edges; words, individuals
 * Writes      words, individuals: the complete state, so the next launch continues where this one ends
 * Draws       DRAW_KICK, a block for each kick
 * Checked by  test/kernel/mosaic.c
 * After       Lin and Kernighan (1973); Martin, Otto and Felten (1991); an array with an undo log: ours
 */
#include "view.clh"

#ifndef ARRAY_GROUP_SIZE
#error "ARRAY_GROUP_SIZE is required"
#endif
#ifndef ARCS
#error "ARCS is required"
#endif

#define VIEW_ARCS(v) ARCS
#include "array_search.h"

__attribute__((reqd_work_group_size(ARRAY_GROUP_SIZE, 1, 1)))
__kernel void mosaic_improve_array(
    __global uint *words,                     /* [individuals][ARRAY_WORDS(n)] search state of each individual */
    __global struct mosaic_individual *individuals,
    __global const uint *restrict near_nodes, /* [n][width] candidates of each node; after them [n] partners */
    __global const int *restrict near_length, /* [n][width] length of the edge to each candidate */
    EDGES_PARAMETERS,
    const uint n, const uint width, const uint count,
    const uint key_0, const uint key_1,       /* Philox key: the seed */
    const uint budget)                        /* nodes and kicks per individual in this launch, at most */
{
    const uint number = get_global_id(0);
    if (number >= count || individuals[number].done) {
        return;
    }
    const struct problem_view view = VIEW_OF_ARGUMENTS;
    struct array_search s;
    __global uint *own = words + number * ARRAY_WORDS(n);
    array_take(&s, &view, own, own + ARRAY_LOG_AT(n));
    array_run(&s, &individuals[number], (ulong)key_1 << 32 | key_0, budget);
}
