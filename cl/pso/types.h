/* types.h - structs and numbers that the host and the kernels of particle swarms share. */
#ifndef SWARMCL_SWARM_TYPES_H
#define SWARMCL_SWARM_TYPES_H

#include "cl/shared/cl_compat.h"

#define SWARM_RUNNING        0u
#define SWARM_REACHED_TARGET 1u
#define SWARM_STAGNATED      2u
#define SWARM_SPENT          3u /* CMA-ES has made all its evaluations */

/* Numbers of the rows in src/pso/settings.c. */
#define BOUNDARY_CLAMP          0
#define BOUNDARY_ABSORB         1
#define BOUNDARY_REFLECT        2
#define BOUNDARY_PERIODIC       3
#define BOUNDARY_RANDOM         4

#define TOPOLOGY_GLOBAL         0
#define TOPOLOGY_RING           1
#define TOPOLOGY_VON_NEUMANN    2

#define BEST_REDUCTION          0
#define BEST_REDUCTION_UNROLLED 1
#define BEST_QUEUE              2
#define BEST_QUEUE_LOCK         3
#define BEST_COUNTER            4
#define BEST_PERSISTENT         5
#define BEST_ASYNCHRONOUS       6

/* Bits of the define VARIANT, which programs of swarms are built with. */
#define VARIANT_MAXIMISE        1
#define VARIANT_SHIFTED         2
#define VARIANT_INERTIA_CHANGES 4
#define VARIANT_CONSTRAINED     8
#define VARIANT_STEPPED         16
#define VARIANT_NOISY           32
#define VARIANT_RESTARTS        64
#define VARIANT_LEARNED         128
#define VARIANT_DATA            256

#define PSO_TRIBE 32u /* particles of a tribe: the number of work-items that an NVIDIA GPU runs in step */

/* In place of a particle's number: no particle. */
#define PARTICLE_NONE 0xffffffffu

/* The record of the best, on the device during the whole run. Values are minimised: an objective to maximise is
 * negated, and NaN is infinity. A value is stored as the bits of a double, or of a float in the low half. */
struct pso_best {
    uint64_t value;
    uint64_t iteration;    /* iteration in which the value was found; 0: the start */
    uint64_t stopped;      /* iteration that ended the run, if `state` is not SWARM_RUNNING */
    uint64_t improvements; /* number of improvements so far, adopted solutions included; index of the next log entry */
    uint32_t particle;     /* lowest particle with this value */
    uint32_t state;        /* SWARM_RUNNING, or the reason why the run ended; then nothing changes any more */
};

#define LINE_NONE        0u /* stages of a search along the coordinates (line.h) */
#define LINE_GRID        1u
#define LINE_FIRST       2u
#define LINE_LAST        3u
#define LINE_END         4u
#define LINE_KEEP        3u                          /* minima of a coordinate that golden sections narrow */
#define LINE_BRACKET     10u                         /* number of numbers in struct line_bracket */
#define LINE_ROW(grid)   ((grid) > 6u ? (grid) : 6u) /* values per coordinate: of the grid, or two per bracket */

/* How far a search along the coordinates is. */
struct pso_line {
    uint64_t offset;                       /* number of points of the current step that have values */
    uint32_t stage, step, sweep, brackets; /* brackets: number of those in use */
};

/* The number of points of the current step; the grid has the centre as its last point. */
SHARED_INLINE uint64_t line_points(struct pso_line line, uint32_t dimensions, uint32_t grid)
{
    return line.stage == LINE_GRID  ? (uint64_t)dimensions * grid + 1u
           : line.stage == LINE_END ? 1u
                                    : (uint64_t)line.brackets * (line.step == 0 ? 2u : 1u);
}

/* The current run of a swarm or of ants with --restart or --line-start. The search follows the best of this run; the record
 * keeps the best of all runs. */
struct pso_run {
    uint64_t value;     /* bits of the best value; infinite before the first one */
    uint64_t iteration; /* iteration of the last improvement, or the first one of the run */
    uint64_t begun;     /* first iteration of the run */
    uint64_t restarts;
    struct pso_line line; /* its stage is LINE_NONE except before the second run */
};

