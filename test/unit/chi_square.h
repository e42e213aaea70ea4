/* chi_square.h - limits of chi-square tests. */
#ifndef SWARMCL_TEST_CHI_SQUARE_H
#define SWARMCL_TEST_CHI_SQUARE_H

#include <math.h>
#include <stddef.h>

/* The 99.9 % quantile of the chi-square distribution (Wilson and Hilferty 1931; error 0.5 % from 5 degrees on). */
static inline double quantile(size_t degrees)
{
    const double k = 2.0 / (9.0 * (double)degrees), root = 1.0 - k + 3.0902 * sqrt(k);
    return (double)degrees * root * root * root;
}

#endif
