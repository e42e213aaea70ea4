/* batch.c - one queue of items for all threads. A thread whose item waits while a queue of the device is free launches
 * all items that wait. So launches grow with the time that they take, while other threads prepare their items. */
#include "batch.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "pacer.h"

enum { QUEUES = 2 /* concurrent launches: transfers of one overlap the kernel of the other */ };

struct queue {
    bool busy;
    struct base_env env;
    struct ocl_session session;
    struct ocl_kernel kernel;
    struct ocl_buffer buffers[OCL_BATCH_BUFFERS];
    void *copies[OCL_BATCH_BUFFERS];   /* owned host copies of the buffers, equally large */
    uint64_t sizes[OCL_BATCH_BUFFERS]; /* number of elements of each buffer that the launch uses */
    uint32_t budget;
};

struct ocl_batch {
    struct ocl_batch_task task;
    const struct swarm_device *device;
    size_t queue_count;
    cl_program program;
    pthread_mutex_t lock; /* guards the members below; a busy queue belongs to the thread that works with it */
    bool has_lock;
    struct ocl_batch_item *first, **end; /* the items that wait */
    struct queue queues[QUEUES];
};

static enum swarm_status open_queue(struct ocl_batch *batch, const struct ocl_device_list *devices, size_t index,
                                    struct queue *queue)
{
    const struct ocl_batch_task *task = &batch->task;
    queue->budget = task->first_budget;
    TRY(ocl_session_open(&queue->env, devices, index, false, &queue->session));
    TRY(batch->program ? SWARM_OK : task->build(task->user, &queue->session, &batch->program));
    TRY(ocl_kernel_create(&queue->session, batch->program, task->kernel, &queue->kernel));
    for (size_t i = 0; i < task->buffer_count; ++i) {
        queue->buffers[i].name = task->buffers[i].name;
    }
    return SWARM_OK;
}

enum swarm_status ocl_batch_create(struct base_env *env, const struct ocl_device_list *devices, size_t index,
                                   const struct ocl_batch_task *task, struct ocl_batch **batch)
{
    enum swarm_status status = SWARM_OK;
    TRY(BASE_MAKE(env, *batch, 1));
    struct ocl_batch *made = *batch;
    made->task = *task;
    made->device = &devices->devices[index];
    made->queue_count = made->device->simulator ? 1 : QUEUES; /* oclgrind supports one thread at a time */
    made->end = &made->first;
    for (size_t k = 0; k < QUEUES; ++k) {
        base_env_begin(&made->queues[k].env, env);
    }
    made->has_lock = pthread_mutex_init(&made->lock, NULL) == 0;
    TRY_OR(done, made->has_lock ? SWARM_OK : base_fail_memory(env));
    for (size_t k = 0; k < made->queue_count; ++k) {
        status = open_queue(made, devices, index, &made->queues[k]);
        TRY_OR(done, status == SWARM_OK ? SWARM_OK : base_fail(env, status, "%s", made->queues[k].env.error));
    }
    ocl_device_log(env, made->device);
done:
    if (status != SWARM_OK) {
        ocl_batch_destroy(batch);
    }
    return status;
}

void ocl_batch_destroy(struct ocl_batch **batch)
{
    struct ocl_batch *freed = *batch;
    *batch = NULL;
    if (!freed) {
        return;
    }
    for (size_t k = 0; k < QUEUES; ++k) {
        struct queue *queue = &freed->queues[k];
        ocl_kernels_release(&queue->kernel, 1, queue->buffers, freed->task.buffer_count,
                            k + 1 == QUEUES ? &freed->program : NULL);
        for (size_t i = 0; i < freed->task.buffer_count; ++i) {
            free(queue->copies[i]);
        }
    }
    for (size_t k = 0; k < QUEUES; ++k) {
        ocl_session_close(&freed->queues[k].session);
        base_env_deinit(&freed->queues[k].env);
    }
    if (freed->has_lock) {
        pthread_mutex_destroy(&freed->lock);
    }
    free(freed);
}

