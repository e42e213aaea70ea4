#include "colony.h"

#include <stdlib.h>
#include <string.h>

#include "base/available.h"
#include "base/memory.h"
#include "colony_rules.h"
#include "reference_lists.h"
#include "reference_search.h"
#include "reference_trails.h"
#include "state.h"

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

bool aco_colony_is_cut(const struct aco_colony *colony)
{
    return !colony->patient && aco_colony_is_interrupted(colony);
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

static bool is_interrupted(const void *colony)
{
    return aco_colony_is_cut(colony);
}

static enum swarm_status prepare(struct aco_colony *colony, const uint32_t *start_tour, int64_t start_length)
{
    struct reference_colony *self = (struct reference_colony *)colony;
    const struct aco_settings *settings = &colony->settings;
    struct aco_arrays *arrays = &self->arrays;
    enum swarm_status status = SWARM_OK;
    TRY(aco_reference_open(colony->env, colony->request.instance, settings, start_tour, start_length, arrays));
    self->best = aco_best_begin(settings, start_length);
    if (colony->resumed) {
        return SWARM_OK;
    }
    if (settings->local_search && !aco_colony_is_interrupted(colony)) {
        TRY(aco_reference_search(colony->env, colony->request.instance, settings, &arrays->lists, NULL,
                                 arrays->best_tour, &self->best.length, is_interrupted, colony));
        arrays->lengths[ROW_BEST(settings->ants)] = arrays->lengths[ROW_POLISH(settings->ants)] = self->best.length;
        memcpy(arrays->polished, arrays->best_tour, settings->n * sizeof *arrays->polished);
        aco_anchor_fill(settings->n, arrays->best_tour, arrays->anchor);
    }
    colony->start_length = self->best.length;
    if (colony->request.walked) {
        aco_reference_walk(settings, arrays, &self->best, arrays->best_tour, self->best.length);
    }

fail:
    return status;
}

/* The tours of an iteration, as its algorithm builds them. */
static void construct(struct reference_colony *self, uint32_t iteration, bool *interrupted)
{
    const struct aco_settings *settings = &self->base.settings;
    struct aco_arrays *arrays = &self->arrays;
    if (settings->candidates == 0) {
        aco_reference_choice_info(settings, arrays);
        aco_reference_choice_weights(settings, arrays);
    } else {
        aco_reference_list_weights(settings, arrays);
    }
    if (settings->algorithm->local_update) {
        aco_reference_construct_together(settings, arrays, iteration);
        return;
    }
    for (uint32_t ant = 0; ant < settings->ants && !*interrupted; ++ant) {
        if (settings->candidates == 0) {
            aco_reference_construct(settings, arrays, iteration, ant);
        } else {
            aco_reference_construct_list(settings, arrays, iteration, ant);
        }
        *interrupted = aco_colony_is_cut(&self->base);
    }
    if (settings->candidates == 0) {
        aco_reference_evaluate(settings, arrays);
    }
}

/* Algorithm 2, one turn. */
static enum swarm_status step(struct aco_colony *colony, uint64_t iteration, bool *interrupted)
{
    struct reference_colony *self = (struct reference_colony *)colony;
    const struct aco_settings *settings = &colony->settings;
    struct aco_arrays *arrays = &self->arrays;
    enum swarm_status status = SWARM_OK;
    *interrupted = aco_colony_is_interrupted(colony);
    if (!*interrupted) {
        colony->torn = settings->algorithm->local_update; /* what ants build else is no state yet */
        construct(self, (uint32_t)iteration, interrupted);
    }
    for (uint32_t ant = 0; ant < settings->ants && settings->local_search && !*interrupted; ++ant) {
        TRY(aco_reference_search(colony->env, colony->request.instance, settings, &arrays->lists, arrays->anchor,
                                 arrays->tours + (size_t)ant * settings->n, &arrays->lengths[ant], is_interrupted,
                                 colony));
        *interrupted = aco_colony_is_cut(colony);
    }
    if (*interrupted) {
        return SWARM_OK;
    }
    bool polish_cut = false;
    if (settings->local_search && iteration % POLISH_PERIOD == 0) {
        TRY(aco_reference_search(colony->env, colony->request.instance, settings, &arrays->lists, NULL,
                                 arrays->polished, &arrays->lengths[ROW_POLISH(settings->ants)], is_interrupted,
                                 colony));
        polish_cut = aco_colony_is_cut(colony);
    }
    if (settings->algorithm->restart == RESTART_BRANCHING && iteration % BRANCHING_PERIOD == 0) {
        aco_reference_branches(settings, arrays, &self->best);
    }
    self->summary = aco_reference_reduce(settings, arrays, iteration, &self->best);
    self->has_summary = true;
    aco_reference_update(settings, arrays, &self->best, iteration);
    colony->torn = polish_cut;

fail:
    return status;
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

/* ------------------------------------------------------------------------------------------------------------------ */
/* The state                                                                                                          */

static void list(const struct aco_colony *colony, struct aco_state *state)
{
    aco_state_list_ants(&colony->settings, state);
}

/* Copies the first `width` elements of all rows [n][stride] to words [n][width]. */
static void save_rows(const struct aco_settings *settings, const uint32_t *rows, uint32_t *words)
{
    for (size_t i = 0; i < settings->n; ++i) {
        memcpy(words + i * settings->width, rows + i * settings->stride, settings->width * sizeof *words);
    }
}

static void load_rows(const struct aco_settings *settings, const uint32_t *words, uint32_t *rows)
{
    for (size_t i = 0; i < settings->n; ++i) {
        memcpy(rows + i * settings->stride, words + i * settings->width, settings->width * sizeof *words);
    }
}

static enum swarm_status save(struct aco_colony *colony, struct aco_state *state)
{
    const struct reference_colony *self = (const struct reference_colony *)colony;
    const struct aco_settings *settings = &colony->settings;
    const struct aco_arrays *arrays = &self->arrays;
    const size_t row = ROW_BEST(settings->ants), n = settings->n;
    enum swarm_status status = aco_state_make_ants(colony->env, settings, state);
    if (status != SWARM_OK) {
        return status;
    }
    memcpy(state->sections[ACO_STATE_BEST].bytes, &self->best, sizeof self->best);
    memcpy(state->sections[ACO_STATE_LENGTHS].bytes, arrays->lengths + row, ROWS_KEPT * sizeof *arrays->lengths);
    memcpy(state->sections[ACO_STATE_TOURS].bytes, arrays->tours + row * n, ROWS_KEPT * n * sizeof *arrays->tours);
    save_rows(settings, arrays->trails, state->sections[ACO_STATE_TRAILS].bytes);
    if (settings->adopts) {
        save_rows(settings, arrays->lists.nodes, state->sections[ACO_STATE_CANDIDATES].bytes);
    }
    return SWARM_OK;
}

static enum swarm_status load(struct aco_colony *colony, struct aco_state *state, uint64_t iteration)
{
    struct reference_colony *self = (struct reference_colony *)colony;
    const struct aco_settings *settings = &colony->settings;
    struct aco_arrays *arrays = &self->arrays;
    const size_t row = ROW_BEST(settings->ants), n = settings->n;
    enum swarm_status status = aco_state_check_ants(colony->env, settings, state);
    (void)iteration;
    if (status != SWARM_OK) {
        return status;
    }
    memcpy(&self->best, state->sections[ACO_STATE_BEST].bytes, sizeof self->best);
    memcpy(arrays->lengths + row, state->sections[ACO_STATE_LENGTHS].bytes, ROWS_KEPT * sizeof *arrays->lengths);
    memcpy(arrays->tours + row * n, state->sections[ACO_STATE_TOURS].bytes, ROWS_KEPT * n * sizeof *arrays->tours);
    load_rows(settings, state->sections[ACO_STATE_TRAILS].bytes, arrays->trails);
    if (settings->adopts) {
        load_rows(settings, state->sections[ACO_STATE_CANDIDATES].bytes, arrays->lists.nodes);
        aco_reference_list_heuristic(settings, arrays);
    }
    aco_anchor_fill(settings->n, arrays->best_tour, arrays->anchor);
    colony->start_length = self->best.length;
    return SWARM_OK;
}

static enum swarm_status take(struct aco_colony *colony, const uint32_t *tour, int64_t *length, uint64_t iteration)
{
    struct reference_colony *self = (struct reference_colony *)colony;
    struct aco_arrays *arrays = &self->arrays;
    const size_t row = ROW_BEST(colony->settings.ants), n = colony->settings.n;
    aco_best_take(&self->best, *length, iteration);
    for (size_t k = row; k < row + ROWS_KEPT; ++k) {
        arrays->lengths[k] = *length;
        memcpy(arrays->tours + k * n, tour, n * sizeof *tour);
    }
    aco_anchor_fill(colony->settings.n, tour, arrays->anchor);
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
    .list = list,
    .save = save,
    .load = load,
    .take = take,
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
