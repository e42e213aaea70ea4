#include "reader.h"

#include <ctype.h>
#include <string.h>

#include "base/memory.h"
#include "base/number.h"

#define NUMBER_MOST (INT64_C(1) << 62)

/* Returns the next number of the line, after any number of separators, or an empty word. */
static struct base_word next_in_line(struct base_scanner *scanner)
{
    static const char separators[] = " \t,;";
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

enum swarm_status qap_next_word(struct base_scanner *scanner, struct base_word *word)
{
    bool found = true;
    for (*word = next_in_line(scanner); found && word->size == 0; *word = next_in_line(scanner)) {
        TRY(base_scanner_next_line(scanner, &found));
    }
    word->start = found ? word->start : NULL;
    return SWARM_OK;
}

enum swarm_status qap_read_end(struct base_scanner *scanner, const char *expected)
{
    struct base_word word;
    TRY(qap_next_word(scanner, &word));
    return word.size == 0 ? SWARM_OK : base_scanner_fail(scanner, word, "%s", expected);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Numbers                                                                                                            */

int64_t qap_scaled(int64_t value, int decimals)
{
    for (; decimals > 0 && value != 0; --decimals) {
        if (value > NUMBER_MOST / 10 || value < -NUMBER_MOST / 10) {
            return value > 0 ? NUMBER_MOST : -NUMBER_MOST;
        }
        value *= 10;
    }
    return value;
}

bool qap_read_number(struct base_word word, bool comma, int64_t *value, int *decimals)
{
    char digits[QAP_DIGITS];
    size_t used = 0;
    bool fraction = false;
    *decimals = 0;
    if (base_word_integer(word, INT64_MIN, INT64_MAX, value)) {
        return true;
    }
    for (size_t i = 0; i < word.size; ++i) {
        const char sign = word.start[i];
        if (!fraction && (sign == '.' || (comma && sign == ','))) {
            fraction = true;
        } else if (used == sizeof digits || (fraction && !isdigit((unsigned char)sign))) {
            return false;
        } else {
            digits[used++] = sign;
            *decimals += fraction;
        }
    }
    return fraction && base_number_integer(digits, used, value);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Tables                                                                                                             */

enum swarm_status qap_next_record(struct qap_reader *reader)
{
    TRY(csv_record_next_filled(&reader->table, &reader->record));
    reader->line = reader->record.count > 0 ? reader->record.line : reader->line;
    return SWARM_OK;
}

enum swarm_status qap_no_record(struct qap_reader *reader, const char *expected)
{
    TRY(qap_next_record(reader));
    return reader->record.count == 0 ? SWARM_OK : QAP_FAIL(reader, reader->record.fields->text, "%s", expected);
}

/* True if the word, whose quotes may be doubled, is the name. */
static bool is_name(struct base_word word, const char *name)
{
    size_t i = 0;
    for (; i < word.size && *name && word.start[i] == *name; ++i, ++name) {
        i += i + 1 < word.size && *name == '"' && word.start[i + 1] == '"';
    }
    return i == word.size && !*name;
}

uint32_t qap_find(const char *const *names, uint32_t n, struct base_word word)
{
    int64_t number = 0;
    for (uint32_t i = 0; names && i < n; ++i) {
        if (is_name(word, names[i])) {
            return i;
        }
    }
    return base_word_integer(word, 1, n, &number) ? (uint32_t)number - 1 : n;
}
