/* device.h - a colony on an OpenCL device at work: what the functions of all rows get and work with, and its single
 * steps, laid open for tests and benches. */
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
    ACO_KERNEL_CONSTRUCT, /* the first of the construction's */
    ACO_KERNEL_CONSTRUCT_LAST = ACO_KERNEL_CONSTRUCT + ACO_CONSTRUCT_KERNELS - 1,
    ACO_KERNEL_EVALUATE,
    ACO_KERNEL_REDUCE_BEST,
    ACO_KERNEL_KEEP_BEST,
    ACO_KERNEL_BRANCHES,
    ACO_KERNEL_EVAPORATE,
    ACO_KERNEL_AMOUNTS,
    ACO_KERNEL_SEARCH,
    ACO_KERNEL_DEPOSIT, /* the first of the deposit's */
    ACO_KERNEL_DEPOSIT_LAST = ACO_KERNEL_DEPOSIT + ACO_DEPOSIT_KERNELS - 1,
    ACO_KERNEL_COUNT
};

enum {
    ACO_SUMMARY_SLOTS = 256, /* iterations whose summaries the device holds; the host reads them in batches */
    ACO_SUMMARY_BATCH = 64   /* at most so many iterations between two reads: three batches fit the slots */
};

/* Kinds of work of the pacer. */
enum { ACO_WORK_CONSTRUCT, ACO_WORK_SEARCH, ACO_WORK_DEPOSIT };

/* Islands of a run may share the launches of a device: the first colony leads, and its kernels work on the parts that
 * all have of its buffers (ACO_PARTS). Whichever is the first to ask for an iteration queues it for all. */
struct aco_device_colony {
    struct aco_colony base;
    struct aco_device_colony *lead; /* itself, unless another colony leads */
    uint32_t place;                 /* among the colonies of the lead */
    uint64_t collected;             /* last iteration given to the caller */

    /* What follows is in use in colonies that lead, and the rest of the functions here get these. */
    uint32_t colonies;                 /* that the launches work on */
    uint32_t made;                     /* the places that are taken */
    struct aco_device_colony **places; /* [colonies] the colonies; NULL: not made yet */
    pthread_mutex_t lock;              /* over all that follows, once all are made */
    bool prepared;                     /* or it failed: */
    enum swarm_status prepare_status;
    bool cut;                             /* the last iteration queued was interrupted */
    struct aco_parts parts;               /* bytes that a colony has of each buffer; 0: all share it */
    size_t group_limits[ACO_GROUP_KINDS]; /* work-items of a group that built kernels allow; 0: as many as the device */
    uint32_t edge_stride; /* elements of a node in what edges.clh reads: a point, or a row of distances */
    struct aco_shape shape;
    struct ocl_session session;
    struct ocl_buffer buffers[ACO_BUFFER_COUNT];
    struct ocl_kernel kernels[ACO_KERNEL_COUNT]; /* without a handle: not of this shape */
    struct ocl_pacer pacer;
    uint64_t queued;               /* last iteration queued */
    uint64_t requested;            /* last iteration whose summaries are being read */
    uint64_t slots;                /* of the host's copy, a multiple of ACO_SUMMARY_SLOTS */
    struct aco_summary *summaries; /* the host's copy, [slots][colonies] */
};

/* Whether ants and searches compute distances from points, without a matrix. */
bool aco_device_uses_points(const struct aco_device_colony *colony);

/* Gives every kernel's arguments the buffers and settings of their names. What changes between launches is given then,
 * by ACO_GIVE(colony, ACO_KERNEL_CONSTRUCT, OCL_VALUE(iteration), ...). */
enum swarm_status aco_device_bind(struct aco_device_colony *colony);

#define ACO_GIVE(colony, kernel, ...)   OCL_GIVE(&(colony)->session, &(colony)->kernels[kernel], __VA_ARGS__)
#define ACO_BUFFER(colony, name, which) OCL_NAMED(name, (colony)->buffers[ACO_BUFFER_##which].memory)

/* Queues a kernel. */
enum swarm_status aco_device_launch(struct aco_device_colony *colony, int kernel, struct ocl_ndrange range);

/* NDRange of kernels with one work-item per ant, or per position of a tour. */
struct ocl_ndrange aco_device_elements(const struct aco_device_colony *colony, size_t items);

/* NDRange of element-wise kernels over a matrix, {stride, n}; of kernels that work on a whole row, a group a row. */
struct ocl_ndrange aco_device_matrix(const struct aco_device_colony *colony);
struct ocl_ndrange aco_device_rows(const struct aco_device_colony *colony);

/* How many of `count` items of `units` each go into one launch: as many as the pacer wants, but enough to fill the
 * device; whole multiples of `together` ants, if they are not all. */
uint32_t aco_device_fitting(const struct aco_device_colony *colony, uint32_t count, uint32_t together, double units);

/* By how much a launch of so few groups lasts longer than its units on a device that is full; at least 1. */
double aco_device_waste(const struct aco_device_colony *colony, double groups);

/* How many of `count` lines of `items` work-items and `units` each go into one launch: enough to fill the device, and
 * not more than the pacer wants otherwise. A unit of a deposit is an edge that is laid or looked at. */
uint32_t aco_device_lines(const struct aco_device_colony *colony, uint32_t count, size_t items, double units);

/* The single steps; each only queues. *interrupted as for search_engine_type.step. */
enum swarm_status aco_device_choice(struct aco_device_colony *colony);
enum swarm_status aco_device_construct(struct aco_device_colony *colony, uint32_t iteration, bool *interrupted);
enum swarm_status aco_device_evaluate(struct aco_device_colony *colony);
enum swarm_status aco_device_reduce(struct aco_device_colony *colony, uint64_t iteration);
enum swarm_status aco_device_evaporate(struct aco_device_colony *colony);
enum swarm_status aco_device_deposit(struct aco_device_colony *colony, uint64_t iteration, bool *interrupted);

/* Bytes of a buffer that each colony has to itself; 0: all share it. */
uint64_t aco_device_part(const struct aco_device_colony *colony, enum aco_buffer buffer);

/* Writes the same to the part of every colony. Blocks. */
enum swarm_status aco_device_write(struct aco_device_colony *colony, enum aco_buffer buffer, uint64_t offset,
                                   uint64_t bytes, const void *from);

/* Chooses the shape and lists the buffers, or refuses what the device has no room for. */
enum swarm_status aco_device_plan(struct aco_device_colony *colony);

/* Of search_engine_type: device_program.c and device_start.c. */
enum swarm_status aco_device_build(struct search_engine *engine);
enum swarm_status aco_device_prepare(struct search_engine *engine, const void *start, int64_t score);

/* The local search, whose rules stand in local_search.h: device_search.c. */

/* Queues the whole search of rows row_begin .. row_end - 1 of tours and lengths, against the anchor as it is, in
 * launches as short as the pacer wants them. *interrupted as for search_engine_type.step. */
enum swarm_status aco_device_search(struct aco_device_colony *colony, uint32_t row_begin, uint32_t row_end,
                                    bool *interrupted);

/* The same of the copy of the best so far, without an anchor. */
enum swarm_status aco_device_polish(struct aco_device_colony *colony, bool *interrupted);

#endif
