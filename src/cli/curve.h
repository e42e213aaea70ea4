/* curve.h - the convergence curve of a run as CSV. */
#ifndef SWARMCL_CLI_CURVE_H
#define SWARMCL_CLI_CURVE_H

#include "buffer.h"
#include "report.h"

/* Writes the columns iteration, seconds, length (in the input's unit) and gap_percent (empty where it is unknown): a
 * row for every improvement, the start included, and a last one for the end of the run. */
void cli_curve_write(struct cli_buffer *csv, const struct cli_subject *subject, const swarm_result *result);

#endif
