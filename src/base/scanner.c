#include "scanner.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "encoding.h"
#include "number.h"
#include "text.h"

enum { FOUND_LIMIT = 40 }; /* maximum number of characters of an unexpected word that a message quotes */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

void base_scanner_init(struct base_scanner *scanner, struct base_env *env, const char *path, const char *text,
                       size_t size)
{
    const size_t mark = base_utf8_mark(text, size);
    text += mark;
    size -= mark;
    *scanner = (struct base_scanner){.env = env, .path = path, .end = text + size};
    scanner->cursor = scanner->line_end = scanner->next = scanner->polled = text;
}

/* The first line that begins at `at` or later; lines may end with LF only, so it begins after one. */
static const char *line_from(const struct base_scanner *scanner, size_t at)
{
    const size_t left = (size_t)(scanner->end - scanner->next);
    const char *feed = at < left && at > 0 ? memchr(scanner->next + at - 1, '\n', left - at + 1) : NULL;
    return at == 0 ? scanner->next : feed ? feed + 1 : scanner->end;
}

struct base_scanner base_scanner_piece(const struct base_scanner *scanner, size_t index, size_t size)
{
    struct base_scanner piece = {.path = scanner->path, .end = line_from(scanner, (index + 1) * size)};
    piece.cursor = piece.line_end = piece.polled = piece.next = line_from(scanner, index * size);
    return piece;
}

static void take_line(struct base_scanner *scanner)
{
    const char *stop = scanner->next;
    scanner->cursor = stop;
    while (stop < scanner->end && *stop != '\n' && *stop != '\r') {
        ++stop;
    }
    scanner->line_end = stop;
    stop += stop < scanner->end;
    stop += stop < scanner->end && *stop == '\n' && stop[-1] == '\r';
    scanner->next = stop;
    ++scanner->line;
}

static void skip_blanks(struct base_scanner *scanner)
{
    while (scanner->cursor < scanner->line_end && is_blank(*scanner->cursor)) {
        ++scanner->cursor;
    }
}

struct base_word base_scanner_first_line(const char *text, size_t size)
{
    struct base_scanner scanner;
    base_scanner_init(&scanner, NULL, "", text, size);
    while (scanner.next < scanner.end) {
        take_line(&scanner);
        const char *start = scanner.cursor;
        skip_blanks(&scanner);
        if (scanner.cursor < scanner.line_end) {
            return (struct base_word){start, (size_t)(scanner.line_end - start)};
        }
    }
    return (struct base_word){NULL, 0};
}

enum swarm_status base_scanner_poll(struct base_scanner *scanner)
{
    if (!scanner->env || scanner->cursor - scanner->polled < 1 << 16) {
        return SWARM_OK;
    }
    scanner->polled = scanner->cursor;
    return base_check_reading(scanner->env, scanner->path);
}

enum swarm_status base_scanner_next_line(struct base_scanner *scanner, bool *found)
{
    while (scanner->next < scanner->end) {
        take_line(scanner);
        TRY(base_scanner_poll(scanner));
        const char *nul = memchr(scanner->cursor, '\0', (size_t)(scanner->line_end - scanner->cursor));
        if (nul) {
            return base_scanner_fail(scanner, (struct base_word){nul, 1}, "text without NUL bytes");
        }
        skip_blanks(scanner);
        if (scanner->cursor < scanner->line_end) {
            *found = true;
            return SWARM_OK;
        }
    }
    scanner->cursor = scanner->line_end = scanner->end;
    *found = false;
    return SWARM_OK;
}

struct base_word base_scanner_word(struct base_scanner *scanner, bool colons)
{
    skip_blanks(scanner);
    const char *start = scanner->cursor;
    const char *stop = start;
    if (colons && stop < scanner->line_end && *stop == ':') {
        ++stop;
    } else {
        while (stop < scanner->line_end && !is_blank(*stop) && !(colons && *stop == ':')) {
            ++stop;
        }
    }
    scanner->cursor = stop;
    return (struct base_word){start, (size_t)(stop - start)};
}

enum swarm_status base_scanner_line_word(struct base_scanner *scanner, bool colons, struct base_word *word)
{
    bool found;
    TRY(base_scanner_next_line(scanner, &found));
    *word = found ? base_scanner_word(scanner, colons) : (struct base_word){NULL, 0};
    return SWARM_OK;
}

