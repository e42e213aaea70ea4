/* csv_matrix.c - tables that are matrices of distances. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "table.h"
#include "tsp/distances.h"

/* ------------------------------------------------------------------------------------------------------------------ */
/* Which tables are matrices */

/* True if the field says that there is no edge. */
static bool is_missing(const struct csv_field *field)
{
    return field->text.size == 0 || base_word_find(field->text, "- x X inf Inf INF +inf infinity Infinity") >= 0;
}

/* True if the field is zero, or of no edge. */
static bool is_diagonal(const struct csv_table *table, const struct csv_field *field)
{
    double value;
    return is_missing(field) || (csv_number(table, field->text, &value) && value <= 0.0 && value >= 0.0);
}

/* Goes to the next record with a field that is not empty; table->more tells if there is one. */
static enum swarm_status next_record(struct csv_table *table)
{
    while (csv_record_begin(table)) {
        struct csv_table look = *table;
        TRY(csv_record_skip(&look));
        if (!look.empty) {
            return SWARM_OK;
        }
        *table = look;
    }
    return SWARM_OK;
}

/* The beginning of a table; empty records do not count. */
enum { HEAD = 3 };
struct head {
    const struct csv_table *table;
    struct csv_field *fields; /* of the first HEAD records, one record after the other; owned */
    size_t capacity, ends[HEAD];
    size_t records;              /* not more than two past the fields of the second one */
    size_t filled_first, filled; /* fields up to the last one that is not empty, of the first record, of any */
};

/* The fields of one of the first records. */
static size_t width_of(const struct head *head, size_t record)
{
    return record < head->records ? head->ends[record] - (record > 0 ? head->ends[record - 1] : 0) : 0;
}

static const struct csv_field *field_at(const struct head *head, size_t record, size_t column)
{
    static const struct csv_field none = {.text = {NULL, 0}};
    return column < width_of(head, record) ? &head->fields[head->ends[record] - width_of(head, record) + column]
                                           : &none;
}

static enum swarm_status read_head(const struct csv_table *table, struct head *head)
{
    struct csv_table look = *table;
    size_t used = 0;
    head->table = table;
    TRY(next_record(&look));
    for (; look.more && (head->records < 2 || head->records <= width_of(head, 1) + 1); ++head->records) {
        while (look.more) {
            struct csv_field field;
            TRY(csv_field_next(&look, &field));
            head->filled = field.text.size > 0 && look.field_count > head->filled ? look.field_count : head->filled;
            if (head->records < HEAD) {
                TRY(BASE_GROW(table->scanner.env, head->fields, &head->capacity, used + 1));
                head->fields[used++] = field;
                head->ends[head->records] = used;
            }
        }
        head->filled_first = head->records == 0 ? head->filled : head->filled_first;
        TRY(next_record(&look));
    }
    return SWARM_OK;
}

/* Whether the first two names of the header and the first two names of rows are the same. */
static bool is_named_twice(const struct head *head, const struct csv_layout *layout)
{
    bool twice = layout->labels;
    for (size_t k = 0; k < 2 && twice; ++k) {
        const struct csv_field *title = field_at(head, 0, k + layout->corner);
        twice = title->text.size > 0 && base_word_same(title->text, field_at(head, 1 + k, 0)->text);
    }
    return twice;
}

/* Whether two titles of the first record are titles of coordinates. */
static bool is_titled(const struct head *head)
{
    size_t titles = 0;
    for (size_t column = 0; column < width_of(head, 0); ++column) {
        titles += csv_role_of(field_at(head, 0, column)->text) < CSV_NAME;
    }
    return titles >= 2;
}

/* Finds the places of the names, as if the table were a matrix. `trimmed`: columns at the end that are empty do not
 * count. */
