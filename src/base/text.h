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

/* Formats as printf() does in the C locale. The caller owns the text; NULL if memory runs out. */
char *base_text_format(const char *format, ...) BASE_PRINTF(1, 2);
char *base_text_vformat(const char *format, va_list arguments);

/* Returns `text` with more text after it, owned, and frees `text`; NULL if memory runs out or `text` is NULL. */
char *base_text_append(char *text, const char *format, ...) BASE_PRINTF(2, 3);

/* vsnprintf() and snprintf() in the C locale, whatever locale the process has set: numbers have a point. */
int base_text_vprint(char *buffer, size_t size, const char *format, va_list arguments);
int base_text_print(char *buffer, size_t size, const char *format, ...) BASE_PRINTF(3, 4);

/* The system's text for the errno value `error` in the C locale: English, ASCII. */
const char *base_text_reason(int error);

/* Copies the first `size` bytes and adds a NUL. The caller owns the copy; NULL if memory runs out. */
char *base_text_copy(const char *text, size_t size);

bool base_text_is_alphanumeric(char c); /* True for an ASCII letter or digit. */

/* Compare texts, ignoring the case of ASCII letters only, so a Turkish locale changes nothing. base_text_begins()
 * compares the first `size` bytes, at most those of `part` with its NUL. Every text contains an empty part. */
bool base_text_begins(const char *text, const char *part, size_t size);
bool base_text_contains(const char *text, const char *part);
bool base_text_equal(const char *a, const char *b);

#endif
