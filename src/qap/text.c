#include "text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/scanner.h"

/* ------------------------------------------------------------------------------------------------------------------ */
/* Numbers                                                                                                            */

static bool is_separator(char c)
{
    return c == ',' || c == ';';
}

/* The next number of the line, without the commas and semicolons before it; an empty word: there is none. */
static struct base_word next_in_line(struct base_scanner *scanner)
{
    while (scanner->cursor < scanner->line_end
           && (is_separator(*scanner->cursor) || *scanner->cursor == ' ' || *scanner->cursor == '\t')) {
        ++scanner->cursor;
    }
    struct base_word word = base_scanner_word(scanner, false);
    for (size_t i = 0; i < word.size; ++i) {
        if (is_separator(word.start[i])) {
            word.size = i;
            scanner->cursor = word.start + i;
        }
    }
    return word;
}

/* The next number of this or a later line; without a start: the text is over. */
static enum swarm_status next_word(struct base_scanner *scanner, struct base_word *word)
{
    bool found = true;
    for (*word = next_in_line(scanner); word->size == 0; *word = next_in_line(scanner)) {
        TRY(base_scanner_next_line(scanner, &found));
        if (!found) {
            *word = (struct base_word){NULL, 0};
            return SWARM_OK;
        }
    }
    return SWARM_OK;
}

static bool is_integer(struct base_word word, int64_t *value)
{
    return word.size > 0 && base_number_integer(word.start, word.size, value);
}

