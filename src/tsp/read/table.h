/* table.h - tables as text: records of fields that may be in quotes (RFC 4180, and as spreadsheets write them). Commas,
 * semicolons, tabs, blanks or the character in a first line "sep=;" separate the fields. For csv*.c, input.c and qap
 * only.
 *
 * csv.c          points
 * csv_columns.c  the roles of columns: words of titles, --columns
 * csv_matrix.c   matrices
 */
#ifndef SWARMCL_TSP_TABLE_H
#define SWARMCL_TSP_TABLE_H

#include "text.h"
#include "tsp/instance.h"

struct csv_table;
struct csv_record;
struct csv_columns;

/* What a caller wants of a table of points. Zeroed: names and coordinates. */
struct csv_use {
    const char *columns; /* text of --columns; NULL: only titles name columns */
    unsigned roles;      /* columns to find in addition to names and coordinates: CSV_BIT() of each role */
    bool bare;           /* True if a table without coordinates is accepted: all points are then at 0, 0 */
    /* Called for each node, after its coordinates and its name; NULL: not called. Then a matrix is refused. */
    enum swarm_status (*take)(void *user, const struct csv_table *table, const struct csv_record *record,
                              const struct csv_columns *columns);
    void *user; /* first argument of take() */
};

/* Parses a table of points or distances: see tsp_input_parse(). `titled`: leaves
 * *instance NULL unless the text is a table of points whose titles name the coordinates. */
enum swarm_status csv_parse(struct base_env *env, struct tsp_text text, const struct csv_use *use, bool titled,
                            struct swarm_instance **instance);

struct csv_field {
    struct base_word text; /* text between the quotes, in which quotes are doubled; without quotes: trimmed text */
    size_t line;           /* line where the field starts, from 1 */
    bool quoted;           /* True if the field is in quotes */
};

/* The fields of a record; `fields` is owned and reused for the next record. */
struct csv_record {
    struct csv_field *fields; /* [count] fields of the record */
    size_t count, capacity;   /* number of fields, 0 at the end of the text; number that `fields` has room for */
    size_t filled;            /* number of fields up to the last one with text */
    size_t line;              /* line where the record starts, from 1 */
    bool empty;               /* True if the record has only separators and blanks */
};

/* A position in the text. A copy is an independent position. */
struct csv_table {
    struct base_scanner scanner; /* used for its cursor, the line of the cursor, and messages */
    char separator;
    bool given; /* True if the first line names the separator */
};

/* Starts at the first record, after a line that names the separator. Chooses the separator by this line, or as
 * csv_table_separate() does. SWARM_ERROR_INPUT for NUL bytes. */
enum swarm_status csv_table_init(struct csv_table *table, struct base_env *env, struct tsp_text text);

/* Chooses the separator by the next line that is not blank, unless the first line of the text names one. */
void csv_table_separate(struct csv_table *table);

/* The dialect of the text, without other columns: the separator is a semicolon, a tab or, for any other, a comma; a
 * table with semicolons has decimal commas. */
struct swarm_table csv_dialect(const struct csv_table *table, struct tsp_text text);

/* True if the line names a separator, like Excel's "sep=;". *separator: the named character; NUL if there is none. */
bool csv_is_separator_line(struct base_word line, char *separator);

/* Reads the next record that is not a blank line. SWARM_ERROR_INPUT for a quote that is not closed, or for text after a
 * closing quote. */
enum swarm_status csv_record_next(struct csv_table *table, struct csv_record *record);

/* Reads the next record that is not empty. */
enum swarm_status csv_record_next_filled(struct csv_table *table, struct csv_record *record);

/* Fails because the record does not have `expected` fields, which is the number of fields in line `like_line`. `hint`
 * ends the message: "; ..." or "". */
enum swarm_status csv_fail_width(const struct csv_table *table, const struct csv_record *record, size_t expected,
                                 size_t like_line, const char *hint);

/* Parses a number. If commas do not separate the fields, a comma is a decimal comma. If they do, a comma in quotes is a
 * decimal comma, as Google Sheets writes it, unless it may separate thousands: "1,234". False, with *value unchanged,
 * if the field is not a number. */
bool csv_number(const struct csv_table *table, const struct csv_field *field, double *value);

/* Parses a latitude or longitude: degrees, or degrees with minutes and perhaps seconds, with or without a sign or a
 * letter for north, south, east or west. `ost`: direction of the letter O, by csv_ost(). False if the word has another
 * form. Does not check the range of the degrees. */
bool csv_degrees(struct base_word word, bool longitude, int ost, double *value);

/* Parses a latitude and a longitude in one cell: "48.137, 11.575", "48°8'N 11°34'E", "POINT(11.575 48.137)". Numbers
 * that may be one number with separated thousands are none. True if it is a pair on the Earth. */
bool csv_pair(struct base_word word, double pair[2]);

/* The end of a message about a field that is not a number: advice "; ..." if the field may have separated thousands, or
 * is a date or a time; otherwise "". */
const char *csv_hint(const struct csv_table *table, const struct csv_field *field);

