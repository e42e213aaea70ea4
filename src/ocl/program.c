#include "program.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "build_log.h"
#include "cache.h"

enum { SUB_GROUP_COUNT = 0x2034 }; /* CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE */

/* Makes the language options: OpenCL C 1.2, or for sub-groups the device's version (2.0 or 3.0) and defines for
 * team.clh. -w keeps warnings about PoCL 3.1's own headers, on processors without AVX-512, out of the build log. Owned.
 */
static char *make_standard(const struct ocl_session *session, const struct ocl_define *defines, size_t count)
{
    const struct swarm_device *device = session->device;
    for (size_t i = 0; i < count; ++i) {
        if (strcmp(defines[i].name, OCL_SUB_GROUPS) == 0 && defines[i].value > 0) {
            const unsigned wanted = (unsigned)defines[i].value, others = device->sub_group_sizes & ~wanted;
            const bool asks = others && device->sub_group_sizes != others;
            return base_text_format("-cl-std=%s -w -D SUB_GROUP_ASKED=%u -D SUB_GROUP_BALLOT=%d",
                                    strstr(device->version, "OpenCL 3.") ? "CL3.0" : "CL2.0", asks ? wanted : 0,
                                    session->handle->ballot);
        }
    }
    return base_text_format("-cl-std=CL1.2 -w");
}

/* Makes the build options. None may relax arithmetic, because results depend only on the seed. The caller owns the
 * text. */
static char *make_options(const struct ocl_session *session, const struct ocl_define *defines, size_t count)
{
    char *options = make_standard(session, defines, count);
    for (size_t i = 0; i < count; ++i) {
        options = defines[i].word ? base_text_append(options, " -D %s=%s", defines[i].name, defines[i].word)
                                  : base_text_append(options, " -D %s=%" PRId64, defines[i].name, defines[i].value);
    }
    return options;
}

/* Finds the user's source in the text of the program, by its #line directive. Copies the directive's name to `name`. */
static struct ocl_part find_part(const struct ocl_source *source, const char *text, char *name, size_t size)
{
    const char *quote = strchr(source->text, '"'), *line = strchr(source->text, '\n'), *at = strstr(text, source->text);
    struct ocl_part part = {.label = source->name, .name = name, .first = 2};
    snprintf(name, size, "%.*s", (int)strcspn(quote + 1, "\""), quote + 1);
    for (; text < at; ++text) {
        part.first += *text == '\n';
    }
    for (; (line = strchr(line, '\n')); ++line) {
        ++part.lines;
    }
    return part;
}

