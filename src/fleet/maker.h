/* maker.h - a fleet while instance.c makes it from an input. */
#ifndef SWARMCL_FLEET_MAKER_H
#define SWARMCL_FLEET_MAKER_H

#include "instance.h"
#include "reader.h"

struct fleet_rounding {
    const char *name; /* word of --rounding */
    int decimals;
    double scale; /* 10^decimals */
    double add;   /* added to a scaled length before its fraction is dropped */
};

struct fleet_maker {
    struct base_env *env;
    struct fleet_input *input;
    const struct options *options; /* NULL: none */
    const struct fleet_rounding *rounding;
    double *lengths; /* owned [nodes][nodes] lengths of --lengths; NULL: none */
    struct swarm_fleet *fleet;
};

/* True if the option is given. */
#define FLEET_GIVEN(maker, member) ((maker)->options && (maker)->options->given[OPTION_##member])

/* Fails if a length, or a time if `is_time`, is above FLEET_TIME_MOST. */
enum swarm_status fleet_check_most(const struct fleet_maker *maker, const char *what, double value, bool is_time);

/* Makes demands, vehicles, needs and pinned, and sets the loads and the vehicles of fleet->info: vehicles.c. */
enum swarm_status fleet_make_vehicles(struct fleet_maker *maker);

/* Reads a table of vehicles: vans.c. */
struct fleet_van {
    char *name, *skills; /* owned; NULL: none */
    double capacity;     /* negative: the vehicle has the usual one */
    struct fleet_vehicle vehicle;
};
struct fleet_vans {
    struct fleet_van *all; /* [count] owned; fleet_vans_free() */
    size_t count, capacity;
};
enum swarm_status fleet_vans_read(struct fleet_maker *maker, const struct fleet_vehicle *usual,
                                  struct fleet_vans *vans);
void fleet_vans_free(struct fleet_vans *vans);

/* Reads a matrix between all nodes of the input, found by their names, or by their order in the input if one side has
 * no names: matrix.c. `option`: --lengths or --times. *matrix is owned. */
enum swarm_status fleet_matrix_read(const struct fleet_maker *maker, enum option option, double **matrix);

/* Returns the depot with this name; FLEET_ABSENT: there is none. */
uint32_t fleet_find_depot(const struct swarm_fleet *fleet, struct base_word name);

#endif
