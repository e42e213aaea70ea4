#include "pso_request.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "companions.h"
#include "outcome.h"
#include "philox.h"
#include "pso_files.h"

#define SHIFT_PURPOSE 0x53484654u /* "SHFT", the last word of the counters */
#define SHIFT_PART    0.8         /* of the way from the optimum to a bound that it may be moved */

/* The parameters being read. */
struct reading {
    struct base_env *env;
    const struct swarm_objective *objective;
    const struct swarm_params *params;
    struct solver_pso_request *request;
    struct pso_settings *settings;
};

static const char *get(const struct reading *reading, const char *name)
{
    return swarm_params_get(reading->params, name);
}

static bool is_set(const struct reading *reading, const char *name)
{
    return solver_params_is_set(reading->params, name);
}

/* A flag that was given. */
static bool is_on(const struct reading *reading, const char *name)
{
    return solver_params_is(reading->params, name, "true");
}

/* "--name value: reason" */
#define REFUSE(reading, name, ...) refuse(reading, name, base_text_format(__VA_ARGS__))

static enum swarm_status refuse(const struct reading *reading, const char *name, char *reason)
{
    const char *value = is_on(reading, name) ? NULL : get(reading, name);
    enum swarm_status status = reason ? base_fail(reading->env, SWARM_ERROR_INVALID_ARGUMENT, "--%s%s%s: %s", name,
                                                  value ? " " : "", value ? value : "", reason)
                                      : base_fail_memory(reading->env);
    free(reason);
    return status;
}

