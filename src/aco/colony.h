/* colony.h - one colony at work, on a device or as the sequential twin, behind one table of functions. */
#ifndef SWARMCL_ACO_COLONY_H
#define SWARMCL_ACO_COLONY_H

#include "aco_types.h"
#include "ocl/device.h"
#include "settings.h"
#include "shape.h"
#include "tsp/instance.h"

struct aco_colony;
struct aco_state;

/* The phases of a run in order; each is called once, except step and collect. */
struct aco_colony_type {
    /* Chooses the shape, lists the memory needed and refuses what does not fit. Allocates nothing large. */
    enum swarm_status (*plan)(struct aco_colony *colony);
    /* Opens the device. */
    enum swarm_status (*open)(struct aco_colony *colony);
    /* Compiles the kernels. */
    enum swarm_status (*build)(struct aco_colony *colony);
    /* Allocates, fills the matrices and takes `start_tour` [n] of `start_length`, through the local search where there
     * is one, as the best so far: colony->start_length. colony->settings is final by now. With colony->resumed it
     * leaves the start to load(). */
    enum swarm_status (*prepare)(struct aco_colony *colony, const uint32_t *start_tour, int64_t start_length);
    /* Runs or queues iteration `iteration` (from 1). *interrupted: the run was cancelled or its deadline passed before
     * the iteration was complete; the colony must not step again. */
    enum swarm_status (*step)(struct aco_colony *colony, uint64_t iteration, bool *interrupted);
    /* Takes the summary of the next iteration that is complete, in order; *got is false when there is none yet.
     * `all`: waits for whatever is queued. */
    enum swarm_status (*collect)(struct aco_colony *colony, bool all, bool *got, struct aco_summary *summary);
    /* Makes `tour` [n] of *length, which is shorter than the best so far, that: behind `iteration`, the last one, when
     * all that was queued was collected; not while colony->torn. Ants go on as if one of them had built it; a population
     * recombines with it, and *length becomes that of the best so far, which may be shorter still. */
    enum swarm_status (*take)(struct aco_colony *colony, const uint32_t *tour, int64_t *length, uint64_t iteration);
    /* Reads the best tour [n]. Waits for the queue. */
    enum swarm_status (*best_tour)(struct aco_colony *colony, uint32_t *tour);
    /* Lists the sections of a state. */
    void (*list)(const struct aco_colony *colony, struct aco_state *state);
    /* Fills them, after all that was queued was collected; not while colony->torn. */
    enum swarm_status (*save)(struct aco_colony *colony, struct aco_state *state);
    /* Goes on from a state, that after `iteration`; once, before the first step. SWARM_ERROR_INPUT for one that no run
     * can have, without the name of its file. */
    enum swarm_status (*load)(struct aco_colony *colony, struct aco_state *state, uint64_t iteration);
    void (*destroy)(struct aco_colony **colony);
};

/* What every colony starts from. */
struct aco_colony_request {
    const struct swarm_instance *instance;
    int64_t offset; /* what lengths are told longer by: the instance is a reduction (tsp/reduction.h) */
    struct aco_choices choices;
    struct aco_shape_request shape;
    double launch_seconds;
    double deadline; /* of base_seconds(); INFINITY: none */
    bool profiling;
    bool walked;           /* before the first iteration every ant deposits on the start tour once */
    const char *dump_path; /* where to write the kernels as built; NULL: nowhere */
};

enum { ACO_PLAN_ENTRIES = 32 };

/* The part that both kinds share; the first member of each. */
struct aco_colony {
    const struct aco_colony_type *type;
    struct base_env *env;
    struct aco_colony_request request;
    struct aco_settings settings;
    const struct swarm_device *device; /* NULL for the twin */
    const struct aco_shape *shape;     /* NULL for the twin */
    struct ocl_session *session;       /* NULL for the twin; event times */
    int64_t start_length;              /* of the best so far before the first iteration; from prepare on */
    bool resumed;                      /* load() follows prepare() */
    bool patient;                      /* an iteration that has begun is completed, interrupted or not */
    bool torn;                         /* an interruption has left the state within an iteration */
    size_t plan_count;
    struct swarm_plan_entry plan[ACO_PLAN_ENTRIES];
};

/* Both return owned; destroy with colony->type->destroy(). The device list must outlive the colony. */
enum swarm_status aco_colony_device_create(struct base_env *env, const struct aco_colony_request *request,
                                           const struct ocl_device_list *devices, size_t index,
                                           struct aco_colony **colony);
enum swarm_status aco_colony_reference_create(struct base_env *env, const struct aco_colony_request *request,
                                              struct aco_colony **colony);

/* Whether the run is to end: cancelled, or past its deadline; the second one within an iteration. */
bool aco_colony_is_interrupted(const struct aco_colony *colony);
bool aco_colony_is_cut(const struct aco_colony *colony);

#endif
