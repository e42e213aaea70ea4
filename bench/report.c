#include "report.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "text.h"
#include "measure.h"
#include "revision.h"

static const char *const verdicts[] = {[BENCH_NO_AIM] = "", [BENCH_REACHED] = "reached", [BENCH_MISSED] = "missed"};

void bench_report_deinit(struct bench_report *report)
{
    free(report->figures);
    free(report->rows);
    free(report->kernels);
    *report = (struct bench_report){0};
}

/* Makes room for one more element in `array` [count]; ends the program if memory runs out. */
static void *grown(void *array, size_t count, size_t element)
{
    void *larger = realloc(array, (count + 1) * element);
    if (!larger) {
        bench_note("out of memory");
        exit(EXIT_FAILURE);
    }
    return larger;
}

void bench_report_figure(struct bench_report *report, const struct bench_figure *figure)
{
    report->figures = grown(report->figures, report->figure_count, sizeof *figure);
    report->figures[report->figure_count++] = *figure;
}

void bench_report_row(struct bench_report *report, const struct bench_row *row)
{
    report->rows = grown(report->rows, report->row_count, sizeof *row);
    report->rows[report->row_count++] = *row;
}

void bench_report_kernel(struct bench_report *report, const struct bench_kernel *kernel)
{
    report->kernels = grown(report->kernels, report->kernel_count, sizeof *kernel);
    report->kernels[report->kernel_count++] = *kernel;
}

