/* batcher.c - improves populations of many runs in shared launches. A thread whose population waits while a queue of
 * the device is free launches all populations that wait. So launches grow with the time that they take, while other
 * threads start and cross tours. No thread improves its own population, because starts and crossover need all
 * processors: if threads did, 10,000 instances of 100 nodes would take a tenth longer on an H200 with 16 host cores,
 * and 200 of 1,000 nodes a sixth. */
#include "batcher.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "device.h"
#include "tsp/arithmetic.h"

enum {
    QUEUES = 2,                 /* concurrent launches: transfers of one overlap the kernel of the other */
    MOST_INDIVIDUALS = 1 << 17, /* maximum number of individuals per launch; limits its memory */
    WIDTH_MOST = 16,            /* candidates per node: a lane evaluates a candidate and a side */
    FIRST_BUDGET = 256,         /* nodes that each individual examines in a queue's first launch */
    MOST_BUDGET = 1 << 20       /* maximum number of nodes that each individual examines in a launch */
};

/* Buffers of a queue, the kernel's arguments. All except the words have a copy on the host. */
enum { WORDS, TOURS, INDIVIDUALS, OFFSETS, NEAR, NEAR_LENGTH, EDGES, BUFFERS };
static const struct {
    const char *name;
    size_t size; /* size of an element of the buffer in bytes; 0: struct queue has it */
} arguments[BUFFERS] = {
    [WORDS] = {"words", sizeof(uint32_t)},
    [TOURS] = {"tours", sizeof(uint32_t)},
    [INDIVIDUALS] = {"individuals", sizeof(struct mosaic_individual)},
    [OFFSETS] = {"offsets", sizeof(struct mosaic_offsets)},
    [NEAR] = {"near_nodes", sizeof(uint32_t)},
    [NEAR_LENGTH] = {"near_length", sizeof(int32_t)},
    [EDGES] = {"edge_elements", 0},
};

/* Number of elements in each buffer. */
struct sizes {
    uint64_t of[BUFFERS];
};

struct request {
    struct mosaic_batch_item item;
    struct sizes at; /* index of the request's first element in each buffer */
    bool done, interrupted;
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
    size_t edge_size;      /* bytes of an element of EDGES */
    struct sizes sizes;    /* number of elements of each buffer that the launch uses */
    uint32_t local_stride; /* words of local memory of an individual in the launch */
    uint32_t budget;
};

struct mosaic_batcher {
    const struct swarm_device *device;
    double launch_seconds;
    struct mosaic_many many;
    size_t queue_count;
    cl_program program;
    pthread_mutex_t lock; /* guards the members below; a busy queue belongs to the thread that works with it */
    pthread_cond_t changed;
    bool has_lock;
    struct request *first, **end;
    struct queue queues[QUEUES];
};

bool mosaic_batcher_takes(const struct mosaic_batcher *batcher, const struct mosaic_problem *problem)
{
    const bool has_edges = batcher->many.lengths == 0 || (problem->points && problem->metric == batcher->many.metric);
    return has_edges && problem->lengths && !problem->partners && !problem->doubled && problem->width <= WIDTH_MOST;
}

