/* Distances must be integers below 2^31, so points are scaled by a power of ten before they become coordinates. The
 * widest edge decides the power: the more decimals, the better. Mostly two bounds of the edge, which cost one pass,
 * lead to one power; otherwise the vertices of the convex hull decide. */
#include "points.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "metric.h"
#include "scale.h"
#include "cl/shared/tsp_metric.h"

enum {
    USUAL_DECIMALS = 6,       /* on the Earth: more would show rounding of the sines, or come from equal points */
    MOST_HULL_VERTICES = 4096 /* on the Earth, where more would show rounded sines, and for equal points */
};

static const double EARTH_RADIUS = 6371008.8; /* m: the mean of the Earth's three half axes */
static const double PI = 3.14159265358979323846;
static const double DEGREE = 3.14159265358979323846 / 180.0;

/* Past 10^300 differences and products of coordinates could overflow. */
const struct tsp_axis tsp_points_axes[TSP_SURFACE_COUNT][3] = {
    [SWARM_SURFACE_PLANE] = {{"x", -1e300, 1e300}, {"y", -1e300, 1e300}},
    [SWARM_SURFACE_SPHERE] = {{"latitude", -90.0, 90.0}, {"longitude", -180.0, 360.0}},
    [SWARM_SURFACE_SPACE] = {{"x", -1e300, 1e300}, {"y", -1e300, 1e300}, {"z", -1e300, 1e300}},
};

/* Numbers of a point. */
static size_t axes_of(enum swarm_surface surface)
{
    return surface == SWARM_SURFACE_SPACE ? 3 : 2;
}

static bool is_sphere(const struct swarm_instance *instance)
{
    return instance->info.metric == SWARM_METRIC_GREAT_CIRCLE;
}

/* Axes along which the coordinates of nodes are those of the points: none on the sphere. */
static size_t flat_axes(const struct swarm_instance *instance)
{
    return instance->info.metric == SWARM_METRIC_EUC_3D ? 3 : 2;
}

static enum swarm_status check_points(struct base_env *env, const char *name, enum swarm_surface surface, size_t count,
                                      const double *points)
{
    const size_t axes = axes_of(surface);
    for (size_t node = 0; node < count; ++node) {
        for (size_t axis = 0; axis < axes; ++axis) {
            const struct tsp_axis *allowed = &tsp_points_axes[surface][axis];
            const double value = points[axes * node + axis];
            if (!(value >= allowed->minimum && value <= allowed->maximum)) {
                return base_fail(env, SWARM_ERROR_INPUT,
                                 "instance \"%s\": found %s %g of node %zu, expected a number from %g to %g",
                                 name ? name : "", allowed->name, value, node + 1, allowed->minimum, allowed->maximum);
            }
        }
    }
    return SWARM_OK;
}

/* Fills positions (x to the right: the longitude; in space z behind them), minimum and maximum. */
static enum swarm_status keep_points(struct base_env *env, struct swarm_instance *instance, const double *points)
{
    struct swarm_instance_info *info = &instance->info;
    const size_t count = info->node_count, axes = flat_axes(instance);
    instance->positions = base_array(count, axes * sizeof *instance->positions);
    if (!instance->positions) {
        return base_fail_memory(env);
    }
    for (size_t axis = 0; axis < axes; ++axis) {
        double *kept = instance->positions + (is_sphere(instance) ? 1 - axis : axis) * count;
        for (size_t node = 0; node < count; ++node) {
            kept[node] = points[axes * node + axis];
        }
        tsp_instance_extent(kept, count, &info->minimum[axis], &info->maximum[axis]);
    }
    return SWARM_OK;
}

/* The most decimals that a double near `largest` tells apart, with room for two rounding errors. */
static int held_decimals(double largest)
{
    const double step = nextafter(largest, (double)INFINITY) - largest;
    int decimals = 0;
    while (tsp_scale(step, decimals + 1) <= 0.25) {
        ++decimals;
    }
    return decimals;
}

/* True if all values [count] less `origin` are within `error` of numbers with `decimals` decimals: the input had no
 * more, and the rest is the rounding of doubles. */
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

/* Places an axis with a large offset, less its least value. Numbers of the input that had few decimals get them back:
 * the differences of doubles have many more. */
static void place_moved(struct swarm_instance *instance, size_t axis)
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
                   : tsp_scale_settle(value, info->decimals);
    }
}

