/* encoding.h - text in the encodings that people have, as UTF-8. */
#ifndef SWARMCL_BASE_ENCODING_H
#define SWARMCL_BASE_ENCODING_H

#include <stddef.h>

#include "env.h"

/* Bytes of the character of UTF-8 at `text`; 0 where `size` bytes begin with none. */
size_t base_utf8_length(const char *text, size_t size);

/* Makes UTF-8 of text in UTF-16, which its byte-order mark tells, and of text that has no character of UTF-8 beyond
 * ASCII: it is taken for Windows-1252, which a message says. *decoded returns owned, *decoded_size bytes; NULL where
 * the text is UTF-8 already. `path` is for messages. Errors: SWARM_ERROR_INPUT for text that is none of the three. */
enum swarm_status base_decode(struct base_env *env, const char *path, const char *text, size_t size, char **decoded,
                              size_t *decoded_size);

#endif
