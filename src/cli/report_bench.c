/* What `swarmcl bench` tells: the table as text, as JSON and as CSV. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "comparison.h"
#include "run_report.h"

/* ------------------------------------------------------------------------------------------------------------------ */
/* Text                                                                                                               */

enum column { INSTANCE, ALGORITHM, BEST, MEAN, DEVIATION, GAP_BEST, GAP_MEAN, GAP_WORST, SECONDS, WINS, COLUMN_COUNT };

static const char *const headings[COLUMN_COUNT] = {"instance", "algorithm", "best",      "mean",      "deviation",
                                                   "best gap", "mean gap",  "worst gap", "s to best", "wins"};

static void put_percent(char text[CLI_REPEAT_TEXT], const struct cli_cell *cell, double percent)
{
    if (cell->has_gap) {
        snprintf(text, CLI_REPEAT_TEXT, "%.2f %%", percent);
    }
}

/* A name without the characters that would break the table. */
static void put_name(char text[CLI_REPEAT_TEXT], const char *name)
{
    snprintf(text, CLI_REPEAT_TEXT, "%s", name);
    for (char *letter = text; *letter; ++letter) {
        *letter = (unsigned char)*letter < 0x20 || *letter == 0x7F ? '?' : *letter;
    }
}

/* What stands in a column; "-" where there is nothing to tell. */
static void cell_text(const struct cli_comparison *comparison, const struct cli_row *row, size_t algorithm,
                      enum column column, char text[CLI_REPEAT_TEXT])
{
    const struct cli_cell *cell = &row->cells[algorithm];
    const struct cli_repeat *repeat = &cell->repeat;
    char length[CLI_LENGTH_SIZE];
    const int digits = row->subject.info->decimals > 0 ? row->subject.info->decimals + 1 : 1;
    snprintf(text, CLI_REPEAT_TEXT, "-");
    if (column == INSTANCE) {
        put_name(text, row->subject.info->name);
    } else if (column == ALGORITHM) {
        put_name(text, comparison->algorithms[algorithm]);
    } else if (repeat->count == 0) {
        return;
    } else if (column == BEST) {
        snprintf(text, CLI_REPEAT_TEXT, "%s",
                 cli_length_text(&row->subject, repeat->runs[repeat->best_run].length, length));
    } else if (column == MEAN) {
        snprintf(text, CLI_REPEAT_TEXT, "%.*f", digits, repeat->mean);
    } else if (column == DEVIATION && repeat->count > 1) {
        snprintf(text, CLI_REPEAT_TEXT, "%.*f", digits, repeat->deviation);
    } else if (column == GAP_BEST) {
        put_percent(text, cell, cell->gap_best);
    } else if (column == GAP_MEAN) {
        put_percent(text, cell, cell->gap_mean);
    } else if (column == GAP_WORST) {
        put_percent(text, cell, cell->gap_worst);
    } else if (column == SECONDS) {
        snprintf(text, CLI_REPEAT_TEXT, "%.3f", repeat->best_median);
    } else if (column == WINS) {
        snprintf(text, CLI_REPEAT_TEXT, "%zu of %zu", cell->wins, row->compared);
    }
}

static void find_widths(const struct cli_comparison *comparison, int widths[COLUMN_COUNT])
{
    char text[CLI_REPEAT_TEXT];
    for (int column = 0; column < COLUMN_COUNT; ++column) {
        widths[column] = (int)strlen(headings[column]);
        for (size_t i = 0; i < comparison->row_count * comparison->algorithm_count; ++i) {
            cell_text(comparison, &comparison->rows[i / comparison->algorithm_count], i % comparison->algorithm_count,
                      (enum column)column, text);
            const int width = (int)strlen(text);
            widths[column] = width > widths[column] ? width : widths[column];
        }
    }
}

/* Words stand left, numbers right; nothing stands behind the last. */
static void print_entry(int column, int width, const char *text)
{
    printf("%s%*s", column > 0 ? "  " : "", column <= ALGORITHM ? -width : width, text);
}

