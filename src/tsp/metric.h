/* metric.h - the table of TSPLIB metrics. */
#ifndef SWARMCL_TSP_METRIC_TABLE_H
#define SWARMCL_TSP_METRIC_TABLE_H

#include <stdbool.h>

#include <swarmcl/swarmcl.h>

struct tsp_metric {
    const char *name;    /* name of the metric in TSPLIB */
    unsigned dimensions; /* coordinates per node: 2, 3, or 0 for EXPLICIT */
    bool rooted;         /* True if a length is the root of a sum of squares, rounded */
    bool on_device;      /* True if devices compute the metric exactly (cl/shared/tsp_metric.h) */
};

/* Indexed by enum swarm_metric. */
extern const struct tsp_metric tsp_metrics[SWARM_METRIC_COUNT];

/* The distance between two points (x, y, z). Not for EXPLICIT. For GREAT_CIRCLE the points are on a sphere around the
 * origin whose radius is in units of the result. */
int32_t tsp_metric_distance(enum swarm_metric metric, const double a[3], const double b[3]);

/* Converts TSPLIB's DDD.MM, degrees and minutes, to decimal degrees. */
double tsp_metric_geo_degrees(double value);

/* True if all distances between points of the box from `minimum` to `maximum` are below 2^31, as tsp_metric_distance()
 * needs. */
bool tsp_metric_fits(enum swarm_metric metric, const double minimum[3], const double maximum[3]);

#endif
