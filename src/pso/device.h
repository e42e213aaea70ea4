/* device.h - a swarm on an OpenCL device. */
#ifndef SWARMCL_PSO_DEVICE_H
#define SWARMCL_PSO_DEVICE_H

#include <pthread.h>

#include "ocl/pacer.h"
#include "ocl/program.h"
#include "swarm.h"

/* The arrays of a swarm, in the order of its two buffers. cl/pso/swarm.clh lists shapes and types. */
enum pso_array {
    PSO_ARRAY_DATA, /* empty unless the objective takes data */
    PSO_ARRAY_POSITIONS,
    PSO_ARRAY_VELOCITIES,
    PSO_ARRAY_MEMORIES,
    PSO_ARRAY_MEMORY_VALUES,
    PSO_ARRAY_VALUES,
    PSO_ARRAY_CONSTANTS,
    PSO_ARRAY_BEST_POSITIONS,
    PSO_ARRAY_RUN_POSITION,
    PSO_ARRAY_LINE,
    PSO_ARRAY_FRAME, /* this and the next: frame.h; empty without a learned frame */
    PSO_ARRAY_FRAME_SCRATCH,
    PSO_ARRAY_FOUND_VALUES,
    PSO_ARRAY_TRIBE_POSITIONS, /* best positions of tribes, or the scratch memory of ants */
    PSO_ARRAY_STRATEGY, /* this and the next four, and two of the buffer `words`: strategy.cl; empty for others */
    PSO_ARRAY_COVARIANCE,
    PSO_ARRAY_FACTOR,
    PSO_ARRAY_WEIGHTS,
    PSO_ARRAY_STEP,
    PSO_ARRAY_BEST, /* first array of the buffer `words` */
    PSO_ARRAY_RUN,
    PSO_ARRAY_SEED,
    PSO_ARRAY_LOG,
    PSO_ARRAY_NANS,
    PSO_ARRAY_FOUND_PARTICLES,
    PSO_ARRAY_TRIBE_ITERATIONS,
    PSO_ARRAY_OFFERS,
    PSO_ARRAY_SCHEDULE,
    PSO_ARRAY_ORDER,
    PSO_ARRAY_COUNT
};

enum pso_kernel {
    PSO_KERNEL_INITIALISE,
    PSO_KERNEL_FRAME,
    PSO_KERNEL_MOVE,
    PSO_KERNEL_REMEMBER,
    PSO_KERNEL_JOIN,
    PSO_KERNEL_LINE,
    PSO_KERNEL_PERSIST,
    PSO_KERNEL_ANTS,
    PSO_KERNEL_ARCHIVE,
    PSO_KERNEL_SAMPLE,
    PSO_KERNEL_RANK,
    PSO_KERNEL_ADAPT,
    PSO_KERNEL_COVARIANCE,
    PSO_KERNEL_FACTOR,
    PSO_KERNEL_GENERATIONS,
    PSO_KERNEL_COUNT
};

/* The distribution of particles over work-items, which does not affect results. */
struct pso_shape {
    uint32_t lanes;      /* particles in a vector; 1 on GPUs */
    uint32_t group_size; /* work-items in a group; 1 on CPUs */
    uint32_t items;      /* vectors per work-item */
    uint32_t groups;
    uint32_t swarms;   /* number of swarms in a launch, each with `groups` groups */
    bool persistent;   /* True if a launch runs many iterations */
    bool generations;  /* True if a launch runs many generations of CMA-ES in one group */
    bool registers;    /* True if a work-item keeps its particles in private memory */
    bool votes;        /* value of VOTE in cl/pso/persist.cl */
    bool keeps_blocks; /* value of KEEP_BLOCKS in cl/pso/swarm.clh */
};

/* The host's copy of the results of a batch of iterations. */
struct pso_batch {
    uint64_t iteration; /* last iteration of the batch */
    struct pso_best best;
    struct pso_improvement log[LOG_SLOTS];
};

/* The host's copy of a small array of all swarms that share launches; invalid after a launch. */
struct pso_copy {
    bool is_valid;
    char *bytes; /* [shape.swarms][bytes of the array], owned */
};

enum { PSO_BATCHES = PACER_POINTS + 2 };

/* Islands of a run share the launches of a device, where their buffers fit together. The first swarm leads: it owns the
 * buffers, in which each swarm has a part of the same layout, and launches for all. The first swarm whose thread needs
 * iterations queues them for all. */
