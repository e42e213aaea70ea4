/* engine.h - one search at work, on a device or on the host, as a table of functions: ants, a population, a swarm.
 *
 * A solution is a tour, an assignment or a position; problem and engine know its size. A score is a 64-bit key: a
 * length, or the key of a value. The lower score is better.
 */
#ifndef SWARMCL_SEARCH_ENGINE_H
#define SWARMCL_SEARCH_ENGINE_H

#include "base/checkpoint.h"
#include "ocl/session.h"
#include "options/options.h"

struct search_engine;

enum { SEARCH_SECTIONS_MOST = 16 /* sections of any engine's state */ };

/* The state of an engine between two iterations, as sections of a file. Bytes are owned. Zeroed at first; release it in
 * any case. */
struct search_sections {
    size_t count;
    struct base_checkpoint_section sections[SEARCH_SECTIONS_MOST];
    size_t items[SEARCH_SECTIONS_MOST]; /* bytes of one item of each section */
};

void search_sections_deinit(struct search_sections *state);

/* Adds an empty section for up to `count` items of `item` bytes. */
void search_sections_add(struct search_sections *state, const char *name, uint64_t count, size_t item);

/* Makes room for `count` items in a section that was added or read; NULL when memory ran out. */
void *search_sections_make(struct search_sections *state, size_t section, uint64_t count);

/* Fills a section with copies of items[count]; `items` NULL: makes room. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status search_sections_put(struct search_sections *state, struct base_env *env, size_t section,
                                      const void *items, uint64_t count);

/* Copies all items of a section to `to`. */
void search_sections_get(const struct search_sections *state, size_t section, void *to);

/* True if a section that was read has `count` items. */
static inline bool search_sections_has(const struct search_sections *state, size_t section, uint64_t count)
{
    return state->sections[section].size == count * state->items[section];
}

/* A solution better than all before. */
struct search_improvement {
    uint64_t iteration; /* 0: the start */
    int64_t score;
    double place[2]; /* the first coordinates of a position */
};

/* A summary of the iterations since the last one. */
struct search_summary {
    uint64_t iterations; /* complete */
    int64_t built;       /* the best score that these iterations have built; INT64_MAX: unknown */
    size_t count;
    const struct search_improvement *improvements; /* [count] in order; borrowed until the next call with the engine */
    enum swarm_stop_reason end; /* the last of the iterations ends the run; SWARM_STOP_ITERATIONS: it does not */
};

/* The phases of a run in order; each is called once, except step and collect. Functions of search_engine, below, serve
 * as entries that are alike in many engines. Engines that share launches are made one after another; afterwards each
 * may have a thread of its own. All make the same iterations between two calls of functions other than step and
 * collect. */
