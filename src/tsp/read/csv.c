/* csv.c - reads tables of points. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "table.h"
#include "tsp/points.h"

enum { OTHER_SIZE = 40 }; /* bytes for the separator, quotes and NUL of a cell, and for a title "column N" */

struct csv_reader {
    const struct csv_use *use;
    struct csv_table table;
    struct csv_columns columns;
    struct csv_record record; /* record that is being read */
    size_t first_line, width; /* line and number of fields of the first record */
    size_t titles;            /* fields of the first record up to the last one with text */
    double count_from;        /* first number of an untitled column of row numbers: 0 or 1; -1: no such column */
    enum swarm_surface surface;
    int ost;             /* direction of the letter O in longitudes: csv_ost() */
    double (*points)[2]; /* [node_count] x and y, or latitude and longitude */
    size_t node_count, node_capacity;
    struct csv_names names;
    char *used, *skipped;    /* texts for info.columns and info.skipped_columns */
    struct csv_names others; /* cells of the other columns, one text per record: first the titles, then each node */
    size_t own_length;       /* number, from 1, of the column "length" if the program wrote the table; otherwise 0 */
    char decimal;            /* ',' if any coordinate has a comma, '.' if some have a point, otherwise 0 */
    uint32_t *scores;        /* [node_count]; NULL: the caller wants no scores, or the table has none */
    size_t score_capacity;
};

/* The field of a column in the current record. The column must exist. */
static const struct csv_field *field_of(const struct csv_reader *reader, enum csv_role role)
{
    return &reader->record.fields[reader->columns.at[role] - 1];
}

static bool has(const struct csv_reader *reader, enum csv_role role)
{
    return reader->columns.at[role] > 0;
}

static enum swarm_status choose_surface(struct csv_reader *reader)
{
    static const char *const partners[] = {
        [CSV_X] = "y", [CSV_Y] = "x", [CSV_LATITUDE] = "lon", [CSV_LONGITUDE] = "lat"};
    const struct csv_table *table = &reader->table;
    const bool plane = has(reader, CSV_X) || has(reader, CSV_Y);
    const bool sphere = has(reader, CSV_LATITUDE) || has(reader, CSV_LONGITUDE);
    if (has(reader, CSV_PAIR)) {
        reader->surface = SWARM_SURFACE_SPHERE;
        return SWARM_OK;
    }
    if (has(reader, CSV_Z)) {
        const struct csv_field *title = field_of(reader, CSV_Z);
        return base_scanner_fail_at(&table->scanner, SWARM_ERROR_UNSUPPORTED, title->line, title->text,
                                    "columns x and y, or lat and lon, without z; for points in space, write a file of "
                                    "TSPLIB95 with EUC_3D");
    }
    if (plane && sphere) {
        return csv_fail(table, field_of(reader, has(reader, CSV_LATITUDE) ? CSV_LATITUDE : CSV_LONGITUDE),
                        "either columns x and y, or columns lat and lon");
    }
    if (!plane && !sphere && reader->use->bare) {
        reader->surface = SWARM_SURFACE_PLANE;
        return SWARM_OK;
    }
    if (!plane && !sphere) {
        return csv_fail(
            table, reader->record.fields,
            "a line that names columns x and y, or lat and lon, with no comments before it; a matrix has the "
            "same names above and on the left, or zeros on its diagonal; --columns names other columns");
    }
    reader->surface = sphere ? SWARM_SURFACE_SPHERE : SWARM_SURFACE_PLANE;
    const enum csv_role first = sphere ? CSV_LATITUDE : CSV_X, second = sphere ? CSV_LONGITUDE : CSV_Y;
    if (!has(reader, first) || !has(reader, second)) {
        const enum csv_role role = has(reader, first) ? first : second;
        return csv_fail(table, field_of(reader, role), "a column %s as well", partners[role]);
    }
    return SWARM_OK;
}

/* Handles a first record of numbers: x and y, or a row number that starts at 0 or 1, x and y. */
static enum swarm_status take_numbers(struct csv_reader *reader)
{
    const struct csv_table *table = &reader->table;
    double first = -1.0;
    csv_number(table, reader->record.fields, &first);
    const bool counted = reader->width == 3 && first >= 0.0 && first <= 1.0 && floor(first) >= first;
    if (reader->width != 2 && !counted) {
        return csv_fail(table, reader->record.fields,
                        "a line that names columns x and y, or lat and lon; or two numbers in each line, x and y; or "
                        "a matrix with as many numbers in each line as lines, and zeros on its diagonal; --columns "
                        "names other columns");
    }
    reader->count_from = counted ? first : -1.0;
    reader->columns.at[CSV_ID] = counted;
    reader->columns.at[CSV_X] = reader->width - 1;
    reader->columns.at[CSV_Y] = reader->width;
    base_log(table->scanner.env, SWARM_LOG_INFO, "%s: no header; its columns are read as %sx and y",
             table->scanner.path, counted ? "number, " : "");
    return SWARM_OK;
}

