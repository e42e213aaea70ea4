/* function.h - objectives: the functions whose best value `swarmcl pso` searches. */
#ifndef SWARMCL_CLI_FUNCTION_H
#define SWARMCL_CLI_FUNCTION_H

#include "cli/options.h"
#include "problem.h"

/* The subject of a run with values. */
struct cli_function {
    struct cli_subject subject;
    swarm_objective *objective; /* owned */
    const struct swarm_objective_info *info;
};

/* The objectives with a name, as words for help and completions: name, formula, source; NULL-name terminated. */
const struct swarm_variant *cli_function_words(void);

/* The picture of a run as an SVG document: the curve of the best values or costs and, of an objective in two
 * dimensions, its contour with the way of the best. The work is a struct cli_work. It shows no seconds, so equal runs
 * give equal bytes. Prints errors. */
enum swarm_status cli_picture_swarm(struct cli_buffer *svg, const void *work);

#endif
