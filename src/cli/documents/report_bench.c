/* report_bench.c - the reports of `swarmcl bench`: the table as text, as JSON and as CSV, and its picture. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/commands/comparison.h"
#include "output.h"
#include "cli/pictures/page.h"

/* Per cent above the base of the instance; NaN: the base is 0, or there is no run. */
struct gaps {
    double best, mean, worst;
};

static double gap_of(const struct cli_row *row, const struct cli_repeat *repeat, double value)
{
    const double base = row->base.value;
    return repeat->count > 0 && row->base.length > 0 ? 100.0 * (value - base) / base : (double)NAN;
}

static struct gaps gaps_of(const struct cli_row *row, const struct cli_cell *cell)
{
    const struct cli_repeat *repeat = &cell->repeat;
    return (struct gaps){gap_of(row, repeat, repeat->runs[repeat->best_run].score.value),
                         gap_of(row, repeat, repeat->mean),
                         gap_of(row, repeat, repeat->runs[repeat->worst_run].score.value)};
}

/* The destination of cells: a table or, unless it is NULL, CSV. */
struct sink {
    struct cli_table table;
    struct cli_buffer *csv;
};

/* Writes a text, or the sign for none. */
static void put_text(struct sink *sink, bool known, const char *text)
{
    if (sink->csv) {
        cli_buffer_format(sink->csv, ",%s", known ? text : "");
    } else {
        cli_table_add(&sink->table, "%s", known ? text : "-");
    }
}

/* Writes a number, in CSV with all its digits and without a unit. */
static void put_number(struct sink *sink, bool known, int digits, double value, const char *unit)
{
    char text[CLI_TEXT_SIZE];
    if (sink->csv) {
        cli_real_text(value, text);
    } else {
        char number[CLI_TEXT_SIZE];
        snprintf(text, sizeof text, "%.64s%s", cli_fixed_text(value, digits, number), unit);
    }
    put_text(sink, known, text);
}

/* Writes a name; put_text() adds the comma behind it. */
static void put_name(struct sink *sink, const char *name)
{
    if (sink->csv) {
        cli_csv_text(sink->csv, name);
    } else {
        cli_table_add(&sink->table, "%s", name);
    }
}

static void put_cell(struct sink *sink, const struct cli_row *row, const struct cli_cell *cell, const char *algorithm)
{
    const struct cli_subject *subject = &row->instance.subject;
    const struct cli_repeat *repeat = &cell->repeat;
    const int digits = subject->decimals > 0 ? subject->decimals + 1 : 1;
    const bool any = repeat->count > 0;
    const struct gaps gaps = gaps_of(row, cell);
    char count[64], best[CLI_TEXT_SIZE], worst[CLI_TEXT_SIZE];
    snprintf(count, sizeof count, "%zu", repeat->count);
    put_name(sink, subject->name);
    put_text(sink, true, algorithm);
    if (sink->csv) {
        put_text(sink, true, count);
    }
    put_text(sink, any, cli_number_text(subject, repeat->runs[repeat->best_run].score, best));
    put_number(sink, any, digits, repeat->mean, "");
    if (sink->csv) {
        put_number(sink, any, digits, repeat->median, "");
    }
    put_number(sink, repeat->count > 1, digits, repeat->deviation, "");
    if (sink->csv) {
        put_text(sink, any, cli_number_text(subject, repeat->runs[repeat->worst_run].score, worst));
    }
    put_number(sink, !isnan(gaps.best), 2, gaps.best, " %");
    put_number(sink, !isnan(gaps.mean), 2, gaps.mean, " %");
    put_number(sink, !isnan(gaps.worst), 2, gaps.worst, " %");
    put_number(sink, any, 3, sink->csv ? cli_round_seconds(repeat->best_median) : repeat->best_median, "");
    snprintf(count, sizeof count, sink->csv ? "%zu" : "%zu of %zu", cell->wins, row->compared);
    put_text(sink, any, count);
    if (sink->csv) {
        cli_buffer_text(sink->csv, "\n");
    }
}

