#include "document.h"

#include <inttypes.h>
#include <json-c/json.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"

/* A document being read. Functions print errors and set `status`; after an error, all of them return NULL or 0. */
struct reader {
    const char *path;             /* path of the document */
    const char *command;          /* expected command of the document, such as "tsp" */
    bool nulls;                   /* true: null counts as a real number, because the program writes NaN as null */
    struct json_object *document; /* owned by the caller */
    enum swarm_status status;
    char name[80]; /* name of the current value, such as "result.length" or "init.0.file" */
};

static const char *type_text(enum json_type type)
{
    static const char *const texts[] = {
        [json_type_null] = "null",          [json_type_boolean] = "true or false", [json_type_double] = "a number",
        [json_type_int] = "a whole number", [json_type_object] = "an object",      [json_type_array] = "an array",
        [json_type_string] = "a string"};
    return texts[type];
}

/* Fails because the current value is `found` and not `expected`. */
static void reader_refuse(struct reader *reader, const char *found, const char *expected)
{
    cli_error("%s: \"%s\" is %s, expected %s", reader->path, reader->name, found, expected);
    reader->status = SWARM_ERROR_INPUT;
}

/* Returns the member with this name and type; NULL after an error. A whole number also counts as a real one. */
CLI_PRINTF(3, 4)
static struct json_object *reader_find(struct reader *reader, enum json_type type, const char *name, ...)
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
        reader_refuse(reader, type_text(json_object_get_type(found)), type_text(type));
    }
    return reader->status == SWARM_OK ? found : NULL;
}

/* Returns the text of a value: a string's contents, or JSON. */
static const char *reader_text(struct reader *reader, struct json_object *value)
{
    if (reader->status != SWARM_OK) {
        return NULL;
    }
    const char *text = json_object_is_type(value, json_type_string)
                           ? json_object_get_string(value)
                           : json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN);
    reader->status = text ? SWARM_OK : cli_fail_memory();
    return text;
}

/* Reads a whole number that is at least 0. */
static uint64_t reader_count(struct reader *reader, struct json_object *value)
{
    if (json_object_get_int64(value) < 0) {
        reader_refuse(reader, json_object_to_json_string(value), "0 or more");
    }
    return json_object_get_uint64(value);
}

