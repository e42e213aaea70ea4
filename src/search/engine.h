/* engine.h - the method of a search (ants, a population, a swarm) on a device or the host, as a table of functions.
 *
 * A solution is a tour, an assignment or a position; problem and engine know its size. A score is a 64-bit key: a
 * length, or the key of a value. The lower score is better. */
#ifndef SWARMCL_SEARCH_ENGINE_H
#define SWARMCL_SEARCH_ENGINE_H

#include "base/checkpoint.h"
#include "ocl/session.h"
#include "options/options.h"

struct search_engine;

enum { SEARCH_SECTIONS_MOST = 20 /* maximum number of sections in an engine's state */ };

/* The state of an engine between two iterations, as sections of a checkpoint. Bytes are owned. A zeroed struct is
 * empty; release it in any case. */
struct search_sections {
    size_t count;
    struct base_checkpoint_section sections[SEARCH_SECTIONS_MOST];
    size_t items[SEARCH_SECTIONS_MOST]; /* bytes of one item of each section */
};

void search_sections_deinit(struct search_sections *state);

/* Adds an empty section for up to `count` items of `item` bytes. */
void search_sections_add(struct search_sections *state, const char *name, uint64_t count, size_t item);

/* Allocates `count` items in a section that was added or read; NULL if memory runs out. */
void *search_sections_make(struct search_sections *state, size_t section, uint64_t count);

/* Fills a section with copies of items[count]; `items` NULL: only allocates. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status search_sections_put(struct search_sections *state, struct base_env *env, size_t section,
                                      const void *items, uint64_t count);

/* Copies all items of a section to `to`. */
void search_sections_get(const struct search_sections *state, size_t section, void *to);

/* True if a section that was read from a file has `count` items. */
static inline bool search_sections_has(const struct search_sections *state, size_t section, uint64_t count)
{
    return state->sections[section].size == count * state->items[section];
}

/* Counts of an engine. */
struct search_counts {
    uint64_t nans;        /* evaluations that returned NaN */
    uint64_t evaluations; /* of engines whose iterations differ in them */
    uint64_t restarts;    /* runs of an engine after its first one */
};

/* A solution that is better than all earlier ones of its search. */
struct search_improvement {
    uint64_t iteration;   /* iteration that found the solution; 0: the starting solution */
    uint64_t evaluations; /* evaluations up to the end of that iteration, of engines that count them */
    int64_t score;
    double place[2]; /* first two coordinates of a position, for pictures */
};

/* Report of an engine about the iterations completed since its previous report. */
struct search_summary {
    uint64_t iterations; /* number of iterations that the run has completed */
    int64_t built;       /* best score that these iterations have built; INT64_MAX: unknown */
    size_t count;
    const struct search_improvement *improvements; /* [count], oldest first; valid until the engine is called again */
    enum swarm_stop_reason end; /* why the last iteration ends the run; SWARM_STOP_ITERATIONS: no reason */
};

/* An iteration, for the curve of a run. */
struct search_measure {
    int64_t shortest;     /* best score of the iteration's solutions */
    int64_t mean;         /* mean score of the iteration's solutions, rounded down */
    double mean_fraction; /* mean score minus `mean`, from 0 to below 1 */
    double branching;     /* mean number of significant trails per node, as in struct swarm_curve_point */
};

/* The phases of a search, in order. Each is called once, except step and collect. Functions of search_engine, below,
 * serve as entries that are the same in many engines. Engines that share launches are made one after another;
 * afterwards each may run on its own thread, but all perform the same number of iterations between two calls of
 * functions other than step and collect. */
