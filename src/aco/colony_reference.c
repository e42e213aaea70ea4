#include "colony.h"

#include <stdlib.h>
#include <string.h>

#include "base/available.h"
#include "base/memory.h"
#include "reference.h"

/* The sequential twin as a colony. */
struct reference_colony {
    struct aco_colony base;
    struct aco_arrays arrays;
    struct aco_best best;
    bool has_summary;
    struct aco_summary summary; /* of the last iteration, until collected */
};

bool aco_colony_is_interrupted(const struct aco_colony *colony)
{
    return base_interrupted(colony->env, colony->request.deadline);
}

static enum swarm_status plan(struct aco_colony *colony)
{
    uint64_t needed = aco_arrays_bytes(&colony->settings);
    uint64_t available = base_memory_available("");
    colony->plan[0] = (struct swarm_plan_entry){"arrays", needed};
    colony->plan_count = 1;
    if (needed > available) {
        return base_fail(colony->env, SWARM_ERROR_OUT_OF_MEMORY,
                         "the run needs %.1f GiB of memory, %.1f GiB are available", (double)needed / 1073741824.0,
                         (double)available / 1073741824.0);
    }
    base_log(colony->env, SWARM_LOG_INFO, "sequential twin on the host, memory %.1f MiB", (double)needed / 1048576.0);
    return SWARM_OK;
}

static enum swarm_status nothing(struct aco_colony *colony)
{
    (void)colony;
    return SWARM_OK;
}

static enum swarm_status prepare(struct aco_colony *colony, const uint32_t *start_tour, int64_t start_length)
{
    struct reference_colony *self = (struct reference_colony *)colony;
    const struct aco_settings *settings = &colony->settings;
    enum swarm_status status = aco_arrays_create(colony->env, settings, &self->arrays);
    if (status != SWARM_OK) {
        return status;
    }
    for (uint32_t i = 0; i < settings->n && !aco_colony_is_interrupted(colony); ++i) {
        tsp_instance_row(colony->request.instance, i, self->arrays.distance + (size_t)i * settings->stride);
    }
    if (!aco_colony_is_interrupted(colony)) {
        aco_reference_initialise(settings, &self->arrays);
    }
    if (colony->request.walked) {
        aco_reference_walk(settings, &self->arrays, start_tour, start_length);
    }
    memcpy(self->arrays.best_tour, start_tour, settings->n * sizeof *start_tour);
    self->best = (struct aco_best){.length = start_length};
    return SWARM_OK;
}

/* Algorithm 2, one turn. */
static enum swarm_status step(struct aco_colony *colony, uint64_t iteration, bool *interrupted)
{
    struct reference_colony *self = (struct reference_colony *)colony;
    const struct aco_settings *settings = &colony->settings;
    struct aco_arrays *arrays = &self->arrays;
    *interrupted = aco_colony_is_interrupted(colony);
    if (*interrupted) {
        return SWARM_OK;
    }
    aco_reference_choice_info(settings, arrays);
    aco_reference_choice_weights(settings, arrays);
    for (uint32_t ant = 0; ant < settings->ants; ++ant) {
        aco_reference_construct(settings, arrays, (uint32_t)iteration, ant);
        if (aco_colony_is_interrupted(colony)) {
            *interrupted = true;
            return SWARM_OK;
        }
    }
    aco_reference_evaluate(settings, arrays);
    self->summary = aco_reference_reduce(settings, arrays, iteration, &self->best);
    self->has_summary = true;
    aco_reference_evaporate(settings, arrays);
    aco_reference_amounts(settings, arrays);
    for (uint32_t ant = 0; ant < settings->ants; ++ant) {
        aco_reference_deposit(settings, arrays, ant);
    }
    return SWARM_OK;
}

static enum swarm_status collect(struct aco_colony *colony, bool all, bool *got, struct aco_summary *summary)
{
    struct reference_colony *self = (struct reference_colony *)colony;
    (void)all;
    *got = self->has_summary;
    *summary = self->summary;
    self->has_summary = false;
    return SWARM_OK;
}

static enum swarm_status best_tour(struct aco_colony *colony, uint32_t *tour)
{
    struct reference_colony *self = (struct reference_colony *)colony;
    memcpy(tour, self->arrays.best_tour, colony->settings.n * sizeof *tour);
    return SWARM_OK;
}

static void destroy(struct aco_colony **colony)
{
    struct reference_colony *self = (struct reference_colony *)*colony;
    if (self) {
        aco_arrays_destroy(&self->arrays);
        free(self);
        *colony = NULL;
    }
}

static const struct aco_colony_type reference_type = {
    .plan = plan,
    .open = nothing,
    .build = nothing,
    .prepare = prepare,
    .step = step,
    .collect = collect,
    .best_tour = best_tour,
    .destroy = destroy,
};

enum swarm_status aco_colony_reference_create(struct base_env *env, const struct aco_colony_request *request,
                                              struct aco_colony **colony)
{
    struct reference_colony *self = base_array(1, sizeof *self);
    if (!self) {
        return base_fail_memory(env);
    }
    const struct swarm_instance_info *info = &request->instance->info;
    self->base.type = &reference_type;
    self->base.env = env;
    self->base.request = *request;
    self->base.settings = aco_settings_make(&request->choices, info->node_count, info->symmetric, 1);
    *colony = &self->base;
    return SWARM_OK;
}
