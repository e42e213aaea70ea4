#include "session.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"

enum { PAUSE_NANOS = 100000 /* between two checks of ocl_session_rest() */ };

/* PoCL before 6.0 identifies a kernel's compiled code, whose uses it counts, only by name and local size. A launch with
 * more work-items than any before compiles new code; if a launch of the old code is still running, the wrong count goes
 * down, and an assertion ends the process. Measured with three islands of `as` on two cores: PoCL 3.1 crashes in 2 of
 * 30 runs, 5.0 in 20 of 20, 6.0 in none of 60. */
static bool runs_in_turn(const struct swarm_device *device)
{
    return strcmp(device->platform_name, "Portable Computing Language") == 0 && strtol(device->driver, NULL, 10) < 6;
}

/* Joins the state that the device's sessions share, or makes it. */
static enum swarm_status join(struct ocl_session *session)
{
    struct ocl_handle *handle = session->handle;
    const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)handle->platform, 0};
    cl_int code = CL_SUCCESS;
    session->shared = handle->shared;
    if (!session->shared) {
        struct ocl_shared *made;
        TRY(BASE_MAKE(session->env, made, 1));
        *made = (struct ocl_shared){.lock = PTHREAD_MUTEX_INITIALIZER, .builds = PTHREAD_MUTEX_INITIALIZER};
        made->in_turn = runs_in_turn(session->device);
        OCL_DRIVER(session->env, OCL_OPENS,
                   made->context = clCreateContext(properties, 1, &handle->device, NULL, NULL, &code));
        session->shared = made;
        /* oclgrind 21.10 reports initialised memory as uninitialised if sessions share a context */
        handle->shared = session->device->simulator ? NULL : made;
    }
    ++session->shared->sessions;
    return ocl_check(session->env, code, "clCreateContext");
}

/* Takes the lock of sessions that contexts share. */
static void lock(const struct ocl_session *session)
{
    if (session->lock) {
        pthread_mutex_lock(session->lock);
    }
}

static void unlock(const struct ocl_session *session)
{
    if (session->lock) {
        pthread_mutex_unlock(session->lock);
    }
}

static enum swarm_status share(struct ocl_session *session)
{
    lock(session);
    const enum swarm_status status = join(session);
    unlock(session);
    return status;
}

void ocl_shared_destroy(struct ocl_shared **owned)
{
    struct ocl_shared *shared = *owned;
    *owned = NULL;
    if (!shared || shared->sessions > 0) {
        return;
    }
    for (size_t i = 0; i < OCL_BUILT; ++i) {
        if (shared->built[i]) {
            clReleaseProgram(shared->programs[i]);
        }
        free(shared->built[i]);
    }
    if (shared->context) {
        clReleaseContext(shared->context);
    }
    pthread_mutex_destroy(&shared->lock);
    pthread_mutex_destroy(&shared->builds);
    free(shared);
}

static void leave_shared(struct ocl_session *session)
{
    struct ocl_shared *shared = session->shared;
    pthread_mutex_lock(&shared->lock);
    if (shared->last_session == session) { /* the closing session's queue is empty, so nothing needs its last event */
        clReleaseEvent(shared->last);
        shared->last = NULL;
        shared->last_session = NULL;
    }
    pthread_mutex_unlock(&shared->lock);
    --shared->sessions;
    if (!shared->context && session->handle->shared == shared) {
        session->handle->shared = NULL; /* the next session of the device tries to make it again */
    }
    if (session->handle->shared != shared) {
        ocl_shared_destroy(&shared);
    }
}

enum swarm_status ocl_session_open(struct base_env *env, const struct ocl_device_list *list, size_t index,
                                   bool profiling, struct ocl_session *session)
{
    enum swarm_status status = SWARM_OK;
    cl_int code = CL_SUCCESS;
    struct ocl_handle *handle = &list->handles[index];

    session->env = env;
    session->device = &list->devices[index];
    if (session->device->software) {
        /* llvmpipe counts the iterations of all loops of a work-item together (seen with Mesa 22.3) */
        base_log(env, SWARM_LOG_WARNING,
                 "\"%s\" is a software renderer, for tests only: it ends loops after 65535 iterations, so results of "
                 "long runs differ from those of other devices",
                 session->device->name);
    }
    session->handle = handle;
    session->lock = list->lock;
    session->profiling = profiling;
    TRY_OR(fail, share(session));
    OCL_DRIVER(env, OCL_OPENS,
               session->queue =
                   clCreateCommandQueue(session->shared->context, handle->device,
                                        profiling ? (cl_command_queue_properties)CL_QUEUE_PROFILING_ENABLE : 0, &code));
    TRY_OR(fail, ocl_check(env, code, "clCreateCommandQueue"));
    return SWARM_OK;

fail:
    ocl_session_close(session);
    return base_fail_in(env, status, "device %u \"%s\"", list->devices[index].index, list->devices[index].name);
}

