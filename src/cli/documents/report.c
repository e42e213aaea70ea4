#include "report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output.h"

int cli_compare_numbers(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return isnan(x) || isnan(y) ? isnan(x) - isnan(y) : (x > y) - (x < y);
}

/* Sorts all values; returns the median of the first `count`, NaN if that is 0. */
static double median_of(double *values, size_t all, size_t count)
{
    qsort(values, all, sizeof *values, cli_compare_numbers);
    return count > 0 ? values[(count - 1) / 2] / 2 + values[count / 2] / 2 : (double)NAN;
}

enum swarm_status cli_repeat_summarise(struct cli_work *work)
{
    struct cli_repeat *repeat = &work->repeat;
    const struct cli_repeat_run *runs = repeat->runs;
    const size_t count = repeat->count;
    const struct cli_subject *subject = work->subject;
    const double sign = subject->maximise ? -1.0 : 1.0; /* sign with which NaN, the worst score, sorts to the end */
    double sum = 0.0, squares = 0.0;
    double *values = calloc(count, sizeof *values);
    if (!values) {
        return cli_fail_memory();
    }
    repeat->best_run = repeat->worst_run = repeat->reached = 0;
    for (size_t i = 0; i < count; ++i) {
        const struct cli_score score = runs[i].score;
        repeat->best_run = cli_is_better_run(subject, &runs[i], &runs[repeat->best_run]) ? i : repeat->best_run;
        repeat->worst_run = cli_is_better_run(subject, &runs[repeat->worst_run], &runs[i]) ? i : repeat->worst_run;
        repeat->reached += !isnan(runs[i].target_seconds);
        const bool infeasible = !subject->problem->whole && score.length > 0;
        values[i] = infeasible ? (double)INFINITY : sign * score.value;
        sum += sign * values[i];
    }
    repeat->mean = sum / (double)count;
    for (size_t i = 0; i < count; ++i) {
        squares += (runs[i].score.value - repeat->mean) * (runs[i].score.value - repeat->mean);
    }
    repeat->deviation = count > 1 ? sqrt(squares / (double)(count - 1)) : (double)NAN;
    repeat->median = sign * median_of(values, count, count);
    for (size_t i = 0; i < count; ++i) {
        values[i] = runs[i].target_seconds;
    }
    repeat->target_median = median_of(values, count, repeat->reached);
    free(values);
    return SWARM_OK;
}

static void put_sub_groups(struct cli_json *json, const struct swarm_device *device)
{
    cli_json_put(json, "sub_groups: %i, sub_group_sizes: [", device->sub_groups);
    for (unsigned left = device->sub_group_sizes; left > 0; left &= left - 1) {
        cli_json_put(json, "%u", left & (0u - left));
    }
    cli_json_put(json, "]");
}

void cli_json_device(struct cli_json *json, const struct swarm_device *device)
{
    if (!device) {
        cli_json_put(json, "null");
        return;
    }
    cli_json_put(
        json,
        "{index: %u, platform: %u, device: %u, type: %s, name: %s, platform_name: %s, driver: %s,"
        " opencl_version: %s, opencl_c_version: %s, compute_units: %u, clock_mhz: %u,"
        " global_memory_bytes: %" PRIu64 ", max_allocation_bytes: %" PRIu64 ", local_memory_bytes: %" PRIu64
        ", max_group_size: %zu, fp64: %i, simulator: %i, software: %i, duplicate: %i, usable: %i, automatic: %i",
        device->index, device->platform, device->device, swarm_device_type_name(device->type), device->name,
        device->platform_name, device->driver, device->version, device->c_version, device->compute_units, device->clock,
        device->global_memory, device->max_allocation, device->local_memory, device->max_group_size, device->fp64,
        device->simulator, device->software, device->duplicate, device->usable, device->automatic);
    put_sub_groups(json, device);
    cli_json_put(json, "}");
}

