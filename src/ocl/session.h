/* session.h - one device at work: in-order queue, buffers, event times. No domain words. */
#ifndef SWARMCL_OCL_SESSION_H
#define SWARMCL_OCL_SESSION_H

#include "device.h"

/* Device time of one kernel so far. */
struct ocl_kernel_time {
    const char *name; /* borrowed from the kernel's table row */
    uint64_t calls;
    double seconds;
    double *samples; /* owned; seconds of the first OCL_TIME_SAMPLES calls */
};

/* Event times are read in batches of OCL_PENDING_TIMES: drivers slow down when thousands of events are alive. */
enum { OCL_KERNEL_TIMES = 32, OCL_TIME_SAMPLES = 1024, OCL_PENDING_TIMES = 1024 };

/* An enqueued kernel whose time has not been read yet. */
struct ocl_pending_time {
    cl_event event;
    size_t slot; /* in times[] */
};

struct ocl_session {
    struct base_env *env;              /* borrowed */
    const struct swarm_device *device; /* borrowed from the device list */
    struct ocl_handle *handle;         /* the same */
    struct ocl_shared *shared;         /* with the device's other sessions; NULL: not open */
    cl_command_queue queue;
    bool profiling;
    size_t time_count;
    struct ocl_kernel_time times[OCL_KERNEL_TIMES];
    size_t pending_count;
    struct ocl_pending_time pending[OCL_PENDING_TIMES];
};

/* Opens the device at `index` of `list`, which must outlive the session. `session` must be zeroed; on failure it is
 * closed again. One thread at a time opens and closes sessions of a list. */
enum swarm_status ocl_session_open(struct base_env *env, const struct ocl_device_list *list, size_t index,
                                   bool profiling, struct ocl_session *session);

/* Waits for the queue and releases everything; accepts a half-open or zeroed session. */
void ocl_session_close(struct ocl_session *session);

enum swarm_status ocl_session_finish(struct ocl_session *session);

/* Queues a marker that completes when all before it has; *event returns owned: wait on it or release it. */
enum swarm_status ocl_session_mark(struct ocl_session *session, cl_event *event);

/* Blocks until the event completes, releases it and sets it to NULL; NULL is done already. A command that failed on
 * the device is an error here. */
enum swarm_status ocl_session_wait(struct ocl_session *session, cl_event *event);

/* Books `event` (takes it) under the kernel's name; used by ocl_kernel_enqueue(). */
enum swarm_status ocl_session_book(struct ocl_session *session, const char *name, cl_event event);

/* Reads the times of all booked events, waiting for the last of them. */
enum swarm_status ocl_session_drain_times(struct ocl_session *session);

/* Adds the times of another session, which has none then. */
enum swarm_status ocl_session_take_times(struct ocl_session *session, struct ocl_session *from);

/* The median of the samples, which it sorts. */
double ocl_kernel_time_median(struct ocl_kernel_time *time);

/* A device buffer: its row in the memory plan and, once created, its handle. */
struct ocl_buffer {
    const char *name;
    uint64_t bytes;
    cl_mem memory;
};

/* Whether the device allows each of the buffers, and has room for all. */
bool ocl_plan_fits(const struct swarm_device *device, const struct ocl_buffer *buffers, size_t count);

/* Refuses, with the numbers in words, buffers that do not fit the device: the largest or the sum; and, where the
 * device shares the host's memory, a sum above the memory available there.
 * SWARM_ERROR_OUT_OF_MEMORY. Nothing is allocated. */
enum swarm_status ocl_plan_check(struct base_env *env, const struct swarm_device *device,
                                 const struct ocl_buffer *buffers, size_t count);

/* Creates the buffer; bytes of 0 become 1. */
enum swarm_status ocl_buffer_create(struct ocl_session *session, struct ocl_buffer *buffer);
void ocl_buffer_release(struct ocl_buffer *buffer);

/* Blocking copies of `bytes` from the start of the buffer. */
enum swarm_status ocl_buffer_write(struct ocl_session *session, const struct ocl_buffer *buffer, uint64_t offset,
                                   uint64_t bytes, const void *from);
enum swarm_status ocl_buffer_read(struct ocl_session *session, const struct ocl_buffer *buffer, uint64_t offset,
                                  uint64_t bytes, void *to);

/* Rows of a buffer, `pitch` bytes apart, the first at `offset`; no row crosses a multiple of `pitch`. */
struct ocl_rows {
    uint64_t offset, pitch, bytes, count;
};

/* Writes rows that are packed in `from`. */
enum swarm_status ocl_buffer_write_rows(struct ocl_session *session, const struct ocl_buffer *buffer,
                                        struct ocl_rows rows, const void *from);

/* Queues a copy to `to`, which must stay valid until *event (returned owned) completes. */
enum swarm_status ocl_buffer_read_enqueue(struct ocl_session *session, const struct ocl_buffer *buffer, uint64_t offset,
                                          uint64_t bytes, void *to, cl_event *event);

#endif
