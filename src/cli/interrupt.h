/* interrupt.h - what SIGINT, SIGTERM and SIGHUP do: they end the search, not the program, and never in the middle of a
 * file. During a search they are blocked and a thread waits for them. A handler would not do: drivers bring compilers
 * that put handlers of their own in place of ours and take the files away that they were working on, so that a signal
 * would look like a kernel that cannot be built. What drivers start inherits the blocked signals, so that a Ctrl-C,
 * which every process of a terminal's job gets, does not end a driver's linker either. */
#ifndef SWARMCL_CLI_INTERRUPT_H
#define SWARMCL_CLI_INTERRUPT_H

#include <swarmcl/swarmcl.h>

/* From now on the first such signal cancels the work of `context` and a second one ends the process at once; not
 * SIGHUP, which shells send beside the terminal. To be called before drivers are loaded, once in the life of the
 * process. */
void cli_interrupt_install(swarm_context *context);

/* To be called before the context is destroyed. A first signal that comes after it changes nothing any more. */
void cli_interrupt_remove(void);

/* Around the writing of a file: a signal that would end the process does so at the release, so that no temporary file
 * is left. For all commands; calls do not nest. */
void cli_interrupt_hold(void);
void cli_interrupt_release(void);

/* From now on a bad access to memory, of which the process dies as ever, first says that the objective in the file
 * `path`, which is the caller's code, is the likely reason. */
void cli_interrupt_blame(const char *path);

#endif
