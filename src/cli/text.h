/* text.h - text that grows in memory before it goes to a file, and JSON documents. When memory runs out, writing goes
 * on without effect, and `failed` tells. Numbers do not depend on the locale. */
#ifndef SWARMCL_CLI_TEXT_H
#define SWARMCL_CLI_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define CLI_PRINTF(format_index, first_index) __attribute__((format(printf, format_index, first_index)))
#else
#define CLI_PRINTF(format_index, first_index)
#endif

/* All zero is an empty buffer. */
struct cli_buffer {
    char *bytes; /* [size], owned, not terminated; NULL while it is empty */
    size_t size;
    size_t capacity;
    bool failed; /* memory ran out */
};

void cli_buffer_deinit(struct cli_buffer *buffer);

void cli_buffer_put(struct cli_buffer *buffer, const char *bytes, size_t size);
void cli_buffer_text(struct cli_buffer *buffer, const char *text);

/* Without %f and its like, which follow the locale. */
void cli_buffer_format(struct cli_buffer *buffer, const char *format, ...) CLI_PRINTF(2, 3);
void cli_buffer_vformat(struct cli_buffer *buffer, const char *format, va_list arguments);

/* Bytes that hold any number. */
enum { CLI_REAL_SIZE = 40 };

/* The shortest decimal that reads back as `value`, which is finite. Returns `text`. */
const char *cli_real_text(double value, char text[CLI_REAL_SIZE]);

/* A cell of CSV, with quotes as in RFC 4180 where it has a separator or a quote in it. */
void cli_csv_text(struct cli_buffer *csv, const char *text);

/* To microseconds, as all seconds are written. */
double cli_round_seconds(double seconds);

/* What stands for a byte that is no UTF-8: U+FFFD. */
#define CLI_REPLACEMENT "\xEF\xBF\xBD"

/* Length of the UTF-8 sequence at `text`, 0 when it is malformed, overlong, a surrogate or past U+10FFFF. */
size_t cli_utf8_length(const char *text);

/* A JSON document; all zero is an empty one. Text may hold any bytes: what is not UTF-8 becomes U+FFFD. A number that
 * is not finite becomes null. */
struct cli_json {
    struct cli_buffer text; /* cli_buffer_deinit() frees it */
    unsigned depth;
    unsigned flat_depth; /* entries from this depth on share one line; 0: every entry has its own */
    bool begun;          /* something has been written into the innermost object or array */
    bool named;          /* what comes next is the value of the name that has been written */
};

/* Writes what `template` shows, a piece of a document whose names have no quotes: "box: {name: %s, ends: [%g, %g]". The
 * values stand behind it, as those of printf(): %s text (NULL: null), %d and %u integers, also with l and z, %g the
 * shortest decimal that reads back as the number, %f seconds, rounded to microseconds, %i true or false. A name may be
 * a value, too: "%s: %d"; null stands for itself. What is between the brackets behind a ~ stays on one line. */
void cli_json_put(struct cli_json *json, const char *template, ...) CLI_PRINTF(2, 3);

/* `text` as a number when it is one, otherwise as a string; key NULL in an array. */
void cli_json_number_text(struct cli_json *json, const char *key, const char *text);

/* Ends the document with a newline; false when memory ran out. */
bool cli_json_finish(struct cli_json *json);

#endif
