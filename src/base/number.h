/* number.h - decimal numbers in text, the same in every locale. */
#ifndef SWARMCL_BASE_NUMBER_H
#define SWARMCL_BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads [+-] digits [. digits] [e [+-] digits], nothing before or behind, correctly rounded. False for anything else
 * (hexadecimal, nan, inf), for numbers too large for a double and for more than 255 bytes; *value is untouched then. */
bool base_number_real(const char *text, size_t size, double *value);

/* Reads a number without a fraction; "12.0" and "1e3" count. Integers of up to 18 digits are exact; other forms are
 * exact up to 2^53 and become +-2^62 beyond. */
bool base_number_integer(const char *text, size_t size, int64_t *value);

/* Reads "[+-] digits" up to `end`; exponents far beyond those of a double are cut. */
bool base_number_exponent(const char *text, const char *end, int *exponent);

#endif
