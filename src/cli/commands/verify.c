/* verify.c - swarmcl verify INSTANCE TOUR measures a tour in exact integers, or proves a lower bound again; swarmcl
 * render writes the tour as a map or a list. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/documents/document.h"
#include "cli/documents/output.h"
#include "cli/documents/report.h"
#include "cli/problems/instance.h"

/* An instance with a tour, a lower bound, or both. */
struct measurement {
    struct cli_work work;         /* first, so outputs of a run can write the tour; used by render only */
    swarm_params *params;         /* owned parameters: conditions of the tour */
    struct cli_instance instance; /* owned instance that the tour visits */
    const char *tour_path;        /* path of the tour; NULL: there is only a bound */
    struct cli_solution tour;     /* owned tour to verify; its nodes are NULL without a tour */
    const char *certificate;      /* path of the document with the bound; NULL: none */
    swarm_bound bound;
    int32_t *potentials; /* owned node potentials that prove the bound */
    double check_seconds;
    const char *picture; /* path of the picture to draw; NULL: none */
};

/* The path of the solution, the last of two or three operands; NULL: there is only an instance. */
static const char *solution_of(const struct cli_arguments *arguments)
{
    return arguments->operand_count > 1 ? arguments->operands[arguments->operand_count - 1] : NULL;
}

static void print_measurement(const void *work)
{
    const struct measurement *measurement = work;
    const struct cli_subject *subject = &measurement->instance.subject;
    const struct cli_solution *tour = &measurement->tour;
    char text[CLI_TEXT_SIZE];
    if (tour->nodes) {
        cli_print_verified(subject, tour->score);
    }
    if (subject->maximise) {
        printf("length %s\n", cli_length_text(measurement->instance.info, tour->length, text));
        printf("visited %zu of %" PRIu64 " nodes\n", tour->count, subject->size);
    }
    if (measurement->certificate) {
        printf("bound %s\n", cli_number_text(subject, cli_score_of_length(subject, measurement->bound.length), text));
    }
    if (measurement->certificate && tour->nodes
        && *cli_proven_text(tour->score.length, measurement->bound.length, text)) {
        printf("gap %s\n", text);
    }
}

static void put_document(struct cli_json *json, const void *work)
{
    const struct measurement *measurement = work;
    const struct cli_subject *subject = &measurement->instance.subject;
    const struct cli_solution *tour = &measurement->tour;
    cli_json_instance(json, subject, NULL);
    cli_json_put(json, "tour_file: %s, path: %i", measurement->tour_path, measurement->instance.path);
    if (tour->nodes) {
        cli_json_score(json, subject->problem->score, subject, tour->score);
        cli_json_gap(json, subject, tour->score);
    }
    if (subject->maximise) {
        cli_json_length(json, measurement->instance.info, tour->length);
        cli_json_put(json, "nodes: %zu", tour->count);
    }
    if (measurement->certificate) {
        cli_json_put(json, "certificate: %s, check_seconds: %f", measurement->certificate, measurement->check_seconds);
        cli_json_bound(json, subject, measurement->bound.length, tour->nodes ? &tour->score : NULL);
    }
    if (measurement->picture) {
        cli_json_put(json, "file: %s", measurement->picture);
    }
}

/* The kinds of -o of `swarmcl render`: the kinds of a run that hold only its solution. The first row, the document of
 * --json, is only for stdout. */
static const struct cli_output_kind *list_kinds(const struct cli_arguments *arguments,
                                                const struct cli_output_kind *outputs,
                                                void (*put)(struct cli_json *json, const void *work))
{
    static struct cli_output_kind kinds[16] = {{.name = "FILE.json"}};
    const bool draws = cli_find_letter(arguments, 'o') != NULL;
    size_t count = 1;
    kinds[0].document = put;
    for (const struct cli_output_kind *kind = outputs; draws && kind->name; ++kind) {
        if (!kind->document && strncmp(kind->name, "FILE", 4) == 0) {
            kinds[count++] = *kind;
        }
    }
    return kinds;
}

/* Writes the outputs. The functions of `kinds` expect the result of a run, so the tour is put into one. */
static enum swarm_status write_outputs(struct cli_console *console, const struct cli_arguments *arguments,
                                       const struct cli_output_kind *kinds, struct measurement *measurement)
{
    const struct cli_solution *made = &measurement->tour;
    const struct swarm_tour tour = {
        .node_count = made->count, .nodes = made->nodes, .length = made->length, .path = measurement->instance.path};
    swarm_result result = {.tour = &tour, .length = made->score.length, .value = made->score.value};
    measurement->work = (struct cli_work){.console = console,
                                          .arguments = arguments,
                                          .params = measurement->params,
                                          .subject = &measurement->instance.subject,
                                          .result = &result};
    return cli_outputs_write(console, arguments, kinds, measurement, print_measurement);
}