/* The number, from 1, of the column of names, or of numbers if there are no names; 0: none. */
static size_t name_column(const struct csv_columns *columns)
{
    return columns->at[columns->at[CSV_NAME] > 0 ? CSV_NAME : CSV_ID];
}

/* Recognises a table that the program wrote. Its columns position, number and length are not kept, because the program
 * computes them anew. */
static void find_own_length(struct csv_reader *reader)
{
    const struct csv_field *fields = reader->record.fields;
    const size_t length = reader->width > 5 && !base_word_equal(fields[4].text, "length") ? 6 : 5; /* 6 with a name */
    const bool ours = reader->width >= length && base_word_equal(fields[0].text, "position")
                      && base_word_equal(fields[1].text, "number")
                      && base_word_equal(fields[length - 1].text, "length");
    reader->own_length = ours ? length : 0;
}

/* Stores the cells of the current record that are neither coordinates nor names as one text. `titles`: true for the
 * first record, whose cells are titles; a table without titles gets "column N". */
static enum swarm_status keep_others(struct csv_reader *reader, bool titles)
{
    struct csv_names *others = &reader->others;
    const size_t *at = reader->columns.at, name = name_column(&reader->columns), before = others->size;
    const char separator = csv_dialect(&reader->table, (struct tsp_text){.size = 0}).separator;
    for (size_t k = 1; k <= reader->width; ++k) {
        const struct csv_field *field = &reader->record.fields[k - 1];
        const bool is_own = reader->own_length > 0 && (k <= 2 || k == reader->own_length);
        if (is_own || k == name || k == at[CSV_X] || k == at[CSV_Y] || k == at[CSV_LATITUDE] || k == at[CSV_LONGITUDE]
            || k == at[CSV_PAIR]) {
            continue;
        }
        const char *text = field->text.size > 0 ? field->text.start : "";
        const bool quoted = field->quoted || memchr(text, separator, field->text.size);
        TRY(BASE_GROW(reader->table.scanner.env, others->bytes, &others->capacity,
                      others->size + 2 * field->text.size + OTHER_SIZE));
        char *end = others->bytes + others->size;
        *end++ = separator;
        *end++ = '"';
        end -= !quoted;
        for (size_t i = 0; i < field->text.size && (reader->columns.header || !titles); ++i) {
            *end++ = text[i];
            *end = '"'; /* doubles a quote that a field without quotes contains */
            end += text[i] == '"' && quoted && !field->quoted;
        }
        end += titles && !reader->columns.header ? snprintf(end, OTHER_SIZE / 2, "column %zu", k) : 0;
        *end = '"';
        end += quoted;
        *end = '\0';
        others->size = (size_t)(end - others->bytes);
    }
    others->size += others->size > before; /* the NUL */
    others->count += others->size > before;
    return SWARM_OK;
}

/* Skips at most MOST_HEADINGS lines above the titles, such as the heading of a spreadsheet, or lines with only one cell
 * of text. Does not skip lines that begin with #. */
static enum swarm_status skip_headings(struct csv_reader *reader)
{
    enum { MOST_HEADINGS = 8 };
    struct csv_record *record = &reader->record;
    struct csv_table look = reader->table, begin = look;
    size_t line = 0;
    double value;
    bool sparse = true; /* True if all lines above have at most one cell of text */
    for (size_t above = 0; above <= MOST_HEADINGS; ++above) {
        struct csv_table start = look;
        csv_table_separate(&look);
        start.separator = look.separator;
        TRY(csv_record_next(&look, record));
        const bool titled = csv_is_titled(record);
        if (above > 0 && (titled || (line == 0 && sparse && record->filled > 1))) {
            line = record->line;
            begin = start;
        }
        if (record->count == 0 || titled || (record->fields->text.size > 0 && *record->fields->text.start == '#')) {
            break;
        }
        sparse = sparse && record->count > 2 && record->filled <= 1 && !csv_number(&look, record->fields, &value);
    }
    if (line > 0) {
        base_log(look.scanner.env, SWARM_LOG_INFO, "%s: the table begins in line %zu", look.scanner.path, line);
        reader->table = begin;
    }
    return SWARM_OK;
}

