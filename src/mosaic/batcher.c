/* batcher.c - improves populations of many runs in shared launches. No thread improves its own population, because
 * starts and crossover need all processors: if threads did, 10,000 instances of 100 nodes would take a tenth longer on
 * an H200 with 16 host cores, and 200 of 1,000 nodes a sixth. */
#include "batcher.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "device.h"
#include "ocl/batch.h"
#include "tsp/arithmetic.h"

enum {
    MOST_INDIVIDUALS = 1 << 17, /* maximum number of individuals per launch; limits its memory */
    WIDTH_MOST = 16,            /* candidates per node: a lane evaluates a candidate and a side */
    FIRST_BUDGET = 256,         /* nodes that each individual examines in a queue's first launch */
    MOST_BUDGET = 1 << 20       /* maximum number of nodes that each individual examines in a launch */
};

/* Buffers of the kernel. */
enum { WORDS, TOURS, INDIVIDUALS, OFFSETS, NEAR, NEAR_LENGTH, EDGES, BUFFERS };

struct request {
    struct ocl_batch_item base;
    struct mosaic_batch_item item;
    const void *edges; /* coordinates or lengths, as the kernel reads them */
    bool interrupted;
};

struct mosaic_batcher {
    struct mosaic_many many;
    struct ocl_batch *batch;
};

bool mosaic_batcher_takes(const struct mosaic_batcher *batcher, const struct mosaic_problem *problem)
{
    const bool has_edges = batcher->many.lengths == 0 || (problem->points && problem->metric == batcher->many.metric);
    return has_edges && problem->n <= MOSAIC_SMALL_NODES && !problem->partners && !problem->doubled
           && problem->width <= WIDTH_MOST;
}