/* Prints why the file has no tours; returns a status that is not SWARM_OK. */
static enum swarm_status refuse(const struct cli_console *console, const char *path, enum swarm_status status)
{
    const struct cli_problem *other = cli_problem_instead(console, path, &status);
    if (other) {
        cli_error("%s: found %s, which has no tours; run `swarmcl %s %s`", cli_path_label(path), other->input,
                  other->name, path);
    }
    return status;
}

/* Reads the instance. The problem is orient if --limit is given, or if the instance has scores and a limit and neither
 * --fix nor --certificate, which need tours of all nodes, is given. */
static enum swarm_status read_instance(const struct cli_console *console, const struct cli_arguments *arguments,
                                       struct measurement *measurement)
{
    const char *limit = cli_value(arguments, CLI_LIMIT);
    const bool whole = cli_has(arguments, CLI_FIX) || measurement->certificate;
    if (limit && whole) {
        return cli_usage_error(arguments->command, "--limit %s clashes with --%s, which needs tours of all nodes",
                               limit, measurement->certificate ? "certificate" : "fix");
    }
    TRY(cli_parameters_create(console, arguments, limit ? &cli_orient : &cli_tsp, &measurement->params));
    TRY(limit ? cli_parameters_set(console, measurement->params, CLI_LIMIT, limit) : SWARM_OK);
    const char *path = arguments->operands[0];
    const enum swarm_status status =
        swarm_instance_read_for(console->context, measurement->params, path, &measurement->instance.instance);
    TRY(status == SWARM_OK ? SWARM_OK : refuse(console, path, status));
    const struct swarm_instance_info *info = swarm_instance_describe(measurement->instance.instance);
    TRY(cli_require_metres(arguments, info));
    const bool scored = limit || (!whole && info->has_scores && info->cost_limit > 0);
    if (scored && !limit) {
        swarm_params_destroy(&measurement->params);
        TRY(cli_parameters_create(console, arguments, &cli_orient, &measurement->params));
    }
    swarm_params_instance(measurement->params, measurement->instance.instance);
    measurement->instance =
        cli_instance_make(scored ? &cli_orient : &cli_tsp, measurement->instance.instance, measurement->params);
    return SWARM_OK;
}

static enum swarm_status read_tour(const struct cli_console *console, struct measurement *measurement, bool checked)
{
    const struct cli_subject *subject = &measurement->instance.subject;
    struct cli_solution *tour = &measurement->tour;
    TRY(cli_instance_read_tour(console, subject, measurement->params, measurement->tour_path, checked, tour));
    return checked && !subject->maximise
               ? cli_checked(console, swarm_tour_check(console->context, measurement->params, tour->nodes, tour->count))
               : SWARM_OK;
}

