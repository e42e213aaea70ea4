/* device.h - the searches of many individuals on a device: kernel, buffers and transfers. */
#ifndef SWARMCL_ORIENT_DEVICE_H
#define SWARMCL_ORIENT_DEVICE_H

#include "ocl/program.h"
#include "search/engine.h"
#include "space.h"

enum {
    ORIENT_BUFFER_WORDS,
    ORIENT_BUFFER_INDIVIDUALS,
    ORIENT_BUFFER_NEAR,
    ORIENT_BUFFER_NEAR_LENGTH,
    ORIENT_BUFFER_EDGES,
    ORIENT_BUFFER_SCORES,
    ORIENT_BUFFER_TRAILS, /* this one and the next: only of ants that walk on the device */
    ORIENT_BUFFER_APPEALS,
    ORIENT_BUFFERS
};

/* The kernels and their buffers. Must be zeroed; release it also after a failure. */
struct orient_kernel {
    struct ocl_session *session; /* borrowed session that runs the kernels */
    cl_program program;
    struct ocl_kernel kernel, walk; /* kernel of the searches, and kernel of the ants */
    bool walks;                     /* set before planning: ants walk on the device */
    struct ocl_buffer buffers[ORIENT_BUFFERS];
    uint32_t n, items;
    int lengths; /* a LENGTHS_ constant of tsp_metric.h; 0: the host sends a matrix */
};

/* Chooses the arithmetic by `word`, a value of --lengths (NULL: the default), lists the buffers for `individuals` in
 * the engine's plan, and rejects a run that does not fit the device. */
enum swarm_status orient_device_plan(struct search_engine *engine, const struct swarm_instance *instance,
                                     const char *word, uint32_t individuals, struct orient_kernel *kernel);

/* Builds the program. Writes its source to `dump_path` unless that is NULL. Errors: SWARM_ERROR_BUILD. */
enum swarm_status orient_device_build(struct ocl_session *session, const struct swarm_instance *instance,
                                      const char *dump_path, struct orient_kernel *kernel);

/* Creates the buffers and writes the space, which must have lists, and the ants' appeals [n][width] if ants walk, to
 * the device. O(n^2) if the device reads lengths from a matrix. */
enum swarm_status orient_device_prepare(const struct orient_space *space, uint64_t seed, const uint32_t *appeals,
                                        struct orient_kernel *kernel);
void orient_device_release(struct orient_kernel *kernel);

/* Ants `first` to `end` - 1 of a generation, with trails [n][width]. */
struct orient_walkers {
    uint32_t first, end, generation;
    const uint32_t *trails;
};

/* Writes the trails to the device if `first` is 0. Builds the tours of the ants there, and reads each tour and its
 * state. */
enum swarm_status orient_device_walk(struct orient_kernel *kernel, const struct orient_walkers *ants,
                                     struct orient_tours *population);

/* For the first `count` individuals: orient_device_send() writes words and states to the device, orient_device_search()
 * runs up to `budget` moves of each and reads the states, orient_device_fetch() reads the words. */
enum swarm_status orient_device_send(struct orient_kernel *kernel, const struct orient_tours *population,
                                     uint32_t count);
enum swarm_status orient_device_search(struct orient_kernel *kernel, struct orient_tours *population, uint32_t count,
                                       uint32_t budget);
enum swarm_status orient_device_fetch(struct orient_kernel *kernel, struct orient_tours *population, uint32_t count);

#endif
