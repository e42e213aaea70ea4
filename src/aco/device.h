/* device.h - a colony on an OpenCL device, for the functions of rows, and its single steps, which tests call. */
#ifndef SWARMCL_ACO_DEVICE_H
#define SWARMCL_ACO_DEVICE_H

#include <pthread.h>

#include "cl/aco/types.h"
#include "colony.h"
#include "ocl/pacer.h"
#include "ocl/program.h"

enum aco_kernel {
    ACO_KERNEL_INITIALISE,
    ACO_KERNEL_ROW_OFFSETS,
    ACO_KERNEL_CHOICE_INFO,
    ACO_KERNEL_CHOICE_WEIGHTS,
    ACO_KERNEL_CHOICE_SUMS,
    ACO_KERNEL_CHOICE_STARTS,
    ACO_KERNEL_LIST_INITIALISE,
    ACO_KERNEL_LIST_WEIGHTS,
    ACO_KERNEL_LIST_ADOPT,
    ACO_KERNEL_CONSTRUCT, /* the first kernel of the construction */
    ACO_KERNEL_CONSTRUCT_LAST = ACO_KERNEL_CONSTRUCT + ACO_CONSTRUCT_KERNELS - 1,
    ACO_KERNEL_EVALUATE,
    ACO_KERNEL_REDUCE_BEST,
    ACO_KERNEL_KEEP_BEST,
    ACO_KERNEL_BRANCHES,
    ACO_KERNEL_EVAPORATE,
    ACO_KERNEL_AMOUNTS,
    ACO_KERNEL_SEARCH,
    ACO_KERNEL_DEPOSIT, /* the first kernel of the deposit */
    ACO_KERNEL_DEPOSIT_LAST = ACO_KERNEL_DEPOSIT + ACO_DEPOSIT_KERNELS - 1,
    ACO_KERNEL_COUNT
};

enum {
    ACO_SUMMARY_SLOTS = 256, /* iterations whose summaries the device holds; the host reads them in batches */
    ACO_SUMMARY_BATCH = 64   /* most iterations of a batch; three batches fit the slots */
};

enum { ACO_WORK_CONSTRUCT, ACO_WORK_SEARCH, ACO_WORK_DEPOSIT }; /* kinds of work of the pacer */

/* Islands of a run may share the launches of a device. The first colony leads: its kernels work on all colonies, each
 * with a part of its buffers (ACO_PARTS). The first colony whose thread needs an iteration queues it for all. */
struct aco_device_colony {
    struct aco_colony base;
    struct aco_device_colony *lead; /* the colony that leads, possibly this one */
    uint32_t number;                /* index in lead->members */
    uint64_t collected;             /* last iteration returned to the caller */

    /* The following members are used only in the colony that leads. All other functions here take that colony. */
    uint32_t colonies;                  /* colonies of each launch */
    uint32_t made;                      /* members so far */
    struct aco_device_colony **members; /* [colonies]; NULL from `made` on */
    pthread_mutex_t lock;               /* protects all members below once the colonies are made; recursive */
    bool prepared;
    enum swarm_status prepare_status; /* valid if `prepared` */
    bool cut;                         /* the last iteration queued was interrupted */
    struct aco_parts parts;           /* bytes of a colony's part of each buffer; 0: all colonies share the buffer */
    size_t group_limits[ACO_GROUP_KINDS]; /* as for aco_shape_choose() */
    uint32_t edge_stride;                 /* elements per node for edges.clh: a point, or a row of distances */
    struct aco_shape shape;
    struct ocl_session session;
    struct ocl_buffer buffers[ACO_BUFFER_COUNT];
    struct ocl_kernel kernels[ACO_KERNEL_COUNT]; /* without a handle if this shape does not use the kernel */
    struct ocl_pacer pacer;
    uint64_t queued;               /* last iteration queued */
    uint64_t requested;            /* last iteration whose summaries are being read */
    uint64_t slots;                /* iterations that `summaries` holds, a multiple of ACO_SUMMARY_SLOTS */
    struct aco_summary *summaries; /* the host's copy, [slots][colonies] */
};

