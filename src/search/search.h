/* search.h - one search: an engine at work on a problem's question, and the best that it has found.
 *
 * A run has one search, and one more per island and for the host while kernels compile. A search does not know about
 * islands or checkpoints: it calls the run around it through struct search_hooks. */
#ifndef SWARMCL_SEARCH_SEARCH_H
#define SWARMCL_SEARCH_SEARCH_H

#include "engine.h"
#include "options/params.h"

struct search;

/* What the caller of a run provides. */
struct search_task {
    struct base_env *env;
    const struct ocl_device_list *devices; /* NULL: only the host; must outlive the result */
    double discovery_seconds;              /* seconds that listing the devices took, part of timing.context */
    const struct swarm_params *params;
    unsigned threads;            /* host threads of an engine; 0: from the options */
    void *shared;                /* state that all runs of a batch share (problem.h); NULL: none */
    swarm_progress_fn *progress; /* function that receives progress; NULL: none */
    void *progress_user;
};

/* The iterations (from, done], of which each took `seconds`; INFINITY: not measured yet. */
struct search_span {
    uint64_t from, done;
    double seconds;
};

/* What to do with the engine's state between two iterations: nothing, copy it in memory, or write it to a file. */
enum search_due { SEARCH_DUE_NOTHING, SEARCH_DUE_STATE, SEARCH_DUE_FILE };

/* Functions of the run that a search calls, each with `user`. All except `found` may be NULL. */
struct search_hooks {
    void *user;
    /* The best score has changed to `score`. `again`: an earlier solution was made the best again, so the score may be
     * worse. */
    void (*found)(void *user, int64_t score, bool again);
    /* search->solution now holds the best solution. */
    void (*has_read)(void *user, const struct search *search);
    /* `iteration` is complete; `improved`: the best solution improved since the last call. */
    void (*report)(void *user, const struct search *search, uint64_t iteration, bool improved);
    /* Decides what to do with the state after the iterations of `span`. NULL without checkpoints, like keep and
     * patience. */
    enum search_due (*due)(void *user, const struct search_span *span);
    /* Copies the state to memory between two iterations or, if `write`, writes it to a file. */
    enum swarm_status (*keep)(void *user, bool write);
    /* Decides how long an iteration that usually takes `seconds` may continue after the run should end. */
    struct base_patience (*patience)(void *user, double seconds);
    uint64_t every; /* iterations between two checkpoints; 0: `due` decides by the clock */
};

/* A result under construction, and its memory. Begins with the public struct, to which the user's pointer points. */
struct search_result {
    struct swarm_result shown;
    struct search_improvement best; /* best so far; score INT64_MAX: no solution yet */
    int64_t reported;               /* best score that summaries of the engine reported; decides targets */
    int64_t built;                  /* best score built by any iteration; INT64_MAX: none */
    int64_t bound;                  /* lower bound on the length of every solution; 0: nothing is proven */
    struct search_counts counts;    /* sums of all engines */
    size_t trace_capacity;
    struct swarm_trace_point *trace;
    size_t curve_capacity;
    struct swarm_curve_point *curve;
    struct swarm_setting *settings; /* options of the run in words, with owned values */
    struct swarm_plan_entry plan[SEARCH_PLAN_ENTRIES];
    struct swarm_kernel_time *kernels;
    struct swarm_island *islands; /* [shown.island_count] statistics of each island */
    struct swarm_tour tour;       /* the solution from here on, filled in by the problem */
    struct swarm_position position;
    struct swarm_assignment assignment;
    void *owned[3]; /* arrays to which the solution points, freed with the result */
};

/* The caller owns *result, for swarm_result_destroy(). SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status search_result_create(struct base_env *env, struct search_result **result);

/* Finds an optimal solution [solution_size] and its score on the host. */
typedef enum swarm_status search_solve_fn(const struct search *search, void *solution, int64_t *score);

struct search {
    struct base_env *env;
    const struct search_task *task;
    const struct search_problem *problem;
    struct options options; /* the user's, completed by the values that problem and engine choose */
    void *question;         /* the problem's data; the run owns it */
    struct search_request request;
    search_solve_fn *solve;       /* solver of small instances, without the engine; NULL: the instance is not small */
    size_t solution_size;         /* size of a solution in bytes */
    void *solution;               /* [solution_size] best solution so far */
    int64_t scale;                /* score that serves the engine as a unit */
    bool starts_anew;             /* the starting solution is not valid: the engine's own replaces it */
    bool resumes;                 /* True if the engine continues from `state` */
    struct search_engine *engine; /* owned engine of the search; NULL: not open yet */
    struct search_sections state; /* engine's state; no sections unless loaded or saved */
    struct search_result *result;
    const struct search_hooks *hooks;
};

/* Makes another search for the same question, with its own env, solution and result, and without an engine. */
struct search search_fork(const struct search *search, struct base_env *env, void *solution,
                          struct search_result *result);

