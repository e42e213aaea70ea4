/* repeat.c - several runs and their statistics. */
#include "cli/documents/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/parameters.h"
#include "cli/progress.h"
#include "cli/ranks/ranks.h"

void cli_repeat_deinit(struct cli_repeat *repeat)
{
    free(repeat->runs);
    *repeat = (struct cli_repeat){.runs = NULL};
}

enum swarm_status cli_repeat_init(struct cli_repeat *repeat, const struct cli_arguments *arguments,
                                  swarm_params *params)
{
    static const struct {
        enum cli_option option;
        const char *reason;
    } clashes[] = {{CLI_CHECKPOINT, "a checkpoint holds one run"},
                   {CLI_RESUME, "a checkpoint holds one run"},
                   {CLI_REPLAY, "a document describes one run"}};
    const char *count = cli_value(arguments, CLI_REPEAT);
    repeat->asked = count != NULL;
    for (size_t i = 0; count && i < sizeof clashes / sizeof clashes[0]; ++i) {
        if (cli_has(arguments, clashes[i].option)) {
            return cli_usage_error(arguments->command, "--repeat and --%s exclude each other: %s",
                                   cli_option_name(clashes[i].option), clashes[i].reason);
        }
    }
    repeat->params = params;
    repeat->wanted = count ? strtoull(count, NULL, 10) : 1;
    repeat->first_seed = strtoull(cli_asked(params, CLI_SEED), NULL, 10);
    if (repeat->first_seed > UINT64_MAX - (repeat->wanted - 1)) {
        return cli_usage_error(arguments->command, "--repeat %s: there are fewer seeds from --seed %" PRIu64 " on",
                               count, repeat->first_seed);
    }
    repeat->runs = calloc(repeat->wanted, sizeof *repeat->runs);
    return repeat->runs ? SWARM_OK : cli_fail_memory();
}

enum swarm_status cli_repeat_prepare(const struct cli_repeat *repeat, const struct cli_console *console)
{
    const struct swarm_device *devices = NULL;
    size_t count = 0;
    if (cli_asked_twin(repeat->params)) {
        return SWARM_OK;
    }
    return repeat->asked ? cli_checked(console, swarm_device_list(console->context, &devices, &count)) : SWARM_OK;
}

/* Whether a target was given; whether runs have one, which may also be the known optimum. */
static bool has_wish(const struct cli_repeat *repeat)
{
    return cli_asked(repeat->params, CLI_TARGET) || cli_asked(repeat->params, CLI_TARGET_GAP);
}

static bool has_target(const struct cli_repeat *repeat)
{
    return has_wish(repeat) || (repeat->subject->known && repeat->subject->problem->whole);
}

/* The seconds to the target. A run ends at a given target and at a proven optimum; it passes other known scores. */
static double target_seconds(const struct cli_repeat *repeat, const swarm_result *result)
{
    const struct cli_subject *subject = repeat->subject;
    size_t i = has_target(repeat) && !has_wish(repeat) ? 0 : result->trace_count;
    while (i < result->trace_count && cli_is_better(subject, subject->best, CLI_SCORE_OF(subject, &result->trace[i]))) {
        ++i;
    }
    return result->stop_reason == SWARM_STOP_TARGET ? result->best_seconds
           : i < result->trace_count                ? result->trace[i].seconds
                                                    : (double)NAN;
}

enum swarm_status cli_repeat_solve(const struct cli_repeat *repeat, struct cli_console *console,
                                   const struct cli_arguments *arguments, struct cli_repeat_run *run,
                                   swarm_result **result)
{
    struct cli_progress progress;
    char seed[24];
    enum swarm_status status = SWARM_OK;
    if (repeat->asked) {
        snprintf(seed, sizeof seed, "%" PRIu64, repeat->first_seed + repeat->count);
        status = cli_parameters_set(console, repeat->params, CLI_SEED, seed);
    }
    TRY(cli_ranks_agree(console, status));
    if (repeat->asked && repeat->count == 0) {
        TRY(cli_checked_run(console, arguments, swarm_rehearse(console->context, repeat->params)));
    }
    if (repeat->asked) {
        swarm_context_restart_clock(console->context);
    }
    cli_progress_begin(&progress, console, repeat->subject, repeat->params);
    progress.run_number = repeat->count + 1;
    progress.run_count = repeat->wanted;
    status = swarm_solve(console->context, repeat->params, cli_progress_function(&progress), &progress, result);
    cli_progress_end(&progress);
    TRY(cli_checked_run(console, arguments, status));
    *run = (struct cli_repeat_run){.seed = repeat->first_seed + repeat->count,
                                   .score = CLI_SCORE_OF(repeat->subject, *result),
                                   .iterations = (*result)->iterations,
                                   .seconds = (*result)->seconds,
                                   .best_seconds = (*result)->best_seconds,
                                   .target_seconds = target_seconds(repeat, *result),
                                   .stop_reason = (*result)->stop_reason};
    console->again = true;
    return SWARM_OK;
}

