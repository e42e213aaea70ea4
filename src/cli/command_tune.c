/* command_tune.c - swarmcl tune [FILE]: finds the fastest shapes of a device and writes them as a tuning file. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cache.h"
#include "commands.h"
#include "interrupt.h"
#include "output.h"
#include "parameters.h"
#include "progress.h"

static const struct swarm_param own_params[] = {
    {.name = "nodes",
     .kind = SWARM_PARAM_TEXT,
     .unit = "",
     .operand = "N[..M]",
     .group = "Problem",
     .help = "instead of FILE random instances of N nodes; of N to M nodes both ends and the middle are measured"},
    {.name = "time",
     .kind = SWARM_PARAM_REAL,
     .fallback = "30",
     .minimum = "(0",
     .maximum = "1000000",
     .unit = "s",
     .operand = "SECONDS",
     .group = "Stopping",
     .help = "wall time of all measurements together"},
    {.name = "output",
     .letter = 'o',
     .kind = SWARM_PARAM_TEXT,
     .fallback = "-",
     .unit = "",
     .operand = "FILE",
     .group = "Output",
     .help = "where to write the tuning file; - is stdout"},
};
enum { OWN_COUNT = sizeof own_params / sizeof own_params[0] };

/* The parameters of a run that tell what is to be measured, and where. */
static const struct swarm_param *picked_params(size_t *count)
{
    static const char *const names[] = {"ants",          "alpha", "beta",      "rho",      "selection",
                                        "compress-from", "seed",  "launch-ms", "platform", "device"};
    enum { PICKED_COUNT = sizeof names / sizeof names[0] };
    static struct swarm_param picked[PICKED_COUNT];
    size_t row_count = 0;
    const struct swarm_param *rows = swarm_tsp_params(&row_count);
    for (size_t i = 0; i < PICKED_COUNT; ++i) {
        picked[i] = *swarm_param_find(rows, row_count, names[i]);
    }
    *count = PICKED_COUNT;
    return picked;
}

