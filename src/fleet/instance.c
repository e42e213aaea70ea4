/* instance.c - a fleet in memory: lengths, times, names, its sum, and public access. */
#include "instance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/checkpoint.h"
#include "base/file.h"
#include "options/params.h"
#include "reader.h"
#include "tours/tours.h"
#include "tsp/length.h"

int32_t fleet_instance_length(const struct swarm_fleet *fleet, uint32_t from, uint32_t to)
{
    return from == FLEET_ABSENT || to == FLEET_ABSENT ? 0
           : fleet->lengths ? fleet->lengths[(size_t)from * fleet->nodes->info.node_count + to]
                            : tsp_instance_distance(fleet->nodes, from, to);
}

int32_t fleet_instance_time(const struct swarm_fleet *fleet, uint32_t from, uint32_t to)
{
    if (fleet->times && from != FLEET_ABSENT && to != FLEET_ABSENT) {
        return fleet->times[(size_t)from * fleet->nodes->info.node_count + to];
    }
    const int32_t length = fleet_instance_length(fleet, from, to);
    return fleet->pace.factor > 0 ? fleet_pace_time(fleet->pace, length) : length;
}

unsigned long fleet_sum(const struct swarm_fleet *fleet)
{
    const size_t n = fleet->nodes->info.node_count;
    const int64_t limits[] = {fleet->info.capacity, fleet->info.vehicle_count, fleet->info.duration};
    unsigned long sum = base_checksum(0, limits, sizeof limits);
    sum = base_checksum(sum, fleet->demand, n * sizeof *fleet->demand);
    sum = base_checksum(sum, fleet->early, n * sizeof *fleet->early);
    sum = base_checksum(sum, fleet->late, n * sizeof *fleet->late);
    sum = base_checksum(sum, fleet->service, n * sizeof *fleet->service);
    sum = base_checksum(sum, fleet->price, n * sizeof *fleet->price);
    if (fleet->lengths) {
        sum = base_checksum(sum, fleet->lengths, n * n * sizeof *fleet->lengths);
    }
    if (fleet->times) {
        sum = base_checksum(sum, fleet->times, n * n * sizeof *fleet->times);
    }
    if (fleet->pace.factor > 0) {
        sum = base_checksum(sum, &fleet->pace, sizeof fleet->pace);
    }
    if (fleet->needs) {
        sum = base_checksum(sum, fleet->needs, n * sizeof *fleet->needs);
    }
    if (fleet->pinned) {
        sum = base_checksum(sum, fleet->pinned, n * sizeof *fleet->pinned);
    }
    const struct fleet_vehicle *first = fleet->vehicles;
    if (fleet->vehicle_count > 1 || first->limit < FLEET_NO_LIMIT || first->stops < fleet->info.customer_count
        || first->cost > 0 || first->start != 0 || first->end != 0
        || (first->duration < FLEET_NO_LIMIT
            && first->duration != fleet->info.duration)) { /* `limits` has the rest of a vehicle */
        sum = base_checksum(sum, fleet->vehicles, fleet->vehicle_count * sizeof *fleet->vehicles);
    }
    return tours_sum(sum, fleet->nodes);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Public functions                                                                                                   */

enum swarm_status swarm_fleet_parse(swarm_context *context, const swarm_params *params, const char *text, size_t size,
                                    const char *name, swarm_fleet **fleet)
{
    struct base_env *env = base_env_of(context);
    struct fleet_input input = {.path = name};
    *fleet = NULL;
    TRY(text && name ? SWARM_OK : base_fail_null(context, text ? "name" : "text"));
    enum swarm_status status = fleet_input_parse(env, params ? &params->options : NULL, text, size, &input);
    status = status == SWARM_OK ? fleet_build(env, &input, params, fleet) : status;
    fleet_input_free(&input);
    return status;
}

enum swarm_status swarm_fleet_read(swarm_context *context, const swarm_params *params, const char *path,
                                   swarm_fleet **fleet)
{
    struct base_env *env = base_env_of(context);
    const double start = base_seconds(env);
    char *text = NULL;
    size_t size = 0;
    *fleet = NULL;
    TRY(path ? SWARM_OK : base_fail_null(context, "path"));
    TRY(base_file_read(env, path, &text, &size));
    const enum swarm_status status = swarm_fleet_parse(context, params, text, size, base_file_label(path), fleet);
    free(text);
    if (status == SWARM_OK) {
        (*fleet)->info.read_seconds = base_seconds(env) - start;
    }
    return status;
}

void swarm_fleet_destroy(swarm_fleet **fleet)
{
    if (fleet && *fleet) {
        swarm_instance_destroy(&(*fleet)->nodes);
        base_arrays_free(&(*fleet)->arrays);
        free(*fleet);
        *fleet = NULL;
    }
}

const struct swarm_fleet_info *swarm_fleet_describe(const swarm_fleet *fleet)
{
    return &fleet->info;
}

const swarm_instance *swarm_fleet_nodes(const swarm_fleet *fleet)
{
    return fleet->nodes;
}

const char *swarm_fleet_vehicle_name(const swarm_fleet *fleet, uint32_t vehicle)
{
    return fleet->vehicle_names && vehicle >= 1 && vehicle <= fleet->vehicle_count ? fleet->vehicle_names[vehicle - 1]
                                                                                   : NULL;
}

const char *fleet_customer_text(const struct swarm_fleet *fleet, uint32_t customer, char text[FLEET_NAME])
{
    const char *name = fleet->nodes->names ? fleet->nodes->names[customer] : "";
    char quoted[BASE_QUOTED];
    base_text_print(text, FLEET_NAME, "customer %u", (unsigned)customer);
    if (*name != '\0') {
        base_text_print(text, FLEET_NAME, "customer %s",
                        base_word_quoted((struct base_word){name, strlen(name)}, quoted));
    }
    return text;
}

const char *fleet_vehicle_text(const struct swarm_fleet *fleet, uint32_t vehicle, char text[FLEET_NAME])
{
    const char *name = swarm_fleet_vehicle_name(fleet, vehicle);
    base_text_print(text, FLEET_NAME, name ? "vehicle \"%.100s\"" : "vehicle %.0s%u", name ? name : "",
                    (unsigned)vehicle);
    return text;
}

const char *fleet_span_shown(const struct swarm_fleet *fleet, int64_t span, char text[FLEET_TIME_TEXT])
{
    const int64_t hundredths = (int64_t)floor((double)span * 100.0 / fleet->minute + 0.5);
    return tsp_length_shown(fleet->has_own_times ? hundredths : span, fleet->has_own_times ? 2 : fleet->info.decimals,
                            text);
}

const char *fleet_time_shown(const struct swarm_fleet *fleet, int64_t time, char text[FLEET_TIME_TEXT])
{
    return fleet->info.has_clock ? fleet_clock_text(fleet->clock, fleet->day, (double)time / fleet->minute, text)
                                 : fleet_span_shown(fleet, time, text);
}

char *swarm_fleet_span_text(const swarm_fleet *fleet, int64_t span, char *text, size_t size)
{
    char shown[FLEET_TIME_TEXT];
    if (!fleet->has_own_times) {
        return swarm_length_text(span, fleet->info.decimals, text, size);
    }
    base_text_print(text, size, "%s", fleet_span_shown(fleet, span, shown));
    return text;
}

char *swarm_fleet_time_text(const swarm_fleet *fleet, int64_t time, char *text, size_t size)
{
    char shown[FLEET_TIME_TEXT];
    if (!fleet->info.has_clock) {
        return swarm_fleet_span_text(fleet, time, text, size);
    }
    base_text_print(text, size, "%s", fleet_time_shown(fleet, time + fleet->early[0], shown));
    return text;
}
