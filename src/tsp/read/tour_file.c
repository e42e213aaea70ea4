/* Reads and writes tour files of TSPLIB95, and the comments that swarmcl and other programs write into them. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "input.h"
#include "tsp/length.h"
#include "tsp/tour.h"

/* Fails with SWARM_ERROR_VERIFICATION at the current line: the tour does not fit the instance. */
#define FAIL(reader, word, ...) \
    base_scanner_fail_at(&(reader)->scanner, SWARM_ERROR_VERIFICATION, (reader)->scanner.line, word, __VA_ARGS__)

/* A comment "NUMBER NAME". */
struct name_comment {
    size_t node, line;
    struct base_word name;
};

struct tour_reader {
    struct base_scanner scanner;
    const struct swarm_instance *instance;
    size_t count;               /* number of nodes of the instance */
    bool some;                  /* True if the tour may have only some of the nodes */
    size_t wanted;              /* nodes that the tour must have; 0: at least one */
    uint32_t *tour;             /* [count] nodes of the tour */
    size_t *lines;              /* [count] line that lists each node; 0: not read yet */
    size_t done;                /* number of nodes read so far */
    struct name_comment *names; /* [name_count] owned names of nodes from comments */
    size_t name_count, name_capacity;
    struct base_word length; /* text after "length" in a comment of swarmcl; start NULL: no such comment */
    size_t length_line;      /* line of this comment */
};

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

/* Reads a comment: "length 52.36 m, swarmcl 0.2.0", or "3 name of the node". */
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
    if (!reader->instance->names || !base_word_integer(word, 1, (int64_t)reader->count, &number)) {
        return SWARM_OK;
    }
    TRY(BASE_GROW(scanner->env, reader->names, &reader->name_capacity, reader->name_count + 1));
    reader->names[reader->name_count++] = (struct name_comment){(size_t)number - 1, scanner->line, rest};
    return SWARM_OK;
}

static enum swarm_status check_dimension(struct tour_reader *reader)
{
    struct base_scanner *scanner = &reader->scanner;
    const struct base_word word = base_scanner_word(scanner, false);
    const int64_t count = (int64_t)reader->count;
    int64_t value = 0;
    if (!base_word_integer(word, 1, INT64_MAX, &value)) {
        return base_scanner_fail(scanner, word, "a DIMENSION of 1 or more");
    }
    if (reader->some ? value > count : value != count) {
        return FAIL(reader, word, "DIMENSION %zu%s, because the instance has %zu nodes", reader->count,
                    reader->some ? " or less" : "", reader->count);
    }
    reader->wanted = (size_t)value;
    return base_scanner_require_end_of_line(scanner);
}

