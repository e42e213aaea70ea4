/* problem_orient.c - the problem of `swarmcl orient`: instances with scores, and tours of some of their nodes. */
#include <inttypes.h>
#include <stdlib.h>

#include "commands.h"
#include "instance.h"
#include "lists.h"
#include "output.h"
#include "parameters.h"
#include "report.h"
#include "tour_answer.h"

static const struct cli_problem cycles;

static const struct cli_instance *instance_of(const struct cli_subject *subject)
{
    return (const struct cli_instance *)subject;
}

static void close_instance(struct cli_subject *subject)
{
    swarm_instance_destroy(&((struct cli_instance *)subject)->instance);
    free(subject);
}

static enum swarm_status open_instance(const struct cli_console *console, const struct cli_arguments *arguments,
                                       swarm_params *params, struct cli_subject **subject)
{
    struct cli_instance *made = calloc(1, sizeof *made);
    TRY(made ? SWARM_OK : cli_fail_memory());
    *subject = &made->subject;
    made->subject.problem = &cycles;
    TRY(cli_checked(console,
                    swarm_instance_read_for(console->context, params, arguments->operands[0], &made->instance)));
    made->info = swarm_instance_describe(made->instance);
    made->path = cli_asked_flag(params, CLI_PATH);
    made->subject = (struct cli_subject){
        .problem = &cycles, .name = made->info->name, .size = made->info->node_count, .unit = "", .maximise = true};
    swarm_params_instance(params, made->instance);
    return SWARM_OK;
}

static void json_subject(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result)
{
    (void)result;
    cli_json_instance(json, instance_of(subject));
}

static void json_answer(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result)
{
    cli_json_length(json, "length", instance_of(subject)->info, result->tour->length);
    cli_json_put(json, "nodes: %zu", result->tour->node_count);
}

static void print_counts(const struct cli_subject *subject, const swarm_result *result)
{
    char text[CLI_TEXT_SIZE];
    cli_print_field("length", "%s", cli_length_text(instance_of(subject)->info, result->tour->length, text));
    cli_print_field("visited", "%zu of %" PRIu64 " nodes", result->tour->node_count, subject->size);
}

static const struct cli_output_kind outputs[] = {
    {.name = "FILE.csv", .fill = cli_fill_order},
    {.name = "FILE.tour", .write = cli_write_tour},
    {.name = "FILE.svg", .fill = cli_fill_map, .require = cli_require_map},
    {.name = "FILE.txt", .fill = cli_fill_names},
    {.name = "FILE.geojson", .fill = cli_fill_geojson, .require = cli_lists_require_earth},
    {.name = "FILE.gpx", .fill = cli_fill_gpx, .require = cli_lists_require_earth},
    {.name = "FILE.json", .fill = cli_fill_document},
    {.name = "curve:FILE.csv", .fill = cli_fill_curve},
    {.name = NULL},
};

static const struct cli_problem cycles = {
    .name = "orient",
    .member = "instance",
    .size = "nodes",
    .score = "score",
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
    {.name = NULL},
};

const struct cli_command cli_command_orient = {
    .name = "orient",
    .operands = "FILE",
    .help = "search for the greatest score within a length",
    .details = "Searches for a closed tour through some of the nodes, from the first node on, with the greatest\n"
               "sum of scores and a length within the limit; with --path for an open path. FILE is an OPLib file,\n"
               "or a CSV table with a column score, packed by gzip or not; - is the standard input.",
    .more = "The same FILE, options, seed and number of iterations give the same tour on every device. SIGINT\n"
            "(Ctrl-C), SIGTERM and SIGHUP end the search with the best tour so far.",
    .problem = &cycles,
    .own = rows,
    .shared = CLI_ROWS_OF_RUNS,
    .ranks = CLI_RANKS_TOGETHER,
    .run = cli_run,
};
