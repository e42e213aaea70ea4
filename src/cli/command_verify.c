/* command_verify.c - swarmcl verify INSTANCE TOUR: measures a tour in exact integers. */
#include "commands.h"
#include "measurement.h"

static const struct swarm_param verify_params[] = {
    CLI_MEASUREMENT_PATH,
    {.name = "start",
     .kind = SWARM_PARAM_TEXT,
     .unit = "",
     .operand = "NODE",
     .group = "Problem",
     .help = "with --path: the node it has to begin at, by its name where nodes have names, else by its number from 1"},
    {.name = "end",
     .kind = SWARM_PARAM_TEXT,
     .unit = "",
     .operand = "NODE",
     .group = "Problem",
     .help = "with --path: the node it has to end at"},
    {.name = "fix",
     .kind = SWARM_PARAM_TEXT,
     .unit = "",
     .operand = "A-B,...",
     .group = "Problem",
     .help = "edges that it must have, beside those of a FIXED_EDGES_SECTION; see `swarmcl help conditions`"},
};

static enum swarm_status run_verify(struct cli_console *console, const struct cli_arguments *arguments)
{
    struct cli_measurement measurement = {.tour = NULL};
    enum swarm_status status = cli_measurement_open(&measurement, console, arguments);
    if (status == SWARM_OK) {
        status = cli_measurement_take(&measurement, console);
    }
    if (status == SWARM_OK) {
        status = cli_measurement_check(&measurement, console);
    }
    if (status == SWARM_OK) {
        status = cli_measurement_print(&measurement, console, NULL);
    }
    cli_measurement_deinit(&measurement);
    return status;
}

const struct cli_command cli_command_verify = {
    .name = "verify",
    .operands = "INSTANCE TOUR",
    .help = "check a tour and print its exact length",
    .details = "Checks that TOUR, a TSPLIB95 tour file, is a permutation of the nodes of INSTANCE that has its\n"
               "fixed edges, and those of --fix, and prints its exact length. The NAME of the tour does not matter.\n"
               "Exit code 5 when it is no such tour.",
    .own_params = verify_params,
    .own_count = sizeof verify_params / sizeof verify_params[0],
    .repeatable = (const char *const[]){"fix", NULL},
    .run = run_verify,
};
