/* file.h - whole files, and names from their paths. */
#ifndef SWARMCL_BASE_FILE_H
#define SWARMCL_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "env.h"

/* The name of a path in messages: "stdin" for "-", the standard input, otherwise the path; borrowed. */
const char *base_file_label(const char *path);

/* The name in a path, without folder, ".gz" and one more suffix: "cities" for "a/b/cities.csv.gz". Returns owned, NULL
 * when memory ran out. */
char *base_file_stem(const char *path);

/* Whether the path ends in `suffix` (for example ".csv"), in either case, with or without ".gz" behind it. */
bool base_file_has_suffix(const char *path, const char *suffix);

/* The most bytes read from one file: 4 GiB, or half of the available memory if that is less (available.h). */
size_t base_file_limit(void);

/* Reads the whole file, which must be text for the first (base_require_text()), and unpacks gzip, which its first two
 * bytes tell. *bytes returns owned, with a NUL behind the last byte that *size does not count. Errors:
 * SWARM_ERROR_INPUT with the path and the reason (missing, a folder, unreadable, damaged gzip data);
 * SWARM_ERROR_OUT_OF_MEMORY for more than `limit` bytes, packed or unpacked: before reading if the file has a size,
 * otherwise as soon as they have come. */
enum swarm_status base_file_read(struct base_env *env, const char *path, char **bytes, size_t *size);
enum swarm_status base_file_read_limited(struct base_env *env, const char *path, size_t limit, char **bytes,
                                         size_t *size);

/* gzip data (RFC 1952) in memory. */

/* Whether the bytes start as every gzip member does. */
bool base_gzip_is(const char *bytes, size_t size);

/* Unpacks one or several members, one after another. *bytes returns owned, with a NUL behind the last byte that
 * *unpacked does not count. `path` opens the messages. Errors: SWARM_ERROR_INPUT for data that is cut off, damaged or
 * followed by other bytes; SWARM_ERROR_OUT_OF_MEMORY as soon as there are more than `limit` bytes. */
enum swarm_status base_gzip_unpack(struct base_env *env, const char *path, const char *packed, size_t size,
                                   size_t limit, char **bytes, size_t *unpacked);

/* Writes all of a file; false on failure, with errno. */
typedef bool base_file_writer(FILE *file, const void *content);

/* Writes to a temporary name in the same folder and renames it to `path`; on failure nothing new is left. A symbolic
 * link stays, and its target is written. Errors: SWARM_ERROR_IO, also if `path` is a folder, a device, a pipe or a
 * socket. */
enum swarm_status base_file_write(struct base_env *env, const char *path, base_file_writer *write, const void *content);
enum swarm_status base_file_replace(struct base_env *env, const char *path, const void *bytes, size_t size);

/* Places of files that are written: place.c. */

/* The path behind symbolic links; the file need not exist. Returns owned; NULL when memory ran out. */
char *base_file_target(const char *path);

/* SWARM_ERROR_IO if `path` exists and is no regular file. */
enum swarm_status base_file_check_place(struct base_env *env, const char *path);

/* Creates and removes a file beside `path`, as writing will. SWARM_ERROR_IO if that fails. */
enum swarm_status base_file_probe(struct base_env *env, const char *path);

/* Whether two paths are one regular file: by identity, or by folder and name if neither exists yet. Errors:
 * SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status base_file_same(struct base_env *env, const char *a, const char *b, bool *same);

/* Makes this run the only writer of `path` until it unlocks or the process ends. The lock is the file "PATH.lock"; it
 * stays if the process is killed. A zeroed struct has no lock. Errors: SWARM_ERROR_INVALID_ARGUMENT if another run has
 * it; SWARM_ERROR_IO. */
struct base_file_lock {
    char *path; /* owned; NULL: none */
    int file;
    bool removed; /* the file is ours and empty: unlocking removes it */
};
enum swarm_status base_file_lock(struct base_env *env, const char *path, struct base_file_lock *lock);
void base_file_unlock(struct base_file_lock *lock);

#endif
