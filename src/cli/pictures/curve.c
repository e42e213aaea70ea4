/* curve.c - the curve of a run as a picture; for a swarm in two dimensions also the contour of its objective. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "page.h"
#include "cli/documents/report.h"

/* A contour has SIDE x SIDE cells, each 3 pixels wide, in BANDS bands of values with equal numbers of cells. NO_NUMBER
 * is the band of the cells whose value is NaN, INFEASIBLE and HATCH those of cells that violate constraints; the cells
 * of HATCH are diagonal lines, HATCH_STEP cells apart. */
enum { SIDE = 140, CELLS = SIDE * SIDE, BANDS = 12, NO_NUMBER = -1, INFEASIBLE = -2, HATCH = -3, HATCH_STEP = 6 };

/* Sizes in page units. */
enum {
    PIXEL = CLI_PIXEL,
    CELL = 3 * PIXEL, /* side of a cell of a contour */
    CONTOUR_SIDE = SIDE * CELL,
    CHART_HEIGHT = CONTOUR_SIDE,
    CHART_WIDTH = 480 * PIXEL,      /* width of a chart next to a contour */
    CHART_WIDTH_ONLY = 840 * PIXEL, /* width of a chart without a contour */
    LABEL_HEIGHT = 44 * PIXEL,      /* height of the line above a chart */
    FOOT_HEIGHT = 28 * PIXEL,       /* height of a line below a chart */
    ZERO_HEIGHT = 30 * PIXEL,       /* distance below a logarithmic axis at which the value 0 is drawn */
    CURVE_WIDTH = 2 * PIXEL,
    CHART_LEFT = 92 * PIXEL,             /* room for the numbers left of a chart */
    CHART_BELOW = 24 * PIXEL,            /* room for the numbers below a chart */
    BRANCHING_HEIGHT = CHART_HEIGHT / 3, /* height of the chart of branching factors */
    TICK = 4 * PIXEL,
    NUMBER_SIZE = 12 * PIXEL,
    MOST_TICKS = 8,   /* approximate limit of the numbers at an axis; more would touch */
    NUMBER_BYTES = 32 /* bytes of the text of the number at a tick */
};

/* Maps numbers to page units. */
struct axis {
    double low, high; /* low < high; both above 0 if the axis is logarithmic */
    bool logarithmic;
    int32_t from, to; /* page units of low and high */
};

static const struct cli_style up_style = {"number", "text-anchor=\"end\" fill=\"" CLI_FAINT "\"", NUMBER_SIZE},
                              across_style = {"number", "text-anchor=\"middle\" fill=\"" CLI_FAINT "\"", NUMBER_SIZE};

/* The page unit of `value`, which is from low to high. */
static int32_t axis_position(const struct axis *axis, double value)
{
    double share = axis->logarithmic ? (log10(value) - log10(axis->low)) / (log10(axis->high) - log10(axis->low))
                                     : (value / 2 - axis->low / 2) / (axis->high / 2 - axis->low / 2);
    share = share > 0.0 ? share < 1.0 ? share : 1.0 : 0.0;
    return axis->from + (int32_t)lround(share * (axis->to - axis->from));
}

/* Ticks of an axis: multiples of step * 10^exponent, from first * 10^exponent on. On a logarithmic axis: every
 * `step`th power of ten, from 10^first on. */
struct ticks {
    int64_t first, step;
    int exponent, count;
};

/* Chooses at most most + 1 ticks whose distance is 1, 2 or 5 times a power of ten; on a logarithmic axis at most
 * MOST_TICKS powers of ten. */
static struct ticks choose_ticks(const struct axis *axis, bool whole, int most)
{
    if (axis->logarithmic) {
        const int low = (int)ceil(log10(axis->low) - 1e-9), high = (int)floor(log10(axis->high) + 1e-9);
        const int powers = (high - low) / MOST_TICKS + 1;
        return (struct ticks){.first = low, .step = powers, .count = (high - low) / powers + 1};
    }
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
        return (struct ticks){.count = 0}; /* the ends differ only by rounding */
    }
    return (struct ticks){
        .first = (int64_t)first * step, .step = step, .exponent = exponent, .count = (int)(last - first) + 1};
}

