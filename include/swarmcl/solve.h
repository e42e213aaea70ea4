/* solve.h - parameters, runs and results of every problem. The header of a problem has its input and its result.
 *
 * 1. swarm_params_create() makes the parameters of a problem, swarm_params_set() sets one by the name and value of the
 *    program's option.
 * 2. swarm_params_instance(), swarm_params_qap() or swarm_params_objective() sets the input.
 * 3. swarm_solve() searches until a limit ends the run: parameters like `iterations`, `time`, `target` or
 *    `no-improve`, or swarm_context_cancel() from another thread.
 * 4. The swarm_result has the solution, its history, and every parameter with the value used.
 *
 * swarmcl.h includes this header and has the rules of all functions. */
#ifndef SWARMCL_SOLVE_H
#define SWARMCL_SOLVE_H

#include <swarmcl/context.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Parameters -------------------------------------------------------------------------------------------------- */

typedef struct swarm_params swarm_params; /* the input and the parameters of a run */

/* Makes the parameters of a problem, all at their defaults: "tsp", tours of an instance; "pso", the best value of an
 * objective; "qap", the cheapest assignment; "orient", the tour of the greatest score within a limit. Names and values
 * are those of `swarmcl tsp --help all`. Errors: SWARM_ERROR_INVALID_ARGUMENT. */
SWARM_API enum swarm_status swarm_params_create(swarm_context *context, const char *problem, swarm_params **params);
SWARM_API void swarm_params_destroy(swarm_params **params);

/* Sets a value. The second function returns the value set, else the preset's, else the default; NULL: none. Borrowed
 * until the next set. */
SWARM_API enum swarm_status swarm_params_set(swarm_context *context, swarm_params *params, const char *name,
                                             const char *value);
SWARM_API const char *swarm_params_get(const swarm_params *params, const char *name);

/* Progress has the solutions of improvements, which costs a read from the device for each. */
SWARM_API void swarm_params_tell_answers(swarm_params *params, bool enabled);

/* Measures every kernel by events (result->kernels), which costs some time per launch. */
SWARM_API void swarm_params_profile(swarm_params *params, bool enabled);

/* ---- Results ----------------------------------------------------------------------------------------------------- */

enum swarm_stop_reason {
    SWARM_STOP_ITERATIONS, /* the iteration count was reached */
    SWARM_STOP_TIME,       /* the time limit */
    SWARM_STOP_TARGET,     /* a solution as good as the target, or better, was found */
    SWARM_STOP_STAGNATION, /* no improvement for the given number of iterations */
    SWARM_STOP_CANCELLED,  /* swarm_context_cancel() */
    SWARM_STOP_PROVEN,     /* the solution is proven to be the best, by `bound` or by the algorithm `exact` */
    SWARM_STOP_CONVERGED   /* few nodes without another end: a population agrees (docs/mosaic.md) */
};
SWARM_API const char *swarm_stop_reason_name(enum swarm_stop_reason reason); /* "iterations", "time", "target", ... */

/* Called at improvements and every tenth of a second from the beginning of the run to its end; like messages on one
 * thread at a time, which may be one of the library's. Without a solution `length` is INT64_MAX and `value` infinite.
 * Here and below `length` is 0 for an objective, and `value` is the length for a tour. */
struct swarm_progress {
    uint64_t iteration, best_iteration; /* best_iteration: of the best so far, 0: the start */
    int64_t length, bound;              /* bound: as in struct swarm_tour */
    double value;
    bool improved; /* since the last call */
    double seconds;
    uint64_t iteration_limit; /* 0: none */
    /* With swarm_params_tell_answers() the best so far in most calls with `improved`; otherwise NULL. */
    const uint32_t *tour; /* [node_count] */
    size_t node_count;
    const double *position; /* [dimensions] */
    uint32_t dimensions;
};
typedef void swarm_progress_fn(void *user, const struct swarm_progress *progress);

/* One improvement of the best. Iteration 0 is the start. */
struct swarm_trace_point {
    uint64_t iteration;
    int64_t length;
    double value, place[2]; /* place: the first two coordinates of a position */
    double seconds;         /* until the host received it */
};

/* Wall seconds of each phase. */
struct swarm_timing {
    double read;           /* the instance, or the files of an objective */
    double context, build; /* discovery, OpenCL context and queue; compiling the kernels */
    double setup, loop;    /* start, buffers, matrices; iterations */
    double total;          /* from the start of the clock to the end of the call */
    double checkpoints;    /* part of setup and loop: copying states and writing them */
};

