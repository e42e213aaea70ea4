/* plan.c - plans as a whole: empty ones, lists, checks, and the cut into parts. */
#include <stdlib.h>
#include <string.h>

#include "space.h"

void fleet_plan_forget(struct fleet_search *s)
{
    memset(s->route, 0xff, s->view.n * sizeof *s->route); /* FLEET_ABSENT */
    s->load[-1] = INT32_MAX;
}

void fleet_plan_clear(struct fleet_search *s)
{
    const uint32_t n = s->view.n;
    fleet_plan_forget(s);
    for (uint32_t i = 0; i < n; ++i) {
        s->next[i] = s->prev[i] = 0;
        s->part[i] = FLEET_ABSENT;
        s->leave[i] = s->latest[i] = s->leg[i] = 0;
    }
    for (uint32_t r = 0; r < s->rules.routes; ++r) {
        s->next[n + r] = s->prev[n + r] = n + r;
        s->leave[n + r] = fleet_vehicle(s, r)->early;
        s->latest[n + r] = fleet_vehicle(s, r)->late;
        s->length[r] = s->work[r] = 0;
        s->leg[n + r] = 0;
        s->load[r] = 0;
        s->size[r] = 0;
    }
    s->own = (struct fleet_part){.nodes = n, .routes = s->rules.routes};
}

