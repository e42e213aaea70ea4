/* swarm.h - one swarm at work, on a device or as the sequential twin, behind one table of functions. */
#ifndef SWARMCL_PSO_SWARM_H
#define SWARMCL_PSO_SWARM_H

#include "ocl/session.h"
#include "state.h"

struct pso_swarm;

/* What has become known since the last report. */
struct pso_report {
    uint64_t iteration; /* complete */
    uint32_t state;     /* SWARM_RUNNING, or what ended the run ... */
    uint64_t stopped;   /* ... in this iteration */
    size_t count;
    const struct pso_improvement *improvements; /* [count], borrowed until the next call with the swarm */
};

/* The phases of a run in order; each is called once but for advance, collect and save. */
struct pso_swarm_type {
    /* Lists the memory needed and refuses what does not fit, and rows that do not go together. */
    enum swarm_status (*plan)(struct pso_swarm *swarm);
    /* Opens the device. */
    enum swarm_status (*open)(struct pso_swarm *swarm);
    /* Compiles the kernels. SWARM_ERROR_INPUT when it is the caller's objective that does not compile. */
    enum swarm_status (*build)(struct pso_swarm *swarm);
    /* Allocates and draws the start (and evaluates it: iteration 0), or goes on from `resumed` (borrowed). */
    enum swarm_status (*prepare)(struct pso_swarm *swarm, const struct pso_state *resumed);
    /* Runs or queues some iterations, at least one, none past `limit`; swarm->queued is the last of them. *interrupted:
     * the run was cancelled or its deadline passed. */
    enum swarm_status (*advance)(struct pso_swarm *swarm, uint64_t limit, bool *interrupted);
    /* Tells what is complete; *got is false when that is nothing new. `all`: waits for whatever is queued. */
    enum swarm_status (*collect)(struct pso_swarm *swarm, bool all, bool *got, struct pso_report *report);
    /* Waits for the queue and copies everything to `state`, which is initialised. */
    enum swarm_status (*save)(struct pso_swarm *swarm, struct pso_state *state);
    /* Waits for the queue; the best of all, numbers as doubles: position [dimensions], value as the objective gives it;
     * evaluations that gave NaN. The last call before destroy. */
    enum swarm_status (*finish)(struct pso_swarm *swarm, struct pso_best *best, double *value, double *position,
                                uint64_t *nan_count);
    void (*destroy)(struct pso_swarm **swarm);
};

/* What every swarm starts from. */
struct pso_request {
    struct pso_settings settings;
    uint32_t group_size; /* work-items of a group; 0: by the device */
    double launch_seconds;
    double deadline; /* of base_seconds(); INFINITY: none */
    bool profiling;
    const char *dump_path;  /* where to write the kernels as built; NULL: nowhere */
    uint32_t start_count;   /* the first particles ... */
    const double *start;    /* ... begin here, [start_count][dimensions], within the bounds; borrowed */
    uint64_t advance_limit; /* at most so many iterations in one advance; 0: as many as it likes */
};

enum { PSO_PLAN_ENTRIES = 24 };

/* The part that both kinds share; the first member of each. */
struct pso_swarm {
    const struct pso_swarm_type *type;
    struct base_env *env;
    struct pso_request request;
    const struct swarm_device *device; /* NULL for the twin */
    struct ocl_session *session;       /* NULL for the twin; event times */
    uint32_t group_size;               /* as used; 0 for the twin */
    uint64_t queued;                   /* the last iteration that advance() took on */
    size_t plan_count;
    struct swarm_plan_entry plan[PSO_PLAN_ENTRIES];
};

/* Both return owned; destroy with swarm->type->destroy(). The device list must outlive the swarm. */
enum swarm_status pso_swarm_device_create(struct base_env *env, const struct pso_request *request,
                                          const struct ocl_device_list *devices, size_t index,
                                          struct pso_swarm **swarm);
enum swarm_status pso_swarm_reference_create(struct base_env *env, const struct pso_request *request,
                                             struct pso_swarm **swarm);

/* Evaluates the objective of `settings` at points [count][dimensions] into values [count], as the objective gives them,
 * in the precision of the settings: on the host, or for an objective from a file on the device. */
enum swarm_status pso_evaluate_host(struct base_env *env, const struct pso_settings *settings, size_t count,
                                    const double *points, double *values);
enum swarm_status pso_evaluate_device(struct base_env *env, const struct pso_settings *settings,
                                      const struct ocl_device_list *devices, size_t index, size_t count,
                                      const double *points, double *values);

#endif
