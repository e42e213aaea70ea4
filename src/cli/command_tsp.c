/* command_tsp.c - swarmcl tsp FILE: reads an instance, searches, reports. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cache.h"
#include "commands.h"
#include "interrupt.h"
#include "output_tour.h"
#include "parameters.h"
#include "progress.h"
#include "report.h"

static const struct swarm_param tsp_params[] = {
    {.name = "output",
     .letter = 'o',
     .kind = SWARM_PARAM_TEXT,
     .unit = "",
     .operand = "FILE",
     .group = "Output",
     .help = "write the best tour as FILE.tour (TSPLIB), its map as FILE.svg, the document of --json as FILE.json or"
             " the curve of the best lengths as FILE.csv"},
    {.name = "init",
     .kind = SWARM_PARAM_TEXT,
     .unit = "",
     .operand = "TOUR",
     .group = "Problem",
     .help = "start from this TSPLIB tour: the first best, and every ant deposits on it once; with --algorithm mosaic a"
             " colony of the first population starts from it"},
    {.name = "profile",
     .kind = SWARM_PARAM_FLAG,
     .unit = "",
     .group = "Output",
     .help = "measure the time of every kernel by events; changes no tour"},
};

static enum swarm_status read_instance(const struct cli_console *console, const char *path, swarm_instance **instance)
{
    enum swarm_status status = swarm_instance_read(console->context, path, instance);
    if (status != SWARM_OK) {
        return cli_fail(console, status);
    }
    const struct swarm_instance_info *info = swarm_instance_describe(*instance);
    if (console->verbose) {
        cli_note(console, "instance %s: %" PRIu32 " nodes, %s, %s", info->name, info->node_count, cli_type_name(info),
                 swarm_metric_name(info->metric));
    }
    if (info->fixed_edge_count > 0) {
        cli_warn(console, "%s: %zu fixed edges were read but are not enforced", path, info->fixed_edge_count);
    }
    return SWARM_OK;
}

static enum swarm_status solve(struct cli_console *console, const struct cli_arguments *arguments,
                               const struct cli_subject *subject, const swarm_params *params, swarm_result **result)
{
    struct cli_progress progress;
    if (strcmp(swarm_params_get(params, "device"), "none") != 0) {
        cli_cache_prepare(console);
    }
    cli_progress_begin(&progress, console, arguments, params);
    enum swarm_status status = swarm_tsp_solve(console->context, subject->instance, params,
                                               cli_progress_of_tour(&progress, subject), &progress, result);
    cli_progress_end(&progress);
    return status == SWARM_OK ? SWARM_OK : cli_parameters_fail(console, arguments, status);
}

/* Files come first: a closed pipe behind stdout must not lose the tour. */
static enum swarm_status report(const struct cli_console *console, const struct cli_arguments *arguments,
                                const struct cli_subject *subject, const swarm_result *result)
{
    const struct cli_tour_work work = {.subject = subject, .result = result};
    enum swarm_status written = cli_outputs_write(console, arguments, cli_output_tour_kinds, &work);
    enum swarm_status printed = SWARM_OK;
    if (console->json) {
        struct cli_json json;
        cli_json_init(&json);
        cli_json_result(&json, subject, result);
        printed = cli_print_json(&json);
        cli_json_deinit(&json);
    } else if (!console->quiet) {
        cli_print_result(subject, result);
        if (result->node_count > CLI_SHORT_TOUR && !cli_arguments_has(arguments, "output")) {
            cli_note(console, "the tour itself goes to a file: -o FILE.tour, FILE.svg or FILE.json");
        }
        if (cli_arguments_has(arguments, "profile")) {
            const struct cli_run run = CLI_RUN_OF(result);
            cli_print_profile(&run);
        }
    }
    return written != SWARM_OK ? written : printed;
}

/* The tour of --init, if there is one, becomes the start of the run. */
static enum swarm_status set_start(const struct cli_console *console, const struct cli_arguments *arguments,
                                   const struct cli_subject *subject, swarm_params *params)
{
    const char *path = cli_arguments_value(arguments, "init");
    if (!path) {
        return SWARM_OK;
    }
    uint32_t *tour = NULL;
    enum swarm_status status = swarm_tour_read(console->context, path, subject->instance, &tour);
    if (status == SWARM_OK) {
        status = swarm_params_start(console->context, params, tour, subject->info->node_count);
    }
    swarm_free(tour);
    return status == SWARM_OK ? SWARM_OK : cli_fail(console, status);
}

static enum swarm_status run_tsp(struct cli_console *console, const struct cli_arguments *arguments)
{
    swarm_params *params = NULL;
    swarm_instance *instance = NULL;
    swarm_result *result = NULL;
    cli_interrupt_install(console->context);
    enum swarm_status status = cli_outputs_check(arguments, cli_output_tour_kinds);
    if (status != SWARM_OK) {
        goto done;
    }
    status = swarm_params_create(console->context, &params);
    if (status != SWARM_OK) {
        cli_fail(console, status);
        goto done;
    }
    status = cli_parameters_set(console, arguments, params);
    if (status == SWARM_OK) {
        status = cli_outputs_probe(arguments);
    }
    if (status == SWARM_OK) {
        status = read_instance(console, arguments->operands[0], &instance);
    }
    if (status != SWARM_OK) {
        goto done;
    }
    const struct cli_subject subject = cli_subject_make(instance, params);
    swarm_params_profile(params, cli_arguments_has(arguments, "profile"));
    const char *map = cli_outputs_find(arguments, ".svg");
    status = map ? cli_svg_require_positions(map, &subject) : SWARM_OK;
    if (status == SWARM_OK) {
        status = set_start(console, arguments, &subject, params);
    }
    if (status == SWARM_OK) {
        status = solve(console, arguments, &subject, params, &result);
    }
    if (status == SWARM_OK) {
        status = report(console, arguments, &subject, result);
    }
done:
    swarm_result_destroy(&result);
    swarm_instance_destroy(&instance);
    swarm_params_destroy(&params);
    cli_interrupt_remove();
    return status;
}

const struct cli_command cli_command_tsp = {
    .name = "tsp",
    .operands = "FILE",
    .help = "search for a short tour of an instance",
    .details = "Searches for a short tour of FILE with an ant colony, or with colonies that recombine their tours.\n"
               "FILE is a TSPLIB95 instance of type TSP or ATSP or a CSV table of points, packed by gzip or not; - is\n"
               "the standard input. The result goes to stdout, everything else to stderr. The same FILE, options and\n"
               "seed give the same tour on every device. SIGINT and SIGTERM end the search with the best tour so far,\n"
               "a second one ends the program at once. When --device is not given, the environment "
               "variable " CLI_DEVICE_VARIABLE " takes its place.\n"
               "`swarmcl help` lists topics that tell more: formats, outputs, stopping, devices and others.",
    .solver_params = swarm_tsp_params,
    .own_params = tsp_params,
    .own_count = sizeof tsp_params / sizeof tsp_params[0],
    .repeatable = "output",
    .run = run_tsp,
};
