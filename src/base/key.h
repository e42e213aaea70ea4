/* key.h - maps real numbers to integers of the same order, so one integer comparison serves lengths and values. */
#ifndef SWARMCL_BASE_KEY_H
#define SWARMCL_BASE_KEY_H

#include <stdint.h>
#include <string.h>

/* The integer of a number that is not NaN; 0 for -0 and 0. The integers of infinities are between INT64_MIN and
 * INT64_MAX. */
static inline int64_t base_key_of(double value)
{
    int64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits < 0 ? INT64_MIN - bits : bits;
}

/* The number whose integer is `key`. */
static inline double base_key_value(int64_t key)
{
    const int64_t bits = key < 0 ? INT64_MIN - key : key;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

#endif
