/* command_tsp.c - swarmcl tsp FILE: reads an instance, searches, reports. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cache.h"
#include "commands.h"
#include "interrupt.h"
#include "output_tour.h"
#include "parameters.h"
#include "progress.h"
#include "replay.h"
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
     .help = "start from this TSPLIB tour: the first best, and every ant deposits on it once; with --algorithm mosaic,"
             " which takes several, each is that of a colony of the first population"},
    {.name = "replay",
     .kind = SWARM_PARAM_TEXT,
     .unit = "",
     .operand = "RUN.json",
     .group = "Problem",
     .help = "repeat the run that this document of --json or -o FILE.json tells of, bit for bit, on any device; see"
             " `swarmcl help reproducibility`"},
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

/* One tour of --init, and its length. */
static enum swarm_status add_start(const struct cli_console *console, const struct cli_subject *subject,
                                   swarm_params *params, struct cli_start *start)
{
    uint32_t *tour = NULL;
    enum swarm_status status = swarm_tour_read(console->context, start->path, subject->instance, &tour);
    if (status == SWARM_OK) {
        status = (subject->path ? swarm_path_length : swarm_tour_length)(console->context, subject->instance, tour,
                                                                         subject->info->node_count, &start->length);
    }
    if (status == SWARM_OK) {
        status = swarm_params_add_start(console->context, params, tour, subject->info->node_count);
    }
    swarm_free(tour);
    return status == SWARM_OK ? SWARM_OK : cli_fail(console, status);
}

/* The tours of --init become the start of the run; *starts, owned, tells them. */
static enum swarm_status set_starts(const struct cli_console *console, const struct cli_arguments *arguments,
                                    struct cli_subject *subject, swarm_params *params, struct cli_start **starts)
{
    size_t count = 0;
    while (cli_arguments_value_at(arguments, "init", count)) {
        ++count;
    }
    if (count == 0) {
        return SWARM_OK;
    }
    *starts = calloc(count, sizeof **starts);
    if (!*starts) {
        return cli_fail_memory();
    }
    enum swarm_status status = SWARM_OK;
    for (size_t i = 0; i < count && status == SWARM_OK; ++i) {
        (*starts)[i].path = cli_arguments_value_at(arguments, "init", i);
        status = add_start(console, subject, params, &(*starts)[i]);
    }
    subject->starts = *starts;
    subject->start_count = count;
    return status;
}

/* The parameters of the run that goes on. */
static enum swarm_status set_resumed(const struct cli_console *console, const struct cli_arguments *arguments,
                                     swarm_params *params)
{
    if (cli_arguments_has(arguments, "replay")) {
        return cli_usage_error(arguments->command, "--replay and --resume exclude each other: one repeats a run from "
                                                   "its start, the other goes on with one");
    }
    enum swarm_status status = swarm_params_resume(console->context, params);
    if (status == SWARM_ERROR_INVALID_ARGUMENT) {
        return cli_usage_error(arguments->command, "%s", swarm_context_error(console->context));
    }
    return status == SWARM_OK ? SWARM_OK : cli_fail(console, status);
}

/* Files that do not depend on the instance come first: options, the document of --replay. */
static enum swarm_status set_params(const struct cli_console *console, const struct cli_arguments *arguments,
                                    swarm_params *params, struct cli_replay *replay)
{
    enum swarm_status status = cli_parameters_set(console, arguments, params);
    if (status == SWARM_OK && cli_arguments_has(arguments, "replay")) {
        status = cli_replay_read(console, arguments, replay);
        status = status == SWARM_OK ? cli_replay_set(console, arguments, replay, params) : status;
    }
    if (status == SWARM_OK && cli_arguments_has(arguments, "resume")) {
        status = set_resumed(console, arguments, params);
    }
    if (status == SWARM_OK) {
        status = cli_outputs_probe(arguments);
    }
    swarm_params_profile(params, cli_arguments_has(arguments, "profile"));
    return status;
}

/* The run on an instance that has been read. */
static enum swarm_status run_instance(struct cli_console *console, const struct cli_arguments *arguments,
                                      const swarm_instance *instance, swarm_params *params,
                                      const struct cli_replay *replay)
{
    struct cli_subject subject = cli_subject_make(instance, params);
    struct cli_start *starts = NULL;
    swarm_result *result = NULL;
    const char *map = cli_outputs_find(arguments, ".svg");
    enum swarm_status status = cli_replay_check_instance(replay, &subject, arguments->operands[0]);
    if (status == SWARM_OK && map) {
        status = cli_svg_require_positions(map, &subject);
    }
    if (status == SWARM_OK) {
        status = set_starts(console, arguments, &subject, params, &starts);
    }
    if (status == SWARM_OK) {
        status = cli_replay_check_starts(arguments, replay, &subject);
    }
    if (status == SWARM_OK) {
        status = solve(console, arguments, &subject, params, &result);
    }
    if (status == SWARM_OK) {
        cli_replay_compare(console, replay, &subject, result);
        status = report(console, arguments, &subject, result);
    }
    swarm_result_destroy(&result);
    free(starts);
    return status;
}

static enum swarm_status run_tsp(struct cli_console *console, const struct cli_arguments *arguments)
{
    swarm_params *params = NULL;
    swarm_instance *instance = NULL;
    struct cli_replay replay = {.path = NULL};
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
    status = set_params(console, arguments, params, &replay);
    if (status == SWARM_OK) {
        status = read_instance(console, arguments->operands[0], &instance);
    }
    if (status == SWARM_OK) {
        status = run_instance(console, arguments, instance, params, &replay);
    }
done:
    swarm_instance_destroy(&instance);
    swarm_params_destroy(&params);
    cli_replay_deinit(&replay);
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
    .repeatable = (const char *const[]){"output", "init", NULL},
    .run = run_tsp,
};
