/* swarm.h - a swarm as an engine (search/engine.h), on a device or as the sequential reference.
 *
 * Solutions are positions [dimensions], doubles in either precision. A score is the key (base/key.h) of a value to
 * minimise. A swarm draws its own start, iteration 0, which the first summary reports. */
#ifndef SWARMCL_PSO_SWARM_H
#define SWARMCL_PSO_SWARM_H

#include "state.h"

/* The first member of all kinds of swarms. */
struct pso_swarm {
    struct search_engine engine;
    struct pso_settings settings;
    uint64_t queued;                               /* the last iteration that step() has queued */
    uint64_t reported_count;                       /* improvements in summaries so far, or in a loaded state */
    struct search_improvement reported[LOG_SLOTS]; /* of the last summary */
};

/* Both return owned; see search_engine_destroy(). The device list must outlive the swarm. */
enum swarm_status pso_swarm_device_create(struct base_env *env, const struct search_request *run,
                                          const struct pso_settings *settings, const struct ocl_device_list *devices,
                                          size_t index, struct search_engine **engine);
enum swarm_status pso_swarm_reference_create(struct base_env *env, const struct search_request *run,
                                             const struct pso_settings *settings, struct search_engine **engine);

/* One swarm of `asynchronous` with a part of its tribes on each device. */
enum swarm_status pso_swarm_spread_create(struct base_env *env, const struct search_request *run,
                                          const struct pso_settings *settings, struct search_devices devices,
                                          struct search_engine **engine);

/* Evaluates the objective of `settings` at points [count][dimensions] into values [count], not minimised, in the
 * precision of the settings: on the host, or on the device for an objective from a file. */
enum swarm_status pso_evaluate_host(struct base_env *env, const struct pso_settings *settings, size_t count,
                                    const double *points, double *values);
enum swarm_status pso_evaluate_device(struct base_env *env, const struct pso_settings *settings,
                                      struct search_devices devices, size_t count, const double *points,
                                      double *values);

/* As search_engine_create(). */
enum swarm_status pso_swarm_create(struct base_env *env, const struct search_engine_type *type,
                                   const struct search_request *run, const struct pso_settings *settings,
                                   struct search_devices devices, struct search_engine **engine);

/* The summary of record and log [LOG_SLOTS] after `iteration`. */
struct search_summary pso_swarm_report(struct pso_swarm *swarm, uint64_t iteration, const struct pso_best *best,
                                       const struct pso_improvement *log);

/* Functions of search_engine_type. */
void pso_swarm_list(const struct search_engine *engine, struct search_sections *state);

/* load(): rejects an impossible state, and marks its record as running. SWARM_ERROR_INPUT. */
enum swarm_status pso_swarm_begin_load(struct pso_swarm *swarm, struct search_sections *state, uint64_t iteration);

#endif
