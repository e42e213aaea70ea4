/* tsp.c - the problem of `swarmcl tsp`: instances and tours. */
#include <string.h>

#include "cli/commands/commands.h"
#include "instance.h"

static void json_solution(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result)
{
    const struct cli_score score = CLI_SCORE_OF(subject, result),
                           built = cli_score_of_length(subject, result->tour->built_length);
    char text[CLI_TEXT_SIZE];
    cli_json_number_text(json, "built_length", built.length >= 0 ? cli_number_text(subject, built, text) : NULL);
    if (result->tour->bound > 0) {
        cli_json_bound(json, subject, result->tour->bound, &score);
    } else {
        cli_json_put(json, "bound: null, proven_gap_percent: null");
    }
    cli_json_put(json, cli_setting(result, CLI_KEEP) ? "kept_edges: %zu" : "kept_edges: null", subject->kept);
}

/* Prints the shortest tour that ants built, and its gap, if the tour that the run started from is shorter. */
static void print_built(const struct cli_subject *subject, const swarm_result *result)
{
    const int64_t built = result->tour->built_length;
    const char *ants = cli_setting(result, CLI_RHO); /* only ant algorithms have rho */
    if (ants && built > result->length) {
        const struct cli_score score = cli_score_of_length(subject, built);
        char text[CLI_TEXT_SIZE], gap[CLI_TEXT_SIZE];
        cli_gap_text(subject, score, gap);
        cli_print_field("ants' best", "%s%s%s", cli_score_text(subject, score, text), *gap ? ", " : "", gap);
    }
}

static void print_counts(const struct cli_subject *subject, const swarm_result *result)
{
    const char *bound = cli_setting(result, CLI_BOUND);
    char text[CLI_TEXT_SIZE];
    print_built(subject, result);
    if (cli_setting(result, CLI_KEEP)) {
        const int64_t found = result->trace[result->trace_count - 1].length; /* --keep may find a shorter tour */
        const int64_t best = found < result->length ? found : result->length;
        const double more = best > 0 ? 100.0 * (double)(result->length - best) / (double)best : 0.0;
        cli_score_text(subject, cli_score_of_length(subject, best), text);
        cli_print_field("keeps", "%zu of %zu edges, %.2f %% above the best tour found (length %s)", subject->kept,
                        result->tour->node_count - result->tour->path, cli_rounded_up(more), text);
    }
    if (!bound || strcmp(bound, "true") != 0) {
        return;
    }
    if (result->tour->bound > 0) {
        cli_print_field("bound", "%s, no tour is shorter",
                        cli_score_text(subject, cli_score_of_length(subject, result->tour->bound), text));
    } else {
        cli_print_field("bound", "none in this time");
    }
}

static enum swarm_status load(const struct cli_console *console, const swarm_params *params, const char *path,
                              struct cli_subject *subject, const void **input)
{
    swarm_instance *instance = NULL;
    subject->problem = &cli_tsp;
    TRY(swarm_instance_read_for(console->context, params, path, &instance));
    *(struct cli_instance *)subject = cli_instance_make(&cli_tsp, instance, params);
    *input = instance;
    return SWARM_OK;
}

const struct cli_problem cli_tsp = {
    .name = "tsp",
    CLI_TOUR_PROBLEM,
    .load = load,
    .json_line = cli_json_tour,
    .score = "length",
    .format =
        {"TSPLIB95",
         "TYPE TSP or ATSP, with coordinates (EUC, MAN and MAX in two and three dimensions, CEIL_2D, ATT, GEO) or "
         "a matrix in any of the nine formats; distances are TSPLIB's integers",
         ""},
    .json_solution = json_solution,
    .print_counts = print_counts,
};

static const struct swarm_param rows[] = {
    CLI_TOUR_OUTPUT_ROW,
    CLI_ROW(INIT, TEXT, "TOUR", "Problem",
            "start from this tour, a FILE.tour, .csv, .json, .txt or .gpx that swarmcl wrote; places that are new are "
            "inserted where they cost least; every ant deposits on it once; --algorithm mosaic takes several tours, "
            "each becomes an individual of the first population",
            .reads = true, .repeats = true),
    {.name = NULL},
};

const struct cli_command cli_command_tsp = {
    .name = "tsp",
    .operands = "FILE",
    .help = "search for a short tour of an instance",
    .details = "Searches for a short tour of FILE: a TSPLIB95 instance (TSP or ATSP) or a CSV table. FILE may be\n"
               "packed by gzip; - is the standard input.",
    .more =
        "The result goes to stdout, all messages go to stderr. The same FILE, options, seed and number\n"
        "of iterations give the same tour on every device. SIGINT (Ctrl-C), SIGTERM and SIGHUP end the\n"
        "search with the best tour so far; a second SIGINT or SIGTERM ends swarmcl at once, without a result. Without\n"
        "--device the environment variable " CLI_DEVICE_VARIABLE
        " names the device. `swarmcl help` lists more topics,\n"
        "such as formats, outputs, stopping and devices.",
    .problem = &cli_tsp,
    .own = rows,
    .shared = CLI_ROWS_OF_RUNS,
    .ranks = CLI_RANKS_TOGETHER,
    .run = cli_run,
};
