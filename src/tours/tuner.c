/* How it works: every row of the tables, with the sizes that it takes, is a candidate of its phase. A round runs each
 * of the candidates some iterations and leaves the better half for the next round, which runs twice as many. The
 * winners of a phase are fixed for the phases after it. All candidates build the same tours, so that they are measured
 * at the same work; improvers of mosaic, too, with a schedule. */
#include "tuner.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "mosaic/problem.h"
#include "tsp/read/input.h"
#include "tsp/tour.h"

enum { SIZES = 3 };

/* Until which share of a part's time a phase lasts at most; 0: there is no such phase. */
static const double phase_ends[TUNED_KINDS][TUNER_PHASES] = {
    [TUNED_ROWS] = {[TUNER_CONSTRUCTION] = 0.65, [TUNER_EVALUATION] = 0.8, [TUNER_DEPOSIT] = 1.0},
    [TUNED_LISTS] = {[TUNER_CONSTRUCTION] = 1.0},
    [TUNED_TOGETHER] = {[TUNER_CONSTRUCTION] = 1.0},
    [TUNED_MOSAIC] = {[TUNER_IMPROVER] = 1.0},
};

/* Appends to the text; NULL, with the old text freed, when memory ran out. */
static BASE_PRINTF(2, 3) void append(char **text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *piece = *text ? base_text_vformat(format, arguments) : NULL;
    va_end(arguments);
    char *longer = piece ? base_text_format("%s%s", *text, piece) : NULL;
    free(piece);
    free(*text);
    *text = longer;
}

/* The options of a run of a kind: of the algorithm that was given, else of the one that users get. */
static void choose_options(struct options *options, const struct swarm_instance_info *info, enum tours_tuned_kind kind,
                           struct tours_question *question)
{
    static const char *const usual[TUNED_KINDS] = {"as", "mmas", "acs", "mosaic"};
    options->algorithm = options->given[OPTION_algorithm] ? options->algorithm : usual[kind];
    options->given[OPTION_algorithm] = true;
    tours_choose(options, info, info->node_count, false, question);
}

/* Whether the options, and the instance, have runs of each kind: what `tsp` runs by default, and what may take its
 * place without a word of the algorithm. */
static void choose_kinds(const struct options *given, const struct swarm_instance_info *info, bool kinds[TUNED_KINDS])
{
    struct tours_question question = {.n = 0};
    struct options options = *given;
    tours_choose(&options, info, info->node_count, false, &question);
    const enum tours_tuned_kind kind = tours_tuned_kind_of(&question);
    kinds[kind] = true;
    if (!given->given[OPTION_algorithm]) {
        kinds[TUNED_ROWS] = true;
        kinds[TUNED_LISTS] = kind != TUNED_ROWS;
        kinds[TUNED_MOSAIC] = kind == TUNED_MOSAIC && info->symmetric;
    }
}

/* The populations that `tsp` begins with by default, as far as they are for n nodes. */
static struct mosaic_schedule usual_schedule(uint32_t n)
{
    enum { FIRST = 8, SECOND = 64 };
    const uint32_t most = mosaic_population_most(n);
    return (struct mosaic_schedule){.count = 2, .stages = {{FIRST, 2}, {most < SECOND ? most : SECOND, 3}}};
}

static enum swarm_status prepare_part(struct tuner_part *part, uint32_t nodes)
{
    const struct options *options = &part->task->options;
    struct tours_question question = {.n = 0};
    char *text = NULL;
    size_t size = 0;
    enum swarm_status status = SWARM_OK;
    part->instance = part->task->params->instance;
    if (!part->instance) {
        const uint32_t seed = 1;
        TRY_OR(done, tsp_generate(part->env, "uniform", nodes, seed, &text, &size));
        TRY_OR(done, tsp_input_parse(part->env, text, size, "uniform", NULL, false, &part->made));
        part->instance = part->made;
    }
    const uint32_t n = part->instance->info.node_count;
    part->request = (struct aco_request){.instance = part->instance, .options = *options};
    choose_options(&part->request.options, &part->instance->info, part->kind, &question);
    part->choices = tours_mosaic_choices(&part->request.options, &question);
    part->schedule = usual_schedule(n);
    part->choices.population = part->schedule.stages[1].individuals;
    part->choices.schedule = &part->schedule;
    part->request.options.local_search = "none"; /* nothing of it is measured */
    part->run = (struct run_request){
        .seed = options->seed,
        .target = INT64_MIN,
        .launch_seconds = 1e-3 * (double)options->launch_ms,
        .deadline = HUGE_VAL,
        .profiling = part->kind != TUNED_MOSAIC,
    };
    part->tour = base_array(n, sizeof *part->tour);
    if (!part->tour) {
        status = base_fail_memory(part->env);
        goto done;
    }
    if (part->kind == TUNED_MOSAIC && part->instance->coordinates) {
        TRY_OR(done, mosaic_curve_tour(part->env, NULL, part->instance, part->tour));
        TRY_OR(done, tsp_tour_measure(part->env, part->instance, part->tour, n, &part->length));
    } else {
        TRY_OR(done, tsp_tour_nearest_neighbour(part->env, part->instance, HUGE_VAL, part->tour, &part->length));
    }

done:
    free(text);
    return status;
}

