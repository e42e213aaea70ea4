/* search.h - one search: an engine at work on a problem's question, and the best that it has found.
 *
 * A run has a search, each of its islands has one, and the host has one while kernels are compiled. A search knows
 * neither islands nor checkpoints: it calls the run around it by struct search_hooks.
 */
#ifndef SWARMCL_SEARCH_SEARCH_H
#define SWARMCL_SEARCH_SEARCH_H

#include "engine.h"
#include "options/params.h"

struct search;

/* The caller's order. */
struct search_task {
    struct base_env *env;
    const struct ocl_device_list *devices; /* NULL: only the host; must outlive the result */
    double discovery_seconds;              /* for listing the devices, part of timing.context */
    const struct swarm_params *params;
    unsigned threads;            /* of the host, for an engine; 0: as the options say */
    void *shared;                /* what all runs of a batch share (problem.h); NULL: nothing */
    swarm_progress_fn *progress; /* may be NULL */
    void *progress_user;
};

/* Iterations (from, done] took `seconds` each; INFINITY: not measured yet. */
struct search_span {
    uint64_t from, done;
    double seconds;
};

/* What is due after a span: nothing, a copy of the state in memory, or a file. */
enum search_due { SEARCH_DUE_NOTHING, SEARCH_DUE_STATE, SEARCH_DUE_FILE };

/* Calls of a search to the run around it, each with `user`. All except `found` may be NULL. */
struct search_hooks {
    void *user;
    /* The best has this score now; `again`: the search went back to it. */
    void (*found)(void *user, int64_t score, bool again);
    /* search->solution is the best so far. */
    void (*has_read)(void *user, const struct search *search);
    /* `iteration` is complete. `improved`: the best is better than before. */
    void (*report)(void *user, const struct search *search, uint64_t iteration, bool improved);
    /* Without checkpoints the next three are NULL. */
    enum search_due (*due)(void *user, const struct search_span *span);
    /* Keeps the state between two iterations, or (`write`) writes it to a file. */
    enum swarm_status (*keep)(void *user, bool write);
    /* How long an iteration of `seconds` may continue after the end of the run. */
    struct base_patience (*patience)(void *user, double seconds);
    uint64_t every; /* iterations between two files; 0: `due` decides by the clock */
};

/* A result under construction, with its memory. Begins with the public struct, to which the caller points. */
struct search_result {
    struct swarm_result shown;
    struct search_improvement best; /* so far; a score of INT64_MAX: none */
    int64_t reported;   /* the best score of the summaries; a solution may be better, but targets ignore that */
    int64_t built;      /* the best that an iteration has built; INT64_MAX: none */
    int64_t bound;      /* a length that no solution is below; 0: nothing is proven */
    uint64_t nan_count; /* of all engines */
    size_t trace_capacity;
    struct swarm_trace_point *trace;
    struct swarm_setting *settings; /* values owned */
    struct swarm_plan_entry plan[SEARCH_PLAN_ENTRIES];
    struct swarm_kernel_time *kernels;
    struct swarm_island *islands; /* [shown.island_count] */
    struct swarm_tour tour;       /* this and the next members: the solution, filled in by the problem */
    struct swarm_position position;
    struct swarm_assignment assignment;
    void *owned[3]; /* the arrays of the solution */
};

/* *result returns owned, for swarm_result_destroy(). SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status search_result_create(struct base_env *env, struct search_result **result);

/* Finds the best solution [solution_size] and its score on the host. */
typedef enum swarm_status search_solve_fn(const struct search *search, void *solution, int64_t *score);

struct search {
    struct base_env *env;
    const struct search_task *task;
    const struct search_problem *problem;
    struct options options; /* with the choices of problem and engine */
    void *question;         /* the problem's; the run owns it */
    struct search_request request;
    search_solve_fn *solve;       /* set by the problem for small instances; NULL: the problem's engine searches */
    size_t solution_size;         /* bytes */
    void *solution;               /* [solution_size] the best so far */
    int64_t scale;                /* the score that serves the engine as unit */
    bool starts_anew;             /* the solution to start from is void: the engine's own replaces it */
    bool resumes;                 /* the engine continues from `state` */
    struct search_engine *engine; /* owned; NULL: not open yet */
    struct search_sections state; /* of the engine; no sections unless it is loaded or saved */
    struct search_result *result;
    const struct search_hooks *hooks;
};

/* Makes another search for the same question: with an env, a solution and a result of its own, and without an engine.
 */
struct search search_fork(const struct search *search, struct base_env *env, void *solution,
                          struct search_result *result);

/* Destroys the engine and the state. */
void search_close(struct search *search);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Devices: devices.c                                                                                                 */

