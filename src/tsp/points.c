/* Distances must be integers below 2^31, so points are multiplied by a power of ten to become coordinates: the largest
 * power for which the longest edge fits. One pass finds a lower and an upper limit of the longest edge. If they lead to
 * different powers, a search for an edge that is too long decides. */
#include "points.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "length.h"
#include "metric.h"
#include "tree.h"
#include "cl/shared/tsp_metric.h"

enum {
    USUAL_DECIMALS = 6, /* decimals tried first on the Earth, where more would show only rounding; in the plane and in
                           space the first try has at least this many */
    /* The search for a long edge may examine PAIRS_LEAST + PAIRS_PER_NODE * n pairs of nodes. A circle of the longest
     * diameter needs the most. */
    PAIRS_LEAST = 1 << 24,
    PAIRS_PER_NODE = 100
};

static const double EARTH_RADIUS = 6371008.8; /* metres: the mean of the Earth's three half axes */
static const double PI = 3.14159265358979323846;
static const double DEGREE = 3.14159265358979323846 / 180.0;

/* Above 10^300 differences and products of coordinates could overflow. */
const struct tsp_axis tsp_points_axes[TSP_SURFACE_COUNT][3] = {
    [SWARM_SURFACE_PLANE] = {{"x", -1e300, 1e300}, {"y", -1e300, 1e300}},
    [SWARM_SURFACE_SPHERE] = {{"latitude", -90.0, 90.0}, {"longitude", -180.0, 360.0}},
    [SWARM_SURFACE_SPACE] = {{"x", -1e300, 1e300}, {"y", -1e300, 1e300}, {"z", -1e300, 1e300}},
};

static bool is_sphere(const struct swarm_instance *instance)
{
    return instance->info.metric == SWARM_METRIC_GREAT_CIRCLE;
}

/* Numbers per point of the instance. */
static size_t axes_of(const struct swarm_instance *instance)
{
    return instance->info.metric == SWARM_METRIC_EUC_3D ? 3 : 2;
}

/* Checks the points. Sets positions (all x, all y, in space all z; on the sphere x is the longitude), minimum and
 * maximum. */
static enum swarm_status keep_points(struct base_env *env, struct swarm_instance *instance, enum swarm_surface surface,
                                     const double *points)
{
    struct swarm_instance_info *info = &instance->info;
    const size_t count = info->node_count, axes = axes_of(instance);
    double *kept[3] = {NULL, NULL, NULL};
    TRY(BASE_MAKE(env, instance->positions, axes * count));
    for (size_t axis = 0; axis < axes; ++axis) {
        kept[axis] = instance->positions + (is_sphere(instance) ? 1 - axis : axis) * count;
    }
    for (size_t node = 0; node < count; ++node) {
        for (size_t axis = 0; axis < axes; ++axis) {
            const struct tsp_axis *allowed = &tsp_points_axes[surface][axis];
            const double value = kept[axis][node] = points[axes * node + axis];
            if (!(value >= allowed->minimum && value <= allowed->maximum)) {
                return base_fail(env, SWARM_ERROR_INPUT,
                                 "instance \"%s\": found %s %g of node %zu, expected a number from %g to %g",
                                 info->name, allowed->name, value, node + 1, allowed->minimum, allowed->maximum);
            }
        }
    }
    for (size_t axis = 0; axis < axes; ++axis) {
        tsp_instance_extent(kept[axis], count, &info->minimum[axis], &info->maximum[axis]);
    }
    return SWARM_OK;
}

/* The maximum number of decimals that doubles near `largest` distinguish, with a margin for two rounding errors. */
static int held_decimals(double largest)
{
    const double step = nextafter(largest, (double)INFINITY) - largest;
    int decimals = 0;
    while (tsp_scale(step, decimals + 1) <= 0.25) {
        ++decimals;
    }
    return decimals;
}

/* True if all values [count] minus `origin` are within `error` of numbers with `decimals` decimals. Then the input has
 * no more decimals, and the differences are the rounding of doubles. */
