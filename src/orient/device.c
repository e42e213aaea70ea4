#include "device.h"

#include <string.h>

#include "mosaic/device.h"
#include "tsp/arithmetic.h"

enum swarm_status orient_device_plan(struct search_engine *engine, const struct swarm_instance *instance,
                                     const char *word, uint32_t individuals, struct orient_kernel *kernel)
{
    const uint64_t n = instance->info.node_count, width = n - 1 < ORIENT_WIDTH ? n - 1 : ORIENT_WIDTH;
    TRY(tsp_lengths_choose(engine->env, instance, engine->device, word, &kernel->lengths));
    const bool measures = kernel->lengths > 0;
    const uint64_t edge = measures ? tsp_coordinate_size(kernel->lengths) : sizeof(int32_t);
    const struct ocl_buffer buffers[ORIENT_BUFFERS] = {
        [ORIENT_BUFFER_WORDS] = {"individual_words", individuals * ORIENT_WORDS(n) * 4, NULL},
        [ORIENT_BUFFER_INDIVIDUALS] = {"individuals", individuals * sizeof(struct orient_individual), NULL},
        [ORIENT_BUFFER_NEAR] = {"candidates", n * width * 4, NULL},
        [ORIENT_BUFFER_NEAR_LENGTH] = {"candidate_lengths", n * width * 4, NULL},
        [ORIENT_BUFFER_EDGES] = {measures ? "points" : "distance",
                                 n * mosaic_edge_stride(instance, kernel->lengths) * edge, NULL},
        [ORIENT_BUFFER_SCORES] = {"scores", n * 4, NULL},
        [ORIENT_BUFFER_TRAILS] = {"trails", n * width * 4, NULL},
        [ORIENT_BUFFER_APPEALS] = {"appeals", n * width * 4, NULL},
    };
    memcpy(kernel->buffers, buffers, sizeof buffers);
    return search_engine_plan_buffers(engine, buffers, kernel->walks ? ORIENT_BUFFERS : ORIENT_BUFFER_TRAILS);
}

enum { ITEMS = 64 }; /* work-items per individual on GPUs */

enum swarm_status orient_device_build(struct ocl_session *session, const struct swarm_instance *instance,
                                      const char *dump_path, struct orient_kernel *kernel)
{
    const struct swarm_device *device = session->device;
    const bool single = device->type == SWARM_DEVICE_CPU || device->max_group_size < ITEMS;
    const struct ocl_define defines[] = {
        {"METRIC", kernel->lengths > 0 ? (int64_t)instance->info.metric : 0, NULL},
        {"LENGTHS", kernel->lengths, NULL},
        {"JOINT", instance->joint, NULL},
        {"ORIENT_ITEMS", single ? 1 : ITEMS, NULL},
        {"ANTS", kernel->walks, NULL},
    };
    kernel->session = session;
    kernel->items = single ? 1 : ITEMS;
    TRY(ocl_program_build_file(session, "orient/improve.cl", defines, sizeof defines / sizeof defines[0], dump_path,
                               &kernel->program));
    TRY(kernel->walks ? ocl_kernel_create(session, kernel->program, "orient_walk", &kernel->walk) : SWARM_OK);
    return ocl_kernel_create(session, kernel->program, "orient_improve", &kernel->kernel);
}

static const char *const arguments[ORIENT_BUFFERS] = {
    "words", "individuals", "near_nodes", "near_length", "edge_elements", "scores", "trails", "appeals",
};

/* Sets the buffers of the ants' kernel; all but two, which are created here, also belong to the other kernel. */
static enum swarm_status prepare_walk(struct orient_kernel *kernel, uint64_t bytes, const uint32_t *appeals)
{
    struct ocl_buffer *buffers = kernel->buffers;
    for (int i = 0; i < ORIENT_BUFFER_TRAILS; ++i) {
        TRY(OCL_GIVE(kernel->session, &kernel->walk, OCL_NAMED(arguments[i], buffers[i].memory)));
    }
    TRY(ocl_kernel_take_buffers(kernel->session, &kernel->walk, &arguments[ORIENT_BUFFER_TRAILS],
                                &buffers[ORIENT_BUFFER_TRAILS], ORIENT_BUFFERS - ORIENT_BUFFER_TRAILS));
    return ocl_buffer_write(kernel->session, &buffers[ORIENT_BUFFER_APPEALS], 0, bytes, appeals);
}

