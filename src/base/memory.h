/* memory.h - arrays whose size cannot overflow. */
#ifndef SWARMCL_BASE_MEMORY_H
#define SWARMCL_BASE_MEMORY_H

#include <stddef.h>

/* count * size bytes, zeroed; returns owned (free()), NULL when memory ran out or the product overflows. A count of 0
 * gives a pointer that may be freed, never NULL. */
void *base_array(size_t count, size_t size);

#endif
