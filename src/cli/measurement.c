#include "measurement.h"

#include <stdio.h>

#include "parameters.h"

enum swarm_status cli_measurement_open(struct cli_measurement *measurement, const struct cli_console *console,
                                       const struct cli_arguments *arguments)
{
    *measurement = (struct cli_measurement){.tour_path = arguments->operands[1]};
    enum swarm_status status = swarm_instance_read(console->context, arguments->operands[0], &measurement->instance);
    if (status != SWARM_OK) {
        return cli_fail(console, status);
    }
    status = swarm_params_create(console->context, &measurement->params);
    if (status != SWARM_OK) {
        return cli_fail(console, status);
    }
    static const char *const names[] = {"path", "start", "end", "fix"};
    for (size_t i = 0; i < sizeof names / sizeof names[0] && status == SWARM_OK; ++i) {
        status = cli_parameters_take(console, arguments, names[i], measurement->params);
    }
    measurement->subject = cli_subject_make(measurement->instance, measurement->params);
    return status;
}

enum swarm_status cli_measurement_take(struct cli_measurement *measurement, const struct cli_console *console)
{
    const size_t count = measurement->subject.info->node_count;
    enum swarm_status status =
        swarm_tour_read(console->context, measurement->tour_path, measurement->instance, &measurement->tour);
    if (status == SWARM_OK) {
        status = (measurement->subject.path ? swarm_path_length : swarm_tour_length)(
            console->context, measurement->instance, measurement->tour, count, &measurement->length);
    }
    return status == SWARM_OK ? SWARM_OK : cli_fail(console, status);
}

enum swarm_status cli_measurement_check(struct cli_measurement *measurement, const struct cli_console *console)
{
    enum swarm_status status = swarm_tour_check(console->context, measurement->instance, measurement->params,
                                                measurement->tour, measurement->subject.info->node_count);
    return status == SWARM_OK ? SWARM_OK : cli_fail(console, status);
}

void cli_measurement_deinit(struct cli_measurement *measurement)
{
    swarm_free(measurement->tour);
    swarm_params_destroy(&measurement->params);
    swarm_instance_destroy(&measurement->instance);
    *measurement = (struct cli_measurement){.tour = NULL};
}

static enum swarm_status print_document(const struct cli_measurement *measurement, const char *file)
{
    const struct cli_subject *subject = &measurement->subject;
    struct cli_json json;
    cli_json_init(&json);
    cli_json_object_begin(&json, NULL);
    cli_json_version(&json);
    cli_json_instance(&json, subject);
    cli_json_text(&json, "tour_file", measurement->tour_path);
    cli_json_bool(&json, "path", subject->path);
    cli_json_length(&json, "length", subject, measurement->length);
    cli_json_gap(&json, subject, measurement->length);
    if (file) {
        cli_json_text(&json, "file", file);
    }
    cli_json_object_end(&json);
    enum swarm_status status = cli_print_json(&json);
    cli_json_deinit(&json);
    return status;
}

enum swarm_status cli_measurement_print(const struct cli_measurement *measurement, const struct cli_console *console,
                                        const char *file)
{
    if (console->json) {
        return print_document(measurement, file);
    }
    if (!console->quiet) {
        char text[CLI_LENGTH_SIZE], gap[CLI_GAP_SIZE];
        printf("%s\n", cli_length_text(&measurement->subject, measurement->length, text));
        if (*cli_gap_text(&measurement->subject, measurement->length, gap)) {
            printf("gap %s\n", gap);
        }
    }
    return SWARM_OK;
}
