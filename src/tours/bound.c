/* Lower bounds: for the tours of a run, for swarm_bound_find(), and the check of their potentials. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "bound/bound.h"
#include "tours.h"
#include "tsp/length.h"

/* The instance whose tours are bounded, as a symmetric instance. Release it in any case. */
struct subject {
    struct tsp_conditions conditions;
    struct tsp_reduction *reduction;
    const struct swarm_instance *instance; /* instance of the reduction */
    int64_t offset;
    size_t count; /* number of potentials: nodes without the joint */
    struct base_team *team;
    double deadline;
};

static enum swarm_status make_subject(struct base_env *env, const swarm_params *params, struct subject *subject)
{
    const struct swarm_instance *instance = params_input(params, BY_TOURS);
    TRY(tours_conditions_read(env, params, &subject->conditions));
    TRY(tsp_missing_check(env, instance, &subject->conditions));
    TRY(tsp_reduction_create(env, instance, &subject->conditions, TSP_DOUBLED, &subject->reduction));
    subject->instance = tsp_reduction_instance(subject->reduction);
    subject->offset = tsp_reduction_offset(subject->reduction);
    subject->count = subject->instance->info.node_count - subject->instance->joint;
    subject->deadline = params->options.set[OPTION_time] ? params->options.time : (double)INFINITY;
    return base_team_create(env, (unsigned)params->options.threads, &subject->team);
}

static void drop_subject(struct subject *subject)
{
    base_team_destroy(&subject->team);
    tsp_reduction_destroy(&subject->reduction);
    tours_conditions_deinit(&subject->conditions);
}

/* Converts a bound for tours of the reduction to one for the caller's tours, at least 0. */
static int64_t length_of(const struct subject *subject, int64_t length)
{
    return length > -subject->offset ? length + subject->offset : 0;
}

/* Opens the device that the options choose. */
static enum swarm_status open_device(struct base_env *env, const struct ocl_device_list *devices,
                                     const struct options *options, const struct swarm_instance *instance,
                                     struct bound_device **device)
{
    struct search_devices chosen = {.list = devices};
    TRY(search_devices_find(env, options, false, &chosen));
    const enum swarm_status status = bound_device_create(env, devices, chosen.indices[0], instance, device);
    free(chosen.indices);
    return status;
}

enum swarm_status tours_bound_find(struct base_env *env, const struct ocl_device_list *devices,
                                   const swarm_params *params, uint64_t evaluations, swarm_bound **bound)
{
    struct bound_device *device = NULL;
    struct subject subject = {.instance = NULL};
    struct bound raised = {.done = false};
    const double begin = base_seconds(env);
    swarm_bound *made = base_array(1, sizeof *made);
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, made ? SWARM_OK : base_fail_memory(env));
    TRY_OR(done, make_subject(env, params, &subject));
    TRY_OR(done, devices ? open_device(env, devices, &params->options, subject.instance, &device) : SWARM_OK);
    const struct bound_means means = {env, subject.team, device, subject.deadline};
    const struct bound_limits limits = {evaluations, INT64_MAX};
    while (!raised.done) {
        TRY_OR(done, bound_raise(&means, subject.instance, &limits, &raised));
    }
    if (raised.length != INT64_MIN) {
        int32_t *potentials;
        TRY_OR(done, BASE_MAKE(env, potentials, subject.count));
        bound_potentials(&raised, potentials);
        made->potentials = potentials;
        made->potential_count = subject.count;
        made->shift = raised.ascent.graph.shift;
        made->length = length_of(&subject, raised.length);
    }
    const struct swarm_instance_info *info = &((const struct swarm_instance *)params->input)->info;
    if (info->no_edge > 0 && made->length >= info->no_edge) {
        TRY_OR(done, base_fail(env, SWARM_ERROR_INPUT,
                               "instance \"%s\": the bound proves that no tour avoids missing edges", info->name));
    }
    made->evaluations = raised.ascent.evaluations;
    made->seconds = base_seconds(env) - begin;
    *bound = made;
    made = NULL;

done:
    bound_device_destroy(&device);
    bound_deinit(&raised);
    drop_subject(&subject);
    swarm_bound_destroy(&made);
    return status;
}

enum swarm_status swarm_bound_check(swarm_context *context, const swarm_params *params, const swarm_bound *bound)
{
    struct base_env *env = base_env_of(context);
    struct subject subject = {.instance = NULL};
    int64_t proven = INT64_MIN;
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, make_subject(env, params, &subject));
    if (bound->potential_count != subject.count && bound->potential_count > 0) {
        TRY_OR(done, base_fail(env, SWARM_ERROR_VERIFICATION, "found %zu potentials, expected %zu",
                               bound->potential_count, subject.count));
    }
    if (bound->potential_count > 0) {
        const struct bound_means means = {env, subject.team, NULL, subject.deadline};
        TRY_OR(done, bound_check(&means, subject.instance, bound->shift, bound->potentials, &proven));
        proven = proven == INT64_MIN ? proven : length_of(&subject, proven);
    }
    if (bound->length > (proven > 0 ? proven : 0)) {
        char text[TSP_LENGTH_TEXT], most[TSP_LENGTH_TEXT];
        const int decimals = ((const struct swarm_instance *)params->input)->info.decimals;
        status = base_fail(env, SWARM_ERROR_VERIFICATION, "the bound %s does not hold: the potentials prove %s",
                           tsp_length_shown(bound->length, decimals, text),
                           tsp_length_shown(proven > 0 ? proven : 0, decimals, most));
    }

done:
    drop_subject(&subject);
    return status;
}

void swarm_bound_destroy(swarm_bound **bound)
{
    if (*bound) {
        free((void *)(uintptr_t)(*bound)->potentials);
        free(*bound);
        *bound = NULL;
    }
}

/* Reports a bound for the caller's tours to the run. */
static void raise_bound(const struct search *search, int64_t length, struct run_bound *raised)
{
    const struct options *options = &search->options;
    const int64_t offset = tours_question_of(search)->offset;
    const int64_t longest = options->given[OPTION_target_gap] ? tours_within(length, options->target_gap) : length;
    const bool any = offset < 0 && longest > INT64_MAX + offset;
    run_bound_raise(raised, length - offset, any ? INT64_MAX : longest - offset);
}

enum swarm_status tours_raise_bound(const struct search *search, struct run_bound *raised)
{
    const struct tours_question *question = tours_question_of(search);
    const struct swarm_instance *instance = question->instance;
    const struct bound_means means = {&raised->env, NULL, NULL, raised->deadline};
    const struct bound_limits limits = {.enough = INT64_MAX};
    struct tsp_reduction *doubled = NULL; /* ants use the arcs of an asymmetric instance, bounds need edges */
    struct bound bound = {0};
    int64_t offset = question->offset;
    enum swarm_status status = SWARM_OK;
    if (!instance->info.symmetric) {
        TRY_OR(done, tsp_reduction_create(&raised->env, tours_instance_of(search), &question->conditions, TSP_DOUBLED,
                                          &doubled));
        instance = tsp_reduction_instance(doubled);
        offset = tsp_reduction_offset(doubled);
    }
    if (offset > 0) { /* arcs: length of an assignment, a bound because no reduced length is below 0 */
        raise_bound(search, offset, raised);
    }
    while (!bound.done && run_bound_continues(raised)) {
        TRY_OR(done, bound_raise(&means, instance, &limits, &bound));
        if (bound.length >= 0 && bound.length + offset >= 0) {
            raise_bound(search, bound.length + offset, raised);
        }
    }

done:
    bound_deinit(&bound);
    tsp_reduction_destroy(&doubled);
    return status;
}
