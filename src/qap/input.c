/* input.c - instances from callers' arrays and from text: QAPLIB, tables of numbers and names. */
#include <stdlib.h>
#include <string.h>

#include "base/encoding.h"
#include "base/file.h"
#include "base/memory.h"
#include "reader.h"
#include "tsp/read/input.h"

/* A square matrix as whole numbers: each element is its number in the text times 10^decimals. */
struct matrix {
    int64_t *at; /* [n][n] owned elements, row by row */
    uint32_t n;
    int decimals;
    const char **names; /* [n] names of rows and columns, owned with their text; NULL: none */
};

enum swarm_status swarm_qap_from_matrices(swarm_context *context, const char *name, size_t item_count,
                                          const int64_t *flows, const int64_t *distances, swarm_qap **qap)
{
    struct base_env *env = base_env_of(context);
    if (!flows || !distances) {
        return base_fail_null(context, !flows ? "flows" : "distances");
    }
    name = name ? name : "";
    if (item_count < 1 || item_count > QAP_ITEMS_MOST) {
        return base_fail(env, SWARM_ERROR_INPUT, "%s: found %zu items, expected 1 to %d", name, item_count,
                         (int)QAP_ITEMS_MOST);
    }
    TRY(qap_instance_create(env, name, (uint32_t)item_count, qap));
    memcpy((*qap)->flows, flows, item_count * item_count * sizeof *flows);
    memcpy((*qap)->distances, distances, item_count * item_count * sizeof *distances);
    return qap_instance_finish(env, name, qap);
}

/* Writes element k of the matrix; returns false if the word is not a number. If the number has more decimals than
 * earlier ones, scales those. */
static bool put_number(struct matrix *matrix, size_t k, struct base_word word, bool comma)
{
    int decimals;
    if (!qap_read_number(word, comma, &matrix->at[k], &decimals)) {
        return false;
    }
    for (size_t i = 0; i < k && decimals > matrix->decimals; ++i) {
        matrix->at[i] = qap_scaled(matrix->at[i], decimals - matrix->decimals);
    }
    matrix->decimals = decimals > matrix->decimals ? decimals : matrix->decimals;
    matrix->at[k] = qap_scaled(matrix->at[k], matrix->decimals - decimals);
    return true;
}

static bool is_number(struct base_word word)
{
    int64_t value;
    int decimals;
    return qap_read_number(word, true, &value, &decimals);
}

/* Copies the fields of the record to one block of memory: pointers and their text. */
static enum swarm_status read_names(struct base_env *env, const struct csv_record *record, const char ***names)
{
    size_t size = 0;
    for (size_t i = 0; i < record->filled; ++i) {
        size += record->fields[i].text.size + 1;
    }
    TRY(BASE_MAKE(env, *names, record->filled + size / sizeof **names + 1));
    char *text = (char *)(*names + record->filled);
    for (size_t i = 0; i < record->filled; ++i) {
        const struct base_word field = record->fields[i].text;
        (*names)[i] = text;
        for (size_t k = 0; k < field.size; ++k) {
            *text++ = field.start[k];
            k += k + 1 < field.size && field.start[k] == '"' && field.start[k + 1] == '"'; /* a doubled quote */
        }
        ++text; /* zeros follow */
    }
    return SWARM_OK;
}

/* True if the record has names of columns: its first field, or at least half of the others, are not numbers. */
static bool is_header(const struct csv_record *record)
{
    size_t names = 0;
    for (size_t i = 1; i < record->filled; ++i) {
        names += !is_number(record->fields[i].text);
    }
    return !is_number(record->fields[0].text) || (names > 0 && 2 * names >= record->filled);
}

