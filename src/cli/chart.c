/* chart.c - axes with their ticks and numbers. */
#include "page.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PIXEL = CLI_PIXEL, TICK = 4 * PIXEL, NUMBER_SIZE = 12 * PIXEL, MOST_TICKS = 8 };

static const struct cli_style up_style = {"number", "text-anchor=\"end\" fill=\"" CLI_FAINT "\"", NUMBER_SIZE},
                              across_style = {"number", "text-anchor=\"middle\" fill=\"" CLI_FAINT "\"", NUMBER_SIZE};

int32_t cli_axis_place(const struct cli_axis *axis, double value)
{
    double share = axis->logarithmic ? (log10(value) - log10(axis->low)) / (log10(axis->high) - log10(axis->low))
                                     : (value / 2 - axis->low / 2) / (axis->high / 2 - axis->low / 2);
    share = share > 0.0 ? share < 1.0 ? share : 1.0 : 0.0;
    return axis->from + (int32_t)lround(share * (axis->to - axis->from));
}

/* The numbers at an axis: first * 10^exponent, and so many steps of step * 10^exponent from there on; on a logarithmic
 * axis the powers of ten from `first` on, every `step` of them. */
struct ticks {
    int64_t first, step;
    int exponent, count;
};

static struct ticks choose_powers(const struct cli_axis *axis)
{
    const int low = (int)ceil(log10(axis->low) - 1e-9), high = (int)floor(log10(axis->high) + 1e-9);
    const int step = (high - low) / MOST_TICKS + 1;
    return (struct ticks){.first = low, .step = step, .count = (high - low) / step + 1};
}

/* A step of 1, 2 or 5 times a power of ten. */
static struct ticks choose_ticks(const struct cli_axis *axis, bool whole, int most)
{
    const double least = (axis->high / 2 - axis->low / 2) / most * 2;
    int exponent = (int)floor(log10(least));
    double share = least / pow(10.0, exponent);
    int64_t step = share > 5.0 ? 10 : share > 2.0 ? 5 : share > 1.0 ? 2 : 1;
    if (whole && exponent < 0) {
        exponent = 0;
        step = 1;
    }
    const double size = (double)step * pow(10.0, exponent);
    const double first = ceil(axis->low / size - 1e-9), last = floor(axis->high / size + 1e-9);
    if (!(fabs(first) < 1e15 && fabs(last) < 1e15)) {
        return (struct ticks){.count = 0}; /* the ends lie closer together than doubles do */
    }
    return (struct ticks){
        .first = (int64_t)first * step, .step = step, .exponent = exponent, .count = (int)(last - first) + 1};
}

/* The place of a tick, and its number as text. */
static int32_t tick_place(const struct cli_axis *axis, const struct ticks *ticks, int index,
                          char text[CLI_DECIMAL_SIZE])
{
    const int64_t number = ticks->first + index * ticks->step;
    if (axis->logarithmic) {
        cli_decimal_text(1, (int)number, text);
        return cli_axis_place(axis, pow(10.0, (double)number));
    }
    cli_decimal_text(number, ticks->exponent, text);
    return cli_axis_place(axis, (double)number * pow(10.0, ticks->exponent));
}

void cli_chart_number(const struct cli_page *page, const struct cli_box *box, int32_t y, const char *text)
{
    cli_page_text(page, &up_style, box->left - 2 * TICK, y + NUMBER_SIZE / 3, CLI_CHART_LEFT, text);
}

void cli_chart_frame(const struct cli_page *page, const struct cli_box *box, const struct cli_axis *across,
                     const struct cli_axis *up, bool whole)
{
    char text[CLI_DECIMAL_SIZE];
    const struct ticks below = choose_ticks(across, whole, MOST_TICKS * 3 / 4), none = {.count = 0};
    const struct ticks beside = !up ? none : up->logarithmic ? choose_powers(up) : choose_ticks(up, false, MOST_TICKS);
    struct cli_pen pen = cli_pen_begin(page, "axes", CLI_FAINT, PIXEL, "", box->left, box->top);
    cli_pen_go(&pen, 'v', box->left, box->bottom);
    cli_pen_go(&pen, 'h', box->right, box->bottom);
    cli_pen_go(&pen, 'v', box->right, box->top);
    cli_pen_go(&pen, 'h', box->left, box->top);
    for (int i = 0; i < below.count; ++i) {
        cli_pen_go(&pen, 'm', tick_place(across, &below, i, text), box->bottom);
        cli_pen_go(&pen, 'v', pen.x, box->bottom + TICK);
    }
    for (int i = 0; i < beside.count; ++i) {
        cli_pen_go(&pen, 'm', box->left, tick_place(up, &beside, i, text));
        cli_pen_go(&pen, 'h', box->left - TICK, pen.y);
    }
    cli_pen_end(&pen);
    for (int i = 0; i < below.count; ++i) {
        const int32_t x = tick_place(across, &below, i, text);
        cli_page_text(page, &across_style, x, box->bottom + TICK + NUMBER_SIZE + 2 * PIXEL, CLI_CHART_LEFT, text);
    }
    for (int i = 0; i < beside.count; ++i) {
        const int32_t y = tick_place(up, &beside, i, text);
        cli_chart_number(page, box, y, text);
    }
}
