/* state.h - a swarm between two iterations, in host memory: the twin works on it, and checkpoints hold it.
 *
 * Numbers are float or double as settings.precision says; matrices are [dimensions][particles].
 */
#ifndef SWARMCL_PSO_STATE_H
#define SWARMCL_PSO_STATE_H

#include "search/engine.h"
#include "settings.h"

enum pso_section {
    PSO_SECTION_POSITIONS,
    PSO_SECTION_VELOCITIES,
    PSO_SECTION_MEMORIES,      /* the position of each particle's own best value; of ants the archive, best first */
    PSO_SECTION_MEMORY_VALUES, /* [particles] numbers, minimised (cl/pso/types.h) */
    PSO_SECTION_NANS,          /* [candidates] uint32_t: evaluations that gave NaN */
    PSO_SECTION_BEST,          /* struct pso_best */
    PSO_SECTION_BEST_POSITION, /* [dimensions] */
    /* for `asynchronous`, otherwise empty: the best known to each tribe */
    PSO_SECTION_TRIBE_VALUES,     /* [tribes] numbers */
    PSO_SECTION_TRIBE_PARTICLES,  /* [tribes] uint32_t */
    PSO_SECTION_TRIBE_ITERATIONS, /* [tribes] uint64_t */
    PSO_SECTION_TRIBE_POSITIONS,  /* [tribes][dimensions] */
    PSO_SECTION_COUNT
};

/* Lists the sections. */
void pso_state_list(const struct pso_settings *settings, struct search_sections *state);

/* Makes room for the sections from `first` on. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status pso_state_make(struct base_env *env, const struct pso_settings *settings, enum pso_section first,
                                 struct search_sections *state);

/* Copies between the state of a whole swarm and of a part of its tribes: the sections that `piece` has. */
void pso_state_copy_part(const struct pso_settings *part, const struct search_sections *piece,
                         struct search_sections *state, bool to_part);

/* Whether the state is possible after `iteration`. A checksum protects a file from damage, not from its writer. */
bool pso_state_is_possible(const struct pso_settings *settings, const struct search_sections *state,
                           uint64_t iteration);

#define PSO_NO_TRIBE UINT32_MAX

/* The tribe with the best value, the lowest particle on ties; PSO_NO_TRIBE: none is below `than`. */
uint32_t pso_state_best_tribe(const struct pso_settings *settings, const struct search_sections *state, double than);

/* The best of all, also of tribes that have not exchanged it yet: its position [dimensions] and its record; and the
 * number of evaluations that gave NaN. Ignores sections before PSO_SECTION_NANS. */
void pso_state_solution(const struct pso_settings *settings, const struct search_sections *state, double *position,
                        struct search_improvement *best, uint64_t *nan_count);

/* Makes a solution better than all before the place and the memory of the particle with the worst memory, and the best
 * of its tribe and of all, found in `iteration`. In an archive it replaces the worst solution. */
void pso_state_take(const struct pso_settings *settings, struct search_sections *state, const double *position,
                    int64_t score, uint64_t iteration);

/* Makes it the record of the best. */
void pso_state_record(const struct pso_settings *settings, struct pso_best *best, uint32_t particle, int64_t score,
                      uint64_t iteration);

/* The first of the largest of numbers [count]. */
uint32_t pso_number_largest(const void *numbers, int precision, uint32_t count);

/* numbers[at] of an array of floats or doubles. */
double pso_number_load(const void *numbers, int precision, size_t at);
void pso_number_store(void *numbers, int precision, size_t at, double x);

/* The number from its bits in a record or in the log, and back. */
double pso_number_of_bits(uint64_t bits, int precision);
uint64_t pso_number_bits(double x, int precision);

#endif