static enum swarm_status read_header(struct csv_reader *reader)
{
    struct csv_table *table = &reader->table;
    const struct csv_use *use = reader->use;
    const struct csv_table start = *table;
    TRY(csv_record_next(table, &reader->record));
    if (reader->record.count == 0) {
        const struct csv_field end = {.line = table->scanner.line};
        return csv_fail(table, &end, "a line that names columns x and y, or lat and lon");
    }
    reader->first_line = reader->record.line;
    reader->width = reader->record.count;
    reader->titles = reader->record.filled;
    TRY(csv_columns_find(table, &reader->record, use, &reader->columns));
    reader->columns.at[CSV_SCORE] *= (use->roles & CSV_BIT(CSV_SCORE)) != 0;
    reader->columns.at[CSV_ID] *= !has(reader, CSV_NAME);
    TRY(reader->columns.numbers && !use->columns ? take_numbers(reader) : choose_surface(reader));
    reader->ost = has(reader, CSV_LONGITUDE) ? csv_ost(field_of(reader, CSV_LONGITUDE)->text) : 0;
    TRY(csv_columns_describe(table->scanner.env, &reader->record, use->roles, &reader->columns, &reader->used,
                             &reader->skipped));
    find_own_length(reader);
    TRY(keep_others(reader, true));
    if (!reader->columns.header) {
        *table = start;
    }
    return SWARM_OK;
}

static enum swarm_status read_coordinate(struct csv_reader *reader, int axis, double *value)
{
    const bool sphere = reader->surface == SWARM_SURFACE_SPHERE;
    const int first = sphere ? CSV_LATITUDE : CSV_X;
    const struct tsp_axis *allowed = &tsp_points_axes[reader->surface][axis];
    const struct csv_field *field = field_of(reader, (enum csv_role)(first + axis));
    const char *text = field->text.size > 0 ? field->text.start : "";
    if (reader->decimal != ',' && (memchr(text, ',', field->text.size) || memchr(text, '.', field->text.size))) {
        reader->decimal = memchr(text, ',', field->text.size) ? ',' : '.';
    }
    const bool number =
        csv_number(&reader->table, field, value) || (sphere && csv_degrees(field->text, axis == 1, reader->ost, value));
    if (!number || *value < allowed->minimum || *value > allowed->maximum) {
        const struct csv_field *name = has(reader, CSV_NAME) ? field_of(reader, CSV_NAME) : NULL;
        char node[BASE_QUOTED];
        const size_t size = sphere && axis == 1 ? field->text.size : 0;
        const bool ost = size > 1 && field->text.start[size - 1] == 'O';
        snprintf(node, sizeof node, "node %zu", reader->node_count + 1);
        return csv_fail(&reader->table, field, "a decimal number from %g to %g as %s of %s%s", allowed->minimum,
                        allowed->maximum, allowed->name,
                        name && name->text.size > 0 ? base_word_quoted(name->text, node) : node,
                        ost ? "; write E or W, because O may be Ost or Oeste" : csv_hint(&reader->table, field));
    }
    return SWARM_OK;
}

static enum swarm_status read_coordinates(struct csv_reader *reader, double point[2])
{
    if (reader->use->bare && !has(reader, CSV_PAIR) && !has(reader, CSV_LATITUDE) && !has(reader, CSV_X)) {
        point[0] = point[1] = 0.0;
        return SWARM_OK;
    }
    if (!has(reader, CSV_PAIR)) {
        TRY(read_coordinate(reader, 0, &point[0]));
        return read_coordinate(reader, 1, &point[1]);
    }
    const struct csv_field *field = field_of(reader, CSV_PAIR);
    if (field->text.size > 0 && memchr(field->text.start, '.', field->text.size)) {
        reader->decimal = '.';
    }
    return csv_pair(field->text, point)
               ? SWARM_OK
               : csv_fail(&reader->table, field, "the latitude and longitude of node %zu, such as \"48.137, 11.575\"",
                          reader->node_count + 1);
}

