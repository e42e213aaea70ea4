#include "report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "console.h"
#include "repeat_tour.h"

const char *cli_type_name(const struct swarm_instance_info *info)
{
    return info->symmetric ? "TSP" : "ATSP";
}

unsigned cli_metric_dimensions(enum swarm_metric metric)
{
    bool three = metric == SWARM_METRIC_EUC_3D || metric == SWARM_METRIC_MAN_3D || metric == SWARM_METRIC_MAX_3D;
    return metric == SWARM_METRIC_EXPLICIT ? 0 : three ? 3 : 2;
}

struct cli_subject cli_subject_make(const swarm_instance *instance, const swarm_params *params)
{
    const char *path = params ? swarm_params_get(params, "path") : NULL;
    return (struct cli_subject){.instance = instance,
                                .info = swarm_instance_describe(instance),
                                .path = path && strcmp(path, "true") == 0,
                                .reference = swarm_tsp_reference(instance, params)};
}

const char *cli_length_text(const struct cli_subject *subject, int64_t length, char text[CLI_LENGTH_SIZE])
{
    return swarm_length_text(length, subject->info->decimals, text, CLI_LENGTH_SIZE);
}

bool cli_gap_percent(const struct cli_subject *subject, int64_t length, double *percent)
{
    const struct swarm_reference *reference = &subject->reference;
    if (!reference->known || (reference->length == 0 && length != 0)) {
        return false;
    }
    const double base = (double)reference->length;
    *percent = reference->length == 0 ? 0.0 : 100.0 * ((double)length - base) / base;
    return true;
}

const char *cli_gap_text(const struct cli_subject *subject, int64_t length, char text[CLI_GAP_SIZE])
{
    const struct swarm_reference *reference = &subject->reference;
    const char *known = reference->given ? "given optimum" : reference->proven ? "optimum" : "best known length";
    char base[CLI_LENGTH_SIZE];
    double percent = 0.0;
    text[0] = '\0';
    if (!reference->known) {
        return text;
    }
    if (length == reference->length) {
        snprintf(text, CLI_GAP_SIZE, reference->proven ? "optimal" : "equals the %s", known);
    } else if (!cli_gap_percent(subject, length, &percent)) {
        snprintf(text, CLI_GAP_SIZE, "above the %s 0", known);
    } else {
        snprintf(text, CLI_GAP_SIZE, "%.2f %% %s the %s %s", fabs(percent), percent < 0 ? "below" : "above", known,
                 cli_length_text(subject, reference->length, base));
    }
    return text;
}

void cli_json_length(struct cli_json *json, const char *key, const struct cli_subject *subject, int64_t length)
{
    char text[CLI_LENGTH_SIZE];
    cli_json_number_text(json, key, cli_length_text(subject, length, text));
}

void cli_json_gap(struct cli_json *json, const struct cli_subject *subject, int64_t length)
{
    double percent = 0.0;
    if (cli_gap_percent(subject, length, &percent)) {
        cli_json_real(json, "gap_percent", percent);
    } else {
        cli_json_null(json, "gap_percent");
    }
}

static void coordinates_object(struct cli_json *json, const struct swarm_instance_info *info)
{
    if (info->metric == SWARM_METRIC_EXPLICIT) {
        cli_json_null(json, "coordinates");
        return;
    }
    cli_json_flat(json);
    cli_json_object_begin(json, "coordinates");
    cli_json_array_begin(json, "minimum");
    for (unsigned axis = 0; axis < cli_metric_dimensions(info->metric); ++axis) {
        cli_json_real(json, NULL, info->minimum[axis]);
    }
    cli_json_array_end(json);
    cli_json_array_begin(json, "maximum");
    for (unsigned axis = 0; axis < cli_metric_dimensions(info->metric); ++axis) {
        cli_json_real(json, NULL, info->maximum[axis]);
    }
    cli_json_array_end(json);
    cli_json_object_end(json);
}

void cli_json_instance(struct cli_json *json, const struct cli_subject *subject)
{
    const struct swarm_instance_info *info = subject->info;
    const struct swarm_reference *reference = &subject->reference;
    cli_json_object_begin(json, "instance");
    cli_json_text(json, "name", info->name);
    cli_json_text(json, "comment", info->comment);
    cli_json_text(json, "type", cli_type_name(info));
    cli_json_unsigned(json, "nodes", info->node_count);
    cli_json_text(json, "metric", swarm_metric_name(info->metric));
    cli_json_text(json, "format", *info->format ? info->format : NULL);
    coordinates_object(json, info);
    cli_json_unsigned(json, "fixed_edges", info->fixed_edge_count);
    cli_json_integer(json, "decimals", info->decimals);
    cli_json_text(json, "unit", *info->unit ? info->unit : NULL);
    if (reference->known) {
        cli_json_length(json, "optimum", subject, reference->length);
        cli_json_bool(json, "optimum_proven", reference->proven);
    } else {
        cli_json_null(json, "optimum");
        cli_json_null(json, "optimum_proven");
    }
    cli_json_object_end(json);
}

/* The tours that the run began with, null when there were none. */
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
        cli_json_length(json, "length", subject, subject->starts[i].length);
        cli_json_object_end(json);
    }
    cli_json_array_end(json);
}

static void trace_array(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result)
{
    cli_json_array_begin(json, "trace");
    for (size_t i = 0; i < result->trace_count; ++i) {
        cli_json_flat(json);
        cli_json_object_begin(json, NULL);
        cli_json_unsigned(json, "iteration", result->trace[i].iteration);
        cli_json_length(json, "length", subject, result->trace[i].length);
        cli_json_seconds(json, "seconds", result->trace[i].seconds);
        cli_json_object_end(json);
    }
    cli_json_array_end(json);
}

