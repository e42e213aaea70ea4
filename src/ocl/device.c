#include "device.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "cl_error.h"
#include "selector.h"

/* CL_DEVICE_UUID_KHR of cl_khr_device_uuid; not in the headers of Debian 12's OpenCL 1.2 view. */
enum { DEVICE_UUID = 0x106A, UUID_BYTES = 16 };

static char *info_text(cl_platform_id platform, cl_device_id device, cl_uint what)
{
    size_t size = 0;
    cl_int code =
        device ? clGetDeviceInfo(device, what, 0, NULL, &size) : clGetPlatformInfo(platform, what, 0, NULL, &size);
    char *text = base_array(size + 1, 1);
    if (!text || code != CL_SUCCESS || size == 0) {
        return text;
    }
    if (device) {
        clGetDeviceInfo(device, what, size, text, NULL);
    } else {
        clGetPlatformInfo(platform, what, size, text, NULL);
    }
    /* some drivers pad names with blanks */
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == ' ') {
        text[--length] = '\0';
    }
    size_t lead = strspn(text, " ");
    memmove(text, text + lead, length - lead + 1);
    return text;
}

/* A number of the given width; 0 when the driver does not tell. */
#define INFO_NUMBER(type, name)                                                                     \
    static type name(cl_device_id device, cl_device_info what)                                      \
    {                                                                                               \
        type value = 0;                                                                             \
        return clGetDeviceInfo(device, what, sizeof value, &value, NULL) == CL_SUCCESS ? value : 0; \
    }
INFO_NUMBER(cl_uint, info_uint)
INFO_NUMBER(cl_ulong, info_ulong)
INFO_NUMBER(size_t, info_size)

static enum swarm_device_type type_of(cl_device_id device)
{
    cl_ulong type = info_ulong(device, CL_DEVICE_TYPE);
    return type & CL_DEVICE_TYPE_GPU           ? SWARM_DEVICE_GPU
           : type & CL_DEVICE_TYPE_ACCELERATOR ? SWARM_DEVICE_ACCELERATOR
           : type & CL_DEVICE_TYPE_CPU         ? SWARM_DEVICE_CPU
                                               : SWARM_DEVICE_OTHER;
}

static bool is_simulator(const struct swarm_device *device)
{
    return base_text_contains(device->platform_name, "oclgrind") || base_text_contains(device->name, "oclgrind")
           || base_text_contains(device->name, "FPGA Emulation");
}

