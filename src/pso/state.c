#include "state.h"

#include <stdlib.h>

#include "base/memory.h"

static const char *const section_names[PSO_SECTION_COUNT] = {
    [PSO_SECTION_POSITIONS] = "positions",
    [PSO_SECTION_VELOCITIES] = "velocities",
    [PSO_SECTION_MEMORIES] = "memories",
    [PSO_SECTION_MEMORY_VALUES] = "memory_values",
    [PSO_SECTION_NANS] = "nans",
    [PSO_SECTION_BEST] = "best",
    [PSO_SECTION_BEST_POSITION] = "best_position",
    [PSO_SECTION_TRIBE_VALUES] = "tribe_values",
    [PSO_SECTION_TRIBE_PARTICLES] = "tribe_particles",
    [PSO_SECTION_TRIBE_ITERATIONS] = "tribe_iterations",
    [PSO_SECTION_TRIBE_POSITIONS] = "tribe_positions",
};

const char *pso_section_name(enum pso_section section)
{
    return section_names[section];
}

uint64_t pso_section_bytes(const struct pso_settings *settings, enum pso_section section)
{
    const uint64_t number = (uint64_t)settings->precision / 8;
    const uint64_t particles = settings->particles, dimensions = settings->dimensions;
    const uint64_t tribes = pso_tribe_count(settings);
    switch (section) {
    case PSO_SECTION_POSITIONS:
    case PSO_SECTION_VELOCITIES:
    case PSO_SECTION_MEMORIES:
        return particles * dimensions * number;
    case PSO_SECTION_MEMORY_VALUES:
        return particles * number;
    case PSO_SECTION_NANS:
        return particles * sizeof(uint32_t);
    case PSO_SECTION_BEST:
        return sizeof(struct pso_best);
    case PSO_SECTION_BEST_POSITION:
        return dimensions * number;
    case PSO_SECTION_TRIBE_VALUES:
        return tribes * number;
    case PSO_SECTION_TRIBE_PARTICLES:
        return tribes * sizeof(uint32_t);
    case PSO_SECTION_TRIBE_ITERATIONS:
        return tribes * sizeof(uint64_t);
    case PSO_SECTION_TRIBE_POSITIONS:
        return tribes * dimensions * number;
    case PSO_SECTION_COUNT:
        break;
    }
    return 0;
}

enum swarm_status pso_state_init(struct base_env *env, const struct pso_settings *settings, struct pso_state *state)
{
    for (int section = 0; section < PSO_SECTION_COUNT; ++section) {
        state->bytes[section] = (size_t)pso_section_bytes(settings, (enum pso_section)section);
        state->sections[section] = base_array(state->bytes[section], 1);
        if (!state->sections[section]) {
            return base_fail_memory(env);
        }
    }
    return SWARM_OK;
}

void pso_state_deinit(struct pso_state *state)
{
    for (int section = 0; section < PSO_SECTION_COUNT; ++section) {
        free(state->sections[section]);
        state->sections[section] = NULL;
    }
}

uint64_t pso_state_nan_count(const struct pso_state *state, uint32_t particles)
{
    const uint32_t *nans = state->sections[PSO_SECTION_NANS];
    uint64_t count = 0;
    for (uint32_t p = 0; p < particles; ++p) {
        count += nans[p];
    }
    return count;
}