/* Returns the position of a tick on the page, and writes its number to `text`. */
static int32_t tick_position(const struct axis *axis, const struct ticks *ticks, int index, char text[NUMBER_BYTES])
{
    const double at = (double)(ticks->first + index * ticks->step);
    const double value = axis->logarithmic ? pow(10.0, at) : at * pow(10.0, ticks->exponent);
    snprintf(text, NUMBER_BYTES, "%.12g", value); /* fewer digits than the rounding errors of ticks have */
    return axis_position(axis, value);
}

/* Writes a number at y, left of the box. */
static void put_number(const struct cli_page *page, const struct cli_box *box, int32_t y, const char *text)
{
    cli_page_text(page, &up_style, box->left - 2 * TICK, y + NUMBER_SIZE / 3, CHART_LEFT, text);
}

/* Draws a frame around the box, with ticks and numbers below and left of it. `whole`: the numbers below are
 * integers. */
static void put_frame(const struct cli_page *page, const struct cli_box *box, const struct axis *across,
                      const struct axis *up, bool whole)
{
    char text[NUMBER_BYTES];
    const struct ticks below = choose_ticks(across, whole, MOST_TICKS * 3 / 4);
    const struct ticks left = choose_ticks(up, false, MOST_TICKS);
    struct cli_pen pen = CLI_PEN(*page, "axes", CLI_FAINT, PIXEL, "");
    cli_pen_go(&pen, 'm', box->left, box->top);
    cli_pen_go(&pen, 'v', box->left, box->bottom);
    cli_pen_go(&pen, 'h', box->right, box->bottom);
    cli_pen_go(&pen, 'v', box->right, box->top);
    cli_pen_go(&pen, 'h', box->left, box->top);
    for (int i = 0; i < below.count; ++i) {
        cli_pen_go(&pen, 'm', tick_position(across, &below, i, text), box->bottom);
        cli_pen_go(&pen, 'v', pen.x, box->bottom + TICK);
    }
    for (int i = 0; i < left.count; ++i) {
        cli_pen_go(&pen, 'm', box->left, tick_position(up, &left, i, text));
        cli_pen_go(&pen, 'h', box->left - TICK, pen.y);
    }
    cli_pen_end(&pen);
    for (int i = 0; i < below.count; ++i) {
        const int32_t x = tick_position(across, &below, i, text);
        cli_page_text(page, &across_style, x, box->bottom + TICK + NUMBER_SIZE + 2 * PIXEL, CHART_LEFT, text);
    }
    for (int i = 0; i < left.count; ++i) {
        put_number(page, box, tick_position(up, &left, i, text), text);
    }
}

/* Everything that the picture shows. */
struct sheet {
    struct cli_page page;
    const struct cli_subject *subject;
    const swarm_result *result;
    signed char *bands; /* [CELLS] owned, from the lower left corner on; 0: the best band; NULL: no contour */
    bool has_gaps;      /* the objective is NaN in some cells */
    struct cli_box chart;
};

/* The heights that the curve shows: distances from the best known value, or values. */
struct scale {
    struct axis axis;
    bool distances;
    bool has_zero; /* some height is 0, which a logarithmic axis shows ZERO_HEIGHT below its end */
};

/* The height of a value; infinite for NaN. A value that beats the best known one only by rounding counts as equal. */
static double height_of(const struct sheet *sheet, const struct scale *scale, double value)
{
    double distance = isfinite(value) ? cli_score_of(sheet->subject, 0, value).value : HUGE_VAL;
    const struct cli_score score = {sheet->subject->problem->whole ? (int64_t)value : 0, value};
    if (scale->distances && cli_gap(sheet->subject, score, &distance)) {
        const double rounding = 1e-13 * (1.0 + fabs(sheet->subject->best.value));
        distance = distance < 0.0 && distance > -rounding ? 0.0 : distance;
    }
    return distance;
}

struct spread {
    double positive, low, high; /* smallest height above 0, smallest and largest height */
};

/* Series of the iterations of ants, and their values in the unit of the trace. */
enum series { SHORTEST, MEAN, BRANCHING };

