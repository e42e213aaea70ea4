/* interrupt.h - SIGINT and SIGTERM end the search, not the program. */
#ifndef SWARMCL_CLI_INTERRUPT_H
#define SWARMCL_CLI_INTERRUPT_H

#include <swarmcl/swarmcl.h>

/* From now on the first SIGINT or SIGTERM cancels the work of `context` and the second ends the process at once. */
void cli_interrupt_install(swarm_context *context);

/* To be called before the context is destroyed. */
void cli_interrupt_remove(void);

#endif
