#include "report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "output.h"
#include "parameters.h"

/* ------------------------------------------------------------------------------------------------------------------ */
/* The document                                                                                                       */

void cli_json_device(struct cli_json *json, const char *key, const struct swarm_device *device)
{
    if (!device) {
        cli_json_null(json, key);
        return;
    }
    cli_json_object_begin(json, key);
    cli_json_unsigned(json, "index", device->index);
    cli_json_unsigned(json, "platform", device->platform);
    cli_json_unsigned(json, "device", device->device);
    cli_json_text(json, "type", swarm_device_type_name(device->type));
    cli_json_text(json, "name", device->name);
    cli_json_text(json, "platform_name", device->platform_name);
    cli_json_text(json, "driver", device->driver);
    cli_json_text(json, "opencl_version", device->version);
    cli_json_text(json, "opencl_c_version", device->c_version);
    cli_json_unsigned(json, "compute_units", device->compute_units);
    cli_json_unsigned(json, "clock_mhz", device->clock);
    cli_json_unsigned(json, "global_memory_bytes", device->global_memory);
    cli_json_unsigned(json, "max_allocation_bytes", device->max_allocation);
    cli_json_unsigned(json, "local_memory_bytes", device->local_memory);
    cli_json_unsigned(json, "max_group_size", device->max_group_size);
    cli_json_bool(json, "fp64", device->fp64);
    cli_json_bool(json, "simulator", device->simulator);
    cli_json_bool(json, "duplicate", device->duplicate);
    cli_json_bool(json, "usable", device->usable);
    cli_json_bool(json, "automatic", device->automatic);
    cli_json_object_end(json);
}

static void parameters_object(struct cli_json *json, const swarm_result *result)
{
    cli_json_object_begin(json, "parameters");
    for (size_t i = 0; i < result->setting_count; ++i) {
        const struct swarm_setting *setting = &result->settings[i];
        switch (setting->kind) {
        case SWARM_PARAM_FLAG:
            cli_json_bool(json, setting->name, setting->value && strcmp(setting->value, "true") == 0);
            break;
        case SWARM_PARAM_INTEGER:
        case SWARM_PARAM_REAL:
            cli_json_number_text(json, setting->name, setting->value);
            break;
        case SWARM_PARAM_WORD:
        case SWARM_PARAM_TEXT:
            cli_json_text(json, setting->name, setting->value);
            break;
        }
    }
    cli_json_object_end(json);
}

/* The answers that the run began with, null when there were none. */
static void starts_array(struct cli_json *json, const struct cli_subject *subject)
{
    if (subject->start_count == 0) {
        cli_json_null(json, "init");
        return;
    }
    cli_json_array_begin(json, "init");
    for (size_t i = 0; i < subject->start_count; ++i) {
        cli_json_flat(json);
        cli_json_object_begin(json, NULL);
        cli_json_text(json, "file", subject->starts[i].path);
        cli_json_score(json, subject->problem->score, subject, subject->starts[i].score);
        cli_json_object_end(json);
    }
    cli_json_array_end(json);
}

/* What each of several islands came to, null when there was one. */
static void islands_array(struct cli_json *json, const struct cli_work *work)
{
    if (work->result->island_count == 0) {
        cli_json_null(json, "islands");
        return;
    }
    cli_json_array_begin(json, "islands");
    for (size_t i = 0; i < work->result->island_count; ++i) {
        const struct swarm_island *island = &work->result->islands[i];
        cli_json_flat(json);
        cli_json_object_begin(json, NULL);
        cli_json_unsigned(json, "rank", island->rank);
        if (*island->device_name) {
            cli_json_unsigned(json, "device", island->device);
            cli_json_text(json, "device_name", island->device_name);
        } else {
            cli_json_null(json, "device");
            cli_json_null(json, "device_name");
        }
        cli_json_unsigned(json, "seed", island->seed);
        cli_json_score(json, work->subject->problem->score, work->subject, CLI_SCORE_OF(work->subject, island));
        cli_json_unsigned(json, "best_iteration", island->best_iteration);
        cli_json_unsigned(json, "iterations", island->iterations);
        cli_json_unsigned(json, "taken", island->taken);
        cli_json_object_end(json);
    }
    cli_json_array_end(json);
}

static void trace_array(struct cli_json *json, const struct cli_work *work)
{
    const struct cli_problem *problem = work->subject->problem;
    cli_json_array_begin(json, "trace");
    for (size_t i = 0; i < work->result->trace_count; ++i) {
        const struct swarm_trace_point *point = &work->result->trace[i];
        cli_json_flat(json);
        cli_json_object_begin(json, NULL);
        cli_json_unsigned(json, "iteration", point->iteration);
        cli_json_score(json, problem->score, work->subject, CLI_SCORE_OF(work->subject, point));
        if (problem->json_point) {
            problem->json_point(json, work->result, point);
        }
        cli_json_seconds(json, "seconds", point->seconds);
        cli_json_object_end(json);
    }
    cli_json_array_end(json);
}

