#include "device.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "selector.h"
#include "cl/shared/team_codes.h"

/* What the headers of Debian 12 leave out in their view of OpenCL 1.2: CL_DEVICE_UUID_KHR,
 * CL_DEVICE_MAX_NUM_SUB_GROUPS, CL_DEVICE_WARP_SIZE_NV, CL_DEVICE_WAVEFRONT_WIDTH_AMD and
 * CL_DEVICE_SUB_GROUP_SIZES_INTEL. */
enum {
    DEVICE_UUID = 0x106A,
    MOST_SUB_GROUPS = 0x105C,
    WIDTH_NV = 0x4003,
    WIDTH_AMD = 0x4043,
    SUB_GROUP_SIZES = 0x4108
};

/* Of a platform that can be asked for the sub-groups of a kernel. */
#define SUB_GROUPS_SINCE "OpenCL 2.1"

enum { UUID_BYTES = 16, SIZES_MOST = 32, WIDTH_LEAST = 32, WIDTH_MOST = 64 };

/* Questions to one device or, with `device` NULL, its platform. The first that is not answered is kept; the others are
 * not asked then. */
struct inquiry {
    cl_platform_id platform;
    cl_device_id device;
    const char *what; /* the name of the question that failed; NULL: none */
    cl_int code;      /* CL_SUCCESS: for want of memory */
};

static void ask_value(struct inquiry *inquiry, cl_uint what, const char *name, size_t size, void *value, size_t *used)
{
    if (inquiry->what) {
        return;
    }
    const cl_int code = inquiry->device ? clGetDeviceInfo(inquiry->device, what, size, value, used)
                                        : clGetPlatformInfo(inquiry->platform, what, size, value, used);
    if (code != CL_SUCCESS) {
        inquiry->what = name;
        inquiry->code = code;
    }
}

/* The text without the blanks that some drivers pad it with; returns owned, NULL on failure. */
static char *ask_text(struct inquiry *inquiry, cl_uint what, const char *name)
{
    size_t size = 0;
    ask_value(inquiry, what, name, 0, NULL, &size);
    char *text = inquiry->what ? NULL : base_array(size + 1, 1);
    if (!inquiry->what && !text) {
        inquiry->what = name;
    }
    if (size > 0) {
        ask_value(inquiry, what, name, size, text, NULL);
    }
    if (inquiry->what) {
        free(text);
        return NULL;
    }
    size_t length = strlen(text), lead = strspn(text, " ");
    while (length > lead && text[length - 1] == ' ') {
        --length;
    }
    memmove(text, text + lead, length - lead);
    text[length - lead] = '\0';
    return text;
}

#define ASK_TEXT(inquiry, what)         ask_text(inquiry, what, #what)
#define ASK_VALUE(inquiry, what, value) ask_value(inquiry, what, #what, sizeof *(value), value, NULL)

/* A number that a run can do without; 0 when the driver does not tell. */
static cl_uint optional_uint(cl_device_id device, cl_device_info what)
{
    cl_uint value = 0;
    return clGetDeviceInfo(device, what, sizeof value, &value, NULL) == CL_SUCCESS ? value : 0;
}

/* Of struct swarm_device. */
static unsigned sub_group_sizes_of(cl_device_id device, const char *extensions)
{
    size_t sizes[SIZES_MOST], bytes = 0;
    unsigned all = 0;
    if (strstr(extensions, "cl_nv_device_attribute_query")) {
        all = optional_uint(device, WIDTH_NV);
    } else if (strstr(extensions, "cl_amd_device_attribute_query")) {
        all = optional_uint(device, WIDTH_AMD);
    } else if (strstr(extensions, "cl_intel_required_subgroup_size")
               && clGetDeviceInfo(device, SUB_GROUP_SIZES, sizeof sizes, sizes, &bytes) == CL_SUCCESS) {
        for (size_t i = 0; i < bytes / sizeof sizes[0]; ++i) {
            all |= (unsigned)sizes[i];
        }
    }
    return all;
}

int ocl_device_team_code(const struct swarm_device *device)
{
    return strstr(device->platform_name, "NVIDIA") ? TEAM_CODE_REDUX
           : device->sub_groups                    ? TEAM_CODE_SUBGROUP
                                                   : TEAM_CODE_LOCAL;
}

uint32_t ocl_device_width(const struct swarm_device *device)
{
    return device->sub_group_sizes & WIDTH_MOST ? WIDTH_MOST : WIDTH_LEAST;
}

