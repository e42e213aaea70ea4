#include "build_log.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { MOST_MESSAGES = 8, KIND_SIZE = 16 };

/* A message of a log, within its line. */
struct message {
    size_t line, column; /* of the part; column 0: not told */
    const char *text;
    int length;
    char kind[KIND_SIZE]; /* "error", "warning", "note" */
};

/* Skips "word: " where that is a kind of message, and keeps the kind. */
static const char *skip_kind(const char *at, struct message *message)
{
    static const char *const kinds[] = {"error", "warning", "note"};
    at += strncmp(at, "fatal ", 6) == 0 ? 6 : 0;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
        const size_t length = strlen(kinds[i]);
        if (strncmp(at, kinds[i], length) == 0 && at[length] == ':') {
            memcpy(message->kind, kinds[i], length + 1);
            at += length + 1;
            return at + strspn(at, " ");
        }
    }
    return at;
}

/* The number at *at, behind `before`; 0 where it is none, and *at stays. */
static size_t skip_number(const char **at, const char *before)
{
    const size_t length = strlen(before);
    char *end;
    if (strncmp(*at, before, length) != 0 || !isdigit((unsigned char)(*at)[length])) {
        return 0;
    }
    const size_t number = strtoul(*at + length, &end, 10);
    *at = end;
    return number;
}

/* Behind the file `name` in the line at `at`, which a folder may precede; NULL when it is another file's. */
static const char *skip_name(const char *at, const char *name)
{
    const size_t length = strlen(name);
    while (at && !(strncmp(at, name, length) == 0 && strchr(":\"", at[length]))) {
        at = strpbrk(at, "/\\\"\n");
        at = at && *at != '\n' ? at + 1 : NULL;
    }
    return at && at[length] != '\0' ? at + length : NULL;
}

/* Reads one line of a log; false when it is no message of the part. */
static bool read_message(const char *line, int length, const struct ocl_part *part, struct message *message)
{
    const char *start = skip_kind(line, message), *at = skip_name(start, part->name), *const end = line + length;
    message->line = !at ? 0 : *at == '"' ? skip_number(&at, "\", line ") : skip_number(&at, ":");
    if (message->line == 0 || message->line > part->lines) { /* a line of the program, whose name is the compiler's */
        at = *start == '<' ? memchr(start, '>', (size_t)(end - start)) : skip_name(start, "input.cl");
        at = at && *at == '>' ? at + 1 : at;
        const size_t number = at ? skip_number(&at, ":") : 0;
        message->line = number >= part->first ? number - part->first + 1 : 0;
    }
    if (message->line == 0 || message->line > part->lines) {
        return false;
    }
    message->column = skip_number(&at, ":");
    while (at < end && strncmp(at, ": ", 2) != 0) {
        ++at; /* "<Spelling=...>" */
    }
    message->text = at < end ? skip_kind(at + 2, message) : end;
    message->length = (int)(end - message->text);
    return message->length > 0 && *message->kind;
}

/* The messages of a kind; NULL: memory ran out. */
static char *list(const char *log, const struct ocl_part *part, const char *kind)
{
    char *text = base_text_copy("", 0);
    size_t count = 0;
    for (const char *line = log; text && *line; line += strspn(line, "\n")) {
        const int length = (int)strcspn(line, "\n");
        struct message message = {.line = 0};
        if (read_message(line, length, part, &message) && strcmp(message.kind, kind) == 0 && count++ < MOST_MESSAGES) {
            char column[32] = "";
            if (message.column > 0) {
                snprintf(column, sizeof column, ":%zu", message.column);
            }
            text = base_text_append(text, "%s%s:%zu%s: %s%.*s", *text ? "\n" : "", part->label, message.line, column,
                                    strcmp(kind, "error") == 0 ? "" : "warning: ", message.length, message.text);
        }
        line += length;
    }
    return text;
}

char *ocl_log_errors(const char *log, const struct ocl_part *part)
{
    char *errors = list(log, part, "error");
    if (errors && !*errors) {
        free(errors);
        errors = list(log, part, "warning");
    }
    return errors;
}
