/* mosaic.h - populations of individuals, each with one tour, improved on a device and recombined on the host.
 *
 * No pheromone plays a part. A population starts from greedy tours that differ; an improver (a row of --improver) makes
 * each a local optimum and kicks it; then individuals are crossed with one another, pass after pass, until nothing is
 * gained. Populations grow, and take in the elite of the ones before them.
 *
 * After Lin and Kernighan (1973), Martin, Otto and Felten (1991), Nagata and Kobayashi (2013).
 */
#ifndef SWARMCL_MOSAIC_MOSAIC_H
#define SWARMCL_MOSAIC_MOSAIC_H

#include "choices.h"
#include "ocl/device.h"
#include "search/engine.h"

enum { MOSAIC_SITES_MOST = 16 }; /* devices of an engine */

/* The engine. An iteration is a generation: all individuals are improved, then they are crossed. prepare() takes any
 * tour for a start, the shortest of choices->starts where there are some. Ants on pieces share
 * all devices; other improvers take the first. The instance must be symmetric, with
 * at least 5 nodes. engine->done is the schedule so far. Returns owned. */
enum swarm_status mosaic_engine_create(struct base_env *env, const struct search_request *request,
                                       const struct swarm_instance *instance, const struct mosaic_choices *choices,
                                       struct search_devices devices, struct search_engine **engine);

#endif
