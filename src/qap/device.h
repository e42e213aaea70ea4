/* device.h - runs tabu searches on a device, and builds the assignments of ants: kernels, buffers, launches. */
#ifndef SWARMCL_QAP_DEVICE_H
#define SWARMCL_QAP_DEVICE_H

#include "ocl/pacer.h"
#include "ocl/program.h"
#include "problem.h"
#include "search/engine.h"

enum { QAP_BUFFERS = 10 };

/* The kernels and their buffers. Must be zeroed; release it also after a failure. Borrows session and problem. */
struct qap_device {
    struct ocl_session *session;
    const struct qap_problem *problem;
    uint32_t group_size; /* number of work-items per search */
    uint32_t searches;   /* maximum number of searches in a launch */
    uint32_t ants;       /* maximum ants in a launch, set before planning; 0: the host builds their assignments */
    bool local_vectors;  /* True if the vectors are in local memory, where kernels access only single numbers */
    cl_program program;
    struct ocl_kernel kernel, place; /* kernel of the searches; kernel of the ants */
    struct ocl_buffer buffers[QAP_BUFFERS];
    struct ocl_pacer pacer;
};

/* Chooses group size and searches per launch, at most `searches`; lists the buffers in the engine's plan; rejects a
 * run that does not fit. `limit`: maximum work-items per group; 0: the device's limit. */
enum swarm_status qap_device_plan(struct search_engine *engine, const struct qap_problem *problem, uint32_t searches,
                                  size_t limit, struct qap_device *device);

/* Builds the kernels. Writes their source to `dump_path` unless that is NULL. *limit > 0: the kernel allows at most
 * this group size, so plan and build again. Errors: SWARM_ERROR_BUILD. */
enum swarm_status qap_device_build(struct ocl_session *session, const char *dump_path, struct qap_device *device,
                                   size_t *limit);

/* Creates the buffers and writes the problem to the device. */
enum swarm_status qap_device_prepare(struct qap_device *device, const struct search_request *request);
void qap_device_release(struct qap_device *device);

/* Searches that run in one call. */
struct qap_batch {
    uint32_t count;
    const uint32_t *starts;      /* [count][m] assignment where each search starts */
    uint32_t *found;             /* [count][m] best assignment that each search found */
    struct qap_search *searches; /* [count] state of each search */
};

/* Runs `steps` steps of each search. *interrupted = true: some steps did not run; `found` is valid. */
enum swarm_status qap_device_search(struct qap_device *device, uint64_t seed, uint32_t steps, struct qap_batch batch,
                                    bool *interrupted);

/* The ants of a generation. */
struct qap_colony {
    uint32_t count, generation;
    const uint32_t *trails; /* [m][m] trails by item and place */
    uint32_t *places;       /* [count][m] assignment that each ant built */
};

/* Builds assignments of ants. The first *built are valid; *interrupted = true: they may be fewer than all. */
enum swarm_status qap_device_place(struct qap_device *device, uint64_t seed, const struct qap_colony *colony,
                                   uint32_t *built, bool *interrupted);

#endif
