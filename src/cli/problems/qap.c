/* qap.c - the problem of `swarmcl qap`: flows, distances and assignments. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/commands.h"
#include "cli/documents/output.h"
#include "cli/documents/report.h"

static const struct cli_problem assignments;

/* Maximum number of items of an assignment that is printed as text; their places fill a line of 120 to 160 letters. */
enum { SHORT_ASSIGNMENT = 40 };

/* The subject of a run: a quadratic assignment problem. */
struct cli_qap {
    struct cli_subject subject;
    swarm_qap *qap; /* owned instance of the run */
    const struct swarm_qap_info *info;
    bool runs;                          /* the command searches; false: it measures or describes */
    struct swarm_assignment assignment; /* assignment that was read from a file; its places are owned */
};

static const struct cli_qap *qap_of(const struct cli_subject *subject)
{
    return (const struct cli_qap *)subject;
}

/* Number of items in the input, without the added ones. */
static size_t items_of(const struct cli_subject *subject)
{
    return qap_of(subject)->info->item_count - qap_of(subject)->info->added_items;
}

/* Returns the name; its number, from 1, if it is NULL. */
static const char *name_text(const char *name, size_t number, char text[24])
{
    snprintf(text, 24, "%zu", number + 1);
    return name ? name : text;
}

static const char *item_text(const struct cli_subject *subject, size_t item, char number[24])
{
    return name_text(swarm_qap_item_name(qap_of(subject)->qap, (uint32_t)item), item, number);
}

static const char *place_text(const struct cli_subject *subject, uint32_t place, char number[24])
{
    return name_text(swarm_qap_place_name(qap_of(subject)->qap, place), place, number);
}

static bool has_names(const struct cli_subject *subject)
{
    return swarm_qap_item_name(qap_of(subject)->qap, 0) || swarm_qap_place_name(qap_of(subject)->qap, 0);
}

static enum swarm_status read_assignment(const struct cli_console *console, const struct cli_subject *subject,
                                         const swarm_params *params, const char *path, struct cli_solution *solution)
{
    int64_t cost = 0;
    (void)params;
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
    struct cli_qap *made = (struct cli_qap *)subject;
    swarm_free((uint32_t *)made->assignment.places);
    swarm_qap_destroy(&made->qap);
}

static void print_notes(const struct cli_console *console, const struct cli_qap *made, const char *places)
{
    if (made->info->added_items > 0) {
        cli_note(console, "%zu items for %" PRIu32 " places; empty places: %" PRIu32, items_of(&made->subject),
                 made->info->item_count, made->info->added_items);
    }
    const swarm_instance *locations = swarm_qap_locations(made->qap);
    const struct swarm_instance_info *table = locations ? swarm_instance_describe(locations) : NULL;
    if (table && *table->skipped_columns) {
        cli_note(console, "%s: reads the columns %s; skips %s", cli_path_label(places), table->columns,
                 table->skipped_columns);
    }
}

/* Reads both matrices from one file, or the distances from the second one. */
static enum swarm_status open_qap(const struct cli_console *console, const struct cli_arguments *arguments,
                                  swarm_params *params, struct cli_subject *subject)
{
    struct cli_qap *made = (struct cli_qap *)subject;
    TRY(cli_checked(console,
                    swarm_qap_read_two(console->context, arguments->operands[0], arguments->operands[1], &made->qap)));
    made->info = swarm_qap_describe(made->qap);
    made->subject = (struct cli_subject){
        .problem = &assignments,
        .name = made->info->name,
        .size = made->info->item_count,
        .unit = "",
        .decimals = made->info->decimals,
        .known = made->info->best_known,
        .proven = made->info->best_proven,
        .best = {made->info->best, (double)made->info->best},
        .read_seconds = made->info->read_seconds,
    };
    made->runs = arguments->command->problem == &assignments;
    if (made->runs) {
        print_notes(console, made, arguments->operands[1]);
    }
    swarm_params_qap(params, made->qap);
    return SWARM_OK;
}

static void json_qap(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result)
{
    const struct swarm_qap_info *info = qap_of(subject)->info;
    (void)result;
    cli_json_put(json, "instance: {name: %s, items: %" PRIu32 ", symmetric: %i, decimals: %d, added_items: %" PRIu32,
                 info->name, info->item_count, info->symmetric, info->decimals, info->added_items);
    cli_json_optimum(json, subject);
    cli_json_put(json, "}");
}

static void json_assignment(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result)
{
    const uint32_t *places = result->assignment->places;
    char number[24];
    cli_json_put(json, "assignment: ~[");
    for (size_t i = 0; i < items_of(subject); ++i) {
        cli_json_put(json, "%" PRIu32, places[i] + 1); /* files number places from 1 */
    }
    cli_json_put(json, "]");
    for (int k = 0; k < 2 && has_names(subject); ++k) {
        cli_json_put(json, k == 0 ? "assignment_items: [" : "assignment_places: [");
        for (size_t i = 0; i < items_of(subject); ++i) {
            cli_json_put(json, "%s", k == 0 ? item_text(subject, i, number) : place_text(subject, places[i], number));
        }
        cli_json_put(json, "]");
    }
}

