#include "repeat_tour.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cache.h"

/* A power of ten that is divided by is exact, one that is multiplied by need not be. */
double cli_tour_value(const struct cli_subject *subject, int64_t length)
{
    const int decimals = subject->info->decimals;
    return decimals > 0 ? (double)length / pow(10.0, decimals) : (double)length * pow(10.0, -decimals);
}

static void put_length(const void *subject, const struct cli_repeat_run *run, char text[CLI_REPEAT_TEXT])
{
    char length[CLI_LENGTH_SIZE];
    const char *unit = ((const struct cli_subject *)subject)->info->unit;
    snprintf(text, CLI_REPEAT_TEXT, "%s%s%s", cli_length_text(subject, run->length, length), *unit ? " " : "", unit);
}

/* A mean has two digits more than lengths have. */
static void put_statistic(const void *subject, double value, char text[CLI_REPEAT_TEXT])
{
    const struct swarm_instance_info *info = ((const struct cli_subject *)subject)->info;
    const int digits = info->decimals > 0 ? info->decimals + 2 : 2;
    snprintf(text, CLI_REPEAT_TEXT, "%.*f%s%s", digits, value, *info->unit ? " " : "", info->unit);
}

static void put_gap(const void *subject, const struct cli_repeat_run *run, char text[CLI_REPEAT_TEXT])
{
    cli_gap_text(subject, run->length, text);
}

static void json_length(struct cli_json *json, const char *key, const void *subject, const struct cli_repeat_run *run)
{
    cli_json_length(json, key, subject, run->length);
}

static void json_more(struct cli_json *json, const void *subject, const struct cli_repeat_run *run)
{
    cli_json_gap(json, subject, run->length);
    cli_json_seconds(json, "best_seconds", run->best_seconds);
    cli_json_seconds(json, "target_seconds", run->target_seconds);
}

const struct cli_repeat_style cli_tour_style = {.noun = "length",
                                                .distance = "gap",
                                                .run = put_length,
                                                .statistic = put_statistic,
                                                .gap = put_gap,
                                                .json = json_length,
                                                .json_more = json_more};

enum swarm_status cli_tour_prepare(struct cli_console *console, const swarm_params *params, bool timed)
{
    const struct swarm_device *devices = NULL;
    size_t count = 0;
    if (strcmp(swarm_params_get(params, "device"), "none") == 0) {
        return SWARM_OK;
    }
    cli_cache_prepare(console);
    enum swarm_status status = timed ? swarm_device_list(console->context, &devices, &count) : SWARM_OK;
    return status == SWARM_OK ? SWARM_OK : cli_fail(console, status);
}

static bool has_wish(const swarm_params *params)
{
    return swarm_params_get(params, "target") || swarm_params_get(params, "target-gap");
}

bool cli_tour_has_target(const struct cli_subject *subject, const swarm_params *params)
{
    return subject->reference.known || has_wish(params);
}

/* When the run had reached its target. A run ends at one that was given, and at a proven optimum; lengths that are only
 * known are passed. */
static double target_seconds(const struct cli_subject *subject, const swarm_params *params, const swarm_result *result)
{
    if (result->stop_reason == SWARM_STOP_TARGET) {
        return result->best_seconds;
    }
    for (size_t i = 0; subject->reference.known && !has_wish(params) && i < result->trace_count; ++i) {
        if (result->trace[i].length <= subject->reference.length) {
            return result->trace[i].seconds;
        }
    }
    return (double)NAN;
}

struct cli_repeat_run cli_tour_run(const struct cli_subject *subject, const swarm_params *params, uint64_t seed,
                                   const swarm_result *result)
{
    return (struct cli_repeat_run){.seed = seed,
                                   .value = cli_tour_value(subject, result->length),
                                   .length = result->length,
                                   .iterations = result->iterations,
                                   .seconds = result->seconds,
                                   .best_seconds = result->best_seconds,
                                   .target_seconds = target_seconds(subject, params, result),
                                   .stop_reason = result->stop_reason};
}
