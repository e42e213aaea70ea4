/* device.h - the searches of all parts on a device: kernel, buffers and transfers. */
#ifndef SWARMCL_FLEET_DEVICE_H
#define SWARMCL_FLEET_DEVICE_H

#include "ocl/program.h"
#include "search/engine.h"
#include "space.h"

enum {
    FLEET_BUFFER_WORDS,
    FLEET_BUFFER_PARTS,
    FLEET_BUFFER_NEAR,
    FLEET_BUFFER_NEAR_LENGTH,
    FLEET_BUFFER_EDGES,
    FLEET_BUFFER_CUSTOMERS,
    FLEET_BUFFER_VEHICLES,
    FLEET_BUFFER_WAYS,
    FLEET_BUFFER_TRAVEL,
    FLEET_BUFFERS
};

struct fleet_size {
    uint32_t n, routes, plans, parts; /* nodes; routes and parts of a plan */
};

/* The kernel and its buffers. Must be zeroed; release it also after a failure. */
struct fleet_kernel {
    struct ocl_session *session; /* borrowed session that runs the kernel */
    cl_program program;
    struct ocl_kernel kernel;
    struct ocl_buffer buffers[FLEET_BUFFERS];
    struct fleet_size size;
    uint32_t items;
    int lengths; /* a LENGTHS_ constant of tsp_metric.h; 0: the host sends a matrix */
    bool walks;  /* true if the program has the kernel of ants; set before fleet_device_build() */
};

/* Chooses the arithmetic of lengths, lists the buffers in the engine's plan, and rejects a run that does not fit the
 * device. */
enum swarm_status fleet_device_plan(struct search_engine *engine, const struct swarm_fleet *fleet,
                                    struct fleet_size size, struct fleet_kernel *kernel);

/* Builds the program for a fleet with these features. Writes its source to `dump_path` unless that is NULL. Errors:
 * SWARM_ERROR_BUILD. */
enum swarm_status fleet_device_build(struct ocl_session *session, const struct swarm_fleet *fleet,
                                     const char *dump_path, struct fleet_kernel *kernel);

/* Creates the buffers and writes the space, which must have lists, to the device. O(n^2) if the device reads lengths
 * from a matrix. */
enum swarm_status fleet_device_prepare(const struct fleet_space *space, uint64_t seed, struct fleet_kernel *kernel);
void fleet_device_release(struct fleet_kernel *kernel);

/* Writes the vehicles and customers of the space, whose limits and prices change during a run with a goal. */
enum swarm_status fleet_device_send_rules(struct fleet_kernel *kernel, const struct fleet_space *space);

/* Writes the words of the first `plans` plans and their parts to the device, makes the moves of every part with the
 * rules of this round, and reads both. */
enum swarm_status fleet_device_search(struct fleet_kernel *kernel, const struct fleet_rules *rules, uint32_t plans,
                                      uint32_t *words, struct fleet_part *parts);

#endif
