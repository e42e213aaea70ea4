/* arithmetic.h - the arithmetic that a device uses to compute lengths from points: LENGTHS of cl/shared/tsp_metric.h.
 * All of them compute the same lengths, which doubles define. */
#ifndef SWARMCL_TSP_ARITHMETIC_H
#define SWARMCL_TSP_ARITHMETIC_H

#include "instance.h"

/* The values of --lengths and their help, indexed by LENGTHS_; 0 is "auto". Ends with a NULL name. */
extern const struct swarm_variant tsp_lengths_words[];

/* True if metric_integers.h computes the lengths between all nodes: coordinates are whole numbers below 2^31 and, if
 * the metric has roots, sums of squares are below 2^50. Cost: O(n). */
bool tsp_integers_fit(const struct swarm_instance *instance);

/* *lengths: the LENGTHS_ of `word`. If `word` is NULL: integers if they fit, on GPUs and on devices without double
 * precision; otherwise doubles, or bits without double precision; 0 if the device gets all lengths from the host.
 * Errors: SWARM_ERROR_INVALID_ARGUMENT for a word that does not suit the instance or the device. */
enum swarm_status tsp_lengths_choose(struct base_env *env, const struct swarm_instance *instance,
                                     const struct swarm_device *device, const char *word, int *lengths);

/* Bytes of a coordinate on the device. */
size_t tsp_coordinate_size(int lengths);

/* Numbers [count] in the format of coordinates on the device; returns owned, NULL if memory ran out. */
void *tsp_coordinates_make(int lengths, const double *numbers, size_t count);

#endif
