#include "parameters.h"

#include <stdlib.h>
#include <string.h>

#include "cli/problems/problem.h"

/* The device in the environment; NULL: there is none, the command line names a device, or the command has no
 * --device. */
static const char *environment_device(const struct cli_arguments *arguments)
{
    const char *device = getenv(CLI_DEVICE_VARIABLE), *name = cli_option_name(CLI_DEVICE);
    const bool taken = cli_find_name(arguments, name, strlen(name)) && !cli_has(arguments, CLI_DEVICE);
    return device && *device && taken ? device : NULL;
}

/* Sets a parameter to all values of an option, joined by commas. */
static enum swarm_status take(const struct cli_console *console, const struct cli_arguments *arguments,
                              const struct swarm_param *row, swarm_params *params)
{
    struct cli_buffer joined = {.bytes = NULL};
    for (size_t i = 0; i < arguments->given_count; ++i) {
        if (arguments->given[i].row == row) {
            cli_buffer_format(&joined, "%s%s", joined.size > 0 ? "," : "", arguments->given[i].value);
        }
    }
    cli_buffer_put(&joined, "", 1);
    const enum swarm_status status =
        joined.failed ? cli_fail_memory()
                      : cli_checked_usage(console, arguments->command,
                                          swarm_params_set(console->context, params, row->name, joined.bytes));
    cli_buffer_deinit(&joined);
    return status;
}

enum swarm_status cli_parameters_create(const struct cli_console *console, const struct cli_arguments *arguments,
                                        const struct cli_problem *problem, swarm_params **params)
{
    const char *device = environment_device(arguments);
    TRY(cli_checked(console, swarm_params_create(console->context, problem->name, params)));
    for (size_t i = 0; i < arguments->given_count; ++i) {
        const struct cli_argument *given = &arguments->given[i];
        TRY(given->of_library ? take(console, arguments, given->row, *params) : SWARM_OK);
    }
    return device ? cli_parameters_set(console, *params, CLI_DEVICE, device) : SWARM_OK;
}

enum swarm_status cli_parameters_set(const struct cli_console *console, swarm_params *params, enum cli_option option,
                                     const char *value)
{
    return cli_checked(console, swarm_params_set(console->context, params, cli_option_name(option), value));
}

const char *cli_parameter(const swarm_params *params, enum cli_option option)
{
    return swarm_params_get(params, cli_option_name(option));
}

bool cli_parameter_is_set(const swarm_params *params, enum cli_option option)
{
    const char *value = cli_parameter(params, option);
    return value && strcmp(value, "true") == 0;
}

bool cli_without_device(const swarm_params *params)
{
    return strcmp(cli_parameter(params, CLI_DEVICE), "none") == 0;
}

const char *cli_setting(const swarm_result *result, enum cli_option option)
{
    for (size_t i = 0; i < result->setting_count; ++i) {
        if (strcmp(result->settings[i].name, cli_option_name(option)) == 0) {
            return result->settings[i].value;
        }
    }
    return NULL;
}

enum swarm_status cli_checked_run(const struct cli_console *console, const struct cli_arguments *arguments,
                                  enum swarm_status status)
{
    const char *device = environment_device(arguments);
    cli_checked(console, status);
    if (device && (status == SWARM_ERROR_INVALID_ARGUMENT || status == SWARM_ERROR_NO_DEVICE)) {
        cli_error("the environment sets %s to '%s'", CLI_DEVICE_VARIABLE, device);
    }
    return status;
}
