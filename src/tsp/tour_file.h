/* tour_file.h - TSPLIB95 tour files. */
#ifndef SWARMCL_TSP_TOUR_FILE_H
#define SWARMCL_TSP_TOUR_FILE_H

#include "instance.h"

/* See swarm_tour_read(); from text in memory. */
enum swarm_status tsp_tour_file_parse(struct base_env *env, const char *text, size_t size, const char *path,
                                      const struct swarm_instance *instance, uint32_t **tour);

/* See swarm_tour_write(). */
enum swarm_status tsp_tour_file_write(struct base_env *env, const char *path, const char *name, const char *comment,
                                      const struct swarm_instance *instance, const uint32_t *tour, size_t count);

#endif
