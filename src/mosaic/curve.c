#include "curve.h"

#include <stdlib.h>

#include "base/memory.h"
#include "sort.h"
#include "tsp/tour.h"

enum { HALF_BITS = 21, HALF = 1 << HALF_BITS }; /* cells of an axis of a quarter */

/* How far along a curve (Hilbert 1891) from (0, 0) to (HALF - 1, 0) the cell (x, y) lies. */
static uint64_t hilbert(uint32_t x, uint32_t y)
{
    uint64_t along = 0;
    for (uint32_t bit = HALF / 2; bit > 0; bit /= 2) {
        const uint32_t right = (x & bit) != 0, upper = (y & bit) != 0;
        along = along << 2 | ((3 * right) ^ upper);
        if (!upper) {
            const uint32_t kept = right ? HALF - 1 - x : x;
            x = right ? HALF - 1 - y : y;
            y = kept;
        }
    }
    return along;
}

/* The same on a closed curve (Moore 1900) of four of those, up on the left and down on the right; cells of the whole.
 */
static uint64_t moore(uint32_t x, uint32_t y)
{
    const bool right = x >= HALF, upper = y >= HALF;
    const uint64_t quarter = right ? (upper ? 2 : 3) : upper;
    const uint32_t u = x % HALF, v = y % HALF;
    return quarter << (2 * HALF_BITS) | hilbert(right ? HALF - 1 - v : v, right ? u : HALF - 1 - u);
}

/* The cell of a coordinate. Whatever is no number or lies outside is put into a cell, too. */
static uint32_t cell_of(double x, double low, double scale)
{
    const double at = (x - low) * scale;
    return at >= 2.0 * HALF ? 2 * HALF - 1 : at >= 0.0 ? (uint32_t)at : 0;
}

/* Items `count` along the curve, by node where they share a cell. */
static void place_on_curve(const struct swarm_instance *instance, uint32_t count, struct mosaic_keyed *items)
{
    const size_t n = instance->info.node_count;
    const double *axes[2] = {instance->coordinates, instance->coordinates + n};
    double low[2], extent = 0.0;
    for (int axis = 0; axis < 2; ++axis) {
        double high = axes[axis][0];
        low[axis] = high;
        for (uint32_t i = 0; i < count; ++i) {
            low[axis] = axes[axis][i] < low[axis] ? axes[axis][i] : low[axis];
            high = axes[axis][i] > high ? axes[axis][i] : high;
        }
        extent = high - low[axis] > extent ? high - low[axis] : extent;
    }
    const double scale = extent > 0.0 ? 2.0 * HALF / extent : 0.0;
    for (uint32_t i = 0; i < count; ++i) {
        items[i].key = moore(cell_of(axes[0][i], low[0], scale), cell_of(axes[1][i], low[1], scale));
        items[i].a = i;
    }
}

enum swarm_status mosaic_curve(struct base_env *env, const struct swarm_instance *instance, uint32_t *order)
{
    const uint32_t n = instance->info.node_count, on_curve = instance->joint ? n - 1 : n;
    for (uint32_t i = 0; i < n; ++i) {
        order[i] = i;
    }
    if (instance->coordinates && on_curve > 0) {
        struct mosaic_keyed *items = base_array((size_t)on_curve, 2 * sizeof *items);
        if (!items) {
            return base_fail_memory(env);
        }
        place_on_curve(instance, on_curve, items);
        const struct mosaic_keyed *sorted = mosaic_sort(items, items + on_curve, on_curve);
        for (uint32_t i = 0; i < on_curve; ++i) {
            order[i] = sorted[i].a;
        }
        free(items);
    }
    return SWARM_OK;
}

enum swarm_status mosaic_curve_tour(struct base_env *env, const struct swarm_instance *instance, uint32_t *tour)
{
    enum swarm_status status = mosaic_curve(env, instance, tour);
    return status == SWARM_OK ? tsp_tour_pair(env, instance, tour) : status;
}