/* Fails with the build log. If the log has errors in the user's `source`, reports only those; NULL: no such source. */
static enum swarm_status fail_build(struct ocl_session *session, cl_program program, cl_int code, const char *options,
                                    const struct ocl_source *source, const char *text)
{
    size_t size = 0;
    clGetProgramBuildInfo(program, session->handle->device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
    char *log = base_array(size + 1, 1);
    if (!log) {
        return base_fail_memory(session->env);
    }
    clGetProgramBuildInfo(program, session->handle->device, CL_PROGRAM_BUILD_LOG, size, log, NULL);
    enum swarm_status status = ocl_check(session->env, code, "clBuildProgram");
    status = status == SWARM_ERROR_OPENCL ? SWARM_ERROR_BUILD : status;
    if (source && status == SWARM_ERROR_BUILD) {
        char name[256]; /* name in the #line directive */
        const struct ocl_part part = find_part(source, text, name, sizeof name);
        char *errors = ocl_log_errors(log, &part);
        base_log(session->env, SWARM_LOG_DEBUG, "build log:\n%s", log);
        status = !errors   ? base_fail_memory(session->env)
                 : *errors ? base_fail(session->env, SWARM_ERROR_INPUT, "%s", errors)
                           : base_fail(session->env, status, "%s does not build:\n%s", source->name, log);
        free(errors);
    } else {
        const struct swarm_device *device = session->device;
        status = base_fail(session->env, status,
                           "the kernels do not build: clBuildProgram: %s (%d)\n"
                           "device: \"%s\" [%s, driver %s]\noptions: %s\nlog:\n%s",
                           ocl_error_name(code), (int)code, device->name, device->platform_name, device->driver,
                           options, log);
    }
    free(log);
    return status;
}

/* Concatenates the sources; the caller owns *text, on failure too. */
static enum swarm_status join_sources(struct base_env *env, const struct ocl_source *sources, size_t count, char **text)
{
    *text = base_text_copy("", 0);
    for (size_t i = 0; i < count; ++i) {
        const struct ocl_source *source = &sources[i];
        bool repeated = false;
        for (size_t k = 0; k < i; ++k) {
            repeated = repeated || strcmp(sources[k].name, source->name) == 0;
        }
        for (size_t k = 0; k < ocl_source_count && !source->text; ++k) {
            source = strcmp(ocl_sources[k].name, source->name) == 0 ? &ocl_sources[k] : source;
        }
        if (!source->text) {
            return base_fail(env, SWARM_ERROR_INTERNAL, "there is no kernel source called %s", source->name);
        }
        *text = repeated ? *text : base_text_append(*text, "%.*s", (int)source->size, source->text);
    }
    return *text ? SWARM_OK : base_fail_memory(env);
}

/* Logs what the driver does next, so a crash can be reported with it. */
static void log_work(const struct ocl_session *session, const char *work)
{
    const struct swarm_device *device = session->device;
    char hint[OCL_HINT_SIZE];
    base_log(session->env, SWARM_LOG_DRIVER, "%s device %u \"%s\" [%s, driver %s]%s", work, device->index, device->name,
             device->platform_name, device->driver, ocl_cache_hint(device, hint));
}

/* Returns a program of the device's sessions by its options and text, for the caller to release; NULL: none. */
static cl_program find_built(const struct ocl_shared *shared, const char *key)
{
    for (size_t i = 0; i < OCL_BUILT; ++i) {
        if (shared->built[i] && strcmp(shared->built[i], key) == 0) {
            return clRetainProgram(shared->programs[i]) == CL_SUCCESS ? shared->programs[i] : NULL;
        }
    }
    return NULL;
}

/* Keeps a program for later sessions of the device, in place of the oldest. Takes ownership of `key` and `program`. */
static void keep_built(struct ocl_shared *shared, char *key, cl_program program)
{
    const size_t at = shared->next_built++ % OCL_BUILT;
    if (shared->built[at]) {
        clReleaseProgram(shared->programs[at]);
        free(shared->built[at]);
    }
    shared->built[at] = key;
    shared->programs[at] = program;
}

/* Builds `text`. `own`: the user's source in it, or NULL. */
static enum swarm_status compile(struct ocl_session *session, const char *options, const char *text,
                                 const struct ocl_source *own, cl_program *program)
{
    cl_int code = CL_SUCCESS;
    cl_program built = clCreateProgramWithSource(session->shared->context, 1, &text, NULL, &code);
    TRY(ocl_check(session->env, code, "clCreateProgramWithSource"));
    base_log(session->env, SWARM_LOG_WAIT, "compiling %s; the first time on a device this may take a while",
             own ? own->name : "the kernels");
    log_work(session, "compiling kernels for");
    OCL_DRIVER(session->env, OCL_BUILDS,
               code = clBuildProgram(built, 1, &session->handle->device, options, NULL, NULL));
    log_work(session, "running kernels on"); /* logged here because launches log nothing */
    const enum swarm_status status =
        code == CL_SUCCESS ? SWARM_OK : fail_build(session, built, code, options, own, text);
    if (status == SWARM_OK) {
        *program = built;
    } else {
        clReleaseProgram(built);
    }
    return status;
}

/* Returns a program that another session of the device has built, or builds it while those sessions wait. */
static enum swarm_status compile_once(struct ocl_session *session, const char *options, const char *text,
                                      const struct ocl_source *own, cl_program *program)
{
    struct ocl_shared *shared = session->shared;
    char *key = base_text_format("%s\n%s", options, text);
    TRY(key ? SWARM_OK : base_fail_memory(session->env));
    OCL_DRIVER(session->env, OCL_BUILDS, pthread_mutex_lock(&shared->builds));
    *program = find_built(shared, key);
    const bool found = *program;
    const enum swarm_status status = found ? SWARM_OK : compile(session, options, text, own, program);
    if (status == SWARM_OK && !found && clRetainProgram(*program) == CL_SUCCESS) {
        keep_built(shared, key, *program);
    } else {
        free(key);
    }
    pthread_mutex_unlock(&shared->builds);
    return status;
}

enum swarm_status ocl_program_build(struct ocl_session *session, const struct ocl_source *sources, size_t source_count,
                                    const struct ocl_define *defines, size_t define_count, cl_program *program)
{
    char *options = make_options(session, defines, define_count), *text = NULL;
    const struct ocl_source *own = NULL;
    enum swarm_status status = SWARM_OK;
    for (size_t i = 0; i < source_count; ++i) {
        own = sources[i].text && strncmp(sources[i].text, "#line", 5) == 0 ? &sources[i] : own;
    }
    TRY_OR(done, options ? join_sources(session->env, sources, source_count, &text) : base_fail_memory(session->env));
    TRY_OR(done, (session->lock ? compile_once : compile)(session, options, text, own, program));

done:
    free(options);
    free(text);
    return status;
}

enum swarm_status ocl_program_text(struct ocl_session *session, const struct ocl_source *sources, size_t source_count,
                                   const struct ocl_define *defines, size_t define_count, char **text)
{
    const struct swarm_device *device = session->device;
    char *options = make_options(session, defines, define_count), *joined = NULL;
    enum swarm_status status = join_sources(session->env, sources, source_count, &joined);
    if (status == SWARM_OK) {
        *text = !options ? NULL
                         : base_text_format("/* OpenCL C, built for \"%s\" [%s, driver %s] with\n * %s\n */\n%s",
                                            device->name, device->platform_name, device->driver, options, joined);
        status = *text ? SWARM_OK : base_fail_memory(session->env);
    }
    free(options);
    free(joined);
    return status;
}

enum swarm_status ocl_program_dump(struct ocl_session *session, const char *const *texts, size_t count,
                                   const char *path)
{
    struct base_env *env = session->env;
    char *all = base_text_copy("", 0);
    for (size_t i = 0; i < count; ++i) {
        all = texts[i] ? base_text_append(all, "%s", texts[i]) : all;
    }
    enum swarm_status status = all ? base_file_replace(env, path, all, strlen(all)) : base_fail_memory(env);
    if (status == SWARM_OK) {
        base_log(env, SWARM_LOG_INFO, "wrote %s", path);
    }
    free(all);
    return status;
}

enum swarm_status ocl_program_build_file(struct ocl_session *session, const char *name,
                                         const struct ocl_define *defines, size_t define_count, const char *dump_path,
                                         cl_program *program)
{
    const struct ocl_source file = {.name = name};
    if (dump_path) {
        char *text = NULL;
        TRY(ocl_program_text(session, &file, 1, defines, define_count, &text));
        const enum swarm_status status = ocl_program_dump(session, (const char *const *)&text, 1, dump_path);
        free(text);
        TRY(status);
    }
    return ocl_program_build(session, &file, 1, defines, define_count, program);
}

enum swarm_status ocl_kernel_take_buffers(struct ocl_session *session, struct ocl_kernel *kernel,
                                          const char *const *names, struct ocl_buffer *buffers, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        TRY(ocl_buffer_create(session, &buffers[i]));
        TRY(OCL_GIVE(session, kernel, OCL_NAMED(names[i], buffers[i].memory)));
    }
    return SWARM_OK;
}

