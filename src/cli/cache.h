/* cache.h - a place for PoCL's cache of binaries.
 *
 * PoCL shows no device at all where it cannot write its cache, which is below HOME: a read-only home, as containers and
 * batch systems have them, would look like a machine without a driver.
 */
#ifndef SWARMCL_CLI_CACHE_H
#define SWARMCL_CLI_CACHE_H

#include "console.h"

/* To be called before the drivers are loaded: where the folder that PoCL would take cannot be written, and the
 * environment names no other, gives it a temporary one. Warns when there is no place for that either. */
void cli_cache_prepare(const struct cli_console *console);

/* Removes the temporary folder, if there is one, with all that is in it. */
void cli_cache_remove(void);

#endif
