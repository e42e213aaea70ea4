/* population.h - the tours of a population, and the steps that all of them take at once on the host. */
#ifndef SWARMCL_MOSAIC_POPULATION_H
#define SWARMCL_MOSAIC_POPULATION_H

#include "crossover.h"
#include "base/team.h"
#include "cl/mosaic/types.h"
#include "start.h"

struct mosaic_population {
    uint32_t n;
    uint32_t number;                       /* of those of the run, from 0 */
    uint32_t count, capacity;              /* individuals */
    uint32_t started;                      /* individuals that have a tour */
    bool begun;                            /* all have, and mosaic_population_begin() was called */
    double seconds;                        /* that starts and improvement took until its first crossover */
    uint64_t stride;                       /* words of an individual: ARRAY_WORDS(n) */
    uint32_t *words;                       /* [capacity][stride], as array_search.h lays them out */
    struct mosaic_individual *individuals; /* [capacity] */
    uint32_t *dirty;                       /* [capacity][ceil(n / 32)] a bit for each node to be looked at */
    uint32_t *kept;                        /* [capacity][2 n] tours as they were before a crossover pass */
    uint32_t *dropped;                     /* [capacity][mosaic_crossover_dropped(n)] cycles, in this generation */
    uint32_t *order;                       /* [capacity] by rank, or in a circle */
    bool *changed;                         /* [capacity] since the tour was kept */
    bool *wrong;                           /* [capacity] a defect: its length is not the length claimed */
    struct base_arrays arrays;             /* all of them */
};

/* Room for `capacity` individuals; the old content is lost. Errors: SWARM_ERROR_OUT_OF_MEMORY. Zeroed at first. */
enum swarm_status mosaic_population_reserve(struct base_env *env, uint32_t n, uint32_t capacity,
                                            struct mosaic_population *population);
void mosaic_population_deinit(struct mosaic_population *population);
uint64_t mosaic_population_bytes(uint32_t n, uint32_t capacity);

/* Views of individual `individual`: its tour, its bits. */
static inline struct mosaic_tour mosaic_population_tour(const struct mosaic_population *population, uint32_t individual)
{
    uint32_t *words = population->words + individual * population->stride;
    return (struct mosaic_tour){words, words + population->n, population->individuals[individual].length};
}

static inline uint32_t *mosaic_population_dirty(const struct mosaic_population *population, uint32_t individual)
{
    return population->dirty + individual * (size_t)ARRAY_QUEUED_WORDS(population->n);
}

/* Lets each individual make kicks up to `kick_end`, with a threshold that falls to 0 until there, from `share` mean
 * edges of its tour. */
void mosaic_population_begin(struct mosaic_population *population, uint64_t kick_end, double share);

/* Takes the nodes that are dirty into the queue of each individual, in the order of its tour. */
void mosaic_population_queue(struct mosaic_population *population, struct base_team *team);

/* Whether every individual has made its kicks, and has nothing to look at. */
bool mosaic_population_is_done(const struct mosaic_population *population);

/* Fills order: individuals by length, then by number. */
void mosaic_population_rank(struct mosaic_population *population);

/* Threads of the host improve tours on arrays: all individuals get better, a stretch at a time. A stretch is a number
 * of nodes of its queue, `budget`, the same for every individual, so that a number of nodes defines the population,
 * however long the stretches were. */
void mosaic_arrays_improve(const struct mosaic_problem *problem, struct mosaic_population *population,
                           struct base_team *team, uint64_t seed, uint32_t budget);

/* The budget of the next stretch, up to `most`, after one that took `seconds` where `wanted` are right. */
static inline uint32_t mosaic_budget_after(uint32_t budget, double seconds, double wanted, uint32_t most)
{
    return seconds < 0.5 * wanted && budget < most ? 2 * budget
           : seconds > 2.0 * wanted && budget > 1  ? budget / 2
                                                   : budget;
}

/* Decides the kicks that an end has cut: tours that are longer than before, by the threshold or more, go back. Cost:
 * O(moves of a kick). */
void mosaic_arrays_decide(const struct mosaic_problem *problem, struct mosaic_population *population);

#endif