static enum swarm_device_type type_of(cl_device_type type)
{
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

/* A renderer in software: a GPU's driver played by the CPU, on cores that PoCL has, too. It gets the shapes of a GPU,
 * in which loops are shorter: ocl/session.c. */
static bool is_software(const struct swarm_device *device)
{
    return base_text_contains(device->name, "llvmpipe") || base_text_contains(device->name, "softpipe")
           || base_text_contains(device->name, "SwiftShader");
}

static void free_texts(const struct swarm_device *device)
{
    free((void *)device->name);
    free((void *)device->platform_name);
    free((void *)device->driver);
    free((void *)device->version);
    free((void *)device->c_version);
}

static void ask_all(struct inquiry *inquiry, struct swarm_device *device, struct ocl_handle *handle)
{
    cl_device_type type = 0;
    cl_bool available = CL_FALSE, compiler = CL_FALSE;
    ASK_VALUE(inquiry, CL_DEVICE_TYPE, &type);
    device->name = ASK_TEXT(inquiry, CL_DEVICE_NAME);
    device->driver = ASK_TEXT(inquiry, CL_DRIVER_VERSION);
    device->version = ASK_TEXT(inquiry, CL_DEVICE_VERSION);
    device->c_version = ASK_TEXT(inquiry, CL_DEVICE_OPENCL_C_VERSION);
    char *extensions = ASK_TEXT(inquiry, CL_DEVICE_EXTENSIONS);
    ASK_VALUE(inquiry, CL_DEVICE_MAX_COMPUTE_UNITS, &device->compute_units);
    ASK_VALUE(inquiry, CL_DEVICE_GLOBAL_MEM_SIZE, &device->global_memory);
    ASK_VALUE(inquiry, CL_DEVICE_MAX_MEM_ALLOC_SIZE, &device->max_allocation);
    ASK_VALUE(inquiry, CL_DEVICE_LOCAL_MEM_SIZE, &device->local_memory);
    ASK_VALUE(inquiry, CL_DEVICE_MAX_WORK_GROUP_SIZE, &device->max_group_size);
    ASK_VALUE(inquiry, CL_DEVICE_AVAILABLE, &available);
    ASK_VALUE(inquiry, CL_DEVICE_COMPILER_AVAILABLE, &compiler);
    inquiry->device = NULL;
    device->platform_name = ASK_TEXT(inquiry, CL_PLATFORM_NAME);
    char *version = ASK_TEXT(inquiry, CL_PLATFORM_VERSION);
    device->sub_groups = version && strcmp(version, SUB_GROUPS_SINCE) >= 0
                         && (optional_uint(handle->device, MOST_SUB_GROUPS) > 0
                             || (extensions && strstr(extensions, "cl_khr_subgroups")));
    device->type = type_of(type);
    device->fp64 = extensions && strstr(extensions, "cl_khr_fp64") != NULL;
    if (extensions) {
        device->sub_group_sizes = sub_group_sizes_of(handle->device, extensions);
        handle->ballot = strstr(extensions, "cl_khr_subgroup_ballot") != NULL;
    }
    device->usable = available && compiler && device->max_group_size > 0;
    free(extensions);
    free(version);
}

/* Makes room for `count` devices. */
static enum swarm_status make_room(struct base_env *env, struct ocl_device_list *list, size_t count)
{
    struct swarm_device *devices = realloc(list->devices, (count + 1) * sizeof *devices);
    list->devices = devices ? devices : list->devices;
    struct ocl_handle *handles = realloc(list->handles, (count + 1) * sizeof *handles);
    list->handles = handles ? handles : list->handles;
    return devices && handles ? SWARM_OK : base_fail_memory(env);
}

/* Adds the device to the list, or says why it is left out. `device` holds its numbers. */
static enum swarm_status describe(struct base_env *env, struct ocl_device_list *list, cl_platform_id platform,
                                  cl_device_id id, struct swarm_device device)
{
    struct inquiry inquiry = {.platform = platform, .device = id};
    struct ocl_handle handle = {.platform = platform, .device = id};
    TRY(make_room(env, list, list->count + 1));
    OCL_DRIVER(env, OCL_LISTS, ask_all(&inquiry, &device, &handle));
    if (inquiry.what) {
        free_texts(&device);
        if (inquiry.code == CL_SUCCESS) {
            return base_fail_memory(env);
        }
        base_log(env, SWARM_LOG_WARNING, "device %u:%u is left out: it does not tell %s: %s (%d)", device.platform,
                 device.device, inquiry.what, ocl_error_name(inquiry.code), (int)inquiry.code);
        return SWARM_OK;
    }
    OCL_DRIVER(env, OCL_LISTS, device.clock = optional_uint(id, CL_DEVICE_MAX_CLOCK_FREQUENCY));
    OCL_DRIVER(env, OCL_LISTS, device.unified_memory = optional_uint(id, CL_DEVICE_HOST_UNIFIED_MEMORY) != 0);
    device.simulator = is_simulator(&device);
    device.software = is_software(&device);
    device.type = device.software ? SWARM_DEVICE_OTHER : device.type;
    device.index = (unsigned)list->count;
    list->handles[list->count] = handle;
    list->devices[list->count] = device;
    ++list->count;
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
    enum swarm_status status = SWARM_OK;
    struct inquiry inquiry = {.platform = platform};
    char *name = NULL;
    cl_uint count = 0;
    cl_int code;
    OCL_DRIVER(env, OCL_LISTS, code = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &count));
    if (code == CL_DEVICE_NOT_FOUND) {
        return SWARM_OK;
    }
    cl_device_id *ids;
    TRY_OR(done, BASE_MAKE(env, ids, count));
    if (code == CL_SUCCESS) {
        OCL_DRIVER(env, OCL_LISTS, code = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, ids, NULL));
    }
    if (code != CL_SUCCESS) {
        name = ASK_TEXT(&inquiry, CL_PLATFORM_NAME);
        TRY_OR(done, inquiry.what && inquiry.code == CL_SUCCESS ? base_fail_memory(env) : SWARM_OK);
        base_log(env, SWARM_LOG_WARNING, "platform %u (%s) is left out: clGetDeviceIDs: %s (%d)", number,
                 name ? name : "", ocl_error_name(code), (int)code);
        count = 0;
    }
    for (cl_uint i = 0; i < count; ++i) {
        TRY_OR(done, describe(env, list, platform, ids[i], (struct swarm_device){.platform = number, .device = i}));
    }

