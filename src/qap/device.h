/* device.h - tabu searches on a device: the kernel, its buffers, its launches. */
#ifndef SWARMCL_QAP_DEVICE_H
#define SWARMCL_QAP_DEVICE_H

#include "ocl/pacer.h"
#include "ocl/program.h"
#include "problem.h"
#include "search/engine.h"

enum { QAP_BUFFERS = 7 };

/* How a search is spread on a device. */
struct qap_shape {
    uint32_t items; /* work-items of a group, which has a search */
    uint32_t lanes; /* numbers that a work-item treats at once */
    uint32_t seats; /* searches of a launch */
    bool near;      /* vectors are in local memory, which need not be aligned for lanes */
};

struct qap_device {
    struct ocl_session *session; /* borrowed */
    const struct qap_problem *problem;
    struct qap_shape shape;
    cl_program program;
    struct ocl_kernel kernel;
    struct ocl_buffer buffers[QAP_BUFFERS];
    struct ocl_pacer pacer;
};

/* The shape for up to `most` searches at a time. `items`: work-items of a group at most; 0: as many as are good. */
struct qap_shape qap_device_shape(const struct swarm_device *device, const struct qap_problem *problem, uint32_t most,
                                  size_t items);

/* Adds the buffers to the engine's plan, and refuses a run that does not fit. */
enum swarm_status qap_device_plan(struct search_engine *engine, const struct qap_problem *problem,
                                  const struct qap_shape *shape);

/* Builds the kernel for a shape. *limit: 0, or the work-items of the groups that the kernel allows; then nothing is
 * made. `dump_path` not NULL: the source goes there, too. Zeroed at first; release it in any case. Borrows session and
 * problem. SWARM_ERROR_BUILD. */
enum swarm_status qap_device_build(struct ocl_session *session, const struct qap_problem *problem,
                                   const struct qap_shape *shape, const char *dump_path, struct qap_device *device,
                                   size_t *limit);

/* Creates the buffers and sends the problem. */
enum swarm_status qap_device_prepare(struct qap_device *device, const struct search_request *request);
void qap_device_release(struct qap_device *device);

/* Searches that are made together. */
struct qap_batch {
    uint32_t count;
    const uint32_t *starts;      /* [count][m] where they begin */
    uint32_t *found;             /* [count][m] the best assignment of each */
    struct qap_search *searches; /* [count] */
};

/* `steps` steps of each search. *interrupted: they were not complete, but `found` is valid. */
enum swarm_status qap_device_search(struct qap_device *device, uint64_t seed, uint32_t steps, struct qap_batch batch,
                                    bool *interrupted);

#endif
