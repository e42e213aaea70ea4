/* interrupt.h - a first SIGINT, SIGTERM, SIGHUP, SIGXCPU or SIGUSR1 ends the search, not the program; with checkpoints
 * SIGUSR1 makes the search write its state and continue. No signal interrupts the writing of a file. The signals are
 * blocked, and a thread waits for them. Handlers would not work: compilers in drivers install their own, which remove
 * temporary files, so that a kernel would seem not to build. Processes of drivers inherit the blocked signals, so a
 * Ctrl-C, which reaches every process of a terminal's job, does not end a driver's linker. */
#ifndef SWARMCL_CLI_INTERRUPT_H
#define SWARMCL_CLI_INTERRUPT_H

#include <stdbool.h>

#include <swarmcl/swarmcl.h>

/* Prepares signals: the first cancels the work of `context`, and a second one ends the process at once. Exceptions
 * are SIGHUP, which shells and terminals both send, SIGXCPU, which comes every second, and SIGUSR1: they never end
 * it. Call it once, before drivers are loaded. */
void cli_interrupt_install(swarm_context *context, bool has_checkpoints);

/* Call it before the context is destroyed. A first signal after that has no effect. */
void cli_interrupt_remove(void);

/* Delay signals between the two calls, while a file is written, so that no temporary file remains. Calls must not
 * nest. */
void cli_interrupt_hold(void);
void cli_interrupt_release(void);

/* After this call, a crash first prints its likely reason: the user's objective in the file `path`. */
void cli_interrupt_objective(const char *path);

/* After this call, a crash first prints what drivers were doing; "": nothing. */
void cli_interrupt_driver(const char *text);

#endif
