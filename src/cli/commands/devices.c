/* devices.c - swarmcl devices: lists the OpenCL devices. */
#include <string.h>

#include "cli/documents/report.h"

static enum swarm_status print_table(const struct swarm_device *devices, size_t count)
{
    static const char prefix[] = "OpenCL C "; /* left out of the cells, because the column's heading has it */
    struct cli_table table = {.columns = "r......rrrrrr."};
    char bytes[32];
    cli_table_add_words(&table,
                        "index,P:D,type,name,platform,driver,OpenCL C,CUs,clock,memory,max alloc,local,fp64,notes");
    for (const struct swarm_device *device = devices; device < devices + count; ++device) {
        cli_table_add(&table, "%s%u", device->automatic ? "*" : "", device->index);
        cli_table_add(&table, "%u:%u", device->platform, device->device);
        cli_table_add(&table, "%s", swarm_device_type_name(device->type));
        cli_table_add(&table, "%s", device->name);
        cli_table_add(&table, "%s", device->platform_name);
        cli_table_add(&table, "%s", device->driver);
        const bool prefixed = strncmp(device->c_version, prefix, strlen(prefix)) == 0;
        cli_table_add(&table, "%s", device->c_version + (prefixed ? strlen(prefix) : 0));
        cli_table_add(&table, "%u", device->compute_units);
        cli_table_add(&table, "%u MHz", device->clock);
        cli_table_add(&table, "%s", cli_bytes_text(device->global_memory, bytes, sizeof bytes));
        cli_table_add(&table, "%s", cli_bytes_text(device->max_allocation, bytes, sizeof bytes));
        cli_table_add(&table, "%s", cli_bytes_text(device->local_memory, bytes, sizeof bytes));
        cli_table_add(&table, "%s", device->fp64 ? "yes" : "no");
        const char *kind = device->simulator ? "simulator" : device->software ? "software renderer" : "";
        const char *second = device->duplicate ? "duplicate" : "", *unusable = device->usable ? "" : "unusable";
        cli_table_add(&table, "%s%s%s%s%s", kind, *kind && (*second || *unusable) ? ", " : "", second,
                      *second && *unusable ? ", " : "", unusable);
    }
    return cli_table_print(&table);
}

static enum swarm_status search_devices(struct cli_console *console, const struct cli_arguments *arguments)
{
    const struct swarm_device *devices = NULL;
    struct cli_json json;
    size_t count = 0, index = 0;
    (void)arguments;
    TRY(cli_checked(console, swarm_device_list(console->context, &devices, &count)));
    if (console->json) {
        cli_document_begin(&json);
        cli_json_put(&json, "devices: [");
        for (size_t i = 0; i < count; ++i) {
            cli_json_device(&json, &devices[i]);
        }
        cli_json_put(&json, "]");
        TRY(cli_document_print(&json));
    } else if (!console->quiet && count > 0) {
        TRY(print_table(devices, count));
    }
    if (count == 0) { /* fails without a device, with a message that names the package to install */
        TRY(cli_checked(console, swarm_device_find(console->context, NULL, NULL, &index, 1, &count)));
    }
    return SWARM_OK;
}

const struct cli_command cli_command_devices = {
    .name = "devices",
    .operands = "",
    .help = "list the OpenCL devices",
    .details = "Lists the OpenCL devices of all platforms. `--device` takes the index, P:D, the type or a part of\n"
               "the name. * marks the default device.",
    .run = search_devices,
};
