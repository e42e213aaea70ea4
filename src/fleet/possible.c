/* possible.c - reasons why no plan can serve a fleet, found before a search. */
#include <inttypes.h>
#include <stdlib.h>

#include "instance.h"
#include "tsp/length.h"

enum { LISTED = 10 }; /* reasons in a message; the others are counted */

struct reasons {
    const struct swarm_fleet *fleet;
    int64_t *out;  /* [nodes] earliest arrival, on any way; NULL: on the direct way */
    int64_t *home; /* [nodes] least time back to the depot, on any way; NULL: on the direct way */
    char *text;    /* owned; NULL if memory ran out */
    size_t count;
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

/* Adds a reason: a customer, and two lengths or times after words. */
static void add_customer(struct reasons *reasons, uint32_t customer, const char *before, int64_t found,
                         const char *between, int64_t most)
{
    char texts[2][TSP_LENGTH_TEXT];
    const int decimals = reasons->fleet->info.decimals;
    add(reasons, "customer %u %s %s%s %s", (unsigned)customer, before, tsp_length_shown(found, decimals, texts[0]),
        between, tsp_length_shown(most, decimals, texts[1]));
}

/* Adds the reasons of one customer. */
static void check_customer(struct reasons *reasons, uint32_t k)
{
    const struct swarm_fleet *fleet = reasons->fleet;
    const struct swarm_fleet_info *info = &fleet->info;
    const int64_t direct = tsp_instance_distance(fleet->nodes, 0, k);
    const int64_t home = reasons->home ? reasons->home[k] : direct;
    const int64_t arrival = reasons->out ? reasons->out[k] : fleet->early[0] + direct;
    const int64_t begin = arrival > fleet->early[k] ? arrival : fleet->early[k];
    const int64_t back = begin + fleet->service[k] + home, round_trip = 2 * home + fleet->service[k];
    if (info->capacity > 0 && fleet->demand[k] > info->capacity) {
        add(reasons, "customer %u has a demand of %" PRId64 ", and a vehicle carries %" PRId64, (unsigned)k,
            fleet->demand[k], info->capacity);
    }
    if (fleet->early[k] > fleet->late[k]) {
        add_customer(reasons, k, "has a window that opens at", fleet->early[k], " and closes at", fleet->late[k]);
    } else if (info->has_windows && arrival > fleet->late[k]) {
        add_customer(reasons, k, "can be reached at", arrival, ", and its window closes at", fleet->late[k]);
    } else if (info->has_windows && back > fleet->late[0]) {
        add_customer(reasons, k, "lets a vehicle return at", back, ", and the depot closes at", fleet->late[0]);
    }
    if (info->duration > 0 && round_trip > info->duration) {
        add_customer(reasons, k, "needs a route of", round_trip, ", and the limit is", info->duration);
    }
}

static void check_customers(struct reasons *reasons)
{
    for (uint32_t k = 1; k < reasons->fleet->nodes->info.node_count; ++k) {
        if (reasons->fleet->price[k] == 0) {
            check_customer(reasons, k);
        }
    }
}

/* Computes at[nodes], the least time from the depot to each node over any others: service counts, `windows` says if
 * windows do. Rounded lengths and those of a file may break the triangle inequality, so the direct way is not always
 * the shortest. Dijkstra's algorithm, O(n^2). */
static enum swarm_status find_ways(struct base_env *env, const struct swarm_fleet *fleet, bool windows, int64_t *at)
{
    const uint32_t n = fleet->nodes->info.node_count;
    bool *done;
    TRY(BASE_MAKE(env, done, n));
    for (uint32_t k = 0; k < n; ++k) {
        at[k] = k == 0 ? (windows ? fleet->early[0] : 0) : INT64_MAX;
    }
    for (uint32_t round = 0; round < n; ++round) {
        uint32_t u = n;
        for (uint32_t k = 0; k < n; ++k) {
            u = !done[k] && (u == n || at[k] < at[u]) ? k : u;
        }
        done[u] = true;
        if (windows && u > 0 && at[u] > fleet->late[u]) {
            continue;
        }
        const int64_t begin = windows && at[u] < fleet->early[u] ? fleet->early[u] : at[u];
        for (uint32_t v = 0; v < n; ++v) {
            const int64_t arrival = begin + fleet->service[u] + tsp_instance_distance(fleet->nodes, u, v);
            at[v] = !done[v] && arrival < at[v] ? arrival : at[v];
        }
    }
    free(done);
    return SWARM_OK;
}

static void check_total(struct reasons *reasons)
{
    const struct swarm_fleet *fleet = reasons->fleet;
    const struct swarm_fleet_info *info = &fleet->info;
    int64_t demand = 0;
    for (uint32_t k = 1; k < fleet->nodes->info.node_count; ++k) {
        demand += fleet->price[k] == 0 ? fleet->demand[k] : 0;
    }
    const int64_t needed = demand > 0 ? (demand - 1) / info->capacity + 1 : 0;
    if (info->vehicle_count > 0 && needed > info->vehicle_count) {
        add(reasons,
            "the demand is %" PRId64 ", and %u vehicles of %" PRId64 " carry %" PRId64 ": %" PRId64 " are needed",
            demand, (unsigned)info->vehicle_count, info->capacity, info->vehicle_count * info->capacity, needed);
    }
}

enum swarm_status fleet_check_possible(struct base_env *env, const struct swarm_fleet *fleet, const char *origin)
{
    const size_t n = fleet->nodes->info.node_count;
    struct reasons reasons = {.fleet = fleet, .text = base_text_format("%s", "")};
    int64_t *ways = NULL;
    enum swarm_status status = SWARM_OK;
    check_customers(&reasons);
    if (reasons.count > 0) {
        TRY_OR(done, BASE_MAKE(env, ways, 2 * n));
        TRY_OR(done, find_ways(env, fleet, true, ways));
        TRY_OR(done, find_ways(env, fleet, false, ways + n));
        free(reasons.text);
        reasons = (struct reasons){.fleet = fleet, .out = ways, .home = ways + n, .text = base_text_format("%s", "")};
        check_customers(&reasons);
    }
    check_total(&reasons);
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
    free(ways);
    return status;
}