static void result_object(struct cli_json *json, const struct cli_work *work)
{
    const swarm_result *result = work->result;
    const struct cli_score score = CLI_SCORE_OF(work->subject, result);
    cli_json_object_begin(json, "result");
    cli_json_score(json, work->subject->problem->score, work->subject, score);
    cli_json_gap(json, work->subject, score);
    cli_json_text(json, "stop_reason", swarm_stop_reason_name(result->stop_reason));
    cli_json_unsigned(json, "iterations", result->iterations);
    cli_json_unsigned(json, "first_iteration", result->first_iteration);
    cli_json_seconds(json, "seconds", result->seconds);
    cli_json_unsigned(json, "best_iteration", result->best_iteration);
    cli_json_seconds(json, "best_seconds", result->best_seconds);
    work->subject->problem->json_answer(json, work->subject, result);
    cli_json_object_end(json);
}

static void timing_object(struct cli_json *json, const struct swarm_timing *timing)
{
    cli_json_object_begin(json, "timing");
    cli_json_seconds(json, "read", timing->read);
    cli_json_seconds(json, "context", timing->context);
    cli_json_seconds(json, "build", timing->build);
    cli_json_seconds(json, "setup", timing->setup);
    cli_json_seconds(json, "loop", timing->loop);
    cli_json_seconds(json, "total", timing->total);
    cli_json_seconds(json, "checkpoints", timing->checkpoints);
    cli_json_object_end(json);
}

static void memory_object(struct cli_json *json, const swarm_result *result)
{
    cli_json_object_begin(json, "memory");
    cli_json_unsigned(json, "bytes", result->plan_bytes);
    cli_json_object_begin(json, "buffers");
    for (size_t i = 0; i < result->plan_count; ++i) {
        cli_json_unsigned(json, result->plan[i].name, result->plan[i].bytes);
    }
    cli_json_object_end(json);
    cli_json_object_end(json);
}

/* Seconds of all kernels. */
static double kernel_seconds(const swarm_result *result)
{
    double sum = 0.0;
    for (size_t i = 0; i < result->kernel_count; ++i) {
        sum += result->kernels[i].seconds;
    }
    return sum;
}

/* Time of each kernel from events, null without --profile. */
static void kernels_array(struct cli_json *json, const swarm_result *result)
{
    const double total = kernel_seconds(result);
    if (result->kernel_count == 0) {
        cli_json_null(json, "kernels");
        return;
    }
    cli_json_array_begin(json, "kernels");
    for (size_t i = 0; i < result->kernel_count; ++i) {
        const struct swarm_kernel_time *kernel = &result->kernels[i];
        cli_json_flat(json);
        cli_json_object_begin(json, NULL);
        cli_json_text(json, "name", kernel->name);
        cli_json_unsigned(json, "calls", kernel->calls);
        cli_json_real(json, "seconds", kernel->seconds);
        cli_json_real(json, "mean_seconds", kernel->seconds / (double)kernel->calls);
        cli_json_real(json, "median_seconds", kernel->median_seconds);
        cli_json_real(json, "share", total > 0.0 ? kernel->seconds / total : 0.0);
        cli_json_object_end(json);
    }
    cli_json_array_end(json);
}