/* Number of individuals that a request improves. */
static uint32_t count_of(const struct request *request)
{
    return request->item.population->count - request->item.first;
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

/* Bytes of an element of EDGES. */
static size_t edge_size(const struct mosaic_many *many)
{
    return many->lengths > 0 ? tsp_coordinate_size(many->lengths) : sizeof(int32_t);
}

static enum swarm_status build(void *user, struct ocl_session *session, cl_program *program)
{
    return mosaic_many_build(session, &((struct mosaic_batcher *)user)->many, program);
}

static void pack(const void *user, struct ocl_batch_item *base)
{
    const struct mosaic_batcher *batcher = user;
    const struct request *request = (struct request *)base;
    const struct mosaic_problem *problem = request->item.problem;
    const struct mosaic_population *population = request->item.population;
    const uint64_t *at = base->at;
    const uint32_t n = problem->n;
    const size_t bits = ARRAY_QUEUED_WORDS(n), lists = (size_t)n * problem->width;
    const uint32_t per_node = elements_per_node(&batcher->many, problem);
    uint32_t *tours = base->copies[TOURS];
    struct mosaic_offsets *offsets = base->copies[OFFSETS];
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
    memcpy(base->copies[INDIVIDUALS], population->individuals + request->item.first,
           count_of(request) * sizeof *population->individuals);
    memcpy(base->copies[NEAR], problem->near, lists * sizeof *problem->near);
    memcpy(base->copies[NEAR_LENGTH], problem->near_length, lists * sizeof *problem->near_length);
    memcpy(base->copies[EDGES], request->edges, (size_t)n * per_node * edge_size(&batcher->many));
}

static bool is_done(const struct ocl_batch_item *item)
{
    return mosaic_are_done(item->copies[INDIVIDUALS], (uint32_t)item->sizes[INDIVIDUALS]);
}

static void unpack(struct ocl_batch_item *base)
{
    struct request *request = (struct request *)base;
    struct mosaic_population *population = request->item.population;
    const uint32_t n = population->n;
    const size_t bits = ARRAY_QUEUED_WORDS(n);
    const uint32_t *tours = base->copies[TOURS];
    request->interrupted = !is_done(base);
    if (request->interrupted) {
        return;
    }
    for (uint32_t i = request->item.first; i < population->count; ++i, tours += n + bits) {
        memcpy(population->words + i * population->stride, tours, n * sizeof *tours);
        memset(mosaic_population_dirty(population, i), 0, bits * sizeof *tours);
    }
    memcpy(population->individuals + request->item.first, base->copies[INDIVIDUALS],
           count_of(request) * sizeof *population->individuals);
}

/* NDRange of mosaic_improve_many
 *   global = { individuals rounded up to whole groups, times items of an individual }
 *   local  = { items of an individual times individuals of a group }   as for ants on pieces
 */
static enum swarm_status launch(const void *user, const struct ocl_batch_launch *launch)
{
    const struct mosaic_batcher *batcher = user;
    const uint64_t seed = launch->items->kind;
    const uint32_t count = (uint32_t)launch->sizes[INDIVIDUALS], key_0 = (uint32_t)seed, key_1 = (uint32_t)(seed >> 32),
                   begins = launch->begins;
    const struct mosaic_group group = mosaic_many_group(batcher->many.mapping);
    const size_t groups = (count + group.individuals - 1) / group.individuals;
    const struct ocl_ndrange range = {{groups * group.items, 1}, {group.items, 1}};
    uint32_t local_stride = 0; /* words of local memory of an individual */
    for (const struct ocl_batch_item *item = launch->items; item; item = item->next) {
        const uint32_t words = (uint32_t)ARRAY_SHORT_WORDS(((const struct request *)item)->item.problem->n);
        local_stride = words > local_stride ? words : local_stride;
    }
    TRY(OCL_GIVE(launch->session, launch->kernel, OCL_VALUE(count), OCL_VALUE(key_0), OCL_VALUE(key_1),
                 OCL_VALUE(local_stride), OCL_VALUE(begins),
                 OCL_LOCAL("local_words", (size_t)local_stride * group.individuals * sizeof(uint32_t))));
    return ocl_kernel_enqueue(launch->session, launch->kernel, range);
}

enum swarm_status mosaic_batcher_create(struct base_env *env, const struct ocl_device_list *devices, size_t index,
                                        struct mosaic_many many, double launch_seconds, struct mosaic_batcher **batcher)
{
    TRY(BASE_MAKE(env, *batcher, 1));
    (*batcher)->many = many;
    const struct ocl_batch_task task = {
        .user = *batcher,
        .kernel = "mosaic_improve_many",
        .launch_seconds = launch_seconds,
        .first_budget = FIRST_BUDGET,
        .budgets_most = MOST_BUDGET,
        .buffer_count = BUFFERS,
        .buffers = {[WORDS] = {"words", sizeof(uint32_t), 0, OCL_BATCH_SCRATCH},
                    [TOURS] = {"tours", sizeof(uint32_t), 0, OCL_BATCH_RESULT},
                    [INDIVIDUALS] = {"individuals", sizeof(struct mosaic_individual), MOST_INDIVIDUALS,
                                     OCL_BATCH_STATE},
                    [OFFSETS] = {"offsets", sizeof(struct mosaic_offsets), 0, OCL_BATCH_INPUT},
                    [NEAR] = {"near_nodes", sizeof(uint32_t), 0, OCL_BATCH_INPUT},
                    [NEAR_LENGTH] = {"near_length", sizeof(int32_t), 0, OCL_BATCH_INPUT},
                    [EDGES] = {"edge_elements", edge_size(&many), 0, OCL_BATCH_INPUT}},
        .build = build,
        .pack = pack,
        .launch = launch,
        .is_done = is_done,
        .unpack = unpack,
    };
    const enum swarm_status status = ocl_batch_create(env, devices, index, &task, &(*batcher)->batch);
    if (status != SWARM_OK) {
        mosaic_batcher_destroy(batcher);
    }
    return status;
}

void mosaic_batcher_destroy(struct mosaic_batcher **batcher)
{
    if (*batcher) {
        ocl_batch_destroy(&(*batcher)->batch);
        free(*batcher);
        *batcher = NULL;
    }
}

enum swarm_status mosaic_batcher_improve(struct mosaic_batcher *batcher, struct mosaic_batch_item item,
                                         bool *interrupted)
{
    const struct mosaic_problem *problem = item.problem;
    const uint64_t n = problem->n, count = item.population->count - item.first, lists = n * problem->width;
    const uint64_t elements = n * elements_per_node(&batcher->many, problem);
    const bool has_points = batcher->many.lengths > 0;
    void *points = has_points ? tsp_coordinates_make(batcher->many.lengths, problem->points, elements) : NULL;
    struct request own = {
        .base = {.env = item.env,
                 .deadline = item.deadline,
                 .kind = item.seed,
                 .sizes = {count * words_of(n), count * (n + ARRAY_QUEUED_WORDS(n)), count, count, lists, lists,
                           elements}},
        .item = item,
        .edges = has_points ? points : problem->lengths,
    };
    const enum swarm_status status = own.edges ? ocl_batch_work(batcher->batch, &own.base) : base_fail_memory(item.env);
    free(points);
    *interrupted = own.interrupted || (status == SWARM_OK && base_interrupted(item.env, item.deadline));
    return status;
}
