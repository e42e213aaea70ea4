/* csv_matrix.c - reads tables that are matrices of distances. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "table.h"
#include "tsp/distances.h"

/* True if the field means that there is no edge. */
static bool is_missing(const struct csv_field *field)
{
    return field->text.size == 0 || base_word_find(field->text, "- x X inf Inf INF +inf infinity Infinity") >= 0;
}

/* Reads a time h:mm or h:mm:ss as minutes. False, with *minutes undefined, if the field is not a time. */
static bool read_time(const struct csv_field *field, double *minutes)
{
    char text[16] = "";
    unsigned hour = 0, minute = 0, second = 0;
    int end = 0;
    memcpy(text, field->text.size > 0 ? field->text.start : "", field->text.size < 16 ? field->text.size : 0);
    const int found = sscanf(text, "%4u:%2u%n:%2u%n", &hour, &minute, &end, &second, &end);
    *minutes = 60.0 * hour + minute + second / 60.0;
    return found >= 2 && text[end] == '\0' && text[end - 3] == ':' && strspn(text, "0123456789:") == field->text.size
           && minute < 60 && second < 60;
}

/* True if the field is zero, or means that there is no edge. */
static bool is_diagonal(const struct csv_table *table, const struct csv_field *field)
{
    double value;
    return is_missing(field)
           || ((csv_number(table, field, &value) || read_time(field, &value)) && value <= 0.0 && value >= 0.0);
}

/* The first records of a table that are not empty. */
enum { HEAD = 3 };
struct head {
    const struct csv_table *table;
    struct csv_record rows[HEAD + 1]; /* the first HEAD records, and the latest record after them */
    size_t records;                   /* number of records, counted up to two more than the second record has fields */
    size_t filled;                    /* fields up to the last one with text in any record */
};

/* The field, or an empty field if the record has fewer columns. */
static const struct csv_field *field_at(const struct head *head, size_t row, size_t column)
{
    static const struct csv_field none = {.text = {NULL, 0}};
    return column < head->rows[row].count ? &head->rows[row].fields[column] : &none;
}

static enum swarm_status read_head(const struct csv_table *table, struct head *head)
{
    struct csv_table look = *table;
    head->table = table;
    while (head->records < 2 || head->records <= head->rows[1].count + 1) {
        struct csv_record *record = &head->rows[head->records < HEAD ? head->records : HEAD];
        TRY(csv_record_next_filled(&look, record));
        if (record->count == 0) {
            break;
        }
        head->filled = record->filled > head->filled ? record->filled : head->filled;
        ++head->records;
    }
    return SWARM_OK;
}

/* True if the first two column names are also the first two row names. */
static bool is_named_twice(const struct head *head, const struct csv_layout *layout)
{
    bool twice = layout->labels;
    for (size_t k = 0; k < 2 && twice; ++k) {
        const struct csv_field *title = field_at(head, 0, k + layout->corner);
        twice = title->text.size > 0 && base_word_same(title->text, field_at(head, 1 + k, 0)->text);
    }
    return twice;
}

/* Finds the rows and columns of names, assuming that the table is a matrix. layout.nodes is 0 if the records and fields
 * do not form a square. `trimmed`: true to ignore empty columns at the end. */
static struct csv_layout lay_out(const struct head *head, bool trimmed)
{
    const struct csv_field *corner = field_at(head, 0, 0);
    size_t first = head->rows[0].count, width = head->rows[1].count;
    double value;
    if (trimmed && head->filled < width) {
        const size_t extra = width - head->filled, rest = first > extra ? first - extra : 0;
        first = rest > head->rows[0].filled ? rest : head->rows[0].filled;
        width = head->filled;
    }
    first = trimmed && first > head->filled ? head->filled : first;
    /* A matrix without names may have the same word, which means "no edge", in the first two elements of its diagonal.
     * An empty first field is the corner above the row names. */
    const bool bare =
        corner->text.size > 0 && is_missing(corner) && base_word_same(corner->text, field_at(head, 1, 1)->text);
    const bool word = (!csv_number(head->table, corner, &value) && !bare) || first + 1 == width;
    const size_t records = head->records;
    struct csv_layout layout = {.width = width};
    layout.header = records == width + 1 || (records == width && word);
    layout.labels = records + 1 == width || (records == width && word);
    layout.corner = layout.labels && first == width;
    const bool square = records == width || records + 1 == width || records == width + 1;
    const bool even = first == width || (layout.header && layout.labels && first + 1 == width);
    layout.nodes = square && even && width >= 2u + layout.labels ? width - layout.labels : 0;
    return layout;
}

