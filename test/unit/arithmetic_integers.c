/* Compiles the lengths in integers. */
#define LENGTHS LENGTHS_INTEGERS
#include "arithmetic_of.h"
#include "cl/shared/tsp_metric.h"

int32_t lengths_of_integers(int metric, const double a[3], const double b[3])
{
    return metric_between(metric, (int32_t)a[0], (int32_t)a[1], (int32_t)a[2], (int32_t)b[0], (int32_t)b[1],
                          (int32_t)b[2]);
}

/* Computes a length from three estimates: exact, and with the largest errors of devices either way. All must agree. */
int32_t lengths_of_square_in_integers(int metric, uint64_t square)
{
    const uint32_t s = (uint32_t)square;
    const float root = float_root((metric == METRIC_ATT ? 0.1f : 1.0f) * (float)square);
    const float estimates[] = {root, root * 0x1.00000ap0f, root * 0x1.ffffecp-1f};
    int32_t found[3];
    for (int i = 0; i < 3; ++i) {
        found[i] = metric == METRIC_CEIL_2D ? metric_least(s, (int32_t)(estimates[i] + 0.5f), 1, 0)
                   : metric == METRIC_ATT   ? metric_least(s, (int32_t)(estimates[i] + 0.5f), 10, 0)
                                            : metric_least(s, (int32_t)estimates[i], 1, 1);
    }
    return found[0] == found[1] && found[0] == found[2] ? found[0] : -1;
}
