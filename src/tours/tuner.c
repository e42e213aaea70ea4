/* tuner.c - every row of the tables, with its sizes, is a candidate of its phase. A round runs each candidate for some
 * iterations and keeps the better half for the next round, which runs twice as many. The winners of a phase stay fixed
 * in later phases. All candidates build the same tours, so they are measured at the same work. */
#include "tuner.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "run/run.h"
#include "tsp/input.h"
#include "tours.h"
#include "tsp/tour.h"

enum { PARTS = 3 };

/* The share of a part's time at which each phase ends at the latest. */
static const double phase_ends[TUNER_PHASES] = {0.65, 0.8, 1.0};

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

/* Chooses Ant System on whole rows of n nodes. */
static void choose_options(struct options *options, uint32_t n, struct tours_question *question)
{
    const struct swarm_instance_info info = {.node_count = n, .symmetric = true, .metric = SWARM_METRIC_EUC_2D};
    options->algorithm = aco_algorithms[0].name;
    options->candidates = 0;
    options->given[OPTION_algorithm] = options->given[OPTION_candidates] = true;
    tours_choose(options, &info, n, false, question);
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
        TRY_OR(done, tsp_input_parse(part->env, text, size, "uniform", NULL, &part->made));
        part->instance = part->made;
    }
    const uint32_t n = part->instance->info.node_count;
    part->request = (struct aco_request){.instance = part->instance, .options = *options};
    part->request.options.given[OPTION_local_search] = false; /* local search is not measured */
    choose_options(&part->request.options, n, &question);
    part->run = (struct run_request){
        .seed = options->seed,
        .target = INT64_MIN,
        .launch_seconds = 1e-3 * (double)options->launch_ms,
        .deadline = HUGE_VAL,
        .profiling = true,
    };
    part->tour = base_array(n, sizeof *part->tour);
    if (!part->tour) {
        status = base_fail_memory(part->env);
        goto done;
    }
    TRY_OR(done, tsp_tour_nearest_neighbour(part->env, part->instance, HUGE_VAL, part->tour, &part->nearest));

done:
    free(text);
    return status;
}

static void write_part(const struct tuner_part *part, char **text)
{
    const struct aco_shape_request *best = &part->best;
    bool measured = false;
    append(text, "\nnodes=%u..%u\n# %s selection, %u nodes, %u ants; seconds of an iteration:", (unsigned)part->low,
           (unsigned)part->high, part->request.options.selection, (unsigned)part->instance->info.node_count,
           (unsigned)part->request.options.ants);
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
}

/* Measures `nodes` until `end` and appends the part's block to the text. */
static enum swarm_status run_part(struct tuner_part *part, uint32_t nodes, double end, char **text)
{
    const double start = base_seconds(part->env);
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, prepare_part(part, nodes));
    for (int phase = 0; phase < TUNER_PHASES; ++phase) {
        TRY_OR(done, tuner_run_phase(part, (enum tuner_phase)phase, start + phase_ends[phase] * (end - start)));
    }
    write_part(part, text);

done:
    free(part->tour);
    tsp_instance_destroy(&part->made);
    return status;
}

/* The numbers of nodes to measure within low .. high, and the upper end of each part; returns how many. */
static size_t split_range(uint32_t low, uint32_t high, uint32_t nodes[PARTS], uint32_t ends[PARTS])
{
    const uint32_t middle = (uint32_t)(sqrt((double)low * high) + 0.5);
    const uint32_t wanted[PARTS] = {low, middle, high};
    size_t count = 0;
    for (size_t i = 0; i < PARTS; ++i) {
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

/* Measures all parts on one device. *text returns owned. */
static enum swarm_status run_device(const struct tours_tuner_task *task, size_t index, uint32_t low, uint32_t high,
                                    char **text)
{
    const struct swarm_device *device = &task->devices->devices[index];
    const double start = base_seconds(task->env), end = start + task->request->seconds;
    uint32_t nodes[PARTS], ends[PARTS];
    const size_t count = split_range(low, high, nodes, ends);
    enum swarm_status status = SWARM_OK;
    *text = base_text_format("# how swarmcl lays out its kernels, found by `swarmcl tune`; changes no tour\n"
                             "device=%s\ndriver=%s\nversion=%s\n",
                             device->name, device->driver, SWARM_VERSION);
    for (size_t i = 0; i < count && *text; ++i) {
        struct tuner_part part = {.task = task,
                                  .env = task->env,
                                  .device = device,
                                  .device_index = index,
                                  .low = i == 0 ? low : ends[i - 1] + 1,
                                  .high = ends[i],
                                  .start = start,
                                  .seconds = task->request->seconds};
        const double now = base_seconds(task->env);
        TRY_OR(done, run_part(&part, nodes[i], now + (end - now) / (double)(count - i), text));
    }
    status = *text ? SWARM_OK : base_fail_memory(task->env);

done:
    if (status != SWARM_OK) {
        free(*text);
        *text = NULL;
    }
    return status;
}

/* Refuses options that clash with each other or with Ant System on whole rows. */
static enum swarm_status check_options(struct base_env *env, const struct options *given, uint32_t n)
{
    struct tours_question question = {.n = 0};
    struct options options = *given;
    choose_options(&options, n, &question);
    options.given[OPTION_algorithm] = given->given[OPTION_algorithm];
    options.given[OPTION_candidates] = given->given[OPTION_candidates];
    return tours_check_clashes(env, &options, &question);
}

enum swarm_status tours_tune(const struct tours_tuner_task *task, char **text, size_t *size)
{
    const struct swarm_tuning_request *request = task->request;
    const struct swarm_instance *instance = task->params->instance;
    const struct options *options = &task->options;
    const uint32_t low = instance ? instance->info.node_count : request->node_low;
    const uint32_t high = instance ? low : request->node_high;
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
    TRY_OR(done, check_options(task->env, options, low));
    TRY_OR(done, run_devices_find(task->env, task->devices, options, false, &indices, &device_count));
    for (size_t i = 0; i < device_count && !made; ++i) {
        status = run_device(task, indices[i], low, high, &made);
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
