/* one_kernel.h - runs one kernel on one device; a failure ends the program. */
#ifndef SWARMCL_TEST_KERNEL_ONE_KERNEL_H
#define SWARMCL_TEST_KERNEL_ONE_KERNEL_H

#include "base/memory.h"
#include "ocl/program.h"

#include "../test.h"
#include "on_devices.h"

struct one_kernel {
    struct ocl_session session;
    struct ocl_kernel kernel;
    struct ocl_buffer buffers[5]; /* arguments of the kernel, by index */
};

static inline void require_ok(enum swarm_status status)
{
    if (status != SWARM_OK) {
        fprintf(stderr, "%s: %s\n", test_name, env.error);
        exit(1);
    }
}

static inline void open_kernel(struct one_kernel *one, size_t device, const struct ocl_source *source,
                               const struct ocl_define *defines, const char *name)
{
    size_t count = 0;
    cl_program program = NULL;
    while (defines && defines[count].name) {
        ++count;
    }
    memset(one, 0, sizeof *one);
    require_ok(ocl_session_open(&env, &devices, device, false, &one->session));
    require_ok(ocl_program_build(&one->session, source, 1, defines, count, &program));
    require_ok(ocl_kernel_create(&one->session, program, name, &one->kernel));
    clReleaseProgram(program);
}

static inline void close_kernel(struct one_kernel *one)
{
    for (size_t i = 0; i < sizeof one->buffers / sizeof one->buffers[0]; ++i) {
        ocl_buffer_release(&one->buffers[i]);
    }
    ocl_kernel_release(&one->kernel);
    ocl_session_close(&one->session);
}

/* Creates a buffer of `bytes` for argument `slot`, copied from `from`; NULL: zeros. */
static inline void set_buffer(struct one_kernel *one, unsigned slot, uint64_t bytes, const void *from)
{
    struct ocl_buffer *buffer = &one->buffers[slot];
    void *zeros = base_array(bytes, 1);
    *buffer = (struct ocl_buffer){"test", bytes, NULL};
    require_ok(ocl_buffer_create(&one->session, buffer));
    require_ok(ocl_buffer_write(&one->session, buffer, 0, bytes, from ? from : zeros));
    require_ok(ocl_kernel_set(&one->session, &one->kernel, slot, &OCL_ARGUMENT(buffer->memory), 1));
    free(zeros);
}

static inline void read_buffer(struct one_kernel *one, unsigned slot, void *to, uint64_t bytes)
{
    require_ok(ocl_buffer_read(&one->session, &one->buffers[slot], 0, bytes, to));
}

static inline void launch(struct one_kernel *one, size_t items)
{
    require_ok(ocl_kernel_enqueue(&one->session, &one->kernel, (struct ocl_ndrange){{items, 1}, {1, 1}}));
    require_ok(ocl_session_finish(&one->session));
}

#endif
