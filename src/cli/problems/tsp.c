/* tsp.c - the problem of `swarmcl tsp`: instances and tours. */
#include <string.h>

#include "cli/commands/commands.h"
#include "instance.h"
#include "cli/parameters.h"

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
