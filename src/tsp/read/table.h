/* table.h - tables as text: records of fields with quotes (RFC 4180, and as spreadsheets write them), between commas,
 * semicolons, tabs, blanks or the separator in a line "sep=;". For csv*.c and input.c only.
 *
 * csv.c          points
 * csv_columns.c  the roles of columns: words of titles, --columns
 * csv_matrix.c   matrices
 */
#ifndef SWARMCL_TSP_TABLE_H
#define SWARMCL_TSP_TABLE_H

#include "text.h"
#include "tsp/instance.h"

/* A table of points or distances: see tsp_input_parse(). */
enum swarm_status csv_parse(struct base_env *env, struct tsp_text text, const char *columns, bool scores,
                            struct swarm_instance **instance);

struct csv_field {
    struct base_word text; /* without its quotes, or without blanks if it has no quotes; doubled quotes stay */
    size_t line;           /* where it starts */
    bool quoted;
};

/* A place in the text; a copy is another one. */
struct csv_table {
    struct base_scanner scanner; /* only its cursor, the line of the cursor, and the messages are used */
    char separator;
    size_t record_line; /* where the current record starts */
    size_t field_count; /* of the current record, so far */
    bool more;          /* the record has another field */
    bool empty;         /* the record has only separators and blanks, so far */
};

/* Goes to the first record. SWARM_ERROR_INPUT for NUL bytes. */
enum swarm_status csv_table_init(struct csv_table *table, struct base_env *env, struct tsp_text text);

/* Whether a line names the separator, as Excel's "sep=;". */
bool csv_is_separator_line(struct base_word line, char *separator);

/* Goes to the next record that is not a blank line; false at the end of the text. */
bool csv_record_begin(struct csv_table *table);

/* The next field of the record, which has one while table->more. */
enum swarm_status csv_field_next(struct csv_table *table, struct csv_field *field);

/* Reads the fields that are left, so that an error can give the width of the record. */
enum swarm_status csv_record_skip(struct csv_table *table);
enum swarm_status csv_fail_width(const struct csv_table *table, size_t expected, size_t like_line, const char *hint);

/* Reads a number; if commas do not separate, one may stand before the decimals. */
bool csv_number(const struct csv_table *table, struct base_word word, double *value);

/* The end of a message about a field that is no number: "; ..." if it has a decimal comma in quotes or is a time, "".
 */
const char *csv_hint(const struct csv_table *table, const struct csv_field *field);

/* `path:line: found "word", expected ...` */
#define csv_fail(table, field, ...) \
    base_scanner_fail_at(&(table)->scanner, SWARM_ERROR_INPUT, (field)->line, (field)->text, __VA_ARGS__)

/* ------------------------------------------------------------------------------------------------------------------ */

/* Names, one behind the other, each with its NUL. */
struct csv_names {
    char *bytes; /* owned */
    size_t size, capacity, count;
};

/* Adds the text of the field, or the number of the name from 1 if it is empty. */
enum swarm_status csv_names_add(struct csv_names *names, struct base_env *env, const struct csv_field *field);

/* *list: an array of the names [count], owned; NULL if there are none. */
enum swarm_status csv_names_list(const struct csv_names *names, struct base_env *env, const char ***list);

/* ------------------------------------------------------------------------------------------------------------------ */

/* The meaning of a column. The order is that of tsp_points_axes: the plane's, then the sphere's. */
enum csv_role { CSV_X, CSV_Y, CSV_LATITUDE, CSV_LONGITUDE, CSV_Z, CSV_NAME, CSV_ID, CSV_SCORE, CSV_ROLE_COUNT };

/* The columns that are used. */
struct csv_columns {
    size_t at[CSV_ROLE_COUNT];               /* the place of each, from 1; 0: none */
    struct csv_field titles[CSV_ROLE_COUNT]; /* of the first record */
    size_t count;                            /* of all columns */
    bool numbers;                            /* the first record has only numbers */
    bool header;                             /* the first record has titles */
};

/* The role of a title; CSV_ROLE_COUNT: none. */
enum csv_role csv_role_of(struct base_word title);

/* Finds the columns by the titles of the first record, where `table` stands, or by `wanted`, the text of --columns, if
 * it is not NULL. Errors: SWARM_ERROR_INPUT, and SWARM_ERROR_INVALID_ARGUMENT for a wrong `wanted`. */
enum swarm_status csv_columns_find(const struct csv_table *table, const char *wanted, struct csv_columns *columns);

/* ------------------------------------------------------------------------------------------------------------------ */

/* The places of a matrix and its names in a table. */
struct csv_layout {
    size_t nodes; /* 0: the table is no matrix */
    size_t width; /* fields of a row; those behind are empty */
    bool header;  /* the first record has names */
    bool labels;  /* the first column has names */
    bool corner;  /* the header has a field above the labels */
    bool twice;   /* the first rows and columns have the same names: any diagonal will do */
    bool filled;  /* `diagonal`, which is longer than all other distances of the first rows, fills the diagonal */
    double diagonal;
};

/* A matrix is a square of numbers with or without names above and beside it. Zeros, fields without an edge, or one
 * number larger than the others are on its diagonal, or anything if both rows and columns have names. Spreadsheets
 * leave empty columns and rows at the end. Reads the beginning of the table, and counts records. Errors:
 * SWARM_ERROR_INPUT for a table with the same names above and beside it that is no square. */
enum swarm_status csv_matrix_find(const struct csv_table *table, struct csv_layout *layout);
enum swarm_status csv_matrix_read(struct csv_table *table, const struct csv_layout *layout, const char *name,
                                  struct swarm_instance **instance);

#endif