static void put_parameters(struct cli_json *json, const swarm_result *result)
{
    cli_json_put(json, "parameters: {");
    for (const struct swarm_setting *at = result->settings; at < result->settings + result->setting_count; ++at) {
        if (at->kind == SWARM_PARAM_INTEGER || at->kind == SWARM_PARAM_REAL) {
            cli_json_number_text(json, at->name, at->value);
        } else if (at->kind == SWARM_PARAM_FLAG) {
            cli_json_put(json, "%s: %i", at->name, at->value && strcmp(at->value, "true") == 0);
        } else {
            cli_json_put(json, "%s: %s", at->name, at->value);
        }
    }
    cli_json_put(json, "}");
}

/* Writes the starting solutions of the run; null without any. */
static void put_starts(struct cli_json *json, const struct cli_subject *subject)
{
    cli_json_put(json, subject->start_count > 0 ? "init: [" : "init: null");
    for (size_t i = 0; i < subject->start_count; ++i) {
        cli_json_put(json, "~{file: %s", subject->starts[i].path);
        cli_json_score(json, subject->problem->score, subject, subject->starts[i].score);
        cli_json_put(json, i + 1 < subject->start_count ? "}" : "}]");
    }
}

/* Writes the results of islands; null without islands. */
static void put_islands(struct cli_json *json, const struct cli_work *work)
{
    const size_t count = work->result->island_count;
    cli_json_put(json, count > 0 ? "islands: [" : "islands: null");
    for (size_t i = 0; i < count; ++i) {
        const struct swarm_island *island = &work->result->islands[i];
        const bool has_device = *island->device_name;
        cli_json_put(json, "~{rank: %u, device: %g, device_name: %s, seed: %" PRIu64, island->rank,
                     has_device ? island->device : (double)NAN, has_device ? island->device_name : NULL, island->seed);
        cli_json_score(json, work->subject->problem->score, work->subject, CLI_SCORE_OF(work->subject, island));
        cli_json_put(json, "best_iteration: %" PRIu64 ", iterations: %" PRIu64 ", taken: %" PRIu64,
                     island->best_iteration, island->iterations, island->taken);
        cli_json_put(json, i + 1 < count ? "}" : "}]");
    }
}

static void put_trace(struct cli_json *json, const struct cli_work *work)
{
    const struct cli_problem *problem = work->subject->problem;
    cli_json_put(json, "trace: [");
    for (size_t i = 0; i < work->result->trace_count; ++i) {
        const struct swarm_trace_point *point = &work->result->trace[i];
        cli_json_put(json, "~{iteration: %" PRIu64, point->iteration);
        cli_json_score(json, problem->score, work->subject, CLI_SCORE_OF(work->subject, point));
        if (problem->json_point) {
            problem->json_point(json, work->result, point);
        }
        cli_json_put(json, "seconds: %f}", point->seconds);
    }
    cli_json_put(json, "]");
}

static void put_result(struct cli_json *json, const struct cli_work *work)
{
    const swarm_result *result = work->result;
    const struct cli_score score = CLI_SCORE_OF(work->subject, result);
    cli_json_put(json, "result: {");
    cli_json_score(json, work->subject->problem->score, work->subject, score);
    cli_json_gap(json, work->subject, score);
    cli_json_put(json,
                 "stop_reason: %s, iterations: %" PRIu64 ", first_iteration: %" PRIu64
                 ", seconds: %f, best_iteration: %" PRIu64 ", best_seconds: %f",
                 swarm_stop_reason_name(result->stop_reason), result->iterations, result->first_iteration,
                 result->seconds, result->best_iteration, result->best_seconds);
    if (work->subject->problem->json_solution) {
        work->subject->problem->json_solution(json, work->subject, result);
    }
    cli_json_put(json, "}");
}

static void put_timing_and_memory(struct cli_json *json, const swarm_result *result)
{
    const struct swarm_timing *timing = &result->timing;
    cli_json_put(json,
                 "timing: {read: %f, context: %f, build: %f, setup: %f, loop: %f, total: %f, checkpoints: %f},"
                 " memory: {bytes: %" PRIu64 ", buffers: {",
                 timing->read, timing->context, timing->build, timing->setup, timing->loop, timing->total,
                 timing->checkpoints, result->plan_bytes);
    for (size_t i = 0; i < result->plan_count; ++i) {
        cli_json_put(json, "%s: %" PRIu64, result->plan[i].name, result->plan[i].bytes);
    }
    cli_json_put(json, "}}");
}

