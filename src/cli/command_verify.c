/* command_verify.c - swarmcl verify INSTANCE TOUR measures a tour in exact integers, swarmcl render draws it, too. */
#include <stdio.h>

#include "commands.h"
#include "output_tour.h"
#include "parameters.h"

#define PATH_ROW \
    CLI_OPTION("path", '\0', FLAG, NULL, "Problem", "measure an open path: no edge from the last node to the first")

static const struct swarm_param verify_params[] = {
    PATH_ROW,
    CLI_OPTION(
        "start", '\0', TEXT, "NODE", "Problem",
        "with --path: the node it has to begin at, by its name where nodes have names, else by its number from 1"),
    CLI_OPTION("end", '\0', TEXT, "NODE", "Problem", "with --path: the node it has to end at"),
    CLI_OPTION("fix", '\0', TEXT, "A-B,...", "Problem",
               "edges that it must have, beside those of a FIXED_EDGES_SECTION; see `swarmcl help conditions`"),
};

static const struct swarm_param render_params[] = {
    CLI_OPTION("output", 'o', TEXT, "FILE", "Output", "write the picture as FILE.svg; required"),
    PATH_ROW,
};

/* An instance, a tour read for it and the tour's exact length. */
struct measurement {
    swarm_instance *instance; /* owned */
    swarm_params *params;     /* owned: what the options ask of the tour */
    struct cli_subject subject;
    const char *tour_path;
    uint32_t *tour; /* [subject.info->node_count], owned */
    int64_t length;
};

static enum swarm_status write_picture(const struct cli_console *console, const char *path, const void *work)
{
    const struct measurement *measurement = work;
    const struct cli_picture picture = {
        .subject = &measurement->subject, .tour = measurement->tour, .length = measurement->length};
    return cli_output_picture(console, path, &picture);
}

static const struct cli_output_kind render_kinds[] = {{".svg", write_picture}, {NULL, NULL}};

/* Reads the instance, and what the options ask of a tour. Prints what is wrong. */
static enum swarm_status read_instance(struct measurement *measurement, const struct cli_console *console,
                                       const struct cli_arguments *arguments)
{
    static const char *const names[] = {"path", "start", "end", "fix"};
    enum swarm_status status = swarm_instance_read(console->context, arguments->operands[0], &measurement->instance);
    status = status == SWARM_OK ? swarm_params_create(console->context, &measurement->params) : status;
    if (status != SWARM_OK) {
        return cli_fail(console, status);
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0] && status == SWARM_OK; ++i) {
        status = cli_parameters_take(console, arguments, names[i], measurement->params);
    }
    measurement->subject = cli_subject_make(measurement->instance, measurement->params);
    return status;
}

/* Reads the tour and measures it. Prints what is wrong. */
static enum swarm_status read_tour(struct measurement *measurement, const struct cli_console *console)
{
    enum swarm_status status =
        swarm_tour_read(console->context, measurement->tour_path, measurement->instance, &measurement->tour);
    if (status == SWARM_OK) {
        status = (measurement->subject.path ? swarm_path_length : swarm_tour_length)(
            console->context, measurement->instance, measurement->tour, measurement->subject.info->node_count,
            &measurement->length);
    }
    return status == SWARM_OK ? SWARM_OK : cli_fail(console, status);
}

/* Prints the length and the gap on stdout, as text or as a document; `picture`: the file drawn, or NULL. */
static enum swarm_status print_measurement(const struct measurement *measurement, const struct cli_console *console,
                                           const char *picture)
{
    const struct cli_subject *subject = &measurement->subject;
    if (console->json) {
        struct cli_json json;
        cli_document_begin(&json);
        cli_json_instance(&json, subject);
        cli_json_text(&json, "tour_file", measurement->tour_path);
        cli_json_bool(&json, "path", subject->path);
        cli_json_length(&json, "length", subject, measurement->length);
        cli_json_gap(&json, subject, measurement->length);
        if (picture) {
            cli_json_text(&json, "file", picture);
        }
        return cli_document_print(&json);
    }
    if (!console->quiet) {
        char text[CLI_LENGTH_SIZE], gap[CLI_GAP_SIZE];
        printf("%s\n", cli_length_text(subject, measurement->length, text));
        if (*cli_gap_text(subject, measurement->length, gap)) {
            printf("gap %s\n", gap);
        }
    }
    return SWARM_OK;
}

static void deinit(struct measurement *measurement)
{
    swarm_free(measurement->tour);
    swarm_params_destroy(&measurement->params);
    swarm_instance_destroy(&measurement->instance);
}

static enum swarm_status run_verify(struct cli_console *console, const struct cli_arguments *arguments)
{
    struct measurement measurement = {.tour_path = arguments->operands[1]};
    enum swarm_status status = read_instance(&measurement, console, arguments);
    status = status == SWARM_OK ? read_tour(&measurement, console) : status;
    if (status == SWARM_OK) {
        status = swarm_tour_check(console->context, measurement.instance, measurement.params, measurement.tour,
                                  measurement.subject.info->node_count);
        status = status == SWARM_OK ? print_measurement(&measurement, console, NULL) : cli_fail(console, status);
    }
    deinit(&measurement);
    return status;
}

static enum swarm_status run_render(struct cli_console *console, const struct cli_arguments *arguments)
{
    const char *path = cli_arguments_value(arguments, "output");
    struct measurement measurement = {.tour_path = arguments->operands[1]};
    if (!path) {
        return cli_usage_error(arguments->command, "--output is missing: --output FILE.svg");
    }
    enum swarm_status status = cli_outputs_check(arguments, render_kinds);
    status = status == SWARM_OK ? cli_outputs_probe(arguments) : status;
    status = status == SWARM_OK ? read_instance(&measurement, console, arguments) : status;
    status = status == SWARM_OK ? cli_svg_require_positions(path, &measurement.subject) : status;
    status = status == SWARM_OK ? read_tour(&measurement, console) : status;
    status = status == SWARM_OK ? cli_outputs_write(console, arguments, render_kinds, &measurement) : status;
    status = status == SWARM_OK ? print_measurement(&measurement, console, path) : status;
    deinit(&measurement);
    return status;
}

const struct cli_command cli_command_verify = {
    .name = "verify",
    .operands = "INSTANCE TOUR",
    .help = "check a tour and print its exact length",
    .details = "Checks that TOUR, a TSPLIB95 tour file, is a permutation of the nodes of INSTANCE that has its\n"
               "fixed edges, and those of --fix, and prints its exact length. The NAME of the tour does not matter.\n"
               "Exit code 5 when it is no such tour.",
    .own_params = verify_params,
    .own_count = sizeof verify_params / sizeof verify_params[0],
    .repeatable = (const char *const[]){"fix", NULL},
    .run = run_verify,
};

const struct cli_command cli_command_render = {
    .name = "render",
    .operands = "INSTANCE TOUR",
    .help = "draw a tour as a map in SVG",
    .details = "Checks that TOUR, a TSPLIB95 tour file, is a permutation of the nodes of INSTANCE and draws it: a\n"
               "map to scale, with the length and the gap. The nodes of INSTANCE need coordinates, or display data\n"
               "beside a matrix. Exit code 5 when TOUR is no permutation.",
    .own_params = render_params,
    .own_count = sizeof render_params / sizeof render_params[0],
    .run = run_render,
};
