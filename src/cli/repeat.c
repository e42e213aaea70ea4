#include "repeat.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------------------------ */
/* Making runs                                                                                                        */

enum swarm_status cli_repeat_init(struct cli_repeat *repeat, const struct cli_command *command,
                                  const swarm_params *params, uint64_t wanted, const char *option)
{
    const char *seed = swarm_params_get(params, "seed");
    repeat->wanted = wanted;
    repeat->first_seed = strtoull(seed, NULL, 10);
    if (repeat->first_seed > UINT64_MAX - (wanted - 1)) {
        return cli_usage_error(command, "--%s %" PRIu64 ": there are not so many seeds from --seed %s on", option,
                               wanted, seed);
    }
    repeat->runs = calloc(wanted, sizeof *repeat->runs);
    return repeat->runs ? SWARM_OK : cli_fail_memory();
}

void cli_repeat_deinit(struct cli_repeat *repeat)
{
    free(repeat->runs);
    *repeat = (struct cli_repeat){.runs = NULL};
}

enum swarm_status cli_repeat_read(struct cli_repeat *repeat, const struct cli_arguments *arguments,
                                  const swarm_params *params)
{
    static const struct {
        const char *option, *reason;
    } clashes[] = {{"checkpoint", "a checkpoint is of one run"},
                   {"resume", "a checkpoint is of one run"},
                   {"replay", "a document tells of one run"}};
    const char *count = cli_arguments_value(arguments, "repeat");
    repeat->asked = count != NULL;
    for (size_t i = 0; count && i < sizeof clashes / sizeof clashes[0]; ++i) {
        if (cli_arguments_has(arguments, clashes[i].option)) {
            return cli_usage_error(arguments->command, "--repeat and --%s exclude each other: %s", clashes[i].option,
                                   clashes[i].reason);
        }
    }
    return cli_repeat_init(repeat, arguments->command, params, count ? strtoull(count, NULL, 10) : 1, "repeat");
}

enum swarm_status cli_repeat_seed(const struct cli_repeat *repeat, const struct cli_console *console,
                                  swarm_params *params, uint64_t index)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, repeat->first_seed + index);
    enum swarm_status status = swarm_params_set(console->context, params, "seed", text);
    return status == SWARM_OK ? SWARM_OK : cli_fail(console, status);
}

bool cli_repeat_add(struct cli_repeat *repeat, const struct cli_repeat_run *run)
{
    if (run->stop_reason == SWARM_STOP_CANCELLED && run->iterations == 0 && repeat->count > 0) {
        return false; /* what it has is the tour or the swarm that it started from */
    }
    repeat->runs[repeat->count++] = *run;
    return true;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Statistics                                                                                                         */

static int compare_numbers(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return isnan(x) || isnan(y) ? isnan(x) - isnan(y) : (x > y) - (x < y);
}

/* As if all were minimised, so that NaN sorts to the worst end. */
static int compare_runs(const struct cli_repeat_run *a, const struct cli_repeat_run *b, bool maximise)
{
    const double x = maximise ? -a->value : a->value, y = maximise ? -b->value : b->value;
    const int order = compare_numbers(&x, &y);
    return order != 0 ? order : (a->length > b->length) - (a->length < b->length);
}

/* Of the numbers that are none, which are left out; NaN when nothing is left. */
static double median_of(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare_numbers);
    while (count > 0 && isnan(values[count - 1])) {
        --count;
    }
    return count > 0 ? values[(count - 1) / 2] / 2 + values[count / 2] / 2 : (double)NAN;
}

static void find_ends(struct cli_repeat *repeat, bool maximise)
{
    const struct cli_repeat_run *runs = repeat->runs;
    repeat->best_run = repeat->worst_run = 0;
    for (size_t i = 1; i < repeat->count; ++i) {
        if (compare_runs(&runs[i], &runs[repeat->best_run], maximise) < 0) {
            repeat->best_run = i;
        }
        if (compare_runs(&runs[i], &runs[repeat->worst_run], maximise) > 0) {
            repeat->worst_run = i;
        }
    }
    repeat->best = runs[repeat->best_run].value;
    repeat->worst = runs[repeat->worst_run].value;
}

/* NaN, where it is among the values, is worse than all of them and counts in their median. */
static double median_value(const struct cli_repeat *repeat, bool maximise, double *values)
{
    const size_t count = repeat->count;
    const double sign = maximise ? -1.0 : 1.0;
    for (size_t i = 0; i < count; ++i) {
        values[i] = sign * repeat->runs[i].value;
    }
    qsort(values, count, sizeof *values, compare_numbers);
    return sign * (values[(count - 1) / 2] / 2 + values[count / 2] / 2);
}

