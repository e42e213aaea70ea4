/* encoding.h - converts text in common encodings to UTF-8. */
#ifndef SWARMCL_BASE_ENCODING_H
#define SWARMCL_BASE_ENCODING_H

#include <stddef.h>

#include "env.h"

/* Size in bytes of the UTF-8 character that starts at `text`; 0 if the `size` bytes do not start with a valid one. */
size_t base_utf8_length(const char *text, size_t size);

/* Size in bytes of the UTF-8 byte-order mark at the start of the text: 3, or 0 if there is none. */
size_t base_utf8_mark(const char *text, size_t size);

/* Fails with SWARM_ERROR_INPUT and the name of the format if the bytes start like an archive, a picture or another
 * format that is not text. */
enum swarm_status base_require_text(struct base_env *env, const char *path, const char *bytes, size_t size);

/* Converts to UTF-8. Text with a byte-order mark of UTF-16 is UTF-16. Text that is not UTF-8, and has no UTF-8
 * character beyond ASCII, is read as Windows-1252; a message is logged. The caller owns *decoded, *decoded_size bytes;
 * NULL: the text is UTF-8 already. `path` starts the messages. Errors: SWARM_ERROR_INPUT for text in none of the three
 * encodings, and as base_require_text(). */
enum swarm_status base_decode(struct base_env *env, const char *path, const char *text, size_t size, char **decoded,
                              size_t *decoded_size);

#endif
