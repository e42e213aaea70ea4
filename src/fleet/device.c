#include "device.h"

#include <string.h>

#include "mosaic/device.h"
#include "tsp/arithmetic.h"

static uint64_t words_bytes(const struct fleet_size *size, uint32_t plans)
{
    return plans * FLEET_WORDS(size->n, size->routes) * sizeof(uint32_t);
}

enum swarm_status fleet_device_plan(struct search_engine *engine, const struct swarm_fleet *fleet,
                                    struct fleet_size size, struct fleet_kernel *kernel)
{
    const uint64_t n = size.n, width = n - 1 < FLEET_WIDTH ? n - 1 : FLEET_WIDTH;
    TRY(tsp_lengths_choose(engine->env, fleet->nodes, engine->device, NULL, &kernel->lengths));
    const bool measures = kernel->lengths > 0;
    const uint64_t edge = measures ? tsp_coordinate_size(kernel->lengths) : sizeof(int32_t);
    const struct ocl_buffer buffers[FLEET_BUFFERS] = {
        [FLEET_BUFFER_WORDS] = {"plan_words", words_bytes(&size, size.plans), NULL},
        [FLEET_BUFFER_PARTS] = {"parts", (uint64_t)size.plans * size.parts * sizeof(struct fleet_part), NULL},
        [FLEET_BUFFER_NEAR] = {"candidates", n * width * 4, NULL},
        [FLEET_BUFFER_NEAR_LENGTH] = {"candidate_lengths", n * width * 4, NULL},
        [FLEET_BUFFER_EDGES] = {measures ? "points" : "distance",
                                n * mosaic_edge_stride(fleet->nodes, kernel->lengths) * edge, NULL},
        [FLEET_BUFFER_CUSTOMERS] = {"customers", n * sizeof(struct fleet_customer), NULL},
        [FLEET_BUFFER_VEHICLES] = {"vehicles", (uint64_t)size.routes * sizeof(struct fleet_vehicle), NULL},
        [FLEET_BUFFER_WAYS] = {"lengths", fleet->lengths ? n * n * 4 : 4, NULL},
        [FLEET_BUFFER_TRAVEL] = {"travel_times", fleet->times ? n * n * 4 : 4, NULL},
    };
    kernel->size = size;
    memcpy(kernel->buffers, buffers, sizeof buffers);
    return search_engine_plan_buffers(engine, buffers, FLEET_BUFFERS);
}

enum { ITEMS = 32 }; /* work-items per part on GPUs */

enum swarm_status fleet_device_build(struct ocl_session *session, const struct swarm_fleet *fleet,
                                     const char *dump_path, struct fleet_kernel *kernel)
{
    const struct swarm_device *device = session->device;
    const bool single = device->type == SWARM_DEVICE_CPU || device->max_group_size < ITEMS;
    const struct ocl_define defines[] = {
        {"METRIC", kernel->lengths > 0 ? (int64_t)fleet->nodes->info.metric : 0, NULL},
        {"LENGTHS", kernel->lengths, NULL},
        {"JOINT", 0, NULL},
        {"FLEET_ITEMS", single ? 1 : ITEMS, NULL},
        {"FEATURES", fleet_features(fleet), NULL},
        {"ANTS", kernel->walks, NULL},
    };
    kernel->session = session;
    kernel->items = single ? 1 : ITEMS;
    TRY(ocl_program_build_file(session, "fleet/improve.cl", defines, sizeof defines / sizeof defines[0], dump_path,
                               &kernel->program));
    return ocl_kernel_create(session, kernel->program, "fleet_improve", &kernel->kernel);
}

