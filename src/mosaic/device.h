/* device.h - improvers on a device: their kernels, their buffers, and the transfers. */
#ifndef SWARMCL_MOSAIC_DEVICE_H
#define SWARMCL_MOSAIC_DEVICE_H

#include "ocl/program.h"
#include "pieces.h"
#include "population.h"
#include "search/engine.h"

/* What a kernel does and, with ants on pieces, how the 32 lanes of an ant are spread on the device. */
enum mosaic_way {
    MOSAIC_PIECES_LOOP,     /* one work-item plays all: for CPUs */
    MOSAIC_PIECES_LOCAL,    /* 32 work-items, local memory and barriers: for any GPU */
    MOSAIC_PIECES_SUBGROUP, /* the same, which are a sub-group */
    MOSAIC_PIECES_SHUFFLE,  /* 32 lanes of an NVIDIA GPU, by PTX */
    MOSAIC_PIECES_REDUX,    /* the same, from compute capability 8.0 on */
    MOSAIC_PIECES_WAYS,
    MOSAIC_ARRAYS = MOSAIC_PIECES_WAYS /* a work-item for an individual */
};

/* The way of ants on pieces to try first on a device. */
enum mosaic_way mosaic_pieces_way_of(const struct swarm_device *device);

/* Work-items of a group on arrays. */
uint32_t mosaic_arrays_group(const struct swarm_device *device);

/* What the buffers of a kernel follow from. `lengths` is the arithmetic of tsp/arithmetic.h, here and below; 0: the
 * device looks lengths up. */
struct mosaic_layout {
    const struct swarm_instance *instance;
    int lengths;
    uint32_t width, individuals;
    uint32_t ants; /* 0: on arrays */
};

/* Adds the buffers of `times` such kernels to the engine's plan, and refuses a run that does not fit the device. */
enum { MOSAIC_TIMES_MOST = 64 }; /* more than any run has on a device */
enum swarm_status mosaic_device_plan(struct search_engine *engine, const struct swarm_device *device,
                                     const struct mosaic_layout *layout, size_t times);

/* True if they would fit in any arithmetic; `lengths` is ignored. */
bool mosaic_device_fits(const struct swarm_device *device, const struct mosaic_layout *layout, size_t times);

/* Builds the program of a way; where a driver does not take *way, of the one before it, which *way is then.
 * *program returns owned. `dump_path` not NULL: the source goes there, too. SWARM_ERROR_BUILD. */
enum swarm_status mosaic_device_build(struct ocl_session *session, const struct swarm_instance *instance, int lengths,
                                      const char *dump_path, enum mosaic_way *way, cl_program *program);

/* Elements from one node's points, or distances, to the next. */
uint32_t mosaic_edge_stride(const struct swarm_instance *instance, int lengths);

/* Fills a buffer with the points of a problem, or with its distances, which cost O(n^2). */
enum swarm_status mosaic_send_edges(struct ocl_session *session, const struct mosaic_problem *problem, int lengths,
                                    const struct ocl_buffer *edges);

/* A kernel and its buffers: its own, then the problem's. */
enum { MOSAIC_BUFFERS_MOST = 8 };
struct mosaic_kernel {
    struct ocl_session *session; /* borrowed; NULL: there is no kernel */
    struct ocl_kernel kernel;
    struct ocl_buffer buffers[MOSAIC_BUFFERS_MOST];
    enum mosaic_way way;
    uint32_t n;
    uint32_t first, count; /* rows of mosaic_pieces_device_begin(), and ... */
    cl_event queued;       /* ... its last command */
};

/* Creates the kernel and its buffers, and sends the problem, which must have lists; the layout's width is the
 * problem's. Zeroed at first, except for the session and the way; borrows session and program; release it in any case.
 * Cost: O(n^2) where the device looks lengths up. */
enum swarm_status mosaic_kernel_create(cl_program program, const struct mosaic_problem *problem,
                                       const struct mosaic_layout *layout, uint64_t seed, struct mosaic_kernel *kernel);
void mosaic_kernel_release(struct mosaic_kernel *kernel);

/* On arrays: the population goes to the device, is worked on there, `budget` nodes of each queue a time, and comes
 * back. */
enum swarm_status mosaic_arrays_device_send(struct mosaic_kernel *device, const struct mosaic_population *population);
enum swarm_status mosaic_arrays_device_improve(struct mosaic_kernel *device, struct mosaic_population *population,
                                               uint32_t budget);
enum swarm_status mosaic_arrays_device_fetch(struct mosaic_kernel *device, struct mosaic_population *population);

/* mosaic_pieces_run() by the device, of `count` rows from `first` on: tours, ord and pos of each at `words`, are sent;
 * begin() returns when the work is queued, end() when the reports are there. In between `pieces` must stay as it is. */
enum swarm_status mosaic_pieces_device_send(struct mosaic_kernel *device, uint32_t individual, const uint32_t *words);
enum swarm_status mosaic_pieces_device_begin(struct mosaic_kernel *device, const struct mosaic_pieces *pieces,
                                             uint32_t first, uint32_t count);
enum swarm_status mosaic_pieces_device_end(struct mosaic_kernel *device, struct mosaic_pieces *pieces);

#endif