/* Grows the buffers and their copies. Their contents are lost. */
static enum swarm_status reserve(const struct ocl_batch_task *task, struct queue *queue)
{
    for (size_t i = 0; i < task->buffer_count; ++i) {
        struct ocl_buffer *buffer = &queue->buffers[i];
        const uint64_t wanted = queue->sizes[i] * task->buffers[i].size;
        if (buffer->memory && buffer->bytes >= wanted) {
            continue;
        }
        ocl_buffer_release(buffer);
        free(queue->copies[i]);
        queue->copies[i] = NULL;
        buffer->bytes = wanted + wanted / 4;
        if (task->buffers[i].use != OCL_BATCH_SCRATCH && !(queue->copies[i] = base_array((size_t)buffer->bytes, 1))) {
            return base_fail_memory(&queue->env);
        }
        TRY(ocl_buffer_create(&queue->session, buffer));
        TRY(OCL_GIVE(&queue->session, &queue->kernel, OCL_NAMED(buffer->name, buffer->memory)));
    }
    return SWARM_OK;
}

/* Reads all buffers of a use. */
static enum swarm_status read_all(const struct ocl_batch_task *task, struct queue *queue, int use)
{
    for (size_t i = 0; i < task->buffer_count; ++i) {
        if ((int)task->buffers[i].use == use) {
            TRY(ocl_buffer_read(&queue->session, &queue->buffers[i], 0, queue->sizes[i] * task->buffers[i].size,
                                queue->copies[i]));
        }
    }
    return SWARM_OK;
}

/* True if no item needs another launch: each is done or interrupted. */
static bool are_over(const struct ocl_batch_task *task, const struct ocl_batch_item *items)
{
    bool over = true;
    for (; items && over; items = items->next) {
        over = task->is_done(items) || base_interrupted(items->env, items->deadline);
    }
    return over;
}

static enum swarm_status run(const struct ocl_batch_task *task, struct queue *queue, struct ocl_batch_item *items)
{
    struct ocl_session *session = &queue->session;
    struct ocl_batch_launch launch = {session, &queue->kernel, queue->sizes, items, true};
    TRY(reserve(task, queue));
    for (struct ocl_batch_item *item = items; item; item = item->next) {
        for (size_t i = 0; i < task->buffer_count; ++i) {
            char *copy = queue->copies[i];
            item->copies[i] = copy ? copy + item->at[i] * task->buffers[i].size : NULL;
        }
        task->pack(task->user, item);
    }
    for (size_t i = 0; i < task->buffer_count; ++i) {
        const uint64_t bytes = queue->copies[i] ? queue->sizes[i] * task->buffers[i].size : 0;
        TRY(bytes > 0 ? ocl_buffer_write(session, &queue->buffers[i], 0, bytes, queue->copies[i]) : SWARM_OK);
    }
    do {
        const double begin = base_clock_now();
        TRY(OCL_GIVE(session, &queue->kernel, OCL_NAMED("budget", queue->budget)));
        TRY(task->launch(task->user, &launch));
        TRY(ocl_session_rest(session));
        TRY(read_all(task, queue, OCL_BATCH_STATE));
        queue->budget =
            ocl_budget_after(queue->budget, base_clock_now() - begin, task->launch_seconds, task->budgets_most);
        launch.begins = false;
    } while (!are_over(task, items));
    return read_all(task, queue, OCL_BATCH_RESULT);
}

static void work(const struct ocl_batch_task *task, struct queue *queue, struct ocl_batch_item *items)
{
    const enum swarm_status status = run(task, queue, items);
    for (struct ocl_batch_item *item = items; item; item = item->next) {
        item->status = status;
        if (status == SWARM_OK) {
            task->unpack(item);
        } else {
            base_fail(item->env, status, "%s", queue->env.error);
        }
    }
}

