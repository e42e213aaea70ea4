/* problem.h - a problem as a table of functions, the only access that a run has to it. */
#ifndef SWARMCL_SEARCH_PROBLEM_H
#define SWARMCL_SEARCH_PROBLEM_H

#include "engine.h"

struct search;
struct run_many; /* declared in run/run.h, like the next two structs */
struct run_bound;
struct run_identity;

struct search_problem {
    const char *name;   /* name of the problem, for swarm_params_create() */
    const char *kind;   /* kind of the problem's checkpoint files */
    unsigned owners;    /* bit of its options in enum option_owner (options.h) */
    bool has_reference; /* the host can do all work of a device: --device none works */

    /* Reads the input and the options: rejects clashes, writes its choices to search->options, and fills
     * search->question, search->request and search->solution_size. Needs no device. */
    enum swarm_status (*ask)(struct search *search);
    /* Frees the members of search->question; NULL: it owns none. */
    void (*release)(struct search *search);
    /* True if a run uses the host unless the user names a device. NULL: never. */
    bool (*is_host_only)(const struct swarm_params *params);
    /* Returns the name of the input that only a device can compute; NULL: none. The entry may be NULL. */
    const char *(*needs_device)(const struct search *search);

    /* Opens the first device of the options for all runs of a batch (search_task.shared). The caller owns *shared;
     * NULL: the device takes one run at a time. *runs: number of runs to make at the same time. The entry may be NULL.
     */
    enum swarm_status (*share)(const struct run_many *many, void **shared, unsigned *runs);
    void (*unshare)(void **shared);

    /* Makes an engine, not yet planned, for the host or for these devices; several only if one engine works on all of
     * them. */
    enum swarm_status (*make)(struct search *search, struct search_devices devices, struct search_engine **engine);
    /* True if one engine works on all named devices unless --islands is given. NULL: never. */
    bool (*is_shared)(const struct search *search, struct search_devices devices);
    /* Fails if one engine cannot work on all of these devices. NULL: always fails. */
    enum swarm_status (*spread)(const struct search *search, struct search_devices devices);
    /* Fills search->solution and *score with the starting solution, and search->scale. *score INT64_MAX: the engine
     * makes its own. */
    enum swarm_status (*start)(struct search *search, int64_t *score);

    /* Improves search->solution until `until` and records the result, in a run that had no time for an iteration. NULL:
     * not possible. */
    enum swarm_status (*rescue)(struct search *search, double until);

    /* Raises the bound of the run until it gains little or is interrupted; runs on its own thread with the bound's env.
     * NULL: the problem has no bound. */
    enum swarm_status (*bound)(const struct search *search, struct run_bound *bound);

    /* Converts a score to the caller's length and value. */
    void (*show)(const struct search *search, int64_t score, int64_t *length, double *value);
    /* Adds what the best score so far says of the solution. NULL: nothing. */
    void (*count)(const struct search *search, struct swarm_progress *progress);
    /* Adds search->solution to the progress if it is the best solution so far. NULL: progress has no such solutions. */
    void (*report)(const struct search *search, struct swarm_progress *progress);
    /* Moves the best solution to the result and checks it. SWARM_ERROR_VERIFICATION. */
    enum swarm_status (*verify)(struct search *search);
    /* Sets *possible to true if a checkpoint's solution is valid and has this score. Fails only if memory runs out. */
    enum swarm_status (*check)(const struct search *search, const void *solution, int64_t score, bool *possible);
    /* Adds checksums of the inputs, which decide the result like options, to the identity of the run. */
    void (*identify)(const struct search *search, struct run_identity *identity);
    /* True if an option that decides the result has no effect with this `value` (not NULL). NULL: never. */
    bool (*is_free)(enum option option, const char *value);
};

/* All problems, NULL-terminated. */
extern const struct search_problem *const search_problems[];

#endif
