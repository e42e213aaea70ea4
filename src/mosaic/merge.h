/* merge.h - many exchanges of one tour at once: which of them are a tour together, and the tour they make.
 *
 * An exchange of a tour removes edges and adds as many. A cut is a removed edge, named by the position before it; what
 * lies between two neighbouring cuts is an arc, which stays as it is, turned round or not. Added edges join ends of
 * arcs.
 */
#ifndef SWARMCL_MOSAIC_MERGE_H
#define SWARMCL_MOSAIC_MERGE_H

#include "problem.h"

/* An exchange in the pools of a merge. */
struct mosaic_exchange {
    int64_t gain;
    uint32_t number;      /* decides between equal gains: the lower first */
    uint32_t first;       /* of its cuts in cuts[], and of its added edges in added[] */
    uint32_t count;       /* of cuts, and of added edges */
};

/* Exchanges of one tour, and scratch. Whoever fills it appends to the pools and to exchanges[], within the capacities. */
struct mosaic_merge {
    uint32_t n;
    uint32_t cut_capacity, exchange_capacity;
    uint32_t cut_count, exchange_count;
    uint32_t *cuts;       /* positions p of removed edges (p, p + 1 mod n) */
    uint32_t (*added)[2]; /* positions whose nodes are joined */
    struct mosaic_exchange *exchanges;
    uint32_t *taken; /* [exchange_capacity] after mosaic_merge_apply(): numbers of the exchanges taken */
    uint32_t taken_count;
    struct mosaic_merge_scratch *scratch;
};

enum swarm_status mosaic_merge_init(struct base_env *env, uint32_t n, uint32_t exchange_capacity, uint32_t cut_capacity,
                                    struct mosaic_merge *merge);
void mosaic_merge_deinit(struct mosaic_merge *merge);
uint64_t mosaic_merge_bytes(uint32_t n, uint32_t exchange_capacity, uint32_t cut_capacity);

/* The cycles into which the exchange alone takes the tour: 1 is a tour; 0: cuts and added edges do not fit together.
 * cycles[count] gets the cycle, from 0, of the arc that ends at each cut, in ascending order of the cuts, which
 * sorted[count] gets. Either may be NULL. */
uint32_t mosaic_merge_cycles(struct mosaic_merge *merge, const struct mosaic_exchange *exchange, uint32_t *sorted,
                             uint32_t *cycles);

/* Takes a set of exchanges that are a tour together: by gain, none that shares a cut with one taken before; those whose
 * cuts interleave, directly or through others, are tried together and, where that is no tour, by halves. `tested`:
 * every exchange is known to be a tour alone. Rewrites tour->ord and tour->pos but for the longest arc, subtracts the
 * gains from tour->length and returns their sum. The exchanges of the merge are sorted, and used up. */
int64_t mosaic_merge_apply(struct mosaic_merge *merge, bool tested, struct mosaic_tour *tour);

#endif
