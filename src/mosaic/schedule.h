/* schedule.h - how many individuals, kicks and generations: counts that follow from the nodes and the options alone. */
#ifndef SWARMCL_MOSAIC_SCHEDULE_H
#define SWARMCL_MOSAIC_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of a population, at most. */
enum { MOSAIC_POPULATION_MOST = 4096 };

/* What is right for n nodes: individuals of the largest population, kicks of each before its first crossover, ants of
 * each, where they work on pieces. */
uint32_t mosaic_population_most(uint32_t n);
uint64_t mosaic_kicks_of(uint32_t n, bool pieces);
uint32_t mosaic_ants_of(uint32_t n);

/* Individuals of population `number` (from 0), each eight times the last, up to `most`. */
uint32_t mosaic_population_size(uint32_t n, uint32_t number, uint32_t most);

/* Individuals of a first population that keep `threads` threads busy, at most `most`; those of many nodes wait for
 * memory more than for one another: a million nodes on 16 cores had 8.8 % after ten seconds with 16 individuals, 8.3
 * with one. */
uint32_t mosaic_parallel_size(uint32_t n, uint32_t threads, uint32_t most);

/* The same where a GPU's ants work on all of them, and few of them do not keep it busy. */
uint32_t mosaic_parallel_ants(uint32_t n, uint32_t most);

/* Individuals of a population that is to end with the run: at most `wanted`, of as many as the time left would pay for
 * until their first crossover (`affordable`) a share that leaves time for crossover; 0: too few, after `last` of them.
 */
uint32_t mosaic_fitting_size(uint32_t wanted, uint32_t last, double affordable);

/* Generations of population `number`: it is improved and crossed, is kicked and crossed again, and then takes in the
 * elite, what the populations before left, if there is any. */
uint32_t mosaic_population_generations(uint32_t number);

/* Kicks of a generation, of those of the first. */
uint64_t mosaic_generation_kicks(uint64_t first, uint32_t generation);

/* What a run has done, in counts: by it another one does the same. As text `8x2,64x3,20x1+51200`: populations of 8, 64
 * and 20 individuals of 2, 3 and 1 generations; the last generation ended when every individual had looked at 51200
 * nodes, or with ants on pieces after so many steps of launches.h, without crossover. `*7` in place of that: it ended
 * with the 7th pass of its crossover. */
enum { MOSAIC_STAGES = 512, MOSAIC_SCHEDULE_TEXT = 16 * MOSAIC_STAGES };

enum mosaic_cut { MOSAIC_WHOLE, MOSAIC_CUT_NODES, MOSAIC_CUT_PASSES };

struct mosaic_stage {
    uint32_t individuals, generations;
};

struct mosaic_schedule {
    size_t count; /* of populations; 0: none is given */
    struct mosaic_stage stages[MOSAIC_STAGES];
    enum mosaic_cut cut; /* of the last generation */
    uint64_t cut_at;     /* nodes or passes */
};

/* False: the text is no schedule; no populations then. */
bool mosaic_schedule_parse(const char *text, struct mosaic_schedule *schedule);

/* Writes it to text[MOSAIC_SCHEDULE_TEXT]. */
void mosaic_schedule_write(const struct mosaic_schedule *schedule, char *text);

/* Generations of all populations. */
uint64_t mosaic_schedule_generations(const struct mosaic_schedule *schedule);

/* Whether the crossover of a generation ends after so many passes, of which the first and the last have gained so much.
 */
bool mosaic_crossover_is_over(uint32_t passes, int64_t first, int64_t last);

#endif
