/* routes.h - the routes of a plan: vehicles, lengths and times, and how a customer joins or leaves a route. Compiled by
 * the kernel (cl/fleet/improve.cl) and by the host.
 *
 * A route is a closed chain of nodes. Its node n + r stands for both ends: the start of its vehicle before the first
 * customer, and the end of its vehicle after the last one.
 */
#ifndef SWARMCL_FLEET_ROUTES_H
#define SWARMCL_FLEET_ROUTES_H

#include "cl/shared/draws.h"
#include "types.h"
#include "cl/shared/problem_view.h"

#define FLEET_STRING  10u /* maximum number of customers of a string, and their mean number in a move */
#define FLEET_REMOVED 64u /* maximum number of customers of a move: 40 in strings at most, and absent ones */
#define FLEET_TOUCHED 96u /* maximum number of routes that a move changes: 20 strings, and a route for each insertion */
#define FLEET_AROUND  16u /* maximum number of absent customers that a move tries to insert */
#define FLEET_BREADTH 40u /* maximum number of list entries next to which a customer may be inserted; windows only */

#ifndef FLEET_ITEMS
#define FLEET_ITEMS 1u
#endif

/* 1: in the arrays of a search only customers of its part have routes. */
#ifndef FLEET_SEPARATE
#define FLEET_SEPARATE 0
#endif

/* What the fleet of a search has: a constant where the text is compiled for one kind of fleets. */
#ifndef FLEET_FEATURES
#define FLEET_FEATURES(s) ((s)->rules.features)
#endif

/* Memory that the work-items of a part share. The last members are seldom written, so the boards of two threads share no
 * busy cache line. */
struct fleet_board {
    uint64_t keys[FLEET_ITEMS];
    int64_t slack; /* the move is rejected if inserting its other customers costs this or more */
    uint32_t removed, count, added_count; /* removed, all and inserted customers of the move */
    uint32_t touched_count;         /* number of changed routes */
    uint32_t empty;                 /* an empty route of the part; FLEET_ABSENT: there is none */
    uint32_t kind;                  /* order of insertion */
    uint32_t opens;                 /* 1: the first customer of the move gets a separate route, at any cost */
    uint32_t worse;                 /* 1: the plan is not the best one of the run */
    uint32_t broken;                /* 1: a removal broke a rule of the route, so the move is undone */
    uint32_t node[FLEET_REMOVED];   /* customers of the move: those removed, in order, then absent ones */
    uint32_t before[FLEET_REMOVED]; /* node before each removed customer */
    uint32_t route[FLEET_REMOVED];  /* route of each removed customer */
    int32_t to[FLEET_REMOVED], on[FLEET_REMOVED]; /* lengths of the ways to and from each removed customer */
    uint32_t rank[FLEET_REMOVED];   /* sort keys of the customers of the move */
    uint32_t order[FLEET_REMOVED];  /* customers of the move in the order of insertion */
    uint32_t added[FLEET_REMOVED];  /* inserted customers, in order */
    int32_t direct[FLEET_REMOVED];  /* length of the way that each inserted customer replaced */
    int64_t length[FLEET_TOUCHED];  /* length, work, load and size of each changed route before the move */
    int64_t work[FLEET_TOUCHED];
    int32_t load[FLEET_TOUCHED];
    uint32_t size[FLEET_TOUCHED];
    uint32_t touched[FLEET_TOUCHED]; /* changed routes */
};

#if FLEET_ITEMS > 1
#define FLEET_LOCAL   __local
#define fleet_sync(s) barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define fleet_sync_board(s) barrier(CLK_LOCAL_MEM_FENCE)
#else
#define FLEET_LOCAL
#define fleet_sync(s) (void)(s)
#define fleet_sync_board(s) (void)(s)
#endif

struct fleet_search {
    VIEW_GLOBAL int64_t *length; /* [R] length of each route */
    VIEW_GLOBAL int64_t *work;   /* [R] travel and service times of each route, without waiting */
    VIEW_GLOBAL uint32_t *next, *prev; /* [n + R] node after and node before each node on its route */
    VIEW_GLOBAL int32_t *leg; /* [n + R] length of the way from each node to the next one; 0 if that is the same node */
    VIEW_GLOBAL int32_t *leave, *latest; /* [n + R] earliest end of service, and latest begin of it; only with windows */
    VIEW_GLOBAL uint32_t *route; /* [n] route of each customer, or FLEET_ABSENT */
    VIEW_GLOBAL int32_t *load;   /* [-1 .. R) sum of the demands on each route; load[-1], of FLEET_ABSENT, is INT_MAX */
    VIEW_GLOBAL uint32_t *size;  /* [R] number of customers on each route */
    VIEW_GLOBAL uint32_t *part;  /* [n] part of each customer: nothing else of a customer of another part may be read */
    VIEW_GLOBAL uint32_t *members, *routes; /* [n], [R] customers and routes, part after part */
    VIEW_GLOBAL const struct fleet_customer *customers; /* [n] */
    VIEW_GLOBAL const struct fleet_vehicle *vehicles;   /* [R] with FLEET_DIFFERENT, otherwise one */
    VIEW_GLOBAL const int32_t *lengths, *times; /* [n][n] from one node to another; with FLEET_LENGTHS, FLEET_TIMES */
    FLEET_LOCAL struct fleet_board *board;
    struct problem_view view;
    struct fleet_rules rules;
    struct fleet_part own;
    uint64_t random; /* state of the move's random numbers, of the first work-item */
    uint32_t noise;  /* selects the places that this move passes over */
    uint32_t item; /* index of this work-item among those of the part */
};

