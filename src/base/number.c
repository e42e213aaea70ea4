#include "number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    LONGEST = 255,          /* bytes of a number; the longest of TSPLIB have about 20 */
    EXACT_DIGITS = 15,      /* integers of so many digits are doubles without rounding */
    SAFE_DIGITS = 18,       /* integers of so many digits are below 2^63 */
    EXACT_POWER = 22,       /* 10^22 is the largest power of ten that is a double without rounding */
    EXPONENT_LIMIT = 100000 /* exponents are clamped here: far outside of double, far inside of int */
};

/* value = +-digits * 10^exponent */
struct decimal {
    bool negative;
    char digits[LONGEST + 1]; /* significant ones, without leading zeros */
    size_t digit_count;
    int exponent;
};

/* Powers of ten that are doubles without rounding. */
static const double powers[EXACT_POWER + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                               1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static void append_digit(struct decimal *decimal, char digit)
{
    if (digit != '0' || decimal->digit_count > 0) {
        decimal->digits[decimal->digit_count++] = digit;
    }
}

/* Reads "[+-] digits" to its end. */
static bool scan_exponent(const char *text, const char *end, int *exponent)
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

static bool scan_decimal(const char *text, size_t size, struct decimal *decimal)
{
    if (size == 0 || size > LONGEST) {
        return false;
    }
    const char *end = text + size;
    *decimal = (struct decimal){.negative = *text == '-'};
    if (*text == '-' || *text == '+') {
        ++text;
    }
    bool any = false;
    int fraction = 0;
    for (; text < end && is_digit(*text); ++text) {
        any = true;
        append_digit(decimal, *text);
    }
    if (text < end && *text == '.') {
        for (++text; text < end && is_digit(*text); ++text) {
            any = true;
            ++fraction;
            append_digit(decimal, *text);
        }
    }
    int exponent = 0;
    if (any && text < end && (*text == 'e' || *text == 'E')) {
        if (!scan_exponent(text + 1, end, &exponent)) {
            return false;
        }
        text = end;
    }
    decimal->exponent = exponent - fraction;
    return any && text == end;
}

/* The classic fast path: both factors are exact, so that one operation rounds once. */
static bool convert_exactly(const struct decimal *decimal, double *value)
{
    if (decimal->digit_count > EXACT_DIGITS || decimal->exponent > EXACT_POWER || decimal->exponent < -EXACT_POWER) {
        return false;
    }
    int64_t integer = 0;
    for (size_t k = 0; k < decimal->digit_count; ++k) {
        integer = 10 * integer + (decimal->digits[k] - '0');
    }
    if (decimal->exponent >= 0) {
        *value = (double)integer * powers[decimal->exponent];
    } else {
        *value = (double)integer / powers[-decimal->exponent];
    }
    return true;
}

/* [-] digits [. digits] of at most 15 digits, which is what almost all files consist of: a division of two exact
 * numbers rounds once. False for everything else. */
static bool read_short(const char *text, size_t size, double *value)
{
    size_t k = size > 0 && *text == '-' ? 1 : 0;
    size_t first = k;
    size_t point = size;
    int64_t integer = 0;
    if (size - k > EXACT_DIGITS + 1) {
        return false;
    }
    for (; k < size; ++k) {
        if (is_digit(text[k])) {
            integer = 10 * integer + (text[k] - '0');
        } else if (text[k] == '.' && point == size) {
            point = k;
        } else {
            return false;
        }
    }
    size_t digits = size - first - (point < size ? 1 : 0);
    if (digits < 1 || digits > EXACT_DIGITS) {
        return false;
    }
    double magnitude = (double)integer;
    if (point + 1 < size) {
        magnitude /= powers[size - point - 1];
    }
    *value = first > 0 ? -magnitude : magnitude;
    return true;
}

bool base_number_real(const char *text, size_t size, double *value)
{
    struct decimal decimal;
    if (read_short(text, size, value)) {
        return true;
    }
    if (!scan_decimal(text, size, &decimal)) {
        return false;
    }
    double magnitude = 0.0;
    if (decimal.digit_count > 0 && !convert_exactly(&decimal, &magnitude)) {
        /* Without a decimal point strtod() depends on no locale. */
        char buffer[LONGEST + 16];
        snprintf(buffer, sizeof buffer, "%.*se%d", (int)decimal.digit_count, decimal.digits, decimal.exponent);
        magnitude = strtod(buffer, NULL);
    }
    if (!isfinite(magnitude)) {
        return false;
    }
    *value = decimal.negative ? -magnitude : magnitude;
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
