/* text.h - strings made by formatting. */
#ifndef SWARMCL_BASE_TEXT_H
#define SWARMCL_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#if defined(__GNUC__)
#define BASE_PRINTF(format_index, first_index) __attribute__((format(printf, format_index, first_index)))
#else
#define BASE_PRINTF(format_index, first_index)
#endif

/* A string as printf would make it; returns owned, NULL when memory ran out. */
char *base_text_format(const char *format, ...) BASE_PRINTF(1, 2);
char *base_text_vformat(const char *format, va_list arguments);

/* A copy of the first `size` bytes with a NUL behind them; returns owned, NULL when memory ran out. */
char *base_text_copy(const char *text, size_t size);

/* Whether `part` occurs in `text`, ignoring case; an empty part occurs everywhere. */
bool base_text_contains(const char *text, const char *part);

/* Whether the two are equal, ignoring case. */
bool base_text_equal(const char *a, const char *b);

#endif
