/* table.h - tables as text: records of fields with quotes (RFC 4180, and what spreadsheets write), between commas,
 * semicolons, tabs, blanks or what a line "sep=;" says. For csv*.c only.
 *
 * csv.c          points, and which kind a table is
 * csv_columns.c  which column is what: words of titles, --columns
 * csv_matrix.c   matrices
 */
#ifndef SWARMCL_TSP_TABLE_H
#define SWARMCL_TSP_TABLE_H

#include "base/scanner.h"
#include "instance.h"

struct csv_field {
    struct base_word text; /* without the quotes around it, or the blanks where it has none; doubled ones stay */
    size_t line;           /* where it starts */
    bool quoted;
};

/* A place in the text; a copy is another one. */
struct csv_table {
    struct base_scanner scanner; /* of it the cursor, the line of the cursor, and the messages */
    char separator;
    size_t record_line; /* where the current record starts */
    size_t field_count; /* of it, so far */
    bool more;          /* it has another field */
    bool empty;         /* it has nothing but separators and blanks, so far */
};

/* To the first record. SWARM_ERROR_INPUT for NUL bytes. */
enum swarm_status csv_table_init(struct csv_table *table, struct base_env *env, const char *path, const char *text,
                                 size_t size);

/* Whether a line says which byte separates, as Excel does: "sep=;". */
bool csv_is_separator_line(struct base_word line, char *separator);

/* Goes to the next record that is not a blank line; false at the end of the text. */
bool csv_record_begin(struct csv_table *table);

/* The next field of the record, which has one while table->more; with the last one the record ends. */
enum swarm_status csv_field_next(struct csv_table *table, struct csv_field *field);

/* Reads the fields that are left, so that an error can give the width of the record. */
enum swarm_status csv_record_skip(struct csv_table *table);
enum swarm_status csv_fail_width(const struct csv_table *table, size_t expected, size_t like_line, const char *hint);

/* A number whose decimals may follow a comma where a comma does not separate. */
bool csv_number(const struct csv_table *table, struct base_word word, double *value);

/* `path:line: found "word", expected ...` */
enum swarm_status csv_fail(const struct csv_table *table, const struct csv_field *field, const char *expected);

/* ------------------------------------------------------------------------------------------------------------------ */

/* Names, one behind the other, each with its NUL. */
struct csv_names {
    char *bytes; /* owned */
    size_t size, capacity, count;
};

/* Adds the text of the field, the number of the name from 1 where it is empty. */
enum swarm_status csv_names_add(struct csv_names *names, struct base_env *env, const struct csv_field *field);

/* An array of them [count], owned; NULL: out of memory. */
const char **csv_names_list(const struct csv_names *names);

/* ------------------------------------------------------------------------------------------------------------------ */

/* What a column means. The order is that of tsp_points_axes: first the plane's, then the sphere's. */
enum csv_role { CSV_X, CSV_Y, CSV_LATITUDE, CSV_LONGITUDE, CSV_Z, CSV_NAME, CSV_ID, CSV_ROLE_COUNT };

/* The columns that count. */
struct csv_columns {
    size_t at[CSV_ROLE_COUNT];               /* where each stands, from 1; 0: nowhere */
    struct csv_field titles[CSV_ROLE_COUNT]; /* of the first record */
    size_t count;                            /* of all columns */
    bool numbers;                            /* the first record has nothing else */
    bool header;                             /* it has titles */
};

/* The role that a title tells; CSV_ROLE_COUNT: none. */
enum csv_role csv_role_of(struct base_word title);

/* Finds them by the titles of the first record, at which `table` is; by `wanted`, the text of --columns, where that is
 * not NULL. Errors: SWARM_ERROR_INPUT, and SWARM_ERROR_INVALID_ARGUMENT for a `wanted` that is none. */
enum swarm_status csv_columns_find(const struct csv_table *table, const char *wanted, struct csv_columns *columns);

/* ------------------------------------------------------------------------------------------------------------------ */

/* How a matrix stands in a table. */
struct csv_layout {
    size_t nodes; /* 0: the table is no matrix */
    bool header;  /* the first record has names */
    bool labels;  /* the first column has */
    bool corner;  /* the header has a field above the labels */
};

/* A square of numbers with zeros on its diagonal, beside and below names or not, is a matrix. Looks at the beginning
 * of the table, and counts records. */
enum swarm_status csv_matrix_find(const struct csv_table *table, struct csv_layout *layout);
enum swarm_status csv_matrix_read(struct csv_table *table, const struct csv_layout *layout, const char *name,
                                  struct swarm_instance **instance);

#endif