static enum swarm_status make_matrix(const struct base_scanner *scanner, size_t line, int64_t n, struct base_word found,
                                     struct matrix *matrix)
{
    if (n < 1 || n > QAP_ITEMS_MOST) {
        return base_scanner_fail_at(scanner, SWARM_ERROR_INPUT, line, found, "the number of items, 1 to %d",
                                    (int)QAP_ITEMS_MOST);
    }
    matrix->n = (uint32_t)n;
    /* An element takes at least 2 bytes of text, so a short text cannot request much memory. */
    const size_t size = (size_t)(scanner->end - scanner->cursor);
    return (uint64_t)size / 2 + (uint64_t)n + 1 >= (uint64_t)n * (uint64_t)n
               ? BASE_MAKE(scanner->env, matrix->at, (size_t)(n * n))
               : base_fail(scanner->env, SWARM_ERROR_INPUT,
                           "%s: the text is too short: %zu bytes are left, expected a matrix of %lld rows and "
                           "columns, for %lld items",
                           scanner->path, size, (long long)n, (long long)n);
}

/* Reads the rows of a table. The first one is the current record. `labels` is 1 if rows begin with a name, else 0. */
static enum swarm_status read_rows(struct qap_reader *reader, const char *what, uint32_t labels, struct matrix *matrix)
{
    const struct csv_record *record = &reader->record;
    const uint32_t n = matrix->n;
    for (uint32_t i = 0; i < n; ++i) {
        TRY(i > 0 ? qap_next_record(reader) : SWARM_OK);
        if (labels > 0 && record->filled > 0 && qap_find(matrix->names + i, 1, record->fields[0].text) != 0) {
            return QAP_FAIL(reader, record->fields[0].text, "\"%s\", because rows have the order of columns",
                            matrix->names[i]);
        }
        for (uint32_t j = 0; j < n; ++j) {
            const bool has = labels + j < record->filled;
            const struct base_word word = has ? record->fields[labels + j].text : (struct base_word){"", 0};
            if (!put_number(matrix, (size_t)i * n + j, word, true)) {
                reader->table.scanner.empty = has ? "an empty field" : NULL;
                return QAP_FAIL(reader, word, "%s %u to %u, a number", what, (unsigned)i + 1, (unsigned)j + 1);
            }
        }
        if (record->filled > labels + n) {
            return QAP_FAIL(reader, record->fields[labels + n].text,
                            "the end of the line after %u numbers, as on the first line", (unsigned)n);
        }
    }
    return SWARM_OK;
}