static double *make_numbers(uint32_t count)
{
    return base_array(count, sizeof(double));
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The problem                                                                                                        */

static enum swarm_status read_dimensions(struct reading *reading)
{
    const struct swarm_objective_info *info = &reading->objective->info;
    const uint32_t low = info->minimum_dimensions, high = info->maximum_dimensions;
    uint32_t dimensions =
        is_set(reading, "dim") ? (uint32_t)solver_params_integer(reading->params, "dim") : info->dimensions;
    if (dimensions == 0) {
        return base_fail(reading->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "%s has no number of dimensions of its own: name it with --dim", info->name);
    }
    if (dimensions < low || (high > 0 && dimensions > high)) {
        return low == high ? base_fail(reading->env, SWARM_ERROR_INVALID_ARGUMENT,
                                       "--dim %u: %s is a function of %u dimension%s", (unsigned)dimensions, info->name,
                                       (unsigned)low, low == 1 ? "" : "s")
                           : base_fail(reading->env, SWARM_ERROR_INVALID_ARGUMENT,
                                       "--dim %u: %s is a function of %u to %u dimensions", (unsigned)dimensions,
                                       info->name, (unsigned)low, (unsigned)high);
    }
    reading->settings->dimensions = dimensions;
    return SWARM_OK;
}

static enum swarm_status read_sense(struct reading *reading)
{
    bool maximise = is_on(reading, "maximise"), minimise = is_on(reading, "minimise");
    if (maximise && minimise) {
        return REFUSE(reading, "maximise", "clashes with --minimise");
    }
    reading->settings->maximise = maximise || (!minimise && reading->objective->info.maximise);
    return SWARM_OK;
}

static enum swarm_status read_own_bounds(struct reading *reading)
{
    const struct swarm_objective_info *info = &reading->objective->info;
    const uint32_t n = reading->settings->dimensions;
    for (uint32_t d = 0; d < n; ++d) {
        if (!info->has_bounds
            || !swarm_objective_bounds(reading->objective, n, d, &reading->request->lower[d],
                                       &reading->request->upper[d])) {
            return base_fail(reading->env, SWARM_ERROR_INVALID_ARGUMENT,
                             "%s has no bounds of its own: name them with --bounds", info->name);
        }
    }
    return SWARM_OK;
}

static enum swarm_status read_bounds(struct reading *reading)
{
    struct solver_pso_request *request = reading->request;
    const uint32_t n = reading->settings->dimensions;
    const char *text = get(reading, "bounds");
    double lower, upper;
    request->lower = make_numbers(n);
    request->upper = make_numbers(n);
    request->largest_velocity = make_numbers(n);
    reading->settings->lower = request->lower;
    reading->settings->upper = request->upper;
    reading->settings->largest_velocity = request->largest_velocity;
    if (!request->lower || !request->upper || !request->largest_velocity) {
        return base_fail_memory(reading->env);
    }
    if (!text) {
        return read_own_bounds(reading);
    }
    if (!solver_pso_range_parse(text, &lower, &upper)) {
        enum swarm_status status = solver_pso_bounds_read(reading->env, text, n, request->lower, request->upper);
        return status == SWARM_ERROR_INPUT
                   ? base_fail_in(reading->env, status, "--bounds, neither LO:HI nor a file of bounds")
                   : status;
    }
    if (lower >= upper) {
        return REFUSE(reading, "bounds", "expected an upper bound above the lower one");
    }
    for (uint32_t d = 0; d < n; ++d) {
        request->lower[d] = lower;
        request->upper[d] = upper;
    }
    return SWARM_OK;
}

/* The place that the optimum moves to: 0 .. 1 of the way that it may go along coordinate d. */
static double draw_shift(uint64_t seed, uint32_t d)
{
    const struct philox_block counter = {d, 0, 0, SHIFT_PURPOSE};
    const struct philox_block drawn = philox4x32(counter, (uint32_t)seed, (uint32_t)(seed >> 32));
    return (double)(((uint64_t)drawn.w0 << 32 | drawn.w1) >> 11) * 0x1p-53;
}

static enum swarm_status read_shift(struct reading *reading)
{
    const struct solver_pso_request *request = reading->request;
    const struct swarm_objective_info *info = &reading->objective->info;
    const uint32_t n = reading->settings->dimensions;
    double value;
    bool has_place = false;
    if (!is_set(reading, "shift")) {
        return SWARM_OK;
    }
    double *shift = reading->request->shift = make_numbers(n);
    if (!shift) {
        return base_fail_memory(reading->env);
    }
    if (!info->can_shift || !swarm_objective_optimum(reading->objective, n, &value, shift, &has_place) || !has_place) {
        return REFUSE(reading, "shift", "%s cannot be moved: %s", info->name,
                      info->can_shift ? "it is not known where its optimum is"
                                      : "beyond its bounds it may have better places");
    }
    const uint64_t seed = solver_params_integer(reading->params, "shift");
    for (uint32_t d = 0; d < n; ++d) {
        const double optimum = shift[d];
        const double low = SHIFT_PART * (request->lower[d] - optimum),
                     high = SHIFT_PART * (request->upper[d] - optimum);
        if (optimum < request->lower[d] || optimum > request->upper[d]) {
            return REFUSE(reading, "shift", "the optimum of %s, %.9g along coordinate %u, is not within the bounds",
                          info->name, optimum, (unsigned)d + 1);
        }
        shift[d] = low + (high - low) * draw_shift(seed, d);
    }
    reading->settings->shift = shift;
    return SWARM_OK;
}

static enum swarm_status read_start(struct reading *reading)
{
    struct solver_pso_request *request = reading->request;
    enum swarm_status status = SWARM_OK;
    if (is_set(reading, "init")) {
        TRY(solver_pso_start_read(reading->env, get(reading, "init"), reading->settings->dimensions,
                                  reading->settings->particles, request->lower, request->upper, &request->start,
                                  &request->swarm.start_count));
    }
    request->swarm.start = request->start;

fail:
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The swarm                                                                                                          */

/* "linear:W1:W2[:N]" */
static bool parse_linear(const char *text, double *first, double *last, uint64_t *iterations)
{
    static const char word[] = "linear:";
    if (strncmp(text, word, sizeof word - 1) != 0) {
        return false;
    }
    const char *from = text + sizeof word - 1, *to = strchr(from, ':');
    const char *end = to ? strchr(to + 1, ':') : NULL;
    if (!to || !base_number_real(from, (size_t)(to - from), first)
        || !base_number_real(to + 1, end ? (size_t)(end - to - 1) : strlen(to + 1), last)) {
        return false;
    }
    int64_t count;
    if (end && (!base_number_integer(end + 1, strlen(end + 1), &count) || count < 1 || count > UINT32_MAX)) {
        return false;
    }
    *iterations = end ? (uint64_t)count : 0;
    return true;
}

static bool is_inertia(double value)
{
    return value >= 0.0 && value <= 10.0;
}

static enum swarm_status take_inertia(struct reading *reading, const char *text)
{
    struct pso_settings *settings = reading->settings;
    double first, last;
    uint64_t iterations;
    bool limited;
    if (base_number_real(text, strlen(text), &first) && is_inertia(first)) {
        settings->inertia = first;
        return SWARM_OK;
    }
    if (!parse_linear(text, &first, &last, &iterations) || !is_inertia(first) || !is_inertia(last)) {
        return REFUSE(reading, "inertia",
                      "expected a number from 0 and at most 10, or linear:W1:W2 or linear:W1:W2:ITERATIONS with two of "
                      "them");
    }
    if (iterations == 0) {
        iterations = solver_iteration_limit(reading->params, &limited);
        if (!limited) {
            return REFUSE(reading, "inertia",
                          "say in how many iterations, as linear:W1:W2:ITERATIONS or by --iterations");
        }
    }
    settings->inertia_step = iterations > 1 ? (last - first) / (double)(iterations - 1) : 0.0;
    settings->inertia = first - settings->inertia_step;
    settings->inertia_iterations = (uint32_t)iterations;
    return SWARM_OK;
}

/* What was given, else what was published, else our own. */
static const char *choose(const struct reading *reading, const char *name, const char *published, const char *own)
{
    return is_set(reading, name) ? get(reading, name) : published ? published : own;
}

/* Inertia or constriction, pulls, the limit of velocities and the rule at the bounds, as texts. */
static enum swarm_status choose_constants(struct reading *reading)
{
    static const struct pso_published none = {.given = false};
    struct solver_pso_request *request = reading->request;
    const struct pso_objective *row = reading->objective->row;
    const bool constriction = is_on(reading, "constriction"), inertia = is_set(reading, "inertia");
    if (constriction && inertia) {
        return REFUSE(reading, "inertia", "clashes with --constriction");
    }
    const struct pso_published *published =
        row && row->published.given && !constriction && !inertia ? &row->published : &none;
    request->inertia = inertia ? get(reading, "inertia") : published->inertia;
    request->constriction = !request->inertia;
    request->c1 = choose(reading, "c1", published->c1, request->constriction ? "2.05" : "2");
    request->c2 = choose(reading, "c2", published->c2, request->constriction ? "2.05" : "2");
    request->vmax = choose(reading, "vmax", published->vmax, get(reading, "vmax"));
    request->boundary = choose(reading, "boundary", published->boundary, get(reading, "boundary"));
    return SWARM_OK;
}

/* Clerc and Kennedy (2002): the factor with which a swarm converges. */
static enum swarm_status constrict(struct reading *reading)
{
    struct pso_settings *settings = reading->settings;
    const double phi = settings->cognitive + settings->social;
    if (!(phi > 4.0)) {
        return base_fail(reading->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--c1 %s and --c2 %s: with constriction their sum must be above 4; or give --inertia",
                         reading->request->c1, reading->request->c2);
    }
    const double chi = 2.0 / fabs(2.0 - phi - sqrt(phi * phi - 4.0 * phi));
    settings->inertia = chi;
    settings->cognitive *= chi;
    settings->social *= chi;
    return SWARM_OK;
}

static double number_of(const char *text)
{
    double value = 0.0;
    base_number_real(text, strlen(text), &value);
    return value;
}

static enum swarm_status read_constants(struct reading *reading)
{
    struct solver_pso_request *request = reading->request;
    struct pso_settings *settings = reading->settings;
    enum swarm_status status = SWARM_OK;
    settings->cognitive = number_of(request->c1);
    settings->social = number_of(request->c2);
    TRY(request->constriction ? constrict(reading) : take_inertia(reading, request->inertia));
    const bool unlimited = strcmp(request->vmax, "none") == 0;
    const double part = unlimited ? (double)INFINITY : number_of(request->vmax);
    for (uint32_t d = 0; d < settings->dimensions; ++d) {
        request->largest_velocity[d] = part * (request->upper[d] - request->lower[d]);
    }

fail:
    return status;
}

static enum swarm_status read_rows(struct reading *reading)
{
    struct pso_settings *settings = reading->settings;
    settings->boundary = pso_row_number(pso_boundary_words, reading->request->boundary);
    settings->topology = pso_row_number(pso_topology_words, get(reading, "topology"));
    settings->best = pso_row_number(pso_best_words, get(reading, "best"));
    if (settings->best < 0) {
        settings->best = pso_best_automatic(settings->particles, settings->dimensions);
    }
    if (settings->best == BEST_ASYNCHRONOUS && settings->topology != TOPOLOGY_GLOBAL) {
        return REFUSE(reading, "topology", "clashes with --best asynchronous, whose tribes are neighbourhoods already");
    }
    if (settings->best != BEST_ASYNCHRONOUS && is_set(reading, "exchange")) {
        return REFUSE(reading, "exchange", "would be ignored: only --best asynchronous exchanges");
    }
    settings->exchange = (uint32_t)solver_params_integer(reading->params, "exchange");
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Single precision                                                                                                   */

/* The nearest float that is not below, or not above, the number. */
static double narrow_up(double x)
{
    float near = (float)x;
    return (double)near < x ? (double)nextafterf(near, INFINITY) : (double)near;
}

static double narrow_down(double x)
{
    return -narrow_up(-x);
}

/* Whether a and b and what lies between them can be told in the precision of the run. */
static bool is_range(const struct pso_settings *settings, double lower, double upper)
{
    const double most = settings->precision == 32 ? (double)FLT_MAX : DBL_MAX;
    return lower < upper && fabs(lower) <= most && fabs(upper) <= most && upper - lower <= most;
}

/* Takes all numbers to the precision of the run, within the bounds that were given. */
static enum swarm_status narrow(struct reading *reading)
{
    struct solver_pso_request *request = reading->request;
    const struct pso_settings *settings = reading->settings;
    const uint32_t n = settings->dimensions;
    const bool single = settings->precision == 32;
    for (uint32_t d = 0; d < n; ++d) {
        double lower = request->lower[d], upper = request->upper[d];
        if (single && is_range(settings, lower, upper)) {
            request->lower[d] = narrow_up(lower);
            request->upper[d] = narrow_down(upper);
        }
        if (!is_range(settings, request->lower[d], request->upper[d])) {
            return base_fail(reading->env, SWARM_ERROR_INVALID_ARGUMENT,
                             "the bounds of coordinate %u, %.17g and %.17g, have no range that %s numbers hold",
                             (unsigned)d + 1, lower, upper, single ? "fp32" : "fp64");
        }
        request->largest_velocity[d] =
            single ? (double)(float)request->largest_velocity[d] : request->largest_velocity[d];
        if (request->shift && single) {
            request->shift[d] = (double)(float)request->shift[d];
        }
    }
    for (size_t k = 0; single && k < (size_t)request->swarm.start_count * n; ++k) {
        const double x = (double)(float)request->start[k];
        const double lower = request->lower[k % n], upper = request->upper[k % n];
        request->start[k] = x < lower ? lower : x > upper ? upper : x;
    }
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The run                                                                                                            */

bool solver_pso_is_twin(const struct swarm_objective *objective, const struct swarm_params *params)
{
    bool function = objective->info.kind == SWARM_OBJECTIVE_FUNCTION;
    return solver_is_twin(params) || (function && solver_params_is(params, "device", "auto"));
}

static enum swarm_status check_kind(const struct reading *reading)
{
    const struct swarm_objective_info *info = &reading->objective->info;
    if (info->kind == SWARM_OBJECTIVE_FUNCTION) {
        if (!solver_pso_is_twin(reading->objective, reading->params)) {
            return REFUSE(reading, "device", "%s is a C function, which only the host can call: --device none",
                          info->name);
        }
        if (reading->settings->precision != 64) {
            return REFUSE(reading, "precision", "%s is a C function of double numbers", info->name);
        }
    }
    if (info->kind == SWARM_OBJECTIVE_FILE && solver_is_twin(reading->params)) {
        return REFUSE(reading, "device",
                      "%s is OpenCL C, which the host has no compiler for; a CPU device has: --device cpu", info->name);
    }
    return SWARM_OK;
}

enum swarm_status solver_pso_check_device(struct base_env *env, const struct pso_settings *settings,
                                          const struct swarm_device *device)
{
    return settings->precision == 64 && device && !device->fp64
               ? base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                           "%s has no double precision: run with --precision fp32, or on another --device",
                           device->name)
               : SWARM_OK;
}

static void read_run(struct reading *reading)
{
    const struct swarm_params *params = reading->params;
    struct solver_pso_request *request = reading->request;
    struct pso_settings *settings = reading->settings;
    bool limited;
    settings->seed = solver_params_integer(params, "seed");
    settings->has_target = is_set(reading, "target");
    settings->target = settings->has_target ? solver_params_real(params, "target") : 0.0;
    settings->no_improve = is_set(reading, "no-improve") ? solver_params_integer(params, "no-improve") : 0;
    request->iteration_limit = solver_iteration_limit(params, &limited);
    request->resume_path = get(reading, "resume");
    request->swarm.group_size =
        solver_params_is(params, "group-size", "auto") ? 0 : (uint32_t)solver_params_integer(params, "group-size");
    request->swarm.launch_seconds = 1e-3 * (double)solver_params_integer(params, "launch-ms");
    request->swarm.deadline = solver_deadline(params);
    request->swarm.profiling = params->profile;
    request->swarm.dump_path = get(reading, "dump-kernels");
}

enum swarm_status solver_pso_request_init(struct base_env *env, const struct swarm_objective *objective,
                                          const struct swarm_params *params, struct solver_pso_request *request)
{
    struct reading reading = {env, objective, params, request, &request->swarm.settings};
    enum swarm_status status = SWARM_OK;
    TRY(solver_params_require(env, params, &solver_pso_table));
    reading.settings->objective = objective;
    reading.settings->precision = solver_params_is(params, "precision", "fp32") ? 32 : 64;
    reading.settings->particles = (uint32_t)solver_params_integer(params, "particles");
    TRY(check_kind(&reading));
    if (solver_pso_is_twin(objective, params)) {
        TRY(solver_twin_check(env, params));
    }
    read_run(&reading);
    TRY(read_dimensions(&reading));
    TRY(read_sense(&reading));
    TRY(choose_constants(&reading));
    TRY(read_rows(&reading));
    TRY(read_bounds(&reading));
    TRY(read_constants(&reading));
    TRY(read_shift(&reading));
    TRY(read_start(&reading));
    TRY(narrow(&reading));
    TRY(solver_checkpoints_init(env, params, &request->checkpoints));
    request->swarm.advance_limit = request->checkpoints.every;

fail:
    return status;
}

void solver_pso_request_deinit(struct solver_pso_request *request)
{
    free(request->lower);
    free(request->upper);
    free(request->largest_velocity);
    free(request->shift);
    free(request->start);
    solver_checkpoints_deinit(&request->checkpoints);
    *request = (struct solver_pso_request){.lower = NULL};
}
