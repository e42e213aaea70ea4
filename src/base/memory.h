/* memory.h - arrays whose size cannot overflow. */
#ifndef SWARMCL_BASE_MEMORY_H
#define SWARMCL_BASE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#include "env.h"

/* count * size bytes, zeroed; returns owned (free()), NULL when memory ran out or the product overflows. A count of 0
 * gives a pointer that may be freed, never NULL. */
void *base_array(size_t count, size_t size);

/* Sets `pointer` to a base_array() of `count` elements of its type. SWARM_ERROR_OUT_OF_MEMORY: it is NULL. */
#define BASE_MAKE(env, pointer, count) \
    (((pointer) = base_array(count, sizeof *(pointer))) ? SWARM_OK : base_fail_memory(env))

/* Grows the owned array that `pointer` points to, of *capacity elements of `size` bytes, to twice the `needed` ones if
 * it has fewer. SWARM_ERROR_OUT_OF_MEMORY: it stays. */
enum swarm_status base_grow(struct base_env *env, void *pointer, size_t *capacity, size_t needed, size_t size);
#define BASE_GROW(env, array, capacity, needed) base_grow(env, &(array), capacity, needed, sizeof *(array))

/* Arrays with one lifetime: one list makes, frees and counts them. Zeroed at first. */
enum { BASE_ARRAYS_MOST = 20 };
struct base_arrays {
    bool counts; /* counts bytes and makes nothing */
    bool failed; /* memory ran out: makes no more */
    size_t count;
    uint64_t bytes;
    void *all[BASE_ARRAYS_MOST];
};

/* Adds an array as base_array() makes it; borrowed. NULL if none was made. */
void *base_arrays_add(struct base_arrays *arrays, size_t count, size_t size);
void base_arrays_free(struct base_arrays *arrays);

/* Fails with SWARM_ERROR_OUT_OF_MEMORY and both numbers unless `count` elements of `size` bytes fit the available
 * memory: a system may lend more than it has, and end the process that uses it. `place` opens the message. Sizes below
 * 64 MiB always pass. */
enum swarm_status base_require_memory(struct base_env *env, const char *place, size_t count, size_t size);

/* Fails with SWARM_ERROR_OUT_OF_MEMORY and `advice` ("; ..." or "") unless `bytes` are available. `needs` opens the
 * message: "the run needs". */
enum swarm_status base_require_bytes(struct base_env *env, uint64_t bytes, const char *needs, const char *advice);

/* "3.2 GiB", "512.0 MiB", "7.5 KiB" */
struct base_size {
    char text[32];
};
struct base_size base_size_text(uint64_t bytes);

#endif
