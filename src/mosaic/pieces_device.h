/* pieces_device.h - a device lets ants on pieces work: cl/mosaic/improve_pieces.cl. */
#ifndef SWARMCL_MOSAIC_PIECES_DEVICE_H
#define SWARMCL_MOSAIC_PIECES_DEVICE_H

#include "pieces.h"
#include "problem_device.h"

/* How the 32 lanes of an ant are spread on a device. */
enum mosaic_pieces_way {
    MOSAIC_PIECES_LOOP,    /* one work-item plays all: for CPUs */
    MOSAIC_PIECES_LOCAL,   /* 32 work-items, local memory and barriers: for any GPU */
    MOSAIC_PIECES_SHUFFLE, /* 32 lanes of an NVIDIA GPU, by PTX */
    MOSAIC_PIECES_REDUX,   /* the same, from compute capability 8.0 on */
    MOSAIC_PIECES_WAYS
};

struct mosaic_pieces_device {
    struct mosaic_kernel base;
    uint32_t n;
    enum mosaic_pieces_way way;
    cl_event queued; /* of what begin() has queued last */
};

/* The way to try first on a device. */
enum mosaic_pieces_way mosaic_pieces_way_of(const struct swarm_device *device);

/* Builds the kernel (mosaic_problem_build()); where an NVIDIA driver does not take *way, with the one before it, which
 * *way is then. */
enum swarm_status mosaic_pieces_build(struct ocl_session *session, const struct swarm_instance *instance,
                                      const char *dump_path, enum mosaic_pieces_way *way, cl_program *program);

/* mosaic_kernel_create() for `individuals` tours and `capacity` ants. Zeroed at first; release it in any case. */
enum swarm_status mosaic_pieces_device_create(struct ocl_session *session, cl_program program,
                                              const struct mosaic_problem *problem, enum mosaic_pieces_way way,
                                              uint32_t individuals, uint32_t capacity, uint64_t seed,
                                              struct mosaic_pieces_device *device);
void mosaic_pieces_device_release(struct mosaic_pieces_device *device);

enum { MOSAIC_PIECES_BUFFERS = 8 };

/* Names and sizes of its buffers, before anything is created. */
void mosaic_pieces_device_plan(const struct swarm_instance *instance, const struct swarm_device *device, uint32_t width,
                               uint32_t individuals, uint32_t capacity,
                               struct ocl_buffer buffers[MOSAIC_PIECES_BUFFERS]);

/* Sends tour `individual`: ord and pos, at `words`. */
enum swarm_status mosaic_pieces_device_send(struct mosaic_pieces_device *device, uint32_t individual,
                                            const uint32_t *words);

/* mosaic_pieces_run() by the device, on the tours sent last: begin() returns when the work is queued, end() when the
 * reports are there. In between `pieces` must stay as it is. */
enum swarm_status mosaic_pieces_device_begin(struct mosaic_pieces_device *device, const struct mosaic_pieces *pieces);
enum swarm_status mosaic_pieces_device_end(struct mosaic_pieces_device *device, struct mosaic_pieces *pieces);

#endif
