/* limits.c - for tests: a layer between the program and its OpenCL drivers that gives every device the limits of real
 * ones.
 *
 * A shared library for LD_PRELOAD. It reports the limits of a profile and enforces them: a call beyond them fails with
 * OpenCL's error code. All other calls go to the driver.
 *
 *   SWARMCL_LIMITS=PROFILE[,...]  the profiles, rows of the table below; a later one overrides earlier ones
 *   SWARMCL_LIMITS_REPORT=FILE    receives a line "built" for every program that is compiled, and for every call that
 *                                 the layer fails a line "refused" with the reason; with the profile "listed" a
 *                                 line "launched NAME: COUNT groups of SIZE" for every launch
 *
 * The calls are rows of test/faults/wrapped.h. Sub-groups are only reported. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <CL/cl_ext.h>

/* Constants that the headers do not define for OpenCL 1.2. */
enum { MAX_NUM_SUB_GROUPS = 0x105C, SUB_GROUP_SIZES = 0x4108 };

#define KIB        ((cl_ulong)1024)
#define MIB        (1024 * KIB)

#define SUB_GROUPS "cl_khr_fp64 cl_khr_subgroups cl_khr_subgroup_ballot cl_khr_subgroup_shuffle"

/* Limits of a device; 0 or NULL: the device's own. */
struct profile {
    const char *name;
    cl_device_type type;
    size_t group;        /* maximum number of work-items in a work-group */
    size_t kernel_group; /* work-items in a work-group of the kernels below, as if they took many registers */
    const char *kernels; /* beginning of the names of the kernels that are limited; NULL: all kernels */
    cl_ulong local, allocation;
    const char *extensions;
    const char *version;
    cl_uint units;
    size_t sub_group; /* number of work-items in a sub-group */
    cl_ulong clock;   /* resolution of the profiling clock in ns */
    bool in_order;    /* True if the device has only in-order queues */
    bool no_compiler; /* True if no program can be built */
    bool lists;       /* the report has a line for every launch */
    bool wrong;       /* programs draw other random numbers, as with a compiler that multiplies wrongly */
};

static const struct profile profiles[] = {
    {.name = "as-it-is"},
    {.name = "gpu", .type = CL_DEVICE_TYPE_GPU}, /* a GPU gets other kernel shapes than a CPU */
    {.name = "no-fp64", .extensions = "cl_khr_global_int32_base_atomics cl_khr_byte_addressable_store"},
    {.name = "no-extensions", .extensions = ""},
    {.name = "only-fp64", .extensions = "cl_khr_fp64"},
    {.name = "groups-of-1", .group = 1},
    {.name = "groups-of-64", .group = 64},
    {.name = "groups-of-256", .group = 256},
    {.name = "kernels-of-64", .group = 256, .kernel_group = 64},
    {.name = "walks-of-64", .group = 256, .kernel_group = 64, .kernels = "aco_construct"},
    {.name = "reductions-of-64", .group = 256, .kernel_group = 64, .kernels = "aco_reduce"},
    {.name = "moves-of-64", .group = 256, .kernel_group = 64, .kernels = "pso_move"},
    {.name = "local-16k", .local = 16 * KIB},
    {.name = "local-32k", .local = 32 * KIB},
    {.name = "buffers-of-128m", .allocation = 128 * MIB},
    {.name = "buffers-of-256k", .allocation = 256 * KIB}, /* small enough to limit small instances */
    {.name = "opencl-1.2", .version = "1.2"},
    {.name = "sub-groups-of-8", .sub_group = 8, .extensions = SUB_GROUPS},
    {.name = "sub-groups-of-16", .sub_group = 16, .extensions = SUB_GROUPS},
    {.name = "sub-groups-of-32", .sub_group = 32, .extensions = SUB_GROUPS},
    {.name = "sub-groups-of-64", .sub_group = 64, .extensions = SUB_GROUPS},
    {.name = "20-units", .units = 20},
    {.name = "clock-of-1us", .clock = 1000},
    {.name = "in-order", .in_order = true},
    {.name = "no-compiler", .no_compiler = true},
    {.name = "listed", .lists = true},
    {.name = "wrong-products", .wrong = true},
};

/* Identifiers that a program may use only if the device has the extension. */
static const struct {
    const char *extension, *words;
} brought[] = {
    {"cl_khr_fp64", "double double2 double3 double4 double8 double16 as_double as_double2 as_double4 as_double8 "
                    "convert_double"},
    {"cl_khr_int64_base_atomics", "atom_add atom_sub atom_xchg atom_inc atom_dec atom_cmpxchg"},
    {"cl_khr_int64_extended_atomics", "atom_min atom_max atom_and atom_or atom_xor"},
};

static struct profile has;
static char *prefix; /* put before each program: hides the functions of missing extensions */

