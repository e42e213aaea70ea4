/* task.h - one run of an algorithm on an instance: counts evaluations, ends at the budget, and notes when each target
 * was reached; and the algorithms. */
#ifndef BBOB_TASK_H
#define BBOB_TASK_H

#include <stdint.h>

#include "instance.h"

/* What the runs of a process share. */
struct bbob_shared {
    const char *folder;              /* for files of objectives; NULL: runs are on the host */
    struct swarm_context *devices;   /* driver and compiled kernels of all runs on a device; NULL: none yet */
};

struct bbob_task {
    struct bbob_shared *shared;
    const struct bbob_instance *instance;
    uint64_t seed, budget;
    uint64_t evaluations;
    uint64_t hits[BBOB_TARGETS]; /* number of the evaluation that first reached the target; the first is 1 */
    int reached;                 /* number of targets reached */
    double best;                 /* least value less f_opt; infinite before the first evaluation */
};

/* True if the options name a device. */
bool bbob_needs_device(char **options);

/* Opens the devices of a process, or closes them. Returns false if that fails; it has printed why. */
bool bbob_open_devices(struct bbob_shared *shared);
void bbob_close_devices(struct bbob_shared *shared);

struct bbob_task bbob_task_make(const struct bbob_instance *instance, uint64_t seed, uint64_t budget);

/* True if the budget is spent or the last target reached. */
bool bbob_task_is_done(const struct bbob_task *task);

/* Evaluates x [dimensions], within the box. Infinite, and not counted, if the task is done. */
double bbob_task_value(struct bbob_task *task, const double *x);

/* Notes that the best value was `value`, with f_opt, after `evaluations`. */
void bbob_task_note(struct bbob_task *task, double value, uint64_t evaluations);

/* Random numbers of a peer: SplitMix64 (Steele, Lea and Flood 2014). */
struct bbob_random {
    uint64_t state;
};

double bbob_uniform(struct bbob_random *random);               /* a uniform number in (0, 1) */
int bbob_below(struct bbob_random *random, int limit);         /* a uniform integer in 0 .. limit - 1 */
double bbob_normal(struct bbob_random *random);                /* a number with standard normal distribution */
void bbob_place(struct bbob_random *random, int n, double *x); /* draws x [n] uniformly within the box */

/* Runs an algorithm until the task is done, or until the algorithm ends. `options`: names and values, then NULL; peers
 * have none. Returns false if the algorithm failed; it has printed why. */
typedef bool bbob_solve_fn(struct bbob_task *task, char **options);

/* The library's algorithms, with the program's options for `pso`; without --device on the host. Devices run iterations
 * to their end, where they count hits. The second function does so on the host, too, for comparisons. */
bbob_solve_fn bbob_solve_swarmcl, bbob_solve_by_iterations;

/* Compiles the kernels of a run on a device. */
bbob_solve_fn bbob_build_swarmcl;

/* Peers in plain C: random points, a swarm (Clerc and Kennedy 2002), DE/rand/1/bin (Storn and Price 1997), L-SHADE
 * (Tanabe and Fukunaga 2014) with a population that shrinks over the budget. */
bbob_solve_fn bbob_solve_random, bbob_solve_plain_swarm, bbob_solve_de, bbob_solve_lshade;

/* Algorithms of NLopt: CRS2 (Kaelo and Ali 2006), DIRECT-L (Gablonsky and Kelley 2001), MLSL (Kan and Timmer 1987) with
 * BOBYQA. CRS2 and MLSL begin anew when they end. */
bbob_solve_fn bbob_solve_crs2, bbob_solve_direct, bbob_solve_mlsl;

#endif
