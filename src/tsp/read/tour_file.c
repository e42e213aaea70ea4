/* tour_file.c - tour files of TSPLIB95. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/scanner.h"
#include "base/text.h"
#include "input.h"
#include "tsp/length.h"

/* A comment "NUMBER NAME". */
struct name_comment {
    size_t node, line;
    struct base_word name;
};

struct tour_reader {
    struct base_scanner scanner;
    const struct swarm_instance *instance;
    size_t count;               /* nodes of the instance */
    bool some;                  /* a tour of some nodes will do */
    size_t wanted;              /* nodes of the tour, by DIMENSION or because all are; 0: at least one */
    uint32_t *tour;             /* [count] */
    size_t *lines;              /* [count] the line that names each node; 0: not seen */
    size_t done;                /* nodes read */
    struct name_comment *names; /* [name_count], owned */
    size_t name_count, name_capacity;
    struct base_word length; /* the rest of the line behind "length" in swarmcl's comment; no start: there is none */
    size_t length_line;
};

/* Whether `part` is in the word. */
static bool contains(struct base_word word, const char *part)
{
    const size_t size = strlen(part);
    for (size_t k = 0; k + size <= word.size; ++k) {
        if (memcmp(word.start + k, part, size) == 0) {
            return true;
        }
    }
    return false;
}

/* Takes "length 52.36 m, swarmcl 0.2.0", or "3 name of the node". */
static enum swarm_status take_comment(struct tour_reader *reader)
{
    struct base_scanner *scanner = &reader->scanner;
    const struct base_word word = base_scanner_word(scanner, false), rest = base_scanner_rest(scanner);
    int64_t number = 0;
    if (base_word_equal(word, "length") && contains(rest, ", swarmcl ")) {
        reader->length = rest;
        reader->length_line = scanner->line;
        return SWARM_OK;
    }
    if (!reader->instance->names || !base_number_integer(word.start, word.size, &number) || number < 1
        || number > (int64_t)reader->count) {
        return SWARM_OK;
    }
    struct name_comment *grown =
        base_grown(reader->names, &reader->name_capacity, reader->name_count + 1, sizeof *grown);
    TRY(grown ? SWARM_OK : base_fail_memory(scanner->env));
    reader->names = grown;
    reader->names[reader->name_count++] = (struct name_comment){(size_t)number - 1, scanner->line, rest};
    return SWARM_OK;
}

static enum swarm_status check_dimension(struct tour_reader *reader)
{
    struct base_scanner *scanner = &reader->scanner;
    struct base_word word = base_scanner_word(scanner, false);
    int64_t value = 0;
    if (!base_number_integer(word.start, word.size, &value) || value < 1) {
        return base_scanner_fail(scanner, word, "a DIMENSION of 1 or more");
    }
    if (reader->some ? value > (int64_t)reader->count : value != (int64_t)reader->count) {
        return base_scanner_fail_at(scanner, SWARM_ERROR_VERIFICATION, scanner->line, word,
                                    "DIMENSION %zu, the instance's%s", reader->count, reader->some ? ", or less" : "");
    }
    reader->wanted = (size_t)value;
    return base_scanner_require_end_of_line(scanner);
}

/* Reads the lines up to and including TOUR_SECTION. Skips unknown keywords: solvers write a few. */
static enum swarm_status read_header(struct tour_reader *reader)
{
    struct base_scanner *scanner = &reader->scanner;
    for (;;) {
        bool found = false;
        TRY(base_scanner_next_line(scanner, &found));
        struct base_word word = found ? base_scanner_word(scanner, true) : (struct base_word){NULL, 0};
        struct base_word colon = base_scanner_word(scanner, true);
        if (found && base_word_equal(word, "TOUR_SECTION")) {
            return colon.size == 0 || base_word_equal(colon, ":")
                       ? base_scanner_require_end_of_line(scanner)
                       : base_scanner_fail(scanner, colon, "the end of the line behind TOUR_SECTION");
        }
        if (!found || !base_word_equal(colon, ":")) {
            return base_scanner_fail(scanner, word, "a keyword with its value or TOUR_SECTION");
        }
        if (base_word_equal(word, "TYPE")) {
            struct base_word type = base_scanner_word(scanner, false);
            if (!base_word_equal(type, "TOUR")) {
                return base_scanner_fail(scanner, type, "TYPE TOUR");
            }
        } else if (base_word_equal(word, "DIMENSION")) {
            TRY(check_dimension(reader));
        } else if (base_word_equal(word, "COMMENT")) {
            TRY(take_comment(reader));
        }
    }
}

static enum swarm_status take_node(struct tour_reader *reader, struct base_word word, int64_t number)
{
    struct base_scanner *scanner = &reader->scanner;
    if (number < 1 || number > (int64_t)reader->count) {
        return base_scanner_fail_at(scanner, SWARM_ERROR_VERIFICATION, scanner->line, word, "a node from 1 to %zu",
                                    reader->count);
    }
    size_t node = (size_t)number - 1;
    if (reader->lines[node] > 0) {
        return base_scanner_fail_at(scanner, SWARM_ERROR_VERIFICATION, scanner->line, word,
                                    "a node that the tour has not visited; line %zu does already", reader->lines[node]);
    }
    reader->lines[node] = scanner->line;
    reader->tour[reader->done++] = (uint32_t)node;
    return SWARM_OK;
}

