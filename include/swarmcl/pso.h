/* pso.h - the best value of a function of real numbers, by CMA-ES, particle swarms or continuous ants.
 *
 * The function is built in, a C function, or a file in OpenCL C. A program:
 *
 *     #include <stdio.h>
 *     #include <swarmcl/swarmcl.h>
 *
 *     static double distance(void *user, const double *x, uint32_t dimensions)
 *     {
 *         (void)user, (void)dimensions;
 *         return (x[0] - 3) * (x[0] - 3) + x[1] * x[1];
 *     }
 *
 *     int main(void)
 *     {
 *         swarm_context *context = NULL;
 *         swarm_objective *objective = NULL;
 *         swarm_params *params = NULL;
 *         swarm_result *result = NULL;
 *         if (swarm_context_create(&context) == SWARM_OK
 *             && swarm_objective_from_function(context, "distance", distance, NULL, &objective) == SWARM_OK
 *             && swarm_params_create(context, "pso", &params) == SWARM_OK) {
 *             swarm_params_objective(params, objective);
 *             if (swarm_params_set(context, params, "dim", "2") == SWARM_OK
 *                 && swarm_params_set(context, params, "bounds", "-10:10") == SWARM_OK
 *                 && swarm_solve(context, params, NULL, NULL, &result) == SWARM_OK)
 *                 printf("%g at %g, %g\n", result->value, result->position->x[0], result->position->x[1]);
 *         }
 *         if (!result)
 *             fprintf(stderr, "%s\n", swarm_context_error(context));
 *         swarm_result_destroy(&result);
 *         swarm_params_destroy(&params);
 *         swarm_objective_destroy(&objective);
 *         swarm_context_destroy(&context);
 *     }
 *
 * docs/functions.md lists the built-in functions, docs/objectives.md describes algorithms and the language of files. */
#ifndef SWARMCL_PSO_H
#define SWARMCL_PSO_H

#include <swarmcl/solve.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Input ------------------------------------------------------------------------------------------------------- */

typedef struct swarm_objective swarm_objective; /* a function of real numbers to minimise */

enum swarm_objective_kind { SWARM_OBJECTIVE_BUILT_IN, SWARM_OBJECTIVE_FILE, SWARM_OBJECTIVE_FUNCTION };

struct swarm_objective_info {
    const char *name; /* name; for a file without folder and suffix */
    enum swarm_objective_kind kind;
    const char *formula;    /* formula, such as "sum x_i^2"; "" for a function of the caller */
    const char *bounds;     /* usual bounds as text, for example "[-100, 100]"; "" if there are none */
    const char *source;     /* publication of the function: author and year */
    const char *properties; /* what makes it hard, with commas between: "separable, multimodal"; "" if unknown */
    bool maximise;          /* default: the run searches for the largest value */
    uint32_t dimensions;    /* default; 0: none, so a run has to set `dim` */
    uint32_t minimum_dimensions, maximum_dimensions;
    bool has_bounds, can_shift; /* can_shift: the parameter `shift` may move the optimum within the bounds */
};

/* Lists the built-in objectives; makes an objective of the one called `name`. Errors: SWARM_ERROR_INVALID_ARGUMENT. */
SWARM_API const struct swarm_objective_info *swarm_objective_list(size_t *count);
SWARM_API enum swarm_status swarm_objective_find(swarm_context *context, const char *name, swarm_objective **objective);

/* Reads an objective in OpenCL C 1.2, compiled when a run begins. `real objective(const real *x, int n)` returns the
 * value at x[0] .. x[n - 1]; `real` is float or double by the parameter `precision`. NaN counts as worst. The last bits
 * of OpenCL's built-in functions differ between devices; the library's functions (real_sqrt, real_sin, ...;
 * docs/objectives.md) return the same bits everywhere. Errors: SWARM_ERROR_INPUT for a file that is unreadable or
 * defines no such function. */
SWARM_API enum swarm_status swarm_objective_read(swarm_context *context, const char *path, swarm_objective **objective);

/* Makes an objective of a C function that returns the value at x [dimensions], within the bounds. Runs call it only on
 * the host, one call at a time, on any thread. NaN counts as worst. `precision` fp32 rounds coordinates and values to
 * single precision. Memory of a run: 8 bytes per coordinate of the points of an iteration. */
