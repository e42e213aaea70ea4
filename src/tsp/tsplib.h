/* tsplib.h - the TSPLIB95 reader (G. Reinelt, "TSPLIB95", 1995) for TSP and ATSP files. */
#ifndef SWARMCL_TSP_TSPLIB_H
#define SWARMCL_TSP_TSPLIB_H

#include "base/scanner.h"
#include "instance.h"

/* Whether the line is one of TSPLIB95: a keyword and its colon, or the name of a section. */
bool tsp_tsplib_is(struct base_word line);

/* See swarm_instance_parse(). `path` is only for messages and for a missing NAME. */
enum swarm_status tsp_tsplib_parse(struct base_env *env, const char *text, size_t size, const char *path,
                                   struct swarm_instance **instance);

#endif
