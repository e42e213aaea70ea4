#include "output_tour.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "curve.h"
#include "interrupt.h"

static enum swarm_status write_tour(const struct cli_console *console, const char *path, const void *work)
{
    const struct cli_subject *subject = ((const struct cli_tour_work *)work)->subject;
    const swarm_result *result = ((const struct cli_tour_work *)work)->result;
    char length[CLI_LENGTH_SIZE], gap[CLI_GAP_SIZE], comment[2 * CLI_GAP_SIZE];
    size_t size = strlen(subject->info->name) + CLI_LENGTH_SIZE + sizeof "...tour";
    char *name = malloc(size);
    if (!name) {
        return cli_fail_memory();
    }
    cli_length_text(subject, result->length, length);
    snprintf(name, size, "%s.%s.tour", subject->info->name, length);
    cli_gap_text(subject, result->length, gap);
    snprintf(comment, sizeof comment, "length %s%s%s%s%s%s, swarmcl %s", length, *subject->info->unit ? " " : "",
             subject->info->unit, subject->path ? " of the open path from the first node to the last" : "",
             *gap ? ", " : "", gap, swarm_version());
    cli_interrupt_hold();
    enum swarm_status status =
        swarm_tour_write(console->context, path, name, comment, subject->instance, result->tour, result->node_count);
    cli_interrupt_release();
    free(name);
    return status == SWARM_OK ? SWARM_OK : cli_fail(console, status);
}

static enum swarm_status write_json(const struct cli_console *console, const char *path, const void *work)
{
    const struct cli_tour_work *tour = work;
    struct cli_json json;
    cli_json_init(&json);
    cli_json_result(&json, tour->subject, tour->result, tour->repeat);
    enum swarm_status status = cli_output_document(console, path, &json);
    cli_json_deinit(&json);
    return status;
}

enum swarm_status cli_output_picture(const struct cli_console *console, const char *path,
                                     const struct cli_picture *picture)
{
    struct cli_buffer svg = {.bytes = NULL};
    enum swarm_status status = cli_svg_write(&svg, picture);
    status = status == SWARM_OK ? cli_output_file(console, path, &svg) : cli_fail_memory();
    cli_buffer_deinit(&svg);
    return status;
}

static enum swarm_status write_svg(const struct cli_console *console, const char *path, const void *work)
{
    const struct cli_tour_work *tour = work;
    const struct cli_picture picture = {
        .subject = tour->subject, .tour = tour->result->tour, .length = tour->result->length, .result = tour->result};
    return cli_output_picture(console, path, &picture);
}

static enum swarm_status write_csv(const struct cli_console *console, const char *path, const void *work)
{
    const struct cli_tour_work *tour = work;
    struct cli_buffer csv = {.bytes = NULL};
    cli_curve_write(&csv, tour->subject, tour->result);
    enum swarm_status status = cli_output_file(console, path, &csv);
    cli_buffer_deinit(&csv);
    return status;
}

const struct cli_output_kind cli_output_tour_kinds[] = {
    {".tour", write_tour}, {".json", write_json}, {".svg", write_svg}, {".csv", write_csv}, {NULL, NULL},
};
