/* routes.c - routes of a fleet: their check, and their stops. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "instance.h"
#include "tsp/length.h"

/* The walk along the routes of a solution. */
struct walk {
    struct base_env *env;
    const struct swarm_fleet *fleet;
    uint32_t *route_of;                  /* [nodes] number of the route of each customer, from 1; 0: none so far */
    const struct fleet_vehicle *vehicle; /* vehicle of the current route */
    unsigned number;                     /* number of the current route: of its vehicle if vehicles differ, from 1 */
    struct swarm_route route;            /* the current one, so far */
    uint32_t at;                         /* node where the vehicle is; FLEET_ABSENT: not at a node yet */
    int64_t clock;                       /* time at which the vehicle leaves this node */
    int64_t work;                        /* travel and service times of the route, without waiting */
};

/* Fail with SWARM_ERROR_VERIFICATION: "route 3: `what` 12.5, `allowed` 12": lengths, and times. */
static enum swarm_status fail_length(const struct walk *walk, const char *what, int64_t found, const char *allowed,
                                     int64_t most)
{
    char texts[2][TSP_LENGTH_TEXT];
    const int decimals = walk->fleet->info.decimals;
    return base_fail(walk->env, SWARM_ERROR_VERIFICATION, "route %u: %s %s, %s %s", walk->number, what,
                     tsp_length_shown(found, decimals, texts[0]), allowed, tsp_length_shown(most, decimals, texts[1]));
}

static enum swarm_status fail_time(const struct walk *walk, const char *what, int64_t found, const char *allowed,
                                   int64_t most)
{
    char texts[2][FLEET_TIME_TEXT];
    return base_fail(walk->env, SWARM_ERROR_VERIFICATION, "route %u: %s %s, %s %s", walk->number, what,
                     fleet_time_shown(walk->fleet, found, texts[0]), allowed,
                     fleet_time_shown(walk->fleet, most, texts[1]));
}

/* Drives to a node. Returns the time of arrival. */
static int64_t drive(struct walk *walk, uint32_t node)
{
    const int32_t travel = fleet_instance_time(walk->fleet, walk->at, node);
    walk->route.length += fleet_instance_length(walk->fleet, walk->at, node);
    walk->work += travel;
    walk->at = node;
    return walk->clock + travel;
}

static enum swarm_status check_customer(const struct walk *walk, uint32_t customer)
{
    const struct swarm_fleet *fleet = walk->fleet;
    const uint32_t pinned = fleet->pinned && customer <= fleet->info.customer_count ? fleet->pinned[customer] : 0;
    char who[FLEET_NAME], whose[FLEET_NAME];
    if (customer > fleet->info.customer_count) {
        return base_fail(walk->env, SWARM_ERROR_VERIFICATION, "route %u: found customer %u, expected 1 to %u",
                         walk->number, (unsigned)customer, (unsigned)walk->fleet->info.customer_count);
    }
    if (pinned > 0 && pinned != walk->number) {
        return base_fail(walk->env, SWARM_ERROR_VERIFICATION, "route %u: only %s may serve %s", walk->number,
                         fleet_vehicle_text(fleet, pinned, whose), fleet_customer_text(fleet, customer, who));
    }
    if (fleet->needs && (fleet->needs[customer] & ~walk->vehicle->skills) != 0) {
        return base_fail(walk->env, SWARM_ERROR_VERIFICATION, "route %u: the vehicle lacks a skill for %s",
                         walk->number, fleet_customer_text(fleet, customer, who));
    }
    return walk->route_of[customer] == 0
               ? SWARM_OK
               : base_fail(walk->env, SWARM_ERROR_VERIFICATION, "route %u: %s is in route %u already", walk->number,
                           fleet_customer_text(fleet, customer, who), (unsigned)walk->route_of[customer]);
}