bool cli_repeat_add(struct cli_repeat *repeat, const struct cli_repeat_run *run)
{
    if (run->stop_reason == SWARM_STOP_CANCELLED && run->iterations == 0 && repeat->count > 0) {
        return false; /* it has only its start */
    }
    repeat->runs[repeat->count++] = *run;
    return true;
}

/* NaN comes last. */
static int compare_numbers(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return isnan(x) || isnan(y) ? isnan(x) - isnan(y) : (x > y) - (x < y);
}

/* The median of the first `count` of all values in order; NaN: there are none. */
static double median_of(double *values, size_t all, size_t count)
{
    qsort(values, all, sizeof *values, compare_numbers);
    return count > 0 ? values[(count - 1) / 2] / 2 + values[count / 2] / 2 : (double)NAN;
}

enum swarm_status cli_repeat_summarise(struct cli_repeat *repeat)
{
    const struct cli_repeat_run *runs = repeat->runs;
    const size_t count = repeat->count;
    const struct cli_subject *subject = repeat->subject;
    const double sign = subject->maximise ? -1.0 : 1.0; /* NaN is worse than all numbers, and counts in the median */
    double sum = 0.0, squares = 0.0;
    double *values = calloc(count, sizeof *values);
    if (!values) {
        return cli_fail_memory();
    }
    repeat->best_run = repeat->worst_run = repeat->reached = 0;
    for (size_t i = 0; i < count; ++i) {
        const struct cli_score score = runs[i].score;
        repeat->best_run = cli_is_better(subject, score, runs[repeat->best_run].score) ? i : repeat->best_run;
        repeat->worst_run = cli_is_better(subject, runs[repeat->worst_run].score, score) ? i : repeat->worst_run;
        repeat->reached += !isnan(runs[i].target_seconds);
        values[i] = sign * score.value;
        sum += score.value;
    }
    repeat->mean = sum / (double)count;
    for (size_t i = 0; i < count; ++i) {
        squares += (runs[i].score.value - repeat->mean) * (runs[i].score.value - repeat->mean);
    }
    repeat->deviation = count > 1 ? sqrt(squares / (double)(count - 1)) : (double)NAN;
    repeat->median = sign * median_of(values, count, count);
    for (size_t i = 0; i < count; ++i) {
        values[i] = runs[i].best_seconds;
    }
    repeat->best_median = median_of(values, count, count);
    for (size_t i = 0; i < count; ++i) {
        values[i] = runs[i].target_seconds;
    }
    repeat->target_median = median_of(values, count, repeat->reached);
    free(values);
    return SWARM_OK;
}

void cli_print_repeat_run(const struct cli_repeat *repeat, const struct cli_repeat_run *run)
{
    char text[CLI_TEXT_SIZE];
    printf("seed %" PRIu64 ": %s %s, iterations %" PRIu64 ", %.3f s, stopped by %s\n", run->seed,
           repeat->subject->problem->score, cli_score_text(repeat->subject, run->score, text), run->iterations,
           run->seconds, swarm_stop_reason_name(run->stop_reason));
    fflush(stdout); /* the next run may take long; main() checks stdout's error flag */
}

void cli_print_repeat(const struct cli_repeat *repeat)
{
    const struct cli_subject *subject = repeat->subject;
    const struct cli_repeat_run *best = &repeat->runs[repeat->best_run];
    char text[CLI_TEXT_SIZE];
    cli_print_field("runs", "%zu", repeat->count);
    cli_print_field("best", "%s, seed %" PRIu64, cli_score_text(subject, best->score, text), best->seed);
    if (*cli_gap_text(subject, best->score, text)) {
        cli_print_field(subject->problem->gap, "%s", text);
    }
    cli_print_field("mean", "%s", cli_statistic_text(subject, repeat->mean, text));
    cli_print_field("median", "%s", cli_statistic_text(subject, repeat->median, text));
    if (repeat->count > 1) {
        cli_print_field("deviation", "%s", cli_statistic_text(subject, repeat->deviation, text));
    }
    cli_print_field("worst", "%s", cli_score_text(subject, repeat->runs[repeat->worst_run].score, text));
    if (has_target(repeat) && repeat->reached > 0) {
        cli_print_field("to target", "%.3f s in the median, reached by %zu of %zu runs", repeat->target_median,
                        repeat->reached, repeat->count);
    } else if (has_target(repeat)) {
        cli_print_field("to target", "reached by none of %zu run%s", repeat->count, repeat->count == 1 ? "" : "s");
    }
}

void cli_json_repeat(struct cli_json *json, const struct cli_repeat *repeat)
{
    const struct cli_subject *subject = repeat->subject;
    cli_json_put(json, "runs: [");
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
    if (has_target(repeat)) {
        cli_json_put(json, "target: ~{reached: %zu, median_seconds: %f}", repeat->reached, repeat->target_median);
    }
}
