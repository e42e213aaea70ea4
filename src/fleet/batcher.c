/* batcher.c - makes rounds of the plans of many runs in shared launches. A thread whose plan waits while a queue of the
 * device is free launches all plans that wait, so launches grow with the time that they take, while other threads
 * prepare runs. */
#include "batcher.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "mosaic/population.h"

enum {
    QUEUES = 2,           /* concurrent launches: transfers of one overlap the kernel of the other */
    ITEMS = 32,           /* work-items per plan on GPUs */
    MOST_BUDGET = 1 << 20 /* maximum number of rounds in a launch */
};

/* Buffers of a queue, the kernel's arguments, each with a copy on the host. */
enum { JOBS, WORDS, NEAR, EDGES, CUSTOMERS, VEHICLES, BUFFERS };
static const struct {
    const char *name;
    size_t size; /* bytes of an element */
} arguments[BUFFERS] = {
    [JOBS] = {"jobs", sizeof(struct fleet_job)},
    [WORDS] = {"words", sizeof(uint32_t)},
    [NEAR] = {"near_nodes", sizeof(uint32_t)},
    [EDGES] = {"edge_elements", sizeof(int32_t)},
    [CUSTOMERS] = {"customers", sizeof(struct fleet_customer)},
    [VEHICLES] = {"vehicles", sizeof(struct fleet_vehicle)},
};

/* Number of elements in each buffer. */
struct sizes {
    uint64_t of[BUFFERS];
};

struct request {
    struct fleet_batch_item item;
    struct sizes at; /* index of the request's first element in each buffer */
    bool done;
    enum swarm_status status;
    const char *error; /* why the queue failed the request, borrowed from the queue; NULL: no error */
    struct request *next;
};

struct queue {
    bool busy;
    struct base_env env;
    struct ocl_session session;
    struct ocl_kernel kernel;
    struct ocl_buffer buffers[BUFFERS];
    void *copies[BUFFERS]; /* owned host copies of the buffers, equally large */
    struct sizes sizes;    /* number of elements of each buffer that the launch uses */
    uint32_t budget;
};

struct fleet_batcher {
    const struct swarm_device *device;
    double launch_seconds;
    size_t items; /* work-items per plan */
    size_t queue_count;
    cl_program program;
    pthread_mutex_t lock; /* guards the members below; a busy queue belongs to the thread that works with it */
    pthread_cond_t changed;
    bool has_lock;
    struct request *first, **end;
    struct queue queues[QUEUES];
};

/* Number of elements that a request has in each buffer. */
static struct sizes sizes_of(const struct fleet_batch_item *item)
{
    const struct fleet_space *space = item->space;
    const uint64_t n = space->problem.n, routes = space->rules.routes;
    const uint64_t words = (FLEET_WORDS(n, routes) + n + routes + 1) / 2 * 2; /* even, see FLEET_WORDS() */
    return (struct sizes){{1, words, n * space->problem.width, n * n, n, space->vehicle_count}};
}

static enum swarm_status open_queue(struct fleet_batcher *batcher, const struct ocl_device_list *devices, size_t index,
                                    uint32_t features, struct queue *queue)
{
    const struct ocl_define defines[] = {{"FLEET_ITEMS", (int64_t)batcher->items, NULL}, {"FEATURES", features, NULL}};
    queue->budget = 1;
    TRY(ocl_session_open(&queue->env, devices, index, false, &queue->session));
    TRY(batcher->program ? SWARM_OK
                         : ocl_program_build_file(&queue->session, "fleet/improve_many.cl", defines,
                                                  sizeof defines / sizeof *defines, NULL, &batcher->program));
    TRY(ocl_kernel_create(&queue->session, batcher->program, "fleet_improve_many", &queue->kernel));
    for (size_t i = 0; i < BUFFERS; ++i) {
        queue->buffers[i].name = arguments[i].name;
    }
    return SWARM_OK;
}

enum swarm_status fleet_batcher_create(struct base_env *env, const struct ocl_device_list *devices, size_t index,
                                       uint32_t features, double launch_seconds, struct fleet_batcher **batcher)
{
    enum swarm_status status = SWARM_OK;
    TRY(BASE_MAKE(env, *batcher, 1));
    struct fleet_batcher *made = *batcher;
    made->device = &devices->devices[index];
    made->launch_seconds = launch_seconds;
    made->items = made->device->type == SWARM_DEVICE_CPU || made->device->max_group_size < ITEMS ? 1 : ITEMS;
    made->queue_count = made->device->simulator ? 1 : QUEUES; /* oclgrind supports one thread at a time */
    made->end = &made->first;
    for (size_t k = 0; k < QUEUES; ++k) {
        base_env_begin(&made->queues[k].env, env);
    }
    made->has_lock = pthread_mutex_init(&made->lock, NULL) == 0 && pthread_cond_init(&made->changed, NULL) == 0;
    TRY_OR(done, made->has_lock ? SWARM_OK : base_fail_memory(env));
    for (size_t k = 0; k < made->queue_count; ++k) {
        status = open_queue(made, devices, index, features, &made->queues[k]);
        TRY_OR(done, status == SWARM_OK ? SWARM_OK : base_fail(env, status, "%s", made->queues[k].env.error));
    }
    ocl_device_log(env, made->device);
done:
    if (status != SWARM_OK) {
        fleet_batcher_destroy(batcher);
    }
    return status;
}

