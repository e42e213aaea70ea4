#include "arithmetic.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "metric.h"
#include "cl/shared/tsp_metric.h"

const struct swarm_variant tsp_lengths_words[] = {
    {"auto", "integers where they fit, on GPUs and without double precision; otherwise doubles, or bits without them",
     ""},
    [LENGTHS_DOUBLES] = {"doubles", "double precision", ""},
    [LENGTHS_INTEGERS] = {"integers", "integers of 32 bits; for whole coordinates, without GREAT_CIRCLE", ""},
    [LENGTHS_BITS] = {"bits", "the bits of double precision, computed with integers; slow", ""},
    {NULL, NULL, NULL}};

bool tsp_integers_fit(const struct swarm_instance *instance)
{
    const struct tsp_metric *metric = &tsp_metrics[instance->info.metric];
    const size_t n = instance->info.node_count;
    double square = 0.0;
    bool fit =
        metric->on_device && instance->info.metric != SWARM_METRIC_GREAT_CIRCLE && !tsp_instance_has_fraction(instance);
    for (unsigned axis = 0; fit && axis < metric->dimensions; ++axis) {
        double low, high;
        tsp_instance_extent(instance->coordinates + axis * n, n, &low, &high);
        fit = fabs(low) < 0x1p31 && fabs(high) < 0x1p31;
        square += (high - low) * (high - low);
    }
    return fit && (!metric->rooted || square < 0x1p50);
}

enum swarm_status tsp_lengths_choose(struct base_env *env, const struct swarm_instance *instance,
                                     const struct swarm_device *device, const char *word, int *lengths)
{
    const struct tsp_metric *metric = &tsp_metrics[instance->info.metric];
    const bool fit = tsp_integers_fit(instance);
    /* Most GPUs compute doubles at 1/16 to 1/64 of the rate of floats. Even on an H200, which has 1/2 of the rate, a
     * search is 1.26 times as fast with integers; only ants on pieces are 3 % slower. */
    const bool slow = !device->fp64 || device->type == SWARM_DEVICE_GPU;
    *lengths = !metric->on_device ? 0 : fit && slow ? LENGTHS_INTEGERS : device->fp64 ? LENGTHS_DOUBLES : LENGTHS_BITS;
    if (!word) {
        return SWARM_OK;
    }
    if (*lengths == 0) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT,
                         "--lengths %s clashes with metric %s, whose lengths the host computes", word, metric->name);
    }
    for (*lengths = LENGTHS_DOUBLES; strcmp(tsp_lengths_words[*lengths].name, word) != 0; ++*lengths) {
    }
    if (*lengths == LENGTHS_DOUBLES && !device->fp64) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "--lengths doubles: \"%s\" has no double precision",
                         device->name);
    }
    if (*lengths == LENGTHS_INTEGERS && !fit) {
        return base_fail(
            env, SWARM_ERROR_INVALID_ARGUMENT,
            "--lengths integers needs a metric other than GREAT_CIRCLE, whole coordinates below 2^31 and, "
            "if lengths are roots, a squared diagonal of their box below 2^50; --lengths bits has no such limits");
    }
    return SWARM_OK;
}

size_t tsp_coordinate_size(int lengths)
{
    return lengths == LENGTHS_INTEGERS ? sizeof(int32_t) : sizeof(double);
}

void *tsp_coordinates_make(int lengths, const double *numbers, size_t count)
{
    void *made = base_array(count, tsp_coordinate_size(lengths));
    int32_t *integers = made;
    for (size_t k = 0; made && lengths == LENGTHS_INTEGERS && k < count; ++k) {
        integers[k] = (int32_t)numbers[k];
    }
    if (made && lengths != LENGTHS_INTEGERS) {
        memcpy(made, numbers, count * sizeof *numbers);
    }
    return made;
}
