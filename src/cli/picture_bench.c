/* picture_bench.c - the picture of `swarmcl bench`: a line for each algorithm on each instance, with its mean gap and
 * whiskers. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "comparison.h"
#include "page.h"

/* Page units. */
enum {
    PIXEL = CLI_PIXEL,
    INSTANCE_WIDTH = 150 * PIXEL,
    ALGORITHM_WIDTH = 90 * PIXEL,
    CHART_WIDTH = 560 * PIXEL,
    LINE_HEIGHT = 24 * PIXEL,
    NUMBER_WIDTH = 80 * PIXEL,
    GROUP_GAP = 12 * PIXEL, /* between instances */
    CAP = 5 * PIXEL,        /* half of what ends a whisker */
    WHISKER = 2 * PIXEL,
    DOT_RADIUS = 5 * PIXEL,
    FOOT_HEIGHT = 28 * PIXEL,
    TEXT_DROP = 5 * PIXEL /* from the middle of a line to where its letters stand */
};

/* Dark enough on the paper, and apart for eyes that do not see red and green; words tell them, too. */
static const char *const colours[] = {CLI_LINE, CLI_MARK, "#7a5195", "#00796b", "#a67c00", CLI_DOT};
enum { COLOUR_COUNT = sizeof colours / sizeof colours[0] };

struct sheet {
    struct cli_page page;
    const struct cli_comparison *comparison;
    struct cli_box box;
    struct cli_axis axis;
};

static bool is_drawn(const struct cli_cell *cell)
{
    return cell->repeat.count > 0 && cell->has_gap;
}

/* From 0, or below where a tour beats what was known, to a little above the worst. */
static void choose_axis(struct sheet *sheet)
{
    const struct cli_comparison *comparison = sheet->comparison;
    double low = 0.0, high = 0.0;
    for (size_t i = 0; i < comparison->row_count * comparison->algorithm_count; ++i) {
        const size_t row = i / comparison->algorithm_count, column = i % comparison->algorithm_count;
        const struct cli_cell *cell = &comparison->rows[row].cells[column];
        if (is_drawn(cell)) {
            low = fmin(low, cell->gap_best);
            high = fmax(high, cell->gap_worst);
        }
    }
    const double span = high > low ? high - low : 1.0;
    sheet->axis = (struct cli_axis){.low = low - (low < 0.0 ? 0.04 * span : 0.0),
                                    .high = high + 0.04 * span,
                                    .from = sheet->box.left + 2 * DOT_RADIUS,
                                    .to = sheet->box.right};
}

static struct cli_facts collect_facts(const struct cli_comparison *comparison)
{
    struct cli_facts facts = {.count = 0};
    bool found = false, known = false;
    for (size_t i = 0; i < comparison->row_count; ++i) {
        found = found || comparison->rows[i].base_found;
        known = known || !comparison->rows[i].base_found;
    }
    cli_facts_add(&facts, "mean of %" PRIu64 " seed%s from %" PRIu64 " on, whiskers from the best to the worst%s%s%s",
                  comparison->seeds, comparison->seeds == 1 ? "" : "s", comparison->first_seed,
                  comparison->time ? ", " : "", comparison->time ? comparison->time : "",
                  comparison->time ? " s a run" : "");
    cli_facts_add(&facts, "gaps are counted from %s",
                  !found  ? "the known optimum"
                  : known ? "the known optimum, where * stands from the shortest tour found"
                          : "the shortest tour found");
    return facts;
}

static void put_cell(const struct sheet *sheet, const struct cli_cell *cell, const char *colour, int32_t y)
{
    const int32_t low = cli_axis_place(&sheet->axis, cell->gap_best);
    const int32_t mean = cli_axis_place(&sheet->axis, cell->gap_mean);
    const int32_t high = cli_axis_place(&sheet->axis, cell->gap_worst);
    struct cli_pen pen = cli_pen_begin(&sheet->page, "whisker", colour, WHISKER, CLI_ROUND, low, y - CAP);
    cli_pen_go(&pen, 'v', low, y + CAP);
    cli_pen_go(&pen, 'm', low, y);
    cli_pen_go(&pen, 'h', high, y);
    cli_pen_go(&pen, 'm', high, y - CAP);
    cli_pen_go(&pen, 'v', high, y + CAP);
    cli_pen_end(&pen);
    cli_buffer_format(sheet->page.svg, "<circle class=\"mean\" fill=\"%s\" cx=\"%d\" cy=\"%d\" r=\"%d\"/>\n", colour,
                      (int)mean, (int)y, (int)DOT_RADIUS);
}

