#include "tour_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/scanner.h"
#include "base/text.h"

/* A tour file while it is read. */
struct tour_reader {
    struct base_scanner scanner;
    size_t count;   /* nodes of the instance */
    uint32_t *tour; /* [count] */
    size_t *lines;  /* [count] by node: the line that names it; 0: not seen */
    size_t done;    /* nodes read */
};

static enum swarm_status check_dimension(struct tour_reader *reader)
{
    struct base_scanner *scanner = &reader->scanner;
    struct base_word word = base_scanner_word(scanner, false);
    int64_t value = 0;
    if (!base_number_integer(word.start, word.size, &value) || value < 1) {
        return base_scanner_fail(scanner, word, "a DIMENSION of 1 or more");
    }
    if (value != (int64_t)reader->count) {
        return base_scanner_fail_at(scanner, SWARM_ERROR_VERIFICATION, scanner->line, word,
                                    "DIMENSION %zu, the instance's", reader->count);
    }
    return base_scanner_require_end_of_line(scanner);
}

/* Reads the lines up to and with TOUR_SECTION. Keywords that no standard names are skipped: solvers write a few. */
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

/* Whether the number ends the tour: -1, or the first node once more, negative, as some programs write it. */
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
        enum swarm_status status = base_scanner_word_of_text(&reader->scanner, &word);
        if (status != SWARM_OK || !word.start || base_word_equal(word, "EOF")) {
            return status;
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
    if (reader->done < reader->count) {
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

enum swarm_status tsp_tour_file_parse(struct base_env *env, const char *text, size_t size, const char *path,
                                      const struct swarm_instance *instance, uint32_t **tour)
{
    struct tour_reader reader = {.count = instance->info.node_count};
    enum swarm_status status = SWARM_OK;
    base_scanner_init(&reader.scanner, env, path, text, size);
    reader.tour = base_array(reader.count, sizeof *reader.tour);
    reader.lines = base_array(reader.count, sizeof *reader.lines);
    if (!reader.tour || !reader.lines) {
        status = base_fail_memory(env);
        goto fail;
    }
    TRY_OR(fail, read_header(&reader));
    TRY_OR(fail, read_nodes(&reader));
    free(reader.lines);
    *tour = reader.tour;
    return SWARM_OK;
fail:
    free(reader.tour);
    free(reader.lines);
    return status;
}

/* Writes "KEYWORD : text", a line for each line of the text; returns the bytes written. */
static size_t write_text(char *out, const char *keyword, const char *text)
{
    size_t used = 0;
    for (;;) {
        size_t length = strcspn(text, "\r\n");
        memcpy(out + used, keyword, strlen(keyword));
        used += strlen(keyword);
        memcpy(out + used, " : ", 3);
        used += 3;
        memcpy(out + used, text, length);
        used += length;
        out[used++] = '\n';
        text += length;
        if (!*text) {
            return used;
        }
        text += text[0] == '\r' && text[1] == '\n' ? 2 : 1;
    }
}

static size_t write_number(char *out, size_t number)
{
    char digits[24];
    size_t count = 0;
    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    for (size_t k = 0; k < count; ++k) {
        out[k] = digits[count - 1 - k];
    }
    out[count] = '\n';
    return count + 1;
}

static size_t write_literal(char *out, const char *text)
{
    memcpy(out, text, strlen(text));
    return strlen(text);
}

/* "COMMENT : NUMBER NAME" for each node in the order of the tour; returns the bytes written. A line break in a name
 * becomes a blank. */
static size_t write_names(char *out, const struct swarm_instance *instance, const uint32_t *tour, size_t count)
{
    size_t used = 0;
    for (size_t k = 0; k < count; ++k) {
        used += write_literal(out + used, "COMMENT : ");
        used += write_number(out + used, (size_t)tour[k] + 1);
        out[used - 1] = ' ';
        for (const char *letter = instance->names[tour[k]]; *letter; ++letter) {
            out[used++] = *letter;
            if (out[used - 1] == '\n' || out[used - 1] == '\r') {
                out[used - 1] = ' ';
            }
        }
        out[used++] = '\n';
    }
    return used;
}

enum swarm_status tsp_tour_file_write(struct base_env *env, const char *path, const char *name, const char *comment,
                                      const struct swarm_instance *instance, const uint32_t *tour, size_t count)
{
    const char *remark = comment ? comment : "";
    const bool named = instance && instance->names;
    /* Each byte of a text costs at most a line "COMMENT : " of its own; a number with its line break at most 11 bytes.
     */
    size_t bytes = 12 * (strlen(name) + strlen(remark) + count) + 256;
    for (size_t k = 0; named && k < count; ++k) {
        bytes += strlen(instance->names[tour[k]]) + 24;
    }
    char *text = base_array(bytes, 1);
    if (!text) {
        return base_fail_memory(env);
    }
    size_t used = 0;
    size_t name_length = strcspn(name, "\r\n");
    used += write_literal(text + used, "NAME : ");
    memcpy(text + used, name, name_length);
    used += name_length;
    text[used++] = '\n';
    if (*remark) {
        used += write_text(text + used, "COMMENT", remark);
    }
    if (named) {
        used += write_names(text + used, instance, tour, count);
    }
    used += write_literal(text + used, "TYPE : TOUR\nDIMENSION : ");
    used += write_number(text + used, count);
    used += write_literal(text + used, "TOUR_SECTION\n");
    for (size_t k = 0; k < count; ++k) {
        used += write_number(text + used, (size_t)tour[k] + 1);
    }
    used += write_literal(text + used, "-1\nEOF\n");
    enum swarm_status status = base_file_replace(env, path, text, used);
    free(text);
    return status;
}
