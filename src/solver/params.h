/* params.h - the parameters of a run: a table of descriptors for each command, and a set of values over one. */
#ifndef SWARMCL_SOLVER_PARAMS_H
#define SWARMCL_SOLVER_PARAMS_H

#include "base/env.h"

struct solver_param_table {
    const char *maker; /* the public function that makes sets of it */
    const struct swarm_param *rows;
    size_t count;
};
extern const struct solver_param_table solver_tsp_table, solver_pso_table;

#define SOLVER_GROUP_SHAPE "Shape (changes no tour)"

struct swarm_params {
    const struct solver_param_table *table;
    char **values;   /* [table->count]; NULL: not set */
    uint32_t *start; /* [start_tours][start_count] of swarm_params_start() and swarm_params_add_start(), or NULL */
    size_t start_tours;
    size_t start_count; /* nodes of each */
    bool profile;
};

/* See swarm_param_check(), swarm_params_create() and swarm_params_set(). */
enum swarm_status solver_param_check(struct base_env *env, const struct swarm_param *param, const char *value);
enum swarm_status solver_params_create(struct base_env *env, const struct solver_param_table *table,
                                       struct swarm_params **params);
enum swarm_status solver_params_set(struct base_env *env, struct swarm_params *params, const char *name,
                                    const char *value);

/* See swarm_params_start() and swarm_params_add_start(). */
enum swarm_status solver_params_start(struct base_env *env, struct swarm_params *params, const uint32_t *tour,
                                      size_t count);
enum swarm_status solver_params_add_start(struct base_env *env, struct swarm_params *params, const uint32_t *tour,
                                          size_t count);

/* SWARM_ERROR_INVALID_ARGUMENT unless `params` is a set over `table`. */
enum swarm_status solver_params_require(struct base_env *env, const struct swarm_params *params,
                                        const struct solver_param_table *table);

/* Whether the user gave a value; false for names that the table does not have. */
bool solver_params_is_set(const struct swarm_params *params, const char *name);

/* The value as a number; the row's range was checked when it was set. `name` must have one. */
double solver_params_real(const struct swarm_params *params, const char *name);
uint64_t solver_params_integer(const struct swarm_params *params, const char *name);

/* Whether the value of `name` is `word`. */
bool solver_params_is(const struct swarm_params *params, const char *name, const char *word);

#endif