static struct csv_layout lay_out(const struct head *head, bool trimmed)
{
    const struct csv_field *corner = field_at(head, 0, 0);
    size_t first = width_of(head, 0), width = width_of(head, 1);
    double value;
    if (trimmed && head->filled < width) {
        const size_t extra = width - head->filled, rest = first > extra ? first - extra : 0;
        first = rest > head->filled_first ? rest : head->filled_first;
        width = head->filled;
    }
    /* A matrix without names whose diagonal has no zeros begins with the same word of no edge in its first two rows. An
     * empty first field is a corner above names. */
    const bool bare =
        corner->text.size > 0 && is_missing(corner) && base_word_same(corner->text, field_at(head, 1, 1)->text);
    const bool word = (!csv_number(head->table, corner->text, &value) && !bare) || first + 1 == width;
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

/* Whether the first two rows have zeros, or no edge, on the diagonal. */
static bool has_zeros(const struct head *head, const struct csv_layout *layout)
{
    bool zeros = true;
    for (size_t k = 0; k < 2 && zeros; ++k) {
        const struct csv_field *field = field_at(head, k + layout->header, k + layout->labels);
        zeros = is_diagonal(head->table, field) && (layout->header || layout->labels || field->text.size > 0);
    }
    return zeros;
}

/* True if one number above 1 is on the diagonal of the first two rows, larger than all others there. Two points, and
 * three with a count, could look like that, too. */
static bool is_filled(const struct head *head, const struct csv_layout *layout, double *diagonal)
{
    bool filled = layout->nodes > 2
                  && csv_number(head->table, field_at(head, layout->header, layout->labels)->text, diagonal)
                  && *diagonal > 1.0;
    for (size_t k = 0; k < 2 && filled; ++k) {
        for (size_t column = 0; column < layout->nodes && filled; ++column) {
            const struct csv_field *field = field_at(head, k + layout->header, column + layout->labels);
            double value = 0.0;
            const bool number = csv_number(head->table, field->text, &value);
            filled = column == k ? number && value >= *diagonal && value <= *diagonal
                                 : is_missing(field) || (number && value < *diagonal);
        }
    }
    return filled;
}

/* Leaves layout->nodes at 0 unless the table is a matrix that is laid out like this. */
static void check_layout(const struct head *head, struct csv_layout *layout)
{
    const bool titled = layout->header && is_titled(head);
    layout->twice = layout->header && is_named_twice(head, layout);
    const bool zeros = !layout->twice && has_zeros(head, layout);
    layout->filled = !layout->twice && !zeros && is_filled(head, layout, &layout->diagonal);
    layout->nodes = layout->twice || ((zeros || layout->filled) && !titled) ? layout->nodes : 0;
}

/* Refuses a table that is no square, but has the same names above and beside it. */
static enum swarm_status refuse_oblong(const struct head *head)
{
    const struct csv_layout layout = {.labels = true, .header = true, .corner = true};
    struct csv_table look = *head->table;
    double value;
    size_t records = 0;
    if (!is_named_twice(head, &layout) || is_titled(head) || csv_number(&look, field_at(head, 0, 0)->text, &value)) {
        return SWARM_OK;
    }
    TRY(next_record(&look));
    const size_t line = look.record_line;
    for (; look.more; ++records) {
        TRY(csv_record_skip(&look));
        TRY(next_record(&look));
    }
    return base_fail(look.scanner.env, SWARM_ERROR_INPUT,
                     "%s:%zu: found a matrix of %zu rows and %zu columns with the same names, expected a square one",
                     look.scanner.path, line, records - 1, head->filled_first - 1);
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
    status = status == SWARM_OK && layout->nodes == 0 ? refuse_oblong(&head) : status;
    free(head.fields);
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Reading                                                                                                            */

struct matrix_reader {
    struct csv_table *table;
    const struct csv_layout *layout;
    size_t first_line; /* of the first record */
    double *distances; /* [nodes][nodes] */
    size_t *lines;     /* [nodes] where rows begin */
    struct csv_names names;
    struct csv_names label; /* the current row's, if the header has names, too */
};

static enum swarm_status read_header(struct matrix_reader *reader)
{
    struct csv_table *table = reader->table;
    TRY(next_record(table));
    while (table->more) {
        struct csv_field field;
        TRY(csv_field_next(table, &field));
        if (table->field_count > reader->layout->corner
            && table->field_count <= reader->layout->nodes + reader->layout->corner) {
            TRY(csv_names_add(&reader->names, table->scanner.env, &field));
        }
    }
    return SWARM_OK;
}

/* Reads a row's name; it must be the name of the row's column if columns have names. */
static enum swarm_status take_label(struct matrix_reader *reader, size_t row, const struct csv_field *field,
                                    const char *title)
{
    struct base_env *env = reader->table->scanner.env;
    if (!reader->layout->header) {
        return csv_names_add(&reader->names, env, field);
    }
    reader->label.size = 0;
    reader->label.count = row;
    TRY(csv_names_add(&reader->label, env, field));
    return strcmp(reader->label.bytes, title) == 0
               ? SWARM_OK
               : csv_fail(reader->table, field, "\"%s\" as the name of row %zu, as of column %zu in line %zu", title,
                          row + 1, row + 1, reader->first_line);
}

/* The name of a node in quotes, or "node 3" if it has none, or none so far. */
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

static enum swarm_status take_distance(struct matrix_reader *reader, size_t row, size_t column,
                                       const struct csv_field *field)
{
    const struct csv_layout *layout = reader->layout;
    double *distance = &reader->distances[row * layout->nodes + column];
    char from[BASE_QUOTED], to[BASE_QUOTED];
    if (row == column) {
        double value = 0.0;
        const bool filling = layout->filled && csv_number(reader->table, field->text, &value)
                             && value >= layout->diagonal && value <= layout->diagonal;
        return layout->twice || filling || is_diagonal(reader->table, field)
                   ? SWARM_OK
                   : csv_fail(reader->table, field, "%.15g, the distance from %s to itself", layout->diagonal,
                              node_text(reader, row, from));
    }
    if (is_missing(field)) {
        *distance = (double)INFINITY;
        return SWARM_OK;
    }
    if (!csv_number(reader->table, field->text, distance) || !(*distance >= 0.0 && *distance <= TSP_FARTHEST)) {
        return csv_fail(reader->table, field,
                        "a decimal number from 0 to %g as distance from %s to %s; nothing, -, x or inf is no edge%s",
                        TSP_FARTHEST, node_text(reader, row, from), node_text(reader, column, to),
                        csv_hint(reader->table, field));
    }
    return SWARM_OK;
}

static enum swarm_status read_row(struct matrix_reader *reader, size_t row, const char *title)
{
    struct csv_table *table = reader->table;
    const struct csv_layout *layout = reader->layout;
    bool fits = true;
    while (table->more) {
        struct csv_field field;
        TRY(csv_field_next(table, &field));
        const size_t column = table->field_count - 1;
        if (column < layout->width) {
            TRY(layout->labels && column == 0 ? take_label(reader, row, &field, title)
                                              : take_distance(reader, row, column - layout->labels, &field));
        }
        fits = fits && (column < layout->width || field.text.size == 0);
    }
    return fits && table->field_count >= layout->width ? SWARM_OK
                                                       : csv_fail_width(table, layout->width, reader->first_line, "");
}

static enum swarm_status read_rows(struct matrix_reader *reader)
{
    const struct csv_layout *layout = reader->layout;
    const char *title = layout->header ? reader->names.bytes : NULL;
    for (size_t row = 0; row < layout->nodes; ++row) {
        TRY(next_record(reader->table)); /* the records have been counted */
        reader->lines[row] = reader->table->record_line;
        TRY(read_row(reader, row, title));
        title = title ? title + strlen(title) + 1 : NULL;
    }
    return SWARM_OK;
}

enum swarm_status csv_matrix_read(struct csv_table *table, const struct csv_layout *layout, const char *name,
                                  struct swarm_instance **instance)
{
    struct base_env *env = table->scanner.env;
    const size_t n = layout->nodes;
    struct matrix_reader reader = {.table = table, .layout = layout};
    const char **names = NULL;
    struct csv_table look = *table;
    enum swarm_status status = SWARM_OK;
    TRY(next_record(&look));
    reader.first_line = look.record_line;
    TRY(base_require_memory(env, table->scanner.path, n > SIZE_MAX / n ? SIZE_MAX : n * n,
                            sizeof(double) + sizeof(int32_t)));
    TRY_OR(done, BASE_MAKE(env, reader.distances, n > SIZE_MAX / n ? SIZE_MAX : n * n));
    TRY_OR(done, BASE_MAKE(env, reader.lines, n));
    TRY_OR(done, layout->header ? read_header(&reader) : SWARM_OK);
    TRY_OR(done, read_rows(&reader));
    TRY_OR(done, csv_names_list(&reader.names, env, &names));
    const struct tsp_distances_source source = {.place = table->scanner.path, .lines = reader.lines, .names = names};
    status = tsp_distances_instance(env, name, n, reader.distances, &source, instance);
done:
    free(names);
    free(reader.names.bytes);
    free(reader.label.bytes);
    free(reader.distances);
    free(reader.lines);
    return status;
}
