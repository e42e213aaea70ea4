/* qap.c - the problem of `swarmcl qap`: flows, distances and assignments; `swarmcl verify` of an assignment. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/commands/commands.h"
#include "cli/documents/output.h"
#include "cli/documents/report.h"

static const struct cli_problem assignments;

/* Most items of an assignment that is printed as text; their places fill a line of 120 to 160 letters. */
enum { SHORT_ASSIGNMENT = 40 };

/* The subject of a run: a quadratic assignment problem. */
struct cli_qap {
    struct cli_subject subject;
    swarm_qap *qap; /* owned */
    const struct swarm_qap_info *info;
};

static const struct cli_qap *qap_of(const struct cli_subject *subject)
{
    return (const struct cli_qap *)subject;
}

static enum swarm_status read_qap(const struct cli_console *console, const char *path, struct cli_qap *made)
{
    TRY(cli_checked(console, swarm_qap_read(console->context, path, &made->qap)));
    made->info = swarm_qap_describe(made->qap);
    made->subject = (struct cli_subject){
        .problem = &assignments,
        .name = made->info->name,
        .size = made->info->item_count,
        .unit = "",
        .known = made->info->best_known,
        .proven = made->info->best_proven,
        .best = {made->info->best, (double)made->info->best},
    };
    return SWARM_OK;
}

static enum swarm_status read_assignment(const struct cli_console *console, const struct cli_subject *subject,
                                         const swarm_params *params, const char *path, bool strict,
                                         struct cli_solution *solution)
{
    int64_t cost = 0;
    (void)params, (void)strict;
    TRY(cli_checked(console,
                    swarm_qap_read_assignment(console->context, qap_of(subject)->qap, path, &solution->nodes, &cost)));
    solution->count = subject->size;
    solution->score = cli_score_of_length(subject, cost);
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* A run                                                                                                              */

static void close_qap(struct cli_subject *subject)
{
    swarm_qap_destroy(&((struct cli_qap *)subject)->qap);
}

static enum swarm_status open_qap(const struct cli_console *console, const struct cli_arguments *arguments,
                                  swarm_params *params, struct cli_subject *subject)
{
    struct cli_qap *made = (struct cli_qap *)subject;
    TRY(read_qap(console, arguments->operands[0], made));
    swarm_params_qap(params, made->qap);
    return SWARM_OK;
}

static void json_qap(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result)
{
    const struct swarm_qap_info *info = qap_of(subject)->info;
    (void)result;
    cli_json_put(json, "instance: {name: %s, items: %" PRIu32 ", symmetric: %i", info->name, info->item_count,
                 info->symmetric);
    cli_json_optimum(json, subject);
    cli_json_put(json, "}");
}

static void put_places(struct cli_json *json, const uint32_t *places, size_t count)
{
    cli_json_put(json, "assignment: ~[");
    for (size_t i = 0; i < count; ++i) {
        cli_json_put(json, "%" PRIu32, places[i] + 1); /* files number places from 1 */
    }
    cli_json_put(json, "]");
}

static void json_assignment(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result)
{
    (void)subject;
    put_places(json, result->assignment->places, result->assignment->item_count);
}

static bool print_assignment(const struct cli_subject *subject, const swarm_result *result)
{
    const struct swarm_assignment *assignment = result->assignment;
    char text[SHORT_ASSIGNMENT * 4] = "";
    size_t used = 0;
    (void)subject;
    if (assignment->item_count > SHORT_ASSIGNMENT) {
        return false;
    }
    for (size_t i = 0; i < assignment->item_count; ++i) {
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%" PRIu32, i > 0 ? " " : "",
                                 assignment->places[i] + 1);
    }
    cli_print_field("places", "%s", text);
    return true;
}

static enum swarm_status write_solution(swarm_context *context, const char *path, const void *work)
{
    const struct cli_work *made = work;
    return swarm_qap_write_assignment(context, path, qap_of(made->subject)->qap, made->result->assignment->places);
}

