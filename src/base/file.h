/* file.h - whole files, and names from their paths. */
#ifndef SWARMCL_BASE_FILE_H
#define SWARMCL_BASE_FILE_H

#include <stddef.h>
#include <stdio.h>

#include "env.h"

/* The name of a path in messages: "stdin" for "-", the standard input, otherwise the path; borrowed. */
const char *base_file_label(const char *path);

/* The name in a path, without folder, ".gz" and one more suffix: "cities" for "a/b/cities.csv.gz". Returns owned, NULL
 * if memory runs out. */
char *base_file_stem(const char *path);

/* True if the path ends in `suffix` (for example ".csv"), in either case, or in `suffix` and ".gz". */
bool base_file_has_suffix(const char *path, const char *suffix);

/* The most bytes read from one file: 4 GiB, or half of the available memory if that is less (memory.h). */
size_t base_file_limit(void);

/* The error for a file of `size` bytes, which is more than `limit`; a `size` of 0 is unknown. */
enum swarm_status base_fail_size(struct base_env *env, const char *path, uint64_t size, size_t limit);

/* Reads the whole file, and unpacks it if its first two bytes are those of gzip. base_file_read() accepts only text
 * (base_require_text()) of at most base_file_limit() bytes. *bytes returns owned, with a NUL after the last byte, which
 * *size does not count. Errors: SWARM_ERROR_INPUT with the path and the reason (missing, a folder, unreadable, damaged
 * gzip data); SWARM_ERROR_OUT_OF_MEMORY for more than `limit` bytes, packed or unpacked: before reading if the size of
 * the file is known, otherwise as soon as reading passes the limit. */
enum swarm_status base_file_read(struct base_env *env, const char *path, char **bytes, size_t *size);
enum swarm_status base_file_read_limited(struct base_env *env, const char *path, size_t limit, char **bytes,
                                         size_t *size);

/* True if the bytes start as every gzip member (RFC 1952) does. */
bool base_gzip_is(const char *bytes, size_t size);

/* Replaces the owned bytes of one or several members by the unpacked ones, with a NUL after the last byte, which *size
 * does not count. `path` starts the messages. Errors: SWARM_ERROR_INPUT for data that is cut off, damaged or followed
 * by other bytes; SWARM_ERROR_OUT_OF_MEMORY for more than `limit` bytes; the bytes stay then. */
enum swarm_status base_gzip_unpack(struct base_env *env, const char *path, size_t limit, char **bytes, size_t *size);

/* Writes the content of a file; false on failure, with errno. */
typedef bool base_file_writer(FILE *file, const void *content);

/* Writes a temporary file in the same folder and renames it to `path`; a failure leaves no new file. A symbolic link
 * stays, and its target is written. Errors: SWARM_ERROR_IO, also if `path` is a folder, a device, a pipe or a socket.
 */
enum swarm_status base_file_write(struct base_env *env, const char *path, base_file_writer *write, const void *content);
enum swarm_status base_file_replace(struct base_env *env, const char *path, const void *bytes, size_t size);

/* ------------------------------------------------------------------------------------------------------------------ */
/* target.c: what a path of a file that is to be written names                                                        */

/* Follows symbolic links; the file need not exist. Returns owned; NULL if memory runs out. */
char *base_file_target(const char *path);

/* Cuts the name off a path and returns its folder, or "." if it has none. */
const char *base_file_folder(char *path);

/* SWARM_ERROR_IO if `path` exists and is no regular file. */
enum swarm_status base_file_check_target(struct base_env *env, const char *path);

/* Creates and removes a file in the folder of `path`, as writing will. SWARM_ERROR_IO if that fails. */
enum swarm_status base_file_probe(struct base_env *env, const char *path);

/* *same: the two paths name one regular file, or will if neither exists yet. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status base_file_same(struct base_env *env, const char *a, const char *b, bool *same);

/* Makes this run the only writer of `path` until it unlocks or the process ends. The lock is on the file "PATH.lock",
 * which stays if the process is killed. A zeroed struct has no lock. Errors: SWARM_ERROR_INVALID_ARGUMENT if another
 * run has it; SWARM_ERROR_IO. */
struct base_file_lock {
    char *path; /* owned; NULL: none */
    int file;
    bool removed; /* the file is empty, so it is ours: unlocking removes it */
};
enum swarm_status base_file_lock(struct base_env *env, const char *path, struct base_file_lock *lock);
void base_file_unlock(struct base_file_lock *lock);

#endif
