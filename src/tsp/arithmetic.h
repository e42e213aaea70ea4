/* arithmetic.h - the arithmetic in which a device computes lengths from points: LENGTHS of cl/shared/tsp_metric.h. All
 * find the same lengths; doubles define them. */
#ifndef SWARMCL_TSP_ARITHMETIC_H
#define SWARMCL_TSP_ARITHMETIC_H

#include "instance.h"

/* What --help and the parser show, by LENGTHS_; 0 is "auto". NULL-name terminated. */
extern const struct swarm_variant tsp_lengths_words[];

/* Whether metric_integers.h computes the lengths between all nodes: coordinates are whole numbers below 2^31, and sums
 * of squares below 2^50 where the metric has roots. Cost: O(n). */
bool tsp_integers_fit(const struct swarm_instance *instance);

/* *lengths: the LENGTHS_ of `word` (NULL: none was given) or, without one, integers where they fit on GPUs and on
 * devices without double precision, otherwise doubles, otherwise bits; 0 where the device gets all lengths from the
 * host. Errors: SWARM_ERROR_INVALID_ARGUMENT for a word that does not go with the instance or the device. */
enum swarm_status tsp_lengths_choose(struct base_env *env, const struct swarm_instance *instance,
                                     const struct swarm_device *device, const char *word, int *lengths);

/* Bytes of a coordinate on the device. */
size_t tsp_coordinate_size(int lengths);

/* Numbers [count] as the device takes coordinates; returns owned, NULL without memory. */
void *tsp_coordinates_make(int lengths, const double *numbers, size_t count);

#endif