static void place_flat(struct swarm_instance *instance, bool moves)
{
    const size_t count = instance->info.node_count;
    for (size_t axis = 0; axis < flat_axes(instance); ++axis) {
        const double largest = tsp_scale(largest_of(&instance->info, axis), instance->info.decimals);
        if (moves && largest > TSP_LARGEST_INTEGER) {
            place_moved(instance, axis);
            continue;
        }
        for (size_t k = axis * count; k < (axis + 1) * count; ++k) {
            instance->coordinates[k] = tsp_scale_settle(instance->positions[k], instance->info.decimals);
        }
    }
}

static void place_on_sphere(struct swarm_instance *instance)
{
    const size_t count = instance->info.node_count;
    const double *longitude = instance->positions, *latitude = longitude + count;
    double *x = instance->coordinates, *y = x + count, *z = y + count;
    const double radius = tsp_scale(EARTH_RADIUS, instance->info.decimals);
    for (size_t node = 0; node < count; ++node) {
        const double phi = latitude[node] * DEGREE, lambda = longitude[node] * DEGREE;
        const double ring = radius * cos(phi);
        x[node] = ring * cos(lambda);
        y[node] = ring * sin(lambda);
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

/* Bounds of the widest edge. */
struct bounds {
    double lower;
    double upper;
};

/* The longest side and the diagonal of the bounding box. */
static struct bounds bound_flat(const struct swarm_instance *instance)
{
    const size_t count = instance->info.node_count, axes = flat_axes(instance);
    double side = 0.0, square = 0.0;
    for (size_t axis = 0; axis < axes; ++axis) {
        double low, high;
        tsp_instance_extent(instance->coordinates + axis * count, count, &low, &high);
        side = fmax(side, high - low);
        square += (high - low) * (high - low);
    }
    return (struct bounds){side, sqrt(square)};
}

/* The edge from node 0 to the farthest node, and twice that or half the circumference. */
static struct bounds bound_on_sphere(const struct swarm_instance *instance)
{
    size_t farthest = 0;
    double square = 0.0;
    for (size_t node = 1; node < instance->info.node_count; ++node) {
        const double candidate = chord_square(instance, 0, node);
        farthest = candidate > square ? node : farthest;
        square = candidate > square ? candidate : square;
    }
    const double edge = edge_length(instance, 0, farthest);
    return (struct bounds){edge, fmin(2.0 * edge, PI * tsp_scale(EARTH_RADIUS, instance->info.decimals))};
}

/* A node in the plane of the hull. */
struct vertex {
    double u, v;
    size_t node;
};

static int compare_vertices(const void *first, const void *second)
{
    const struct vertex *a = first, *b = second;
    return a->u != b->u ? (a->u < b->u ? -1 : 1) : a->v != b->v ? (a->v < b->v ? -1 : 1) : 0;
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* The mean of all nodes, as a direction of length 1; false if they cancel out. */
static bool find_mean_direction(const struct swarm_instance *instance, double mean[3])
{
    const size_t count = instance->info.node_count;
    for (size_t axis = 0; axis < 3; ++axis) {
        mean[axis] = 0.0;
        for (size_t node = 0; node < count; ++node) {
            mean[axis] += instance->coordinates[axis * count + node];
        }
    }
    const double length = sqrt(dot(mean, mean));
    for (size_t axis = 0; axis < 3 && length > 0.0; ++axis) {
        mean[axis] /= length;
    }
    return length > 0.0;
}

/* Gnomonic: great circles become lines, so the hull in the plane is the hull on the sphere. Within 30 degrees of the
 * mean direction no edge is past 60 degrees, and the widest edge joins two vertices of the hull while none is past 90.
 * False if a node is farther off: then some edge spans 30 degrees, which is too wide for 3 decimals or more.
 */
static bool project_sphere(const struct swarm_instance *instance, struct vertex *vertices)
{
    static const double COSINE_30 = 0.8660254037844386;
    double mean[3], east[3], north[3];
    if (!find_mean_direction(instance, mean)) {
        return false;
    }
    /* two directions at right angles to the mean: one from its smallest axis */
    size_t least = 0;
    for (size_t axis = 1; axis < 3; ++axis) {
        least = fabs(mean[axis]) < fabs(mean[least]) ? axis : least;
    }
    for (size_t axis = 0; axis < 3; ++axis) {
        east[axis] = (axis == least ? 1.0 : 0.0) - mean[least] * mean[axis];
    }
    for (size_t axis = 0; axis < 3; ++axis) {
        const size_t next = (axis + 1) % 3, last = (axis + 2) % 3;
        north[axis] = mean[next] * east[last] - mean[last] * east[next];
    }
    const double radius = tsp_scale(EARTH_RADIUS, instance->info.decimals);
    for (size_t node = 0; node < instance->info.node_count; ++node) {
        double point[3];
        tsp_instance_point(instance, (uint32_t)node, point);
        const double height = dot(point, mean);
        if (height < COSINE_30 * radius) {
            return false;
        }
        vertices[node] = (struct vertex){dot(point, east) / height, dot(point, north) / height, node};
    }
    return true;
}

static bool project(const struct swarm_instance *instance, struct vertex *vertices)
{
    if (is_sphere(instance)) {
        return project_sphere(instance, vertices);
    }
    if (flat_axes(instance) > 2) { /* hulls in space are not worth a decimal */
        return false;
    }
    const double *x = instance->coordinates, *y = x + instance->info.node_count;
    for (size_t node = 0; node < instance->info.node_count; ++node) {
        vertices[node] = (struct vertex){x[node], y[node], node};
    }
    return true;
}

/* Twice the area of the triangle, positive when a, b, c turn left. */
static double turn_of(const struct vertex *a, const struct vertex *b, const struct vertex *c)
{
    return (b->u - a->u) * (c->v - a->v) - (b->v - a->v) * (c->u - a->u);
}

/* Drops the points within the octagon of the vertices farthest out in eight directions: most of a cloud (S. G. Akl, G.
 * T. Toussaint, 1978). The rest is sorted in a fraction of the time. Returns how many stay. */
static size_t drop_inner(struct vertex *vertices, size_t count)
{
    enum { CORNERS = 8 };
    static const double directions[CORNERS][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
    struct vertex corners[CORNERS];
    size_t kept = 0;
    for (size_t k = 0; k < CORNERS; ++k) {
        double farthest = -(double)INFINITY;
        for (size_t index = 0; index < count; ++index) {
            const double out = directions[k][0] * vertices[index].u + directions[k][1] * vertices[index].v;
            if (out > farthest) {
                farthest = out;
                corners[k] = vertices[index];
            }
        }
    }
    for (size_t index = 0; index < count; ++index) {
        size_t sides = 0, inside = 0;
        for (size_t k = 0; k < CORNERS; ++k) {
            const struct vertex *a = &corners[k], *b = &corners[(k + 1) % CORNERS];
            if (a->u != b->u || a->v != b->v) {
                ++sides;
                inside += turn_of(a, b, &vertices[index]) > 0.0;
            }
        }
        if (sides == 0 || inside < sides) {
            vertices[kept++] = vertices[index];
        }
    }
    return kept;
}

/* Monotone chain (Andrew 1979): writes the vertices of one side of the hull of sorted[count] to kept[count], the lower
 * side for side = 1, the upper for -1; returns how many. */
static size_t half_hull(const struct vertex *sorted, size_t count, double side, struct vertex *kept)
{
    size_t size = 0;
    for (size_t k = 0; k < count; ++k) {
        while (size >= 2 && !(side * turn_of(&kept[size - 2], &kept[size - 1], &sorted[k]) > 0.0)) {
            --size;
        }
        kept[size++] = sorted[k];
    }
    return size;
}

static double widest_of(const struct swarm_instance *instance, const struct vertex *vertices, size_t count)
{
    const struct vertex *from = vertices, *to = vertices;
    double widest = 0.0;
    for (size_t i = 0; i < count; ++i) {
        for (size_t j = 0; j < i; ++j) {
            const double candidate = chord_square(instance, vertices[i].node, vertices[j].node);
            if (candidate > widest) {
                widest = candidate;
                from = &vertices[i];
                to = &vertices[j];
            }
        }
    }
    return edge_length(instance, from->node, to->node);
}

/* Finds the widest edge. INFINITY if the hull has too many vertices to compare, which may cost a decimal. */
static enum swarm_status find_widest_edge(struct base_env *env, const struct swarm_instance *instance, double *widest)
{
    size_t count = instance->info.node_count;
    struct vertex *vertices = base_array(count, 3 * sizeof *vertices);
    *widest = (double)INFINITY;
    if (!vertices) {
        return base_fail_memory(env);
    }
    if (project(instance, vertices)) {
        count = drop_inner(vertices, count);
        qsort(vertices, count, sizeof *vertices, compare_vertices);
        struct vertex *hull = vertices + count;
        size_t size = half_hull(vertices, count, 1.0, hull);
        size += half_hull(vertices, count, -1.0, hull + size);
        if (size <= MOST_HULL_VERTICES) {
            *widest = widest_of(instance, hull, size);
        }
    }
    free(vertices);
    return SWARM_OK;
}

static int count_excess(double edge)
{
    int excess = 0;
    for (; edge > TSP_LONGEST_EDGE; edge /= 10.0) {
        ++excess;
    }
    return excess;
}

/* The first number of decimals to try, for points whose widest edge is at least `extent`: at most those that doubles
 * near the values of some axis hold. *moves: another axis needs its offset taken away to have them, too. */
static int most_decimals(const struct swarm_instance *instance, double extent, bool *moves)
{
    const struct swarm_instance_info *info = &instance->info;
    double least = (double)INFINITY, largest = 0.0;
    *moves = false;
    if (is_sphere(instance) || extent <= 0.0) {
        return USUAL_DECIMALS;
    }
    for (size_t axis = 0; axis < flat_axes(instance); ++axis) {
        const bool extends = info->maximum[axis] > info->minimum[axis];
        least = extends ? fmin(least, largest_of(info, axis)) : least;
        largest = fmax(largest, largest_of(info, axis));
    }
    const int decimals = tsp_scale_decimals(extent, least, USUAL_DECIMALS);
    const int kept = decimals - count_excess(tsp_scale(extent, decimals));
    *moves = tsp_scale(largest, kept) > TSP_LARGEST_INTEGER;
    return decimals;
}

/* Sends a message if the last digits of coordinates change no distance. */
static void tell_lost_digits(struct base_env *env, const struct swarm_instance *instance)
{
    const size_t numbers = flat_axes(instance) * instance->info.node_count;
    size_t k = 0;
    while (k < numbers && floor(instance->coordinates[k]) >= instance->coordinates[k]) { /* none is NaN */
        ++k;
    }
    if (k < numbers) {
        tsp_scale_tell(env, &instance->info);
    }
}

/* Chooses info.decimals and makes the coordinates. */
static enum swarm_status choose_decimals(struct base_env *env, struct swarm_instance *instance)
{
    const struct swarm_instance_info *info = &instance->info;
    double extent = EARTH_RADIUS * DEGREE * (info->maximum[0] - info->minimum[0]); /* the widest edge is as long */
    for (size_t axis = 0; axis < flat_axes(instance) && !is_sphere(instance); ++axis) {
        const double side = info->maximum[axis] - info->minimum[axis];
        extent = axis == 0 ? side : fmax(extent, side);
    }
    bool moves;
    instance->info.decimals = most_decimals(instance, extent, &moves);
    int excess = count_excess(tsp_scale(extent, instance->info.decimals));
    do {
        struct bounds bounds;
        instance->info.decimals -= excess;
        if (is_sphere(instance)) {
            place_on_sphere(instance);
            bounds = bound_on_sphere(instance);
        } else {
            place_flat(instance, moves);
            bounds = bound_flat(instance);
        }
        excess = count_excess(bounds.lower);
        if (excess == 0 && bounds.upper > TSP_LONGEST_EDGE) {
            TRY(find_widest_edge(env, instance, &bounds.upper));
            excess = bounds.upper > TSP_LONGEST_EDGE ? 1 : 0;
        }
    } while (excess > 0);
    if (!is_sphere(instance)) {
        tell_lost_digits(env, instance);
    }
    return SWARM_OK;
}

enum swarm_status tsp_points_instance(struct base_env *env, const char *name, enum swarm_surface surface,
                                      size_t node_count, const double *points, const char *const *names,
                                      struct swarm_instance **instance)
{
    const double start = base_clock_now();
    struct swarm_instance *made = NULL;
    enum swarm_status status = SWARM_OK;
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
    TRY_OR(fail, tsp_instance_create(env, name, fields, node_count, &made));
    TRY_OR(fail, check_points(env, name, surface, node_count, points));
    TRY_OR(fail, keep_points(env, made, points));
    TRY_OR(fail, choose_decimals(env, made));
    TRY_OR(fail, names ? tsp_instance_set_names(env, made, names) : SWARM_OK);
    made->info.read_seconds = base_clock_now() - start;
    *instance = made;
    return SWARM_OK;
fail:
    tsp_instance_destroy(&made);
    return status;
}