/* `path:line: found "word", expected ...` */
#define csv_fail(table, field, ...) \
    base_scanner_fail_at(&(table)->scanner, SWARM_ERROR_INPUT, (field)->line, (field)->text, __VA_ARGS__)

/* Names in one block of memory, each with its NUL. */
struct csv_names {
    char *bytes; /* owned text, NUL-terminated */
    size_t size, capacity, count;
};

/* Adds the text of the field, or the number of the name, from 1, if the field is empty. */
enum swarm_status csv_names_add(struct csv_names *names, struct base_env *env, const struct csv_field *field);

/* Sets *list to an array [count] of pointers to the names, which `names` still owns. The caller owns the array. Leaves
 * *list unchanged if there are no names. */
enum swarm_status csv_names_list(const struct csv_names *names, struct base_env *env, const char ***list);

/* Roles of columns, in the order of tsp_points_axes: two of the plane, two of the sphere, then the others. CSV_PAIR:
 * latitude and longitude in one cell. */
enum csv_role {
    CSV_X,
    CSV_Y,
    CSV_LATITUDE,
    CSV_LONGITUDE,
    CSV_Z,
    CSV_NAME,
    CSV_ID,
    CSV_SCORE,
    CSV_PAIR,
    CSV_DEMAND, /* this and the next roles: customers of several vehicles */
    CSV_FROM,
    CSV_UNTIL,
    CSV_WINDOW, /* from and until in one cell */
    CSV_SERVICE,
    CSV_PRICE,
    CSV_VEHICLE,
    CSV_SKILLS,
    CSV_DEPOT,
    CSV_CAPACITY, /* this and the next roles: vehicles */
    CSV_START,
    CSV_END,
    CSV_LIMIT,
    CSV_DURATION,
    CSV_STOPS,
    CSV_COST,
    CSV_COUNT,
    CSV_ROLE_COUNT
};
#define CSV_BIT(role) (1u << (role))

/* The columns that are used, by role. */
struct csv_columns {
    size_t at[CSV_ROLE_COUNT]; /* number of each column, from 1; 0: none */
    bool numbers;              /* True if the first record has only numbers */
    bool header;               /* True if the first record has titles */
};

/* The role of a title: a usual one, up to CSV_SCORE, or one of `roles`; CSV_ROLE_COUNT: none. *rank: index of the title
 * among the words of its role, where a lower index wins; `rank` may be NULL. */
enum csv_role csv_role_of(struct base_word word, unsigned roles, int *rank);

/* Direction of the letter O in a column of longitudes: 1 for a title in German or Dutch (Ost, oost), -1 in Spanish or
 * Italian (oeste, ovest), 0 if the title does not say. */
int csv_ost(struct base_word title);

/* True if at least two fields of the record are titles of coordinates. */
bool csv_is_titled(const struct csv_record *record);

/* Finds the columns by --columns, and by the titles in the first record. Ignores titles of names and coordinates if
 * --columns names coordinates. The first column of text has the names if no title means a name or a number. A record of
 * numbers without --columns has no columns. Errors: SWARM_ERROR_INPUT; SWARM_ERROR_INVALID_ARGUMENT if --columns is
 * invalid or names a column that is missing. */
enum swarm_status csv_columns_find(const struct csv_table *table, const struct csv_record *record,
                                   const struct csv_use *use, struct csv_columns *columns);

/* Describes the columns by the first record: *used for example "\"Kunde\" as name, \"x\" as x, \"y\" as y", *skipped
 * the first five titles of columns without a role, and how many more there are. The caller owns both, also after a
 * failure. */
enum swarm_status csv_columns_describe(struct base_env *env, const struct csv_record *record, unsigned roles,
                                       const struct csv_columns *columns, char **used, char **skipped);

/* The layout of a matrix in a table: where distances and names are. */
struct csv_layout {
    size_t nodes;    /* number of nodes; 0: the table is not a matrix */
    size_t width;    /* fields per row, with its name; fields after them are empty */
    bool header;     /* True if the first record has names */
    bool labels;     /* True if the first column has names */
    bool corner;     /* True if the header has a field above the row names */
    bool twice;      /* True if the first two rows and columns have equal names; the diagonal may then hold anything */
    bool times;      /* True if distances are times h:mm */
    bool filled;     /* True if the diagonal holds `diagonal`, above all other distances of the first two rows */
    double diagonal; /* used only if `filled`; otherwise 0 */
};

/* Decides if the table is a matrix: a square of numbers, with or without names of columns and rows. The diagonal holds
 * zeros, fields without an edge, or one number larger than the others; anything if columns and rows have equal names.
 * Ignores empty columns and rows at the end, which spreadsheets leave. Examines the first records, and counts the rest.
 * Errors: SWARM_ERROR_INPUT for a table with equal names of columns and rows that is not square. */
enum swarm_status csv_matrix_find(const struct csv_table *table, struct csv_layout *layout);

/* Reads the matrix with the layout that csv_matrix_find() found, as an instance called `name`. */
enum swarm_status csv_matrix_read(struct csv_table *table, const struct csv_layout *layout, const char *name,
                                  struct swarm_instance **instance);

#endif
