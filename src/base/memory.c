#include "memory.h"

#include <stdint.h>
#include <stdlib.h>

#include "available.h"

enum { WORTH_ASKING = 64 << 20 }; /* bytes */

void *base_array(size_t count, size_t size)
{
    return calloc(count ? count : 1, size ? size : 1);
}

void *base_grown(void *array, size_t *capacity, size_t needed, size_t size)
{
    if (needed <= *capacity) {
        return array;
    }
    void *grown = needed <= SIZE_MAX / 2 / size ? realloc(array, 2 * needed * size) : NULL;
    *capacity = grown ? 2 * needed : *capacity;
    return grown;
}

void *base_arrays_add(struct base_arrays *arrays, size_t count, size_t size)
{
    arrays->bytes += (uint64_t)count * size;
    if (arrays->counts || arrays->failed || arrays->count == BASE_ARRAYS_MOST) {
        arrays->failed = !arrays->counts;
        return NULL;
    }
    void *made = arrays->all[arrays->count] = base_array(count, size);
    arrays->count += made != NULL;
    arrays->failed = !made;
    return made;
}

void base_arrays_free(struct base_arrays *arrays)
{
    for (size_t i = 0; i < arrays->count; ++i) {
        free(arrays->all[i]);
    }
    *arrays = (struct base_arrays){.count = 0};
}

enum swarm_status base_require_memory(struct base_env *env, const char *place, size_t count, size_t size)
{
    const uint64_t needed = size > 0 && count > UINT64_MAX / size ? UINT64_MAX : (uint64_t)count * size;
    if (needed < WORTH_ASKING) {
        return SWARM_OK;
    }
    const uint64_t available = base_memory_available("");
    if (needed <= available) {
        return SWARM_OK;
    }
    return base_fail(env, SWARM_ERROR_OUT_OF_MEMORY, "%s: needs %.1f GiB of memory, %.1f GiB are available", place,
                     (double)needed / 1073741824.0, (double)available / 1073741824.0);
}
