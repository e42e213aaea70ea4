/* objectives.h - the functions that swarms search, for host and device; src/pso/objectives.c has the row of each.
 *
 * Each takes the position x[0] .. x[n - 1] and gives the value there. Sums run over the coordinates in order, so that
 * their bits are the same everywhere (real.h).
 */
#ifndef SWARMCL_OBJECTIVES_H
#define SWARMCL_OBJECTIVES_H

#include "real.h"

/* sum x_i^2 */
SHARED_INLINE real objective_sphere(const real *x, int n)
{
    real sum = R(0.0);
    for (int i = 0; i < n; ++i) {
        sum += x[i] * x[i];
    }
    return sum;
}

/* sum |x_i^3 - 0.8 x_i^2 - 10000 x_i + 8000|: the code of cuPSO */
SHARED_INLINE real objective_cupso_cubic(const real *x, int n)
{
    real sum = R(0.0);
    for (int i = 0; i < n; ++i) {
        sum += real_absolute(R(8000.0) + x[i] * (R(-10000.0) + x[i] * (R(-0.8) + x[i])));
    }
    return sum;
}

#endif
