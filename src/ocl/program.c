#include "program.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "cl_error.h"

/* -cl-std=CL1.2 and nothing that relaxes arithmetic: one seed, one tour. Returns owned. */
static char *make_options(const struct ocl_define *defines, size_t count)
{
    char *options = base_text_format("-cl-std=CL1.2");
#ifdef OCL_SOURCE_DIR
    char *with_folder =
        options ? base_text_format("%s -I " OCL_SOURCE_DIR "/shared -I " OCL_SOURCE_DIR "/aco", options) : NULL;
    free(options);
    options = with_folder;
#endif
    for (size_t i = 0; options && i < count; ++i) {
        char *longer = base_text_format("%s -D %s=%" PRId64, options, defines[i].name, defines[i].value);
        free(options);
        options = longer;
    }
    return options;
}

#ifdef OCL_SOURCE_DIR

/* The text of a source as it stands in the source tree now: the development option cl_dir. */
static enum swarm_status load(struct base_env *env, const char *name, const char **text, size_t *size, char **owned)
{
    char *path = base_text_format("%s/%s", OCL_SOURCE_DIR, name);
    enum swarm_status status = path ? base_file_read(env, path, owned, size) : base_fail_memory(env);
    free(path);
    *text = *owned;
    return status;
}

#else

/* The text of a source as it was embedded; *owned stays NULL. */
static enum swarm_status load(struct base_env *env, const char *name, const char **text, size_t *size, char **owned)
{
    *owned = NULL;
    for (size_t i = 0; i < ocl_source_count; ++i) {
        if (strcmp(ocl_sources[i].name, name) == 0) {
            *text = ocl_sources[i].text;
            *size = ocl_sources[i].size;
            return SWARM_OK;
        }
    }
    return base_fail(env, SWARM_ERROR_INTERNAL, "no kernel source is called %s", name);
}

#endif

static enum swarm_status fail_build(struct ocl_session *session, cl_program program, cl_int code, const char *options)
{
    size_t size = 0;
    clGetProgramBuildInfo(program, session->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
    char *log = base_array(size + 1, 1);
    if (!log) {
        return base_fail_memory(session->env);
    }
    clGetProgramBuildInfo(program, session->id, CL_PROGRAM_BUILD_LOG, size, log, NULL);
    enum swarm_status status = base_fail(
        session->env, SWARM_ERROR_BUILD,
        "the kernels do not build: clBuildProgram: %s (%d)\ndevice: \"%s\" [%s, driver %s]\noptions: %s\nlog:\n%s",
        ocl_error_name(code), (int)code, session->device->name, session->device->platform_name, session->device->driver,
        options, log);
    free(log);
    return status;
}

static bool is_repeated(const char *const *names, size_t index)
{
    for (size_t i = 0; i < index; ++i) {
        if (strcmp(names[i], names[index]) == 0) {
            return true;
        }
    }
    return false;
}

enum swarm_status ocl_program_build(struct ocl_session *session, const char *const *sources, size_t source_count,
                                    const struct ocl_define *defines, size_t define_count, cl_program *program)
{
    enum swarm_status status = SWARM_OK;
    struct base_env *env = session->env;
    cl_int code = CL_SUCCESS;
    cl_uint used = 0;
    cl_program built = NULL;
    char *options = make_options(defines, define_count);
    const char **texts = base_array(source_count, sizeof *texts);
    size_t *sizes = base_array(source_count, sizeof *sizes);
    char **owned = base_array(source_count, sizeof *owned);
    if (!options || !texts || !sizes || !owned) {
        status = base_fail_memory(env);
        goto fail;
    }
    for (size_t i = 0; i < source_count; ++i) {
        if (!is_repeated(sources, i)) {
            TRY(load(env, sources[i], &texts[used], &sizes[used], &owned[used]));
            ++used;
        }
    }
    built = clCreateProgramWithSource(session->context, used, texts, sizes, &code);
    TRY(ocl_check(env, code, "clCreateProgramWithSource"));
    code = clBuildProgram(built, 1, &session->id, options, NULL, NULL);
    if (code != CL_SUCCESS) {
        status = fail_build(session, built, code, options);
        goto fail;
    }
    *program = built;
    built = NULL;

fail:
    if (built) {
        clReleaseProgram(built);
    }
    for (size_t i = 0; owned && i < used; ++i) {
        free(owned[i]);
    }
    free(owned);
    free(sizes);
    free(texts);
    free(options);
    return status;
}

enum swarm_status ocl_kernel_create(struct ocl_session *session, cl_program program, const char *name,
                                    struct ocl_kernel *kernel)
{
    cl_int code;
    kernel->name = name;
    kernel->handle = clCreateKernel(program, name, &code);
    enum swarm_status status = ocl_check(session->env, code, "clCreateKernel");
    return status == SWARM_OK ? SWARM_OK : base_fail_in(session->env, status, "kernel %s", name);
}

void ocl_kernel_release(struct ocl_kernel *kernel)
{
    if (kernel->handle) {
        clReleaseKernel(kernel->handle);
        kernel->handle = NULL;
    }
}

enum swarm_status ocl_kernel_set(struct ocl_session *session, const struct ocl_kernel *kernel, unsigned first,
                                 const struct ocl_argument *arguments, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        cl_int code = clSetKernelArg(kernel->handle, (cl_uint)(first + i), arguments[i].size, arguments[i].value);
        enum swarm_status status = ocl_check(session->env, code, "clSetKernelArg");
        if (status != SWARM_OK) {
            return base_fail_in(session->env, status, "kernel %s, argument %zu", kernel->name, first + i);
        }
    }
    return SWARM_OK;
}

size_t ocl_round_up(size_t items, size_t local)
{
    return (items + local - 1) / local * local;
}

enum swarm_status ocl_kernel_enqueue(struct ocl_session *session, const struct ocl_kernel *kernel,
                                     struct ocl_ndrange range)
{
    cl_event event = NULL;
    if (range.global[0] == 0 || range.global[1] == 0) {
        return SWARM_OK;
    }
    cl_int code =
        clEnqueueNDRangeKernel(session->queue, kernel->handle, range.global[1] > 1 || range.local[1] > 1 ? 2 : 1, NULL,
                               range.global, range.local, 0, NULL, session->profiling ? &event : NULL);
    enum swarm_status status = ocl_check(session->env, code, "clEnqueueNDRangeKernel");
    if (status != SWARM_OK) {
        return base_fail_in(session->env, status, "kernel %s, global %zu x %zu, local %zu x %zu", kernel->name,
                            range.global[0], range.global[1], range.local[0], range.local[1]);
    }
    return event ? ocl_session_book(session, kernel->name, event) : SWARM_OK;
}