struct search_engine_type {
    size_t size; /* bytes of an engine, which begins with struct search_engine */
    /* Chooses the shape, lists the memory needed and fails if it is too much. Allocates nothing large. */
    enum swarm_status (*plan)(struct search_engine *engine);
    /* Opens the device. */
    enum swarm_status (*open)(struct search_engine *engine);
    /* Sets the score that serves as unit, before build. NULL: not needed. */
    void (*set_scale)(struct search_engine *engine, int64_t scale);
    /* Compiles the kernels. */
    enum swarm_status (*build)(struct search_engine *engine);
    /* Allocates, fills, and makes `start` of `score` (NULL: the engine makes its own), improved if the engine does so,
     * the best so far. Sets engine->start_score: its score, or INT64_MAX if a summary reports it. With engine->resumed
     * load() sets the start. */
    enum swarm_status (*prepare)(struct search_engine *engine, const void *start, int64_t score);
    /* Runs or queues iteration `iteration` (from 1), and as many of the next ones up to *last as the engine likes;
     * *last becomes the last queued. *interrupted: the run was cancelled or its deadline passed before *last was
     * complete; the engine must not step again. */
    enum swarm_status (*step)(struct search_engine *engine, uint64_t iteration, uint64_t *last, bool *interrupted);
    /* Takes the summary of the next complete iterations, in order; *got: there was one. `all`: waits for the queue. */
    enum swarm_status (*collect)(struct search_engine *engine, bool all, bool *got, struct search_summary *summary);
    /* Replaces the best so far by `solution` of the better *score after `iteration`, the last one. The queue was
     * collected, and the engine is not torn. *score becomes the new best score, which may be better still: a population
     * recombines with the solution. */
    enum swarm_status (*take)(struct search_engine *engine, const void *solution, int64_t *score, uint64_t iteration);
    /* The trails that islands mix, NULL if the engine has none: their size; a copy of them; and replacing `share` /
     * 2^32 of the engine's own trails, which `own` has and may lose, by the mean of trails [count] of engines for the
     * same question. The queue was collected, and the engine is not torn. */
    uint64_t (*trail_bytes)(const struct search_engine *engine);
    enum swarm_status (*give_trails)(struct search_engine *engine, void *trails);
    enum swarm_status (*mix_trails)(struct search_engine *engine, void *own, const void *const *trails, size_t count,
                                    uint64_t share);
    /* Waits for the queue and reads the best solution. *best changes if it is better than the summaries said. */
    enum swarm_status (*solution)(struct search_engine *engine, void *solution, struct search_improvement *best);
    /* Writes the engine's own choices, for example shapes, to the options of the run. NULL: it has none. */
    void (*describe)(const struct search_engine *engine, struct options *options);
    /* Lists the sections of a state. */
    void (*list)(const struct search_engine *engine, struct search_sections *state);
    /* Fills them. The queue was collected, and the engine is not torn. */
    enum swarm_status (*save)(struct search_engine *engine, struct search_sections *state);
    /* Continues from the state after `iteration`; once, before the first step. SWARM_ERROR_INPUT, without the file's
     * name, for an impossible state. */
    enum swarm_status (*load)(struct search_engine *engine, struct search_sections *state, uint64_t iteration);
    /* Frees the members of the engine. Engines that share launches are released in the reverse order of their
     * making. */
    void (*release)(struct search_engine *engine);
};

/* The settings of every engine; an algorithm has more. */
struct search_request {
    uint64_t seed;
    int64_t target;      /* the score that ends the run; INT64_MIN: none */
    uint64_t no_improve; /* iterations without a better solution that end the run; 0: no limit */
    bool converges;      /* the run ends when the engine expects nothing of more iterations */
    /* A run that converges continues while its best score is `unfit` or more. Below that it ends after fit_iterations,
     * unless that is 0. INT64_MAX: every score is fit. */
    int64_t unfit;
    uint64_t fit_iterations;
    double deadline; /* of base_seconds(); INFINITY: none */
    double launch_seconds;
    bool profiling;
    const char *dump_path;       /* file for the built kernels; NULL: none */
    uint32_t sharers;            /* engines of the run that may share the launches of a device; 0: only this one */
    struct search_engine *first; /* the first of them that was made; NULL: this one */
};

enum {
    SEARCH_PLAN_ENTRIES = 32, /* buffers of any engine */
    SEARCH_DONE_TEXT = 8192   /* bytes of a text of the engine's work, a section of checkpoints */
};

/* The common part of all engines; the first member of each. */
struct search_engine {
    const struct search_engine_type *type;
    struct base_env *env;
    struct search_request request;
    const struct ocl_device_list *devices; /* NULL: only the host */
    size_t device_index;                   /* of the first device in the list */
    const struct swarm_device *device;     /* the first device; NULL: only the host */
    struct ocl_session *session;           /* has the event times; NULL: there are none */
    int64_t start_score;                   /* of the best so far before the first iteration; set by prepare() */
    bool resumed;                          /* load() follows prepare() */
    struct base_patience patience;         /* of the iteration in progress */
    bool torn;                             /* an interruption has stopped the state within an iteration */
    bool keeps_state;                      /* the state stays as the run's last iteration left it */
    bool has_summary;                      /* search_engine_collect() has not returned the summary yet */
    struct search_summary summary;
    struct search_improvement improvement;
    uint64_t nan_count;          /* evaluations that gave NaN; valid after solution() */
    char done[SEARCH_DONE_TEXT]; /* the engine's work, if counts of iterations do not describe it; otherwise "" */
    size_t plan_count;
    struct swarm_plan_entry plan[SEARCH_PLAN_ENTRIES];
};

