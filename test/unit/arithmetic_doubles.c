/* Compiles the lengths in doubles, which define the right results. */
#include "arithmetic_of.h"
#include "cl/shared/tsp_metric.h"

int32_t lengths_of_doubles(int metric, const double a[3], const double b[3])
{
    return metric_between(metric, a[0], a[1], a[2], b[0], b[1], b[2]);
}

int32_t lengths_of_square_in_doubles(int metric, uint64_t square)
{
    const double s = (double)square;
    return metric == METRIC_CEIL_2D ? number_ceiling(number_root(s))
           : metric == METRIC_ATT   ? number_ceiling(number_root(number_over(s, 10.0)))
                                    : metric_nint(number_root(s));
}

uint64_t lengths_native(enum lengths_operation operation, uint64_t a, uint64_t b)
{
    double x, y, found;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    found = operation == LENGTHS_PLUS    ? number_plus(x, y)
            : operation == LENGTHS_MINUS ? number_minus(x, y)
            : operation == LENGTHS_TIMES ? number_times(x, y)
            : operation == LENGTHS_OVER  ? number_over(x, y)
                                         : number_root(x);
    memcpy(&a, &found, sizeof a);
    return a;
}

uint64_t lengths_angle_in_doubles(double y, double x)
{
    const double angle = metric_angle(y, x);
    uint64_t bits;
    memcpy(&bits, &angle, sizeof bits);
    return bits;
}

int32_t lengths_ceiling_in_doubles(double x)
{
    return number_ceiling(x);
}
