/* colony_device.h - a colony on an OpenCL device at work, with its single steps laid open for tests and benches. */
#ifndef SWARMCL_ACO_COLONY_DEVICE_H
#define SWARMCL_ACO_COLONY_DEVICE_H

#include "device.h"

/* The single steps; each only queues. *interrupted as for run_engine_type.step. */
enum swarm_status aco_device_initialise(struct aco_device_colony *colony);
enum swarm_status aco_device_choice(struct aco_device_colony *colony);
enum swarm_status aco_device_construct(struct aco_device_colony *colony, uint32_t iteration, bool *interrupted);
enum swarm_status aco_device_evaluate(struct aco_device_colony *colony);
enum swarm_status aco_device_reduce(struct aco_device_colony *colony, uint64_t iteration);
enum swarm_status aco_device_evaporate(struct aco_device_colony *colony);
enum swarm_status aco_device_deposit(struct aco_device_colony *colony, uint64_t iteration, bool *interrupted);

/* Lets every ant walk `tour` [n] of `length` and deposit on it, as aco_reference_walk(). Waits for the uploads. */
enum swarm_status aco_device_walk(struct aco_device_colony *colony, const uint32_t *tour, int64_t length,
                                  bool *interrupted);

/* Of run_engine_type: device_program.c and device_start.c. */
enum swarm_status aco_device_build(struct run_engine *engine);
enum swarm_status aco_device_prepare(struct run_engine *engine, const void *start, int64_t score);

#endif