static void write_part(const struct tuner_part *part, char **text)
{
    const struct aco_shape_request *best = &part->best;
    const unsigned n = (unsigned)part->instance->info.node_count;
    bool measured = false;
    append(text, "\nfor=%s\nnodes=%u..%u\n", tours_tuned_kinds[part->kind], (unsigned)part->low, (unsigned)part->high);
    if (part->kind == TUNED_MOSAIC) {
        append(text, "# mosaic, %u nodes; seconds of four generations:", n);
    } else {
        append(text, "# %s selection, %u nodes, %u ants; seconds of an iteration:", part->request.options.selection, n,
               (unsigned)part->request.options.ants);
    }
    for (int phase = 0; phase < TUNER_PHASES; ++phase) {
        if (part->best_seconds[phase] > 0) {
            append(text, "%s %s %.3g", measured ? "," : "", tuner_phase_names[phase], part->best_seconds[phase]);
            measured = true;
        }
    }
    append(text, "%s\n", measured ? "" : " not measured");
    if (best->construction) {
        append(text, "construction=%s\n", best->construction->name);
    }
    if (best->group_size > 0) {
        append(text, "group-size=%u\n", (unsigned)best->group_size);
    }
    if (best->ants_per_group > 0) {
        append(text, "ants-per-group=%u\n", (unsigned)best->ants_per_group);
    }
    if (best->evaluation) {
        append(text, "evaluation=%s\n", best->evaluation->name);
    }
    if (best->deposit) {
        append(text, "deposit=%s\n", best->deposit->name);
    }
    if (part->improver) {
        append(text, "improver=%s\n", part->improver->name);
    }
}

/* Measures `nodes` until `end` and appends the part's block. */
static enum swarm_status run_part(struct tuner_part *part, uint32_t nodes, double end, char **text)
{
    const double start = base_seconds(part->env);
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, prepare_part(part, nodes));
    for (int phase = 0; phase < TUNER_PHASES; ++phase) {
        const double share = phase_ends[part->kind][phase];
        TRY_OR(done,
               share > 0 ? tuner_run_phase(part, (enum tuner_phase)phase, start + share * (end - start)) : SWARM_OK);
    }
    write_part(part, text);

done:
    free(part->tour);
    tsp_instance_destroy(&part->made);
    return status;
}

/* The numbers of nodes to measure within low .. high, and up to which each one counts; returns how many. */
static size_t split_range(uint32_t low, uint32_t high, uint32_t nodes[SIZES], uint32_t ends[SIZES])
{
    const uint32_t middle = (uint32_t)(sqrt((double)low * high) + 0.5);
    const uint32_t wanted[SIZES] = {low, middle, high};
    size_t count = 0;
    for (size_t i = 0; i < SIZES; ++i) {
        if (count == 0 || wanted[i] > nodes[count - 1]) {
            nodes[count++] = wanted[i];
        }
    }
    for (size_t i = 0; i + 1 < count; ++i) {
        ends[i] = (uint32_t)sqrt((double)nodes[i] * nodes[i + 1]);
    }
    ends[count - 1] = high;
    return count;
}

