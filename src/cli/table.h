/* table.h - text in columns on stdout. */
#ifndef SWARMCL_CLI_TABLE_H
#define SWARMCL_CLI_TABLE_H

#include "console.h"

enum { CLI_CELL_SIZE = 256 };

/* Cells in the order in which they are added, row by row; what is longer than a cell is cut. */
struct cli_table {
    const char *columns;          /* a letter for each: 'r' aligns to the right */
    char (*cells)[CLI_CELL_SIZE]; /* owned */
    size_t count, capacity;
    bool failed; /* memory ran out */
};

void cli_table_add(struct cli_table *table, const char *format, ...) CLI_PRINTF(2, 3);

/* A cell for each of some words with commas between them. */
void cli_table_add_words(struct cli_table *table, const char *words);

/* Prints the table, each column as wide as its widest cell. Prints what is wrong. Errors: SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status cli_table_print(const struct cli_table *table);
void cli_table_deinit(struct cli_table *table);

#endif
