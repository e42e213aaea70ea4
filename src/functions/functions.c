#include "functions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/key.h"
#include "base/memory.h"
#include "base/text.h"

static void release(struct search *search)
{
    const struct pso_settings *settings = functions_settings(search);
    free(settings->lower);
    free(settings->upper);
    free(settings->largest_velocity);
    free(settings->step);
    free(settings->shift);
    free(settings->start);
    free(settings->data);
}

static bool is_host_only(const struct swarm_params *params)
{
    const struct swarm_objective *objective = params->input;
    return objective && objective->info.kind == SWARM_OBJECTIVE_FUNCTION && strcmp(params->options.device, "auto") == 0;
}

static const char *needs_device(const struct search *search)
{
    const struct swarm_objective *objective = search->task->params->input;
    return objective->info.kind == SWARM_OBJECTIVE_FILE ? objective->info.name : NULL;
}

enum swarm_status functions_check_device(struct base_env *env, const struct pso_settings *settings,
                                         const struct swarm_device *device)
{
    return settings->precision == 64 && !device->fp64
               ? base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                           "%s has no double precision: run with --precision fp32, or on another --device",
                           device->name)
               : SWARM_OK;
}

/* Checks that several devices can share the swarm: its tribes may communicate only by exchanges. */
static enum swarm_status spread(const struct search *search, struct search_devices devices)
{
    const struct pso_settings *settings = functions_settings(search);
    const char *device = search->options.device;
    const unsigned tribes = pso_tribe_count(settings);
    if (settings->best != BEST_ASYNCHRONOUS) {
        return base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--device %s clashes with --islands 1: devices share one swarm only with --best asynchronous",
                         device);
    }
    if (tribes < devices.count) {
        return base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--device %s clashes with --particles %u: found %zu devices, expected at most %u, one for "
                         "each tribe of %d particles",
                         device, (unsigned)settings->particles, devices.count, tribes, (int)PSO_TRIBE);
    }
    if (settings->evaluations > 0 && settings->evaluations < settings->particles) {
        return base_fail(
            search->env, SWARM_ERROR_INVALID_ARGUMENT,
            "--evaluations %llu clashes with --device %s: expected at least %u, one for each particle of a "
            "swarm that several devices share",
            (unsigned long long)search->options.evaluations, device, (unsigned)settings->particles);
    }
    return SWARM_OK;
}

static enum swarm_status make(struct search *search, struct search_devices devices, struct search_engine **engine)
{
    const struct pso_settings *settings = functions_settings(search);
    if (settings->most_points > 0 && settings->objective->info.kind == SWARM_OBJECTIVE_BUILT_IN) {
        devices = run_devices_unless_cpu(search, devices); /* generations are smaller than a launch on a CPU */
    }
    if (!devices.list) {
        return pso_swarm_reference_create(search->env, &search->request, settings, engine);
    }
    for (size_t k = 0; k < devices.count; ++k) {
        TRY(functions_check_device(search->env, settings, &devices.list->devices[devices.indices[k]]));
    }
    return devices.count > 1 ? pso_swarm_spread_create(search->env, &search->request, settings, devices, engine)
                             : pso_swarm_device_create(search->env, &search->request, settings, devices.list,
                                                       devices.indices[0], engine);
}

