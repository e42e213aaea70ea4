#include "parameters.h"

#include <stdlib.h>

#include "buffer.h"

/* The device of the environment, NULL when the command line names one. */
static const char *environment_device(const struct cli_arguments *arguments)
{
    const char *device = getenv(CLI_DEVICE_VARIABLE);
    return device && *device && !cli_arguments_has(arguments, "device") ? device : NULL;
}

enum swarm_status cli_parameters_take(const struct cli_console *console, const struct cli_arguments *arguments,
                                      const char *name, swarm_params *params)
{
    struct cli_buffer joined = {.bytes = NULL};
    enum swarm_status status = SWARM_OK;
    const char *value = cli_arguments_value(arguments, name);
    if (!value) {
        return SWARM_OK;
    }
    for (size_t i = 0; value; value = cli_arguments_value_at(arguments, name, ++i)) {
        cli_buffer_text(&joined, i > 0 ? "," : "");
        cli_buffer_text(&joined, value);
    }
    cli_buffer_put(&joined, "", 1);
    if (joined.failed) {
        status = cli_fail_memory();
    } else if ((status = swarm_params_set(console->context, params, name, joined.bytes)) != SWARM_OK) {
        status = status == SWARM_ERROR_INVALID_ARGUMENT
                     ? cli_usage_error(arguments->command, "%s", swarm_context_error(console->context))
                     : cli_fail(console, status);
    }
    cli_buffer_deinit(&joined);
    return status;
}

enum swarm_status cli_parameters_set(const struct cli_console *console, const struct cli_arguments *arguments,
                                     swarm_params *params)
{
    for (size_t i = 0; i < arguments->given_count; ++i) {
        const struct cli_argument *given = &arguments->given[i];
        if (!given->of_library) {
            continue;
        }
        enum swarm_status status = cli_parameters_take(console, arguments, given->row->name, params);
        if (status != SWARM_OK) {
            return status;
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
