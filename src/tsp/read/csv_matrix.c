/* csv_matrix.c - tables that are matrices of distances. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tsp/distances.h"
#include "table.h"

/* ------------------------------------------------------------------------------------------------------------------ */
/* Which tables are matrices */

/* True if the field says that there is no edge. */
static bool is_missing(const struct csv_field *field)
{
    static const char *const words[] = {"-", "x", "X", "inf", "Inf", "INF", "+inf", "infinity", "Infinity"};
    bool found = field->text.size == 0;
    for (size_t k = 0; k < sizeof words / sizeof *words && !found; ++k) {
        found = base_word_equal(field->text, words[k]);
    }
    return found;
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

/* Finds a field of one of the first records. */
static enum swarm_status field_at(const struct csv_table *table, size_t record, size_t column, struct csv_field *field)
{
    struct csv_table look = *table;
    TRY(next_record(&look));
    for (size_t k = 0; k < record; ++k) {
        TRY(csv_record_skip(&look));
        TRY(next_record(&look));
    }
    *field = (struct csv_field){.text = {NULL, 0}};
    for (size_t k = 0; k <= column && look.more; ++k) {
        TRY(csv_field_next(&look, field));
    }
    return SWARM_OK;
}

/* Records and fields of a table. */
struct extent {
    size_t records; /* not more than two past the width of a matrix */
    size_t first;   /* fields of the first record */
    size_t width;   /* of the second one */
};

/* Counts the records and the fields of the first two. `trimmed`: columns at the end that are empty do not count. */
static enum swarm_status measure(const struct csv_table *table, bool trimmed, struct extent *extent)
{
    struct csv_table look = *table;
    size_t filled_first = 0, filled = 0; /* fields up to the last one that is not empty, of the first record, of any */
    *extent = (struct extent){.records = 0};
    TRY(next_record(&look));
    for (; look.more && (extent->records < 2 || extent->records <= extent->width + 1); ++extent->records) {
        while (look.more) {
            struct csv_field field;
            TRY(csv_field_next(&look, &field));
            filled = field.text.size > 0 && look.field_count > filled ? look.field_count : filled;
        }
        filled_first = extent->records == 0 ? filled : filled_first;
        extent->first = extent->records == 0 ? look.field_count : extent->first;
        extent->width = extent->records == 1 ? look.field_count : extent->width;
        TRY(next_record(&look));
    }
    if (trimmed && filled < extent->width) {
        const size_t extra = extent->width - filled;
        const size_t first = extent->first > extra ? extent->first - extra : 0;
        extent->first = first > filled_first ? first : filled_first;
        extent->width = filled;
    }
    return SWARM_OK;
}

/* Whether the first two names of the header and the first two names of rows are the same. */
static enum swarm_status is_named_twice(const struct csv_table *table, const struct csv_layout *layout, bool *twice)
{
    *twice = layout->labels;
    for (size_t k = 0; k < 2 && *twice; ++k) {
        struct csv_field title, label;
        TRY(field_at(table, 0, k + layout->corner, &title));
        TRY(field_at(table, 1 + k, 0, &label));
        *twice = title.text.size == label.text.size && title.text.size > 0
                 && memcmp(title.text.start, label.text.start, label.text.size) == 0;
    }
    return SWARM_OK;
}

/* Whether two titles of the first record are titles of coordinates. */
static enum swarm_status is_titled(const struct csv_table *table, bool *titled)
{
    struct csv_table look = *table;
    size_t titles = 0;
    TRY(next_record(&look));
    while (look.more) {
        struct csv_field field;
        TRY(csv_field_next(&look, &field));
        titles += csv_role_of(field.text) < CSV_NAME;
    }
    *titled = titles >= 2;
    return SWARM_OK;
}

/* True if the table begins like a matrix without names whose diagonal has no zeros: the first field and the one below
 * and right of it are the same word of no edge. An empty first field is a corner above names. */
static enum swarm_status is_bare(const struct csv_table *table, const struct csv_field *first, bool *bare)
{
    struct csv_field next;
    TRY(field_at(table, 1, 1, &next));
    *bare = first->text.size > 0 && is_missing(first) && next.text.size == first->text.size
            && memcmp(next.text.start, first->text.start, next.text.size) == 0;
    return SWARM_OK;
}

/* Finds the places of the names, as if the table were a matrix. */
static enum swarm_status lay_out(const struct csv_table *table, bool trimmed, struct csv_layout *layout)
{
    struct extent extent;
    struct csv_field first;
    double value;
    bool bare = false;
    TRY(measure(table, trimmed, &extent));
    const size_t width = extent.width, records = extent.records;
    TRY(field_at(table, 0, 0, &first));
    TRY(records > 1 ? is_bare(table, &first, &bare) : SWARM_OK);
    const bool word = (!csv_number(table, first.text, &value) && !bare) || extent.first + 1 == width;
    *layout = (struct csv_layout){.width = width};
    layout->header = records == width + 1 || (records == width && word);
    layout->labels = records + 1 == width || (records == width && word);
    layout->corner = layout->labels && extent.first == width;
    const bool square = records == width || records + 1 == width || records == width + 1;
    const bool even = extent.first == width || (layout->header && layout->labels && extent.first + 1 == width);
    layout->nodes = square && even && width >= 2u + layout->labels ? width - layout->labels : 0;
    return SWARM_OK;
}

/* Whether the first two rows have zeros, or no edge, on the diagonal. */
static enum swarm_status has_zeros(const struct csv_table *table, const struct csv_layout *layout, bool *zeros)
{
    *zeros = true;
    for (size_t k = 0; k < 2 && *zeros; ++k) {
        struct csv_field field;
        TRY(field_at(table, k + layout->header, k + layout->labels, &field));
        const bool named = layout->header || layout->labels;
        *zeros = is_diagonal(table, &field) && (named || field.text.size > 0);
    }
    return SWARM_OK;
}

/* Finds out if one number above 1 is on the diagonal of the first two rows, larger than all others there. Two points,
 * and three with a count, could look like that, too. */
static enum swarm_status find_filling(const struct csv_table *table, struct csv_layout *layout)
{
    bool filled = layout->nodes > 2;
    for (size_t k = 0; k < 2 && filled; ++k) {
        for (size_t column = 0; column < layout->nodes && filled; ++column) {
            struct csv_field field;
            double value = 0.0;
            TRY(field_at(table, k + layout->header, column + layout->labels, &field));
            const bool number = csv_number(table, field.text, &value);
            if (column == k && k == 0) {
                layout->diagonal = value;
                filled = number && value > 1.0;
            } else {
                filled = column == k ? number && value >= layout->diagonal && value <= layout->diagonal
                                     : is_missing(&field) || (number && value < layout->diagonal);
            }
        }
    }
    layout->filled = filled;
    return SWARM_OK;
}

/* Whether the table is a matrix if it is laid out like this. */
static enum swarm_status check_layout(const struct csv_table *table, struct csv_layout *layout)
{
    bool titled = false, zeros = false;
    if (layout->nodes > 0 && layout->header) {
        TRY(is_titled(table, &titled));
        TRY(is_named_twice(table, layout, &layout->twice));
    }
    if (layout->nodes > 0 && !layout->twice) {
        TRY(has_zeros(table, layout, &zeros));
        TRY(zeros ? SWARM_OK : find_filling(table, layout));
    }
    layout->nodes = layout->twice || ((zeros || layout->filled) && !titled) ? layout->nodes : 0;
    return SWARM_OK;
}

/* Refuses a table that is no square, but has the same names above and beside it. */
static enum swarm_status refuse_oblong(const struct csv_table *table)
{
    struct csv_layout layout = {.labels = true, .header = true, .corner = true};
    struct csv_table look = *table;
    struct csv_field first;
    bool titled = false, twice = false;
    double value;
    size_t records = 0, columns = 0;
    TRY(field_at(table, 0, 0, &first));
    TRY(is_titled(table, &titled));
    TRY(is_named_twice(table, &layout, &twice));
    if (!twice || titled || csv_number(table, first.text, &value)) {
        return SWARM_OK;
    }
    TRY(next_record(&look));
    const size_t line = look.record_line;
    for (; look.more; ++records) {
        while (look.more) {
            struct csv_field field;
            TRY(csv_field_next(&look, &field));
            columns = records == 0 && field.text.size > 0 ? look.field_count : columns;
        }
        TRY(next_record(&look));
    }
    return base_fail(table->scanner.env, SWARM_ERROR_INPUT,
                     "%s:%zu: found a matrix of %zu rows and %zu columns with the same names, expected a square one",
                     table->scanner.path, line, records - 1, columns - 1);
}

enum swarm_status csv_matrix_find(const struct csv_table *table, struct csv_layout *layout)
{
    layout->nodes = 0;
    for (int trimmed = 1; trimmed >= 0 && layout->nodes == 0; --trimmed) {
        TRY(lay_out(table, trimmed > 0, layout));
        TRY(check_layout(table, layout));
    }
    return layout->nodes > 0 ? SWARM_OK : refuse_oblong(table);
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
               : base_scanner_fail_at(&reader->table->scanner, SWARM_ERROR_INPUT, field->line, field->text,
                                      "\"%s\" as the name of row %zu, as of column %zu in line %zu", title, row + 1,
                                      row + 1, reader->first_line);
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
                   : base_scanner_fail_at(&reader->table->scanner, SWARM_ERROR_INPUT, field->line, field->text,
                                          "%.15g, the distance from %s to itself", layout->diagonal,
                                          node_text(reader, row, from));
    }
    if (is_missing(field)) {
        *distance = (double)INFINITY;
        return SWARM_OK;
    }
    if (!csv_number(reader->table, field->text, distance) || !(*distance >= 0.0 && *distance <= TSP_FARTHEST)) {
        return base_scanner_fail_at(
            &reader->table->scanner, SWARM_ERROR_INPUT, field->line, field->text,
            "a decimal number from 0 to %g as distance from %s to %s; nothing, -, x or inf is no edge%s", TSP_FARTHEST,
            node_text(reader, row, from), node_text(reader, column, to), csv_hint(reader->table, field));
    }
    return SWARM_OK;
}

