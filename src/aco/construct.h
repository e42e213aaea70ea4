/* construct.h - launches that build tours, of ants that need no other ant: cut after any ant and any step. */
#ifndef SWARMCL_ACO_CONSTRUCT_H
#define SWARMCL_ACO_CONSTRUCT_H

#include "device.h"

struct aco_walk {
    double step_units; /* of the pacer, looks at a node, that a step of an ant counts as */
    uint32_t together; /* ants that no launch parts, if it can */
    struct ocl_ndrange (*range)(const struct aco_shape *shape, uint32_t ants);
};

/* Queues the tours of all ants: launches of some ants and some steps, by arguments ant_begin, ant_end, step_begin and
 * step_end. *interrupted as for run_engine_type.step. */
enum swarm_status aco_construct_enqueue(struct aco_device_colony *colony, const struct aco_walk *walk,
                                        uint32_t iteration, bool *interrupted);

/* Steps of one launch that `ants` ants take. */
uint32_t aco_construct_steps(const struct aco_device_colony *colony, const struct aco_walk *walk, uint32_t ants);

#endif
