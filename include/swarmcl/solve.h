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

/* Makes the parameters of a problem, with default values. Problems: "tsp", tours of an instance; "pso", the best value
 * of an objective; "qap", the cheapest assignment; "orient", the tour with the greatest score within a limit. Names and
 * values of parameters are those of options in `swarmcl PROBLEM --help all`. Errors: SWARM_ERROR_INVALID_ARGUMENT. */
SWARM_API enum swarm_status swarm_params_create(swarm_context *context, const char *problem, swarm_params **params);
SWARM_API void swarm_params_destroy(swarm_params **params);

/* swarm_params_set() sets a value. swarm_params_get() returns the value that was set, otherwise the preset's, otherwise
 * the default; NULL: none, or no such parameter. It is borrowed until the parameter is set again. */
SWARM_API enum swarm_status swarm_params_set(swarm_context *context, swarm_params *params, const char *name,
                                             const char *value);
SWARM_API const char *swarm_params_get(const swarm_params *params, const char *name);

/* Lets progress reports include the solution at each improvement, which costs a read from the device each time. */
SWARM_API void swarm_params_report_solutions(swarm_params *params, bool enabled);

/* Measures the device time of every kernel (result->kernels), which costs some time per launch. */
SWARM_API void swarm_params_profile(swarm_params *params, bool enabled);

/* Measures every iteration of a run of ants on tours (result->curve), on the host from copies of lengths and trails, so
 * the run waits for the device after each. Runs with islands and of other algorithms have no curve. */
SWARM_API void swarm_params_curve(swarm_params *params, bool enabled);

/* ---- Results ----------------------------------------------------------------------------------------------------- */

enum swarm_stop_reason {
    SWARM_STOP_ITERATIONS, /* the run completed its number of iterations */
    SWARM_STOP_TIME,       /* the time limit was reached */
    SWARM_STOP_TARGET,     /* a solution as good as the target, or better, was found */
    SWARM_STOP_STAGNATION, /* no improvement for `no-improve` iterations */
    SWARM_STOP_CANCELLED,  /* swarm_context_cancel() was called */
    SWARM_STOP_PROVEN,     /* the solution is proven to be the best, by `bound` or by the algorithm `exact` */
    SWARM_STOP_CONVERGED,  /* the population agrees, and no other limit was set; for small instances (docs/mosaic.md) */
    SWARM_STOP_EVALUATIONS /* the run made its number of `evaluations` */
};
SWARM_API const char *swarm_stop_reason_name(enum swarm_stop_reason reason); /* "iterations", "time", "target", ... */

/* A report, made at improvements and every tenth of a second from the start of the run to its end; like messages on one
 * thread at a time, which may be one of the library's. Without a solution `length` is INT64_MAX and `value` infinite.
 * Here and below, `length` is 0 for a feasible position of an objective, otherwise swarm_length_violation() reads it;
 * for all other problems `value` is equal to `length`. */
struct swarm_progress {
    uint64_t iteration, best_iteration; /* best_iteration: when the best was found; 0: the start */
    int64_t length, bound;              /* best length so far, and bound as in struct swarm_tour */
    double value;
    bool improved; /* True if the best solution improved since the last call */
    double seconds;
    uint64_t iteration_limit; /* number of iterations after which the run ends; 0: no limit */
    /* After swarm_params_report_solutions(): the best so far in most calls with `improved`; otherwise NULL. */
    const uint32_t *tour; /* [node_count] the best tour so far */
    size_t node_count;
    const double *position; /* [dimensions] the best position so far */
    uint32_t dimensions;
    uint32_t missing, vehicles; /* customers that the best plan of "fleet" must serve and does not; 0 or, with the
                                   parameter `vehicles-first`, its vehicles */
};
typedef void swarm_progress_fn(void *user, const struct swarm_progress *progress);

/* One improvement of the best solution. Iteration 0 is the start. */
struct swarm_trace_point {
    uint64_t iteration;
    int64_t length;
    double value, place[2]; /* place: the first two coordinates of a position */
    double seconds;         /* seconds from the run's start until the host received the solution */
    uint64_t evaluations;   /* of a function, up to the end of the iteration, in the island that found the solution */
};

/* One iteration of ants: lengths of the best tour so far and of the shortest that the iteration built, mean of all that
 * it built. `branching` is the lambda-branching factor for lambda = 0.05 (Gambardella and Dorigo 1995): the mean number
 * of edges of a node, or of its list, whose trail is at least smallest + lambda (largest - smallest). */
struct swarm_curve_point {
    uint64_t iteration;
    int64_t length, shortest;
    double mean, branching;
    double seconds; /* seconds until the host had measured the iteration */
};

/* Seconds of wall time of each phase. */
struct swarm_timing {
    double read;           /* reading the instance, or the files of an objective */
    double context, build; /* listing devices, making context and queue; compiling the kernels */
    double setup, loop;    /* filling buffers and matrices, the start; iterations */
    double total;          /* seconds from the start of the clock to the end of the call */
    double checkpoints;    /* part of setup and loop: copying states and writing them */
};

