/* reference.h - the sequential twin: Algorithm 1 of Wang et al. (2022) in plain C, one particle after the other.
 *
 * It shares random numbers, moves and objectives with the kernels (cl/shared/particle.h), and nothing else. The same
 * text is compiled for both precisions; the arrays of a state hold float or double.
 */
#ifndef SWARMCL_PSO_REFERENCE_H
#define SWARMCL_PSO_REFERENCE_H

#include "state.h"

/* What the twin works on. */
struct pso_twin {
    const struct pso_settings *settings; /* borrowed */
    const struct run_request *request;   /* borrowed */
    struct run_sections state;           /* owned */
    void *constants;                     /* owned; the buffer of cl/shared/particle.h */
    void *scratch;                       /* owned; numbers: a position, values [particles] */
    struct pso_improvement log[LOG_SLOTS];
};

/* The twin in one precision. */
struct pso_reference {
    /* Draws positions and velocities. */
    void (*start)(struct pso_twin *twin);
    /* One iteration; 0 evaluates the start and moves nothing. */
    void (*step)(struct pso_twin *twin, uint64_t iteration);
    /* Fills the buffer of constants [CONSTANT_COUNT + CONSTANT_ROWS * dimensions]; `target` is a score. */
    void (*constants)(const struct pso_settings *settings, int64_t target, void *constants);
};

extern const struct pso_reference pso_reference_fp32, pso_reference_fp64;

/* The one for a precision. */
const struct pso_reference *pso_reference_of(int precision);

/* Makes room for a state. `twin` must be zeroed but for its borrowed members; release it in any case. */
enum swarm_status pso_twin_init(struct base_env *env, struct pso_twin *twin);
void pso_twin_deinit(struct pso_twin *twin);

#endif
