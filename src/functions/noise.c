/* noise.c - repeated evaluations of objectives with noise, and evaluations of the result. */
#include <math.h>

#include "functions.h"

enum swarm_status functions_choose_repeats(struct search *search)
{
    const struct swarm_objective *objective = search->task->params->input;
    const uint64_t repeats = search->options.repeats, most = search->options.evaluations;
    const char *name = objective->info.name;
    functions_settings(search)->repeats = (uint32_t)repeats;
    if (repeats > 1 && !objective->caller && !objective->is_noisy) {
        return base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--repeat-evaluations %u: %s has the same value every time, expected an objective that draws "
                         "random numbers%s",
                         (unsigned)repeats, name,
                         objective->text ? ": real objective(const real *x, int n, draws from)" : "");
    }
    if (repeats > 1 && most > 0 && most < 2 * repeats) {
        return base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--evaluations %llu clashes with --repeat-evaluations %u: expected at least %llu, for one "
                         "position and again for the result",
                         (unsigned long long)most, (unsigned)repeats, (unsigned long long)(2 * repeats));
    }
    return SWARM_OK;
}

uint64_t functions_budget(const struct search *search)
{
    const uint64_t repeats = search->options.repeats, most = search->options.evaluations / repeats;
    return repeats > 1 && most > 0 ? most - 1 : most;
}

enum swarm_status functions_evaluate_solution(const struct search *search, double *value)
{
    const struct pso_settings *settings = functions_settings(search);
    const struct pso_evaluation wanted = {
        .count = 1, .points = search->solution, .values = value, .seed = search->options.seed};
    if (settings->objective->info.kind != SWARM_OBJECTIVE_FILE) {
        return pso_evaluate_host(search->env, settings, wanted);
    }
    size_t index = search->engine->device->index;
    const struct search_devices devices = {search->task->devices, &index, 1};
    return pso_evaluate_device(search->env, settings, devices, wanted);
}

enum swarm_status functions_evaluate_again(const struct search *search, double *mean, uint64_t *evaluations)
{
    const uint32_t repeats = functions_settings(search)->repeats;
    *evaluations = 0;
    *mean = (double)NAN;
    if (repeats <= 1 || base_interrupted(search->env, (double)INFINITY)) {
        return SWARM_OK;
    }
    *evaluations = repeats;
    return functions_evaluate_solution(search, mean);
}
