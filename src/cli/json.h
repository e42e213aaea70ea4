/* json.h - writes one JSON document into memory.
 *
 * Text may hold any bytes: what is not UTF-8 becomes U+FFFD. Numbers do not depend on the locale; a number that is not
 * finite becomes null. When memory runs out the writer goes on without effect and cli_json_finish() tells.
 */
#ifndef SWARMCL_CLI_JSON_H
#define SWARMCL_CLI_JSON_H

#include "buffer.h"

/* All zero is an empty document. */
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

/* Until all writers have templates. */
static inline void cli_json_object_begin(struct cli_json *json, const char *key)
{
    key ? cli_json_put(json, "%s: {", key) : cli_json_put(json, "{");
}
static inline void cli_json_array_begin(struct cli_json *json, const char *key)
{
    key ? cli_json_put(json, "%s: [", key) : cli_json_put(json, "[");
}
static inline void cli_json_text(struct cli_json *json, const char *key, const char *text)
{
    key ? cli_json_put(json, "%s: %s", key, text) : cli_json_put(json, "%s", text);
}
static inline void cli_json_integer(struct cli_json *json, const char *key, long value)
{
    key ? cli_json_put(json, "%s: %ld", key, value) : cli_json_put(json, "%ld", value);
}
static inline void cli_json_unsigned(struct cli_json *json, const char *key, unsigned long value)
{
    key ? cli_json_put(json, "%s: %lu", key, value) : cli_json_put(json, "%lu", value);
}
static inline void cli_json_bool(struct cli_json *json, const char *key, bool value)
{
    key ? cli_json_put(json, "%s: %i", key, value) : cli_json_put(json, "%i", value);
}
static inline void cli_json_null(struct cli_json *json, const char *key)
{
    cli_json_number_text(json, key, (const char *)0);
}
static inline void cli_json_real(struct cli_json *json, const char *key, double value)
{
    key ? cli_json_put(json, "%s: %g", key, value) : cli_json_put(json, "%g", value);
}
static inline void cli_json_seconds(struct cli_json *json, const char *key, double value)
{
    key ? cli_json_put(json, "%s: %f", key, value) : cli_json_put(json, "%f", value);
}
#define cli_json_object_end(json) cli_json_put(json, "}")
#define cli_json_array_end(json)  cli_json_put(json, "]")
#define cli_json_flat(json)       cli_json_put(json, "~")
#define cli_json_init(json)       ((void)(*(json) = (struct cli_json){.depth = 0}))
#define cli_json_deinit(json)     cli_buffer_deinit(&(json)->text)

#endif
