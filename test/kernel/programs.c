/* Builds programs once for several cases.
 *
 * Building a program, or reading it from a driver's cache, takes longer than most cases. Linked with
 * --wrap=ocl_program_build and --wrap=clCreateContext, this file returns the latest programs again, and one context for
 * all sessions of a device, because programs belong to a context. Simulators build every program, as in the library
 * (share() in ocl/session.c).
 *
 * If a test marks a device without sub-groups as having some, this file defines them: sub_group_sizes work-items
 * exchange values through barriers and the team's local memory (cl/aco/team.clh).
 */
#include <stdlib.h>
#include <string.h>

#include "ocl/program.h"

enum { KEPT = 4, DEVICES = 64, DEFINES_MOST = 64, MOST_SUB_GROUPS = 0x105C /* CL_DEVICE_MAX_NUM_SUB_GROUPS */ };

static const char sub_groups[] =
    "enum { LEAST, SUM, BEFORE, ONE };\n"
    "inline __attribute__((always_inline)) ulong sub_group(__local ulong *all, ulong value, int asked, uint one)\n"
    "{\n"
    "    const uint item = get_local_id(0) % 32;\n"
    "    ulong result = asked == LEAST ? ~0ul : 0ul;\n"
    "    all[item] = value;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (uint k = 0; k < 32; ++k) {\n"
    "        const bool counts = asked == SUM || (asked == BEFORE && k < item) || (asked == ONE && k == one);\n"
    "        result = asked == LEAST ? min(result, all[k]) : counts ? result + all[k] : result;\n"
    "    }\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    return result;\n"
    "}\n"
    "#define get_sub_group_id()                  ((uint)get_local_id(0) / 32)\n"
    "#define get_sub_group_local_id()            ((uint)get_local_id(0) % 32)\n"
    "#define sub_group_barrier(flags)            barrier(flags)\n"
    "#define sub_group_reduce_min(value)         sub_group(team->partial, value, LEAST, 0)\n"
    "#define sub_group_reduce_add(value)         sub_group(team->partial, value, SUM, 0)\n"
    "#define sub_group_scan_exclusive_add(value) sub_group(team->partial, value, BEFORE, 0)\n"
    "#define sub_group_broadcast(value, item)    sub_group(team->partial, value, ONE, item)\n";

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

enum swarm_status __real_ocl_kernel_check(struct ocl_session *session, const struct ocl_kernel *kernel, size_t items,
                                          size_t count);
enum swarm_status __wrap_ocl_kernel_check(struct ocl_session *session, const struct ocl_kernel *kernel, size_t items,
                                          size_t count);

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

/* True if the device's sub-groups are those of this file. */
static bool is_emulated(const struct ocl_session *session)
{
    cl_uint most = 0;
    clGetDeviceInfo(session->handle->device, MOST_SUB_GROUPS, sizeof most, &most, NULL);
    return session->device->sub_groups && most == 0;
}

enum swarm_status __wrap_ocl_kernel_check(struct ocl_session *session, const struct ocl_kernel *kernel, size_t items,
                                          size_t count)
{
    const size_t size = session->device->sub_group_sizes;
    return !is_emulated(session)                ? __real_ocl_kernel_check(session, kernel, items, count)
           : (items + size - 1) / size == count ? SWARM_OK
                                                : base_fail(session->env, SWARM_ERROR_BUILD, "other sub-groups");
}

/* Builds the program in OpenCL C 1.2 with the sub-groups of this file if it requests some that the device does not
 * have. */
static enum swarm_status build(struct ocl_session *session, const struct ocl_source *sources, size_t source_count,
                               const struct ocl_define *defines, size_t define_count, cl_program *program)
{
    struct ocl_source with[DEFINES_MOST] = {{"sub-groups", sub_groups, sizeof sub_groups - 1}};
    struct ocl_define replaced[DEFINES_MOST] = {{"SUB_GROUP_BALLOT", 0, NULL}};
    bool asked = false;
    for (size_t i = 0; i < define_count; ++i) {
        const bool asks = strcmp(defines[i].name, OCL_SUB_GROUPS) == 0 && defines[i].value > 0;
        replaced[1 + i] = asks ? (struct ocl_define){"SUB_GROUP_ASKED", 0, NULL} : defines[i];
        asked = asked || asks;
    }
    memcpy(with + 1, sources, source_count * sizeof *sources);
    return asked && is_emulated(session)
               ? __real_ocl_program_build(session, with, source_count + 1, replaced, define_count + 1, program)
               : __real_ocl_program_build(session, sources, source_count, defines, define_count, program);
}

enum swarm_status __wrap_ocl_program_build(struct ocl_session *session, const struct ocl_source *sources,
                                           size_t source_count, const struct ocl_define *defines, size_t define_count,
                                           cl_program *program)
{
    static struct {
        cl_context context;
        char *text; /* sources and build options, owned */
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
    TRY_OR(done, build(session, sources, source_count, defines, define_count, program));
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
