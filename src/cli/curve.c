#include "curve.h"

#include <inttypes.h>

static void put_row(struct cli_buffer *csv, const struct cli_subject *subject, const struct swarm_trace_point *point)
{
    char length[CLI_LENGTH_SIZE];
    double percent = 0.0;
    cli_buffer_format(csv, "%" PRIu64 ",", point->iteration);
    cli_buffer_real(csv, cli_round_seconds(point->seconds));
    cli_buffer_text(csv, ",");
    cli_buffer_text(csv, cli_length_text(subject, point->length, length));
    cli_buffer_text(csv, ",");
    if (cli_gap_percent(subject, point->length, &percent)) {
        cli_buffer_real(csv, percent);
    }
    cli_buffer_text(csv, "\n");
}

void cli_curve_write(struct cli_buffer *csv, const struct cli_subject *subject, const swarm_result *result)
{
    const struct swarm_trace_point end = {
        .iteration = result->iterations, .length = result->length, .seconds = result->seconds};
    cli_buffer_text(csv, "iteration,seconds,length,gap_percent\n");
    for (size_t i = 0; i < result->trace_count; ++i) {
        put_row(csv, subject, &result->trace[i]);
    }
    put_row(csv, subject, &end);
}