static void put_repeat(struct cli_json *json, const struct cli_work *work)
{
    const struct cli_repeat *repeat = &work->repeat;
    const struct cli_subject *subject = work->subject;
    cli_json_put(json, "repeat: {runs: [");
    for (const struct cli_repeat_run *run = repeat->runs; run < repeat->runs + repeat->count; ++run) {
        cli_json_put(json, "~{seed: %" PRIu64, run->seed);
        cli_json_score(json, subject->problem->score, subject, run->score);
        cli_json_put(json, "iterations: %" PRIu64 ", seconds: %f", run->iterations, run->seconds);
        cli_json_gap(json, subject, run->score);
        cli_json_put(json, "best_seconds: %f, target_seconds: %f, stop_reason: %s}", run->best_seconds,
                     run->target_seconds, swarm_stop_reason_name(run->stop_reason));
    }
    cli_json_put(json, "]");
    cli_json_score(json, "best", subject, repeat->runs[repeat->best_run].score);
    cli_json_put(json, "mean: %g, median: %g, deviation: %g", repeat->mean, repeat->median, repeat->deviation);
    cli_json_score(json, "worst", subject, repeat->runs[repeat->worst_run].score);
    if (repeat->has_target) {
        cli_json_put(json, "target: ~{reached: %zu, median_seconds: %f}", repeat->reached, repeat->target_median);
    }
    cli_json_put(json, "}");
}

static double kernel_seconds(const swarm_result *result)
{
    double sum = 0.0;
    for (size_t i = 0; i < result->kernel_count; ++i) {
        sum += result->kernels[i].seconds;
    }
    return sum;
}

/* Writes the kernels' times; null without --profile. */
static void put_kernels(struct cli_json *json, const swarm_result *result)
{
    const double total = kernel_seconds(result);
    const size_t count = result->kernel_count;
    cli_json_put(json, count > 0 ? "kernels: [" : "kernels: null");
    for (size_t i = 0; i < count; ++i) {
        const struct swarm_kernel_time *kernel = &result->kernels[i];
        cli_json_put(json,
                     "~{name: %s, calls: %" PRIu64 ", seconds: %g, mean_seconds: %g, median_seconds: %g, share: %g",
                     kernel->name, kernel->calls, kernel->seconds, kernel->seconds / (double)kernel->calls,
                     kernel->median_seconds, total > 0.0 ? kernel->seconds / total : 0.0);
        cli_json_put(json, i + 1 < count ? "}" : "}]");
    }
}

void cli_put_document(struct cli_json *json, const void *user)
{
    const struct cli_work *work = user;
    const struct cli_problem *problem = work->subject->problem;
    cli_json_put(json, "device:");
    cli_json_device(json, work->result->device);
    problem->json_subject(json, work->subject, work->result);
    put_parameters(json, work->result);
    if (work->subject->starts) {
        put_starts(json, work->subject);
    }
    put_islands(json, work);
    put_trace(json, work);
    put_result(json, work);
    if (work->repeat.given) {
        put_repeat(json, work);
    }
    put_timing_and_memory(json, work->result);
    put_kernels(json, work->result);
    if (problem->json_end) {
        problem->json_end(json, work->subject, work->result);
    }
}

/* Writes the columns that every line of a curve has. */
static void put_line(struct cli_buffer *content, const struct cli_subject *subject, uint64_t iteration,
                     struct cli_score score, double at)
{
    char seconds[CLI_REAL_SIZE], number[CLI_TEXT_SIZE], gap_text[CLI_REAL_SIZE] = "";
    double gap = 0.0;
    if (cli_gap(subject, score, &gap)) {
        cli_real_text(gap, gap_text);
    }
    cli_buffer_format(content, "%" PRIu64 ",%s,%s,%s", iteration, cli_real_text(cli_round_seconds(at), seconds),
                      cli_number_text(subject, score, number), gap_text);
}

