/* interrupt.h - what SIGINT and SIGTERM do: they end the search, not the program, and never in the middle of a file. */
#ifndef SWARMCL_CLI_INTERRUPT_H
#define SWARMCL_CLI_INTERRUPT_H

#include <swarmcl/swarmcl.h>

/* From now on the first SIGINT or SIGTERM cancels the work of `context` and the second ends the process at once. */
void cli_interrupt_install(swarm_context *context);

/* To be called before the context is destroyed. What has been found is still printed when a first signal comes now. */
void cli_interrupt_remove(void);

/* Around the writing of a file: a signal that would end the process does so at the release, so that no temporary file
 * is left. For all commands; calls do not nest. */
void cli_interrupt_hold(void);
void cli_interrupt_release(void);

#endif