static const char *value_of(const struct cli_arguments *arguments, const char *name)
{
    const char *text = cli_arguments_value(arguments, name);
    return text ? text : swarm_param_find(own_params, OWN_COUNT, name)->fallback;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* What is to be measured                                                                                             */

/* Digits of a number from 1 to 10^8 at *text, which moves behind them. */
static bool parse_nodes(const char **text, uint32_t *nodes)
{
    const size_t digits = strspn(*text, "0123456789");
    unsigned long number = digits > 0 && digits <= 9 ? strtoul(*text, NULL, 10) : 0;
    *text += digits;
    *nodes = (uint32_t)number;
    return number >= 1 && number <= 100000000;
}

/* "N" or "N..M" */
static bool parse_range(const char *text, struct swarm_tuning_request *request)
{
    if (!parse_nodes(&text, &request->node_low)) {
        return false;
    }
    request->node_high = request->node_low;
    if (strncmp(text, "..", 2) == 0) {
        text += 2;
        if (!parse_nodes(&text, &request->node_high)) {
            return false;
        }
    }
    return *text == '\0' && request->node_low <= request->node_high;
}

static enum swarm_status make_request(const struct cli_arguments *arguments, struct swarm_tuning_request *request)
{
    const char *nodes = cli_arguments_value(arguments, "nodes");
    const bool file = arguments->operand_count > 0;
    request->seconds = strtod(value_of(arguments, "time"), NULL);
    if (file == (nodes != NULL)) {
        return cli_usage_error(arguments->command,
                               file ? "FILE and --nodes exclude each other" : "FILE or --nodes N[..M] is missing");
    }
    return file || parse_range(nodes, request)
               ? SWARM_OK
               : cli_usage_error(arguments->command,
                                 "--nodes %s: expected N or N..M, numbers from 1 to 100000000, the smaller one first",
                                 *nodes ? nodes : "''");
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Measuring                                                                                                          */

enum { TEXT_SIZE = 512, ROW_SIZE = 256 };

/* A tuning at work. */
struct tuning {
    struct cli_console *console;
    struct cli_progress progress;
    struct cli_json json; /* the document, within its list of measurements */
};

static void add_measurement(struct cli_json *json, const struct swarm_tuning_step *step)
{
    cli_json_flat(json);
    cli_json_object_begin(json, NULL);
    cli_json_unsigned(json, "nodes", step->node_count);
    cli_json_text(json, "parameter", step->phase);
    cli_json_text(json, "value", step->row);
    if (step->group_size > 0) {
        cli_json_unsigned(json, "group-size", step->group_size);
    }
    if (step->ants_per_group > 0) {
        cli_json_unsigned(json, "ants-per-group", step->ants_per_group);
    }
    cli_json_unsigned(json, "iterations", step->iterations);
    if (step->iterations > 0) {
        cli_json_real(json, "seconds", step->seconds);
    } else {
        cli_json_null(json, "seconds");
    }
    cli_json_text(json, "reason", step->reason);
    cli_json_object_end(json);
}

static void on_step(void *user, const struct swarm_tuning_step *step)
{
    struct tuning *tuning = user;
    char row[ROW_SIZE], line[TEXT_SIZE];
    int used = snprintf(row, sizeof row, "%" PRIu32 " nodes, %s %s", step->node_count, step->phase, step->row);
    if (step->group_size > 0) {
        used += snprintf(row + used, sizeof row - (size_t)used, ", group-size %" PRIu32, step->group_size);
    }
    if (step->ants_per_group > 0) {
        snprintf(row + used, sizeof row - (size_t)used, ", ants-per-group %" PRIu32, step->ants_per_group);
    }
    if (tuning->console->json) {
        add_measurement(&tuning->json, step);
    }
    if (tuning->console->verbose && step->reason) {
        cli_note(tuning->console, "%s: left out: %s", row, step->reason);
    } else if (tuning->console->verbose) {
        cli_note(tuning->console, "%s: %.4g ms, %" PRIu32 " iteration%s", row, 1e3 * step->seconds, step->iterations,
                 step->iterations == 1 ? "" : "s");
    }
    const double left = step->budget > step->elapsed ? step->budget - step->elapsed : 0.0;
    snprintf(line, sizeof line, "%s, best %.4g ms, %.0f s left", row, 1e3 * step->best_seconds, left);
    cli_progress_show(&tuning->progress, line, step->elapsed);
}

static enum swarm_status measure(struct tuning *tuning, const struct cli_arguments *arguments,
                                 const struct swarm_tuning_request *request, const swarm_params *params, char **text,
                                 size_t *size)
{
    struct cli_console *console = tuning->console;
    if (strcmp(swarm_params_get(params, "device"), "none") != 0) {
        cli_cache_prepare(console);
    }
    if (console->json) {
        cli_json_object_begin(&tuning->json, NULL);
        cli_json_version(&tuning->json);
        cli_json_array_begin(&tuning->json, "measurements");
    }
    cli_progress_begin_plain(&tuning->progress, console);
    enum swarm_status status = swarm_tsp_tune(console->context, params, request, on_step, tuning, text, size);
    cli_progress_end(&tuning->progress);
    return status == SWARM_OK ? SWARM_OK : cli_parameters_fail(console, arguments, status);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The command                                                                                                        */

static enum swarm_status report(struct tuning *tuning, const char *path, const char *text, size_t size)
{
    enum swarm_status status = SWARM_OK;
    if (path) {
        cli_interrupt_hold();
        status = swarm_file_replace(tuning->console->context, path, text, size);
        cli_interrupt_release();
        if (status != SWARM_OK) {
            cli_fail(tuning->console, status);
        } else {
            cli_note(tuning->console, "wrote %s", path);
        }
    }
    if (tuning->console->json) {
        cli_json_array_end(&tuning->json);
        cli_json_text(&tuning->json, "file", path);
        cli_json_text(&tuning->json, "tuning", text);
        cli_json_object_end(&tuning->json);
        enum swarm_status printed = cli_print_json(&tuning->json);
        status = status == SWARM_OK ? printed : status;
    } else if (!path) {
        fwrite(text, 1, size, stdout); /* main() looks at stdout's error flag */
    }
    return status;
}

static enum swarm_status run_tune(struct cli_console *console, const struct cli_arguments *arguments)
{
    const char *output = value_of(arguments, "output");
    const char *path = strcmp(output, "-") == 0 ? NULL : output;
    struct tuning tuning = {.console = console};
    struct swarm_tuning_request request = {.instance = NULL};
    swarm_params *params = NULL;
    swarm_instance *instance = NULL;
    char *text = NULL;
    size_t size = 0;
    cli_interrupt_install(console->context);
    cli_json_init(&tuning.json);
    enum swarm_status status = make_request(arguments, &request);
    if (status == SWARM_OK) {
        status = swarm_params_create(console->context, &params);
        status = status == SWARM_OK ? cli_parameters_set(console, arguments, params) : cli_fail(console, status);
    }
    if (status == SWARM_OK && path) {
        status = cli_outputs_probe(arguments);
    }
    if (status == SWARM_OK && arguments->operand_count > 0) {
        status = swarm_instance_read(console->context, arguments->operands[0], &instance);
        status = status == SWARM_OK ? SWARM_OK : cli_fail(console, status);
        request.instance = instance;
    }
    if (status == SWARM_OK) {
        status = measure(&tuning, arguments, &request, params, &text, &size);
    }
    if (status == SWARM_OK) {
        status = report(&tuning, path, text, size);
    }
    swarm_free(text);
    cli_json_deinit(&tuning.json);
    swarm_instance_destroy(&instance);
    swarm_params_destroy(&params);
    cli_interrupt_remove();
    return status;
}

const struct cli_command cli_command_tune = {
    .name = "tune",
    .operands = "[FILE]",
    .help = "find the fastest shapes of a device for --tuning",
    .details =
        "Measures, for the instance FILE or for random ones of --nodes, how a device builds tours, measures them\n"
        "and lays trails fastest, and prints what it found as a tuning file: `swarmcl tsp FILE --tuning TUNING`\n"
        "takes it, and `swarmcl help tuning` tells what it may hold. No tour depends on it. SIGINT and SIGTERM\n"
        "end the measurements with the best so far. -v tells every measurement, --json prints them. When\n"
        "--device is not given, the environment variable " CLI_DEVICE_VARIABLE " takes its place.",
    .solver_params = picked_params,
    .own_params = own_params,
    .own_count = OWN_COUNT,
    .ranks = CLI_RANKS_REFUSED,
    .run = run_tune,
};
