/* tsp.c - the problem of `swarmcl tsp`: instances and tours. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/commands.h"
#include "instance.h"
#include "cli/documents/lists.h"
#include "cli/documents/output.h"
#include "cli/parameters.h"
#include "cli/documents/report.h"
#include "tour_answer.h"

static const struct cli_instance *instance_of(const struct cli_subject *subject)
{
    return (const struct cli_instance *)subject;
}

static void close_instance(struct cli_subject *subject)
{
    struct cli_instance *instance = (struct cli_instance *)subject;
    swarm_instance_destroy(&instance->instance);
    free(subject->starts);
    free(instance);
}

/* Makes the tours of --init the start of the run. */
static enum swarm_status read_starts(const struct cli_console *console, const struct cli_arguments *arguments,
                                     struct cli_instance *instance, swarm_params *params)
{
    struct cli_subject *subject = &instance->subject;
    enum swarm_status status = SWARM_OK;
    subject->starts = calloc(arguments->given_count + 1, sizeof *subject->starts);
    TRY(subject->starts ? SWARM_OK : cli_fail_memory());
    for (const char *path = NULL; (path = cli_value_at(arguments, CLI_INIT, subject->start_count));) {
        struct cli_start *start = &subject->starts[subject->start_count++];
        uint32_t *tour = NULL;
        start->path = path;
        status = cli_instance_read_tour(console, instance, path, false, &tour, &start->score);
        if (status == SWARM_OK) {
            status = cli_checked(console, swarm_params_add_start(console->context, params, tour, subject->size));
        }
        swarm_free(tour);
        TRY(status == SWARM_ERROR_VERIFICATION ? SWARM_ERROR_INPUT : status); /* the tour is input, not an answer */
    }
    return SWARM_OK;
}

static enum swarm_status open_instance(const struct cli_console *console, const struct cli_arguments *arguments,
                                       swarm_params *params, struct cli_subject **subject)
{
    swarm_instance *read = NULL;
    struct cli_instance *made = calloc(1, sizeof *made);
    TRY(made ? SWARM_OK : cli_fail_memory());
    *subject = &made->subject;
    made->subject.problem = &cli_tours;
    TRY(cli_checked(console, swarm_instance_read_for(console->context, params, arguments->operands[0], &read)));
    *made = cli_instance_make(read, params);
    swarm_params_instance(params, read);
    if (console->verbose) {
        cli_note(console, "instance %s: %" PRIu32 " nodes, %s, %s", made->info->name, made->info->node_count,
                 made->info->symmetric ? "TSP" : "ATSP", swarm_metric_name(made->info->metric));
    }
    return read_starts(console, arguments, made, params);
}

static void json_subject(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result)
{
    (void)result;
    cli_json_instance(json, instance_of(subject));
}

static void json_answer(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result)
{
    double gap = 0.0;
    if (result->tour->built_length >= 0) {
        cli_json_score(json, "built_length", subject, cli_score_of_length(subject, result->tour->built_length));
    } else {
        cli_json_put(json, "built_length: null");
    }
    if (result->tour->bound > 0 && cli_proven_gap(CLI_SCORE_OF(subject, result).length, result->tour->bound, &gap)) {
        cli_json_score(json, "bound", subject, cli_score_of_length(subject, result->tour->bound));
        cli_json_put(json, "proven_gap_percent: %g", gap);
    } else {
        cli_json_put(json, "bound: null, proven_gap_percent: null");
    }
}

static void print_counts(const struct cli_subject *subject, const swarm_result *result)
{
    const char *asked = cli_used(result, CLI_BOUND);
    char text[CLI_TEXT_SIZE];
    if (!asked || strcmp(asked, "true") != 0) {
        return;
    }
    if (result->tour->bound > 0) {
        cli_print_field("bound", "%s, no tour is shorter",
                        cli_score_text(subject, cli_score_of_length(subject, result->tour->bound), text));
    } else {
        cli_print_field("bound", "none in this time");
    }
}

static const struct cli_output_kind outputs[] = {
    {.name = "FILE.csv",
     .help = "of tsp the order: position, number, name, x and y or lat and lon, length so far",
     .fill = cli_fill_order},
    {.name = "FILE.tour", .help = "the tour in TSPLIB95, for `swarmcl verify` and --init", .write = cli_write_tour},
    {.name = "FILE.svg", .help = "the map of the tour", .fill = cli_fill_map, .require = cli_require_map},
    {.name = "FILE.txt", .help = "the order as text: a name or else a number a line", .fill = cli_fill_names},
    {.name = "FILE.geojson",
     .help = "the line and its named points, of places on the Earth; RFC 7946",
     .fill = cli_fill_geojson,
     .require = cli_lists_require_earth},
    {.name = "FILE.gpx",
     .help = "the same for devices that navigate: points and a route",
     .fill = cli_fill_gpx,
     .require = cli_lists_require_earth},
    {.name = "FILE.json", .help = "the document that --json prints, which --replay reads", .fill = cli_fill_document},
    {.name = "curve:FILE.csv",
     .help = "improvements: `iteration,seconds,length,gap_percent`, of pso value and distance",
     .fill = cli_fill_curve},
    {.name = NULL},
};

const struct cli_problem cli_tours = {
    .name = "tsp",
    .member = "instance",
    .size = "nodes",
    .score = "length",
    .gap = "gap",
    .gap_member = "gap_percent",
    .answer = "tour",
    .long_form = "the tour itself goes to a file: -o FILE.tour, FILE.csv, FILE.svg or FILE.json",
    .whole = true,
    .outputs = outputs,
    .open = open_instance,
    .close = close_instance,
    .json_subject = json_subject,
    .json_answer = json_answer,
    .json_end = cli_json_tour,
    .print_counts = print_counts,
    .print_answer = cli_print_tour,
};

static const struct swarm_param rows[] = {
    CLI_ROW(OUTPUT, TEXT, "FILE", "Output",
            "write the tour to FILE.csv, .tour, .svg or .json; or to FILE.txt, .geojson or .gpx; see `swarmcl help "
            "outputs`",
            .letter = 'o', .writes = true, .repeats = true, .common = true),
    CLI_ROW(
        INIT, TEXT, "TOUR", "Problem",
        "start from this TSPLIB tour; every ant deposits on it once; --algorithm mosaic takes several tours, each for "
        "an individual of the first population",
        .reads = true, .repeats = true),
    {.name = NULL},
};

const struct cli_command cli_command_tsp = {
    .name = "tsp",
    .operands = "FILE",
    .help = "search for a short tour of an instance",
    .details = "Searches for a short tour of FILE: a TSPLIB95 instance (TSP or ATSP) or a CSV table, packed by\n"
               "gzip or not; - is the standard input.",
    .more = "The result goes to stdout, all messages go to stderr. The same FILE, options, seed and number\n"
            "of iterations give the same tour on every device. SIGINT (Ctrl-C), SIGTERM and SIGHUP end the\n"
            "search with the best tour so far; a second signal ends the program at once, without a result. Without\n"
            "--device the environment variable " CLI_DEVICE_VARIABLE
            " names the device. `swarmcl help` lists more topics,\n"
            "such as formats, outputs, stopping and devices.",
    .problem = &cli_tours,
    .own = rows,
    .shared = CLI_ROWS_OF_RUNS,
    .ranks = CLI_RANKS_TOGETHER,
    .run = cli_run,
};
