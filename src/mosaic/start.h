/* start.h - start tours: greedy edges, their lengths blurred so that colonies differ. */
#ifndef SWARMCL_MOSAIC_START_H
#define SWARMCL_MOSAIC_START_H

#include "base/team.h"
#include "problem.h"

/* What all starts share: the candidate edges, each once. */
struct mosaic_starts;

/* Of `problem`, which must have lists and outlive it; scratch for `threads` threads. *starts returns owned.
 * SWARM_ERROR_OUT_OF_MEMORY. Memory: see mosaic_starts_bytes(). */
enum swarm_status mosaic_starts_create(struct base_env *env, const struct mosaic_problem *problem, unsigned threads,
                                       struct mosaic_starts **starts);
void mosaic_starts_destroy(struct mosaic_starts **starts);
uint64_t mosaic_starts_bytes(uint32_t n, uint32_t width, unsigned threads);

/* Writes the greedy tour (Bentley 1992) of colony `colony` of population `population` to tour->ord, [n], and settles
 * it: edges enter by length * (1 + noise * u), u a number in [0, 1) that is the edge's own in this colony; by candidates
 * first, then between the ends of the fragments by ever new lists of those. Colony 0 of population 0 has no noise.
 * Integers and Philox throughout, so that tours are the same everywhere. For base_team_run(): uses the scratch of
 * `thread`, and neither env nor the clock. False: memory ran out; the tour is then the curve. Cost: O(n log n), about
 * 0.6 us a node. */
bool mosaic_start_tour(struct mosaic_starts *starts, uint64_t seed, uint32_t population, uint32_t colony, double noise,
                       unsigned thread, struct mosaic_tour *tour);

#endif