static const struct cli_stroke series_strokes[] = {[SHORTEST] = {"shortest", CLI_MARK, PIXEL, CLI_ROUND},
                                                   [MEAN] = {"mean", CLI_FAINT, PIXEL, CLI_ROUND},
                                                   [BRANCHING] = {"branching", CLI_LINE, CURVE_WIDTH, CLI_ROUND}};

static double series_value(const struct swarm_curve_point *point, enum series series)
{
    return series == SHORTEST ? (double)point->shortest : series == MEAN ? point->mean : point->branching;
}

static void add_height(struct spread *spread, double height)
{
    if (isfinite(height)) {
        spread->positive = height > 0.0 ? fmin(height, spread->positive) : spread->positive;
        spread->low = fmin(height, spread->low);
        spread->high = fmax(height, spread->high);
    }
}

static struct spread find_spread(const struct sheet *sheet, const struct scale *scale)
{
    struct spread spread = {.positive = HUGE_VAL, .low = HUGE_VAL, .high = -HUGE_VAL};
    for (size_t i = 0; i < sheet->result->trace_count; ++i) {
        add_height(&spread, height_of(sheet, scale, sheet->result->trace[i].value));
    }
    for (size_t i = 0; i < sheet->result->curve_count; ++i) {
        add_height(&spread, height_of(sheet, scale, (double)sheet->result->curve[i].shortest));
        add_height(&spread, height_of(sheet, scale, sheet->result->curve[i].mean));
    }
    return spread;
}

/* Chooses distances if a best value is known and no value of the run beats it, otherwise values. The axis is
 * logarithmic if distances differ by more than a factor of 10, or positive values by more than a factor of 100. */
static struct scale choose_scale(const struct sheet *sheet)
{
    struct scale scale = {.distances = sheet->subject->known};
    struct spread spread = find_spread(sheet, &scale);
    if (scale.distances && spread.low < 0.0) {
        scale.distances = false;
        spread = find_spread(sheet, &scale);
    }
    const double range = spread.high / spread.positive; /* NaN or 0 if no height is above 0 */
    scale.axis.logarithmic =
        scale.distances ? isfinite(range) && range > 10.0 : spread.low > 0.0 && isfinite(range) && range > 100.0;
    scale.has_zero = scale.axis.logarithmic && spread.low == 0.0;
    if (scale.axis.logarithmic) {
        scale.axis.low = pow(10.0, floor(log10(spread.positive)));
        scale.axis.high = pow(10.0, ceil(log10(spread.high)));
    } else {
        const double margin = spread.high > spread.low ? 0.0 : spread.high != 0.0 ? fabs(spread.high) / 10 : 1.0;
        scale.axis.low = spread.low - margin;
        scale.axis.high = spread.high + margin;
    }
    scale.axis.from = sheet->chart.bottom - (scale.has_zero ? ZERO_HEIGHT : 0);
    scale.axis.to = sheet->chart.top;
    return scale;
}

static void put_chart_label(const struct sheet *sheet, const struct scale *scale)
{
    char best[CLI_REAL_SIZE], text[CLI_FACT_BYTES];
    const char *logarithmic = scale->axis.logarithmic ? ", logarithmic" : "";
    const bool only_best = sheet->result->curve_count == 0;
    if (scale->distances) {
        snprintf(text, sizeof text, "%s%s from %s, the best known %s%s",
                 sheet->subject->problem->whole ? "gap in %" : "distance", only_best ? " of the best" : "",
                 cli_real_text(sheet->subject->best.value, best), sheet->subject->problem->score, logarithmic);
    } else {
        snprintf(text, sizeof text, "%s%s%s", only_best ? "best " : "", sheet->subject->problem->score, logarithmic);
    }
    const int32_t left = sheet->chart.left - CHART_LEFT;
    cli_page_text(&sheet->page, &cli_fact_style, left, sheet->chart.top - 14 * PIXEL, sheet->chart.right - left, text);
    cli_page_fact(&sheet->page, sheet->chart.left, sheet->chart.bottom + CHART_BELOW + CLI_FACT_STEP, "iteration");
}

