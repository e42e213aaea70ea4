/* tsp_metric.h - TSPLIB95 distances between two points and great-circle distances, the same integers on host and
 * device.
 *
 * The distances are defined in doubles, whose operations are correctly rounded. LENGTHS selects the arithmetic that
 * computes them: doubles, as on the host; integers that hold the bits of doubles (number_bits.h), from the same source
 * text; or integers (metric_integers.h), if coordinates are whole and not too far apart. src/tsp/arithmetic.h chooses
 * for a device. Devices do not compute GEO or metrics without coordinates: then LENGTHS is 0, and this file defines
 * only names.
 *
 * After G. Reinelt, "TSPLIB95", section 2. nint(x) there is (int)(x + 0.5) for x >= 0. */
#ifndef SWARMCL_TSP_METRIC_H
#define SWARMCL_TSP_METRIC_H

#include "cl_compat.h"

/* The values of enum swarm_metric, which the preprocessor cannot see; src/tsp/metric.c asserts that they agree. */
#define METRIC_EUC_2D       1
#define METRIC_EUC_3D       2
#define METRIC_MAN_2D       3
#define METRIC_MAN_3D       4
#define METRIC_MAX_2D       5
#define METRIC_MAX_3D       6
#define METRIC_CEIL_2D      7
#define METRIC_ATT          8
#define METRIC_GEO          9
#define METRIC_GREAT_CIRCLE 10

/* Values of LENGTHS, in the order of the words of --lengths. */
#define LENGTHS_DOUBLES  1
#define LENGTHS_INTEGERS 2
#define LENGTHS_BITS     3

#ifndef LENGTHS
#ifdef ON_DEVICE
#error "LENGTHS is required"
#endif
#define LENGTHS LENGTHS_DOUBLES
#endif

#if LENGTHS == LENGTHS_INTEGERS
#include "metric_integers.h"
#elif LENGTHS > 0

#if LENGTHS == LENGTHS_DOUBLES
#include "number_doubles.h"
#else
#include "number_bits.h"
#endif

typedef metric_number metric_coordinate;

/* floor(x + 0.5) for 0 <= x < 2^31 - 1 */
SHARED_INLINE int32_t metric_nint(metric_number x)
{
    return number_floor(number_plus(x, NUMBER(0.5, 0x3fe0000000000000)));
}

SHARED_INLINE metric_number metric_larger(metric_number x, metric_number y)
{
    return x < y ? y : x;
}

SHARED_INLINE metric_number metric_flat_square(metric_number dx, metric_number dy)
{
    return number_plus(number_times(dx, dx), number_times(dy, dy));
}

SHARED_INLINE metric_number metric_square(metric_number dx, metric_number dy, metric_number dz)
{
    return number_plus(metric_flat_square(dx, dy), number_times(dz, dz));
}

/* The angle whose tangent is y / x, for y, x >= 0 and not both 0: from 0 to pi / 2, with a relative error of about
 * 2^-51. The identity tan(u - v) = (tan u - tan v) / (1 + tan u tan v), with v = 0, pi / 8 or pi / 4, reduces a
 * quotient of at most 1 to at most tan(pi / 16), for which twelve terms of the arc tangent's series are enough. */
SHARED_CONSTANT metric_number metric_series[] = {
    NUMBER(1.0 / 23.0, 0x3fa642c8590b2164), NUMBER(1.0 / 21.0, 0x3fa8618618618618),
    NUMBER(1.0 / 19.0, 0x3faaf286bca1af28), NUMBER(1.0 / 17.0, 0x3fae1e1e1e1e1e1e),
    NUMBER(1.0 / 15.0, 0x3fb1111111111111), NUMBER(1.0 / 13.0, 0x3fb3b13b13b13b14),
    NUMBER(1.0 / 11.0, 0x3fb745d1745d1746), NUMBER(1.0 / 9.0, 0x3fbc71c71c71c71c),
    NUMBER(1.0 / 7.0, 0x3fc2492492492492),  NUMBER(1.0 / 5.0, 0x3fc999999999999a),
    NUMBER(1.0 / 3.0, 0x3fd5555555555555),  NUMBER(1.0, 0x3ff0000000000000),
};