/* ------------------------------------------------------------------------------------------------------------------ */
/* Functions for engines                                                                                              */

/* The devices of an engine, or the devices that the caller names for a run and all its islands. */
struct search_devices {
    const struct ocl_device_list *list; /* must outlive the engine; NULL: only the host */
    size_t *indices;                    /* [count] of the list; a device that is named twice has two */
    size_t count;                       /* of a run 0: no device is named, the run chooses one */
};

/* Makes an engine whose other members are 0. *engine returns owned. */
enum swarm_status search_engine_create(struct base_env *env, const struct search_engine_type *type,
                                       const struct search_request *request, struct search_devices devices,
                                       struct search_engine **engine);

/* Defines self_of(), which casts the argument of a table's functions to the engine's own type. */
#define SEARCH_ENGINE_SELF(type)                                     \
    static inline struct type *self_of(struct search_engine *engine) \
    {                                                                \
        return (struct type *)engine;                                \
    }

/* *engine may be NULL, and becomes NULL. */
void search_engine_destroy(struct search_engine **engine);

/* plan(): adds an entry; returns `bytes`. */
uint64_t search_engine_add_plan(struct search_engine *engine, const char *name, uint64_t bytes);

/* plan(): makes the buffers the plan, and fails if the run does not fit the first device. */
enum swarm_status search_engine_plan_buffers(struct search_engine *engine, const struct ocl_buffer *buffers,
                                             size_t count);

/* plan(): fails if the host has less memory available. `advice` ends the message, for example "; --population takes
 * fewer". */
enum swarm_status search_engine_check_memory(const struct search_engine *engine, uint64_t bytes, const char *advice);

/* The same for a sequential reference; logs the memory. */
enum swarm_status search_engine_check_reference(const struct search_engine *engine, uint64_t bytes);

/* plan(): rejects a device that ends long loops early; `instead` is the option that does without. */
enum swarm_status search_engine_check_loops(const struct search_engine *engine, const char *instead);

/* open() of an engine with one queue on its first device. On the host it does nothing. */
enum swarm_status search_engine_open_session(struct search_engine *engine, struct ocl_session *session);

/* open() or build() of an engine that has nothing to do there. */
enum swarm_status search_engine_do_nothing(struct search_engine *engine);

/* step() without a queue: the iteration begins, and the engine is torn until it is complete. Returns false and sets
 * *interrupted if the run is interrupted, or if an interruption has kept prepare() from making it ready. */
bool search_engine_begin(struct search_engine *engine, bool is_ready, uint64_t iteration, uint64_t *last,
                         bool *interrupted);

/* An iteration of an engine without a queue. */
struct search_iteration {
    uint64_t number;      /* complete iterations */
    int64_t before, best; /* the best score before it and after it */
    int64_t built;        /* the best score that it has built */
};

/* step() without a queue: makes the summary for search_engine_collect(). *stalled counts the iterations since the best
 * was found; a torn one does not count. */
void search_engine_report(struct search_engine *engine, const struct search_iteration *iteration, uint64_t *stalled);

/* collect() of engines without a queue. */
enum swarm_status search_engine_collect(struct search_engine *engine, bool all, bool *got,
                                        struct search_summary *summary);

/* True if the run is to end: cancelled, or past its deadline. The second function is for use within an iteration. */
bool search_engine_is_interrupted(const struct search_engine *engine);
bool search_engine_is_cut(const struct search_engine *engine);

#endif
