/* engine.h - one search at work, on a device or on the host, behind one table of functions: ants, a population, a
 * swarm.
 *
 * What it looks for is the problem's: an answer is a tour or a position, of a size that both know. Its score is an
 * ordered 64-bit key, lower is better: a length, or the key of a value.
 */
#ifndef SWARMCL_RUN_ENGINE_H
#define SWARMCL_RUN_ENGINE_H

#include "ocl/session.h"
#include "sections.h"

struct run_engine;

enum run_state { RUN_GOES_ON, RUN_REACHED_TARGET, RUN_STAGNATED };

/* What one iteration tells. */
struct run_summary {
    int64_t iteration; /* the best score of the iteration */
    int64_t best;      /* of all so far */
    bool improved;     /* by this iteration */
    enum run_state state;
};

/* The phases of a run in order; each is called once, except step and collect. */
struct run_engine_type {
    /* Chooses the shape, lists the memory needed and refuses what does not fit. Allocates nothing large. */
    enum swarm_status (*plan)(struct run_engine *engine);
    /* Opens the device. */
    enum swarm_status (*open)(struct run_engine *engine);
    /* Compiles the kernels. */
    enum swarm_status (*build)(struct run_engine *engine);
    /* Allocates, fills and takes `start` of `score`, improved where the engine does so, as the best so far:
     * engine->start_score. With engine->resumed it leaves the start to load(). */
    enum swarm_status (*prepare)(struct run_engine *engine, const void *start, int64_t score);
    /* Runs or queues iteration `iteration` (from 1). *interrupted: the run was cancelled or its deadline passed before
     * the iteration was complete; the engine must not step again. */
    enum swarm_status (*step)(struct run_engine *engine, uint64_t iteration, bool *interrupted);
    /* Takes the summary of the next iteration that is complete, in order; *got is false when there is none yet.
     * `all`: waits for whatever is queued. */
    enum swarm_status (*collect)(struct run_engine *engine, bool all, bool *got, struct run_summary *summary);
    /* Replaces the best so far by `answer` of the better *score, behind `iteration`, the last one, when all that was
     * queued was collected; not while engine->torn. *score becomes that of the best so far, which may be better still:
     * a population recombines with the answer. */
    enum swarm_status (*take)(struct run_engine *engine, const void *answer, int64_t *score, uint64_t iteration);
    /* Reads the best answer. Waits for the queue. */
    enum swarm_status (*answer)(struct run_engine *engine, void *answer);
    /* Lists the sections of a state. */
    void (*list)(const struct run_engine *engine, struct run_sections *state);
    /* Fills them, after all that was queued was collected; not while engine->torn. */
    enum swarm_status (*save)(struct run_engine *engine, struct run_sections *state);
    /* Goes on from a state, that after `iteration`; once, before the first step. SWARM_ERROR_INPUT for one that no run
     * can have, without the name of its file. */
    enum swarm_status (*load)(struct run_engine *engine, struct run_sections *state, uint64_t iteration);
    void (*destroy)(struct run_engine **engine);
};

/* What every engine is asked, beside the settings of its algorithm. */
struct run_request {
    uint64_t seed;
    int64_t target;      /* the score that ends the run; INT64_MIN: none does */
    uint64_t no_improve; /* iterations without a better answer that end it; 0: none do */
    double deadline;     /* of base_seconds(); INFINITY: none */
    double launch_seconds;
    bool profiling;
    const char *dump_path; /* where to write the kernels as built; NULL: nowhere */
};

enum { RUN_PLAN_ENTRIES = 32 };

/* The part that all engines share; the first member of each. */
struct run_engine {
    const struct run_engine_type *type;
    struct base_env *env;
    struct run_request request;
    const struct swarm_device *device; /* NULL: the host alone */
    struct ocl_session *session;       /* event times; NULL: there are none */
    int64_t start_score;               /* of the best so far before the first iteration; from prepare on */
    bool resumed;                      /* load() follows prepare() */
    bool patient;                      /* an iteration that has begun is completed, interrupted or not */
    bool torn;                         /* an interruption has left the state within an iteration */
    size_t plan_count;
    struct swarm_plan_entry plan[RUN_PLAN_ENTRIES];
};

/* Whether the run is to end: cancelled, or past its deadline; the second one within an iteration. */
bool run_engine_is_interrupted(const struct run_engine *engine);
bool run_engine_is_cut(const struct run_engine *engine);

#endif
