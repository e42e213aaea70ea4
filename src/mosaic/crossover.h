/* crossover.h - improves a tour with the better parts of another tour.
 *
 * Edges of A that B lacks and edges of B that A lacks form alternating cycles (edge assembly: Nagata and Kobayashi
 * 2013). Each cycle is a move of A. A move that splits A into subtours is patched (merge.h). If that fails, the cycle
 * is tried together with another one through the same nodes. A merge applies as many moves that gain as together give a
 * tour. So one crossover applies dozens of improvements, while edge assembly keeps one of thirty children.
 */
#ifndef SWARMCL_MOSAIC_CROSSOVER_H
#define SWARMCL_MOSAIC_CROSSOVER_H

#include "merge.h"
#include "cl/shared/draw_sequence.h"

/* Scratch memory of one thread for crossovers. */
struct mosaic_crossover;

/* Creates scratch for tours of `problem`, which must have lists and at least 5 nodes, and outlive the crossover. The
 * caller owns *crossover; destroy it in any case. SWARM_ERROR_OUT_OF_MEMORY. Memory: mosaic_crossover_bytes(). */
enum swarm_status mosaic_crossover_create(struct base_env *env, const struct mosaic_problem *problem,
                                          struct mosaic_crossover **crossover);
void mosaic_crossover_destroy(struct mosaic_crossover **crossover);
uint64_t mosaic_crossover_bytes(uint32_t n);

/* Borrows the crossover's merge, with room for n / 8 moves and n cuts, for use between crossovers. */
struct mosaic_merge *mosaic_crossover_merge(struct mosaic_crossover *crossover);

/* Words of the `dropped` argument of mosaic_cross(): a power of two, at least n / 4. */
uint32_t mosaic_crossover_dropped(uint32_t n);

struct mosaic_crossed {
    int64_t gain;   /* reduction of the length of `a`; 0: `a` is unchanged */
    uint32_t taken; /* number of moves that the crossover applied to `a` */
    bool wrong;     /* True after a defect: the measured gain differs, or the moves give no tour. The run must end */
};

/* Improves tour `a` with parts of `b`. Both must have the pos and length of their ord; `a` still has them afterwards.
 * Sets in dirty[ceil(n / 32)] the bits of the nodes whose neighbours in `a` change, and no others.
 * dropped[mosaic_crossover_dropped(n)] has hashes of the cycles that crossovers of `a` have tried without success since
 * the words were 0; these are skipped. NULL: all are tried. The result depends only on the tours (including their first
 * positions and directions), the stream and dropped[]. Uses neither env nor clock. Cost: O(n), O(m log m) for m edges
 * that differ, and O(width) per node of subtours. */
struct mosaic_crossed mosaic_cross(struct mosaic_crossover *crossover, struct mosaic_tour *a,
                                   const struct mosaic_tour *b, struct draw_stream stream, uint32_t *dirty,
                                   uint32_t *dropped);

struct mosaic_edges;

/* How mosaic_assemble() makes children of a pair of tours, each by a set of cycles. */
struct mosaic_assembly {
    bool blocks; /* True to take the best of several sets of cycles that touch each other; false: the best cycle of each
                    group of single cycles */
    const struct mosaic_edges *edges; /* the best set gains most per loss of diversity; NULL: it gains most */
    uint32_t *dropped;                /* as for mosaic_cross(), for single cycles */
};

/* Improves tour `a` like mosaic_cross(), but by few moves, so that more of what `b` has remains for later: edge
 * assembly with localisation (Nagata and Kobayashi 2013). b->length must be the length of `b`: a tour as long as `b` is
 * not made, because copies would spread. In children.c. */
struct mosaic_crossed mosaic_assemble(struct mosaic_crossover *crossover, struct mosaic_tour *a,
                                      const struct mosaic_tour *b, struct draw_stream stream, uint32_t *dirty,
                                      const struct mosaic_assembly *assembly);

/* mosaic_cross() in steps, for several threads: begin(), then list() for each share in any order, trace() by one
 * thread, move() by one thread per helper, and end() by one thread. Each step needs the previous one. A helper is an
 * idle crossover; the first is `crossover` itself. Below 65,536 nodes there is one share. */
uint32_t mosaic_cross_shares(uint32_t n);
void mosaic_cross_begin(struct mosaic_crossover *crossover, const struct mosaic_tour *a, const struct mosaic_tour *b,
                        uint32_t *dropped);
void mosaic_cross_list(struct mosaic_crossover *crossover, uint32_t share);
void mosaic_cross_trace(struct mosaic_crossover *crossover, struct draw_stream stream);
void mosaic_cross_move(struct mosaic_crossover *crossover, struct mosaic_crossover *helper);
struct mosaic_crossed mosaic_cross_end(struct mosaic_crossover *const *helpers, unsigned count, struct mosaic_tour *a,
                                       uint32_t *dirty);

#endif
