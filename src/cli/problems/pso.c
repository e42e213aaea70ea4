/* pso.c - the problem of `swarmcl pso`: objectives and positions. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/commands.h"
#include "cli/documents/output.h"
#include "cli/documents/report.h"
#include "cli/interrupt.h"

static const struct cli_problem functions;

/* The subject of a run: an objective. */
struct cli_function {
    struct cli_subject subject;
    swarm_objective *objective; /* owned objective function of the run */
    const struct swarm_objective_info *info;
};

enum {
    SHORT_POSITION = 6,  /* maximum number of coordinates of a position that is printed as text: they fill a line */
    WORDS_MAX = 128,     /* more words than there are built-in objectives */
    LIST_DIMENSIONS = 10 /* dimensions for which --list shows the best value, if an objective allows any number */
};

const struct swarm_variant *cli_function_words(void)
{
    static struct swarm_variant words[WORDS_MAX + 1];
    size_t count = 0;
    const struct swarm_objective_info *list = swarm_objective_list(&count);
    for (size_t i = 0; i < count && i < WORDS_MAX; ++i) {
        words[i] = (struct swarm_variant){list[i].name, list[i].formula, list[i].source};
    }
    return words;
}

static enum swarm_status refuse_name(const struct cli_command *command, const char *name)
{
    struct cli_guess guess = {.word = name};
    char text[CLI_GUESS_TEXT];
    for (const struct swarm_variant *word = cli_function_words(); word->name; ++word) {
        cli_guess_offer(&guess, word->name);
    }
    return cli_usage_error(command,
                           "there is no objective '%s'; `swarmcl pso --list` shows the names; your own file must end "
                           "in .cl%s",
                           name, cli_guess_text(&guess, "", text));
}

static enum swarm_status read_objective(const struct cli_console *console, const struct cli_arguments *arguments,
                                        swarm_objective **objective)
{
    const char *word = arguments->operand_count > 0 ? arguments->operands[0] : NULL;
    if (!word) {
        return cli_usage_error(arguments->command, "an objective is missing: swarmcl pso NAME or swarmcl pso FILE.cl; "
                                                   "`swarmcl pso --list` shows the names");
    }
    if (strcmp(word, "-") == 0 || strchr(word, '/') || cli_has_suffix(word, ".cl")) {
        return cli_checked(console, swarm_objective_read(console->context, word, objective));
    }
    const enum swarm_status status = swarm_objective_find(console->context, word, objective);
    return status == SWARM_ERROR_INVALID_ARGUMENT ? refuse_name(arguments->command, word)
                                                  : cli_checked(console, status);
}

static enum swarm_status open_function(const struct cli_console *console, const struct cli_arguments *arguments,
                                       swarm_params *params, struct cli_subject *subject)
{
    const char *dimensions = cli_parameter(params, CLI_DIM);
    struct cli_function *made = (struct cli_function *)subject;
    TRY(read_objective(console, arguments, &made->objective));
    swarm_params_objective(params, made->objective);
    made->info = swarm_objective_describe(made->objective);
    if (made->info->kind == SWARM_OBJECTIVE_FILE) {
        cli_interrupt_objective(arguments->operands[0]);
    }
    made->subject = (struct cli_subject){
        .problem = &functions,
        .name = made->info->name,
        .size = dimensions ? strtoull(dimensions, NULL, 10) : made->info->dimensions,
        .unit = "",
        .maximise = cli_parameter_is_set(params, CLI_MAXIMISE)
                    || (made->info->maximise && !cli_parameter_is_set(params, CLI_MINIMISE)),
    };
    if (made->subject.size > 0 && made->subject.maximise == made->info->maximise
        && !cli_parameter(params, CLI_BOUNDS)) {
        bool has_position = false;
        made->subject.known = swarm_objective_optimum(made->objective, (uint32_t)made->subject.size,
                                                      &made->subject.best.value, NULL, &has_position);
    }
    return SWARM_OK;
}

static void close_function(struct cli_subject *subject)
{
    swarm_objective_destroy(&((struct cli_function *)subject)->objective);
}

static void put_numbers(struct cli_json *json, const char *key, const double *values, size_t count)
{
    cli_json_put(json, "%s: ~[", key);
    for (size_t i = 0; i < count; ++i) {
        cli_json_put(json, "%g", values[i]);
    }
    cli_json_put(json, "]");
}

/* Writes one end of all coordinates' ranges: one number if all are equal. */
static void put_range(struct cli_json *json, const char *key, const double *values, size_t count)
{
    size_t same = 0;
    while (same < count && values[same] == values[0]) {
        ++same;
    }
    if (same == count) {
        cli_json_put(json, "%s: %g", key, values[0]);
    } else {
        put_numbers(json, key, values, count);
    }
}

