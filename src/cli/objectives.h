/* objectives.h - the objectives that `swarmcl pso` knows by name. */
#ifndef SWARMCL_CLI_OBJECTIVES_H
#define SWARMCL_CLI_OBJECTIVES_H

#include "console.h"

/* Their names, formulas and sources as words for help, manual and completions; NULL-name terminated. */
const struct swarm_variant *cli_objective_words(void);

/* Prints them as a table, or as a document with --json. */
enum swarm_status cli_objectives_print(const struct cli_console *console);

/* Bytes that hold a few names. */
enum { CLI_NAMES_SIZE = 256 };

/* Names that are near to `name`, joined by "or"; "" when there are none. Returns `text`. */
const char *cli_objectives_near(const char *name, char text[CLI_NAMES_SIZE]);

#endif
