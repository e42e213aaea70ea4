/* memory.h - available memory, and arrays whose size cannot overflow. */
#ifndef SWARMCL_BASE_MEMORY_H
#define SWARMCL_BASE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#include "env.h"

/* Returns count * size bytes, zeroed and owned (free()); NULL if memory runs out or the product overflows. A count or
 * size of 0 counts as 1. */
void *base_array(size_t count, size_t size);

/* Allocates `count` elements with base_array() at `pointer`, or sets it to NULL on SWARM_ERROR_OUT_OF_MEMORY. */
#define BASE_MAKE(env, pointer, count) \
    (((pointer) = base_array(count, sizeof *(pointer))) ? SWARM_OK : base_fail_memory(env))

/* Reallocates the owned array at `pointer` to 2 * `needed` elements of `size` bytes if *capacity is less than `needed`.
 * SWARM_ERROR_OUT_OF_MEMORY: the array is unchanged. */
enum swarm_status base_grow(struct base_env *env, void *pointer, size_t *capacity, size_t needed, size_t size);
#define BASE_GROW(env, array, capacity, needed) base_grow(env, &(array), capacity, needed, sizeof *(array))

/* Arrays that are freed together, at most BASE_ARRAYS_MOST. A zeroed struct has no arrays. */
enum { BASE_ARRAYS_MOST = 20 };
struct base_arrays {
    bool counts; /* set by the caller: base_arrays_add() only adds up the bytes and allocates nothing */
    bool failed; /* true if memory ran out or there were too many arrays; later requests are not attempted */
    size_t count;
    uint64_t bytes; /* total size of the arrays in bytes */
    void *all[BASE_ARRAYS_MOST];
};

/* Allocates an array as base_array() does and adds it; borrowed. NULL if nothing was allocated. */
void *base_arrays_add(struct base_arrays *arrays, size_t count, size_t size);
void base_arrays_free(struct base_arrays *arrays);

/* Bytes that the process can take before the system starts to kill processes. On Linux: the smallest of MemAvailable
 * and what remains in each memory control group (version 1 or 2) of the process: its limit minus the memory in use that
 * cannot be dropped. Elsewhere the physical memory, UINT64_MAX if unknown. Tests give a `root`, a folder with files as
 * in /proc and /sys; otherwise it is "". The number may change at any time. */
uint64_t base_memory_available(const char *root);

/* Fails with SWARM_ERROR_OUT_OF_MEMORY and both sizes in the message unless `count` elements of `size` bytes fit the
 * available memory. Without this check a system that overcommits memory could kill the process later. `place` starts
 * the message. Sizes below 64 MiB always pass. */
enum swarm_status base_require_memory(struct base_env *env, const char *place, size_t count, size_t size);

/* Fails with SWARM_ERROR_OUT_OF_MEMORY unless `bytes` are available. `needs` starts the message ("the run needs"), and
 * `advice` ends it ("; ..." or ""). */
enum swarm_status base_require_bytes(struct base_env *env, uint64_t bytes, const char *needs, const char *advice);

/* A size as text for messages: "3.2 GiB", "512.0 MiB", "7.5 KiB" */
struct base_size {
    char text[32];
};
struct base_size base_size_text(uint64_t bytes);

#endif
