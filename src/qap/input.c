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
    int64_t *at; /* [n][n] owned */
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

/* Writes element k of the matrix. If it has more decimals than earlier ones, scales those. False: not a number. */
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

/* Copies the fields of the line to one block of memory: pointers and their text. */
static enum swarm_status read_names(const struct qap_reader *reader, const char ***names)
{
    size_t size = 0;
    for (uint32_t i = 0; i < reader->count; ++i) {
        size += reader->fields[i].size + 1;
    }
    TRY(BASE_MAKE(reader->scanner.env, *names, reader->count + size / sizeof **names + 1));
    char *text = (char *)(*names + reader->count);
    for (uint32_t i = 0; i < reader->count; ++i) {
        const struct base_word field = reader->fields[i];
        (*names)[i] = text;
        for (size_t k = 0; k < field.size; ++k) {
            *text++ = field.start[k];
            k += k + 1 < field.size && field.start[k] == '"' && field.start[k + 1] == '"'; /* a doubled quote */
        }
        ++text; /* zeros follow */
    }
    return SWARM_OK;
}

/* True if the line has names of columns: its first field, or at least half of the others, are not numbers. */
static bool is_header(const struct qap_reader *reader)
{
    uint32_t names = 0;
    for (uint32_t i = 1; i < reader->count; ++i) {
        names += !is_number(reader->fields[i]);
    }
    return !is_number(reader->fields[0]) || (names > 0 && 2 * names >= reader->count);
}

static enum swarm_status make_matrix(struct base_scanner *scanner, int64_t n, struct base_word found,
                                     struct matrix *matrix)
{
    if (n < 1 || n > QAP_ITEMS_MOST) {
        return base_scanner_fail(scanner, found, "the number of items, 1 to %d", (int)QAP_ITEMS_MOST);
    }
    matrix->n = (uint32_t)n;
    /* An element takes at least 2 bytes of text, so a short text cannot request much memory. */
    const size_t size = (size_t)(scanner->end - scanner->cursor);
    return (uint64_t)size / 2 + (uint64_t)n + 1 >= (uint64_t)n * (uint64_t)n
               ? BASE_MAKE(scanner->env, matrix->at, (size_t)(n * n))
               : base_fail(scanner->env, SWARM_ERROR_INPUT,
                           "%s: found %zu bytes, expected two matrices of %lld rows and columns, for %lld items",
                           scanner->path, size, (long long)n, (long long)n);
}

/* Reads the rows of a table. The first one is the current line. `labels` is 1 if rows begin with a name, else 0. */
static enum swarm_status read_rows(struct qap_reader *reader, const char *what, uint32_t labels, struct matrix *matrix)
{
    struct base_scanner *scanner = &reader->scanner;
    const uint32_t n = matrix->n;
    for (uint32_t i = 0; i < n; ++i) {
        TRY(i > 0 ? qap_next_line(reader) : SWARM_OK);
        if (labels > 0 && reader->count > 0 && qap_find(matrix->names + i, 1, reader->fields[0]) != 0) {
            return base_scanner_fail(scanner, reader->fields[0], "\"%s\", because rows have the order of columns",
                                     matrix->names[i]);
        }
        for (uint32_t j = 0; j < n; ++j) {
            const bool has = labels + j < reader->count;
            const struct base_word word = has ? reader->fields[labels + j] : (struct base_word){scanner->cursor, 0};
            if (!put_number(matrix, (size_t)i * n + j, word, true)) {
                scanner->empty = has ? "an empty field" : NULL;
                return base_scanner_fail(scanner, word, "%s %u to %u, a number", what, (unsigned)i + 1,
                                         (unsigned)j + 1);
            }
        }
        if (reader->count > labels + n) {
            return base_scanner_fail(scanner, reader->fields[labels + n],
                                     "the end of the line after %u numbers, as on the first line", (unsigned)n);
        }
    }
    return SWARM_OK;
}

