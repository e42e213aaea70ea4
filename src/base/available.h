/* available.h - how much memory a process can take before the system begins to end processes. */
#ifndef SWARMCL_BASE_AVAILABLE_H
#define SWARMCL_BASE_AVAILABLE_H

#include <stddef.h>

#include "env.h"

/* Bytes that can be taken now. On Linux: the least of the memory available without swapping (MemAvailable) and of the
 * rest in each memory control group of the process, version 1 or 2. The rest is the limit less the memory in use that
 * cannot be dropped. Elsewhere: the physical memory; UINT64_MAX if even that is unknown. `root` stands before the
 * system's paths: "" outside of tests. The number may change at any time. */
uint64_t base_memory_available(const char *root);

/* The error for a file that is larger than `limit`; a `size` of 0 is unknown. */
enum swarm_status base_fail_size(struct base_env *env, const char *path, uint64_t size, size_t limit);

#endif