void ocl_kernels_release(struct ocl_kernel *kernels, size_t kernel_count, struct ocl_buffer *buffers,
                         size_t buffer_count, cl_program *program)
{
    for (size_t i = 0; i < kernel_count; ++i) {
        ocl_kernel_release(&kernels[i]);
    }
    for (size_t i = 0; i < buffer_count; ++i) {
        ocl_buffer_release(&buffers[i]);
    }
    if (program && *program) {
        clReleaseProgram(*program);
        *program = NULL;
    }
}

enum swarm_status ocl_kernel_create(struct ocl_session *session, cl_program program, const char *name,
                                    struct ocl_kernel *kernel)
{
    cl_int code;
    kernel->name = name;
    kernel->arguments = NULL;
    for (size_t i = 0; i < ocl_signature_count; ++i) {
        if (strcmp(ocl_signatures[i].kernel, name) == 0) {
            kernel->arguments = ocl_signatures[i].arguments;
        }
    }
    OCL_DRIVER(session->env, OCL_BUILDS, kernel->handle = clCreateKernel(program, name, &code));
    const char *call = kernel->handle ? "clGetKernelWorkGroupInfo" : "clCreateKernel";
    const cl_device_id device = session->handle->device;
    size_t own[3] = {0, 0, 0};
    if (code == CL_SUCCESS) {
        code = clGetKernelWorkGroupInfo(kernel->handle, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof kernel->group_limit,
                                        &kernel->group_limit, NULL);
    }
    if (code == CL_SUCCESS) {
        code =
            clGetKernelWorkGroupInfo(kernel->handle, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof own, own, NULL);
        kernel->group = own[0] * own[1] * own[2];
    }
    /* NVIDIA's driver (580.159) reports 256 for all kernels, even for kernels that run in larger groups. */
    if (kernel->group > kernel->group_limit && strstr(session->device->platform_name, "NVIDIA")) {
        kernel->group_limit = kernel->group;
    }
    enum swarm_status status = ocl_check(session->env, code, call);
    if (status == SWARM_OK) {
        return SWARM_OK;
    }
    char hint[OCL_HINT_SIZE];
    if (status == SWARM_ERROR_OPENCL && *ocl_cache_hint(session->device, hint)) {
        base_fail(session->env, status, "%s: %s (%d)%s", call, ocl_error_name(code), (int)code, hint);
    }
    return base_fail_in(session->env, status, "kernel %s", name);
}

