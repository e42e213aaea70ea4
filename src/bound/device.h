/* device.h - computes evaluations of an ascent, and pricing, on an OpenCL device, with the integers of the host. */
#ifndef SWARMCL_BOUND_DEVICE_H
#define SWARMCL_BOUND_DEVICE_H

#include "line.h"
#include "ocl/program.h"

struct bound_device;

/* The step of the potentials after an evaluation. */
struct bound_steps {
    int32_t node, cell; /* size of the step of vertices, of cells; BOUND_ONE is 1 */
    bool is_first;      /* True if the ascent has no previous directions */
    bool scales_cells;  /* True if the scales of cells (subtrees of the k-d tree) are computed again, from the edges of
                           the 1-tree that leave them */
};

/* Opens the device at `index` of `list` and builds the kernels for an instance, on a thread of its own;
 * bound_device_begin() waits for the thread and returns its errors. `env`, list and instance must outlive *device,
 * owned by the caller. Errors: those of the driver, SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status bound_device_create(struct base_env *env, const struct ocl_device_list *list, size_t index,
                                      const struct swarm_instance *instance, struct bound_device **device);
void bound_device_destroy(struct bound_device **device);

/* Starts at `potentials` [count], with none kept. Errors: those of bound_device_create(). The graph, of the instance or
 * of its sites, has no joint, is the same in all calls, and outlives the device; edges may be added.
 * SWARM_ERROR_OUT_OF_MEMORY if it does not fit the device. */
enum swarm_status bound_device_begin(struct bound_device *device, const struct bound_graph *graph,
                                     const int32_t *potentials);

/* Queues the search for the 1-tree, and keeps the potentials if it is the longest since bound_device_begin() or
 * bound_device_grow(). Every tenth call waits for the device. */
enum swarm_status bound_device_find(struct bound_device *device);

/* Queues the step of the potentials after the last search. */
enum swarm_status bound_device_move(struct bound_device *device, struct bound_steps steps);

/* Waits for the last search. Returns the length of its 1-tree, and the longest length. */
enum swarm_status bound_device_length(struct bound_device *device, int64_t *length, int64_t *kept_length);

/* Returns the 1-tree of the last search: `taken`, `special`, `length`, and `seconds` of the special node. `one` belongs
 * to the same graph, or is zeroed. */
enum swarm_status bound_device_tree(struct bound_device *device, struct bound_one_tree *one);

/* Copies new edges of the graph to the device, and discards the kept potentials. */
enum swarm_status bound_device_grow(struct bound_device *device);

/* Reads potentials [count]: the kept ones if `kept`, otherwise the current ones. */
enum swarm_status bound_device_read(struct bound_device *device, bool kept, int32_t *potentials);

/* True if the device can price the graph: it can compute lengths and has room for the line. */
bool bound_device_prices(const struct bound_device *device);

/* Finds the edges that bound_price() adds, by level 0 of the line of the last 1-tree: found [count]. Unless `deadline`
 * is INFINITY, the deadline and cancellation stop the work; the remaining vertices then have no edges, and `seen` is
 * UINT32_MAX. */
enum swarm_status bound_device_price(struct bound_device *device, const struct bound_line *line, double deadline,
                                     struct bound_found *found);

#endif
