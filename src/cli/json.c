#include "json.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { INDENT = 2 };

static bool on_one_line(const struct cli_json *json)
{
    return json->flat_depth > 0 && json->depth >= json->flat_depth;
}

static void put_line(struct cli_json *json)
{
    cli_buffer_format(&json->text, "\n%*s", (int)(json->depth * INDENT), "");
}

static void put_string(struct cli_buffer *out, const char *text)
{
    cli_buffer_text(out, "\"");
    for (const char *at = text; *at;) {
        const size_t length = cli_utf8_length(at);
        if (length == 0) {
            cli_buffer_text(out, CLI_REPLACEMENT);
        } else if (*at == '"' || *at == '\\') {
            cli_buffer_put(out, (const char[]){'\\', *at}, 2);
        } else if ((unsigned char)*at < 0x20 || *at == 0x7F) {
            cli_buffer_format(out, "\\u%04x", (unsigned)*at);
        } else {
            cli_buffer_put(out, at, length);
        }
        at += length > 0 ? length : 1;
    }
    cli_buffer_text(out, "\"");
}

/* What stands before a value that has no name: the comma and the line break. */
static void put_start(struct cli_json *json)
{
    if (json->depth > 0 && json->begun && !json->named) {
        cli_buffer_text(&json->text, on_one_line(json) ? ", " : ",");
    }
    if (json->depth > 0 && !on_one_line(json) && !json->named) {
        put_line(json);
    }
    json->begun = true;
    json->named = false;
}

static void put_value(struct cli_json *json, const char *value)
{
    put_start(json);
    cli_buffer_text(&json->text, value);
}

static void put_text(struct cli_json *json, const char *text)
{
    put_value(json, text ? "" : "null");
    if (text) {
        put_string(&json->text, text);
    }
}

static void put_real(struct cli_json *json, double value)
{
    char text[CLI_REAL_SIZE];
    put_value(json, isfinite(value) ? cli_real_text(value, text) : "null");
}

static void put_end(struct cli_json *json, const char *bracket)
{
    const bool flat = on_one_line(json);
    json->flat_depth = json->depth == json->flat_depth ? 0 : json->flat_depth;
    --json->depth;
    if (!flat && json->begun) {
        put_line(json);
    }
    cli_buffer_text(&json->text, bracket);
    json->begun = true;
}

/* The value of the conversion `letter`; `size` is the character before it. */
static void put_argument(struct cli_json *json, char letter, char size, va_list *arguments)
{
    if (letter == 's') {
        put_text(json, va_arg(*arguments, const char *));
    } else if (letter == 'i') {
        put_value(json, va_arg(*arguments, int) ? "true" : "false");
    } else if (letter == 'd') {
        put_start(json);
        cli_buffer_format(&json->text, "%" PRId64, size == 'l' ? va_arg(*arguments, int64_t) : va_arg(*arguments, int));
    } else if (letter == 'u') {
        put_start(json);
        cli_buffer_format(&json->text, "%" PRIu64,
                          size == 'l'   ? va_arg(*arguments, uint64_t)
                          : size == 'z' ? va_arg(*arguments, size_t)
                                        : va_arg(*arguments, unsigned));
    } else {
        const double value = va_arg(*arguments, double);
        put_real(json, letter == 'f' ? cli_round_seconds(value) : value);
    }
}

void cli_json_put(struct cli_json *json, const char *template, ...)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_-";
    va_list arguments;
    va_start(arguments, template);
    for (const char *at = template; *at; ++at) {
        const size_t length = strspn(at, letters);
        if (length > 0) {
            put_start(json);
            json->named = at[length] == ':';
            cli_buffer_format(&json->text, json->named ? "\"%.*s\": " : "%.*s", (int)length, at);
            at += length - !json->named;
        } else if (*at == '{' || *at == '[') {
            put_value(json, *at == '{' ? "{" : "[");
            ++json->depth;
            json->begun = false;
        } else if (*at == '}' || *at == ']') {
            put_end(json, *at == '}' ? "}" : "]");
        } else if (*at == '~' && json->flat_depth == 0) {
            json->flat_depth = json->depth + 1;
        } else if (*at == '%') {
            at += 1 + strspn(at + 1, "lz");
            put_argument(json, *at, at[-1], &arguments);
            json->named = at[1] == ':';
            cli_buffer_text(&json->text, json->named ? ": " : "");
        }
    }
    va_end(arguments);
}

bool cli_json_finish(struct cli_json *json)
{
    cli_buffer_text(&json->text, "\n");
    return !json->text.failed;
}

/* Whether `text` is a number as JSON writes it: -?(0|[1-9][0-9]*)(.[0-9]+)?([eE][+-]?[0-9]+)? */
static bool is_json_number(const char *text)
{
    static const char digits[] = "0123456789";
    text += *text == '-';
    size_t count = strspn(text, digits);
    bool valid = count == 1 || (count > 1 && *text != '0');
    text += count;
    if (*text == '.') {
        count = strspn(++text, digits);
        valid = valid && count > 0;
        text += count;
    }
    if (*text == 'e' || *text == 'E') {
        ++text;
        text += *text == '+' || *text == '-';
        count = strspn(text, digits);
        valid = valid && count > 0;
        text += count;
    }
    return valid && *text == '\0';
}

void cli_json_number_text(struct cli_json *json, const char *key, const char *text)
{
    char *end = NULL;
    const double value = text ? strtod(text, &end) : 0.0;
    if (key) {
        cli_json_put(json, "%s:", key);
    }
    if (!text || is_json_number(text)) {
        put_value(json, text ? text : "null");
    } else if (end != text && *end == '\0' && isfinite(value)) {
        put_real(json, value);
    } else {
        put_text(json, text);
    }
}
