/* sort.h - items in the order of their keys. */
#ifndef SWARMCL_MOSAIC_SORT_H
#define SWARMCL_MOSAIC_SORT_H

#include <stddef.h>
#include <stdint.h>

/* An item to sort. */
struct mosaic_keyed {
    uint64_t key;
    uint32_t a, b; /* whatever it is about */
};

/* Sorts items[count] by key, items of equal keys as they stand; spare[count] is overwritten. Returns where the sorted
 * ones are: `items` or `spare`. Cost: a pass for each 11 bits of the longest key. */
struct mosaic_keyed *mosaic_sort(struct mosaic_keyed *items, struct mosaic_keyed *spare, size_t count);

#endif