/* Draws a horizontal line, then a vertical one. */
static void step_to(struct cli_pen *pen, int32_t x, int32_t y)
{
    if (x != pen->x) {
        cli_pen_go(pen, 'h', x, pen->y);
    }
    if (y != pen->y) {
        cli_pen_go(pen, 'v', pen->x, y);
    }
}

static int32_t height_position(const struct sheet *sheet, const struct scale *scale, double height)
{
    return scale->has_zero && height == 0.0 ? sheet->chart.bottom : axis_position(&scale->axis, height);
}

/* Draws a series as a line on the axis of `scale`, NULL: on `up`. Among points within a quarter of a pixel, only the
 * first is drawn. */
static void put_series(const struct sheet *sheet, enum series series, const struct axis *across,
                       const struct scale *scale, const struct axis *up)
{
    struct cli_pen pen = {.svg = sheet->page.svg, .stroke = &series_strokes[series]};
    for (size_t i = 0; i < sheet->result->curve_count; ++i) {
        const struct swarm_curve_point *point = &sheet->result->curve[i];
        const double value = series_value(point, series);
        const int32_t x = axis_position(across, (double)point->iteration);
        const int32_t y =
            scale ? height_position(sheet, scale, height_of(sheet, scale, value)) : axis_position(up, value);
        if (!pen.command || x - pen.x >= PIXEL / 4) {
            cli_pen_go(&pen, 'l', x, y);
        }
    }
    cli_pen_end(&pen);
}

static void put_branching(const struct sheet *sheet, const struct axis *across)
{
    const struct swarm_curve_point *curve = sheet->result->curve;
    const int32_t top = sheet->chart.bottom + CHART_BELOW + FOOT_HEIGHT + LABEL_HEIGHT;
    const struct cli_box box = {sheet->chart.left, top, sheet->chart.right, top + BRANCHING_HEIGHT};
    struct axis up = {.low = curve[0].branching, .high = curve[0].branching, .from = box.bottom, .to = box.top};
    for (size_t i = 1; i < sheet->result->curve_count; ++i) {
        up.low = fmin(up.low, curve[i].branching);
        up.high = fmax(up.high, curve[i].branching);
    }
    up.logarithmic = up.low > 0.0 && up.high > 10.0 * up.low;
    up.low = up.logarithmic ? pow(10.0, floor(log10(up.low))) : 0.0;
    up.high = up.logarithmic ? pow(10.0, ceil(log10(up.high))) : fmax(up.high, 1.0);
    cli_page_fact(&sheet->page, box.left - CHART_LEFT, box.top - 14 * PIXEL,
                  up.logarithmic ? "branching factor of the trails, lambda = 0.05, logarithmic"
                                 : "branching factor of the trails, lambda = 0.05");
    put_frame(&sheet->page, &box, across, &up, true);
    put_series(sheet, BRANCHING, across, NULL, &up);
}

/* Draws the iterations of ants, and names the lines by their colours. */
static void put_iterations(const struct sheet *sheet, const struct axis *across, const struct scale *scale)
{
    static const struct {
        const char *look, *text;
        int32_t x;
    } names[] = {{"fill=\"" CLI_LINE "\"", "best so far", 120 * PIXEL},
                 {"fill=\"" CLI_MARK "\"", "shortest of the iteration", 240 * PIXEL},
                 {"fill=\"" CLI_FAINT "\"", "mean of the iteration", 440 * PIXEL}};
    put_series(sheet, MEAN, across, scale, NULL);
    put_series(sheet, SHORTEST, across, scale, NULL);
    put_branching(sheet, across);
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        const struct cli_style style = {"fact", names[i].look, CLI_FACT_SIZE};
        const int32_t left = sheet->chart.left + names[i].x;
        cli_page_text(&sheet->page, &style, left, sheet->chart.bottom + CHART_BELOW + CLI_FACT_STEP,
                      sheet->chart.right - left, names[i].text);
    }
}

/* Draws the trace up to the end of the run; at least one height must be finite. Among points within a quarter of a
 * pixel, only the last is drawn. */