SHARED_INLINE void fleet_search_init(struct fleet_search *s, const struct problem_view *view,
                                     const struct fleet_rules *rules, VIEW_GLOBAL uint32_t *words)
{
    const uint32_t n = view->n, routes = rules->routes, nodes = n + routes;
    s->view = *view;
    s->rules = *rules;
    s->length = (VIEW_GLOBAL int64_t *)words;
    s->work = s->length + routes;
    s->next = words + 4u * (size_t)routes;
    s->prev = s->next + nodes;
    s->leg = (VIEW_GLOBAL int32_t *)(s->prev + nodes);
    s->leave = s->leg + nodes;
    s->latest = s->leave + nodes;
    s->route = (VIEW_GLOBAL uint32_t *)(s->latest + nodes);
    s->load = (VIEW_GLOBAL int32_t *)(s->route + n + 1u);
    s->size = (VIEW_GLOBAL uint32_t *)(s->load + routes);
    s->part = s->size + routes;
    s->members = s->part + n;
    s->routes = s->members + n;
}

SHARED_INLINE bool fleet_has(const struct fleet_search *s, uint32_t features)
{
    (void)s;
    return (FLEET_FEATURES(s) & features) != 0;
}

SHARED_INLINE VIEW_GLOBAL const struct fleet_vehicle *fleet_vehicle(const struct fleet_search *s, uint32_t route)
{
    return s->vehicles + (fleet_has(s, FLEET_DIFFERENT) ? route : 0);
}

/* The node of the problem from which a vehicle leaves a node of a route, and the one where it reaches it. */
SHARED_INLINE uint32_t fleet_from(const struct fleet_search *s, uint32_t node)
{
    return node < s->view.n ? node : fleet_vehicle(s, node - s->view.n)->start;
}

SHARED_INLINE uint32_t fleet_to(const struct fleet_search *s, uint32_t node)
{
    return node < s->view.n ? node : fleet_vehicle(s, node - s->view.n)->end;
}

/* True if the node is a customer of this part. */
SHARED_INLINE bool fleet_is_own(const struct fleet_search *s, uint32_t node)
{
    return s->part[node] == s->own.number;
}

/* Route of a customer of this part; FLEET_ABSENT: no route serves it, or the node is none. */
SHARED_INLINE uint32_t fleet_route_of(const struct fleet_search *s, uint32_t node)
{
    return FLEET_SEPARATE || fleet_is_own(s, node) ? s->route[node] : FLEET_ABSENT;
}

/* Length of the way between two nodes of the problem; 0 if one is FLEET_ABSENT. */
SHARED_INLINE int32_t fleet_way(const struct fleet_search *s, uint32_t from, uint32_t to)
{
    return fleet_has(s, FLEET_SPECIAL) && (from == FLEET_ABSENT || to == FLEET_ABSENT) ? 0
           : fleet_has(s, FLEET_LENGTHS) ? s->lengths[(size_t)from * s->view.n + to]
                                         : view_length(&s->view, from, to);
}

/* Travel time between two nodes of the problem, whose way has this length. */
SHARED_INLINE int32_t fleet_travel(const struct fleet_search *s, uint32_t from, uint32_t to, int32_t length)
{
    return !fleet_has(s, FLEET_TIMES) || from == FLEET_ABSENT || to == FLEET_ABSENT
               ? length
           : fleet_has(s, FLEET_PACE) ? fleet_pace_time(s->rules.pace, length)
                                      : s->times[(size_t)from * s->view.n + to];
}

SHARED_INLINE int32_t fleet_time(const struct fleet_search *s, uint32_t from, uint32_t to)
{
    return fleet_travel(s, from, to, fleet_has(s, FLEET_TIMES) && !fleet_has(s, FLEET_PACE) ? 0 : fleet_way(s, from, to));
}

/* Length of the way between two nodes of a route. An unused vehicle stays where it is: the way between both ends of an
 * empty route has no length. */
