/* Tables of points. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/number.h"
#include "input.h"
#include "points.h"

enum {
    MOST_COLUMNS = 16384, /* what spreadsheets have */
    LONGEST_NUMBER = 255  /* bytes, as in number.h */
};

/* What a column means. The order is that of tsp_points_axes: first the plane's, then the sphere's. */
enum csv_role { CSV_X, CSV_Y, CSV_LATITUDE, CSV_LONGITUDE, CSV_Z, CSV_NAME, CSV_ID, CSV_ROLE_COUNT };

static const struct {
    const char *word; /* in any case */
    enum csv_role role;
} csv_words[] = {
    {"x", CSV_X},           {"y", CSV_Y},           {"lat", CSV_LATITUDE},   {"latitude", CSV_LATITUDE},
    {"lon", CSV_LONGITUDE}, {"lng", CSV_LONGITUDE}, {"long", CSV_LONGITUDE}, {"longitude", CSV_LONGITUDE},
    {"z", CSV_Z},           {"name", CSV_NAME},     {"id", CSV_ID},
};

struct csv_field {
    struct base_word text; /* without the quotes around it, or the blanks where it has none */
    size_t line;           /* where it starts */
    bool quoted;
};

struct csv_reader {
    struct base_scanner scanner; /* of it the cursor, the line of the cursor, and the messages */
    size_t header;               /* its line */
    char separator;
    size_t columns[CSV_ROLE_COUNT]; /* where each stands, from 1; 0: nowhere */
    size_t column_count;            /* 0: the header is still to come */
    /* Of the current record: */
    struct csv_field fields[CSV_ROLE_COUNT];
    struct base_word first; /* field */
    size_t field_count;
    bool empty;         /* it has nothing but separators and blanks */
    size_t record_line; /* where it starts */
    enum swarm_surface surface;
    double *points; /* [node_count][2] */
    size_t node_count, node_capacity;
    char *names; /* one behind the other, each with its NUL */
    size_t names_size, names_capacity;
};

/* ------------------------------------------------------------------------------------------------------------------ */
/* Fields and records                                                                                                 */

static bool is_blank(const struct csv_reader *reader, char c)
{
    return c == ' ' || (c == '\t' && reader->separator != '\t');
}

static bool at(const struct csv_reader *reader, char c)
{
    return reader->scanner.cursor < reader->scanner.end && *reader->scanner.cursor == c;
}

static bool at_line_break(const struct csv_reader *reader)
{
    return at(reader, '\n') || at(reader, '\r');
}

/* Steps over one line break: LF, CR LF or CR. */
static void skip_line_break(struct csv_reader *reader)
{
    if (*reader->scanner.cursor++ == '\r' && at(reader, '\n')) {
        ++reader->scanner.cursor;
    }
    ++reader->scanner.line;
}

static void skip_blanks(struct csv_reader *reader)
{
    struct base_scanner *scanner = &reader->scanner;
    while (scanner->cursor < scanner->end && is_blank(reader, *scanner->cursor)) {
        ++scanner->cursor;
    }
}

static enum swarm_status fail_at(const struct csv_reader *reader, size_t line, struct base_word found,
                                 const char *expected)
{
    return base_scanner_fail_at(&reader->scanner, SWARM_ERROR_INPUT, line, found, "%s", expected);
}

/* Reads a field that starts with a quote; doubled quotes stay doubled in field->text. */
static enum swarm_status read_quoted(struct csv_reader *reader, struct csv_field *field)
{
    struct base_scanner *scanner = &reader->scanner;
    const char *start = ++scanner->cursor;
    field->quoted = true;
    for (;;) {
        if (scanner->cursor == scanner->end) {
            return base_scanner_fail_at(scanner, SWARM_ERROR_INPUT, scanner->line, (struct base_word){NULL, 0},
                                        "the quote that closes the field of line %zu", field->line);
        }
        if (at_line_break(reader)) {
            skip_line_break(reader);
        } else if (*scanner->cursor++ == '"') {
            if (!at(reader, '"')) {
                break;
            }
            ++scanner->cursor;
        }
    }
    field->text = (struct base_word){start, (size_t)(scanner->cursor - 1 - start)};
    skip_blanks(reader);
    if (scanner->cursor < scanner->end && !at(reader, reader->separator) && !at_line_break(reader)) {
        return fail_at(reader, scanner->line, (struct base_word){scanner->cursor, 1},
                       "a separator or the end of the line behind the closing quote");
    }
    return SWARM_OK;
}

