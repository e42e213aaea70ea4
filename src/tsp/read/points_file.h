/* points_file.h - many instances in one file: a line of points for each, or an array of NumPy. */
#ifndef SWARMCL_TSP_POINTS_FILE_H
#define SWARMCL_TSP_POINTS_FILE_H

#include "tsp/instance.h"

/* Makes it of bytes [size], which it owns from now on, also after a failure. See swarm_points_read(). */
enum swarm_status tsp_points_file_create(struct base_env *env, const char *path, char *bytes, size_t size,
                                         struct swarm_points **points);
void tsp_points_file_destroy(struct swarm_points **points);

size_t tsp_points_file_count(const struct swarm_points *points);
size_t tsp_points_file_number(const struct swarm_points *points, size_t index);

/* See swarm_points_instance(). */
enum swarm_status tsp_points_file_instance(struct base_env *env, const struct swarm_points *points, size_t index,
                                           struct swarm_instance **instance);

#endif
