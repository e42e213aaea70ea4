/* files.c - instances and assignments from callers' arrays and from text: QAPLIB, tables of numbers. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "instance.h"

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

#define SEPARATORS " \t,;"

/* Returns the next number of the line, after any number of separators, or an empty word. */
static struct base_word next_in_line(struct base_scanner *scanner, const char *separators)
{
    while (scanner->cursor < scanner->line_end && strchr(separators, *scanner->cursor)) {
        ++scanner->cursor;
    }
    struct base_word word = base_scanner_word(scanner, false);
    for (size_t i = 0; i < word.size; ++i) {
        if (strchr(separators, word.start[i])) {
            word.size = i;
            scanner->cursor = word.start + i;
        }
    }
    return word;
}

/* Finds the next number in this line or a later one; start NULL: the text has ended. */
static enum swarm_status next_word(struct base_scanner *scanner, struct base_word *word)
{
    bool found = true;
    for (*word = next_in_line(scanner, SEPARATORS); found && word->size == 0;
         *word = next_in_line(scanner, SEPARATORS)) {
        TRY(base_scanner_next_line(scanner, &found));
    }
    word->start = found ? word->start : NULL;
    return SWARM_OK;
}

static bool is_integer(struct base_word word, int64_t *value)
{
    return base_word_integer(word, INT64_MIN, INT64_MAX, value);
}

