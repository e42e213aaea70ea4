/* csv_matrix.c - tables that are matrices of distances. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "distances.h"
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

/* Counts the records and the fields of the first two; stops when there are too many records for a matrix. */
static enum swarm_status count_records(const struct csv_table *table, size_t *records, size_t widths[2])
{
    struct csv_table look = *table;
    *records = widths[0] = widths[1] = 0;
    TRY(next_record(&look));
    for (; look.more && (*records < 2 || *records <= widths[1] + 1); ++*records) {
        TRY(csv_record_skip(&look));
        if (*records < 2) {
            widths[*records] = look.field_count;
        }
        TRY(next_record(&look));
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
static enum swarm_status lay_out(const struct csv_table *table, struct csv_layout *layout)
{
    size_t records, widths[2];
    struct csv_field first;
    double value;
    bool bare = false;
    TRY(count_records(table, &records, widths));
    const size_t width = widths[1];
    TRY(field_at(table, 0, 0, &first));
    TRY(records > 1 ? is_bare(table, &first, &bare) : SWARM_OK);
    const bool word = (!csv_number(table, first.text, &value) && !bare) || widths[0] + 1 == width;
    layout->header = records == width + 1 || (records == width && word);
    layout->labels = records + 1 == width || (records == width && word);
    layout->corner = layout->labels && widths[0] == width;
    const bool square = records == width || records + 1 == width || records == width + 1;
    const bool even = widths[0] == width || (layout->header && layout->labels && widths[0] + 1 == width);
    layout->nodes = square && even && width >= 2u + layout->labels ? width - layout->labels : 0;
    return SWARM_OK;
}

enum swarm_status csv_matrix_find(const struct csv_table *table, struct csv_layout *layout)
{
    bool titled = false, twice = false;
    TRY(lay_out(table, layout));
    for (size_t k = 0; k < 2 && layout->nodes > 0; ++k) {
        struct csv_field field;
        TRY(field_at(table, k + layout->header, k + layout->labels, &field));
        const bool named = layout->header || layout->labels;
        layout->nodes = is_diagonal(table, &field) && (named || field.text.size > 0) ? layout->nodes : 0;
    }
    if (layout->nodes > 0 && layout->header) {
        TRY(is_titled(table, &titled));
        TRY(is_named_twice(table, layout, &twice));
        layout->nodes = titled && !twice ? 0 : layout->nodes;
    }
    return SWARM_OK;
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
        if (table->field_count > reader->layout->corner) {
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

static enum swarm_status take_distance(struct matrix_reader *reader, size_t row, size_t column,
                                       const struct csv_field *field)
{
    double *distance = &reader->distances[row * reader->layout->nodes + column];
    if (row == column) {
        return is_diagonal(reader->table, field)
                   ? SWARM_OK
                   : base_scanner_fail_at(&reader->table->scanner, SWARM_ERROR_INPUT, field->line, field->text,
                                          "0, the distance from node %zu to itself", row + 1);
    }
    if (is_missing(field)) {
        *distance = (double)INFINITY;
        return SWARM_OK;
    }
    if (!csv_number(reader->table, field->text, distance) || !(*distance >= 0.0 && *distance <= TSP_FARTHEST)) {
        return base_scanner_fail_at(&reader->table->scanner, SWARM_ERROR_INPUT, field->line, field->text,
                                    "a decimal number from 0 to %g as distance from node %zu to node %zu, or nothing, "
                                    "-, x or inf for no edge",
                                    TSP_FARTHEST, row + 1, column + 1);
    }
    return SWARM_OK;
}

static enum swarm_status read_row(struct matrix_reader *reader, size_t row, const char *title)
{
    struct csv_table *table = reader->table;
    const struct csv_layout *layout = reader->layout;
    struct csv_table look = *table;
    TRY(csv_record_skip(&look));
    if (look.field_count != layout->nodes + layout->labels) {
        return csv_fail_width(&look, layout->nodes + layout->labels, reader->first_line, "");
    }
    while (table->more) {
        struct csv_field field;
        TRY(csv_field_next(table, &field));
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
