/* orient.c - the problem of `swarmcl orient`: instances with scores, and tours of some of their nodes. */
#include <inttypes.h>

#include "cli/commands/commands.h"
#include "instance.h"
#include "cli/parameters.h"

static void json_answer(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result)
{
    cli_json_length(json, "length", cli_instance_of(subject)->info, result->tour->length);
    cli_json_put(json, "nodes: %zu", result->tour->node_count);
}

static void print_counts(const struct cli_subject *subject, const swarm_result *result)
{
    char text[CLI_TEXT_SIZE];
    cli_print_field("length", "%s", cli_length_text(cli_instance_of(subject)->info, result->tour->length, text));
    cli_print_field("visited", "%zu of %" PRIu64 " nodes", result->tour->node_count, subject->size);
}

const struct cli_problem cli_cycles = {
    .name = "orient",
    .member = "instance",
    .size = "nodes",
    .score = "score",
    .gap = "gap",
    .gap_member = "gap_percent",
    .answer = "tour",
    .long_form = "the tour itself goes to a file: -o FILE.tour, FILE.csv, FILE.svg or FILE.json",
    .whole = true,
    .outputs = cli_tour_outputs,
    .open = cli_instance_open,
    .close = cli_instance_close,
    .read = cli_instance_read_tour,
    .json_subject = cli_json_instance,
    .json_answer = json_answer,
    .json_end = cli_json_tour,
    .print_counts = print_counts,
    .print_answer = cli_print_tour,
};

static const struct swarm_param rows[] = {
    CLI_TOUR_OUTPUT_ROW,
    CLI_ROW(INIT, TEXT, "TOUR", "Problem",
            "start from this TSPLIB tour of some of the nodes, which keeps to the limit; it is an individual of the "
            "first population",
            .reads = true),
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
    .problem = &cli_cycles,
    .own = rows,
    .shared = CLI_ROWS_OF_RUNS,
    .ranks = CLI_RANKS_TOGETHER,
    .run = cli_run,
};
