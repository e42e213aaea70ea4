#include "document.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

/* "a whole number" and the like. */
static const char *type_text(enum json_type type)
{
    static const char *const texts[] = {
        [json_type_null] = "null",          [json_type_boolean] = "true or false", [json_type_double] = "a number",
        [json_type_int] = "a whole number", [json_type_object] = "an object",      [json_type_array] = "an array",
        [json_type_string] = "a string"};
    return texts[type];
}

void cli_reader_refuse(struct cli_reader *reader, struct json_object *found, const char *expected)
{
    cli_error("%s: \"%s\" is %s, expected %s", reader->path, reader->name, type_text(json_object_get_type(found)),
              expected);
    reader->status = SWARM_ERROR_INPUT;
}

struct json_object *cli_reader_find(struct cli_reader *reader, enum json_type type, const char *name, ...)
{
    char pointer[sizeof reader->name + 1] = "/";
    struct json_object *found = NULL;
    va_list arguments;
    if (reader->status != SWARM_OK) {
        return NULL;
    }
    va_start(arguments, name);
    vsnprintf(reader->name, sizeof reader->name, name, arguments);
    va_end(arguments);
    strcat(pointer, reader->name);
    for (char *dot = pointer; (dot = strchr(dot, '.'));) {
        *dot = '/';
    }
    if (json_pointer_get(reader->document, pointer, &found) != 0) {
        cli_error("%s: found no \"%s\", expected %s in a document of `swarmcl %s --json`", reader->path, reader->name,
                  type_text(type), reader->command);
        reader->status = SWARM_ERROR_INPUT;
    } else if (!json_object_is_type(found, type)
               && !(type == json_type_double
                    && (json_object_is_type(found, json_type_int) || (!found && reader->nulls)))) {
        cli_reader_refuse(reader, found, type_text(type));
    }
    return reader->status == SWARM_OK ? found : NULL;
}

const char *cli_reader_text(struct cli_reader *reader, struct json_object *value)
{
    const bool string = json_object_is_type(value, json_type_string);
    if (reader->status != SWARM_OK) {
        return NULL;
    }
    const char *text =
        string ? json_object_get_string(value) : json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN);
    if (!text) {
        reader->status = cli_fail_memory();
    } else if (string && strlen(text) != (size_t)json_object_get_string_len(value)) {
        cli_error("%s: \"%s\" has a NUL in it, expected a string without", reader->path, reader->name);
        reader->status = SWARM_ERROR_INPUT;
    }
    return text;
}

uint64_t cli_reader_count(struct cli_reader *reader, struct json_object *value)
{
    if (json_object_get_int64(value) < 0) {
        cli_error("%s: \"%s\" is %" PRId64 ", expected 0 or more", reader->path, reader->name,
                  json_object_get_int64(value));
        reader->status = SWARM_ERROR_INPUT;
    }
    return json_object_get_uint64(value);
}

enum swarm_status cli_reader_parse(struct cli_reader *reader, const char *text, size_t size)
{
    size_t line = 1;
    const size_t mark = size >= 3 && strncmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; /* Notepad writes it */
    text += mark;
    size -= mark;
    if (size >= INT_MAX) {
        cli_error("%s: found %zu bytes, expected a document below 2 GiB", reader->path, size);
        return reader->status = SWARM_ERROR_INPUT;
    }
    struct json_tokener *tokener = json_tokener_new();
    if (!tokener) {
        return reader->status = cli_fail_memory();
    }
    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
    reader->document = json_tokener_parse_ex(tokener, text, (int)size + 1);
    const enum json_tokener_error error = json_tokener_get_error(tokener);
    const size_t end = json_tokener_get_parse_end(tokener);
    json_tokener_free(tokener);
    if (error != json_tokener_success || end < size) {
        for (size_t i = 0; i < end && i < size; ++i) {
            line += text[i] == '\n';
        }
        cli_error("%s:%zu: %s, expected a document of `swarmcl %s --json`", reader->path, line,
                  error != json_tokener_success ? json_tokener_error_desc(error) : "found a NUL", reader->command);
        return reader->status = SWARM_ERROR_INPUT;
    }
    if (!json_object_is_type(reader->document, json_type_object)) {
        cli_error("%s: found %s, expected the object that `swarmcl %s --json` prints", reader->path,
                  type_text(json_object_get_type(reader->document)), reader->command);
        return reader->status = SWARM_ERROR_INPUT;
    }
    return SWARM_OK;
}