/* True if ants and searches compute distances from points, without a matrix. */
bool aco_device_uses_points(const struct aco_device_colony *colony);

/* Sets every kernel argument that has the name of a buffer or setting. Arguments that change between launches are set
 * by ACO_GIVE(colony, ACO_KERNEL_CONSTRUCT, OCL_VALUE(iteration), ...). */
enum swarm_status aco_device_bind(struct aco_device_colony *colony);

#define ACO_GIVE(colony, kernel, ...)   OCL_GIVE(&(colony)->session, &(colony)->kernels[kernel], __VA_ARGS__)
#define ACO_BUFFER(colony, name, which) OCL_NAMED(name, (colony)->buffers[ACO_BUFFER_##which].memory)

/* Queues a kernel for all colonies. */
enum swarm_status aco_device_launch(struct aco_device_colony *colony, int kernel, struct ocl_ndrange range);

/* NDRange of kernels with one work-item per ant, or per position of a tour. */
struct ocl_ndrange aco_device_elements(const struct aco_device_colony *colony, size_t items);

/* NDRange of element-wise kernels over a matrix, {stride, n}, and of kernels with a group per row. */
struct ocl_ndrange aco_device_matrix(const struct aco_device_colony *colony);
struct ocl_ndrange aco_device_rows(const struct aco_device_colony *colony);

/* Ants of a launch, of `units` each: as many as the pacer wants that fill the device, by `together`; or all `count`. */
uint32_t aco_device_fitting(const struct aco_device_colony *colony, uint32_t count, uint32_t together, double units);

/* The time of a launch of `groups` groups relative to the same work on a full device; at least 1. */
double aco_device_waste(const struct aco_device_colony *colony, double groups);

/* How many of `count` lines of `items` work-items and `units` each go into one launch: enough to fill the device, and
 * otherwise no more than the pacer wants. A unit of a deposit is an edge that is laid or looked at. */
uint32_t aco_device_lines(const struct aco_device_colony *colony, uint32_t count, size_t items, double units);

/* The single steps; each only queues. *interrupted: as for search_engine_type.step. */
enum swarm_status aco_device_choice(struct aco_device_colony *colony);
enum swarm_status aco_device_construct(struct aco_device_colony *colony, uint32_t iteration, bool *interrupted);
enum swarm_status aco_device_evaluate(struct aco_device_colony *colony);
enum swarm_status aco_device_reduce(struct aco_device_colony *colony, uint64_t iteration);
enum swarm_status aco_device_evaporate(struct aco_device_colony *colony);
enum swarm_status aco_device_deposit(struct aco_device_colony *colony, uint64_t iteration, bool *interrupted);

/* Bytes of a colony's part of a buffer; 0: all colonies share the buffer. */
uint64_t aco_device_part(const struct aco_device_colony *colony, enum aco_buffer buffer);

/* Writes the same bytes to the part of every colony. Blocks. */
enum swarm_status aco_device_write(struct aco_device_colony *colony, enum aco_buffer buffer, uint64_t offset,
                                   uint64_t bytes, const void *from);

/* Chooses the shape and lists the buffers. Fails if the device has no room for them. */
enum swarm_status aco_device_plan(struct aco_device_colony *colony);

/* Functions of search_engine_type: device_program.c and device_start.c. */
enum swarm_status aco_device_build(struct search_engine *engine);
enum swarm_status aco_device_prepare(struct search_engine *engine, const void *start, int64_t score);

/* device_search.c: queues the local search (local_search.h) of rows row_begin .. row_end - 1 of tours and lengths, with
 * the current anchor, in launches of the length that the pacer wants. *interrupted: as for search_engine_type.step. */
enum swarm_status aco_device_search(struct aco_device_colony *colony, uint32_t row_begin, uint32_t row_end,
                                    bool *interrupted);

/* The same for the copy of the best tour, without an anchor. */
enum swarm_status aco_device_polish(struct aco_device_colony *colony, bool *interrupted);

#endif
