/* parts.h - the tour of many nodes, improved in parts.
 *
 * A part is a window of the tour: a path, closed by a fixed edge. A part is a small problem with numbers, points, lists
 * and arrays of its own, which fit a core's cache, and its moves reverse few nodes. Threads improve parts of one tour
 * at the same time. Karp (1977) divides the plane, Helsgaun (2009, "segment partitioning") the tour, as here: so
 * improved parts always give a tour again.
 */
#ifndef SWARMCL_MOSAIC_PARTS_H
#define SWARMCL_MOSAIC_PARTS_H

#include "population.h"

struct mosaic_parts;

/* True if tours of the instance are improved in parts: from 60,000 nodes, not EXPLICIT or GEO, no joint or partners. */
bool mosaic_parts_fit(const struct swarm_instance *instance);

/* Allocates the parts of one tour. The caller owns *parts, which borrows the problem. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status mosaic_parts_create(struct base_env *env, const struct mosaic_problem *problem,
                                      struct mosaic_parts **parts);
void mosaic_parts_destroy(struct mosaic_parts **parts);

/* Bytes of host memory; 0 if tours are not improved in parts. */
uint64_t mosaic_parts_bytes(const struct swarm_instance *instance, uint32_t width);

/* Divides an individual's tour, dirty nodes and kicks into parts, from a random position that depends on `round`. */
void mosaic_parts_begin(struct mosaic_parts *parts, struct base_team *team, struct mosaic_population *population,
                        uint32_t individual, uint64_t seed, uint32_t round);

/* Examines up to `budget` nodes of each part. Returns the most that a part examined; below `budget`: all are done. */
uint32_t mosaic_parts_improve(struct mosaic_parts *parts, struct base_team *team, uint32_t budget);

/* Joins the parts to a tour. Marks as dirty the nodes still in a part's queue, and nodes with candidates in other parts
 * that were dirty before or whose neighbours changed. */
void mosaic_parts_end(struct mosaic_parts *parts, struct base_team *team);

#endif