/* True if the first two rows have zeros, or no edge, on the diagonal. */
static bool has_zeros(const struct head *head, const struct csv_layout *layout)
{
    bool zeros = true;
    for (size_t k = 0; k < 2 && zeros; ++k) {
        const struct csv_field *field = field_at(head, k + layout->header, k + layout->labels);
        zeros = is_diagonal(head->table, field) && (layout->header || layout->labels || field->text.size > 0);
    }
    return zeros;
}

/* True if the first two rows have the same number above 1 on the diagonal, and it exceeds all others in these rows.
 * False for two nodes, because two points, with or without row numbers, could look like such a matrix. */
static bool is_filled(const struct head *head, const struct csv_layout *layout, double *diagonal)
{
    bool filled = layout->nodes > 2 && csv_number(head->table, field_at(head, layout->header, layout->labels), diagonal)
                  && *diagonal > 1.0;
    for (size_t k = 0; k < 2 && filled; ++k) {
        for (size_t column = 0; column < layout->nodes && filled; ++column) {
            const struct csv_field *field = field_at(head, k + layout->header, column + layout->labels);
            double value = 0.0;
            const bool number = csv_number(head->table, field, &value);
            filled = column == k ? number && value >= *diagonal && value <= *diagonal
                                 : is_missing(field) || (number && value < *diagonal);
        }
    }
    return filled;
}

/* Sets layout->nodes to 0 unless the table is a matrix with this layout. */
static void check_layout(const struct head *head, struct csv_layout *layout)
{
    const bool titled = csv_is_titled(&head->rows[0]);
    double value;
    layout->twice = layout->header && is_named_twice(head, layout);
    const bool zeros = !layout->twice && has_zeros(head, layout);
    layout->filled = !layout->twice && !zeros && is_filled(head, layout, &layout->diagonal);
    layout->times = read_time(field_at(head, layout->header, layout->labels + 1), &value)
                    || read_time(field_at(head, layout->header + 1, layout->labels), &value);
    layout->nodes = layout->twice || ((zeros || layout->filled) && !titled) ? layout->nodes : 0;
}

/* Refuses a table with equal names of columns and rows that is not square. */
static enum swarm_status refuse_not_square(struct head *head)
{
    const struct csv_layout layout = {.labels = true, .header = true, .corner = true};
    const struct csv_record *first = &head->rows[0];
    struct csv_record *record = &head->rows[HEAD];
    struct csv_table look = *head->table;
    double value;
    size_t records = 0;
    if (!is_named_twice(head, &layout) || csv_is_titled(first) || csv_number(&look, first->fields, &value)) {
        return SWARM_OK;
    }
    for (;; ++records) {
        TRY(csv_record_next_filled(&look, record));
        if (record->count == 0) {
            break;
        }
    }
    return base_fail(look.scanner.env, SWARM_ERROR_INPUT,
                     "%s:%zu: found a matrix of %zu rows and %zu columns with the same names, expected a square one",
                     look.scanner.path, first->line, records - 1, first->filled - 1);
}

enum swarm_status csv_matrix_find(const struct csv_table *table, struct csv_layout *layout)
{
    struct head head = {.records = 0};
    enum swarm_status status = read_head(table, &head);
    layout->nodes = 0;
    for (int trimmed = 1; trimmed >= 0 && status == SWARM_OK && layout->nodes == 0; --trimmed) {
        *layout = lay_out(&head, trimmed > 0);
        if (layout->nodes > 0) {
            check_layout(&head, layout);
        }
    }
    status = status == SWARM_OK && layout->nodes == 0 ? refuse_not_square(&head) : status;
    for (size_t row = 0; row <= HEAD; ++row) {
        free(head.rows[row].fields);
    }
    return status;
}

struct matrix_reader {
    struct csv_table *table;
    const struct csv_layout *layout;
    struct csv_record header, row; /* first record of the table, and record that is being read */
    double *distances;             /* [nodes][nodes] distances of the matrix */
    size_t *lines;                 /* [nodes] line of the file where each row begins */
    struct csv_names names;
};

static enum swarm_status take_names(struct matrix_reader *reader)
{
    const struct csv_layout *layout = reader->layout;
    for (size_t node = 0; layout->header && node < layout->nodes; ++node) {
        TRY(csv_names_add(&reader->names, reader->table->scanner.env, &reader->header.fields[node + layout->corner]));
    }
    return SWARM_OK;
}

/* The name of a node in quotes, or "node 3" if none is known. */
static const char *node_text(const struct matrix_reader *reader, size_t node, char text[BASE_QUOTED])
{
    const char *name = reader->names.bytes;
    if (node >= reader->names.count) {
        snprintf(text, BASE_QUOTED, "node %zu", node + 1);
        return text;
    }
    for (size_t k = 0; k < node; ++k) {
        name += strlen(name) + 1;
    }
    return base_word_quoted((struct base_word){name, strlen(name)}, text);
}

