/* search.h - a search for shorter routes in a part of a plan, by ruin and recreate.
 *
 * Compiled by the kernel (cl/fleet/improve.cl) and by the host. A move removes strings of customers from routes near a
 * random customer, and inserts them, one after another, at their cheapest places: slack induction by string removals
 * (Christiaens and Vanden Berghe 2020). Ours: a place is next to a near customer, and only if none is there, anywhere in
 * the part. The new plan is kept if it costs less, or little more than the temperature allows (Metropolis et al. 1953).
 * A plan costs the lengths of its routes plus the prices of absent customers. No part of a route is reversed, so a move
 * costs the same at any size, and time windows need only the earliest and the latest begin of each service.
 *
 * A route is a closed chain of nodes that begins and ends at a copy of the depot. The result is the same with
 * FLEET_ITEMS 1, where one work-item or a thread does everything, and with 32 work-items that share the places;
 * the first one changes the plan.
 */
#ifndef SWARMCL_FLEET_SEARCH_H
#define SWARMCL_FLEET_SEARCH_H

#include "cl/shared/draws.h"
#include "types.h"
#include "cl/shared/problem_view.h"

#define FLEET_STRING  10u /* maximum number of customers of a string, and their mean number in a move */
#define FLEET_REMOVED 64u /* maximum number of customers of a move: 40 in strings at most, and absent ones */
#define FLEET_TOUCHED 96u /* maximum number of routes that a move changes: 20 strings, and a route for each insertion */
#define FLEET_AROUND  16u /* maximum number of absent customers that a move tries to insert */

#ifndef FLEET_ITEMS
#define FLEET_ITEMS 1u
#endif

/* Memory that the work-items of a part share. */
struct fleet_board {
    uint64_t keys[FLEET_ITEMS];
    uint32_t node[FLEET_REMOVED];   /* customers of the move: those removed, in order, then absent ones */
    uint32_t before[FLEET_REMOVED]; /* node before each removed customer */
    uint32_t route[FLEET_REMOVED];  /* route of each removed customer */
    uint32_t rank[FLEET_REMOVED];   /* sort keys of the customers of the move */
    uint32_t order[FLEET_REMOVED];  /* customers of the move in the order of insertion */
    uint32_t added[FLEET_REMOVED];  /* inserted customers, in order */
    int64_t work[FLEET_TOUCHED];    /* work, load and size of each changed route before the move */
    int32_t load[FLEET_TOUCHED];
    uint32_t size[FLEET_TOUCHED];
    uint32_t touched[FLEET_TOUCHED], touched_count; /* changed routes */
    uint32_t removed, count, added_count; /* removed, all and inserted customers of the move */
    uint32_t empty;                 /* an empty route of the part; FLEET_ABSENT: there is none */
    uint32_t kind;                  /* order of insertion */
    uint32_t rejected;              /* 1: the move is undone */
    uint32_t broken;                /* 1: a removal made a route too long or too late, so the move is undone */
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
    VIEW_GLOBAL int64_t *work;   /* [R] length of each route plus the service times of its customers */
    VIEW_GLOBAL uint32_t *next, *prev; /* [n + R] node after and node before each node on its route */
    VIEW_GLOBAL int32_t *earliest, *latest; /* [n + R] earliest and latest begin of service; only with windows */
    VIEW_GLOBAL uint32_t *route; /* [n] route of each customer, or FLEET_ABSENT */
    VIEW_GLOBAL int32_t *load;   /* [R] sum of the demands on each route */
    VIEW_GLOBAL uint32_t *size;  /* [R] number of customers on each route */
    VIEW_GLOBAL uint32_t *part;  /* [n] part of each customer: nothing else of a customer of another part may be read */
    VIEW_GLOBAL uint32_t *members, *routes; /* [n], [R] customers and routes, part after part */
    VIEW_GLOBAL const struct fleet_customer *customers; /* [n] */
    FLEET_LOCAL struct fleet_board *board;
    struct problem_view view;
    struct fleet_rules rules;
    struct fleet_part own;
    uint64_t random; /* state of the move's random numbers, of the first work-item */
    uint32_t noise;  /* selects the places that this move passes over */
    bool windows;
    uint32_t item; /* index of this work-item among those of the part */
};

