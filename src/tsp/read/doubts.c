/* Warnings about coordinates that are probably meant for another metric. */
#include <math.h>

#include "tsp/instance.h"
#include "tsp/metric.h"

#define NEAR          2.0   /* distance between neighbours below which rounding to integers loses most digits */
#define KM_PER_DEGREE 111.0 /* along a meridian */

/* Minutes of a coordinate in TSPLIB's DDD.MM. */
static double minutes_of(double value)
{
    return 100.0 * fabs(value - trunc(value));
}

/* Warns about the first coordinate with 60 minutes or more: the file has decimal degrees. Returns true if there is one.
 */
static bool doubt_degrees(struct base_env *env, const struct swarm_instance *instance, const char *origin)
{
    const size_t n = instance->info.node_count;
    for (size_t k = 0; k < 2 * n; ++k) {
        const double minutes = minutes_of(instance->coordinates[k]);
        if (minutes >= 60.0 - 1e-6) {
            base_log(env, SWARM_LOG_WARNING,
                     "%s: found %.10g for node %zu, in GEO %.4g minutes; for decimal degrees use a table with columns "
                     "lat and lon",
                     origin, instance->coordinates[k], k % n + 1, minutes);
            return true;
        }
    }
    return false;
}

static bool has_fraction(const struct swarm_instance *instance)
{
    const size_t count = (size_t)tsp_metrics[instance->info.metric].dimensions * instance->info.node_count;
    size_t k = 0;
    while (k < count && floor(instance->coordinates[k]) >= instance->coordinates[k]) {
        ++k;
    }
    return k < count;
}

/* The mean distance between neighbours if the nodes filled the longest side, the largest face or the volume of their
 * box evenly: the greatest of these three. */
static double spacing_of(const struct swarm_instance *instance)
{
    const struct swarm_instance_info *info = &instance->info;
    const double n = info->node_count;
    double sides[3], spacing = 0.0, content = 1.0;
    for (int axis = 0; axis < 3; ++axis) {
        sides[axis] = info->maximum[axis] - info->minimum[axis];
    }
    for (int k = 0; k < 3; ++k) { /* the longest side first */
        int longest = 0;
        for (int axis = 1; axis < 3; ++axis) {
            longest = sides[axis] > sides[longest] ? axis : longest;
        }
        content *= sides[longest];
        sides[longest] = -1.0;
        spacing = fmax(spacing, pow(content / n, 1.0 / (k + 1)));
    }
    return info->metric == SWARM_METRIC_GEO   ? KM_PER_DEGREE * spacing
           : info->metric == SWARM_METRIC_ATT ? spacing / sqrt(10.0)
                                              : spacing;
}

void tsp_instance_doubt(struct base_env *env, const struct swarm_instance *instance, const char *origin)
{
    const struct swarm_instance_info *info = &instance->info;
    const bool geo = info->metric == SWARM_METRIC_GEO;
    if (!instance->coordinates || info->metric == SWARM_METRIC_GREAT_CIRCLE || info->node_count < 2
        || (geo && doubt_degrees(env, instance, origin))) {
        return;
    }
    const double spacing = spacing_of(instance);
    if (spacing < NEAR && spacing > 0.0 && has_fraction(instance)) {
        base_log(
            env, SWARM_LOG_WARNING,
            "%s: %s rounds distances to whole numbers%s, and nodes are about %.2g apart; multiply the coordinates, "
            "or use a table of points, which keeps the decimals",
            origin, tsp_metrics[info->metric].name, geo ? " of kilometres" : "", spacing);
    }
}
