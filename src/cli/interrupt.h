/* interrupt.h - SIGINT, SIGTERM, SIGHUP and SIGXCPU end the search, not the program, and never in the middle of a file.
 * SIGUSR1 has the search write its state and continue. During a search they are blocked, and a thread waits for them.
 * Handlers would not work: the compilers in drivers replace ours by handlers that remove the files in work, so a signal
 * would look like a kernel that does not build. Processes that drivers start inherit the blocked signals, so a Ctrl-C,
 * which reaches every process of a terminal's job, does not end a driver's linker. */
#ifndef SWARMCL_CLI_INTERRUPT_H
#define SWARMCL_CLI_INTERRUPT_H

#include <stdbool.h>

#include <swarmcl/swarmcl.h>

/* From now on the first such signal cancels the work of `context`, and a second one ends the process at once. A second
 * SIGHUP does not, because shells and terminals both send it; nor does SIGXCPU, which comes every second. SIGUSR1 is
 * ignored with a line unless the search has checkpoints. Call it once, before drivers are loaded. */
void cli_interrupt_install(swarm_context *context, bool has_checkpoints);

/* For a call before the context is destroyed. A first signal after it has no effect. */
void cli_interrupt_remove(void);

/* Stand around the writing of a file: a signal that would end the process does so at the release, so that no temporary
 * file is left. For all commands; calls do not nest. */
void cli_interrupt_hold(void);
void cli_interrupt_release(void);

/* From now on a bad access to memory, which ends the process as usual, first names a likely reason: the caller's
 * objective in the file `path`. */
void cli_interrupt_blame(const char *path);

/* From now on a crash, which ends the process as usual, first says what drivers were doing; "": nothing. */
void cli_interrupt_driver(const char *text);

#endif
