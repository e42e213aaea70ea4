/* program.h - kernel sources, built programs, kernels and their launches. */
#ifndef SWARMCL_OCL_PROGRAM_H
#define SWARMCL_OCL_PROGRAM_H

#include "session.h"

/* One .cl file with its includes flattened (cl/embed.py). The build generates the table of all files. */
struct ocl_source {
    const char *name; /* path below cl/, for example "aco/evaporate.cl" */
    const char *text; /* source text of `size` bytes, not NUL-terminated */
    size_t size;
};
extern const struct ocl_source ocl_sources[];
extern const size_t ocl_source_count;

/* The argument names of a kernel in ocl_sources, in the kernel's order, NULL-terminated. */
struct ocl_signature {
    const char *kernel;
    const char *const *arguments;
};
extern const struct ocl_signature ocl_signatures[];
extern const size_t ocl_signature_count;

/* Build option -D NAME=WORD, or -D NAME=VALUE if `word` is NULL. */
struct ocl_define {
    const char *name;
    int64_t value;
    const char *word;
};

/* Name of the define that asks for sub-groups. Its value is their size in work-items, which matters if the compiler can
 * choose; 0: the kernels use no sub-groups. */
#define OCL_SUB_GROUPS "SUB_GROUPS"

/* Builds one program from several sources as OpenCL C 1.2, or with OCL_SUB_GROUPS in the device's own version. Sources
 * without text are found in ocl_sources by name; a source that is named twice is used once. A source that starts with a
 * #line directive is the user's. The caller owns *program (clReleaseProgram). Errors: SWARM_ERROR_BUILD with log,
 * options and device; SWARM_ERROR_INPUT with the errors in the user's source by line. */
enum swarm_status ocl_program_build(struct ocl_session *session, const struct ocl_source *sources, size_t source_count,
                                    const struct ocl_define *defines, size_t define_count, cl_program *program);

/* Builds one of ocl_sources like ocl_program_build(). Writes its text to `dump_path` unless that is NULL. */
enum swarm_status ocl_program_build_file(struct ocl_session *session, const char *name,
                                         const struct ocl_define *defines, size_t define_count, const char *dump_path,
                                         cl_program *program);

/* Makes the text that ocl_program_build() would build, after a comment with the options; the caller owns *text (free).
 */
enum swarm_status ocl_program_text(struct ocl_session *session, const struct ocl_source *sources, size_t source_count,
                                   const struct ocl_define *defines, size_t define_count, char **text);

/* Writes the texts of several programs to the file `path`, skipping NULL. */
enum swarm_status ocl_program_dump(struct ocl_session *session, const char *const *texts, size_t count,
                                   const char *path);

struct ocl_kernel {
    const char *name;             /* borrowed; kernel times are reported under it */
    const char *const *arguments; /* argument names; NULL: the kernel is not in ocl_sources */
    cl_kernel handle;
    size_t group_limit; /* maximum work-items in a group; below the device's limit if the kernel needs many registers */
    size_t group;       /* reqd_work_group_size in work-items; 0: the kernel has no such attribute */
};

enum swarm_status ocl_kernel_create(struct ocl_session *session, cl_program program, const char *name,
                                    struct ocl_kernel *kernel);
void ocl_kernel_release(struct ocl_kernel *kernel);

/* Creates buffers[count] and sets each as the kernel argument of the same name. */
enum swarm_status ocl_kernel_take_buffers(struct ocl_session *session, struct ocl_kernel *kernel,
                                          const char *const *names, struct ocl_buffer *buffers, size_t count);

/* Releases kernels, buffers and the program of the kernels; any of them may be missing. `program` NULL: none. */
void ocl_kernels_release(struct ocl_kernel *kernels, size_t kernel_count, struct ocl_buffer *buffers,
                         size_t buffer_count, cl_program *program);

/* Checks if kernels can be launched in groups of their required size, or of `elements` work-items if they have none.
 * Returns NULL if all can; a kernel without a handle and a driver that reports no limit allow every group. Otherwise
 * releases all kernels, because they must be built again with groups of at most limits[kind], where kinds[k] is the
 * kind of kernel k (NULL: all have kind 0). Returns the name of the kernel with the smallest new limit, among those of
 * the lowest kind that has a new limit. */
const char *ocl_kernels_limited(struct ocl_session *session, struct ocl_kernel *kernels, size_t count, size_t elements,
                                const unsigned char *kinds, size_t *limits);

/* The value of one argument; NULL: `size` bytes of local memory. */
struct ocl_argument {
    size_t size;
    const void *value;
};
#define OCL_ARGUMENT(variable) ((struct ocl_argument){sizeof(variable), &(variable)})

/* Sets the arguments with the numbers `first`, first + 1, ... */
enum swarm_status ocl_kernel_set(struct ocl_session *session, const struct ocl_kernel *kernel, unsigned first,
                                 const struct ocl_argument *arguments, size_t count);

/* The value of the argument called `name`. */
struct ocl_value {
    const char *name;
    struct ocl_argument argument;
};
#define OCL_NAMED(name, variable) ((struct ocl_value){name, OCL_ARGUMENT(variable)})
#define OCL_VALUE(variable)       OCL_NAMED(#variable, variable)
#define OCL_LOCAL(name, bytes)    ((struct ocl_value){name, {bytes, NULL}})

/* Sets arguments by name. SWARM_ERROR_INTERNAL if the kernel lacks one of the names. */
enum swarm_status ocl_kernel_give(struct ocl_session *session, const struct ocl_kernel *kernel,
                                  const struct ocl_value *values, size_t count);

#define OCL_GIVE(session, kernel, ...)                                  \
    ocl_kernel_give(session, kernel, (struct ocl_value[]){__VA_ARGS__}, \
                    sizeof((struct ocl_value[]){__VA_ARGS__}) / sizeof(struct ocl_value))

/* Sets arguments by name and ignores names that the kernel lacks, so many kernels can be given one list of values. */
enum swarm_status ocl_kernel_bind(struct ocl_session *session, const struct ocl_kernel *kernel,
                                  const struct ocl_value *values, size_t count);

/* Fails with SWARM_ERROR_BUILD unless the driver divides a work-group of `items` work-items into `count` sub-groups. */
enum swarm_status ocl_kernel_check(struct ocl_session *session, const struct ocl_kernel *kernel, size_t items,
                                   size_t count);

/* Global and local sizes of a launch. Unused dimensions are 1; the third may also be 0. The local size of the third is
 * always 1. Each global size is a multiple of the local size. */
struct ocl_ndrange {
    size_t global[3];
    size_t local[2];
};

/* The smallest multiple of `local` that is at least `items`. */
size_t ocl_round_up(size_t items, size_t local);

/* The largest power of two that exceeds neither `wanted` nor `limit`; at least 1. */
uint32_t ocl_power_of_two(uint32_t wanted, size_t limit);

/* Queues the kernel; does nothing if the range is empty. */
enum swarm_status ocl_kernel_enqueue(struct ocl_session *session, const struct ocl_kernel *kernel,
                                     struct ocl_ndrange range);

#endif
