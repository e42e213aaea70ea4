/* instance.c - instances of tsp and orient, and tours of them; swarmcl instance FILE describes one. */
#include "instance.h"

#include <inttypes.h>
#include <stdio.h>

/* Maximum number of nodes of a tour that is printed as text: their numbers fill a line. */
enum { SHORT_TOUR = 24 };

/* The number of coordinates of a node: 2 or 3; 0 for EXPLICIT. */
static unsigned dimensions_of(enum swarm_metric metric)
{
    bool three = metric == SWARM_METRIC_EUC_3D || metric == SWARM_METRIC_MAN_3D || metric == SWARM_METRIC_MAX_3D;
    return metric == SWARM_METRIC_EXPLICIT ? 0 : three ? 3 : 2;
}

struct cli_instance cli_instance_make(const struct cli_problem *problem, swarm_instance *instance,
                                      const swarm_params *params)
{
    const struct swarm_instance_info *info = swarm_instance_describe(instance);
    const struct swarm_reference reference = swarm_instance_reference(instance, params);
    const bool scored = problem == &cli_orient;
    struct cli_instance made = {
        .subject = {.problem = problem,
                    .name = info->name,
                    .size = info->node_count,
                    .unit = scored ? "" : info->unit,
                    .decimals = scored ? 0 : info->decimals,
                    .maximise = scored,
                    .known = reference.known,
                    .proven = reference.proven,
                    .given = reference.given},
        .instance = instance,
        .info = info,
        .path = params && cli_parameter_is_set(params, CLI_PATH),
    };
    made.subject.best = cli_score_of_length(&made.subject, reference.length);
    return made;
}

enum swarm_status cli_instance_open(const struct cli_console *console, const struct cli_arguments *arguments,
                                    swarm_params *params, struct cli_subject *subject)
{
    swarm_instance *read = NULL;
    struct cli_instance *made = (struct cli_instance *)subject;
    const enum swarm_status status =
        cli_checked(console, swarm_instance_read_for(console->context, params, arguments->operands[0], &read));
    const struct cli_problem *other =
        status != SWARM_OK ? cli_problem_recognise(console, arguments->operands, 1, NULL) : NULL;
    if (other) {
        cli_note(console, "`swarmcl %s` reads %s", other->name, cli_path_label(arguments->operands[0]));
    }
    TRY(status);
    *made = cli_instance_make(arguments->command->problem, read, params);
    swarm_params_instance(params, read);
    TRY(cli_require_metres(arguments, made->info));
    if (made->info->columns && *made->info->skipped_columns) {
        cli_note(console, "%s: reads the columns %s; skips %s", cli_path_label(arguments->operands[0]),
                 made->info->columns, made->info->skipped_columns);
    }
    if (console->verbose) {
        cli_note(console, "instance %s: %" PRIu32 " nodes, %s, %s", made->info->name, made->info->node_count,
                 made->info->symmetric ? "TSP" : "ATSP", swarm_metric_name(made->info->metric));
    }
    return SWARM_OK;
}

enum swarm_status cli_svg_require_positions(const char *path, const struct cli_subject *subject)
{
    if (cli_instance_of(subject)->info->has_positions) {
        return SWARM_OK;
    }
    cli_error("%s: %s cannot be drawn: found only distances, expected coordinates or a DISPLAY_DATA_SECTION", path,
              subject->name);
    return SWARM_ERROR_UNSUPPORTED;
}

void cli_instance_close(struct cli_subject *subject)
{
    swarm_instance_destroy(&((struct cli_instance *)subject)->instance);
}

enum swarm_status cli_instance_read_tour(const struct cli_console *console, const struct cli_subject *subject,
                                         const swarm_params *params, const char *path, bool strict,
                                         struct cli_solution *solution)
{
    TRY(cli_checked(console, (strict ? swarm_tour_read_strict : swarm_tour_read_some)(
                                 console->context, path, cli_instance_of(subject)->instance, &solution->nodes,
                                 subject->maximise ? &solution->count : NULL)));
    return cli_instance_measure(console, subject, params, path, solution);
}

enum swarm_status cli_instance_measure(const struct cli_console *console, const struct cli_subject *subject,
                                       const swarm_params *params, const char *path, struct cli_solution *solution)
{
    const struct cli_instance *instance = cli_instance_of(subject);
    swarm_context *context = console->context;
    int64_t score = 0;
    if (subject->maximise) {
        const enum swarm_status status =
            swarm_orient_measure(context, params, solution->nodes, solution->count, &score, &solution->length);
        if (status == SWARM_ERROR_VERIFICATION) {
            cli_error("%s: %s", cli_path_label(path), swarm_context_error(context));
            return status;
        }
        TRY(cli_checked(console, status));
    } else {
        solution->count = subject->size;
        TRY(cli_checked(console,
                        (instance->path ? swarm_path_length : swarm_tour_length)(
                            context, instance->instance, solution->nodes, solution->count, &solution->length)));
        score = solution->length;
    }
    solution->score = cli_score_of_length(subject, score);
    return SWARM_OK;
}