struct pso_device_swarm {
    struct pso_swarm base;
    struct pso_device_swarm *lead; /* swarm that launches for all of the device, possibly this one */
    uint32_t number;               /* index of this swarm in lead->members */
    struct search_summary arrived;            /* summary for the caller, without its improvements */
    bool has_arrived;                         /* True if the caller has not received `arrived` */
    struct search_improvement *found, *shown; /* improvements of `arrived` and of the summary before it, owned */
    size_t found_capacity;
    struct pso_batch batches[PSO_BATCHES]; /* batch k of the leading swarm is at k % PSO_BATCHES */

    /* All following members are used only in the leading swarm, which functions that launch expect. */
    uint32_t made;                     /* number of swarms in members[] so far */
    struct pso_device_swarm **members; /* [shape.swarms] the leading swarm first */
    pthread_mutex_t lock;              /* protects all swarms once they are made */
    bool prepared;
    enum swarm_status prepare_status; /* result of the preparation, valid if `prepared` */
    bool cut;                         /* True if the run was interrupted while iterations were queued */
    uint32_t stride;
    size_t group_limit; /* maximum number of work-items per group that the built kernels allow; 0: the device's limit */
    struct pso_shape shape;
    struct ocl_session session;
    struct ocl_buffer numbers, words;
    uint64_t offsets[PSO_ARRAY_COUNT]; /* byte offsets of the first swarm's arrays in their buffers */
    struct ocl_kernel kernels[PSO_KERNEL_COUNT];
    uint32_t evaluated; /* value of pso_facts.evaluated that the kernels have as argument */
    uint32_t parity;    /* index of the valid record of BEST; changes with every launch that writes a record */
    struct ocl_pacer pacer;
    struct pso_copy copies[PSO_ARRAY_COUNT];
    uint64_t queued;                           /* last iteration that was queued, or of a loaded state */
    uint64_t requested;                        /* last iteration of the latest batch or of a loaded state */
    uint64_t batches_queued, batches_reported; /* numbers of batches */
};

/* Chooses the shape, except the number of swarms. */
enum swarm_status pso_device_choose_shape(struct pso_device_swarm *swarm);

/* Computes the layout of the arrays like swarm_arrays_of() of cl/pso/swarm.clh, and fills in the memory plan. */
void pso_device_list_arrays(struct pso_device_swarm *swarm);

/* Creates the buffers with constants, an infinite best value, no offers and an empty log. */
enum swarm_status pso_device_make_arrays(struct pso_device_swarm *swarm);

/* Replaces the positions of the first particles by those of the user, before any is evaluated. */
enum swarm_status pso_device_place_start(struct pso_device_swarm *swarm);

/* Copies the record of the best and its position [dimensions] from the device or to it. Blocks. */
enum swarm_status pso_device_copy_best(struct pso_device_swarm *swarm, struct pso_best *best, void *position,
                                       bool to_device);

/* Adopts a solution like pso_state_take(). Of a swarm it copies no whole matrix, because that takes long; of an archive all
 * solutions move. */
enum swarm_status pso_device_take(struct pso_device_swarm *swarm, const double *solution, int64_t score,
                                  uint64_t iteration);

/* Copies those sections of `state` that have memory from the device or to it. */
enum swarm_status pso_device_transfer(struct pso_device_swarm *swarm, const struct search_sections *state,
                                      bool to_device);

/* Waits for the queue and copies the sections from `first` on. */
enum swarm_status pso_device_read_state(struct pso_device_swarm *swarm, enum pso_section first,
                                        struct search_sections *state);

/* The number of iterations to queue between two checks of the clock, from `first` to at most `limit`. */
uint32_t pso_device_burst(const struct pso_device_swarm *swarm, uint64_t first, uint64_t limit);

/* Queues iterations [first, first + count). */
enum swarm_status pso_device_queue(struct pso_device_swarm *swarm, uint64_t first, uint32_t count, bool *interrupted);

/* Builds the files `kernels`, a list that ends with NULL. The caller owns *program. SWARM_ERROR_INPUT: the objective
 * does not compile. */
enum swarm_status pso_program_build(struct ocl_session *session, const struct pso_settings *settings,
                                    const struct pso_shape *shape, const char *const *kernels, const char *dump_path,
                                    cl_program *program);

/* Builds the kernels of the shape. SWARM_ERROR_INPUT: the objective does not compile. */
enum swarm_status pso_device_build(struct pso_device_swarm *swarm);

#endif
