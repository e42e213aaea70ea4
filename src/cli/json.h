/* json.h - writes one JSON document into memory. Text may hold any bytes: what is not UTF-8 becomes U+FFFD. Numbers do
 * not depend on the locale; a number that is not finite becomes null. When memory runs out the writer goes on without
 * effect and cli_json_finish() tells. */
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

#endif
