#include "result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "companions.h"
#include "outcome.h"
#include "selection_rules.h"

enum swarm_status solver_result_create(struct base_env *env, size_t node_count, bool path,
                                       struct solver_result **result)
{
    struct solver_result *made = base_array(1, sizeof *made);
    uint32_t *tour = base_array(node_count, sizeof *tour);
    if (!made || !tour) {
        free(made);
        free(tour);
        return base_fail_memory(env);
    }
    made->tour = tour;
    made->shown.node_count = node_count;
    made->shown.path = path;
    made->shown.tour = tour;
    made->shown.built_length = -1;
    *result = made;
    return SWARM_OK;
}

void swarm_result_destroy(swarm_result **result)
{
    struct solver_result *made = (struct solver_result *)*result;
    if (!made) {
        return;
    }
    solver_settings_free(made->settings, made->shown.setting_count);
    free(made->kernels);
    free(made->islands);
    free(made->trace);
    free(made->tour);
    free(made);
    *result = NULL;
}

enum swarm_status solver_result_improve(struct base_env *env, struct solver_result *result, uint64_t iteration,
                                        int64_t length)
{
    struct swarm_result *shown = &result->shown;
    void *trace = result->trace;
    if (!solver_grow(&trace, shown->trace_count, &result->trace_capacity, sizeof *result->trace)) {
        return base_fail_memory(env);
    }
    result->trace = trace;
    result->trace[shown->trace_count++] = (struct swarm_trace_point){iteration, length, base_seconds(env)};
    shown->trace = result->trace;
    shown->length = length;
    shown->best_iteration = iteration;
    shown->best_seconds = result->trace[shown->trace_count - 1].seconds;
    return SWARM_OK;
}

/* A colony and what it was made of. */
struct used {
    const struct solver_automatic *chosen;
    const struct run_engine *colony;
    const struct aco_colony *ants; /* the same; NULL: mosaic */
    bool asked;                    /* what was given is told as it was, though the colony could not have all of it */
};

static struct used used_of(const struct solver_automatic *chosen, const struct run_engine *colony, bool asked)
{
    return (struct used){chosen, colony, chosen->mosaic ? NULL : (const struct aco_colony *)colony, asked};
}

static const char *number_text(uint64_t number, char *text)
{
    snprintf(text, 24, "%llu", (unsigned long long)number);
    return text;
}

static bool is_given(const char *value)
{
    return strcmp(value, "auto") != 0;
}

/* A number that the user did not give, as people write it. */
static const char *real_text(const char *value, double number, char *text)
{
    if (is_given(value)) {
        return value;
    }
    snprintf(text, 32, "%.15g", number);
    return text;
}

/* Parameters of the colony that its algorithm has; NULL for what it does not use. *taken: `name` is one of them. */
static const char *used_colony(const struct used *used, const char *name, const char *value, char *text, bool *taken)
{
    const struct solver_automatic *chosen = used->chosen;
    const struct aco_settings *s = used->ants ? &used->ants->settings : NULL;
    *taken = true;
    if (strcmp(name, "algorithm") == 0) {
        return solver_automatic_name(chosen);
    }
    if (strcmp(name, "colonies") == 0) {
        return number_text(chosen->colonies.population, text);
    }
    if (strcmp(name, "kicks") == 0) {
        const uint64_t kicks = mosaic_engine_choices(used->colony)->kicks; /* 0: fewer than ten nodes have none */
        return kicks > 0 ? number_text(kicks, text) : NULL;
    }
    if (strcmp(name, "exchange") == 0) {
        return number_text(mosaic_engine_choices(used->colony)->kopt, text);
    }
    if (strcmp(name, "beam") == 0) {
        return number_text(mosaic_engine_choices(used->colony)->beam, text);
    }
    if (strcmp(name, "schedule") == 0) {
        const char *schedule = mosaic_engine_schedule(used->colony);
        return schedule[0] != '\0' ? schedule : NULL;
    }
    if (strcmp(name, "improver") == 0) {
        return mosaic_engine_choices(used->colony)->improver->name;
    }
    if (strcmp(name, "ants") == 0) {
        if (chosen->mosaic) {
            const struct mosaic_choices *colonies = mosaic_engine_choices(used->colony);
            return colonies->improver->pieces ? number_text(colonies->ants, text) : NULL;
        }
        return number_text(s->ants, text);
    }
    if (strcmp(name, "rho") == 0) {
        return real_text(value, chosen->rho, text);
    }
    if (strcmp(name, "elite") == 0) {
        return number_text(s->elite, text);
    }
    if (strcmp(name, "ranks") == 0) {
        return number_text(s->ranks, text);
    }
    if (strcmp(name, "q0") == 0) {
        return chosen->lists || (used->asked && is_given(value)) ? real_text(value, chosen->exploit, text) : NULL;
    }
    if (strcmp(name, "p-best") == 0) {
        return s->local_search ? NULL : value;
    }
    *taken = false;
    return value;
}