void ocl_session_close(struct ocl_session *session)
{
    if (session->queue) {
        OCL_DRIVER(session->env, OCL_RUNS, clFinish(session->queue));
    }
    for (size_t i = 0; i < session->pending_count; ++i) {
        clReleaseEvent(session->pending[i].event);
    }
    for (size_t i = 0; i < session->time_count; ++i) {
        free(session->times[i].samples);
    }
    if (session->queue) {
        clReleaseCommandQueue(session->queue);
    }
    if (session->shared) {
        lock(session);
        leave_shared(session);
        unlock(session);
    }
    *session = (struct ocl_session){0};
}

enum swarm_status ocl_session_finish(struct ocl_session *session)
{
    cl_int code;
    OCL_DRIVER(session->env, OCL_RUNS, code = clFinish(session->queue));
    return ocl_check(session->env, code, "clFinish");
}

/* Flushes the queue and sets *event to `made`, the event of the last command; if flushing fails, releases `made`. */
static enum swarm_status flush(struct ocl_session *session, cl_event made, cl_event *event)
{
    cl_int code;
    OCL_DRIVER(session->env, OCL_RUNS, code = clFlush(session->queue));
    enum swarm_status status = ocl_check(session->env, code, "clFlush");
    if (status == SWARM_OK) {
        *event = made;
    } else {
        clReleaseEvent(made);
    }
    return status;
}

enum swarm_status ocl_session_mark(struct ocl_session *session, cl_event *event)
{
    cl_event made = NULL;
    enum swarm_status status =
        ocl_check(session->env, clEnqueueMarkerWithWaitList(session->queue, 0, NULL, &made), "clEnqueueMarker");
    return status == SWARM_OK ? flush(session, made, event) : status;
}

enum swarm_status ocl_session_wait(struct ocl_session *session, cl_event *event)
{
    if (!*event) {
        return SWARM_OK;
    }
    cl_int code;
    OCL_DRIVER(session->env, OCL_RUNS, code = clWaitForEvents(1, event));
    clReleaseEvent(*event);
    *event = NULL;
    return ocl_check(session->env, code, "clWaitForEvents");
}

static bool is_running(cl_event event)
{
    cl_int state = CL_COMPLETE;
    return clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL) == CL_SUCCESS
           && state > CL_COMPLETE;
}

enum swarm_status ocl_session_rest(struct ocl_session *session)
{
    const struct timespec pause = {0, PAUSE_NANOS};
    cl_event event = NULL;
    TRY(ocl_session_mark(session, &event));
    struct base_worker *driver = base_driver_begin(session->env, OCL_RUNS);
    while (is_running(event)) {
        nanosleep(&pause, NULL);
    }
    base_driver_end(driver);
    return ocl_session_wait(session, &event);
}

static size_t time_slot(struct ocl_session *session, const char *name)
{
    size_t slot = 0;
    while (slot < session->time_count && session->times[slot].name != name) {
        ++slot;
    }
    if (slot == session->time_count && slot < OCL_KERNEL_TIMES) {
        session->times[session->time_count++] = (struct ocl_kernel_time){.name = name};
    }
    return slot;
}

enum swarm_status ocl_session_book(struct ocl_session *session, const char *name, cl_event event)
{
    session->pending[session->pending_count++] = (struct ocl_pending_time){event, time_slot(session, name)};
    return session->pending_count == OCL_PENDING_TIMES ? ocl_session_drain_times(session) : SWARM_OK;
}

/* Adds `calls` calls and the sum of their seconds; stores the seconds of single calls until samples[] is full. */
static enum swarm_status add_times(struct base_env *env, struct ocl_kernel_time *time, const double *seconds,
                                   uint64_t calls, double sum)
{
    TRY(time->samples ? SWARM_OK : BASE_MAKE(env, time->samples, OCL_TIME_SAMPLES));
    for (uint64_t k = 0; k < calls && time->calls + k < OCL_TIME_SAMPLES; ++k) {
        time->samples[time->calls + k] = seconds[k];
    }
    time->calls += calls;
    time->seconds += sum;
    return SWARM_OK;
}

