/* best.h - best known values of published instances: instances/best.csv, built in. */
#ifndef SWARMCL_BASE_BEST_H
#define SWARMCL_BASE_BEST_H

#include <stdbool.h>
#include <stdint.h>

struct base_best {
    const char *problem, *name;
    uint32_t size;    /* number of nodes or items, which must match */
    const char *mark; /* distinguishes instances of the same name and size; instances/README.md states the rule */
    int64_t value;    /* best known length, cost or score */
    bool proven;      /* true if `value` is known to be optimal */
};

/* Finds the row of an instance, in static storage; returns NULL if there is none. `mark` NULL: the first row with any
 * mark. */
const struct base_best *base_best_find(const char *problem, const char *name, uint32_t size, const char *mark);

#endif
