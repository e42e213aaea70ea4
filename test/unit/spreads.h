/* spreads.h - points of an instance for tests, spread in several ways. */
#ifndef SWARMCL_TEST_SPREADS_H
#define SWARMCL_TEST_SPREADS_H

#include <math.h>

#include "tsp/metric.h"
#include "tsp/points.h"
#include "tsp_support.h"
#include "../random.h"

/* TWO_SITES: half of the nodes at each of two sites. FAR_CLUSTERS: two small clusters. FAR_APART: half of the nodes
 * anywhere, the others in a tiny cluster. DUPLICATES: a grid with several nodes at each site. */
enum spread { UNIFORM, CLUSTERS, DUPLICATES, GRID, LINE, ONE_SITE, TWO_SITES, FAR_CLUSTERS, FAR_APART, SPREADS };

static inline double spread_coordinate(enum spread spread, uint32_t i, unsigned axis, double size)
{
    switch (spread) {
    case CLUSTERS:
        return size * 0.25 * (i % 4) * (axis == 0 ? 1.0 : 0.5) + size * 1e-3 * random_uniform();
    case DUPLICATES:
        return size * 0.1 * floor(5 * random_uniform());
    case GRID:
        return size / 40 * (axis == 0 ? i % 20 : axis == 1 ? (double)(i / 20) : 0);
    case LINE:
        return axis == 1 ? size / 2 : size * random_uniform();
    case ONE_SITE:
        return size / 3;
    case TWO_SITES:
        return size * (i % 2);
    case FAR_CLUSTERS:
        return size * (i % 2) * 0.99 + size * 0.01 * random_uniform();
    case FAR_APART:
        return size * (i % 2 == 0 ? 1 : 1e-6) * random_uniform();
    default:
        return size * random_uniform();
    }
}

/* Makes n points, of any metric. */
static inline struct swarm_instance *spread_points(enum swarm_metric metric, enum spread spread, uint32_t n)
{
    const bool sphere = metric == SWARM_METRIC_GREAT_CIRCLE;
    const unsigned dimensions = sphere ? 2 : tsp_metrics[metric].dimensions;
    const double size = sphere || metric == SWARM_METRIC_GEO ? 80 : 1e5;
    double *coordinates = test_memory(n, dimensions * sizeof *coordinates);
    struct swarm_instance *instance = NULL;
    for (uint32_t k = 0; k < n * dimensions; ++k) {
        coordinates[k] = spread_coordinate(spread, k / dimensions, k % dimensions, size);
    }
    if (!sphere) {
        return points_of(metric, n, coordinates);
    }
    REQUIRE_OK(tsp_points_instance(&env, "made", SWARM_SURFACE_SPHERE, n, coordinates, &instance));
    return kept(instance);
}

#endif
