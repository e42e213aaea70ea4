/* parameters.h - from the command line and the environment to the library's parameters. */
#ifndef SWARMCL_CLI_PARAMETERS_H
#define SWARMCL_CLI_PARAMETERS_H

#include "options.h"

#define CLI_DEVICE_VARIABLE "SWARMCL_DEVICE"

/* Sets what the command line gives, and the device of the environment when the command line names none. Prints what is
 * wrong. */
enum swarm_status cli_parameters_set(const struct cli_console *console, const struct cli_arguments *arguments,
                                     swarm_params *params);

/* Sets one of them to what the command line gives, joined by commas where it is given several times; where it is not
 * given it stays as it is. Prints what is wrong. */
enum swarm_status cli_parameters_take(const struct cli_console *console, const struct cli_arguments *arguments,
                                      const char *name, swarm_params *params);

/* Prints the text of the context's last failure, and where the device came from when that may be the reason; returns
 * `status`. */
enum swarm_status cli_parameters_fail(const struct cli_console *console, const struct cli_arguments *arguments,
                                      enum swarm_status status);

#endif
