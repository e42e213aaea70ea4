/* file.h - whole files, and what their paths say. */
#ifndef SWARMCL_BASE_FILE_H
#define SWARMCL_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "env.h"

/* How messages call a path: "stdin" for "-", which stands for the standard input, otherwise itself; borrowed. */
const char *base_file_label(const char *path);

/* What a path is called after, without folder, ".gz" and one suffix more: "cities" for "a/b/cities.csv.gz". Returns
 * owned, NULL when memory ran out. */
char *base_file_stem(const char *path);

/* Whether the path ends in `suffix`, ".csv" for one, letters of either case alike, or in the suffix and ".gz". */
bool base_file_has_suffix(const char *path, const char *suffix);

/* The most bytes that are read from one file: 4 GiB, and half of the memory that is available where that is
 * less (available.h). */
size_t base_file_limit(void);

/* Reads the whole file and unpacks it when it is gzip's, which its first two bytes tell. *bytes returns owned, with a
 * NUL behind the last byte that *size does not count. Errors: SWARM_ERROR_INPUT naming the path and the reason
 * (missing, a folder, unreadable, damaged gzip data); SWARM_ERROR_OUT_OF_MEMORY for more than `limit` bytes, packed or
 * not: by its size, before it is read, where a file has one; otherwise as soon as they have come. */
enum swarm_status base_file_read(struct base_env *env, const char *path, char **bytes, size_t *size);
enum swarm_status base_file_read_limited(struct base_env *env, const char *path, size_t limit, char **bytes,
                                         size_t *size);

/* gzip data (RFC 1952) in memory. */

/* Whether the bytes start as every gzip member does. */
bool base_gzip_is(const char *bytes, size_t size);

/* Unpacks one member or several, one after another. *bytes returns owned, with a NUL behind the last byte that
 * *unpacked does not count. `path` opens the messages.
 * Errors: SWARM_ERROR_INPUT for data that is cut off, damaged or followed by something else;
 * SWARM_ERROR_OUT_OF_MEMORY as soon as there are more than `limit` bytes. */
enum swarm_status base_gzip_unpack(struct base_env *env, const char *path, const char *packed, size_t size,
                                   size_t limit, char **bytes, size_t *unpacked);

/* Writes all of a file; false where it cannot, which errno tells. */
typedef bool base_file_writer(FILE *file, const void *content);

/* Writes to a temporary name in the same folder and renames it to `path`; on failure nothing of either is left. A
 * symbolic link stays, and its target is written. Errors: SWARM_ERROR_IO, also for a path that a file must not take: of
 * a folder, a device, a pipe, a socket. */
enum swarm_status base_file_write(struct base_env *env, const char *path, base_file_writer *write, const void *content);
enum swarm_status base_file_replace(struct base_env *env, const char *path, const void *bytes, size_t size);

/* Places of files that are written: place.c. */

/* The path behind symbolic links, whether there is a file or not. Returns owned; NULL when memory ran out. */
char *base_file_target(const char *path);

/* SWARM_ERROR_IO for a path that a file must not take. */
enum swarm_status base_file_check_place(struct base_env *env, const char *path);

/* Creates and removes a file beside `path`, as writing will. SWARM_ERROR_IO where that fails. */
enum swarm_status base_file_probe(struct base_env *env, const char *path);

/* Whether two paths are one regular file: by identity, or, where there is none yet, by folder and name. Errors:
 * SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status base_file_same(struct base_env *env, const char *a, const char *b, bool *same);

/* Makes this run the one writer of `path` until it unlocks, or the process ends. The lock lies on "PATH.lock", which
 * stays where the process is killed. Zeroed: there is none. Errors: SWARM_ERROR_INVALID_ARGUMENT where another run has
 * it; SWARM_ERROR_IO. */
struct base_file_lock {
    char *path; /* owned; NULL: none */
    int file;
    bool removed; /* at the end: a file with bytes in it, which is not ours, stays */
};
enum swarm_status base_file_lock(struct base_env *env, const char *path, struct base_file_lock *lock);
void base_file_unlock(struct base_file_lock *lock);

#endif
