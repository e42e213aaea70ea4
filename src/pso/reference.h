/* reference.h - the sequential reference: Algorithm 1 of Wang et al. (2022) in plain C, particle by particle. It shares
 * only random numbers, moves and objectives with the kernels. Both precisions are compiled from the same text. */
#ifndef SWARMCL_PSO_REFERENCE_H
#define SWARMCL_PSO_REFERENCE_H

#include "swarm.h"

/* The points of an iteration. A user's function gets them in one call. */
struct pso_points {
    void *x;        /* numbers [count][dimensions] with room for doubles; for built-in objectives one point */
    double *values; /* [count], rounded to the precision, not minimised */
};

struct pso_sequential {
    struct pso_swarm base;
    bool is_incomplete;            /* a user's function did not write all values of the last iteration */
    struct search_sections state;  /* owned */
    struct search_sections before; /* owned; the state before the last iteration, for a user's function */
    void *constants;               /* owned; the buffer `constants` of cl/pso/types.h */
    void *scratch;                 /* owned; numbers: values [candidates], then those of ants_real.h */
    struct pso_points points;      /* owned: values [candidates], followed by x */
    struct pso_improvement log[LOG_SLOTS];
};

/* The functions in one precision. */
struct pso_reference {
    /* Draws positions and velocities. */
    void (*start)(struct pso_sequential *self);
    /* One iteration; 0 evaluates the start and moves nothing. */
    void (*step)(struct pso_sequential *self, uint64_t iteration);
    /* Fills the buffer of constants [pso_constant_count()]; `target` is a score. */
    void (*constants)(const struct pso_settings *settings, int64_t target, void *constants);
    /* particle_settle(). */
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
