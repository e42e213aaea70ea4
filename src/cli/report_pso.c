#include "report_pso.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console.h"

static bool is_set(const swarm_params *params, const char *name)
{
    const char *value = swarm_params_get(params, name);
    return value && strcmp(value, "true") == 0;
}

struct cli_search cli_search_make(const swarm_objective *objective, const swarm_params *params)
{
    const struct swarm_objective_info *info = swarm_objective_describe(objective);
    const char *given = swarm_params_get(params, "dim");
    const uint32_t dimensions = given ? (uint32_t)strtoul(given, NULL, 10) : info->dimensions;
    struct cli_search search = {.objective = objective, .info = info};
    search.maximise = is_set(params, "maximise") || (info->maximise && !is_set(params, "minimise"));
    if (dimensions > 0 && search.maximise == info->maximise && !swarm_params_get(params, "bounds")) {
        bool has_position = false;
        search.optimum_known = swarm_objective_optimum(objective, dimensions, &search.optimum, NULL, &has_position);
    }
    return search;
}

const char *cli_value_text(double value, char text[CLI_REAL_SIZE])
{
    if (isfinite(value)) {
        return cli_real_text(value, text);
    }
    snprintf(text, CLI_REAL_SIZE, "%s", isnan(value) ? "not a number" : value > 0.0 ? "infinite" : "-infinite");
    return text;
}

bool cli_distance(const struct cli_search *search, double value, double *distance)
{
    if (!search->optimum_known || !isfinite(value)) {
        return false;
    }
    *distance = search->maximise ? search->optimum - value : value - search->optimum;
    return true;
}

bool cli_is_better(const struct cli_search *search, double a, double b)
{
    return isnan(b) ? !isnan(a) : search->maximise ? a > b : a < b;
}