void fleet_batcher_destroy(struct fleet_batcher **batcher)
{
    struct fleet_batcher *freed = *batcher;
    *batcher = NULL;
    if (!freed) {
        return;
    }
    for (size_t k = 0; k < QUEUES; ++k) {
        struct queue *queue = &freed->queues[k];
        ocl_kernels_release(&queue->kernel, 1, queue->buffers, BUFFERS, k + 1 == QUEUES ? &freed->program : NULL);
        for (size_t i = 0; i < BUFFERS; ++i) {
            free(queue->copies[i]);
        }
    }
    for (size_t k = 0; k < QUEUES; ++k) {
        ocl_session_close(&freed->queues[k].session);
        base_env_deinit(&freed->queues[k].env);
    }
    if (freed->has_lock) {
        pthread_cond_destroy(&freed->changed);
        pthread_mutex_destroy(&freed->lock);
    }
    free(freed);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Launches                                                                                                           */

/* Grows the buffers and their copies. Their contents are lost. */
static enum swarm_status reserve(struct queue *queue)
{
    for (size_t i = 0; i < BUFFERS; ++i) {
        struct ocl_buffer *buffer = &queue->buffers[i];
        const uint64_t wanted = queue->sizes.of[i] * arguments[i].size;
        if (buffer->memory && buffer->bytes >= wanted) {
            continue;
        }
        ocl_buffer_release(buffer);
        free(queue->copies[i]);
        buffer->bytes = wanted + wanted / 4;
        queue->copies[i] = base_array((size_t)buffer->bytes, 1);
        TRY(queue->copies[i] ? SWARM_OK : base_fail_memory(&queue->env));
        TRY(ocl_buffer_create(&queue->session, buffer));
        TRY(OCL_GIVE(&queue->session, &queue->kernel, OCL_NAMED(arguments[i].name, buffer->memory)));
    }
    return SWARM_OK;
}

/* The request's elements in the copy of a buffer. */
static void *copy_of(const struct queue *queue, const struct request *request, size_t buffer)
{
    return (char *)queue->copies[buffer] + request->at.of[buffer] * arguments[buffer].size;
}

static uint64_t plan_bytes(const struct fleet_space *space)
{
    return (FLEET_WORDS(space->problem.n, space->rules.routes) + space->problem.n + space->rules.routes)
           * sizeof(uint32_t);
}

static void pack(const struct queue *queue, const struct request *request)
{
    const struct fleet_space *space = request->item.space;
    const struct mosaic_problem *problem = &space->problem;
    const uint64_t *at = request->at.of;
    const size_t n = problem->n;
    struct fleet_job *job = request->item.job;
    job->words = at[WORDS];
    job->lists = at[NEAR];
    job->edges = at[EDGES];
    job->customers = at[CUSTOMERS];
    job->vehicles = at[VEHICLES];
    job->n = problem->n;
    job->width = problem->width;
    job->routes = space->rules.routes;
    memcpy(copy_of(queue, request, JOBS), job, sizeof *job);
    memcpy(copy_of(queue, request, WORDS), request->item.words, plan_bytes(space));
    memcpy(copy_of(queue, request, NEAR), problem->near, n * problem->width * sizeof *problem->near);
    memcpy(copy_of(queue, request, EDGES), problem->lengths, n * n * sizeof *problem->lengths);
    memcpy(copy_of(queue, request, CUSTOMERS), space->customers, n * sizeof *space->customers);
    memcpy(copy_of(queue, request, VEHICLES), space->vehicles, space->vehicle_count * sizeof *space->vehicles);
}

static void unpack(const struct queue *queue, const struct request *request)
{
    memcpy(request->item.job, copy_of(queue, request, JOBS), sizeof *request->item.job);
    memcpy(request->item.words, copy_of(queue, request, WORDS), plan_bytes(request->item.space));
}

/* True if no run needs another launch: each has its rounds, or is interrupted. */
static bool are_over(const struct queue *queue, const struct request *requests)
{
    bool over = true;
    for (; requests && over; requests = requests->next) {
        const struct fleet_job *job = copy_of(queue, requests, JOBS);
        over = job->round >= job->end || base_interrupted(requests->item.env, requests->item.deadline);
    }
    return over;
}

/* NDRange of fleet_improve_many
 *   global = { plans times items }
 *   local  = { items }   1 on CPUs
 */
static enum swarm_status run(const struct fleet_batcher *batcher, struct queue *queue, const struct request *requests)
{
    struct ocl_session *session = &queue->session;
    const uint64_t *sizes = queue->sizes.of, jobs = sizes[JOBS] * sizeof(struct fleet_job);
    const struct ocl_ndrange range = {{(size_t)sizes[JOBS] * batcher->items, 1}, {batcher->items, 1}};
    for (size_t i = 0; i < BUFFERS; ++i) {
        TRY(ocl_buffer_write(session, &queue->buffers[i], 0, sizes[i] * arguments[i].size, queue->copies[i]));
    }
    do {
        const double begin = base_clock_now();
        TRY(OCL_GIVE(session, &queue->kernel, OCL_NAMED("budget", queue->budget)));
        TRY(ocl_kernel_enqueue(session, &queue->kernel, range));
        TRY(ocl_buffer_read(session, &queue->buffers[JOBS], 0, jobs, queue->copies[JOBS]));
        queue->budget =
            mosaic_budget_after(queue->budget, base_clock_now() - begin, batcher->launch_seconds, MOST_BUDGET);
    } while (!are_over(queue, requests));
    return ocl_buffer_read(session, &queue->buffers[WORDS], 0, sizes[WORDS] * sizeof(uint32_t), queue->copies[WORDS]);
}

/* Makes the rounds of `requests`. */
static void work(const struct fleet_batcher *batcher, struct queue *queue, struct request *requests)
{
    enum swarm_status status = reserve(queue);
    for (const struct request *request = requests; request && status == SWARM_OK; request = request->next) {
        pack(queue, request);
    }
    status = status == SWARM_OK ? run(batcher, queue, requests) : status;
    for (struct request *request = requests; request; request = request->next) {
        request->status = status;
        request->error = status != SWARM_OK ? queue->env.error : NULL;
        if (status == SWARM_OK) {
            unpack(queue, request);
        }
    }
}

/* Removes from the waiting requests the first, and all others that fit the device. */
static struct request *take(struct fleet_batcher *batcher, struct queue *queue)
{
    const uint64_t eighth = batcher->device->global_memory / 8, allocation = batcher->device->max_allocation;
    const uint64_t most = (allocation < eighth ? allocation : eighth) / 2;
    struct request *taken = NULL, **end = &taken, **from = &batcher->first;
    queue->sizes = (struct sizes){{0}};
    while (*from) {
        struct request *request = *from;
        const struct sizes own = sizes_of(&request->item);
        bool fits = true;
        request->at = queue->sizes;
        for (size_t i = 0; i < BUFFERS; ++i) {
            queue->sizes.of[i] += own.of[i];
            fits = fits && queue->sizes.of[i] * arguments[i].size <= most;
        }
        if (taken && !fits) {
            queue->sizes = request->at;
            from = &request->next;
            continue;
        }
        *from = request->next;
        request->next = NULL;
        *end = request;
        end = &request->next;
    }
    batcher->end = from;
    return taken;
}

enum swarm_status fleet_batcher_search(struct fleet_batcher *batcher, const struct fleet_batch_item *item)
{
    struct request own = {.item = *item};
    pthread_mutex_lock(&batcher->lock);
    *batcher->end = &own;
    batcher->end = &own.next;
    while (!own.done) {
        struct queue *queue = batcher->queues, *const end = queue + batcher->queue_count;
        while (queue < end && queue->busy) {
            ++queue;
        }
        if (queue == end || !batcher->first) {
            pthread_cond_wait(&batcher->changed, &batcher->lock);
            continue;
        }
        struct request *taken = take(batcher, queue);
        queue->busy = true;
        pthread_mutex_unlock(&batcher->lock);
        work(batcher, queue, taken);
        pthread_mutex_lock(&batcher->lock);
        for (struct request *next; taken; taken = next) { /* reads `next` first: a finished request may be freed */
            next = taken->next;
            if (taken->error) {
                base_fail(taken->item.env, taken->status, "%s", taken->error);
            }
            taken->done = true;
        }
        queue->busy = false;
        pthread_cond_broadcast(&batcher->changed);
    }
    pthread_mutex_unlock(&batcher->lock);
    return own.status;
}