/* All parts on one device. *text returns owned. A part that cannot be measured is left out unless all are. */
static enum swarm_status run_device(const struct tours_tuner_task *task, size_t index, uint32_t low, uint32_t high,
                                    const bool kinds[TUNED_KINDS], char **text)
{
    const struct swarm_device *device = &task->devices->devices[index];
    const double start = base_seconds(task->env), end = start + task->request->seconds;
    uint32_t nodes[SIZES], ends[SIZES];
    const size_t count = split_range(low, high, nodes, ends);
    enum swarm_status status = SWARM_OK, failure = SWARM_OK;
    size_t left = 0, made = 0;
    for (int kind = 0; kind < TUNED_KINDS; ++kind) {
        left += kinds[kind] ? count : 0;
    }
    *text = base_text_format("# how swarmcl lays out its kernels, found by `swarmcl tune`; changes no tour\n"
                             "device=%s\ndriver=%s\nversion=%s\n",
                             device->name, device->driver, SWARM_VERSION);
    for (size_t i = 0; i < TUNED_KINDS * count && *text; ++i) {
        const size_t size = i % count;
        struct tuner_part part = {.task = task,
                                  .kind = (enum tours_tuned_kind)(TUNED_KINDS - 1 - i / count),
                                  .env = task->env,
                                  .device = device,
                                  .device_index = index,
                                  .low = size == 0 ? low : ends[size - 1] + 1,
                                  .high = ends[size],
                                  .start = start,
                                  .seconds = task->request->seconds};
        const double now = base_seconds(task->env);
        if (!kinds[part.kind]) {
            continue;
        }
        status = run_part(&part, nodes[size], now + (end - now) / (double)left--, text);
        made += status == SWARM_OK;
        if (status != SWARM_OK) {
            failure = status;
            base_log(task->env, SWARM_LOG_WARNING, "%u nodes, for=%s: left out: %s", (unsigned)nodes[size],
                     tours_tuned_kinds[part.kind], task->env->error);
        }
    }
    status = !*text ? base_fail_memory(task->env) : made > 0 ? SWARM_OK : failure;
    if (status != SWARM_OK) {
        free(*text);
        *text = NULL;
    }
    return status;
}

/* Options that clash with each other or with what is tuned. */
static enum swarm_status check_options(struct base_env *env, const struct options *given,
                                       const struct swarm_instance_info *info, const bool kinds[TUNED_KINDS])
{
    for (int kind = 0; kind < TUNED_KINDS; ++kind) {
        struct tours_question question = {.n = 0};
        struct options options = *given;
        if (kinds[kind]) {
            choose_options(&options, info, (enum tours_tuned_kind)kind, &question);
            options.given[OPTION_algorithm] = given->given[OPTION_algorithm];
            TRY(tours_check_clashes(env, &options, &question));
        }
    }
    return !kinds[TUNED_MOSAIC] || info->symmetric
               ? SWARM_OK
               : base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                           "--algorithm mosaic: it is tuned for symmetric instances alone");
}

enum swarm_status tours_tune(const struct tours_tuner_task *task, char **text, size_t *size)
{
    const struct swarm_tuning_request *request = task->request;
    const struct swarm_instance *instance = task->params->instance;
    const struct options *options = &task->options;
    const uint32_t low = instance ? instance->info.node_count : request->node_low;
    const uint32_t high = instance ? low : request->node_high;
    const struct swarm_instance_info made_info = {.node_count = low, .symmetric = true, .metric = SWARM_METRIC_EUC_2D};
    const struct swarm_instance_info *info = instance ? &instance->info : &made_info;
    bool kinds[TUNED_KINDS] = {false};
    size_t *indices = NULL, device_count = 0;
    char *made = NULL;
    enum swarm_status status = SWARM_OK;
    if (low < 1 || low > high || !(request->seconds > 0)) {
        return base_fail(task->env, SWARM_ERROR_INVALID_ARGUMENT, "tuning takes a range of nodes and seconds above 0");
    }
    if (options_is_twin(options)) {
        return base_fail(task->env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--device none: the sequential twin has nothing to tune");
    }
    choose_kinds(options, info, kinds);
    TRY_OR(done, check_options(task->env, options, info, kinds));
    TRY_OR(done, run_devices_find(task->env, task->devices, options, false, &indices, &device_count));
    for (size_t i = 0; i < device_count && !made; ++i) {
        status = run_device(task, indices[i], low, high, kinds, &made);
        bool another = i + 1 < device_count && (status == SWARM_ERROR_OPENCL || status == SWARM_ERROR_OUT_OF_MEMORY);
        if (!made && !another) {
            goto done;
        }
        if (!made) {
            base_log(task->env, SWARM_LOG_WARNING, "%s; trying the next device", task->env->error);
        }
    }
    if (!made) {
        status = base_fail(task->env, SWARM_ERROR_NO_DEVICE, "there is no device to tune for");
        goto done;
    }
    *text = made;
    *size = strlen(made);

done:
    free(indices);
    return status;
}
