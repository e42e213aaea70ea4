#include "json.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 4096, INDENT = 2 };

void cli_json_init(struct cli_json *json)
{
    *json = (struct cli_json){.empty = true};
}

void cli_json_deinit(struct cli_json *json)
{
    free(json->bytes);
    *json = (struct cli_json){.empty = true};
}

static void put(struct cli_json *json, const char *bytes, size_t size)
{
    if (json->failed) {
        return;
    }
    if (json->capacity - json->size < size) {
        size_t capacity = json->capacity > 0 ? json->capacity : FIRST_CAPACITY;
        while (capacity - json->size < size) {
            capacity *= 2;
        }
        char *grown = realloc(json->bytes, capacity);
        if (!grown) {
            json->failed = true;
            return;
        }
        json->bytes = grown;
        json->capacity = capacity;
    }
    memcpy(json->bytes + json->size, bytes, size);
    json->size += size;
}

static void put_text(struct cli_json *json, const char *text)
{
    put(json, text, strlen(text));
}

static bool on_one_line(const struct cli_json *json)
{
    return json->flat_depth > 0 && json->depth >= json->flat_depth;
}

static void put_line(struct cli_json *json)
{
    put_text(json, "\n");
    for (unsigned column = 0; column < json->depth * INDENT; ++column) {
        put_text(json, " ");
    }
}

/* Length of the UTF-8 sequence at `text`, 0 when it is malformed, overlong, a surrogate or past U+10FFFF. */
static size_t utf8_length(const unsigned char *text)
{
    static const unsigned long smallest[5] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = text[0] < 0x80 ? 1 : text[0] < 0xC0 ? 0 : text[0] < 0xE0 ? 2 : text[0] < 0xF0 ? 3 : 4;
    if (length <= 1 || text[0] >= 0xF8) {
        return length <= 1 ? length : 0;
    }
    unsigned long code = text[0] & (0x7FUL >> length);
    for (size_t i = 1; i < length; ++i) {
        if ((text[i] & 0xC0) != 0x80) {
            return 0;
        }
        code = code << 6 | (text[i] & 0x3FUL);
    }
    bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    return code < smallest[length] || code > 0x10FFFF || surrogate ? 0 : length;
}

static void put_string(struct cli_json *json, const char *text)
{
    put_text(json, "\"");
    for (const unsigned char *at = (const unsigned char *)text; *at;) {
        size_t length = utf8_length(at);
        if (length == 0) {
            put_text(json, "\xEF\xBF\xBD");
            ++at;
            continue;
        }
        if (*at == '"' || *at == '\\') {
            put(json, (const char[]){'\\', (char)*at}, 2);
        } else if (*at < 0x20 || *at == 0x7F) {
            char escape[8];
            snprintf(escape, sizeof escape, "\\u%04x", (unsigned)*at);
            put_text(json, escape);
        } else {
            put(json, (const char *)at, length);
        }
        at += length;
    }
    put_text(json, "\"");
}

/* What stands before a value: the comma, the line break and the key. */
static void put_start(struct cli_json *json, const char *key)
{
    if (json->depth > 0) {
        if (!json->empty) {
            put_text(json, on_one_line(json) ? ", " : ",");
        }
        if (!on_one_line(json)) {
            put_line(json);
        }
    }
    json->empty = false;
    if (key) {
        put_string(json, key);
        put_text(json, ": ");
    }
}

static void put_value(struct cli_json *json, const char *key, const char *value)
{
    put_start(json, key);
    put_text(json, value);
}

static void put_begin(struct cli_json *json, const char *key, const char *bracket)
{
    put_value(json, key, bracket);
    ++json->depth;
    json->empty = true;
}

static void put_end(struct cli_json *json, const char *bracket)
{
    bool flat = on_one_line(json);
    if (flat && json->depth == json->flat_depth) {
        json->flat_depth = 0;
    }
    --json->depth;
    if (!flat && !json->empty) {
        put_line(json);
    }
    put_text(json, bracket);
    json->empty = false;
}

bool cli_json_finish(struct cli_json *json)
{
    put_text(json, "\n");
    return !json->failed;
}

void cli_json_object_begin(struct cli_json *json, const char *key)
{
    put_begin(json, key, "{");
}

void cli_json_object_end(struct cli_json *json)
{
    put_end(json, "}");
}

void cli_json_array_begin(struct cli_json *json, const char *key)
{
    put_begin(json, key, "[");
}

void cli_json_array_end(struct cli_json *json)
{
    put_end(json, "]");
}

void cli_json_flat(struct cli_json *json)
{
    if (json->flat_depth == 0) {
        json->flat_depth = json->depth + 1;
    }
}

void cli_json_text(struct cli_json *json, const char *key, const char *text)
{
    if (!text) {
        cli_json_null(json, key);
        return;
    }
    put_start(json, key);
    put_string(json, text);
}

void cli_json_integer(struct cli_json *json, const char *key, int64_t value)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRId64, value);
    put_value(json, key, text);
}

void cli_json_unsigned(struct cli_json *json, const char *key, uint64_t value)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, value);
    put_value(json, key, text);
}

void cli_json_bool(struct cli_json *json, const char *key, bool value)
{
    put_value(json, key, value ? "true" : "false");
}

void cli_json_null(struct cli_json *json, const char *key)
{
    put_value(json, key, "null");
}

void cli_json_real(struct cli_json *json, const char *key, double value)
{
    if (!isfinite(value)) {
        cli_json_null(json, key);
        return;
    }
    char text[40];
    int digits = 15;
    do {
        snprintf(text, sizeof text, "%.*g", digits, value);
    } while (strtod(text, NULL) != value && ++digits <= 17);
    for (char *at = text; *at; ++at) {
        if (!strchr("0123456789+-e", *at)) {
            *at = '.'; /* whatever the locale's decimal point is */
        }
    }
    put_value(json, key, text);
}

void cli_json_seconds(struct cli_json *json, const char *key, double seconds)
{
    cli_json_real(json, key, round(seconds * 1e6) / 1e6);
}

/* Whether `text` is a number as JSON writes it: -?(0|[1-9][0-9]*)(.[0-9]+)?([eE][+-]?[0-9]+)? */
static bool is_json_number(const char *text)
{
    text += *text == '-';
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || (text[0] == '0' && digits > 1)) {
        return false;
    }
    text += digits;
    if (*text == '.') {
        digits = strspn(text + 1, "0123456789");
        if (digits == 0) {
            return false;
        }
        text += 1 + digits;
    }
    if (*text == 'e' || *text == 'E') {
        ++text;
        text += *text == '+' || *text == '-';
        digits = strspn(text, "0123456789");
        if (digits == 0) {
            return false;
        }
        text += digits;
    }
    return *text == '\0';
}

void cli_json_number_text(struct cli_json *json, const char *key, const char *text)
{
    if (!text || is_json_number(text)) {
        put_value(json, key, text ? text : "null");
        return;
    }
    char *end = NULL;
    double value = strtod(text, &end);
    if (end != text && *end == '\0' && isfinite(value)) {
        cli_json_real(json, key, value);
    } else {
        cli_json_text(json, key, text);
    }
}
