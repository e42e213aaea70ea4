/* generate.h - random and regular instances as TSPLIB95 text. */
#ifndef SWARMCL_TSP_GENERATE_H
#define SWARMCL_TSP_GENERATE_H

#include <stddef.h>
#include <stdint.h>

#include "base/env.h"

/* See swarm_instance_kinds(). */
extern const struct swarm_variant tsp_generate_kinds[];

/* See swarm_instance_generate(). Every kind but matrix reduces the seed modulo 10^9, the modulus of its random source;
 * matrix uses all 32 bits. Cost: about 30 ns a node or matrix element; memory: the text, and 4 bytes a node where the
 * order is drawn. */
enum swarm_status tsp_generate(struct base_env *env, const char *kind, uint32_t node_count, uint32_t seed, char **text,
                               size_t *size);

#endif
