/* device.h - a swarm on an OpenCL device. */
#ifndef SWARMCL_PSO_DEVICE_H
#define SWARMCL_PSO_DEVICE_H

#include "ocl/pacer.h"
#include "ocl/program.h"
#include "swarm.h"

/* The arrays of a swarm, in the order in which they lie in its two buffers; shapes and types: cl/pso/swarm.clh. */
enum pso_array {
    PSO_ARRAY_POSITIONS,
    PSO_ARRAY_VELOCITIES,
    PSO_ARRAY_MEMORIES,
    PSO_ARRAY_MEMORY_VALUES,
    PSO_ARRAY_VALUES,
    PSO_ARRAY_CONSTANTS,
    PSO_ARRAY_BEST_POSITIONS,
    PSO_ARRAY_FOUND_VALUES,
    PSO_ARRAY_TRIBE_POSITIONS,
    PSO_ARRAY_BEST, /* the first of the words */
    PSO_ARRAY_LOG,
    PSO_ARRAY_NANS,
    PSO_ARRAY_FOUND_PARTICLES,
    PSO_ARRAY_TRIBE_ITERATIONS,
    PSO_ARRAY_OFFERS,
    PSO_ARRAY_COUNT
};

/* Where an array lies in its buffer, bytes. */
struct pso_place {
    const char *name;
    uint64_t offset, bytes;
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
    bool registers;    /* particles are in private memory while a kernel works on them */
    bool votes;        /* VOTE of cl/pso/persist.cl */
    bool keeps_blocks; /* KEEP_BLOCKS of cl/pso/swarm.clh */
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
    struct pso_place places[PSO_ARRAY_COUNT];
    struct ocl_buffer numbers, words;
    struct ocl_kernel kernels[PSO_KERNEL_COUNT];
    uint32_t turn; /* which of the two records of BEST counts */
    struct ocl_pacer pacer;
    uint64_t asked;                        /* the last iteration that a batch asks for, or a state is of */
    uint64_t batches_queued, batches_told; /* batch k is at k % PSO_BATCHES */
    struct pso_batch *batches;             /* [PSO_BATCHES], owned */
};

#endif