struct search_engine_type {
    size_t size; /* bytes of the engine's own struct, which begins with struct search_engine */
    /* Chooses the kernel shapes, lists the memory needed, and fails if that is too much. Allocates nothing large. */
    enum swarm_status (*plan)(struct search_engine *engine);
    /* Opens the device. */
    enum swarm_status (*open)(struct search_engine *engine);
    /* Sets the score that serves as the engine's unit; called before build. NULL: not needed. */
    void (*set_scale)(struct search_engine *engine, int64_t scale);
    /* Compiles the kernels. */
    enum swarm_status (*build)(struct search_engine *engine);
    /* Allocates and fills memory, and makes `start` of `score` the best so far, improved if the engine does so; `start`
     * NULL: the engine makes its own. Sets engine->start_score to its score, or to INT64_MAX if a summary reports it.
     * If engine->resumed, load() sets the start instead. */
    enum swarm_status (*prepare)(struct search_engine *engine, const void *start, int64_t score);
    /* Runs or queues iteration `iteration` (from 1) and as many of the following, up to *last, as the engine wants.
     * *last returns the last one queued. *interrupted: the run was cancelled or passed its deadline before *last was
     * complete; then step() must not be called again. */
    enum swarm_status (*step)(struct search_engine *engine, uint64_t iteration, uint64_t *last, bool *interrupted);
    /* Returns the summary of the next completed iterations, in order. *got: there is one. `all`: first waits for
     * all. */
    enum swarm_status (*collect)(struct search_engine *engine, bool all, bool *got, struct search_summary *summary);
    /* Takes `solution`, with the better score *score, as the best so far after `iteration`, the last. Called when the
     * queue is collected and the engine is not torn. *score returns the new best score, which may be better still,
     * because a population recombines with the solution. */
    enum swarm_status (*take)(struct search_engine *engine, const void *solution, int64_t *score, uint64_t iteration);
    /* Measures the last iteration. Called when the queue is collected and the engine is not torn. NULL: impossible. */
    enum swarm_status (*measure)(struct search_engine *engine, struct search_measure *measure);
    /* Mixing trails; trail_bytes NULL: the engine has none. give_trails copies them. mix_trails replaces `share` / 2^32
     * of them by the mean of trails[count] of engines for the same question; `own` holds the engine's trails and may be
     * overwritten. Called when the queue is collected and the engine is not torn. */
    uint64_t (*trail_bytes)(const struct search_engine *engine);
    enum swarm_status (*give_trails)(struct search_engine *engine, void *trails);
    enum swarm_status (*mix_trails)(struct search_engine *engine, void *own, const void *const *trails, size_t count,
                                    uint64_t share);
    /* Waits for the queue and reads the best solution. Updates *best if that is better than the summaries reported. */
    enum swarm_status (*solution)(struct search_engine *engine, void *solution, struct search_improvement *best);
    /* Writes what the engine chose itself, for example kernel shapes, to the options of the run. NULL: nothing. */
    void (*describe)(const struct search_engine *engine, struct options *options);
    /* Lists the sections of a state. */
    void (*list)(const struct search_engine *engine, struct search_sections *state);
    /* Fills the sections of `state`. Called when the queue is collected and the engine is not torn. */
    enum swarm_status (*save)(struct search_engine *engine, struct search_sections *state);
    /* Restores the state after `iteration`; called once, before the first step. SWARM_ERROR_INPUT, without the file's
     * name, for an impossible state. */
    enum swarm_status (*load)(struct search_engine *engine, struct search_sections *state, uint64_t iteration);
    /* Frees the members of the engine. Engines that share launches are released in the reverse of the order in which
     * they were made. */
    void (*release)(struct search_engine *engine);
};

/* The settings that every engine has. */
struct search_request {
    uint64_t seed;
    int64_t target;      /* score that ends the run when reached; INT64_MIN: none */
    uint64_t no_improve; /* iterations without an improvement that end the run; 0: no limit */
    bool converges;      /* the run ends when more iterations are unlikely to improve the best */
    /* If `converges`: the run continues while its best score is `unfit` or more. Below `unfit` it ends after
     * fit_iterations, unless that is 0. INT64_MAX: every score is fit. */
    int64_t unfit;
    uint64_t fit_iterations;
    double deadline; /* base_seconds() at which the run should end; INFINITY: no limit */
    double launch_seconds;
    bool profiling;
    const char *dump_path;       /* file for the source of the built kernels; NULL: none */
    uint32_t sharers;            /* engines of the run that may share launches of a device; 0: none */
    struct search_engine *first; /* engine made first, whose launches this one shares; NULL: this one */
};

enum {
    SEARCH_PLAN_ENTRIES = 32, /* maximum number of buffers of an engine */
    SEARCH_DONE_TEXT = 8192   /* bytes of the text `done`, a section of checkpoints */
};