SHARED_INLINE int32_t fleet_leg(const struct fleet_search *s, uint32_t before, uint32_t after)
{
    return before == after ? 0 : fleet_way(s, fleet_from(s, before), fleet_to(s, after));
}

/* Length of the way from a node of a route to a customer. Lengths that are no matrix of the fleet are the same in both
 * directions, so all places of a customer read one row of the view's lengths, which stays in the cache. */
SHARED_INLINE int32_t fleet_way_to(const struct fleet_search *s, uint32_t before, uint32_t node)
{
    const uint32_t from = fleet_from(s, before);
    return fleet_has(s, FLEET_LENGTHS) ? fleet_way(s, from, node) : fleet_way(s, node, from);
}

/* What a customer between two neighbours adds to its route. */
struct fleet_detour {
    int32_t to, on;       /* travel times to the customer and to the node after it */
    int64_t length, time; /* without service */
};

/* The detour whose ways have the lengths `first` and `second`; the leg of `before` is the way that they replace. */
SHARED_INLINE struct fleet_detour fleet_detour(const struct fleet_search *s, uint32_t before, uint32_t node,
                                               uint32_t after, int32_t first, int32_t second)
{
    const uint32_t from = fleet_from(s, before), to = fleet_to(s, after);
    const int32_t direct = s->leg[before], out = fleet_travel(s, from, node, first),
                  on = fleet_travel(s, node, to, second),
                  straight = before == after ? 0 : fleet_travel(s, from, to, direct);
    const struct fleet_detour detour = {out, on, (int64_t)first + second - direct, (int64_t)out + on - straight};
    return detour;
}

/* Earliest begin of service at `node` if `before` comes before it, `travel` away. */
SHARED_INLINE int32_t fleet_begin(const struct fleet_search *s, uint32_t before, uint32_t node, int32_t travel)
{
    const int32_t reached = s->leave[before] + travel;
    const int32_t early = s->customers[node].early;
    return reached > early ? reached : early;
}

/* Sets the earliest end of service at `node` from the node before. Returns true if it changed. */
SHARED_INLINE bool fleet_time_forward(struct fleet_search *s, uint32_t node)
{
    const uint32_t before = s->prev[node];
    const int32_t travel = fleet_travel(s, fleet_from(s, before), node, s->leg[before]);
    const int32_t leave = fleet_begin(s, before, node, travel) + s->customers[node].service;
    const bool changed = s->leave[node] != leave;
    s->leave[node] = leave;
    return changed;
}

/* Sets the latest begin of `node` from the node after. Returns true if it changed. */
SHARED_INLINE bool fleet_time_backward(struct fleet_search *s, uint32_t node)
{
    const uint32_t after = s->next[node];
    const int32_t due = s->latest[after] - s->customers[node].service - fleet_travel(s, node, fleet_to(s, after), s->leg[node]);
    const int32_t late = s->customers[node].late, begin = due < late ? due : late;
    const bool changed = s->latest[node] != begin;
    s->latest[node] = begin;
    return changed;
}

/* The least time from leaving to the end of a route, whose times are set: it waits as little as possible. */
SHARED_INLINE int64_t fleet_duration(const struct fleet_search *s, uint32_t route)
{
    const uint32_t ends = s->view.n + route, first = s->next[ends], last = s->prev[ends];
    if (!fleet_has(s, FLEET_WINDOWS) || first == ends) {
        return s->work[route];
    }
    const int64_t leave = (int64_t)s->latest[first] - fleet_time(s, fleet_from(s, ends), first);
    const int64_t finish = (int64_t)s->leave[last] + fleet_time(s, last, fleet_to(s, ends));
    return finish - leave > s->work[route] ? finish - leave : s->work[route];
}

/* The same if `node` is inserted after `before`. O(customers of the route). */
SHARED_INLINE int64_t fleet_duration_with(const struct fleet_search *s, uint32_t route, uint32_t before, uint32_t node,
                                          const struct fleet_detour *detour)
{
    const uint32_t n = s->view.n, ends = n + route, after = s->next[before];
    const int64_t work = s->work[route] + detour->time + s->customers[node].service;
    int32_t begin = fleet_begin(s, before, node, detour->to);
    uint32_t at = node;
    for (uint32_t k = after; k < n; at = k, k = s->next[k]) {
        const int32_t reached = begin + s->customers[at].service + fleet_time(s, at, k), early = s->customers[k].early;
        begin = reached > early ? reached : early;
    }
    const int64_t finish = (int64_t)begin + s->customers[at].service + fleet_time(s, at, fleet_to(s, ends));
    int32_t due = s->latest[after] - detour->on - s->customers[node].service;
    due = due < s->customers[node].late ? due : s->customers[node].late;
    at = node;
    for (uint32_t k = before; k < n; at = k, k = s->prev[k]) {
        const int32_t by = due - s->customers[k].service - fleet_time(s, k, at), late = s->customers[k].late;
        due = by < late ? by : late;
    }
    const int64_t span = finish - (due - fleet_time(s, fleet_from(s, ends), at));
    return span > work ? span : work;
}

