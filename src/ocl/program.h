/* program.h - kernel sources, built programs, kernels and their launches. */
#ifndef SWARMCL_OCL_PROGRAM_H
#define SWARMCL_OCL_PROGRAM_H

#include "session.h"

/* One .cl file, its includes flattened (cl/embed.py); the table is generated at build time. */
struct ocl_source {
    const char *name; /* path below cl/, for example "aco/evaporate.cl" */
    const char *text; /* not NUL-terminated */
    size_t size;
};
extern const struct ocl_source ocl_sources[];
extern const size_t ocl_source_count;

/* The names of a kernel's arguments in their order, NULL-terminated: of every kernel in ocl_sources. */
struct ocl_signature {
    const char *kernel;
    const char *const *arguments;
};
extern const struct ocl_signature ocl_signatures[];
extern const size_t ocl_signature_count;

/* -D NAME=VALUE, or NAME=WORD unless `word` is NULL */
struct ocl_define {
    const char *name;
    int64_t value;
    const char *word;
};

/* The define that says that the program's kernels use sub-groups, and of how many work-items if the compiler has a
 * choice; 0: they use none. */
#define OCL_SUB_GROUPS "SUB_GROUPS"

/* Builds one program from several sources with -cl-std=CL1.2, with OCL_SUB_GROUPS in the device's own language, and
 * `defines`: those without a text are looked up in
 * ocl_sources by their names. A source is used once however often it is named. *program returns owned
 * (clReleaseProgram). A source whose text begins with a #line directive is the caller's. SWARM_ERROR_BUILD carries
 * build log, options and device; SWARM_ERROR_INPUT the errors of the caller's source, with its name and lines. */
enum swarm_status ocl_program_build(struct ocl_session *session, const struct ocl_source *sources, size_t source_count,
                                    const struct ocl_define *defines, size_t define_count, cl_program *program);

/* The same for one of ocl_sources, whose text also goes to `dump_path` unless that is NULL. */
enum swarm_status ocl_program_build_file(struct ocl_session *session, const char *name,
                                         const struct ocl_define *defines, size_t define_count, const char *dump_path,
                                         cl_program *program);

/* *text: the sources that ocl_program_build() would build, and the options in a comment before them; owned (free). */
enum swarm_status ocl_program_text(struct ocl_session *session, const struct ocl_source *sources, size_t source_count,
                                   const struct ocl_define *defines, size_t define_count, char **text);

/* Writes the texts of several programs, except NULL ones, one behind the other to `path`. */
enum swarm_status ocl_program_dump(struct ocl_session *session, const char *const *texts, size_t count,
                                   const char *path);

struct ocl_kernel {
    const char *name;             /* borrowed; also the name its times are booked under */
    const char *const *arguments; /* of its signature; NULL: it is none of ocl_sources */
    cl_kernel handle;
    size_t group_limit; /* work-items in a group: fewer than the device's where it takes many registers */
    size_t group;       /* work-items of its groups by reqd_work_group_size; 0: it has no such attribute */
};

enum swarm_status ocl_kernel_create(struct ocl_session *session, cl_program program, const char *name,
                                    struct ocl_kernel *kernel);
void ocl_kernel_release(struct ocl_kernel *kernel);

/* Creates buffers[count] as the kernel's arguments of these names. */
enum swarm_status ocl_kernel_take_buffers(struct ocl_session *session, struct ocl_kernel *kernel,
                                          const char *const *names, struct ocl_buffer *buffers, size_t count);

/* Releases a kernel, its buffers and its program, each of which may be missing. */
void ocl_kernel_release_all(struct ocl_kernel *kernel, struct ocl_buffer *buffers, size_t count, cl_program *program);

/* Whether the kernel can be launched in groups of its own size, or of `elements` work-items if it has none. True
 * without a handle, and where the driver knows no limit: then the launch fails. */
bool ocl_kernel_allows(struct ocl_session *session, const struct ocl_kernel *kernel, size_t elements);

/* For kernels that are laid out together: NULL if each of them allows its groups, as above. Otherwise all are released,
 * to be built with groups of at most *limit, and the name of the one that allows the least is returned. */
const char *ocl_kernels_limited(struct ocl_session *session, struct ocl_kernel *kernels, size_t count, size_t elements,
                                size_t *limit);

/* The value of one argument; NULL with a size: that many bytes of local memory. */
struct ocl_argument {
    size_t size;
    const void *value;
};
#define OCL_ARGUMENT(variable) ((struct ocl_argument){sizeof(variable), &(variable)})

/* Sets arguments first, first + 1, ... */
enum swarm_status ocl_kernel_set(struct ocl_session *session, const struct ocl_kernel *kernel, unsigned first,
                                 const struct ocl_argument *arguments, size_t count);

/* A value for the argument of that name. */
struct ocl_value {
    const char *name;
    struct ocl_argument argument;
};
#define OCL_NAMED(name, variable) ((struct ocl_value){name, OCL_ARGUMENT(variable)})
#define OCL_VALUE(variable)       OCL_NAMED(#variable, variable)
#define OCL_LOCAL(name, bytes)    ((struct ocl_value){name, {bytes, NULL}})

/* Sets the arguments of these names. SWARM_ERROR_INTERNAL when the kernel has none of a name. */
enum swarm_status ocl_kernel_give(struct ocl_session *session, const struct ocl_kernel *kernel,
                                  const struct ocl_value *values, size_t count);

#define OCL_GIVE(session, kernel, ...)                                  \
    ocl_kernel_give(session, kernel, (struct ocl_value[]){__VA_ARGS__}, \
                    sizeof((struct ocl_value[]){__VA_ARGS__}) / sizeof(struct ocl_value))

/* The same, for the values of many kernels: a value whose name the kernel does not have is passed over. */
enum swarm_status ocl_kernel_bind(struct ocl_session *session, const struct ocl_kernel *kernel,
                                  const struct ocl_value *values, size_t count);

/* SWARM_ERROR_BUILD unless the driver says that a work-group of `items` work-items has `count` sub-groups. */
enum swarm_status ocl_kernel_check(struct ocl_session *session, const struct ocl_kernel *kernel, size_t items,
                                   size_t count);

/* Global and local sizes; unused dimensions are 1, the third may be 0. global must be a multiple of local, which has 1
 * in the third. */
struct ocl_ndrange {
    size_t global[3];
    size_t local[2];
};

/* Whole groups of `local` that hold at least `items`. */
size_t ocl_round_up(size_t items, size_t local);

/* The largest power of two up to `wanted` and `limit`. */
uint32_t ocl_power_of_two(uint32_t wanted, size_t limit);

/* Queues the kernel. A range with no work-items is done already. */
enum swarm_status ocl_kernel_enqueue(struct ocl_session *session, const struct ocl_kernel *kernel,
                                     struct ocl_ndrange range);

#endif