/* Whether the number ends the tour: -1, or the negative first node, as some programs write it. */
static bool is_end(const struct tour_reader *reader, int64_t number)
{
    return number == -1 || (reader->done > 0 && number == -(int64_t)reader->tour[0] - 1);
}

/* Only -1 and EOF may follow the end of the tour. */
static enum swarm_status read_tail(struct tour_reader *reader)
{
    for (;;) {
        struct base_word word;
        int64_t number = 0;
        TRY(base_scanner_word_of_text(&reader->scanner, &word));
        if (!word.start || base_word_equal(word, "EOF")) {
            return SWARM_OK;
        }
        if (!base_number_integer(word.start, word.size, &number) || number != -1) {
            return base_scanner_fail(&reader->scanner, word, "EOF after the end of the tour");
        }
    }
}

static enum swarm_status read_nodes(struct tour_reader *reader)
{
    struct base_scanner *scanner = &reader->scanner;
    struct base_word word = {NULL, 0};
    bool closed = false;
    for (;;) {
        int64_t number = 0;
        TRY(base_scanner_word_of_text(scanner, &word));
        if (!word.start || base_word_equal(word, "EOF")) {
            break;
        }
        if (!base_number_integer(word.start, word.size, &number)) {
            return base_scanner_fail(scanner, word, "a node, -1 or EOF");
        }
        if (is_end(reader, number)) {
            closed = true;
            break;
        }
        TRY(take_node(reader, word, number));
    }
    if (reader->done == 0 && reader->wanted == 0) {
        return base_scanner_fail_at(scanner, SWARM_ERROR_VERIFICATION, scanner->line, word, "a node");
    }
    if (reader->some && reader->wanted > 0 && reader->done != reader->wanted) {
        return base_scanner_fail_at(scanner, SWARM_ERROR_VERIFICATION, scanner->line, word,
                                    "as many nodes as DIMENSION, %zu (%zu read)", reader->wanted, reader->done);
    }
    if (reader->done < reader->wanted) {
        size_t missing = 0;
        while (reader->lines[missing] > 0) {
            ++missing;
        }
        return base_scanner_fail_at(scanner, SWARM_ERROR_VERIFICATION, scanner->line, word,
                                    "node %zu, which the tour misses (%zu of %zu nodes read)", missing + 1,
                                    reader->done, reader->count);
    }
    if (closed) {
        TRY(read_tail(reader));
    }
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* What the comments say                                                                                              */

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Whether the names are equal, any blanks and line breaks between words counting as one blank. */
static bool same_name(struct base_word a, const char *b)
{
    size_t k = 0;
    for (;;) {
        const size_t before = k;
        const char *const word = b;
        while (k < a.size && is_space(a.start[k])) {
            ++k;
        }
        b += strspn(b, " \t\r\n");
        if (k == a.size || !*b) {
            return k == a.size && !*b;
        }
        if ((before > 0 && (k > before) != (b > word)) || a.start[k] != *b) {
            return false;
        }
        ++k;
        ++b;
    }
}

/* Comments "NUMBER NAME" are names of nodes in a file of swarmcl, or if each node of the tour has one. A number means
 * another node if the table has another order than the tour's. */
static enum swarm_status check_names(const struct tour_reader *reader)
{
    if (!reader->length.start && reader->name_count != reader->done) {
        return SWARM_OK;
    }
    for (size_t k = 0; k < reader->name_count; ++k) {
        const struct name_comment *comment = &reader->names[k];
        const char *name = reader->instance->names[comment->node];
        char quoted[BASE_QUOTED];
        if (!same_name(comment->name, name)) {
            return base_scanner_fail_at(&reader->scanner, SWARM_ERROR_VERIFICATION, comment->line, comment->name,
                                        "%s, the name of node %zu in \"%s\"; has the table another order now?",
                                        base_word_quoted((struct base_word){name, strlen(name)}, quoted),
                                        comment->node + 1, reader->instance->info.name);
        }
    }
    return SWARM_OK;
}

static int64_t measure(const struct tour_reader *reader, bool path)
{
    int64_t length = 0;
    for (size_t k = path; k < reader->done; ++k) {
        const uint32_t from = reader->tour[k > 0 ? k - 1 : reader->done - 1];
        length += tsp_instance_distance(reader->instance, from, reader->tour[k]);
    }
    return length;
}

/* Whether the lengths differ by more than the rounding of distances: another version may have counted in other steps.
 */
static bool differ(const struct swarm_instance *instance, int64_t a, int64_t b)
{
    return instance->info.decimals == 0 ? a != b : fabs((double)a - (double)b) > 1e-6 * (double)(a > b ? a : b);
}

/* A length that differs is a failure if `strict`, otherwise a warning: distances may have changed since. */
static enum swarm_status check_length(const struct tour_reader *reader, bool strict)
{
    struct base_env *env = reader->scanner.env;
    const struct swarm_instance *instance = reader->instance;
    const size_t size = reader->length.start ? strcspn(reader->length.start, " ,") : 0;
    char number[64], measured[TSP_LENGTH_TEXT];
    int64_t claimed = 0;
    if (size == 0 || size >= sizeof number) {
        return SWARM_OK;
    }
    memcpy(number, reader->length.start, size);
    number[size] = '\0';
    const int64_t length = measure(reader, contains(reader->length, "of the open path"));
    if (!tsp_length_parse(number, instance->info.decimals, &claimed) || !differ(instance, length, claimed)) {
        return SWARM_OK;
    }
    static const char text[] = "%s:%zu: found length %s, expected %s, as \"%s\" gives; is the tour of another table?";
    tsp_length_shown(length, instance->info.decimals, measured);
    if (strict) {
        return base_fail(env, SWARM_ERROR_VERIFICATION, text, reader->scanner.path, reader->length_line, number,
                         measured, instance->info.name);
    }
    base_log(env, SWARM_LOG_WARNING, text, reader->scanner.path, reader->length_line, number, measured,
             instance->info.name);
    return SWARM_OK;
}

enum swarm_status tsp_tour_file_parse(struct base_env *env, const char *text, size_t size, const char *path,
                                      const struct swarm_instance *instance, bool strict, uint32_t **tour,
                                      size_t *count)
{
    const size_t n = instance->info.node_count;
    struct tour_reader reader = {.instance = instance, .count = n, .some = count != NULL, .wanted = count ? 0 : n};
    enum swarm_status status;
    base_scanner_init(&reader.scanner, env, path, text, size);
    reader.tour = base_array(reader.count, sizeof *reader.tour);
    reader.lines = base_array(reader.count, sizeof *reader.lines);
    TRY_OR(done, reader.tour && reader.lines ? read_header(&reader) : base_fail_memory(env));
    TRY_OR(done, read_nodes(&reader));
    TRY_OR(done, check_names(&reader));
    TRY_OR(done, check_length(&reader, strict));
    *tour = reader.tour;
    reader.tour = NULL;
    if (count) {
        *count = reader.done;
    }

done:
    free(reader.tour);
    free(reader.lines);
    free(reader.names);
    return status;
}

/* A text that is written into memory of fixed size. */
struct output {
    char *text;
    size_t used, size;
};

static void put(struct output *out, const char *format, ...) BASE_PRINTF(2, 3);

static void put(struct output *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    out->used += (size_t)base_text_vprint(out->text + out->used, out->size - out->used, format, arguments);
    va_end(arguments);
}

static void put_comment(struct output *out, const char *text)
{
    for (bool more = true; more;) {
        const size_t length = strcspn(text, "\r\n");
        put(out, "COMMENT : %.*s\n", (int)length, text);
        text += length;
        more = *text != '\0';
        text += text[0] == '\r' && text[1] == '\n' ? 2 : 1;
    }
}

/* "COMMENT : NUMBER NAME". Line breaks and tabs in a name become one blank. */
static void put_name(struct output *out, uint32_t node, const char *name)
{
    put(out, "COMMENT : %lu ", (unsigned long)node + 1);
    while (*name) {
        const size_t text = strcspn(name, "\r\n\t"), breaks = strspn(name + text, "\r\n\t");
        put(out, "%.*s%s", (int)text, name, breaks > 0 ? " " : "");
        name += text + breaks;
    }
    put(out, "\n");
}

enum swarm_status tsp_tour_file_write(struct base_env *env, const char *path, const char *name, const char *comment,
                                      const struct swarm_instance *instance, const uint32_t *tour, size_t count)
{
    const char *remark = comment ? comment : "";
    const bool named = instance && instance->names;
    /* Each byte of a text costs at most a line "COMMENT : " of its own; a number with its line break at most 11 bytes.
     */
    struct output out = {.size = 12 * (strlen(name) + strlen(remark) + count) + 256};
    for (size_t k = 0; named && k < count; ++k) {
        out.size += strlen(instance->names[tour[k]]) + 24;
    }
    out.text = base_array(out.size, 1);
    if (!out.text) {
        return base_fail_memory(env);
    }
    put(&out, "NAME : %.*s\n", (int)strcspn(name, "\r\n"), name);
    if (*remark) {
        put_comment(&out, remark);
    }
    for (size_t k = 0; named && k < count; ++k) {
        put_name(&out, tour[k], instance->names[tour[k]]);
    }
    put(&out, "TYPE : TOUR\nDIMENSION : %zu\nTOUR_SECTION\n", count);
    for (size_t k = 0; k < count; ++k) {
        put(&out, "%lu\n", (unsigned long)tour[k] + 1);
    }
    put(&out, "-1\nEOF\n");
    const enum swarm_status status = base_file_replace(env, path, out.text, out.used);
    free(out.text);
    return status;
}
