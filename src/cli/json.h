/* json.h - writes one JSON document into memory.
 *
 * Members of an object take a key, elements of an array take NULL. Text may hold any bytes: what is not UTF-8 becomes
 * U+FFFD. Numbers do not depend on the locale; a number that is not finite becomes null. When memory runs out the
 * writer goes on without effect and cli_json_finish() tells.
 */
#ifndef SWARMCL_CLI_JSON_H
#define SWARMCL_CLI_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buffer.h"

struct cli_json {
    struct cli_buffer text;
    unsigned depth;
    unsigned flat_depth; /* entries from this depth on share one line; 0: every entry has its own */
    bool empty;          /* nothing has been written into the innermost object or array */
};

void cli_json_init(struct cli_json *json);
void cli_json_deinit(struct cli_json *json);

/* Ends the document with a newline; false when memory ran out. */
bool cli_json_finish(struct cli_json *json);

void cli_json_object_begin(struct cli_json *json, const char *key);
void cli_json_object_end(struct cli_json *json);
void cli_json_array_begin(struct cli_json *json, const char *key);
void cli_json_array_end(struct cli_json *json);

/* Everything inside the next object or array, itself included, stays on one line. */
void cli_json_flat(struct cli_json *json);

/* A string; NULL is written as null. */
void cli_json_text(struct cli_json *json, const char *key, const char *text);
void cli_json_integer(struct cli_json *json, const char *key, int64_t value);
void cli_json_unsigned(struct cli_json *json, const char *key, uint64_t value);
void cli_json_bool(struct cli_json *json, const char *key, bool value);
void cli_json_null(struct cli_json *json, const char *key);

/* The shortest decimal that reads back as `value`. */
void cli_json_real(struct cli_json *json, const char *key, double value);

/* Rounded to microseconds. */
void cli_json_seconds(struct cli_json *json, const char *key, double seconds);

/* `text` as a number when it is one, otherwise as a string. */
void cli_json_number_text(struct cli_json *json, const char *key, const char *text);

#endif
