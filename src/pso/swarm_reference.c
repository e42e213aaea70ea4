#include <stdlib.h>
#include <string.h>

#include "base/available.h"
#include "base/memory.h"
#include "reference.h"
#include "swarm.h"

/* The sequential twin as a swarm. */
struct reference_swarm {
    struct pso_swarm base;
    struct pso_state state;
    struct pso_twin twin;
    uint64_t reported; /* iterations told ... */
    uint64_t told;     /* ... and improvements */
    bool is_prepared;  /* iteration 0 has not been told yet */
    struct pso_improvement log[LOG_SLOTS], report[LOG_SLOTS];
};

static struct reference_swarm *self_of(struct pso_swarm *swarm)
{
    return (struct reference_swarm *)swarm;
}

static enum swarm_status plan(struct pso_swarm *swarm)
{
    const uint64_t available = base_memory_available("");
    uint64_t needed = 0;
    for (int section = 0; section < PSO_SECTION_COUNT; ++section) {
        const uint64_t bytes = pso_section_bytes(&swarm->request.settings, (enum pso_section)section);
        swarm->plan[section] = (struct swarm_plan_entry){pso_section_name((enum pso_section)section), bytes};
        needed += bytes;
    }
    swarm->plan_count = PSO_SECTION_COUNT;
    if (needed > available) {
        return base_fail(swarm->env, SWARM_ERROR_OUT_OF_MEMORY,
                         "the run needs %.1f GiB of memory, %.1f GiB are available", (double)needed / 1073741824.0,
                         (double)available / 1073741824.0);
    }
    base_log(swarm->env, SWARM_LOG_INFO, "sequential twin on the host, memory %.1f MiB", (double)needed / 1048576.0);
    return SWARM_OK;
}

static enum swarm_status nothing(struct pso_swarm *swarm)
{
    (void)swarm;
    return SWARM_OK;
}

static const struct pso_reference *reference_of(const struct pso_swarm *swarm)
{
    return pso_reference_of(swarm->request.settings.precision);
}

static enum swarm_status prepare(struct pso_swarm *swarm, const struct pso_state *resumed)
{
    struct reference_swarm *self = self_of(swarm);
    enum swarm_status status = SWARM_OK;
    self->twin = (struct pso_twin){.settings = &swarm->request.settings, .state = &self->state, .log = self->log};
    TRY(pso_state_init(swarm->env, &swarm->request.settings, &self->state));
    TRY(pso_twin_init(swarm->env, &self->twin));
    if (resumed) {
        for (int section = 0; section < PSO_SECTION_COUNT; ++section) {
            memcpy(self->state.sections[section], resumed->sections[section], self->state.bytes[section]);
        }
        self->state.iteration = resumed->iteration;
        self->told = ((const struct pso_best *)self->state.sections[PSO_SECTION_BEST])->improvements;
    } else {
        reference_of(swarm)->start(&self->twin, swarm->request.start, swarm->request.start_count);
        reference_of(swarm)->step(&self->twin, 0);
    }
    swarm->queued = self->reported = self->state.iteration;
    self->is_prepared = true;

fail:
    return status;
}

static enum swarm_status advance(struct pso_swarm *swarm, uint64_t limit, bool *interrupted)
{
    struct reference_swarm *self = self_of(swarm);
    const struct pso_best *best = self->state.sections[PSO_SECTION_BEST];
    *interrupted = base_interrupted(swarm->env, swarm->request.deadline);
    if (!*interrupted && swarm->queued < limit) {
        ++swarm->queued;
        if (best->state == SWARM_RUNNING) {
            reference_of(swarm)->step(&self->twin, swarm->queued);
        }
    }
    return SWARM_OK;
}

static enum swarm_status collect(struct pso_swarm *swarm, bool all, bool *got, struct pso_report *report)
{
    struct reference_swarm *self = self_of(swarm);
    const struct pso_best *best = self->state.sections[PSO_SECTION_BEST];
    (void)all;
    *got = self->is_prepared || self->reported < swarm->queued;
    self->is_prepared = false;
    self->reported = swarm->queued;
    *report = (struct pso_report){.iteration = swarm->queued,
                                  .state = best->state,
                                  .stopped = best->stopped,
                                  .count = (size_t)(best->improvements - self->told),
                                  .improvements = self->report};
    for (size_t k = 0; k < report->count; ++k) {
        self->report[k] = self->log[(self->told + k) % LOG_SLOTS];
    }
    self->told = best->improvements;
    return SWARM_OK;
}

static enum swarm_status save(struct pso_swarm *swarm, struct pso_state *state)
{
    struct reference_swarm *self = self_of(swarm);
    for (int section = 0; section < PSO_SECTION_COUNT; ++section) {
        memcpy(state->sections[section], self->state.sections[section], self->state.bytes[section]);
    }
    state->iteration = self->state.iteration;
    return SWARM_OK;
}

static enum swarm_status finish(struct pso_swarm *swarm, struct pso_best *best, double *value, double *position,
                                uint64_t *nan_count)
{
    struct reference_swarm *self = self_of(swarm);
    reference_of(swarm)->finish(&self->twin, best, value, position);
    *nan_count = pso_state_nan_count(&self->state, swarm->request.settings.particles);
    return SWARM_OK;
}

static void destroy(struct pso_swarm **swarm)
{
    struct reference_swarm *self = self_of(*swarm);
    if (self) {
        pso_twin_deinit(&self->twin);
        pso_state_deinit(&self->state);
        free(self);
        *swarm = NULL;
    }
}

static const struct pso_swarm_type reference_type = {
    .plan = plan,
    .open = nothing,
    .build = nothing,
    .prepare = prepare,
    .advance = advance,
    .collect = collect,
    .save = save,
    .finish = finish,
    .destroy = destroy,
};

enum swarm_status pso_swarm_reference_create(struct base_env *env, const struct pso_request *request,
                                             struct pso_swarm **swarm)
{
    struct reference_swarm *self = base_array(1, sizeof *self);
    if (!self) {
        return base_fail_memory(env);
    }
    self->base.type = &reference_type;
    self->base.env = env;
    self->base.request = *request;
    *swarm = &self->base;
    return SWARM_OK;
}
