/* command_verify.c - swarmcl verify INSTANCE TOUR: measures a tour in exact integers. */
#include <inttypes.h>
#include <stdio.h>

#include "commands.h"
#include "report.h"

static enum swarm_status print_length(const struct cli_console *console, const struct cli_arguments *arguments,
                                      const struct swarm_instance_info *info, int64_t length)
{
    if (console->json) {
        struct cli_json json;
        cli_json_init(&json);
        cli_json_object_begin(&json, NULL);
        cli_json_version(&json);
        cli_json_instance(&json, info);
        cli_json_text(&json, "tour_file", arguments->operands[1]);
        cli_json_integer(&json, "length", length);
        cli_json_gap(&json, info, length);
        cli_json_object_end(&json);
        enum swarm_status status = cli_print_json(&json);
        cli_json_deinit(&json);
        return status;
    }
    if (!console->quiet) {
        char gap[128];
        printf("%" PRId64 "\n", length);
        if (*cli_gap_text(info, length, gap, sizeof gap)) {
            printf("gap %s\n", gap);
        }
    }
    return SWARM_OK;
}

static enum swarm_status run_verify(struct cli_console *console, const struct cli_arguments *arguments)
{
    swarm_instance *instance = NULL;
    uint32_t *tour = NULL;
    int64_t length = 0;
    enum swarm_status status = swarm_instance_read(console->context, arguments->operands[0], &instance);
    if (status != SWARM_OK) {
        cli_fail(console, status);
        goto done;
    }
    const struct swarm_instance_info *info = swarm_instance_describe(instance);
    status = swarm_tour_read(console->context, arguments->operands[1], instance, &tour);
    if (status == SWARM_OK) {
        status = swarm_tour_length(console->context, instance, tour, info->node_count, &length);
    }
    if (status != SWARM_OK) {
        cli_fail(console, status);
        goto done;
    }
    status = print_length(console, arguments, info, length);
done:
    swarm_free(tour);
    swarm_instance_destroy(&instance);
    return status;
}

const struct cli_command cli_command_verify = {
    .name = "verify",
    .operands = "INSTANCE TOUR",
    .help = "check a tour and print its exact length",
    .details = "Checks that TOUR, a TSPLIB95 tour file, is a permutation of the nodes of INSTANCE and prints its\n"
               "exact length. The NAME of the tour does not matter. Exit code 5 when it is no permutation.",
    .run = run_verify,
};