/* Declares next_NAME for each OpenCL function: the driver's function. */
#define EVERY_CL(name, type, parameters) static type(CL_API_CALL *next_##name) parameters;
#include "../faults/wrapped.h"

static void report(const char *format, ...)
{
    const char *path = getenv("SWARMCL_LIMITS_REPORT");
    FILE *file = path ? fopen(path, "a") : NULL;
    va_list arguments;
    if (file) {
        va_start(arguments, format);
        vfprintf(file, format, arguments);
        va_end(arguments);
        fputc('\n', file);
        fclose(file);
    }
}

static void *refuse(cl_int code, cl_int *error, const char *call, const char *why)
{
    report("refused %s (%d): %s", call, (int)code, why);
    if (error) {
        *error = code;
    }
    return NULL;
}

static cl_int refuse_status(cl_int code, const char *call, const char *why)
{
    refuse(code, NULL, call, why);
    return code;
}

static bool is_among(const char *words, const char *word, size_t length)
{
    for (const char *at = words; (at = strstr(at, word)); at += length) {
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) {
            return true;
        }
    }
    return false;
}

static void take(const struct profile *row)
{
#define TAKE(member) has.member = row->member ? row->member : has.member
    TAKE(type);
    TAKE(group);
    TAKE(kernel_group);
    TAKE(kernels);
    TAKE(local);
    TAKE(allocation);
    TAKE(extensions);
    TAKE(version);
    TAKE(units);
    TAKE(sub_group);
    TAKE(clock);
    TAKE(in_order);
    TAKE(no_compiler);
    TAKE(lists);
    TAKE(wrong);
}

static void read_profiles(const char *names)
{
    for (size_t length; names && *names; names += length + (names[length] == ',')) {
        size_t i = 0;
        length = strcspn(names, ",");
        while (i < sizeof profiles / sizeof profiles[0]
               && (strlen(profiles[i].name) != length || strncmp(profiles[i].name, names, length) != 0)) {
            ++i;
        }
        if (i == sizeof profiles / sizeof profiles[0]) {
            fprintf(stderr, "SWARMCL_LIMITS: no profile %.*s\n", (int)length, names);
            exit(99);
        }
        take(&profiles[i]);
    }
}

/* Writes macros that turn the identifiers of missing extensions into unknown names. */
static void write_prefix(void)
{
    enum { SIZE = 4096 };
    size_t used = 0;
    prefix = calloc(SIZE, 1);
    for (size_t i = 0; prefix && has.extensions && i < sizeof brought / sizeof brought[0]; ++i) {
        const char *name = brought[i].extension;
        if (is_among(has.extensions, name, strlen(name))) {
            continue;
        }
        used += (size_t)snprintf(prefix + used, SIZE - used, "#undef %s\n", name);
        for (const char *word = brought[i].words; *word; word += strspn(word, " ")) {
            const int length = (int)strcspn(word, " ");
            used += (size_t)snprintf(prefix + used, SIZE - used, "#define %.*s %.*s_needs_%s\n", length, word, length,
                                     word, name);
            word += length;
        }
    }
    if (used > 0) {
        snprintf(prefix + used, SIZE - used, "#line 1\n");
    }
}

__attribute__((constructor)) static void begin(void)
{
#define EVERY_CL(name, type, parameters) *(void **)&next_##name = dlsym(RTLD_NEXT, #name);
#include "../faults/wrapped.h"
    read_profiles(getenv("SWARMCL_LIMITS"));
    write_prefix();
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Reports                                                                                                            */

static cl_int answer(const void *from, size_t bytes, size_t size, void *value, size_t *used)
{
    if (used) {
        *used = bytes;
    }
    if (value && size < bytes) {
        return CL_INVALID_VALUE;
    }
    if (value) {
        memcpy(value, from, bytes);
    }
    return CL_SUCCESS;
}

#define ANSWER(variable) answer(&(variable), sizeof(variable), size, value, used)

static cl_int answer_text(const char *text, size_t size, void *value, size_t *used)
{
    return answer(text, strlen(text) + 1, size, value, used);
}

static bool has_fp64(void)
{
    return !has.extensions || is_among(has.extensions, "cl_khr_fp64", strlen("cl_khr_fp64"));
}

/* Reports the device's own value, or the profile's limit if that is less. */
#define AT_MOST(type, limit)                                                           \
    do {                                                                               \
        type real_;                                                                    \
        cl_int code_ = next_clGetDeviceInfo(device, what, sizeof real_, &real_, NULL); \
        real_ = (limit) > 0 && (limit) < real_ ? (limit) : real_;                      \
        return code_ == CL_SUCCESS ? ANSWER(real_) : code_;                            \
    } while (0)

static cl_int answer_sizes(cl_device_id device, size_t size, void *value, size_t *used)
{
    size_t sizes[3];
    const cl_int code = next_clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof sizes, sizes, NULL);
    for (int i = 0; i < 3; ++i) {
        sizes[i] = has.group > 0 && has.group < sizes[i] ? has.group : sizes[i];
    }
    return code == CL_SUCCESS ? ANSWER(sizes) : code;
}