/* Parameters of tours: how they are built, searched, and when that ends. */
static const char *used_search(const struct used *used, const char *name, const char *value, char *text, bool *taken)
{
    const struct solver_automatic *chosen = used->chosen;
    const struct aco_settings *s = used->ants ? &used->ants->settings : NULL;
    *taken = true;
    if (strcmp(name, "selection") == 0) {
        return aco_selection_of(s->selection)->name;
    }
    if (strcmp(name, "compress-from") == 0) {
        return s->selection == SELECTION_HYBRID ? value : NULL;
    }
    if (strcmp(name, "candidates") == 0) {
        return used->asked && is_given(value)
                   ? value
                   : number_text(s ? s->candidates : mosaic_colony_choices(used->colony)->candidates,
                                 text); /* few nodes have fewer */
    }
    if (strcmp(name, "candidate-kind") == 0) {
        return chosen->candidate_kind;
    }
    if (strcmp(name, "local-search") == 0) {
        return s->local_search ? s->local_search->name : "none";
    }
    if (strcmp(name, "iterations") == 0) {
        return chosen->iterations > 0 ? number_text(chosen->iterations, text) : NULL;
    }
    if (strcmp(name, "no-improve") == 0) {
        return chosen->no_improve > 0 ? number_text(chosen->no_improve, text) : NULL;
    }
    if (strcmp(name, "islands") == 0) {
        return number_text(chosen->islands, text);
    }
    if (strcmp(name, "epoch") == 0) {
        return chosen->islands > 1 ? number_text(chosen->epoch, text) : NULL;
    }
    if (strcmp(name, "topology") == 0 || strcmp(name, "meeting") == 0) {
        return chosen->islands > 1 ? value : NULL;
    }
    *taken = false;
    return value;
}

/* Rows and sizes of the shape; the twin has none. */
static const char *used_shape(const struct aco_shape *shape, bool lists, const char *name, const char *value,
                              char *text)
{
    if (strcmp(name, "construction") == 0) {
        return shape->construction->name;
    }
    if (strcmp(name, "evaluation") == 0) {
        return lists ? NULL : shape->evaluation->name;
    }
    if (strcmp(name, "deposit") == 0) {
        return shape->deposit->name;
    }
    if (strcmp(name, "ants-per-group") == 0 && shape->construction->shares) {
        return number_text(shape->group_ants, text);
    }
    if (strcmp(name, "group-size") == 0 && shape->construction->groups) {
        return number_text(shape->team, text);
    }
    if (strcmp(name, "group-size") == 0 && !lists && shape->evaluation->groups) {
        return number_text(shape->evaluate_group, text);
    }
    return value;
}

static const char *used_value(const void *run, const char *name, const char *value, char *text)
{
    const struct used *used = run;
    bool taken = false;
    if (!solver_companions_has(used->chosen, name)) {
        return NULL;
    }
    const char *found = used_colony(used, name, value, text, &taken);
    if (!taken) {
        found = used_search(used, name, value, text, &taken);
    }
    const struct aco_shape *shape = used->ants ? used->ants->shape : NULL;
    return taken || !shape ? found : used_shape(shape, used->chosen->lists, name, value, text);
}

enum swarm_status solver_result_settings(struct base_env *env, const struct swarm_params *params,
                                         const struct solver_automatic *chosen, const struct run_engine *colony,
                                         struct swarm_setting **settings, size_t *count)
{
    const struct used used = used_of(chosen, colony, true);
    return solver_settings_describe(env, params, colony->device, used_value, &used, settings, count);
}

enum swarm_status solver_result_describe(struct base_env *env, struct solver_result *result,
                                         const struct swarm_params *params, const struct solver_automatic *chosen,
                                         const struct run_engine *colony)
{
    const struct used used = used_of(chosen, colony, false);
    struct swarm_result *shown = &result->shown;
    enum swarm_status status = SWARM_OK;
    memcpy(result->plan, colony->plan, sizeof result->plan);
    shown->plan = result->plan;
    shown->plan_count = colony->plan_count;
    shown->plan_bytes = solver_plan_bytes(result->plan, shown->plan_count);
    shown->device = colony->device;
    TRY(solver_kernels_describe(env, colony->session, &result->kernels, &shown->kernel_count));
    shown->kernels = result->kernels;
    TRY(solver_settings_describe(env, params, colony->device, used_value, &used, &result->settings,
                                 &shown->setting_count));
    shown->settings = result->settings;

fail:
    return status;
}
