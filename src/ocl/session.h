/* session.h - work on one device: an in-order queue, buffers, and the measured times of kernels. */
#ifndef SWARMCL_OCL_SESSION_H
#define SWARMCL_OCL_SESSION_H

#include "device.h"

/* Device time of one kernel. */
struct ocl_kernel_time {
    const char *name; /* name in the kernel's signature; borrowed */
    uint64_t calls;
    double seconds;
    double *samples; /* owned; seconds of each of the first OCL_TIME_SAMPLES calls */
};

enum {
    OCL_KERNEL_TIMES = 32,   /* maximum number of kernels with times; more than any engine has */
    OCL_TIME_SAMPLES = 1024, /* maximum number of calls of a kernel whose times are stored, for the median */
    OCL_PENDING_TIMES = 1024 /* maximum events read together; drivers slow down if thousands of events exist */
};

/* An enqueued kernel whose time has not been read yet. */
struct ocl_pending_time {
    cl_event event;
    size_t slot; /* index of the kernel in times[] */
};

struct ocl_session {
    struct base_env *env;              /* borrowed env, for messages and clock */
    const struct swarm_device *device; /* borrowed from the device list */
    struct ocl_handle *handle;         /* borrowed from the device list */
    struct ocl_shared *shared;         /* shared with the device's other sessions; NULL: this session is not open */
    pthread_mutex_t *lock;             /* lock of the device list; NULL: none */
    cl_command_queue queue;
    bool profiling;
    size_t time_count;
    struct ocl_kernel_time times[OCL_KERNEL_TIMES];
    size_t pending_count;
    struct ocl_pending_time pending[OCL_PENDING_TIMES];
};

/* Opens a session on the device at `index` of `list`, which must outlive the session. `session` must be zeroed, and is
 * zeroed again after a failure. Only one thread at a time may open or close sessions of a list without a lock. */
enum swarm_status ocl_session_open(struct base_env *env, const struct ocl_device_list *list, size_t index,
                                   bool profiling, struct ocl_session *session);

/* Waits for the queue and releases everything. Accepts a zeroed or partly opened session. */
void ocl_session_close(struct ocl_session *session);

enum swarm_status ocl_session_finish(struct ocl_session *session);

/* Queues a marker that completes after all earlier commands. The caller owns *event, for ocl_session_wait(). */
enum swarm_status ocl_session_mark(struct ocl_session *session, cl_event *event);

/* Waits for the event, unless it is NULL, releases it and sets it to NULL. Fails if a command failed on the device. */
enum swarm_status ocl_session_wait(struct ocl_session *session, cl_event *event);

/* Waits for the queue and leaves the processor to other threads, which ocl_session_finish() keeps busy with some
 * drivers. Returns up to 0.2 ms later. */
enum swarm_status ocl_session_rest(struct ocl_session *session);

/* Takes ownership of `event` and adds its time to the times of kernel `name`. ocl_kernel_enqueue() calls it. */
enum swarm_status ocl_session_book(struct ocl_session *session, const char *name, cl_event event);

/* Waits for all recorded events and reads their times. */
enum swarm_status ocl_session_drain_times(struct ocl_session *session);

/* Adds the kernel times of the session `from` to `session`. */
enum swarm_status ocl_session_take_times(struct ocl_session *session, struct ocl_session *from);

/* The median time of a kernel's calls in seconds. Sorts the samples. */
double ocl_kernel_time_median(struct ocl_kernel_time *time);

/* A device buffer: an entry of the memory plan and, once created, its handle. */
struct ocl_buffer {
    const char *name;
    uint64_t bytes;
    cl_mem memory;
};

/* True if the device allows each buffer's size and has memory for all. */
bool ocl_plan_fits(const struct swarm_device *device, const struct ocl_buffer *buffers, size_t count);

/* Fails with SWARM_ERROR_OUT_OF_MEMORY and the sizes unless the device allows the size of the largest buffer and has
 * memory for all of them. If the device uses the host's memory, checks that too. Allocates nothing. */
enum swarm_status ocl_plan_check(struct base_env *env, const struct swarm_device *device,
                                 const struct ocl_buffer *buffers, size_t count);

/* Creates the buffer, of at least 1 byte. */
enum swarm_status ocl_buffer_create(struct ocl_session *session, struct ocl_buffer *buffer);
void ocl_buffer_release(struct ocl_buffer *buffer);

/* Copy `bytes` bytes to or from the buffer, and wait until it is done. */
enum swarm_status ocl_buffer_write(struct ocl_session *session, const struct ocl_buffer *buffer, uint64_t offset,
                                   uint64_t bytes, const void *from);
enum swarm_status ocl_buffer_read(struct ocl_session *session, const struct ocl_buffer *buffer, uint64_t offset,
                                  uint64_t bytes, void *to);

/* `count` rows of `bytes` bytes in a buffer, with starts `pitch` bytes apart, the first at `offset`; a row never
 * crosses a multiple of `pitch`. */
struct ocl_rows {
    uint64_t offset, pitch, bytes, count;
};

/* Writes rows to the buffer; they are contiguous in `from`. */
enum swarm_status ocl_buffer_write_rows(struct ocl_session *session, const struct ocl_buffer *buffer,
                                        struct ocl_rows rows, const void *from);

/* Reads rows of the buffer; they become contiguous in `to`. */
enum swarm_status ocl_buffer_read_rows(struct ocl_session *session, const struct ocl_buffer *buffer,
                                       struct ocl_rows rows, void *to);

/* Queues a copy from the buffer to `to`, which must stay valid until the copy is done. */
enum swarm_status ocl_buffer_read_enqueue(struct ocl_session *session, const struct ocl_buffer *buffer, uint64_t offset,
                                          uint64_t bytes, void *to);

#endif
