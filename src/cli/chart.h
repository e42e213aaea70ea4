/* chart.h - axes with their ticks and labels, and a curve between them, as a part of an SVG document. */
#ifndef SWARMCL_CLI_CHART_H
#define SWARMCL_CLI_CHART_H

#include "page.h"

/* A rectangle of the page. */
struct cli_box {
    int32_t left, top, right, bottom;
};

/* What numbers become places: `low` lies at `from`, `high` at `to`, page units. */
struct cli_axis {
    double low, high; /* low < high; above 0 where it is logarithmic */
    bool logarithmic;
    int32_t from, to;
};

/* Where `value`, which lies between the ends, has its place. */
int32_t cli_axis_place(const struct cli_axis *axis, double value);

/* Draws a frame round the box, and below and left of it ticks with their numbers. `whole`: those across are integers.
 */
void cli_chart_frame(const struct cli_page *page, const struct cli_box *box, const struct cli_axis *across,
                     const struct cli_axis *up, bool whole);

/* The same without ticks left of it. */
void cli_chart_across(const struct cli_page *page, const struct cli_box *box, const struct cli_axis *across);

/* A number left of the box, at the height y. */
void cli_chart_number(const struct cli_page *page, const struct cli_box *box, int32_t y, const char *text);

/* Room for the numbers left of a box, and below it. */
enum { CLI_CHART_LEFT = 92 * CLI_MAP_PIXEL, CLI_CHART_BELOW = 24 * CLI_MAP_PIXEL };

/* The curve of a best value: from each point on level until the next. `x` and `y` [count] are places on the page, x
 * ascending; points that are closer than a quarter of a pixel become one. */
void cli_chart_steps(const struct cli_page *page, size_t count, const int32_t *x, const int32_t *y);

#endif
