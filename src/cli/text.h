/* text.h - text that grows in memory, and JSON documents. When memory runs out, `failed` is set and further writing has
 * no effect. Numbers do not depend on the locale. */
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

/* A growing text. All zero: empty. */
struct cli_buffer {
    char *bytes; /* [size], owned unless borrowed, not terminated; NULL while empty */
    size_t size;
    size_t capacity;
    bool failed;   /* True if memory ran out */
    bool borrowed; /* `bytes` is the caller's memory; replaced when more is needed */
};

void cli_buffer_deinit(struct cli_buffer *buffer);

void cli_buffer_put(struct cli_buffer *buffer, const char *bytes, size_t size);
void cli_buffer_text(struct cli_buffer *buffer, const char *text);

void cli_buffer_format(struct cli_buffer *buffer, const char *format, ...) CLI_PRINTF(2, 3);
void cli_buffer_vformat(struct cli_buffer *buffer, const char *format, va_list arguments);

/* Bytes for any number. */
enum { CLI_REAL_SIZE = 40 };

/* The shortest decimal that reads back as the finite `value`. Returns `text`. */
const char *cli_real_text(double value, char text[CLI_REAL_SIZE]);

/* Rounds to microseconds, the resolution of all seconds in documents. */
double cli_round_seconds(double seconds);

/* U+FFFD, which replaces a byte that is not UTF-8. */
#define CLI_REPLACEMENT "\xEF\xBF\xBD"

/* Length of the UTF-8 sequence at `text`; 0: it is malformed, overlong, a surrogate or above U+10FFFF. */
size_t cli_utf8_length(const char *text);

/* The number of consecutive control characters at `text`. Files with a record per line replace them by one blank. */
size_t cli_controls(const char *text);

/* True if `text` ends with `suffix`, in small letters, and is longer; `text` may have capitals. */
bool cli_has_suffix(const char *text, const char *suffix);

/* A JSON document; all zero: an empty one. In strings, U+FFFD replaces a byte that is not UTF-8; null replaces a
 * number that is not finite. */
struct cli_json {
    struct cli_buffer text; /* text of the document; free it by cli_buffer_deinit() */
    unsigned depth;
    unsigned flat_depth; /* depth from which on entries share one line; 0: every entry has its own line */
    bool begun;          /* the innermost object or array is not empty */
    bool named;          /* the last thing written is a name, whose value is next */
};

/* Writes `template`, a piece of a document whose names have no quotes: "box: {name: %s, ends: [%g, %g]". Values follow
 * as in printf(): %s text (NULL: null), %d and %u integers, %ld int64_t, %lu uint64_t, %zu size_t, %g the shortest
 * decimal that reads back as the number, %f seconds, rounded to microseconds, %i true or false. "%s: %d" takes a name
 * from the values; null is written as it is. After a ~ the contents of the next brackets share one line. Without `json`
 * nothing is written. */
void cli_json_put(struct cli_json *json, const char *template, ...) CLI_PRINTF(2, 3);

/* Writes `text` as a number if it is one, otherwise as a string; key NULL in an array. */
void cli_json_number_text(struct cli_json *json, const char *key, const char *text);

/* Ends the document with a newline; false if memory ran out. */
bool cli_json_finish(struct cli_json *json);

#endif