/* A parameter with its value in the run. A FLAG is set or not, a WORD is one of a list, an INTEGER or REAL is one of a
 * list or within a range, a TEXT is anything. */
enum swarm_param_kind { SWARM_PARAM_FLAG, SWARM_PARAM_INTEGER, SWARM_PARAM_REAL, SWARM_PARAM_WORD, SWARM_PARAM_TEXT };
struct swarm_setting {
    const char *name, *value; /* name and value of a parameter; value NULL: no value */
    bool given;               /* true if the caller set it; otherwise a default or choice */
    enum swarm_param_kind kind;
};

/* A buffer of the memory plan; device time of a kernel, measured by events. */
struct swarm_plan_entry {
    const char *name;
    uint64_t bytes;
};
struct swarm_kernel_time {
    const char *name;
    uint64_t calls;
    double seconds, median_seconds; /* total of all calls; median of the first 1,024 calls */
};

struct swarm_island {
    uint32_t rank;
    uint64_t seed;  /* the run's seed for island 0, a seed of its own for others */
    int64_t length; /* length of its best solution, found or adopted */
    double value;
    uint64_t best_iteration;    /* iteration that found its best, or after which it was adopted */
    uint64_t iterations, taken; /* iterations: complete ones; taken: solutions adopted from other islands */
    unsigned device;            /* index of the device in its rank's device list */
    char device_name[64];       /* name of the device, perhaps truncated; "" on the host */
};

struct swarm_tour;       /* declared in tsp.h */
struct swarm_position;   /* declared in pso.h */
struct swarm_assignment; /* declared in qap.h */
struct swarm_routes;     /* declared in fleet.h */

typedef struct swarm_result {
    const struct swarm_tour *tour;             /* solution of "tsp" and "orient"; otherwise NULL */
    const struct swarm_position *position;     /* solution of "pso"; otherwise NULL */
    const struct swarm_assignment *assignment; /* solution of "qap"; otherwise NULL */
    int64_t length;                            /* length; for "qap" the cost, for "orient" the score */
    double value;
    enum swarm_stop_reason stop_reason;
    uint64_t iterations, best_iteration; /* complete iterations, including those before the resumed checkpoint */
    uint64_t first_iteration;            /* complete iterations before the resumed checkpoint; 0: not resumed */
    double seconds, best_seconds;        /* until the end of the search; until the best was found */
    size_t trace_count;
    const struct swarm_trace_point *trace; /* [trace_count] improvements, oldest first */
    struct swarm_timing timing;
    const struct swarm_device *device; /* device of this rank's first island; NULL: the host */
    size_t setting_count;
    const struct swarm_setting *settings; /* every parameter with its value in the run */
    size_t plan_count;
    const struct swarm_plan_entry *plan; /* memory of one island; entries called "host" are on the host */
    uint64_t plan_bytes;
    size_t curve_count; /* 0 unless swarm_params_curve() was called; begins at the checkpoint that the run resumes */
    const struct swarm_curve_point *curve; /* [curve_count] points of the curve, in the order of iterations */
    size_t kernel_count; /* number of elements of `kernels`; 0 unless swarm_params_profile() was called */
    const struct swarm_kernel_time *kernels; /* [kernel_count] times of kernels of this rank's first island */
    size_t island_count;                     /* islands of all ranks; 0: one search without islands */
    const struct swarm_island *islands;
    const struct swarm_routes *routes; /* solution of "fleet"; otherwise NULL */
} swarm_result;
SWARM_API void swarm_result_destroy(swarm_result **result);

/* ---- Runs -------------------------------------------------------------------------------------------------------- */

/* Searches for the best solution to the input of `params`. Parameters that are not set, also the limits, get values
 * that depend on the problem (docs/defaults.md). The solution is verified on the host: a tour must meet the conditions
 * and have its length, a position must be within the bounds and, for a built-in function, have its value. A run that is
 * cancelled or out of time returns the best solution so far, within 2 seconds even if a driver does not return; if
 * there is none, it then fails with SWARM_ERROR_OPENCL. With `time` the host searches for a tour while kernels are
 * compiled. `progress` may be NULL.
 *
 * Without a device that opens and compiles, `device` auto searches on the host and finds the same result; the first
 * such run of a context logs a warning. A `platform`, a parameter of devices, swarm_params_profile() and an objective
 * in OpenCL C need a device: SWARM_ERROR_NO_DEVICE.
 *
 * Without an `algorithm` up to 12 nodes and 9 items are solved exactly (`exact`), on the host and in one iteration.
 * `islands` are complete searches with different seeds (docs/islands.md). The result does not depend on their devices
 * and ranks, and every rank returns it.
 *
 * Errors: SWARM_ERROR_INVALID_ARGUMENT, SWARM_ERROR_INPUT (a file that a parameter names, an objective that does not
 * compile), SWARM_ERROR_OUT_OF_MEMORY (usually at the start), and all others except SWARM_ERROR_UNSUPPORTED. Memory:
 * with candidate lists of K nodes about 20 K n bytes and ants x n tours; without them five n x n matrices of 4-byte
 * elements and the tours; for a swarm three matrices of dimensions x particles. */