/* Reads the next matrix of a table; names of columns above it and of rows before it are optional. */
static enum swarm_status read_table(struct qap_reader *reader, const char *what, struct matrix *matrix)
{
    struct base_scanner *scanner = &reader->scanner;
    TRY(qap_next_line(reader));
    if (reader->count == 0) {
        return base_scanner_fail(scanner, (struct base_word){NULL, 0},
                                 "%s 1 to 1; distances are below the flows, or in a second file", what);
    }
    const uint32_t titles = is_header(reader) ? reader->count : 0;
    if (titles > 0) {
        TRY(read_names(reader, &matrix->names));
        TRY(qap_next_line(reader));
    }
    const struct base_word *first = reader->fields;
    const bool labels = titles > 0 && reader->count > 0
                        && (!*matrix->names[0] || reader->count > titles || !is_number(*first)
                            || (titles > 1 && base_word_equal(*first, matrix->names[1])));
    if (titles > 0 && titles != reader->count && !(labels && *matrix->names[0] && titles + 1 == reader->count)) {
        return base_scanner_fail(scanner, *first, "as many numbers in a line as there are names above");
    }
    TRY(make_matrix(scanner, reader->count - labels, (struct base_word){NULL, 0}, matrix));
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
static bool is_table(const struct base_scanner *text)
{
    const struct base_word line = base_scanner_first_line(text->cursor, (size_t)(text->end - text->cursor));
    bool commas = false;
    for (size_t i = 0; i < line.size; ++i) {
        const bool comma = line.start[i] == ',' || line.start[i] == ';';
        if (commas && !comma && line.start[i] > ' ') {
            return true;
        }
        commas |= comma;
    }
    return base_file_has_suffix(text->path, ".csv") || base_file_has_suffix(text->path, ".tsv");
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
        TRY(make_matrix(scanner, n, word, &made[k]));
        for (size_t i = 0; i < (size_t)(n * n); ++i) {
            TRY(qap_next_word(scanner, &word));
            if (!put_number(&made[k], i, word, false)) {
                return base_scanner_fail(scanner, word, "%s %lld to %lld, a number", elements[k], (long long)i / n + 1,
                                         (long long)i % n + 1);
            }
        }
    }
    return SWARM_OK;
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
static enum swarm_status assemble(const struct base_scanner *scanner, struct matrix made[2], swarm_instance **locations,
                                  swarm_qap **qap)
{
    const uint32_t items = made[0].n, n = *locations ? (*locations)->info.node_count : made[1].n;
    if (items > n || n > QAP_ITEMS_MOST) {
        return base_fail(scanner->env, SWARM_ERROR_INPUT,
                         "%s: found %u items and %u places, expected a place for each item, at most %d", scanner->path,
                         (unsigned)items, (unsigned)n, (int)QAP_ITEMS_MOST);
    }
    TRY(qap_instance_create(scanner->env, scanner->path, n, qap));
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
    } else if (take_locations(scanner->env, instance, locations) != SWARM_OK) {
        swarm_qap_destroy(qap);
        return SWARM_ERROR_OUT_OF_MEMORY;
    }
    return qap_instance_finish(scanner->env, scanner->path, qap);
}

/* Reads one text with both matrices, or two tables with one each; the second table may have places instead. */
static enum swarm_status parse(struct base_env *env, const struct base_word *texts, const char *const *paths,
                               size_t count, swarm_qap **qap)
{
    struct qap_reader readers[2] = {{.count = 0}}, *second = &readers[count - 1];
    struct matrix made[2] = {{.at = NULL}};
    swarm_instance *locations = NULL;
    char *decoded[2] = {NULL};
    enum swarm_status status = SWARM_OK;
    *qap = NULL;
    for (size_t k = 0; k < count; ++k) {
        size_t size = texts[k].size;
        TRY_OR(done, base_decode(env, paths[k], texts[k].start, size, &decoded[k], &size));
        base_scanner_init(&readers[k].scanner, env, paths[k], decoded[k] ? decoded[k] : texts[k].start, size);
    }
    if (count == 1 && !is_table(&readers[0].scanner)) {
        TRY_OR(done, read_qaplib(&readers[0].scanner, made));
    } else {
        TRY_OR(done, read_table(&readers[0], elements[0], &made[0]));
        TRY_OR(done, count > 1 ? qap_read_end(&readers[0].scanner, "the end of the file after the flows") : SWARM_OK);
        if (count > 1) {
            const struct base_scanner *text = &second->scanner;
            const struct tsp_text table = {text->path, text->next, (size_t)(text->end - text->next)};
            TRY_OR(done, tsp_input_parse_points(env, table, &locations));
        }
        TRY_OR(done, locations ? SWARM_OK : read_table(second, elements[1], &made[1]));
    }
    TRY_OR(done, locations ? SWARM_OK : qap_read_end(&second->scanner, "the end of the file after two matrices"));
    TRY_OR(done, assemble(&readers[0].scanner, made, &locations, qap));

done:
    for (size_t k = 0; k < 2; ++k) {
        free(readers[k].fields);
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
