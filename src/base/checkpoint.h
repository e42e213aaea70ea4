/* checkpoint.h - a file that holds the state of a run: a kind, the settings of the run, and sections of bytes.
 *
 * The file starts with a magic word and a version and ends with a checksum (CRC-32 of all bytes before it). Numbers are
 * little-endian; the caller defines the contents of sections. Writing uses a temporary name, syncs it and renames it,
 * so a file of the final name is always complete.
 */
#ifndef SWARMCL_BASE_CHECKPOINT_H
#define SWARMCL_BASE_CHECKPOINT_H

#include <stdio.h>

#include "env.h"

/* A section is open if `bytes` is NULL and `size` above 0 before reading: `size` is then its maximum. Reading sets
 * both; the caller owns the bytes. */
struct base_checkpoint_section {
    const char *name;
    size_t size;
    void *bytes;
};

/* A name, shorter than 64 bytes, and a value; both must be the same in the file and in the run that reads it. */
struct base_checkpoint_setting {
    const char *name;
    const char *value;
};

struct base_checkpoint {
    const char *kind;
    const struct base_checkpoint_setting *settings;
    size_t setting_count;
    struct base_checkpoint_section *sections;
    size_t section_count;
};

/* Continues the CRC-32 `sum` over `size` more bytes. */
unsigned long base_checksum(unsigned long sum, const void *bytes, size_t size);

/* Writes a checkpoint; a failure keeps an older file. Errors: SWARM_ERROR_IO, SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status base_checkpoint_write(struct base_env *env, const char *path,
                                        const struct base_checkpoint *checkpoint);

/* Reads the sections. The file must have all sections, in this order, and no others. Errors: SWARM_ERROR_INPUT with the
 * path and the fault (not a checkpoint, a different version or kind, truncated, damaged); SWARM_ERROR_INVALID_ARGUMENT
 * with the first setting that differs and both values. On failure open sections are as before and the bytes of the
 * others are undefined. */
enum swarm_status base_checkpoint_read(struct base_env *env, const char *path,
                                       const struct base_checkpoint *checkpoint);

/* Reads from an open file; messages name it `path`. */
enum swarm_status base_checkpoint_read_from(struct base_env *env, FILE *file, const char *path,
                                            const struct base_checkpoint *checkpoint);

/* Reads only the settings. The caller owns *settings; one free() also frees the texts. Errors: SWARM_ERROR_INPUT as of
 * base_checkpoint_read(). */
enum swarm_status base_checkpoint_settings(struct base_env *env, const char *path, const char *kind,
                                           struct base_checkpoint_setting **settings, size_t *count);

#endif
