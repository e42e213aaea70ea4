/* document.h - reads the values of a document that the program wrote, or says where it is another. */
#ifndef SWARMCL_CLI_DOCUMENT_H
#define SWARMCL_CLI_DOCUMENT_H

#include <json-c/json.h>

#include "cli/console.h"

/* A document being read. The first error is printed and stays; later calls find nothing. */
struct cli_reader {
    const char *path;             /* of the file */
    const char *command;          /* whose document is expected: "tsp" */
    bool nulls;                   /* null may stand for a real number that is none */
    struct json_object *document; /* owned by the caller */
    enum swarm_status status;
    char name[80]; /* of the current value: "result.length", "init.0.file" */
};

/* Parses `size` bytes of text with a NUL behind them. Prints errors, with the line. */
enum swarm_status cli_reader_parse(struct cli_reader *reader, const char *text, size_t size);

/* Refuses a value. */
void cli_reader_refuse(struct cli_reader *reader, struct json_object *found, const char *expected);

/* The value of that name and type; NULL: none. A whole number is a number, too. */
struct json_object *cli_reader_find(struct cli_reader *reader, enum json_type type, const char *name, ...)
    CLI_PRINTF(3, 4);

/* The text of a value: a number as it is written, a text without NUL, like the program's own. */
const char *cli_reader_text(struct cli_reader *reader, struct json_object *value);

/* A whole number of 0 or more. */
uint64_t cli_reader_count(struct cli_reader *reader, struct json_object *value);

#endif
