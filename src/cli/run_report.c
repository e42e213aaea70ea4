#include "run_report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* NULL for a parameter that the run has no value of. */
static const char *value_of(const struct cli_run *run, const char *name)
{
    for (size_t i = 0; i < run->setting_count; ++i) {
        if (strcmp(run->settings[i].name, name) == 0) {
            return run->settings[i].value;
        }
    }
    return NULL;
}

bool cli_run_has(const struct cli_run *run, const char *name)
{
    return value_of(run, name) != NULL;
}

const char *cli_run_setting(const struct cli_run *run, const char *name)
{
    const char *value = value_of(run, name);
    return value ? value : "?";
}

void cli_json_version(struct cli_json *json)
{
    cli_json_text(json, "version", swarm_version());
}

void cli_json_device(struct cli_json *json, const char *key, const struct swarm_device *device)
{
    if (!device) {
        cli_json_null(json, key);
        return;
    }
    cli_json_object_begin(json, key);
    cli_json_unsigned(json, "index", device->index);
    cli_json_unsigned(json, "platform", device->platform);
    cli_json_unsigned(json, "device", device->device);
    cli_json_text(json, "type", swarm_device_type_name(device->type));
    cli_json_text(json, "name", device->name);
    cli_json_text(json, "platform_name", device->platform_name);
    cli_json_text(json, "driver", device->driver);
    cli_json_text(json, "opencl_version", device->version);
    cli_json_text(json, "opencl_c_version", device->c_version);
    cli_json_unsigned(json, "compute_units", device->compute_units);
    cli_json_unsigned(json, "clock_mhz", device->clock);
    cli_json_unsigned(json, "global_memory_bytes", device->global_memory);
    cli_json_unsigned(json, "max_allocation_bytes", device->max_allocation);
    cli_json_unsigned(json, "local_memory_bytes", device->local_memory);
    cli_json_unsigned(json, "max_group_size", device->max_group_size);
    cli_json_bool(json, "fp64", device->fp64);
    cli_json_bool(json, "simulator", device->simulator);
    cli_json_bool(json, "duplicate", device->duplicate);
    cli_json_bool(json, "usable", device->usable);
    cli_json_bool(json, "automatic", device->automatic);
    cli_json_object_end(json);
}

void cli_json_parameters(struct cli_json *json, const struct cli_run *run)
{
    cli_json_object_begin(json, "parameters");
    for (size_t i = 0; i < run->setting_count; ++i) {
        const struct swarm_setting *setting = &run->settings[i];
        switch (setting->kind) {
        case SWARM_PARAM_FLAG:
            cli_json_bool(json, setting->name, setting->value && strcmp(setting->value, "true") == 0);
            break;
        case SWARM_PARAM_INTEGER:
        case SWARM_PARAM_REAL:
            cli_json_number_text(json, setting->name, setting->value);
            break;
        case SWARM_PARAM_WORD:
        case SWARM_PARAM_TEXT:
            cli_json_text(json, setting->name, setting->value);
            break;
        }
    }
    cli_json_object_end(json);
}

static void timing_object(struct cli_json *json, const struct swarm_timing *timing)
{
    cli_json_object_begin(json, "timing");
    cli_json_seconds(json, "read", timing->read);
    cli_json_seconds(json, "context", timing->context);
    cli_json_seconds(json, "build", timing->build);
    cli_json_seconds(json, "setup", timing->setup);
    cli_json_seconds(json, "loop", timing->loop);
    cli_json_seconds(json, "total", timing->total);
    cli_json_seconds(json, "checkpoints", timing->checkpoints);
    cli_json_object_end(json);
}

static void memory_object(struct cli_json *json, const struct cli_run *run)
{
    cli_json_object_begin(json, "memory");
    cli_json_unsigned(json, "bytes", run->plan_bytes);
    cli_json_object_begin(json, "buffers");
    for (size_t i = 0; i < run->plan_count; ++i) {
        cli_json_unsigned(json, run->plan[i].name, run->plan[i].bytes);
    }
    cli_json_object_end(json);
    cli_json_object_end(json);
}

/* Seconds of all kernels. */
static double kernel_seconds(const struct cli_run *run)
{
    double sum = 0.0;
    for (size_t i = 0; i < run->kernel_count; ++i) {
        sum += run->kernels[i].seconds;
    }
    return sum;
}

/* Time of each kernel from events, null without --profile. */
static void kernels_array(struct cli_json *json, const struct cli_run *run)
{
    if (run->kernel_count == 0) {
        cli_json_null(json, "kernels");
        return;
    }
    const double total = kernel_seconds(run);
    cli_json_array_begin(json, "kernels");
    for (size_t i = 0; i < run->kernel_count; ++i) {
        const struct swarm_kernel_time *kernel = &run->kernels[i];
        cli_json_flat(json);
        cli_json_object_begin(json, NULL);
        cli_json_text(json, "name", kernel->name);
        cli_json_unsigned(json, "calls", kernel->calls);
        cli_json_real(json, "seconds", kernel->seconds);
        cli_json_real(json, "mean_seconds", kernel->seconds / (double)kernel->calls);
        cli_json_real(json, "median_seconds", kernel->median_seconds);
        cli_json_real(json, "share", total > 0.0 ? kernel->seconds / total : 0.0);
        cli_json_object_end(json);
    }
    cli_json_array_end(json);
}

void cli_json_costs(struct cli_json *json, const struct cli_run *run)
{
    timing_object(json, run->timing);
    memory_object(json, run);
    kernels_array(json, run);
}

static void print_profile_row(const char *name, uint64_t calls, double seconds, double total)
{
    printf("%-28s %12" PRIu64 " %12.3f %12.3f %5.1f %%\n", name, calls, 1e3 * seconds,
           calls > 0 ? 1e6 * seconds / (double)calls : 0.0, total > 0.0 ? 100.0 * seconds / total : 0.0);
}

void cli_print_profile(const struct cli_run *run)
{
    const double total = kernel_seconds(run);
    uint64_t calls = 0;
    printf("\n%-28s %12s %12s %12s %7s\n", "kernel", "calls", "total ms", "mean us", "share");
    for (size_t i = 0; i < run->kernel_count; ++i) {
        const struct swarm_kernel_time *kernel = &run->kernels[i];
        print_profile_row(kernel->name, kernel->calls, kernel->seconds, total);
        calls += kernel->calls;
    }
    print_profile_row("all", calls, total, total);
    printf("%-28s %12s %12.3f\n", "wall time of the iterations", "", 1e3 * run->timing->loop);
}