typedef double swarm_objective_fn(void *user, const double *x, uint32_t dimensions);
SWARM_API enum swarm_status swarm_objective_from_function(swarm_context *context, const char *name,
                                                          swarm_objective_fn *function, void *user,
                                                          swarm_objective **objective);

/* Makes an objective of a C function of many points: x [count][dimensions] into values [count], which are NaN before.
 * Each call has all points of an iteration of one swarm or island; in `pattern-search` it has one. When the run should
 * end, the function may omit values; that iteration is dropped unless it is the first. */
typedef void swarm_objective_batch_fn(void *user, size_t count, uint32_t dimensions, const double *x, double *values);
SWARM_API enum swarm_status swarm_objective_from_batch(swarm_context *context, const char *name,
                                                       swarm_objective_batch_fn *function, void *user,
                                                       swarm_objective **objective);

/* Adds `count` constraints to an objective of the two functions above. `function` writes their values at x
 * [count][dimensions] to g [count][constraints], like a function of many points; a position is feasible if no value is
 * above 0. A feasible position is better than any other; infeasible ones compare by the sum of their values above 0, in
 * which NaN is infinite (Deb 2000). A file has `#define CONSTRAINTS N` and `real constraint(const real *x, int n, int k)`
 * for k from 0 to N - 1. Errors: SWARM_ERROR_INVALID_ARGUMENT. */
typedef void swarm_constraints_fn(void *user, size_t count, uint32_t dimensions, const double *x, double *g);
SWARM_API enum swarm_status swarm_objective_constrain(swarm_context *context, swarm_objective *objective,
                                                      uint32_t count, swarm_constraints_fn *function, void *user);

SWARM_API void swarm_objective_destroy(swarm_objective **objective);
SWARM_API const struct swarm_objective_info *swarm_objective_describe(const swarm_objective *objective);

/* Sets the objective that a run of "pso" searches. Borrowed until the parameters are destroyed. */
SWARM_API void swarm_params_objective(swarm_params *params, const swarm_objective *objective);

/* The first function returns the usual range of coordinate `index` of `dimensions`, the second the best value within
 * these ranges and, if *has_position, a position [dimensions] with it (`position` may be NULL). False if unknown. */
SWARM_API bool swarm_objective_bounds(const swarm_objective *objective, uint32_t dimensions, uint32_t index,
                                      double *lower, double *upper);
SWARM_API bool swarm_objective_optimum(const swarm_objective *objective, uint32_t dimensions, double *value,
                                       double *position, bool *has_position);

/* Evaluates the objective of `params`, with `shift` and `precision`, at `points` [count][dimensions] into `values`
 * [count], on the host; an objective from a file on the device of `params`. Errors: as swarm_solve(). */
SWARM_API enum swarm_status swarm_objective_evaluate(swarm_context *context, const swarm_params *params, size_t count,
                                                     const double *points, double *values);

/* The same for the sums of violations of the constraints, rounded down by less than 1 part in 2^18; 0: feasible. */
SWARM_API enum swarm_status swarm_objective_violations(swarm_context *context, const swarm_params *params,
                                                       size_t count, const double *points, double *violations);

/* ---- Result ------------------------------------------------------------------------------------------------------ */

struct swarm_position {
    uint32_t dimensions;
    const double *x;             /* [dimensions] the best position, within the ranges lower and upper */
    const double *lower, *upper; /* [dimensions], ranges that the run searched */
    bool maximise;
    uint64_t evaluations, nan_count; /* totals of all islands; nan_count: values that were NaN */
    bool constrained;                /* true if the objective has constraints */
    double violation;                /* sum of their violations at x; 0: x is feasible */
    double fresh_value;              /* mean of further evaluations at x; NaN unless evaluations are repeated */
    uint64_t restarts;               /* of CMA-ES, or by `restart`, in all islands */
};

/* The sum of violations at the best position of progress, a trace point or an island, from its `length`: 0 if it is
 * feasible. Otherwise its `value` is infinite; the value of a result is always the objective's. */
SWARM_API double swarm_length_violation(int64_t length);

#ifdef __cplusplus
}
#endif

#endif