static void put_cells(struct sink *sink, const struct cli_comparison *comparison)
{
    for (size_t i = 0; i < comparison->row_count * comparison->algorithm_count; ++i) {
        const struct cli_row *row = &comparison->rows[i / comparison->algorithm_count];
        const size_t column = i % comparison->algorithm_count;
        put_cell(sink, row, &row->cells[column], comparison->algorithms[column]);
    }
}

enum swarm_status cli_print_comparison(const void *work)
{
    const struct cli_comparison *comparison = work;
    struct sink sink = {.table = {.columns = "..rrrrrrrr"}};
    cli_table_add_words(&sink.table,
                        "instance,algorithm,best,mean,deviation,best gap,mean gap,worst gap,s to best,wins");
    put_cells(&sink, comparison);
    const enum swarm_status status = cli_table_print(&sink.table);
    for (size_t i = 0; status == SWARM_OK && i < comparison->row_count; ++i) {
        if (comparison->rows[i].base_found) {
            char name[CLI_CELL_SIZE];
            snprintf(name, sizeof name, "%s", comparison->rows[i].instance.subject.name);
            printf("%s: no optimum is known; gaps are counted from the shortest tour found here\n", cli_plain(name));
        }
    }
    return status;
}

enum swarm_status cli_csv_comparison(struct cli_buffer *content, const void *work)
{
    struct sink sink = {.csv = content};
    cli_buffer_text(content, "instance,algorithm,runs,best,mean,median,deviation,worst,gap_best_percent,"
                             "gap_mean_percent,gap_worst_percent,median_best_seconds,wins\n");
    put_cells(&sink, work);
    return SWARM_OK;
}

static void put_object(struct cli_json *json, const struct cli_row *row, const struct cli_cell *cell,
                       const char *algorithm)
{
    const struct gaps gaps = gaps_of(row, cell);
    cli_json_put(json, "{algorithm: %s", algorithm);
    if (cell->repeat.count > 0) {
        cli_json_repeat(json, &cell->repeat);
        cli_json_put(json, "gap_percent: ~{best: %g, mean: %g, worst: %g}, median_best_seconds: %f, wins: %zu",
                     gaps.best, gaps.mean, gaps.worst, cell->repeat.best_median, cell->wins);
    } else {
        cli_json_put(json, "runs: []");
    }
    cli_json_put(json, "}");
}

enum swarm_status cli_json_comparison(struct cli_buffer *content, const void *work)
{
    const struct cli_comparison *comparison = work;
    const struct cli_arguments *arguments = comparison->arguments;
    struct cli_json json;
    cli_document_begin(&json);
    cli_json_put(&json, "device:");
    cli_json_device(&json, comparison->sample ? comparison->sample->device : NULL);
    cli_json_put(&json, "first_seed: %" PRIu64 ", seeds: %" PRIu64, comparison->first_seed, comparison->seeds);
    cli_json_number_text(&json, "time", comparison->time);
    cli_json_put(&json, "options: {"); /* of the runs, as given */
    for (size_t i = 0; i < arguments->given_count; ++i) {
        if (arguments->given[i].of_library) {
            cli_json_put(&json, "%s: %s", arguments->given[i].row->name, arguments->given[i].value);
        }
    }
    cli_json_put(&json, "}, instances: [");
    for (const struct cli_row *row = comparison->rows; row < comparison->rows + comparison->row_count; ++row) {
        cli_json_put(&json, "{file: %s", row->file);
        cli_json_instance(&json, &row->instance);
        cli_json_put(&json, "gaps_from: %s, compared_seeds: %zu, algorithms: [",
                     row->base_found ? "shortest found" : "optimum", row->compared);
        for (size_t k = 0; k < comparison->algorithm_count; ++k) {
            put_object(&json, row, &row->cells[k], comparison->algorithms[k]);
        }
        cli_json_put(&json, "]}");
    }
    cli_json_put(&json, "]");
    cli_output_document(&json, content);
    return SWARM_OK;
}

