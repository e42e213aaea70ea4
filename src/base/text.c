#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

bool base_text_equal(const char *a, const char *b)
{
    return strcasecmp(a, b) == 0;
}

bool base_text_contains(const char *text, const char *part)
{
    const size_t size = strlen(part);
    while (*text && strncasecmp(text, part, size) != 0) {
        ++text;
    }
    return *text || size == 0;
}