const char *cli_length_text(const struct swarm_instance_info *info, int64_t length, char text[CLI_TEXT_SIZE])
{
    char number[64];
    snprintf(text, CLI_TEXT_SIZE, "%s%s%s", swarm_length_text(length, info->decimals, number, sizeof number),
             *info->unit ? " " : "", info->unit);
    return text;
}

void cli_json_length(struct cli_json *json, const struct swarm_instance_info *info, int64_t length)
{
    char number[64];
    cli_json_number_text(json, "length", swarm_length_text(length, info->decimals, number, sizeof number));
}

void cli_json_instance(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result)
{
    (void)result;
    const struct swarm_instance_info *info = cli_instance_of(subject)->info;
    cli_json_put(json, "instance: {name: %s, comment: %s, type: %s, nodes: %" PRIu32 ", metric: %s, format: %s",
                 info->name, info->comment, info->symmetric ? "TSP" : "ATSP", info->node_count,
                 swarm_metric_name(info->metric), *info->format ? info->format : NULL);
    const unsigned dimensions = dimensions_of(info->metric);
    cli_json_put(json, dimensions > 0 ? "coordinates: ~{minimum: [" : "coordinates: null");
    for (unsigned axis = 0; axis < dimensions; ++axis) {
        cli_json_put(json, "%g", info->minimum[axis]);
    }
    cli_json_put(json, dimensions > 0 ? "], maximum: [" : "");
    for (unsigned axis = 0; axis < dimensions; ++axis) {
        cli_json_put(json, "%g", info->maximum[axis]);
    }
    cli_json_put(json, dimensions > 0 ? "]}" : "");
    cli_json_put(json, "fixed_edges: %zu, missing_edges: %" PRIu64 ", decimals: %d, lost_digits: %d, unit: %s",
                 info->fixed_edge_count, info->missing_edges, info->decimals, info->lost_digits,
                 *info->unit ? info->unit : NULL);
    cli_json_put(json, "columns: %s, skipped_columns: %s", info->columns, info->skipped_columns);
    cli_json_optimum(json, subject);
    cli_json_put(json, "}");
}

void cli_json_tour(struct cli_json *json, const struct cli_subject *subject, const swarm_result *result)
{
    const struct swarm_tour *tour = result->tour;
    cli_json_put(json, "tour: ~[");
    for (size_t i = 0; i < tour->node_count; ++i) {
        cli_json_put(json, "%" PRIu32, tour->nodes[i] + 1); /* TSPLIB numbers nodes from 1 */
    }
    cli_json_put(json, "]");
    if (cli_instance_of(subject)->info->has_names) {
        cli_json_put(json, "tour_names: [");
        for (size_t i = 0; i < tour->node_count; ++i) {
            cli_json_put(json, "%s", swarm_instance_node_name(cli_instance_of(subject)->instance, tour->nodes[i]));
        }
        cli_json_put(json, "]");
    }
}

const char *cli_node_text(const swarm_instance *instance, uint32_t node, char number[16])
{
    const char *name = swarm_instance_node_name(instance, node);
    snprintf(number, 16, "%" PRIu32, node + 1);
    return name ? name : number;
}

bool cli_print_tour(const struct cli_subject *subject, const swarm_result *result)
{
    const struct swarm_tour *tour = result->tour;
    char text[CLI_FIELD_SIZE] = "";
    size_t used = 0;
    for (size_t k = 0; tour->node_count <= SHORT_TOUR && k < tour->node_count && used < sizeof text; ++k) {
        char number[16];
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", k > 0 ? ", " : "",
                                 cli_node_text(cli_instance_of(subject)->instance, tour->nodes[k], number));
    }
    if (used > 0) {
        cli_print_field(tour->path ? "path" : "tour", "%s", text);
    }
    return used > 0;
}

/* Bytes of the matrices of a run without candidate lists: five n x n matrices of 4-byte elements (swarm_solve). */
static uint64_t dense_bytes(const struct swarm_instance_info *info)
{
    return 5 * UINT64_C(4) * info->node_count * info->node_count;
}

