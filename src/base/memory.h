/* memory.h - arrays whose size cannot overflow. */
#ifndef SWARMCL_BASE_MEMORY_H
#define SWARMCL_BASE_MEMORY_H

#include <stddef.h>

#include "env.h"

/* count * size bytes, zeroed; returns owned (free()), NULL when memory ran out or the product overflows. A count of 0
 * gives a pointer that may be freed, never NULL. */
void *base_array(size_t count, size_t size);

/* `array` of *capacity elements of `size` bytes, which becomes twice the `needed` ones where it has fewer; NULL when
 * memory ran out: `array` stands then. */
void *base_grown(void *array, size_t *capacity, size_t needed, size_t size);

/* Arrays that come and go together: who lists them once has them made, freed and counted. Zeroed at first. */
enum { BASE_ARRAYS_MOST = 20 };
struct base_arrays {
    bool counts; /* bytes alone, and makes nothing */
    bool failed; /* memory ran out: nothing more is made */
    size_t count;
    uint64_t bytes;
    void *all[BASE_ARRAYS_MOST];
};

/* One more, as base_array(); borrowed. NULL where nothing is made. */
void *base_arrays_add(struct base_arrays *arrays, size_t count, size_t size);
void base_arrays_free(struct base_arrays *arrays);

/* Fails with SWARM_ERROR_OUT_OF_MEMORY and both numbers unless `count` elements of `size` bytes fit the memory that is
 * available: a system may lend more than it has, and end the process when it is used. `place` opens the message. Below
 * 64 MiB nothing is asked. */
enum swarm_status base_require_memory(struct base_env *env, const char *place, size_t count, size_t size);

#endif
