#include "swarm.h"

#include <stdlib.h>

#include "base/memory.h"

static void evaluate_fp32(const struct pso_settings *settings, size_t count, const double *points, float *x,
                          double *values)
{
    const uint32_t n = settings->dimensions;
    for (size_t k = 0; k < count; ++k) {
        for (uint32_t d = 0; d < n; ++d) {
            const float at = (float)points[k * n + d];
            x[d] = settings->shift ? at - (float)settings->shift[d] : at;
        }
        values[k] = (double)settings->objective->row->value32(x, (int)n);
    }
}

static void evaluate_fp64(const struct pso_settings *settings, size_t count, const double *points, double *x,
                          double *values)
{
    const struct swarm_objective *objective = settings->objective;
    const uint32_t n = settings->dimensions;
    for (size_t k = 0; k < count; ++k) {
        for (uint32_t d = 0; d < n; ++d) {
            x[d] = settings->shift ? points[k * n + d] - settings->shift[d] : points[k * n + d];
        }
        values[k] = objective->row ? objective->row->value64(x, (int)n) : objective->function(objective->user, x, n);
    }
}

enum swarm_status pso_evaluate_host(struct base_env *env, const struct pso_settings *settings, size_t count,
                                    const double *points, double *values)
{
    if (settings->objective->info.kind == SWARM_OBJECTIVE_FILE) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "%s: OpenCL C is evaluated on a device, not on the host",
                         settings->objective->path);
    }
    double *x = base_array(settings->dimensions, sizeof *x); /* or as many floats */
    if (!x) {
        return base_fail_memory(env);
    }
    if (settings->precision == 32 && settings->objective->row) {
        evaluate_fp32(settings, count, points, (void *)x, values);
    } else {
        evaluate_fp64(settings, count, points, x, values);
    }
    free(x);
    return SWARM_OK;
}