static enum swarm_status fill_places(struct cli_buffer *csv, const void *work)
{
    const struct swarm_assignment *assignment = ((const struct cli_work *)work)->result->assignment;
    cli_buffer_text(csv, "item,place\n");
    for (size_t i = 0; i < assignment->item_count; ++i) {
        cli_buffer_format(csv, "%zu,%" PRIu32 "\n", i + 1, assignment->places[i] + 1);
    }
    return SWARM_OK;
}

static const struct cli_output_kind outputs[] = {
    {.name = "FILE.sln",
     .help = "for qap: the assignment, for verify and --init; FILE.csv is `item,place`, FILE.svg the curve",
     .write = write_solution},
    {.name = "FILE.csv", .fill = fill_places},
    {.name = "FILE.svg", .fill = cli_picture_curve},
    {.name = "FILE.json", .document = cli_put_document},
    {.name = "curve:FILE.csv", .fill = cli_fill_curve},
    {.name = NULL},
};

static const struct cli_problem assignments = {
    .name = "qap",
    .member = "instance",
    .size = "items",
    .score = "cost",
    .solution = "assignment",
    .long_form = "the assignment itself goes to a file: -o FILE.sln, FILE.csv or FILE.json",
    .whole = true,
    .outputs = outputs,
    .subject_size = sizeof(struct cli_qap),
    .open = open_qap,
    .close = close_qap,
    .read = read_assignment,
    .json_subject = json_qap,
    .json_end = json_assignment,
    .print_solution = print_assignment,
};

static const struct swarm_param rows[] = {
    CLI_ROW(OUTPUT, TEXT, "FILE", "Output",
            "write the assignment to FILE.sln, .csv or .json, or the curve of the costs to FILE.svg; see `swarmcl "
            "help outputs`",
            .letter = 'o', .writes = true, .repeats = true, .common = true),
    CLI_ROW(INIT, TEXT, "FILE.sln", "Problem",
            "start from this assignment; several become individuals of the first population", .reads = true,
            .repeats = true),
    {.name = NULL},
};

const struct cli_command cli_command_qap = {
    .name = "qap",
    .operands = "FILE",
    .help = "search for a cheap assignment of items to places",
    .details = "Searches for the assignment of items to places with the least cost: the flow between two items\n"
               "times the distance between their places, summed over all pairs. FILE is a QAPLIB file, or a CSV\n"
               "table with the matrix of flows above the matrix of distances. It may be packed by gzip; - is the\n"
               "standard input.",
    .more = "The same FILE, options, seed and number of iterations give the same assignment on every device.\n"
            "SIGINT (Ctrl-C), SIGTERM and SIGHUP end the search with the best assignment so far.",
    .problem = &assignments,
    .own = rows,
    .shared = CLI_ROWS_OF_RUNS,
    .ranks = CLI_RANKS_TOGETHER,
    .run = cli_run,
};

/* ------------------------------------------------------------------------------------------------------------------ */
/* verify                                                                                                             */

enum swarm_status cli_verify_assignment(const struct cli_console *console, const char *path, const char *file)
{
    struct cli_qap qap = {.qap = NULL};
    struct cli_solution solution = {.nodes = NULL};
    struct cli_json json = {.depth = 0};
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, read_qap(console, path, &qap));
    TRY_OR(done, read_assignment(console, &qap.subject, NULL, file, true, &solution));
    if (console->json) {
        cli_document_begin(&json);
        json_qap(&json, &qap.subject, NULL);
        cli_json_put(&json, "assignment_file: %s", file);
        cli_json_score(&json, "cost", &qap.subject, solution.score);
        cli_json_gap(&json, &qap.subject, solution.score);
        put_places(&json, solution.nodes, solution.count);
        status = cli_document_print(&json);
    } else {
        cli_print_verified(&qap.subject, solution.score);
    }
done:
    swarm_free(solution.nodes);
    swarm_qap_destroy(&qap.qap);
    return status;
}