/* Writes the curve's line for an iteration of ants. */
static void put_measured(struct cli_buffer *content, const struct cli_subject *subject,
                         const struct swarm_curve_point *point)
{
    char shortest[CLI_TEXT_SIZE], mean[CLI_REAL_SIZE], branching[CLI_REAL_SIZE];
    put_line(content, subject, point->iteration, cli_score_of_length(subject, point->length), point->seconds);
    cli_buffer_format(
        content, ",%s,%s,%s\n", cli_number_text(subject, cli_score_of_length(subject, point->shortest), shortest),
        cli_real_text(cli_score_of(subject, 0, point->mean).value, mean), cli_real_text(point->branching, branching));
}

enum swarm_status cli_fill_curve(struct cli_buffer *content, const void *user)
{
    const struct cli_subject *subject = ((const struct cli_work *)user)->subject;
    const swarm_result *result = ((const struct cli_work *)user)->result;
    const struct swarm_trace_point *trace = result->trace;
    const struct swarm_curve_point *curve = result->curve; /* may be NULL */
    const size_t traced = result->trace_count, count = result->curve_count;
    const bool whole = count > 0 && curve[count - 1].iteration == result->iterations;
    const char *none = count > 0 ? ",,,\n" : "\n";
    cli_buffer_format(content, "iteration,seconds,%s,%s%s\n", subject->problem->score, cli_gap_member(subject->problem),
                      count > 0 ? ",shortest,mean,branching" : "");
    for (size_t i = 0, k = 0; i < traced || k < count;) {
        if (i < traced && (k == count || trace[i].iteration < curve[k].iteration)) {
            put_line(content, subject, trace[i].iteration, CLI_SCORE_OF(subject, &trace[i]), trace[i].seconds);
            cli_buffer_text(content, none);
            ++i;
        } else {
            while (i < traced && trace[i].iteration == curve[k].iteration) {
                ++i; /* the line written below has this improvement's score */
            }
            put_measured(content, subject, &curve[k++]);
        }
    }
    if (!whole) {
        put_line(content, subject, result->iterations, CLI_SCORE_OF(subject, result), result->seconds);
        cli_buffer_text(content, none);
    }
    return SWARM_OK;
}

static void print_islands(const struct cli_work *work)
{
    const swarm_result *result = work->result;
    const struct swarm_island *islands = result->islands;
    const uint32_t ranks = islands[result->island_count - 1].rank + 1; /* every rank has islands */
    size_t devices = 0; /* distinct devices; counted only in a single process */
    uint64_t taken = 0;
    for (size_t i = 0; i < result->island_count; ++i) {
        size_t k = 0;
        while (islands[k].device != islands[i].device) {
            ++k;
        }
        devices += k == i;
        taken += islands[i].taken;
    }
    const size_t shown = ranks > 1 ? ranks : devices;
    cli_print_field("islands", "%zu on %zu %s%s, %s, epoch %s; %" PRIu64 " %ss adopted", result->island_count, shown,
                    ranks > 1 ? "rank" : "device", shown == 1 ? "" : "s", cli_setting(result, CLI_MIGRATION),
                    cli_setting(result, CLI_EPOCH), taken, work->subject->problem->solution);
}

static const double long_build = 0.1; /* the time of compilation is printed if it is at least this part of the run's */