enum swarm_status cli_fill_document(const struct cli_console *console, struct cli_buffer *content, const void *user)
{
    const struct cli_work *work = user;
    const struct cli_problem *problem = work->subject->problem;
    struct cli_json json;
    (void)console;
    cli_document_begin(&json);
    cli_json_device(&json, "device", work->result->device);
    problem->json_subject(&json, work->subject, work->result);
    parameters_object(&json, work->result);
    if (work->subject->starts) {
        starts_array(&json, work->subject);
    }
    islands_array(&json, work);
    trace_array(&json, work);
    result_object(&json, work);
    if (work->repeat->asked) {
        cli_json_object_begin(&json, "repeat");
        cli_json_repeat(&json, work->repeat);
        cli_json_object_end(&json);
    }
    timing_object(&json, &work->result->timing);
    memory_object(&json, work->result);
    kernels_array(&json, work->result);
    if (problem->json_end) {
        problem->json_end(&json, work->subject, work->result);
    }
    cli_output_document(&json, content);
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The curve                                                                                                          */

static void put_row(struct cli_buffer *csv, const struct cli_subject *subject, uint64_t iteration, double seconds,
                    struct cli_score score)
{
    char text[CLI_TEXT_SIZE];
    double gap = 0.0;
    cli_buffer_format(csv, "%" PRIu64 ",", iteration);
    cli_buffer_real(csv, cli_round_seconds(seconds));
    cli_buffer_format(csv, ",%s,", cli_number_text(subject, score, text));
    if (cli_gap(subject, score, &gap)) {
        cli_buffer_real(csv, gap);
    }
    cli_buffer_text(csv, "\n");
}

enum swarm_status cli_fill_curve(const struct cli_console *console, struct cli_buffer *content, const void *user)
{
    const struct cli_subject *subject = ((const struct cli_work *)user)->subject;
    const swarm_result *result = ((const struct cli_work *)user)->result;
    (void)console;
    cli_buffer_format(content, "iteration,seconds,%s,%s\n", subject->problem->score, subject->problem->gap_member);
    for (size_t i = 0; i < result->trace_count; ++i) {
        const struct swarm_trace_point *point = &result->trace[i];
        put_row(content, subject, point->iteration, point->seconds, CLI_SCORE_OF(subject, point));
    }
    put_row(content, subject, result->iterations, result->seconds, CLI_SCORE_OF(subject, result));
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Text                                                                                                               */

/* How many islands there were, and what became of their answers. */
static void print_islands(const struct cli_work *work)
{
    const swarm_result *result = work->result;
    const struct swarm_island *islands = result->islands;
    const uint32_t ranks = islands[result->island_count - 1].rank + 1; /* each has some */
    size_t places = 0; /* of one process; two ranks may have the same device, or not */
    uint64_t taken = 0;
    for (size_t i = 0; i < result->island_count; ++i) {
        size_t k = 0;
        while (islands[k].device != islands[i].device) {
            ++k;
        }
        places += k == i;
        taken += islands[i].taken;
    }
    places = ranks > 1 ? ranks : places;
    cli_print_field("islands", "%zu on %zu %s%s, %s, %s, epoch %s; %" PRIu64 " %ss taken", result->island_count, places,
                    ranks > 1 ? "rank" : "device", places == 1 ? "" : "s", cli_used(result, CLI_MIGRATION),
                    cli_used(result, CLI_MEETING), cli_used(result, CLI_EPOCH), taken, work->subject->problem->answer);
}

static void print_result(const struct cli_work *work)
{
    const swarm_result *result = work->result;
    const struct cli_problem *problem = work->subject->problem;
    const struct cli_score score = CLI_SCORE_OF(work->subject, result);
    char text[CLI_TEXT_SIZE], resumed[64] = "";
    cli_print_field(problem->score, "%s", cli_score_text(work->subject, score, text));
    if (*cli_gap_text(work->subject, score, text)) {
        cli_print_field(problem->gap, "%s", text);
    }
    cli_print_field("stopped by", "%s", swarm_stop_reason_name(result->stop_reason));
    if (result->first_iteration > 0) {
        snprintf(resumed, sizeof resumed, ", resumed after %" PRIu64, result->first_iteration);
    }
    if (result->best_iteration > 0) {
        cli_print_field("iterations", "%" PRIu64 "%s, best %s in %" PRIu64, result->iterations, resumed,
                        problem->answer, result->best_iteration);
    } else {
        cli_print_field("iterations", "%" PRIu64 "%s, none better than the %s it started from", result->iterations,
                        resumed, problem->answer);
    }
    if (result->island_count > 0) {
        print_islands(work);
    }
    if (problem->print_counts) {
        problem->print_counts(result);
    }
    cli_print_field("seconds", "%.3f, best %s after %.3f", result->seconds, problem->answer, result->best_seconds);
}

static void print_profile_row(const char *name, uint64_t calls, double seconds, double total)
{
    printf("%-28s %12" PRIu64 " %12.3f %12.3f %5.1f %%\n", name, calls, 1e3 * seconds,
           calls > 0 ? 1e6 * seconds / (double)calls : 0.0, total > 0.0 ? 100.0 * seconds / total : 0.0);
}

/* The table of --profile: calls, total, mean and share of every kernel by the events of the device, and the wall time
 * of all iterations beside them. */
static void print_profile(const swarm_result *result)
{
    const double total = kernel_seconds(result);
    uint64_t calls = 0;
    printf("\n%-28s %12s %12s %12s %7s\n", "kernel", "calls", "total ms", "mean us", "share");
    for (size_t i = 0; i < result->kernel_count; ++i) {
        const struct swarm_kernel_time *kernel = &result->kernels[i];
        print_profile_row(kernel->name, kernel->calls, kernel->seconds, total);
        calls += kernel->calls;
    }
    print_profile_row("all", calls, total, total);
    printf("%-28s %12s %12.3f\n", "wall time of the iterations", "", 1e3 * result->timing.loop);
}

enum swarm_status cli_print_work(const void *user)
{
    const struct cli_work *work = user;
    const struct cli_problem *problem = work->subject->problem;
    if (work->repeat->asked) {
        cli_print_repeat(work->repeat);
    } else {
        print_result(work);
    }
    if (!problem->print_answer(work->subject, work->result) && !cli_has(work->arguments, CLI_OUTPUT)) {
        cli_note(work->console, "%s", problem->long_form);
    }
    if (cli_has(work->arguments, CLI_PROFILE)) {
        print_profile(work->result);
    }
    return SWARM_OK;
}
