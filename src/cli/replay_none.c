/* replay_none.c - cli_replay_read() of a program that was built without json-c. */
#include "replay.h"

enum swarm_status cli_replay_read(const struct cli_console *console, const struct cli_arguments *arguments,
                                  struct cli_replay *replay)
{
    (void)console, (void)replay;
    cli_error("--replay %s: this program was built without json-c, which reads documents",
              cli_arguments_value(arguments, "replay"));
    return SWARM_ERROR_UNSUPPORTED;
}

void cli_replay_close(void *document)
{
    (void)document;
}
