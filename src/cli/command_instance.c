/* command_instance.c - swarmcl instance FILE: describes an instance. */
#include <inttypes.h>
#include <stdio.h>

#include "options.h"
#include "instance.h"

/* A dense run holds five n x n matrices of 4-byte elements (swarm_solve). */
static uint64_t dense_bytes(const struct swarm_instance_info *info)
{
    return 5 * UINT64_C(4) * info->node_count * info->node_count;
}

static void print_coordinates(const struct swarm_instance_info *info)
{
    static const char *const plane[] = {"x", "y", "z"}, *const sphere[] = {"latitude", "longitude"};
    const char *const *labels = info->metric == SWARM_METRIC_GREAT_CIRCLE ? sphere : plane;
    for (unsigned axis = 0; axis < cli_metric_dimensions(info->metric); ++axis) {
        cli_print_field(labels[axis], "%.10g to %.10g", info->minimum[axis], info->maximum[axis]);
    }
}

/* What one of the integers that lengths are counted in stands for, where it is not 1 of no unit. */
static void print_unit(const struct swarm_instance_info *info)
{
    char step[CLI_TEXT_SIZE];
    if (info->decimals != 0 || *info->unit) {
        swarm_length_text(1, info->decimals, step, sizeof step);
        cli_print_field("lengths", "in steps of %s%s%s", step, *info->unit ? " " : "", info->unit);
    }
}

static void print_instance(const struct swarm_instance_info *info)
{
    char memory[32];
    cli_print_field("name", "%s", info->name);
    if (*info->comment) {
        cli_print_field("comment", "%s", info->comment);
    }
    cli_print_field("type", "%s", cli_type_name(info));
    cli_print_field("nodes", "%" PRIu32, info->node_count);
    cli_print_field("metric", "%s%s%s", swarm_metric_name(info->metric), *info->format ? " " : "", info->format);
    print_coordinates(info);
    print_unit(info);
    if (info->fixed_edge_count > 0) {
        cli_print_field("fixed edges", "%zu", info->fixed_edge_count);
    }
    if (info->optimum_known) {
        cli_print_field(info->optimum_proven ? "optimum" : "best known", "%" PRId64, info->optimum);
    } else {
        cli_print_field("optimum", "unknown");
    }
    cli_print_field("memory", "%s for the five matrices of a dense run",
                    cli_bytes_text(dense_bytes(info), memory, sizeof memory));
}

static enum swarm_status run_instance(struct cli_console *console, const struct cli_arguments *arguments)
{
    swarm_instance *instance = NULL;
    enum swarm_status status = SWARM_OK;
    TRY(cli_checked(console, swarm_instance_read(console->context, arguments->operands[0], &instance)));
    const struct cli_instance made = cli_instance_make(instance, NULL);
    if (console->json) {
        struct cli_json json;
        cli_document_begin(&json);
        cli_json_instance(&json, &made);
        cli_json_put(&json, "dense_bytes: %" PRIu64 ", read_seconds: %f", dense_bytes(made.info),
                     made.info->read_seconds);
        status = cli_document_print(&json);
    } else if (!console->quiet) {
        print_instance(made.info);
    }
done:
    swarm_instance_destroy(&instance);
    return status;
}

const struct cli_command cli_command_instance = {
    .name = "instance",
    .operands = "FILE",
    .help = "describe an instance",
    .details = "Reads FILE and describes it: a TSPLIB95 instance of type TSP or ATSP, or a CSV table of points whose\n"
               "first line names columns x and y or lat and lon, and name or id where nodes have names. Either may be\n"
               "packed by gzip; - is the standard input.",
    .run = run_instance,
};