SHARED_INLINE metric_number metric_angle(metric_number y, metric_number x)
{
    const bool steep = y > x;
    const metric_number t = steep ? number_over(x, y) : number_over(y, x);
    const bool below = t < NUMBER(0.198912367379658, 0x3fc975f5e0553158);
    const bool middle = t < NUMBER(0.6681786379192989, 0x3fe561b82ab7f990);
    const metric_number one = NUMBER(1.0, 0x3ff0000000000000), none = NUMBER(0.0, 0);
    const metric_number near = below ? none : middle ? NUMBER(0.41421356237309503, 0x3fda827999fcef32) : one;
    const metric_number of_near = below    ? none
                                  : middle ? NUMBER(0.39269908169872414, 0x3fd921fb54442d18)
                                           : NUMBER(0.78539816339744828, 0x3fe921fb54442d18);
    const metric_number u = number_over(number_minus(t, near), number_plus(one, number_times(t, near)));
    const metric_number square = number_times(u, u);
    metric_number sum = metric_series[0];
    for (int term = 1; term < 12; ++term) {
        sum = number_minus(metric_series[term], number_times(square, sum));
    }
    const metric_number angle = number_plus(of_near, number_times(u, sum));
    return steep ? number_minus(NUMBER(1.5707963267948966, 0x3ff921fb54442d18), angle) : angle;
}

/* The arc between two points of a sphere around the origin: the diameter times half the angle. The sine and cosine of
 * half the angle are |a - b| and |a + b| divided by the diameter. Symmetric, and accurate to a few roundings from
 * neighbouring points to antipodes. */
SHARED_INLINE metric_number metric_arc(metric_number ax, metric_number ay, metric_number az, metric_number bx,
                                       metric_number by, metric_number bz)
{
    const metric_number chord = metric_square(number_minus(ax, bx), number_minus(ay, by), number_minus(az, bz));
    const metric_number other = metric_square(number_plus(ax, bx), number_plus(ay, by), number_plus(az, bz));
    return number_times(number_root(number_plus(chord, other)), metric_angle(number_root(chord), number_root(other)));
}

/* Distance of all metrics except EXPLICIT, GEO and GREAT_CIRCLE by coordinate differences; dz is 0 in the plane. ATT
 * rounds up: TSPLIB95 rounds to nearest and adds 1 if the result is too small. */
SHARED_INLINE int32_t metric_distance(int metric, metric_number dx, metric_number dy, metric_number dz)
{
    const metric_number x = number_size(dx), y = number_size(dy), z = number_size(dz);
    switch (metric) {
    case METRIC_MAN_2D:
        return metric_nint(number_plus(x, y));
    case METRIC_MAN_3D:
        return metric_nint(number_plus(number_plus(x, y), z));
    case METRIC_MAX_2D:
    case METRIC_MAX_3D:
        return metric_nint(metric_larger(metric_larger(x, y), z));
    case METRIC_CEIL_2D:
        return number_ceiling(number_root(metric_flat_square(dx, dy)));
    case METRIC_ATT:
        return number_ceiling(number_root(number_over(metric_flat_square(dx, dy), NUMBER(10.0, 0x4024000000000000))));
    case METRIC_EUC_3D:
        return metric_nint(number_root(metric_square(dx, dy, dz)));
    default:
        return metric_nint(number_root(metric_flat_square(dx, dy)));
    }
}

/* Distance between two points for all metrics except EXPLICIT and GEO; z is 0 in the plane. */
SHARED_INLINE int32_t metric_between(int metric, metric_coordinate ax, metric_coordinate ay, metric_coordinate az,
                                     metric_coordinate bx, metric_coordinate by, metric_coordinate bz)
{
    return metric == METRIC_GREAT_CIRCLE
               ? metric_nint(metric_arc(ax, ay, az, bx, by, bz))
               : metric_distance(metric, number_minus(ax, bx), number_minus(ay, by), number_minus(az, bz));
}

#ifdef ON_DEVICE
/* A number with the same order as the square of a Euclidean length before rounding. */
SHARED_INLINE uint64_t metric_square_key(int metric, metric_coordinate ax, metric_coordinate ay, metric_coordinate az,
                                         metric_coordinate bx, metric_coordinate by, metric_coordinate bz)
{
    const metric_number dx = number_minus(ax, bx), dy = number_minus(ay, by), dz = number_minus(az, bz);
    return number_key(metric == METRIC_EUC_3D ? metric_square(dx, dy, dz) : metric_flat_square(dx, dy));
}
#endif

#endif

#endif
