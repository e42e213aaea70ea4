/* table.h - a table of aligned columns on stdout. */
#ifndef SWARMCL_BENCH_TABLE_H
#define SWARMCL_BENCH_TABLE_H

#include <stdbool.h>
#include <stddef.h>

enum { BENCH_TABLE_COLUMNS = 16, BENCH_CELL_SIZE = 352 };

struct bench_table {
    size_t column_count;
    bool right[BENCH_TABLE_COLUMNS]; /* aligned to the right */
    char (*cells)[BENCH_CELL_SIZE];  /* [row_count][column_count], owned; the first row is the heading */
    size_t row_count;
};

/* Appends a row of empty cells, which show as "-" unless filled. */
void bench_table_row(struct bench_table *table);

/* The cell of the last row. */
void bench_table_put(struct bench_table *table, size_t column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Prints and empties the table. */
void bench_table_print(struct bench_table *table);

#endif
