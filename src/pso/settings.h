/* settings.h - the settings that decide the result of a swarm, of continuous ants or of CMA-ES, in addition to
 * search_request. */
#ifndef SWARMCL_PSO_SETTINGS_H
#define SWARMCL_PSO_SETTINGS_H

#include "objective.h"
#include "cl/pso/types.h"

/* Settings that depend on the options only, not on a device or a clock. Engines borrow the arrays [dimensions]. */
struct pso_settings {
    const struct swarm_objective *objective;
    int precision; /* 32 or 64 */
    /* particles of the swarm; for ants the solutions of the archive, for CMA-ES the first population */
    uint32_t particles, dimensions;
    uint32_t first; /* number of the first particle on this device, if a swarm is on several (swarm_spread.c) */
    bool maximise;
    uint32_t ants;           /* ants per iteration; 0: a swarm of particles */
    double locality, spread; /* q and xi of Socha and Dorigo (2008), for ants */
    uint32_t restart; /* swarm, ants: iterations without an improvement after which the next run begins; 0: never */
    uint32_t grid;           /* points of the grid of a line search (cl/pso/line.h); 0: none */
    uint32_t most_points;    /* CMA-ES: largest population of a run after restarts; 0: a swarm or ants */
    /* v' = (inertia + inertia_step * iteration) v + cognitive r1 (memory - x) + social r2 (best - x), all multiplied by
     * the constriction. The first iteration is 1, and inertia is constant after inertia_iterations. */
    double inertia, inertia_step, cognitive, social;
    uint32_t inertia_iterations;
    int boundary, topology, best; /* numbers BOUNDARY_..., TOPOLOGY_... and BEST_... of cl/pso/types.h */
    uint32_t exchange;            /* iterations between two exchanges of tribes (--best asynchronous) */
    bool learned;                 /* random factors act along the directions of a learned frame (cl/pso/frame.h) */
    double *lower, *upper, *largest_velocity;
    double *step;  /* evaluated on the grid lower + k step; 0: any number; NULL: no coordinate has steps */
    double *shift; /* the objective is evaluated at x - shift; NULL: no shift */
    double *start; /* [start_count][dimensions] positions of the first particles, within the bounds */
    uint32_t start_count;
    double *data; /* [data_count] numbers of the objective that takes them */
    uint32_t data_count;
    uint32_t repeats;     /* evaluations of each position, whose mean is its value; 0: 1 */
    uint64_t evaluations; /* evaluated positions after which the run ends; 0: no limit */
    uint32_t group_size;  /* work-items per group, which does not affect results; 0: the device decides */
};

/* Iterations between two learned frames. On BBOB with 10,000 D evaluations 10, 20 and 40 solve in 5-D 72, 76 and 73 %
 * of targets, in 20-D 51, 53 and 54 %. */
enum { PSO_FRAME_PERIOD = 20 };

uint32_t pso_tribe_count(const struct pso_settings *settings);

/* The largest number of positions that an iteration evaluates: iteration 0 evaluates all particles. */
static inline uint32_t pso_candidates(const struct pso_settings *settings)
{
    return settings->most_points > 0              ? settings->most_points
           : settings->ants > settings->particles ? settings->ants
                                                  : settings->particles;
}

/* True if a swarm or ants have runs, one after the other: struct pso_run. */
static inline bool pso_has_runs(const struct pso_settings *settings)
{
    return settings->most_points == 0 && (settings->restart > 0 || settings->grid > 1);
}

/* The number of iterations after a restart in which ants draw the positions that fill the archive. */
static inline uint32_t pso_fill(const struct pso_settings *settings)
{
    return settings->ants > 0 ? (settings->particles + settings->ants - 1) / settings->ants : 0;
}

/* The largest population of CMA-ES for its first population. */
uint32_t pso_strategy_most(uint32_t population, uint32_t dimensions);

/* The number of numbers of struct line_arrays (cl/pso/line.h). */
static inline uint64_t pso_line_numbers(const struct pso_settings *settings)
{
    const uint64_t n = settings->dimensions;
    return settings->grid > 0 ? 2 + n * (1 + LINE_ROW(settings->grid) + LINE_KEEP * LINE_BRACKET) : 0;
}

/* The number of numbers of the section `strategy` of a state. */
static inline uint64_t pso_strategy_numbers(const struct pso_settings *s)
{
    return STRATEGY_SCALARS + 3 * (uint64_t)s->dimensions + strategy_history(s->dimensions, s->particles);
}

/* The number of positions that CMA-ES evaluates before its first generation. */
static inline uint32_t pso_strategy_starts(const struct pso_settings *settings)
{
    return settings->start_count > 0 ? settings->start_count : 1;
}

/* The number of positions that a run of `iterations` evaluates, the start included; not for CMA-ES, whose populations
 * change. */
uint64_t pso_evaluations(const struct pso_settings *settings, uint64_t iterations);

/* The number of positions that `iteration` evaluates: all of them, until `evaluations` are spent. Particles that are
 * not evaluated any more still move. */
uint32_t pso_evaluated(const struct pso_settings *settings, uint64_t iteration);

/* The iteration that spends the last of `evaluations`, at least 1 because a run has an iteration. */
uint64_t pso_last_iteration(const struct pso_settings *settings);

/* The number of elements in the buffer of constants (cl/pso/types.h). */
static inline size_t pso_constant_count(const struct pso_settings *settings)
{
    return CONSTANT_COUNT + CONSTANT_ROWS * (size_t)settings->dimensions
           + (settings->ants > 0 ? settings->particles : 0);
}

/* Columns of the grid of von-neumann: neighbours are 1 and `columns` particles away, and the grid wraps around. */
uint32_t pso_grid_columns(uint32_t particles);

/* Words of options, in the order of the numbers in cl/pso/types.h; pso_best_words begins with "auto". */
extern const struct swarm_variant pso_algorithm_words[];
extern const struct swarm_variant pso_best_words[];
extern const struct swarm_variant pso_boundary_words[];
extern const struct swarm_variant pso_topology_words[];
extern const struct swarm_variant pso_frame_words[];

/* The number of the row called `name` in `words`; -1 for "auto" and for unknown names. */
int pso_row_number(const struct swarm_variant *words, const char *name);

#endif