enum swarm_status fleet_device_prepare(const struct fleet_space *space, uint64_t seed, struct fleet_kernel *kernel)
{
    static const char *const arguments[FLEET_BUFFERS] = {
        "words", "parts", "near_nodes", "near_length", "edge_elements", "customers", "vehicles", "ways", "travel",
    };
    const struct mosaic_problem *problem = &space->problem;
    const struct fleet_rules *rules = &space->rules;
    const uint32_t key_0 = (uint32_t)seed, key_1 = (uint32_t)(seed >> 32);
    const uint32_t edge_stride = mosaic_edge_stride(problem->instance, kernel->lengths);
    const uint64_t n = problem->n, lists = n * problem->width * 4;
    struct ocl_session *session = kernel->session;
    struct ocl_buffer *buffers = kernel->buffers;
    TRY(ocl_kernel_take_buffers(session, &kernel->kernel, arguments, buffers, FLEET_BUFFERS));
    TRY(ocl_buffer_write(session, &buffers[FLEET_BUFFER_NEAR], 0, lists, problem->near));
    TRY(ocl_buffer_write(session, &buffers[FLEET_BUFFER_NEAR_LENGTH], 0, lists, problem->near_length));
    TRY(fleet_device_send_rules(kernel, space));
    for (int k = 0; k < 2; ++k) {
        const int32_t *matrix = k == 0 ? space->lengths : space->times;
        TRY(matrix ? ocl_buffer_write(session, &buffers[FLEET_BUFFER_WAYS + k], 0, n * n * 4, matrix) : SWARM_OK);
    }
    TRY(mosaic_send_edges(session, problem, kernel->lengths, &buffers[FLEET_BUFFER_EDGES]));
    return OCL_GIVE(session, &kernel->kernel, OCL_VALUE(edge_stride), OCL_NAMED("n", problem->n),
                    OCL_NAMED("width", problem->width), OCL_NAMED("routes", rules->routes),
                    OCL_NAMED("breadth", rules->breadth), OCL_NAMED("pace", rules->pace.factor),
                    OCL_NAMED("shift", rules->pace.shift), OCL_VALUE(key_0), OCL_VALUE(key_1));
}

enum swarm_status fleet_device_send_rules(struct fleet_kernel *kernel, const struct fleet_space *space)
{
    TRY(ocl_buffer_write(kernel->session, &kernel->buffers[FLEET_BUFFER_CUSTOMERS], 0,
                         space->problem.n * sizeof *space->customers, space->customers));
    return ocl_buffer_write(kernel->session, &kernel->buffers[FLEET_BUFFER_VEHICLES], 0,
                            space->vehicle_count * sizeof *space->vehicles, space->vehicles);
}

void fleet_device_release(struct fleet_kernel *kernel)
{
    ocl_kernels_release(&kernel->kernel, 1, kernel->buffers, FLEET_BUFFERS, &kernel->program);
    *kernel = (struct fleet_kernel){.session = NULL};
}

/* NDRange of fleet_improve
 *   global = { parts of all plans times items }
 *   local  = { items }   1 on CPUs
 */
enum swarm_status fleet_device_search(struct fleet_kernel *kernel, const struct fleet_rules *rules, uint32_t plans,
                                      uint32_t *words, struct fleet_part *parts)
{
    struct ocl_session *session = kernel->session;
    struct ocl_buffer *buffers = kernel->buffers;
    const size_t count = (size_t)plans * kernel->size.parts;
    const struct ocl_ndrange range = {{count * kernel->items, 1}, {kernel->items, 1}};
    const uint64_t bytes = words_bytes(&kernel->size, plans);
    TRY(ocl_buffer_write(session, &buffers[FLEET_BUFFER_WORDS], 0, bytes, words));
    TRY(ocl_buffer_write(session, &buffers[FLEET_BUFFER_PARTS], 0, count * sizeof *parts, parts));
    TRY(OCL_GIVE(session, &kernel->kernel, OCL_NAMED("temperature", rules->temperature),
                 OCL_NAMED("round", rules->round)));
    TRY(ocl_kernel_enqueue(session, &kernel->kernel, range));
    TRY(ocl_buffer_read(session, &buffers[FLEET_BUFFER_PARTS], 0, count * sizeof *parts, parts));
    return ocl_buffer_read(session, &buffers[FLEET_BUFFER_WORDS], 0, bytes, words);
}