static enum swarm_status start(struct search *search, int64_t *score)
{
    (void)search;
    *score = INT64_MAX;
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The solution */

double swarm_length_violation(int64_t length)
{
    return length > 0 ? base_key_value(length) : 0.0;
}

/* Converts a score to the value shown, and to the key of the violation as length; the value of an infeasible position
 * is infinite. Subtracts from 0 instead of negating, so that 0 has no sign. */
static void show(const struct search *search, int64_t score, int64_t *length, double *value)
{
    const struct pso_settings *settings = functions_settings(search);
    double minimised = base_key_value(score);
    *length = 0;
    if (settings->objective->constraints > 0) {
        const double violation = pso_reference_of(settings->precision)->violation(minimised);
        *length = violation > 0.0 ? base_key_of(violation) : 0;
        minimised = violation > 0.0 ? (double)INFINITY : minimised;
    }
    *value = functions_settings(search)->maximise ? 0.0 - minimised : minimised;
}

/* Returns the first coordinate out of bounds; the number of dimensions if all are within. */
static uint32_t find_outside(const struct pso_settings *settings, const double *position)
{
    uint32_t d = 0;
    while (d < settings->dimensions && position[d] >= settings->lower[d] && position[d] <= settings->upper[d]) {
        ++d;
    }
    return d;
}

static void report(const struct search *search, struct swarm_progress *progress)
{
    progress->position = search->solution;
    progress->dimensions = functions_settings(search)->dimensions;
}

static enum swarm_status verify_solution(const struct search *search)
{
    const struct pso_settings *settings = functions_settings(search);
    const double *position = search->solution, claimed = search->result->shown.value;
    const uint32_t d = find_outside(settings, position);
    double value = claimed;
    if (d < settings->dimensions) {
        return base_fail(search->env, SWARM_ERROR_VERIFICATION,
                         "verification of the result: coordinate %u, %.17g, is not within %.17g and %.17g",
                         (unsigned)d + 1, position[d], settings->lower[d], settings->upper[d]);
    }
    if (settings->objective->info.kind == SWARM_OBJECTIVE_BUILT_IN && isfinite(claimed)) {
        TRY(functions_evaluate_solution(search, &value));
    }
    if (value != claimed) {
        return base_fail(search->env, SWARM_ERROR_VERIFICATION,
                         "verification of the result: the value of the position is %.17g, but the swarm reported %.17g",
                         value, claimed);
    }
    return SWARM_OK;
}

uint64_t functions_count_evaluations(const struct pso_settings *settings, const struct search_result *result)
{
    const struct swarm_result *shown = &result->shown;
    if (settings->most_points > 0) {
        return result->counts.evaluations;
    }
    uint64_t count = shown->island_count > 0 ? 0 : pso_evaluations(settings, shown->iterations);
    for (size_t k = 0; k < shown->island_count; ++k) {
        count += pso_evaluations(settings, shown->islands[k].iterations);
    }
    return count;
}

/* Runs the pattern search, copies the solution to the result, completes the options for documents, and checks the
 * value. */
static enum swarm_status verify(struct search *search)
{
    const struct functions_question *question = search->question;
    const struct pso_settings *settings = &question->settings;
    const double *arrays[] = {search->solution, settings->lower, settings->upper};
    struct search_result *result = search->result;
    struct options *options = &search->options;
    uint64_t evaluations = 0, more = 0;
    double mean;
    TRY(functions_search_pattern(search, &evaluations));
    pso_state_snap(settings, settings->dimensions, search->solution);
    TRY(functions_evaluate_again(search, &mean, &more));
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; ++i) {
        result->owned[i] = base_array(1, search->solution_size);
        TRY(result->owned[i] ? SWARM_OK : base_fail_memory(search->env));
        memcpy(result->owned[i], arrays[i], search->solution_size);
    }
    result->position = (struct swarm_position){
        .dimensions = settings->dimensions,
        .x = result->owned[0],
        .lower = result->owned[1],
        .upper = result->owned[2],
        .maximise = settings->maximise,
        .evaluations = (evaluations + functions_count_evaluations(settings, result)) * settings->repeats + more,
        .nan_count = result->counts.nans,
        .restarts = result->counts.restarts,
        .constrained = settings->objective->constraints > 0,
        .violation = swarm_length_violation(result->shown.length),
        .fresh_value = mean,
    };
    result->shown.position = &result->position;
    const uint64_t islands = result->shown.island_count > 0 ? result->shown.island_count : 1;
    if (settings->evaluations > 0 && result->shown.stop_reason == SWARM_STOP_ITERATIONS
        && functions_count_evaluations(settings, result) >= islands * settings->evaluations) {
        result->shown.stop_reason = SWARM_STOP_EVALUATIONS;
    }
    if (question->inertia[0]) {
        options->inertia = question->inertia;
        options->set[OPTION_inertia] = true;
    }
    if (!options->bounds) {
        options->bounds = settings->objective->info.bounds;
        options->set[OPTION_bounds] = true;
    }
    TRY(verify_solution(search));
    return result->position.violation > 0.0 ? functions_evaluate_solution(search, &result->shown.value) : SWARM_OK;
}

enum swarm_status functions_value(const struct search *search, const double *x, double *value)
{
    const struct pso_evaluation wanted = {.count = 1, .points = x, .values = value, .ranks = true};
    return pso_evaluate_host(search->env, functions_settings(search), wanted);
}

/* Checks the value of a checkpoint's solution by computing it again, except for a caller's objective. */
static enum swarm_status check(const struct search *search, const void *solution, int64_t score, bool *possible)
{
    const struct pso_settings *settings = functions_settings(search);
    double value;
    *possible = find_outside(settings, solution) == settings->dimensions;
    if (*possible && settings->objective->row) {
        TRY(functions_value(search, solution, &value));
        *possible = base_key_of(value) == score;
    }
    return SWARM_OK;
}

