/* table.h - what all tables of rows have in common. */
#ifndef SWARMCL_ACO_TABLE_H
#define SWARMCL_ACO_TABLE_H

#include <stddef.h>
#include <string.h>

/* The row whose first member, its name, is `name`; NULL when there is none. rows: [count] of `size` bytes each. */
static inline const void *aco_row_find(const void *rows, size_t count, size_t size, const char *name)
{
    for (size_t i = 0; i < count; ++i) {
        const void *row = (const char *)rows + i * size;
        if (strcmp(*(const char *const *)row, name) == 0) {
            return row;
        }
    }
    return NULL;
}

/* Of ROWS(ROW), a line ROW(name, help, source, members...) each: the table, its length and how a row is found. */
#define ACO_AS_ROW(word, help, source, ...) {.name = word, __VA_ARGS__},
#define ACO_TABLE(kind, table, ROWS)                                                       \
    const struct aco_##kind aco_##table[] = {ROWS(ACO_AS_ROW)};                            \
    const size_t aco_##kind##_count = sizeof aco_##table / sizeof aco_##table[0];          \
    const struct aco_##kind *aco_##kind##_find(const char *name)                           \
    {                                                                                      \
        return aco_row_find(aco_##table, aco_##kind##_count, sizeof aco_##table[0], name); \
    }

/* What --help and the parser show of it, behind `first`, which may be empty; NULL-name terminated. */
#define ACO_AUTO(help)                       {"auto", help, ""},
#define ACO_AS_WORD(name, help, source, ...) {name, help, source},
#define ACO_WORDS(kind, ROWS, first) \
    const struct swarm_variant aco_##kind##_words[] = {first ROWS(ACO_AS_WORD){NULL, NULL, NULL}};

#endif
