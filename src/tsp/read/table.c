#include "table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/number.h"

enum { LONGEST_NUMBER = 255 /* bytes, as in number.h */ };

static bool is_blank(const struct csv_table *table, char c)
{
    return c == ' ' || (c == '\t' && table->separator != '\t');
}

static bool at(const struct csv_table *table, char c)
{
    return table->scanner.cursor < table->scanner.end && *table->scanner.cursor == c;
}

static bool at_line_break(const struct csv_table *table)
{
    return at(table, '\n') || at(table, '\r');
}

/* Skips one line break: LF, CR LF or CR. */
static void skip_line_break(struct csv_table *table)
{
    if (*table->scanner.cursor++ == '\r' && at(table, '\n')) {
        ++table->scanner.cursor;
    }
    ++table->scanner.line;
}

static void skip_blanks(struct csv_table *table)
{
    struct base_scanner *scanner = &table->scanner;
    while (scanner->cursor < scanner->end && is_blank(table, *scanner->cursor)) {
        ++scanner->cursor;
    }
}

/* Reads a field that starts with a quote. */
static enum swarm_status read_quoted(struct csv_table *table, struct csv_field *field)
{
    struct base_scanner *scanner = &table->scanner;
    const char *start = ++scanner->cursor;
    field->quoted = true;
    for (;;) {
        if (scanner->cursor == scanner->end) {
            return base_scanner_fail_at(scanner, SWARM_ERROR_INPUT, scanner->line, (struct base_word){NULL, 0},
                                        "the quote that closes the field that starts in line %zu", field->line);
        }
        if (at_line_break(table)) {
            skip_line_break(table);
        } else if (*scanner->cursor++ == '"') {
            if (!at(table, '"')) {
                break;
            }
            ++scanner->cursor;
        }
    }
    field->text = (struct base_word){start, (size_t)(scanner->cursor - 1 - start)};
    const char *after = scanner->cursor;
    skip_blanks(table);
    const bool separated = table->separator == ' ' && scanner->cursor > after;
    if (scanner->cursor < scanner->end && !separated && !at(table, table->separator) && !at_line_break(table)) {
        return base_scanner_fail(scanner, ((struct base_word){scanner->cursor, 1}),
                                 "a separator or the end of the line after the closing quote");
    }
    return SWARM_OK;
}

static void read_plain(struct csv_table *table, struct csv_field *field)
{
    const char *start = table->scanner.cursor, *stop = start, *end = table->scanner.end;
    const bool blanks = table->separator == ' ';
    while (stop < end && *stop != table->separator && *stop != '\n' && *stop != '\r' && !(blanks && *stop == '\t')) {
        ++stop;
    }
    table->scanner.cursor = stop;
    while (stop > start && is_blank(table, stop[-1])) {
        --stop;
    }
    field->text = (struct base_word){start, (size_t)(stop - start)};
}

/* Reads the next field of a record. *more: true if another field of the record follows; otherwise the cursor is at the
 * next line. */
static enum swarm_status read_field(struct csv_table *table, struct csv_field *field, bool *more)
{
    struct base_scanner *scanner = &table->scanner;
    TRY(base_scanner_poll(scanner));
    skip_blanks(table);
    *field = (struct csv_field){.line = scanner->line};
    if (at(table, '"')) {
        TRY(read_quoted(table, field));
    } else {
        read_plain(table, field);
    }
    if (table->separator == ' ') {
        skip_blanks(table);
        *more = scanner->cursor < scanner->end && !at_line_break(table);
    } else {
        *more = at(table, table->separator);
        scanner->cursor += *more;
    }
    if (!*more && scanner->cursor < scanner->end) {
        skip_line_break(table);
    }
    return SWARM_OK;
}

enum swarm_status csv_record_next(struct csv_table *table, struct csv_record *record)
{
    for (skip_blanks(table); at_line_break(table); skip_blanks(table)) {
        skip_line_break(table);
    }
    record->count = record->filled = 0;
    record->line = table->scanner.line;
    record->empty = true;
    for (bool more = table->scanner.cursor < table->scanner.end; more;) {
        TRY(BASE_GROW(table->scanner.env, record->fields, &record->capacity, record->count + 1));
        struct csv_field *field = &record->fields[record->count++];
        TRY(read_field(table, field, &more));
        record->filled = field->text.size > 0 ? record->count : record->filled;
        record->empty = record->empty && field->text.size == 0 && !field->quoted;
    }
    return SWARM_OK;
}