static enum swarm_status read_field(struct csv_reader *reader, struct csv_field *field)
{
    skip_blanks(reader);
    *field = (struct csv_field){.line = reader->scanner.line};
    if (at(reader, '"')) {
        return read_quoted(reader, field);
    }
    const char *start = reader->scanner.cursor, *stop = start, *end = reader->scanner.end;
    while (stop < end && *stop != reader->separator && *stop != '\n' && *stop != '\r') {
        ++stop;
    }
    reader->scanner.cursor = stop;
    while (stop > start && is_blank(reader, stop[-1])) {
        --stop;
    }
    field->text = (struct base_word){start, (size_t)(stop - start)};
    return SWARM_OK;
}

/* Whether the title of a column is `word`, letters of either case alike, in every locale. */
static bool is_titled(struct base_word title, const char *word)
{
    struct base_scanner scanner = {.cursor = title.start, .line_end = title.start + title.size};
    title = base_scanner_rest(&scanner);
    for (size_t k = 0; k < title.size; ++k) {
        const char letter = title.start[k];
        if (!word[k] || (letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter) != word[k]) {
            return false;
        }
    }
    return !word[title.size];
}

/* Notes what the column means, if it is one that counts. */
static enum swarm_status take_title(struct csv_reader *reader, size_t column, const struct csv_field *field)
{
    if (column > MOST_COLUMNS) {
        return base_fail(reader->scanner.env, SWARM_ERROR_INPUT, "%s:%zu: found more than %d columns, expected fewer",
                         reader->scanner.path, field->line, MOST_COLUMNS);
    }
    for (size_t k = 0; k < sizeof csv_words / sizeof *csv_words; ++k) {
        const enum csv_role role = csv_words[k].role;
        if (!is_titled(field->text, csv_words[k].word)) {
            continue;
        }
        if (reader->columns[role] > 0) {
            return base_scanner_fail_at(&reader->scanner, SWARM_ERROR_INPUT, field->line, field->text,
                                        "one such column; column %zu is one already", reader->columns[role]);
        }
        reader->columns[role] = column;
        reader->fields[role] = *field;
    }
    return SWARM_OK;
}

/* Keeps the next field of the record where it counts. */
static enum swarm_status keep_field(struct csv_reader *reader, const struct csv_field *field)
{
    const size_t column = ++reader->field_count;
    reader->first = column == 1 ? field->text : reader->first;
    reader->empty = (column == 1 || reader->empty) && field->text.size == 0 && !field->quoted;
    if (reader->column_count == 0) {
        return take_title(reader, column, field);
    }
    for (int role = 0; role < CSV_ROLE_COUNT; ++role) {
        if (reader->columns[role] == column) {
            reader->fields[role] = *field;
        }
    }
    return SWARM_OK;
}