/* An improvement of the best. Improvement k is at entry k % LOG_SLOTS of the log. */
struct pso_improvement {
    uint64_t iteration;
    uint64_t value;
    uint64_t position[2]; /* bits of the first two coordinates; 0 without a second */
    uint64_t evaluations; /* evaluations up to the end of the iteration; only CMA-ES writes them */
};

#define LOG_SLOTS        4096

#define STRATEGY_SCALARS 18 /* number of numbers in struct strategy_numbers (strategy.h) */

/* Numbers of struct frame_arrays (frame.h) that are part of a state, and of its other arrays. */
#define FRAME_NUMBERS(n)         ((n) * ((n) + 2u))
#define FRAME_SCRATCH(n, stride) ((n) * ((n) + 4u + (stride)))

#define REGIME_FIRST 0u
#define REGIME_LARGE 1u /* regime of a run with twice the population of the last large run */
#define REGIME_SMALL 2u /* regime of a run with a small population and small steps */

/* The schedule of restarts of a strategy (CMA-ES); a run of the strategy ends where the next one begins. */
struct pso_schedule {
    uint64_t evaluations;                          /* number of evaluations of the objective so far */
    uint64_t run_evaluations;                      /* number of evaluations in the current run */
    uint64_t run_limit;                            /* evaluations after which the current run ends; 0: no limit */
    uint64_t large_evaluations, small_evaluations; /* numbers of evaluations in all earlier runs, by regime */
    uint64_t last_large;                           /* in the last run that was not small */
    uint64_t generation;                           /* number of generations of the current run */
    uint64_t factored;                             /* generation after which the current factor was computed */
    uint32_t population;                           /* points of a generation in the current run */
    uint32_t largest;                              /* population of the last run that was not small */
    uint32_t regime, restarts;
    uint32_t ended;       /* 1: a test has ended the run; 2: the iteration adapts nothing; 0 between iterations */
    uint32_t adopted;     /* 1: the next run begins at the best position, which another island found */
    struct pso_line line; /* its stage is LINE_NONE except after the first run */
};

/* The number of best values that the history of CMA-ES keeps. */
SHARED_INLINE uint64_t strategy_history(uint32_t dimensions, uint32_t population)
{
    return 10u + (30u * dimensions + population - 1u) / population;
}

/* Values that do not change during a run. */
struct pso_facts {
    uint64_t no_improve;  /* iterations without an improvement after which the run ends; 0: no limit */
    uint64_t evaluations; /* evaluations after which CMA-ES ends; 0: no limit */
    uint64_t part_numbers, part_words; /* elements from one swarm of the launch to the next in the two buffers */
    uint32_t particles;
    uint32_t stride; /* elements from one row of a matrix to the next: the number of particles rounded up to 64 */
    uint32_t groups;
    uint32_t columns; /* columns of the grid of TOPOLOGY_VON_NEUMANN */
    uint32_t inertia_iterations;
    uint32_t key_0, key_1; /* Philox key: the seed */
    uint32_t evaluated;    /* number of particles, from the first on, whose values count in the launch */
    uint32_t restart;      /* iterations without an improvement after which the next run begins; 0: never */
    uint32_t data_count;   /* number of the user's numbers, with VARIANT_DATA. No padding: rusticl does not count it */
};

/* Layout of the buffer `constants`: CONSTANT_COUNT numbers; CONSTANT_ROWS rows with a number per coordinate; for
 * ants the running sums of the rank weights of the archive. */
#define CONSTANT_INERTIA      0
#define CONSTANT_INERTIA_STEP 1
#define CONSTANT_COGNITIVE    2
#define CONSTANT_SOCIAL       3
#define CONSTANT_TARGET       4 /* target, minimised; NaN, which no value reaches: no target */
#define CONSTANT_SPREAD       5 /* xi / (k - 1) of ants, with k solutions in the archive */
#define CONSTANT_COUNT        8
#define CONSTANT_LOWER        0
#define CONSTANT_UPPER        1
#define CONSTANT_VELOCITY     2 /* row of the largest velocities */
#define CONSTANT_SHIFT        3
#define CONSTANT_STEP         4 /* row of the distances of the values that coordinates take; 0: any */
#define CONSTANT_ROWS         5

#endif