static void print_instance(const struct swarm_instance_info *info)
{
    static const char *const plane[] = {"x", "y", "z"}, *const sphere[] = {"latitude", "longitude"};
    const char *const *labels = info->metric == SWARM_METRIC_GREAT_CIRCLE ? sphere : plane;
    char text[CLI_TEXT_SIZE];
    cli_print_field("name", "%s", info->name);
    if (*info->comment) {
        cli_print_field("comment", "%s", info->comment);
    }
    cli_print_field("type", "%s", info->symmetric ? "TSP" : "ATSP");
    cli_print_field("nodes", "%" PRIu32, info->node_count);
    if (info->columns) {
        cli_print_field("columns", "%s", info->columns);
    }
    if (info->columns && *info->skipped_columns) {
        cli_print_field("skipped", "%s", info->skipped_columns);
    }
    cli_print_field("metric", "%s%s%s", swarm_metric_name(info->metric), *info->format ? " " : "", info->format);
    for (unsigned axis = 0; axis < dimensions_of(info->metric); ++axis) {
        cli_print_field(labels[axis], "%.10g to %.10g", info->minimum[axis], info->maximum[axis]);
    }
    if (info->decimals != 0 || *info->unit) { /* all lengths are multiples of the length 1 */
        cli_print_field("lengths", "in steps of %s", cli_length_text(info, 1, text));
    }
    if (info->fixed_edge_count > 0) {
        cli_print_field("fixed edges", "%zu", info->fixed_edge_count);
    }
    if (info->missing_edges > 0) {
        cli_print_field("no edge", "between %" PRIu64 " pairs of nodes", info->missing_edges);
    }
    if (info->optimum_known) {
        cli_print_field(info->optimum_proven ? "optimum" : "best known", "%" PRId64, info->optimum);
    } else {
        cli_print_field("optimum", "unknown");
    }
    cli_print_field("memory", "%s for the five matrices of a dense run",
                    cli_bytes_text(dense_bytes(info), text, sizeof text));
}

/* The problem of an option, or of columns that an instance of tours skips; NULL: none. */
static const struct cli_problem *find_claim(const struct cli_console *console, const struct cli_arguments *arguments,
                                            const swarm_params *params, const struct swarm_instance_info *info)
{
    const struct cli_problem *problem = NULL;
    for (size_t k = 0; k < arguments->given_count && !problem; ++k) {
        problem = cli_condition_owner(&arguments->given[k]);
    }
    const bool open = info && info->columns && !cli_value(arguments, CLI_COLUMNS);
    for (bool found = problem != NULL; !found && open && (problem = cli_problem_next(problem));) {
        found = problem->claims && problem->claims(console, params, arguments->operands[0], info);
    }
    return problem;
}

static enum swarm_status run_instance(struct cli_console *console, const struct cli_arguments *arguments)
{
    const char *path = arguments->operands[0];
    const struct cli_problem *other =
        cli_problem_recognise(console, arguments->operands, arguments->operand_count, NULL);
    swarm_instance *instance = NULL;
    swarm_params *params = NULL;
    enum swarm_status status = SWARM_OK;
    other = other ? other : find_claim(console, arguments, NULL, NULL);
    if (!other) {
        TRY_OR(done, cli_parameters_create(console, arguments, &cli_tsp, &params));
        status = swarm_instance_read_for(console->context, params, path, &instance);
        other = status != SWARM_OK ? cli_problem_instead(console, path, &status)
                                   : find_claim(console, arguments, params, swarm_instance_describe(instance));
    }
    if (other) {
        status = cli_examine(console, arguments, other, NULL);
    }
    if (other || !instance) {
        goto done;
    }
    const struct cli_instance made = cli_instance_make(&cli_tsp, instance, NULL);
    if (console->json) {
        struct cli_json json;
        cli_document_begin(&json);
        cli_json_instance(&json, &made.subject, NULL);
        cli_json_put(&json, "dense_bytes: %" PRIu64 ", read_seconds: %f", dense_bytes(made.info),
                     made.info->read_seconds);
        status = cli_document_print(&json);
    } else if (!console->quiet) {
        print_instance(made.info);
    }
done:
    swarm_params_destroy(&params);
    swarm_instance_destroy(&instance);
    return status;
}

const struct cli_command cli_command_instance = {
    .name = "instance",
    .operands = "FILE [DISTANCES]",
    .help = "describe an instance",
    .details =
        "Describes FILE: a TSPLIB95 instance of type TSP, ATSP or OP, a table of points, stops or distances, or the\n"
        "input of another problem (see `swarmcl help formats`), such as `swarmcl qap`, which may be two files.\n"
        "FILE may be packed by gzip; - is the standard input.",
    .problem = &cli_tsp,
    .picked = (const enum cli_option[]){CLI_COLUMNS, CLI_OPTION_COUNT},
    .measures = true,
    .run = run_instance,
};
