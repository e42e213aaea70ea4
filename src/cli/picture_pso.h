/* picture_pso.h - the picture of a swarm's run as an SVG document: the curve of the best values and, in two dimensions,
 * the contour of the objective with the way of the best.
 *
 * All numbers of the document are whole, in hundredths of a pixel. The same run gives the same bytes: no seconds are
 * in it.
 */
#ifndef SWARMCL_CLI_PICTURE_PSO_H
#define SWARMCL_CLI_PICTURE_PSO_H

#include "function.h"

/* Writes the document. Prints what is wrong. Errors: SWARM_ERROR_OUT_OF_MEMORY, but not of `svg`, and those of
 * swarm_objective_evaluate(). */
enum swarm_status cli_picture_swarm(const struct cli_console *console, struct cli_buffer *svg,
                                    const struct cli_function *function, const swarm_params *params,
                                    const swarm_result *result);

#endif