static enum swarm_status visit(struct walk *walk, uint32_t customer, struct swarm_stop *stop)
{
    const struct swarm_fleet *fleet = walk->fleet;
    const struct swarm_fleet_info *info = &fleet->info;
    char what[FLEET_NAME + 16], who[FLEET_NAME], load[TSP_LENGTH_TEXT], carried[TSP_LENGTH_TEXT];
    TRY(check_customer(walk, customer));
    const int64_t arrival = drive(walk, customer), early = fleet->early[customer];
    const int64_t begin = arrival < early ? early : arrival;
    walk->route_of[customer] = walk->number;
    walk->route.load += fleet->demand[customer];
    walk->work += fleet->service[customer];
    walk->clock = begin + fleet->service[customer];
    ++walk->route.stop_count;
    *stop = (struct swarm_stop){.customer = customer, .load = walk->route.load, .length = walk->route.length};
    if (walk->route.load > walk->vehicle->capacity) {
        return base_fail(walk->env, SWARM_ERROR_VERIFICATION,
                         "route %u: the load with %s is %s, and a vehicle carries %s", walk->number,
                         fleet_customer_text(fleet, customer, who), fleet_load_shown(fleet, walk->route.load, load),
                         fleet_load_shown(fleet, walk->vehicle->capacity, carried));
    }
    if (walk->route.stop_count > walk->vehicle->stops) {
        return base_fail(walk->env, SWARM_ERROR_VERIFICATION, "route %u: found more than %u stops", walk->number,
                         (unsigned)walk->vehicle->stops);
    }
    base_text_print(what, sizeof what, "%s is reached at", fleet_customer_text(fleet, customer, who));
    return info->has_windows && arrival > fleet->late[customer]
               ? fail_time(walk, what, arrival, "and its window closes at", fleet->late[customer])
               : SWARM_OK;
}

/* The latest time at which the vehicle of a finished route may leave its start without being late anywhere. */
static int64_t latest_leave(const struct walk *walk)
{
    const struct swarm_fleet *fleet = walk->fleet;
    int64_t due = walk->vehicle->late;
    uint32_t at = walk->vehicle->end;
    for (size_t k = walk->route.stop_count; k > 0; --k) {
        const uint32_t customer = walk->route.stops[k - 1].customer;
        due -= fleet_instance_time(fleet, customer, at) + fleet->service[customer];
        due = due < fleet->late[customer] ? due : fleet->late[customer];
        at = customer;
    }
    return due - fleet_instance_time(fleet, walk->vehicle->start, at);
}

/* Sets the times of the stops of a finished route that begins at `clock`. */
static void set_times(const struct walk *walk, int64_t clock)
{
    const struct swarm_fleet *fleet = walk->fleet;
    struct swarm_stop *stop = (struct swarm_stop *)walk->route.stops, *end = stop + walk->route.stop_count;
    for (uint32_t at = walk->vehicle->start; stop < end; at = stop++->customer) {
        const int64_t arrival = clock + fleet_instance_time(fleet, at, stop->customer);
        const int64_t early = fleet->early[stop->customer], begin = arrival < early ? early : arrival;
        clock = begin + fleet->service[stop->customer];
        stop->arrival = arrival - fleet->early[0];
        stop->wait = begin - arrival;
        stop->depart = clock - fleet->early[0];
    }
}

/* Drives to the end of the route and checks the route. The vehicle leaves as late as the time of its return allows. */
static enum swarm_status end_route(struct walk *walk)
{
    const struct swarm_fleet *fleet = walk->fleet;
    const struct fleet_vehicle *vehicle = walk->vehicle;
    const int64_t finish = drive(walk, vehicle->end);
    walk->route.finish = finish - fleet->early[0];
    if (fleet->info.has_windows && finish > vehicle->late) {
        return fail_time(walk, "the vehicle returns at", finish, "and the depot closes at", vehicle->late);
    }
    const int64_t span = fleet->info.has_windows ? finish - latest_leave(walk) : 0;
    walk->route.duration = span > walk->work ? span : walk->work;
    set_times(walk, finish - walk->route.duration);
    TRY(walk->route.length <= vehicle->limit
            ? SWARM_OK
            : fail_length(walk, "its length is", walk->route.length, "and the limit is", vehicle->limit));
    char texts[2][FLEET_TIME_TEXT];
    return walk->route.duration <= vehicle->duration
               ? SWARM_OK
               : base_fail(walk->env, SWARM_ERROR_VERIFICATION, "route %u: it takes %s, and the longest duration is %s",
                           walk->number, fleet_span_shown(fleet, walk->route.duration, texts[0]),
                           fleet_span_shown(fleet, vehicle->duration, texts[1]));
}

/* Begins the route of a vehicle, which counts from 0. */
static void begin_route(struct walk *walk, size_t vehicle, struct swarm_stop *stops)
{
    walk->vehicle = fleet_instance_vehicle(walk->fleet, (uint32_t)vehicle);
    walk->number = (unsigned)vehicle + 1;
    walk->route = (struct swarm_route){
        .stops = stops, .vehicle = walk->number, .start = walk->vehicle->start, .end = walk->vehicle->end};
    walk->at = walk->vehicle->start;
    walk->clock = walk->vehicle->early;
    walk->work = 0;
}