/* Reads the next matrix of a table; names of columns above it and of rows before it are optional. */
static enum swarm_status read_table(struct qap_reader *reader, const char *what, struct matrix *matrix)
{
    const struct csv_record *record = &reader->record;
    TRY(qap_next_record(reader));
    if (record->count == 0) {
        return QAP_FAIL(reader, ((struct base_word){NULL, 0}),
                        "%s 1 to 1; distances are below the flows, or in a second file", what);
    }
    const size_t titles = is_header(record) ? record->filled : 0;
    if (titles > 0) {
        TRY(read_names(reader->table.scanner.env, record, &matrix->names));
        TRY(qap_next_record(reader));
    }
    const struct base_word first = record->fields->text;
    const bool labels = titles > 0 && record->filled > 0
                        && (!*matrix->names[0] || record->filled > titles || !is_number(first)
                            || (titles > 1 && base_word_equal(first, matrix->names[1])));
    if (titles > 0 && titles != record->filled && !(labels && *matrix->names[0] && titles + 1 == record->filled)) {
        return QAP_FAIL(reader, first, "as many numbers in a line as there are names above");
    }
    TRY(make_matrix(&reader->table.scanner, reader->line, (int64_t)record->filled - labels, (struct base_word){NULL, 0},
                    matrix));
    if (titles > matrix->n) {
        memmove(matrix->names, matrix->names + 1, matrix->n * sizeof *matrix->names);
    }
    return read_rows(reader, what, labels, matrix);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Instances                                                                                                          */

static const char *const elements[2] = {"the flow from item", "the distance from place"};

/* True if the text is a table, with a row of a matrix on each line: its first line has a field after a comma, or the
 * file has the name of a table. */
static bool is_table(struct tsp_text text)
{
    const struct base_word line = base_scanner_first_line(text.bytes, text.size);
    bool commas = false;
    for (size_t i = 0; i < line.size; ++i) {
        const bool comma = line.start[i] == ',' || line.start[i] == ';';
        if (commas && !comma && line.start[i] > ' ') {
            return true;
        }
        commas |= comma;
    }
    return base_file_has_suffix(text.path, ".csv") || base_file_has_suffix(text.path, ".tsv");
}

/* Reads a QAPLIB file: the number of items, the flows, the distances. */
static enum swarm_status read_qaplib(struct base_scanner *scanner, struct matrix made[2])
{
    struct base_word word;
    int64_t n = 0;
    TRY(qap_next_word(scanner, &word));
    if (!base_word_integer(word, INT64_MIN, INT64_MAX, &n)) {
        return base_scanner_fail(scanner, word, "the number of items, an integer");
    }
    for (int k = 0; k < 2; ++k) {
        TRY(make_matrix(scanner, scanner->line, n, word, &made[k]));
        for (size_t i = 0; i < (size_t)(n * n); ++i) {
            TRY(qap_next_word(scanner, &word));
            if (!put_number(&made[k], i, word, false)) {
                return base_scanner_fail(scanner, word, "%s %lld to %lld, a number", elements[k], (long long)i / n + 1,
                                         (long long)i % n + 1);
            }
        }
    }
    return qap_read_end(scanner, "the end of the file after two matrices");
}

/* Computes the distances between locations as for tours. Drops decimals until no cost can reach 2^56, but at most five,
 * so about five digits of the largest distance remain. Returns the number of decimals. */
static int measure_locations(struct swarm_qap *qap, const swarm_instance *locations)
{
    const uint32_t n = qap->info.item_count;
    const int zeros = locations->info.decimals < 0 ? -locations->info.decimals : 0;
    int decimals = locations->info.decimals + zeros;
    for (int64_t step = 1;; step *= 10, --decimals) {
        for (size_t i = 0; i < n; ++i) {
            for (size_t j = 0; j < n; ++j) {
                const int64_t distance = tsp_instance_distance(locations, (uint32_t)i, (uint32_t)j);
                qap->distances[i * n + j] = (qap_scaled(distance, zeros) + step / 2) / step;
            }
        }
        if (decimals == 0 || step == 100000 || qap_instance_fits(qap)) {
            return decimals;
        }
    }
}

/* Moves *locations, the table of places, to the instance, and sets the distances and the names of places by it. */
static enum swarm_status take_locations(struct base_env *env, struct swarm_qap *qap, swarm_instance **locations)
{
    const uint32_t n = qap->info.item_count;
    qap->info.decimals += measure_locations(qap, *locations);
    TRY((*locations)->names ? BASE_MAKE(env, qap->places, n) : SWARM_OK);
    for (uint32_t i = 0; i < n && qap->places; ++i) {
        qap->places[i] = (*locations)->names[i];
    }
    qap->locations = *locations;
    *locations = NULL;
    return SWARM_OK;
}

/* Makes the instance, with the distances of the matrix, or of *locations unless they are NULL. Items that are missing
 * for a place each have flows of 0. */
static enum swarm_status assemble(struct base_env *env, const char *path, struct matrix made[2],
                                  swarm_instance **locations, swarm_qap **qap)
{
    const uint32_t items = made[0].n, n = *locations ? (*locations)->info.node_count : made[1].n;
    if (items > n || n > QAP_ITEMS_MOST) {
        return base_fail(env, SWARM_ERROR_INPUT,
                         "%s: found %u items and %u places, expected a place for each item, at most %d", path,
                         (unsigned)items, (unsigned)n, (int)QAP_ITEMS_MOST);
    }
    TRY(qap_instance_create(env, path, n, qap));
    struct swarm_qap *instance = *qap;
    for (size_t i = 0; i < items; ++i) {
        memcpy(instance->flows + i * n, made[0].at + i * items, items * sizeof *made[0].at);
    }
    instance->info.added_items = n - items;
    instance->info.decimals = made[0].decimals + made[1].decimals;
    instance->items = made[0].names;
    instance->places = made[1].names;
    made[0].names = made[1].names = NULL;
    if (!*locations) {
        memcpy(instance->distances, made[1].at, (size_t)n * n * sizeof *made[1].at);
    } else if (take_locations(env, instance, locations) != SWARM_OK) {
        swarm_qap_destroy(qap);
        return SWARM_ERROR_OUT_OF_MEMORY;
    }
    return qap_instance_finish(env, path, qap);
}

/* Reads one text with both matrices, or two tables with one each; the second table may have places instead. */
static enum swarm_status parse(struct base_env *env, const struct base_word *given, const char *const *paths,
                               size_t count, swarm_qap **qap)
{
    struct qap_reader readers[2] = {{.line = 0}}, *second = &readers[count - 1];
    struct matrix made[2] = {{.at = NULL}};
    struct tsp_text texts[2];
    struct base_scanner scanner;
    swarm_instance *locations = NULL;
    char *decoded[2] = {NULL};
    enum swarm_status status = SWARM_OK;
    *qap = NULL;
    for (size_t k = 0; k < count; ++k) {
        texts[k] = (struct tsp_text){paths[k], given[k].start, given[k].size};
        TRY_OR(done, base_decode(env, paths[k], given[k].start, given[k].size, &decoded[k], &texts[k].size));
        texts[k].bytes = decoded[k] ? decoded[k] : texts[k].bytes;
        TRY_OR(done, csv_table_init(&readers[k].table, env, texts[k]));
    }
    if (count == 1 && !is_table(texts[0])) {
        base_scanner_init(&scanner, env, paths[0], texts[0].bytes, texts[0].size);
        TRY_OR(done, read_qaplib(&scanner, made));
    } else {
        TRY_OR(done, read_table(&readers[0], elements[0], &made[0]));
        TRY_OR(done, count > 1 ? qap_no_record(&readers[0], "the end of the file after the flows") : SWARM_OK);
        TRY_OR(done, count > 1 ? tsp_input_parse_points(env, texts[1], &locations) : SWARM_OK);
        TRY_OR(done, locations ? SWARM_OK : read_table(second, elements[1], &made[1]));
        TRY_OR(done, locations ? SWARM_OK : qap_no_record(second, "the end of the file after two matrices"));
    }
    TRY_OR(done, assemble(env, paths[0], made, &locations, qap));
    if (count > 1 || is_table(texts[0])) {
        (*qap)->table = csv_dialect(&readers[0].table, texts[0]);
        (*qap)->table.mark = decoded[0] || base_utf8_mark(given[0].start, given[0].size) > 0;
    }

done:
    for (size_t k = 0; k < 2; ++k) {
        free(readers[k].record.fields);
        free(made[k].at);
        free(made[k].names);
        free(decoded[k]);
    }
    swarm_instance_destroy(&locations);
    return status;
}

enum swarm_status swarm_qap_parse(swarm_context *context, const char *text, size_t size, const char *name,
                                  swarm_qap **qap)
{
    return !text || !name ? base_fail_null(context, !text ? "text" : "name")
                          : parse(base_env_of(context), &(struct base_word){text, size}, &name, 1, qap);
}

enum swarm_status swarm_qap_read_two(swarm_context *context, const char *flows, const char *distances, swarm_qap **qap)
{
    struct base_env *env = base_env_of(context);
    const double start = base_seconds(env);
    const char *paths[2] = {flows, distances};
    const size_t count = distances ? 2 : 1;
    struct base_word texts[2] = {{NULL, 0}};
    char *bytes[2] = {NULL};
    enum swarm_status status = flows ? SWARM_OK : base_fail_null(context, "path");
    for (size_t k = 0; k < count && status == SWARM_OK; ++k) {
        status = base_file_read(env, paths[k], &bytes[k], &texts[k].size);
        texts[k].start = bytes[k];
        paths[k] = base_file_label(paths[k]);
    }
    status = status == SWARM_OK ? parse(env, texts, paths, count, qap) : status;
    free(bytes[0]);
    free(bytes[1]);
    if (status == SWARM_OK) {
        (*qap)->info.read_seconds = base_seconds(env) - start;
    }
    return status;
}

enum swarm_status swarm_qap_read(swarm_context *context, const char *path, swarm_qap **qap)
{
    return swarm_qap_read_two(context, path, NULL, qap);
}
