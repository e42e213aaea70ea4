/* edges.h - how many individuals of a population have an edge, and the diversity that a move costs.
 *
 * Diversity is the entropy of the edges (Nagata and Kobayashi 2013, section 3.4): the negative sum of f ln f, where f
 * is the share of individuals that have the edge.
 */
#ifndef SWARMCL_MOSAIC_EDGES_H
#define SWARMCL_MOSAIC_EDGES_H

#include "population.h"

enum { MOSAIC_EDGE_SLOTS = 16 }; /* edges of a node that are counted; populations after improvement have about 5 */

struct mosaic_edges {
    uint32_t (*other)[MOSAIC_EDGE_SLOTS]; /* [n] other end of each edge; an edge belongs to the smaller of its nodes */
    uint16_t (*count)[MOSAIC_EDGE_SLOTS]; /* [n] individuals that have the edge; 0: the slot is free */
    int64_t *weights;                     /* [capacity + 2] c ln c for c individuals, times 2^16 */
    uint32_t *touched;         /* [capacity][ceil(n / 32)] a bit for each node whose neighbours the last pass changed */
    struct base_arrays arrays; /* owns the arrays above */
};

/* Counts the edges of all tours of the population. Release `edges` in any case. SWARM_ERROR_OUT_OF_MEMORY. Memory:
 * mosaic_edges_bytes(). */
enum swarm_status mosaic_edges_init(struct base_env *env, const struct mosaic_population *population,
                                    struct base_team *team, struct mosaic_edges *edges);
void mosaic_edges_deinit(struct mosaic_edges *edges);
uint64_t mosaic_edges_bytes(uint32_t n, uint32_t individuals);

/* Counts anew the nodes in touched[]: their edges in population->kept no longer count, those of the tours do. */
void mosaic_edges_update(struct mosaic_edges *edges, const struct mosaic_population *population,
                         struct base_team *team);

/* The fall of the entropy, times N 2^16 for N individuals, if one of them makes the move. May be negative. */
int64_t mosaic_edges_loss(const struct mosaic_edges *edges, const struct mosaic_merge *merge,
                          const struct mosaic_tour *tour, const struct mosaic_move *move);

#endif
