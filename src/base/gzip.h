/* gzip.h - unpacks gzip data (RFC 1952) in memory. */
#ifndef SWARMCL_BASE_GZIP_H
#define SWARMCL_BASE_GZIP_H

#include <stddef.h>

#include "env.h"

/* Whether the bytes start as every gzip member does. */
bool base_gzip_is(const char *bytes, size_t size);

/* Unpacks one member or several, one after another. *bytes returns owned, with a NUL behind the last byte that
 * *unpacked does not count. `path` opens the messages.
 * Errors: SWARM_ERROR_INPUT for data that is cut off, damaged or followed by something else;
 * SWARM_ERROR_OUT_OF_MEMORY as soon as there are more than `limit` bytes. */
enum swarm_status base_gzip_unpack(struct base_env *env, const char *path, const char *packed, size_t size,
                                   size_t limit, char **bytes, size_t *unpacked);

#endif
