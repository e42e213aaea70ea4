/* elite.h - the better half of a population that is over, which the next one takes in. */
#ifndef SWARMCL_MOSAIC_ELITE_H
#define SWARMCL_MOSAIC_ELITE_H

#include "population.h"

struct mosaic_elite {
    uint32_t n, count, capacity;
    uint32_t *tours; /* [capacity][n] the best first */
};

/* How many of so many individuals are elite. */
uint32_t mosaic_elite_size(uint32_t individuals);

/* For populations of up to `individuals`. Zeroed at first; release it in any case. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status mosaic_elite_init(struct base_env *env, uint32_t n, uint32_t individuals, struct mosaic_elite *elite);
void mosaic_elite_deinit(struct mosaic_elite *elite);

void mosaic_elite_fill(struct mosaic_elite *elite, struct mosaic_population *population);

/* A tour [n] from outside comes behind them; where there is no room, in the place of the last one. */
void mosaic_elite_take(struct mosaic_elite *elite, const uint32_t *tour);

/* The elite take the places of the population's worst, with nothing dirty. */
void mosaic_elite_insert(const struct mosaic_elite *elite, const struct mosaic_tools *tools,
                         struct mosaic_population *population);

#endif