/* Reads the next record that is not a blank line; *found is false at the end of the text. */
static enum swarm_status next_record(struct csv_reader *reader, bool *found)
{
    struct base_scanner *scanner = &reader->scanner;
    *found = false;
    for (;;) {
        skip_blanks(reader);
        if (!at_line_break(reader)) {
            break;
        }
        skip_line_break(reader);
    }
    if (scanner->cursor == scanner->end) {
        return SWARM_OK;
    }
    reader->record_line = scanner->line;
    reader->field_count = 0;
    for (bool more = true; more;) {
        struct csv_field field;
        TRY(read_field(reader, &field));
        TRY(keep_field(reader, &field));
        more = at(reader, reader->separator);
        scanner->cursor += more;
    }
    if (scanner->cursor < scanner->end) {
        skip_line_break(reader);
    }
    *found = true;
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The header                                                                                                         */

/* The separator that the text's first line has most of outside quotes, the first of equals; a comma where it has none.
 */
static char find_separator(const char *text, const char *end)
{
    static const char separators[] = "\t;,";
    size_t counts[3] = {0, 0, 0};
    bool quoted = false;
    for (; text < end && (quoted || (*text != '\n' && *text != '\r')); ++text) {
        quoted = quoted != (*text == '"');
        for (size_t k = 0; k < 3 && !quoted; ++k) {
            counts[k] += *text == separators[k];
        }
    }
    if (counts[0] + counts[1] + counts[2] == 0) {
        return ',';
    }
    const size_t best = counts[1] > counts[0];
    return separators[counts[2] > counts[best] ? 2 : best];
}

static bool has(const struct csv_reader *reader, enum csv_role role)
{
    return reader->columns[role] > 0;
}

/* Finds out what the points lie on, from the columns that there are. */
static enum swarm_status choose_surface(struct csv_reader *reader)
{
    static const char *const partners[] = {
        [CSV_X] = "y", [CSV_Y] = "x", [CSV_LATITUDE] = "lon", [CSV_LONGITUDE] = "lat"};
    const bool plane = has(reader, CSV_X) || has(reader, CSV_Y);
    const bool sphere = has(reader, CSV_LATITUDE) || has(reader, CSV_LONGITUDE);
    if (has(reader, CSV_Z)) {
        return base_scanner_fail_at(&reader->scanner, SWARM_ERROR_UNSUPPORTED, reader->header,
                                    reader->fields[CSV_Z].text,
                                    "points of a plane or a sphere, which have no z; for space there is EUC_3D of "
                                    "TSPLIB95");
    }
    if (plane && sphere) {
        const enum csv_role role = has(reader, CSV_LATITUDE) ? CSV_LATITUDE : CSV_LONGITUDE;
        return fail_at(reader, reader->header, reader->fields[role].text,
                       "either columns x and y, or columns lat and lon");
    }
    if (!plane && !sphere) {
        return fail_at(
            reader, reader->header, reader->first,
            "a line that names columns x and y, or lat and lon, with no comments before it, or a keyword of TSPLIB95");
    }
    reader->surface = sphere ? SWARM_SURFACE_SPHERE : SWARM_SURFACE_PLANE;
    const enum csv_role first = sphere ? CSV_LATITUDE : CSV_X, second = sphere ? CSV_LONGITUDE : CSV_Y;
    if (!has(reader, first) || !has(reader, second)) {
        const enum csv_role role = has(reader, first) ? first : second;
        return base_scanner_fail_at(&reader->scanner, SWARM_ERROR_INPUT, reader->header, reader->fields[role].text,
                                    "a column %s as well", partners[role]);
    }
    return SWARM_OK;
}

static enum swarm_status read_header(struct csv_reader *reader)
{
    const struct base_scanner *scanner = &reader->scanner;
    const struct base_word line = base_scanner_first_line(scanner->cursor, (size_t)(scanner->end - scanner->cursor));
    bool found = false;
    reader->separator = line.start ? find_separator(line.start, scanner->end) : ',';
    TRY(next_record(reader, &found));
    if (!found) {
        return fail_at(reader, scanner->line, (struct base_word){NULL, 0},
                       "a line that names columns x and y, or lat and lon");
    }
    reader->header = reader->record_line;
    reader->column_count = reader->field_count;
    return choose_surface(reader);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Nodes                                                                                                              */

/* A number whose decimals may follow a comma where a comma does not separate. */
static bool read_number(const struct csv_reader *reader, struct base_word word, double *value)
{
    char text[LONGEST_NUMBER];
    const char *comma = reader->separator == ',' ? NULL : memchr(word.start, ',', word.size);
    if (!comma || word.size > LONGEST_NUMBER || memchr(word.start, '.', word.size)) {
        return base_number_real(word.start, word.size, value);
    }
    memcpy(text, word.start, word.size);
    text[comma - word.start] = '.';
    return base_number_real(text, word.size, value);
}

static enum swarm_status read_coordinate(struct csv_reader *reader, int axis, double *value)
{
    const int first = reader->surface == SWARM_SURFACE_SPHERE ? CSV_LATITUDE : CSV_X;
    const struct tsp_axis *allowed = &tsp_points_axes[reader->surface][axis];
    const struct csv_field *field = &reader->fields[first + axis];
    if (field->text.size == 0) {
        return base_fail(reader->scanner.env, SWARM_ERROR_INPUT,
                         "%s:%zu: found an empty field, expected the %s of "
                         "node %zu",
                         reader->scanner.path, field->line, allowed->name, reader->node_count + 1);
    }
    if (!read_number(reader, field->text, value) || *value < allowed->minimum || *value > allowed->maximum) {
        return base_scanner_fail_at(&reader->scanner, SWARM_ERROR_INPUT, field->line, field->text,
                                    "a decimal number from %g to %g as %s of node %zu", allowed->minimum,
                                    allowed->maximum, allowed->name, reader->node_count + 1);
    }
    return SWARM_OK;
}

/* Appends the name of the node, its number when it has none. */
static enum swarm_status take_name(struct csv_reader *reader)
{
    enum { NUMBER_SIZE = 24 };
    const enum csv_role role = has(reader, CSV_NAME) ? CSV_NAME : CSV_ID;
    if (!has(reader, role)) {
        return SWARM_OK;
    }
    const struct csv_field *field = &reader->fields[role];
    char *names =
        base_grown(reader->names, &reader->names_capacity, reader->names_size + field->text.size + NUMBER_SIZE, 1);
    if (!names) {
        return base_fail_memory(reader->scanner.env);
    }
    reader->names = names;
    char *name = names + reader->names_size;
    size_t size = 0;
    for (size_t k = 0; k < field->text.size; ++k) {
        name[size++] = field->text.start[k];
        k += field->quoted && field->text.start[k] == '"' ? 1 : 0; /* one of two */
    }
    if (size == 0) {
        size = (size_t)snprintf(name, NUMBER_SIZE, "%zu", reader->node_count + 1);
    }
    name[size] = '\0';
    reader->names_size += size + 1;
    return SWARM_OK;
}

static enum swarm_status reserve_node(struct csv_reader *reader)
{
    enum { NODE_SIZE = (2 + 5) * sizeof(double) }; /* with what the instance takes */
    if (reader->node_count == reader->node_capacity) {
        const size_t needed = reader->node_count + 512;
        TRY(base_require_memory(reader->scanner.env, reader->scanner.path, 2 * needed, NODE_SIZE));
        double *grown = base_grown(reader->points, &reader->node_capacity, needed, 2 * sizeof *grown);
        if (!grown) {
            return base_fail_memory(reader->scanner.env);
        }
        reader->points = grown;
    }
    return SWARM_OK;
}

static enum swarm_status take_node(struct csv_reader *reader)
{
    if (reader->field_count != reader->column_count) {
        const bool comment = reader->first.size > 0 && *reader->first.start == '#';
        return base_fail(reader->scanner.env, SWARM_ERROR_INPUT,
                         "%s:%zu: found %zu field%s, expected %zu as in line %zu%s", reader->scanner.path,
                         reader->record_line, reader->field_count, reader->field_count == 1 ? "" : "s",
                         reader->column_count, reader->header, comment ? "; a table has no comments" : "");
    }
    TRY(reserve_node(reader));
    for (int axis = 0; axis < 2; ++axis) {
        TRY(read_coordinate(reader, axis, &reader->points[2 * reader->node_count + (size_t)axis]));
    }
    TRY(take_name(reader));
    ++reader->node_count;
    return SWARM_OK;
}

static enum swarm_status read_nodes(struct csv_reader *reader)
{
    size_t empty_line = 0;
    for (;;) {
        bool found = false;
        TRY(next_record(reader, &found));
        if (!found) {
            break;
        }
        if (reader->empty) {
            empty_line = empty_line > 0 ? empty_line : reader->record_line;
            continue;
        }
        if (empty_line > 0) { /* spreadsheets leave such lines at the end only */
            return base_fail(reader->scanner.env, SWARM_ERROR_INPUT,
                             "%s:%zu: found empty fields only, expected node %zu, "
                             "as line %zu has another",
                             reader->scanner.path, empty_line, reader->node_count + 1, reader->record_line);
        }
        TRY(take_node(reader));
    }
    if (reader->node_count == 0) {
        return fail_at(reader, reader->scanner.line, (struct base_word){NULL, 0}, "a line for node 1");
    }
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */

/* A NUL would end a name early; it stands in no text, but in every one of UTF-16. */
static enum swarm_status refuse_nul(struct csv_reader *reader)
{
    const struct base_scanner *scanner = &reader->scanner;
    const char *nul = memchr(scanner->cursor, '\0', (size_t)(scanner->end - scanner->cursor));
    if (!nul) {
        return SWARM_OK;
    }
    struct csv_reader before = *reader;
    while (before.scanner.cursor < nul) {
        if (at_line_break(&before)) {
            skip_line_break(&before);
        } else {
            ++before.scanner.cursor;
        }
    }
    return fail_at(reader, before.scanner.line, (struct base_word){nul, 1}, "text in UTF-8, without NUL bytes");
}

static enum swarm_status make_instance(struct csv_reader *reader, struct swarm_instance **instance)
{
    struct base_env *env = reader->scanner.env;
    const bool named = has(reader, CSV_NAME) || has(reader, CSV_ID);
    char *stem = base_file_stem(reader->scanner.path);
    const char **names = named ? base_array(reader->node_count, sizeof *names) : NULL;
    enum swarm_status status = SWARM_OK;
    if (!stem || (named && !names)) {
        status = base_fail_memory(env);
    } else {
        const char *name = reader->names;
        for (size_t node = 0; named && node < reader->node_count; ++node) {
            names[node] = name;
            name += strlen(name) + 1;
        }
        status = tsp_points_instance(env, stem, reader->surface, reader->node_count, reader->points, names, instance);
    }
    free(stem);
    free(names);
    return status;
}

static enum swarm_status parse(struct base_env *env, const char *text, size_t size, const char *path,
                               struct swarm_instance **instance)
{
    const double start = base_clock_now();
    struct csv_reader reader = {.separator = ','};
    enum swarm_status status = SWARM_OK;
    base_scanner_init(&reader.scanner, env, path, text, size);
    reader.scanner.line = 1;
    TRY_OR(done, refuse_nul(&reader));
    TRY_OR(done, read_header(&reader));
    TRY_OR(done, read_nodes(&reader));
    TRY_OR(done, make_instance(&reader, instance));
    (*instance)->info.read_seconds = base_clock_now() - start;
done:
    free(reader.points);
    free(reader.names);
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Which kind a text is                                                                                               */

static bool has_in(struct base_word line, char c)
{
    return line.size > 0 && memchr(line.start, c, line.size);
}

static bool is_table(const char *text, size_t size, const char *path)
{
    const struct base_word line = base_scanner_first_line(text, size);
    if (line.start && tsp_tsplib_is(line)) {
        return false;
    }
    return base_file_has_suffix(path, ".csv") || base_file_has_suffix(path, ".tsv") || has_in(line, ',')
           || has_in(line, ';') || has_in(line, '\t');
}

enum swarm_status tsp_input_parse(struct base_env *env, const char *text, size_t size, const char *path,
                                  struct swarm_instance **instance)
{
    return is_table(text, size, path) ? parse(env, text, size, path, instance)
                                      : tsp_tsplib_parse(env, text, size, path, instance);
}
