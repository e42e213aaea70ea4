/* assignment.h - solutions of quadratic assignment for `swarmcl verify`. */
#ifndef SWARMCL_CLI_ASSIGNMENT_H
#define SWARMCL_CLI_ASSIGNMENT_H

#include "cli/console.h"

/* Whether the file is a solution by its name, FILE.sln. */
bool cli_is_assignment(const char *path);

/* Measures the assignment in the file `solution` and prints its cost and gap. Prints errors. */
enum swarm_status cli_verify_assignment(const struct cli_console *console, const char *path, const char *solution);

#endif
