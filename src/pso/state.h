/* state.h - all that a swarm is between two iterations, in host memory: what the twin works on, what checkpoints hold.
 *
 * Numbers are float or double as settings.precision says; matrices are [dimensions][particles].
 */
#ifndef SWARMCL_PSO_STATE_H
#define SWARMCL_PSO_STATE_H

#include "settings.h"

enum pso_section {
    PSO_SECTION_POSITIONS,
    PSO_SECTION_VELOCITIES,
    PSO_SECTION_MEMORIES,      /* where each particle's own best value was found */
    PSO_SECTION_MEMORY_VALUES, /* [particles] numbers, minimised (swarm_types.h) */
    PSO_SECTION_NANS,          /* [particles] uint32_t: evaluations that gave NaN */
    PSO_SECTION_BEST,          /* struct pso_best */
    PSO_SECTION_BEST_POSITION, /* [dimensions] */
    /* for `asynchronous`, otherwise without bytes: the best that each tribe knows */
    PSO_SECTION_TRIBE_VALUES,     /* [tribes] numbers */
    PSO_SECTION_TRIBE_PARTICLES,  /* [tribes] uint32_t */
    PSO_SECTION_TRIBE_ITERATIONS, /* [tribes] uint64_t */
    PSO_SECTION_TRIBE_POSITIONS,  /* [tribes][dimensions] */
    PSO_SECTION_COUNT
};

struct pso_state {
    uint64_t iteration; /* complete */
    double seconds;     /* since the start of the first run */
    size_t bytes[PSO_SECTION_COUNT];
    void *sections[PSO_SECTION_COUNT]; /* owned */
};

/* The name of a section, as checkpoints and the memory plan have it. */
const char *pso_section_name(enum pso_section section);

/* Bytes of a section for these settings. */
uint64_t pso_section_bytes(const struct pso_settings *settings, enum pso_section section);

/* Allocates all sections, zeroed. `state` must be zeroed; release it in any case. */
enum swarm_status pso_state_init(struct base_env *env, const struct pso_settings *settings, struct pso_state *state);
void pso_state_deinit(struct pso_state *state);

/* The sum of the section of NaNs. */
uint64_t pso_state_nan_count(const struct pso_state *state, uint32_t particles);

#endif
