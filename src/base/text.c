#include "text.h"

#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <swarmcl/swarmcl.h>

int base_text_vprint(char *buffer, size_t size, const char *format, va_list arguments)
{
    const locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0); /* allocates nothing in glibc and musl */
    const locale_t before = plain ? uselocale(plain) : (locale_t)0;
    const int length = vsnprintf(buffer, size, format, arguments);
    if (plain) {
        uselocale(before);
        freelocale(plain);
    }
    return length;
}

int base_text_print(char *buffer, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = base_text_vprint(buffer, size, format, arguments);
    va_end(arguments);
    return length;
}

const char *base_text_reason(int error)
{
    const locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!plain) {
        return "unknown reason";
    }
    const char *reason = strerror_l(error, plain);
    freelocale(plain);
    return reason;
}

char *base_text_vformat(const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = base_text_vprint(NULL, 0, format, again);
    va_end(again);
    if (length < 0) {
        return NULL;
    }
    char *text = malloc((size_t)length + 1);
    if (text) {
        base_text_vprint(text, (size_t)length + 1, format, arguments);
    }
    return text;
}

char *base_text_format(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = base_text_vformat(format, arguments);
    va_end(arguments);
    return text;
}

char *base_text_append(char *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *more = base_text_vformat(format, arguments);
    va_end(arguments);
    char *longer = text && more ? base_text_format("%s%s", text, more) : NULL;
    free(more);
    free(text);
    return longer;
}

char *base_text_copy(const char *text, size_t size)
{
    char *copy = malloc(size + 1);
    if (copy) {
        if (size > 0) {
            memcpy(copy, text, size);
        }
        copy[size] = '\0';
    }
    return copy;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool base_text_is_alphanumeric(char c)
{
    return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z');
}

bool base_text_begins(const char *text, const char *part, size_t size)
{
    size_t i = 0;
    while (i < size && lower(text[i]) == lower(part[i])) {
        ++i;
    }
    return i == size;
}

bool base_text_equal(const char *a, const char *b)
{
    return base_text_begins(a, b, strlen(b) + 1); /* compare the NUL of `b` too: `a` must end there */
}

bool base_text_contains(const char *text, const char *part)
{
    const size_t size = strlen(part);
    while (*text && !base_text_begins(text, part, size)) {
        ++text;
    }
    return *text || size == 0;
}

size_t swarm_word_distance(const char *word, const char *candidate)
{
    enum { LONGEST = 64 };
    const size_t n = strlen(word), m = strlen(candidate), most = n < 3 ? 0 : (n + 1) / 3;
    size_t rows[3][2 * LONGEST]; /* edits between the first i letters of `word` and the first j of `candidate` */
    if (n >= 3 && base_text_begins(candidate, word, n)) {
        return m > n;
    }
    if (n > LONGEST || m > n + most || n > m + most) {
        return SIZE_MAX;
    }
    for (size_t i = 0; i <= n; ++i) {
        size_t *row = rows[i % 3], *above = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= m; ++j) {
            const char a = i > 0 ? lower(word[i - 1]) : '\0', b = lower(candidate[j - 1]);
            size_t least = i == 0 ? j : above[j - 1] + (a != b);
            least = least > row[j - 1] + 1 ? row[j - 1] + 1 : least;
            least = i > 0 && least > above[j] + 1 ? above[j] + 1 : least;
            const bool swapped = i > 1 && j > 1 && a == lower(candidate[j - 2]) && lower(word[i - 2]) == b;
            row[j] = swapped && least > before[j - 2] + 1 ? before[j - 2] + 1 : least;
        }
    }
    return rows[n % 3][m] <= most ? rows[n % 3][m] : SIZE_MAX;
}