static enum swarm_status read_end(struct base_scanner *scanner, const char *expected)
{
    struct base_word word;
    TRY(next_word(scanner, &word));
    return word.size == 0 ? SWARM_OK : base_scanner_fail(scanner, word, "%s", expected);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Instances                                                                                                          */

/* True if the text is a table, with a row of a matrix on each line: its first line has a number after a comma. A
 * table of one item is recognised by the file's name. */
static bool is_table(const char *text, size_t size, const char *path)
{
    const struct base_word line = base_scanner_first_line(text, size);
    bool commas = false;
    for (size_t i = 0; i < line.size; ++i) {
        const bool comma = line.start[i] == ',' || line.start[i] == ';';
        if (commas && !comma && line.start[i] > ' ') {
            return true;
        }
        commas |= comma;
    }
    return base_file_has_suffix(path, ".csv");
}

/* Refuses a comma between digits in a line that is separated by semicolons or tabs: "0;1,5". */
static enum swarm_status refuse_decimals(const struct base_scanner *scanner)
{
    struct base_scanner line = *scanner;
    const size_t size = (size_t)(line.line_end - line.cursor);
    struct base_word word = {NULL, 0};
    bool found = memchr(line.cursor, ';', size) || memchr(line.cursor, '\t', size);
    while (found && (word = next_in_line(&line, " \t;")).size > 0) {
        for (size_t i = 1; i + 1 < word.size; ++i) {
            if (word.start[i] == ',' && isdigit((unsigned char)word.start[i - 1])
                && isdigit((unsigned char)word.start[i + 1])) {
                return base_scanner_fail(scanner, word,
                                         "integers; next to semicolons or tabs a comma is a decimal comma");
            }
        }
    }
    return SWARM_OK;
}

/* Moves to the next line of a table. The current line must have no further numbers. */
static enum swarm_status begin_row(struct base_scanner *scanner, uint32_t n)
{
    bool found;
    const struct base_word word = next_in_line(scanner, SEPARATORS);
    if (word.size > 0) {
        return base_scanner_fail(scanner, word, "the end of the line after %u numbers, as on the first line",
                                 (unsigned)n);
    }
    TRY(base_scanner_next_line(scanner, &found));
    return refuse_decimals(scanner);
}

/* Finds the number of items: the first number of a QAPLIB file, or the count of numbers in the first line of a table,
 * which is left to be read. */
static enum swarm_status read_count(struct base_scanner *scanner, bool table, size_t size, int64_t *count)
{
    struct base_word word;
    struct base_scanner row = *scanner;
    if (table) {
        TRY(begin_row(&row, 0));
        scanner = &row;
        word = (struct base_word){row.cursor, (size_t)(row.line_end - row.cursor)};
        for (*count = 0; next_in_line(&row, SEPARATORS).size > 0;) {
            ++*count;
        }
    } else {
        TRY(next_word(scanner, &word));
        if (!is_integer(word, count)) {
            return base_scanner_fail(scanner, word, "the number of items, an integer");
        }
    }
    if (*count < 1 || *count > QAP_ITEMS_MOST) {
        return base_scanner_fail(scanner, word, "the number of items, 1 to %d", (int)QAP_ITEMS_MOST);
    }
    /* An element takes at least 2 bytes of text, so a short text cannot request much memory. */
    return (uint64_t)size / 4 + 1 >= (uint64_t)*count * (uint64_t)*count
               ? SWARM_OK
               : base_fail(scanner->env, SWARM_ERROR_INPUT,
                           "%s: found %zu bytes, expected two matrices of %lld rows and columns, for %lld items",
                           scanner->path, size, (long long)*count, (long long)*count);
}

static enum swarm_status read_matrix(struct base_scanner *scanner, bool table, uint32_t n, const char *name,
                                     int64_t *matrix)
{
    for (uint32_t i = 0; i < n; ++i) {
        TRY(table ? begin_row(scanner, n) : SWARM_OK);
        for (uint32_t j = 0; j < n; ++j) {
            struct base_word word;
            if (table) {
                word = next_in_line(scanner, SEPARATORS);
            } else {
                TRY(next_word(scanner, &word));
            }
            if (!is_integer(word, &matrix[(size_t)i * n + j])) {
                return base_scanner_fail(scanner, word, "%s %u to %u, an integer", name, (unsigned)i + 1,
                                         (unsigned)j + 1);
            }
        }
    }
    return SWARM_OK;
}

static enum swarm_status parse(struct base_env *env, const char *text, size_t size, const char *path, swarm_qap **qap)
{
    const bool table = is_table(text, size, path);
    struct base_scanner scanner;
    int64_t count = 0;
    enum swarm_status status = SWARM_OK;
    *qap = NULL;
    base_scanner_init(&scanner, env, path, text, size);
    TRY(read_count(&scanner, table, size, &count));
    const uint32_t n = (uint32_t)count;
    TRY(qap_instance_create(env, path, n, qap));
    TRY_OR(fail, read_matrix(&scanner, table, n, "the flow from item", (*qap)->flows));
    TRY_OR(fail, read_matrix(&scanner, table, n, "the distance from place", (*qap)->distances));
    TRY_OR(fail, read_end(&scanner, "the end of the file after two matrices"));
    return qap_instance_finish(env, path, qap);

fail:
    swarm_qap_destroy(qap);
    return status;
}

enum swarm_status swarm_qap_parse(swarm_context *context, const char *text, size_t size, const char *name,
                                  swarm_qap **qap)
{
    return !text || !name ? base_fail_null(context, !text ? "text" : "name")
                          : parse(base_env_of(context), text, size, name, qap);
}

enum swarm_status swarm_qap_read(swarm_context *context, const char *path, swarm_qap **qap)
{
    struct base_env *env = base_env_of(context);
    const double start = base_seconds(env);
    char *bytes = NULL;
    size_t size = 0;
    TRY(path ? base_file_read(env, path, &bytes, &size) : base_fail_null(context, "path"));
    const enum swarm_status status = parse(env, bytes, size, base_file_label(path), qap);
    free(bytes);
    if (status == SWARM_OK) {
        (*qap)->info.read_seconds = base_seconds(env) - start;
    }
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Assignments                                                                                                        */

/* Reads an assignment: "n cost", and n numbers from 1 to n, or from 0 to n - 1 if one of them is 0. */
static enum swarm_status read_places(struct base_scanner *scanner, uint32_t n, uint32_t *places, int64_t *stated)
{
    struct base_word word;
    int64_t value = 0;
    bool has_zero = false;
    TRY(next_word(scanner, &word));
    if (!base_word_integer(word, n, n, &value)) {
        return base_scanner_fail(scanner, word, "%u, the number of items", (unsigned)n);
    }
    TRY(next_word(scanner, &word));
    if (!is_integer(word, stated)) {
        return base_scanner_fail(scanner, word, "the cost, an integer");
    }
    for (uint32_t i = 0; i < n; ++i) {
        TRY(next_word(scanner, &word));
        if (!base_word_integer(word, 0, n, &value)) {
            return base_scanner_fail(scanner, word, "number %u of %u, from 1 to %u", (unsigned)i + 1, (unsigned)n,
                                     (unsigned)n);
        }
        has_zero = has_zero || value == 0;
        places[i] = (uint32_t)value;
    }
    for (uint32_t i = 0; i < n && !has_zero; ++i) {
        --places[i];
    }
    return read_end(scanner, "the end of the file after the places");
}

enum swarm_status qap_assignment_parse(struct base_env *env, const struct swarm_qap *qap, struct base_word text,
                                       const char *path, uint32_t **places, int64_t *cost)
{
    const uint32_t n = qap->info.item_count;
    struct base_scanner scanner;
    uint32_t *inverse = NULL;
    enum swarm_status status = SWARM_OK;
    base_scanner_init(&scanner, env, path, text.start, text.size);
    TRY_OR(done, BASE_MAKE(env, *places, n));
    TRY_OR(done, BASE_MAKE(env, inverse, n));
    TRY_OR(done, read_places(&scanner, n, *places, cost));
    TRY_OR(done, qap_first_wrong(*places, n) == n
                     ? SWARM_OK
                     : base_fail(env, SWARM_ERROR_VERIFICATION,
                                 "%s: found the same place for two items, expected each place once", path));
    for (uint32_t i = 0; i < n; ++i) {
        inverse[(*places)[i]] = i;
    }
    const int64_t as_places = qap_instance_cost(qap, *places), as_items = qap_instance_cost(qap, inverse);
    TRY_OR(done, *cost == as_places || *cost == as_items
                     ? SWARM_OK
                     : base_fail(env, SWARM_ERROR_VERIFICATION,
                                 "%s: found the cost %lld, expected %lld if the numbers are places of items, or %lld "
                                 "if they are items of places",
                                 path, (long long)*cost, (long long)as_places, (long long)as_items));
    if (*cost != as_places) {
        memcpy(*places, inverse, n * sizeof *inverse);
    }

done:
    free(inverse);
    if (status != SWARM_OK) {
        free(*places);
        *places = NULL;
    }
    return status;
}

enum swarm_status swarm_qap_read_assignment(swarm_context *context, const swarm_qap *qap, const char *path,
                                            uint32_t **places, int64_t *cost)
{
    struct base_env *env = base_env_of(context);
    struct base_word text = {NULL, 0};
    char *bytes = NULL;
    TRY(path ? base_file_read(env, path, &bytes, &text.size) : base_fail_null(context, "path"));
    text.start = bytes;
    const enum swarm_status status = qap_assignment_parse(env, qap, text, base_file_label(path), places, cost);
    free(bytes);
    return status;
}

struct assignment {
    const struct swarm_qap *qap;
    const uint32_t *places;
};

static bool write_assignment(FILE *file, const void *content)
{
    enum { LINE = 20 };
    const struct assignment *assignment = content;
    const uint32_t n = assignment->qap->info.item_count;
    const long long cost = qap_instance_cost(assignment->qap, assignment->places);
    bool fine = fprintf(file, "%u %lld\n", (unsigned)n, cost) > 0;
    for (uint32_t i = 0; i < n && fine; ++i) {
        const char end = i % LINE == LINE - 1 || i + 1 == n ? '\n' : ' ';
        fine = fprintf(file, "%u%c", (unsigned)assignment->places[i] + 1, end) > 0;
    }
    return fine;
}

enum swarm_status swarm_qap_write_assignment(swarm_context *context, const char *path, const swarm_qap *qap,
                                             const uint32_t *places)
{
    const struct assignment assignment = {qap, places};
    int64_t cost;
    TRY(swarm_qap_cost(context, qap, places, qap->info.item_count, &cost));
    return base_file_write(base_env_of(context), path, write_assignment, &assignment);
}
