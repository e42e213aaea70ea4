#include "text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *base_text_vformat(const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0) {
        return NULL;
    }
    char *text = malloc((size_t)length + 1);
    if (text) {
        vsnprintf(text, (size_t)length + 1, format, arguments);
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

static bool same_letter(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

bool base_text_equal(const char *a, const char *b)
{
    while (*a && same_letter(*a, *b)) {
        ++a;
        ++b;
    }
    return *a == '\0' && *b == '\0';
}

bool base_text_contains(const char *text, const char *part)
{
    for (;; ++text) {
        size_t matched = 0;
        while (part[matched] && text[matched] && same_letter(text[matched], part[matched])) {
            ++matched;
        }
        if (!part[matched]) {
            return true;
        }
        if (!*text) {
            return false;
        }
    }
}