static enum swarm_status describe(struct base_env *env, struct ocl_device_list *list, cl_platform_id platform,
                                  cl_device_id id)
{
    struct swarm_device *device = &list->devices[list->count];
    list->handles[list->count] = (struct ocl_handle){platform, id};
    ++list->count; /* from here on the list frees the strings */

    device->index = (unsigned)(list->count - 1);
    device->type = type_of(id);
    device->name = info_text(NULL, id, CL_DEVICE_NAME);
    device->platform_name = info_text(platform, NULL, CL_PLATFORM_NAME);
    device->driver = info_text(NULL, id, CL_DRIVER_VERSION);
    device->version = info_text(NULL, id, CL_DEVICE_VERSION);
    device->c_version = info_text(NULL, id, CL_DEVICE_OPENCL_C_VERSION);
    char *extensions = info_text(NULL, id, CL_DEVICE_EXTENSIONS);
    if (!device->name || !device->platform_name || !device->driver || !device->version || !device->c_version
        || !extensions) {
        free(extensions);
        return base_fail_memory(env);
    }
    device->fp64 = strstr(extensions, "cl_khr_fp64") != NULL;
    free(extensions);
    device->compute_units = info_uint(id, CL_DEVICE_MAX_COMPUTE_UNITS);
    device->clock = info_uint(id, CL_DEVICE_MAX_CLOCK_FREQUENCY);
    device->global_memory = info_ulong(id, CL_DEVICE_GLOBAL_MEM_SIZE);
    device->max_allocation = info_ulong(id, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    device->local_memory = info_ulong(id, CL_DEVICE_LOCAL_MEM_SIZE);
    device->max_group_size = info_size(id, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    device->unified_memory = info_uint(id, CL_DEVICE_HOST_UNIFIED_MEMORY) != 0;
    device->usable =
        info_uint(id, CL_DEVICE_AVAILABLE) && info_uint(id, CL_DEVICE_COMPILER_AVAILABLE) && device->max_group_size > 0;
    device->simulator = is_simulator(device);
    return SWARM_OK;
}

static bool same_uuid(cl_device_id a, cl_device_id b, bool *known)
{
    unsigned char first[UUID_BYTES], second[UUID_BYTES];
    *known = clGetDeviceInfo(a, DEVICE_UUID, UUID_BYTES, first, NULL) == CL_SUCCESS
             && clGetDeviceInfo(b, DEVICE_UUID, UUID_BYTES, second, NULL) == CL_SUCCESS;
    return *known && memcmp(first, second, UUID_BYTES) == 0;
}

/* Which of the devices of this name on its platform it is. */
static size_t namesake_number(const struct ocl_device_list *list, size_t index)
{
    size_t number = 0;
    for (size_t i = 0; i < index; ++i) {
        number += list->devices[i].platform == list->devices[index].platform
                  && strcmp(list->devices[i].name, list->devices[index].name) == 0;
    }
    return number;
}

/* The same hardware under two platforms: equal UUID or, where a driver has none, the k-th device of equal name. */
static bool is_duplicate(const struct ocl_device_list *list, size_t index)
{
    const struct swarm_device *device = &list->devices[index];
    for (size_t i = 0; i < index; ++i) {
        const struct swarm_device *earlier = &list->devices[i];
        if (earlier->platform == device->platform || earlier->simulator || device->simulator || !earlier->usable) {
            continue;
        }
        bool known;
        if (same_uuid(list->handles[i].device, list->handles[index].device, &known)) {
            return true;
        }
        if (!known && earlier->type == device->type && strcmp(earlier->name, device->name) == 0
            && namesake_number(list, i) == namesake_number(list, index)) {
            return true;
        }
    }
    return false;
}

static enum swarm_status add_platform(struct base_env *env, struct ocl_device_list *list, cl_platform_id platform,
                                      unsigned number)
{
    cl_uint count = 0;
    cl_int code = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &count);
    if (code == CL_DEVICE_NOT_FOUND) {
        return SWARM_OK;
    }
    cl_device_id *ids = base_array(count, sizeof *ids);
    if (!ids) {
        return base_fail_memory(env);
    }
    code = code == CL_SUCCESS ? clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, ids, NULL) : code;
    if (code != CL_SUCCESS) {
        char *name = info_text(platform, NULL, CL_PLATFORM_NAME);
        base_log(env, SWARM_LOG_WARNING, "platform %u (%s) is left out: clGetDeviceIDs: %s (%d)", number,
                 name ? name : "", ocl_error_name(code), (int)code);
        free(name);
        free(ids);
        return SWARM_OK;
    }
    enum swarm_status status = SWARM_OK;
    struct swarm_device *devices = realloc(list->devices, (list->count + count) * sizeof *devices);
    list->devices = devices ? devices : list->devices;
    struct ocl_handle *handles = realloc(list->handles, (list->count + count) * sizeof *handles);
    list->handles = handles ? handles : list->handles;
    if (count > 0 && (!devices || !handles)) {
        status = base_fail_memory(env);
    }
    for (cl_uint i = 0; i < count && status == SWARM_OK; ++i) {
        devices[list->count] = (struct swarm_device){.platform = number, .device = i};
        status = describe(env, list, platform, ids[i]);
    }
    free(ids);
    return status;
}

static enum swarm_status mark(struct base_env *env, struct ocl_device_list *list)
{
    for (size_t i = 0; i < list->count; ++i) {
        list->devices[i].duplicate = is_duplicate(list, i);
    }
    size_t *ranked = base_array(list->count, sizeof *ranked);
    if (!ranked) {
        return base_fail_memory(env);
    }
    if (ocl_selector_rank((struct ocl_choice){list->devices, list->count}, NULL, ranked) > 0) {
        list->devices[ranked[0]].automatic = true;
    }
    free(ranked);
    return SWARM_OK;
}

enum swarm_status ocl_device_list_init(struct base_env *env, struct ocl_device_list *list)
{
    enum swarm_status status = SWARM_OK;
    cl_platform_id *platforms = NULL;
    cl_uint count = 0;
    *list = (struct ocl_device_list){0};
    list->platform_error = clGetPlatformIDs(0, NULL, &count);
    if (list->platform_error != CL_SUCCESS || count == 0) {
        return SWARM_OK;
    }
    platforms = base_array(count, sizeof *platforms);
    if (!platforms) {
        return base_fail_memory(env);
    }
    list->platform_error = clGetPlatformIDs(count, platforms, NULL);
    for (cl_uint i = 0; i < count && list->platform_error == CL_SUCCESS; ++i) {
        TRY(add_platform(env, list, platforms[i], i));
    }
    TRY(mark(env, list));
    free(platforms);
    return SWARM_OK;

fail:
    free(platforms);
    ocl_device_list_deinit(list);
    return status;
}

void ocl_device_list_deinit(struct ocl_device_list *list)
{
    for (size_t i = 0; i < list->count; ++i) {
        const struct swarm_device *device = &list->devices[i];
        free((void *)device->name);
        free((void *)device->platform_name);
        free((void *)device->driver);
        free((void *)device->version);
        free((void *)device->c_version);
    }
    free(list->devices);
    free(list->handles);
    *list = (struct ocl_device_list){0};
}
