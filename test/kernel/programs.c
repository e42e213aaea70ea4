/* Builds programs once for several cases.
 *
 * Building a program, or reading it from a driver's cache, takes longer than most cases. Linked with
 * --wrap=ocl_program_build and --wrap=clCreateContext, this file hands out the latest programs again, and one context
 * for all sessions of a device, which programs need to be shared. Simulators get everything anew, as in the library
 * (share() in ocl/session.c).
 */
#include <stdlib.h>
#include <string.h>

#include "ocl/program.h"

enum { KEPT = 4, DEVICES = 64 };

cl_context __real_clCreateContext(const cl_context_properties *properties, cl_uint count, const cl_device_id *devices,
                                  void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *), void *data,
                                  cl_int *code);
cl_context __wrap_clCreateContext(const cl_context_properties *properties, cl_uint count, const cl_device_id *devices,
                                  void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *), void *data,
                                  cl_int *code);
enum swarm_status __real_ocl_program_build(struct ocl_session *session, const struct ocl_source *sources,
                                           size_t source_count, const struct ocl_define *defines, size_t define_count,
                                           cl_program *program);
enum swarm_status __wrap_ocl_program_build(struct ocl_session *session, const struct ocl_source *sources,
                                           size_t source_count, const struct ocl_define *defines, size_t define_count,
                                           cl_program *program);

cl_context __wrap_clCreateContext(const cl_context_properties *properties, cl_uint count, const cl_device_id *devices,
                                  void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *), void *data,
                                  cl_int *code)
{
    static struct {
        cl_device_id device;
        cl_context context;
    } kept[DEVICES];
    size_t at = 0;
    char name[256] = "";
    clGetDeviceInfo(*devices, CL_DEVICE_NAME, sizeof name - 1, name, NULL);
    while (at < DEVICES && kept[at].device && kept[at].device != *devices) {
        ++at;
    }
    if (at == DEVICES || strstr(name, "Oclgrind")) {
        return __real_clCreateContext(properties, count, devices, notify, data, code);
    }
    if (kept[at].device) {
        *code = clRetainContext(kept[at].context);
        return kept[at].context;
    }
    cl_context context = __real_clCreateContext(properties, count, devices, notify, data, code);
    if (*code == CL_SUCCESS && clRetainContext(context) == CL_SUCCESS) {
        kept[at].device = *devices;
        kept[at].context = context;
    }
    return context;
}

enum swarm_status __wrap_ocl_program_build(struct ocl_session *session, const struct ocl_source *sources,
                                           size_t source_count, const struct ocl_define *defines, size_t define_count,
                                           cl_program *program)
{
    static struct {
        cl_context context;
        char *text; /* sources and options */
        cl_program program;
    } kept[KEPT];
    static size_t turn;
    char *text = NULL;
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, ocl_program_text(session, sources, source_count, defines, define_count, &text));
    for (size_t i = 0; i < KEPT; ++i) {
        if (kept[i].context == session->shared->context && strcmp(kept[i].text, text) == 0) {
            *program = kept[i].program;
            clRetainProgram(*program);
            goto done;
        }
    }
    TRY_OR(done, __real_ocl_program_build(session, sources, source_count, defines, define_count, program));
    if (!session->device->simulator && clRetainProgram(*program) == CL_SUCCESS) {
        if (kept[turn].program) {
            clReleaseProgram(kept[turn].program);
        }
        free(kept[turn].text);
        kept[turn].context = session->shared->context;
        kept[turn].text = text;
        kept[turn].program = *program;
        turn = (turn + 1) % KEPT;
        text = NULL;
    }

done:
    free(text);
    return status;
}