/* A parameter as used. A FLAG is set or not, a WORD is from a list, a number is such a word or within a range, a TEXT
 * is anything. */
enum swarm_param_kind { SWARM_PARAM_FLAG, SWARM_PARAM_INTEGER, SWARM_PARAM_REAL, SWARM_PARAM_WORD, SWARM_PARAM_TEXT };
struct swarm_setting {
    const char *name, *value; /* NULL: no value */
    bool given;               /* by the caller; otherwise default or chosen */
    enum swarm_param_kind kind;
};

/* A buffer of the memory plan, and the device time of a kernel, from events. */
struct swarm_plan_entry {
    const char *name;
    uint64_t bytes;
};
struct swarm_kernel_time {
    const char *name;
    uint64_t calls;
    double seconds, median_seconds; /* of all calls together; median of the first 1,024 calls */
};

struct swarm_island {
    uint32_t rank;
    uint64_t seed;  /* island 0 has the seed of the run */
    int64_t length; /* of its best, found or adopted */
    double value;
    uint64_t best_iteration;    /* in which it found its best, or after which it adopted it */
    uint64_t iterations, taken; /* complete iterations; solutions adopted from other islands */
    unsigned device;            /* index in its rank's device list */
    char device_name[64];       /* may be cut; "" for the sequential reference */
};

struct swarm_tour;       /* tsp.h */
struct swarm_position;   /* pso.h */
struct swarm_assignment; /* qap.h */

typedef struct swarm_result {
    const struct swarm_tour *tour;             /* of "tsp" and "orient"; otherwise NULL */
    const struct swarm_position *position;     /* of "pso"; otherwise NULL */
    const struct swarm_assignment *assignment; /* of "qap"; otherwise NULL */
    int64_t length;                            /* of "qap" the cost, of "orient" the score */
    double value;
    enum swarm_stop_reason stop_reason;
    uint64_t iterations, best_iteration; /* complete iterations, including those before a resumed checkpoint */
    uint64_t first_iteration;            /* complete iterations of the resumed checkpoint; 0: the run was not resumed */
    double seconds, best_seconds;        /* to the end of the search; until the best was found */
    size_t trace_count;
    const struct swarm_trace_point *trace; /* improvements in order */
    struct swarm_timing timing;
    const struct swarm_device *device; /* of the rank's first island; NULL for the sequential reference */
    size_t setting_count;
    const struct swarm_setting *settings; /* every parameter with the value used */
    size_t plan_count;
    const struct swarm_plan_entry *plan; /* the memory of an island, on its device or else on the host */
    uint64_t plan_bytes;
    size_t kernel_count;                     /* 0 unless swarm_params_profile() */
    const struct swarm_kernel_time *kernels; /* of the rank's first island */
    size_t island_count;                     /* of all ranks; 0: one search without islands */
    const struct swarm_island *islands;
} swarm_result;
SWARM_API void swarm_result_destroy(swarm_result **result);

/* ---- Runs -------------------------------------------------------------------------------------------------------- */

/* Searches for the best solution to the input of `params`. Parameters that are not set, also the limits, follow from
 * the problem (docs/defaults.md). The solution is verified on the host: a tour meets the conditions and has its length,
 * a position lies within the bounds and has its value. A run that is cancelled or out of time succeeds with the best so
 * far, at the latest after 2 seconds more if a driver does not return; without any solution it then fails with
 * SWARM_ERROR_OPENCL. With `time` the host searches for a tour while kernels are compiled. `progress` may be NULL.
 *
 * Without a device that opens and compiles, `device` auto searches on the host and finds the same result; the first
 * such run of a context logs a warning. A `platform`, a parameter of devices, swarm_params_profile() and an objective
 * in OpenCL C need a device: SWARM_ERROR_NO_DEVICE.
 *
 * Without an `algorithm` up to 12 nodes and 9 items are solved exactly (`exact`), on the host and in one iteration.
 * `islands` are whole searches with seeds of their own (docs/islands.md). The result does not depend on the devices and
 * ranks they run on, and every rank has it.
 *
 * Errors: SWARM_ERROR_INVALID_ARGUMENT, SWARM_ERROR_INPUT (a file that a parameter names, an objective that does not
 * compile), SWARM_ERROR_OUT_OF_MEMORY (nothing was allocated), and all others except SWARM_ERROR_UNSUPPORTED. Memory:
 * on candidate lists of K about 20 K n bytes and ants x n tours; on whole rows five n x n matrices of 4-byte elements
 * and the tours; of a swarm three matrices of dimensions x particles. */
