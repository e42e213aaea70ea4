/* clock.h - times as tables state them: numbers, times of day, and dates with times. */
#ifndef SWARMCL_FLEET_CLOCK_H
#define SWARMCL_FLEET_CLOCK_H

#include "base/scanner.h"

enum fleet_clock {
    FLEET_NO_CLOCK, /* no time was read so far */
    FLEET_NUMBERS,  /* 570: minutes, or the unit of lengths if lengths are travel times */
    FLEET_HOURS,    /* 9:30, 9:30:15, 9:30 pm */
    FLEET_DATES     /* 2026-11-28T09:30, 2026-11-28 9:30, 28.11.2026 9:30 */
};

enum { FLEET_DAY = 1440, FLEET_CLOCK_TEXT = 48 };

/* Reads hours and minutes, or a date with them, as minutes since midnight, or since 1970. `clock` is FLEET_HOURS or
 * FLEET_DATES. Returns false if the word is neither. */
bool fleet_clock_parse(struct base_word word, enum fleet_clock *clock, double *minutes);

/* Writes minutes since midnight of `day`, days since 1970, as a time of day or a date: seconds only if there are
 * some, fractions of seconds never. Returns `text`. */
const char *fleet_clock_text(enum fleet_clock clock, int64_t day, double minutes, char *text);

#endif
