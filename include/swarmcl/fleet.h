/* fleet.h - routes of several vehicles that serve all customers in the least total length.
 *
 * A route starts and ends at a depot, unless it is open. The loads of a vehicle's customers must fit its capacity; a
 * customer with a time window must be reached before the window closes, and a vehicle that is early waits. A program:
 *
 *     #include <inttypes.h>
 *     #include <stdio.h>
 *     #include <swarmcl/swarmcl.h>
 *
 *     int main(void)
 *     {
 *         swarm_context *context = NULL;
 *         swarm_fleet *fleet = NULL;
 *         swarm_params *params = NULL;
 *         swarm_result *result = NULL;
 *         if (swarm_context_create(&context) == SWARM_OK && swarm_params_create(context, "fleet", &params) == SWARM_OK
 *             && swarm_params_set(context, params, "time", "10") == SWARM_OK
 *             && swarm_params_set(context, params, "capacity", "120") == SWARM_OK
 *             && swarm_fleet_read(context, params, "stops.csv", &fleet) == SWARM_OK) {
 *             swarm_params_fleet(params, fleet);
 *             if (swarm_solve(context, params, NULL, NULL, &result) == SWARM_OK)
 *                 printf("length %" PRId64 ", %zu routes\n", result->length, result->routes->route_count);
 *         }
 *         if (!result)
 *             fprintf(stderr, "%s\n", swarm_context_error(context));
 *         swarm_result_destroy(&result);
 *         swarm_params_destroy(&params);
 *         swarm_fleet_destroy(&fleet);
 *         swarm_context_destroy(&context);
 *     }
 *
 * docs/fleet.md describes files, options and results. */
#ifndef SWARMCL_FLEET_H
#define SWARMCL_FLEET_H

#include <swarmcl/tsp.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Input ------------------------------------------------------------------------------------------------------- */

typedef struct swarm_fleet swarm_fleet; /* customers, a depot, vehicles */

struct swarm_fleet_info {
    const char *name;        /* name of the instance: its NAME, or its file's name without folder and suffix */
    uint32_t customer_count; /* without the depot */
    uint32_t vehicle_count;  /* number of vehicles; 0: no limit */
    uint32_t least_vehicles; /* sum of demands divided by the capacity, rounded up */
    int load_decimals;       /* a load, demand or capacity of 1 is 10^-load_decimals in the unit of the file */
    int64_t capacity;        /* load that a vehicle carries; 0: no limit, or not given: a run then needs demands of 0 */
    int64_t demand;          /* sum of all demands */
    int64_t duration;        /* longest travel, waiting and service time of a route; 0: no limit */
    bool vehicles_first;     /* the fewest vehicles come before the least length */
    bool balances;           /* the shortest longest route comes before the least length */
    bool has_windows;        /* customers or the depot have time windows */
    uint32_t optional_count; /* customers that may be left out at the price of their score */
    uint32_t skilled_count;  /* customers that need skills of their vehicle */
    uint32_t pinned_count;   /* customers that name their vehicle */
    const char *rounding;    /* how lengths are rounded: "nearest", "truncated", "tenths" or "exact" */
    int decimals;            /* a length of 1 is 10^-decimals in the unit of the file */
    const char *unit;        /* unit of lengths if it is known: "m" for latitudes and longitudes; otherwise "" */
    double time_scale;       /* a minute, or a unit of lengths if lengths are travel times, is time_scale in times */
    bool has_clock;          /* times are shown as times of day or dates: swarm_fleet_time_text() */
    bool best_known, best_proven; /* recognised by name and numbers; not proven: shortest published */
    int64_t best;
    double read_seconds;
};

/* Reads an instance: a table of customers (docs/fleet.md), a .vrp file of CVRPLIB or VRPLIB, or a text of Solomon's
 * format. The parameters of `params` (NULL: none) add to the file or replace its values: "columns", "depot",
 * "vehicles", "capacity", "limit", "duration", "stops", "open", "open-start", "speed", "rounding", and "fleet",
 * "lengths" and "times", which name files. Errors: SWARM_ERROR_INPUT, for a file that cannot be read and for one that
 * no plan can serve, with all reasons in the message; SWARM_ERROR_UNSUPPORTED; SWARM_ERROR_OUT_OF_MEMORY. Memory: 60
 * bytes per customer, 4 per pair of customers unless there are points, and their lengths are rounded to nearest
 * integers or they are more than 5,000, and 4 per pair for a matrix of travel times. */
SWARM_API enum swarm_status swarm_fleet_read(swarm_context *context, const swarm_params *params, const char *path,
                                             swarm_fleet **fleet);