enum swarm_status orient_device_prepare(const struct orient_space *space, uint64_t seed, const uint32_t *appeals,
                                        struct orient_kernel *kernel)
{
    const struct mosaic_problem *problem = &space->problem;
    const struct orient_rules *rules = &space->rules;
    const uint32_t key_0 = (uint32_t)seed, key_1 = (uint32_t)(seed >> 32);
    const uint32_t edge_stride = mosaic_edge_stride(problem->instance, kernel->lengths);
    const uint64_t n = problem->n, lists = n * problem->width * 4;
    struct ocl_session *session = kernel->session;
    struct ocl_buffer *buffers = kernel->buffers;
    kernel->n = problem->n;
    TRY(ocl_kernel_take_buffers(session, &kernel->kernel, arguments, buffers, ORIENT_BUFFER_TRAILS));
    TRY(ocl_buffer_write(session, &buffers[ORIENT_BUFFER_NEAR], 0, lists, problem->near));
    TRY(ocl_buffer_write(session, &buffers[ORIENT_BUFFER_NEAR_LENGTH], 0, lists, problem->near_length));
    TRY(ocl_buffer_write(session, &buffers[ORIENT_BUFFER_SCORES], 0, n * 4, space->scores));
    TRY(mosaic_send_edges(kernel->session, problem, kernel->lengths, &kernel->buffers[ORIENT_BUFFER_EDGES]));
    const struct ocl_value values[] = {
        OCL_VALUE(edge_stride),
        OCL_NAMED("n", problem->n),
        OCL_NAMED("width", problem->width),
        OCL_NAMED("limit", rules->limit),
        OCL_NAMED("first", rules->first),
        OCL_NAMED("last", rules->last),
        OCL_VALUE(key_0),
        OCL_VALUE(key_1),
        OCL_NAMED("breadth", rules->breadth),
        OCL_NAMED("fineness", rules->fineness),
    };
    const size_t all = sizeof values / sizeof values[0];
    if (kernel->walks) {
        TRY(prepare_walk(kernel, lists, appeals));
        TRY(ocl_kernel_bind(session, &kernel->walk, values, all));
    }
    return ocl_kernel_give(session, &kernel->kernel, values, all);
}

void orient_device_release(struct orient_kernel *kernel)
{
    ocl_kernel_release(&kernel->walk);
    ocl_kernels_release(&kernel->kernel, 1, kernel->buffers, ORIENT_BUFFERS, &kernel->program);
    *kernel = (struct orient_kernel){.session = NULL};
}

static uint64_t words_bytes(const struct orient_kernel *kernel, uint32_t count)
{
    return count * ORIENT_WORDS(kernel->n) * sizeof(uint32_t);
}

enum swarm_status orient_device_send(struct orient_kernel *kernel, const struct orient_tours *population,
                                     uint32_t count)
{
    TRY(ocl_buffer_write(kernel->session, &kernel->buffers[ORIENT_BUFFER_WORDS], 0, words_bytes(kernel, count),
                         population->words));
    return ocl_buffer_write(kernel->session, &kernel->buffers[ORIENT_BUFFER_INDIVIDUALS], 0,
                            count * sizeof *population->individuals, population->individuals);
}

/* NDRange of orient_walk
 *   global = { ants times items }
 *   local  = { items }   1 on CPUs
 */
enum swarm_status orient_device_walk(struct orient_kernel *kernel, const struct orient_walkers *ants,
                                     struct orient_tours *population)
{
    const struct ocl_buffer *buffers = kernel->buffers;
    const uint32_t count = ants->end - ants->first;
    const struct ocl_ndrange range = {{(size_t)count * kernel->items, 1}, {kernel->items, 1}};
    const uint64_t before = words_bytes(kernel, ants->first), state = sizeof *population->individuals;
    if (ants->first == 0) {
        TRY(ocl_buffer_write(kernel->session, &buffers[ORIENT_BUFFER_TRAILS], 0, buffers[ORIENT_BUFFER_TRAILS].bytes,
                             ants->trails));
    }
    TRY(OCL_GIVE(kernel->session, &kernel->walk, OCL_NAMED("generation", ants->generation),
                 OCL_NAMED("first_ant", ants->first)));
    TRY(ocl_kernel_enqueue(kernel->session, &kernel->walk, range));
    TRY(ocl_buffer_read(kernel->session, &buffers[ORIENT_BUFFER_INDIVIDUALS], ants->first * state, count * state,
                        population->individuals + ants->first));
    return ocl_buffer_read(kernel->session, &buffers[ORIENT_BUFFER_WORDS], before, words_bytes(kernel, count),
                           population->words + before / sizeof *population->words);
}

/* NDRange of orient_improve
 *   global = { individuals times items }
 *   local  = { items }   1 on CPUs
 */
enum swarm_status orient_device_search(struct orient_kernel *kernel, struct orient_tours *population, uint32_t count,
                                       uint32_t budget)
{
    const struct ocl_ndrange range = {{(size_t)count * kernel->items, 1}, {kernel->items, 1}};
    TRY(OCL_GIVE(kernel->session, &kernel->kernel, OCL_VALUE(budget)));
    TRY(ocl_kernel_enqueue(kernel->session, &kernel->kernel, range));
    return ocl_buffer_read(kernel->session, &kernel->buffers[ORIENT_BUFFER_INDIVIDUALS], 0,
                           count * sizeof *population->individuals, population->individuals);
}

enum swarm_status orient_device_fetch(struct orient_kernel *kernel, struct orient_tours *population, uint32_t count)
{
    return ocl_buffer_read(kernel->session, &kernel->buffers[ORIENT_BUFFER_WORDS], 0, words_bytes(kernel, count),
                           population->words);
}
