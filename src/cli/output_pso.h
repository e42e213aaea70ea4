/* output_pso.h - the files that `swarmcl pso -o` writes: .json with the document of --json, .csv with the convergence
 * curve, .svg with its picture and, in two dimensions, the way of the best over the contour. */
#ifndef SWARMCL_CLI_OUTPUT_PSO_H
#define SWARMCL_CLI_OUTPUT_PSO_H

#include "output.h"
#include "report_pso.h"

/* What the files are made of; borrowed. */
struct cli_swarm_work {
    const struct cli_search *search;
    const swarm_params *params;
    const swarm_pso_result *result;
    const struct cli_repeat *repeat; /* NULL: there was one run */
};

/* Their `work` is a struct cli_swarm_work. */
extern const struct cli_output_kind cli_output_swarm_kinds[];

#endif
