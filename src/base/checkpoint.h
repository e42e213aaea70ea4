/* checkpoint.h - a file that holds the state of a run: a kind, the settings it belongs to, and sections of bytes.
 *
 * The file starts with a magic word and a version and ends with a checksum (CRC-32 of all bytes before it). Numbers are
 * little-endian; the caller defines the contents of sections. The file is written to a temporary name, synced and
 * renamed, so a file of this name is always whole.
 */
#ifndef SWARMCL_BASE_CHECKPOINT_H
#define SWARMCL_BASE_CHECKPOINT_H

#include <stdio.h>

#include "env.h"

struct base_checkpoint_section {
    const char *name; /* at most 63 bytes */
    size_t size;
    void *bytes; /* NULL when reading: the file decides, up to `size` bytes; fills both members, bytes owned */
};

/* A name and a value that must not change for the run to go on. */
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

/* Writes a checkpoint. Errors: SWARM_ERROR_IO, SWARM_ERROR_OUT_OF_MEMORY; an older file of this name stays then. */
enum swarm_status base_checkpoint_write(struct base_env *env, const char *path,
                                        const struct base_checkpoint *checkpoint);

/* Reads a checkpoint into sections with given names, sizes and memory; sections without bytes get memory of their own.
 * The file must have all sections, in this order, and no others. Errors: SWARM_ERROR_INPUT with the path and the fault
 * (no checkpoint, another version or kind, truncated, damaged); SWARM_ERROR_INVALID_ARGUMENT with the first setting
 * that differs and both values. On failure memory made here is freed, and no section may be used. */
enum swarm_status base_checkpoint_read(struct base_env *env, const char *path,
                                       const struct base_checkpoint *checkpoint);

/* Reads from an open file; `path` is its name in messages. */
enum swarm_status base_checkpoint_read_from(struct base_env *env, FILE *file, const char *path,
                                            const struct base_checkpoint *checkpoint);

/* Reads only the settings: *settings returns owned, one free() frees it with all its texts. Errors: as above. */
enum swarm_status base_checkpoint_settings(struct base_env *env, const char *path, const char *kind,
                                           struct base_checkpoint_setting **settings, size_t *count);

#endif
