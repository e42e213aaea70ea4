#include "best.h"

#include <stddef.h>
#include <string.h>

static const struct base_best rows[] = {
#include "best_rows.h"
};

const struct base_best *base_best_find(const char *problem, const char *name, uint32_t size, const char *mark)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        const struct base_best *row = &rows[i];
        if (row->size == size && strcmp(row->name, name) == 0 && strcmp(row->problem, problem) == 0
            && (!mark || strcmp(row->mark, mark) == 0)) {
            return row;
        }
    }
    return NULL;
}
