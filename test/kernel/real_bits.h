/* real_bits.h - the expressions that real_bits.c compares on host and devices: every function of real_functions.h. */
#ifndef SWARMCL_TEST_REAL_BITS_H
#define SWARMCL_TEST_REAL_BITS_H

#include "cl/shared/real_functions.h"

/* Functions of the kernels, as expressions in x and y: calls CASE(expression) for each. */
#define REAL_CASES(CASE)     \
    CASE(real_absolute(x))   \
    CASE(real_floor(x))      \
    CASE(real_nearest(x))    \
    CASE(real_maximum(x, y)) \
    CASE(real_square(x))     \
    CASE(real_sqrt(x))       \
    CASE(real_divide(x, y))  \
    CASE(real_sin(x))        \
    CASE(real_cos(x))        \
    CASE(real_sin_turns(x))  \
    CASE(real_cos_turns(x))  \
    CASE(real_exp(x))        \
    CASE(real_log(x))        \
    CASE(real_power(x, y))   \
    CASE(real_power(real_absolute(x), y))

#define REAL_CASE_ONE(value) +1
enum { REAL_CASE_COUNT = 0 REAL_CASES(REAL_CASE_ONE) };

/* Maximum number of coordinates of a point at which objectives are evaluated. */
#define REAL_POINT 7

#endif
