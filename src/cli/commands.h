/* commands.h - the commands of the program; main.c lists them. */
#ifndef SWARMCL_CLI_COMMANDS_H
#define SWARMCL_CLI_COMMANDS_H

#include "options.h"

extern const struct cli_command cli_command_tsp;
extern const struct cli_command cli_command_verify;
extern const struct cli_command cli_command_instance;
extern const struct cli_command cli_command_devices;

#endif
