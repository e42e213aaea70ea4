/* population.h - the tours of a population, and steps that all of them take at once on the host. */
#ifndef SWARMCL_MOSAIC_POPULATION_H
#define SWARMCL_MOSAIC_POPULATION_H

#include "crossover.h"
#include "base/team.h"
#include "start.h"

/* Launches of an individual for ants on pieces. Checkpoints store this struct. */
struct mosaic_launched {
    uint32_t launches; /* number of launches since the individual's population began */
    uint32_t reported; /* number of moves that the individual's ants reported in the last launch */
};

struct mosaic_population {
    uint32_t n;
    uint32_t number;          /* number of the population in the run, from 0 */
    uint32_t count, capacity; /* number of individuals; number that the arrays can hold */
    uint32_t started;         /* number of individuals that have a starting tour */
    bool begun;               /* True if mosaic_generation_begin() was called for the next improvement */
    double seconds;           /* seconds of starts and improvement before the first crossover */
    uint64_t stride;          /* number of words per individual: ARRAY_WORDS(n) */
    uint32_t *words;          /* [capacity][stride] tour and search state of each individual (array_search.h) */
    struct mosaic_individual *individuals; /* [capacity] length and progress of each individual */
    struct mosaic_launched *launched;      /* [capacity] launches of each individual, used by ants on pieces */
    uint64_t steps;                        /* steps of launches.c in this generation, used by ants on pieces */
    uint32_t *dirty;                       /* [capacity][ceil(n / 32)] a bit per node to examine */
    uint32_t *kept;                        /* [capacity][2 n] copies of the tours, made before a crossover pass */
    int64_t *kept_length;                  /* [capacity] lengths of the tours in kept[] */
    uint32_t *dropped; /* [capacity][mosaic_crossover_dropped(n)] hashes of cycles that failed in this generation */
    uint32_t *order;   /* [capacity] individuals by rank, or in the cyclic order of a pass */
    bool *changed;     /* [capacity] True if the tour differs from the one in kept[] */
    bool *wrong;       /* [capacity] True after a defect: the length differs from the reported one */
    struct base_arrays arrays; /* owns the arrays of this struct */
};

/* Allocates `capacity` individuals; the old content is lost. `population` must be zeroed before the first call.
 * SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status mosaic_population_reserve(struct base_env *env, uint32_t n, uint32_t capacity,
                                            struct mosaic_population *population);
void mosaic_population_deinit(struct mosaic_population *population);
uint64_t mosaic_population_bytes(uint32_t n, uint32_t capacity);

static inline struct mosaic_tour mosaic_population_tour(const struct mosaic_population *population, uint32_t individual)
{
    uint32_t *words = population->words + individual * population->stride;
    return (struct mosaic_tour){words, words + population->n, population->individuals[individual].length};
}

static inline uint32_t *mosaic_population_dirty(const struct mosaic_population *population, uint32_t individual)
{
    return population->dirty + individual * (size_t)ARRAY_QUEUED_WORDS(population->n);
}

/* Begins a generation, which ends when each individual has made `kick_end` kicks since its population began. The
 * threshold of kicks falls from `share` mean edges of the tour to 0. */
void mosaic_population_begin(struct mosaic_population *population, uint64_t kick_end, double share);

/* Moves dirty nodes to the queue of each individual, in the order of its tour. */
void mosaic_population_queue(struct mosaic_population *population, struct base_team *team);

/* True if every individual has made its kicks and has no node to examine. */
bool mosaic_are_done(const struct mosaic_individual *individuals, uint32_t count);

/* Fills order[] with the individuals by length, then by number. */
void mosaic_population_rank(struct mosaic_population *population);

/* Improves a tour in an array of ARRAY_WORDS(problem->n): examines up to `budget` nodes of the individual's queue,
 * counting each kick as a node. The result depends only on the sum of all budgets. mosaic_arrays_improve() improves all
 * individuals on host threads. */
void mosaic_array_improve(const struct mosaic_problem *problem, uint32_t *words, struct mosaic_individual *individual,
                          uint64_t seed, uint32_t budget);
void mosaic_arrays_improve(const struct mosaic_problem *problem, struct mosaic_population *population,
                           struct base_team *team, uint64_t seed, uint32_t budget);

/* Decides a kick whose search was cut: undoes it if it lengthened the tour by the threshold or more. Cost: O(moves of a
 * kick). mosaic_arrays_decide() does this for all individuals. */
void mosaic_array_decide(const struct mosaic_problem *problem, uint32_t *words, struct mosaic_individual *individual);
void mosaic_arrays_decide(const struct mosaic_problem *problem, struct mosaic_population *population);

#endif