done:
    free(name);
    free(ids);
    return status;
}

static enum swarm_status mark(struct base_env *env, struct ocl_device_list *list)
{
    for (size_t i = 0; i < list->count; ++i) {
        list->devices[i].duplicate = is_duplicate(list, i);
    }
    size_t *ranked;
    TRY(BASE_MAKE(env, ranked, list->count));
    if (ocl_selector_rank((struct ocl_choice){list->devices, list->count}, NULL, ranked) > 0) {
        list->devices[ranked[0]].automatic = true;
    }
    free(ranked);
    return SWARM_OK;
}

void ocl_device_list_deinit(struct ocl_device_list *list)
{
    for (size_t i = 0; i < list->count; ++i) {
        free_texts(&list->devices[i]);
        ocl_shared_destroy(&list->handles[i].shared);
    }
    free(list->devices);
    free(list->handles);
    *list = (struct ocl_device_list){0};
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Listing, on a worker: a driver may never return from it                                                            */

/* Seconds: between two looks at the clock; for a driver without another limit, because some start for many seconds; for
 * a driver after the run was cancelled. */
#define GLANCE         0.02
#define LISTING_MOST   30.0
#define CANCELLED_MOST 2.0

#define SORT_VARIABLE  "OCL_ICD_PLATFORM_SORT"
#define OTHER_DRIVERS  "; OCL_ICD_VENDORS can name a folder with other drivers"

enum { TEXT_SIZE = 200 };

/* The work of a worker, on the heap: a worker that is left keeps it. */
struct listing {
    struct base_env env; /* a fork, with the log of its root */
    cl_platform_id *platforms;
    cl_uint count;
    struct ocl_device_list list; /* devices of platforms[number] */
    cl_uint number;
    char text[TEXT_SIZE]; /* what the driver does: "listing the devices of ..." */
};

static enum swarm_status find_platforms(void *context)
{
    struct listing *listing = context;
    struct base_env *env = &listing->env;
    cl_int code;
    OCL_DRIVER(env, OCL_LISTS, code = clGetPlatformIDs(0, NULL, &listing->count));
    if (code == CL_PLATFORM_NOT_FOUND_KHR || (code == CL_SUCCESS && listing->count == 0)) {
        listing->count = 0;
        return SWARM_OK;
    }
    TRY(BASE_MAKE(env, listing->platforms, listing->count));
    if (code == CL_SUCCESS) {
        OCL_DRIVER(env, OCL_LISTS, code = clGetPlatformIDs(listing->count, listing->platforms, NULL));
    }
    if (code != CL_SUCCESS) {
        base_log(env, SWARM_LOG_WARNING, "no platform is found: clGetPlatformIDs: %s (%d)", ocl_error_name(code),
                 (int)code);
        listing->count = 0;
    }
    return SWARM_OK;
}

static enum swarm_status list_platform(void *context)
{
    struct listing *listing = context;
    struct inquiry inquiry = {.platform = listing->platforms[listing->number]};
    char *name = NULL;
    OCL_DRIVER(&listing->env, OCL_LISTS, name = ASK_TEXT(&inquiry, CL_PLATFORM_NAME));
    TRY(inquiry.what && inquiry.code == CL_SUCCESS ? base_fail_memory(&listing->env) : SWARM_OK);
    base_text_print(listing->text, sizeof listing->text, "listing the devices of platform \"%.100s\"",
                    name ? name : "");
    base_log(&listing->env, SWARM_LOG_DRIVER, "%s" OTHER_DRIVERS, listing->text);
    free(name);
    return add_platform(&listing->env, &listing->list, inquiry.platform, listing->number);
}

/* Does the work on a worker and waits for it. *is_late: the driver has not returned in time, and keeps the listing. */
static enum swarm_status do_in_time(struct base_env *env, base_worker_work *work, struct listing *listing,
                                    bool *is_late)
{
    struct base_worker *worker = NULL;
    const double begun = base_clock_now();
    double seconds =
        env->listing_seconds > 0.0 && env->listing_seconds < LISTING_MOST ? env->listing_seconds : LISTING_MOST;
    *is_late = false;
    if (env->ranks.count <= 1) {
        TRY(base_worker_begin(env, work, listing, &worker));
    }
    enum swarm_status status = worker ? SWARM_OK : work(listing);
    while (worker && !base_worker_wait(worker, GLANCE)) {
        const double passed = base_clock_now() - begun;
        seconds = base_cancelled(env) && seconds > passed + CANCELLED_MOST ? passed + CANCELLED_MOST : seconds;
        if (passed >= seconds && base_worker_abandon(env, &worker, 0.0, false)) {
            *is_late = true;
            base_log(env, SWARM_LOG_WARNING, "a driver has not returned from %s after %.1f s; it is left out",
                     listing->text, passed);
            return SWARM_OK;
        }
    }
    status = worker ? base_worker_end(env, &worker) : status;
    return status == SWARM_OK ? status : base_fail(env, status, "%s", listing->env.error ? listing->env.error : "");
}

static struct listing *make_listing(const struct base_env *env)
{
    struct listing *listing = base_array(1, sizeof *listing);
    if (listing) {
        base_env_fork(&listing->env, env);
        listing->env.log = env->log; /* the thread of `env` waits, so it sends nothing meanwhile */
        listing->env.log_user = env->log_user;
        base_text_print(listing->text, sizeof listing->text, "%s", "loading the drivers of OpenCL");
    }
    return listing;
}

static void free_listing(struct listing *listing)
{
    if (listing) {
        ocl_device_list_deinit(&listing->list);
        base_env_deinit(&listing->env);
        free(listing->platforms);
        free(listing);
    }
}

/* Moves the devices of one platform to the list of all. */
static enum swarm_status append(struct base_env *env, struct ocl_device_list *list, struct ocl_device_list *more)
{
    TRY(make_room(env, list, list->count + more->count));
    for (size_t i = 0; i < more->count; ++i) {
        list->devices[list->count] = more->devices[i];
        list->devices[list->count].index = (unsigned)list->count;
        list->handles[list->count++] = more->handles[i];
    }
    more->count = 0;
    return SWARM_OK;
}

/* The devices of platform `number`. A driver that is late keeps its listing, and the next platform has a new one. */
static enum swarm_status list_one(struct base_env *env, struct ocl_device_list *list, struct listing **listing,
                                  cl_uint number)
{
    const struct listing *all = *listing;
    bool is_late = false;
    (*listing)->number = number;
    base_text_print((*listing)->text, sizeof all->text, "asking platform %u for its name", (unsigned)number);
    TRY(do_in_time(env, list_platform, *listing, &is_late));
    if (!is_late) {
        return append(env, list, &(*listing)->list);
    }
    struct listing *next = *listing = make_listing(env);
    cl_platform_id *platforms = next ? base_array(all->count, sizeof *platforms) : NULL;
    if (!platforms) {
        return base_fail_memory(env);
    }
    memcpy(platforms, all->platforms, all->count * sizeof *platforms);
    next->platforms = platforms;
    next->count = all->count;
    return SWARM_OK;
}

/* The order of platforms that ocl-icd makes: most GPUs first, then most CPUs, then most devices. */
static unsigned rank_of(const struct ocl_device_list *list, unsigned platform)
{
    unsigned rank = 0;
    for (size_t i = 0; i < list->count; ++i) {
        const enum swarm_device_type type = list->devices[i].type;
        if (list->devices[i].platform == platform) {
            rank += type == SWARM_DEVICE_GPU ? 1 << 20 : type == SWARM_DEVICE_CPU ? 1 << 10 : 0;
            ++rank;
        }
    }
    return rank;
}

/* Numbers `count` platforms by their ranks, and sorts their devices. */
static enum swarm_status sort_platforms(struct base_env *env, struct ocl_device_list *list, cl_uint count)
{
    unsigned *places;
    TRY(BASE_MAKE(env, places, count));
    for (unsigned a = 0; a < count; ++a) {
        for (unsigned b = 0; b < count; ++b) {
            const unsigned of_a = rank_of(list, a), of_b = rank_of(list, b);
            places[a] += of_b > of_a || (of_b == of_a && b < a);
        }
    }
    for (size_t i = 0; i < list->count; ++i) { /* by insertion, which keeps the order within a platform */
        struct swarm_device device = list->devices[i];
        const struct ocl_handle handle = list->handles[i];
        size_t at = i;
        device.platform = places[device.platform];
        for (; at > 0 && list->devices[at - 1].platform > device.platform; --at) {
            list->devices[at] = list->devices[at - 1];
            list->handles[at] = list->handles[at - 1];
        }
        list->devices[at] = device;
        list->handles[at] = handle;
    }
    for (size_t i = 0; i < list->count; ++i) {
        list->devices[i].index = (unsigned)i;
    }
    free(places);
    return SWARM_OK;
}

enum swarm_status ocl_device_list_init(struct base_env *env, struct ocl_device_list *list)
{
    enum swarm_status status = SWARM_OK;
    *list = (struct ocl_device_list){0};
    if (!ocl_load()) {
        base_log(env, SWARM_LOG_WARNING, "no libOpenCL of version 1.2 or later is found: no device is listed");
        return SWARM_OK;
    }
    /* ocl-icd asks all drivers for their devices when it is loaded, to sort its platforms: a driver that hangs there
     * has no name, and keeps the others away. So the list sorts. */
    const bool sorts = !getenv(SORT_VARIABLE);
    struct listing *listing = make_listing(env);
    bool is_late = false;
    TRY_OR(done, listing ? SWARM_OK : base_fail_memory(env));
    base_log(env, SWARM_LOG_DRIVER, "%s" OTHER_DRIVERS, listing->text);
    if (sorts) {
        setenv(SORT_VARIABLE, "none", 1);
    }
    TRY_OR(done, do_in_time(env, find_platforms, listing, &is_late));
    if (sorts && !is_late) {
        unsetenv(SORT_VARIABLE);
    }
    listing = is_late ? NULL : listing; /* the driver keeps it */
    for (cl_uint i = 0; listing && i < listing->count; ++i) {
        TRY_OR(done, list_one(env, list, &listing, i));
    }
    TRY_OR(done, sorts && listing ? sort_platforms(env, list, listing->count) : SWARM_OK);
    TRY_OR(done, mark(env, list));

done:
    base_log(env, SWARM_LOG_DRIVER, "%s", "");
    free_listing(listing);
    if (status != SWARM_OK) {
        ocl_device_list_deinit(list);
    }
    return status;
}

void ocl_device_log(struct base_env *env, const struct swarm_device *device)
{
    base_log(env, SWARM_LOG_INFO, "device %u (%u:%u) %s \"%s\" [%s, driver %s]", device->index, device->platform,
             device->device, swarm_device_type_name(device->type), device->name, device->platform_name, device->driver);
}
