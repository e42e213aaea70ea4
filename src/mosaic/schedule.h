/* schedule.h - how many colonies, kicks and rounds: counts that follow from the nodes and the options alone. */
#ifndef SWARMCL_MOSAIC_SCHEDULE_H
#define SWARMCL_MOSAIC_SCHEDULE_H

#include <stdint.h>

/* Colonies of population `number` (from 0), each eight times the last, up to `most`. */
uint32_t mosaic_population_size(uint32_t n, uint32_t number, uint32_t most);

/* Colonies of a population that is to end with the run: at most `wanted`, of as many as the time left would pay for until
 * their first meeting (`affordable`) a share that leaves time for the meetings; 0: too few, after `last` of them. */
uint32_t mosaic_fitting_size(uint32_t wanted, uint32_t last, double affordable);

/* Rounds of population `number`: it is improved and meets, is kicked and meets again, and then takes in the hall, what
 * the populations before left, if there is any. */
uint32_t mosaic_population_rounds(uint32_t number);

/* Kicks of a round, of those of the first. */
uint64_t mosaic_round_kicks(uint64_t first, uint32_t round);

/* Generations of a meeting at most; most end before, when one has gained nothing. */
enum { MOSAIC_GENERATIONS = 40 };

#endif