enum swarm_status csv_record_next_filled(struct csv_table *table, struct csv_record *record)
{
    do {
        TRY(csv_record_next(table, record));
    } while (record->count > 0 && record->empty);
    return SWARM_OK;
}

enum swarm_status csv_fail_width(const struct csv_table *table, const struct csv_record *record, size_t expected,
                                 size_t like_line, const char *hint)
{
    return base_fail(table->scanner.env, SWARM_ERROR_INPUT, "%s:%zu: found %zu field%s, expected %zu as in line %zu%s",
                     table->scanner.path, record->line, record->count, record->count == 1 ? "" : "s", expected,
                     like_line, hint);
}

/* True if the comma may separate thousands: one to three characters before it, the first not 0, and three after it. */
static bool is_grouped(struct base_word word, const char *comma)
{
    const size_t sign = *word.start == '-' || *word.start == '+', before = (size_t)(comma - word.start) - sign;
    return before >= 1 && before <= 3 && word.start[sign] != '0' && word.size - before - sign == 4;
}

bool csv_number(const struct csv_table *table, const struct csv_field *field, double *value)
{
    char text[LONGEST_NUMBER];
    const struct base_word word = field->text;
    const bool commas = table->separator == ',';
    const char *comma = (commas && !field->quoted) || word.size == 0 ? NULL : memchr(word.start, ',', word.size);
    if (!comma || word.size > LONGEST_NUMBER || memchr(word.start, '.', word.size)
        || (commas && is_grouped(word, comma))) {
        return base_number_real(word.start, word.size, value);
    }
    memcpy(text, word.start, word.size);
    text[comma - word.start] = '.';
    return base_number_real(text, word.size, value);
}

bool csv_degrees(struct base_word word, bool longitude, int ost, double *value)
{
    static const double units[] = {3600.0, 60.0, 1.0};
    static const char marks[] =
        "\xC2\xB0 \xC2\xBA \xCB\x9A ' \xC2\xB4 \xE2\x80\xB2 \xE2\x80\x99 \" \xE2\x80\xB3 \xE2\x80\x9D";
    static const char needed[] = "1112222333";         /* how many numbers must precede each mark, as digits */
    const struct csv_table table = {.separator = ';'}; /* makes csv_number() accept decimal commas */
    double sum = 0.0, number = 0.0;
    size_t parts = 0;
    int sign = 0, mark = -1;
    for (size_t k = 0, size; k < word.size; k += size) {
        const struct base_word rest = {word.start + k, word.size - k};
        for (size = 0; size < rest.size && strchr("0123456789.,", rest.start[size]); ++size) {
        }
        if (size > 0) {
            const struct csv_field part = {.text = {rest.start, size}};
            if (parts == 3 || number > floor(number) || !csv_number(&table, &part, &number)
                || (parts > 0 && (number >= 60.0 || mark < 0))) { /* only the last part may have decimals */
                return false;
            }
            sum += number * units[parts++];
            continue;
        }
        const unsigned char c = (unsigned char)*rest.start, letter = c | 0x20;
        const bool minus = c == '-' || c == '+';
        size = c < 0x80 ? 1 : c < 0xE0 ? 2 : 3;
        if (minus || (letter >= 'a' && letter <= 'z')) { /* a sign must be first, a letter first or last */
            const bool inside = parts > 0 && (minus || size < rest.size);
            const bool again = sign != 0;
            sign = minus           ? (c == '+') - (c == '-')
                   : !longitude    ? (letter == 'n') - (letter == 's')
                   : letter == 'o' ? ost
                                   : (letter == 'e') - (letter == 'w');
            if (inside || again || sign == 0) {
                return false;
            }
        } else if (c != ' ') {
            mark = size > rest.size ? -1 : base_word_find((struct base_word){rest.start, size}, marks);
            if (mark < 0 || parts < (size_t)(needed[mark] - '0')) {
                return false;
            }
        }
    }
    sum = parts == 1 ? number : sum / 3600.0;
    *value = sign < 0 ? -sum : sum;
    return parts > 0;
}