static void json_objective(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result)
{
    static const char *const kinds[] = {"built-in", "file", "function"};
    const struct swarm_objective_info *info = ((const struct cli_function *)subject)->info;
    const struct swarm_position *position = result->position;
    cli_json_put(json, "objective: {name: %s, kind: %s, formula: %s, maximise: %i, dimensions: %" PRIu32, info->name,
                 kinds[info->kind], *info->formula ? info->formula : NULL, position->maximise, position->dimensions);
    put_range(json, "lower", position->lower, position->dimensions);
    put_range(json, "upper", position->upper, position->dimensions);
    cli_json_put(json, "optimum: %g}", subject->known ? subject->best.value : (double)NAN);
}

static void json_position(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result)
{
    const struct swarm_position *position = result->position;
    (void)subject;
    put_numbers(json, "position", position->x, position->dimensions);
    cli_json_put(json, "evaluations: %" PRIu64 ", restarts: %" PRIu64 ", nan_count: %" PRIu64, position->evaluations,
                 position->restarts, position->nan_count);
    if (position->constrained) {
        cli_json_put(json, "feasible: %i, violation: %g", position->violation == 0.0, position->violation);
    }
    if (!isnan(position->fresh_value)) {
        cli_json_put(json, "fresh_value: %g", position->fresh_value);
    }
}

static void json_point(struct cli_json *json, const swarm_result *result, const struct swarm_trace_point *point)
{
    if (result->position->constrained) {
        cli_json_put(json, "violation: %g", swarm_length_violation(point->length));
    }
    put_numbers(json, "position", point->place, result->position->dimensions > 1 ? 2 : 1);
    cli_json_put(json, "evaluations: %" PRIu64, point->evaluations);
}

static void print_counts(const struct cli_subject *subject, const swarm_result *result)
{
    (void)subject;
    char number[CLI_REAL_SIZE];
    cli_print_field("algorithm", "%s", cli_setting(result, CLI_ALGORITHM));
    cli_print_field("evaluations", "%" PRIu64, result->position->evaluations);
    if (!isnan(result->position->fresh_value)) {
        cli_print_field("fresh value", "%s, the mean of further evaluations of the result",
                        cli_real_text(result->position->fresh_value, number));
    }
    if (result->position->constrained) {
        cli_print_field("feasible", "%s", result->position->violation > 0.0 ? "no" : "yes");
    }
    if (result->position->nan_count > 0) {
        cli_print_field("no numbers", "%" PRIu64 " evaluations gave NaN, which counts as worst",
                        result->position->nan_count);
    }
}

static bool print_position(const struct cli_subject *subject, const swarm_result *result)
{
    const struct swarm_position *position = result->position;
    char text[SHORT_POSITION * (CLI_REAL_SIZE + 2)], number[CLI_REAL_SIZE];
    size_t used = 0;
    (void)subject;
    if (position->dimensions > SHORT_POSITION) {
        return false;
    }
    for (size_t i = 0; i < position->dimensions; ++i) {
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", i > 0 ? ", " : "",
                                 cli_real_text(position->x[i], number));
    }
    cli_print_field("position", "%s", text);
    return true;
}

static const struct cli_output_kind outputs[] = {
    {.name = "FILE.json", .document = cli_put_document},
    {.name = "FILE.svg",
     .help = "for pso: the curve and, in two dimensions, the objective with the path of the best position, hatched "
             "where it is infeasible",
     .fill = cli_picture_curve},
    {.name = "FILE.csv", .help = "for pso: the same as curve:FILE.csv", .fill = cli_fill_curve},
    {.name = "curve:FILE.csv", .fill = cli_fill_curve},
    {.name = NULL},
};

static const struct cli_problem functions = {
    .name = "pso",
    .member = "objective",
    .size = "dimensions",
    .score = "value",
    .solution = "value",
    .long_form = "the position itself goes to a file: -o FILE.json",
    .outputs = outputs,
    .subject_size = sizeof(struct cli_function),
    .open = open_function,
    .close = close_function,
    .json_subject = json_objective,
    .json_solution = json_position,
    .json_point = json_point,
    .print_counts = print_counts,
    .print_solution = print_position,
};