static bool print_assignment(const struct cli_subject *subject, const swarm_result *result)
{
    const uint32_t *places = result->assignment->places;
    const bool names = has_names(subject);
    char text[CLI_FIELD_SIZE] = "", item[24], place[24];
    size_t used = 0, count = items_of(subject);
    for (size_t i = 0; i < count && count <= SHORT_ASSIGNMENT && used < sizeof text; ++i) {
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s%s%s", i > 0 ? " " : "",
                                 names ? item_text(subject, i, item) : "", names ? "=" : "",
                                 place_text(subject, places[i], place));
    }
    if (used > 0 && used < sizeof text) {
        cli_print_field("places", "%s", text);
    }
    return used > 0 && used < sizeof text;
}

static enum swarm_status write_solution(swarm_context *context, const char *path, const void *work)
{
    const struct cli_work *made = work;
    return swarm_qap_write_assignment(context, path, qap_of(made->subject)->qap, made->result->assignment->places);
}

static enum swarm_status fill_places(struct cli_buffer *csv, const void *work)
{
    const struct cli_work *made = work;
    const struct swarm_table *table = cli_output_table(csv, swarm_qap_table(qap_of(made->subject)->qap));
    const char *carriage = table->carriage ? "\r" : "";
    char number[24];
    cli_buffer_format(csv, "item%cplace%s", table->separator, carriage);
    for (size_t i = 0; i < items_of(made->subject); ++i) {
        cli_output_cell(csv, '\n', item_text(made->subject, i, number), 0);
        cli_output_cell(csv, table->separator, place_text(made->subject, made->result->assignment->places[i], number),
                        0);
        cli_buffer_text(csv, carriage);
    }
    cli_buffer_text(csv, "\n");
    return SWARM_OK;
}

/* Draws the layout if places have coordinates, otherwise the curve. */
static enum swarm_status fill_picture(struct cli_buffer *svg, const void *user)
{
    const struct cli_work *work = user;
    const swarm_qap *qap = qap_of(work->subject)->qap;
    return swarm_qap_locations(qap) ? cli_picture_layout(svg, work, qap) : cli_picture_curve(svg, work);
}

/* A run without locations draws the curve. */
static enum swarm_status require_locations(const char *path, const struct cli_subject *subject)
{
    if (qap_of(subject)->runs || swarm_qap_locations(qap_of(subject)->qap)) {
        return SWARM_OK;
    }
    cli_error("%s: %s cannot be drawn: found only distances, expected a table of places with coordinates as the second "
              "file",
              path, subject->name);
    return SWARM_ERROR_UNSUPPORTED;
}

static const struct cli_output_kind outputs[] = {
    {.name = "FILE.sln",
     .help = "for qap: the assignment for verify and --init, also as FILE.csv; FILE.svg is the layout of places with "
             "coordinates, or the curve",
     .write = write_solution},
    {.name = "FILE.csv", .fill = fill_places},
    {.name = "FILE.svg", .fill = fill_picture, .require = require_locations},
    {.name = "FILE.json", .document = cli_put_document},
    {.name = "curve:FILE.csv", .fill = cli_fill_curve},
    {.name = "curve:FILE.svg", .fill = cli_picture_curve},
    {.name = NULL},
};

/* ------------------------------------------------------------------------------------------------------------------ */
/* instance, verify, render                                                                                           */

/* True if the file is an assignment: a .sln, or a table of items and places. */
static bool is_assignment(const struct cli_console *console, const char *path)
{
    char *text = NULL;
    size_t size = 0;
    const bool read = cli_has_suffix(path, ".csv") && swarm_file_read(console->context, path, &text, &size) == SWARM_OK;
    const char *start = read && strncmp(text, "\xEF\xBB\xBF", 3) == 0 ? text + 3 : text;
    const bool table = read && strncmp(start, "item", 4) == 0 && start[4] != '\0' && strchr(",;\t", start[4])
                       && strncmp(start + 5, "place", 5) == 0;
    swarm_free(text);
    return table || cli_has_suffix(path, ".sln");
}

static bool recognise(const struct cli_console *console, const char *const *inputs, size_t count, const char *solution)
{
    (void)inputs;
    return count > 1 || (solution && is_assignment(console, solution));
}

static enum swarm_status accept_file(swarm_context *context, const char *path)
{
    swarm_qap *qap = NULL;
    const enum swarm_status status = swarm_qap_read_two(context, path, NULL, &qap);
    swarm_qap_destroy(&qap);
    return status;
}