static void put_curve(const struct sheet *sheet, const struct axis *across, const struct scale *scale)
{
    const swarm_result *result = sheet->result;
    const int32_t end = axis_position(across, (double)result->iterations);
    struct cli_pen pen = CLI_PEN(sheet->page, "curve", CLI_LINE, CURVE_WIDTH, CLI_ROUND);
    int32_t x = 0, y = 0;
    for (size_t i = 0; i < result->trace_count; ++i) {
        const double height = height_of(sheet, scale, result->trace[i].value);
        const int32_t next_x = axis_position(across, (double)result->trace[i].iteration);
        if (!isfinite(height)) {
            continue;
        }
        if (pen.command && next_x - pen.x >= PIXEL / 4) {
            step_to(&pen, x, y);
        }
        x = next_x;
        y = height_position(sheet, scale, height);
        if (!pen.command) {
            cli_pen_go(&pen, 'm', x, y);
        }
    }
    if (end - pen.x >= PIXEL / 4) {
        step_to(&pen, x, y);
    }
    step_to(&pen, end, y);
    cli_pen_end(&pen);
}

/* True if the picture would be a flat line only: nothing improved the first solution. */
static bool is_flat(const struct sheet *sheet)
{
    return sheet->result->trace_count <= 1 && sheet->result->curve_count == 0 && !sheet->bands;
}

static void put_chart(const struct sheet *sheet)
{
    const swarm_result *result = sheet->result;
    const double first = result->trace_count > 0 ? (double)result->trace[0].iteration : 0.0;
    const double last = (double)result->iterations;
    const struct axis across = {
        .low = first, .high = last > first ? last : first + 1.0, .from = sheet->chart.left, .to = sheet->chart.right};
    const struct scale scale = choose_scale(sheet);
    if (!(scale.axis.high > scale.axis.low && isfinite(scale.axis.high) && isfinite(scale.axis.low))) {
        cli_page_fact(&sheet->page, sheet->chart.left, sheet->chart.top,
                      result->position && result->position->violation > 0.0 ? "no feasible position was found"
                                                                            : "no value to draw");
        return;
    }
    if (is_flat(sheet)) {
        cli_page_fact(&sheet->page, CLI_PAGE_MARGIN, sheet->chart.top, "no curve: nothing improved the first solution");
        return;
    }
    put_chart_label(sheet, &scale);
    put_frame(&sheet->page, &sheet->chart, &across, &scale.axis, true);
    if (scale.has_zero) {
        put_number(&sheet->page, &sheet->chart, sheet->chart.bottom, "0");
    }
    if (result->curve_count > 0) {
        put_iterations(sheet, &across, &scale);
    }
    put_curve(sheet, &across, &scale);
}

static void put_path(const struct sheet *sheet, const struct axis *across, const struct axis *up)
{
    const swarm_result *result = sheet->result;
    const double *first = result->trace_count > 0 ? result->trace[0].place : result->position->x;
    const int32_t x = axis_position(across, first[0]), y = axis_position(up, first[1]);
    struct cli_pen pen = CLI_PEN(sheet->page, "way", CLI_MARK, CURVE_WIDTH, CLI_ROUND);
    cli_pen_go(&pen, 'm', x, y);
    for (size_t i = 1; i < result->trace_count; ++i) {
        const int32_t next_x = axis_position(across, result->trace[i].place[0]);
        const int32_t next_y = axis_position(up, result->trace[i].place[1]);
        if (next_x != pen.x || next_y != pen.y) {
            cli_pen_go(&pen, 'l', next_x, next_y);
        }
    }
    cli_pen_end(&pen);
    cli_page_mark(&sheet->page, "start", CLI_PAPER, x, y, CLI_MARK_RADIUS);
    cli_page_mark(&sheet->page, "end", CLI_MARK, axis_position(across, result->position->x[0]),
                  axis_position(up, result->position->x[1]), CLI_MARK_RADIUS);
}