/* Checks that a first column without a title numbers the nodes in order, because other numbers could mean anything. */
static enum swarm_status check_count(const struct csv_reader *reader)
{
    const double expected = reader->count_from + (double)reader->node_count;
    const struct csv_field *field = reader->record.fields;
    double number = -1.0;
    return reader->count_from < 0.0
                   || (csv_number(&reader->table, field, &number) && number >= expected && number <= expected)
               ? SWARM_OK
               : csv_fail(
                   &reader->table, field,
                   "%.0f, because the first of three columns without titles numbers the nodes; --columns names other "
                   "columns",
                   expected);
}

static enum swarm_status reserve_node(struct csv_reader *reader)
{
    enum { NODE_SIZE = (2 + 5) * sizeof(double) }; /* bytes per node: x and y here, five numbers in the instance */
    const struct base_scanner *scanner = &reader->table.scanner;
    const size_t needed = reader->node_count + 512;
    if (reader->node_count < reader->node_capacity) {
        return SWARM_OK;
    }
    TRY(base_require_memory(scanner->env, scanner->path, 2 * needed, NODE_SIZE));
    return BASE_GROW(scanner->env, reader->points, &reader->node_capacity, needed);
}

static enum swarm_status take_score(struct csv_reader *reader)
{
    int64_t score = 0;
    if (!has(reader, CSV_SCORE)) {
        return SWARM_OK;
    }
    const struct csv_field *field = field_of(reader, CSV_SCORE);
    if (!base_word_integer(field->text, 0, INT32_MAX, &score)) {
        return csv_fail(&reader->table, field, "a whole number from 0 to 2147483647 as score%s",
                        csv_hint(&reader->table, field));
    }
    TRY(BASE_GROW(reader->table.scanner.env, reader->scores, &reader->score_capacity, reader->node_count + 1));
    reader->scores[reader->node_count] = (uint32_t)score;
    return SWARM_OK;
}

static enum swarm_status take_node(struct csv_reader *reader)
{
    const struct csv_record *record = &reader->record;
    const size_t name = name_column(&reader->columns);
    if (record->count > reader->width || record->count < reader->titles) {
        const bool comment = record->fields->text.size > 0 && *record->fields->text.start == '#';
        return csv_fail_width(&reader->table, record, reader->width, reader->first_line,
                              comment ? "; a table may not have comments" : "");
    }
    TRY(reserve_node(reader));
    TRY(read_coordinates(reader, reader->points[reader->node_count]));
    TRY(check_count(reader));
    TRY(name > 0 ? csv_names_add(&reader->names, reader->table.scanner.env, &record->fields[name - 1]) : SWARM_OK);
    TRY(take_score(reader));
    TRY(reader->use->take ? reader->use->take(reader->use->user, &reader->table, record, &reader->columns) : SWARM_OK);
    TRY(keep_others(reader, false));
    ++reader->node_count;
    return SWARM_OK;
}

static enum swarm_status read_nodes(struct csv_reader *reader)
{
    struct csv_table *table = &reader->table;
    size_t empty_line = 0;
    for (;;) {
        TRY(csv_record_next(table, &reader->record));
        if (reader->record.count == 0) {
            break;
        }
        if (reader->record.empty) {
            empty_line = empty_line > 0 ? empty_line : reader->record.line;
            continue;
        }
        if (empty_line > 0) { /* spreadsheets leave empty lines only at the end */
            return base_fail(
                table->scanner.env, SWARM_ERROR_INPUT,
                "%s:%zu: found a line of empty cells, expected node %zu, which is in line %zu; only the last "
                "lines may be empty",
                table->scanner.path, empty_line, reader->node_count + 1, reader->record.line);
        }
        TRY(take_node(reader));
    }
    if (reader->node_count == 0) {
        const struct csv_field end = {.line = table->scanner.line};
        return csv_fail(table, &end, "a line for node 1");
    }
    return SWARM_OK;
}

static enum swarm_status make_instance(struct csv_reader *reader, const char *name, struct swarm_instance **instance)
{
    struct base_env *env = reader->table.scanner.env;
    struct swarm_instance *made = NULL;
    const char **names = NULL;
    enum swarm_status status = SWARM_OK;
    TRY(csv_names_list(&reader->names, env, &names));
    TRY_OR(done, tsp_points_instance(env, name, reader->surface, reader->node_count, reader->points[0], &made));
    TRY_OR(done, names ? tsp_instance_set_names(env, made, names) : SWARM_OK);
    TRY_OR(done, reader->scores ? tsp_instance_set_scores(env, made, reader->scores) : SWARM_OK);
    made->info.columns = reader->used;
    made->info.skipped_columns = reader->skipped;
    reader->used = reader->skipped = NULL;
    *instance = made;
    made = NULL;
done:
    free(names);
    swarm_instance_destroy(&made);
    return status;
}

