#include "length.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"

enum {
    PLAIN_DIGITS = 24,   /* maximum number of decimals, or zeros before the point, written without an exponent */
    MOST_DECIMALS = 300, /* 10^300 is a double */
    EXACT_POWER = 22     /* largest power of ten that a double holds without rounding */
};

char *swarm_length_text(int64_t length, int decimals, char *text, size_t size)
{
    char digits[64];
    const char *sign = length < 0 ? "-" : "";
    uint64_t magnitude = length < 0 ? -(uint64_t)length : (uint64_t)length;
    const bool exponent = decimals > PLAIN_DIGITS || decimals < -PLAIN_DIGITS;
    int count = snprintf(digits, sizeof digits, "%0*" PRIu64, decimals > 0 && !exponent ? decimals + 1 : 1, magnitude);
    if (exponent && magnitude > 0) {
        snprintf(text, size, "%s%.1s%s%se%+d", sign, digits, count > 1 ? "." : "", digits + 1, count - 1 - decimals);
    } else if (decimals > 0 && !exponent) {
        snprintf(text, size, "%s%.*s.%s", sign, count - decimals, digits, digits + count - decimals);
    } else if (decimals < 0 && magnitude > 0) {
        snprintf(text, size, "%s%s%0*d", sign, digits, -decimals, 0);
    } else {
        snprintf(text, size, "%s%s", sign, digits);
    }
    return text;
}

char *tsp_length_shown(int64_t length, int decimals, char text[TSP_LENGTH_TEXT])
{
    swarm_length_text(length, decimals, text, TSP_LENGTH_TEXT);
    if (strchr(text, '.') && !strchr(text, 'e')) {
        char *end = text + strlen(text);
        while (end[-1] == '0') {
            *--end = '\0';
        }
        end[-1] = end[-1] == '.' ? '\0' : end[-1];
    }
    return text;
}

bool swarm_length_parse(const char *text, int decimals, int64_t *length)
{
    text += *text == '+';
    size_t whole = strspn(text, "0123456789");
    const char *fraction = text + whole;
    size_t fraction_size = 0;
    if (*fraction == '.') {
        fraction_size = strspn(++fraction, "0123456789");
    }
    const char *end = fraction + fraction_size;
    int exponent = 0;
    if (whole + fraction_size == 0 || whole + fraction_size > 10000
        || (*end != '\0' && ((*end | 0x20) != 'e' || !base_number_exponent(end + 1, end + strlen(end), &exponent)))) {
        return false;
    }
    /* the number of digits before the shifted decimal point; the later digits are dropped, which rounds down */
    long kept = (long)whole + exponent + decimals;
    int64_t value = 0;
    for (long k = 0; k < kept; ++k) {
        size_t at = (size_t)k;
        const char *digit = at < whole ? text + at : at - whole < fraction_size ? fraction + (at - whole) : "0";
        if (value > (INT64_MAX - (*digit - '0')) / 10) {
            return false;
        }
        value = 10 * value + (*digit - '0');
    }
    *length = value;
    return true;
}

bool tsp_length_parse_any(const char *text, int decimals, int64_t *length)
{
    const int64_t most = INT64_C(9000000000000000000);
    double value = 0.0;
    if (!base_number_real(text, strlen(text), &value) || value < 0.0) {
        return false;
    }
    if (value * pow(10.0, decimals) >= (double)most) {
        *length = most;
        return true;
    }
    *length = 0;
    return value <= 0.0 || swarm_length_parse(text, decimals, length);
}

static double power_of_ten(int exponent)
{
    double power = 1.0;
    for (int k = 0; k < exponent; ++k) {
        power *= 10.0;
    }
    return power;
}

double tsp_scale(double value, int decimals)
{
    return decimals < 0 ? value / power_of_ten(-decimals) : value * power_of_ten(decimals);
}

double tsp_scale_snap(double value, int decimals)
{
    const double scaled = tsp_scale(value, decimals), integer = floor(scaled + 0.5);
    const int rounded = decimals > EXACT_POWER ? decimals - EXACT_POWER : 0; /* factors of the power that are rounded */
    return fabs(scaled - integer) <= (2.0 + rounded) * DBL_EPSILON * fabs(scaled) ? integer : scaled;
}

int tsp_scale_decimals(double extent, double largest, int least)
{
    int decimals = least;
    while (decimals < MOST_DECIMALS && tsp_scale(extent, decimals + 1) <= TSP_LONGEST_EDGE
           && tsp_scale(largest, decimals + 1) <= TSP_LARGEST_INTEGER) {
        ++decimals;
    }
    return decimals;
}

void tsp_scale_log(struct base_env *env, const struct swarm_instance_info *info)
{
    char step[TSP_LENGTH_TEXT];
    base_log(env, SWARM_LOG_INFO,
             "%s: distances are in steps of %s, the finest that 31 bits hold; the input has more digits", info->name,
             swarm_length_text(1, info->decimals, step, sizeof step));
}
