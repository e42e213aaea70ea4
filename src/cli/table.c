#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void cli_table_add(struct cli_table *table, const char *format, ...)
{
    if (table->count == table->capacity) {
        const size_t capacity = 2 * table->capacity + 64;
        void *grown = realloc(table->cells, capacity * sizeof *table->cells);
        if (!grown) {
            table->failed = true;
            return;
        }
        table->cells = grown;
        table->capacity = capacity;
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(table->cells[table->count], CLI_CELL_SIZE, format, arguments);
    va_end(arguments);
    cli_plain(table->cells[table->count++]);
}

void cli_table_add_words(struct cli_table *table, const char *words)
{
    for (const char *word = words; *word; word += strspn(word, ",")) {
        const size_t length = strcspn(word, ",");
        cli_table_add(table, "%.*s", (int)length, word);
        word += length;
    }
}

enum swarm_status cli_table_print(const struct cli_table *table)
{
    const size_t columns = strlen(table->columns);
    int widths[32] = {0};
    for (size_t i = 0; i < table->count; ++i) {
        const int length = (int)strlen(table->cells[i]);
        widths[i % columns] = length > widths[i % columns] ? length : widths[i % columns];
    }
    for (size_t i = 0; i < table->count && !table->failed; ++i) {
        const size_t column = i % columns;
        const bool last = column + 1 == columns;
        const int width = last ? 0 : widths[column];
        printf("%s%*s%s", column > 0 && (!last || *table->cells[i]) ? "  " : "",
               table->columns[column] == 'r' ? width : -width, table->cells[i], last ? "\n" : "");
    }
    return table->failed ? cli_fail_memory() : SWARM_OK;
}

void cli_table_deinit(struct cli_table *table)
{
    free(table->cells);
    *table = (struct cli_table){.cells = NULL};
}
