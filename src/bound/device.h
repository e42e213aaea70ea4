/* device.h - the evaluations of an ascent and its pricing on an OpenCL device, with the integers of the host. */
#ifndef SWARMCL_BOUND_DEVICE_H
#define SWARMCL_BOUND_DEVICE_H

#include "line.h"
#include "ocl/program.h"

struct bound_device;

/* The step behind an evaluation. */
struct bound_steps {
    int32_t node, cell; /* lengths of the step, of nodes and of cells */
    bool is_first;      /* there are no directions yet */
    bool scales_cells;  /* cells get new scales by the tree */
};

/* Opens the device at `index` of `list`, which must outlive it, and builds the kernels for an instance. *device returns
 * owned. Errors: those of the driver, SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status bound_device_create(struct base_env *env, const struct ocl_device_list *list, size_t index,
                                      const struct swarm_instance *instance, struct bound_device **device);
void bound_device_destroy(struct bound_device **device);

/* Begins at these potentials [count], with none kept. The graph is that of the first call, of the same instance, has no
 * joint, outlives the device, and may get edges. SWARM_ERROR_OUT_OF_MEMORY where it does not fit the device. */
enum swarm_status bound_device_begin(struct bound_device *device, const struct bound_graph *graph,
                                     const int32_t *potentials);

/* Queues the search for the 1-tree; potentials with the longest are kept. Now and then it waits for the device. */
enum swarm_status bound_device_find(struct bound_device *device);

/* Queues the step behind the search that was queued last. */
enum swarm_status bound_device_move(struct bound_device *device, struct bound_steps steps);

/* Waits for the 1-tree that was queued last: its length, and that kept. */
enum swarm_status bound_device_length(struct bound_device *device, int64_t *length, int64_t *kept_length);

/* The 1-tree that was queued last, without its degrees; of `weights` those of the tree, of `seconds` the special
 * node's. `one` is of the same graph, or zeroed before the first call. */
enum swarm_status bound_device_tree(struct bound_device *device, struct bound_one_tree *one);

/* The potentials [count]: of the 1-tree, unless a step was queued behind it. */
enum swarm_status bound_device_potentials(struct bound_device *device, int32_t *potentials);

/* Takes over the edges that the graph has got, and keeps no potentials any more. */
enum swarm_status bound_device_grow(struct bound_device *device);

/* The potentials [count] that were kept. */
enum swarm_status bound_device_kept(struct bound_device *device, int32_t *kept);

/* Whether it prices the graph that it has begun with: it can compute the lengths, and has room for the line. */
bool bound_device_prices(const struct bound_device *device);

/* Finds what bound_price() adds, of the line of the 1-tree that was queued last: found [count]. It stops at a
 * `deadline` that is not INFINITY, or at cancellation; nodes behind have no edges, and more of them were seen. */
enum swarm_status bound_device_price(struct bound_device *device, const struct bound_line *line, double deadline,
                                     struct bound_found *found);

#endif
