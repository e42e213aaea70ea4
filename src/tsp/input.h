/* input.h - instances from text of either kind: TSPLIB95 files and tables of points. */
#ifndef SWARMCL_TSP_INPUT_H
#define SWARMCL_TSP_INPUT_H

#include "instance.h"

/* See swarm_instance_parse(). A table is what does not begin with a line of TSPLIB95 and either has a separator in its
 * first line or a path that ends in .csv or .tsv, also before .gz. */
enum swarm_status tsp_input_parse(struct base_env *env, const char *text, size_t size, const char *path,
                                  struct swarm_instance **instance);

#endif
