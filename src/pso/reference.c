#include "reference.h"

#include <stdlib.h>

#include "base/memory.h"

const struct pso_reference *pso_reference_of(int precision)
{
    return precision == 32 ? &pso_reference_fp32 : &pso_reference_fp64;
}

enum swarm_status pso_twin_init(struct base_env *env, struct pso_twin *twin)
{
    const struct pso_settings *s = twin->settings;
    const size_t number = (size_t)s->precision / 8;
    twin->constants = base_array(CONSTANT_COUNT + (size_t)CONSTANT_ROWS * s->dimensions, number);
    twin->scratch = base_array((size_t)s->dimensions + s->particles, number);
    if (!twin->constants || !twin->scratch) {
        return base_fail_memory(env);
    }
    pso_reference_of(s->precision)->constants(s, twin->request->target, twin->constants);
    pso_state_list(s, &twin->state);
    return pso_state_make(env, s, PSO_SECTION_POSITIONS, &twin->state);
}

void pso_twin_deinit(struct pso_twin *twin)
{
    run_sections_deinit(&twin->state);
    free(twin->constants);
    free(twin->scratch);
    twin->constants = twin->scratch = NULL;
}
