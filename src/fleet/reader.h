/* reader.h - a fleet as its file states it, in the file's units. */
#ifndef SWARMCL_FLEET_READER_H
#define SWARMCL_FLEET_READER_H

#include "base/scanner.h"

enum fleet_column {
    FLEET_X,
    FLEET_Y,
    FLEET_DEMAND,
    FLEET_EARLY,
    FLEET_LATE,
    FLEET_SERVICE,
    FLEET_PRICE,
    FLEET_COLUMNS
};

/* A zeroed struct is empty; free it with fleet_input_free(). */
struct fleet_input {
    const char *path;               /* opens messages and names a fleet without a name; borrowed */
    char *name;                     /* owned; NULL: the file states no name */
    uint32_t node_count;            /* with the depot, which is node 0 */
    double *columns[FLEET_COLUMNS]; /* [node_count] owned numbers of the nodes; NULL: not in the file */
    double *weights;                /* [node_count][node_count] owned lengths, symmetric; NULL: the points decide */
    bool has_decimals;              /* true if a number other than a demand has a decimal point */
    int64_t capacity, vehicles;     /* 0: no limit */
    double duration;                /* longest travel, waiting and service of a route; 0: no limit */
};

/* Reads a .vrp file of CVRPLIB or VRPLIB, or a text of Solomon's format, which has the word VEHICLE in its second line.
 * Errors: SWARM_ERROR_INPUT; SWARM_ERROR_UNSUPPORTED, by name, for a key or section that would change the problem;
 * SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status fleet_input_parse(struct base_env *env, const char *text, size_t size, struct fleet_input *input);
void fleet_input_free(struct fleet_input *input);

/* Rounds lengths and times, and makes the fleet. `params` (NULL: none) replaces vehicles, capacity and rounding. */
enum swarm_status fleet_build(struct base_env *env, const struct fleet_input *input, const swarm_params *params,
                              struct swarm_fleet **fleet);

#endif