struct base_word base_scanner_rest(struct base_scanner *scanner)
{
    skip_blanks(scanner);
    const char *start = scanner->cursor;
    const char *stop = scanner->line_end;
    while (stop > start && is_blank(stop[-1])) {
        --stop;
    }
    scanner->cursor = scanner->line_end;
    return (struct base_word){start, (size_t)(stop - start)};
}

enum swarm_status base_scanner_word_of_text(struct base_scanner *scanner, struct base_word *word)
{
    skip_blanks(scanner);
    TRY(base_scanner_poll(scanner));
    if (scanner->cursor == scanner->line_end) {
        return base_scanner_line_word(scanner, false, word);
    }
    *word = base_scanner_word(scanner, false);
    return SWARM_OK;
}

enum swarm_status base_scanner_require_end_of_line(struct base_scanner *scanner)
{
    struct base_word extra = base_scanner_word(scanner, false);
    return extra.size == 0 ? SWARM_OK : base_scanner_fail(scanner, extra, "the end of the line");
}

bool base_word_equal(struct base_word word, const char *text)
{
    return base_word_same(word, (struct base_word){text, strlen(text)});
}

bool base_word_same(struct base_word a, struct base_word b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.start, b.start, a.size) == 0);
}

int base_word_find(struct base_word word, const char *list)
{
    for (int index = 0; *list; ++index, list += strspn(list, " ")) {
        const size_t size = strcspn(list, " ");
        if (base_word_same(word, (struct base_word){list, size})) {
            return index;
        }
        list += size;
    }
    return -1;
}

bool base_word_real(struct base_word word, double *value)
{
    return base_number_real(word.start, word.size, value);
}

bool base_word_integer(struct base_word word, int64_t least, int64_t most, int64_t *value)
{
    return base_number_integer(word.start, word.size, value) && *value >= least && *value <= most;
}

/* Copies a UTF-8 character to `piece`; writes a control character (U+0000 to U+001F, U+007F to U+009F) or invalid byte
 * as \xNN. Returns the number of bytes read; *columns is the number of characters written. */
static size_t escape(const char *text, size_t size, char piece[8], size_t *columns)
{
    const unsigned char *bytes = (const unsigned char *)text;
    const size_t length = base_utf8_length(text, size);
    const bool control = bytes[0] < ' ' || bytes[0] == 0x7F || (length == 2 && bytes[0] == 0xC2 && bytes[1] < 0xA0);
    if (length == 0 || control) {
        snprintf(piece, 8, "\\x%02X", (unsigned)bytes[0]);
        *columns = 4;
        return 1;
    }
    memcpy(piece, text, length);
    piece[length] = '\0';
    *columns = 1;
    return length;
}

const char *base_word_quoted(struct base_word word, char quoted[BASE_QUOTED])
{
    char *out = quoted, *last = quoted + 1; /* `last`: position at which an ellipsis would start */
    size_t used = 0;
    *out++ = '"';
    for (size_t k = 0; k < word.size;) {
        char piece[8];
        size_t columns;
        k += escape(word.start + k, word.size - k, piece, &columns);
        used += columns;
        if (used > FOUND_LIMIT) {
            memcpy(last, "...", 3);
            out = last + 3;
            break;
        }
        memcpy(out, piece, strlen(piece));
        out += strlen(piece);
        last = used <= FOUND_LIMIT - 3 ? out : last;
    }
    *out++ = '"';
    *out = '\0';
    return quoted;
}

enum swarm_status base_scanner_fail_at(const struct base_scanner *scanner, enum swarm_status status, size_t line,
                                       struct base_word found, const char *expected, ...)
{
    char quoted[BASE_QUOTED];
    const char *text = !found.start      ? "the end of the file"
                       : found.size == 0 ? (scanner->empty ? scanner->empty : "the end of the line")
                                         : base_word_quoted(found, quoted);
    if (!scanner->env) {
        return status;
    }
    va_list arguments;
    va_start(arguments, expected);
    char *wanted = base_text_vformat(expected, arguments);
    va_end(arguments);
    if (!wanted) {
        return base_fail_memory(scanner->env);
    }
    status =
        base_fail(scanner->env, status, "%s:%zu: found %s, expected %s", scanner->path, line ? line : 1, text, wanted);
    free(wanted);
    return status;
}
