/* reference.h - the sequential twin: Algorithm 1 of Wang et al. (2022) in plain C, one particle after the other.
 *
 * It shares only random numbers, moves and objectives with the kernels (cl/shared). The same text is compiled for both
 * precisions; the arrays of a state hold float or double.
 */
#ifndef SWARMCL_PSO_REFERENCE_H
#define SWARMCL_PSO_REFERENCE_H

#include "swarm.h"

/* Points that are evaluated together: by a row one after the other, by a caller's function in one call. */
struct pso_points {
    void *x;        /* numbers [count][dimensions], with room for doubles; of a row the last point alone */
    double *values; /* [count] in the twin's precision, not minimised */
};

struct pso_twin {
    struct pso_swarm base;
    bool is_incomplete;            /* a caller's function has left out values of the last iteration */
    struct search_sections state;  /* owned */
    struct search_sections before; /* owned; with a caller's function the state before the last iteration */
    void *constants;               /* owned; the buffer of cl/pso/particle.h */
    void *scratch;                 /* owned; numbers: values [candidates], of a colony more: ants_real.h */
    struct pso_points points;      /* of an iteration; owned: values [candidates], with x behind them */
    struct pso_improvement log[LOG_SLOTS];
};

/* The twin in one precision. */
struct pso_reference {
    /* Draws positions and velocities. */
    void (*start)(struct pso_twin *twin);
    /* One iteration; 0 evaluates the start and moves nothing. */
    void (*step)(struct pso_twin *twin, uint64_t iteration);
    /* Fills the buffer of constants [pso_constant_count()]; `target` is a score. */
    void (*constants)(const struct pso_settings *settings, int64_t target, void *constants);
    /* particle_settle() with a value and a target of numbers. */
    struct pso_best (*settle)(struct pso_best best, double value, uint32_t particle, uint64_t found, uint64_t iteration,
                              const struct search_request *request);
    /* pso_evaluate_host() at `at` [count][dimensions]. */
    void (*evaluate)(const struct pso_settings *settings, size_t count, const double *at, struct pso_points points);
};

extern const struct pso_reference pso_reference_fp32, pso_reference_fp64;

static inline const struct pso_reference *pso_reference_of(int precision)
{
    return precision == 32 ? &pso_reference_fp32 : &pso_reference_fp64;
}

#endif
