/* state.h - all that a swarm is between two iterations, in host memory: what the twin works on, what checkpoints hold.
 *
 * Numbers are float or double as settings.precision says; matrices are [dimensions][particles].
 */
#ifndef SWARMCL_PSO_STATE_H
#define SWARMCL_PSO_STATE_H

#include "run/engine.h"
#include "settings.h"

enum pso_section {
    PSO_SECTION_POSITIONS,
    PSO_SECTION_VELOCITIES,
    PSO_SECTION_MEMORIES,      /* where each particle's own best value was found */
    PSO_SECTION_MEMORY_VALUES, /* [particles] numbers, minimised (swarm_types.h) */
    PSO_SECTION_NANS,          /* [particles] uint32_t: evaluations that gave NaN */
    PSO_SECTION_BEST,          /* struct pso_best */
    PSO_SECTION_BEST_POSITION, /* [dimensions] */
    /* for `asynchronous`, otherwise empty: the best that each tribe knows */
    PSO_SECTION_TRIBE_VALUES,     /* [tribes] numbers */
    PSO_SECTION_TRIBE_PARTICLES,  /* [tribes] uint32_t */
    PSO_SECTION_TRIBE_ITERATIONS, /* [tribes] uint64_t */
    PSO_SECTION_TRIBE_POSITIONS,  /* [tribes][dimensions] */
    PSO_SECTION_COUNT
};

/* Lists the sections. */
void pso_state_list(const struct pso_settings *settings, struct run_sections *state);

/* Makes room for the sections from `first` on. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status pso_state_make(struct base_env *env, const struct pso_settings *settings, enum pso_section first,
                                 struct run_sections *state);

/* Whether a run can have come to this state after `iteration`. A checksum tells what has happened to a file, not who
 * wrote it. */
bool pso_state_is_possible(const struct pso_settings *settings, const struct run_sections *state, uint64_t iteration);

#define PSO_NO_TRIBE UINT32_MAX

/* The tribe with the best value, the lowest particle on ties; PSO_NO_TRIBE when none is below `than`. */
uint32_t pso_state_best_tribe(const struct pso_settings *settings, const struct run_sections *state, double than);

/* The best of all, tribes included that have not exchanged it yet: its position [dimensions] and its record;
 * and all evaluations that gave NaN. Looks at no section before PSO_SECTION_NANS. */
void pso_state_answer(const struct pso_settings *settings, const struct run_sections *state, double *position,
                      struct run_improvement *best, uint64_t *nan_count);

/* A better answer than all before becomes the place and the memory of the particle with the worst memory, and the best
 * of its tribe and of all, found in `iteration`. */
void pso_state_take(const struct pso_settings *settings, struct run_sections *state, const double *position,
                    int64_t score, uint64_t iteration);

/* numbers[at], in an array of floats or doubles. */
double pso_number_load(const void *numbers, int precision, size_t at);
void pso_number_store(void *numbers, int precision, size_t at, double x);

/* The number whose bits a record or the log holds. */
double pso_number_of_bits(uint64_t bits, int precision);

#endif