/* The text from byte `begin` to `end` without blanks around it. */
static struct base_word trimmed(struct base_word word, size_t begin, size_t end)
{
    for (; begin < end && word.start[begin] == ' '; ++begin) {
    }
    for (; end > begin && word.start[end - 1] == ' '; --end) {
    }
    return (struct base_word){word.start + begin, end - begin};
}

bool csv_pair(struct base_word word, double pair[2])
{
    enum { LONGEST_PAIR = 80 };
    const char *open = word.size > 0 && word.size <= LONGEST_PAIR ? memchr(word.start, '(', word.size) : NULL;
    const size_t before = open ? (size_t)(open - word.start) : 0;
    const bool point = before > 0 && base_word_find(trimmed(word, 0, before), "POINT Point point") >= 0;
    if (open && (point || before == 0) && word.start[word.size - 1] == ')') {
        word = trimmed(word, before + 1, word.size - 1);
    }
    for (size_t k = 1; k + 1 < word.size && word.size <= LONGEST_PAIR; ++k) {
        const char mark = word.start[k];
        int64_t whole;
        const struct base_word halves[2] = {trimmed(word, 0, k), trimmed(word, k + 1, word.size)};
        const bool clear = point || mark == ';' || (mark == ',' && word.start[k + 1] == ' '); /* not "1,234", "1 234" */
        const bool whole_half = base_word_integer(halves[0], INT32_MIN, INT32_MAX, &whole)
                                || base_word_integer(halves[1], INT32_MIN, INT32_MAX, &whole);
        if (!strchr(" ,;", mark) || mark == '\0' || (whole_half && !clear)) {
            continue;
        }
        const bool turned =
            point || !csv_degrees(halves[0], false, 0, &pair[0]); /* a letter says that it is no latitude */
        if (csv_degrees(halves[turned], false, 0, &pair[0]) && csv_degrees(halves[!turned], true, 0, &pair[1])
            && fabs(pair[0]) <= 90.0 && pair[1] >= -180.0 && pair[1] <= 360.0) {
            return true;
        }
    }
    return false;
}

const char *csv_hint(const struct csv_table *table, const struct csv_field *field)
{
    struct csv_table other = *table;
    double value;
    other.separator = ';';
    if (table->separator == ',' && field->quoted && csv_number(&other, field, &value)) {
        return "; with a decimal comma, put semicolons between the columns, because this comma may separate thousands";
    }
    static const char marks[] = "0123456789+-., '\xC2\xA0\xE2\x80\xAF\x99"; /* with three marks beyond ASCII */
    size_t digits = 0;
    while (digits < field->text.size && memchr(marks, field->text.start[digits], sizeof marks - 1)) {
        ++digits;
    }
    if (digits > 0 && digits == field->text.size && !csv_number(table, field, &value)) {
        return "; write numbers without marks between thousands, and dates in another column";
    }
    const char *colon = field->text.size > 0 ? memchr(field->text.start, ':', field->text.size) : NULL;
    const size_t before = colon ? (size_t)(colon - field->text.start) : 0;
    const struct csv_field hours = {.text = {field->text.start, before}};
    return before > 0 && csv_number(table, &hours, &value)
               ? "; write a time as one number, of minutes or hours, or all distances as h:mm"
               : "";
}

bool csv_is_separator_line(struct base_word line, char *separator)
{
    const bool is = line.size == 5 && (line.start[0] | 0x20) == 's' && (line.start[1] | 0x20) == 'e'
                    && (line.start[2] | 0x20) == 'p' && line.start[3] == '=' && strchr(",;\t |:", line.start[4])
                    && line.start[4] != '\0';
    *separator = is ? line.start[4] : '\0';
    return is;
}

/* Returns the most frequent of tab, semicolon and comma outside quotes in the first line; ties go to the tab, then to
 * the semicolon. Commas do not count in a line of numbers with tabs or semicolons, where they are decimal commas.
 * Blanks are separators only if the line has none of the three. */
