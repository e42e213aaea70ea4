/* choose.c - decides all settings of a swarm: from options and files, and by defaults for what they leave open. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/key.h"
#include "base/memory.h"
#include "base/number.h"
#include "functions.h"
#include "ocl/selector.h"
#include "cl/shared/philox.h"
#include "pso/objective.h"

#define SHIFT_PURPOSE 0x53484654u /* "SHFT": last word of the counters of these random numbers */
#define SHIFT_PART    0.8         /* largest shift of the optimum, as a fraction of its distance to a bound */

enum swarm_status functions_refuse(const struct search *search, enum option option)
{
    const bool flag = options_row(option)->kind == SWARM_PARAM_FLAG;
    const char *value = flag ? NULL : search->options.text[option];
    char name[OPTIONS_NAME];
    return base_fail_in(search->env, SWARM_ERROR_INVALID_ARGUMENT, "%s%s%s",
                        options_spelled(search->env, options_name(option), name), value ? " " : "", value ? value : "");
}

static const struct swarm_objective *objective_of(const struct search *search)
{
    return search->task->params->input;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The problem                                                                                                        */

/* Chooses double precision, or single precision if a device of the run has no doubles. Precision is the only part of
 * a result that depends on the device. */
static enum swarm_status choose_precision(struct search *search)
{
    struct search_devices chosen = {.list = search->task->devices};
    struct options *options = &search->options;
    const bool on_device =
        chosen.list && !options_is_reference(options) && objective_of(search)->info.kind != SWARM_OBJECTIVE_FUNCTION;
    if (on_device && !options->set[OPTION_precision]) {
        const bool automatic = ocl_selector_is_automatic(options->device) && !options->platform;
        const enum swarm_status status = search_devices_find(search->env, options, true, &chosen);
        TRY(status == SWARM_ERROR_NO_DEVICE && automatic ? SWARM_OK : status); /* the host has doubles */
        chosen.count = ocl_selector_is_automatic(options->device) && chosen.count > 1 ? 1 : chosen.count;
    }
    RUN_CHOOSE(options, precision, options->set[OPTION_precision] ? options->precision : "fp64");
    for (size_t i = 0; i < chosen.count; ++i) {
        const struct swarm_device *device = &chosen.list->devices[chosen.indices[i]];
        if (!device->fp64) {
            RUN_CHOOSE(options, precision, "fp32");
            base_log(search->env, SWARM_LOG_INFO, "\"%s\" has no double precision: the run uses --precision fp32",
                     device->name);
            break;
        }
    }
    free(chosen.indices);
    functions_settings(search)->precision = strcmp(options->precision, "fp32") == 0 ? 32 : 64;
    return SWARM_OK;
}

static enum swarm_status check_kind(struct search *search)
{
    const struct swarm_objective_info *info = &objective_of(search)->info;
    struct options *options = &search->options;
    if (info->kind == SWARM_OBJECTIVE_FUNCTION) {
        if (!run_is_host_only(search->task->params)) {
            return REFUSE(search, device, "%s is a C function, which only the host can call: use --device none",
                          info->name);
        }
        options->device = "none";
    }
    if (info->kind == SWARM_OBJECTIVE_FILE && options_is_reference(options)) {
        return REFUSE(search, device, "%s is OpenCL C, which only a device compiles: --device cpu selects a CPU",
                      info->name);
    }
    if (info->kind == SWARM_OBJECTIVE_FILE && options->given[OPTION_pattern_search]) {
        return REFUSE(search, pattern_search, "%s is OpenCL C, but a pattern search runs on the host", info->name);
    }
    if (info->kind == SWARM_OBJECTIVE_FILE) {
        TRY(pso_text_signature(search->env, objective_of(search)->path, objective_of(search)->text,
                               functions_settings(search)->precision == 32));
    }
    return SWARM_OK;
}

static enum swarm_status choose_dimensions(struct search *search)
{
    const struct swarm_objective_info *info = &objective_of(search)->info;
    const unsigned low = info->minimum_dimensions, high = info->maximum_dimensions;
    struct options *options = &search->options;
    const uint32_t ranges = options->bounds ? functions_ranges_parse(options->bounds, 0, NULL, NULL) : 0;
    RUN_CHOOSE(options, dim, ranges > 1 ? ranges : info->dimensions);
    const unsigned dimensions = (unsigned)options->dim;
    if (dimensions == 0) {
        return base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "%s has no fixed number of dimensions: set it with --dim", info->name);
    }
    if (dimensions < low || (high > 0 && dimensions > high)) {
        return low == high
                   ? base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT,
                               "--dim %u: %s is a function of %u dimension%s", dimensions, info->name, low,
                               low == 1 ? "" : "s")
                   : base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT,
                               "--dim %u: %s is a function of %u to %u dimensions", dimensions, info->name, low, high);
    }
    functions_settings(search)->dimensions = dimensions;
    return SWARM_OK;
}

