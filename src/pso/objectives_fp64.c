/* The objectives on the host in double precision. */
#define PRECISION 64
#include "objective_values.h"
#include "objectives.h"

#define DEFINE(function, ...)                            \
    double pso_##function##_fp64(const double *x, int n) \
    {                                                    \
        return objective_##function(x, n);               \
    }
PSO_OBJECTIVE_ROWS(DEFINE)