void ocl_kernel_release(struct ocl_kernel *kernel)
{
    if (kernel->handle) {
        clReleaseKernel(kernel->handle);
        kernel->handle = NULL;
    }
}

static bool allows_group(struct ocl_session *session, const struct ocl_kernel *kernel, size_t elements)
{
    const size_t wanted = kernel->group > 0 ? kernel->group : elements;
    const bool allows = !kernel->handle || kernel->group_limit == 0 || kernel->group_limit >= wanted;
    if (!allows) {
        base_log(session->env, SWARM_LOG_INFO,
                 "kernel %s allows groups of %zu work-items, not of %zu; building all kernels again", kernel->name,
                 kernel->group_limit, wanted);
    }
    return allows;
}

const char *ocl_kernels_limited(struct ocl_session *session, struct ocl_kernel *kernels, size_t count, size_t elements,
                                const unsigned char *kinds, size_t *limits)
{
    const char *name = NULL;
    unsigned lowest = 0;
    for (size_t i = 0; i < count; ++i) {
        const unsigned kind = kinds ? kinds[i] : 0;
        const size_t limit = kernels[i].group_limit;
        if (!allows_group(session, &kernels[i], elements)) {
            const bool lowers = limits[kind] == 0 || limit < limits[kind];
            if (!name || kind < lowest || (kind == lowest && lowers)) {
                name = kernels[i].name;
                lowest = kind;
            }
            limits[kind] = lowers ? limit : limits[kind];
        }
    }
    for (size_t i = 0; name && i < count; ++i) {
        ocl_kernel_release(&kernels[i]);
    }
    return name;
}

enum swarm_status ocl_kernel_set(struct ocl_session *session, const struct ocl_kernel *kernel, unsigned first,
                                 const struct ocl_argument *arguments, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        cl_int code = clSetKernelArg(kernel->handle, (cl_uint)(first + i), arguments[i].size, arguments[i].value);
        enum swarm_status status = ocl_check(session->env, code, "clSetKernelArg");
        if (status != SWARM_OK) {
            return base_fail_in(session->env, status, "argument %zu of kernel %s", first + i, kernel->name);
        }
    }
    return SWARM_OK;
}

/* Sets those arguments that the kernel has. `all`: fails if it lacks one. */
static enum swarm_status set_named(struct ocl_session *session, const struct ocl_kernel *kernel,
                                   const struct ocl_value *values, size_t count, bool all)
{
    for (size_t i = 0; i < count; ++i) {
        unsigned at = 0;
        while (kernel->arguments[at] && strcmp(kernel->arguments[at], values[i].name) != 0) {
            ++at;
        }
        if (!kernel->arguments[at] && all) {
            return base_fail(session->env, SWARM_ERROR_INTERNAL, "kernel %s has no argument %s", kernel->name,
                             values[i].name);
        }
        const enum swarm_status status =
            kernel->arguments[at] ? ocl_kernel_set(session, kernel, at, &values[i].argument, 1) : SWARM_OK;
        if (status != SWARM_OK) {
            return base_fail_in(session->env, status, "%s", values[i].name);
        }
    }
    return SWARM_OK;
}

