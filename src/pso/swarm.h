/* swarm.h - one swarm at work, on a device or as the sequential twin: an engine (run/engine.h).
 *
 * Answers are positions [dimensions], doubles in either precision; a score is the key (base/key.h) of a value that is
 * minimised. A swarm draws its own start, iteration 0, which the first summary tells.
 */
#ifndef SWARMCL_PSO_SWARM_H
#define SWARMCL_PSO_SWARM_H

#include "state.h"

/* The part that both kinds share; the first member of each. */
struct pso_swarm {
    struct run_engine engine;
    struct pso_settings settings;
    uint32_t group_size;                    /* as used; 0 for the twin */
    uint64_t queued;                        /* the last iteration that step() took on */
    uint64_t told_count;                    /* improvements that summaries have told, or a state */
    struct run_improvement told[LOG_SLOTS]; /* of the last summary */
};

/* Both return owned; destroy with its type's destroy(). The device list must outlive the swarm. */
enum swarm_status pso_swarm_device_create(struct base_env *env, const struct run_request *run,
                                          const struct pso_settings *settings, const struct ocl_device_list *devices,
                                          size_t index, struct run_engine **engine);
enum swarm_status pso_swarm_reference_create(struct base_env *env, const struct run_request *run,
                                             const struct pso_settings *settings, struct run_engine **engine);

/* Evaluates the objective of `settings` at points [count][dimensions] into values [count], as the objective gives them,
 * in the precision of the settings: on the host, or for an objective from a file on the device. */
enum swarm_status pso_evaluate_host(struct base_env *env, const struct pso_settings *settings, size_t count,
                                    const double *points, double *values);
enum swarm_status pso_evaluate_device(struct base_env *env, const struct pso_settings *settings,
                                      const struct ocl_device_list *devices, size_t index, size_t count,
                                      const double *points, double *values);

/* ------------------------------------------------------------------------------------------------------------------ */
/* What both kinds do alike                                                                                           */

/* Makes a swarm of `size` bytes, zeroed except for the members that both kinds share. */
enum swarm_status pso_swarm_create(struct base_env *env, size_t size, const struct run_engine_type *type,
                                   const struct run_request *run, const struct pso_settings *settings,
                                   struct run_engine **engine);

/* The summary of record and log [LOG_SLOTS] after `iteration`. */
struct run_summary pso_swarm_tell(struct pso_swarm *swarm, uint64_t iteration, const struct pso_best *best,
                                  const struct pso_improvement *log);

/* Functions of run_engine_type; to take is to save the state, to change it and to load it again. */
void pso_swarm_describe(const struct run_engine *engine, struct options *options);
void pso_swarm_list(const struct run_engine *engine, struct run_sections *state);
enum swarm_status pso_swarm_take(struct run_engine *engine, const void *answer, int64_t *score, uint64_t iteration);

/* Checks a state for load(), and makes its record one of a run that goes on. SWARM_ERROR_INPUT. */
enum swarm_status pso_swarm_begin_load(struct pso_swarm *swarm, struct run_sections *state, uint64_t iteration);

#endif
