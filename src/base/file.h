/* file.h - whole files. */
#ifndef SWARMCL_BASE_FILE_H
#define SWARMCL_BASE_FILE_H

#include <stddef.h>

#include "env.h"

/* Reads the whole file. *bytes returns owned, with a NUL behind the last byte that *size does not count.
 * Errors: SWARM_ERROR_INPUT naming the path and the reason (missing, a folder, unreadable). */
enum swarm_status base_file_read(struct base_env *env, const char *path, char **bytes, size_t *size);

/* Writes to a temporary name in the same folder and renames it to `path`; on failure nothing of either is left.
 * Errors: SWARM_ERROR_IO. */
enum swarm_status base_file_replace(struct base_env *env, const char *path, const void *bytes, size_t size);

#endif