static enum swarm_status choose_sense(struct search *search)
{
    struct options *options = &search->options;
    if (options->maximise && options->minimise) {
        return REFUSE(search, maximise, "clashes with --minimise");
    }
    options->maximise = options->maximise || (!options->minimise && objective_of(search)->info.maximise);
    options->set[OPTION_maximise] = options->maximise;
    functions_settings(search)->maximise = options->maximise;
    return SWARM_OK;
}

typedef enum swarm_status parser(struct base_env *env, const char *text, size_t size, const char *path,
                                 struct pso_settings *settings);

static enum swarm_status read_file(struct search *search, const char *path, parser *parse)
{
    char *text = NULL;
    size_t size = 0;
    TRY(base_file_read(search->env, path, &text, &size));
    const enum swarm_status status = parse(search->env, text, size, base_file_label(path), functions_settings(search));
    free(text);
    return status;
}

static enum swarm_status choose_bounds(struct search *search)
{
    struct pso_settings *settings = functions_settings(search);
    const struct swarm_objective *objective = objective_of(search);
    const uint32_t n = settings->dimensions;
    const char *text = search->options.bounds;
    const bool own = !text || strcmp(text, objective->info.bounds) == 0; /* documents also record the default bounds */
    double lower = 0, upper = 0;
    uint32_t count = 0;
    TRY(BASE_MAKE(search->env, settings->lower, n));
    TRY(BASE_MAKE(search->env, settings->upper, n));
    TRY(BASE_MAKE(search->env, settings->largest_velocity, n));
    if (!own) {
        count = functions_ranges_parse(text, n, settings->lower, settings->upper);
    }
    if (!own && count == 0) {
        if (strcmp(text, "-") != 0 && access(text, F_OK) != 0) {
            return REFUSE(search, bounds, "expected two finite numbers LO:HI, or the name of an existing file");
        }
        return read_file(search, text, functions_bounds_parse);
    }
    if (count > 1 && count != n) {
        return REFUSE(search, bounds, "found %u ranges, expected one for each of %u dimensions, or one for all",
                      (unsigned)count, (unsigned)n);
    }
    for (uint32_t d = 0; d < n; ++d) {
        if (d < count) {
            lower = settings->lower[d];
            upper = settings->upper[d];
        }
        if (!own && lower >= upper) {
            return REFUSE(search, bounds, "expected an upper bound above the lower one");
        }
        if (own && !swarm_objective_bounds(objective, n, d, &lower, &upper)) {
            return base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT,
                             "%s has no default bounds: set them with --bounds", objective->info.name);
        }
        settings->lower[d] = lower;
        settings->upper[d] = upper;
    }
    return SWARM_OK;
}

/* Draws the position of the shifted optimum along coordinate d within the allowed range, from 0 to 1. */
static double draw_shift(uint64_t seed, uint32_t d)
{
    const struct philox_block counter = {d, 0, 0, SHIFT_PURPOSE};
    const struct philox_block drawn = philox4x32(counter, (uint32_t)seed, (uint32_t)(seed >> 32));
    return (double)(((uint64_t)drawn.w0 << 32 | drawn.w1) >> 11) * 0x1p-53;
}

