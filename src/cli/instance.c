#include "instance.h"

#include <inttypes.h>

#include "parameters.h"

const char *cli_type_name(const struct swarm_instance_info *info)
{
    return info->symmetric ? "TSP" : "ATSP";
}

unsigned cli_metric_dimensions(enum swarm_metric metric)
{
    bool three = metric == SWARM_METRIC_EUC_3D || metric == SWARM_METRIC_MAN_3D || metric == SWARM_METRIC_MAX_3D;
    return metric == SWARM_METRIC_EXPLICIT ? 0 : three ? 3 : 2;
}

struct cli_instance cli_instance_make(swarm_instance *instance, const swarm_params *params)
{
    const struct swarm_instance_info *info = swarm_instance_describe(instance);
    const struct swarm_reference reference = swarm_instance_reference(instance, params);
    struct cli_instance made = {
        .subject = {.problem = &cli_tours,
                    .name = info->name,
                    .size = info->node_count,
                    .unit = info->unit,
                    .decimals = info->decimals,
                    .known = reference.known,
                    .proven = reference.proven,
                    .given = reference.given},
        .instance = instance,
        .info = info,
        .path = params && cli_asked_flag(params, CLI_PATH),
    };
    made.subject.best = cli_score_of_length(&made.subject, reference.length);
    return made;
}

enum swarm_status cli_instance_read_tour(const struct cli_console *console, const struct cli_instance *instance,
                                         const char *path, uint32_t **tour, struct cli_score *score)
{
    int64_t length = 0;
    enum swarm_status status = SWARM_OK;
    TRY(swarm_tour_read(console->context, path, instance->instance, tour));
    TRY((instance->path ? swarm_path_length : swarm_tour_length)(console->context, instance->instance, *tour,
                                                                 instance->info->node_count, &length));
    *score = cli_score_of_length(&instance->subject, length);
done:
    return cli_checked(console, status);
}

static void put_axes(struct cli_json *json, const struct swarm_instance_info *info, const double ends[3])
{
    for (unsigned axis = 0; axis < cli_metric_dimensions(info->metric); ++axis) {
        cli_json_put(json, "%g", ends[axis]);
    }
}

void cli_json_instance(struct cli_json *json, const struct cli_instance *instance)
{
    const struct swarm_instance_info *info = instance->info;
    const struct cli_subject *subject = &instance->subject;
    cli_json_put(json, "instance: {name: %s, comment: %s, type: %s, nodes: %" PRIu32 ", metric: %s, format: %s",
                 info->name, info->comment, cli_type_name(info), info->node_count, swarm_metric_name(info->metric),
                 *info->format ? info->format : NULL);
    if (info->metric == SWARM_METRIC_EXPLICIT) {
        cli_json_put(json, "coordinates: null");
    } else {
        cli_json_put(json, "coordinates: ~{minimum: [");
        put_axes(json, info, info->minimum);
        cli_json_put(json, "], maximum: [");
        put_axes(json, info, info->maximum);
        cli_json_put(json, "]}");
    }
    cli_json_put(json, "fixed_edges: %zu, decimals: %d, unit: %s", info->fixed_edge_count, info->decimals,
                 *info->unit ? info->unit : NULL);
    if (subject->known) {
        cli_json_score(json, "optimum", subject, subject->best);
        cli_json_put(json, "optimum_proven: %i}", subject->proven);
    } else {
        cli_json_put(json, "optimum: null, optimum_proven: null}");
    }
}
