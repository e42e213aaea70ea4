#include "json.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { INDENT = 2 };

void cli_json_init(struct cli_json *json)
{
    *json = (struct cli_json){.empty = true};
}

void cli_json_deinit(struct cli_json *json)
{
    cli_buffer_deinit(&json->text);
    *json = (struct cli_json){.empty = true};
}

static void put_text(struct cli_json *json, const char *text)
{
    cli_buffer_text(&json->text, text);
}

static bool on_one_line(const struct cli_json *json)
{
    return json->flat_depth > 0 && json->depth >= json->flat_depth;
}

static void put_line(struct cli_json *json)
{
    cli_buffer_format(&json->text, "\n%*s", (int)(json->depth * INDENT), "");
}

static void put_string(struct cli_json *json, const char *text)
{
    put_text(json, "\"");
    for (const char *at = text; *at;) {
        size_t length = cli_utf8_length(at);
        if (length == 0) {
            put_text(json, CLI_REPLACEMENT);
            ++at;
            continue;
        }
        if (*at == '"' || *at == '\\') {
            cli_buffer_put(&json->text, (const char[]){'\\', *at}, 2);
        } else if ((unsigned char)*at < 0x20 || *at == 0x7F) {
            cli_buffer_format(&json->text, "\\u%04x", (unsigned)*at);
        } else {
            cli_buffer_put(&json->text, at, length);
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
    return !json->text.failed;
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
    put_start(json, key);
    cli_buffer_format(&json->text, "%" PRId64, value);
}

void cli_json_unsigned(struct cli_json *json, const char *key, uint64_t value)
{
    put_start(json, key);
    cli_buffer_format(&json->text, "%" PRIu64, value);
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
    put_start(json, key);
    cli_buffer_real(&json->text, value);
}

void cli_json_seconds(struct cli_json *json, const char *key, double seconds)
{
    cli_json_real(json, key, cli_round_seconds(seconds));
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
