/* Lengths in integers. */
#define LENGTHS LENGTHS_INTEGERS
#include "lengths_of.h"
#include "tsp_metric.h"

int32_t lengths_of_integers(int metric, const double a[3], const double b[3])
{
    return metric_between(metric, (int32_t)a[0], (int32_t)a[1], (int32_t)a[2], (int32_t)b[0], (int32_t)b[1],
                          (int32_t)b[2]);
}

/* The estimates are those of metric_between(), made worse by the 2^-22 that sums of rounded squares may be off by. */
int32_t lengths_of_square_in_integers(int metric, uint64_t square)
{
    const float s = (float)square * (square % 2 ? 0x1.000004p0f : 0x1.fffff8p-1f);
    return metric == METRIC_CEIL_2D ? metric_least((uint32_t)square, (int32_t)float_root(s), 1, 0)
           : metric == METRIC_ATT   ? metric_least((uint32_t)square, (int32_t)float_root(0.1f * s), 10, 0)
                                    : metric_least((uint32_t)square, (int32_t)(float_root(s) + 0.5f), 1, 1);
}
