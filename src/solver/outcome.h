/* outcome.h - what all runs have in common: finding a device, and what results tell. */
#ifndef SWARMCL_SOLVER_OUTCOME_H
#define SWARMCL_SOLVER_OUTCOME_H

#include "ocl/session.h"
#include "params.h"

/* Seconds between two progress calls without an improvement. */
#define SOLVER_PROGRESS_INTERVAL 0.1

/* Seconds since `*since`, which becomes now: the stopwatch of the phases. */
double solver_lap(const struct base_env *env, double *since);

/* The devices that `device` and `platform` choose. Where they do so by themselves these are in the order to try them;
 * otherwise all count, a device as often as it is named, and more than one is refused unless `several`. *indices
 * returns owned. Errors: SWARM_ERROR_INVALID_ARGUMENT, SWARM_ERROR_NO_DEVICE. */
enum swarm_status solver_devices_find(struct base_env *env, const struct ocl_device_list *devices,
                                      const struct swarm_params *params, bool several, size_t **indices, size_t *count);

/* Plans and opens the device at `index` of the list for `run`. */
typedef enum swarm_status solver_try_fn(void *run, size_t index);

/* Tries the devices that `params` choose: `auto` goes on to the next when one does not open or cannot hold the run; an
 * explicit choice fails. With devices NULL, for the twin, tries index 0. */
enum swarm_status solver_devices_try(struct base_env *env, const struct ocl_device_list *devices,
                                     const struct swarm_params *params, solver_try_fn *try_device, void *run);

/* The limit of iterations, UINT32_MAX when only --time is given. */
uint64_t solver_iteration_limit(const struct swarm_params *params, bool *limited);

/* INFINITY without --time. */
double solver_deadline(const struct swarm_params *params);

enum swarm_stop_reason solver_interruption(const struct base_env *env);

/* Makes room for one more of `count` items of `size` bytes; *items may move. False when memory ran out. */
bool solver_grow(void **items, size_t count, size_t *capacity, size_t size);

/* The value that `run` used for a parameter, NULL for none; `value` is what the set has. `text` [64] may hold it. */
typedef const char *solver_used_fn(const void *run, const char *name, const char *value, char *text);

/* Every parameter of the set with the value used. *settings returns owned, with their values: release both with
 * solver_settings_free(). `device` is NULL for the twin. */
enum swarm_status solver_settings_describe(struct base_env *env, const struct swarm_params *params,
                                           const struct swarm_device *device, solver_used_fn *used, const void *run,
                                           struct swarm_setting **settings, size_t *count);
void solver_settings_free(struct swarm_setting *settings, size_t count);

/* The times of all kernels; none without a session. *kernels returns owned. */
enum swarm_status solver_kernels_describe(struct base_env *env, struct ocl_session *session,
                                          struct swarm_kernel_time **kernels, size_t *count);

uint64_t solver_plan_bytes(const struct swarm_plan_entry *plan, size_t count);

#endif
