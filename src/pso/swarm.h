/* swarm.h - a swarm as an engine (search/engine.h), on a device or as the sequential reference.
 *
 * Solutions are positions [dimensions], doubles in either precision. A score is the key (base/key.h) of a value to
 * minimise. Iteration 0 draws the start, or takes settings.start; the first summary reports it. */
#ifndef SWARMCL_PSO_SWARM_H
#define SWARMCL_PSO_SWARM_H

#include "search/engine.h"
#include "settings.h"

/* The common part of all kinds of swarms; always their first member. */
struct pso_swarm {
    struct search_engine engine;
    struct pso_settings settings;
    uint64_t queued;         /* last iteration that step() has queued */
    uint64_t reported_count; /* number of improvements in all summaries so far, or in a loaded state */
    struct search_improvement reported[LOG_SLOTS]; /* improvements of the last summary */
};

/* Create a swarm on a device, or as the reference. The caller owns *engine: search_engine_destroy(). The device list
 * must outlive the swarm. */
enum swarm_status pso_swarm_device_create(struct base_env *env, const struct search_request *run,
                                          const struct pso_settings *settings, const struct ocl_device_list *devices,
                                          size_t index, struct search_engine **engine);
enum swarm_status pso_swarm_reference_create(struct base_env *env, const struct search_request *run,
                                             const struct pso_settings *settings, struct search_engine **engine);

/* Creates one swarm of `asynchronous` on several devices, each with some of its tribes. */
enum swarm_status pso_swarm_spread_create(struct base_env *env, const struct search_request *run,
                                          const struct pso_settings *settings, struct search_devices devices,
                                          struct search_engine **engine);

struct pso_evaluation {
    size_t count;
    const double *points; /* [count][dimensions] */
    double *values;       /* [count] result: of the objective, not negated for maximisation */
    uint64_t seed;        /* of the random numbers of an objective that draws them, on a device */
    bool violations;      /* the values are the sums of violations of the constraints, rounded down */
    bool ranks;           /* the values are to be minimised, as a swarm ranks them; only on the host */
};

/* Evaluates the objective of `settings` at points in the precision of the settings. pso_evaluate_host() rejects
 * objectives from files. */
enum swarm_status pso_evaluate_host(struct base_env *env, const struct pso_settings *settings,
                                    struct pso_evaluation wanted);
enum swarm_status pso_evaluate_device(struct base_env *env, const struct pso_settings *settings,
                                      struct search_devices devices, struct pso_evaluation wanted);

/* Creates an engine like search_engine_create(). */
enum swarm_status pso_swarm_create(struct base_env *env, const struct search_engine_type *type,
                                   const struct search_request *run, const struct pso_settings *settings,
                                   struct search_devices devices, struct search_engine **engine);

/* Returns the summary after `iteration` from the record and the log [LOG_SLOTS]. */
struct search_summary pso_swarm_report(struct pso_swarm *swarm, uint64_t iteration, const struct pso_best *best,
                                       const struct pso_improvement *log);

/* Functions of search_engine_type. */
void pso_swarm_list(const struct search_engine *engine, struct search_sections *state);

/* Begins load(): rejects an impossible state, and marks the state's record as running. Errors: SWARM_ERROR_INPUT. */
enum swarm_status pso_swarm_begin_load(struct pso_swarm *swarm, struct search_sections *state, uint64_t iteration);

/* Sections of a state (state.c). Matrices are [dimensions][particles] numbers; for ants the first two are empty, for
 * CMA-ES the first four. */
enum pso_section {
    PSO_SECTION_POSITIONS,
    PSO_SECTION_VELOCITIES,
    PSO_SECTION_MEMORIES,      /* position of each particle's best value; for ants the archive, best first */
    PSO_SECTION_MEMORY_VALUES, /* [particles] numbers, to be minimised (cl/pso/types.h) */
    PSO_SECTION_NANS,          /* [candidates] uint32_t: number of evaluations that gave NaN */
    PSO_SECTION_BEST,          /* the record, struct pso_best */
    PSO_SECTION_BEST_POSITION, /* [dimensions] */
    /* The best that each tribe knows; empty except for `asynchronous`. */
    PSO_SECTION_TRIBE_VALUES,     /* [tribes] numbers */
    PSO_SECTION_TRIBE_PARTICLES,  /* [tribes] uint32_t */
    PSO_SECTION_TRIBE_ITERATIONS, /* [tribes] uint64_t */
    PSO_SECTION_TRIBE_POSITIONS,  /* [tribes][dimensions] */
    PSO_SECTION_FRAME,            /* numbers: directions, units and scales of struct frame_arrays; empty for the axes */
    /* The state of CMA-ES; empty for other algorithms. */
    PSO_SECTION_STRATEGY,   /* numbers: STRATEGY_SCALARS, mean, two paths, history (strategy_real.h) */
    PSO_SECTION_COVARIANCE, /* [dimensions][dimensions] numbers; only the lower triangle counts */
    PSO_SECTION_FACTOR,     /* [dimensions][dimensions] numbers: columns of its Cholesky factor, which may be older */
    PSO_SECTION_SCHEDULE,   /* struct pso_schedule */
    PSO_SECTION_LINE,       /* numbers: struct line_arrays (cl/pso/line.h); empty without a line search */
    PSO_SECTION_RUN,          /* struct pso_run; this and the next are empty without restarts */
    PSO_SECTION_RUN_POSITION, /* [dimensions]: best position of the run; empty for ants, whose archive has it */
    PSO_SECTION_COUNT
};