/* Adds an objective to the document of --json or to the table. */
static enum swarm_status add_function(const struct cli_console *console, const struct swarm_objective_info *info,
                                      struct cli_json *json, struct cli_table *table)
{
    swarm_objective *objective = NULL;
    const uint32_t least = info->minimum_dimensions, most = info->maximum_dimensions;
    const uint32_t some = least > LIST_DIMENSIONS ? least : most < LIST_DIMENSIONS ? most : LIST_DIMENSIONS;
    const uint32_t dimensions = info->dimensions > 0 ? info->dimensions : some;
    bool has_position = false;
    double best = 0.0;
    char value[CLI_REAL_SIZE], number[32] = "";
    TRY(cli_checked(console, swarm_objective_find(console->context, info->name, &objective)));
    const bool known = swarm_objective_optimum(objective, dimensions, &best, NULL, &has_position);
    swarm_objective_destroy(&objective);
    if (json) {
        cli_json_put(json,
                     "{name: %s, formula: %s, maximise: %i, dimensions: %g, minimum_dimensions: %" PRIu32
                     ", maximum_dimensions: %" PRIu32
                     ", bounds: %s, optimum: %g, optimum_dimensions: %g, properties: %s, can_shift: %i, source: %s}",
                     info->name, info->formula, info->maximise, info->dimensions > 0 ? info->dimensions : (double)NAN,
                     least, most, info->bounds, known ? best : (double)NAN, known ? dimensions : (double)NAN,
                     info->properties, info->can_shift, info->source);
        return SWARM_OK;
    }
    if (info->dimensions > 0 && most > least) {
        snprintf(number, sizeof number, " (%" PRIu32 ")", info->dimensions);
    }
    cli_table_add(table, "%s", info->name);
    cli_table_add(table, "%s", info->maximise ? "max" : "min");
    cli_table_add(table, "%" PRIu32 "%s%s", least, most > least ? "+" : "", number);
    cli_table_add(table, "%s", info->bounds);
    snprintf(number, sizeof number, " (D = %" PRIu32 ")", dimensions);
    cli_table_add(table, "%s%s", known ? cli_real_text(best, value) : "",
                  known && best != 0.0 && most > least ? number : "");
    cli_table_add(table, "%s", info->properties);
    cli_table_add(table, "%s", info->formula);
    return SWARM_OK;
}

static enum swarm_status print_functions(const struct cli_console *console)
{
    struct cli_table table = {.columns = "......."};
    struct cli_json document = {.depth = 0}, *json = console->json ? &document : NULL;
    size_t count = 0;
    const struct swarm_objective_info *list = swarm_objective_list(&count);
    enum swarm_status status = SWARM_OK;
    if (console->quiet && !json) {
        return SWARM_OK;
    }
    cli_document_begin(json);
    cli_json_put(json, "objectives: [");
    if (!json) {
        cli_table_add_words(&table, "name,sense,D,bounds,best value,properties,formula");
    }
    for (size_t i = 0; i < count; ++i) {
        TRY_OR(done, add_function(console, &list[i], json, &table));
    }
    cli_json_put(json, "]");
    status = json ? cli_document_print(json) : cli_table_print(&table);
done:
    cli_buffer_deinit(&document.text);
    cli_buffer_deinit(&table.cells);
    return status;
}

static enum swarm_status run_pso(struct cli_console *console, const struct cli_arguments *arguments)
{
    return cli_has(arguments, CLI_LIST) ? print_functions(console) : cli_run(console, arguments);
}

static const struct swarm_param rows[] = {
    CLI_ROW(
        OUTPUT, TEXT, "FILE", "Output",
        "write the result to FILE.json, .csv or .svg; these are the document of --json, the curve of the best "
        "values, and its picture, which in two dimensions also shows the path of the best position over the contour",
        .letter = 'o', .writes = true, .repeats = true, .common = true),
    CLI_ROW(LIST, FLAG, NULL, "Problem", "list the functions that NAME can be; needs no other option", .common = true),
    {.name = NULL},
};

const struct cli_command cli_command_pso = {
    .name = "pso",
    .operands = "[NAME|FILE.cl]",
    .help = "search for the best value of a function",
    .details = "Searches for the least or the largest value of a function by CMA-ES, a swarm of particles or\n"
               "continuous ants (--algorithm). NAME is a function of `swarmcl pso --list`; FILE.cl, or - for\n"
               "the standard input, is your own function in OpenCL C (see `swarmcl help objectives`).",
    .more = "The result goes to stdout, all messages go to stderr. The same objective, options, seed and\n"
            "number of iterations give the same result on every device, unless FILE.cl calls functions of OpenCL,\n"
            "whose last bits differ. SIGINT (Ctrl-C) and SIGTERM end the search with the best value so far; a\n"
            "second SIGINT or SIGTERM ends swarmcl at once, without a result. Without --device the environment\n"
            "variable " CLI_DEVICE_VARIABLE " names the device.",
    .problem = &functions,
    .own = rows,
    .shared = CLI_ROWS_OF_RUNS,
    .operand_words = cli_function_words,
    .operand_topic = "objectives",
    .ranks = CLI_RANKS_TOGETHER,
    .run = run_pso,
};