/* Destroys the engine and the state. */
void search_close(struct search *search);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Devices: devices.c                                                                                                 */

/* True if the user names no device. Then a run that needs none does not load a driver. */
bool search_names_no_device(const struct swarm_params *params);

/* Finds the devices of `devices->list` that the options select. With `auto` they are in the order in which to try them;
 * otherwise all are used, each as often as it is named, and more than one is rejected unless `several`. The caller owns
 * devices->indices. Errors: SWARM_ERROR_INVALID_ARGUMENT, SWARM_ERROR_NO_DEVICE. */
enum swarm_status search_devices_find(struct base_env *env, const struct options *options, bool several,
                                      struct search_devices *devices);

/* Plans and opens the engines of `user` on all of these devices. */
typedef enum swarm_status search_open_fn(void *user, struct search_devices devices);

/* Opens the devices that the user names, otherwise the first that can hold the search, otherwise the host. `auto` tries
 * the next device if one does not open or has too little memory. For the host, `devices` gets a NULL list, index 0. */
enum swarm_status search_open_with(struct search *search, struct search_devices *devices, search_open_fn *open,
                                   void *user);

/* ------------------------------------------------------------------------------------------------------------------ */
/* The phases of a search in order                                                                                    */

/* Makes, plans and opens the engine on these devices; after a failure there is no engine. */
enum swarm_status search_open_on(struct search *search, struct search_devices devices);

/* Makes, plans and opens the engine on the devices that search_open_with() finds. */
enum swarm_status search_open(struct search *search, struct search_devices *devices);

/* Called when a device failed with `status`. If the user named no device, removes the device, so the host can search,
 * and logs that (the first time as a warning). Returns `status` if the search needs a device; returns SWARM_OK for
 * SWARM_OK. */
enum swarm_status search_use_host(struct search *search, struct search_devices *devices, enum swarm_status status);

/* Finds the best starting solution, unless the search resumes, and gives the engine its unit. */
enum swarm_status search_start(struct search *search);
void search_set_scale(struct search *search);

/* Fills the engine and loads its state. SWARM_ERROR_INPUT for an impossible state. */
enum swarm_status search_prepare(struct search *search);

/* Iterates up to `last` and reads the best solution. *stop: a summary ended the search. *interrupted: cancelled or out
 * of time before `last` was complete. */
enum swarm_status search_advance(struct search *search, uint64_t last, bool *stop, bool *interrupted);

/* Records the summaries that are ready or, with `all`, those of the whole queue. Sets *stop at the first that ends the
 * search. */
enum swarm_status search_collect(struct search *search, bool all, bool *stop);

/* Reads the best solution, which may be better than the summaries reported. */
enum swarm_status search_read_solution(struct search *search);

/* Fails with SWARM_ERROR_INPUT: the file of --resume has an impossible state. */
enum swarm_status search_refuse_state(const struct search *search);

/* ------------------------------------------------------------------------------------------------------------------ */
/* The best so far                                                                                                    */

/* Appends an improvement to the trace and makes it the best solution. */
enum swarm_status search_improve(struct search *search, const struct search_improvement *improvement);

/* Records the engine's best solution before its first iteration. */
enum swarm_status search_take_prepared(struct search *search, const struct search_improvement *prepared);

/* Makes an earlier solution the best again, and truncates the trace to its first `trace_count` points. */
void search_go_back(struct search *search, const struct search_improvement *best, size_t trace_count);

/* Call the hooks `has_read` and `report`. */
void search_has_read(const struct search *search);
void search_report(const struct search *search, uint64_t iteration, bool improved);

bool search_has_solution(const struct search *search);

/* True if a solution of this score reaches the target. */
bool search_has_reached(const struct search *search, int64_t score);

/* The first is true if the search has to end (cancelled, satisfied by a bound, or too late); the second says why. */
bool search_is_interrupted(const struct search *search);
enum swarm_stop_reason search_interruption(const struct search *search);

/* True if the search ends before its first iteration: its start reaches the target, or `interruption` is not
 * SWARM_STOP_ITERATIONS (none). Sets the reason in the result. */
bool search_is_over(struct search *search, enum swarm_stop_reason interruption);

/* Number of the last iteration that the options allow; UINT32_MAX without a limit. */
uint64_t search_limit(const struct search *search);

/* exact.c: makes the engine of a search that has `solve`. Iteration 1 finds an optimal solution and ends the search:
 * with reason target if that is reached, otherwise proven. Time limits and starting solutions have no effect. The
 * caller owns *engine. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status search_exact_create(const struct search *search, struct search_engine **engine);

/* result.c: copies the choices of the engine into `options`. */
void search_describe(const struct search *search, struct options *options);

/* result.c: fills in the values of all options, the memory plan and the engine's kernel times. */
enum swarm_status search_describe_result(const struct search *search);

#endif
