/* best.h - best known values of published instances: instances/best.csv, built in. */
#ifndef SWARMCL_BASE_BEST_H
#define SWARMCL_BASE_BEST_H

#include <stdbool.h>
#include <stdint.h>

struct base_best {
    const char *problem, *name;
    uint32_t size;    /* nodes or items */
    const char *mark; /* tells instances of one name and size apart; instances/README.md states it for each problem */
    int64_t value;    /* length, cost or score */
    bool proven;      /* no better one exists */
};

/* The row of an instance, the first one if `mark` is NULL. NULL: none. Static storage. */
const struct base_best *base_best_find(const char *problem, const char *name, uint32_t size, const char *mark);

#endif