void pso_state_list(const struct pso_settings *settings, struct search_sections *state);

/* Lists the sections unless they are listed, and allocates those from `first` on. Errors: SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status pso_state_make(struct base_env *env, const struct pso_settings *settings, enum pso_section first,
                                 struct search_sections *state);

/* Copies the sections that `piece` has. to_part: from the state of the whole swarm to `piece`, the state of one
 * device's tribes; otherwise back. */
void pso_state_copy_part(const struct pso_settings *part, const struct search_sections *piece,
                         struct search_sections *state, bool to_part);

/* True if the state can exist after `iteration`; another program may have written the file. */
bool pso_state_is_possible(const struct pso_settings *settings, const struct search_sections *state,
                           uint64_t iteration);

/* The run at the start of a swarm or of ants. */
struct pso_run pso_run_first(const struct pso_settings *settings);

#define PSO_NO_TRIBE UINT32_MAX

/* Returns the tribe with the best value, with the lowest particle on ties; PSO_NO_TRIBE if no value is below `than`. */
uint32_t pso_state_best_tribe(const struct pso_settings *settings, const struct search_sections *state, double than);

/* Returns the best, including what tribes have found since their last exchange: position [dimensions] and record. Sets
 * the counts of evaluations in `engine`. Ignores sections before PSO_SECTION_NANS. */
void pso_state_solution(const struct pso_settings *settings, const struct search_sections *state, double *position,
                        struct search_improvement *best, struct search_engine *engine);

/* Adopts a better solution, found in `iteration`: as position and memory of the particle with the worst memory, and
 * as the best of its tribe and of the swarm. In an archive it replaces the worst solution; the next restart of CMA-ES
 * begins there. */
void pso_state_take(const struct pso_settings *settings, struct search_sections *state, const double *position,
                    int64_t score, uint64_t iteration);

/* Moves a position [dimensions], or its first `count` coordinates, to the grid of the steps. */
void pso_state_snap(const struct pso_settings *settings, uint32_t count, double *position);

/* Updates the record of the best. */
void pso_state_record(const struct pso_settings *settings, struct pso_best *best, uint32_t particle, int64_t score,
                      uint64_t iteration);

/* Returns the index of the largest of numbers [count], the first of equal ones. */
uint32_t pso_number_largest(const void *numbers, int precision, uint32_t count);

/* Returns numbers[at] of an array of floats or doubles. */
double pso_number_load(const void *numbers, int precision, size_t at);
void pso_number_store(void *numbers, int precision, size_t at, double x);

/* Convert between a number and its bits in a record or in the log. */
double pso_number_of_bits(uint64_t bits, int precision);
uint64_t pso_number_bits(double x, int precision);

/* Points of an iteration of the reference (Wang et al. 2022, Algorithm 1). A user's function gets all in one call. */
struct pso_points {
    void *x;        /* numbers [count][dimensions], in memory for doubles; built-in objectives have one point */
    double *values; /* [count], rounded to the precision, not negated for maximisation */
    double *g;      /* [count][constraints] values of a user's constraints; NULL: not evaluated */
    double *again;  /* [count] values of a repeated evaluation; used only if evaluations are repeated */
};

struct pso_sequential {
    struct pso_swarm base;
    bool is_incomplete;            /* true if a user's function did not write all values of the last iteration */
    struct search_sections state;  /* owned */
    struct search_sections before; /* state before the last iteration, for a user's function; owned */
    void *constants;               /* the buffer `constants` of cl/pso/types.h; owned */
    void *scratch; /* values [candidates], then the arrays of ants_real.h, strategy_real.h or frame.h; owned */
    struct pso_points points; /* values [candidates], followed by x and g; owned */
    struct pso_improvement log[LOG_SLOTS];
};

/* The functions of the reference in one precision. */
struct pso_reference {
    /* Draws positions and velocities. */
    void (*start)(struct pso_sequential *self);
    /* Runs one iteration; iteration 0 evaluates the start and moves nothing. */
    void (*step)(struct pso_sequential *self, uint64_t iteration);
    /* Fills the buffer of constants [pso_constant_count()]; `target` is a score. */
    void (*constants)(const struct pso_settings *settings, int64_t target, void *constants);
    /* Calls particle_settle(). */
    struct pso_best (*settle)(struct pso_best best, double value, uint32_t particle, uint64_t found, uint64_t iteration,
                              const struct search_request *request);
    /* Evaluates points `at` [count][dimensions] like pso_evaluate_host(). */
    void (*evaluate)(const struct pso_settings *settings, size_t count, const double *at, struct pso_points points);
    /* Returns coordinate `d` of a position at which the objective is evaluated, before the shift. */
    double (*on_grid)(const struct pso_settings *settings, uint32_t d, double x);
    /* Returns the value of point `k` to be minimised, after the violations of constraints. */
    double (*ranked)(const struct pso_settings *settings, struct pso_points points, size_t k);
    double (*violation)(double ranked); /* see particle_violation() */
};

extern const struct pso_reference pso_reference_fp32, pso_reference_fp64;

static inline const struct pso_reference *pso_reference_of(int precision)
{
    return precision == 32 ? &pso_reference_fp32 : &pso_reference_fp64;
}

#endif
