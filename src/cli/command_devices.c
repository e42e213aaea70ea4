/* command_devices.c - swarmcl devices: lists the OpenCL devices. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cache.h"
#include "commands.h"
#include "report.h"

enum { CELL_SIZE = 128 };

enum devices_column {
    COLUMN_INDEX,
    COLUMN_SELECTOR,
    COLUMN_TYPE,
    COLUMN_NAME,
    COLUMN_PLATFORM,
    COLUMN_DRIVER,
    COLUMN_C_VERSION,
    COLUMN_UNITS,
    COLUMN_CLOCK,
    COLUMN_MEMORY,
    COLUMN_MAX_ALLOCATION,
    COLUMN_LOCAL_MEMORY,
    COLUMN_FP64,
    COLUMN_NOTES,
    COLUMN_COUNT
};

static const struct {
    const char *heading;
    bool right; /* aligned to the right */
} devices_columns[COLUMN_COUNT] = {
    [COLUMN_INDEX] = {"index", true},
    [COLUMN_SELECTOR] = {"P:D", false},
    [COLUMN_TYPE] = {"type", false},
    [COLUMN_NAME] = {"name", false},
    [COLUMN_PLATFORM] = {"platform", false},
    [COLUMN_DRIVER] = {"driver", false},
    [COLUMN_C_VERSION] = {"OpenCL C", false},
    [COLUMN_UNITS] = {"CUs", true},
    [COLUMN_CLOCK] = {"clock", true},
    [COLUMN_MEMORY] = {"memory", true},
    [COLUMN_MAX_ALLOCATION] = {"max alloc", true},
    [COLUMN_LOCAL_MEMORY] = {"local", true},
    [COLUMN_FP64] = {"fp64", true},
    [COLUMN_NOTES] = {"notes", false},
};

static void notes_cell(const struct swarm_device *device, char *cell)
{
    snprintf(cell, CELL_SIZE, "%s%s%s", device->simulator ? " simulator" : "", device->duplicate ? " duplicate" : "",
             device->usable ? "" : " unusable");
    if (*cell) {
        memmove(cell, cell + 1, strlen(cell));
    }
}

/* "OpenCL C 1.2 PoCL" is shown as "1.2 PoCL" below its heading. */
static const char *without_prefix(const char *text, const char *prefix)
{
    size_t length = strlen(prefix);
    return strncmp(text, prefix, length) == 0 ? text + length : text;
}

static void fill_cell(const struct swarm_device *device, enum devices_column column, char *cell)
{
    char bytes[32];
    *cell = '\0';
    switch (column) {
    case COLUMN_INDEX:
        snprintf(cell, CELL_SIZE, "%s%u", device->automatic ? "*" : "", device->index);
        break;
    case COLUMN_SELECTOR:
        snprintf(cell, CELL_SIZE, "%u:%u", device->platform, device->device);
        break;
    case COLUMN_TYPE:
        snprintf(cell, CELL_SIZE, "%s", swarm_device_type_name(device->type));
        break;
    case COLUMN_NAME:
        snprintf(cell, CELL_SIZE, "%s", device->name);
        break;
    case COLUMN_PLATFORM:
        snprintf(cell, CELL_SIZE, "%s", device->platform_name);
        break;
    case COLUMN_DRIVER:
        snprintf(cell, CELL_SIZE, "%s", device->driver);
        break;
    case COLUMN_C_VERSION:
        snprintf(cell, CELL_SIZE, "%s", without_prefix(device->c_version, "OpenCL C "));
        break;
    case COLUMN_UNITS:
        snprintf(cell, CELL_SIZE, "%u", device->compute_units);
        break;
    case COLUMN_CLOCK:
        snprintf(cell, CELL_SIZE, "%u MHz", device->clock);
        break;
    case COLUMN_MEMORY:
        snprintf(cell, CELL_SIZE, "%s", cli_bytes_text(device->global_memory, bytes, sizeof bytes));
        break;
    case COLUMN_MAX_ALLOCATION:
        snprintf(cell, CELL_SIZE, "%s", cli_bytes_text(device->max_allocation, bytes, sizeof bytes));
        break;
    case COLUMN_LOCAL_MEMORY:
        snprintf(cell, CELL_SIZE, "%s", cli_bytes_text(device->local_memory, bytes, sizeof bytes));
        break;
    case COLUMN_FP64:
        snprintf(cell, CELL_SIZE, "%s", device->fp64 ? "yes" : "no");
        break;
    case COLUMN_NOTES:
        notes_cell(device, cell);
        break;
    case COLUMN_COUNT:
        break;
    }
}

static void print_cell(enum devices_column column, const char *cell, size_t width)
{
    if (column == COLUMN_NOTES) {
        printf("%s%s\n", *cell ? "  " : "", cell);
    } else {
        printf(devices_columns[column].right ? "%s%*s" : "%s%-*s", column > 0 ? "  " : "", (int)width, cell);
    }
}

static void print_table(const struct swarm_device *devices, size_t count)
{
    size_t widths[COLUMN_COUNT];
    char cell[CELL_SIZE];
    for (int column = 0; column < COLUMN_COUNT; ++column) {
        widths[column] = strlen(devices_columns[column].heading);
        for (size_t i = 0; i < count; ++i) {
            fill_cell(&devices[i], (enum devices_column)column, cell);
            widths[column] = strlen(cell) > widths[column] ? strlen(cell) : widths[column];
        }
    }
    for (int column = 0; column < COLUMN_COUNT; ++column) {
        print_cell((enum devices_column)column, devices_columns[column].heading, widths[column]);
    }
    for (size_t i = 0; i < count; ++i) {
        for (int column = 0; column < COLUMN_COUNT; ++column) {
            fill_cell(&devices[i], (enum devices_column)column, cell);
            print_cell((enum devices_column)column, cell, widths[column]);
        }
    }
}

static enum swarm_status print_document(const struct swarm_device *devices, size_t count)
{
    struct cli_json json;
    cli_json_init(&json);
    cli_json_object_begin(&json, NULL);
    cli_json_version(&json);
    cli_json_array_begin(&json, "devices");
    for (size_t i = 0; i < count; ++i) {
        cli_json_device(&json, NULL, &devices[i]);
    }
    cli_json_array_end(&json);
    cli_json_object_end(&json);
    enum swarm_status status = cli_print_json(&json);
    cli_json_deinit(&json);
    return status;
}

static enum swarm_status run_devices(struct cli_console *console, const struct cli_arguments *arguments)
{
    (void)arguments;
    const struct swarm_device *devices = NULL;
    size_t count = 0;
    cli_cache_prepare(console);
    enum swarm_status status = swarm_device_list(console->context, &devices, &count);
    if (status != SWARM_OK) {
        return cli_fail(console, status);
    }
    if (console->json) {
        status = print_document(devices, count);
    } else if (!console->quiet && count > 0) {
        print_table(devices, count);
    }
    if (status == SWARM_OK && count == 0) {
        /* The text that names the package to install is that of a search for a device. */
        size_t index = 0;
        status = cli_fail(console, swarm_device_find(console->context, NULL, NULL, &index, 1, &count));
    }
    return status;
}

const struct cli_command cli_command_devices = {
    .name = "devices",
    .operands = "",
    .help = "list the OpenCL devices",
    .details = "Lists the OpenCL devices of all platforms. `--device` takes the index, P:D, the type or a\n"
               "part of the name; * marks the device that is used when none is named.",
    .run = run_devices,
};
