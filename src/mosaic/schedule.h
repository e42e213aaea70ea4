/* schedule.h - how many individuals, kicks and rounds: counts that follow from the nodes and the options alone. */
#ifndef SWARMCL_MOSAIC_SCHEDULE_H
#define SWARMCL_MOSAIC_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Individuals of population `number` (from 0), each eight times the last, up to `most`. */
uint32_t mosaic_population_size(uint32_t n, uint32_t number, uint32_t most);

/* Individuals of a first population that keep `threads` threads busy, at most `most`; those of many nodes wait for
 * memory more than for one another: a million nodes on 16 cores had 8.8 % after ten seconds with 16 individuals, 8.3
 * with one. */
uint32_t mosaic_parallel_size(uint32_t n, uint32_t threads, uint32_t most);

/* The same where a GPU's ants work on all of them, and few of them do not keep it busy. */
uint32_t mosaic_parallel_ants(uint32_t n, uint32_t most);

/* Individuals of a population that is to end with the run: at most `wanted`, of as many as the time left would pay for
 * until their first meeting (`affordable`) a share that leaves time for the meetings; 0: too few, after `last` of them.
 */
uint32_t mosaic_fitting_size(uint32_t wanted, uint32_t last, double affordable);

/* Rounds of population `number`: it is improved and meets, is kicked and meets again, and then takes in the elite, what
 * the populations before left, if there is any. */
uint32_t mosaic_population_rounds(uint32_t number);

/* Kicks of a round, of those of the first. */
uint64_t mosaic_round_kicks(uint64_t first, uint32_t round);

/* What a run has done, in counts: by it another one does the same. As text `8x2,64x3,20x1+51200`: populations of 8, 64
 * and 20 individuals of 2, 3 and 1 rounds; the last round ended when every individual had looked at 51200 nodes, or
 * with ants on pieces after so many steps of launches.h, without a meeting. `*7` in place of that: it ended with the
 * 7th generation of its meeting. */
enum { MOSAIC_STAGES = 512, MOSAIC_SCHEDULE_TEXT = 16 * MOSAIC_STAGES };

enum mosaic_cut { MOSAIC_WHOLE, MOSAIC_CUT_NODES, MOSAIC_CUT_GENERATIONS };

struct mosaic_stage {
    uint32_t individuals, rounds;
};

struct mosaic_schedule {
    size_t count; /* of populations; 0: none is given */
    struct mosaic_stage stages[MOSAIC_STAGES];
    enum mosaic_cut cut; /* of the last round */
    uint64_t cut_at;     /* nodes or generations */
};

/* False: the text is no schedule; no populations then. */
bool mosaic_schedule_parse(const char *text, struct mosaic_schedule *schedule);

/* Writes it to text[MOSAIC_SCHEDULE_TEXT]. */
void mosaic_schedule_write(const struct mosaic_schedule *schedule, char *text);

/* Rounds of all populations. */
uint64_t mosaic_schedule_rounds(const struct mosaic_schedule *schedule);

/* Whether a meeting ends after so many generations, of which the first and the last have gained so much. */
bool mosaic_meeting_is_over(uint32_t generations, int64_t first, int64_t last);

#endif
