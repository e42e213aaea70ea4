/* problem.h - the problems of runs, a row each: a run uses a problem only by these functions. */
#ifndef SWARMCL_SEARCH_PROBLEM_H
#define SWARMCL_SEARCH_PROBLEM_H

#include "engine.h"

struct search;
struct run_many; /* run.h, like the next two */
struct run_bound;
struct run_identity;

struct search_problem {
    const char *name;   /* of swarm_params_create() */
    const char *kind;   /* of its checkpoints */
    unsigned owners;    /* of its options: options.h */
    bool has_reference; /* the host can do all work of a device */

    /* Reads the instance or objective and the options: rejects clashes, makes open choices in search->options, makes
     * search->question, fills search->request and search->solution_size. Needs no device. */
    enum swarm_status (*ask)(struct search *search);
    /* Frees the members of search->question. */
    void (*release)(struct search *search);
    /* True if the run needs no device unless it names one. NULL: it always needs one. */
    bool (*is_host_only)(const struct swarm_params *params);
    /* Returns the name of the input that only a device can compute; NULL: there is none. The entry may be NULL. */
    const char *(*needs_device)(const struct search *search);

    /* Opens the first device of the options for all runs of a batch: search_task.shared. *shared returns owned; NULL:
     * one run at a time has the device. *runs: how many to make at the same time. The entry may be NULL. */
    enum swarm_status (*share)(const struct run_many *many, void **shared, unsigned *runs);
    void (*unshare)(void **shared);

    /* Makes an engine for these devices, or for the host, unplanned. There are several devices if they are named and
     * one engine works on all. */
    enum swarm_status (*make)(struct search *search, struct search_devices devices, struct search_engine **engine);
    /* True if one engine works on all named devices unless --islands says otherwise. NULL: never. */
    bool (*is_shared)(const struct search *search, struct search_devices devices);
    /* Fails if one engine cannot work on all of these devices. NULL: it never can. */
    enum swarm_status (*spread)(const struct search *search, struct search_devices devices);
    /* Fills search->solution and *score with the solution to start from, and search->scale. *score INT64_MAX: the
     * engine makes its own start. */
    enum swarm_status (*start)(struct search *search, int64_t *score);

    /* For a run without time for an iteration: looks for a better solution than search->solution until `until`, and
     * records it. NULL: there is none. */
    enum swarm_status (*rescue)(struct search *search, double until);

    /* Raises the bound of the run on a thread of its own, with the bound's env, until it gains little or is
     * interrupted. NULL: there is no bound. */
    enum swarm_status (*bound)(const struct search *search, struct run_bound *bound);

    /* Converts a score to the caller's length and value. */
    void (*show)(const struct search *search, int64_t score, int64_t *length, double *value);
    /* Adds search->solution to the progress if it is the best so far. */
    void (*report)(const struct search *search, struct swarm_progress *progress);
    /* Moves the best so far to the result, and checks it. SWARM_ERROR_VERIFICATION. */
    enum swarm_status (*verify)(struct search *search);
    /* Sets *possible if a solution of a checkpoint has this score. Fails only without memory. */
    enum swarm_status (*check)(const struct search *search, const void *solution, int64_t score, bool *possible);
    /* Adds checksums of instances and files, which decide the result like options. */
    void (*identify)(const struct search *search, struct run_identity *identity);
    /* True if a value (not NULL) of a deciding option changes nothing. NULL: none does. */
    bool (*is_free)(enum option option, const char *value);
};

/* All problems; NULL ends them. */
extern const struct search_problem *const search_problems[];

#endif
