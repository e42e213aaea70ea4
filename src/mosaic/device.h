/* device.h - improvers on a device: kernels, buffers, transfers. */
#ifndef SWARMCL_MOSAIC_DEVICE_H
#define SWARMCL_MOSAIC_DEVICE_H

#include "ocl/program.h"
#include "pieces.h"
#include "population.h"
#include "search/engine.h"

/* The kernel of a run; for ants on pieces and individuals of batches also the mapping of their 32 lanes to work-items.
 */
enum mosaic_mapping {
    MOSAIC_PIECES_LOOP,     /* one work-item runs all lanes in turn: for CPUs */
    MOSAIC_PIECES_LOCAL,    /* 32 work-items exchange values in local memory: for any GPU */
    MOSAIC_PIECES_SUBGROUP, /* 32 work-items form a sub-group and exchange values by its functions */
    MOSAIC_PIECES_SHUFFLE,  /* 32 work-items form a warp of an NVIDIA GPU: inline PTX */
    MOSAIC_PIECES_REDUX,    /* like MOSAIC_PIECES_SHUFFLE, with PTX of compute capability 8.0 */
    MOSAIC_PIECES_MAPPINGS,
    MOSAIC_ARRAYS = MOSAIC_PIECES_MAPPINGS /* tours in arrays, one work-item per individual */
};

/* The mapping of ants on pieces to try first on a device. */
enum mosaic_mapping mosaic_pieces_mapping(const struct swarm_device *device);

/* Work-items and individuals of a work-group of mosaic_improve_many. */
struct mosaic_group {
    uint32_t items, individuals;
};
struct mosaic_group mosaic_many_group(enum mosaic_mapping mapping);

/* Work-items per group of the kernel on arrays. */
uint32_t mosaic_arrays_group(const struct swarm_device *device);

/* The values that determine the buffers of a kernel. */
struct mosaic_layout {
    const struct swarm_instance *instance;
    int lengths;          /* a LENGTHS_ constant of tsp_metric.h; 0: a matrix of lengths */
    uint32_t width;       /* number of candidates of each node */
    uint32_t individuals; /* number of tours that the buffers can hold */
    uint32_t ants;        /* number of ants in the buffers, of all individuals together; 0: a kernel on arrays */
};

enum { MOSAIC_KERNELS_MOST = 64 }; /* largest `kernels` below: 2 queues, 2 populations, 16 equal devices */

/* Adds the buffers of `kernels` such kernels to the engine's plan, and rejects a run that does not fit the device. */
enum swarm_status mosaic_device_plan(struct search_engine *engine, const struct swarm_device *device,
                                     const struct mosaic_layout *layout, size_t kernels);

/* True if `kernels` kernels fit the device with any arithmetic; layout->lengths is ignored. */
bool mosaic_device_fits(const struct swarm_device *device, const struct mosaic_layout *layout, size_t kernels);

/* Builds the program of *mapping. If the driver rejects a mapping above MOSAIC_PIECES_LOCAL of ants on pieces, tries
 * the previous one and updates *mapping. The caller owns *program. Writes the source to dump_path, if not NULL.
 * SWARM_ERROR_BUILD. */
enum swarm_status mosaic_device_build(struct ocl_session *session, const struct swarm_instance *instance, int lengths,
                                      const char *dump_path, enum mosaic_mapping *mapping, cl_program *program);

/* How mosaic_improve_many is built: METRIC_ and LENGTHS_ constants of tsp_metric.h, both 0: instances have matrices. */
struct mosaic_many {
    int metric, lengths;
    enum mosaic_mapping mapping;
};

/* Builds its program, and updates many->mapping in the same way. */
enum swarm_status mosaic_many_build(struct ocl_session *session, struct mosaic_many *many, cl_program *program);

/* Elements from one node's point to the next one's; if `lengths` is 0, from one row of distances to the next. */
uint32_t mosaic_edge_stride(const struct swarm_instance *instance, int lengths);

/* Fills a buffer with the points of a problem, or with its distances in O(n^2) time. */
enum swarm_status mosaic_send_edges(struct ocl_session *session, const struct mosaic_problem *problem, int lengths,
                                    const struct ocl_buffer *edges);

/* A kernel and its buffers. */
enum { MOSAIC_BUFFERS_MOST = 8 };
struct mosaic_kernel {
    struct ocl_session *session; /* borrowed; NULL: there is no kernel */
    struct ocl_kernel kernel;
    struct ocl_buffer buffers[MOSAIC_BUFFERS_MOST];
    enum mosaic_mapping mapping;
    uint32_t n;
    uint32_t first, count; /* first row and number of rows of the last mosaic_pieces_device_begin() */
    cl_event queued;       /* event of the last command that was queued */
};

/* Creates kernel and buffers, and sends the problem, whose lists must have the layout's width. Members of `kernel`
 * other than session and mapping must be zero. Borrows the session; release the kernel in any case. Cost: O(n^2) for a
 * matrix of lengths. */
enum swarm_status mosaic_kernel_create(cl_program program, const struct mosaic_problem *problem,
                                       const struct mosaic_layout *layout, uint64_t seed, struct mosaic_kernel *kernel);
void mosaic_kernel_release(struct mosaic_kernel *kernel);

/* For arrays: send the population, improve it by `budget` nodes of each queue per call, fetch it. */
enum swarm_status mosaic_arrays_device_send(struct mosaic_kernel *device, const struct mosaic_population *population);
enum swarm_status mosaic_arrays_device_improve(struct mosaic_kernel *device, struct mosaic_population *population,
                                               uint32_t budget);
enum swarm_status mosaic_arrays_device_fetch(struct mosaic_kernel *device, struct mosaic_population *population);

/* For ants on pieces: mosaic_pieces_run() on the device, for `count` rows from `first` on. Send the tours first, ord
 * and pos of each at `words`. begin() returns when the work is queued, end() when the reports are in `pieces`, which
 * must not change in between. */
enum swarm_status mosaic_pieces_device_send(struct mosaic_kernel *device, uint32_t individual, const uint32_t *words);
enum swarm_status mosaic_pieces_device_begin(struct mosaic_kernel *device, const struct mosaic_pieces *pieces,
                                             uint32_t first, uint32_t count);
enum swarm_status mosaic_pieces_device_end(struct mosaic_kernel *device, struct mosaic_pieces *pieces);

#endif
