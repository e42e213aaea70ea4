#include "text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 4096, INDENT = 2 };

void cli_buffer_deinit(struct cli_buffer *buffer)
{
    free(buffer->borrowed ? NULL : buffer->bytes);
    *buffer = (struct cli_buffer){.bytes = NULL};
}

/* Makes room for `size` more bytes. Returns false if memory runs out. */
static bool reserve(struct cli_buffer *buffer, size_t size)
{
    size_t capacity = buffer->capacity > 0 ? buffer->capacity : FIRST_CAPACITY;
    while (capacity - buffer->size < size) {
        capacity *= 2;
    }
    if (capacity > buffer->capacity && !buffer->failed) {
        char *grown = realloc(buffer->borrowed ? NULL : buffer->bytes, capacity);
        if (grown && buffer->borrowed) {
            memcpy(grown, buffer->bytes, buffer->size);
            buffer->borrowed = false;
        }
        buffer->failed = !grown;
        buffer->bytes = grown ? grown : buffer->bytes;
        buffer->capacity = grown ? capacity : buffer->capacity;
    }
    return !buffer->failed;
}

void cli_buffer_put(struct cli_buffer *buffer, const char *bytes, size_t size)
{
    if (size > 0 && reserve(buffer, size)) {
        memcpy(buffer->bytes + buffer->size, bytes, size);
        buffer->size += size;
    }
}

void cli_buffer_text(struct cli_buffer *buffer, const char *text)
{
    cli_buffer_put(buffer, text, strlen(text));
}

size_t cli_controls(const char *text)
{
    size_t count = 0;
    while ((text[count] > '\0' && text[count] < ' ') || text[count] == 0x7F) {
        ++count;
    }
    return count;
}

bool cli_has_suffix(const char *text, const char *suffix)
{
    const size_t length = strlen(text), tail = strlen(suffix);
    bool same = length > tail;
    for (size_t i = 0; same && i < tail; ++i) {
        const char letter = text[length - tail + i];
        same = (letter >= 'A' && letter <= 'Z' ? letter + ('a' - 'A') : letter) == suffix[i];
    }
    return same;
}

void cli_buffer_vformat(struct cli_buffer *buffer, const char *format, va_list arguments)
{
    size_t room = 64;
    for (bool fits = false; !fits && reserve(buffer, room);) {
        va_list again;
        va_copy(again, arguments);
        const int length = vsnprintf(buffer->bytes + buffer->size, room, format, again);
        va_end(again);
        fits = length < 0 || (size_t)length < room;
        buffer->size += fits && length > 0 ? (size_t)length : 0;
        room = (size_t)length + 1;
    }
}

void cli_buffer_format(struct cli_buffer *buffer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    cli_buffer_vformat(buffer, format, arguments);
    va_end(arguments);
}

const char *cli_real_text(double value, char text[CLI_REAL_SIZE])
{
    int digits = 15;
    do {
        snprintf(text, CLI_REAL_SIZE, "%.*g", digits, value);
    } while (strtod(text, NULL) != value && ++digits <= 17);
    for (char *at = text; *at; ++at) {
        if (!strchr("0123456789+-e", *at)) {
            *at = '.'; /* replaces the decimal point of the locale */
        }
    }
    return text;
}

double cli_round_seconds(double seconds)
{
    return round(seconds * 1e6) / 1e6;
}

size_t cli_utf8_length(const char *text)
{
    const unsigned char *bytes = (const unsigned char *)text, lead = bytes[0];
    const size_t length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    /* The range of the second byte excludes overlong forms, surrogates and codes above U+10FFFF (Unicode, table 3-7).
     */
    unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    for (size_t i = 1; i < length; ++i) {
        if (bytes[i] < low || bytes[i] > high) {
            return 0;
        }
        low = 0x80;
        high = 0xBF;
    }
    return length;
}

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

/* Writes what separates a value from the text before it: a comma unless it is the first, then a blank or a line break.
 * After a name it writes nothing. */
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

/* Writes the next argument by the conversion `letter`; `size`: the character before the letter, l, z or another. */
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
    for (const char *at = json ? template : ""; *at; ++at) {
        const size_t length = *at == '%' ? 0 : strspn(at, letters);
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

/* True if a number that strtod() accepts is also one in JSON: "05", "5.", ".5", "+5" and "0x5" are not. */
static bool is_json_number(const char *text)
{
    static const char digits[] = "0123456789";
    const char *start = text + (*text == '-'), *point = strchr(start, '.');
    const size_t count = strspn(start, digits);
    return count > 0 && (count == 1 || *start != '0') && (!point || strspn(point + 1, digits) > 0)
           && strspn(start, "0123456789.eE+-") == strlen(start);
}

void cli_json_number_text(struct cli_json *json, const char *key, const char *text)
{
    char *end = NULL;
    const double value = text ? strtod(text, &end) : 0.0;
    const bool number = text && end != text && *end == '\0';
    if (key) {
        cli_json_put(json, "%s:", key);
    }
    if (number && is_json_number(text)) {
        put_value(json, text);
    } else if (number && isfinite(value)) {
        put_real(json, value);
    } else {
        put_text(json, text);
    }
}