/* What each of several islands came to, null when there was one. */
static void islands_array(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result)
{
    if (result->island_count == 0) {
        cli_json_null(json, "islands");
        return;
    }
    cli_json_array_begin(json, "islands");
    for (size_t i = 0; i < result->island_count; ++i) {
        const struct swarm_island *island = &result->islands[i];
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
        cli_json_length(json, "length", subject, island->length);
        cli_json_unsigned(json, "best_iteration", island->best_iteration);
        cli_json_unsigned(json, "iterations", island->iterations);
        cli_json_unsigned(json, "taken", island->taken);
        cli_json_object_end(json);
    }
    cli_json_array_end(json);
}

static void result_object(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result)
{
    cli_json_object_begin(json, "result");
    cli_json_length(json, "length", subject, result->length);
    cli_json_gap(json, subject, result->length);
    cli_json_text(json, "stop_reason", swarm_stop_reason_name(result->stop_reason));
    cli_json_unsigned(json, "iterations", result->iterations);
    cli_json_unsigned(json, "first_iteration", result->first_iteration);
    cli_json_seconds(json, "seconds", result->seconds);
    cli_json_unsigned(json, "best_iteration", result->best_iteration);
    cli_json_seconds(json, "best_seconds", result->best_seconds);
    if (result->built_length >= 0) {
        cli_json_length(json, "built_length", subject, result->built_length);
    } else {
        cli_json_null(json, "built_length");
    }
    cli_json_object_end(json);
}

void cli_json_result(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result,
                     const struct cli_repeat *repeat)
{
    const struct cli_run run = CLI_RUN_OF(result);
    cli_json_object_begin(json, NULL);
    cli_json_version(json);
    cli_json_device(json, "device", result->device);
    cli_json_instance(json, subject);
    cli_json_parameters(json, &run);
    starts_array(json, subject);
    islands_array(json, subject, result);
    trace_array(json, subject, result);
    result_object(json, subject, result);
    if (repeat) {
        cli_json_object_begin(json, "repeat");
        cli_json_repeat(json, repeat, &cli_tour_style, subject);
        cli_json_object_end(json);
    }
    cli_json_costs(json, &run);
    cli_json_flat(json);
    cli_json_array_begin(json, "tour");
    for (size_t i = 0; i < result->node_count; ++i) {
        cli_json_unsigned(json, NULL, (uint64_t)result->tour[i] + 1); /* TSPLIB counts from 1 */
    }
    cli_json_array_end(json);
    if (subject->info->has_names) {
        cli_json_array_begin(json, "tour_names");
        for (size_t i = 0; i < result->node_count; ++i) {
            cli_json_text(json, NULL, swarm_instance_node_name(subject->instance, result->tour[i]));
        }
        cli_json_array_end(json);
    }
    cli_json_object_end(json);
}

/* The nodes in order, by name where they have one. */
void cli_print_tour(const struct cli_subject *subject, const swarm_result *result)
{
    if (result->node_count > CLI_SHORT_TOUR) {
        return;
    }
    char text[CLI_FIELD_SIZE] = "";
    size_t used = 0;
    for (size_t k = 0; k < result->node_count && used < sizeof text; ++k) {
        const char *name = swarm_instance_node_name(subject->instance, result->tour[k]);
        const char *separator = k > 0 ? ", " : "";
        int length = name ? snprintf(text + used, sizeof text - used, "%s%s", separator, name)
                          : snprintf(text + used, sizeof text - used, "%s%" PRIu32, separator, result->tour[k] + 1);
        used += (size_t)length;
    }
    cli_print_field(subject->path ? "path" : "tour", "%s", text);
}

/* How many islands there were, and what became of their tours. */
static void print_islands(const swarm_result *result)
{
    const struct cli_run run = CLI_RUN_OF(result);
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
    cli_print_field("islands", "%zu on %zu %s%s, %s, %s, epoch %s; %" PRIu64 " tours taken", result->island_count,
                    places, ranks > 1 ? "rank" : "device", places == 1 ? "" : "s", cli_run_setting(&run, "topology"),
                    cli_run_setting(&run, "meeting"), cli_run_setting(&run, "epoch"), taken);
}

void cli_print_result(const struct cli_subject *subject, const swarm_result *result)
{
    char length[CLI_LENGTH_SIZE], gap[CLI_GAP_SIZE];
    const char *unit = subject->info->unit;
    cli_print_field("length", "%s%s%s", cli_length_text(subject, result->length, length), *unit ? " " : "", unit);
    if (*cli_gap_text(subject, result->length, gap)) {
        cli_print_field("gap", "%s", gap);
    }
    cli_print_field("stopped by", "%s", swarm_stop_reason_name(result->stop_reason));
    char resumed[64] = "";
    if (result->first_iteration > 0) {
        snprintf(resumed, sizeof resumed, ", resumed after %" PRIu64, result->first_iteration);
    }
    if (result->best_iteration > 0) {
        cli_print_field("iterations", "%" PRIu64 "%s, best tour in %" PRIu64, result->iterations, resumed,
                        result->best_iteration);
    } else {
        cli_print_field("iterations", "%" PRIu64 "%s, none better than the tour it started from", result->iterations,
                        resumed);
    }
    if (result->island_count > 0) {
        print_islands(result);
    }
    cli_print_field("seconds", "%.3f, best tour after %.3f", result->seconds, result->best_seconds);
    cli_print_tour(subject, result);
}
