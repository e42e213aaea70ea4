#include "map.h"

#include <math.h>
#include <stdlib.h>

/* The long side of what is drawn, and what the sides of a map have at least, so that a line or a single node still
 * makes a page on which the legend fits. */
enum { LONG_SIDE = 1000 * CLI_PIXEL, LEAST_WIDTH = 400 * CLI_PIXEL, LEAST_HEIGHT = 120 * CLI_PIXEL };

static const double pi = 3.14159265358979323846;
static const double earth_radius = 6371008.8; /* metres, of GREAT_CIRCLE */
static const double geo_radius = 6378.388;    /* kilometres, of GEO */
static const double narrowest_parallel = 0.1; /* of the equator: nearer to a pole a map would be a vertical line */
static const double widest_scaled = 60.0;     /* degrees of latitude; on more the scale of the middle would mislead */

/* The smallest and the largest of some numbers. */
struct range {
    double minimum;
    double maximum;
};

/* The nodes as they are to be drawn, before they are scaled. */
struct plane {
    double *x; /* [count], owned */
    double *y; /* [count], owned by x */
    size_t count;
    struct range across;
    struct range up;
};

static struct range find_range(const double *values, size_t count)
{
    struct range range = {values[0], values[0]};
    for (size_t i = 1; i < count; ++i) {
        range.minimum = values[i] < range.minimum ? values[i] : range.minimum;
        range.maximum = values[i] > range.maximum ? values[i] : range.maximum;
    }
    return range;
}

/* Half of the range, which is finite where the whole need not be. */
static double half_of(struct range range)
{
    return range.maximum / 2 - range.minimum / 2;
}

/* The same longitude in [from, from + 360). */
static double turned(double longitude, double from)
{
    double rest = fmod(longitude - from, 360.0);
    rest = rest < 0.0 ? rest + 360.0 : rest;
    return from + (rest < 360.0 ? rest : 0.0);
}

/* Turns all longitudes into the 360 degrees from `from` on; the degrees they span then. */
static double turn_all(struct plane *plane, double from)
{
    for (size_t i = 0; i < plane->count; ++i) {
        plane->x[i] = turned(plane->x[i], from);
    }
    plane->across = find_range(plane->x, plane->count);
    return plane->across.maximum - plane->across.minimum;
}

/* Longitudes become distances from the Greenwich meridian in degrees of the middle parallel. Nodes on one half of the
 * globe are drawn together, across the date line too, where no edge goes round the other way; others on a map of the
 * whole circle from 180 W to 180 E. */
static void project(struct cli_map *map, struct plane *plane, double degree, const char *unit)
{
    map->around = turn_all(plane, -180.0) > 180.0 && turn_all(plane, 0.0) > 180.0;
    if (map->around) {
        turn_all(plane, -180.0);
        plane->across = (struct range){-180.0, 180.0};
    }
    const double middle = plane->up.minimum / 2 + plane->up.maximum / 2;
    const double shrink = fmax(cos(middle * pi / 180.0), narrowest_parallel);
    for (size_t i = 0; i < plane->count; ++i) {
        plane->x[i] *= shrink;
    }
    plane->across.minimum *= shrink;
    plane->across.maximum *= shrink;
    if (shrink > narrowest_parallel && plane->up.maximum - plane->up.minimum <= widest_scaled) {
        map->scale = 1.0 / degree;
        map->scale_unit = unit;
    }
}

/* Settles what depends on the metric: the projection, and how many lengths a unit of the plane is. */
static void apply_metric(struct cli_map *map, struct plane *plane, enum swarm_metric metric)
{
    const bool geo = metric == SWARM_METRIC_GEO, great_circle = metric == SWARM_METRIC_GREAT_CIRCLE;
    if ((geo || great_circle) && plane->up.minimum >= -90.0 && plane->up.maximum <= 90.0) {
        project(map, plane, (geo ? geo_radius : earth_radius) * pi / 180.0, geo ? "km" : "m");
    } else if (metric == SWARM_METRIC_ATT) {
        map->scale = sqrt(10.0);
    } else if (!geo && !great_circle && metric != SWARM_METRIC_EXPLICIT) { /* display data have no scale */
        map->scale = 1.0;
    }
}

static int32_t whole_pixels(int32_t side)
{
    return (side + CLI_PIXEL - 1) / CLI_PIXEL * CLI_PIXEL;
}

/* Scales the plane so that the longer of its sides has LONG_SIDE, and sets it into the middle of the map. */
static void scale_plane(struct cli_map *map, const struct plane *plane)
{
    const double half_across = half_of(plane->across), half_up = half_of(plane->up);
    const double half = fmax(half_across, half_up);
    const double scale = half > 0.0 ? half : 1.0;
    const int32_t width = (int32_t)lround(half_across / scale * LONG_SIDE);
    const int32_t height = (int32_t)lround(half_up / scale * LONG_SIDE);
    map->drawn_width = width;
    map->drawn_height = height;
    map->width = whole_pixels(width > LEAST_WIDTH ? width : LEAST_WIDTH);
    map->height = whole_pixels(height > LEAST_HEIGHT ? height : LEAST_HEIGHT);
    const int32_t left = map->left + (map->width - width) / 2, top = map->top + (map->height - height) / 2;
    for (size_t i = 0; i < plane->count; ++i) {
        const double x = plane->x[i] / 2 - plane->across.minimum / 2;
        const double y = plane->up.maximum / 2 - plane->y[i] / 2;
        map->x[i] = left + (int32_t)lround(x / scale * LONG_SIDE);
        map->y[i] = top + (int32_t)lround(y / scale * LONG_SIDE);
    }
    map->scale = half > 0.0 ? map->scale * (LONG_SIDE / 2.0) / half : 0.0;
}

enum swarm_status cli_map_init(struct cli_map *map, const swarm_instance *instance, int32_t left, int32_t top)
{
    const struct swarm_instance_info *info = swarm_instance_describe(instance);
    const size_t count = info->node_count;
    struct plane plane = {.x = calloc(count, 2 * sizeof *plane.x), .count = count};
    *map = (struct cli_map){.x = calloc(count, 2 * sizeof *map->x), .left = left, .top = top, .scale_unit = info->unit};
    if (!plane.x || !map->x) {
        free(plane.x);
        cli_map_deinit(map);
        return SWARM_ERROR_OUT_OF_MEMORY;
    }
    plane.y = plane.x + count;
    map->y = map->x + count;
    for (size_t i = 0; i < count; ++i) {
        swarm_instance_position(instance, (uint32_t)i, &plane.x[i], &plane.y[i]);
    }
    plane.across = find_range(plane.x, count);
    plane.up = find_range(plane.y, count);
    apply_metric(map, &plane, info->metric);
    scale_plane(map, &plane);
    free(plane.x);
    return SWARM_OK;
}

void cli_map_deinit(struct cli_map *map)
{
    free(map->x);
    *map = (struct cli_map){.x = NULL};
}