/* Fills the bands from the values at the centres of the cells. Prints errors. */
static enum swarm_status make_bands(struct sheet *sheet, const struct cli_work *work)
{
    const double *lower = sheet->result->position->lower, *upper = sheet->result->position->upper;
    double *points = calloc(5 * CELLS, sizeof *points);
    sheet->bands = calloc(CELLS, 1);
    if (!points || !sheet->bands) {
        free(points);
        return cli_fail_memory();
    }
    double *values = points + 2 * CELLS, *sorted = points + 3 * CELLS, *violations = points + 4 * CELLS;
    for (size_t i = 0; i < CELLS; ++i) {
        const double across = ((double)(i % SIDE) + 0.5) / SIDE, up = ((double)(i / SIDE) + 0.5) / SIDE;
        points[2 * i] = lower[0] * (1.0 - across) + upper[0] * across;
        points[2 * i + 1] = lower[1] * (1.0 - up) + upper[1] * up;
    }
    enum swarm_status status = swarm_objective_evaluate(work->console->context, work->params, CELLS, points, values);
    if (status == SWARM_OK && sheet->result->position->constrained) {
        status = swarm_objective_violations(work->console->context, work->params, CELLS, points, violations);
    }
    size_t count = 0;
    for (size_t i = 0; i < CELLS; ++i) {
        values[i] = sheet->result->position->maximise ? -values[i] : values[i];
        sheet->has_gaps = sheet->has_gaps || (isnan(values[i]) && violations[i] == 0.0);
        if (!isnan(values[i]) && violations[i] == 0.0) {
            sorted[count++] = values[i];
        }
    }
    qsort(sorted, count, sizeof *sorted, cli_compare_numbers);
    for (size_t i = 0; i < CELLS; ++i) {
        int band = violations[i] > 0.0 ? (i % SIDE + i / SIDE) % HATCH_STEP == 0 ? HATCH : INFEASIBLE
                   : isnan(values[i])  ? NO_NUMBER
                                       : 0;
        while (band >= 0 && band + 1 < BANDS && values[i] > sorted[((size_t)band + 1) * count / BANDS]) {
            ++band;
        }
        sheet->bands[i] = (signed char)band;
    }
    free(points);
    return cli_checked(work->console, status);
}

/* Draws the cells of a band as one path: each run of cells in a row is a line as thick as a cell. */
static void put_band(const struct sheet *sheet, const struct cli_box *box, int band)
{
    /* Colours of HATCH, INFEASIBLE, NO_NUMBER, then of the bands from the best to the worst. */
    static const char *const colours[BANDS - HATCH] = {"#c9a08f", "#f0e2d8", "#8f8a86", "#123a5a", "#1d4d72",
                                                       "#2b6088", "#3d749a", "#5288a9", "#699bb6", "#82aec2",
                                                       "#9cc0cd", "#b5d0d7", "#cddfe1", "#e1ebea", "#f1f4f1"};
    char name[16] = "gap";
    struct cli_pen pen = CLI_PEN(sheet->page, name, colours[band - HATCH], CELL, " shape-rendering=\"crispEdges\"");
    if (band != NO_NUMBER) {
        snprintf(name, sizeof name, band == HATCH ? "hatch" : band < 0 ? "infeasible" : "band-%d", band);
    }
    for (int row = 0; row < SIDE; ++row) {
        const signed char *bands = sheet->bands + (SIDE - 1 - row) * SIDE; /* pages count rows from the top */
        const int32_t y = box->top + row * CELL + CELL / 2;
        for (int start = 0, end = 0; start < SIDE; start = end) {
            for (end = start + 1; end < SIDE && bands[end] == bands[start]; ++end) {
            }
            if (bands[start] == band) {
                cli_pen_go(&pen, 'm', box->left + start * CELL, y);
                cli_pen_go(&pen, 'h', box->left + end * CELL, y);
            }
        }
    }
    cli_pen_end(&pen);
}