SWARM_API enum swarm_status swarm_solve(swarm_context *context, const swarm_params *params, swarm_progress_fn *progress,
                                        void *user, swarm_result **result);

/* True if a run with these parameters loads drivers: the host suffices for small instances and for `device` none.
 * Programs may list the devices before a run and restart the clock, so `time` does not include loading drivers. */
SWARM_API bool swarm_params_load_drivers(const swarm_params *params);

/* Compiles the kernels of a run, without a time limit, and tries its start and one iteration, for at most 5 seconds
 * each. No effect for runs on the host, with islands or with ranks. Use it to fill the caches of drivers before runs
 * whose time must not include compiling. Errors: as of swarm_solve(). */
SWARM_API enum swarm_status swarm_rehearse(swarm_context *context, const swarm_params *params);

/* Finds the errors that swarm_solve() would find before it needs a device. Errors: SWARM_ERROR_INVALID_ARGUMENT for
 * parameters that clash with each other, the algorithm or the instance; SWARM_ERROR_INPUT for a file of a parameter. */
SWARM_API enum swarm_status swarm_check(swarm_context *context, const swarm_params *params);

/* Makes a run of `params` repeat a recorded run, from a swarm_result or the program's document, on any device: sets
 * every parameter that decides the result and, instead of limits, the number of iterations and the target.
 * SWARM_ERROR_INVALID_ARGUMENT for a parameter set before that would change the result; SWARM_ERROR_INPUT for settings
 * that do not describe a run. */
struct swarm_record {
    const char *name;                     /* name of the document in messages */
    const struct swarm_setting *settings; /* [setting_count]; only names and values are read */
    size_t setting_count;
    uint64_t iterations; /* number of iterations that the recorded run completed */
    const char *target;  /* length or value that ended the run, as text; otherwise NULL */
};
SWARM_API enum swarm_status swarm_params_replay(swarm_context *context, swarm_params *params,
                                                const struct swarm_record *record);

/* Makes a run of `params` continue from the checkpoint that the parameter `resume` names, if set: sets all parameters
 * that decide the result and, if no limit was set, the limits. Errors: as above; SWARM_ERROR_INPUT for a file that is
 * not a checkpoint of this problem and version. */
SWARM_API enum swarm_status swarm_params_resume(swarm_context *context, swarm_params *params);

/* ---- Tables, for programs that show or parse parameters ---------------------------------------------------------- */

/* An allowed word; an array of words ends with a NULL name. */
struct swarm_variant {
    const char *name, *help, *source; /* help: a clause; source: author, year, equation, or "" */
};

/* DECIDES: affects the result. ENDS: ends the run (a repetition counts iterations instead). FREE: affects no result. */
enum swarm_param_role { SWARM_PARAM_DECIDES, SWARM_PARAM_ENDS, SWARM_PARAM_FREE };

/* Describes one parameter; the parser, messages and --help use it. */
struct swarm_param {
    const char *name; /* name of the parameter; for example "rho" for --rho */
    char letter;      /* letter of the short option; '\0': none */
    enum swarm_param_kind kind;
    const char *fallback;              /* default as the user would write it; NULL: none */
    const char *minimum, *maximum;     /* inclusive limits of an INTEGER or REAL; "(0" excludes 0; NULL: no range */
    const char *unit, *operand;        /* "" if there is none; word for the value in --help */
    const char *group, *help;          /* heading in --help; a sentence without full stop */
    const struct swarm_variant *words; /* allowed words; for TEXT those with a special meaning; NULL: none */
    enum swarm_param_role role;
    bool reads, writes, repeats; /* names an input file; an output file; values may be joined by commas */
    bool common;                 /* True for the dozen parameters that are used most */
};

/* Parameters of a problem: the one after `previous` (NULL: the first), or the one called `name`. NULL: none. */
SWARM_API const struct swarm_param *swarm_param_next(const char *problem, const struct swarm_param *previous);
SWARM_API const struct swarm_param *swarm_param_find(const char *problem, const char *name);

/* Returns how many letters of an unknown `word` must be inserted, removed, replaced or swapped to make it `candidate`,
 * ignoring ASCII case; 1 if 3 letters or more begin `candidate`. SIZE_MAX: too many for a typing error. */
SWARM_API size_t swarm_word_distance(const char *word, const char *candidate);

/* Checks `value` against a row of the table, or one that the caller made. Errors: SWARM_ERROR_INVALID_ARGUMENT. */
SWARM_API enum swarm_status swarm_param_check(swarm_context *context, const struct swarm_param *param,
                                              const char *value);

#ifdef __cplusplus
}
#endif

#endif
