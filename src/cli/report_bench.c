/* report_bench.c - what `swarmcl bench` tells: the table as text, as JSON and as CSV. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "comparison.h"
#include "output.h"
#include "report.h"
#include "table.h"

/* Calls `add` for each instance and algorithm. */
typedef void cell_fn(void *user, const struct cli_row *row, const struct cli_cell *cell, const char *algorithm);
static void for_each(const struct cli_comparison *comparison, cell_fn *add, void *user)
{
    for (size_t i = 0; i < comparison->row_count; ++i) {
        for (size_t k = 0; k < comparison->algorithm_count; ++k) {
            add(user, &comparison->rows[i], &comparison->rows[i].cells[k], comparison->algorithms[k]);
        }
    }
}

static struct cli_score best_of(const struct cli_repeat *repeat)
{
    return repeat->runs[repeat->best_run].score;
}

static struct cli_score worst_of(const struct cli_repeat *repeat)
{
    return repeat->runs[repeat->worst_run].score;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Text                                                                                                               */

/* A number, or "-" where there is none. */
static void add_number(struct cli_table *table, bool known, int digits, double value, const char *unit)
{
    if (known) {
        cli_table_add(table, "%.*f%s", digits, value, unit);
    } else {
        cli_table_add(table, "-");
    }
}

static void add_cell(void *user, const struct cli_row *row, const struct cli_cell *cell, const char *algorithm)
{
    struct cli_table *table = user;
    const struct cli_subject *subject = &row->instance.subject;
    const struct cli_repeat *repeat = &cell->repeat;
    const int digits = subject->decimals > 0 ? subject->decimals + 1 : 1;
    const bool any = repeat->count > 0;
    char text[CLI_TEXT_SIZE];
    cli_table_add(table, "%s", subject->name);
    cli_table_add(table, "%s", algorithm);
    cli_table_add(table, "%s", any ? cli_number_text(subject, best_of(repeat), text) : "-");
    add_number(table, any, digits, repeat->mean, "");
    add_number(table, repeat->count > 1, digits, repeat->deviation, "");
    add_number(table, any && cell->has_gap, 2, cell->gap_best, " %");
    add_number(table, any && cell->has_gap, 2, cell->gap_mean, " %");
    add_number(table, any && cell->has_gap, 2, cell->gap_worst, " %");
    add_number(table, any, 3, repeat->best_median, "");
    if (any) {
        cli_table_add(table, "%zu of %zu", cell->wins, row->compared);
    } else {
        cli_table_add(table, "-");
    }
}

enum swarm_status cli_print_comparison(const void *work)
{
    const struct cli_comparison *comparison = work;
    struct cli_table table = {.columns = "..rrrrrrrr"};
    cli_table_add_words(&table, "instance,algorithm,best,mean,deviation,best gap,mean gap,worst gap,s to best,wins");
    for_each(comparison, add_cell, &table);
    const enum swarm_status status = cli_table_print(&table);
    cli_table_deinit(&table);
    for (size_t i = 0; status == SWARM_OK && i < comparison->row_count; ++i) {
        if (comparison->rows[i].base_found) {
            char name[CLI_CELL_SIZE];
            snprintf(name, sizeof name, "%s", comparison->rows[i].instance.subject.name);
            printf("%s: no optimum is known; gaps are counted from the shortest tour found here\n", cli_plain(name));
        }
    }
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* JSON                                                                                                               */

static void cell_object(struct cli_json *json, const struct cli_cell *cell, const char *algorithm)
{
    cli_json_object_begin(json, NULL);
    cli_json_text(json, "algorithm", algorithm);
    if (cell->repeat.count > 0) {
        cli_json_repeat(json, &cell->repeat);
        cli_json_flat(json);
        cli_json_object_begin(json, "gap_percent");
        cli_json_real(json, "best", cell->has_gap ? cell->gap_best : (double)NAN);
        cli_json_real(json, "mean", cell->has_gap ? cell->gap_mean : (double)NAN);
        cli_json_real(json, "worst", cell->has_gap ? cell->gap_worst : (double)NAN);
        cli_json_object_end(json);
        cli_json_seconds(json, "median_best_seconds", cell->repeat.best_median);
        cli_json_unsigned(json, "wins", cell->wins);
    } else {
        cli_json_array_begin(json, "runs");
        cli_json_array_end(json);
    }
    cli_json_object_end(json);
}

enum swarm_status cli_json_comparison(const struct cli_console *console, struct cli_buffer *content, const void *work)
{
    const struct cli_comparison *comparison = work;
    const struct cli_arguments *arguments = comparison->arguments;
    struct cli_json json;
    (void)console;
    cli_document_begin(&json);
    cli_json_device(&json, "device", comparison->sample ? comparison->sample->device : NULL);
    cli_json_unsigned(&json, "first_seed", comparison->first_seed);
    cli_json_unsigned(&json, "seeds", comparison->seeds);
    cli_json_number_text(&json, "time", comparison->time);
    cli_json_object_begin(&json, "options"); /* of the runs, as they were given */
    for (size_t i = 0; i < arguments->given_count; ++i) {
        if (arguments->given[i].of_library) {
            cli_json_text(&json, arguments->given[i].row->name, arguments->given[i].value);
        }
    }
    cli_json_object_end(&json);
    cli_json_array_begin(&json, "instances");
    for (size_t i = 0; i < comparison->row_count; ++i) {
        const struct cli_row *row = &comparison->rows[i];
        cli_json_object_begin(&json, NULL);
        cli_json_text(&json, "file", row->file);
        cli_json_instance(&json, &row->instance);
        cli_json_text(&json, "gaps_from", row->base_found ? "shortest found" : "optimum");
        cli_json_unsigned(&json, "compared_seeds", row->compared);
        cli_json_array_begin(&json, "algorithms");
        for (size_t k = 0; k < comparison->algorithm_count; ++k) {
            cell_object(&json, &row->cells[k], comparison->algorithms[k]);
        }
        cli_json_array_end(&json);
        cli_json_object_end(&json);
    }
    cli_json_array_end(&json);
    cli_output_document(&json, content);
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* CSV                                                                                                                */

/* A field as RFC 4180 has it. */
static void put_field(struct cli_buffer *csv, const char *text)
{
    const bool quoted = strpbrk(text, ",\"\r\n");
    cli_buffer_text(csv, quoted ? "\"" : "");
    for (; *text; ++text) {
        cli_buffer_put(csv, text, 1);
        cli_buffer_text(csv, *text == '"' ? "\"" : "");
    }
    cli_buffer_text(csv, quoted ? "\"," : ",");
}

static void put_real(struct cli_buffer *csv, bool known, double value)
{
    char text[CLI_REAL_SIZE];
    cli_buffer_format(csv, ",%s", known ? cli_real_text(value, text) : "");
}

static void add_line(void *user, const struct cli_row *row, const struct cli_cell *cell, const char *algorithm)
{
    struct cli_buffer *csv = user;
    const struct cli_subject *subject = &row->instance.subject;
    const struct cli_repeat *repeat = &cell->repeat;
    const bool any = repeat->count > 0;
    char text[CLI_TEXT_SIZE];
    put_field(csv, subject->name);
    put_field(csv, algorithm);
    cli_buffer_format(csv, "%zu,%s", repeat->count, any ? cli_number_text(subject, best_of(repeat), text) : "");
    put_real(csv, any, repeat->mean);
    put_real(csv, any, repeat->median);
    put_real(csv, repeat->count > 1, repeat->deviation);
    cli_buffer_format(csv, ",%s", any ? cli_number_text(subject, worst_of(repeat), text) : "");
    put_real(csv, any && cell->has_gap, cell->gap_best);
    put_real(csv, any && cell->has_gap, cell->gap_mean);
    put_real(csv, any && cell->has_gap, cell->gap_worst);
    put_real(csv, any, cli_round_seconds(repeat->best_median));
    if (any) {
        cli_buffer_format(csv, ",%zu\n", cell->wins);
    } else {
        cli_buffer_text(csv, ",\n");
    }
}

enum swarm_status cli_csv_comparison(const struct cli_console *console, struct cli_buffer *content, const void *work)
{
    (void)console;
    cli_buffer_text(content, "instance,algorithm,runs,best,mean,median,deviation,worst,gap_best_percent,"
                             "gap_mean_percent,gap_worst_percent,median_best_seconds,wins\n");
    for_each(work, add_line, content);
    return SWARM_OK;
}
