/* number.h - decimal numbers in text, the same in every locale. */
#ifndef SWARMCL_BASE_NUMBER_H
#define SWARMCL_BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads [+-] digits [e [+-] digits], correctly rounded; the first digits may have one decimal point anywhere. False,
 * with *value unchanged, for anything else (more text, hexadecimal, nan, inf), for numbers too large for a double, and
 * for more than 255 characters. */
bool base_number_real(const char *text, size_t size, double *value);

/* Reads a whole number; "12.0" and "1e3" are allowed. Plain integers of up to 18 digits are exact; other forms are
 * exact up to 2^53, and larger values become +-2^62. False if the text is not a whole number. */
bool base_number_integer(const char *text, size_t size, int64_t *value);

/* Reads "[+-] digits" up to `end`; clamps exponents far outside the range of double. Returns false for
 * text of another form. */
bool base_number_exponent(const char *text, const char *end, int *exponent);

#endif
