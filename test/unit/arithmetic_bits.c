/* Compiles the lengths in the bits of doubles, which devices without double precision compute. */
#define LENGTHS LENGTHS_BITS
#include "arithmetic_of.h"
#include "cl/shared/tsp_metric.h"

static metric_number bits_of(double x)
{
    metric_number bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

int32_t lengths_of_bits(int metric, const double a[3], const double b[3])
{
    return metric_between(metric, bits_of(a[0]), bits_of(a[1]), bits_of(a[2]), bits_of(b[0]), bits_of(b[1]),
                          bits_of(b[2]));
}

uint64_t lengths_emulated(enum lengths_operation operation, uint64_t a, uint64_t b)
{
    return operation == LENGTHS_PLUS    ? number_plus(a, b)
           : operation == LENGTHS_MINUS ? number_minus(a, b)
           : operation == LENGTHS_TIMES ? number_times(a, b)
           : operation == LENGTHS_OVER  ? number_over(a, b)
                                        : number_root(a);
}

uint64_t lengths_angle_in_bits(double y, double x)
{
    return metric_angle(bits_of(y), bits_of(x));
}

uint64_t lengths_term_in_bits(int term)
{
    return metric_series[term];
}

int32_t lengths_ceiling_in_bits(double x)
{
    return number_ceiling(bits_of(x));
}
