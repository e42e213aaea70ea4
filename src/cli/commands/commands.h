/* commands.h - the commands of the program; commands.c lists them. */
#ifndef SWARMCL_CLI_COMMANDS_H
#define SWARMCL_CLI_COMMANDS_H

#include "cli/options.h"

/* The commands in the order of the help, then NULL. */
extern const struct cli_command *const cli_commands[];

/* Finds the command with the longest name that `words` [count] begin with; *used: the number of words in its name.
 * NULL: none. */
const struct cli_command *cli_command_find(int count, char **words, int *used);

/* Runs a command that searches: reads the problem's subject, searches, reports; run.c. */
enum swarm_status cli_run(struct cli_console *console, const struct cli_arguments *arguments);

#endif