static enum swarm_status choose_shift(struct search *search)
{
    struct pso_settings *settings = functions_settings(search);
    const struct swarm_objective_info *info = &objective_of(search)->info;
    const uint32_t n = settings->dimensions;
    double value;
    bool has_place = false;
    if (!search->options.set[OPTION_shift]) {
        return SWARM_OK;
    }
    TRY(BASE_MAKE(search->env, settings->shift, n));
    double *shift = settings->shift;
    if (!info->can_shift || !swarm_objective_optimum(objective_of(search), n, &value, shift, &has_place)
        || !has_place) {
        return REFUSE(search, shift, "the optimum of %s cannot be moved: %s", info->name,
                      info->can_shift ? "the position of its optimum is unknown"
                                      : "the function may have better values outside its bounds");
    }
    for (uint32_t d = 0; d < n; ++d) {
        const double optimum = shift[d], lower = settings->lower[d], upper = settings->upper[d];
        const double low = SHIFT_PART * (lower - optimum), high = SHIFT_PART * (upper - optimum);
        if (optimum < lower || optimum > upper) {
            return REFUSE(search, shift, "the optimum of %s, %.9g along coordinate %u, is not within the bounds",
                          info->name, optimum, (unsigned)d + 1);
        }
        shift[d] = low + (high - low) * draw_shift(search->options.shift, d);
    }
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The swarm                                                                                                          */

/* Reads "linear:W1:W2[:N]"; *iterations is 0 if N is missing. Returns false for text of another form. */
static bool parse_linear(const char *text, double *first, double *last, int64_t *iterations)
{
    static const char word[] = "linear:";
    const char *from = text + sizeof word - 1;
    *iterations = 0;
    if (strncmp(text, word, sizeof word - 1) != 0) {
        return false;
    }
    const char *colon = strchr(from, ':'), *more = colon ? strchr(colon + 1, ':') : NULL;
    return functions_range_parse(from, more ? (size_t)(more - from) : strlen(from), first, last)
           && (!more
               || (base_number_integer(more + 1, strlen(more + 1), iterations) && *iterations >= 1
                   && *iterations <= UINT32_MAX));
}

static bool is_inertia(double value)
{
    return value >= 0.0 && value <= 10.0;
}

static enum swarm_status take_inertia(struct search *search)
{
    struct functions_question *question = search->question;
    struct pso_settings *settings = &question->settings;
    const char *text = search->options.inertia;
    double first, last;
    int64_t iterations;
    if (base_number_real(text, strlen(text), &first) && is_inertia(first)) {
        settings->inertia = first;
        return SWARM_OK;
    }
    if (strlen(text) > OPTIONS_TEXT / 2 || !parse_linear(text, &first, &last, &iterations) || !is_inertia(first)
        || !is_inertia(last)) {
        return REFUSE(search, inertia,
                      "expected a number from 0 to 10, or linear:W1:W2 or linear:W1:W2:ITERATIONS with two such "
                      "numbers");
    }
    if (iterations == 0) {
        iterations = (int64_t)search->options.iterations;
        if (iterations == 0) {
            return REFUSE(search, inertia, "set the iterations, as linear:W1:W2:ITERATIONS or with --iterations");
        }
        snprintf(question->inertia, OPTIONS_TEXT, "%s:%lld", text, (long long)iterations);
    }
    settings->inertia_step = iterations > 1 ? (last - first) / (double)(iterations - 1) : 0.0;
    settings->inertia = first - settings->inertia_step;
    settings->inertia_iterations = (uint32_t)iterations;
    return SWARM_OK;
}

/* Applies the constriction factor, with which a swarm converges (Clerc and Kennedy 2002). */
static enum swarm_status constrict(struct search *search)
{
    struct functions_question *question = search->question;
    struct pso_settings *settings = &question->settings;
    struct options *options = &search->options;
    const double phi = options->c1 + options->c2;
    char c1[OPTIONS_TEXT], c2[OPTIONS_TEXT];
    double given;
    if (!(phi > 4.0)) {
        return base_fail(search->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--c1 %s and --c2 %s: with constriction their sum must be above 4; or set --inertia",
                         options_text(options, OPTION_c1, true, c1), options_text(options, OPTION_c2, true, c2));
    }
    const double factor = 2.0 / fabs(2.0 - phi - sqrt(phi * phi - 4.0 * phi));
    if (options->inertia) { /* documents record both inertia and constriction */
        const char *text = options->inertia;
        if (!base_number_real(text, strlen(text), &given) || given != factor) {
            return REFUSE(search, inertia, "clashes with --constriction");
        }
        options->given[OPTION_inertia] = options->set[OPTION_inertia] = false;
    }
    base_text_print(question->inertia, OPTIONS_TEXT, "%.17g", factor);
    settings->inertia = factor;
    settings->cognitive *= factor;
    settings->social *= factor;
    return SWARM_OK;
}

/* Chooses inertia or constriction, the attraction coefficients, the velocity limit and the rule at the bounds: given
 * values, else those published for the objective, else our own. */
static enum swarm_status choose_constants(struct search *search)
{
    struct pso_settings *settings = functions_settings(search);
    struct options *options = &search->options;
    const struct pso_objective *row = objective_of(search)->row;
    if (options->constriction && !options->given[OPTION_inertia]) { /* --constriction overrides the preset's inertia */
        options->inertia = NULL;
        options->set[OPTION_inertia] = false;
    }
    const struct pso_published *published = row && !options->constriction && !options->inertia ? row->published : NULL;
    if (published) {
        RUN_CHOOSE(options, inertia, published->inertia);
        RUN_CHOOSE(options, c1, published->c1);
        RUN_CHOOSE(options, c2, published->c2);
        RUN_CHOOSE(options, vmax, published->vmax);
        RUN_CHOOSE(options, boundary, published->boundary);
    }
    const bool constriction = options->constriction || !options->inertia;
    options->constriction = options->set[OPTION_constriction] = constriction;
    if (!published) {
        RUN_CHOOSE(options, c1, constriction ? 2.05 : 2.0);
        RUN_CHOOSE(options, c2, constriction ? 2.05 : 2.0);
    }
    settings->cognitive = options->c1;
    settings->social = options->c2;
    TRY(constriction ? constrict(search) : take_inertia(search));
    for (uint32_t d = 0; d < settings->dimensions; ++d) {
        settings->largest_velocity[d] = options->vmax * (settings->upper[d] - settings->lower[d]);
    }
    return SWARM_OK;
}

/* Chooses when a swarm or ants begin anew, and the line search, which they have only if it is asked for. */
static void choose_restarts(struct search *search, uint64_t restart)
{
    struct options *options = &search->options;
    RUN_CHOOSE(options, restart, restart);
    RUN_CHOOSE(options, line_start, 0);
    functions_settings(search)->restart = (uint32_t)options->restart;
    functions_settings(search)->grid = (uint32_t)options->line_start;
}

static void choose_colony(struct search *search)
{
    struct pso_settings *settings = functions_settings(search);
    struct options *options = &search->options;
    RUN_CHOOSE(options, archive, options->dim > 25 ? 2 * options->dim : 50);
    RUN_CHOOSE(options, boundary, "reflect");
    choose_restarts(search, 1000);
    settings->particles = (uint32_t)options->archive;
    settings->ants = (uint32_t)options->samplers;
    settings->locality = options->locality;
    settings->spread = options->spread;
    settings->boundary = pso_row_number(pso_boundary_words, options->boundary);
}

/* The default population: Hansen (2016), table 1. */
static void choose_strategy(struct search *search)
{
    struct pso_settings *settings = functions_settings(search);
    struct options *options = &search->options;
    RUN_CHOOSE(options, points, 4 + (uint64_t)(3.0 * log((double)options->dim)));
    settings->particles = (uint32_t)options->points;
    RUN_CHOOSE(options, line_start, 128);
    settings->grid = (uint32_t)options->line_start;
    settings->most_points = pso_strategy_most(settings->particles, settings->dimensions);
}

/* Chooses the number of particles. --evaluations N leaves a default swarm 1,000 iterations, or makes it as small as
 * FEWEST: larger swarms do not converge within small budgets. With a learned frame it has FEWEST, and begins anew. */
static void choose_particles(struct search *search)
{
    enum { ITERATIONS = 1000, FEWEST = 40, MOST = 1024, RESTART = 100 };
    struct options *options = &search->options;
    const uint64_t budget = functions_budget(search);
    const bool learned = strcmp(options->frame, "learned") == 0;
    if (budget > 0) {
        const uint64_t fewest = budget < FEWEST ? budget : FEWEST, wanted = learned ? 0 : budget / ITERATIONS;
        RUN_CHOOSE(options, particles, wanted < fewest ? fewest : wanted > MOST ? MOST : wanted);
    }
    choose_restarts(search, learned ? RESTART : 0);
    functions_settings(search)->learned = learned;
    functions_settings(search)->particles = (uint32_t)options->particles;
}

/* Chooses when the run ends: with --evaluations after the iteration that makes the last one. */
static enum swarm_status choose_ends(struct search *search, uint64_t iterations)
{
    struct pso_settings *settings = functions_settings(search);
    struct options *options = &search->options;
    settings->evaluations = functions_budget(search);
    const uint64_t last = pso_last_iteration(settings);
    const bool counts = settings->evaluations > 0;
    if (last > UINT32_MAX) {
        return REFUSE(search, evaluations, "%llu iterations would be needed, but a run has at most 2^32 - 1",
                      (unsigned long long)last);
    }
    run_choose_ends(options, counts ? last : iterations, 0, true);
    if (counts && (options->iterations == 0 || last < options->iterations)) {
        options->iterations = last;
        options->set[OPTION_iterations] = true;
    }
    return SWARM_OK;
}

/* A learned frame has the topology with which it solves most targets of BBOB in 10-D: 65 %, a ring 63, global 58. */
static enum swarm_status choose_frame(struct search *search)
{
    enum { MOST = 128 }; /* in 256 dimensions an H200 needs most of the time of 20 iterations for a frame */
    const struct pso_settings *s = functions_settings(search);
    RUN_CHOOSE(&search->options, topology, "von-neumann");
    if (s->best == BEST_ASYNCHRONOUS) {
        return REFUSE(search, frame, "clashes with --best asynchronous, whose tribes are independent");
    }
    if (s->dimensions > MOST || (uint64_t)s->particles * s->dimensions > UINT32_MAX) {
        return REFUSE(search, frame,
                      "supports at most %d dimensions, because its cost grows with their cube, and fewer "
                      "than 2^32 coordinates of all particles",
                      MOST);
    }
    return SWARM_OK;
}

static enum swarm_status choose_rows(struct search *search)
{
    enum { PERSISTENT_COORDINATES = 4096 }; /* coordinates that a group moves in less time than a launch takes */
    struct pso_settings *settings = functions_settings(search);
    struct options *options = &search->options;
    const bool few = (uint64_t)settings->particles * settings->dimensions <= PERSISTENT_COORDINATES;
    const int row = few ? BEST_PERSISTENT : BEST_COUNTER;
    RUN_CHOOSE(options, best, options->set[OPTION_best] ? options->best : pso_best_words[1 + row].name);
    settings->boundary = pso_row_number(pso_boundary_words, options->boundary);
    settings->best = pso_row_number(pso_best_words, options->best);
    const bool asynchronous = settings->best == BEST_ASYNCHRONOUS;
    TRY(settings->learned ? choose_frame(search) : SWARM_OK);
    settings->topology = pso_row_number(pso_topology_words, options->topology);
    if (asynchronous && settings->topology != TOPOLOGY_GLOBAL) {
        return REFUSE(search, topology,
                      "clashes with --best asynchronous, whose tribes are already its neighbourhoods");
    }
    if (asynchronous && settings->grid > 0) {
        return REFUSE(search, line_start, "clashes with --best asynchronous, whose tribes have no common best");
    }
    if (asynchronous && settings->restart > 0) {
        return REFUSE(search, restart, "clashes with --best asynchronous, whose tribes have no common best");
    }
    if (!asynchronous && options->given[OPTION_exchange]) {
        return REFUSE(search, exchange, "would be ignored: only --best asynchronous uses exchanges");
    }
    options->set[OPTION_exchange] = asynchronous;
    settings->exchange = (uint32_t)options->exchange;
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Single precision                                                                                                   */

/* Returns the lowest float that is not below x. */
static double narrow_up(double x)
{
    float near = (float)x;
    return (double)near < x ? (double)nextafterf(near, INFINITY) : (double)near;
}

/* True if the run's precision can represent both bounds and their difference. */
static bool is_range(const struct pso_settings *settings, double lower, double upper)
{
    const double most = settings->precision == 32 ? (double)FLT_MAX : DBL_MAX;
    return lower < upper && fabs(lower) <= most && fabs(upper) <= most && upper - lower <= most;
}

/* Rounds all numbers to the run's precision, within the given bounds. */
static enum swarm_status narrow(struct search *search)
{
    const struct pso_settings *s = functions_settings(search);
    const uint32_t n = s->dimensions;
    const bool single = s->precision == 32;
    for (uint32_t d = 0; d < n; ++d) {
        if (single && is_range(s, s->lower[d], s->upper[d])) {
            s->lower[d] = narrow_up(s->lower[d]);
            s->upper[d] = -narrow_up(-s->upper[d]);
        }
        if (!is_range(s, s->lower[d], s->upper[d])) {
            return base_fail(
                search->env, SWARM_ERROR_INVALID_ARGUMENT,
                "the bounds of coordinate %u, %.17g and %.17g, have a range that %s numbers cannot represent",
                (unsigned)d + 1, s->lower[d], s->upper[d], single ? "fp32" : "fp64");
        }
        s->largest_velocity[d] = functions_round(s, s->largest_velocity[d]);
        if (s->shift) {
            s->shift[d] = functions_round(s, s->shift[d]);
        }
        if (s->step) {
            s->step[d] = functions_round(s, s->step[d]);
        }
        if (s->step && s->step[d] > 0.0 && (s->upper[d] - s->lower[d]) / s->step[d] > (single ? 0x1p20 : 0x1p40)) {
            return base_fail(
                search->env, SWARM_ERROR_INVALID_ARGUMENT,
                "coordinate %u has more steps than %s numbers can distinguish: found %.9g within its bounds",
                (unsigned)d + 1, single ? "fp32" : "fp64", s->step[d]);
        }
    }
    for (size_t k = 0; k < (size_t)s->start_count * n; ++k) {
        s->start[k] = functions_confine(s, (uint32_t)(k % n), s->start[k]);
    }
    return SWARM_OK;
}

static enum swarm_status fill_request(struct search *search)
{
    const struct pso_settings *settings = functions_settings(search);
    const double target = settings->maximise ? -search->options.target : search->options.target;
    TRY(run_fill_request(search, 0, INT64_MIN));
    if (search->options.given[OPTION_target]) {
        search->request.target = base_key_of(functions_round(settings, target));
    }
    if (settings->objective->constraints > 0) { /* a target below PARTICLE_LIMIT needs a feasible position */
        const int64_t most = base_key_of(settings->precision == 32 ? 0x1.fffffep99 : 0x1.fffffffffffffp999);
        search->request.target = search->request.target < most ? search->request.target : most;
    }
    search->solution_size = settings->dimensions * sizeof(double);
    return SWARM_OK;
}

enum swarm_status functions_ask(struct search *search)
{
    struct options *options = &search->options;
    TRY(run_begin_question(search, sizeof(struct functions_question), "objective"));
    *functions_settings(search) = (struct pso_settings){
        .objective = objective_of(search),
        .group_size = (uint32_t)options->group_size,
    };
    TRY(choose_precision(search));
    TRY(check_kind(search));
    TRY(functions_choose_repeats(search));
    TRY(functions_choose_data(search));
    run_choose_islands(options, 100);
    TRY(choose_dimensions(search));
    TRY(functions_choose_algorithm(search));
    TRY(choose_sense(search));
    TRY(choose_bounds(search));
    TRY(functions_choose_steps(search));
    if (strcmp(options->search, "acor") == 0) {
        choose_colony(search);
        TRY(choose_ends(search, 10000));
    } else if (strcmp(options->search, "cmaes") == 0) {
        choose_strategy(search);
        TRY(choose_ends(search, 10000));
    } else {
        choose_particles(search);
        TRY(choose_ends(search, 1000));
        TRY(choose_constants(search));
        TRY(choose_rows(search));
    }
    TRY(choose_shift(search));
    TRY(options->init ? read_file(search, options->init, functions_start_parse) : SWARM_OK);
    TRY(narrow(search));
    return fill_request(search);
}
