/* schedule.h - how many colonies, kicks and rounds: counts that follow from the nodes and the options alone. */
#ifndef SWARMCL_MOSAIC_SCHEDULE_H
#define SWARMCL_MOSAIC_SCHEDULE_H

#include <stdint.h>

/* Colonies of population `number` (from 0), each twice the last, up to `most`. */
uint32_t mosaic_population_size(uint32_t n, uint32_t number, uint32_t most);

/* Rounds of population `number`: it is improved and meets, is kicked and meets again, and then takes in the hall, what
 * the populations before left, if there is any. */
uint32_t mosaic_population_rounds(uint32_t number);

/* Kicks of a round, of those of the first. */
uint64_t mosaic_round_kicks(uint64_t first, uint32_t round);

/* Generations of a meeting at most; most end before, when one has gained nothing. */
enum { MOSAIC_GENERATIONS = 40 };

#endif
