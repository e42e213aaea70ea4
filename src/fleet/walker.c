/* walker.c - the walks of ants, on a device and on the host. */
#include "colony.h"
#include "mosaic/device.h"

static const char *const own_arguments[FLEET_WALK_BUFFERS] = {"trails", "starts", "urgency", "visited", "stops"};

void fleet_walker_plan(struct search_engine *engine, uint32_t n, uint32_t width, uint32_t ants,
                       struct fleet_walker *walker)
{
    walker->ants = ants;
    for (int k = 0; k < FLEET_WALK_BUFFERS; ++k) {
        const uint64_t entries = k == FLEET_WALK_TRAILS ? width : k < FLEET_WALK_VISITED ? 1 : ants;
        walker->buffers[k] = (struct ocl_buffer){own_arguments[k], n * entries * sizeof(uint32_t), NULL};
        search_engine_add_plan(engine, walker->buffers[k].name, walker->buffers[k].bytes);
    }
}

enum swarm_status fleet_walker_prepare(const struct fleet_space *space, uint64_t seed,
                                       const struct fleet_kernel *kernel, struct fleet_walker *walker)
{
    const struct ocl_buffer *shared = kernel->buffers;
    const uint32_t key_0 = (uint32_t)seed, key_1 = (uint32_t)(seed >> 32);
    const uint32_t edge_stride = mosaic_edge_stride(space->problem.instance, kernel->lengths);
    TRY(ocl_kernel_create(kernel->session, kernel->program, "fleet_walk", &walker->kernel));
    TRY(ocl_kernel_take_buffers(kernel->session, &walker->kernel, own_arguments, walker->buffers, FLEET_WALK_BUFFERS));
    return OCL_GIVE(kernel->session, &walker->kernel, OCL_NAMED("near_nodes", shared[FLEET_BUFFER_NEAR].memory),
                    OCL_NAMED("near_length", shared[FLEET_BUFFER_NEAR_LENGTH].memory),
                    OCL_NAMED("edge_elements", shared[FLEET_BUFFER_EDGES].memory), OCL_VALUE(edge_stride),
                    OCL_NAMED("customers", shared[FLEET_BUFFER_CUSTOMERS].memory), OCL_NAMED("n", space->problem.n),
                    OCL_NAMED("width", space->problem.width), OCL_VALUE(key_0), OCL_VALUE(key_1));
}

void fleet_walker_release(struct fleet_walker *walker)
{
    ocl_kernels_release(&walker->kernel, 1, walker->buffers, FLEET_WALK_BUFFERS, NULL);
}

/* NDRange of fleet_walk
 *   global = { ants times items }
 *   local  = { items }   1 on CPUs
 */
enum swarm_status fleet_walker_run(const struct fleet_kernel *kernel, struct fleet_walker *walker,
                                   const struct fleet_ant_rules *rules, const struct fleet_trails *trails,
                                   uint32_t iteration, uint32_t *stops)
{
    struct ocl_session *session = kernel->session;
    struct ocl_buffer *buffers = walker->buffers;
    const uint32_t *sources[] = {trails->lists, trails->starts, trails->urgency};
    const struct ocl_ndrange range = {{(size_t)walker->ants * kernel->items, 1}, {kernel->items, 1}};
    for (int k = 0; k < FLEET_WALK_VISITED; ++k) {
        TRY(ocl_buffer_write(session, &buffers[k], 0, buffers[k].bytes, sources[k]));
    }
    TRY(OCL_GIVE(session, &walker->kernel, OCL_NAMED("limit", rules->limit), OCL_NAMED("capacity", rules->capacity),
                 OCL_NAMED("early", rules->early), OCL_NAMED("late", rules->late), OCL_NAMED("depot", rules->depot),
                 OCL_NAMED("vehicles", rules->vehicles), OCL_NAMED("greed", rules->greed),
                 OCL_NAMED("shift", rules->shift), OCL_NAMED("trail", rules->trail), OCL_VALUE(iteration)));
    TRY(ocl_kernel_enqueue(session, &walker->kernel, range));
    return ocl_buffer_read(session, &buffers[FLEET_WALK_STOPS], 0, buffers[FLEET_WALK_STOPS].bytes, stops);
}

struct fleet_ant_rules fleet_ant_rules_of(const struct fleet_space *space)
{
    const struct fleet_vehicle *vehicle = &space->vehicles[0];
    uint64_t longest = (uint64_t)(vehicle->late - vehicle->early);
    uint32_t shift = 0;
    for (uint32_t i = 0; i < space->problem.n && !space->fleet->info.has_windows; ++i) {
        const uint64_t both = 2 * (uint64_t)space->customers[i].home;
        longest = i == 0 || both > longest ? both : longest;
    }
    while (longest * longest >> shift >> FLEET_CLOSE_BITS > 0) {
        ++shift;
    }
    return (struct fleet_ant_rules){
        .limit = vehicle->limit < vehicle->duration ? vehicle->limit : vehicle->duration,
        .capacity = vehicle->capacity,
        .early = vehicle->early,
        .late = vehicle->late,
        .depot = vehicle->start,
        .vehicles = space->rules.routes,
        .shift = shift,
    };
}

struct fleet_ant fleet_ant_of(const struct fleet_space *space, const struct fleet_trails *trails,
                              const struct fleet_ant_rules *rules, struct fleet_ant_board *board, uint32_t *visited,
                              uint32_t *stops)
{
    return (struct fleet_ant){
        .trails = trails->lists,
        .starts = trails->starts,
        .urgency = trails->urgency,
        .customers = space->customers,
        .visited = visited,
        .stops = stops,
        .board = board,
        .view = mosaic_view(&space->problem),
        .rules = *rules,
        .windows = (space->rules.features & FLEET_WINDOWS) != 0,
    };
}
