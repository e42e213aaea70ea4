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

/* The kinds of -o of `swarmcl render`: the kinds of a run that hold only its tour. The first row, the document of
 * --json, is only for stdout. */
static const struct cli_output_kind *list_kinds(bool draws)
{
    static struct cli_output_kind kinds[16] = {{.name = "FILE.json", .document = put_document}};
    size_t count = 1;
    for (const struct cli_output_kind *kind = cli_tour_outputs; draws && kind->name; ++kind) {
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
    TRY(status == SWARM_OK ? SWARM_OK : cli_qap_instead(console, status, path, NULL, false));
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

/* True if the file is an assignment of `swarmcl qap`, a .sln or a table of items and places. */
static bool is_assignment(const struct cli_console *console, const char *path)
{
    char *text = NULL;
    size_t size = 0;
    const bool read =
        path && cli_has_suffix(path, ".csv") && swarm_file_read(console->context, path, &text, &size) == SWARM_OK;
    const char *start = read && strncmp(text, "\xEF\xBB\xBF", 3) == 0 ? text + 3 : text;
    const bool table = read && strncmp(start, "item", 4) == 0 && start[4] != '\0' && strchr(",;\t", start[4])
                       && strncmp(start + 5, "place", 5) == 0;
    swarm_free(text);
    return table || (path && cli_has_suffix(path, ".sln"));
}

/* Refuses options that routes of `swarmcl fleet` do not have, or that only they have. */
static enum swarm_status check_options(const struct cli_arguments *arguments, bool routes)
{
    static const enum cli_option of_routes[] = {CLI_VEHICLES, CLI_CAPACITY, CLI_ROUNDING},
                                 of_tours[] = {CLI_LIMIT, CLI_CERTIFICATE};
    for (size_t k = 0; k < (routes ? 2 : 3); ++k) {
        const enum cli_option option = routes ? of_tours[k] : of_routes[k];
        if (cli_has(arguments, option)) {
            return cli_usage_error(arguments->command, "--%s is %s routes of `swarmcl fleet`", cli_option_name(option),
                                   routes ? "not for" : "for");
        }
    }
    return SWARM_OK;
}

static enum swarm_status run(struct cli_console *console, const struct cli_arguments *arguments)
{
    const bool draws = cli_find_letter(arguments, 'o') != NULL;
    const struct cli_output_kind *kinds = list_kinds(draws);
    const bool pair = arguments->operand_count > 2; /* flows and distances in two files */
    struct measurement measurement = {.tour_path = arguments->operands[pair ? 2 : 1],
                                      .certificate = cli_value(arguments, CLI_CERTIFICATE),
                                      .picture = cli_value(arguments, CLI_OUTPUT)};
    enum swarm_status status = SWARM_OK;
    if (!measurement.tour_path && !measurement.certificate) {
        return cli_usage_error(arguments->command, "TOUR is missing: swarmcl verify INSTANCE TOUR, or --certificate");
    }
    if (draws && !measurement.picture) {
        return cli_usage_error(arguments->command, "--output is missing: --output FILE.svg or FILE.html");
    }
    const char *tour = measurement.tour_path ? measurement.tour_path : "";
    const bool routes =
        !pair && *tour && (cli_has_suffix(tour, ".sol") || cli_is_fleet(console, arguments->operands[0]));
    TRY(check_options(arguments, routes));
    if (routes) {
        return cli_measure_routes(console, arguments);
    }
    if (pair || (!draws && is_assignment(console, measurement.tour_path))) {
        return cli_measure_assignment(console, arguments);
    }
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

#define FLEET_ROWS                                                                                                \
    CLI_ROW(VEHICLES, TEXT, "N", "Problem", "for routes of `swarmcl fleet`: number of vehicles", .common = true), \
        CLI_ROW(CAPACITY, TEXT, "Q", "Problem", "for routes: load that each vehicle carries", .common = true),    \
        CLI_ROW(ROUNDING, TEXT, "RULE", "Problem", "for routes: how lengths are rounded, as in the run",          \
                .common = true)

#define LIMIT_ROW                                                                                             \
    CLI_ROW(LIMIT, TEXT, "L", "Problem",                                                                      \
            "TOUR is from `swarmcl orient` and at most this long; default: COST_LIMIT of a file with scores", \
            .unit = "length")

static const struct swarm_param verify_rows[] = {
    LIMIT_ROW,
    FLEET_ROWS,
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
               "--certificate, TOUR may be left out. TOUR may be an assignment of `swarmcl qap`, FILE.sln or\n"
               "FILE.csv, whose cost is printed; if the flows and the distances have two files, ASSIGNMENT follows\n"
               "both. If INSTANCE has scores and a limit, TOUR is one of `swarmcl orient`: its score, length and\n"
               "number of nodes are printed. TOUR may be FILE.sol, routes of `swarmcl fleet`, whose cost is printed;\n"
               "the exit code is 6 if routes leave out customers who must be served.",
    .problem = &cli_tsp,
    .picked = (const enum cli_option[]){CLI_COLUMNS, CLI_PATH, CLI_START, CLI_END, CLI_FIX, CLI_OPTION_COUNT},
    .own = verify_rows,
    .run = run,
};

static const struct swarm_param rows[] = {
    CLI_ROW(
        OUTPUT, TEXT, "FILE", "Output",
        "write the map to FILE.svg or .html, the order to FILE.csv or .txt, the route to FILE.geojson, .gpx or .kml, "
        "or the tour to FILE.tour; required; see `swarmcl help outputs`",
        .letter = 'o', .writes = true, .repeats = true, .common = true),
    LIMIT_ROW,
    FLEET_ROWS,
    {.name = NULL},
};

const struct cli_command cli_command_render = {
    .name = "render",
    .operands = "INSTANCE TOUR [ASSIGNMENT]",
    .help = "write a tour as a map, a table or a route",
    .details = "Writes TOUR, a TSPLIB95 tour file, in the formats of `swarmcl tsp`: -o FILE.svg draws a map to\n"
               "scale. For a map INSTANCE needs coordinates or DISPLAY_DATA_SECTION. The exit code is 5 if TOUR\n"
               "does not visit every node once or, as a tour of `swarmcl orient`, breaks the limit. With flows, a\n"
               "table of places and ASSIGNMENT, draws the layout of `swarmcl qap`; with FILE.vrp and FILE.sol, the\n"
               "routes of `swarmcl fleet`.",
    .problem = &cli_tsp,
    .picked = (const enum cli_option[]){CLI_COLUMNS, CLI_PATH, CLI_START, CLI_FIX, CLI_OPTION_COUNT},
    .own = rows,
    .run = run,
};