/* The common part of all engines, their first member. */
struct search_engine {
    const struct search_engine_type *type;
    struct base_env *env;
    struct search_request request;
    const struct ocl_device_list *devices; /* all devices of the context; NULL: only the host */
    size_t device_index;                   /* index of the engine's first device in the list */
    const struct swarm_device *device;     /* the engine's first device; NULL: only the host */
    struct ocl_session *session;           /* holds the kernel times; NULL: there are none */
    int64_t start_score;                   /* best score before the first iteration; set by prepare() */
    bool resumed;                          /* True if load() is called after prepare() */
    struct base_patience patience;         /* how long the current iteration may continue past the end */
    bool torn;                             /* an interruption left the state inside an iteration: it cannot be saved */
    bool keeps_state;                      /* the state after the run is that of its last complete iteration */
    bool has_summary;                      /* True if search_engine_collect() still has to return `summary` */
    struct search_summary summary;
    struct search_improvement improvement;
    struct search_counts counts; /* valid after solution() */
    char done[SEARCH_DONE_TEXT]; /* describes the work done, where a number of iterations does not; otherwise "" */
    size_t plan_count;
    struct swarm_plan_entry plan[SEARCH_PLAN_ENTRIES];
};

/* ------------------------------------------------------------------------------------------------------------------ */
/* Functions for engines                                                                                              */

/* The devices of an engine, or those that the user names for a run and all its islands. */
struct search_devices {
    const struct ocl_device_list *list; /* device list, which must outlive the engine; NULL: only the host */
    size_t *indices;                    /* [count] indices in the list; a device named twice occurs twice */
    size_t count;                       /* 0 for a run: no device is named, so the run chooses one */
};

/* Allocates an engine and fills in the members given; others are 0. The caller owns *engine. */
enum swarm_status search_engine_create(struct base_env *env, const struct search_engine_type *type,
                                       const struct search_request *request, struct search_devices devices,
                                       struct search_engine **engine);

/* Defines self_of(), which casts the engine argument of a table's functions to the engine's own type. */
#define SEARCH_ENGINE_SELF(type)                                     \
    static inline struct type *self_of(struct search_engine *engine) \
    {                                                                \
        return (struct type *)engine;                                \
    }

/* Accepts *engine NULL; sets *engine to NULL. */
void search_engine_destroy(struct search_engine **engine);

/* Adds an entry to the memory plan and returns `bytes`. For plan(). */
uint64_t search_engine_add_plan(struct search_engine *engine, const char *name, uint64_t bytes);

/* Makes the buffers the memory plan; fails if they do not fit the first device. For plan(). */
enum swarm_status search_engine_plan_buffers(struct search_engine *engine, const struct ocl_buffer *buffers,
                                             size_t count);

/* Fails if less than `bytes` of host memory is available. `advice` ends the message, for example "; --population takes
 * fewer". For plan(). */
enum swarm_status search_engine_check_memory(const struct search_engine *engine, uint64_t bytes, const char *advice);

/* Like search_engine_check_memory(), for a sequential reference; also logs the memory. */
enum swarm_status search_engine_check_reference(const struct search_engine *engine, uint64_t bytes);

/* Fails on a device that ends long loops early; `instead` is the option that needs no long loops. For plan(). */
enum swarm_status search_engine_check_loops(const struct search_engine *engine, const char *instead);

/* Serves as open() of an engine with one queue on its first device. On the host it does nothing. */
enum swarm_status search_engine_open_session(struct search_engine *engine, struct ocl_session *session);

/* Serves as open() or build() of an engine that has nothing to do in that phase. */
enum swarm_status search_engine_do_nothing(struct search_engine *engine);

/* Begins an iteration in step() of an engine without a queue; the engine is torn until the iteration is complete.
 * Returns false and sets *interrupted if the run is interrupted or `is_ready` is false: prepare() was interrupted. */
bool search_engine_begin(struct search_engine *engine, bool is_ready, uint64_t iteration, uint64_t *last,
                         bool *interrupted);

/* One iteration of an engine without a queue. */
struct search_iteration {
    uint64_t number;      /* number of iterations completed, including this one */
    int64_t before, best; /* best score before and after the iteration */
    int64_t built;        /* best score that the iteration has built */
};

/* Makes the summary that search_engine_collect() returns. For step() of engines without a queue. *stalled counts the
 * complete iterations since the best solution was found. */
void search_engine_report(struct search_engine *engine, const struct search_iteration *iteration, uint64_t *stalled);

/* Serves as collect() of engines without a queue. */
enum swarm_status search_engine_collect(struct search_engine *engine, bool all, bool *got,
                                        struct search_summary *summary);

/* True if the run has to end: cancelled, or past its deadline. The second also allows for engine->patience. */
bool search_engine_is_interrupted(const struct search_engine *engine);
bool search_engine_is_cut(const struct search_engine *engine);

#endif
