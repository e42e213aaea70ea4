/* parts.h - the tour of many nodes, improved in parts.
 *
 * A part is a window of the tour: a path, closed by an edge that stays. It is a small problem with numbers, points,
 * lists and arrays of its own, which fit a core's cache, and moves turn round no more than it. Threads improve as many
 * parts at the same time as there are threads, although there is one tour. Karp 1977 divides the plane, Helsgaun 2009
 * ("segment partitioning") the tour, as here: parts of a tour go together again, whatever became of each.
 */
#ifndef SWARMCL_MOSAIC_PARTS_H
#define SWARMCL_MOSAIC_PARTS_H

#include "population.h"

struct mosaic_parts;

/* Whether tours of the instance are improved in parts: those of many nodes with points, without joint and partners. */
bool mosaic_parts_fit(const struct swarm_instance *instance);

/* Room for one tour at a time. *parts returns owned; it borrows the problem. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status mosaic_parts_create(struct base_env *env, const struct mosaic_problem *problem,
                                      struct mosaic_parts **parts);
void mosaic_parts_destroy(struct mosaic_parts **parts);

/* Of the host's memory; 0 where tours are not improved in parts. */
uint64_t mosaic_parts_bytes(const struct swarm_instance *instance, uint32_t width);

/* Divides an individual's tour, from a position drawn for `round`; its dirty nodes and its kicks are shared out. */
void mosaic_parts_begin(struct mosaic_parts *parts, struct base_team *team, struct mosaic_population *population,
                        uint32_t individual, uint64_t seed, uint32_t round);

/* Every part looks at up to `budget` nodes. Returns how many the busiest one has looked at: 0 when all are done. */
uint32_t mosaic_parts_improve(struct mosaic_parts *parts, struct base_team *team, uint32_t budget);

/* Joins the parts to the whole tour. It marks as dirty every node that is still in a part's queue, and every node with
 * candidates in other parts that was dirty at the beginning or has other neighbours now. */
void mosaic_parts_end(struct mosaic_parts *parts, struct base_team *team);

#endif
