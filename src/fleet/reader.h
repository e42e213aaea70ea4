/* reader.h - a fleet as its file states it, in the file's units. */
#ifndef SWARMCL_FLEET_READER_H
#define SWARMCL_FLEET_READER_H

#include <math.h>

#include "base/scanner.h"
#include "clock.h"
#include "options/options.h"

enum fleet_column {
    FLEET_X,
    FLEET_Y,
    FLEET_DEMAND,
    FLEET_EARLY,
    FLEET_LATE,
    FLEET_SERVICE,
    FLEET_PRICE,
    FLEET_COLUMNS,

    /* of vehicles */
    FLEET_VAN_DEPOT = FLEET_COLUMNS,
    FLEET_VAN_CAPACITY,
    FLEET_VAN_LIMIT,
    FLEET_VAN_DURATION,
    FLEET_VAN_COST,
    FLEET_ALL_COLUMNS
};

/* A zeroed struct is empty; free it with fleet_input_free(). */
struct fleet_input {
    const char *path;                   /* opens messages and names a fleet without a name; borrowed */
    char *name;                         /* owned; NULL: the file states no name */
    uint32_t node_count;                /* with the depots: the first one is node 0, the others follow the customers */
    uint32_t depot_count;               /* 0 means one */
    double *columns[FLEET_ALL_COLUMNS]; /* [node_count] or [vehicles] owned numbers; NULL: not in the file */
    uint32_t *rows;      /* [node_count] owned row of each node in the file, from 0; NULL: the node itself */
    bool lists_vehicles; /* a column of vehicles is not NULL */
    double *weights;     /* [node_count][node_count] owned lengths between rows, symmetric; NULL: the points decide */
    bool has_decimals;   /* true if a number other than a demand has a decimal point */
    double capacity;     /* 0: no limit */
    int64_t vehicles;    /* 0: no limit */
    double duration;     /* longest travel, waiting and service of a route; 0: no limit */
    double limit;        /* largest length of a route; 0: no limit */

    /* only of tables */
    struct swarm_instance *table; /* owned rows as places with names, and columns for messages; NULL: no table */
    bool located;                 /* true if the table has coordinates */
    char **vehicle_of, **skills;  /* [node_count] owned texts of the nodes; NULL: no such column */
    enum fleet_clock clock;       /* how the table states times */
    size_t clock_line;            /* line of the first time */
    double midnight;              /* minutes from 1970 to the time 0 of a table with dates */
};

/* Number of decimals of a load that was read from text; FLEET_PLACES + 1: more than FLEET_PLACES, the most of a load. A
 * number with k decimals is a rounded quotient of an integer and 10^k, so it is equal to that quotient. */
enum { FLEET_PLACES = 3 };
static inline int fleet_places(double number)
{
    int places = 0;
    for (double scale = 1.0; places <= FLEET_PLACES && floor(number * scale + 0.5) / scale != number; scale *= 10.0) {
        ++places;
    }
    return places;
}

/* Reads a .vrp file of CVRPLIB or VRPLIB, a text of Solomon's format, which has the word VEHICLE in its second line, or
 * a table of customers. `options` (NULL: none) has the columns and the depot of a table. Errors: SWARM_ERROR_INPUT;
 * SWARM_ERROR_UNSUPPORTED, by name, for a key or section that would change the problem; SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status fleet_input_parse(struct base_env *env, const struct options *options, const char *text, size_t size,
                                    struct fleet_input *input);
void fleet_input_free(struct fleet_input *input);

/* Reads a table: table.c. input->table stays NULL if the text is none. */
enum swarm_status fleet_table_parse(struct base_env *env, const struct options *options, const char *text, size_t size,
                                    struct fleet_input *input);

/* Reorders the columns of nodes from rows of the file to nodes, as input->rows says. */
enum swarm_status fleet_order_columns(struct base_env *env, struct fleet_input *input);

/* Reads the columns from, until and window of a record: window[0] and window[1], -INFINITY and INFINITY for cells
 * without a time. All times of an input must be of one kind: table.c. */
struct csv_table;
struct csv_record;
struct csv_columns;
struct csv_field;
enum swarm_status fleet_window_read(struct fleet_input *input, const struct csv_table *table,
                                    const struct csv_record *record, const struct csv_columns *columns,
                                    double window[2]);

/* Reads a duration in minutes: h:mm, or a number, perhaps with min, h or s. Returns false if the field is something
 * else. */
bool fleet_duration_read(const struct csv_table *table, const struct csv_field *field, double *minutes);

/* Rounds lengths and times, and makes the fleet. `params` (NULL: none) replaces values of the file. */
enum swarm_status fleet_build(struct base_env *env, struct fleet_input *input, const swarm_params *params,
                              struct swarm_fleet **fleet);

#endif