enum swarm_status ocl_kernel_give(struct ocl_session *session, const struct ocl_kernel *kernel,
                                  const struct ocl_value *values, size_t count)
{
    return set_named(session, kernel, values, count, true);
}

enum swarm_status ocl_kernel_bind(struct ocl_session *session, const struct ocl_kernel *kernel,
                                  const struct ocl_value *values, size_t count)
{
    return set_named(session, kernel, values, count, false);
}

enum swarm_status ocl_kernel_check(struct ocl_session *session, const struct ocl_kernel *kernel, size_t items,
                                   size_t count)
{
    size_t found = 0;
#ifdef OCL_KERNEL_SUB_GROUPS /* missing in an OpenCL library before 2.1 */
    if (OCL_KERNEL_SUB_GROUPS) {
        clGetKernelSubGroupInfo(kernel->handle, session->handle->device, SUB_GROUP_COUNT, sizeof items, &items,
                                sizeof found, &found, NULL);
    }
#endif
    return found == count ? SWARM_OK
                          : base_fail(session->env, SWARM_ERROR_BUILD,
                                      "kernel %s: the driver divides %zu work-items into %zu sub-groups, expected %zu",
                                      kernel->name, items, found, count);
}

size_t ocl_round_up(size_t items, size_t local)
{
    return (items + local - 1) / local * local;
}

uint32_t ocl_power_of_two(uint32_t wanted, size_t limit)
{
    uint32_t size = 1;
    while (2 * size <= wanted && 2 * size <= limit) {
        size *= 2;
    }
    return size;
}

static cl_int enqueue(struct ocl_session *session, const struct ocl_kernel *kernel, const struct ocl_ndrange *range,
                      const cl_event *after, cl_event *event)
{
    const size_t local[] = {range->local[0], range->local[1], 1};
    const cl_uint dimensions = range->global[2] > 1 ? 3 : range->global[1] > 1 || range->local[1] > 1 ? 2 : 1;
    cl_int code;
    OCL_DRIVER(session->env, OCL_RUNS,
               code = clEnqueueNDRangeKernel(session->queue, kernel->handle, dimensions, NULL, range->global, local,
                                             after ? 1 : 0, after, event));
    return code;
}

/* Queues the kernel to run after the kernel that was queued last in any session of the device. *event returns the event
 * for the session's kernel times; NULL without profiling. */
static cl_int enqueue_in_turn(struct ocl_session *session, const struct ocl_kernel *kernel,
                              const struct ocl_ndrange *range, cl_event *event)
{
    struct ocl_shared *shared = session->shared;
    cl_event made = NULL;
    pthread_mutex_lock(&shared->lock);
    cl_int code = enqueue(session, kernel, range, shared->last ? &shared->last : NULL, &made);
    if (code == CL_SUCCESS && shared->last) {
        clReleaseEvent(shared->last);
    }
    if (code == CL_SUCCESS) {
        shared->last = made;
        shared->last_session = session;
        code = clFlush(session->queue); /* another queue may wait for the event only after a flush */
    }
    if (code == CL_SUCCESS && session->profiling) {
        code = clRetainEvent(made);
        *event = code == CL_SUCCESS ? made : NULL;
    }
    pthread_mutex_unlock(&shared->lock);
    return code;
}

enum swarm_status ocl_kernel_enqueue(struct ocl_session *session, const struct ocl_kernel *kernel,
                                     struct ocl_ndrange range)
{
    cl_event event = NULL;
    if (range.global[0] == 0 || range.global[1] == 0) {
        return SWARM_OK;
    }
    cl_int code = session->shared->in_turn && session->shared->sessions > 1
                      ? enqueue_in_turn(session, kernel, &range, &event)
                      : enqueue(session, kernel, &range, NULL, session->profiling ? &event : NULL);
    enum swarm_status status = ocl_check(session->env, code, "clEnqueueNDRangeKernel");
    if (status != SWARM_OK) {
        return base_fail_in(session->env, status, "kernel %s with global size %zu x %zu and local size %zu x %zu",
                            kernel->name, range.global[0], range.global[1], range.local[0], range.local[1]);
    }
    return event ? ocl_session_book(session, kernel->name, event) : SWARM_OK;
}