static cl_int answer_number(cl_ulong number, size_t size, void *value, size_t *used)
{
    const cl_uint word = (cl_uint)number;
    return size == sizeof word ? ANSWER(word) : ANSWER(number);
}

cl_int CL_API_CALL clGetDeviceInfo(cl_device_id device, cl_device_info what, size_t size, void *value, size_t *used)
{
    char text[64];
    switch (what) {
    case CL_DEVICE_TYPE:
        return has.type ? ANSWER(has.type) : next_clGetDeviceInfo(device, what, size, value, used);
    case CL_DEVICE_MAX_WORK_GROUP_SIZE:
        AT_MOST(size_t, has.group);
    case CL_DEVICE_MAX_WORK_ITEM_SIZES:
        return answer_sizes(device, size, value, used);
    case CL_DEVICE_LOCAL_MEM_SIZE:
        AT_MOST(cl_ulong, has.local);
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
        AT_MOST(cl_ulong, has.allocation);
    case CL_DEVICE_MAX_COMPUTE_UNITS:
        return has.units ? ANSWER(has.units) : next_clGetDeviceInfo(device, what, size, value, used);
    case CL_DEVICE_EXTENSIONS:
        return has.extensions ? answer_text(has.extensions, size, value, used)
                              : next_clGetDeviceInfo(device, what, size, value, used);
    case CL_DEVICE_VERSION:
    case CL_DEVICE_OPENCL_C_VERSION:
        if (has.version) {
            snprintf(text, sizeof text, "OpenCL %s%s limited", what == CL_DEVICE_VERSION ? "" : "C ", has.version);
            return answer_text(text, size, value, used);
        }
        return next_clGetDeviceInfo(device, what, size, value, used);
    case CL_DEVICE_DOUBLE_FP_CONFIG:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE:
        return has_fp64() ? next_clGetDeviceInfo(device, what, size, value, used) : answer_number(0, size, value, used);
    case CL_DEVICE_PROFILING_TIMER_RESOLUTION:
        return has.clock ? answer_number(has.clock, sizeof(size_t), value, used)
                         : next_clGetDeviceInfo(device, what, size, value, used);
    case CL_DEVICE_QUEUE_PROPERTIES: {
        const cl_command_queue_properties in_order = CL_QUEUE_PROFILING_ENABLE;
        return has.in_order ? ANSWER(in_order) : next_clGetDeviceInfo(device, what, size, value, used);
    }
    case MAX_NUM_SUB_GROUPS: {
        const cl_uint count = (cl_uint)((has.group ? has.group : 1024) / (has.sub_group ? has.sub_group : 1));
        return has.sub_group ? ANSWER(count) : next_clGetDeviceInfo(device, what, size, value, used);
    }
    case SUB_GROUP_SIZES:
        return has.sub_group ? ANSWER(has.sub_group) : next_clGetDeviceInfo(device, what, size, value, used);
    default:
        return next_clGetDeviceInfo(device, what, size, value, used);
    }
}

cl_int CL_API_CALL clGetEventProfilingInfo(cl_event event, cl_profiling_info what, size_t size, void *value,
                                           size_t *used)
{
    const cl_int code = next_clGetEventProfilingInfo(event, what, size, value, used);
    if (code == CL_SUCCESS && value && has.clock) {
        cl_ulong time;
        memcpy(&time, value, sizeof time);
        time -= time % has.clock;
        memcpy(value, &time, sizeof time);
    }
    return code;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Limits                                                                                                             */

cl_command_queue CL_API_CALL clCreateCommandQueue(cl_context context, cl_device_id device,
                                                  cl_command_queue_properties properties, cl_int *error)
{
    return has.in_order && properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE
               ? refuse(CL_INVALID_QUEUE_PROPERTIES, error, "clCreateCommandQueue", "a queue out of order")
               : next_clCreateCommandQueue(context, device, properties, error);
}

cl_mem CL_API_CALL clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host, cl_int *error)
{
    return has.allocation && size > has.allocation
               ? refuse(CL_INVALID_BUFFER_SIZE, error, "clCreateBuffer", "a buffer that is too large")
               : next_clCreateBuffer(context, flags, size, host, error);
}