static void print_result(const struct cli_work *work)
{
    const swarm_result *result = work->result;
    const struct cli_problem *problem = work->subject->problem;
    const struct cli_score score = CLI_SCORE_OF(work->subject, result);
    char text[CLI_TEXT_SIZE], kilometres[CLI_TEXT_SIZE], resumed[64] = "", built[64] = "", best[96],
                                                         more[CLI_TEXT_SIZE] = "";
    cli_print_field(problem->score, "%s%s%s", cli_score_text(work->subject, score, text),
                    cli_kilometres_text(work->subject->unit, score.value, kilometres),
                    problem->explain_score ? problem->explain_score(work->subject, result, more) : more);
    if (*cli_gap_text(work->subject, score, text)) {
        cli_print_field(cli_gap_label(problem), "%s", text);
    }
    cli_print_field("stopped by", "%s", swarm_stop_reason_name(result->stop_reason));
    if (result->first_iteration > 0) {
        snprintf(resumed, sizeof resumed, ", resumed after %" PRIu64, result->first_iteration);
    }
    if (result->best_iteration > 0) {
        snprintf(best, sizeof best, "best %s in %" PRIu64, problem->solution, result->best_iteration);
    } else {
        snprintf(best, sizeof best, "no %s better than the first", problem->solution);
    }
    cli_print_field("iterations", "%" PRIu64 "%s, %s", result->iterations, resumed, best);
    if (result->island_count > 0) {
        print_islands(work);
    }
    if (problem->print_counts) {
        problem->print_counts(work->subject, result);
    }
    if (result->timing.build >= long_build * result->seconds && result->timing.build > 0.0) {
        snprintf(built, sizeof built, " (%.3f to compile the kernels)", result->timing.build);
    }
    cli_print_field("seconds", "%.3f%s, best %s after %.3f", result->seconds, built, problem->solution,
                    result->best_seconds);
}

void cli_print_repeat_run(const struct cli_work *work, const struct cli_repeat_run *run)
{
    char text[CLI_TEXT_SIZE];
    printf("seed %" PRIu64 ": %s %s, iterations %" PRIu64 ", %.3f s, stopped by %s\n", run->seed,
           work->subject->problem->score, cli_score_text(work->subject, run->score, text), run->iterations,
           run->seconds, swarm_stop_reason_name(run->stop_reason));
    fflush(stdout); /* the next run may take long; main() reports errors of stdout */
}

static void print_repeat(const struct cli_work *work)
{
    const struct cli_repeat *repeat = &work->repeat;
    const struct cli_subject *subject = work->subject;
    const struct cli_repeat_run *best = &repeat->runs[repeat->best_run];
    char text[CLI_TEXT_SIZE];
    cli_print_field("runs", "%zu", repeat->count);
    cli_print_field("best", "%s, seed %" PRIu64, cli_score_text(subject, best->score, text), best->seed);
    if (*cli_gap_text(subject, best->score, text)) {
        cli_print_field(cli_gap_label(subject->problem), "%s", text);
    }
    cli_print_field("mean", "%s", cli_statistic_text(subject, repeat->mean, text));
    cli_print_field("median", "%s", cli_statistic_text(subject, repeat->median, text));
    if (repeat->count > 1) {
        cli_print_field("deviation", "%s", cli_statistic_text(subject, repeat->deviation, text));
    }
    cli_print_field("worst", "%s", cli_score_text(subject, repeat->runs[repeat->worst_run].score, text));
    if (repeat->has_target && repeat->reached > 0) {
        cli_print_field("to target", "%.3f s in the median, reached by %zu of %zu runs", repeat->target_median,
                        repeat->reached, repeat->count);
    } else if (repeat->has_target) {
        cli_print_field("to target", "reached by none of %zu run%s", repeat->count, repeat->count == 1 ? "" : "s");
    }
}

static void print_profile_row(const char *name, uint64_t calls, double seconds, double total)
{
    printf("%-28s %12" PRIu64 " %12.3f %12.3f %5.1f %%\n", name, calls, 1e3 * seconds,
           calls > 0 ? 1e6 * seconds / (double)calls : 0.0, total > 0.0 ? 100.0 * seconds / total : 0.0);
}

/* Prints the table of --profile: calls, total, mean and share of each kernel, measured by device events, then the
 * wall time of all iterations. */
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

void cli_print_work(const void *user)
{
    const struct cli_work *work = user;
    const struct cli_problem *problem = work->subject->problem;
    if (work->repeat.given) {
        print_repeat(work);
    } else {
        print_result(work);
    }
    if (!problem->print_solution(work->subject, work->result) && !cli_has(work->arguments, CLI_OUTPUT)) {
        cli_note(work->console, "%s", problem->long_form);
    }
    if (cli_has(work->arguments, CLI_PROFILE)) {
        print_profile(work->result);
    }
}
