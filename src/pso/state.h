/* state.h - a swarm between two iterations in host memory, for checkpoints and the reference. Numbers are float or
 * double by settings.precision; matrices are [dimensions][particles]. */
#ifndef SWARMCL_PSO_STATE_H
#define SWARMCL_PSO_STATE_H

#include "search/engine.h"
#include "settings.h"

enum pso_section {
    PSO_SECTION_POSITIONS,
    PSO_SECTION_VELOCITIES,
    PSO_SECTION_MEMORIES,      /* the position of each particle's best value; for ants the archive, best first */
    PSO_SECTION_MEMORY_VALUES, /* [particles] numbers, minimised (cl/pso/types.h) */
    PSO_SECTION_NANS,          /* [candidates] uint32_t: evaluations that gave NaN */
    PSO_SECTION_BEST,          /* struct pso_best */
    PSO_SECTION_BEST_POSITION, /* [dimensions] */
    /* the best known to each tribe; empty except for `asynchronous` */
    PSO_SECTION_TRIBE_VALUES,     /* [tribes] numbers */
    PSO_SECTION_TRIBE_PARTICLES,  /* [tribes] uint32_t */
    PSO_SECTION_TRIBE_ITERATIONS, /* [tribes] uint64_t */
    PSO_SECTION_TRIBE_POSITIONS,  /* [tribes][dimensions] */
    PSO_SECTION_COUNT
};

void pso_state_list(const struct pso_settings *settings, struct search_sections *state);

/* Makes room for the sections from `first` on. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status pso_state_make(struct base_env *env, const struct pso_settings *settings, enum pso_section first,
                                 struct search_sections *state);

/* Copies the sections that `piece` has between the states of a whole swarm and of a part of its tribes. */
void pso_state_copy_part(const struct pso_settings *part, const struct search_sections *piece,
                         struct search_sections *state, bool to_part);

/* True if the state is possible after `iteration`: another program may have written the file. */
bool pso_state_is_possible(const struct pso_settings *settings, const struct search_sections *state,
                           uint64_t iteration);

#define PSO_NO_TRIBE UINT32_MAX

/* The tribe with the best value, the lowest particle on ties; PSO_NO_TRIBE if no value is below `than`. */
uint32_t pso_state_best_tribe(const struct pso_settings *settings, const struct search_sections *state, double than);

/* The best, including tribes since their last exchange: its position [dimensions] and record, and the number of
 * evaluations that gave NaN. Ignores sections before PSO_SECTION_NANS. */
void pso_state_solution(const struct pso_settings *settings, const struct search_sections *state, double *position,
                        struct search_improvement *best, uint64_t *nan_count);

/* Takes a new best solution, found in `iteration`: as position and memory of the particle with the worst memory, and as
 * the best of its tribe and of the swarm. In an archive it replaces the worst solution. */
void pso_state_take(const struct pso_settings *settings, struct search_sections *state, const double *position,
                    int64_t score, uint64_t iteration);

/* Updates the record of the best. */
void pso_state_record(const struct pso_settings *settings, struct pso_best *best, uint32_t particle, int64_t score,
                      uint64_t iteration);

/* The first of the largest of numbers [count]. */
uint32_t pso_number_largest(const void *numbers, int precision, uint32_t count);

/* numbers[at] of an array of floats or doubles. */
double pso_number_load(const void *numbers, int precision, size_t at);
void pso_number_store(void *numbers, int precision, size_t at, double x);

/* Converts between a number and its bits in a record or in the log. */
double pso_number_of_bits(uint64_t bits, int precision);
uint64_t pso_number_bits(double x, int precision);

#endif
