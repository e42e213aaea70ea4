#include "map.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIXEL = CLI_PIXEL, TICK = 4 * PIXEL };

enum {
    LONG_SIDE = 1000 * PIXEL,  /* longer side of the box around the nodes */
    LEAST_WIDTH = 400 * PIXEL, /* least width of a map: room for the legend even if all nodes are on a line */
    LEAST_HEIGHT = 120 * PIXEL
};

static const double pi = 3.14159265358979323846;
static const double earth_radius = 6371008.8; /* metres; the radius of metric GREAT_CIRCLE */
static const double geo_radius = 6378.388;    /* kilometres; the radius of metric GEO */
static const double narrowest_parallel = 0.1; /* lowest cosine of the middle latitude: maps of a pole have some width */
static const double widest_scaled = 60.0;     /* degrees of latitude; larger maps have no single scale */

struct range {
    double minimum, maximum;
};

/* Positions of the nodes before scaling. */
struct plane {
    double *x, *y; /* [count]; x owned, y in the same memory */
    size_t count;
    struct range across, up;
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

/* Shifts all longitudes into [from, from + 360); returns the degrees that they span. */
static double turn_all(struct plane *plane, double from)
{
    for (size_t i = 0; i < plane->count; ++i) {
        const double rest = fmod(plane->x[i] - from, 360.0), turned = rest < 0.0 ? rest + 360.0 : rest;
        plane->x[i] = from + (turned < 360.0 ? turned : 0.0);
    }
    plane->across = find_range(plane->x, plane->count);
    return plane->across.maximum - plane->across.minimum;
}

/* Scales longitudes by the cosine of the middle latitude. Nodes that span less than 180 degrees share one map, even
 * across the date line; others get a map of all longitudes from 180 W to 180 E. */
static void project(struct cli_map *map, struct plane *plane, enum swarm_metric metric)
{
    const bool geo = metric == SWARM_METRIC_GEO;
    const double middle = plane->up.minimum / 2 + plane->up.maximum / 2;
    const double shrink = fmax(cos(middle * pi / 180.0), narrowest_parallel);
    map->around = turn_all(plane, -180.0) > 180.0 && turn_all(plane, 0.0) > 180.0;
    if (map->around) {
        turn_all(plane, -180.0);
        plane->across = (struct range){-180.0, 180.0};
    }
    for (size_t i = 0; i < plane->count; ++i) {
        plane->x[i] *= shrink;
    }
    plane->across = (struct range){plane->across.minimum * shrink, plane->across.maximum * shrink};
    if (shrink > narrowest_parallel && plane->up.maximum - plane->up.minimum <= widest_scaled) {
        map->scale = 1.0 / ((geo ? geo_radius : earth_radius) * pi / 180.0);
        map->scale_unit = geo ? "km" : "m";
    }
}

static int32_t whole_pixels(int32_t side, int32_t least)
{
    return ((side > least ? side : least) + PIXEL - 1) / PIXEL * PIXEL;
}

/* Scales the longer side of the plane to LONG_SIDE, and centres the plane in the map. */
static void scale_plane(struct cli_map *map, const struct plane *plane)
{
    /* Both ends are halved because a whole range may overflow. */
    const double half_across = plane->across.maximum / 2 - plane->across.minimum / 2;
    const double half_up = plane->up.maximum / 2 - plane->up.minimum / 2, half = fmax(half_across, half_up);
    const double scale = half > 0.0 ? half : 1.0;
    const int32_t width = (int32_t)lround(half_across / scale * LONG_SIDE);
    const int32_t height = (int32_t)lround(half_up / scale * LONG_SIDE);
    map->drawn_width = width;
    map->drawn_height = height;
    map->width = whole_pixels(width, LEAST_WIDTH);
    map->height = whole_pixels(height, LEAST_HEIGHT);
    const int32_t left = map->left + (map->width - width) / 2, top = map->top + (map->height - height) / 2;
    for (size_t i = 0; i < plane->count; ++i) {
        const double x = plane->x[i] / 2 - plane->across.minimum / 2;
        const double y = plane->up.maximum / 2 - plane->y[i] / 2;
        map->x[i] = left + (int32_t)lround(x / scale * LONG_SIDE);
        map->y[i] = top + (int32_t)lround(y / scale * LONG_SIDE);
    }
    map->scale = half > 0.0 ? map->scale * (LONG_SIDE / 2.0) / half : 0.0;
}

enum swarm_status cli_map_lay_out(struct cli_map *map, const swarm_instance *instance, int32_t left, int32_t top)
{
    const struct swarm_instance_info *info = swarm_instance_describe(instance);
    const size_t count = info->node_count;
    struct plane plane = {.x = calloc(count, 2 * sizeof *plane.x), .count = count};
    *map = (struct cli_map){.x = calloc(count, 2 * sizeof *map->x), .left = left, .top = top, .scale_unit = info->unit};
    if (!plane.x || !map->x) {
        free(plane.x);
        return cli_fail_memory();
    }
    plane.y = plane.x + count;
    map->y = map->x + count;
    for (size_t i = 0; i < count; ++i) {
        swarm_instance_position(instance, (uint32_t)i, &plane.x[i], &plane.y[i]);
    }
    plane.across = find_range(plane.x, count);
    plane.up = find_range(plane.y, count);
    if (cli_is_on_earth(info)) {
        project(map, &plane, info->metric);
    } else if (info->metric != SWARM_METRIC_GEO && info->metric != SWARM_METRIC_EXPLICIT) { /* DISPLAY_DATA: no scale */
        map->scale = info->metric == SWARM_METRIC_ATT ? sqrt(10.0) : 1.0;
    }
    scale_plane(map, &plane);
    free(plane.x);
    return SWARM_OK;
}

void cli_map_put_bar(const struct cli_page *page, const struct cli_map *map, int32_t y)
{
    char text[64];
    const double longest = map->scale > 0.0 ? map->width / 4.0 / map->scale : 0.0; /* in the map's unit */
    if (!isfinite(longest) || longest < 1e-300) {
        return;
    }
    const int exponent = (int)floor(log10(longest));
    const double power = pow(10.0, exponent), share = longest / power;
    const int digit = share >= 5.0 ? 5 : share >= 2.0 ? 2 : 1;
    const int32_t left = map->left, width = (int32_t)lround(digit * power * map->scale);
    const char *unit = map->scale_unit;
    const bool kilo = strcmp(unit, "m") == 0 && exponent >= 3;
    snprintf(text, sizeof text, "%.12g%s%s", digit * power / (kilo ? 1000.0 : 1.0), *unit ? " " : "",
             kilo ? "km" : unit);
    cli_buffer_format(page->svg,
                      "<path class=\"scale\" fill=\"none\" stroke=\"" CLI_FAINT "\" stroke-width=\"%d\""
                      " d=\"M%d %dv%dh%dv-%d\"/>\n",
                      PIXEL * 3 / 2, (int)left, (int)y - TICK, TICK, (int)width, TICK);
    cli_page_fact(page, left + width + 8 * PIXEL, y, text);
}
