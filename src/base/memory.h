/* memory.h - arrays whose size cannot overflow. */
#ifndef SWARMCL_BASE_MEMORY_H
#define SWARMCL_BASE_MEMORY_H

#include <stddef.h>

#include "env.h"

/* count * size bytes, zeroed; returns owned (free()), NULL when memory ran out or the product overflows. A count of 0
 * gives a pointer that may be freed, never NULL. */
void *base_array(size_t count, size_t size);

/* Grows `array` of *capacity elements of `size` bytes to twice the `needed` ones if it has fewer; NULL when memory ran
 * out: `array` stays then. */
void *base_grown(void *array, size_t *capacity, size_t needed, size_t size);

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

#endif