/* Reads a row's name, which must equal its column's name if columns have names. */
static enum swarm_status take_label(struct matrix_reader *reader, size_t row, const struct csv_field *field)
{
    if (!reader->layout->header) {
        return csv_names_add(&reader->names, reader->table->scanner.env, field);
    }
    const struct base_word title = reader->header.fields[row + reader->layout->corner].text;
    const int64_t number = (int64_t)row + 1; /* serves as the name if the column's title is empty */
    char name[BASE_QUOTED];
    int64_t value;
    return base_word_same(field->text, title)
                   || (title.size == 0 && base_word_integer(field->text, number, number, &value))
               ? SWARM_OK
               : csv_fail(reader->table, field, "%s as the name of row %zu, like the name of column %zu in line %zu",
                          node_text(reader, row, name), row + 1, row + 1, reader->header.line);
}

static enum swarm_status take_distance(struct matrix_reader *reader, size_t row, size_t column,
                                       const struct csv_field *field)
{
    const struct csv_layout *layout = reader->layout;
    double *distance = &reader->distances[row * layout->nodes + column];
    char from[BASE_QUOTED], to[BASE_QUOTED];
    if (row == column) {
        double value = 0.0;
        const bool filling = layout->filled && csv_number(reader->table, field, &value) && value >= layout->diagonal
                             && value <= layout->diagonal;
        return layout->twice || filling || is_diagonal(reader->table, field)
                   ? SWARM_OK
                   : csv_fail(reader->table, field, "%.15g, the distance from %s to itself", layout->diagonal,
                              node_text(reader, row, from));
    }
    if (is_missing(field)) {
        *distance = (double)INFINITY;
        return SWARM_OK;
    }
    const bool number =
        layout->times ? read_time(field, distance) : csv_number(reader->table, field, distance) && *distance >= 0.0;
    if (!number || *distance > TSP_FARTHEST) {
        return csv_fail(reader->table, field,
                        "%s as distance from %s to %s; an empty cell, -, x or inf means no edge%s",
                        layout->times ? "a time h:mm, like the first distance," : "a decimal number from 0 to 1e+300",
                        node_text(reader, row, from), node_text(reader, column, to), csv_hint(reader->table, field));
    }
    return SWARM_OK;
}

static enum swarm_status read_row(struct matrix_reader *reader, size_t row)
{
    const struct csv_layout *layout = reader->layout;
    const struct csv_record *record = &reader->row;
    TRY(csv_record_next_filled(reader->table, &reader->row)); /* csv_matrix_find() has counted the records */
    reader->lines[row] = record->line;
    for (size_t k = 0; k < record->count && k < layout->width; ++k) {
        TRY(layout->labels && k == 0 ? take_label(reader, row, &record->fields[k])
                                     : take_distance(reader, row, k - layout->labels, &record->fields[k]));
    }
    return record->count >= layout->width && record->filled <= layout->width
               ? SWARM_OK
               : csv_fail_width(reader->table, record, layout->width, reader->header.line, "");
}

enum swarm_status csv_matrix_read(struct csv_table *table, const struct csv_layout *layout, const char *name,
                                  struct swarm_instance **instance)
{
    struct base_env *env = table->scanner.env;
    const size_t n = layout->nodes, elements = n > SIZE_MAX / n ? SIZE_MAX : n * n;
    struct matrix_reader reader = {.table = table, .layout = layout};
    const char **names = NULL;
    struct csv_table first = *table;
    enum swarm_status status = SWARM_OK;
    TRY(base_require_memory(env, table->scanner.path, elements, sizeof(double) + sizeof(int32_t)));
    TRY_OR(done, BASE_MAKE(env, reader.distances, elements));
    TRY_OR(done, BASE_MAKE(env, reader.lines, n));
    TRY_OR(done, csv_record_next_filled(&first, &reader.header));
    TRY_OR(done, take_names(&reader));
    *table = layout->header ? first : *table;
    for (size_t row = 0; row < n; ++row) {
        TRY_OR(done, read_row(&reader, row));
    }
    TRY_OR(done, csv_names_list(&reader.names, env, &names));
    const struct tsp_distances_source source = {.path = table->scanner.path, .lines = reader.lines, .names = names};
    status = tsp_distances_instance(env, name, n, reader.distances, &source, instance);
done:
    free(names);
    free(reader.names.bytes);
    free(reader.header.fields);
    free(reader.row.fields);
    free(reader.distances);
    free(reader.lines);
    return status;
}
