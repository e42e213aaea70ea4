/* parameters.h - the library's parameters, from the command line and the environment. */
#ifndef SWARMCL_CLI_PARAMETERS_H
#define SWARMCL_CLI_PARAMETERS_H

#include "options.h"

#define CLI_DEVICE_VARIABLE "SWARMCL_DEVICE"

/* Makes the parameters of a problem from the command line. The environment gives the device if the command has
 * --device and the command line does not. Prints errors. */
enum swarm_status cli_parameters_create(const struct cli_console *console, const struct cli_arguments *arguments,
                                        const struct cli_problem *problem, swarm_params **params);

/* Sets a parameter. Prints errors. */
enum swarm_status cli_parameters_set(const struct cli_console *console, swarm_params *params, enum cli_option option,
                                     const char *value);

/* Return the value of a parameter, NULL if it has none; true if a flag is set; true if the device is `none`. */
const char *cli_parameter(const swarm_params *params, enum cli_option option);
bool cli_parameter_is_set(const swarm_params *params, enum cli_option option);
bool cli_without_device(const swarm_params *params);

/* The value of a parameter that the run used; NULL: none. */
const char *cli_setting(const swarm_result *result, enum cli_option option);

/* Like cli_checked(), but also says so if the device of the environment may be the reason for the error. */
enum swarm_status cli_checked_run(const struct cli_console *console, const struct cli_arguments *arguments,
                                  enum swarm_status status);

#endif