void fleet_plan_add(struct fleet_search *s, uint32_t node, uint32_t route)
{
    fleet_link(s, s->prev[s->view.n + route], node, route);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Parts                                                                                                              */

/* A plan while it is cut. */
struct cutter {
    struct fleet_search *s;
    struct draw_sequence *random;
    struct fleet_cut_key *keys; /* routes that are not empty */
    struct fleet_part *parts;
    uint32_t made; /* number of parts made so far */
};

static int compare(const void *a, const void *b)
{
    const struct fleet_cut_key *one = a, *other = b;
    return one->key != other->key ? (one->key < other->key ? -1 : 1) : one->route < other->route ? -1 : 1;
}

/* Sorts keys[first .. end) by whether a route is nearer to a random one or to the one farthest from that. */
static void sort_routes(struct cutter *cutter, uint32_t first, uint32_t end)
{
    struct fleet_search *s = cutter->s;
    struct fleet_cut_key *keys = cutter->keys;
    const uint32_t one = keys[first + draw_sequence_below(cutter->random, end - first)].site;
    uint32_t other = one;
    int32_t far = -1;
    for (uint32_t k = first; k < end; ++k) {
        const int32_t length = view_length(&s->view, keys[k].site, one);
        other = length > far ? keys[k].site : other;
        far = length > far ? length : far;
    }
    for (uint32_t k = first; k < end; ++k) {
        keys[k].key = (int64_t)view_length(&s->view, keys[k].site, one) - view_length(&s->view, keys[k].site, other);
    }
    qsort(keys + first, end - first, sizeof *keys, compare);
}

/* Cuts keys[first .. end), routes with `nodes` customers, into `count` parts. */
static void split(struct cutter *cutter, uint32_t first, uint32_t end, uint32_t nodes, uint32_t count)
{
    struct fleet_search *s = cutter->s;
    if (count <= 1) {
        for (uint32_t k = first; k < end; ++k) {
            const uint32_t ends = s->view.n + cutter->keys[k].route;
            cutter->parts[cutter->made].used += 1;
            cutter->parts[cutter->made].served += s->size[cutter->keys[k].route];
            for (uint32_t node = s->next[ends]; node != ends; node = s->next[node]) {
                s->part[node] = cutter->made;
            }
        }
        ++cutter->made;
        return;
    }
    const uint32_t left = count / 2, wanted = (uint32_t)((uint64_t)nodes * left / count);
    uint32_t middle = first, taken = 0;
    if (end > first) {
        sort_routes(cutter, first, end);
    }
    while (middle < end && taken + s->size[cutter->keys[middle].route] / 2 < wanted) {
        taken += s->size[cutter->keys[middle++].route];
    }
    split(cutter, first, middle, taken, left);
    split(cutter, middle, end, nodes - taken, count - left);
}

/* Returns the part of the only route that may serve an absent customer, or of its nearest customer on a route;
 * otherwise 0. */
static uint32_t part_of_absent(const struct fleet_search *s, uint32_t node)
{
    const uint32_t route = s->customers[node].vehicle, first = route != FLEET_ABSENT ? s->next[s->view.n + route] : 0;
    if (route != FLEET_ABSENT && s->size[route] > 0) {
        return s->part[first];
    }
    for (uint32_t k = 0; k < s->view.width; ++k) {
        const uint32_t near = s->view.near[(size_t)node * s->view.width + k];
        if (s->route[near] != FLEET_ABSENT) {
            return s->part[near];
        }
    }
    return 0;
}

/* Empty routes go to the parts in turn, as many as may be used. */
struct turn {
    uint32_t next, left; /* number of the next empty route; how many parts may still get one */
};

/* Returns the part of a route; FLEET_ABSENT: none, because the route must stay empty. */
static uint32_t part_of_route(const struct fleet_search *s, uint32_t route, struct turn *turn, uint32_t count)
{
    if (s->size[route] > 0) {
        return s->part[s->next[s->view.n + route]];
    }
    if (turn->left == 0) {
        return FLEET_ABSENT;
    }
    --turn->left;
    return turn->next++ % count;
}

/* Lists customers and routes, part after part. */
static void list_parts(struct fleet_search *s, struct fleet_part *parts, uint32_t count, const struct turn start)
{
    const uint32_t n = s->view.n;
    uint32_t nodes = 0, routes = 0;
    struct turn turn = start;
    for (uint32_t i = 0; i < n; ++i) {
        parts[s->customers[i].depot ? 0 : s->part[i]].nodes += !s->customers[i].depot;
    }
    for (uint32_t r = 0; r < s->rules.routes; ++r) {
        const uint32_t part = part_of_route(s, r, &turn, count);
        parts[part == FLEET_ABSENT ? 0 : part].routes += part != FLEET_ABSENT;
    }
    for (uint32_t k = 0; k < count; ++k) {
        parts[k].first_node = nodes;
        parts[k].first_route = routes;
        nodes += parts[k].nodes;
        routes += parts[k].routes;
        parts[k].nodes = parts[k].routes = 0;
    }
    for (uint32_t i = 0; i < n; ++i) {
        if (!s->customers[i].depot) {
            struct fleet_part *part = &parts[s->part[i]];
            s->members[part->first_node + part->nodes++] = i;
        }
    }
    turn = start;
    for (uint32_t r = 0; r < s->rules.routes; ++r) {
        const uint32_t part = part_of_route(s, r, &turn, count);
        if (part != FLEET_ABSENT) {
            s->routes[parts[part].first_route + parts[part].routes++] = r;
        }
    }
}

void fleet_plan_cut(struct fleet_search *s, struct draw_sequence *random, struct fleet_cut_key *scratch,
                    uint32_t parts_count, uint32_t plan, struct fleet_part *parts)
{
    struct cutter cutter = {s, random, scratch, parts, 0};
    const uint32_t n = s->view.n, first = draw_sequence_below(random, parts_count);
    uint32_t used = 0, served = 0;
    for (uint32_t r = 0; r < s->rules.routes; ++r) {
        if (s->size[r] > 0) {
            uint32_t site = s->next[n + r];
            for (uint32_t k = parts_count > 1 ? draw_sequence_below(random, s->size[r]) : 0; k > 0; --k) {
                site = s->next[site];
            }
            scratch[used++] = (struct fleet_cut_key){.route = r, .site = site};
            served += s->size[r];
        }
    }
    for (uint32_t k = 0; k < parts_count; ++k) {
        parts[k] = (struct fleet_part){.plan = plan, .number = k};
    }
    split(&cutter, 0, used, served, parts_count);
    for (uint32_t i = 0; i < n; ++i) {
        if (!s->customers[i].depot && s->route[i] == FLEET_ABSENT) {
            s->part[i] = part_of_absent(s, i);
        }
    }
    list_parts(s, parts, parts_count,
               (struct turn){.next = first, .left = used < s->rules.usable ? s->rules.usable - used : 0});
}

static void copy_node(const struct fleet_search *from, const struct fleet_search *to, uint32_t node)
{
    to->next[node] = from->next[node];
    to->prev[node] = from->prev[node];
    to->leg[node] = from->leg[node];
    to->leave[node] = from->leave[node];
    to->latest[node] = from->latest[node];
}

void fleet_plan_copy_part(const struct fleet_search *from, const struct fleet_search *to, const struct fleet_part *part)
{
    for (uint32_t k = part->first_node; k < part->first_node + part->nodes; ++k) {
        const uint32_t node = from->members[k];
        copy_node(from, to, node);
        to->route[node] = from->route[node];
    }
    for (uint32_t k = part->first_route; k < part->first_route + part->routes; ++k) {
        const uint32_t route = from->routes[k];
        copy_node(from, to, from->view.n + route);
        to->length[route] = from->length[route];
        to->work[route] = from->work[route];
        to->load[route] = from->load[route];
        to->size[route] = from->size[route];
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Goals                                                                                                              */

static void remove_last(struct fleet_search *s, uint32_t route)
{
    fleet_unlink(s, s->prev[s->view.n + route]);
}

int64_t fleet_plan_shrink(struct fleet_search *s)
{
    uint32_t used = 0;
    s->own = (struct fleet_part){.nodes = s->view.n, .served = s->view.n, .used = s->rules.routes};
    for (uint32_t r = 0; r < s->rules.routes; ++r) {
        while (s->size[r] > 0 && !fleet_is_possible(s, r)) {
            remove_last(s, r);
        }
        used += s->size[r] > 0;
    }
    for (; used > s->rules.usable; --used) {
        uint32_t least = FLEET_ABSENT;
        for (uint32_t r = 0; r < s->rules.routes; ++r) {
            least = s->size[r] > 0 && (least == FLEET_ABSENT || s->size[r] < s->size[least]) ? r : least;
        }
        while (s->size[least] > 0) {
            remove_last(s, least);
        }
    }
    return s->own.change;
}

int64_t fleet_plan_score(const struct fleet_space *space, const struct fleet_search *s)
{
    struct fleet_totals totals = {.missing = 0};
    for (uint32_t i = 0; i < s->view.n; ++i) {
        const int64_t price = s->route[i] == FLEET_ABSENT ? fleet_space_price(space, i) : 0;
        totals.missing += price >= FLEET_MISSING;
        totals.prices += price < FLEET_MISSING ? price : 0;
    }
    totals.cost = totals.prices;
    for (uint32_t r = 0; r < s->rules.routes; ++r) {
        if (s->size[r] > 0) {
            ++totals.used;
            totals.longest = s->length[r] > totals.longest ? s->length[r] : totals.longest;
            totals.cost += s->length[r] + fleet_vehicle(s, r)->cost;
        }
    }
    return fleet_score(space->fleet, totals);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Checks and lists                                                                                                   */

/* Adds the cost of a route to *cost and its customers to *served. Returns false if the route breaks a rule. */
static bool add_route(const struct fleet_search *s, uint32_t route, int64_t *cost, uint32_t *served)
{
    const uint32_t ends = s->view.n + route;
    const struct fleet_vehicle *vehicle = fleet_vehicle(s, route);
    int64_t length = 0, work = 0, load = 0, time = vehicle->early;
    uint32_t size = 0, node = ends;
    do {
        const uint32_t next = s->next[node], from = fleet_from(s, node), to = fleet_to(s, next);
        if (s->prev[next] != node || size > s->view.n) {
            return false;
        }
        if (next != node) {
            const int32_t spent = fleet_time(s, from, to) + (node < s->view.n ? s->customers[node].service : 0);
            time += spent;
            work += spent;
            length += fleet_way(s, from, to);
        }
        if (next < s->view.n) {
            const struct fleet_customer *customer = &s->customers[next];
            time = time > customer->early ? time : customer->early;
            if (s->route[next] != route || (customer->needs & ~vehicle->skills) != 0
                || (customer->vehicle != FLEET_ABSENT && customer->vehicle != route)
                || (fleet_has(s, FLEET_WINDOWS)
                    && (time > customer->late || time + s->customers[next].service != s->leave[next]))) {
                return false;
            }
            *cost -= customer->price;
            load += customer->demand;
            ++size;
        }
        node = next;
    } while (node != ends);
    *cost += length + (size > 0 ? vehicle->cost : 0);
    *served += size;
    return load == s->load[route] && load <= vehicle->capacity && size == s->size[route] && size <= vehicle->stops
           && length == s->length[route] && length <= vehicle->limit && work == s->work[route]
           && fleet_duration(s, route) <= vehicle->duration
           && (!fleet_has(s, FLEET_WINDOWS) || size == 0 || time <= vehicle->late);
}

int64_t fleet_plan_cost(const struct fleet_search *s)
{
    int64_t cost = 0;
    uint32_t served = 0, routed = 0;
    for (uint32_t i = 0; i < s->view.n; ++i) {
        cost += s->customers[i].price;
        routed += s->route[i] != FLEET_ABSENT;
    }
    for (uint32_t r = 0; r < s->rules.routes; ++r) {
        if (!add_route(s, r, &cost, &served)) {
            return -1;
        }
    }
    return served == routed ? cost : -1;
}

void fleet_plan_list(const struct fleet_space *space, const struct fleet_search *s, uint32_t *solution)
{
    const uint32_t n = s->view.n;
    uint32_t count = 0;
    for (uint32_t r = 0; r < s->rules.routes; ++r) {
        for (uint32_t node = s->next[n + r]; node < n; node = s->next[node]) {
            solution[++count] = space->problem.order[node];
        }
        solution[++count] = 0;
    }
    solution[0] = count;
    for (size_t k = count + 1; k < fleet_solution_words(space->fleet); ++k) {
        solution[k] = 0;
    }
}

int64_t fleet_plan_read(const struct fleet_space *space, struct fleet_search *s, const uint32_t *solution)
{
    uint32_t route = 0;
    fleet_plan_clear(s);
    for (uint32_t k = 1; k <= solution[0] && k < fleet_solution_words(space->fleet); ++k) {
        const uint32_t node = solution[k];
        if (node == 0) {
            ++route;
        } else if (node > space->fleet->info.customer_count || route >= s->rules.routes
                   || s->route[space->problem.number[node]] != FLEET_ABSENT) {
            return -1;
        } else {
            fleet_plan_add(s, space->problem.number[node], route);
        }
    }
    for (uint32_t r = 0; fleet_has(s, FLEET_WINDOWS) && r < s->rules.routes; ++r) {
        fleet_time_route(s, r);
    }
    return fleet_plan_cost(s);
}
