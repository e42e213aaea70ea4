/* device.h - evaluations of an ascent and pricing on an OpenCL device, with the same integers as on the host. */
#ifndef SWARMCL_BOUND_DEVICE_H
#define SWARMCL_BOUND_DEVICE_H

#include "line.h"
#include "ocl/program.h"

struct bound_device;

/* The step after an evaluation. */
struct bound_steps {
    int32_t node, cell; /* length of the step of vertices; of cells */
    bool is_first;      /* there are no directions yet */
    bool scales_cells;  /* cells get new scales, from the tree */
};

/* Opens the device at `index` of `list`, which must outlive it, and builds the kernels for an instance. *device returns
 * owned. Errors: those of the driver, SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status bound_device_create(struct base_env *env, const struct ocl_device_list *list, size_t index,
                                      const struct swarm_instance *instance, struct bound_device **device);
void bound_device_destroy(struct bound_device **device);

/* Starts at `potentials` [count] with none kept yet. The graph is the same in all calls, belongs to the same instance, has
 * no joint, outlives the device, and may get more edges. SWARM_ERROR_OUT_OF_MEMORY if it does not fit the device. */
enum swarm_status bound_device_begin(struct bound_device *device, const struct bound_graph *graph,
                                     const int32_t *potentials);

/* Queues the search for the 1-tree, and keeps the potentials if it is the longest. Sometimes waits for the device. */
enum swarm_status bound_device_find(struct bound_device *device);

/* Queues the step after the last search. */
enum swarm_status bound_device_move(struct bound_device *device, struct bound_steps steps);

/* Waits for the last search: the length of its 1-tree, and the longest. */
enum swarm_status bound_device_length(struct bound_device *device, int64_t *length, int64_t *kept_length);

/* The 1-tree of the last search, but only some members: no degrees, the weights of the tree's edges, the special node's
 * element of `seconds`. `one` belongs to the same graph, or is zeroed. */
enum swarm_status bound_device_tree(struct bound_device *device, struct bound_one_tree *one);

/* Copies new edges of the graph to the device, and keeps no potentials any longer. */
enum swarm_status bound_device_grow(struct bound_device *device);

/* Reads potentials [count]: the ones that are kept, or those of the last search or the step after it. */
enum swarm_status bound_device_read(struct bound_device *device, bool kept, int32_t *potentials);

/* True if the device can price the graph: it can compute the lengths and has room for the line. */
bool bound_device_prices(const struct bound_device *device);

/* Finds the edges that bound_price() adds, by the line of the last 1-tree: found [count]. A `deadline` other than
 * INFINITY, or cancellation, stops it: the remaining vertices get no edges, and `seen` values that show them as
 * incomplete. */
enum swarm_status bound_device_price(struct bound_device *device, const struct bound_line *line, double deadline,
                                     struct bound_found *found);

#endif
