#include "device.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "selector.h"
#include "cl/shared/team_codes.h"

/* Constants that the OpenCL headers of Debian 12 do not define for version 1.2. */
enum {
    DEVICE_UUID = 0x106A,     /* CL_DEVICE_UUID_KHR */
    MOST_SUB_GROUPS = 0x105C, /* CL_DEVICE_MAX_NUM_SUB_GROUPS */
    WIDTH_NV = 0x4003,        /* CL_DEVICE_WARP_SIZE_NV */
    WIDTH_AMD = 0x4043,       /* CL_DEVICE_WAVEFRONT_WIDTH_AMD */
    SUB_GROUP_SIZES = 0x4108  /* CL_DEVICE_SUB_GROUP_SIZES_INTEL */
};

/* The first version whose platforms report the sub-groups of a kernel. */
#define SUB_GROUPS_SINCE "OpenCL 2.1"

enum { UUID_BYTES = 16, SIZES_MOST = 32, WIDTH_LEAST = 32, WIDTH_MOST = 64 };

/* Queries about one device, or about its platform if `device` is NULL. After the first failure nothing is queried. */
struct inquiry {
    cl_platform_id platform;
    cl_device_id device;
    const char *failed; /* what the failed query asked for; NULL: none has failed */
    cl_int code;        /* OpenCL error of the failed query; CL_SUCCESS: memory ran out */
};

static void ask_value(struct inquiry *inquiry, cl_uint what, const char *name, size_t size, void *value, size_t *used)
{
    if (inquiry->failed) {
        return;
    }
    const cl_int code = inquiry->device ? clGetDeviceInfo(inquiry->device, what, size, value, used)
                                        : clGetPlatformInfo(inquiry->platform, what, size, value, used);
    if (code != CL_SUCCESS) {
        inquiry->failed = name;
        inquiry->code = code;
    }
}

/* Queries a text and strips the blanks that some drivers add at both ends. The caller owns the text; NULL on failure.
 */
