/* replay_json.c - cli_replay_read() by json-c. */
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>

#include "replay.h"

/* An object of the document. */
struct place {
    const char *path; /* of the file */
    const char *name; /* "instance." and the like; "" for the whole */
    struct json_object *object;
};

/* "a whole number" and the like. */
static const char *type_text(enum json_type type)
{
    static const char *const texts[] = {
        [json_type_null] = "null",          [json_type_boolean] = "true or false", [json_type_double] = "a number",
        [json_type_int] = "a whole number", [json_type_object] = "an object",      [json_type_array] = "an array",
        [json_type_string] = "a string"};
    return texts[type];
}

static enum swarm_status refuse(const struct place *place, const char *key, struct json_object *found,
                                const char *expected)
{
    cli_error("%s: \"%s%s\" is %s, expected %s", place->path, place->name, key, type_text(json_object_get_type(found)),
              expected);
    return SWARM_ERROR_INPUT;
}

/* The member `key` of the type; *found stays NULL where `may_be_null` and it is null or not there. */
static enum swarm_status find(const struct place *place, const char *key, enum json_type type, bool may_be_null,
                              struct json_object **found)
{
    struct json_object *member = NULL;
    const bool there = json_object_object_get_ex(place->object, key, &member);
    if (!member && may_be_null) {
        return SWARM_OK;
    }
    if (!there) {
        cli_error("%s: found no \"%s%s\", expected %s in a document of `swarmcl tsp --json`", place->path, place->name,
                  key, type_text(type));
        return SWARM_ERROR_INPUT;
    }
    if (!json_object_is_type(member, type)) {
        return refuse(place, key, member, type_text(type));
    }
    *found = member;
    return SWARM_OK;
}

/* A text without NUL, as the program's own are. */
static enum swarm_status take_text(const struct place *place, const char *key, struct json_object *string,
                                   const char **text)
{
    *text = json_object_get_string(string);
    if (!*text) {
        return cli_fail_memory();
    }
    if (strlen(*text) != (size_t)json_object_get_string_len(string)) {
        cli_error("%s: \"%s%s\" has a NUL in it, expected a string without", place->path, place->name, key);
        return SWARM_ERROR_INPUT;
    }
    return SWARM_OK;
}

static enum swarm_status find_text(const struct place *place, const char *key, const char **text)
{
    struct json_object *found = NULL;
    enum swarm_status status = find(place, key, json_type_string, false, &found);
    return status == SWARM_OK ? take_text(place, key, found, text) : status;
}

static enum swarm_status find_count(const struct place *place, const char *key, uint64_t *count)
{
    struct json_object *found = NULL;
    enum swarm_status status = find(place, key, json_type_int, false, &found);
    if (status == SWARM_OK && json_object_get_int64(found) < 0) {
        cli_error("%s: \"%s%s\" is %" PRId64 ", expected 0 or more", place->path, place->name, key,
                  json_object_get_int64(found));
        return SWARM_ERROR_INPUT;
    }
    *count = json_object_get_uint64(found);
    return status;
}

/* A number as it is written. */
static enum swarm_status find_number(const struct place *place, const char *key, const char **text)
{
    struct json_object *found = NULL;
    json_object_object_get_ex(place->object, key, &found);
    if (!json_object_is_type(found, json_type_int)) {
        enum swarm_status status = find(place, key, json_type_double, false, &found);
        if (status != SWARM_OK) {
            return status;
        }
    }
    *text = json_object_to_json_string_ext(found, JSON_C_TO_STRING_PLAIN);
    return *text ? SWARM_OK : cli_fail_memory();
}

static enum swarm_status find_object(const struct place *whole, const char *key, const char *name, struct place *place)
{
    *place = (struct place){.path = whole->path, .name = name};
    return find(whole, key, json_type_object, false, &place->object);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Parts of the document                                                                                              */

/* Whether a string may be the value of a parameter of numbers: some have words, too. */
static bool is_word(const struct swarm_param *row, struct json_object *string)
{
    for (const struct swarm_variant *word = row->words; word && word->name; ++word) {
        if (strcmp(word->name, json_object_get_string(string)) == 0) {
            return true;
        }
    }
    return false;
}

static enum swarm_status take_setting(const struct place *place, const struct swarm_param *row, const char *name,
                                      struct json_object *value, struct swarm_setting *setting)
{
    const enum json_type type = json_object_get_type(value);
    const bool number = type == json_type_int || type == json_type_double;
    setting->name = name;
    if (type == json_type_null) {
        return SWARM_OK;
    }
    if (row && row->kind == SWARM_PARAM_FLAG && type != json_type_boolean) {
        return refuse(place, name, value, "true or false");
    }
    if (row && (row->kind == SWARM_PARAM_INTEGER || row->kind == SWARM_PARAM_REAL) && !number
        && !(type == json_type_string && is_word(row, value))) {
        return refuse(place, name, value, "a number, or a word that the option has");
    }
    if (row && (row->kind == SWARM_PARAM_WORD || row->kind == SWARM_PARAM_TEXT) && type != json_type_string) {
        return refuse(place, name, value, "a string");
    }
    if (type == json_type_string) {
        return take_text(place, name, value, &setting->value);
    }
    setting->value = json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN);
    return setting->value ? SWARM_OK : cli_fail_memory();
}

