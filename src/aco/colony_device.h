/* colony_device.h - a colony on an OpenCL device, with its single steps laid open for tests and benches. */
#ifndef SWARMCL_ACO_COLONY_DEVICE_H
#define SWARMCL_ACO_COLONY_DEVICE_H

#include "aco_types.h"
#include "colony.h"
#include "ocl/pacer.h"

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
    ACO_BUFFER_DEPOSITORS,
    ACO_BUFFER_BEST,
    ACO_BUFFER_SUMMARIES,
    ACO_BUFFER_POINTS,
    ACO_BUFFER_CANDIDATES,
    ACO_BUFFER_SEARCH_LISTS,
    ACO_BUFFER_SECOND,
    ACO_BUFFER_ANCHOR,
    ACO_BUFFER_NO_ANCHOR,
    ACO_BUFFER_SEARCH,
    ACO_BUFFER_PARTNERS,
    /* each only for the rows that name it, otherwise without bytes */
    ACO_BUFFER_LAID,
    ACO_BUFFER_SUMS,
    ACO_BUFFER_STARTS,
    ACO_BUFFER_NEXT,
    ACO_BUFFER_DIRECTED,
    ACO_BUFFER_SCAN_SUMS,
    ACO_BUFFER_SCAN_VISITED,
    ACO_BUFFER_SCAN_DRAWS,
    ACO_BUFFER_LIST_VISITED,
    ACO_BUFFER_COUNT
};

#define ACO_BUFFER_BIT(name) (UINT64_C(1) << ACO_BUFFER_##name)

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
    ACO_KERNEL_CONSTRUCT, /* the first of those that the construction names */
    ACO_KERNEL_CONSTRUCT_LAST = ACO_KERNEL_CONSTRUCT + ACO_CONSTRUCT_KERNELS - 1,
    ACO_KERNEL_EVALUATE,
    ACO_KERNEL_REDUCE_BEST,
    ACO_KERNEL_KEEP_BEST,
    ACO_KERNEL_BRANCHES,
    ACO_KERNEL_EVAPORATE,
    ACO_KERNEL_AMOUNTS,
    ACO_KERNEL_SEARCH,
    ACO_KERNEL_DEPOSIT, /* the first of those that the deposit names */
    ACO_KERNEL_DEPOSIT_LAST = ACO_KERNEL_DEPOSIT + ACO_DEPOSIT_KERNELS - 1,
    ACO_KERNEL_COUNT
};

enum {
    ACO_SUMMARY_SLOTS = 256, /* iterations whose summaries the device holds; the host reads them in batches */
    ACO_SUMMARY_BATCH = 64   /* at most so many iterations between two reads: three batches fit the slots */
};

/* Programs that a colony builds. */
enum aco_program { ACO_PROGRAM_COLONY, ACO_PROGRAM_SEARCH, ACO_PROGRAM_COUNT };

struct aco_device_colony {
    struct aco_colony base;
    const struct ocl_device_list *devices; /* borrowed */
    size_t device_index;
    bool metric_on_device;
    uint32_t edge_stride; /* elements of a node in what aco_device_edges() gives */
    struct aco_shape shape;
    struct ocl_session session;
    struct ocl_buffer buffers[ACO_BUFFER_COUNT];
    struct ocl_kernel kernels[ACO_KERNEL_COUNT];
    char *program_texts[ACO_PROGRAM_COUNT]; /* while they are built: what --dump-kernels writes */
    struct ocl_pacer pacer;
    uint64_t queued;                                 /* last iteration queued */
    uint64_t requested;                              /* last iteration whose summary is being read */
    uint64_t collected;                              /* last iteration given to the caller */
    struct aco_summary summaries[ACO_SUMMARY_SLOTS]; /* the host's copy */
};

/* Of run_engine_type: colony_program.c and colony_start.c. */
enum swarm_status aco_device_build(struct run_engine *engine);
enum swarm_status aco_device_prepare(struct run_engine *engine, const void *start, int64_t score);

/* Sets all arguments that stay the same for the whole run. */
enum swarm_status aco_device_set_arguments(struct aco_device_colony *colony);

/* The same: colony_state.c. */
void aco_device_list(const struct run_engine *engine, struct run_sections *state);
enum swarm_status aco_device_save(struct run_engine *engine, struct run_sections *state);
enum swarm_status aco_device_load(struct run_engine *engine, struct run_sections *state, uint64_t iteration);
enum swarm_status aco_device_take(struct run_engine *engine, const void *tour, int64_t *length, uint64_t iteration);

/* Fills a buffer with the neighbours of every node in `tour`, none of any where it is NULL. */
enum swarm_status aco_device_anchor(struct aco_device_colony *colony, enum aco_buffer buffer, const uint32_t *tour);

/* Queues a kernel. */
enum swarm_status aco_device_launch(struct aco_device_colony *colony, int kernel, struct ocl_ndrange range);

/* An argument, and all arguments of a kernel from the first on: ACO_SET(colony, EVAPORATE, ACO_BUFFER(...), ...). */
#define ACO_BUFFER(colony, name)     OCL_ARGUMENT((colony)->buffers[ACO_BUFFER_##name].memory)
#define ACO_SET(colony, kernel, ...) ACO_SET_AT(colony, ACO_KERNEL_##kernel, __VA_ARGS__)
#define ACO_SET_AT(colony, kernel, ...)                                                                     \
    ocl_kernel_set(&(colony)->session, &(colony)->kernels[kernel], 0, (struct ocl_argument[]){__VA_ARGS__}, \
                   sizeof((struct ocl_argument[]){__VA_ARGS__}) / sizeof(struct ocl_argument))

/* NDRange of kernels with one work-item per ant, or per position of a tour. */
struct ocl_ndrange aco_device_elements(const struct aco_device_colony *colony, uint32_t items);

/* NDRange of element-wise kernels over a matrix, {stride, n}; of kernels that work on a whole row, a group a row. */
struct ocl_ndrange aco_device_matrix(const struct aco_device_colony *colony);
struct ocl_ndrange aco_device_rows(const struct aco_device_colony *colony);

/* Whether distances come from points, without a matrix, where an ant or a search asks for that of two nodes. */
bool aco_device_uses_points(const struct aco_device_colony *colony);

/* The pair of arguments that cl/shared/edges.clh takes; they point into `colony`. */
void aco_device_edges(const struct aco_device_colony *colony, struct ocl_argument arguments[2]);

/* Lets every ant walk `tour` [n] of `length` and deposit on it, as aco_reference_walk(). Waits for the uploads. */
enum swarm_status aco_device_walk(struct aco_device_colony *colony, const uint32_t *tour, int64_t length,
                                  bool *interrupted);

/* Searches the copy of the best so far without an anchor; only queues. */
enum swarm_status aco_device_polish(struct aco_device_colony *colony, bool *interrupted);

/* The single steps; each only queues. *interrupted as for run_engine_type.step. */
enum swarm_status aco_device_initialise(struct aco_device_colony *colony);
enum swarm_status aco_device_choice(struct aco_device_colony *colony);
enum swarm_status aco_device_construct(struct aco_device_colony *colony, uint32_t iteration, bool *interrupted);
enum swarm_status aco_device_evaluate(struct aco_device_colony *colony);
enum swarm_status aco_device_reduce(struct aco_device_colony *colony, uint64_t iteration);
enum swarm_status aco_device_evaporate(struct aco_device_colony *colony);
enum swarm_status aco_device_deposit(struct aco_device_colony *colony, uint64_t iteration, bool *interrupted);

#endif