/* Proves the bound of the certificate again. */
static enum swarm_status check_certificate(const struct cli_console *console, struct measurement *measurement)
{
    const char *path = measurement->certificate, *name = cli_path_label(path);
    char *text = NULL;
    size_t size = 0;
    enum swarm_status status = SWARM_OK;
    TRY(cli_checked(console, swarm_file_read(console->context, path, &text, &size)));
    TRY_OR(done, cli_certificate_parse(name, text, size, measurement->instance.info->decimals, &measurement->bound,
                                       &measurement->potentials));
    const double begin = swarm_context_seconds(console->context);
    status = swarm_bound_check(console->context, measurement->params, &measurement->bound);
    measurement->check_seconds = swarm_context_seconds(console->context) - begin;
    if (status == SWARM_ERROR_VERIFICATION) {
        cli_error("%s: %s", name, swarm_context_error(console->context));
    } else {
        cli_checked(console, status);
    }
done:
    swarm_free(text);
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Solutions of other problems                                                                                        */

static void put_examined(struct cli_json *json, const void *user)
{
    const struct cli_work *work = user;
    const struct cli_problem *problem = work->subject->problem;
    char member[32];
    problem->json_subject(json, work->subject, NULL);
    if (!work->result) {
        cli_json_put(json, "read_seconds: %f", work->subject->read_seconds);
        return;
    }
    const struct cli_score score = CLI_SCORE_OF(work->subject, work->result);
    snprintf(member, sizeof member, "%s_file", problem->file);
    cli_json_put(json, "%s: %s", member, solution_of(work->arguments));
    cli_json_score(json, problem->score, work->subject, score);
    cli_json_gap(json, work->subject, score);
    (problem->json_solution ? problem->json_solution : problem->json_end)(json, work->subject, work->result);
    if (cli_value(work->arguments, CLI_OUTPUT)) {
        cli_json_put(json, "file: %s", cli_value(work->arguments, CLI_OUTPUT));
    }
}

static void print_examined(const void *user)
{
    const struct cli_work *work = user;
    const struct cli_problem *problem = work->subject->problem;
    if (!work->result) {
        problem->describe(work->subject);
        return;
    }
    cli_print_verified(work->subject, CLI_SCORE_OF(work->subject, work->result));
    if (problem->print_measured) {
        problem->print_measured(work->subject, work->result);
    }
}

const struct cli_problem *cli_condition_owner(const struct cli_argument *given)
{
    const struct cli_problem *owner = NULL;
    while (!given->of_library && (owner = cli_problem_next(owner))
           && !(owner->conditions && swarm_param_find(owner->name, given->row->name) == given->row)) {
    }
    return owner;
}

/* Sets the conditions of `problem`; NULL: the file has tours, or cannot be read. Refuses options of tours or of other
 * problems. */
static enum swarm_status set_conditions(const struct cli_console *console, const struct cli_arguments *arguments,
                                        const struct cli_problem *problem, swarm_params *params)
{
    for (const struct cli_argument *given = arguments->given; given < arguments->given + arguments->given_count;
         ++given) {
        const char *name = given->row->name;
        const struct cli_problem *owner = cli_condition_owner(given);
        const bool of_tours = strcmp(name, "limit") == 0 || strcmp(name, "certificate") == 0;
        if (owner ? owner != problem : problem && of_tours) {
            const struct cli_problem *named = owner ? owner : problem;
            char *text = NULL;
            size_t size;
            TRY(problem || !solution_of(arguments)
                    ? SWARM_OK
                    : cli_checked(console, swarm_file_read(console->context, solution_of(arguments), &text, &size)));
            swarm_free(text);
            return cli_usage_error(arguments->command, "--%s is %s %s of `swarmcl %s`", name, owner ? "for" : "not for",
                                   named->file, named->name);
        }
        TRY(owner ? cli_checked(console, swarm_params_set(console->context, params, name, given->value)) : SWARM_OK);
    }
    return SWARM_OK;
}

enum swarm_status cli_examine(struct cli_console *console, const struct cli_arguments *arguments,
                              const struct cli_problem *problem, const char *solution)
{
    const struct cli_output_kind *kinds = list_kinds(arguments, problem->outputs, put_examined);
    struct cli_arguments opened = *arguments; /* without the solution */
    opened.operand_count -= solution != NULL;
    const char *inputs[] = {arguments->operands[0], opened.operand_count > 1 ? arguments->operands[1] : NULL};
    opened.operands = inputs;
    struct cli_subject *subject = calloc(1, problem->subject_size);
    swarm_params *params = NULL;
    swarm_result result = {.iterations = 0};
    enum swarm_status status = SWARM_OK;
    TRY(subject ? SWARM_OK : cli_fail_memory());
    TRY_OR(done, cli_outputs_check(arguments, kinds + 1));
    TRY_OR(done, cli_outputs_probe(console, arguments, NULL));
    TRY_OR(done, cli_parameters_create(console, arguments, problem, &params));
    TRY_OR(done, set_conditions(console, arguments, problem, params));
    TRY_OR(done, problem->open(console, &opened, params, subject));
    if (solution) {
        TRY_OR(done, cli_outputs_require(arguments, kinds + 1, subject));
        TRY_OR(done, problem->measure(console, subject, solution, &result));
        result.value = (double)result.length;
        console->incomplete = subject->incomplete = problem->count_missing && problem->count_missing(&result) > 0;
    }
    const struct cli_work work = {
        .console = console, .arguments = arguments, .subject = subject, .result = solution ? &result : NULL};
    TRY_OR(done, cli_outputs_write(console, arguments, kinds, &work, print_examined));
done:
    problem->close(subject);
    free(subject);
    swarm_params_destroy(&params);
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The commands                                                                                                       */

static enum swarm_status run(struct cli_console *console, const struct cli_arguments *arguments)
{
    const bool draws = cli_find_letter(arguments, 'o') != NULL;
    struct measurement measurement = {.tour_path = solution_of(arguments),
                                      .certificate = cli_value(arguments, CLI_CERTIFICATE),
                                      .picture = cli_value(arguments, CLI_OUTPUT)};
    enum swarm_status status = SWARM_OK;
    if (!measurement.tour_path && !measurement.certificate) {
        return cli_usage_error(arguments->command, "TOUR is missing: swarmcl verify INSTANCE TOUR, or --certificate");
    }
    if (draws && !measurement.picture) {
        return cli_usage_error(arguments->command, "--output is missing: --output FILE.svg or FILE.html");
    }
    const size_t inputs = arguments->operand_count > 2 ? 2 : 1;
    const struct cli_problem *other =
        measurement.tour_path ? cli_problem_recognise(console, arguments->operands, inputs, measurement.tour_path)
                              : NULL;
    if (other) {
        return cli_examine(console, arguments, other, measurement.tour_path);
    }
    const struct cli_output_kind *kinds = list_kinds(arguments, cli_tour_outputs, put_document);
    TRY_OR(done, set_conditions(console, arguments, NULL, NULL));
    TRY_OR(done, cli_outputs_check(arguments, kinds + 1));
    TRY_OR(done, cli_outputs_probe(console, arguments, NULL));
    TRY_OR(done, read_instance(console, arguments, &measurement));
    TRY_OR(done, cli_outputs_require(arguments, kinds + 1, &measurement.instance.subject));
    if (draws && !measurement.instance.subject.maximise && cli_value(arguments, CLI_START)) {
        status = cli_usage_error(arguments->command, "--start needs a tour of `swarmcl orient`");
        goto done;
    }
    TRY_OR(done, measurement.tour_path ? read_tour(console, &measurement, !draws) : SWARM_OK);
    TRY_OR(done, measurement.certificate ? check_certificate(console, &measurement) : SWARM_OK);
    TRY_OR(done, write_outputs(console, arguments, kinds, &measurement));
done:
    swarm_free(measurement.tour.nodes);
    free(measurement.potentials);
    swarm_params_destroy(&measurement.params);
    swarm_instance_destroy(&measurement.instance.instance);
    return status;
}

#define LIMIT_ROW                                                                                             \
    CLI_ROW(LIMIT, TEXT, "L", "Problem",                                                                      \
            "TOUR is from `swarmcl orient` and at most this long; default: COST_LIMIT of a file with scores", \
            .unit = "length")

static const struct swarm_param verify_rows[] = {
    LIMIT_ROW,
    CLI_ROW(CERTIFICATE, TEXT, "FILE.json", "Problem",
            "prove the bound in this document of `swarmcl bound` again, and print the gap that it proves for TOUR",
            .reads = true, .common = true),
    {.name = NULL},
};

const struct cli_command cli_command_verify = {
    .name = "verify",
    .operands = "INSTANCE [TOUR] [ASSIGNMENT]",
    .help = "check a tour and print its exact length",
    .details = "Checks that TOUR, a TSPLIB95 tour file, visits every node of INSTANCE once and uses all fixed\n"
               "edges, including those of --fix; prints its exact length. The NAME of the tour does not matter.\n"
               "The exit code is 5 if TOUR is invalid or the bound of --certificate does not hold; with\n"
               "--certificate, TOUR may be left out. If INSTANCE has scores and a limit, TOUR is one of\n"
               "`swarmcl orient`: its score, length and number of nodes are printed. TOUR may be the solution of\n"
               "another problem that its command wrote, such as FILE.sln or FILE.sol, whose cost is printed; if the\n"
               "flows and the distances of `swarmcl qap` have two files, ASSIGNMENT follows both. The exit code is 6\n"
               "if the solution lacks parts that it must have.",
    .problem = &cli_tsp,
    .picked = (const enum cli_option[]){CLI_COLUMNS, CLI_PATH, CLI_START, CLI_END, CLI_FIX, CLI_OPTION_COUNT},
    .own = verify_rows,
    .measures = true,
    .run = run,
};

static const struct swarm_param rows[] = {
    CLI_ROW(
        OUTPUT, TEXT, "FILE", "Output",
        "write the map to FILE.svg or .html, the order to FILE.csv or .txt, the route to FILE.geojson, .gpx or .kml, "
        "or the tour to FILE.tour; required; see `swarmcl help outputs`",
        .letter = 'o', .writes = true, .repeats = true, .common = true),
    LIMIT_ROW,
    {.name = NULL},
};

const struct cli_command cli_command_render = {
    .name = "render",
    .operands = "INSTANCE TOUR [ASSIGNMENT]",
    .help = "write a tour as a map, a table or a route",
    .details = "Writes TOUR, a TSPLIB95 tour file, in the formats of `swarmcl tsp`: -o FILE.svg draws a map to\n"
               "scale. For a map INSTANCE needs coordinates or DISPLAY_DATA_SECTION. The exit code is 5 if TOUR\n"
               "does not visit every node once or, as a tour of `swarmcl orient`, breaks the limit. Draws solutions\n"
               "of other problems, too: with flows, a table of places and ASSIGNMENT the layout of `swarmcl qap`.",
    .problem = &cli_tsp,
    .picked = (const enum cli_option[]){CLI_COLUMNS, CLI_PATH, CLI_START, CLI_FIX, CLI_OPTION_COUNT},
    .own = rows,
    .measures = true,
    .run = run,
};