/* The lines of an instance from `top` on. */
static void put_row(const struct sheet *sheet, const struct cli_row *row, int32_t top)
{
    const struct cli_comparison *comparison = sheet->comparison;
    static const struct cli_style name_style = {"instance", "fill=\"" CLI_INK "\"", CLI_FACT_SIZE},
                                  number_style = {"mean-gap", "text-anchor=\"end\" fill=\"" CLI_FAINT "\"",
                                                  CLI_FACT_SIZE};
    char text[CLI_TEXT_SIZE];
    snprintf(text, sizeof text, "%s%s", row->base_found ? "* " : "", row->instance.info->name);
    for (size_t k = 0; k < comparison->algorithm_count; ++k) {
        const struct cli_cell *cell = &row->cells[k];
        const int32_t y = top + (int32_t)k * LINE_HEIGHT + LINE_HEIGHT / 2;
        if (k == 0) {
            cli_page_text(&sheet->page, &name_style, CLI_PAGE_MARGIN, y + TEXT_DROP, INSTANCE_WIDTH, text);
        }
        cli_page_text(&sheet->page, &cli_fact_style, CLI_PAGE_MARGIN + INSTANCE_WIDTH, y + TEXT_DROP, ALGORITHM_WIDTH,
                      comparison->algorithms[k]);
        if (is_drawn(cell)) {
            put_cell(sheet, cell, colours[k % COLOUR_COUNT], y);
            snprintf(text, sizeof text, "%.2f %%", cell->gap_mean);
            cli_page_text(&sheet->page, &number_style, sheet->page.width - CLI_PAGE_MARGIN, y + TEXT_DROP, NUMBER_WIDTH,
                          text);
        } else {
            cli_page_text(&sheet->page, &cli_fact_style, sheet->axis.from, y + TEXT_DROP, CHART_WIDTH, "no run");
        }
    }
}

enum swarm_status cli_picture_comparison(const struct cli_console *console, struct cli_buffer *svg, const void *work)
{
    const struct cli_comparison *comparison = work;
    struct sheet sheet = {.page = {.svg = svg}, .comparison = comparison};
    (void)console;
    const struct cli_facts facts = collect_facts(comparison);
    const int32_t group = (int32_t)comparison->algorithm_count * LINE_HEIGHT + GROUP_GAP;
    sheet.box.left = CLI_PAGE_MARGIN + INSTANCE_WIDTH + ALGORITHM_WIDTH;
    sheet.box.right = sheet.box.left + CHART_WIDTH;
    sheet.box.top = cli_page_top(&facts) + CLI_FACT_STEP;
    sheet.box.bottom = sheet.box.top + GROUP_GAP / 2 + (int32_t)comparison->row_count * group;
    sheet.page.width = sheet.box.right + NUMBER_WIDTH + CLI_PAGE_MARGIN;
    sheet.page.height = sheet.box.bottom + CLI_CHART_BELOW + FOOT_HEIGHT + CLI_PAGE_MARGIN;
    choose_axis(&sheet);
    cli_page_begin(&sheet.page, "Algorithms compared", "Gaps of algorithms on instances", &facts);
    cli_chart_frame(&sheet.page, &sheet.box, &sheet.axis, NULL, false);
    for (size_t i = 0; i < comparison->row_count; ++i) {
        put_row(&sheet, &comparison->rows[i], sheet.box.top + GROUP_GAP / 2 + (int32_t)i * group);
    }
    cli_page_fact(&sheet.page, sheet.box.left, sheet.box.bottom + CLI_CHART_BELOW + CLI_FACT_STEP,
                  "gap in per cent; the numbers on the right are the means");
    cli_page_end(&sheet.page);
    return SWARM_OK;
}
