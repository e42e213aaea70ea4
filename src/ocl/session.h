/* session.h - the work of one device: in-order queue, buffers, times of kernels. */
#ifndef SWARMCL_OCL_SESSION_H
#define SWARMCL_OCL_SESSION_H

#include "device.h"

/* Device time of one kernel. */
struct ocl_kernel_time {
    const char *name; /* borrowed from the kernel's table row */
    uint64_t calls;
    double seconds;
    double *samples; /* owned; seconds of the first OCL_TIME_SAMPLES calls */
};

enum {
    OCL_KERNEL_TIMES = 32,   /* kernels with times; more than any engine has */
    OCL_TIME_SAMPLES = 1024, /* times that are kept of one kernel, for the median */
    OCL_PENDING_TIMES = 1024 /* events that are read together; drivers slow down if thousands of events exist */
};

/* An enqueued kernel whose time has not been read yet. */
struct ocl_pending_time {
    cl_event event;
    size_t slot; /* in times[] */
};

struct ocl_session {
    struct base_env *env;              /* borrowed */
    const struct swarm_device *device; /* borrowed from the device list */
    struct ocl_handle *handle;         /* borrowed from the device list */
    struct ocl_shared *shared;         /* shared with the device's other sessions; NULL: not open */
    cl_command_queue queue;
    bool profiling;
    size_t time_count;
    struct ocl_kernel_time times[OCL_KERNEL_TIMES];
    size_t pending_count;
    struct ocl_pending_time pending[OCL_PENDING_TIMES];
};

/* Opens the device at `index` of `list`, which must outlive the session. `session` must be zeroed, and is again after a
 * failure. Only one thread at a time may open and close sessions of a list. */
enum swarm_status ocl_session_open(struct base_env *env, const struct ocl_device_list *list, size_t index,
                                   bool profiling, struct ocl_session *session);

/* Waits for the queue and releases everything; accepts a half-open or zeroed session. */
void ocl_session_close(struct ocl_session *session);

enum swarm_status ocl_session_finish(struct ocl_session *session);

/* Queues a marker that completes after all earlier commands. *event returns owned, for ocl_session_wait(). */
enum swarm_status ocl_session_mark(struct ocl_session *session, cl_event *event);

/* Waits for the event, unless it is NULL, releases it and sets it to NULL. Fails if a command failed on the device. */
enum swarm_status ocl_session_wait(struct ocl_session *session, cl_event *event);

/* Takes `event`, whose time counts for the kernel `name`; for ocl_kernel_enqueue(). */
enum swarm_status ocl_session_book(struct ocl_session *session, const char *name, cl_event event);

/* Waits for all such events and reads their times. */
enum swarm_status ocl_session_drain_times(struct ocl_session *session);

/* Moves the times of another session to this one. */
enum swarm_status ocl_session_take_times(struct ocl_session *session, struct ocl_session *from);

/* The median of the samples. Sorts them. */
double ocl_kernel_time_median(struct ocl_kernel_time *time);

/* A device buffer: its row in the memory plan and, once created, its handle. */
struct ocl_buffer {
    const char *name;
    uint64_t bytes;
    cl_mem memory;
};

/* True if the device allows each of the buffers and has room for all. */
bool ocl_plan_fits(const struct swarm_device *device, const struct ocl_buffer *buffers, size_t count);

/* Fails with SWARM_ERROR_OUT_OF_MEMORY and the sizes unless the device allows the largest buffer and has room for all;
 * if it shares the host's memory, so must the host. Allocates nothing. */
enum swarm_status ocl_plan_check(struct base_env *env, const struct swarm_device *device,
                                 const struct ocl_buffer *buffers, size_t count);

/* Creates the buffer, of at least 1 byte. */
enum swarm_status ocl_buffer_create(struct ocl_session *session, struct ocl_buffer *buffer);
void ocl_buffer_release(struct ocl_buffer *buffer);

/* Blocking copies of `bytes` from the start of the buffer. */
enum swarm_status ocl_buffer_write(struct ocl_session *session, const struct ocl_buffer *buffer, uint64_t offset,
                                   uint64_t bytes, const void *from);
enum swarm_status ocl_buffer_read(struct ocl_session *session, const struct ocl_buffer *buffer, uint64_t offset,
                                  uint64_t bytes, void *to);

/* `count` rows of `bytes` bytes in a buffer, `pitch` bytes apart, the first at `offset`; no row crosses a multiple of
 * `pitch`. */
struct ocl_rows {
    uint64_t offset, pitch, bytes, count;
};

/* Writes rows, which are contiguous in `from`. */
enum swarm_status ocl_buffer_write_rows(struct ocl_session *session, const struct ocl_buffer *buffer,
                                        struct ocl_rows rows, const void *from);

/* Queues a copy to `to`, which must stay valid until the queue has done it. */
enum swarm_status ocl_buffer_read_enqueue(struct ocl_session *session, const struct ocl_buffer *buffer, uint64_t offset,
                                          uint64_t bytes, void *to);

#endif
