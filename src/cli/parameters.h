/* parameters.h - makes the library's parameters from the command line and the environment, and returns their values. */
#ifndef SWARMCL_CLI_PARAMETERS_H
#define SWARMCL_CLI_PARAMETERS_H

#include "options.h"

#define CLI_DEVICE_VARIABLE "SWARMCL_DEVICE"

/* Makes the parameters of a problem from the command line. The device may come from the environment if the command
 * takes one and the command line names none. Prints errors. */
enum swarm_status cli_parameters_create(const struct cli_console *console, const struct cli_arguments *arguments,
                                        const struct cli_problem *problem, swarm_params **params);

/* Sets a parameter. Prints errors. */
enum swarm_status cli_parameters_set(const struct cli_console *console, swarm_params *params, enum cli_option option,
                                     const char *value);

/* The value of a parameter, NULL: none; whether a flag is set; whether the run is the twin's. */
const char *cli_asked(const swarm_params *params, enum cli_option option);
bool cli_asked_flag(const swarm_params *params, enum cli_option option);
bool cli_asked_twin(const swarm_params *params);

/* The value of a parameter as the run used it; NULL: none. */
const char *cli_used(const swarm_result *result, enum cli_option option);

/* Prints the text of the context's last failure if `status` is one, and the origin of the device if that may be the
 * reason; returns `status`. */
enum swarm_status cli_checked_run(const struct cli_console *console, const struct cli_arguments *arguments,
                                  enum swarm_status status);

#endif
