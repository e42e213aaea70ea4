#include "output_pso.h"

#include <inttypes.h>
#include <math.h>

#include "picture_pso.h"

static enum swarm_status write_json(const struct cli_console *console, const char *path, const void *work)
{
    const struct cli_swarm_work *swarm = work;
    struct cli_json json;
    cli_json_init(&json);
    cli_json_swarm(&json, swarm->search, swarm->result, swarm->repeat);
    enum swarm_status status = cli_output_document(console, path, &json);
    cli_json_deinit(&json);
    return status;
}

static void put_row(struct cli_buffer *csv, uint64_t iteration, double seconds, double value)
{
    cli_buffer_format(csv, "%" PRIu64 ",", iteration);
    cli_buffer_real(csv, cli_round_seconds(seconds));
    cli_buffer_text(csv, ",");
    if (isfinite(value)) {
        cli_buffer_real(csv, value);
    }
    cli_buffer_text(csv, "\n");
}

/* The columns iteration, seconds and value (empty where it is no number): a row for every improvement and a last one
 * for the end of the run. */
static enum swarm_status write_csv(const struct cli_console *console, const char *path, const void *work)
{
    const swarm_pso_result *result = ((const struct cli_swarm_work *)work)->result;
    struct cli_buffer csv = {.bytes = NULL};
    cli_buffer_text(&csv, "iteration,seconds,value\n");
    for (size_t i = 0; i < result->trace_count; ++i) {
        put_row(&csv, result->trace[i].iteration, result->trace[i].seconds, result->trace[i].value);
    }
    put_row(&csv, result->iterations, result->seconds, result->value);
    enum swarm_status status = cli_output_file(console, path, &csv);
    cli_buffer_deinit(&csv);
    return status;
}

static enum swarm_status write_svg(const struct cli_console *console, const char *path, const void *work)
{
    const struct cli_swarm_work *swarm = work;
    struct cli_buffer svg = {.bytes = NULL};
    enum swarm_status status = cli_picture_swarm(&svg, console, swarm->search, swarm->params, swarm->result);
    status = status == SWARM_OK ? cli_output_file(console, path, &svg) : status;
    cli_buffer_deinit(&svg);
    return status;
}

const struct cli_output_kind cli_output_swarm_kinds[] = {
    {".json", write_json},
    {".svg", write_svg},
    {".csv", write_csv},
    {NULL, NULL},
};