const char *bench_seconds_text(double seconds, char *text, size_t size)
{
    double scale = seconds >= 1.0 ? 1.0 : seconds >= 1e-3 ? 1e3 : 1e6;
    const char *unit = seconds >= 1.0 ? "s" : seconds >= 1e-3 ? "ms" : "us";
    double shown = seconds * scale;
    snprintf(text, size, "%.*f %s", shown >= 100 ? 0 : shown >= 10 ? 1 : 2, shown, unit);
    return text;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Text                                                                                                               */

/* A table of aligned columns on stdout. */
enum { COLUMN_LIMIT = 16, CELL_SIZE = 352 };

struct table {
    size_t column_count;
    bool right[COLUMN_LIMIT]; /* True for columns aligned to the right */
    char (*cells)[CELL_SIZE]; /* [row_count][column_count], owned; the first row is the heading */
    size_t row_count;
};

/* Appends a row of empty cells, which show as "-" unless filled. */
static void table_row(struct table *table)
{
    table->cells = grown(table->cells, table->row_count, table->column_count * sizeof *table->cells);
    for (size_t column = 0; column < table->column_count; ++column) {
        strcpy(table->cells[table->row_count * table->column_count + column], "-");
    }
    ++table->row_count;
}

/* Fills a cell of the last row. */
static __attribute__((format(printf, 3, 4))) void table_put(struct table *table, size_t column, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(table->cells[(table->row_count - 1) * table->column_count + column], CELL_SIZE, format, arguments);
    va_end(arguments);
}

/* Prints and empties the table. */
static void table_print(struct table *table)
{
    int widths[COLUMN_LIMIT] = {0};
    for (size_t i = 0; i < table->row_count * table->column_count; ++i) {
        int width = (int)strlen(table->cells[i]);
        size_t column = i % table->column_count;
        widths[column] = width > widths[column] ? width : widths[column];
    }
    for (size_t i = 0; i < table->row_count * table->column_count; ++i) {
        size_t column = i % table->column_count;
        bool last = column + 1 == table->column_count;
        if (table->right[column]) {
            printf("%*s", widths[column], table->cells[i]);
        } else {
            printf("%-*s", last ? 0 : widths[column], table->cells[i]);
        }
        fputs(last ? "\n" : "  ", stdout);
    }
    free(table->cells);
    *table = (struct table){0};
}

static void put_headings(struct table *table, const char *const names[])
{
    table_row(table);
    for (size_t column = 0; column < table->column_count; ++column) {
        table_put(table, column, "%s", names[column]);
    }
}

static void print_figures(const struct bench *bench)
{
    struct table table = {.column_count = 5};
    static const char *const names[] = {"what", "aim", "measured", "", "device"};
    put_headings(&table, names);
    for (size_t i = 0; i < bench->report.figure_count; ++i) {
        const struct bench_figure *figure = &bench->report.figures[i];
        table_row(&table);
        table_put(&table, 0, "%s", figure->what);
        table_put(&table, 1, "%s", figure->aim[0] ? figure->aim : "-");
        table_put(&table, 2, "%s", figure->measured);
        table_put(&table, 3, "%s", verdicts[figure->verdict]);
        table_put(&table, 4, "%s", figure->device);
    }
    table_print(&table);
}

/* Returns the column of an instance after the `first` leading columns; adds a heading if it is new. */
static size_t column_of(struct table *table, const char *names[], size_t first, const char *instance)
{
    size_t column = first;
    while (column < table->column_count && strcmp(names[column], instance) != 0) {
        ++column;
    }
    if (column == table->column_count && column < COLUMN_LIMIT) {
        names[column] = instance;
        table->right[column] = true;
        ++table->column_count;
    }
    return column;
}

static bool is_same_line(const struct bench_row *a, const struct bench_row *b)
{
    return a->family == b->family && a->row == b->row && a->selection == b->selection && a->group_size == b->group_size;
}

static void print_rows(const struct bench *bench, const struct bench_target *target)
{
    enum { FAMILY, ROW, SELECTION, GROUP, FIRST };
    const char *names[COLUMN_LIMIT] = {"step", "row", "selection", "group"};
    struct table table = {.column_count = FIRST, .right = {[GROUP] = true}};
    const struct bench_report *report = &bench->report;
    const struct bench_row *previous = NULL;
    for (size_t i = 0; i < report->row_count; ++i) {
        if (report->rows[i].device == target->label) {
            column_of(&table, names, FIRST, report->rows[i].instance);
        }
    }
    if (table.column_count == FIRST) {
        return;
    }
    put_headings(&table, names);
    for (size_t i = 0; i < report->row_count; ++i) {
        const struct bench_row *row = &report->rows[i];
        char seconds[32] = "";
        if (row->device != target->label) {
            continue;
        }
        if (!previous || !is_same_line(previous, row)) {
            table_row(&table);
            table_put(&table, FAMILY, "%s", row->family);
            table_put(&table, ROW, "%s", row->row);
            table_put(&table, SELECTION, "%s", row->selection ? row->selection : "-");
            if (row->group_size > 0) {
                table_put(&table, GROUP, "%u", row->group_size);
            }
        }
        previous = row;
        size_t column = column_of(&table, names, FIRST, row->instance);
        if (!isfinite(row->seconds)) {
            table_put(&table, column, "%.40s", row->note);
        } else if (isfinite(row->ant_step)) {
            table_put(&table, column, "%s %8.2f ns", bench_seconds_text(row->seconds, seconds, sizeof seconds),
                      1e9 * row->ant_step);
        } else {
            table_put(&table, column, "%s", bench_seconds_text(row->seconds, seconds, sizeof seconds));
        }
    }
    printf("\nDevice time per iteration (constructions: and per step of an ant), %s\n", target->label);
    table_print(&table);
}

static void print_kernels(const struct bench *bench, const struct bench_target *target)
{
    enum { KERNEL, CALLS, FIRST };
    const char *names[COLUMN_LIMIT] = {"kernel", "calls"};
    struct table table = {.column_count = FIRST, .right = {[CALLS] = true}};
    const struct bench_report *report = &bench->report;
    for (size_t i = 0; i < report->kernel_count; ++i) {
        if (report->kernels[i].device == target->label) {
            column_of(&table, names, FIRST, report->kernels[i].instance);
        }
    }
    if (table.column_count == FIRST) {
        return;
    }
    put_headings(&table, names);
    for (size_t i = 0; i < report->kernel_count; ++i) {
        const struct bench_kernel *kernel = &report->kernels[i];
        if (kernel->device != target->label) {
            continue;
        }
        size_t earlier = 0;
        while (report->kernels[earlier].device != target->label
               || strcmp(report->kernels[earlier].kernel, kernel->kernel) != 0) {
            ++earlier;
        }
        if (earlier < i) { /* an earlier line already shows this row */
            continue;
        }
        table_row(&table);
        table_put(&table, KERNEL, "%s", kernel->kernel);
        for (size_t k = i; k < report->kernel_count; ++k) {
            const struct bench_kernel *cell = &report->kernels[k];
            char seconds[32] = "";
            if (cell->device != target->label || strcmp(cell->kernel, kernel->kernel) != 0) {
                continue;
            }
            table_put(&table, CALLS, "%.4g", cell->calls);
            table_put(&table, column_of(&table, names, FIRST, cell->instance), "%s",
                      bench_seconds_text(cell->seconds, seconds, sizeof seconds));
        }
    }
    printf("\nAll kernels with the rows that auto takes: device time per iteration (calls: of the largest), %s\n",
           target->label);
    table_print(&table);
}

void bench_report_print(const struct bench *bench)
{
    printf("swarmcl %s, revision %s, %s\n", swarm_version(), BENCH_REVISION, BENCH_BUILD);
    if (!bench->tsplib || bench->quick) {
        puts(bench->quick ? "a quick run: small shipped instances, few repetitions; its times say nothing"
                          : "no TSPLIB files: shipped instances stand in, and the aims for pr1002 do not apply");
    }
    putchar('\n');
    print_figures(bench);
    for (size_t i = 0; i < bench->target_count; ++i) {
        print_rows(bench, &bench->targets[i]);
        print_kernels(bench, &bench->targets[i]);
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* JSON                                                                                                               */

/* Begins an object with the index of the labelled device, null for the reference. */
static void json_row_begin(struct cli_json *json, const struct bench *bench, const char *label)
{
    double index = (double)NAN;
    for (size_t i = 0; i < bench->target_count; ++i) {
        index = bench->targets[i].label == label ? bench->targets[i].device->index : index;
    }
    cli_json_put(json, "~{device: %g", index);
}

static void json_devices(struct cli_json *json, const struct bench *bench)
{
    cli_json_put(json, "devices: [");
    for (size_t i = 0; i < bench->target_count; ++i) {
        const struct swarm_device *device = bench->targets[i].device;
        cli_json_put(json,
                     "~{index: %u, type: %s, name: %s, platform_name: %s, driver: %s, opencl_version: %s,"
                     " compute_units: %u, clock_mhz: %u, global_memory_bytes: %" PRIu64 "}",
                     device->index, swarm_device_type_name(device->type), device->name, device->platform_name,
                     device->driver, device->version, device->compute_units, device->clock, device->global_memory);
    }
    cli_json_put(json, "]");
}

static void json_figures(struct cli_json *json, const struct bench *bench)
{
    cli_json_put(json, "figures: [");
    for (size_t i = 0; i < bench->report.figure_count; ++i) {
        const struct bench_figure *figure = &bench->report.figures[i];
        bool number = figure->unit[0] != '\0' && figure->samples > 0;
        json_row_begin(json, bench, figure->device);
        cli_json_put(json, "what: %s, aim: %s, measured: %s, unit: %s, best: %g, median: %g, samples: %" PRIu64,
                     figure->what, figure->aim[0] ? figure->aim : NULL, figure->measured, number ? figure->unit : NULL,
                     number ? figure->value : (double)NAN, number ? figure->median : (double)NAN,
                     (uint64_t)figure->samples);
        if (figure->verdict == BENCH_NO_AIM) {
            cli_json_put(json, "reached: null}");
        } else {
            cli_json_put(json, "reached: %i}", figure->verdict == BENCH_REACHED);
        }
    }
    cli_json_put(json, "]");
}

static void json_rows(struct cli_json *json, const struct bench *bench)
{
    cli_json_put(json, "rows: [");
    for (size_t i = 0; i < bench->report.row_count; ++i) {
        const struct bench_row *row = &bench->report.rows[i];
        json_row_begin(json, bench, row->device);
        cli_json_put(json,
                     "step: %s, row: %s, selection: %s, group_size: %g, instance: %s, nodes: %" PRIu64
                     ", iterations: %" PRIu64 ", seconds_per_iteration: %g, seconds_per_ant_step: %g, note: %s}",
                     row->family, row->row, row->selection, row->group_size > 0 ? row->group_size : (double)NAN,
                     row->instance, (uint64_t)row->nodes, (uint64_t)row->iterations, row->seconds, row->ant_step,
                     row->note[0] ? row->note : NULL);
    }
    cli_json_put(json, "]");
}

static void json_kernels(struct cli_json *json, const struct bench *bench)
{
    cli_json_put(json, "kernels: [");
    for (size_t i = 0; i < bench->report.kernel_count; ++i) {
        const struct bench_kernel *kernel = &bench->report.kernels[i];
        json_row_begin(json, bench, kernel->device);
        cli_json_put(json, "kernel: %s, instance: %s, calls_per_iteration: %g, seconds_per_iteration: %g}",
                     kernel->kernel, kernel->instance, (double)kernel->calls, kernel->seconds);
    }
    cli_json_put(json, "]");
}

enum swarm_status bench_report_write(const struct bench *bench, const char *path)
{
    struct cli_json json = {.depth = 0};
    enum swarm_status status = SWARM_ERROR_OUT_OF_MEMORY;
    cli_json_put(&json,
                 "{version: %s, revision: %s, build: %s, host_processors: %" PRId64
                 ", quick: %i, tsplib: %i, seconds: %f",
                 swarm_version(), BENCH_REVISION, BENCH_BUILD, (int64_t)sysconf(_SC_NPROCESSORS_ONLN), bench->quick,
                 bench->tsplib && !bench->quick, swarm_context_seconds(bench->context));
    json_devices(&json, bench);
    json_figures(&json, bench);
    json_rows(&json, bench);
    json_kernels(&json, bench);
    cli_json_put(&json, "}");
    if (cli_json_finish(&json)) {
        status = swarm_file_replace(bench->context, path, json.text.bytes, json.text.size);
    }
    cli_buffer_deinit(&json.text);
    return status;
}