/* Page units. A line for each algorithm on each instance, with its mean gap and whiskers. */
enum {
    INSTANCE_WIDTH = 150 * CLI_PIXEL,
    ALGORITHM_WIDTH = 90 * CLI_PIXEL,
    CHART_WIDTH = 560 * CLI_PIXEL,
    LINE_HEIGHT = 24 * CLI_PIXEL,
    NUMBER_WIDTH = 80 * CLI_PIXEL,
    GROUP_GAP = 12 * CLI_PIXEL, /* between instances */
    CAP = 5 * CLI_PIXEL,        /* half of the bar at a whisker's end */
    WHISKER = 2 * CLI_PIXEL,
    DOT_RADIUS = 5 * CLI_PIXEL,
    FOOT_HEIGHT = 28 * CLI_PIXEL,
    TEXT_DROP = 5 * CLI_PIXEL /* from the middle of a line to the foot of its letters */
};

/* Dark enough on the paper, and different without red and green; words tell algorithms apart, too. */
static const char *const colours[] = {CLI_LINE, CLI_MARK, "#7a5195", "#00796b", "#a67c00", CLI_DOT};
enum { COLOUR_COUNT = sizeof colours / sizeof colours[0] };

struct sheet {
    struct cli_page page;
    const struct cli_comparison *comparison;
    struct cli_box box;
    struct cli_axis axis;
};

/* From 0, or below if a tour beats the known one, to a little above the worst. */
static void choose_axis(struct sheet *sheet)
{
    const struct cli_comparison *comparison = sheet->comparison;
    double low = 0.0, high = 0.0;
    for (size_t i = 0; i < comparison->row_count * comparison->algorithm_count; ++i) {
        const struct cli_row *row = &comparison->rows[i / comparison->algorithm_count];
        const struct gaps gaps = gaps_of(row, &row->cells[i % comparison->algorithm_count]);
        low = fmin(low, gaps.best); /* fmin() ignores NaN */
        high = fmax(high, gaps.worst);
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

static void put_whisker(const struct sheet *sheet, const struct gaps *gaps, const char *colour, int32_t y)
{
    const int32_t low = cli_axis_place(&sheet->axis, gaps->best);
    const int32_t mean = cli_axis_place(&sheet->axis, gaps->mean);
    const int32_t high = cli_axis_place(&sheet->axis, gaps->worst);
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

/* Draws the lines of an instance from `top` on. */
static void put_row(const struct sheet *sheet, const struct cli_row *row, int32_t top)
{
    const struct cli_comparison *comparison = sheet->comparison;
    static const struct cli_style name_style = {"instance", "fill=\"" CLI_INK "\"", CLI_FACT_SIZE},
                                  number_style = {"mean-gap", "text-anchor=\"end\" fill=\"" CLI_FAINT "\"",
                                                  CLI_FACT_SIZE};
    char text[CLI_TEXT_SIZE];
    snprintf(text, sizeof text, "%s%s", row->base_found ? "* " : "", row->instance.info->name);
    for (size_t k = 0; k < comparison->algorithm_count; ++k) {
        const struct gaps gaps = gaps_of(row, &row->cells[k]);
        const int32_t y = top + (int32_t)k * LINE_HEIGHT + LINE_HEIGHT / 2;
        if (k == 0) {
            cli_page_text(&sheet->page, &name_style, CLI_PAGE_MARGIN, y + TEXT_DROP, INSTANCE_WIDTH, text);
        }
        cli_page_text(&sheet->page, &cli_fact_style, CLI_PAGE_MARGIN + INSTANCE_WIDTH, y + TEXT_DROP, ALGORITHM_WIDTH,
                      comparison->algorithms[k]);
        if (!isnan(gaps.mean)) {
            put_whisker(sheet, &gaps, colours[k % COLOUR_COUNT], y);
            snprintf(text, sizeof text, "%.2f %%", gaps.mean);
            cli_page_text(&sheet->page, &number_style, sheet->page.width - CLI_PAGE_MARGIN, y + TEXT_DROP, NUMBER_WIDTH,
                          text);
        } else {
            cli_page_text(&sheet->page, &cli_fact_style, sheet->axis.from, y + TEXT_DROP, CHART_WIDTH, "no run");
        }
    }
}

enum swarm_status cli_picture_comparison(struct cli_buffer *svg, const void *work)
{
    const struct cli_comparison *comparison = work;
    struct sheet sheet = {.page = {.svg = svg}, .comparison = comparison};
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
    cli_buffer_text(svg, "</svg>\n");
    return SWARM_OK;
}
