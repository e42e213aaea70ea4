/* function.h - objectives, the functions whose best value `swarmcl pso` looks for. */
#ifndef SWARMCL_CLI_FUNCTION_H
#define SWARMCL_CLI_FUNCTION_H

#include "options.h"
#include "problem.h"

/* The subject of values. */
struct cli_function {
    struct cli_subject subject;
    swarm_objective *objective; /* owned */
    const struct swarm_objective_info *info;
};

/* Names, formulas and sources of those that are known, as words for help, manual and completions; NULL-name terminated.
 */
const struct swarm_variant *cli_function_words(void);

/* Prints them as a table, or as a document with --json. */
enum swarm_status cli_functions_print(const struct cli_console *console);

#endif