/* Fails if there are more routes than vehicles. If vehicles differ, empty routes count. */
static enum swarm_status check_count(const struct walk *walk, const uint32_t *customers, size_t count)
{
    const struct swarm_fleet *fleet = walk->fleet;
    const bool differ = fleet->vehicle_count > 1;
    size_t found = 0, ends = 0;
    for (size_t i = 0; i < count; ++i) {
        const bool first = customers[i] != 0 && (i == 0 || customers[i - 1] == 0);
        found = first ? (differ ? ends : found) + 1 : found;
        ends += customers[i] == 0;
    }
    return fleet->info.vehicle_count == 0 || found <= fleet->info.vehicle_count
               ? SWARM_OK
               : base_fail(walk->env, SWARM_ERROR_VERIFICATION,
                           "found %zu routes, expected at most %u, the number of vehicles", found,
                           (unsigned)fleet->info.vehicle_count);
}

/* Fills in `routes`, whose arrays have room for all routes and stops. */
static enum swarm_status measure(struct walk *walk, const uint32_t *customers, size_t count,
                                 struct swarm_routes *routes)
{
    struct swarm_route *route = (struct swarm_route *)routes->routes;
    size_t vehicle = 0;
    TRY(check_count(walk, customers, count));
    for (size_t i = 0; i < count; ++i, ++vehicle) {
        const size_t first = i;
        struct swarm_stop *stops = (struct swarm_stop *)route->stops;
        if (customers[i] == 0) {
            continue;
        }
        begin_route(walk, vehicle, stops);
        for (; i < count && customers[i] != 0; ++i) {
            TRY(visit(walk, customers[i], &stops[i - first]));
        }
        TRY(end_route(walk));
        routes->length += walk->route.length;
        routes->longest = walk->route.length > routes->longest ? walk->route.length : routes->longest;
        routes->vehicle_costs += walk->vehicle->cost;
        ++routes->route_count;
        *route++ = walk->route;
        route->stops = stops + (i - first);
    }
    return SWARM_OK;
}

/* Lists the customers without a route. */
static void list_unserved(const struct walk *walk, struct swarm_routes *routes)
{
    uint32_t *unserved = (uint32_t *)routes->unserved;
    for (uint32_t k = 1; k <= walk->fleet->info.customer_count; ++k) {
        if (walk->route_of[k] == 0) {
            unserved[routes->unserved_count++] = k;
            routes->prices += walk->fleet->price[k];
            routes->missing_count += walk->fleet->price[k] == 0;
        }
    }
}

enum swarm_status fleet_routes_measure(struct base_env *env, const struct swarm_fleet *fleet, const uint32_t *customers,
                                       size_t count, struct swarm_routes **routes)
{
    struct walk walk = {.env = env, .fleet = fleet};
    const size_t n = fleet->nodes->info.node_count;
    size_t ends = 1;
    *routes = NULL;
    TRY(fleet_require_capacity(env, fleet));
    for (size_t i = 0; i < count; ++i) {
        ends += customers[i] == 0;
    }
    /* one block: the result, its routes, their stops and the unserved customers; one route more, as a sentinel. Stops
     * beyond one for each customer are never written: a customer would be in two routes. */
    const size_t bytes = sizeof **routes + (ends + 1) * sizeof *(*routes)->routes + n * sizeof *(*routes)->routes->stops
                         + n * sizeof *(*routes)->unserved;
    struct swarm_routes *made = base_array(1, bytes);
    walk.route_of = base_array(n, sizeof *walk.route_of);
    enum swarm_status status = made && walk.route_of ? SWARM_OK : base_fail_memory(env);
    if (status == SWARM_OK) {
        struct swarm_route *all = (struct swarm_route *)(made + 1);
        made->routes = all;
        all->stops = (struct swarm_stop *)(all + ends + 1);
        made->unserved = (uint32_t *)(all->stops + n);
        status = measure(&walk, customers, count, made);
        list_unserved(&walk, made);
        made->cost = made->prices + (fleet->info.balances ? made->longest : made->length + made->vehicle_costs);
    }
    free(walk.route_of);
    if (status != SWARM_OK) {
        swarm_routes_destroy(&made);
    }
    *routes = made;
    return status;
}

enum swarm_status swarm_routes_measure(swarm_context *context, const swarm_fleet *fleet, const uint32_t *customers,
                                       size_t count, struct swarm_routes **routes)
{
    *routes = NULL;
    return customers || count == 0 ? fleet_routes_measure(base_env_of(context), fleet, customers, count, routes)
                                   : base_fail_null(context, "customers");
}

void swarm_routes_destroy(struct swarm_routes **routes)
{
    if (routes && *routes) {
        free(*routes);
        *routes = NULL;
    }
}