static void put_contour(const struct sheet *sheet)
{
    const double *lower = sheet->result->position->lower, *upper = sheet->result->position->upper;
    const int32_t left = sheet->chart.right + CHART_LEFT, top = sheet->chart.top;
    const struct cli_box box = {left, top, left + CONTOUR_SIDE, top + CONTOUR_SIDE};
    const struct axis across = {.low = lower[0], .high = upper[0], .from = box.left, .to = box.right};
    const struct axis up = {.low = lower[1], .high = upper[1], .from = box.bottom, .to = box.top};
    const int32_t foot = box.bottom + CHART_BELOW + CLI_FACT_STEP;
    char text[CLI_FACT_BYTES];
    snprintf(text, sizeof text, "the darker the better%s%s",
             sheet->result->position->constrained ? "; hatched: infeasible" : "; bands of equal area",
             sheet->has_gaps ? "; grey: no number" : "");
    cli_page_fact(&sheet->page, box.left, box.top - 14 * PIXEL, text);
    for (int band = HATCH; band < BANDS; ++band) {
        put_band(sheet, &box, band);
    }
    put_frame(&sheet->page, &box, &across, &up, false);
    put_path(sheet, &across, &up);
    cli_page_mark(&sheet->page, "start", CLI_PAPER, box.left + CLI_MARK_RADIUS, foot - CLI_MARK_RADIUS,
                  CLI_MARK_RADIUS);
    cli_page_fact(&sheet->page, box.left + 3 * CLI_MARK_RADIUS, foot, "first best");
    cli_page_mark(&sheet->page, "end", CLI_MARK, box.left + 120 * PIXEL, foot - CLI_MARK_RADIUS, CLI_MARK_RADIUS);
    cli_page_fact(&sheet->page, box.left + 120 * PIXEL + 2 * CLI_MARK_RADIUS, foot, "last best");
}

static struct cli_facts collect_facts(const struct sheet *sheet)
{
    const swarm_result *result = sheet->result;
    const struct swarm_position *position = result->position;
    const struct cli_subject *subject = sheet->subject;
    const struct cli_score score = CLI_SCORE_OF(subject, result);
    char text[CLI_TEXT_SIZE];
    struct cli_facts facts = {.count = 0};
    if (position) {
        cli_facts_add(&facts, "%" PRIu32 " %s, %s value found %s", position->dimensions,
                      position->dimensions == 1 ? "dimension" : "dimensions", position->maximise ? "largest" : "least",
                      cli_score_text(subject, score, text));
    } else {
        cli_facts_add(&facts, "%" PRIu64 " %s, %s found %s", subject->size, subject->problem->size,
                      subject->problem->score, cli_score_text(subject, score, text));
    }
    if (*cli_gap_text(subject, score, text)) {
        cli_facts_add(&facts, "%s %s", cli_gap_label(subject->problem), text);
    }
    cli_facts_add_run(&facts, result);
    return facts;
}

enum swarm_status cli_picture_curve(struct cli_buffer *svg, const void *user)
{
    const struct cli_work *work = user;
    struct sheet sheet = {.page = {.svg = svg}, .subject = work->subject, .result = work->result};
    const struct cli_facts facts = collect_facts(&sheet);
    struct cli_box *chart = &sheet.chart;
    enum swarm_status status = SWARM_OK;
    TRY_OR(done,
           work->result->position && work->result->position->dimensions == 2 ? make_bands(&sheet, work) : SWARM_OK);
    chart->left = CLI_PAGE_MARGIN + CHART_LEFT;
    chart->top = cli_page_top(&facts) + LABEL_HEIGHT;
    chart->right = chart->left + (sheet.bands ? CHART_WIDTH : CHART_WIDTH_ONLY);
    chart->bottom = chart->top + (is_flat(&sheet) ? 0 : CHART_HEIGHT);
    sheet.page.width = chart->right + CLI_PAGE_MARGIN + (sheet.bands ? CHART_LEFT + CONTOUR_SIDE : 0);
    sheet.page.height = chart->bottom + CHART_BELOW + FOOT_HEIGHT + CLI_PAGE_MARGIN;
    if (work->result->curve_count > 0) {
        sheet.page.height += LABEL_HEIGHT + BRANCHING_HEIGHT + CHART_BELOW;
    }
    cli_page_begin(&sheet.page, sheet.subject->name,
                   work->result->position ? "Run of a particle swarm" : "Run of a search", &facts);
    if (sheet.bands) {
        put_contour(&sheet);
    }
    put_chart(&sheet);
    cli_buffer_text(svg, "</svg>\n");
done:
    free(sheet.bands);
    return status;
}