/* Waits for the command of a kernel, and adds its device time to the total of the kernel. */
static enum swarm_status read_time(struct ocl_session *session, cl_event event, struct ocl_kernel_time *time)
{
    cl_ulong start, end;
    cl_int code;
    OCL_DRIVER(session->env, OCL_RUNS, code = clWaitForEvents(1, &event));
    TRY(ocl_check(session->env, code, "clWaitForEvents"));
    code = clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL);
    code = code == CL_SUCCESS ? clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL) : code;
    TRY(ocl_check(session->env, code, "clGetEventProfilingInfo"));
    if (!time || end < start) {
        return SWARM_OK;
    }
    const double seconds = 1e-9 * (double)(end - start);
    return add_times(session->env, time, &seconds, 1, seconds);
}

static int compare_seconds(const void *a, const void *b)
{
    const double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

double ocl_kernel_time_median(struct ocl_kernel_time *time)
{
    const size_t count = time->calls < OCL_TIME_SAMPLES ? (size_t)time->calls : OCL_TIME_SAMPLES;
    if (count == 0) {
        return 0.0;
    }
    qsort(time->samples, count, sizeof *time->samples, compare_seconds);
    return 0.5 * (time->samples[(count - 1) / 2] + time->samples[count / 2]);
}

enum swarm_status ocl_session_drain_times(struct ocl_session *session)
{
    enum swarm_status status = SWARM_OK;
    for (size_t i = 0; i < session->pending_count; ++i) {
        const struct ocl_pending_time pending = session->pending[i];
        struct ocl_kernel_time *time = pending.slot < OCL_KERNEL_TIMES ? &session->times[pending.slot] : NULL;
        const enum swarm_status read = read_time(session, pending.event, time);
        status = status == SWARM_OK ? read : status;
        clReleaseEvent(pending.event);
    }
    session->pending_count = 0;
    return status;
}

enum swarm_status ocl_session_take_times(struct ocl_session *session, struct ocl_session *from)
{
    for (size_t i = 0; i < from->time_count; ++i) {
        struct ocl_kernel_time *other = &from->times[i];
        const size_t slot = time_slot(session, other->name);
        if (slot < OCL_KERNEL_TIMES && other->samples) {
            TRY(add_times(session->env, &session->times[slot], other->samples, other->calls, other->seconds));
        }
        free(other->samples);
        *other = (struct ocl_kernel_time){.name = NULL};
    }
    from->time_count = 0;
    return SWARM_OK;
}

/* Total bytes of the buffers; sets *widest to the largest buffer. */
static uint64_t sum_of(const struct ocl_buffer *buffers, size_t count, const struct ocl_buffer **widest)
{
    uint64_t sum = 0;
    *widest = &buffers[0];
    for (size_t i = 0; i < count; ++i) {
        sum += buffers[i].bytes;
        *widest = buffers[i].bytes > (*widest)->bytes ? &buffers[i] : *widest;
    }
    return sum;
}

bool ocl_plan_fits(const struct swarm_device *device, const struct ocl_buffer *buffers, size_t count)
{
    const struct ocl_buffer *widest;
    return sum_of(buffers, count, &widest) <= device->global_memory && widest->bytes <= device->max_allocation;
}

enum swarm_status ocl_plan_check(struct base_env *env, const struct swarm_device *device,
                                 const struct ocl_buffer *buffers, size_t count)
{
    const struct ocl_buffer *widest;
    const uint64_t sum = sum_of(buffers, count, &widest);
    /* a device without memory of its own reports all of the host's memory, not the part that is free */
    const bool shares = device->unified_memory || device->type == SWARM_DEVICE_CPU;
    const uint64_t free_bytes = shares ? base_memory_available("") : UINT64_MAX;
    const struct base_size total = base_size_text(sum), largest = base_size_text(widest->bytes);
    const struct base_size memory = base_size_text(device->global_memory), available = base_size_text(free_bytes);
    const struct base_size allowed = base_size_text(device->max_allocation);
    if (!ocl_plan_fits(device, buffers, count)) {
        return base_fail(env, SWARM_ERROR_OUT_OF_MEMORY,
                         "the run needs %s on the device, %s of it in its largest buffer, \"%s\"; \"%s\" has %s and "
                         "allows %s in one buffer",
                         total.text, largest.text, widest->name, device->name, memory.text, allowed.text);
    }
    if (sum > free_bytes) {
        return base_fail(env, SWARM_ERROR_OUT_OF_MEMORY,
                         "the run needs %s of the host's memory on \"%s\", but only %s are available", total.text,
                         device->name, available.text);
    }
    const bool tight = sum > device->global_memory / 2 || sum > free_bytes / 2;
    base_log(env, tight ? SWARM_LOG_INFO : SWARM_LOG_DEBUG, "memory %s of %s, largest buffer (%s) %s of %s", total.text,
             device->global_memory < free_bytes ? memory.text : available.text, widest->name, largest.text,
             allowed.text);
    return SWARM_OK;
}

enum swarm_status ocl_buffer_create(struct ocl_session *session, struct ocl_buffer *buffer)
{
    cl_int code;
    size_t bytes = buffer->bytes > 0 ? (size_t)buffer->bytes : 1;
    buffer->memory = clCreateBuffer(session->shared->context, CL_MEM_READ_WRITE, bytes, NULL, &code);
    enum swarm_status status = ocl_check(session->env, code, "clCreateBuffer");
    return status == SWARM_OK
               ? SWARM_OK
               : base_fail_in(session->env, status, "buffer %s of %" PRIu64 " bytes", buffer->name, buffer->bytes);
}

void ocl_buffer_release(struct ocl_buffer *buffer)
{
    if (buffer->memory) {
        clReleaseMemObject(buffer->memory);
        buffer->memory = NULL;
    }
}

enum swarm_status ocl_buffer_write(struct ocl_session *session, const struct ocl_buffer *buffer, uint64_t offset,
                                   uint64_t bytes, const void *from)
{
    cl_int code;
    OCL_DRIVER(session->env, OCL_RUNS,
               code = clEnqueueWriteBuffer(session->queue, buffer->memory, CL_TRUE, (size_t)offset, (size_t)bytes, from,
                                           0, NULL, NULL));
    return ocl_check(session->env, code, "clEnqueueWriteBuffer");
}

enum swarm_status ocl_buffer_write_rows(struct ocl_session *session, const struct ocl_buffer *buffer,
                                        struct ocl_rows rows, const void *from)
{
    const size_t there[] = {(size_t)(rows.offset % rows.pitch), (size_t)(rows.offset / rows.pitch), 0};
    const size_t here[] = {0, 0, 0}, region[] = {(size_t)rows.bytes, (size_t)rows.count, 1};
    cl_int code;
    OCL_DRIVER(session->env, OCL_RUNS,
               code = clEnqueueWriteBufferRect(session->queue, buffer->memory, CL_TRUE, there, here, region,
                                               (size_t)rows.pitch, 0, 0, 0, from, 0, NULL, NULL));
    return ocl_check(session->env, code, "clEnqueueWriteBufferRect");
}

enum swarm_status ocl_buffer_read_rows(struct ocl_session *session, const struct ocl_buffer *buffer,
                                       struct ocl_rows rows, void *to)
{
    const size_t there[] = {(size_t)(rows.offset % rows.pitch), (size_t)(rows.offset / rows.pitch), 0};
    const size_t here[] = {0, 0, 0}, region[] = {(size_t)rows.bytes, (size_t)rows.count, 1};
    cl_int code;
    OCL_DRIVER(session->env, OCL_RUNS,
               code = clEnqueueReadBufferRect(session->queue, buffer->memory, CL_TRUE, there, here, region,
                                              (size_t)rows.pitch, 0, 0, 0, to, 0, NULL, NULL));
    return ocl_check(session->env, code, "clEnqueueReadBufferRect");
}

enum swarm_status ocl_buffer_read(struct ocl_session *session, const struct ocl_buffer *buffer, uint64_t offset,
                                  uint64_t bytes, void *to)
{
    cl_int code;
    OCL_DRIVER(session->env, OCL_RUNS,
               code = clEnqueueReadBuffer(session->queue, buffer->memory, CL_TRUE, (size_t)offset, (size_t)bytes, to, 0,
                                          NULL, NULL));
    return ocl_check(session->env, code, "clEnqueueReadBuffer");
}

enum swarm_status ocl_buffer_read_enqueue(struct ocl_session *session, const struct ocl_buffer *buffer, uint64_t offset,
                                          uint64_t bytes, void *to)
{
    cl_event made = NULL;
    enum swarm_status status = ocl_check(session->env,
                                         clEnqueueReadBuffer(session->queue, buffer->memory, CL_FALSE, (size_t)offset,
                                                             (size_t)bytes, to, 0, NULL, &made),
                                         "clEnqueueReadBuffer");
    TRY(status);
    TRY(flush(session, made, &made));
    clReleaseEvent(made);
    return SWARM_OK;
}
