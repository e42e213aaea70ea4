/* device.h - the search of many rings on a device: its kernel, its buffers, and the transfers. */
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
    ORIENT_BUFFERS
};

/* Zeroed: there is none. */
struct orient_kernel {
    struct ocl_session *session; /* borrowed */
    cl_program program;
    struct ocl_kernel kernel;
    struct ocl_buffer buffers[ORIENT_BUFFERS];
    uint32_t n, items;
    int lengths; /* LENGTHS_ of tsp_metric.h; 0: a matrix of the host's */
};

/* Chooses the arithmetic by `word` (NULL: none), adds the buffers for `individuals` rings to the engine's plan, and
 * refuses a run that does not fit the device. */
enum swarm_status orient_device_plan(struct search_engine *engine, const struct swarm_instance *instance,
                                     const char *word, uint32_t individuals, struct orient_kernel *kernel);

/* Builds the program; `dump_path` not NULL: the source goes there, too. SWARM_ERROR_BUILD. */
enum swarm_status orient_device_build(struct ocl_session *session, const struct swarm_instance *instance,
                                      const char *dump_path, struct orient_kernel *kernel);

/* Creates kernel and buffers, and sends the space, which must have lists. Cost: O(n^2) where the device looks lengths
 * up. */
enum swarm_status orient_device_prepare(const struct orient_space *space, uint64_t seed, struct orient_kernel *kernel);
void orient_device_release(struct orient_kernel *kernel);

/* The first `count` individuals go to the device, make up to `budget` moves each a time, of which the host hears how
 * many are made, and come back. */
enum swarm_status orient_device_send(struct orient_kernel *kernel, const struct orient_rings *population,
                                     uint32_t count);
enum swarm_status orient_device_search(struct orient_kernel *kernel, struct orient_rings *population, uint32_t count,
                                       uint32_t budget);
enum swarm_status orient_device_fetch(struct orient_kernel *kernel, struct orient_rings *population, uint32_t count);

#endif
