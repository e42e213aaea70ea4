/* device.h - a colony on an OpenCL device and the steps of its iterations, for constructions, deposits and tests. */
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
    ACO_KERNEL_CONSTRUCT, /* first of the construction's kernels */
    ACO_KERNEL_CONSTRUCT_LAST = ACO_KERNEL_CONSTRUCT + ACO_CONSTRUCT_KERNELS - 1,
    ACO_KERNEL_EVALUATE,
    ACO_KERNEL_REDUCE_BEST,
    ACO_KERNEL_KEEP_BEST,
    ACO_KERNEL_BRANCHES,
    ACO_KERNEL_EVAPORATE,
    ACO_KERNEL_AMOUNTS,
    ACO_KERNEL_SEARCH,
    ACO_KERNEL_DEPOSIT, /* first of the deposit's kernels */
    ACO_KERNEL_DEPOSIT_LAST = ACO_KERNEL_DEPOSIT + ACO_DEPOSIT_KERNELS - 1,
    ACO_KERNEL_COUNT
};

enum {
    ACO_SUMMARY_SLOTS = 256, /* iterations whose summaries the device holds; the host reads them in batches */
    ACO_SUMMARY_BATCH = 64   /* maximum number of iterations per batch: a quarter of the slots */
};

enum { ACO_WORK_CONSTRUCT, ACO_WORK_SEARCH, ACO_WORK_DEPOSIT }; /* Kinds of work that the pacer measures separately. */

/* Islands of a run may share the launches of a device. The first colony leads: it owns the buffers of all colonies
 * (ACO_PARTS) and launches for all. The first colony whose thread needs an iteration queues that iteration for all. */
struct aco_device_colony {
    struct aco_colony base;
    struct aco_device_colony *lead; /* colony that launches for all of the device, possibly this one */
    uint32_t number;                /* index of this colony in lead->members */
    uint64_t collected;             /* number of the last iteration whose summary this colony's caller received */

    /* All following members are used only in the leading colony, which the functions below expect. */
    uint32_t colonies;                  /* number of colonies that share the launches */
    uint32_t made;                      /* number of colonies in members[] so far */
    struct aco_device_colony **members; /* [colonies] the leading colony first; NULL from `made` on */
    pthread_mutex_t lock;               /* recursive; protects all members below once the colonies are made */
    bool prepared;
    enum swarm_status prepare_status; /* result of the preparation, valid if `prepared` */
    bool cut;                         /* True if the last iteration queued was interrupted */
    struct aco_parts parts;           /* bytes from one colony to the next in each buffer; 0: the colonies share it */
    size_t group_limits[ACO_GROUP_KINDS]; /* largest group sizes by kind of kernel, for aco_shape_choose() */
    uint32_t edge_stride;                 /* elements per node for edges.clh: of a point, or of a row of distances */
    struct aco_shape shape;
    struct ocl_session session;
    struct ocl_buffer buffers[ACO_BUFFER_COUNT];
    struct ocl_kernel kernels[ACO_KERNEL_COUNT]; /* kernels that the shape does not use have no handle */
    struct ocl_pacer pacer;
    uint64_t queued;               /* number of the last iteration that was queued */
    uint64_t requested;            /* number of the last iteration whose summary the host requested */
    uint64_t slots;                /* iterations that `summaries` holds, a multiple of ACO_SUMMARY_SLOTS */
    struct aco_summary *summaries; /* [slots][colonies] the host's copy of the device's summaries */
};

/* True if local searches, and ants with candidate lists, compute distances from points instead of reading a matrix. */
bool aco_device_uses_points(const struct aco_device_colony *colony);

/* Sets every kernel argument named like a buffer or setting. ACO_GIVE(colony, ACO_KERNEL_CONSTRUCT,
 * OCL_VALUE(iteration), ...) sets arguments that change between launches. */
enum swarm_status aco_device_bind(struct aco_device_colony *colony);

#define ACO_GIVE(colony, kernel, ...)   OCL_GIVE(&(colony)->session, &(colony)->kernels[kernel], __VA_ARGS__)
#define ACO_BUFFER(colony, name, which) OCL_NAMED(name, (colony)->buffers[ACO_BUFFER_##which].memory)

/* Queues a launch of a kernel for all colonies. */
enum swarm_status aco_device_launch(struct aco_device_colony *colony, int kernel, struct ocl_ndrange range);

/* NDRange of `items` work-items, for kernels with a work-item per ant or per position of a tour. */
struct ocl_ndrange aco_device_elements(const struct aco_device_colony *colony, size_t items);

/* NDRanges of kernels with one work-item per matrix element, {stride, n}, and with a group per row. */
struct ocl_ndrange aco_device_matrix(const struct aco_device_colony *colony);
struct ocl_ndrange aco_device_rows(const struct aco_device_colony *colony);

/* Ants per launch, at `units` each: as many as the pacer wants and at least as many as fill the device, in steps of
 * `together`; at most `count`. */
uint32_t aco_device_fitting(const struct aco_device_colony *colony, uint32_t count, uint32_t together, double units);

/* Time of a launch of `groups` groups relative to the same work on a full device; at least 1. */
double aco_device_waste(const struct aco_device_colony *colony, double groups);

/* Lines of work per launch, at most `count`: enough to fill the device, otherwise no more than the pacer wants. A line
 * has `items` work-items and `units` pacer units; a unit of a deposit is an edge added or tested. */
uint32_t aco_device_lines(const struct aco_device_colony *colony, uint32_t count, size_t items, double units);

/* The steps of an iteration. They only queue kernels. *interrupted: as for search_engine_type.step. */
enum swarm_status aco_device_choice(struct aco_device_colony *colony);
enum swarm_status aco_device_construct(struct aco_device_colony *colony, uint32_t iteration, bool *interrupted);
enum swarm_status aco_device_evaluate(struct aco_device_colony *colony);
enum swarm_status aco_device_reduce(struct aco_device_colony *colony, uint64_t iteration);
enum swarm_status aco_device_evaporate(struct aco_device_colony *colony);
enum swarm_status aco_device_deposit(struct aco_device_colony *colony, uint64_t iteration, bool *interrupted);

/* Bytes from one colony to the next in a buffer; 0 if the colonies share it. */
uint64_t aco_device_part(const struct aco_device_colony *colony, enum aco_buffer buffer);

/* Writes the same bytes to every colony's section of a buffer. Blocks. */
enum swarm_status aco_device_write(struct aco_device_colony *colony, enum aco_buffer buffer, uint64_t offset,
                                   uint64_t bytes, const void *from);

/* Chooses the shape and lists the buffers. Fails if they do not fit the device. */
enum swarm_status aco_device_plan(struct aco_device_colony *colony);

/* Functions of search_engine_type, in device_program.c and device_start.c. */
enum swarm_status aco_device_build(struct search_engine *engine);
enum swarm_status aco_device_prepare(struct search_engine *engine, const void *start, int64_t score);

/* Queues the local search (local_search.h) of rows row_begin .. row_end - 1 of `tours`, with the current anchor, in
 * launches as long as the pacer wants. *interrupted: as for search_engine_type.step. In device_search.c. */
enum swarm_status aco_device_search(struct aco_device_colony *colony, uint32_t row_begin, uint32_t row_end,
                                    bool *interrupted);

/* Queues the local search of the copy of the best tour, without an anchor. */
enum swarm_status aco_device_polish(struct aco_device_colony *colony, bool *interrupted);

#endif