/* A scanner on the first line. */
static enum swarm_status begin(struct base_scanner *scanner, struct base_env *env, const char *path, const char *text,
                               size_t size)
{
    bool found;
    base_scanner_init(scanner, env, path, text, size);
    return base_scanner_next_line(scanner, &found);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Instances                                                                                                          */

/* How the numbers of a text stand. */
struct layout {
    uint32_t item_count;
    bool is_table; /* a row of a matrix on each line */
};

/* Whether the text is a table: its first line has commas before numbers. A table of one item has none. */
static bool is_table(const char *text, size_t size, const char *path)
{
    const struct base_word line = base_scanner_first_line(text, size);
    bool commas = false;
    for (size_t i = 0; i < line.size; ++i) {
        commas = commas || is_separator(line.start[i]);
        if (commas && line.start[i] > ' ' && !is_separator(line.start[i])) {
            return true;
        }
    }
    return base_file_has_suffix(path, ".csv");
}

/* Refuses a line of a table that has semicolons or tabs, too, and a comma between digits: "0;1,5". */
static enum swarm_status refuse_decimals(const struct base_scanner *scanner)
{
    const char *const start = scanner->cursor, *const end = scanner->line_end;
    bool separates = false;
    for (const char *at = start; at < end; ++at) {
        separates = separates || *at == ';' || *at == '\t';
    }
    for (const char *at = start + 1; separates && at + 1 < end; ++at) {
        if (*at != ',' || !isdigit((unsigned char)at[-1]) || !isdigit((unsigned char)at[1])) {
            continue;
        }
        const char *first = at, *last = at;
        while (first > start && !is_separator(first[-1]) && first[-1] > ' ') {
            --first;
        }
        while (last < end && *last != ';' && *last > ' ') {
            ++last;
        }
        return base_scanner_fail(scanner, ((struct base_word){first, (size_t)(last - first)}),
                                 "integers; next to semicolons or tabs a comma is a decimal comma");
    }
    return SWARM_OK;
}

/* Each number takes a byte and another one that separates it, so that a text cannot ask for much memory. */
static enum swarm_status check_count(const struct base_scanner *scanner, int64_t count, struct base_word found,
                                     size_t size)
{
    if (count < 1 || count > QAP_ITEMS_MOST) {
        return base_scanner_fail(scanner, found, "the number of items, 1 to %d", (int)QAP_ITEMS_MOST);
    }
    return (uint64_t)size / 4 + 1 >= (uint64_t)count * (uint64_t)count
               ? SWARM_OK
               : base_fail(scanner->env, SWARM_ERROR_INPUT,
                           "%s: found %zu bytes, expected two matrices of %lld rows and columns, for %lld items",
                           scanner->path, size, (long long)count, (long long)count);
}

/* Reads "n" of a QAPLIB file, or counts the numbers of the first line of a table, which is read again. */
static enum swarm_status read_layout(struct base_scanner *scanner, const char *text, size_t size, struct layout *layout)
{
    struct base_word word;
    int64_t count = 0;
    layout->is_table = is_table(text, size, scanner->path);
    if (layout->is_table) {
        const char *start = scanner->cursor;
        TRY(refuse_decimals(scanner));
        for (word = next_in_line(scanner); word.size > 0; word = next_in_line(scanner)) {
            ++count;
        }
        scanner->cursor = start;
        word = (struct base_word){start, (size_t)(scanner->line_end - start)};
    } else {
        TRY(next_word(scanner, &word));
        if (!is_integer(word, &count)) {
            return base_scanner_fail(scanner, word, "the number of items, an integer");
        }
    }
    TRY(check_count(scanner, count, word, size));
    layout->item_count = (uint32_t)count;
    return SWARM_OK;
}

/* A line of a table has a row, and no more. */
static enum swarm_status end_row(struct base_scanner *scanner, const struct layout *layout, bool is_last)
{
    bool found;
    const struct base_word word = next_in_line(scanner);
    if (word.size > 0) {
        return base_scanner_fail(scanner, word, "the end of the line after %u numbers, as on the first line",
                                 (unsigned)layout->item_count);
    }
    TRY(is_last ? SWARM_OK : base_scanner_next_line(scanner, &found));
    return refuse_decimals(scanner);
}

static enum swarm_status read_matrix(struct base_scanner *scanner, const struct layout *layout, const char *name,
                                     bool is_last, int64_t *matrix)
{
    const uint32_t n = layout->item_count;
    for (uint32_t i = 0; i < n; ++i) {
        for (uint32_t j = 0; j < n; ++j) {
            struct base_word word;
            if (layout->is_table) {
                word = next_in_line(scanner);
            } else {
                TRY(next_word(scanner, &word));
            }
            if (!is_integer(word, &matrix[(size_t)i * n + j])) {
                return base_scanner_fail(scanner, word, "%s %u to %u, an integer", name, (unsigned)i + 1,
                                         (unsigned)j + 1);
            }
        }
        TRY(layout->is_table ? end_row(scanner, layout, is_last && i + 1 == n) : SWARM_OK);
    }
    return SWARM_OK;
}

static enum swarm_status read_end(struct base_scanner *scanner, const char *expected)
{
    struct base_word word;
    TRY(next_word(scanner, &word));
    return word.size == 0 ? SWARM_OK : base_scanner_fail(scanner, word, "%s", expected);
}

enum swarm_status qap_text_parse(struct base_env *env, const char *text, size_t size, const char *path,
                                 struct swarm_qap **qap)
{
    struct base_scanner scanner;
    struct layout layout = {0, false};
    enum swarm_status status = SWARM_OK;
    *qap = NULL;
    TRY(begin(&scanner, env, path, text, size));
    TRY(read_layout(&scanner, text, size, &layout));
    TRY(qap_instance_create(env, path, layout.item_count, qap));
    TRY_OR(fail, read_matrix(&scanner, &layout, "the flow from item", false, (*qap)->flows));
    TRY_OR(fail, read_matrix(&scanner, &layout, "the distance from place", true, (*qap)->distances));
    TRY_OR(fail, read_end(&scanner, "the end of the file after two matrices"));
    TRY_OR(fail, qap_instance_finish(env, path, *qap));
    return SWARM_OK;

fail:
    swarm_qap_destroy(qap);
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Assignments                                                                                                        */

/* Reads "n cost" and n numbers, which count from 0 if one of them is 0. */
static enum swarm_status read_places(struct base_scanner *scanner, uint32_t n, uint32_t *places, int64_t *stated)
{
    struct base_word word;
    int64_t count = 0, value = 0;
    bool has_zero = false;
    TRY(next_word(scanner, &word));
    if (!is_integer(word, &count) || count != n) {
        return base_scanner_fail(scanner, word, "%u, the number of items", (unsigned)n);
    }
    TRY(next_word(scanner, &word));
    if (!is_integer(word, stated)) {
        return base_scanner_fail(scanner, word, "the cost, an integer");
    }
    for (uint32_t i = 0; i < n; ++i) {
        TRY(next_word(scanner, &word));
        if (!is_integer(word, &value) || value < 0 || value > n) {
            return base_scanner_fail(scanner, word, "place %u of %u, a number from 1 to %u", (unsigned)i + 1,
                                     (unsigned)n, (unsigned)n);
        }
        has_zero = has_zero || value == 0;
        places[i] = (uint32_t)value;
    }
    TRY(read_end(scanner, "the end of the file after the places"));
    for (uint32_t i = 0; i < n && !has_zero; ++i) {
        --places[i];
    }
    return SWARM_OK;
}

enum swarm_status qap_assignment_parse(struct base_env *env, const struct swarm_qap *qap, struct base_word text,
                                       const char *path, uint32_t **places, int64_t *cost)
{
    const uint32_t n = qap->info.item_count;
    struct base_scanner scanner;
    int64_t stated = 0;
    enum swarm_status status = SWARM_OK;
    uint32_t *turned = base_array(n, sizeof *turned);
    bool *seen = base_array(n, sizeof *seen);
    *places = base_array(n, sizeof **places);
    TRY_OR(fail, *places && turned && seen ? SWARM_OK : base_fail_memory(env));
    TRY_OR(fail, begin(&scanner, env, path, text.start, text.size));
    TRY_OR(fail, read_places(&scanner, n, *places, &stated));
    TRY_OR(fail, qap_is_permutation(*places, n, seen)
                     ? SWARM_OK
                     : base_fail(env, SWARM_ERROR_VERIFICATION,
                                 "%s: found a place that two items have, expected each place once", path));
    for (uint32_t i = 0; i < n; ++i) {
        turned[(*places)[i]] = i;
    }
    const int64_t as_places = qap_instance_cost(qap, *places), as_items = qap_instance_cost(qap, turned);
    TRY_OR(fail, stated == as_places || stated == as_items
                     ? SWARM_OK
                     : base_fail(env, SWARM_ERROR_VERIFICATION,
                                 "%s: found the cost %lld, expected %lld for places of items, or %lld for items of "
                                 "places",
                                 path, (long long)stated, (long long)as_places, (long long)as_items));
    if (stated != as_places) {
        memcpy(*places, turned, n * sizeof *turned);
    }
    *cost = stated;
    free(turned);
    free(seen);
    return SWARM_OK;

fail:
    free(turned);
    free(seen);
    free(*places);
    *places = NULL;
    return status;
}
