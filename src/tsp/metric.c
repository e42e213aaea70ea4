#include "metric.h"

#include <assert.h>
#include <math.h>

#include "cl/shared/tsp_metric.h"

/* TSPLIB95's own constants; the published optima of GEO instances depend on this pi. */
static const double GEO_PI = 3.141592;
static const double GEO_RADIUS = 6378.388; /* radius of the Earth in km, of metric GEO */

const struct tsp_metric tsp_metrics[SWARM_METRIC_COUNT] = {
    [SWARM_METRIC_EXPLICIT] = {"EXPLICIT", 0, false, false},
    [SWARM_METRIC_EUC_2D] = {"EUC_2D", 2, true, true},
    [SWARM_METRIC_EUC_3D] = {"EUC_3D", 3, true, true},
    [SWARM_METRIC_MAN_2D] = {"MAN_2D", 2, false, true},
    [SWARM_METRIC_MAN_3D] = {"MAN_3D", 3, false, true},
    [SWARM_METRIC_MAX_2D] = {"MAX_2D", 2, false, true},
    [SWARM_METRIC_MAX_3D] = {"MAX_3D", 3, false, true},
    [SWARM_METRIC_CEIL_2D] = {"CEIL_2D", 2, true, true},
    [SWARM_METRIC_ATT] = {"ATT", 2, true, true},
    [SWARM_METRIC_GEO] = {"GEO", 2, false, false},
    [SWARM_METRIC_GREAT_CIRCLE] = {"GREAT_CIRCLE", 3, false, true},
};

static_assert(METRIC_EUC_2D == SWARM_METRIC_EUC_2D && METRIC_EUC_3D == SWARM_METRIC_EUC_3D
                  && METRIC_MAN_2D == SWARM_METRIC_MAN_2D && METRIC_MAN_3D == SWARM_METRIC_MAN_3D
                  && METRIC_MAX_2D == SWARM_METRIC_MAX_2D && METRIC_MAX_3D == SWARM_METRIC_MAX_3D
                  && METRIC_CEIL_2D == SWARM_METRIC_CEIL_2D && METRIC_ATT == SWARM_METRIC_ATT
                  && METRIC_GEO == SWARM_METRIC_GEO && METRIC_GREAT_CIRCLE == SWARM_METRIC_GREAT_CIRCLE,
              "the device's metric numbers are those of enum swarm_metric");

/* Converts degrees and minutes DDD.MM. The text of TSPLIB95 rounds to degrees with nint(), but only truncation gives
 * its check value for gr666. */
double tsp_metric_geo_degrees(double value)
{
    double degrees = trunc(value);
    double minutes = value - degrees;
    return degrees + 5.0 * minutes / 3.0;
}

static double geo_radians(double value)
{
    return GEO_PI * tsp_metric_geo_degrees(value) / 180.0;
}

static int32_t geo_distance(const double a[3], const double b[3])
{
    double latitude_a = geo_radians(a[0]);
    double latitude_b = geo_radians(b[0]);
    double q1 = cos(geo_radians(a[1]) - geo_radians(b[1]));
    double q2 = cos(latitude_a - latitude_b);
    double q3 = cos(latitude_a + latitude_b);
    double cosine = 0.5 * ((1.0 + q1) * q2 - (1.0 - q1) * q3);
    /* Rounding may put the cosine outside of the domain of acos(). */
    cosine = fmin(1.0, fmax(-1.0, cosine));
    return (int32_t)(GEO_RADIUS * acos(cosine) + 1.0);
}

const char *swarm_metric_name(enum swarm_metric metric)
{
    return tsp_metrics[metric].name;
}

int32_t tsp_metric_distance(enum swarm_metric metric, const double a[3], const double b[3])
{
    if (metric == SWARM_METRIC_GEO) {
        return geo_distance(a, b);
    }
    return metric_between((int)metric, a[0], a[1], a[2], b[0], b[1], b[2]);
}

bool tsp_metric_fits(enum swarm_metric metric, const double minimum[3], const double maximum[3])
{
    const double dx = maximum[0] - minimum[0], dy = maximum[1] - minimum[1], dz = maximum[2] - minimum[2];
    double longest = sqrt(dx * dx + dy * dy + dz * dz) + 0.5;
    switch (metric) {
    case SWARM_METRIC_GEO: /* larger angles would overflow the conversion */
        return fmax(fmax(-minimum[0], maximum[0]), fmax(-minimum[1], maximum[1])) < 5.7e307;
    case SWARM_METRIC_GREAT_CIRCLE:
        /* half the circle around a box with the sphere's points is at most pi / 2 times its diagonal */
        longest = 1.5707963267948966 * sqrt(dx * dx + dy * dy + dz * dz) + 0.5;
        break;
    case SWARM_METRIC_MAN_2D:
    case SWARM_METRIC_MAN_3D:
        longest = dx + dy + dz + 0.5;
        break;
    case SWARM_METRIC_MAX_2D:
    case SWARM_METRIC_MAX_3D:
        longest = fmax(dx, fmax(dy, dz)) + 0.5;
        break;
    case SWARM_METRIC_CEIL_2D:
        longest = ceil(sqrt(dx * dx + dy * dy));
        break;
    case SWARM_METRIC_ATT:
        longest = ceil(sqrt((dx * dx + dy * dy) / 10.0));
        break;
    default:
        break;
    }
    return longest < 2147483648.0;
}