/* Reads the lines up to and including TOUR_SECTION. Ignores other keywords than TYPE, DIMENSION and COMMENT. */
static enum swarm_status read_header(struct tour_reader *reader)
{
    struct base_scanner *scanner = &reader->scanner;
    for (;;) {
        struct base_word word;
        TRY(base_scanner_line_word(scanner, true, &word));
        const struct base_word colon = base_scanner_word(scanner, true);
        if (base_word_equal(word, "TOUR_SECTION")) {
            return colon.size == 0 || base_word_equal(colon, ":")
                       ? base_scanner_require_end_of_line(scanner)
                       : base_scanner_fail(scanner, colon, "the end of the line after TOUR_SECTION");
        }
        if (!base_word_equal(colon, ":")) {
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
    if (number < 1 || number > (int64_t)reader->count) {
        return FAIL(reader, word, "a node from 1 to %zu", reader->count);
    }
    const size_t node = (size_t)number - 1;
    if (reader->lines[node] > 0) {
        return FAIL(reader, word, "a node that the tour has not visited before; line %zu has it already",
                    reader->lines[node]);
    }
    reader->lines[node] = reader->scanner.line;
    reader->tour[reader->done++] = (uint32_t)node;
    return SWARM_OK;
}

/* Checks the number of nodes of a tour that ends with `word`. */
static enum swarm_status check_count(const struct tour_reader *reader, struct base_word word)
{
    if (reader->done == 0 && reader->wanted == 0) {
        return FAIL(reader, word, "a node");
    }
    if (reader->some && reader->wanted > 0 && reader->done != reader->wanted) {
        return FAIL(reader, word, "%zu nodes, as DIMENSION says (%zu read)", reader->wanted, reader->done);
    }
    if (reader->done < reader->wanted) {
        size_t missing = 0;
        while (reader->lines[missing] > 0) {
            ++missing;
        }
        return FAIL(reader, word, "node %zu, which is missing from the tour (%zu of %zu nodes read)", missing + 1,
                    reader->done, reader->count);
    }
    return SWARM_OK;
}

/* Reads the nodes. The tour ends at -1, or at the negative number of the first node, which some programs write. Only -1
 * and EOF may follow. */
static enum swarm_status read_nodes(struct tour_reader *reader)
{
    for (bool closed = false;;) {
        struct base_word word;
        int64_t number = 0;
        TRY(base_scanner_word_of_text(&reader->scanner, &word));
        if (!word.start || base_word_equal(word, "EOF")) {
            return closed ? SWARM_OK : check_count(reader, word);
        }
        const bool is_number = base_word_integer(word, INT64_MIN, INT64_MAX, &number);
        if (closed ? number != -1 : !is_number) {
            return base_scanner_fail(&reader->scanner, word, "%s",
                                     closed ? "EOF after the end of the tour" : "a node, -1 or EOF");
        }
        if (!closed && (number == -1 || (reader->done > 0 && number == -(int64_t)reader->tour[0] - 1))) {
            TRY(check_count(reader, word));
            closed = true;
        } else if (!closed) {
            TRY(take_node(reader, word, number));
        }
    }
}

/* True if the names have the same words, with any blanks and line breaks between them. */
static bool same_name(struct base_env *env, struct base_word a, struct base_word b)
{
    struct base_scanner left, right;
    struct base_word word, other;
    base_scanner_init(&left, env, "", a.start, a.size);
    base_scanner_init(&right, env, "", b.start, b.size);
    do {
        if (base_scanner_word_of_text(&left, &word) != SWARM_OK
            || base_scanner_word_of_text(&right, &other) != SWARM_OK) {
            return false;
        }
    } while (word.start && other.start && base_word_same(word, other));
    return !word.start && !other.start;
}

/* Compares comments "NUMBER NAME" with the names of the instance: a different name shows that the order of the table
 * has changed. Ignores them unless swarmcl wrote the file or there is one per node of the tour, because comments of
 * other programs may mean something else. */
static enum swarm_status check_names(const struct tour_reader *reader)
{
    if (!reader->length.start && reader->name_count != reader->done) {
        return SWARM_OK;
    }
    for (size_t k = 0; k < reader->name_count; ++k) {
        const struct name_comment *comment = &reader->names[k];
        const char *text = reader->instance->names[comment->node];
        const struct base_word name = {text, strlen(text)};
        char quoted[BASE_QUOTED];
        if (!same_name(reader->scanner.env, comment->name, name)) {
            return base_scanner_fail_at(&reader->scanner, SWARM_ERROR_VERIFICATION, comment->line, comment->name,
                                        "%s, the name of node %zu in \"%s\"; has the order of the table changed?",
                                        base_word_quoted(name, quoted), comment->node + 1, reader->instance->info.name);
        }
    }
    return SWARM_OK;
}

/* True if the lengths differ; with decimals, by more than a millionth, because other versions of swarmcl may have
 * rounded distances to other decimals. */
static bool differ(const struct swarm_instance *instance, int64_t a, int64_t b)
{
    return instance->info.decimals == 0 ? a != b : fabs((double)a - (double)b) > 1e-6 * (double)(a > b ? a : b);
}

/* Compares the length in swarmcl's comment with the length of the tour. If they differ, fails if `strict` and otherwise
 * warns, because the distances may have changed. */
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
    const bool path = contains(reader->length, "of the open path");
    const int64_t length = tsp_tour_length(instance, reader->tour, reader->done, path);
    if (!swarm_length_parse(number, instance->info.decimals, &claimed) || !differ(instance, length, claimed)) {
        return SWARM_OK;
    }
    static const char text[] = "%s:%zu: found length %s, expected %s by the distances of \"%s\"; does the tour belong "
                               "to a different table?";
    tsp_length_shown(length, instance->info.decimals, measured);
    if (strict) {
        return base_fail(env, SWARM_ERROR_VERIFICATION, text, reader->scanner.path, reader->length_line, number,
                         measured, instance->info.name);
    }
    base_log(env, SWARM_LOG_WARNING, text, reader->scanner.path, reader->length_line, number, measured,
             instance->info.name);
    return SWARM_OK;
}

enum swarm_status tsp_tour_file_parse(struct base_env *env, struct tsp_text text, const struct swarm_instance *instance,
                                      bool strict, uint32_t **tour, size_t *count)
{
    const size_t n = instance->info.node_count;
    struct tour_reader reader = {.instance = instance, .count = n, .some = count != NULL, .wanted = count ? 0 : n};
    enum swarm_status status;
    base_scanner_init(&reader.scanner, env, text.path, text.bytes, text.size);
    TRY_OR(done, BASE_MAKE(env, reader.tour, n));
    TRY_OR(done, BASE_MAKE(env, reader.lines, n));
    TRY_OR(done, read_header(&reader));
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

static enum swarm_status read_tour(swarm_context *context, const char *path, const swarm_instance *instance,
                                   bool strict, uint32_t **tour, size_t *count)
{
    char *bytes = NULL;
    size_t size = 0;
    TRY(swarm_file_read(context, path, &bytes, &size));
    const enum swarm_status status = tsp_tour_file_parse(
        base_env_of(context), (struct tsp_text){base_file_label(path), bytes, size}, instance, strict, tour, count);
    free(bytes);
    return status;
}

enum swarm_status swarm_tour_read(swarm_context *context, const char *path, const swarm_instance *instance,
                                  uint32_t **tour)
{
    return read_tour(context, path, instance, false, tour, NULL);
}

enum swarm_status swarm_tour_read_some(swarm_context *context, const char *path, const swarm_instance *instance,
                                       uint32_t **tour, size_t *count)
{
    return read_tour(context, path, instance, false, tour, count);
}

enum swarm_status swarm_tour_read_strict(swarm_context *context, const char *path, const swarm_instance *instance,
                                         uint32_t **tour, size_t *count)
{
    return read_tour(context, path, instance, true, tour, count);
}

struct tour_text {
    const char *name, *comment;
    const struct swarm_instance *instance;
    const uint32_t *tour;
    size_t count;
};

static void put_comment(FILE *file, const char *text)
{
    for (bool more = true; more;) {
        const size_t length = strcspn(text, "\r\n");
        fprintf(file, "COMMENT : %.*s\n", (int)length, text);
        text += length;
        more = *text != '\0';
        text += text[0] == '\r' && text[1] == '\n' ? 2 : 1;
    }
}

/* Writes "COMMENT : NUMBER NAME". Line breaks and tabs in a name become one blank. */
static void put_name(FILE *file, uint32_t node, const char *name)
{
    fprintf(file, "COMMENT : %" PRIu32 " ", node + 1);
    while (*name) {
        const size_t text = strcspn(name, "\r\n\t"), breaks = strspn(name + text, "\r\n\t");
        fprintf(file, "%.*s%s", (int)text, name, breaks > 0 ? " " : "");
        name += text + breaks;
    }
    fputc('\n', file);
}

static bool write_tour(FILE *file, const void *content)
{
    const struct tour_text *text = content;
    fprintf(file, "NAME : %.*s\n", (int)strcspn(text->name, "\r\n"), text->name);
    if (text->comment && *text->comment) {
        put_comment(file, text->comment);
    }
    for (size_t k = 0; text->instance && text->instance->names && k < text->count; ++k) {
        put_name(file, text->tour[k], text->instance->names[text->tour[k]]);
    }
    fprintf(file, "TYPE : TOUR\nDIMENSION : %zu\nTOUR_SECTION\n", text->count);
    for (size_t k = 0; k < text->count; ++k) {
        fprintf(file, "%" PRIu32 "\n", text->tour[k] + 1);
    }
    fputs("-1\nEOF\n", file);
    return !ferror(file);
}

enum swarm_status swarm_tour_write(swarm_context *context, const char *path, const char *name, const char *comment,
                                   const swarm_instance *instance, const uint32_t *tour, size_t count)
{
    return base_file_write(base_env_of(context), path, write_tour,
                           &(struct tour_text){name, comment, instance, tour, count});
}