SWARM_API enum swarm_status swarm_solve(swarm_context *context, const swarm_params *params, swarm_progress_fn *progress,
                                        void *user, swarm_result **result);

/* True if a run of these parameters loads the drivers of devices: the host suffices for few nodes, and for `device`
 * none. A caller may list the devices before a run and restart the clock, so `time` does not include their loading. */
SWARM_API bool swarm_params_load_drivers(const swarm_params *params);

/* Compiles the kernels of a run and tries an iteration, for at most 5 seconds, so that the caches of drivers have
 * everything before runs whose clocks must not include it. Errors: those of swarm_solve(). */
SWARM_API enum swarm_status swarm_rehearse(swarm_context *context, const swarm_params *params);

/* Finds the errors that swarm_solve() would find before it needs a device. Errors: SWARM_ERROR_INVALID_ARGUMENT for
 * parameters that clash with each other, the algorithm or the instance; SWARM_ERROR_INPUT for a file of a parameter. */
SWARM_API enum swarm_status swarm_check(swarm_context *context, const swarm_params *params);

/* Makes a run of `params` repeat a recorded one, of a swarm_result or of the program's document, on any device: sets
 * every parameter that decides its result, and an iteration count instead of its limits. SWARM_ERROR_INVALID_ARGUMENT
 * for a parameter set before that would change the result; SWARM_ERROR_INPUT for settings that do not describe a run.
 */
struct swarm_record {
    const char *name;                     /* of the document, for messages */
    const struct swarm_setting *settings; /* [setting_count]; only names and values are read */
    size_t setting_count;
    uint64_t iterations; /* that the recorded run has made */
    const char *target;  /* the length or value that ended it, as text; otherwise NULL */
};
SWARM_API enum swarm_status swarm_params_replay(swarm_context *context, swarm_params *params,
                                                const struct swarm_record *record);

/* Makes a run of `params` continue from the checkpoint that `resume` names, if any: sets all parameters that decide the
 * result and, if no limit was set, the limits. Errors: as above; SWARM_ERROR_INPUT for a file that is no checkpoint of
 * this problem and version. */
SWARM_API enum swarm_status swarm_params_resume(swarm_context *context, swarm_params *params);

/* ---- Tables, for programs that show or parse parameters ---------------------------------------------------------- */

/* A word of a list, which ends with a NULL name. */
struct swarm_variant {
    const char *name, *help, *source; /* help: half a sentence; source: author, year, equation, or "" */
};

/* DECIDES the result, ENDS the run (a repetition counts iterations instead), or is FREE: changes no result. */
enum swarm_param_role { SWARM_PARAM_DECIDES, SWARM_PARAM_ENDS, SWARM_PARAM_FREE };

/* One parameter. Parser, range errors and --help use this row. */
struct swarm_param {
    const char *name; /* "rho" is --rho */
    char letter;      /* short option, '\0' for none */
    enum swarm_param_kind kind;
    const char *fallback;              /* the default as the user would write it; NULL: none */
    const char *minimum, *maximum;     /* inclusive limits of INTEGER and REAL; "(0" means exclusive; NULL: no range */
    const char *unit, *operand;        /* "" when there is none; the word --help shows for the value */
    const char *group, *help;          /* heading in --help; one sentence without a full stop */
    const struct swarm_variant *words; /* allowed words, for TEXT words with a meaning of their own; NULL: none */
    enum swarm_param_role role;
    bool reads, writes, repeats; /* it may name a file that is read, or written; values are joined by commas */
    bool common;                 /* one of the dozen options that people use most */
};

/* Parameters of a problem, or NULL: the next after `previous` (NULL: the first), or one by its name. */
SWARM_API const struct swarm_param *swarm_param_next(const char *problem, const struct swarm_param *previous);
SWARM_API const struct swarm_param *swarm_param_find(const char *problem, const char *name);

/* Checks `value` against a row, also one of the caller's own. Errors: SWARM_ERROR_INVALID_ARGUMENT. */
SWARM_API enum swarm_status swarm_param_check(swarm_context *context, const struct swarm_param *param,
                                              const char *value);

#ifdef __cplusplus
}
#endif

#endif