/* Returns an owned copy of the text; on a wrong device a constant of cl/shared/philox.h in it is different. */
static char *compiled(const char *text, size_t size)
{
    static const char right[] = "PHILOX_MULTIPLIER_0 0xD2511F53u";
    char *copy = calloc(size + 1, 1), *place = NULL;
    if (!copy) {
        abort();
    }
    memcpy(copy, text, size);
    place = has.wrong ? strstr(copy, right) : NULL;
    if (place) {
        place[strlen(right) - 2] = '5';
    }
    return copy;
}

cl_program CL_API_CALL clCreateProgramWithSource(cl_context context, cl_uint count, const char **texts,
                                                 const size_t *sizes, cl_int *error)
{
    char **all = malloc((count + 1) * sizeof *all);
    if (!all) {
        abort();
    }
    all[0] = prefix;
    for (cl_uint i = 0; i < count; ++i) {
        all[i + 1] = compiled(texts[i], sizes && sizes[i] > 0 ? sizes[i] : strlen(texts[i]));
    }
    cl_program program = next_clCreateProgramWithSource(context, count + 1, (const char **)all, NULL, error);
    for (cl_uint i = 0; i < count; ++i) {
        free(all[i + 1]);
    }
    free(all);
    return program;
}

cl_int CL_API_CALL clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices, const char *options,
                                  void(CL_CALLBACK *notify)(cl_program, void *), void *user)
{
    if (has.no_compiler) {
        return refuse_status(CL_COMPILER_NOT_AVAILABLE, "clBuildProgram", "there is no compiler");
    }
    report("built");
    if (has.version && options && strstr(options, "-cl-std=CL") && !strstr(options, "-cl-std=CL1.")) {
        return refuse_status(CL_INVALID_BUILD_OPTIONS, "clBuildProgram", "a later OpenCL C");
    }
    const cl_int code = next_clBuildProgram(program, count, devices, options, notify, user);
    return code == CL_SUCCESS ? code : refuse_status(code, "clBuildProgram", "it does not build");
}

/* Bytes of local memory that the kernel needs, including its arguments. Assumes programs for one device. */
static cl_ulong local_of(cl_kernel kernel)
{
    cl_ulong bytes = 0;
    next_clGetKernelWorkGroupInfo(kernel, NULL, CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes, &bytes, NULL);
    return bytes;
}

cl_kernel CL_API_CALL clCreateKernel(cl_program program, const char *name, cl_int *error)
{
    cl_kernel kernel = next_clCreateKernel(program, name, error);
    if (kernel && has.local && local_of(kernel) > has.local) {
        clReleaseKernel(kernel);
        return refuse(CL_OUT_OF_RESOURCES, error, "clCreateKernel", name);
    }
    return kernel;
}

/* Returns the maximum number of work-items in a work-group of this kernel; 0: the device's own limit. */
static size_t group_of(cl_kernel kernel, char name[64])
{
    clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, 64, name, NULL);
    const bool own = has.kernel_group && (!has.kernels || strncmp(name, has.kernels, strlen(has.kernels)) == 0);
    return own ? has.kernel_group : has.group;
}

cl_int CL_API_CALL clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info what,
                                            size_t size, void *value, size_t *used)
{
    const cl_int code = next_clGetKernelWorkGroupInfo(kernel, device, what, size, value, used);
    char name[64] = "";
    const size_t limit = group_of(kernel, name);
    if (code == CL_SUCCESS && what == CL_KERNEL_WORK_GROUP_SIZE && value && limit) {
        size_t group;
        memcpy(&group, value, sizeof group);
        group = limit < group ? limit : group;
        memcpy(value, &group, sizeof group);
    }
    return code;
}

cl_int CL_API_CALL clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                          const size_t *offset, const size_t *global, const size_t *local,
                                          cl_uint count, const cl_event *events, cl_event *event)
{
    char name[64] = "", why[192];
    const size_t limit = group_of(kernel, name);
    size_t group = 1, items = 1;
    bool whole = true;
    for (cl_uint i = 0; local && i < dimensions; ++i) {
        group *= local[i];
        items *= global[i];
        whole = whole && global[i] % local[i] == 0;
    }
    if ((limit && group > limit) || !whole) {
        snprintf(why, sizeof why, "%s in groups of %zu%s", name, group, whole ? "" : ", the last not whole");
        return refuse_status(CL_INVALID_WORK_GROUP_SIZE, "clEnqueueNDRangeKernel", why);
    }
    if (has.local && local_of(kernel) > has.local) {
        snprintf(why, sizeof why, "%s with %llu bytes of local memory", name, (unsigned long long)local_of(kernel));
        return refuse_status(CL_OUT_OF_RESOURCES, "clEnqueueNDRangeKernel", why);
    }
    if (has.lists && local) {
        report("launched %s: %zu groups of %zu", name, items / group, group);
    }
    return next_clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, count, events, event);
}
