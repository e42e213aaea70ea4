/* arrays.h - threads of the host improve tours on arrays: all individuals of a population get better, a stretch at a
 * time.
 *
 * A stretch is a number of nodes of its queue, the same for every individual, so that what a population has come to
 * after a number of them is defined however long the stretches were.
 */
#ifndef SWARMCL_MOSAIC_ARRAYS_H
#define SWARMCL_MOSAIC_ARRAYS_H

#include "population.h"

void mosaic_arrays_improve(const struct mosaic_problem *problem, struct mosaic_population *population,
                           struct base_team *team, uint64_t seed, uint32_t budget);

/* Decides the kicks that an end has cut: tours that are longer than before, by the threshold or more, go back. Cost:
 * O(moves of a kick). */
void mosaic_arrays_decide(const struct mosaic_problem *problem, struct mosaic_population *population);

#endif
