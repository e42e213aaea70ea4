/* cache.h - the folder in which PoCL caches compiled kernels. If PoCL cannot write there, it shows no device. */
#ifndef SWARMCL_OCL_CACHE_H
#define SWARMCL_OCL_CACHE_H

#include "base/env.h"

/* Gives PoCL a cache folder; call this before any driver is loaded. If PoCL cannot write its own folder, makes a
 * temporary one and names it in the environment of the process (setenv(): no other thread may use the environment at
 * the same time). The caller owns *folder, for ocl_cache_remove(); NULL: PoCL uses its own folder, or no other can be
 * made. Logs a warning if the user named the folder or none can be made. */
void ocl_cache_prepare(struct base_env *env, char **folder);

/* Removes the temporary folder with its contents. Accepts NULL. */
void ocl_cache_remove(char **folder);

/* Writes "; PoCL's cache ...", the probable reason if PoCL fails or crashes while it compiles or starts kernels; writes
 * "" for other platforms. Returns `hint`. */
enum { OCL_HINT_SIZE = 4200 };
const char *ocl_cache_hint(const struct swarm_device *device, char hint[OCL_HINT_SIZE]);

/* False if `device` belongs to a PoCL that links kernels with `ld`, and `ld` is not in PATH: PoCL would abort. */
bool ocl_cache_has_linker(const struct swarm_device *device);

#endif