static char *objective_text(const struct swarm_objective *objective)
{
    return objective->text ? base_text_format("%s (CRC-32 %08lx)", objective->info.name,
                                              base_checksum(0, objective->text, strlen(objective->text)))
                           : base_text_format("%s", objective->info.name);
}

/* Returns "LO:HI" if all coordinates have the same bounds; otherwise the first pair and a checksum. */
static char *bounds_text(const struct pso_settings *settings)
{
    unsigned long sum = 0;
    bool same = true;
    for (uint32_t d = 0; d < settings->dimensions; ++d) {
        const double pair[2] = {settings->lower[d], settings->upper[d]};
        same = same && pair[0] == settings->lower[0] && pair[1] == settings->upper[0];
        sum = base_checksum(sum, pair, sizeof pair);
    }
    return same
               ? base_text_format("%.17g:%.17g", settings->lower[0], settings->upper[0])
               : base_text_format("%.17g:%.17g and others (CRC-32 %08lx)", settings->lower[0], settings->upper[0], sum);
}

static void identify(const struct search *search, struct run_identity *identity)
{
    const struct pso_settings *settings = functions_settings(search);
    run_identity_add(identity, "objective of", objective_text(settings->objective));
    run_identity_add(identity, "bounds of", bounds_text(settings));
    if (settings->objective->constraints > 0) {
        run_identity_add(identity, "constraints of",
                         base_text_format("%u", (unsigned)settings->objective->constraints));
    }
    if (settings->data) {
        run_identity_add(identity, "data of",
                         base_text_format("%u numbers (CRC-32 %08lx)", (unsigned)settings->data_count,
                                          base_checksum(0, settings->data, settings->data_count * sizeof(double))));
    }
    if (settings->shift) {
        run_identity_add(identity, "shift of",
                         base_text_format("%.17g ... (CRC-32 %08lx)", settings->shift[0],
                                          base_checksum(0, settings->shift, search->solution_size)));
    }
    if (settings->inertia_iterations > 0) {
        run_identity_add(identity, "inertia of",
                         base_text_format("%.17g and %.17g more in each of %u iterations", settings->inertia,
                                          settings->inertia_step, (unsigned)settings->inertia_iterations));
    }
}

/* True if a resumed run may have another value of the option: rows of --best with equal results, and names of files,
 * because the state has their contents. */
static bool is_free(enum option option, const char *value)
{
    return option == OPTION_best     ? pso_row_number(pso_best_words, value) != BEST_ASYNCHRONOUS
           : option == OPTION_bounds ? functions_ranges_parse(value, 0, NULL, NULL) == 0
                                     : option == OPTION_init || option == OPTION_data;
}

const struct search_problem functions_problem = {
    .name = "pso",
    .kind = "swarmcl pso",
    .owners = BY_FUNCTIONS | BY_PARTICLES | BY_ARCHIVE | BY_BOUNDARY | BY_STRATEGY,
    .ask = functions_ask,
    .release = release,
    .is_host_only = is_host_only,
    .needs_device = needs_device,
    .spread = spread,
    .make = make,
    .start = start,
    .show = show,
    .report = report,
    .verify = verify,
    .check = check,
    .identify = identify,
    .is_free = is_free,
};

struct evaluation {
    const struct search_task *task;
    const struct pso_settings *settings;
    struct pso_evaluation wanted;
};

static enum swarm_status evaluate_on(void *self, struct search_devices devices)
{
    const struct evaluation *evaluation = self;
    const struct search_task *task = evaluation->task;
    TRY(functions_check_device(task->env, evaluation->settings, &devices.list->devices[devices.indices[0]]));
    return pso_evaluate_device(task->env, evaluation->settings, devices, evaluation->wanted);
}

enum swarm_status functions_evaluate(const struct search_task *task, struct pso_evaluation wanted)
{
    struct search search = {
        .task = task, .env = task->env, .problem = &functions_problem, .options = task->params->options};
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, functions_ask(&search));
    if (functions_settings(&search)->objective->info.kind == SWARM_OBJECTIVE_FILE) {
        struct evaluation evaluation = {task, functions_settings(&search), wanted};
        struct search_devices devices = {.list = task->devices};
        TRY_OR(done, search_open_with(&search, &devices, evaluate_on, &evaluation));
    } else {
        TRY_OR(done, pso_evaluate_host(task->env, functions_settings(&search), wanted));
    }

done:
    run_release_question(&search);
    return status;
}
