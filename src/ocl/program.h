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

/* The names of the arguments of a kernel in ocl_sources, in their order, NULL-terminated. */
struct ocl_signature {
    const char *kernel;
    const char *const *arguments;
};
extern const struct ocl_signature ocl_signatures[];
extern const size_t ocl_signature_count;

/* -D NAME=WORD, or -D NAME=VALUE if `word` is NULL. */
struct ocl_define {
    const char *name;
    int64_t value;
    const char *word;
};

/* Define of programs whose kernels use sub-groups: the number of work-items in one, if the compiler can choose; 0: the
 * kernels use none. */
#define OCL_SUB_GROUPS "SUB_GROUPS"

/* Builds one program from several sources as OpenCL C 1.2, or with OCL_SUB_GROUPS in the device's own version. Sources
 * without text are found in ocl_sources by name; a source that is named twice is used once. A source that starts with a
 * #line directive is the user's. *program returns owned (clReleaseProgram). SWARM_ERROR_BUILD with log, options and
 * device; SWARM_ERROR_INPUT with the errors in the user's source, its name and lines. */
enum swarm_status ocl_program_build(struct ocl_session *session, const struct ocl_source *sources, size_t source_count,
                                    const struct ocl_define *defines, size_t define_count, cl_program *program);

/* The same for one of ocl_sources. Also writes its text to `dump_path` unless this is NULL. */
enum swarm_status ocl_program_build_file(struct ocl_session *session, const char *name,
                                         const struct ocl_define *defines, size_t define_count, const char *dump_path,
                                         cl_program *program);

/* *text: the options in a comment, and the sources that ocl_program_build() would build; owned (free). */
enum swarm_status ocl_program_text(struct ocl_session *session, const struct ocl_source *sources, size_t source_count,
                                   const struct ocl_define *defines, size_t define_count, char **text);

/* Writes the texts of several programs to `path`; NULL ones are skipped. */
enum swarm_status ocl_program_dump(struct ocl_session *session, const char *const *texts, size_t count,
                                   const char *path);

struct ocl_kernel {
    const char *name;             /* borrowed; its times have this name too */
    const char *const *arguments; /* of its signature; NULL: a kernel outside ocl_sources */
    cl_kernel handle;
    size_t group_limit; /* most work-items in a group: fewer than the device's if the kernel takes many registers */
    size_t group;       /* work-items in a group by reqd_work_group_size; 0: the kernel has no such attribute */
};

enum swarm_status ocl_kernel_create(struct ocl_session *session, cl_program program, const char *name,
                                    struct ocl_kernel *kernel);
void ocl_kernel_release(struct ocl_kernel *kernel);

/* Creates buffers[count] and sets them as the kernel's arguments of these names. */
enum swarm_status ocl_kernel_take_buffers(struct ocl_session *session, struct ocl_kernel *kernel,
                                          const char *const *names, struct ocl_buffer *buffers, size_t count);

/* Releases a kernel, its buffers and its program, each of which may be missing. */
void ocl_kernel_release_all(struct ocl_kernel *kernel, struct ocl_buffer *buffers, size_t count, cl_program *program);

/* Returns NULL if each kernel can be launched in groups of its own size, or of `elements` work-items if it has none; a
 * kernel without a handle and a driver that reports no limit allow every group. Otherwise releases all kernels, because
 * they must be built with groups of at most limits[kind], where kinds[k] is the kind of kernel k (NULL: all have kind
 * 0), and returns the name of a kernel of the lowest kind that has a new limit, the one with the smallest. */
const char *ocl_kernels_limited(struct ocl_session *session, struct ocl_kernel *kernels, size_t count, size_t elements,
                                const unsigned char *kinds, size_t *limits);

/* The value of one argument; NULL: `size` bytes of local memory. */
struct ocl_argument {
    size_t size;
    const void *value;
};
#define OCL_ARGUMENT(variable) ((struct ocl_argument){sizeof(variable), &(variable)})

/* Sets arguments first, first + 1, ... */
enum swarm_status ocl_kernel_set(struct ocl_session *session, const struct ocl_kernel *kernel, unsigned first,
                                 const struct ocl_argument *arguments, size_t count);

/* The value of a named argument. */
struct ocl_value {
    const char *name;
    struct ocl_argument argument;
};
#define OCL_NAMED(name, variable) ((struct ocl_value){name, OCL_ARGUMENT(variable)})
#define OCL_VALUE(variable)       OCL_NAMED(#variable, variable)
#define OCL_LOCAL(name, bytes)    ((struct ocl_value){name, {bytes, NULL}})

/* Sets the arguments of these names. SWARM_ERROR_INTERNAL if the kernel does not have one of them. */
enum swarm_status ocl_kernel_give(struct ocl_session *session, const struct ocl_kernel *kernel,
                                  const struct ocl_value *values, size_t count);

#define OCL_GIVE(session, kernel, ...)                                  \
    ocl_kernel_give(session, kernel, (struct ocl_value[]){__VA_ARGS__}, \
                    sizeof((struct ocl_value[]){__VA_ARGS__}) / sizeof(struct ocl_value))

/* The same for values of many kernels: ignores values whose name the kernel does not have. */
enum swarm_status ocl_kernel_bind(struct ocl_session *session, const struct ocl_kernel *kernel,
                                  const struct ocl_value *values, size_t count);

/* SWARM_ERROR_BUILD unless the driver reports `count` sub-groups for a work-group of `items` work-items. */
enum swarm_status ocl_kernel_check(struct ocl_session *session, const struct ocl_kernel *kernel, size_t items,
                                   size_t count);

/* Global and local sizes. Unused dimensions are 1; the third may be 0, and its local size is 1. global must be a
 * multiple of local. */
struct ocl_ndrange {
    size_t global[3];
    size_t local[2];
};

/* The smallest multiple of `local` that is at least `items`. */
size_t ocl_round_up(size_t items, size_t local);

/* The largest power of two up to `wanted` and `limit`. */
uint32_t ocl_power_of_two(uint32_t wanted, size_t limit);

/* Queues the kernel, unless the range has no work-items. */
enum swarm_status ocl_kernel_enqueue(struct ocl_session *session, const struct ocl_kernel *kernel,
                                     struct ocl_ndrange range);

#endif
