/* contour.h - a function of two variables as bands of colour: a part of an SVG document. */
#ifndef SWARMCL_CLI_CONTOUR_H
#define SWARMCL_CLI_CONTOUR_H

#include "chart.h"
#include "console.h"

/* Cells along each side, and bands, each of an equal share of the cells. */
enum { CLI_CONTOUR_SIDE = 140, CLI_CONTOUR_BANDS = 12 };

struct cli_contour {
    signed char *bands; /* [side][side], owned, from the lower left corner; 0 is the best, below 0: no number */
    bool has_gaps;      /* there are cells of no number */
};

/* Evaluates `objective` at the middles of the cells within `lower` and `upper` [2]. Prints what is wrong.
 * Errors: as swarm_objective_evaluate(), SWARM_ERROR_OUT_OF_MEMORY. Release it in any case. */
enum swarm_status cli_contour_init(struct cli_contour *contour, const struct cli_console *console,
                                   const swarm_objective *objective, const swarm_params *params, bool maximise,
                                   const double *lower, const double *upper);
void cli_contour_deinit(struct cli_contour *contour);

/* Draws the bands into the box, whose sides are multiples of the number of cells. */
void cli_contour_put(const struct cli_contour *contour, const struct cli_page *page, const struct cli_box *box);

#endif
