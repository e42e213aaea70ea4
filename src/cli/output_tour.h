/* output_tour.h - the files that `swarmcl tsp -o` writes: .tour in TSPLIB's format, .json with the document of --json,
 * .svg with the map of the tour, .csv with the convergence curve. */
#ifndef SWARMCL_CLI_OUTPUT_TOUR_H
#define SWARMCL_CLI_OUTPUT_TOUR_H

#include "output.h"
#include "repeat.h"
#include "report.h"
#include "svg.h"

/* What the files are made of; borrowed. */
struct cli_tour_work {
    const struct cli_subject *subject;
    const swarm_result *result;
    const struct cli_repeat *repeat; /* the runs that it is the best of; NULL: there is one */
};

/* Their `work` is a struct cli_tour_work. */
extern const struct cli_output_kind cli_output_tour_kinds[];

/* Writes one picture. Prints what is wrong. Errors: SWARM_ERROR_IO, SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status cli_output_picture(const struct cli_console *console, const char *path,
                                     const struct cli_picture *picture);

#endif