enum swarm_status cli_repeat_summarise(struct cli_repeat *repeat, bool maximise)
{
    const size_t count = repeat->count;
    double sum = 0.0, squares = 0.0;
    double *values = calloc(count, sizeof *values);
    if (!values) {
        return cli_fail_memory();
    }
    find_ends(repeat, maximise);
    repeat->reached = 0;
    for (size_t i = 0; i < count; ++i) {
        sum += repeat->runs[i].value;
        repeat->reached += !isnan(repeat->runs[i].target_seconds);
    }
    repeat->mean = sum / (double)count;
    for (size_t i = 0; i < count; ++i) {
        squares += (repeat->runs[i].value - repeat->mean) * (repeat->runs[i].value - repeat->mean);
    }
    repeat->deviation = count > 1 ? sqrt(squares / (double)(count - 1)) : (double)NAN;
    repeat->median = median_value(repeat, maximise, values);
    for (size_t i = 0; i < count; ++i) {
        values[i] = repeat->runs[i].best_seconds;
    }
    repeat->best_median = median_of(values, count);
    for (size_t i = 0; i < count; ++i) {
        values[i] = repeat->runs[i].target_seconds;
    }
    repeat->target_median = median_of(values, count);
    free(values);
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Telling                                                                                                            */

void cli_print_repeat_run(const struct cli_repeat_style *style, const void *subject, const struct cli_repeat_run *run)
{
    char text[CLI_REPEAT_TEXT];
    style->run(subject, run, text);
    printf("seed %" PRIu64 ": %s %s, iterations %" PRIu64 ", %.3f s, stopped by %s\n", run->seed, style->noun, text,
           run->iterations, run->seconds, swarm_stop_reason_name(run->stop_reason));
    fflush(stdout); /* a run may last; main() looks at stdout's error flag */
}

static void print_target(const struct cli_repeat *repeat)
{
    if (repeat->reached > 0) {
        cli_print_field("to target", "%.3f s in the median, reached by %zu of %zu runs", repeat->target_median,
                        repeat->reached, repeat->count);
    } else {
        cli_print_field("to target", "reached by none of %zu run%s", repeat->count, repeat->count == 1 ? "" : "s");
    }
}

void cli_print_repeat(const struct cli_repeat *repeat, const struct cli_repeat_style *style, const void *subject)
{
    const struct cli_repeat_run *best = &repeat->runs[repeat->best_run];
    char text[CLI_REPEAT_TEXT];
    cli_print_field("runs", "%zu", repeat->count);
    style->run(subject, best, text);
    cli_print_field("best", "%s, seed %" PRIu64, text, best->seed);
    style->gap(subject, best, text);
    if (*text) {
        cli_print_field(style->distance, "%s", text);
    }
    style->statistic(subject, repeat->mean, text);
    cli_print_field("mean", "%s", text);
    style->statistic(subject, repeat->median, text);
    cli_print_field("median", "%s", text);
    if (repeat->count > 1) {
        style->statistic(subject, repeat->deviation, text);
        cli_print_field("deviation", "%s", text);
    }
    style->run(subject, &repeat->runs[repeat->worst_run], text);
    cli_print_field("worst", "%s", text);
    if (repeat->has_target) {
        print_target(repeat);
    }
}

void cli_repeat_note(const struct cli_repeat *repeat, const struct cli_console *console)
{
    const enum swarm_stop_reason last = repeat->runs[repeat->count - 1].stop_reason;
    const bool cut = last == SWARM_STOP_CANCELLED || (last == SWARM_STOP_TIME && repeat->together);
    if (repeat->count < repeat->wanted) {
        cli_note(console, "%zu of %" PRIu64 " runs were begun%s", repeat->count, repeat->wanted,
                 cut ? "; the last one counts as far as it came" : "");
    }
}

static void target_object(struct cli_json *json, const struct cli_repeat *repeat)
{
    cli_json_flat(json);
    cli_json_object_begin(json, "target");
    cli_json_unsigned(json, "reached", repeat->reached);
    cli_json_seconds(json, "median_seconds", repeat->target_median);
    cli_json_object_end(json);
}

void cli_json_repeat(struct cli_json *json, const struct cli_repeat *repeat, const struct cli_repeat_style *style,
                     const void *subject)
{
    cli_json_array_begin(json, "runs");
    for (size_t i = 0; i < repeat->count; ++i) {
        const struct cli_repeat_run *run = &repeat->runs[i];
        cli_json_flat(json);
        cli_json_object_begin(json, NULL);
        cli_json_unsigned(json, "seed", run->seed);
        style->json(json, style->noun, subject, run);
        cli_json_unsigned(json, "iterations", run->iterations);
        cli_json_seconds(json, "seconds", run->seconds);
        if (style->json_more) {
            style->json_more(json, subject, run);
        }
        cli_json_text(json, "stop_reason", swarm_stop_reason_name(run->stop_reason));
        cli_json_object_end(json);
    }
    cli_json_array_end(json);
    style->json(json, "best", subject, &repeat->runs[repeat->best_run]);
    cli_json_real(json, "mean", repeat->mean);
    cli_json_real(json, "median", repeat->median);
    cli_json_real(json, "deviation", repeat->deviation);
    style->json(json, "worst", subject, &repeat->runs[repeat->worst_run]);
    if (repeat->has_target) {
        target_object(json, repeat);
    }
}