/* True if no device is named, so a run that needs none does not load a driver. */
bool search_names_no_device(const struct swarm_params *params);

/* Finds the devices of `devices->list` that the options choose. For `auto` they are in the order to try them; otherwise
 * all are used, each as often as it is named, and more than one is refused unless `several`. devices->indices returns
 * owned. Errors: SWARM_ERROR_INVALID_ARGUMENT, SWARM_ERROR_NO_DEVICE. */
enum swarm_status search_devices_find(struct base_env *env, const struct options *options, bool several,
                                      struct search_devices *devices);

/* Plans and opens the engines of `user` on all of these devices. */
typedef enum swarm_status search_open_fn(void *user, struct search_devices devices);

/* Opens the devices that the caller names, else the first that holds the search, or the host. With `auto` the next
 * device replaces one that does not open or has too little memory. `devices` of the host: a NULL list, index 0. */
enum swarm_status search_open_with(struct search *search, struct search_devices *devices, search_open_fn *open,
                                   void *user);

/* ------------------------------------------------------------------------------------------------------------------ */
/* The phases of a search in order                                                                                    */

/* Makes, plans and opens the engine for these devices; after a failure there is none. */
enum swarm_status search_open_on(struct search *search, struct search_devices devices);

/* The same on the devices of search_open_with(). */
enum swarm_status search_open(struct search *search, struct search_devices *devices);

/* After a device has failed with `status`: removes the devices of a search that names none, so the host can search.
 * Logs that, as a warning the first time. Returns `status` if the search needs the device, and SWARM_OK for
 * SWARM_OK. */
enum swarm_status search_use_host(struct search *search, struct search_devices *devices, enum swarm_status status);

/* Finds the best solution to start from unless the search resumes; gives the engine its unit. */
enum swarm_status search_start(struct search *search);
void search_set_scale(struct search *search);

/* Fills the engine and loads its state. SWARM_ERROR_INPUT for an impossible state. */
enum swarm_status search_prepare(struct search *search);

/* Iterates up to `last` and reads the best solution. *stop: a summary has ended the search; *interrupted: cancelled or
 * out of time before `last` was complete. */
enum swarm_status search_advance(struct search *search, uint64_t last, bool *stop, bool *interrupted);

/* Takes the summaries that are complete, or with `all` those of the whole queue; *stop is set at the first that ends
 * the search. */
enum swarm_status search_collect(struct search *search, bool all, bool *stop);

/* Reads the best solution, which may be better than the summaries say. */
enum swarm_status search_read_solution(struct search *search);

/* SWARM_ERROR_INPUT for an impossible state in the file of --resume. */
enum swarm_status search_refuse_state(const struct search *search);

/* ------------------------------------------------------------------------------------------------------------------ */
/* The best so far                                                                                                    */

/* Appends an improvement to the trace and makes it the best. */
enum swarm_status search_improve(struct search *search, const struct search_improvement *improvement);

/* Records the engine's best before its first iteration. */
enum swarm_status search_take_prepared(struct search *search, const struct search_improvement *prepared);

/* Makes an earlier solution the best again, with the first `trace_count` points of the trace. */
void search_go_back(struct search *search, const struct search_improvement *best, size_t trace_count);

/* Call the hooks. */
void search_has_read(const struct search *search);
void search_report(const struct search *search, uint64_t iteration, bool improved);

bool search_has_solution(const struct search *search);

/* True if a solution of this score reaches the target. */
bool search_has_reached(const struct search *search, int64_t score);

/* True if the search is to end: cancelled, satisfied by a bound, or past its deadline; and which of these. */
bool search_is_interrupted(const struct search *search);
enum swarm_stop_reason search_interruption(const struct search *search);

/* True if the search is over before its first iteration, because its start reaches the target or by `interruption`;
 * SWARM_STOP_ITERATIONS: it is not interrupted. Sets the reason in the result. */
bool search_is_over(struct search *search, enum swarm_stop_reason interruption);

/* The last iteration that the search may make. */
uint64_t search_limit(const struct search *search);

/* exact.c: makes the engine of a search with `solve`. Iteration 1 finds the best solution and ends the search: by its
 * target if the solution reaches it, otherwise as proven. Time limits and starting solutions have no effect. *engine
 * returns owned. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status search_exact_create(const struct search *search, struct search_engine **engine);

/* result.c: writes the choices of the engine to `options`. */
void search_describe(const struct search *search, struct options *options);

/* result.c: fills in the value of every option, the memory plan and the kernel times of the engine. */
enum swarm_status search_describe_result(const struct search *search);

#endif
