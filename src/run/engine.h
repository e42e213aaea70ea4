/* engine.h - one search at work, on a device or on the host, behind one table of functions: ants, a population, a
 * swarm.
 *
 * What it looks for is the problem's: an answer is a tour or a position, of a size that both know. Its score is an
 * ordered 64-bit key, lower is better: a length, or the key of a value.
 */
#ifndef SWARMCL_RUN_ENGINE_H
#define SWARMCL_RUN_ENGINE_H

#include "base/checkpoint.h"
#include "ocl/session.h"
#include "options/options.h"

struct run_engine;

enum { RUN_SECTIONS_MOST = 16 };

/* The state of an engine between two iterations, as sections of a file. Bytes are owned. Zeroed at first; release it in
 * any case. */
struct run_sections {
    size_t count;
    struct base_checkpoint_section sections[RUN_SECTIONS_MOST];
    size_t items[RUN_SECTIONS_MOST]; /* bytes of one of each section */
};

void run_sections_deinit(struct run_sections *state);

/* Adds a section that holds up to `count` items of `item` bytes, none yet. */
void run_sections_add(struct run_sections *state, const char *name, uint64_t count, size_t item);

/* Room for `count` items in a section, whose bytes were added or are of an earlier state; NULL when memory ran out. */
void *run_sections_make(struct run_sections *state, size_t section, uint64_t count);

/* Whether a section that was read holds so many items. */
static inline bool run_sections_has(const struct run_sections *state, size_t section, uint64_t count)
{
    return state->sections[section].size == count * state->items[section];
}

enum run_state { RUN_GOES_ON, RUN_REACHED_TARGET, RUN_STAGNATED };

/* A better answer than all before. */
struct run_improvement {
    uint64_t iteration; /* 0: the start */
    int64_t score;
    double place[2]; /* of a position: its first coordinates */
};

/* What is known of the iterations that have ended since the last summary: one, or several. */
struct run_summary {
    uint64_t iterations; /* complete */
    int64_t built;       /* the best score that the iteration has built; INT64_MAX: the engine does not tell */
    size_t count;
    const struct run_improvement *improvements; /* [count] in order; borrowed until the next call with the engine */
    enum run_state state;                       /* unless it goes on, the run ended with the last of the iterations */
};

/* The phases of a run in order; each is called once, except step and collect. */
struct run_engine_type {
    /* Chooses the shape, lists the memory needed and refuses what does not fit. Allocates nothing large. */
    enum swarm_status (*plan)(struct run_engine *engine);
    /* Opens the device. */
    enum swarm_status (*open)(struct run_engine *engine);
    /* Learns the score that everything is measured by, before build. NULL: it needs none. */
    void (*settle)(struct run_engine *engine, int64_t scale);
    /* Compiles the kernels. */
    enum swarm_status (*build)(struct run_engine *engine);
    /* Allocates, fills and takes `start` of `score` (NULL: the engine draws its own), improved where the engine does
     * so, as the best so far: engine->start_score, INT64_MAX where a summary tells it. With engine->resumed it leaves
     * the start to load(). */
    enum swarm_status (*prepare)(struct run_engine *engine, const void *start, int64_t score);
    /* Runs or queues iteration `iteration` (from 1), and as many behind it as it likes, none past *last, which becomes
     * the last one of them. *interrupted: the run was cancelled or its deadline passed before that was complete; the
     * engine must not step again. */
    enum swarm_status (*step)(struct run_engine *engine, uint64_t iteration, uint64_t *last, bool *interrupted);
    /* Takes the summary of the next iterations that are complete, in order; *got is false when there are none yet.
     * `all`: waits for everything queued. */
    enum swarm_status (*collect)(struct run_engine *engine, bool all, bool *got, struct run_summary *summary);
    /* Replaces the best so far by `answer` of the better *score, behind `iteration`, the last one, when all that was
     * queued was collected; not while engine->torn. *score becomes the score of the best so far, which may be better
     * still: a population recombines with the answer. */
    enum swarm_status (*take)(struct run_engine *engine, const void *answer, int64_t *score, uint64_t iteration);
    /* Reads the best answer. Waits for the queue. *best becomes another where it is better than what was told. */
    enum swarm_status (*answer)(struct run_engine *engine, void *answer, struct run_improvement *best);
    /* Writes what the engine has chosen itself, shapes for example, to the options of the run. */
    void (*describe)(const struct run_engine *engine, struct options *options);
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

enum { RUN_PLAN_ENTRIES = 32, RUN_DONE_TEXT = 8192 };

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
    bool holds;                        /* the state stays as the run's last iteration left it */
    uint64_t nan_count;                /* evaluations that gave NaN; from answer() on */
    char done[RUN_DONE_TEXT];          /* what it has done, where counts of iterations do not tell; "": they do */
    size_t plan_count;
    struct swarm_plan_entry plan[RUN_PLAN_ENTRIES];
};

/* Whether the run is to end: cancelled, or past its deadline; the second one within an iteration. */
bool run_engine_is_interrupted(const struct run_engine *engine);
bool run_engine_is_cut(const struct run_engine *engine);

#endif
