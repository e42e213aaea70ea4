/* swarm_device.h - a swarm on an OpenCL device, with its single steps laid open for tests and benches. */
#ifndef SWARMCL_PSO_SWARM_DEVICE_H
#define SWARMCL_PSO_SWARM_DEVICE_H

#include "ocl/pacer.h"
#include "ocl/program.h"
#include "swarm.h"

/* Those of a state come first, in its order; shapes and types: the table of device buffers in ARCHITECTURE.md. */
enum pso_buffer {
    PSO_BUFFER_POSITIONS,
    PSO_BUFFER_VELOCITIES,
    PSO_BUFFER_MEMORIES,
    PSO_BUFFER_MEMORY_VALUES,
    PSO_BUFFER_NANS,
    PSO_BUFFER_BEST, /* and BEST_NEXT: the record and the one to come take turns */
    PSO_BUFFER_BEST_POSITIONS,
    PSO_BUFFER_TRIBE_VALUES,
    PSO_BUFFER_TRIBE_PARTICLES,
    PSO_BUFFER_TRIBE_ITERATIONS,
    PSO_BUFFER_TRIBE_POSITIONS,
    PSO_BUFFER_BEST_NEXT,
    PSO_BUFFER_CONSTANTS,
    PSO_BUFFER_LOG,
    PSO_BUFFER_VALUES,
    PSO_BUFFER_FOUND_VALUES,
    PSO_BUFFER_FOUND_PARTICLES,
    PSO_BUFFER_OFFERS,
    PSO_BUFFER_COUNT
};

enum pso_kernel {
    PSO_KERNEL_INITIALISE,
    PSO_KERNEL_MOVE,
    PSO_KERNEL_REMEMBER,
    PSO_KERNEL_JOIN,
    PSO_KERNEL_PERSIST,
    PSO_KERNEL_EXCHANGE,
    PSO_KERNEL_COUNT
};

/* How the particles are laid over the device; changes no result. */
struct pso_shape {
    uint32_t lanes;      /* particles of a work-item at once: 1 on GPUs, a vector on CPUs */
    uint32_t group_size; /* work-items of a group; 1 on CPUs */
    uint32_t items;      /* vectors of particles that a work-item has */
    uint32_t groups;
    bool registers; /* pso_persist keeps particles in private memory */
};

/* What a batch of iterations leaves for the host. */
struct pso_batch {
    uint64_t iteration; /* the last of the batch */
    struct pso_best best;
    struct pso_improvement log[LOG_SLOTS];
};

enum { PSO_BATCHES = PACER_POINTS + 2 };

struct pso_device_swarm {
    struct pso_swarm base;
    const struct ocl_device_list *devices; /* borrowed */
    size_t device_index;
    uint32_t stride;
    struct pso_shape shape;
    struct ocl_session session;
    struct ocl_buffer buffers[PSO_BUFFER_COUNT];
    struct ocl_kernel kernels[2][PSO_KERNEL_COUNT]; /* one for each turn of the records */
    uint32_t turn;                                  /* the record that counts: buffer BEST or BEST_NEXT */
    struct ocl_pacer pacer;
    uint64_t batches_queued, batches_told; /* batch k is at k % PSO_BATCHES */
    uint64_t improvements_told;
    struct pso_batch *batches; /* [PSO_BATCHES], owned */
};

/* Queues iteration `iteration` of a row with a launch or two for each. */
enum swarm_status pso_device_iteration(struct pso_device_swarm *swarm, uint64_t iteration);

/* Queues iterations [first, first + count) of a row with many for each launch. */
enum swarm_status pso_device_persist(struct pso_device_swarm *swarm, uint64_t first, uint32_t count);

#endif
