/* circle.h - crossover passes: individuals in a circle, each crossed with the next. */
#ifndef SWARMCL_MOSAIC_CIRCLE_H
#define SWARMCL_MOSAIC_CIRCLE_H

#include "population.h"

/* Pass number `pass` of a run, by which it draws: in a random circle each individual is crossed with the next one as
 * that was before. Returns by how much all tours together are shorter; population->wrong tells of defects. Cost: O(n)
 * an individual. */
int64_t mosaic_circle_pass(const struct mosaic_tools *tools, struct mosaic_population *population, uint32_t pass);

#endif