static size_t element_size(const struct queue *queue, size_t buffer)
{
    return buffer == EDGES ? queue->edge_size : arguments[buffer].size;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The device                                                                                                         */

static enum swarm_status open_queue(struct mosaic_batcher *batcher, const struct ocl_device_list *devices, size_t index,
                                    struct queue *queue)
{
    queue->budget = FIRST_BUDGET;
    queue->edge_size = batcher->many.lengths > 0 ? tsp_coordinate_size(batcher->many.lengths) : sizeof(int32_t);
    TRY(ocl_session_open(&queue->env, devices, index, false, &queue->session));
    TRY(batcher->program ? SWARM_OK : mosaic_many_build(&queue->session, &batcher->many, &batcher->program));
    TRY(ocl_kernel_create(&queue->session, batcher->program, "mosaic_improve_many", &queue->kernel));
    for (size_t i = 0; i < BUFFERS; ++i) {
        queue->buffers[i].name = arguments[i].name;
    }
    return SWARM_OK;
}

enum swarm_status mosaic_batcher_create(struct base_env *env, const struct ocl_device_list *devices, size_t index,
                                        struct mosaic_many many, double launch_seconds, struct mosaic_batcher **batcher)
{
    enum swarm_status status = SWARM_OK;
    TRY(BASE_MAKE(env, *batcher, 1));
    struct mosaic_batcher *made = *batcher;
    made->device = &devices->devices[index];
    made->launch_seconds = launch_seconds;
    made->many = many;
    made->queue_count = made->device->simulator ? 1 : QUEUES; /* oclgrind supports one thread at a time */
    made->end = &made->first;
    for (size_t k = 0; k < QUEUES; ++k) {
        base_env_begin(&made->queues[k].env, env);
    }
    made->has_lock = pthread_mutex_init(&made->lock, NULL) == 0 && pthread_cond_init(&made->changed, NULL) == 0;
    TRY_OR(done, made->has_lock ? SWARM_OK : base_fail_memory(env));
    for (size_t k = 0; k < made->queue_count; ++k) {
        status = open_queue(made, devices, index, &made->queues[k]);
        TRY_OR(done, status == SWARM_OK ? SWARM_OK : base_fail(env, status, "%s", made->queues[k].env.error));
    }
    ocl_device_log(env, made->device);

done:
    if (status != SWARM_OK) {
        mosaic_batcher_destroy(batcher);
    }
    return status;
}

void mosaic_batcher_destroy(struct mosaic_batcher **batcher)
{
    struct mosaic_batcher *freed = *batcher;
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

/* Grows the buffers and their copies. Their contents are lost. */
static enum swarm_status reserve(struct queue *queue)
{
    for (size_t i = 0; i < BUFFERS; ++i) {
        struct ocl_buffer *buffer = &queue->buffers[i];
        const uint64_t wanted = queue->sizes.of[i] * element_size(queue, i);
        if (buffer->memory && buffer->bytes >= wanted) {
            continue;
        }
        ocl_buffer_release(buffer);
        free(queue->copies[i]);
        queue->copies[i] = NULL;
        buffer->bytes = wanted + wanted / 4;
        if (i != WORDS && !(queue->copies[i] = base_array((size_t)buffer->bytes, 1))) {
            return base_fail_memory(&queue->env);
        }
        TRY(ocl_buffer_create(&queue->session, buffer));
        TRY(OCL_GIVE(&queue->session, &queue->kernel, OCL_NAMED(arguments[i].name, buffer->memory)));
    }
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Launches                                                                                                           */

/* Number of individuals that a request improves. */
static uint32_t count_of(const struct request *request)
{
    return request->item.population->count - request->item.first;
}

/* The request's elements in the copy of a buffer. */
static void *copy_of(const struct queue *queue, const struct request *request, size_t buffer)
{
    return (char *)queue->copies[buffer] + request->at.of[buffer] * element_size(queue, buffer);
}

/* Words of an individual on the device: ARRAY_WORDS() with nodes of 16 bits. */
static uint64_t words_of(uint64_t n)
{
    return ARRAY_SHORT_WORDS(n) + ARRAY_LOG_MOST * ARRAY_LOG_WORDS;
}

/* Elements of EDGES for each node of a problem. */
static uint32_t elements_per_node(const struct mosaic_many *many, const struct mosaic_problem *problem)
{
    return many->lengths > 0 ? problem->dimensions : problem->n;
}

static enum swarm_status pack(const struct mosaic_many *many, struct queue *queue, const struct request *request)
{
    const struct mosaic_problem *problem = request->item.problem;
    const struct mosaic_population *population = request->item.population;
    const uint64_t *at = request->at.of;
    const uint32_t n = problem->n, per_node = elements_per_node(many, problem);
    const size_t bits = ARRAY_QUEUED_WORDS(n), lists = (size_t)n * problem->width, elements = (size_t)n * per_node;
    void *points = many->lengths > 0 ? tsp_coordinates_make(many->lengths, problem->points, elements) : NULL;
    const void *edges = many->lengths > 0 ? points : problem->lengths;
    uint32_t *tours = copy_of(queue, request, TOURS);
    struct mosaic_offsets *offsets = copy_of(queue, request, OFFSETS);
    for (uint32_t i = 0; i < count_of(request); ++i, tours += n + bits) {
        const uint32_t individual = request->item.first + i;
        offsets[i] = (struct mosaic_offsets){.words = at[WORDS] + i * words_of(n),
                                             .tour = at[TOURS] + i * (n + bits),
                                             .lists = at[NEAR],
                                             .edges = at[EDGES],
                                             .n = n,
                                             .width = problem->width,
                                             .stride = per_node,
                                             .last = problem->joint ? n : 0};
        memcpy(tours, population->words + individual * population->stride, n * sizeof *tours);
        memcpy(tours + n, mosaic_population_dirty(population, individual), bits * sizeof *tours);
    }
    memcpy(copy_of(queue, request, INDIVIDUALS), population->individuals + request->item.first,
           count_of(request) * sizeof *population->individuals);
    memcpy(copy_of(queue, request, NEAR), problem->near, lists * sizeof *problem->near);
    memcpy(copy_of(queue, request, NEAR_LENGTH), problem->near_length, lists * sizeof *problem->near_length);
    if (edges) {
        memcpy(copy_of(queue, request, EDGES), edges, elements * queue->edge_size);
    }
    free(points);
    return edges ? SWARM_OK : base_fail_memory(&queue->env);
}

static void unpack(const struct queue *queue, const struct request *request)
{
    struct mosaic_population *population = request->item.population;
    const uint32_t n = population->n;
    const size_t bits = ARRAY_QUEUED_WORDS(n);
    const uint32_t *tours = copy_of(queue, request, TOURS);
    for (uint32_t i = request->item.first; i < population->count; ++i, tours += n + bits) {
        memcpy(population->words + i * population->stride, tours, n * sizeof *tours);
        memset(mosaic_population_dirty(population, i), 0, bits * sizeof *tours);
    }
    memcpy(population->individuals + request->item.first, copy_of(queue, request, INDIVIDUALS),
           count_of(request) * sizeof *population->individuals);
}

/* True if all runs of a launch are interrupted. */
static bool are_interrupted(const struct request *requests)
{
    bool all = true;
    for (; requests && all; requests = requests->next) {
        all = base_interrupted(requests->item.env, requests->item.deadline);
    }
    return all;
}

/* NDRange of mosaic_improve_many
 *   global = { individuals rounded up to whole groups, times items of an individual }
 *   local  = { items of an individual times individuals of a group }   as for ants on pieces
 */
static enum swarm_status run(struct mosaic_batcher *batcher, struct queue *queue, const struct request *requests,
                             bool *interrupted)
{
    struct ocl_session *session = &queue->session;
    const uint64_t *sizes = queue->sizes.of;
    const uint32_t count = (uint32_t)sizes[INDIVIDUALS], key_0 = (uint32_t)requests->item.seed,
                   key_1 = (uint32_t)(requests->item.seed >> 32);
    const struct mosaic_group group = mosaic_many_group(batcher->many.mapping);
    const size_t groups = (count + group.individuals - 1) / group.individuals;
    const struct ocl_ndrange range = {{groups * group.items, 1}, {group.items, 1}};
    const uint32_t local_stride = queue->local_stride;
    uint32_t begins = 1;
    for (size_t i = TOURS; i < BUFFERS; ++i) {
        TRY(ocl_buffer_write(session, &queue->buffers[i], 0, sizes[i] * element_size(queue, i), queue->copies[i]));
    }
    TRY(OCL_GIVE(session, &queue->kernel, OCL_VALUE(count), OCL_VALUE(key_0), OCL_VALUE(key_1), OCL_VALUE(local_stride),
                 OCL_LOCAL("local_words", (size_t)local_stride * group.individuals * sizeof(uint32_t))));
    for (bool done = false; !done; begins = 0) {
        const double begin = base_clock_now();
        TRY(OCL_GIVE(session, &queue->kernel, OCL_NAMED("budget", queue->budget), OCL_VALUE(begins)));
        TRY(ocl_kernel_enqueue(session, &queue->kernel, range));
        TRY(ocl_buffer_read(session, &queue->buffers[INDIVIDUALS], 0, count * sizeof(struct mosaic_individual),
                            queue->copies[INDIVIDUALS]));
        done = mosaic_are_done(queue->copies[INDIVIDUALS], count);
        queue->budget =
            mosaic_budget_after(queue->budget, base_clock_now() - begin, batcher->launch_seconds, MOST_BUDGET);
        *interrupted = !done && are_interrupted(requests);
        if (*interrupted) {
            return SWARM_OK;
        }
    }
    return ocl_buffer_read(session, &queue->buffers[TOURS], 0, sizes[TOURS] * sizeof(uint32_t), queue->copies[TOURS]);
}

/* Improves the populations of `requests`. */
static void work(struct mosaic_batcher *batcher, struct queue *queue, struct request *requests)
{
    bool interrupted = false;
    enum swarm_status status = reserve(queue);
    for (const struct request *request = requests; request && status == SWARM_OK; request = request->next) {
        status = pack(&batcher->many, queue, request);
    }
    status = status == SWARM_OK ? run(batcher, queue, requests, &interrupted) : status;
    for (struct request *request = requests; request; request = request->next) {
        request->status = status;
        request->interrupted = interrupted;
        request->error = status != SWARM_OK ? queue->env.error : NULL;
        if (status == SWARM_OK && !interrupted) {
            unpack(queue, request);
        }
    }
}

/* Removes from the waiting requests the first, and all others with the same seed that fit the device. */
static struct request *take(struct mosaic_batcher *batcher, struct queue *queue)
{
    const uint64_t eighth = batcher->device->global_memory / 8, allocation = batcher->device->max_allocation;
    const uint64_t most = (allocation < eighth ? allocation : eighth) / 2;
    struct request *taken = NULL, **end = &taken, **from = &batcher->first;
    queue->sizes = (struct sizes){{0}};
    queue->local_stride = 0;
    while (*from) {
        struct request *request = *from;
        const uint64_t n = request->item.problem->n, count = count_of(request);
        const uint64_t tour = n + ARRAY_QUEUED_WORDS(n), lists = n * request->item.problem->width;
        const uint64_t elements = n * elements_per_node(&batcher->many, request->item.problem);
        const uint64_t own[BUFFERS] = {count * words_of(n), count * tour, count, count, lists, lists, elements};
        bool fits = !taken || request->item.seed == taken->item.seed;
        request->at = queue->sizes;
        for (size_t i = 0; i < BUFFERS; ++i) {
            queue->sizes.of[i] += own[i];
            fits = fits && queue->sizes.of[i] * element_size(queue, i) <= most;
        }
        if (taken && (!fits || queue->sizes.of[INDIVIDUALS] > MOST_INDIVIDUALS)) {
            queue->sizes = request->at;
            from = &request->next;
            continue;
        }
        const uint32_t stride = (uint32_t)ARRAY_SHORT_WORDS(n);
        queue->local_stride = stride > queue->local_stride ? stride : queue->local_stride;
        *from = request->next;
        request->next = NULL;
        *end = request;
        end = &request->next;
    }
    batcher->end = from;
    return taken;
}

static struct queue *free_queue(struct mosaic_batcher *batcher)
{
    struct queue *queue = batcher->queues, *const end = queue + batcher->queue_count;
    while (queue < end && queue->busy) {
        ++queue;
    }
    return queue < end ? queue : NULL;
}

enum swarm_status mosaic_batcher_improve(struct mosaic_batcher *batcher, struct mosaic_batch_item item,
                                         bool *interrupted)
{
    struct request own = {.item = item};
    pthread_mutex_lock(&batcher->lock);
    *batcher->end = &own;
    batcher->end = &own.next;
    while (!own.done) {
        struct queue *queue = free_queue(batcher);
        if (!queue || !batcher->first) {
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
    *interrupted = own.interrupted || (own.status == SWARM_OK && base_interrupted(item.env, item.deadline));
    return own.status;
}