static void describe(const struct cli_subject *subject)
{
    const swarm_qap *qap = qap_of(subject)->qap;
    const struct swarm_qap_info *info = qap_of(subject)->info;
    const char *first = swarm_qap_item_name(qap, 0), *place = swarm_qap_place_name(qap, 0);
    char text[CLI_TEXT_SIZE];
    cli_print_field("name", "%s", info->name);
    cli_print_field("type", "quadratic assignment, for `swarmcl qap`");
    cli_print_field("items", "%zu%s%s", items_of(subject), first ? ", the first is " : "", first ? first : "");
    cli_print_field("places", "%" PRIu32 "%s%s", info->item_count, place ? ", the first is " : "", place ? place : "");
    if (swarm_qap_locations(qap)) {
        const struct swarm_instance_info *table = swarm_instance_describe(swarm_qap_locations(qap));
        cli_print_field("columns", "%s", table->columns);
        if (*table->skipped_columns) {
            cli_print_field("skipped", "%s", table->skipped_columns);
        }
        cli_print_field("metric", "%s", swarm_metric_name(table->metric));
    }
    cli_print_field("matrices", info->symmetric ? "symmetric" : "asymmetric");
    cli_print_field("costs", "in steps of %s", cli_number_text(subject, cli_score_of_length(subject, 1), text));
    cli_print_field(info->best_known && !info->best_proven ? "best known" : "optimum", "%s",
                    info->best_known ? cli_number_text(subject, subject->best, text) : "unknown");
}

static enum swarm_status generate(swarm_context *context, swarm_params *params, const char *text, size_t size,
                                  struct cli_subject *subject)
{
    struct cli_qap *made = (struct cli_qap *)subject;
    const enum swarm_status status = swarm_qap_parse(context, text, size, "check", &made->qap);
    swarm_params_qap(params, made->qap);
    return status;
}

static void visit(const swarm_result *result, void (*add)(uint64_t *hash, uint64_t number), uint64_t *hash)
{
    for (size_t i = 0; i < result->assignment->item_count; ++i) {
        add(hash, result->assignment->places[i]);
    }
}

static enum swarm_status measure(const struct cli_console *console, struct cli_subject *subject, const char *path,
                                 swarm_result *result)
{
    struct cli_qap *made = (struct cli_qap *)subject;
    struct cli_solution solution = {.nodes = NULL};
    const enum swarm_status status = read_assignment(console, subject, NULL, path, &solution);
    made->assignment = (struct swarm_assignment){.item_count = made->info->item_count, .places = solution.nodes};
    result->assignment = &made->assignment;
    result->length = solution.score.length;
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The problem and its command                                                                                        */

static const struct cli_problem assignments = {
    .name = "qap",
    .member = "instance",
    .size = "items",
    .score = "cost",
    .solution = "assignment",
    .file = "assignment",
    .input = "a quadratic assignment problem",
    .long_form = "the assignment itself goes to a file: -o FILE.sln, FILE.csv or FILE.json",
    .whole = true,
    .outputs = outputs,
    .format = {"QAPLIB", "for qap: n and two matrices, or tables in one file or two; .sln", ""},
    .subject_size = sizeof(struct cli_qap),
    .open = open_qap,
    .close = close_qap,
    .read = read_assignment,
    .recognise = recognise,
    .accept = accept_file,
    .describe = describe,
    .measure = measure,
    .generate = generate,
    .visit = visit,
    .json_subject = json_qap,
    .json_end = json_assignment,
    .print_solution = print_assignment,
};

static const struct swarm_param rows[] = {
    CLI_ROW(OUTPUT, TEXT, "FILE", "Output",
            "write the assignment to FILE.sln, .csv or .json, the layout to FILE.svg, or the curve of the costs to "
            "curve:FILE.svg; see `swarmcl help outputs`",
            .letter = 'o', .writes = true, .repeats = true, .common = true),
    CLI_ROW(INIT, TEXT, "FILE", "Problem",
            "start from this assignment, FILE.sln or FILE.csv; several become individuals of the first population",
            .reads = true, .repeats = true),
    {.name = NULL},
};

const struct cli_command cli_command_qap = {
    .name = "qap",
    .operands = "FILE [DISTANCES]",
    .help = "search for a cheap assignment of items to places",
    .details = "Searches for the assignment of items to places with the least cost: the flow between two items\n"
               "times the distance between their places, summed over all pairs. FILE is a QAPLIB file, or a CSV\n"
               "table with the matrix of flows above the matrix of distances, which may be in a second file. Rows\n"
               "and columns may have names; places may outnumber items. DISTANCES may be a table of places with\n"
               "coordinates, as of `swarmcl tsp`. A FILE may be packed by gzip; - is the standard input.",
    .more = "The same FILE, options, seed and number of iterations give the same assignment on every device.\n"
            "SIGINT (Ctrl-C), SIGTERM and SIGHUP end the search with the best assignment so far.",
    .problem = &assignments,
    .own = rows,
    .shared = CLI_ROWS_OF_RUNS,
    .ranks = CLI_RANKS_TOGETHER,
    .run = cli_run,
};
