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

/* -D NAME=VALUE, or NAME=WORD unless `word` is NULL */
struct ocl_define {
    const char *name;
    int64_t value;
    const char *word;
};

/* Builds one program from several sources with -cl-std=CL1.2 and `defines`: those without a text are looked up in
 * ocl_sources by their names. A source is used once however often it is named. *program returns owned
 * (clReleaseProgram). SWARM_ERROR_BUILD carries build log, options and device. */
enum swarm_status ocl_program_build(struct ocl_session *session, const struct ocl_source *sources, size_t source_count,
                                    const struct ocl_define *defines, size_t define_count, cl_program *program);

/* *text: the sources that ocl_program_build() would build, and the options in a comment before them; owned (free). */
enum swarm_status ocl_program_text(struct ocl_session *session, const struct ocl_source *sources, size_t source_count,
                                   const struct ocl_define *defines, size_t define_count, char **text);

/* Writes the texts of several programs, but for those that are NULL, one behind the other to `path`. */
enum swarm_status ocl_program_dump(struct ocl_session *session, const char *const *texts, size_t count,
                                   const char *path);

struct ocl_kernel {
    const char *name; /* borrowed; also the name its times are booked under */
    cl_kernel handle;
};

enum swarm_status ocl_kernel_create(struct ocl_session *session, cl_program program, const char *name,
                                    struct ocl_kernel *kernel);
void ocl_kernel_release(struct ocl_kernel *kernel);

/* The value of one argument; NULL with a size: that many bytes of local memory. */
struct ocl_argument {
    size_t size;
    const void *value;
};
#define OCL_ARGUMENT(variable) ((struct ocl_argument){sizeof(variable), &(variable)})

/* Sets arguments first, first + 1, ... */
enum swarm_status ocl_kernel_set(struct ocl_session *session, const struct ocl_kernel *kernel, unsigned first,
                                 const struct ocl_argument *arguments, size_t count);

/* Global and local sizes; unused dimensions are 1. global must be a multiple of local. */
struct ocl_ndrange {
    size_t global[2];
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
