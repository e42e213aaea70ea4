/* settings.h - all settings that decide the result of a swarm or of continuous ants, except the request of all engines.
 */
#ifndef SWARMCL_PSO_SETTINGS_H
#define SWARMCL_PSO_SETTINGS_H

#include "objective.h"
#include "cl/pso/types.h"

/* All of it follows from the options, never from a device or a clock. Arrays are [dimensions], borrowed by engines and
 * evaluations. */
struct pso_settings {
    const struct swarm_objective *objective;
    int precision;                  /* 32 or 64 */
    uint32_t particles, dimensions; /* particles: of a colony the solutions of its archive, its memory */
    uint32_t first; /* particles before these in their swarm: on other devices (swarm_spread.c), otherwise 0 */
    bool maximise;
    uint32_t ants;           /* 0: a swarm of particles */
    double locality, spread; /* of ants: q and xi of Socha and Dorigo (2008) */
    /* v' = (inertia + inertia_step * iteration) v + cognitive r1 (memory - x) + social r2 (best - x); constriction is
     * multiplied into all of them; iterations count from 1, and inertia is constant after inertia_iterations */
    double inertia, inertia_step, cognitive, social;
    uint32_t inertia_iterations;
    int boundary, topology, best; /* numbers of their rows; best is never "auto" here */
    uint32_t exchange;            /* iterations between two exchanges of `asynchronous` */
    double *lower, *upper, *largest_velocity;
    double *shift;        /* the objective is evaluated at x - shift; NULL: at x */
    double *start;        /* the first particles begin here, within the bounds ... */
    uint32_t start_count; /* ... [start_count][dimensions] */
    uint32_t group_size;  /* work-items of a group, which changes no result; 0: the device decides */
};

/* Particles of a tribe of `asynchronous`, which share a best between exchanges. A GPU runs 32 work-items in step. */
enum { PSO_TRIBE = 32 };

uint32_t pso_tribe_count(const struct pso_settings *settings);

/* Positions that an iteration evaluates, at most: iteration 0 evaluates those of all particles. */
static inline uint32_t pso_candidates(const struct pso_settings *settings)
{
    return settings->ants > settings->particles ? settings->ants : settings->particles;
}

/* Numbers of the buffer of constants (cl/pso/types.h). */
static inline size_t pso_constant_count(const struct pso_settings *settings)
{
    return CONSTANT_COUNT + CONSTANT_ROWS * (size_t)settings->dimensions
           + (settings->ants > 0 ? settings->particles : 0);
}

/* The row of --best for "auto": only the size of the swarm decides. */
int pso_best_automatic(uint32_t particles, uint32_t dimensions);

/* Columns of the grid of von-neumann: neighbours are one and so many particles away, and the grid wraps around. */
uint32_t pso_grid_columns(uint32_t particles);

/* Words for --help and the parser, in the order of the numbers of cl/pso/types.h; pso_best_words begins with "auto".
 * NULL-name terminated. */
extern const struct swarm_variant pso_algorithm_words[];
extern const struct swarm_variant pso_best_words[];
extern const struct swarm_variant pso_boundary_words[];
extern const struct swarm_variant pso_topology_words[];

/* The number of the row called `name` in `words`; -1 for "auto" and for unknown names. */
int pso_row_number(const struct swarm_variant *words, const char *name);

#endif