static enum swarm_status take_parameters(const struct place *whole, struct cli_replay *replay)
{
    struct place place;
    size_t row_count = 0;
    const struct swarm_param *rows = swarm_tsp_params(&row_count);
    enum swarm_status status = find_object(whole, "parameters", "parameters.", &place);
    if (status != SWARM_OK) {
        return status;
    }
    replay->settings = calloc((size_t)json_object_object_length(place.object) + 1, sizeof *replay->settings);
    if (!replay->settings) {
        return cli_fail_memory();
    }
    struct json_object_iterator at = json_object_iter_begin(place.object);
    const struct json_object_iterator end = json_object_iter_end(place.object);
    for (; !json_object_iter_equal(&at, &end) && status == SWARM_OK; json_object_iter_next(&at)) {
        const char *name = json_object_iter_peek_name(&at);
        status = take_setting(&place, swarm_param_find(rows, row_count, name), name, json_object_iter_peek_value(&at),
                              &replay->settings[replay->record.setting_count++]);
    }
    replay->record.settings = replay->settings;
    return status;
}

static enum swarm_status take_starts(const struct place *whole, struct cli_replay *replay)
{
    struct json_object *found = NULL;
    enum swarm_status status = find(whole, "init", json_type_array, true, &found);
    if (status != SWARM_OK || !found) {
        return status;
    }
    const size_t count = json_object_array_length(found);
    replay->starts = calloc(count + 1, sizeof *replay->starts);
    if (!replay->starts) {
        return cli_fail_memory();
    }
    for (size_t i = 0; i < count && status == SWARM_OK; ++i) {
        struct json_object *start = json_object_array_get_idx(found, i);
        const struct place place = {whole->path, "init[].", start};
        if (!json_object_is_type(start, json_type_object)) {
            return refuse(whole, "init[]", start, "an object");
        }
        status = find_text(&place, "file", &replay->starts[i].file);
        status = status == SWARM_OK ? find_number(&place, "length", &replay->starts[i].length) : status;
        ++replay->start_count;
    }
    return status;
}

static enum swarm_status take_result(const struct place *whole, struct cli_replay *replay)
{
    struct place place;
    const char *reason = "";
    enum swarm_status status = find_object(whole, "result", "result.", &place);
    status = status == SWARM_OK ? find_number(&place, "length", &replay->length) : status;
    status = status == SWARM_OK ? find_text(&place, "stop_reason", &reason) : status;
    status = status == SWARM_OK ? find_count(&place, "iterations", &replay->record.iterations) : status;
    if (strcmp(reason, swarm_stop_reason_name(SWARM_STOP_TARGET)) == 0) {
        replay->record.target = replay->length;
    }
    return status;
}

static enum swarm_status take_document(const struct place *whole, struct cli_replay *replay)
{
    struct place instance;
    enum swarm_status status = find_text(whole, "version", &replay->version);
    status = status == SWARM_OK ? find_object(whole, "instance", "instance.", &instance) : status;
    status = status == SWARM_OK ? find_text(&instance, "name", &replay->instance) : status;
    status = status == SWARM_OK ? find_count(&instance, "nodes", &replay->nodes) : status;
    status = status == SWARM_OK ? take_parameters(whole, replay) : status;
    status = status == SWARM_OK ? take_starts(whole, replay) : status;
    return status == SWARM_OK ? take_result(whole, replay) : status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The text                                                                                                           */

/* Line, from 1, of the byte `offset`. */
static size_t line_of(const char *text, size_t offset)
{
    size_t line = 1;
    for (size_t i = 0; i < offset; ++i) {
        line += text[i] == '\n';
    }
    return line;
}

static enum swarm_status parse(const char *path, const char *text, size_t size, struct json_object **document)
{
    if (size >= INT_MAX) {
        cli_error("%s: found %zu bytes, expected the document of a run, which is below 2 GiB", path, size);
        return SWARM_ERROR_INPUT;
    }
    struct json_tokener *tokener = json_tokener_new();
    if (!tokener) {
        return cli_fail_memory();
    }
    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
    *document = json_tokener_parse_ex(tokener, text, (int)size + 1); /* with the NUL, which ends it */
    const enum json_tokener_error error = json_tokener_get_error(tokener);
    const size_t end = json_tokener_get_parse_end(tokener);
    json_tokener_free(tokener);
    if (error != json_tokener_success || end < size) {
        cli_error("%s:%zu: %s, expected a document of `swarmcl tsp --json`", path,
                  line_of(text, end < size ? end : size),
                  error != json_tokener_success ? json_tokener_error_desc(error) : "found a NUL");
        return SWARM_ERROR_INPUT;
    }
    return SWARM_OK;
}

enum swarm_status cli_replay_parse(const char *path, const char *text, size_t size, struct cli_replay *replay)
{
    struct json_object *document = NULL;
    replay->path = replay->record.name = path;
    enum swarm_status status = parse(path, text, size, &document);
    replay->document = document;
    if (status == SWARM_OK && !json_object_is_type(document, json_type_object)) {
        cli_error("%s: found %s, expected the object that `swarmcl tsp --json` prints", path,
                  type_text(json_object_get_type(document)));
        status = SWARM_ERROR_INPUT;
    }
    const struct place whole = {path, "", document};
    return status == SWARM_OK ? take_document(&whole, replay) : status;
}

enum swarm_status cli_replay_read(const struct cli_console *console, const struct cli_arguments *arguments,
                                  struct cli_replay *replay)
{
    const char *path = cli_arguments_value(arguments, "replay");
    char *text = NULL;
    size_t size = 0;
    enum swarm_status status = swarm_file_read(console->context, path, &text, &size);
    if (status != SWARM_OK) {
        return cli_fail(console, status);
    }
    status = cli_replay_parse(strcmp(path, "-") == 0 ? "stdin" : path, text, size, replay);
    swarm_free(text);
    return status;
}

void cli_replay_close(void *document)
{
    json_object_put(document);
}
