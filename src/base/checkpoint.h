/* checkpoint.h - a file that holds the state of a run: a kind, the settings it belongs to, and sections of bytes.
 *
 * The file starts with a magic word and a version and ends with a checksum (CRC-32 of all before). Numbers are written
 * little-endian; what sections hold is the caller's affair. It is written to a temporary name, synced and renamed, so
 * that a file of this name is always a whole one.
 */
#ifndef SWARMCL_BASE_CHECKPOINT_H
#define SWARMCL_BASE_CHECKPOINT_H

#include <stdio.h>

#include "env.h"

struct base_checkpoint_section {
    const char *name; /* at most 63 bytes */
    size_t size;
    void *bytes; /* when read, NULL: at most `size` bytes; both become what there is, bytes returns owned */
};

/* A name and a value that must be the same for the run to go on. */
struct base_checkpoint_setting {
    const char *name;
    const char *value;
};

/* Writes one. Errors: SWARM_ERROR_IO, SWARM_ERROR_OUT_OF_MEMORY; a file of this name is untouched then. */
enum swarm_status base_checkpoint_write(struct base_env *env, const char *path, const char *kind,
                                        const struct base_checkpoint_setting *settings, size_t setting_count,
                                        const struct base_checkpoint_section *sections, size_t section_count);

/* Reads one into sections whose names and sizes are given and whose bytes are allocated, if they are not to be: all
 * must be there, in this order, and no others. Allocated memory is freed on failure. Errors: SWARM_ERROR_INPUT
 * with the path and the fault (no checkpoint, of another version or kind, truncated, damaged);
 * SWARM_ERROR_INVALID_ARGUMENT naming the first setting that differs, with both values. Nothing of sections is to be
 * used on failure. */
enum swarm_status base_checkpoint_read(struct base_env *env, const char *path, const char *kind,
                                       const struct base_checkpoint_setting *settings, size_t setting_count,
                                       struct base_checkpoint_section *sections, size_t section_count);

/* The same from an open file; `path` is what messages call it. */
enum swarm_status base_checkpoint_read_from(struct base_env *env, FILE *file, const char *path, const char *kind,
                                            const struct base_checkpoint_setting *settings, size_t setting_count,
                                            struct base_checkpoint_section *sections, size_t section_count);

/* The settings alone: *settings returns owned with all its texts, free() frees them all. Errors: as above. */
enum swarm_status base_checkpoint_settings(struct base_env *env, const char *path, const char *kind,
                                           struct base_checkpoint_setting **settings, size_t *count);

#endif