/* True if the text has this mark between two digits. */
static bool has_between_digits(struct tsp_text text, char mark)
{
    bool found = false;
    for (size_t i = 1; i + 1 < text.size && !found; ++i) {
        found = text.bytes[i] == mark && text.bytes[i - 1] >= '0' && text.bytes[i - 1] <= '9'
                && text.bytes[i + 1] >= '0' && text.bytes[i + 1] <= '9';
    }
    return found;
}

/* Stores the format of the table (separator, decimal mark, line breaks) and its other columns in the instance. A table
 * without decimals has decimal commas if semicolons separate its columns. */
static enum swarm_status keep_dialect(struct csv_reader *reader, struct tsp_text text, struct swarm_instance *instance)
{
    struct base_env *env = reader->table.scanner.env;
    const struct swarm_table dialect = csv_dialect(&reader->table, text);
    if (!reader->points && dialect.separator != ',') {
        reader->decimal = has_between_digits(text, '.') ? '.' : has_between_digits(text, ',') ? ',' : '\0';
    }
    TRY(BASE_MAKE(env, instance->table, 1));
    TRY(csv_names_list(&reader->others, env, &instance->table_texts));
    reader->others.bytes = NULL; /* the instance owns them */
    *instance->table = dialect;
    instance->table->decimal = reader->decimal ? reader->decimal : dialect.decimal;
    instance->table->titles = instance->table_texts ? instance->table_texts[0] : "";
    instance->table->cells = instance->table_texts ? instance->table_texts + 1 : NULL;
    return SWARM_OK;
}

static bool begins_with_titles(struct csv_reader *reader)
{
    struct csv_table look = reader->table;
    return csv_record_next(&look, &reader->record) == SWARM_OK && csv_is_titled(&reader->record);
}

/* True if the first line has two known titles and no number, so a column "x" of marks is no matrix without edges. */
static bool begins_with_roles(struct csv_reader *reader)
{
    struct csv_table look = reader->table;
    size_t known = 0;
    double value;
    bool numbers = csv_record_next(&look, &reader->record) != SWARM_OK;
    for (size_t k = 0; k < reader->record.count && !numbers; ++k) {
        known += csv_role_of(reader->record.fields[k].text, reader->use->roles, NULL) < CSV_ROLE_COUNT;
        numbers = csv_number(&look, &reader->record.fields[k], &value);
    }
    return known >= 2 && !numbers;
}

enum swarm_status csv_parse(struct base_env *env, struct tsp_text text, const struct csv_use *use, bool titled,
                            struct swarm_instance **instance)
{
    struct csv_reader reader = {.use = use, .count_from = -1.0};
    struct csv_layout layout = {.nodes = 0};
    enum swarm_status status = SWARM_OK;
    char *stem = base_file_stem(text.path);
    TRY_OR(done, stem ? SWARM_OK : base_fail_memory(env));
    TRY_OR(done, csv_table_init(&reader.table, env, text));
    TRY_OR(done, skip_headings(&reader));
    status =
        use->columns || (use->take && begins_with_roles(&reader)) ? SWARM_OK : csv_matrix_find(&reader.table, &layout);
    if (titled && (status != SWARM_OK || layout.nodes > 0 || !begins_with_titles(&reader))) {
        status = status == SWARM_ERROR_OUT_OF_MEMORY ? status : SWARM_OK;
        goto done;
    }
    TRY_OR(done, status);
    if (layout.nodes > 0 && use->take) {
        status = base_fail(env, SWARM_ERROR_INPUT,
                           "%s: found a matrix, expected a table with a line for each customer; "
                           "--lengths and --times read matrices",
                           text.path);
        goto done;
    }
    if (layout.nodes > 0) {
        TRY_OR(done, csv_matrix_read(&reader.table, &layout, stem, instance));
        (*instance)->info.unit = layout.times ? "min" : "";
    } else {
        TRY_OR(done, read_header(&reader));
        TRY_OR(done, read_nodes(&reader));
        TRY_OR(done, make_instance(&reader, stem, instance));
    }
    status = keep_dialect(&reader, text, *instance);
    if (status != SWARM_OK) {
        swarm_instance_destroy(instance);
    }
done:
    free(stem);
    free(reader.record.fields);
    free(reader.points);
    free(reader.scores);
    free(reader.names.bytes);
    free(reader.used);
    free(reader.skipped);
    free(reader.others.bytes);
    return status;
}
