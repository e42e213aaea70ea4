/* The objectives on the host in single precision. */
#define PRECISION 32
#include "objective_values.h"
#include "objectives.h"

#define DEFINE(function, ...)                          \
    float pso_##function##_fp32(const float *x, int n) \
    {                                                  \
        return objective_##function(x, n);             \
    }
PSO_OBJECTIVE_ROWS(DEFINE)
