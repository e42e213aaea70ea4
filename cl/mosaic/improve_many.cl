/* mosaic_improve_many - improves individuals of many instances, with one work-item for each (array_search.h).
 *
 * NDRange     a work-item for each individual, groups of ARRAY_GROUP_SIZE, 1 on CPUs: src/mosaic/batcher.c
 * Required    ARRAY_GROUP_SIZE  work-items of a group, an individual each
 * Reads       offsets, near, near_length, edges; words, tours, individuals
 * Writes      words, individuals: the complete state, so the next launch continues where this one ends; tours: of
 *             individuals that are done
 * Draws       DRAW_KICK, a block for each kick
 * Checked by  test/golden/batches.py
 * After       mosaic_improve_array
 */
/* Every instance has a matrix of all lengths, and no partners. */
#define METRIC   0
#define LENGTHS  0
#define JOINT    0
#define PARTNERS 0
#include "view.clh"

#ifndef ARRAY_GROUP_SIZE
#error "ARRAY_GROUP_SIZE is required"
#endif

#define VIEW_ARCS(v) 0
#define ARRAY_NODE   ushort /* 16-bit nodes: halves the memory in caches */
#include "array_search.h"

/* mosaic_population_queue() on the device. */
void many_begin(struct array_search *s, __global struct mosaic_individual *individual, __global const uint *tour)
{
    const uint n = s->view.n;
    uint count = 0;
    for (uint p = 0; p < n; ++p) {
        const uint node = tour[p];
        s->ord[p] = (ushort)node;
        s->pos[node] = (ushort)p;
        if (tour[n + (node >> 5)] >> (node & 31u) & 1u) {
            s->queue[count++] = (ushort)node;
        }
    }
    for (uint i = 0; i < ARRAY_QUEUED_WORDS(n); ++i) {
        s->queued[i] = tour[n + i];
    }
    individual->count = count;
    individual->head = individual->logged = individual->kicked = 0;
    individual->before = individual->length;
}

__attribute__((reqd_work_group_size(ARRAY_GROUP_SIZE, 1, 1)))
__kernel void mosaic_improve_many(
    __global uint *words,                     /* ARRAY_WORDS(n) per individual: its tour and search state */
    __global uint *tours,                     /* n + ARRAY_QUEUED_WORDS(n) each: tour, bits of nodes to examine */
    __global struct mosaic_individual *individuals,
    __global const struct mosaic_offsets *restrict offsets,
    __global const uint *restrict near_nodes, /* [n][width] candidates of each node, for each instance */
    __global const int *restrict near_length, /* [n][width] lengths of the edges to them, for each instance */
    __global const int *restrict distance,    /* [n][n] length of each edge, for each instance */
    const uint count,
    const uint key_0, const uint key_1,       /* Philox key: the seed */
    const uint budget,                        /* nodes and kicks per individual in this launch, at most */
    const uint begins)                        /* 1 in the first launch of these individuals */
{
    const uint number = get_global_id(0);
    if (number >= count || individuals[number].done) {
        return;
    }
    const struct mosaic_offsets at = offsets[number];
    const uint n = at.n;
    const struct problem_view view = {near_nodes + at.lists, near_length + at.lists, near_nodes,
                                      {distance + at.distances, n, n}, n, at.width};
    __global uint *tour = tours + at.tour;
    struct array_search s;
    array_take(&s, &view, words + at.words);
    if (begins) {
        many_begin(&s, &individuals[number], tour);
    }
    array_run(&s, &individuals[number], (ulong)key_1 << 32 | key_0, budget);
    for (uint p = 0; p < n && individuals[number].done; ++p) {
        tour[p] = s.ord[p];
    }
}
