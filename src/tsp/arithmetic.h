/* arithmetic.h - the arithmetic by which a device computes lengths from points: LENGTHS of cl/shared/tsp_metric.h. Each
 * arithmetic gives the same lengths, which are defined in doubles. */
#ifndef SWARMCL_TSP_ARITHMETIC_H
#define SWARMCL_TSP_ARITHMETIC_H

#include "instance.h"

/* Values of --lengths with their help, indexed by LENGTHS_ constants; 0 is "auto". The last has a NULL name. */
extern const struct swarm_variant tsp_lengths_words[];

/* True if metric_integers.h computes the lengths between all nodes: the metric is not EXPLICIT, GEO or GREAT_CIRCLE,
 * coordinates are whole numbers of absolute values below 2^31 and, if the metric has roots, the squared diagonal of
 * their box is below 2^50. Cost: O(n). */
bool tsp_integers_fit(const struct swarm_instance *instance);

/* Sets *lengths to the LENGTHS_ constant of `word`, a name of tsp_lengths_words other than "auto". If `word` is NULL:
 * integers if they fit, on GPUs and on devices without double precision; otherwise doubles, or bits without double
 * precision. If `word` is NULL and devices do not compute the metric: 0, the host sends all lengths.
 * Errors: SWARM_ERROR_INVALID_ARGUMENT for a word that does not suit the instance or the device. */
enum swarm_status tsp_lengths_choose(struct base_env *env, const struct swarm_instance *instance,
                                     const struct swarm_device *device, const char *word, int *lengths);

/* Bytes per coordinate on the device. */
size_t tsp_coordinate_size(int lengths);

/* Returns numbers [count] in the device's format of coordinates, owned; NULL if memory ran out. */
void *tsp_coordinates_make(int lengths, const double *numbers, size_t count);

#endif
