/* possible.c - reasons why no plan can serve a fleet, found before a search. */
#include <inttypes.h>
#include <stdlib.h>

#include "instance.h"
#include "tsp/length.h"

enum { LISTED = 10 }; /* reasons in a message; the others are counted */

/* Least times and lengths on any way: from the start of some vehicle to each node, and from each node to an end. */
struct ways {
    int64_t *arrival, *out, *home, *length_out, *length_home; /* [nodes]; `arrival` heeds windows */
};

struct reasons {
    const struct swarm_fleet *fleet;
    const struct ways *ways; /* NULL: vehicles drive straight to a customer and back */
    char *text;              /* owned; NULL if memory ran out */
    size_t count;
};

/* The best that the vehicles for a customer can do, each value for itself. */
struct reach {
    bool skilled;           /* true if one of the vehicles has the skills */
    int64_t capacity;       /* largest load */
    int64_t arrival, home;  /* earliest arrival, least time to the end */
    int64_t travel;         /* least travel time of a route with the customer */
    int64_t length;         /* least length of a route with the customer */
    int64_t late, duration; /* latest end, longest duration of a route */
    int64_t limit;          /* largest length of a route */
};

static void BASE_PRINTF(2, 3) add(struct reasons *reasons, const char *format, ...)
{
    if (reasons->count++ < LISTED) {
        va_list arguments;
        va_start(arguments, format);
        char *reason = base_text_vformat(format, arguments);
        va_end(arguments);
        reasons->text = base_text_append(reasons->text, "%s%s", reasons->count > 1 ? "; " : "", reason ? reason : "");
        free(reason);
    }
}

/* Add a reason: a customer, and two times, durations or lengths after words. */
static void add_times(struct reasons *reasons, uint32_t customer, const char *before, int64_t found,
                      const char *between, int64_t most)
{
    char texts[2][FLEET_TIME_TEXT], name[FLEET_NAME];
    add(reasons, "%s %s %s%s %s", fleet_customer_text(reasons->fleet, customer, name), before,
        fleet_time_shown(reasons->fleet, found, texts[0]), between, fleet_time_shown(reasons->fleet, most, texts[1]));
}

static void add_spans(struct reasons *reasons, uint32_t customer, int64_t found, int64_t most)
{
    char texts[2][FLEET_TIME_TEXT], name[FLEET_NAME];
    add(reasons, "%s needs a route of %s, and the limit is %s", fleet_customer_text(reasons->fleet, customer, name),
        fleet_span_shown(reasons->fleet, found, texts[0]), fleet_span_shown(reasons->fleet, most, texts[1]));
}