static bool are_decimal(const double *values, size_t count, double origin, int decimals, double error)
{
    for (size_t node = 0; node < count; ++node) {
        const double scaled = tsp_scale(values[node] - origin, decimals);
        if (fabs(scaled - floor(scaled + 0.5)) > tsp_scale(error, decimals)) {
            return false;
        }
    }
    return true;
}

static double largest_of(const struct swarm_instance_info *info, size_t axis)
{
    return fmax(fabs(info->minimum[axis]), fabs(info->maximum[axis]));
}

/* Scales an axis with a large offset, after subtracting its lowest value. Rounds to the decimals of the input if it had
 * few, because the differences of doubles have many more. */
static void scale_moved(struct swarm_instance *instance, size_t axis)
{
    const struct swarm_instance_info *info = &instance->info;
    const size_t count = info->node_count;
    const double *values = instance->positions + axis * count, origin = info->minimum[axis];
    const double largest = largest_of(info, axis);
    const int held = held_decimals(largest);
    const double error = nextafter(largest, (double)INFINITY) - largest;
    const bool rounds =
        held < info->decimals && tsp_scale(error, held) <= 0.25 && are_decimal(values, count, origin, held, error);
    for (size_t node = 0; node < count; ++node) {
        const double value = values[node] - origin;
        instance->coordinates[axis * count + node] =
            rounds ? tsp_scale(floor(tsp_scale(value, held) + 0.5), info->decimals - held)
                   : tsp_scale_snap(value, info->decimals);
    }
}

static void scale_flat(struct swarm_instance *instance, bool moves)
{
    const size_t count = instance->info.node_count;
    for (size_t axis = 0; axis < axes_of(instance); ++axis) {
        const double largest = tsp_scale(largest_of(&instance->info, axis), instance->info.decimals);
        if (moves && largest > TSP_LARGEST_INTEGER) {
            scale_moved(instance, axis);
            continue;
        }
        for (size_t k = axis * count; k < (axis + 1) * count; ++k) {
            instance->coordinates[k] = tsp_scale_snap(instance->positions[k], instance->info.decimals);
        }
    }
}

static void scale_on_sphere(struct swarm_instance *instance)
{
    const size_t count = instance->info.node_count;
    const double *longitude = instance->positions, *latitude = longitude + count;
    double *x = instance->coordinates, *y = x + count, *z = y + count;
    const double radius = tsp_scale(EARTH_RADIUS, instance->info.decimals);
    for (size_t node = 0; node < count; ++node) {
        const double phi = latitude[node] * DEGREE, lambda = longitude[node] * DEGREE;
        const double parallel = radius * cos(phi); /* radius of the circle of latitude */
        x[node] = parallel * cos(lambda);
        y[node] = parallel * sin(lambda);
        z[node] = radius * sin(phi);
    }
}

/* The square of the straight line between two nodes, which grows with their distance. */
static double chord_square(const struct swarm_instance *instance, size_t i, size_t j)
{
    double square = 0.0;
    for (size_t axis = 0; axis < 3; ++axis) {
        const double *values = instance->coordinates + axis * instance->info.node_count;
        square += (values[i] - values[j]) * (values[i] - values[j]);
    }
    return square;
}

static double edge_length(const struct swarm_instance *instance, size_t i, size_t j)
{
    double a[3], b[3];
    tsp_instance_point(instance, (uint32_t)i, a);
    tsp_instance_point(instance, (uint32_t)j, b);
    return is_sphere(instance) ? metric_arc(a[0], a[1], a[2], b[0], b[1], b[2]) : sqrt(chord_square(instance, i, j));
}

/* A lower and an upper limit of the longest edge. */
struct limits {
    double lower, upper;
};

/* The longest side and the diagonal of the bounding box. */
static struct limits limits_flat(const struct swarm_instance *instance)
{
    const size_t count = instance->info.node_count, axes = axes_of(instance);
    double side = 0.0, square = 0.0;
    for (size_t axis = 0; axis < axes; ++axis) {
        double low, high;
        tsp_instance_extent(instance->coordinates + axis * count, count, &low, &high);
        side = fmax(side, high - low);
        square += (high - low) * (high - low);
    }
    return (struct limits){side, sqrt(square)};
}

