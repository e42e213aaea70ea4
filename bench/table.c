#include "table.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"

void bench_table_row(struct bench_table *table)
{
    size_t size = (table->row_count + 1) * table->column_count * sizeof *table->cells;
    char(*grown)[BENCH_CELL_SIZE] = realloc(table->cells, size);
    if (!grown) {
        bench_note("out of memory");
        exit(EXIT_FAILURE);
    }
    table->cells = grown;
    for (size_t column = 0; column < table->column_count; ++column) {
        strcpy(table->cells[table->row_count * table->column_count + column], "-");
    }
    ++table->row_count;
}

void bench_table_put(struct bench_table *table, size_t column, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(table->cells[(table->row_count - 1) * table->column_count + column], BENCH_CELL_SIZE, format, arguments);
    va_end(arguments);
}

void bench_table_print(struct bench_table *table)
{
    int widths[BENCH_TABLE_COLUMNS] = {0};
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
    *table = (struct bench_table){0};
}