void cli_print_comparison(const struct cli_comparison *comparison)
{
    int widths[COLUMN_COUNT];
    char text[CLI_REPEAT_TEXT];
    bool found = false;
    find_widths(comparison, widths);
    for (int column = 0; column < COLUMN_COUNT; ++column) {
        print_entry(column, widths[column], headings[column]);
    }
    for (size_t i = 0; i < comparison->row_count * comparison->algorithm_count; ++i) {
        const struct cli_row *row = &comparison->rows[i / comparison->algorithm_count];
        printf("\n");
        for (int column = 0; column < COLUMN_COUNT; ++column) {
            cell_text(comparison, row, i % comparison->algorithm_count, (enum column)column, text);
            print_entry(column, widths[column], text);
        }
        found = found || row->base_found;
    }
    printf("\n");
    for (size_t i = 0; found && i < comparison->row_count; ++i) {
        if (comparison->rows[i].base_found) {
            put_name(text, comparison->rows[i].subject.info->name);
            printf("%s: no optimum is known; gaps are counted from the shortest tour found here\n", text);
        }
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* JSON                                                                                                               */

static void gap_members(struct cli_json *json, const struct cli_cell *cell)
{
    cli_json_flat(json);
    cli_json_object_begin(json, "gap_percent");
    if (cell->has_gap) {
        cli_json_real(json, "best", cell->gap_best);
        cli_json_real(json, "mean", cell->gap_mean);
        cli_json_real(json, "worst", cell->gap_worst);
    } else {
        cli_json_null(json, "best");
        cli_json_null(json, "mean");
        cli_json_null(json, "worst");
    }
    cli_json_object_end(json);
}

static void cell_object(struct cli_json *json, const struct cli_row *row, const struct cli_cell *cell,
                        const char *algorithm)
{
    cli_json_object_begin(json, NULL);
    cli_json_text(json, "algorithm", algorithm);
    if (cell->repeat.count > 0) {
        cli_json_repeat(json, &cell->repeat, &cli_tour_style, &row->subject);
        gap_members(json, cell);
        cli_json_seconds(json, "median_best_seconds", cell->repeat.best_median);
        cli_json_unsigned(json, "wins", cell->wins);
    } else {
        cli_json_array_begin(json, "runs");
        cli_json_array_end(json);
    }
    cli_json_object_end(json);
}

/* The options of the runs as they were given. */
static void options_object(struct cli_json *json, const struct cli_arguments *arguments)
{
    cli_json_object_begin(json, "options");
    for (size_t i = 0; i < arguments->given_count; ++i) {
        if (arguments->given[i].of_library) {
            cli_json_text(json, arguments->given[i].row->name, arguments->given[i].value);
        }
    }
    cli_json_object_end(json);
}

void cli_json_comparison(struct cli_json *json, const struct cli_comparison *comparison)
{
    cli_json_object_begin(json, NULL);
    cli_json_version(json);
    cli_json_device(json, "device", comparison->sample ? comparison->sample->device : NULL);
    cli_json_unsigned(json, "first_seed", comparison->first_seed);
    cli_json_unsigned(json, "seeds", comparison->seeds);
    cli_json_number_text(json, "time", comparison->time);
    options_object(json, comparison->arguments);
    cli_json_array_begin(json, "instances");
    for (size_t i = 0; i < comparison->row_count; ++i) {
        const struct cli_row *row = &comparison->rows[i];
        cli_json_object_begin(json, NULL);
        cli_json_text(json, "file", row->file);
        cli_json_instance(json, &row->subject);
        cli_json_text(json, "gaps_from", row->base_found ? "shortest found" : "optimum");
        cli_json_unsigned(json, "compared_seeds", row->compared);
        cli_json_array_begin(json, "algorithms");
        for (size_t k = 0; k < comparison->algorithm_count; ++k) {
            cell_object(json, row, &row->cells[k], comparison->algorithms[k]);
        }
        cli_json_array_end(json);
        cli_json_object_end(json);
    }
    cli_json_array_end(json);
    cli_json_object_end(json);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* CSV                                                                                                                */

/* A field as RFC 4180 has it. */
static void put_field(struct cli_buffer *csv, const char *text)
{
    if (!strpbrk(text, ",\"\r\n")) {
        cli_buffer_text(csv, text);
        return;
    }
    cli_buffer_text(csv, "\"");
    for (; *text; ++text) {
        cli_buffer_put(csv, text, 1);
        if (*text == '"') {
            cli_buffer_put(csv, text, 1);
        }
    }
    cli_buffer_text(csv, "\"");
}

static void put_real(struct cli_buffer *csv, bool known, double value)
{
    cli_buffer_text(csv, ",");
    if (known) {
        cli_buffer_real(csv, value);
    }
}

static void put_length(struct cli_buffer *csv, const struct cli_row *row, size_t run, const struct cli_repeat *repeat)
{
    char length[CLI_LENGTH_SIZE];
    cli_buffer_text(csv, ",");
    cli_buffer_text(csv, cli_length_text(&row->subject, repeat->runs[run].length, length));
}

static void put_line(struct cli_buffer *csv, const struct cli_row *row, const struct cli_cell *cell,
                     const char *algorithm)
{
    const struct cli_repeat *repeat = &cell->repeat;
    put_field(csv, row->subject.info->name);
    cli_buffer_text(csv, ",");
    put_field(csv, algorithm);
    cli_buffer_format(csv, ",%zu", repeat->count);
    if (repeat->count == 0) {
        cli_buffer_text(csv, ",,,,,,,,,,\n");
        return;
    }
    put_length(csv, row, repeat->best_run, repeat);
    put_real(csv, true, repeat->mean);
    put_real(csv, true, repeat->median);
    put_real(csv, repeat->count > 1, repeat->deviation);
    put_length(csv, row, repeat->worst_run, repeat);
    put_real(csv, cell->has_gap, cell->gap_best);
    put_real(csv, cell->has_gap, cell->gap_mean);
    put_real(csv, cell->has_gap, cell->gap_worst);
    put_real(csv, true, cli_round_seconds(repeat->best_median));
    cli_buffer_format(csv, ",%zu\n", cell->wins);
}

void cli_csv_comparison(struct cli_buffer *csv, const struct cli_comparison *comparison)
{
    cli_buffer_text(csv, "instance,algorithm,runs,best,mean,median,deviation,worst,gap_best_percent,gap_mean_percent,"
                         "gap_worst_percent,median_best_seconds,wins\n");
    for (size_t i = 0; i < comparison->row_count; ++i) {
        for (size_t k = 0; k < comparison->algorithm_count; ++k) {
            put_line(csv, &comparison->rows[i], &comparison->rows[i].cells[k], comparison->algorithms[k]);
        }
    }
}