/* The edge from node 0 to the farthest node, and the lesser of twice this length and half the circumference. */
static struct limits limits_on_sphere(const struct swarm_instance *instance)
{
    size_t farthest = 0;
    double square = 0.0;
    for (size_t node = 1; node < instance->info.node_count; ++node) {
        const double candidate = chord_square(instance, 0, node);
        farthest = candidate > square ? node : farthest;
        square = candidate > square ? candidate : square;
    }
    const double edge = edge_length(instance, 0, farthest);
    return (struct limits){edge, fmin(2.0 * edge, PI * tsp_scale(EARTH_RADIUS, instance->info.decimals))};
}

/* A search for an edge that is too long. */
struct search {
    const struct swarm_instance *instance;
    struct tsp_tree tree;
    double reach; /* square of the longest straight line whose edge is not too long */
    size_t pairs; /* number of pairs that the search may still examine */
};

/* True if an edge between the subtrees `a` and `b` is too long, or if the search may examine no more pairs and cannot
 * exclude such an edge. The subtrees are equal or have no common nodes. */
static bool has_longer(struct search *search, size_t a, size_t b)
{
    const struct tsp_subtree *p = &search->tree.subtrees[a], *q = &search->tree.subtrees[b];
    const uint32_t *order = search->tree.order;
    const size_t pairs = (size_t)(p->end - p->begin) * (q->end - q->begin);
    const bool leaves = p->leaf && q->leaf;
    double square = 0.0;
    bool found = false;
    for (size_t axis = 0; axis < 3; ++axis) {
        const double apart = fmax(p->high[axis] - q->low[axis], q->high[axis] - p->low[axis]);
        square += apart * apart;
    }
    if (square <= search->reach || search->pairs < pairs * leaves) {
        return square > search->reach;
    }
    search->pairs -= leaves ? pairs : 1;
    for (uint32_t i = p->begin; leaves && i < p->end && !found; ++i) {
        for (uint32_t j = q->begin; j < q->end && !found; ++j) {
            found = edge_length(search->instance, order[i], order[j]) > TSP_LONGEST_EDGE;
        }
    }
    if (leaves) {
        return found;
    }
    if (a == b) {
        return has_longer(search, 2 * a + 1, 2 * a + 2) || has_longer(search, 2 * a + 1, 2 * a + 1)
               || has_longer(search, 2 * a + 2, 2 * a + 2);
    }
    const bool first = !p->leaf && (q->leaf || p->end - p->begin >= q->end - q->begin);
    const size_t split = first ? a : b, other = first ? b : a;
    return has_longer(search, 2 * split + 1, other) || has_longer(search, 2 * split + 2, other);
}

/* Sets *found to true if some edge is too long. The caller has found an upper limit that is too long; in space this is
 * enough for true, because a search would cost too much. */
static enum swarm_status find_longer(struct base_env *env, const struct swarm_instance *instance, bool *found)
{
    const uint32_t n = instance->info.node_count;
    const double diameter = 2.0 * tsp_scale(EARTH_RADIUS, instance->info.decimals);
    const double line = is_sphere(instance) ? diameter * sin(TSP_LONGEST_EDGE / diameter) : TSP_LONGEST_EDGE;
    struct search search = {.instance = instance, .reach = line * line * (1.0 - 1e-9)};
    search.pairs = PAIRS_LEAST + PAIRS_PER_NODE * (size_t)n;
    *found = true;
    if (axes_of(instance) > 2) {
        return SWARM_OK;
    }
    const enum swarm_status status = tsp_tree_init(env, instance, NULL, (double)INFINITY, &search.tree);
    *found = status == SWARM_OK && has_longer(&search, 0, 0);
    tsp_tree_deinit(&search.tree);
    return status;
}

static int count_excess(double edge)
{
    int excess = 0;
    for (; edge > TSP_LONGEST_EDGE; edge /= 10.0) {
        ++excess;
    }
    return excess;
}

/* The first number of decimals to try, for points whose longest edge is at least `extent`: at most those that doubles
 * hold near the values of the axis with the smallest values. *moves: true if another axis holds them only without its
 * offset. */
