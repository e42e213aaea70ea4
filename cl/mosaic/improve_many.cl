/* mosaic_improve_many - improves individuals of many instances (array_search.h).
 *
 * NDRange     TEAM_ITEMS work-items for each individual, groups of TEAM_ANTS individuals: src/mosaic/batcher.c
 * Required    METRIC      0: instances have a matrix of all lengths; otherwise points of this metric (edges.clh)
 *             LENGTHS     edges.clh
 *             TEAM_ITEMS  1: a work-item improves an individual, for CPUs; 32: the lanes of a team share it
 *             TEAM_CODE   TEAM_CODE_ of team_codes.h
 *             TEAM_ANTS   individuals of a work-group; 1 with one work-item or with local memory
 * Reads       offsets, near, near_length, edges; words, tours, individuals
 * Writes      words, individuals: the complete state, so the next launch continues where this one ends; tours: of
 *             individuals that are done
 * Draws       DRAW_KICK, a block for each kick
 * Checked by  test/kernel/mosaic.c
 * After       mosaic_improve_array; 32 lanes: ours
 */
#define JOINT    1 /* some instances may have one */
#define PARTNERS 0 /* no instance has any */
#include "view.clh"
#include "team_items.clh"

#if TEAM_ITEMS > 1
#define ARRAY_TEAM
#endif

#define VIEW_ARCS(v) 0
#define ARRAY_NODE   ushort
#define ARRAY_MEMORY __local
#include "array_search.h"

/* mosaic_population_queue() on the device. */
void many_begin(struct array_search *s, __global const uint *tour)
{
    const uint n = s->view.n;
    s->own.head = s->own.count = s->own.logged = s->own.kicked = 0;
    s->own.before = s->own.length;
    for (ARRAY_EACH(s, p, n)) {
        const uint node = tour[p];
        s->ord[p] = (ushort)node;
        s->pos[node] = (ushort)p;
    }
    for (ARRAY_EACH(s, i, ARRAY_QUEUED_WORDS(n))) {
        s->queued[i] = tour[n + i];
    }
    array_sync(s);
    for (uint p = 0; p < n; ++p) {
        const uint node = s->ord[p];
        if (s->queued[node >> 5] >> (node & 31u) & 1u) {
            if (array_is_first(s)) {
                s->queue[s->own.count] = (ushort)node;
            }
            ++s->own.count;
        }
    }
}

TEAM_KERNEL
__kernel void mosaic_improve_many(
    __global uint *words,                     /* ARRAY_SHORT_WORDS(n) and the log per individual: its search state */
    __global uint *tours,                     /* n + ARRAY_QUEUED_WORDS(n) each: tour, bits of nodes to examine */
    __global struct mosaic_individual *individuals,
    __global const struct mosaic_offsets *restrict offsets,
    __global const uint *restrict near_nodes, /* [n][width] candidates of each node, for each instance */
    __global const int *restrict near_length, /* [n][width] lengths of the edges to them, for each instance */
    __global const edge_element *restrict edge_elements, /* points, or [n][n] lengths, for each instance */
    __local uint *local_words,                /* [TEAM_ANTS][local_stride] search state without the log */
    const uint local_stride,
    const uint count,
    const uint key_0, const uint key_1,       /* Philox key: the seed */
    const uint budget,                        /* nodes and kicks per individual in this launch, at most */
    const uint begins)                        /* 1 in the first launch of these individuals */
{
    struct array_search s;
#ifdef ARRAY_TEAM
    __local struct array_path paths[TEAM_ANTS];
    __local struct team teams[TEAM_ANTS];
    const uint own = team_number();
    s.path = &paths[own];
    s.team = &teams[own];
    s.lane = team_item();
#else
    const uint own = get_local_id(0);
#endif
    const uint number = get_group_id(0) * TEAM_ANTS + own;
    if (number >= count || individuals[number].done) {
        return;
    }
    const struct mosaic_offsets at = offsets[number];
    const uint n = at.n, short_words = ARRAY_SHORT_WORDS(n);
    const struct problem_view view = {near_nodes + at.lists, near_length + at.lists, near_nodes,
                                      {edge_elements + at.edges, at.stride, at.last}, n, at.width};
    __global uint *tour = tours + at.tour, *saved = words + at.words;
    __local uint *here = local_words + own * local_stride;
    array_take(&s, &view, here, saved + short_words);
    s.own = individuals[number];
    for (ARRAY_EACH(&s, i, short_words)) {
        here[i] = begins ? 0u : saved[i];
    }
    array_sync(&s);
    if (begins) {
        many_begin(&s, tour);
        array_sync(&s);
    }
    array_continue(&s, (ulong)key_1 << 32 | key_0, budget);
    array_sync(&s);
    for (ARRAY_EACH(&s, i, short_words)) {
        saved[i] = here[i];
    }
    for (ARRAY_EACH(&s, p, s.own.done ? n : 0u)) {
        tour[p] = s.ord[p];
    }
    if (array_is_first(&s)) {
        individuals[number] = s.own;
    }
}
