#include "sort.h"

enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS };

struct mosaic_keyed *mosaic_sort(struct mosaic_keyed *items, struct mosaic_keyed *spare, size_t count)
{
    uint64_t any = 0;
    for (size_t k = 0; k < count; ++k) {
        any |= items[k].key;
    }
    for (unsigned shift = 0; shift < 64 && any >> shift != 0; shift += DIGIT_BITS) {
        size_t begins[DIGITS] = {0};
        if ((any >> shift) % DIGITS == 0) {
            continue;
        }
        for (size_t k = 0; k < count; ++k) {
            ++begins[(items[k].key >> shift) % DIGITS];
        }
        size_t begin = 0;
        for (size_t digit = 0; digit < DIGITS; ++digit) {
            const size_t here = begins[digit];
            begins[digit] = begin;
            begin += here;
        }
        for (size_t k = 0; k < count; ++k) {
            spare[begins[(items[k].key >> shift) % DIGITS]++] = items[k];
        }
        struct mosaic_keyed *sorted = spare;
        spare = items;
        items = sorted;
    }
    return items;
}
