#include "parameters.h"

#include <stdlib.h>

/* The device of the environment, NULL when the command line names one. */
static const char *environment_device(const struct cli_arguments *arguments)
{
    const char *device = getenv(CLI_DEVICE_VARIABLE);
    return device && *device && !cli_arguments_has(arguments, "device") ? device : NULL;
}

enum swarm_status cli_parameters_set(const struct cli_console *console, const struct cli_arguments *arguments,
                                     swarm_params *params)
{
    for (size_t i = 0; i < arguments->given_count; ++i) {
        const struct cli_argument *given = &arguments->given[i];
        if (!given->of_library) {
            continue;
        }
        enum swarm_status status = swarm_params_set(console->context, params, given->row->name, given->value);
        if (status == SWARM_ERROR_INVALID_ARGUMENT) {
            return cli_usage_error(arguments->command, "%s", swarm_context_error(console->context));
        }
        if (status != SWARM_OK) {
            return cli_fail(console, status);
        }
    }
    const char *device = environment_device(arguments);
    enum swarm_status status = device ? swarm_params_set(console->context, params, "device", device) : SWARM_OK;
    return status == SWARM_OK ? SWARM_OK : cli_fail(console, status);
}

enum swarm_status cli_parameters_fail(const struct cli_console *console, const struct cli_arguments *arguments,
                                      enum swarm_status status)
{
    const char *device = environment_device(arguments);
    cli_fail(console, status);
    if (device && (status == SWARM_ERROR_INVALID_ARGUMENT || status == SWARM_ERROR_NO_DEVICE)) {
        cli_error("the environment sets %s to '%s'", CLI_DEVICE_VARIABLE, device);
    }
    return status;
}
