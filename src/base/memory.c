#include "memory.h"

#include <stdlib.h>
#include <string.h>

#include "text.h"

enum { SMALL = 64 << 20 }; /* bytes; smaller requests are granted unchecked: finding the available memory takes time */

void *base_array(size_t count, size_t size)
{
    return calloc(count ? count : 1, size ? size : 1);
}

enum swarm_status base_grow(struct base_env *env, void *pointer, size_t *capacity, size_t needed, size_t size)
{
    void *array;
    if (needed <= *capacity) {
        return SWARM_OK;
    }
    memcpy(&array, pointer, sizeof array);
    array = needed <= SIZE_MAX / 2 / size ? realloc(array, 2 * needed * size) : NULL;
    TRY(array ? SWARM_OK : base_fail_memory(env));
    memcpy(pointer, &array, sizeof array);
    *capacity = 2 * needed;
    return SWARM_OK;
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

struct base_size base_size_text(uint64_t bytes)
{
    static const char *const units[] = {"KiB", "MiB", "GiB"};
    struct base_size size;
    double value = (double)bytes / 1024.0;
    size_t unit = 0;
    for (; value >= 1024.0 && unit < 2; ++unit) {
        value /= 1024.0;
    }
    base_text_print(size.text, sizeof size.text, "%.1f %s", value, units[unit]);
    return size;
}

enum swarm_status base_require_bytes(struct base_env *env, uint64_t bytes, const char *needs, const char *advice)
{
    const uint64_t available = base_memory_available("");
    return bytes <= available
               ? SWARM_OK
               : base_fail(env, SWARM_ERROR_OUT_OF_MEMORY, "%s %s of memory, but only %s are available%s", needs,
                           base_size_text(bytes).text, base_size_text(available).text, advice);
}

enum swarm_status base_require_memory(struct base_env *env, const char *place, size_t count, size_t size)
{
    const uint64_t needed = size > 0 && count > UINT64_MAX / size ? UINT64_MAX : (uint64_t)count * size;
    const enum swarm_status status = needed < SMALL ? SWARM_OK : base_require_bytes(env, needed, "needs", "");
    return status == SWARM_OK ? status : base_fail_in(env, status, "%s", place);
}