/* Sets all times of a route. Returns false if the vehicle is late at a customer or at the end. */
SHARED_INLINE bool fleet_time_route(struct fleet_search *s, uint32_t route)
{
    const uint32_t ends = s->view.n + route;
    bool possible = true;
    for (uint32_t node = s->prev[ends]; node != ends; node = s->prev[node]) {
        fleet_time_backward(s, node);
    }
    for (uint32_t node = s->next[ends]; node != ends; node = s->next[node]) {
        fleet_time_forward(s, node);
        possible = possible && s->leave[node] - s->customers[node].service <= s->latest[node];
    }
    return possible;
}

/* Sets the times of a route, if the fleet has windows. Returns false if the route breaks a limit of its vehicle. */
SHARED_INLINE bool fleet_is_possible(struct fleet_search *s, uint32_t route)
{
    VIEW_GLOBAL const struct fleet_vehicle *vehicle = fleet_vehicle(s, route);
    const bool on_time = !fleet_has(s, FLEET_WINDOWS) || fleet_time_route(s, route);
    return on_time && s->length[route] <= vehicle->limit && fleet_duration(s, route) <= vehicle->duration;
}

/* Sets the times of a route after a change at `node` only. */
SHARED_INLINE void fleet_time_from(struct fleet_search *s, uint32_t node)
{
    for (uint32_t k = node; k < s->view.n && (fleet_time_forward(s, k) || k == node); k = s->next[k]) {
    }
    for (uint32_t k = node; k < s->view.n && (fleet_time_backward(s, k) || k == node); k = s->prev[k]) {
    }
}

/* Keeps length, work, load and size of a route for fleet_undo(), once in a move. */
SHARED_INLINE void fleet_touch(struct fleet_search *s, uint32_t route)
{
    FLEET_LOCAL struct fleet_board *board = s->board;
    uint32_t k = 0;
    while (k < board->touched_count && board->touched[k] != route) {
        ++k;
    }
    if (k == board->touched_count) {
        board->length[k] = s->length[route];
        board->work[k] = s->work[route];
        board->load[k] = s->load[route];
        board->size[k] = s->size[route];
        board->touched[board->touched_count++] = route;
    }
}

/* `leg` is the length of the way between both. */
SHARED_INLINE void fleet_join(struct fleet_search *s, uint32_t before, uint32_t after, int32_t leg)
{
    s->next[before] = after;
    s->prev[after] = before;
    s->leg[before] = leg;
}

/* Cost of the vehicle that a route begins to use with its first customer. */
SHARED_INLINE int64_t fleet_first_cost(const struct fleet_search *s, uint32_t route)
{
    return fleet_has(s, FLEET_SPECIAL) && s->size[route] == 0 ? fleet_vehicle(s, route)->cost : 0;
}

/* Inserts a customer after a node of a route, without times. */
SHARED_INLINE void fleet_link(struct fleet_search *s, uint32_t before, uint32_t node, uint32_t route)
{
    const uint32_t after = s->next[before];
    const int32_t first = fleet_leg(s, before, node), second = fleet_leg(s, node, after);
    const struct fleet_detour detour = fleet_detour(s, before, node, after, first, second);
    fleet_join(s, before, node, first);
    fleet_join(s, node, after, second);
    s->route[node] = route;
    s->load[route] += s->customers[node].demand;
    s->length[route] += detour.length;
    s->work[route] += detour.time + s->customers[node].service;
    s->own.change += detour.length + fleet_first_cost(s, route) - s->customers[node].price;
    s->own.used += s->size[route]++ == 0;
    ++s->own.served;
}

/* Removes a customer from its route, without times. */
SHARED_INLINE void fleet_unlink(struct fleet_search *s, uint32_t node)
{
    const uint32_t before = s->prev[node], after = s->next[node], route = s->route[node];
    const int32_t first = s->leg[before];
    fleet_join(s, before, after, fleet_leg(s, before, after));
    const struct fleet_detour detour = fleet_detour(s, before, node, after, first, s->leg[node]);
    s->route[node] = FLEET_ABSENT;
    s->load[route] -= s->customers[node].demand;
    s->length[route] -= detour.length;
    s->work[route] -= detour.time + s->customers[node].service;
    s->own.used -= --s->size[route] == 0;
    s->own.change -= detour.length + fleet_first_cost(s, route) - s->customers[node].price;
    --s->own.served;
}

#endif