static char find_separator(const char *text, const char *end)
{
    static const char separators[] = "\t;,";
    size_t counts[3] = {0, 0, 0}, blanks = 0;
    bool quoted = false, numbers = true;
    for (; text < end && (quoted || (*text != '\n' && *text != '\r')); ++text) {
        quoted = quoted != (*text == '"');
        numbers = numbers && strchr("0123456789+-.,;eE \t", *text) && *text != '\0';
        blanks += !quoted && *text == ' ';
        for (size_t k = 0; k < 3 && !quoted; ++k) {
            counts[k] += *text == separators[k];
        }
    }
    if (counts[0] + counts[1] + counts[2] == 0) {
        return blanks > 0 ? ' ' : ',';
    }
    const size_t best = counts[1] > counts[0];
    return separators[counts[2] > counts[best] && !(numbers && counts[best] > 0) ? 2 : best];
}

/* Moves the cursor to `target`, counting lines. */
static void skip_to(struct csv_table *table, const char *target)
{
    while (table->scanner.cursor < target) {
        if (at_line_break(table)) {
            skip_line_break(table);
        } else {
            ++table->scanner.cursor;
        }
    }
}

enum swarm_status csv_table_init(struct csv_table *table, struct base_env *env, struct tsp_text text)
{
    struct base_scanner *scanner = &table->scanner;
    *table = (struct csv_table){.separator = ','};
    base_scanner_init(scanner, env, text.path, text.bytes, text.size);
    scanner->line = 1;
    scanner->empty = "an empty cell";
    const char *nul = memchr(scanner->cursor, '\0', (size_t)(scanner->end - scanner->cursor));
    if (nul) { /* NUL would end a name early; text in UTF-16 contains NUL bytes */
        skip_to(table, nul);
        return base_scanner_fail(scanner, ((struct base_word){nul, 1}),
                                 "text in UTF-8, without NUL bytes, or in UTF-16 with its mark");
    }
    const struct base_word line = base_scanner_first_line(scanner->cursor, (size_t)(scanner->end - scanner->cursor));
    if (line.start && csv_is_separator_line(line, &table->separator)) {
        table->given = true;
        skip_to(table, line.start + line.size);
        if (scanner->cursor < scanner->end) {
            skip_line_break(table);
        }
    } else {
        csv_table_separate(table);
    }
    return SWARM_OK;
}

struct swarm_table csv_dialect(const struct csv_table *table, struct tsp_text text)
{
    const char *end = text.size > 0 ? memchr(text.bytes, '\n', text.size) : NULL;
    const char separator = table->separator == ';' || table->separator == '\t' ? table->separator : ',';
    return (struct swarm_table){.separator = separator,
                                .decimal = separator == ';' ? ',' : '.',
                                .carriage = end && end > text.bytes && end[-1] == '\r',
                                .titles = ""};
}

void csv_table_separate(struct csv_table *table)
{
    const struct base_scanner *scanner = &table->scanner;
    const struct base_word line = base_scanner_first_line(scanner->cursor, (size_t)(scanner->end - scanner->cursor));
    if (!table->given) {
        table->separator = line.start ? find_separator(line.start, scanner->end) : ',';
    }
}

enum swarm_status csv_names_add(struct csv_names *names, struct base_env *env, const struct csv_field *field)
{
    enum { NUMBER_SIZE = 24 };
    TRY(BASE_GROW(env, names->bytes, &names->capacity, names->size + field->text.size + NUMBER_SIZE));
    char *name = names->bytes + names->size;
    size_t size = 0;
    for (size_t k = 0; k < field->text.size; ++k) {
        name[size++] = field->text.start[k];
        k += field->quoted && field->text.start[k] == '"' ? 1 : 0; /* skips the second of two quotes */
    }
    ++names->count;
    if (size == 0) {
        size = (size_t)snprintf(name, NUMBER_SIZE, "%zu", names->count);
    }
    name[size] = '\0';
    names->size += size + 1;
    return SWARM_OK;
}

enum swarm_status csv_names_list(const struct csv_names *names, struct base_env *env, const char ***list)
{
    const char *name = names->bytes;
    if (names->count == 0) {
        return SWARM_OK;
    }
    TRY(BASE_MAKE(env, *list, names->count));
    for (size_t k = 0; k < names->count; ++k, name += strlen(name) + 1) {
        (*list)[k] = name;
    }
    return SWARM_OK;
}
