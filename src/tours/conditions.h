/* conditions.h - what options and instance ask of a tour: open or closed, its ends, its fixed edges. */
#ifndef SWARMCL_TOURS_CONDITIONS_H
#define SWARMCL_TOURS_CONDITIONS_H

#include "options/options.h"
#include "tsp/reduction.h"

/* Reads path, start, end and fix, and adds the fixed edges of the instance. Release *conditions in any case. Errors:
 * SWARM_ERROR_INVALID_ARGUMENT for text that names no nodes, and for ends without --path. */
enum swarm_status tours_conditions_read(struct base_env *env, const struct options *options,
                                        const struct swarm_instance *instance, struct tsp_conditions *conditions);
void tours_conditions_deinit(struct tsp_conditions *conditions);

/* See swarm_tour_check(). */
enum swarm_status tours_conditions_check(struct base_env *env, const struct options *options,
                                         const struct swarm_instance *instance, const uint32_t *tour, size_t count);

/* Whether the options ask for other tours than the instance alone does. */
bool tours_conditions_given(const struct options *options);

#endif