static void add_lengths(struct reasons *reasons, uint32_t customer, int64_t found, int64_t most)
{
    char texts[2][TSP_LENGTH_TEXT], name[FLEET_NAME];
    const int decimals = reasons->fleet->info.decimals;
    add(reasons, "%s needs a route of length %s, and the limit is %s",
        fleet_customer_text(reasons->fleet, customer, name), tsp_length_shown(found, decimals, texts[0]),
        tsp_length_shown(most, decimals, texts[1]));
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* Finds what the vehicles that may serve a customer can do. */
static struct reach reach_of(const struct reasons *reasons, uint32_t k)
{
    const struct swarm_fleet *fleet = reasons->fleet;
    const struct ways *ways = reasons->ways;
    const uint32_t pinned = fleet->pinned ? fleet->pinned[k] : 0, needs = fleet->needs ? fleet->needs[k] : 0;
    struct reach reach = {.arrival = INT64_MAX, .home = INT64_MAX, .travel = INT64_MAX, .length = INT64_MAX};
    for (uint32_t v = 0; v < fleet->vehicle_count; ++v) {
        const struct fleet_vehicle *vehicle = &fleet->vehicles[v];
        if ((pinned > 0 && v + 1 != pinned) || (needs & ~vehicle->skills) != 0) {
            continue;
        }
        const int64_t out = fleet_instance_time(fleet, vehicle->start, k),
                      back = fleet_instance_time(fleet, k, vehicle->end),
                      length = (int64_t)fleet_instance_length(fleet, vehicle->start, k)
                               + fleet_instance_length(fleet, k, vehicle->end);
        reach.skilled = true;
        reach.capacity = most(reach.capacity, vehicle->capacity);
        reach.arrival = least(reach.arrival, ways ? ways->arrival[k] : vehicle->early + out);
        reach.home = least(reach.home, ways ? ways->home[k] : back);
        reach.travel = least(reach.travel, ways ? ways->out[k] + ways->home[k] : out + back);
        reach.length = least(reach.length, ways ? ways->length_out[k] + ways->length_home[k] : length);
        reach.late = most(reach.late, vehicle->late);
        reach.duration = most(reach.duration, vehicle->duration);
        reach.limit = most(reach.limit, vehicle->limit);
    }
    return reach;
}

/* Adds the reasons of one customer. */
static void check_customer(struct reasons *reasons, uint32_t k)
{
    const struct swarm_fleet *fleet = reasons->fleet;
    const bool has_windows = fleet->info.has_windows, pinned = fleet->pinned && fleet->pinned[k] > 0;
    const struct reach reach = reach_of(reasons, k);
    char name[FLEET_NAME], vehicle[FLEET_NAME], load[TSP_LENGTH_TEXT], most_load[TSP_LENGTH_TEXT];
    if (!reach.skilled) {
        add(reasons, "%s needs skills that %s has", fleet_customer_text(fleet, k, name),
            pinned ? "not even its own vehicle" : "no vehicle");
        return;
    }
    const int64_t begin = most(reach.arrival, fleet->early[k]), back = begin + fleet->service[k] + reach.home;
    if (fleet->demand[k] > reach.capacity) {
        add(reasons, "%s has a demand of %s, and %s carries %s", fleet_customer_text(fleet, k, name),
            fleet_load_shown(fleet, fleet->demand[k], load),
            pinned ? fleet_vehicle_text(fleet, fleet->pinned[k], vehicle) : "a vehicle",
            fleet_load_shown(fleet, reach.capacity, most_load));
    }
    if (fleet->early[k] > fleet->late[k]) {
        add_times(reasons, k, "has a window that opens at", fleet->early[k], " and closes at", fleet->late[k]);
    } else if (has_windows && reach.arrival > fleet->late[k]) {
        add_times(reasons, k, "can be reached at", reach.arrival, ", and its window closes at", fleet->late[k]);
    } else if (has_windows && back > reach.late) {
        add_times(reasons, k, "lets a vehicle return at", back, ", and the depot closes at", reach.late);
    }
    if (reach.travel + fleet->service[k] > reach.duration) {
        add_spans(reasons, k, reach.travel + fleet->service[k], reach.duration);
    }
    if (reach.length > reach.limit) {
        add_lengths(reasons, k, reach.length, reach.limit);
    }
}

static void check_customers(struct reasons *reasons)
{
    for (uint32_t k = 1; k <= reasons->fleet->info.customer_count; ++k) {
        if (reasons->fleet->price[k] == 0) {
            check_customer(reasons, k);
        }
    }
}

enum way { WAY_ARRIVAL, WAY_OUT, WAY_HOME, WAY_LENGTH_OUT, WAY_LENGTH_HOME, WAYS };

/* Sets at[nodes] to the values where ways begin: at the starts of vehicles or, for ways home, at their ends. */
static void begin_ways(const struct swarm_fleet *fleet, enum way way, int64_t *at)
{
    const uint32_t n = fleet->nodes->info.node_count;
    for (uint32_t k = 0; k < n; ++k) {
        at[k] = INT64_MAX;
    }
    for (uint32_t v = 0; v < fleet->vehicle_count; ++v) {
        const struct fleet_vehicle *vehicle = &fleet->vehicles[v];
        const int64_t value = way == WAY_ARRIVAL ? vehicle->early : 0;
        const uint32_t node = way == WAY_HOME || way == WAY_LENGTH_HOME ? vehicle->end : vehicle->start;
        for (uint32_t k = 0; k < n; ++k) { /* without a depot a route begins or ends at any customer */
            at[k] = k == node || node == FLEET_ABSENT ? least(at[k], value) : at[k];
        }
    }
}

/* Computes at[nodes], the least value of a way over any other nodes; times count service. Rounded lengths and those of
 * a file may break the triangle inequality, so the direct way is not always the shortest. Dijkstra's algorithm,
 * O(n^2). */
static enum swarm_status find_ways(struct base_env *env, const struct swarm_fleet *fleet, enum way way, int64_t *at)
{
    const uint32_t n = fleet->nodes->info.node_count;
    const bool windows = way == WAY_ARRIVAL, lengths = way >= WAY_LENGTH_OUT;
    const bool home = way == WAY_HOME || way == WAY_LENGTH_HOME;
    bool *done;
    TRY(BASE_MAKE(env, done, n));
    begin_ways(fleet, way, at);
    for (uint32_t round = 0; round < n; ++round) {
        uint32_t u = n;
        for (uint32_t k = 0; k < n; ++k) {
            u = !done[k] && (u == n || at[k] < at[u]) ? k : u;
        }
        done[u] = true;
        const bool late = windows && u > 0 && u <= fleet->info.customer_count && at[u] > fleet->late[u];
        if (at[u] == INT64_MAX || late) {
            continue;
        }
        const int64_t begin = windows ? most(at[u], fleet->early[u]) : at[u];
        for (uint32_t v = 0; v < n; ++v) {
            const uint32_t from = home ? v : u, to = home ? u : v;
            const int64_t next = done[v] ? at[v]
                                         : begin
                                               + (lengths ? fleet_instance_length(fleet, from, to)
                                                          : fleet->service[u] + fleet_instance_time(fleet, from, to));
            at[v] = next < at[v] ? next : at[v];
        }
    }
    free(done);
    return SWARM_OK;
}

/* Finds the ways that limits of the vehicles, or windows, make a reason of; all others stay 0. */
static enum swarm_status find_needed(struct base_env *env, const struct swarm_fleet *fleet, int64_t *values)
{
    bool needed[WAYS] = {[WAY_ARRIVAL] = fleet->info.has_windows, [WAY_HOME] = fleet->info.has_windows};
    for (uint32_t v = 0; v < fleet->vehicle_count; ++v) {
        needed[WAY_OUT] |= fleet->vehicles[v].duration < FLEET_NO_LIMIT;
        needed[WAY_HOME] |= fleet->vehicles[v].duration < FLEET_NO_LIMIT;
        needed[WAY_LENGTH_OUT] |= fleet->vehicles[v].limit < FLEET_NO_LIMIT;
    }
    needed[WAY_LENGTH_HOME] = needed[WAY_LENGTH_OUT];
    for (int way = 0; way < WAYS; ++way) {
        int64_t *at = values + (size_t)way * fleet->nodes->info.node_count;
        TRY(needed[way] ? find_ways(env, fleet, (enum way)way, at) : SWARM_OK);
    }
    return SWARM_OK;
}

/* Adds reasons of all customers together: loads and stops. */
static void check_total(struct reasons *reasons)
{
    const struct swarm_fleet *fleet = reasons->fleet;
    const struct swarm_fleet_info *info = &fleet->info;
    const uint64_t vehicles = info->vehicle_count;
    int64_t demand = 0, carried = 0;
    uint64_t required = 0, stops = 0;
    char text[3][TSP_LENGTH_TEXT];
    for (uint32_t k = 1; k <= info->customer_count; ++k) {
        demand += fleet->price[k] == 0 ? fleet->demand[k] : 0;
        required += fleet->price[k] == 0;
    }
    for (uint32_t v = 0; v < fleet->vehicle_count; ++v) {
        const uint64_t alike = fleet->vehicle_count > 1 ? 1 : vehicles;
        carried += (int64_t)alike * fleet->vehicles[v].capacity;
        stops += alike * fleet->vehicles[v].stops;
    }
    const int64_t needed = demand > 0 && info->capacity > 0 ? (demand - 1) / info->capacity + 1 : 0;
    if (vehicles > 0 && fleet->vehicle_count == 1 && needed > (int64_t)vehicles) {
        add(reasons,
            vehicles == 1 ? "the demand is %s, and %u vehicle of %s carries %s: %" PRId64 " are needed"
                          : "the demand is %s, and %u vehicles of %s carry %s: %" PRId64 " are needed",
            fleet_load_shown(fleet, demand, text[0]), (unsigned)vehicles,
            fleet_load_shown(fleet, info->capacity, text[1]),
            fleet_load_shown(fleet, (int64_t)vehicles * info->capacity, text[2]), needed);
    } else if (vehicles > 0 && demand > carried) {
        add(reasons, "the demand is %s, and the %u vehicles carry %s", fleet_load_shown(fleet, demand, text[0]),
            (unsigned)vehicles, fleet_load_shown(fleet, carried, text[1]));
    }
    if (vehicles > 0 && required > stops) {
        add(reasons, "there are %u customers, and the %u vehicles make %u stops", (unsigned)required,
            (unsigned)vehicles, (unsigned)stops);
    }
}

static void check_pinned(struct reasons *reasons)
{
    const struct swarm_fleet *fleet = reasons->fleet;
    char name[FLEET_NAME], text[2][TSP_LENGTH_TEXT];
    for (uint32_t v = 1; fleet->pinned && v <= fleet->vehicle_count; ++v) {
        const struct fleet_vehicle *vehicle = &fleet->vehicles[v - 1];
        int64_t demand = 0;
        uint32_t stops = 0;
        for (uint32_t k = 1; k <= fleet->info.customer_count; ++k) {
            const bool counts = fleet->pinned[k] == v && fleet->price[k] == 0;
            demand += counts ? fleet->demand[k] : 0;
            stops += counts;
        }
        if (demand > vehicle->capacity) {
            add(reasons, "the customers of %s have a demand of %s, and it carries %s",
                fleet_vehicle_text(fleet, v, name), fleet_load_shown(fleet, demand, text[0]),
                fleet_load_shown(fleet, vehicle->capacity, text[1]));
        }
        if (stops > vehicle->stops) {
            add(reasons, "%s has %u customers of its own, and it makes %u stops", fleet_vehicle_text(fleet, v, name),
                (unsigned)stops, (unsigned)vehicle->stops);
        }
    }
}

enum swarm_status fleet_check_possible(struct base_env *env, const struct swarm_fleet *fleet, const char *origin)
{
    const size_t n = fleet->nodes->info.node_count;
    struct reasons reasons = {.fleet = fleet, .text = base_text_format("%s", "")};
    int64_t *values = NULL;
    enum swarm_status status = SWARM_OK;
    check_customers(&reasons);
    if (reasons.count > 0) {
        TRY_OR(done, BASE_MAKE(env, values, WAYS * n));
        TRY_OR(done, find_needed(env, fleet, values));
        const struct ways ways = {values + WAY_ARRIVAL * n, values + WAY_OUT * n, values + WAY_HOME * n,
                                  values + WAY_LENGTH_OUT * n, values + WAY_LENGTH_HOME * n};
        free(reasons.text);
        reasons = (struct reasons){.fleet = fleet, .ways = &ways, .text = base_text_format("%s", "")};
        check_customers(&reasons);
        reasons.ways = NULL;
    }
    check_total(&reasons);
    check_pinned(&reasons);
    if (!reasons.text) {
        status = base_fail_memory(env);
    } else if (reasons.count > LISTED) {
        status = base_fail(env, SWARM_ERROR_INPUT, "%s: no plan can serve all customers: %s; and %zu more", origin,
                           reasons.text, reasons.count - LISTED);
    } else if (reasons.count > 0) {
        status = base_fail(env, SWARM_ERROR_INPUT, "%s: no plan can serve all customers: %s", origin, reasons.text);
    }

done:
    free(reasons.text);
    free(values);
    return status;
}

enum swarm_status fleet_require_capacity(struct base_env *env, const struct swarm_fleet *fleet)
{
    return fleet->lacks_capacity
               ? base_fail(env, SWARM_ERROR_INPUT,
                           "\"%s\": found demands, expected a capacity: --capacity, CAPACITY in the file, or a "
                           "column capacity in a table of --fleet",
                           fleet->info.name)
               : SWARM_OK;
}
