/* scanner.h - walks over the lines and words of a text and reports unexpected words. */
#ifndef SWARMCL_BASE_SCANNER_H
#define SWARMCL_BASE_SCANNER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "env.h"

/* A borrowed part of the text. Size 0: the end of the line was reached; start NULL: the end of the text. */
struct base_word {
    const char *start;
    size_t size;
};

struct base_scanner {
    struct base_env *env; /* NULL: errors have no message, and nothing interrupts the scan */
    const char *path;     /* path of the text in messages */
    const char *cursor;   /* position of the next unread character of the current line */
    const char *line_end; /* end of the current line, before its line break */
    const char *next;     /* first character of the next line */
    const char *end;      /* end of the whole text */
    const char *polled;   /* the cursor when the clock was last read */
    size_t line;          /* number of the current line, from 1; 0 before the first */
    const char *empty;    /* name of an empty word in messages; NULL: "the end of the line" */
};

/* Starts a scan of the borrowed text. Lines end with LF, CR LF or CR; a UTF-8 byte-order mark is skipped. */
void base_scanner_init(struct base_scanner *scanner, struct base_env *env, const char *path, const char *text,
                       size_t size);

/* Returns a scanner, without env and with lines from 1, of the lines that begin in piece `index` of the unread lines,
 * cut into pieces of `size` bytes. */
struct base_scanner base_scanner_piece(const struct base_scanner *scanner, size_t index, size_t size);

/* Returns the first line that is not blank, without a byte-order mark; `start` NULL: there is none. */
struct base_word base_scanner_first_line(const char *text, size_t size);

/* Moves to the next line that is not blank; *found is false at the end of the text. SWARM_ERROR_INPUT for a line with a
 * NUL byte. */
enum swarm_status base_scanner_next_line(struct base_scanner *scanner, bool *found);

/* Calls base_check_reading() once per 64 KiB of text. Loops that move the cursor themselves call it. */
enum swarm_status base_scanner_poll(struct base_scanner *scanner);

/* Returns the next word of the line. Words end at blanks; with `colons` a colon is also a word by itself. */
struct base_word base_scanner_word(struct base_scanner *scanner, bool colons);

/* Moves to the next line that is not blank and reads its first word. Errors: as of base_scanner_next_line(). */
enum swarm_status base_scanner_line_word(struct base_scanner *scanner, bool colons, struct base_word *word);

/* Returns the rest of the line, without blanks at both ends. */
struct base_word base_scanner_rest(struct base_scanner *scanner);

/* Reads the next word of this or a later line. Errors: as of base_scanner_next_line(). */
enum swarm_status base_scanner_word_of_text(struct base_scanner *scanner, struct base_word *word);

/* Fails with SWARM_ERROR_INPUT if the line has another word. */
enum swarm_status base_scanner_require_end_of_line(struct base_scanner *scanner);

bool base_word_equal(struct base_word word, const char *text);
bool base_word_same(struct base_word a, struct base_word b);

/* Index of the word in `list`, whose words are separated by blanks; -1 if it is not listed. */
int base_word_find(struct base_word word, const char *list);

/* base_word_real(): true if base_number_real() accepts the word. base_word_integer(): true if base_number_integer()
 * accepts it and the value is from `least` to `most`. */
bool base_word_real(struct base_word word, double *value);
bool base_word_integer(struct base_word word, int64_t least, int64_t most, int64_t *value);

/* Writes the word in quotes to `quoted`. Control characters and bytes that are not UTF-8 become \xNN. If the text then
 * has more than 40 characters, its end becomes "...". Returns `quoted`. */
enum { BASE_QUOTED = 4 * 40 + 3 };
const char *base_word_quoted(struct base_word word, char quoted[BASE_QUOTED]);

/* Fails with `path:line: found "word", expected ...`. */
enum swarm_status base_scanner_fail_at(const struct base_scanner *scanner, enum swarm_status status, size_t line,
                                       struct base_word found, const char *expected, ...) BASE_PRINTF(5, 6);

/* Fails at the current line with SWARM_ERROR_INPUT. Arguments: scanner, unexpected word, expected text as a format. */
#define base_scanner_fail(scanner, ...) base_scanner_fail_at(scanner, SWARM_ERROR_INPUT, (scanner)->line, __VA_ARGS__)

#endif
