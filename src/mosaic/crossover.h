/* crossover.h - recombination: a tour takes the better parts of another tour.
 *
 * Edges of A that B does not have and edges of B that A does not have form alternating cycles (edge assembly: Nagata
 * and Kobayashi 2013). Each cycle is a move of A. Where it splits A into several tours, the smallest is joined to
 * another by the best 2-opt move over candidate lists, again and again, as long as the move still gains. Where it does
 * not, the cycle is tried together with one that it meets. All that gain go to one merge, which takes as many as are a
 * tour together. So one crossover takes dozens of improvements, where edge assembly makes one child of thirty.
 */
#ifndef SWARMCL_MOSAIC_CROSSOVER_H
#define SWARMCL_MOSAIC_CROSSOVER_H

#include "merge.h"
#include "cl/shared/draw_sequence.h"

/* The scratch of one thread. */
struct mosaic_crossover;

/* For tours of `problem`, of at least 5 nodes and with lists, which must outlive it. *crossover returns owned, to
 * be destroyed in any case. SWARM_ERROR_OUT_OF_MEMORY. Memory: mosaic_crossover_bytes(). */
enum swarm_status mosaic_crossover_create(struct base_env *env, const struct mosaic_problem *problem,
                                          struct mosaic_crossover **crossover);
void mosaic_crossover_destroy(struct mosaic_crossover **crossover);
uint64_t mosaic_crossover_bytes(uint32_t n);

/* Its merge, which is anyone's between crossovers: for as many moves as n / 8 and cuts as nodes. Borrowed. */
struct mosaic_merge *mosaic_crossover_merge(struct mosaic_crossover *crossover);

/* Words of the cycles that an individual's crossovers have dropped, a power of two: n / 4 or more. */
uint32_t mosaic_crossover_dropped(uint32_t n);

/* What a crossover did. */
struct mosaic_crossed {
    int64_t gain;    /* by which `a` is shorter now; 0: it did not change */
    uint32_t cycles; /* alternating cycles traced */
    uint32_t taken;  /* moves taken */
    bool wrong;      /* the tour's measured change is not the sum of the gains taken, or these are no tour together: a
                      * defect, and the caller ends the run */
};

/* Tour `a` takes from `b`. Both must be settled; a stays so. Sets the bits of the nodes whose neighbours in `a` change
 * in dirty[ceil(n / 32)], and no others. dropped[mosaic_crossover_dropped(n)] tells the cycles that crossovers of a
 * have tried in vain since the words were 0, which are not tried again; NULL: all are tried. The moves, and with them
 * the result, follow from the tours (also from where and in which direction they begin), the stream and dropped[]
 * alone. Uses neither env nor the clock. Cost: O(n) and O(m log m) for m edges that differ, and the joining of
 * subtours: O(width) for each of their nodes. */
struct mosaic_crossed mosaic_cross(struct mosaic_crossover *crossover, struct mosaic_tour *a,
                                   const struct mosaic_tour *b, struct draw_stream stream, uint32_t *dirty,
                                   uint32_t *dropped);

/* The same by several threads, in steps: begin() first; then list() for each of the shares, by anybody, in any order;
 * trace(), by one thread; move(), by as many threads as there are helpers, `crossover` being the first; and end(), by
 * one thread. Each step needs the one before. A helper is a crossover that has nothing else to do. From 65,536 nodes on
 * there are several shares. */
uint32_t mosaic_cross_shares(uint32_t n);
void mosaic_cross_begin(struct mosaic_crossover *crossover, const struct mosaic_tour *a, const struct mosaic_tour *b,
                        uint32_t *dropped);
void mosaic_cross_list(struct mosaic_crossover *crossover, uint32_t share);
void mosaic_cross_trace(struct mosaic_crossover *crossover, struct draw_stream stream);
void mosaic_cross_move(struct mosaic_crossover *crossover, struct mosaic_crossover *helper);
struct mosaic_crossed mosaic_cross_end(struct mosaic_crossover *const *helpers, unsigned count, struct mosaic_tour *a,
                                       uint32_t *dirty);

#endif