SHARED_INLINE void fleet_search_init(struct fleet_search *s, const struct problem_view *view,
                                     const struct fleet_rules *rules,
                                     VIEW_GLOBAL const struct fleet_customer *customers, VIEW_GLOBAL uint32_t *words)
{
    const uint32_t n = view->n, routes = rules->routes, nodes = n + routes;
    s->view = *view;
    s->rules = *rules;
    s->customers = customers;
    s->work = (VIEW_GLOBAL int64_t *)words;
    s->next = words + 2u * (size_t)routes;
    s->prev = s->next + nodes;
    s->earliest = (VIEW_GLOBAL int32_t *)(s->prev + nodes);
    s->latest = s->earliest + nodes;
    s->route = (VIEW_GLOBAL uint32_t *)(s->latest + nodes);
    s->load = (VIEW_GLOBAL int32_t *)(s->route + n);
    s->size = (VIEW_GLOBAL uint32_t *)(s->load + routes);
    s->part = s->size + routes;
    s->members = s->part + n;
    s->routes = s->members + n;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Routes                                                                                                             */

/* The node of the problem at a node of a route. */
SHARED_INLINE uint32_t fleet_site(const struct fleet_search *s, uint32_t node)
{
    return node < s->view.n ? node : s->rules.depot;
}

/* True if the node is a customer of this part. */
SHARED_INLINE bool fleet_is_own(const struct fleet_search *s, uint32_t node)
{
    return s->part[node] == s->own.number;
}

SHARED_INLINE int64_t fleet_length(const struct fleet_search *s, uint32_t one, uint32_t other)
{
    return view_length(&s->view, fleet_site(s, one), fleet_site(s, other));
}

SHARED_INLINE int64_t fleet_detour(const struct fleet_search *s, uint32_t before, uint32_t node, uint32_t after)
{
    return fleet_length(s, before, node) + fleet_length(s, node, after) - fleet_length(s, before, after);
}

/* Sets the earliest begin of `node` from the node before. Returns true if it changed. */
SHARED_INLINE bool fleet_time_forward(struct fleet_search *s, uint32_t node)
{
    const uint32_t before = s->prev[node], site = fleet_site(s, node), from = fleet_site(s, before);
    const int32_t reached = s->earliest[before] + s->customers[from].service + view_length(&s->view, from, site);
    const int32_t early = s->customers[site].early, begin = reached > early ? reached : early;
    const bool changed = s->earliest[node] != begin;
    s->earliest[node] = begin;
    return changed;
}

/* Sets the latest begin of `node` from the node after. Returns true if it changed. */
SHARED_INLINE bool fleet_time_backward(struct fleet_search *s, uint32_t node)
{
    const uint32_t after = s->next[node], site = fleet_site(s, node), to = fleet_site(s, after);
    const int32_t due = s->latest[after] - s->customers[site].service - view_length(&s->view, site, to);
    const int32_t late = s->customers[site].late, begin = due < late ? due : late;
    const bool changed = s->latest[node] != begin;
    s->latest[node] = begin;
    return changed;
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
        possible = possible && s->earliest[node] <= s->latest[node];
    }
    return possible;
}

/* Sets the times of a route after a change at `node` only. */
SHARED_INLINE void fleet_time_from(struct fleet_search *s, uint32_t node)
{
    for (uint32_t k = node; k < s->view.n && (fleet_time_forward(s, k) || k == node); k = s->next[k]) {
    }
    for (uint32_t k = node; k < s->view.n && (fleet_time_backward(s, k) || k == node); k = s->prev[k]) {
    }
}

/* Keeps work, load and size of a route for fleet_undo(), once in a move. */
SHARED_INLINE void fleet_touch(struct fleet_search *s, uint32_t route)
{
    FLEET_LOCAL struct fleet_board *board = s->board;
    uint32_t k = 0;
    while (k < board->touched_count && board->touched[k] != route) {
        ++k;
    }
    if (k == board->touched_count) {
        board->work[k] = s->work[route];
        board->load[k] = s->load[route];
        board->size[k] = s->size[route];
        board->touched[board->touched_count++] = route;
    }
}

SHARED_INLINE void fleet_join(struct fleet_search *s, uint32_t before, uint32_t after)
{
    s->next[before] = after;
    s->prev[after] = before;
}

