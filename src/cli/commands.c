#include "commands.h"

const struct cli_command *const cli_commands[] = {
    &cli_command_tsp,
    &cli_command_pso,
    &cli_command_bench,
    &cli_command_verify,
    &cli_command_render,
    &cli_command_instance,
    &cli_command_generate,
    &cli_command_devices,
    &cli_command_tune,
    &cli_command_completion,
    &cli_command_manual,
    NULL,
};
