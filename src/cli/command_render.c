/* command_render.c - swarmcl render INSTANCE TOUR -o FILE.svg: draws a tour. */
#include "commands.h"
#include "measurement.h"
#include "output_tour.h"

static const struct swarm_param render_params[] = {
    {.name = "output",
     .letter = 'o',
     .kind = SWARM_PARAM_TEXT,
     .unit = "",
     .operand = "FILE",
     .group = "Output",
     .help = "write the picture as FILE.svg; required"},
    CLI_MEASUREMENT_PATH,
};

static enum swarm_status run_render(struct cli_console *console, const struct cli_arguments *arguments)
{
    const char *path = cli_arguments_value(arguments, "output");
    struct cli_measurement measurement = {.tour = NULL};
    if (!path) {
        return cli_usage_error(arguments->command, "--output is missing: --output FILE.svg");
    }
    enum swarm_status status = cli_output_check_suffix(arguments->command, path, ".svg");
    if (status == SWARM_OK) {
        status = cli_outputs_probe(arguments);
    }
    if (status == SWARM_OK) {
        status = cli_measurement_open(&measurement, console, arguments);
    }
    if (status == SWARM_OK) {
        status = cli_svg_require_positions(path, &measurement.subject);
    }
    if (status == SWARM_OK) {
        status = cli_measurement_take(&measurement, console);
    }
    if (status == SWARM_OK) {
        const struct cli_picture picture = {
            .subject = &measurement.subject, .tour = measurement.tour, .length = measurement.length};
        status = cli_output_picture(console, path, &picture);
    }
    if (status == SWARM_OK) {
        cli_note(console, "wrote %s", path);
        status = cli_measurement_print(&measurement, console, path);
    }
    cli_measurement_deinit(&measurement);
    return status;
}

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