SWARM_API enum swarm_status swarm_fleet_parse(swarm_context *context, const swarm_params *params, const char *text,
                                              size_t size, const char *name, swarm_fleet **fleet);
SWARM_API void swarm_fleet_destroy(swarm_fleet **fleet);
SWARM_API const struct swarm_fleet_info *swarm_fleet_describe(const swarm_fleet *fleet);

/* The nodes of a fleet as an instance of tours, for pictures and names: node 0 is the first depot, customer k is node
 * k, and the other depots follow the customers. */
SWARM_API const swarm_instance *swarm_fleet_nodes(const swarm_fleet *fleet);

/* Name of a vehicle, which counts from 1; NULL: it has only its number. Static as long as the fleet. */
SWARM_API const char *swarm_fleet_vehicle_name(const swarm_fleet *fleet, uint32_t vehicle);

/* Writes a time of a route or stop to text[size]: as a time of day or a date if the input states times in this way,
 * otherwise as a number of minutes, or in the unit of lengths if lengths are travel times. swarm_fleet_span_text()
 * writes a duration as a number. Return `text`. */
SWARM_API char *swarm_fleet_time_text(const swarm_fleet *fleet, int64_t time, char *text, size_t size);
SWARM_API char *swarm_fleet_span_text(const swarm_fleet *fleet, int64_t span, char *text, size_t size);

/* Sets the fleet that a run of "fleet" plans for. Borrowed until the parameters are destroyed. */
SWARM_API void swarm_params_fleet(swarm_params *params, const swarm_fleet *fleet);

/* ---- Routes ------------------------------------------------------------------------------------------------------ */

/* A stop of a route: a customer. Times count from the beginning of the first depot's window, in units of
 * info.time_scale. */
struct swarm_stop {
    uint32_t customer;             /* from 1, in the order of the file */
    int64_t arrival, wait, depart; /* service begins at arrival + wait and ends at depart; the vehicle waits little */
    int64_t load;                  /* sum of demands up to this stop */
    int64_t length;                /* length from the depot to this stop */
};

struct swarm_route {
    uint32_t vehicle; /* number of the route in the solution, from 1: of its vehicle if vehicles differ */
    size_t stop_count;
    const struct swarm_stop *stops; /* [stop_count] in the order of service */
    int64_t length;                 /* with the ways from and to the depot */
    int64_t load, finish;           /* finish: time of the return to the depot */
    int64_t duration;               /* least time from leaving the depot to the return: the vehicle waits little */
    uint32_t start, end;            /* nodes of the depots; UINT32_MAX: the route begins or ends at a customer */
};

/* The solution of a run of "fleet". */
struct swarm_routes {
    size_t route_count;
    const struct swarm_route *routes; /* [route_count] routes with at least one stop */
    int64_t cost;                     /* what the run minimises: the sum of the next three, or longest plus prices */
    int64_t length;                   /* sum of the lengths of the routes */
    int64_t vehicle_costs;            /* sum of the costs of the vehicles that are used */
    int64_t prices;                   /* sum of the scores of optional customers that are left out */
    int64_t longest;                  /* length of the longest route */
    size_t unserved_count;
    const uint32_t *unserved; /* [unserved_count] customers without a route */
    size_t missing_count;     /* number of unserved customers that are not optional; 0: the plan is complete */
};

/* Checks routes and computes their stops. `customers` [count] has the customers of all routes in order, with a 0 after
 * each route. *routes is owned. Errors: SWARM_ERROR_VERIFICATION names the first violation: a customer twice, a load
 * above the capacity, a customer reached after its window, a route above the limit, more routes than vehicles. */
SWARM_API enum swarm_status swarm_routes_measure(swarm_context *context, const swarm_fleet *fleet,
                                                 const uint32_t *customers, size_t count, struct swarm_routes **routes);
SWARM_API void swarm_routes_destroy(struct swarm_routes **routes);

/* Reads a solution of CVRPLIB, FILE.sol: lines "Route #1: 3 8 5" and "Cost 27591"; or a table of stops that swarmcl
 * wrote. *customers is owned, with a 0 after each route. *left_out: number of stops of a table whose customer or
 * vehicle the fleet does not have; if `left_out` is NULL, such a stop is an error. The second function writes a
 * FILE.sol. Errors: SWARM_ERROR_INPUT, SWARM_ERROR_IO. */
SWARM_API enum swarm_status swarm_routes_read(swarm_context *context, const swarm_fleet *fleet, const char *path,
                                              uint32_t **customers, size_t *count, size_t *left_out);
SWARM_API enum swarm_status swarm_routes_write(swarm_context *context, const char *path, const swarm_fleet *fleet,
                                               const struct swarm_routes *routes);

#ifdef __cplusplus
}
#endif

#endif
