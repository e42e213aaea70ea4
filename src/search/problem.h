/* problem.h - the problems of runs, a row each: a run uses a problem only by these functions. */
#ifndef SWARMCL_SEARCH_PROBLEM_H
#define SWARMCL_SEARCH_PROBLEM_H

#include "options/options.h"

struct run;
struct run_many; /* run.h */
struct run_bound;
struct run_engine;
struct run_identity; /* checkpoints.h */

struct run_problem {
    const char *name; /* of swarm_params_create() */
    const char *kind; /* of its checkpoints */
    unsigned owners;  /* of its options: options.h */
    bool has_twin;    /* the host can do all of a device's work */

    /* Reads the instance or objective and the options: refuses clashes, makes open choices in run->options, makes
     * run->question, fills run->request and run->answer_size. Looks for no device. */
    enum swarm_status (*ask)(struct run *run);
    /* Frees what run->question has, except its own memory. */
    void (*forget)(struct run *run);
    /* Whether the run needs no device unless it names one. NULL: it always needs one. */
    bool (*is_host_only)(const struct swarm_params *params);
    /* Returns the name of the input that only a device can compute. NULL: there is no such input, or no such row. */
    const char *(*needs_device)(const struct run *run);

    /* Opens the first device of the options for all runs of a batch, for run_task.shared. *shared returns owned; NULL:
     * they have the device in turns. *runs: how many are to be made at the same time. NULL: always in turns. */
    enum swarm_status (*share)(const struct run_many *many, void **shared, unsigned *runs);
    void (*unshare)(void **shared);

    /* Makes an engine for a device of the task, or for the host, unplanned. `run` may be an island's. A run with
     * several run->named makes an engine for all of them. */
    enum swarm_status (*make)(struct run *run, size_t device, struct run_engine **engine);
    /* Whether one engine works on all of run->named devices unless --islands says otherwise. NULL: never. */
    bool (*is_shared)(const struct run *run);
    /* Refuses, if one engine cannot work on all of run->named devices at once. NULL: it never can. */
    enum swarm_status (*spread)(const struct run *run);
    /* Fills run->answer and *score with the answer to start from, and run->scale. *score INT64_MAX: the engine draws
     * its own. */
    enum swarm_status (*start)(struct run *run, int64_t *score);

    /* For a run without time for an iteration: looks for a better answer than run->answer until `until`, and records
     * it. NULL: there is none. */
    enum swarm_status (*rescue)(struct run *run, double until);

    /* Raises the bound of the run (bound.h) on a thread of its own, until it gains little or is interrupted, with the
     * bound's env. NULL: there is none. */
    enum swarm_status (*bound)(const struct run *run, struct run_bound *bound);

    /* Converts a score to the caller's length and value. */
    void (*show)(const struct run *run, int64_t score, int64_t *length, double *value);
    /* Puts run->answer into the progress if it is the best so far. */
    void (*tell)(const struct run *run, struct swarm_progress *progress);
    /* Gives the best so far to the result, and checks it. SWARM_ERROR_VERIFICATION. */
    enum swarm_status (*verify)(struct run *run);
    /* Sets *possible if an answer of a checkpoint has this score. Fails only without memory. */
    enum swarm_status (*check)(const struct run *run, const void *answer, int64_t score, bool *possible);
    /* Adds the inputs beside options that decide the result: checksums of instances and files. */
    void (*identify)(const struct run *run, struct run_identity *identity);
    /* Whether a value (not NULL) of a deciding option changes nothing. NULL: none. */
    bool (*is_free)(enum option option, const char *value);
};

/* All problems; NULL ends them. */
extern const struct run_problem *const run_problems[];

/* Whether an option with this value (NULL: none) decides the result. */
bool run_decides(const struct run_problem *problem, enum option option, const char *value);

#endif
