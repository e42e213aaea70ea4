/* file.h - whole files, and names from their paths. */
#ifndef SWARMCL_BASE_FILE_H
#define SWARMCL_BASE_FILE_H

#include <stddef.h>
#include <stdio.h>

#include "env.h"

/* The name of a path in messages: "stdin" if the path is "-", otherwise the path; borrowed. */
const char *base_file_label(const char *path);

/* The file name of a path without folder, ".gz" and one more suffix: "cities" for "a/b/cities.csv.gz". Owned by the
 * caller; NULL if memory runs out. */
char *base_file_stem(const char *path);

/* True if the path ends in `suffix` (for example ".csv") or in `suffix` and ".gz", ignoring case. */
bool base_file_has_suffix(const char *path, const char *suffix);

/* Maximum number of bytes read from one file: 4 GiB, or half of the available memory if that is less (memory.h). */
size_t base_file_limit(void);

/* Fails with SWARM_ERROR_OUT_OF_MEMORY: a file has `size` bytes, more than `limit`; `size` 0: an unknown number. */
enum swarm_status base_fail_size(struct base_env *env, const char *path, uint64_t size, size_t limit);

/* Reads the whole file, and unpacks it if its first two bytes are those of gzip. base_file_read() accepts only text
 * (base_require_text()) of at most base_file_limit() bytes. The caller owns *bytes, with a NUL after the last byte,
 * which *size does not count. Errors: SWARM_ERROR_INPUT with the path and the reason (missing, a folder, unreadable,
 * damaged gzip data); SWARM_ERROR_OUT_OF_MEMORY for more than `limit` bytes, packed or unpacked: before reading if the
 * size of the file is known, otherwise as soon as reading passes the limit. */
enum swarm_status base_file_read(struct base_env *env, const char *path, char **bytes, size_t *size);
enum swarm_status base_file_read_limited(struct base_env *env, const char *path, size_t limit, char **bytes,
                                         size_t *size);

/* True if the bytes start with the two magic bytes of gzip (RFC 1952). */
bool base_gzip_is(const char *bytes, size_t size);

/* Unpacks one or several gzip members and replaces the owned `bytes` by the result, with a NUL after the last byte,
 * which *size does not count. On failure `bytes` is unchanged. `path` starts the messages. Errors: SWARM_ERROR_INPUT
 * for data that is truncated, damaged or followed by other bytes; SWARM_ERROR_OUT_OF_MEMORY above `limit`. */
enum swarm_status base_gzip_unpack(struct base_env *env, const char *path, size_t limit, char **bytes, size_t *size);

/* Function that writes the content of a file; returns false on failure, with errno set. */
typedef bool base_file_writer(FILE *file, const void *content);

/* Writes a temporary file in the same folder and renames it to `path`; a failure leaves no new file. If `path` is a
 * symbolic link, replaces its target. Errors: SWARM_ERROR_IO, also if `path` is a folder, a device, a pipe or a
 * socket. */
enum swarm_status base_file_write(struct base_env *env, const char *path, base_file_writer *write, const void *content);
enum swarm_status base_file_replace(struct base_env *env, const char *path, const void *bytes, size_t size);

/* ------------------------------------------------------------------------------------------------------------------ */
/* target.c: files that are to be written                                                                             */

/* Follows symbolic links, even to a file that does not exist. Returns the path, owned; NULL if memory runs out. */
char *base_file_target(const char *path);

/* Truncates `path` to its folder and returns it, or returns "." if the path has no folder. */
const char *base_file_folder(char *path);

/* Fails with SWARM_ERROR_IO if `path` exists and is not a regular file. */
enum swarm_status base_file_check_target(struct base_env *env, const char *path);

/* Makes the caller the only writer of `path` until it unlocks or the process ends. The lock is on the file "PATH.lock",
 * which stays if the process is killed. A zeroed struct holds no lock. Errors: SWARM_ERROR_INVALID_ARGUMENT if another
 * run holds the lock; SWARM_ERROR_IO. */
struct base_file_lock {
    char *path; /* owned name of the locked file; NULL: nothing is locked */
    int file;
    bool removed; /* true if unlocking removes the lock file: it is empty, so it was made for a lock */
};
enum swarm_status base_file_lock(struct base_env *env, const char *path, struct base_file_lock *lock);
void base_file_unlock(struct base_file_lock *lock);

#endif