/* Parses `text` [size], which a NUL follows, as a JSON object. */
static enum swarm_status reader_parse(struct reader *reader, const char *text, size_t size)
{
    size_t line = 1;
    const size_t mark = size >= 3 && strncmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; /* bytes of the byte order mark */
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

/* ------------------------------------------------------------------------------------------------------------------ */
/* Bounds                                                                                                             */

enum { SHIFT_MOST = 30 }; /* largest exponent of a scale; the smallest is -30 */

/* Reads the length, in 10^-decimals of the unit, and the scale, a power of two. */
static void take_numbers(struct reader *reader, int decimals, swarm_bound *bound)
{
    const char *length = reader_text(reader, reader_find(reader, json_type_double, "result.bound"));
    if (length && !swarm_length_parse(length, decimals, &bound->length)) {
        reader_refuse(reader, length, "a length");
    }
    struct json_object *scale = reader_find(reader, json_type_double, "result.scale");
    const double value = scale ? json_object_get_double(scale) : 1.0;
    const double half = frexp(value, &bound->shift); /* value = half * 2^shift; half is 0.5 for a power of two */
    --bound->shift;
    if (reader->status == SWARM_OK && (half != 0.5 || abs(bound->shift) > SHIFT_MOST)) {
        reader_refuse(reader, json_object_to_json_string(scale), "a power of two from 2^-30 to 2^30");
    }
}

static void take_potentials(struct reader *reader, swarm_bound *bound, int32_t **potentials)
{
    struct json_object *all = reader_find(reader, json_type_array, "result.potentials");
    const size_t count = all ? json_object_array_length(all) : 0;
    *potentials = calloc(count + 1, sizeof **potentials);
    if (!*potentials) {
        reader->status = cli_fail_memory();
    }
    for (size_t i = 0; i < count && reader->status == SWARM_OK; ++i) {
        struct json_object *potential = reader_find(reader, json_type_int, "result.potentials.%zu", i);
        const int64_t value = json_object_get_int64(potential);
        if (value < INT32_MIN || value > INT32_MAX) {
            reader_refuse(reader, json_object_to_json_string(potential), "a whole number of 32 bits");
        }
        (*potentials)[i] = (int32_t)value;
    }
    bound->potential_count = count;
    bound->potentials = *potentials;
}

enum swarm_status cli_certificate_parse(const char *path, const char *text, size_t size, int decimals,
                                        swarm_bound *bound, int32_t **potentials)
{
    struct reader reader = {.path = path, .command = "bound"};
    *bound = (swarm_bound){.length = 0};
    if (reader_parse(&reader, text, size) == SWARM_OK) {
        take_numbers(&reader, decimals, bound);
    }
    if (reader.status == SWARM_OK) {
        take_potentials(&reader, bound, potentials);
    }
    json_object_put(reader.document);
    return reader.status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Runs                                                                                                               */

static void take_parameters(struct reader *reader, struct cli_replay *replay)
{
    struct json_object *parameters = reader_find(reader, json_type_object, "parameters");
    if (!parameters) {
        return;
    }
    replay->settings = calloc((size_t)json_object_object_length(parameters) + 1, sizeof *replay->settings);
    replay->record.settings = replay->settings;
    reader->status = replay->settings ? SWARM_OK : cli_fail_memory();
    json_object_object_foreach(parameters, name, value)
    {
        if (reader->status != SWARM_OK) {
            break;
        }
        replay->settings[replay->record.setting_count++] =
            (struct swarm_setting){.name = name, .value = value ? reader_text(reader, value) : NULL};
    }
}

static void take_starts(struct reader *reader, const struct cli_problem *problem, struct cli_replay *replay)
{
    struct json_object *starts = NULL;
    if (json_pointer_get(reader->document, "/init", &starts) != 0 || !starts) {
        return;
    }
    starts = reader_find(reader, json_type_array, "init");
    const size_t count = starts ? json_object_array_length(starts) : 0;
    replay->starts = calloc(count + 1, sizeof *replay->starts);
    if (!replay->starts) {
        reader->status = cli_fail_memory();
    }
    for (size_t i = 0; i < count && reader->status == SWARM_OK; ++i) {
        reader_find(reader, json_type_object, "init.%zu", i);
        replay->starts[i].file = reader_text(reader, reader_find(reader, json_type_string, "init.%zu.file", i));
        replay->starts[i].score =
            reader_text(reader, reader_find(reader, json_type_double, "init.%zu.%s", i, problem->score));
        ++replay->start_count;
    }
}

static void take_document(struct reader *reader, const struct cli_problem *problem, struct cli_replay *replay)
{
    replay->version = reader_text(reader, reader_find(reader, json_type_string, "version"));
    reader_find(reader, json_type_object, "%s", problem->member);
    replay->name = reader_text(reader, reader_find(reader, json_type_string, "%s.name", problem->member));
    replay->size = reader_count(reader, reader_find(reader, json_type_int, "%s.%s", problem->member, problem->size));
    take_parameters(reader, replay);
    take_starts(reader, problem, replay);
    reader_find(reader, json_type_object, "result");
    replay->score = reader_text(reader, reader_find(reader, json_type_double, "result.%s", problem->score));
    replay->record.iterations = reader_count(reader, reader_find(reader, json_type_int, "result.iterations"));
    const char *reason = reader_text(reader, reader_find(reader, json_type_string, "result.stop_reason"));
    if (reason && strcmp(reason, swarm_stop_reason_name(SWARM_STOP_TARGET)) == 0) {
        replay->record.target = replay->score;
    }
}

enum swarm_status cli_tour_parse(const struct cli_problem *problem, const char *path, const char *text, size_t size,
                                 struct json_object **document, struct json_object **tour)
{
    struct reader reader = {.path = path, .command = problem->name};
    reader_parse(&reader, text, size);
    *document = reader.document;
    *tour = reader_find(&reader, json_type_array, "tour");
    return reader.status;
}

enum swarm_status cli_replay_parse(const struct cli_problem *problem, const char *path, const char *text, size_t size,
                                   struct cli_replay *replay)
{
    struct reader reader = {.path = path, .command = problem->name, .nulls = !problem->whole};
    replay->path = replay->record.name = path;
    reader_parse(&reader, text, size);
    replay->document = reader.document;
    if (reader.status == SWARM_OK) {
        take_document(&reader, problem, replay);
    }
    return reader.status;
}

void cli_replay_deinit(struct cli_replay *replay)
{
    free(replay->settings);
    free(replay->starts);
    json_object_put(replay->document);
    *replay = (struct cli_replay){.path = NULL};
}