static int most_decimals(const struct swarm_instance *instance, double extent, bool *moves)
{
    const struct swarm_instance_info *info = &instance->info;
    double least = (double)INFINITY, largest = 0.0;
    *moves = false;
    if (is_sphere(instance) || extent <= 0.0) {
        return USUAL_DECIMALS;
    }
    for (size_t axis = 0; axis < axes_of(instance); ++axis) {
        const bool extends = info->maximum[axis] > info->minimum[axis];
        least = extends ? fmin(least, largest_of(info, axis)) : least;
        largest = fmax(largest, largest_of(info, axis));
    }
    const int decimals = tsp_scale_decimals(extent, least, USUAL_DECIMALS);
    const int kept = decimals - count_excess(tsp_scale(extent, decimals));
    *moves = tsp_scale(largest, kept) > TSP_LARGEST_INTEGER;
    return decimals;
}

/* Chooses info.decimals and makes the coordinates. */
static enum swarm_status choose_decimals(struct base_env *env, struct swarm_instance *instance)
{
    const struct swarm_instance_info *info = &instance->info;
    double extent = EARTH_RADIUS * DEGREE * (info->maximum[0] - info->minimum[0]); /* lower limit of the longest edge */
    for (size_t axis = 0; axis < axes_of(instance) && !is_sphere(instance); ++axis) {
        const double side = info->maximum[axis] - info->minimum[axis];
        extent = axis == 0 ? side : fmax(extent, side);
    }
    bool moves;
    instance->info.decimals = most_decimals(instance, extent, &moves);
    int excess = count_excess(tsp_scale(extent, instance->info.decimals));
    do {
        struct limits limits;
        instance->info.decimals -= excess;
        if (is_sphere(instance)) {
            scale_on_sphere(instance);
            limits = limits_on_sphere(instance);
        } else {
            scale_flat(instance, moves);
            limits = limits_flat(instance);
        }
        excess = count_excess(limits.lower);
        if (excess == 0 && limits.upper > TSP_LONGEST_EDGE) {
            bool is_longer;
            TRY(find_longer(env, instance, &is_longer));
            excess = is_longer;
        }
    } while (excess > 0);
    if (!is_sphere(instance) && tsp_instance_has_fraction(instance)) { /* the input has digits that no distance shows */
        tsp_scale_log(env, &instance->info);
    }
    return SWARM_OK;
}

enum swarm_status tsp_points_instance(struct base_env *env, const char *name, enum swarm_surface surface,
                                      size_t node_count, const double *points, struct swarm_instance **instance)
{
    struct swarm_instance *made = NULL;
    static const enum swarm_metric metrics[TSP_SURFACE_COUNT] = {
        [SWARM_SURFACE_PLANE] = SWARM_METRIC_EUC_2D,
        [SWARM_SURFACE_SPHERE] = SWARM_METRIC_GREAT_CIRCLE,
        [SWARM_SURFACE_SPACE] = SWARM_METRIC_EUC_3D,
    };
    if ((unsigned)surface >= TSP_SURFACE_COUNT) {
        return base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "surface %d: expected the plane, the sphere or space",
                         (int)surface);
    }
    const bool sphere = surface == SWARM_SURFACE_SPHERE;
    const struct swarm_instance_info fields = {
        .metric = metrics[surface], .symmetric = true, .format = "", .has_positions = true, .unit = sphere ? "m" : ""};
    TRY(tsp_instance_create(env, name, fields, node_count, &made));
    enum swarm_status status = keep_points(env, made, surface, points);
    status = status == SWARM_OK ? choose_decimals(env, made) : status;
    return tsp_instance_end(made, status, instance);
}

enum swarm_status swarm_instance_from_points(swarm_context *context, const char *name, enum swarm_surface surface,
                                             size_t node_count, const double *points, const char *const *names,
                                             swarm_instance **instance)
{
    TRY(points ? tsp_points_instance(base_env_of(context), name, surface, node_count, points, instance)
               : base_fail_null(context, "points"));
    const enum swarm_status status = names ? tsp_instance_set_names(base_env_of(context), *instance, names) : SWARM_OK;
    if (status != SWARM_OK) {
        swarm_instance_destroy(instance);
    }
    return status;
}
