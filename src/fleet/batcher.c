/* batcher.c - makes rounds of the plans of many runs in shared launches. */
#include "batcher.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "ocl/batch.h"

enum {
    ITEMS = 32,           /* work-items per plan on GPUs */
    MOST_BUDGET = 1 << 20 /* maximum number of rounds in a launch */
};

/* Buffers of the kernel. */
enum { JOBS, WORDS, NEAR, EDGES, CUSTOMERS, VEHICLES, BUFFERS };

struct request {
    struct ocl_batch_item base;
    const struct fleet_batch_item *item;
};

struct fleet_batcher {
    size_t items; /* work-items per plan */
    uint32_t features;
    struct ocl_batch *batch;
};

static enum swarm_status build(void *user, struct ocl_session *session, cl_program *program)
{
    const struct fleet_batcher *batcher = user;
    const struct ocl_define defines[] = {{"FLEET_ITEMS", (int64_t)batcher->items, NULL},
                                         {"FEATURES", batcher->features, NULL}};
    return ocl_program_build_file(session, "fleet/improve_many.cl", defines, sizeof defines / sizeof *defines, NULL,
                                  program);
}

static uint64_t count_words(const struct fleet_batch_item *item)
{
    return item->count * FLEET_BATCH_WORDS(item->space->problem.n, item->space->rules.routes);
}

static void pack(const void *user, struct ocl_batch_item *base)
{
    const struct fleet_batch_item *item = ((struct request *)base)->item;
    const struct fleet_space *space = item->space;
    const struct mosaic_problem *problem = &space->problem;
    const uint64_t *at = base->at;
    const size_t n = problem->n;
    (void)user;
    for (uint32_t k = 0; k < item->count; ++k) {
        struct fleet_job *job = &item->jobs[k];
        job->words = at[WORDS] + k * FLEET_BATCH_WORDS(problem->n, space->rules.routes);
        job->lists = at[NEAR];
        job->edges = at[EDGES];
        job->customers = at[CUSTOMERS];
        job->vehicles = at[VEHICLES];
        job->n = problem->n;
        job->width = problem->width;
        job->routes = space->rules.routes;
    }
    memcpy(base->copies[JOBS], item->jobs, item->count * sizeof *item->jobs);
    memcpy(base->copies[WORDS], item->words, count_words(item) * sizeof *item->words);
    memcpy(base->copies[NEAR], problem->near, n * problem->width * sizeof *problem->near);
    memcpy(base->copies[EDGES], problem->lengths, n * n * sizeof *problem->lengths);
    memcpy(base->copies[CUSTOMERS], space->customers, n * sizeof *space->customers);
    memcpy(base->copies[VEHICLES], space->vehicles, space->vehicle_count * sizeof *space->vehicles);
}

static bool is_done(const struct ocl_batch_item *item)
{
    const struct fleet_job *jobs = item->copies[JOBS];
    bool done = true;
    for (uint32_t k = 0; k < ((const struct request *)item)->item->count; ++k) {
        done = done && jobs[k].round >= jobs[k].end;
    }
    return done;
}

static void unpack(struct ocl_batch_item *base)
{
    const struct fleet_batch_item *item = ((struct request *)base)->item;
    memcpy(item->jobs, base->copies[JOBS], item->count * sizeof *item->jobs);
    memcpy(item->words, base->copies[WORDS], count_words(item) * sizeof *item->words);
}

/* NDRange of fleet_improve_many
 *   global = { plans times items }
 *   local  = { items }   1 on CPUs
 */
static enum swarm_status launch(const void *user, const struct ocl_batch_launch *launch)
{
    const struct fleet_batcher *batcher = user;
    const struct ocl_ndrange range = {{(size_t)launch->sizes[JOBS] * batcher->items, 1}, {batcher->items, 1}};
    return ocl_kernel_enqueue(launch->session, launch->kernel, range);
}

enum swarm_status fleet_batcher_create(struct base_env *env, const struct ocl_device_list *devices, size_t index,
                                       uint32_t features, double launch_seconds, struct fleet_batcher **batcher)
{
    const struct swarm_device *device = &devices->devices[index];
    TRY(BASE_MAKE(env, *batcher, 1));
    (*batcher)->items = device->type == SWARM_DEVICE_CPU || device->max_group_size < ITEMS ? 1 : ITEMS;
    (*batcher)->features = features;
    const struct ocl_batch_task task = {
        .user = *batcher,
        .kernel = "fleet_improve_many",
        .launch_seconds = launch_seconds,
        .first_budget = 1,
        .budgets_most = MOST_BUDGET,
        .buffer_count = BUFFERS,
        .buffers = {[JOBS] = {"jobs", sizeof(struct fleet_job), 0, OCL_BATCH_STATE},
                    [WORDS] = {"words", sizeof(uint32_t), 0, OCL_BATCH_RESULT},
                    [NEAR] = {"near_nodes", sizeof(uint32_t), 0, OCL_BATCH_INPUT},
                    [EDGES] = {"edge_elements", sizeof(int32_t), 0, OCL_BATCH_INPUT},
                    [CUSTOMERS] = {"customers", sizeof(struct fleet_customer), 0, OCL_BATCH_INPUT},
                    [VEHICLES] = {"vehicles", sizeof(struct fleet_vehicle), 0, OCL_BATCH_INPUT}},
        .build = build,
        .pack = pack,
        .launch = launch,
        .is_done = is_done,
        .unpack = unpack,
    };
    const enum swarm_status status = ocl_batch_create(env, devices, index, &task, &(*batcher)->batch);
    if (status != SWARM_OK) {
        fleet_batcher_destroy(batcher);
    }
    return status;
}

void fleet_batcher_destroy(struct fleet_batcher **batcher)
{
    if (*batcher) {
        ocl_batch_destroy(&(*batcher)->batch);
        free(*batcher);
        *batcher = NULL;
    }
}

enum swarm_status fleet_batcher_search(struct fleet_batcher *batcher, const struct fleet_batch_item *item)
{
    const struct fleet_space *space = item->space;
    const uint64_t n = space->problem.n;
    struct request own = {
        .base = {.env = item->env,
                 .deadline = item->deadline,
                 .sizes = {item->count, count_words(item), n * space->problem.width, n * n, n, space->vehicle_count}},
        .item = item,
    };
    return ocl_batch_work(batcher->batch, &own.base);
}