static char *ask_text(struct inquiry *inquiry, cl_uint what, const char *name)
{
    size_t size = 0;
    ask_value(inquiry, what, name, 0, NULL, &size);
    char *text = inquiry->failed ? NULL : base_array(size + 1, 1);
    if (!inquiry->failed && !text) {
        inquiry->failed = name;
    }
    if (size > 0) {
        ask_value(inquiry, what, name, size, text, NULL);
    }
    if (inquiry->failed) {
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

/* Queries a number that is not essential. Returns 0 if the driver does not report it. */
static cl_uint optional_uint(cl_device_id device, cl_device_info what)
{
    cl_uint value = 0;
    return clGetDeviceInfo(device, what, sizeof value, &value, NULL) == CL_SUCCESS ? value : 0;
}

/* The sizes of sub-groups that the device offers; each is a power of two, so their sum is a bit mask. */
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

/* True for renderers that run on the CPU but report a GPU. They get the kernel shapes of a GPU, which have shorter
 * loops; ocl_session_open() warns about them. */
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
    device->clock = optional_uint(handle->device, CL_DEVICE_MAX_CLOCK_FREQUENCY);
    device->unified_memory = optional_uint(handle->device, CL_DEVICE_HOST_UNIFIED_MEMORY) != 0;
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

/* Grows the list to at least `count` devices. */
static enum swarm_status make_room(struct base_env *env, struct ocl_device_list *list, size_t count)
{
    struct swarm_device *devices = realloc(list->devices, (count + 1) * sizeof *devices);
    list->devices = devices ? devices : list->devices;
    struct ocl_handle *handles = realloc(list->handles, (count + 1) * sizeof *handles);
    list->handles = handles ? handles : list->handles;
    return devices && handles ? SWARM_OK : base_fail_memory(env);
}

/* Adds the device to the list, or logs why it is omitted. `device` already has its number and its platform's. */
static enum swarm_status describe(struct base_env *env, struct ocl_device_list *list, cl_platform_id platform,
                                  cl_device_id id, struct swarm_device device)
{
    struct inquiry inquiry = {.platform = platform, .device = id};
    struct ocl_handle handle = {.platform = platform, .device = id};
    TRY(make_room(env, list, list->count + 1));
    OCL_DRIVER(env, OCL_LISTS, ask_all(&inquiry, &device, &handle));
    if (inquiry.failed) {
        free_texts(&device);
        if (inquiry.code == CL_SUCCESS) {
            return base_fail_memory(env);
        }
        base_log(env, SWARM_LOG_WARNING, "device %u:%u is omitted: it does not report %s: %s (%d)", device.platform,
                 device.device, inquiry.failed, ocl_error_name(inquiry.code), (int)inquiry.code);
        return SWARM_OK;
    }
    device.simulator = is_simulator(&device);
    device.software = is_software(&device);
    device.type = device.software ? SWARM_DEVICE_OTHER : device.type;
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

/* Number of earlier devices in the list with the same name on the same platform. */
static size_t namesake_number(const struct ocl_device_list *list, size_t index)
{
    size_t number = 0;
    for (size_t i = 0; i < index; ++i) {
        number += list->devices[i].platform == list->devices[index].platform
                  && strcmp(list->devices[i].name, list->devices[index].name) == 0;
    }
    return number;
}

/* True if an earlier platform has the same hardware: an equal UUID or, if a driver reports none, an equal name and an
 * equal index among the devices of that name. */
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
        TRY_OR(done, inquiry.failed && inquiry.code == CL_SUCCESS ? base_fail_memory(env) : SWARM_OK);
        base_log(env, SWARM_LOG_WARNING, "platform %u (%s) is omitted: clGetDeviceIDs: %s (%d)", number,
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

/* Numbers the devices and, if `sorted`, their platforms. Marks duplicates and the device that `auto` chooses. */
static enum swarm_status mark(struct base_env *env, struct ocl_device_list *list, bool sorted)
{
    for (size_t i = 0, last = 0, number = 0; i < list->count && sorted; ++i) {
        number += i > 0 && list->devices[i].platform != last;
        last = list->devices[i].platform;
        list->devices[i].platform = (unsigned)number;
    }
    for (size_t i = 0; i < list->count; ++i) {
        list->devices[i].index = (unsigned)i;
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
/* Listing, on a worker because a driver may never return                                                             */

#define GLANCE         0.02 /* seconds between two checks of the clock */
#define LISTING_MOST   30.0 /* seconds that a driver may take by default; some need many to start */
#define CANCELLED_MOST 2.0  /* seconds that a driver may still take after the run was cancelled */

#define SORT_VARIABLE  "OCL_ICD_PLATFORM_SORT"
#define OTHER_DRIVERS  "; OCL_ICD_VENDORS can name a folder with other drivers"

/* What a worker needs to list devices; on the heap, because an abandoned worker keeps it. */
struct listing {
    struct base_env env;       /* a fork of the caller's env, with the caller's log */
    cl_platform_id *platforms; /* owned [count] platforms, filled by find_platforms() */
    cl_uint count;
    cl_platform_id platform; /* the platform that list_platform() lists */
    unsigned number;         /* index of `platform` among platforms[] */
    struct ocl_device_list list;
    char text[200]; /* what the driver is doing, for messages: "listing the devices of ..." */
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
        base_log(env, SWARM_LOG_WARNING, "found no OpenCL platform: clGetPlatformIDs: %s (%d)", ocl_error_name(code),
                 (int)code);
        listing->count = 0;
    }
    return SWARM_OK;
}

static enum swarm_status list_platform(void *context)
{
    struct listing *listing = context;
    struct inquiry inquiry = {.platform = listing->platform};
    char *name = NULL;
    OCL_DRIVER(&listing->env, OCL_LISTS, name = ASK_TEXT(&inquiry, CL_PLATFORM_NAME));
    TRY(inquiry.failed && inquiry.code == CL_SUCCESS ? base_fail_memory(&listing->env) : SWARM_OK);
    base_text_print(listing->text, sizeof listing->text, "listing the devices of platform \"%.100s\"",
                    name ? name : "");
    base_log(&listing->env, SWARM_LOG_DRIVER, "%s" OTHER_DRIVERS, listing->text);
    free(name);
    return add_platform(&listing->env, &listing->list, listing->platform, listing->number);
}

static struct listing *make_listing(const struct base_env *env, const char *text)
{
    struct listing *listing = base_array(1, sizeof *listing);
    if (listing) {
        base_env_fork(&listing->env, env);
        listing->env.log = env->log; /* safe: the caller's thread waits and logs nothing */
        listing->env.log_user = env->log_user;
        base_text_print(listing->text, sizeof listing->text, "%s", text);
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

/* Runs `work` on a worker and waits for it. If a driver does not return in time, abandons the worker, which keeps the
 * listing, and sets *listing to NULL. */
static enum swarm_status do_in_time(struct base_env *env, base_worker_work *work, struct listing **listing)
{
    struct base_worker *worker = NULL;
    const double begun = base_clock_now();
    double seconds =
        env->listing_seconds > 0.0 && env->listing_seconds < LISTING_MOST ? env->listing_seconds : LISTING_MOST;
    TRY(*listing ? SWARM_OK : base_fail_memory(env));
    if (env->ranks.count <= 1) {
        TRY(base_worker_begin(env, work, *listing, &worker));
    }
    enum swarm_status status = worker ? SWARM_OK : work(*listing);
    while (worker && !base_worker_wait(worker, GLANCE)) {
        const double passed = base_clock_now() - begun;
        seconds = base_cancelled(env) && seconds > passed + CANCELLED_MOST ? passed + CANCELLED_MOST : seconds;
        if (passed >= seconds && base_worker_abandon(env, &worker, 0.0, false)) {
            base_log(env, SWARM_LOG_WARNING, "a driver has not returned from %s after %.1f s; its devices are omitted",
                     (*listing)->text, passed);
            *listing = NULL;
            return SWARM_OK;
        }
    }
    status = worker ? base_worker_end(env, &worker) : status;
    return status == SWARM_OK ? status
                              : base_fail(env, status, "%s", (*listing)->env.error ? (*listing)->env.error : "");
}

/* Weight by which ocl-icd sorts platforms, largest first: number of GPUs, then of CPUs, then of devices. */
static unsigned rank_of(const struct ocl_device_list *list, unsigned platform)
{
    unsigned rank = 0;
    for (size_t i = 0; i < list->count; ++i) {
        const enum swarm_device_type type = list->devices[i].type;
        const unsigned one = type == SWARM_DEVICE_GPU ? 1 << 20 : type == SWARM_DEVICE_CPU ? 1 << 10 : 0;
        rank += list->devices[i].platform == platform ? one + 1 : 0;
    }
    return rank;
}

/* Moves the devices `more` of platform `number` to the end of `list`; if `sorts`, before platforms of a lower rank. */
static enum swarm_status insert(struct base_env *env, struct ocl_device_list *list, struct ocl_device_list *more,
                                unsigned number, bool sorts)
{
    size_t at = list->count;
    TRY(make_room(env, list, list->count + more->count));
    while (sorts && at > 0 && rank_of(list, list->devices[at - 1].platform) < rank_of(more, number)) {
        --at;
    }
    for (size_t i = list->count; i-- > at;) {
        list->devices[i + more->count] = list->devices[i];
        list->handles[i + more->count] = list->handles[i];
    }
    for (size_t i = 0; i < more->count; ++i) {
        list->devices[at + i] = more->devices[i];
        list->handles[at + i] = more->handles[i];
    }
    list->count += more->count;
    more->count = 0;
    return SWARM_OK;
}

static enum swarm_status list_one(struct base_env *env, struct ocl_device_list *list, cl_platform_id platform,
                                  unsigned number, bool sorts)
{
    char text[64];
    base_text_print(text, sizeof text, "asking platform %u for its name", number);
    struct listing *listing = make_listing(env, text);
    if (listing) {
        listing->platform = platform;
        listing->number = number;
    }
    enum swarm_status status = do_in_time(env, list_platform, &listing);
    if (status == SWARM_OK && listing) {
        status = insert(env, list, &listing->list, number, sorts);
    }
    free_listing(listing);
    return status;
}

static enum swarm_status list_all(struct base_env *env, struct ocl_device_list *list)
{
    static const char loading[] = "loading the drivers of OpenCL";
    enum swarm_status status = SWARM_OK;
    *list = (struct ocl_device_list){0};
    if (!ocl_load()) {
        base_log(env, SWARM_LOG_WARNING, "no libOpenCL of version 1.2 or later is found: no device is listed");
        return SWARM_OK;
    }
    /* When ocl-icd is loaded, it asks all drivers for their devices to sort its platforms. A driver that hangs in this
     * call cannot be named in a message and blocks all others. So ocl-icd must not sort; insert() sorts instead. */
    const bool sorts = !getenv(SORT_VARIABLE);
    struct listing *all = make_listing(env, loading);
    base_log(env, SWARM_LOG_DRIVER, "%s" OTHER_DRIVERS, loading);
    if (sorts) {
        setenv(SORT_VARIABLE, "none", 1);
    }
    TRY_OR(done, do_in_time(env, find_platforms, &all));
    if (sorts && all) {
        unsetenv(SORT_VARIABLE);
    }
    for (cl_uint i = 0; all && i < all->count; ++i) {
        TRY_OR(done, list_one(env, list, all->platforms[i], i, sorts));
    }
    TRY_OR(done, mark(env, list, sorts));

done:
    base_log(env, SWARM_LOG_DRIVER, "%s", "");
    free_listing(all);
    if (status != SWARM_OK) {
        ocl_device_list_deinit(list);
    }
    return status;
}

/* One list at a time: drivers initialise themselves when they are asked for devices, and NVIDIA's crashes if two
 * threads ask at once. */
enum swarm_status ocl_device_list_init(struct base_env *env, struct ocl_device_list *list)
{
    static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&one);
    const enum swarm_status status = list_all(env, list);
    pthread_mutex_unlock(&one);
    return status;
}

void ocl_device_log(struct base_env *env, const struct swarm_device *device)
{
    base_log(env, SWARM_LOG_INFO, "device %u (%u:%u) %s \"%s\" [%s, driver %s]", device->index, device->platform,
             device->device, swarm_device_type_name(device->type), device->name, device->platform_name, device->driver);
}
