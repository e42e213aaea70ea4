#include "number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    LONGEST = 255,          /* maximum number of characters of a number; the longest in TSPLIB files have about 20 */
    EXACT_DIGITS = 15,      /* digits of an integer that a double always holds exactly */
    SAFE_DIGITS = 18,       /* digits of an integer that is always below 2^63 */
    EXACT_POWER = 22,       /* exponent of the largest power of ten that a double holds exactly */
    EXPONENT_LIMIT = 100000 /* an exponent of this size ignores further digits: far beyond any double, within an int */
};

static const double powers[EXACT_POWER + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                               1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool base_number_exponent(const char *text, const char *end, int *exponent)
{
    bool negative = text < end && *text == '-';
    if (text < end && (*text == '-' || *text == '+')) {
        ++text;
    }
    if (text == end) {
        return false;
    }
    int value = 0;
    for (; text < end; ++text) {
        if (!is_digit(*text)) {
            return false;
        }
        if (value < EXPONENT_LIMIT) {
            value = 10 * value + (*text - '0');
        }
    }
    *exponent = negative ? -value : value;
    return true;
}

/* digits * 10^exponent by strtod(). Drops the decimal point of `digits`: strtod() expects the one of the locale. */
static double convert(const char *digits, const char *end, int exponent)
{
    char buffer[LONGEST + 16];
    size_t used = 0;
    for (; digits < end; ++digits) {
        if (*digits != '.') {
            buffer[used++] = *digits;
        }
    }
    snprintf(buffer + used, sizeof buffer - used, "e%d", exponent);
    return strtod(buffer, NULL);
}

bool base_number_real(const char *text, size_t size, double *value)
{
    if (size == 0 || size > LONGEST) { /* `text` may be NULL if `size` is 0 */
        return false;
    }
    const char *end = text + size;
    const bool negative = *text == '-';
    text += *text == '-' || *text == '+';
    const char *digits = text, *point = NULL;
    int64_t integer = 0;
    int significant = 0;
    for (; text < end && (is_digit(*text) || (*text == '.' && !point)); ++text) {
        if (*text == '.') {
            point = text;
        } else if (significant < SAFE_DIGITS) {
            integer = 10 * integer + (*text - '0');
            significant += integer > 0;
        }
    }
    const char *after = text;
    int exponent = 0;
    if (after - digits == (point ? 1 : 0)
        || (text < end && ((*text != 'e' && *text != 'E') || !base_number_exponent(text + 1, end, &exponent)))) {
        return false;
    }
    exponent -= point ? (int)(after - point - 1) : 0;
    double magnitude = (double)integer;
    if (significant > EXACT_DIGITS || exponent > EXACT_POWER || exponent < -EXACT_POWER) {
        magnitude = integer > 0 ? convert(digits, after, exponent) : 0.0;
    } else if (exponent < 0) { /* both operands are exact, so the result is rounded only once */
        magnitude /= powers[-exponent];
    } else if (exponent > 0) {
        magnitude *= powers[exponent];
    }
    if (!isfinite(magnitude)) {
        return false;
    }
    *value = negative ? -magnitude : magnitude;
    return true;
}

bool base_number_integer(const char *text, size_t size, int64_t *value)
{
    const int64_t far_out = INT64_C(1) << 62;
    const double exact = 9007199254740992.0;
    size_t first = size > 0 && (*text == '-' || *text == '+') ? 1 : 0;
    size_t k = first;
    int64_t magnitude = 0;
    while (k < size && k < first + SAFE_DIGITS && is_digit(text[k])) {
        magnitude = 10 * magnitude + (text[k] - '0');
        ++k;
    }
    if (k == size && k > first) {
        *value = *text == '-' ? -magnitude : magnitude;
        return true;
    }
    double real;
    if (!base_number_real(text, size, &real) || trunc(real) != real) {
        return false;
    }
    if (fabs(real) > exact) {
        *value = real < 0.0 ? -far_out : far_out;
    } else {
        *value = (int64_t)real;
    }
    return true;
}
