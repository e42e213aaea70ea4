/* objective_values.h - the functions of objective_rows.h on the host, in double and in single precision. */
#ifndef SWARMCL_PSO_OBJECTIVE_VALUES_H
#define SWARMCL_PSO_OBJECTIVE_VALUES_H

#include "objective_rows.h"

#define PSO_OBJECTIVE_DECLARE(function, ...)              \
    double pso_##function##_fp64(const double *x, int n); \
    float pso_##function##_fp32(const float *x, int n);

PSO_OBJECTIVE_ROWS(PSO_OBJECTIVE_DECLARE)

#endif