const char *cli_distance_text(const struct cli_search *search, double value, char text[CLI_DISTANCE_SIZE])
{
    char best[CLI_REAL_SIZE];
    double distance = 0.0;
    text[0] = '\0';
    if (!cli_distance(search, value, &distance)) {
        return text;
    }
    cli_real_text(search->optimum, best);
    if (distance == 0.0) {
        snprintf(text, CLI_DISTANCE_SIZE, "none, %s is the best known value", best);
    } else {
        snprintf(text, CLI_DISTANCE_SIZE, "%.3g %s the best known value %s", fabs(distance),
                 (distance > 0.0) == search->maximise ? "below" : "above", best);
    }
    return text;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Several runs                                                                                                       */

static void put_value(const void *search, double value, char text[CLI_REPEAT_TEXT])
{
    (void)search;
    cli_value_text(value, text);
}

static void put_run(const void *search, const struct cli_repeat_run *run, char text[CLI_REPEAT_TEXT])
{
    put_value(search, run->value, text);
}

static void put_distance(const void *search, const struct cli_repeat_run *run, char text[CLI_REPEAT_TEXT])
{
    cli_distance_text(search, run->value, text);
}

static void json_value(struct cli_json *json, const char *key, const void *search, const struct cli_repeat_run *run)
{
    (void)search;
    cli_json_real(json, key, run->value);
}

const struct cli_repeat_style cli_swarm_style = {.noun = "value",
                                                 .distance = "distance",
                                                 .run = put_run,
                                                 .statistic = put_value,
                                                 .gap = put_distance,
                                                 .json = json_value};

/* ------------------------------------------------------------------------------------------------------------------ */
/* The document                                                                                                       */

static void numbers(struct cli_json *json, const char *key, const double *values, size_t count)
{
    cli_json_flat(json);
    cli_json_array_begin(json, key);
    for (size_t i = 0; i < count; ++i) {
        cli_json_real(json, NULL, values[i]);
    }
    cli_json_array_end(json);
}

/* One number where all coordinates have the same. */
static void bound(struct cli_json *json, const char *key, const double *values, size_t count)
{
    size_t same = 0;
    while (same < count && values[same] == values[0]) {
        ++same;
    }
    if (same == count) {
        cli_json_real(json, key, values[0]);
    } else {
        numbers(json, key, values, count);
    }
}

static const char *kind_name(enum swarm_objective_kind kind)
{
    static const char *const names[] = {"built-in", "file", "function"};
    return names[kind];
}

static void objective_object(struct cli_json *json, const struct cli_search *search, const swarm_pso_result *result)
{
    const struct swarm_objective_info *info = search->info;
    cli_json_object_begin(json, "objective");
    cli_json_text(json, "name", info->name);
    cli_json_text(json, "kind", kind_name(info->kind));
    cli_json_text(json, "formula", *info->formula ? info->formula : NULL);
    cli_json_bool(json, "maximise", result->maximise);
    cli_json_unsigned(json, "dimensions", result->dimensions);
    bound(json, "lower", result->lower, result->dimensions);
    bound(json, "upper", result->upper, result->dimensions);
    if (search->optimum_known) {
        cli_json_real(json, "optimum", search->optimum);
    } else {
        cli_json_null(json, "optimum");
    }
    cli_json_object_end(json);
}

static void trace_array(struct cli_json *json, const swarm_pso_result *result)
{
    cli_json_array_begin(json, "trace");
    for (size_t i = 0; i < result->trace_count; ++i) {
        const struct swarm_pso_trace_point *point = &result->trace[i];
        cli_json_flat(json);
        cli_json_object_begin(json, NULL);
        cli_json_unsigned(json, "iteration", point->iteration);
        cli_json_real(json, "value", point->value);
        cli_json_array_begin(json, "position");
        cli_json_real(json, NULL, point->position[0]);
        if (result->dimensions > 1) {
            cli_json_real(json, NULL, point->position[1]);
        }
        cli_json_array_end(json);
        cli_json_seconds(json, "seconds", point->seconds);
        cli_json_object_end(json);
    }
    cli_json_array_end(json);
}

static void result_object(struct cli_json *json, const swarm_pso_result *result)
{
    cli_json_object_begin(json, "result");
    cli_json_real(json, "value", result->value);
    numbers(json, "position", result->position, result->dimensions);
    cli_json_text(json, "stop_reason", swarm_stop_reason_name(result->stop_reason));
    cli_json_unsigned(json, "iterations", result->iterations);
    cli_json_unsigned(json, "first_iteration", result->first_iteration);
    cli_json_seconds(json, "seconds", result->seconds);
    cli_json_unsigned(json, "best_iteration", result->best_iteration);
    cli_json_seconds(json, "best_seconds", result->best_seconds);
    cli_json_unsigned(json, "evaluations", result->evaluations);
    cli_json_unsigned(json, "nan_count", result->nan_count);
    cli_json_object_end(json);
}

void cli_json_swarm(struct cli_json *json, const struct cli_search *search, const swarm_pso_result *result,
                    const struct cli_repeat *repeat)
{
    const struct cli_run run = CLI_RUN_OF(result);
    cli_json_object_begin(json, NULL);
    cli_json_version(json);
    cli_json_device(json, "device", result->device);
    objective_object(json, search, result);
    cli_json_parameters(json, &run);
    trace_array(json, result);
    result_object(json, result);
    if (repeat) {
        cli_json_object_begin(json, "repeat");
        cli_json_repeat(json, repeat, &cli_swarm_style, search);
        cli_json_object_end(json);
    }
    cli_json_costs(json, &run);
    cli_json_object_end(json);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Text                                                                                                               */

void cli_print_position(const swarm_pso_result *result)
{
    char text[CLI_SHORT_POSITION * (CLI_REAL_SIZE + 2)], number[CLI_REAL_SIZE];
    size_t used = 0;
    if (result->dimensions > CLI_SHORT_POSITION) {
        return;
    }
    for (size_t i = 0; i < result->dimensions; ++i) {
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", i > 0 ? ", " : "",
                                 cli_value_text(result->position[i], number));
    }
    cli_print_field("position", "%s", text);
}

void cli_print_swarm(const struct cli_search *search, const swarm_pso_result *result)
{
    char value[CLI_REAL_SIZE], distance[CLI_DISTANCE_SIZE], resumed[64] = "";
    cli_print_field("value", "%s", cli_value_text(result->value, value));
    if (*cli_distance_text(search, result->value, distance)) {
        cli_print_field("distance", "%s", distance);
    }
    cli_print_position(result);
    cli_print_field("stopped by", "%s", swarm_stop_reason_name(result->stop_reason));
    if (result->first_iteration > 0) {
        snprintf(resumed, sizeof resumed, ", resumed after %" PRIu64, result->first_iteration);
    }
    cli_print_field("iterations", "%" PRIu64 "%s, best value in %" PRIu64, result->iterations, resumed,
                    result->best_iteration);
    cli_print_field("evaluations", "%" PRIu64, result->evaluations);
    if (result->nan_count > 0) {
        cli_print_field("no numbers", "%" PRIu64 " evaluations gave NaN, which counts as worst", result->nan_count);
    }
    cli_print_field("seconds", "%.3f, best value after %.3f", result->seconds, result->best_seconds);
}
