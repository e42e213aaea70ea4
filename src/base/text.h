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

/* A string as printf would make it in the C locale; returns owned, NULL when memory ran out. */
char *base_text_format(const char *format, ...) BASE_PRINTF(1, 2);
char *base_text_vformat(const char *format, va_list arguments);

/* Puts more behind an owned text, which is freed; returns owned, NULL when memory ran out or `text` is NULL. */
char *base_text_append(char *text, const char *format, ...) BASE_PRINTF(2, 3);

/* As vsnprintf() and snprintf(), in the C locale whatever locale the process has set: numbers have a point. */
int base_text_vprint(char *buffer, size_t size, const char *format, va_list arguments);
int base_text_print(char *buffer, size_t size, const char *format, ...) BASE_PRINTF(3, 4);

/* The system's sentence for `error`, a value of errno, in the C locale: English, ASCII. */
const char *base_text_reason(int error);

/* A copy of the first `size` bytes with a NUL behind them; returns owned, NULL when memory ran out. */
char *base_text_copy(const char *text, size_t size);

/* Whether `c` is an ASCII letter or digit. */
bool base_text_is_alphanumeric(char c);

/* The three below ignore the case of ASCII letters only, so Turkish locales change nothing. */

/* Whether the first `size` bytes are equal; at most one byte of them is the NUL of `part`, the last. */
bool base_text_begins(const char *text, const char *part, size_t size);

/* Whether `part` occurs in `text`; an empty part occurs everywhere. */
bool base_text_contains(const char *text, const char *part);

/* Whether the two are equal. */
bool base_text_equal(const char *a, const char *b);

#endif
