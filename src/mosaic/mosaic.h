/* mosaic.h - populations of individuals, each with one tour, improved on a device and recombined on the host.
 *
 * There is no pheromone. A population starts from greedy tours that differ. An improver (a row of --improver) makes
 * each a local optimum and kicks it; then individuals are crossed with each other, pass by pass, until a pass gains
 * little. Later populations are larger, and include the elite of the one before.
 *
 * After Lin and Kernighan (1973), Martin, Otto and Felten (1991), Nagata and Kobayashi (2013). docs/mosaic.md.
 */
#ifndef SWARMCL_MOSAIC_MOSAIC_H
#define SWARMCL_MOSAIC_MOSAIC_H

#include "base/team.h"
#include "choices.h"
#include "ocl/device.h"
#include "search/engine.h"

enum { MOSAIC_DEVICES_MOST = 16 }; /* maximum devices per engine; with more, crossover on the host dominates */

/* Creates the engine. An iteration is a generation: all individuals are improved, then crossed. prepare() takes any
 * tour as a start, the shortest of choices->starts if there are any. Ants on pieces use all devices; other improvers
 * use the first one. The instance must be symmetric and have at least 5 nodes. engine->done is the schedule so far. The
 * caller owns *engine. */
enum swarm_status mosaic_engine_create(struct base_env *env, const struct search_request *request,
                                       const struct swarm_instance *instance, const struct mosaic_choices *choices,
                                       struct search_devices devices, struct search_engine **engine);

struct mosaic_keep_limits {
    int64_t length;
    double deadline; /* base_seconds(); INFINITY: none */
};

/* keep.c: replaces `tour` [n], which is within the limits, by one with fewer edges that `kept` [n] lacks; n is at least
 * 5. The result depends only on these; after cancellation or the deadline it is the best so far.
 * SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status mosaic_keep(struct base_env *env, const struct swarm_instance *instance, struct base_team *team,
                              const uint32_t *kept, uint32_t *tour, struct mosaic_keep_limits limits);

#endif