/* Removes from the waiting items the first, and all others of its kind that fit the device. */
static struct ocl_batch_item *take(struct ocl_batch *batch, struct queue *queue)
{
    const uint64_t eighth = batch->device->global_memory / 8, allocation = batch->device->max_allocation;
    const uint64_t bytes_most = (allocation < eighth ? allocation : eighth) / 2;
    struct ocl_batch_item *taken = NULL, **end = &taken, **from = &batch->first;
    uint64_t *sizes = queue->sizes;
    memset(sizes, 0, sizeof queue->sizes);
    while (*from) {
        struct ocl_batch_item *item = *from;
        bool fits = !taken || item->kind == taken->kind;
        for (size_t i = 0; i < batch->task.buffer_count && fits; ++i) {
            const struct ocl_batch_buffer *buffer = &batch->task.buffers[i];
            const uint64_t size = sizes[i] + item->sizes[i];
            fits = !taken || (size * buffer->size <= bytes_most && (buffer->most == 0 || size <= buffer->most));
        }
        if (!fits) {
            from = &item->next;
            continue;
        }
        memcpy(item->at, sizes, sizeof item->at);
        for (size_t i = 0; i < batch->task.buffer_count; ++i) {
            sizes[i] += item->sizes[i];
        }
        *from = item->next;
        item->next = NULL;
        *end = item;
        end = &item->next;
    }
    batch->end = from;
    return taken;
}

/* Wakes the item's thread. If `returned`, the thread may free the item at once. */
static void wake(struct ocl_batch_item *item, bool returned)
{
    pthread_mutex_lock(&item->own);
    item->called = true;
    item->returned = returned;
    pthread_cond_signal(&item->changed);
    pthread_mutex_unlock(&item->own);
}

/* Waits until another thread wakes this one; true if the item is returned. */
static bool wait_for_call(struct ocl_batch_item *item)
{
    pthread_mutex_lock(&item->own);
    while (!item->called) {
        pthread_cond_wait(&item->changed, &item->own);
    }
    item->called = false;
    const bool returned = item->returned;
    pthread_mutex_unlock(&item->own);
    return returned;
}

/* Wakes the thread of the first item that waits, so it looks for a free queue. If it is at work for another queue, it
 * does so afterwards. */
static void wake_first(struct ocl_batch *batch)
{
    if (batch->first) {
        wake(batch->first, false);
    }
}

/* Launches the items that wait, and returns them. The caller holds the lock, which this function releases. */
static void launch_waiting(struct ocl_batch *batch, struct queue *queue)
{
    struct ocl_batch_item *taken = take(batch, queue);
    queue->busy = true;
    wake_first(batch); /* another queue may be free for items that do not fit this launch */
    pthread_mutex_unlock(&batch->lock);
    work(&batch->task, queue, taken);
    pthread_mutex_lock(&batch->lock);
    queue->busy = false;
    wake_first(batch);
    pthread_mutex_unlock(&batch->lock);
    for (struct ocl_batch_item *next; taken; taken = next) { /* reads `next` first: a returned item may be freed */
        next = taken->next;
        wake(taken, true);
    }
}

enum swarm_status ocl_batch_work(struct ocl_batch *batch, struct ocl_batch_item *item)
{
    item->called = item->returned = false;
    item->next = NULL;
    item->own = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    item->changed = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
    pthread_mutex_lock(&batch->lock);
    *batch->end = item;
    batch->end = &item->next;
    for (;;) {
        struct queue *queue = batch->queues, *const end = queue + batch->queue_count;
        while (queue < end && queue->busy) {
            ++queue;
        }
        if (queue < end && batch->first) {
            launch_waiting(batch, queue);
        } else {
            pthread_mutex_unlock(&batch->lock);
        }
        if (wait_for_call(item)) {
            break;
        }
        pthread_mutex_lock(&batch->lock);
    }
    pthread_cond_destroy(&item->changed);
    pthread_mutex_destroy(&item->own);
    return item->status;
}
