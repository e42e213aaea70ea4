/* generate.h - random and regular instances as TSPLIB95 text. */
#ifndef SWARMCL_TSP_GENERATE_H
#define SWARMCL_TSP_GENERATE_H

#include <stddef.h>
#include <stdint.h>

#include "base/env.h"

/* See swarm_instance_kinds(). */
extern const struct swarm_variant tsp_generate_kinds[];

/* See swarm_instance_generate(). */
enum swarm_status tsp_generate(struct base_env *env, const char *kind, uint32_t node_count, uint32_t seed, char **text,
                               size_t *size);

#endif
