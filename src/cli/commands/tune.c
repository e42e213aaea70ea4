/* tune.c - swarmcl tune [FILE]: finds the fastest shapes of a device and writes them as a tuning file. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/interrupt.h"
#include "cli/documents/output.h"
#include "cli/parameters.h"
#include "cli/progress.h"

/* "N" or "N..M" */
static bool parse_range(const char *text, struct swarm_tuning_request *request)
{
    char low[10], high[10];
    int one = 0, both = 0; /* bytes read */
    const int count = sscanf(text, "%9[0-9]%n..%9[0-9]%n", low, &one, high, &both);
    request->node_low = count > 0 ? (uint32_t)strtoul(low, NULL, 10) : 0;
    request->node_high = count > 1 ? (uint32_t)strtoul(high, NULL, 10) : request->node_low;
    return text[count > 1 ? both : one] == '\0' && request->node_low >= 1 && request->node_low <= request->node_high
           && request->node_high <= 100000000;
}

static enum swarm_status make_request(const struct cli_arguments *arguments, struct swarm_tuning_request *request)
{
    const char *nodes = cli_value(arguments, CLI_NODES);
    const bool file = arguments->operand_count > 0;
    request->seconds = strtod(cli_value(arguments, CLI_TIME), NULL);
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

enum { TEXT_SIZE = 512, ROW_SIZE = 256 };

/* A tuning under way. */
struct tuning {
    struct cli_console *console;
    struct cli_progress progress;
    struct cli_json json; /* the document, in the midst of its list of measurements */
};

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
        struct cli_json *json = &tuning->json;
        cli_json_put(json, "~{nodes: %" PRIu32 ", parameter: %s, value: %s", step->node_count, step->phase, step->row);
        if (step->group_size > 0) {
            cli_json_put(json, "group-size: %" PRIu32, step->group_size);
        }
        if (step->ants_per_group > 0) {
            cli_json_put(json, "ants-per-group: %" PRIu32, step->ants_per_group);
        }
        cli_json_put(json, "iterations: %" PRIu32 ", seconds: %g, reason: %s}", step->iterations,
                     step->iterations > 0 ? step->seconds : (double)NAN, step->reason);
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

static enum swarm_status run_tune(struct cli_console *console, const struct cli_arguments *arguments)
{
    const char *output = cli_value(arguments, CLI_OUTPUT);
    const char *path = strcmp(output, "-") == 0 ? NULL : output;
    struct tuning tuning = {.console = console};
    struct swarm_tuning_request request = {.node_low = 0};
    swarm_params *params = NULL;
    swarm_instance *instance = NULL;
    char *text = NULL;
    size_t size = 0;
    enum swarm_status status = SWARM_OK;
    cli_interrupt_install(console->context, false);
    TRY_OR(done, make_request(arguments, &request));
    TRY_OR(done, cli_parameters_create(console, arguments, &params));
    TRY_OR(done, cli_outputs_probe(console, arguments, NULL));
    if (arguments->operand_count > 0) {
        TRY_OR(done, cli_checked(console,
                                 swarm_instance_read_for(console->context, params, arguments->operands[0], &instance)));
        swarm_params_instance(params, instance);
    }
    if (console->json) {
        cli_document_begin(&tuning.json);
        cli_json_put(&tuning.json, "measurements: [");
    }
    cli_progress_begin(&tuning.progress, console, NULL, NULL);
    status = swarm_tune(console->context, params, &request, on_step, &tuning, &text, &size);
    cli_progress_end(&tuning.progress);
    TRY_OR(done, cli_checked_run(console, arguments, status));
    if (path || !console->json) {
        status = cli_output_bytes(console, path, text, size);
    }
    if (console->json) {
        cli_json_put(&tuning.json, "], file: %s, tuning: %s", path, text);
        const enum swarm_status printed = cli_document_print(&tuning.json);
        status = status == SWARM_OK ? printed : status;
    }
done:
    swarm_free(text);
    cli_buffer_deinit(&tuning.json.text);
    swarm_params_destroy(&params);
    swarm_instance_destroy(&instance);
    cli_interrupt_remove();
    return status;
}

static const struct swarm_param rows[] = {
    CLI_ROW(OUTPUT, TEXT, "FILE", "Output", "write the tuning file to FILE; - is stdout", .fallback = "-",
            .letter = 'o', .writes = true, .common = true),
    CLI_ROW(NODES, TEXT, "N[..M]", "Problem",
            "measure random instances of N nodes; with M instances of N and M nodes and one between", .common = true),
    CLI_ROW(TIME, REAL, "SECONDS", "Run", "time of all measurements together", .fallback = "60", .minimum = "(0",
            .maximum = "1000000", .unit = "s", .common = true),
    {.name = NULL},
};

const struct cli_command cli_command_tune = {
    .name = "tune",
    .operands = "[FILE]",
    .help = "find the fastest shapes of a device for --tuning",
    .details = "Finds the fastest improver of mosaic and shapes of ants on a device, for the instance FILE or for\n"
               "random instances of --nodes, and prints a tuning file.",
    .more = "`swarmcl tsp FILE --tuning TUNING` takes the file (see `swarmcl help tuning`). No tour depends\n"
            "on it. Without --algorithm mosaic, ants on lists and ants on whole rows are measured, as far as\n"
            "the other options go with them. SIGINT (Ctrl-C) and SIGTERM end the measurements with the best\n"
            "so far. -v prints every measurement, and so does --json. Without --device the environment\n"
            "variable " CLI_DEVICE_VARIABLE " names the device.",
    .problem = &cli_tours,
    .picked = (const enum cli_option[]){CLI_COLUMNS, CLI_ALGORITHM, CLI_ANTS, CLI_ALPHA, CLI_BETA, CLI_RHO,
                                        CLI_SELECTION, CLI_COMPRESS_FROM, CLI_SEED, CLI_LAUNCH_MS, CLI_PLATFORM,
                                        CLI_DEVICE, CLI_OPTION_COUNT},
    .own = rows,
    .ranks = CLI_RANKS_REFUSED,
    .run = run_tune,
};
