#include "contour.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = CLI_CONTOUR_SIDE, CELLS = SIDE * SIDE, NO_NUMBER = -1 };

/* From the best to the worst; the last is that of cells without a number. */
static const char *const colours[CLI_CONTOUR_BANDS + 1] = {"#123a5a", "#1d4d72", "#2b6088", "#3d749a", "#5288a9",
                                                           "#699bb6", "#82aec2", "#9cc0cd", "#b5d0d7", "#cddfe1",
                                                           "#e1ebea", "#f1f4f1", "#8f8a86"};

static void place_cells(double *points, const double *lower, const double *upper)
{
    for (size_t i = 0; i < CELLS; ++i) {
        const double across = ((double)(i % SIDE) + 0.5) / SIDE, up = ((double)(i / SIDE) + 0.5) / SIDE;
        points[2 * i] = lower[0] * (1.0 - across) + upper[0] * across;
        points[2 * i + 1] = lower[1] * (1.0 - up) + upper[1] * up;
    }
}

static int compare_numbers(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Fills the bands; `values` [CELLS] are minimised, `sorted` [CELLS] is room. */
static void choose_bands(struct cli_contour *contour, const double *values, double *sorted)
{
    size_t count = 0;
    for (size_t i = 0; i < CELLS; ++i) {
        if (!isnan(values[i])) {
            sorted[count++] = values[i];
        }
    }
    contour->has_gaps = count < CELLS;
    qsort(sorted, count, sizeof *sorted, compare_numbers);
    for (size_t i = 0; i < CELLS; ++i) {
        int band = isnan(values[i]) ? NO_NUMBER : 0;
        while (band >= 0 && band + 1 < CLI_CONTOUR_BANDS
               && values[i] > sorted[((size_t)band + 1) * count / CLI_CONTOUR_BANDS]) {
            ++band;
        }
        contour->bands[i] = (signed char)band;
    }
}

enum swarm_status cli_contour_init(struct cli_contour *contour, const struct cli_console *console,
                                   const swarm_objective *objective, const swarm_params *params, bool maximise,
                                   const double *lower, const double *upper)
{
    double *room = calloc(4 * CELLS, sizeof *room);
    *contour = (struct cli_contour){.bands = calloc(CELLS, 1)};
    if (!room || !contour->bands) {
        free(room);
        return cli_fail_memory();
    }
    double *points = room, *values = room + 2 * CELLS, *sorted = room + 3 * CELLS;
    place_cells(points, lower, upper);
    enum swarm_status status = swarm_objective_evaluate(console->context, objective, params, CELLS, points, values);
    for (size_t i = 0; i < CELLS && maximise; ++i) {
        values[i] = -values[i];
    }
    if (status == SWARM_OK) {
        choose_bands(contour, values, sorted);
    }
    free(room);
    return status == SWARM_OK ? SWARM_OK : cli_fail(console, status);
}

void cli_contour_deinit(struct cli_contour *contour)
{
    free(contour->bands);
    *contour = (struct cli_contour){.bands = NULL};
}

/* A path of all cells of a band: a line as thick as a cell for each of its runs. Nothing when there are none. */
static void put_band(const struct cli_contour *contour, const struct cli_page *page, const struct cli_box *box,
                     int band)
{
    const int32_t cell = (box->right - box->left) / SIDE;
    bool begun = false;
    struct cli_pen pen = {.svg = NULL};
    char name[16] = "gap";
    if (band >= 0) {
        name[0] = '\0';
        snprintf(name, sizeof name, "band-%d", band);
    }
    for (int row = 0; row < SIDE; ++row) {
        const signed char *bands = contour->bands + (SIDE - 1 - row) * SIDE; /* downwards */
        const int32_t y = box->top + row * cell + cell / 2;
        for (int start = 0, end = 0; start < SIDE; start = end) {
            for (end = start + 1; end < SIDE && bands[end] == bands[start]; ++end) {
            }
            if (bands[start] != band) {
                continue;
            }
            if (begun) {
                cli_pen_go(&pen, 'm', box->left + start * cell, y);
            } else {
                pen = cli_pen_begin(page, name, colours[band < 0 ? CLI_CONTOUR_BANDS : band], cell,
                                    " shape-rendering=\"crispEdges\"", box->left + start * cell, y);
                begun = true;
            }
            cli_pen_go(&pen, 'h', box->left + end * cell, y);
        }
    }
    if (begun) {
        cli_pen_end(&pen);
    }
}

void cli_contour_put(const struct cli_contour *contour, const struct cli_page *page, const struct cli_box *box)
{
    for (int band = NO_NUMBER; band < CLI_CONTOUR_BANDS; ++band) {
        put_band(contour, page, box, band);
    }
}
