#include "input.h"

#include <stdlib.h>
#include <string.h>

#include "base/encoding.h"
#include "base/file.h"
#include "table.h"

static bool has_in(struct base_word line, char c)
{
    return line.size > 0 && memchr(line.start, c, line.size);
}

/* True if the line begins with a number, or has two titles of coordinates, separated by blanks. */
static bool begins_as_table(struct base_word line)
{
    struct base_scanner scanner = {.cursor = line.start, .line_end = line.start + line.size};
    struct base_word word = base_scanner_word(&scanner, false);
    double value;
    size_t titles = base_word_real(word, &value) ? 2 : 0;
    for (; word.size > 0; word = base_scanner_word(&scanner, false)) {
        titles += csv_role_of(word, 0, NULL) < CSV_NAME;
    }
    return titles >= 2;
}

static bool is_table(struct tsp_text text)
{
    const struct base_word line = base_scanner_first_line(text.bytes, text.size);
    char separator;
    if (line.start && tsp_tsplib_is(line)) {
        return false;
    }
    return base_file_has_suffix(text.path, ".csv") || base_file_has_suffix(text.path, ".tsv")
           || base_file_has_suffix(text.path, ".txt") || has_in(line, ',') || has_in(line, ';') || has_in(line, '\t')
           || (line.start && (csv_is_separator_line(line, &separator) || begins_as_table(line)));
}

static enum swarm_status parse(struct base_env *env, struct tsp_text text, const char *columns, bool scores,
                               struct swarm_instance **instance)
{
    if (is_table(text)) {
        return csv_parse(env, text, &(struct csv_use){.columns = columns, .roles = scores ? CSV_BIT(CSV_SCORE) : 0}, false,
                         instance);
    }
    return columns ? base_fail(env, SWARM_ERROR_INVALID_ARGUMENT, "--columns %s needs a table, and %s is not one",
                               columns, text.path)
                   : tsp_tsplib_parse(env, text, instance);
}

enum swarm_status tsp_input_parse(struct base_env *env, struct tsp_text text, const char *columns, bool scores,
                                  struct swarm_instance **instance)
{
    char *decoded = NULL;
    const bool marked = base_utf8_mark(text.bytes, text.size) > 0;
    TRY(base_decode(env, text.path, text.bytes, text.size, &decoded, &text.size));
    text.bytes = decoded ? decoded : text.bytes;
    const enum swarm_status status = parse(env, text, columns, scores, instance);
    if (status == SWARM_OK && (*instance)->table) {
        (*instance)->table->mark = marked || decoded;
    }
    free(decoded);
    return status;
}

enum swarm_status tsp_input_parse_points(struct base_env *env, struct tsp_text text, struct swarm_instance **instance)
{
    *instance = NULL;
    return csv_parse(env, text, &(struct csv_use){.columns = NULL}, true, instance);
}

enum swarm_status tsp_input_parse_table(struct base_env *env, struct tsp_text text, const struct csv_use *use,
                                        struct swarm_instance **instance)
{
    char *decoded = NULL;
    const bool marked = base_utf8_mark(text.bytes, text.size) > 0;
    *instance = NULL;
    TRY(base_decode(env, text.path, text.bytes, text.size, &decoded, &text.size));
    text.bytes = decoded ? decoded : text.bytes;
    const enum swarm_status status = is_table(text) ? csv_parse(env, text, use, false, instance) : SWARM_OK;
    if (status == SWARM_OK && *instance) {
        (*instance)->table->mark = marked || decoded;
    }
    free(decoded);
    return status;
}

enum swarm_status swarm_instance_parse(swarm_context *context, const char *text, size_t size, const char *name,
                                       swarm_instance **instance)
{
    struct base_env *env = base_env_of(context);
    const double start = base_seconds(env);
    TRY(text && name ? tsp_input_parse(env, (struct tsp_text){name, text, size}, NULL, false, instance)
                     : base_fail_null(context, "text or name"));
    (*instance)->info.read_seconds = base_seconds(env) - start;
    return SWARM_OK;
}
