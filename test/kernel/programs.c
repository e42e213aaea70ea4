/* Builds programs once for several cases.
 *
 * Building a program, or reading it from a driver's cache, takes longer than most cases. Linked with
 * --wrap=ocl_program_build and --wrap=clCreateContext, this file returns the latest programs again, and one context for
 * all sessions of a device, because programs belong to a context. A simulator's sessions have a context each, as in the
 * library (share() in ocl/session.c), so binaries of its programs are kept in the folder OCLGRIND_CACHE instead, as
 * PoCL does itself.
 *
 * If a test marks a device without sub-groups as having some, this file defines them: sub_group_sizes work-items
 * exchange values through barriers and the team's local memory (cl/aco/team.clh).
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "ocl/program.h"

enum { KEPT = 16, DEVICES = 64, DEFINES_MOST = 64, MOST_SUB_GROUPS = 0x105C /* CL_DEVICE_MAX_NUM_SUB_GROUPS */ };

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

enum { BINARY_MOST = 1 << 28 /* bytes */ };

/* Returns the path of a program's binary, named after a hash (FNV-1a) and the length of sources and build options.
 * The caller owns it. NULL: none is kept. */
static char *binary_path(struct ocl_session *session, const struct ocl_source *sources, size_t source_count,
                         const struct ocl_define *defines, size_t define_count)
{
    const char *folder = getenv("OCLGRIND_CACHE");
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    char *text = NULL, *at;
    if (!folder || ocl_program_text(session, sources, source_count, defines, define_count, &text) != SWARM_OK) {
        return NULL;
    }
    for (at = text; *at; ++at) {
        hash = (hash ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
    }
    char *path = base_text_format("%s/%016llx-%zu", folder, (unsigned long long)hash, (size_t)(at - text));
    free(text);
    mkdir(folder, 0777);
    return path;
}

/* Creates the program from the binary in the file `path`. Returns false if there is none, or oclgrind rejects it. */
static bool read_binary(struct ocl_session *session, const char *path, cl_program *program)
{
    char *bytes = NULL;
    size_t size = 0;
    cl_int code = CL_INVALID_BINARY;
    if (path && base_file_read_limited(session->env, path, BINARY_MOST, &bytes, &size) == SWARM_OK) {
        const unsigned char *binary = (const unsigned char *)bytes;
        const cl_device_id device = session->handle->device;
        *program = clCreateProgramWithBinary(session->shared->context, 1, &device, &size, &binary, NULL, &code);
        code = code == CL_SUCCESS ? clBuildProgram(*program, 1, &device, NULL, NULL, NULL) : code;
        free(bytes);
    }
    return code == CL_SUCCESS;
}

static void write_binary(struct ocl_session *session, const char *path, cl_program program)
{
    size_t size = 0;
    clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL);
    unsigned char *bytes = base_array(size, 1);
    if (bytes && clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, NULL) == CL_SUCCESS) {
        base_file_replace(session->env, path, bytes, size);
    }
    free(bytes);
}

/* Returns a text of everything that determines a program, except the library's own sources, which never change. The
 * caller owns it. */
static char *make_key(const struct ocl_session *session, const struct ocl_source *sources, size_t source_count,
                      const struct ocl_define *defines, size_t define_count)
{
    const struct swarm_device *device = session->device;
    char *key = base_text_format("%d %zu", device->sub_groups, (size_t)device->sub_group_sizes);
    for (size_t i = 0; i < source_count; ++i) {
        key = base_text_append(key, " %s %s", sources[i].name, sources[i].text ? sources[i].text : "");
    }
    for (size_t i = 0; i < define_count; ++i) {
        key = base_text_append(key, " %s=%lld%s", defines[i].name, (long long)defines[i].value,
                               defines[i].word ? defines[i].word : "");
    }
    return key;
}

enum swarm_status __wrap_ocl_program_build(struct ocl_session *session, const struct ocl_source *sources,
                                           size_t source_count, const struct ocl_define *defines, size_t define_count,
                                           cl_program *program)
{
    static struct {
        cl_context context;
        char *key; /* owned key of the program, from make_key() */
        cl_program program;
    } kept[KEPT];
    static size_t turn;
    char *path = NULL, *key = make_key(session, sources, source_count, defines, define_count);
    enum swarm_status status = key ? SWARM_OK : base_fail_memory(session->env);
    TRY_OR(done, status);
    for (size_t i = 0; i < KEPT; ++i) {
        if (kept[i].context == session->shared->context && strcmp(kept[i].key, key) == 0) {
            *program = kept[i].program;
            clRetainProgram(*program);
            goto done;
        }
    }
    if (session->device->simulator) {
        path = binary_path(session, sources, source_count, defines, define_count);
    }
    if (!read_binary(session, path, program)) {
        TRY_OR(done, build(session, sources, source_count, defines, define_count, program));
        if (path) {
            write_binary(session, path, *program);
        }
    }
    if (!session->device->simulator && clRetainProgram(*program) == CL_SUCCESS) {
        if (kept[turn].program) {
            clReleaseProgram(kept[turn].program);
        }
        free(kept[turn].key);
        kept[turn].context = session->shared->context;
        kept[turn].key = key;
        kept[turn].program = *program;
        turn = (turn + 1) % KEPT;
        key = NULL;
    }

done:
    free(path);
    free(key);
    return status;
}
