/* commands.h - the commands of the program; commands.c lists them. */
#ifndef SWARMCL_CLI_COMMANDS_H
#define SWARMCL_CLI_COMMANDS_H

#include "cli/options.h"

/* The commands in the order of the help, then NULL. */
extern const struct cli_command *const cli_commands[];

/* The command named by the first words of `words` [count], the longest name first; it takes *used words. NULL: there is
 * none. */
const struct cli_command *cli_command_find(int count, char **words, int *used);

/* The run of commands that search command->problem: run.c. */
enum swarm_status cli_run(struct cli_console *console, const struct cli_arguments *arguments);

#endif