/* Inserts a customer after a node of a route, which becomes longer by `detour`; without times. */
SHARED_INLINE void fleet_link(struct fleet_search *s, uint32_t before, uint32_t node, uint32_t route, int64_t detour)
{
    const uint32_t after = s->next[before];
    fleet_join(s, before, node);
    fleet_join(s, node, after);
    s->route[node] = route;
    s->load[route] += s->customers[node].demand;
    s->work[route] += detour + s->customers[node].service;
    s->own.used += s->size[route]++ == 0;
    s->own.change += detour - s->customers[node].price;
    ++s->own.served;
}

/* Removes a customer from its route, without times. */
SHARED_INLINE void fleet_unlink(struct fleet_search *s, uint32_t node)
{
    const uint32_t before = s->prev[node], after = s->next[node], route = s->route[node];
    const int64_t detour = fleet_detour(s, before, node, after);
    fleet_join(s, before, after);
    s->route[node] = FLEET_ABSENT;
    s->load[route] -= s->customers[node].demand;
    s->work[route] -= detour + s->customers[node].service;
    s->own.used -= --s->size[route] == 0;
    s->own.change -= detour - s->customers[node].price;
    --s->own.served;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Ruin, by the first work-item                                                                                       */

SHARED_INLINE uint32_t fleet_word(struct fleet_search *s)
{
    s->random = s->random * 6364136223846793005u + 1442695040888963407u;
    const uint32_t word = (uint32_t)(s->random >> 32);
    return (word ^ word >> 15) * 0x85EBCA6Bu;
}

SHARED_INLINE uint32_t fleet_below(struct fleet_search *s, uint32_t count)
{
    return (uint32_t)(((uint64_t)fleet_word(s) * count) >> 32);
}

/* Removes a string of `span` nodes that contains `node`, except `kept` nodes inside. The route has at least `span`. */
SHARED_INLINE void fleet_cut(struct fleet_search *s, uint32_t node, uint32_t span, uint32_t kept)
{
    FLEET_LOCAL struct fleet_board *board = s->board;
    const uint32_t route = s->route[node];
    uint32_t back = 0, ahead = 0;
    for (uint32_t k = s->prev[node]; back + 1u < span && k < s->view.n; k = s->prev[k]) {
        ++back;
    }
    for (uint32_t k = s->next[node]; ahead + 1u < span && k < s->view.n; k = s->next[k]) {
        ++ahead;
    }
    const int32_t least = (int32_t)span - 1 - (int32_t)ahead; /* signed: oclgrind knows no saturated difference */
    const uint32_t first = least > 0 ? (uint32_t)least : 0;
    for (back = first + fleet_below(s, back - first + 1u); back > 0; --back) {
        node = s->prev[node];
    }
    fleet_touch(s, route);
    const uint32_t skip = kept > 0 ? 1u + fleet_below(s, span - kept - 1u) : span;
    for (uint32_t k = 0; k < span; ++k) {
        const uint32_t after = s->next[node];
        if (k < skip || k >= skip + kept) {
            board->node[board->removed] = node;
            board->before[board->removed] = s->prev[node];
            board->route[board->removed++] = route;
            fleet_unlink(s, node);
        }
        node = after;
    }
    if (s->work[route] > s->rules.limit || (s->windows && !fleet_time_route(s, route))) {
        board->broken = 1;
    }
}

/* Entry k of the list of the centre; entry 0 is the centre itself. */
SHARED_INLINE uint32_t fleet_near(const struct fleet_search *s, uint32_t centre, uint32_t k)
{
    return k == 0 ? centre : s->view.near[(size_t)centre * s->view.width + k - 1u];
}

/* Collects absent customers of the part near the centre, after the removed ones. */
SHARED_INLINE void fleet_gather(struct fleet_search *s, uint32_t centre)
{
    FLEET_LOCAL struct fleet_board *board = s->board;
    for (uint32_t k = 0; k <= s->view.width && board->count < FLEET_AROUND; ++k) {
        const uint32_t node = fleet_near(s, centre, k);
        if (fleet_is_own(s, node) && s->route[node] == FLEET_ABSENT) {
            board->node[FLEET_REMOVED - ++board->count] = node;
        }
    }
}

/* True if the current move has already cut a string from the route. */
SHARED_INLINE bool fleet_is_cut(const struct fleet_search *s, uint32_t route)
{
    bool cut = false;
    for (uint32_t k = 0; k < s->board->removed; ++k) {
        cut = cut || s->board->route[k] == route;
    }
    return cut;
}

SHARED_INLINE void fleet_ruin(struct fleet_search *s)
{
    FLEET_LOCAL struct fleet_board *board = s->board;
    const uint32_t centre = s->members[s->own.first_node + fleet_below(s, s->own.nodes)];
    const uint32_t mean = s->own.used > 0 ? 16u * s->own.served / s->own.used : 16u; /* customers of a route, times 16 */
    const uint32_t most = mean < 16u * FLEET_STRING ? mean : 16u * FLEET_STRING;
    const uint32_t strings = 4u * FLEET_STRING * 256u / (16u + most) - 16u; /* largest number of strings, times 16 */
    uint32_t left = (16u + fleet_below(s, strings)) / 16u;
    board->removed = board->count = board->added_count = board->touched_count = board->broken = 0;
    board->empty = FLEET_ABSENT;
    if (s->own.served < s->own.nodes) {
        fleet_gather(s, centre);
    }
    for (uint32_t k = 0; k <= s->view.width && left > 0; ++k) {
        const uint32_t node = fleet_near(s, centre, k);
        const uint32_t route = fleet_is_own(s, node) ? s->route[node] : FLEET_ABSENT;
        if (route == FLEET_ABSENT || fleet_is_cut(s, route)) {
            continue;
        }
        const uint32_t size = s->size[route], longest = most / 16u < size ? most / 16u : size;
        const uint32_t length = 1u + fleet_below(s, longest > 0 ? longest : 1u);
        const uint32_t kept = length > 1u && length < size && (fleet_word(s) & 1u);
        fleet_cut(s, node, length + kept, kept);
        --left;
    }
    for (uint32_t k = 0; k < board->count; ++k) { /* absent ones were stored from the end */
        board->node[board->removed + k] = board->node[FLEET_REMOVED - 1u - k];
    }
    board->count = board->broken ? 0 : board->count + board->removed;
    board->kind = fleet_below(s, s->windows ? 17u : 11u);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Recreate                                                                                                           */

SHARED_INLINE uint32_t fleet_hash(uint32_t noise, uint32_t node)
{
    uint32_t bits = (noise ^ node) * 0x9E3779B9u;
    bits = (bits ^ bits >> 15) * 0x85EBCA6Bu;
    return bits ^ bits >> 13;
}

/* The sort key of a customer: at random, by demand, distance from the depot, or time window. */
SHARED_INLINE uint32_t fleet_rank(const struct fleet_search *s, uint32_t node)
{
    const uint32_t kind = s->board->kind;
    const struct fleet_customer customer = s->customers[node];
    return kind < 4u    ? fleet_hash(s->noise + 1u, node)
           : kind < 8u  ? ~(uint32_t)customer.demand
           : kind < 10u ? ~(uint32_t)customer.home
           : kind < 11u ? (uint32_t)customer.home
           : kind < 13u ? (uint32_t)(customer.late - customer.early)
           : kind < 15u ? (uint32_t)customer.early
                        : ~(uint32_t)customer.late;
}

/* Sorts the customers of the move into board->order. */
SHARED_INLINE void fleet_sort(struct fleet_search *s)
{
    FLEET_LOCAL struct fleet_board *board = s->board;
    const uint32_t count = board->count;
    for (uint32_t k = s->item; k < count; k += FLEET_ITEMS) {
        board->rank[k] = fleet_rank(s, board->node[k]);
    }
    fleet_sync_board(s);
    for (uint32_t k = s->item; k < count; k += FLEET_ITEMS) {
        uint32_t at = 0;
        for (uint32_t i = 0; i < count; ++i) {
            at += board->rank[i] < board->rank[k] || (board->rank[i] == board->rank[k] && i < k);
        }
        board->order[at] = board->node[k];
    }
    fleet_sync_board(s);
}

/* Returns the smallest key of all work-items. */
SHARED_INLINE uint64_t fleet_smallest(struct fleet_search *s, uint64_t key)
{
#if FLEET_ITEMS > 1
    s->board->keys[s->item] = key;
    for (uint32_t apart = FLEET_ITEMS / 2u; apart > 0; apart /= 2u) {
        fleet_sync_board(s);
        if (s->item < apart && s->board->keys[s->item + apart] < s->board->keys[s->item]) {
            s->board->keys[s->item] = s->board->keys[s->item + apart];
        }
    }
    fleet_sync_board(s);
    return s->board->keys[0];
#else
    (void)s;
    return key;
#endif
}

/* The key of a place: its detour, then the node before it. Nodes need 20 bits. */
#define FLEET_NO_PLACE    0xffffffffffffffffu
#define FLEET_DETOUR_ZERO ((int64_t)1 << 40)
SHARED_INLINE uint64_t fleet_key(int64_t detour, uint32_t before)
{
    return (uint64_t)(detour + FLEET_DETOUR_ZERO) << 20 | before;
}

/* True if a customer fits on a route, except for its times. */
SHARED_INLINE bool fleet_fits(const struct fleet_search *s, uint32_t node, uint32_t route)
{
    return route != FLEET_ABSENT && s->customers[node].demand <= s->rules.capacity - s->load[route];
}

/* Returns the key of the place after `before`, or FLEET_NO_PLACE. A place is passed over in one move of 128. */
SHARED_INLINE uint64_t fleet_try(const struct fleet_search *s, uint32_t node, uint32_t before, uint32_t route)
{
    const uint32_t after = s->next[before], from = fleet_site(s, before), to = fleet_site(s, after);
    const int32_t first = view_length(&s->view, from, node), second = view_length(&s->view, node, to);
    const int64_t detour = (int64_t)first + second - view_length(&s->view, from, to);
    if ((fleet_hash(s->noise, before) & 127u) == 0 || s->work[route] + detour + s->customers[node].service > s->rules.limit) {
        return FLEET_NO_PLACE;
    }
    if (s->windows) {
        const struct fleet_customer customer = s->customers[node];
        const int32_t reached = s->earliest[before] + s->customers[from].service + first;
        const int32_t begin = reached > customer.early ? reached : customer.early;
        if (begin > customer.late || begin + customer.service + second > s->latest[after]) {
            return FLEET_NO_PLACE;
        }
    }
    return fleet_key(detour, before);
}

#define fleet_less(a, b) ((a) < (b) ? (a) : (b))

/* The best place next to a near customer, of this work-item. */
SHARED_INLINE uint64_t fleet_search_near(const struct fleet_search *s, uint32_t node)
{
    uint64_t best = FLEET_NO_PLACE;
    for (uint32_t k = s->item; k < 2u * s->rules.breadth; k += FLEET_ITEMS) {
        const uint32_t other = s->view.near[(size_t)node * s->view.width + k / 2u];
        const uint32_t route = fleet_is_own(s, other) ? s->route[other] : FLEET_ABSENT;
        if (fleet_fits(s, node, route)) {
            const uint64_t key = fleet_try(s, node, k % 2u == 0 ? other : s->prev[other], route);
            best = fleet_less(best, key);
        }
    }
    return best;
}

/* The best of all places of the part, of this work-item. */
SHARED_INLINE uint64_t fleet_search_all(const struct fleet_search *s, uint32_t node)
{
    uint64_t best = FLEET_NO_PLACE;
    for (uint32_t k = s->item; k < s->own.nodes + s->own.routes; k += FLEET_ITEMS) {
        const bool is_node = k < s->own.nodes;
        const uint32_t other = is_node ? s->members[s->own.first_node + k] : 0;
        const uint32_t route = is_node ? s->route[other] : s->routes[s->own.first_route + k - s->own.nodes];
        if (fleet_fits(s, node, route) && s->size[route] > 0) {
            const uint64_t key = fleet_try(s, node, is_node ? other : s->view.n + route, route);
            best = fleet_less(best, key);
        }
    }
    return best;
}

/* Finds an empty route of the part: board->empty, by the first work-item. */
SHARED_INLINE void fleet_find_empty(struct fleet_search *s)
{
    uint32_t empty = s->board->empty;
    if (empty != FLEET_ABSENT && s->size[empty] == 0) {
        return;
    }
    empty = FLEET_ABSENT;
    for (uint32_t k = s->own.routes; k > 0 && empty == FLEET_ABSENT && s->own.used < s->own.routes; --k) {
        const uint32_t route = s->routes[s->own.first_route + k - 1u];
        empty = s->size[route] == 0 ? route : empty;
    }
    s->board->empty = empty;
}

/* Inserts a customer at its cheapest place, unless its absence is cheaper. */
SHARED_INLINE void fleet_insert(struct fleet_search *s, uint32_t node)
{
    const uint32_t empty = s->board->empty;
    uint64_t key = fleet_smallest(s, fleet_search_near(s, node));
    if (key == FLEET_NO_PLACE) {
        fleet_sync_board(s);
        key = fleet_smallest(s, fleet_search_all(s, node));
    }
    if (empty != FLEET_ABSENT) {
        const uint64_t separate = fleet_try(s, node, s->view.n + empty, empty);
        key = fleet_less(key, separate);
    }
    fleet_sync(s);
    if (s->item == 0 && key < fleet_key(s->customers[node].price, 0)) {
        const uint32_t before = (uint32_t)(key & 0xfffffu);
        const uint32_t route = before < s->view.n ? s->route[before] : before - s->view.n;
        fleet_touch(s, route);
        fleet_link(s, before, node, route, (int64_t)(key >> 20) - FLEET_DETOUR_ZERO);
        s->board->added[s->board->added_count++] = node;
        if (s->windows) {
            fleet_time_from(s, node);
        }
        fleet_find_empty(s);
    }
    fleet_sync(s);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Moves                                                                                                              */

/* Restores the routes before the move: the nodes by the first work-item, then the times by all. */
SHARED_INLINE void fleet_undo(struct fleet_search *s)
{
    FLEET_LOCAL struct fleet_board *board = s->board;
    for (uint32_t k = s->item == 0 ? board->added_count : 0; k > 0; --k) {
        const uint32_t node = board->added[k - 1u];
        fleet_join(s, s->prev[node], s->next[node]);
        s->route[node] = FLEET_ABSENT;
    }
    for (uint32_t k = s->item == 0 ? board->removed : 0; k > 0; --k) {
        const uint32_t node = board->node[k - 1u], before = board->before[k - 1u];
        fleet_join(s, node, s->next[before]);
        fleet_join(s, before, node);
        s->route[node] = board->route[k - 1u];
    }
    fleet_sync(s);
    for (uint32_t k = s->item; k < board->touched_count; k += FLEET_ITEMS) {
        const uint32_t route = board->touched[k];
        s->work[route] = board->work[k];
        s->load[route] = board->load[k];
        s->size[route] = board->size[k];
        if (s->windows) {
            fleet_time_route(s, route);
        }
    }
}

SHARED_INLINE void fleet_move(struct fleet_search *s, struct draw_stream stream)
{
    const struct philox_block words = draw_block(stream, DRAW_STRINGS, s->own.number, s->own.moves);
    const struct fleet_part before = s->own;
    s->random = (uint64_t)words.w0 << 32 | words.w1;
    s->noise = words.w2;
    if (s->item == 0) {
        fleet_ruin(s);
        fleet_find_empty(s);
    }
    fleet_sync(s);
    fleet_sort(s);
    const uint32_t count = s->board->count;
    for (uint32_t k = 0; k < count; ++k) {
        fleet_insert(s, s->board->order[k]);
    }
    if (s->item == 0) {
        const float change = (float)(s->own.change - before.change);
        s->board->rejected =
            change >= s->rules.temperature * draw_exponential(words.w3) || s->board->broken;
    }
    fleet_sync_board(s);
    if (s->board->rejected) {
        fleet_undo(s);
        s->own = before;
    }
    ++s->own.moves;
    fleet_sync(s);
}

/* Makes up to `budget` moves in the part, and updates it. */
SHARED_INLINE void fleet_run(struct fleet_search *s, VIEW_GLOBAL struct fleet_part *part, uint64_t seed,
                             uint32_t budget)
{
    const struct draw_stream stream = {(uint32_t)seed, (uint32_t)(seed >> 32), part->plan, s->rules.round};
    s->own = *part;
    for (uint32_t k = 0; k < budget && s->own.moves < s->own.move_end; ++k) {
        fleet_move(s, stream);
    }
    if (s->item == 0) {
        *part = s->own;
    }
}

#endif
