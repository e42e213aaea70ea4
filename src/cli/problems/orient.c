/* orient.c - the problem of `swarmcl orient`: instances with scores, and tours of some of their nodes. */
#include <inttypes.h>
#include <math.h>

#include "cli/commands/commands.h"
#include "instance.h"

static void json_solution(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result)
{
    cli_json_length(json, cli_instance_of(subject)->info, result->tour->length);
    cli_json_put(json, "nodes: %zu", result->tour->node_count);
}

static void print_counts(const struct cli_subject *subject, const swarm_result *result)
{
    const struct swarm_instance_info *info = cli_instance_of(subject)->info;
    char text[CLI_TEXT_SIZE], kilometres[CLI_TEXT_SIZE];
    const double length = (double)result->tour->length / pow(10.0, info->decimals);
    cli_print_field("length", "%s%s", cli_length_text(info, result->tour->length, text),
                    cli_kilometres_text(info->unit, length, kilometres));
    cli_print_field("visited", "%zu of %" PRIu64 " nodes", result->tour->node_count, subject->size);
}

const struct cli_problem cli_orient = {
    .name = "orient",
    CLI_TOUR_PROBLEM,
    .score = "score",
    .format = {"OPLib",
               "for orient: TSPLIB95 with TYPE OP, COST_LIMIT and NODE_SCORE_SECTION; tables need a column "
               "score",
               ""},
    .year = "2019 ",
    .json_solution = json_solution,
    .print_counts = print_counts,
};

static const struct swarm_param rows[] = {
    CLI_TOUR_OUTPUT_ROW,
    CLI_ROW(INIT, TEXT, "TOUR", "Problem",
            "start from this tour within the limit, a FILE.tour, .csv, .json, .txt or .gpx that swarmcl wrote; it "
            "becomes an individual of the first population",
            .reads = true),
    {.name = NULL},
};

const struct cli_command cli_command_orient = {
    .name = "orient",
    .operands = "FILE",
    .help = "search for a high score on a tour of limited length",
    .details = "Searches for a closed tour through some of the nodes, starting at the first one, with the largest\n"
               "sum of scores and a length within the limit; with --path for an open path. FILE is an OPLib file\n"
               "or a CSV table with a column score. FILE may be packed by gzip; - is the standard input.",
    .more = "The same FILE, options, seed and number of iterations give the same tour on every device. SIGINT\n"
            "(Ctrl-C), SIGTERM and SIGHUP end the search with the best tour so far.",
    .problem = &cli_orient,
    .own = rows,
    .shared = CLI_ROWS_OF_RUNS,
    .ranks = CLI_RANKS_TOGETHER,
    .run = cli_run,
};
