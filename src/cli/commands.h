/* commands.h - the commands of the program; commands.c lists them. */
#ifndef SWARMCL_CLI_COMMANDS_H
#define SWARMCL_CLI_COMMANDS_H

#include "options.h"

/* All of them in the order of the help, NULL behind the last. */
extern const struct cli_command *const cli_commands[];

/* The command that the first words of `words` [count] name, the longest name first; *used words belong to it. NULL when
 * there is none. */
const struct cli_command *cli_command_find(int count, char **words, int *used);

/* The run of a command that searches command->problem: command_run.c. */
enum swarm_status cli_run(struct cli_console *console, const struct cli_arguments *arguments);

#endif
