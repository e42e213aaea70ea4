#include "build_log.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { MOST_MESSAGES = 8 };

/* One line of a compiler's log. */
struct message {
    size_t line, column; /* position in the user's source; column 0: unknown */
    const char *text;
    int length;
    const char *kind; /* severity of the message, an element of `kinds`; NULL: none */
};

static const char *const kinds[] = {"error", "warning", "note"};

/* Skips "kind: " if it is next, and stores which of `kinds` it was. Returns the position after it. */
static const char *skip_kind(const char *at, struct message *message)
{
    at += strncmp(at, "fatal ", 6) == 0 ? 6 : 0;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
        const size_t length = strlen(kinds[i]);
        if (strncmp(at, kinds[i], length) == 0 && at[length] == ':') {
            message->kind = kinds[i];
            at += length + 1;
            return at + strspn(at, " ");
        }
    }
    return at;
}

/* Skips `before` and a number, and returns the number. Returns 0, with *at unchanged, if they are not next. */
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

/* Skips the file `name`, perhaps with a folder before it. NULL if the line names another file. */
static const char *skip_name(const char *at, const char *name)
{
    const size_t length = strlen(name);
    while (at && !(strncmp(at, name, length) == 0 && strchr(":\"", at[length]))) {
        at = strpbrk(at, "/\\\"\n");
        at = at && *at != '\n' ? at + 1 : NULL;
    }
    return at && at[length] != '\0' ? at + length : NULL;
}

/* Parses one line of a log. True if it is a message about the user's source `part`. */
static bool read_message(const char *line, int length, const struct ocl_part *part, struct message *message)
{
    const char *start = skip_kind(line, message), *at = skip_name(start, part->name), *const end = line + length;
    message->line = !at ? 0 : *at == '"' ? skip_number(&at, "\", line ") : skip_number(&at, ":");
    if (message->line == 0 || message->line > part->lines) { /* the line may be counted from the start of the program */
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
        ++at; /* skip "<Spelling=...>" */
    }
    message->text = at < end ? skip_kind(at + 2, message) : end;
    message->length = (int)(end - message->text);
    return message->length > 0 && message->kind;
}

/* Lists all messages of one kind. The caller owns the text; NULL if memory runs out. */
static char *list(const char *log, const struct ocl_part *part, const char *kind)
{
    char *text = base_text_copy("", 0);
    size_t count = 0;
    for (const char *line = log; text && *line; line += strspn(line, "\n")) {
        const int length = (int)strcspn(line, "\n");
        struct message message = {.line = 0};
        if (read_message(line, length, part, &message) && message.kind == kind && count++ < MOST_MESSAGES) {
            char column[32] = "";
            if (message.column > 0) {
                snprintf(column, sizeof column, ":%zu", message.column);
            }
            text = base_text_append(text, "%s%s:%zu%s: %s%.*s", *text ? "\n" : "", part->label, message.line, column,
                                    kind == kinds[0] ? "" : "warning: ", message.length, message.text);
        }
        line += length;
    }
    return text;
}

char *ocl_log_errors(const char *log, const struct ocl_part *part)
{
    char *errors = list(log, part, kinds[0]);
    if (errors && !*errors) {
        free(errors);
        errors = list(log, part, kinds[1]);
    }
    return errors;
}
