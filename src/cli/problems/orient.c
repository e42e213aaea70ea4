/* orient.c - the problem of `swarmcl orient`: instances with scores, and tours of some of their nodes. */
#include <inttypes.h>
#include <stdlib.h>

#include "cli/commands/commands.h"
#include "instance.h"
#include "cli/documents/lists.h"
#include "cli/documents/output.h"
#include "cli/parameters.h"
#include "cli/documents/report.h"
#include "tour_answer.h"

static const struct cli_problem cycles;

static const struct cli_instance *instance_of(const struct cli_subject *subject)
{
    return (const struct cli_instance *)subject;
}

static void close_instance(struct cli_subject *subject)
{
    swarm_instance_destroy(&((struct cli_instance *)subject)->instance);
    free(subject->starts);
    free(subject);
}

struct cli_instance cli_orient_make(swarm_instance *instance, const swarm_params *params)
{
    const struct swarm_instance_info *info = swarm_instance_describe(instance);
    const struct swarm_reference reference = swarm_instance_reference(instance, params);
    return (struct cli_instance){
        .subject = {.problem = &cycles,
                    .name = info->name,
                    .size = info->node_count,
                    .unit = "",
                    .maximise = true,
                    .known = reference.known,
                    .proven = reference.proven,
                    .best = {reference.length, (double)reference.length}},
        .instance = instance,
        .info = info,
        .path = cli_asked_flag(params, CLI_PATH),
    };
}

enum swarm_status cli_orient_read_tour(const struct cli_console *console, const struct cli_instance *instance,
                                       const swarm_params *params, const char *path, bool strict, struct cli_some *some)
{
    int64_t score = 0;
    TRY(cli_checked(console, (strict ? swarm_tour_read_strict : swarm_tour_read_some)(
                                 console->context, path, instance->instance, &some->tour, &some->count)));
    const enum swarm_status status =
        swarm_orient_measure(console->context, params, some->tour, some->count, &score, &some->length);
    if (status == SWARM_ERROR_VERIFICATION) {
        cli_error("%s: %s", cli_path_label(path), swarm_context_error(console->context));
        return status;
    }
    some->score = cli_score_of_length(&instance->subject, score);
    return cli_checked(console, status);
}

/* Makes the tour of --init the start of the run. */
static enum swarm_status read_start(const struct cli_console *console, const struct cli_arguments *arguments,
                                    struct cli_instance *instance, swarm_params *params)
{
    struct cli_subject *subject = &instance->subject;
    struct cli_some some = {.tour = NULL};
    const char *path = cli_value(arguments, CLI_INIT);
    subject->starts = calloc(1, sizeof *subject->starts);
    TRY(subject->starts ? SWARM_OK : cli_fail_memory());
    if (!path) {
        return SWARM_OK;
    }
    enum swarm_status status = cli_orient_read_tour(console, instance, params, path, false, &some);
    if (status == SWARM_OK) {
        subject->starts[subject->start_count++] = (struct cli_start){path, some.score};
        status = cli_checked(console, swarm_params_start(console->context, params, some.tour, some.count));
    }
    swarm_free(some.tour);
    return status == SWARM_ERROR_VERIFICATION ? SWARM_ERROR_INPUT : status; /* the tour is input, not an answer */
}

static enum swarm_status open_instance(const struct cli_console *console, const struct cli_arguments *arguments,
                                       swarm_params *params, struct cli_subject **subject)
{
    swarm_instance *read = NULL;
    struct cli_instance *made = calloc(1, sizeof *made);
    TRY(made ? SWARM_OK : cli_fail_memory());
    *subject = &made->subject;
    made->subject.problem = &cycles;
    TRY(cli_checked(console, swarm_instance_read_for(console->context, params, arguments->operands[0], &read)));
    *made = cli_orient_make(read, params);
    swarm_params_instance(params, read);
    return read_start(console, arguments, made, params);
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
    .problem = &cycles,
    .own = rows,
    .shared = CLI_ROWS_OF_RUNS,
    .ranks = CLI_RANKS_TOGETHER,
    .run = cli_run,
};
