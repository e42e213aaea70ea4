/* colony_device.h - a colony on an OpenCL device, with its single steps laid open for tests and benches. */
#ifndef SWARMCL_ACO_COLONY_DEVICE_H
#define SWARMCL_ACO_COLONY_DEVICE_H

#include "colony.h"
#include "pacer.h"

/* Shapes and types: the table of device buffers in ARCHITECTURE.md. */
enum aco_buffer {
    ACO_BUFFER_COORDINATES,
    ACO_BUFFER_DISTANCE,
    ACO_BUFFER_HEURISTIC,
    ACO_BUFFER_TRAILS,
    ACO_BUFFER_ROW_OFFSETS,
    ACO_BUFFER_CHOICE_INFO,
    ACO_BUFFER_WEIGHTS,
    ACO_BUFFER_TOURS,
    ACO_BUFFER_LENGTHS,
    ACO_BUFFER_AMOUNTS,
    ACO_BUFFER_BEST,
    ACO_BUFFER_BEST_TOUR,
    ACO_BUFFER_SUMMARIES,
    ACO_BUFFER_COUNT
};

enum aco_kernel {
    ACO_KERNEL_INITIALISE,
    ACO_KERNEL_ROW_OFFSETS,
    ACO_KERNEL_CHOICE_INFO,
    ACO_KERNEL_CHOICE_WEIGHTS,
    ACO_KERNEL_CONSTRUCT,
    ACO_KERNEL_EVALUATE,
    ACO_KERNEL_REDUCE_BEST,
    ACO_KERNEL_KEEP_BEST,
    ACO_KERNEL_EVAPORATE,
    ACO_KERNEL_AMOUNTS,
    ACO_KERNEL_DEPOSIT,
    ACO_KERNEL_COUNT
};

enum {
    ACO_SUMMARY_SLOTS = 256, /* iterations whose summaries the device holds; the host reads them in batches */
    ACO_SUMMARY_BATCH = 64   /* at most so many iterations between two reads: three batches fit the slots */
};

struct aco_device_colony {
    struct aco_colony base;
    const struct ocl_device_list *devices; /* borrowed */
    size_t device_index;
    bool metric_on_device;
    struct aco_shape shape;
    struct ocl_session session;
    struct ocl_buffer buffers[ACO_BUFFER_COUNT];
    struct ocl_kernel kernels[ACO_KERNEL_COUNT];
    struct aco_pacer pacer;
    uint64_t queued;                                 /* last iteration queued */
    uint64_t requested;                              /* last iteration whose summary is being read */
    uint64_t collected;                              /* last iteration given to the caller */
    struct aco_summary summaries[ACO_SUMMARY_SLOTS]; /* the host's copy */
};

/* Lets every ant walk `tour` [n] of `length` and deposit on it, as aco_reference_walk(). Waits for the uploads. */
enum swarm_status aco_device_walk(struct aco_device_colony *colony, const uint32_t *tour, int64_t length,
                                  bool *interrupted);

/* The single steps; each only queues. *interrupted as for aco_colony_type.step. */
enum swarm_status aco_device_initialise(struct aco_device_colony *colony);
enum swarm_status aco_device_choice(struct aco_device_colony *colony);
enum swarm_status aco_device_construct(struct aco_device_colony *colony, uint32_t iteration, bool *interrupted);
enum swarm_status aco_device_evaluate(struct aco_device_colony *colony);
enum swarm_status aco_device_reduce(struct aco_device_colony *colony, uint64_t iteration);
enum swarm_status aco_device_evaporate(struct aco_device_colony *colony);
enum swarm_status aco_device_deposit(struct aco_device_colony *colony, bool *interrupted);

#endif
