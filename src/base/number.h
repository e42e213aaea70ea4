/* number.h - decimal numbers of a text, the same in every locale. */
#ifndef SWARMCL_BASE_NUMBER_H
#define SWARMCL_BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads [+-] digits [. digits] [e [+-] digits], nothing before or behind, correctly rounded. False for anything else
 * (hexadecimal, nan, inf), for what overflows a double and for more than 255 bytes; *value is untouched then. */
bool base_number_real(const char *text, size_t size, double *value);

/* The same for a number without a fraction; "12.0" and "1e3" count. Beyond 2^53 in a form with point or exponent, or
 * beyond 18 digits, *value is only known to be as far out: it saturates at +-2^62. */
bool base_number_integer(const char *text, size_t size, int64_t *value);

#endif