static enum swarm_status read_row(struct matrix_reader *reader, size_t row, const char *title)
{
    struct csv_table *table = reader->table;
    const struct csv_layout *layout = reader->layout;
    struct csv_table look = *table;
    TRY(csv_record_skip(&look));
    if (look.field_count < layout->width) {
        return csv_fail_width(&look, layout->width, reader->first_line, "");
    }
    while (table->more) {
        struct csv_field field;
        TRY(csv_field_next(table, &field));
        if (table->field_count > layout->width) {
            if (field.text.size > 0) {
                return csv_fail_width(&look, layout->width, reader->first_line, "");
            }
            continue;
        }
        const size_t column = table->field_count - 1;
        TRY(layout->labels && column == 0 ? take_label(reader, row, &field, title)
                                          : take_distance(reader, row, column - layout->labels, &field));
    }
    return SWARM_OK;
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
    reader.distances = n > SIZE_MAX / n ? NULL : base_array(n * n, sizeof *reader.distances);
    reader.lines = base_array(n, sizeof *reader.lines);
    TRY_OR(done, reader.distances && reader.lines ? SWARM_OK : base_fail_memory(env));
    TRY_OR(done, layout->header ? read_header(&reader) : SWARM_OK);
    TRY_OR(done, read_rows(&reader));
    if (reader.names.count > 0) {
        names = csv_names_list(&reader.names);
        TRY_OR(done, names ? SWARM_OK : base_fail_memory(env));
    }
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
