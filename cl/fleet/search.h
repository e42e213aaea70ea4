/* search.h - a search for shorter routes in a part of a plan, by ruin and recreate.
 *
 * Compiled by the kernel (cl/fleet/improve.cl) and by the host. A move removes strings of customers from routes near a
 * random customer, and inserts them, one after another, at their cheapest places: slack induction by string removals
 * (Christiaens and Vanden Berghe 2020). Ours: a place is next to a near customer, and only if none is there, anywhere in
 * the part. The new plan is kept if it costs less, or little more than the temperature allows (Metropolis et al. 1953).
 * A plan costs the lengths of its routes, the costs of their vehicles and the prices of absent customers. A new route
 * seldom pays for one absent customer, so some moves open a route for any customer, and the later customers of the move
 * may join it. No part of a route is reversed, so a move costs the same at any size, one-way streets need nothing else,
 * and time windows need only the earliest and the latest begin of each service.
 *
 * The result is the same with FLEET_ITEMS 1, where one work-item or a thread does everything, and with 32 work-items
 * that share the places; the first one changes the plan.
 */
#ifndef SWARMCL_FLEET_SEARCH_H
#define SWARMCL_FLEET_SEARCH_H

#include "routes.h"

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
            board->to[board->removed] = s->leg[s->prev[node]];
            board->on[board->removed] = s->leg[node];
            board->route[board->removed++] = route;
            fleet_unlink(s, node);
        }
        node = after;
    }
    if (fleet_has(s, FLEET_WINDOWS | FLEET_LIMITS) && !fleet_is_possible(s, route)) {
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

/* True if the current move has already cut a string from the route. Insertions follow later. */
SHARED_INLINE bool fleet_is_cut(const struct fleet_search *s, uint32_t route)
{
    bool cut = false;
    for (uint32_t k = 0; k < s->board->touched_count; ++k) {
        cut = cut || s->board->touched[k] == route;
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
        const uint32_t route = fleet_route_of(s, node);
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
    board->kind = fleet_below(s, fleet_has(s, FLEET_WINDOWS) ? 17u : 11u);
    board->opens = board->count > board->removed && fleet_below(s, 4u) == 0;
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

/* True if a customer fits on a route, except for times and lengths. If vehicles are alike, none fits on FLEET_ABSENT. */
SHARED_INLINE bool fleet_fits(const struct fleet_search *s, uint32_t node, uint32_t route)
{
    VIEW_GLOBAL const struct fleet_vehicle *vehicle = fleet_vehicle(s, route);
    VIEW_GLOBAL const struct fleet_customer *customer = &s->customers[node];
    return customer->demand <= vehicle->capacity - s->load[(int32_t)route]
           && (!fleet_has(s, FLEET_SPECIAL) || s->size[(int32_t)route] < vehicle->stops)
           && (!fleet_has(s, FLEET_CHOICES)
               || ((customer->needs & ~vehicle->skills) == 0
                   && (customer->vehicle == FLEET_ABSENT || customer->vehicle == route)));
}

/* True if a customer that is inserted after `before` breaks no window, with these travel times to and from it. */
SHARED_INLINE bool fleet_is_on_time(const struct fleet_search *s, uint32_t node, uint32_t before, int32_t to, int32_t on)
{
    const int32_t begin = fleet_begin(s, before, node, to);
    return begin <= s->customers[node].late && begin + s->customers[node].service + on <= s->latest[s->next[before]];
}

/* Returns the key of the place after `before`, with this detour, if it is below `best`, otherwise `best`. A place is
 * passed over in one move of 128. */
SHARED_INLINE uint64_t fleet_try(const struct fleet_search *s, uint32_t node, uint32_t before, uint32_t route,
                                 const struct fleet_detour detour, uint64_t best)
{
    const uint64_t key = fleet_key(detour.length + fleet_first_cost(s, route), before);
    if (key >= best || (fleet_hash(s->noise, before) & 127u) == 0
        || (fleet_has(s, FLEET_WINDOWS) && !fleet_is_on_time(s, node, before, detour.to, detour.on))) {
        return best;
    }
    if (fleet_has(s, FLEET_LIMITS)) {
        VIEW_GLOBAL const struct fleet_vehicle *vehicle = fleet_vehicle(s, route);
        if (s->length[route] + detour.length > vehicle->limit
            || s->work[route] + detour.time + s->customers[node].service > vehicle->duration
            || (fleet_has(s, FLEET_WINDOWS)
                && fleet_duration_with(s, route, before, node, &detour) > vehicle->duration)) {
            return best;
        }
    }
    return key;
}

/* Length between a customer and a list entry, with its index in all lists. */
#ifndef FLEET_REACH
#define FLEET_REACH(s, node, other, at) ((s)->view.near_length[at])
#endif

#define fleet_less(a, b) ((a) < (b) ? (a) : (b))

/* The same for a place of a route, which need not have customers. */
SHARED_INLINE uint64_t fleet_try_after(const struct fleet_search *s, uint32_t node, uint32_t before, uint32_t route,
                                       uint64_t best)
{
    if (fleet_has(s, FLEET_WINDOWS) && !fleet_is_on_time(s, node, before, 0, 0)) {
        return best;
    }
    const uint32_t after = s->next[before];
    return fleet_try(s, node, before, route,
                     fleet_detour(s, before, node, after, fleet_way_to(s, before, node), fleet_leg(s, node, after)), best);
}

/* The best place next to a near customer, of this work-item. If a list is in the order of lengths, a place that has not
 * been tried from its other end has that end at least as far away, or is at a depot. So twice the length to this end, less
 * the length that the place replaces, is a bound, and most places need no other length. Lists are first reduced to the
 * customers on routes with enough capacity, without branches, because these tests are hard to predict. A window that
 * already the way to this end breaks needs no other length either. */
SHARED_INLINE uint64_t fleet_search_near(const struct fleet_search *s, uint32_t node)
{
    const size_t first = (size_t)node * s->view.width;
    const int32_t home = fleet_has(s, FLEET_WINDOWS | FLEET_SPECIAL) ? 0 : s->customers[node].home;
    uint32_t fitting[(FLEET_BREADTH + FLEET_ITEMS - 1u) / FLEET_ITEMS], count = 0;
    uint64_t best = FLEET_NO_PLACE;
    if (s->own.routes == 0) {
        return best;
    }
    const uint32_t any = s->routes[s->own.first_route];
    for (uint32_t k = s->item; k < s->rules.breadth; k += FLEET_ITEMS) {
        const uint32_t route = fleet_route_of(s, s->view.near[first + k]);
        const bool none = fleet_has(s, FLEET_DIFFERENT) && route == FLEET_ABSENT;
        fitting[count] = k;
        count += !none & fleet_fits(s, node, none ? any : route);
    }
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t other = s->view.near[first + fitting[i]], before = s->prev[other], after = s->next[other];
        const int32_t reach = FLEET_REACH(s, node, other, first + fitting[i]);
        const int64_t bound = (int64_t)reach + (reach < home ? reach : home);
        const int32_t travel = fleet_has(s, FLEET_TIMES) ? 0 : reach;
        if (fleet_key(bound - s->leg[other], other) < best
            && (!fleet_has(s, FLEET_WINDOWS) || fleet_is_on_time(s, node, other, travel, 0))) {
            const int32_t to = fleet_has(s, FLEET_LENGTHS) ? fleet_leg(s, other, node) : reach;
            best = fleet_try(s, node, other, s->route[other],
                             fleet_detour(s, other, node, after, to, fleet_leg(s, node, after)), best);
        }
        if (fleet_key(bound - s->leg[before], before) < best
            && (!fleet_has(s, FLEET_WINDOWS) || fleet_is_on_time(s, node, before, 0, travel))) {
            const int32_t on = fleet_has(s, FLEET_LENGTHS) ? fleet_leg(s, node, other) : reach;
            best = fleet_try(s, node, before, s->route[other],
                             fleet_detour(s, before, node, other, fleet_way_to(s, before, node), on), best);
        }
    }
    return best;
}

/* The best of all places of the part, of this work-item. */
SHARED_INLINE uint64_t fleet_search_all(const struct fleet_search *s, uint32_t node)
{
    uint64_t best = FLEET_NO_PLACE;
    for (uint32_t k = s->item; k < s->own.routes; k += FLEET_ITEMS) {
        const uint32_t route = s->routes[s->own.first_route + k];
        const uint32_t size = fleet_fits(s, node, route) ? s->size[route] : 0;
        uint32_t before = s->view.n + route;
        for (uint32_t left = size > 0 ? size + 1u : 0; left > 0; --left) {
            best = fleet_try_after(s, node, before, route, best);
            before = s->next[before];
        }
    }
    return best;
}

/* The best of all empty routes of the part, of this work-item: needed only if they are not alike. */
SHARED_INLINE uint64_t fleet_search_empty(const struct fleet_search *s, uint32_t node)
{
    uint64_t best = FLEET_NO_PLACE;
    for (uint32_t k = s->item; k < s->own.routes; k += FLEET_ITEMS) {
        const uint32_t route = s->routes[s->own.first_route + k];
        if (s->size[route] == 0 && fleet_fits(s, node, route)) {
            best = fleet_try_after(s, node, s->view.n + route, route, best);
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

/* True if a customer without a place next to a near one may be inserted anywhere in the part. Customers that may be left
 * out seldom: most of them are absent in every move, and all places take much longer than near ones. */
SHARED_INLINE bool fleet_goes_anywhere(const struct fleet_search *s, uint32_t node)
{
    return s->customers[node].price >= FLEET_MISSING || (fleet_hash(s->noise + 2u, node) & 15u) == 0;
}

/* Inserts a customer at its cheapest place, unless its absence is cheaper or the move is then rejected. */
SHARED_INLINE void fleet_insert(struct fleet_search *s, uint32_t node)
{
    const uint32_t empty = s->board->empty;
    const bool opens = s->board->opens && empty != FLEET_ABSENT;
    const int64_t most = opens ? FLEET_DETOUR_ZERO - 1 : s->customers[node].price;
    uint64_t key = opens ? FLEET_NO_PLACE : fleet_smallest(s, fleet_search_near(s, node));
    if (key == FLEET_NO_PLACE && !opens && fleet_goes_anywhere(s, node)) {
        fleet_sync_board(s);
        key = fleet_smallest(s, fleet_search_all(s, node));
    }
    if (empty != FLEET_ABSENT && fleet_has(s, FLEET_DIFFERENT | FLEET_CHOICES)) {
        fleet_sync_board(s);
        const uint64_t separate = fleet_smallest(s, fleet_search_empty(s, node));
        key = fleet_less(key, separate);
    } else if (empty != FLEET_ABSENT && fleet_fits(s, node, empty)) {
        key = fleet_try_after(s, node, s->view.n + empty, empty, key);
    }
    fleet_sync(s);
    const bool served = key < fleet_key(most, 0);
    if (s->item == 0) {
        s->board->slack -= served ? (int64_t)(key >> 20) - FLEET_DETOUR_ZERO : s->customers[node].price;
    }
    if (s->item == 0 && served && s->board->slack > 0) {
        const uint32_t before = (uint32_t)(key & 0xfffffu);
        const uint32_t route = before < s->view.n ? s->route[before] : before - s->view.n;
        fleet_touch(s, route);
        s->board->direct[s->board->added_count] = s->leg[before];
        s->board->added[s->board->added_count++] = node;
        fleet_link(s, before, node, route);
        s->board->opens = 0;
        if (fleet_has(s, FLEET_WINDOWS)) {
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
        fleet_join(s, s->prev[node], s->next[node], board->direct[k - 1u]);
        s->route[node] = FLEET_ABSENT;
    }
    for (uint32_t k = s->item == 0 ? board->removed : 0; k > 0; --k) {
        const uint32_t node = board->node[k - 1u], before = board->before[k - 1u];
        fleet_join(s, node, s->next[before], board->on[k - 1u]);
        fleet_join(s, before, node, board->to[k - 1u]);
        s->route[node] = board->route[k - 1u];
    }
    fleet_sync(s);
    for (uint32_t k = s->item; k < board->touched_count; k += FLEET_ITEMS) {
        const uint32_t route = board->touched[k];
        s->length[route] = board->length[k];
        s->work[route] = board->work[k];
        s->load[route] = board->load[k];
        s->size[route] = board->size[k];
        if (fleet_has(s, FLEET_WINDOWS)) {
            fleet_time_route(s, route);
        }
    }
}

/* Sets how much the insertions of the move may cost, after its removals changed the cost of the plan by `change`, if the
 * plan may become more expensive by less than `rise`. */
SHARED_INLINE void fleet_set_slack(struct fleet_search *s, int64_t change, float rise)
{
    FLEET_LOCAL struct fleet_board *board = s->board;
    int64_t slack = (int64_t)rise;
    slack += ((float)slack < rise) - change;
    for (uint32_t k = 0; k < board->count; ++k) {
        slack += s->customers[board->node[k]].price;
    }
    board->slack = board->broken ? 0 : slack;
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
        fleet_set_slack(s, s->own.change - before.change, s->rules.temperature * draw_exponential(words.w3));
    }
    fleet_sync(s);
    fleet_sort(s);
    const uint32_t count = s->board->count;
    for (uint32_t k = 0; k < count && s->board->slack > 0; ++k) {
        fleet_insert(s, s->board->order[k]);
    }
    if (s->board->slack <= 0) {
        fleet_undo(s);
        s->own = before;
    }
    ++s->own.moves;
    fleet_sync(s);
}

/* Makes the moves that a round still has in the search's own part. */
SHARED_INLINE void fleet_make_moves(struct fleet_search *s, uint64_t seed)
{
    const struct draw_stream stream = {(uint32_t)seed, (uint32_t)(seed >> 32), s->own.plan, s->rules.round};
    while (s->own.moves < s->own.move_end) {
        fleet_move(s, stream);
    }
}

/* Makes the moves of a round in the part, and updates it. */
SHARED_INLINE void fleet_run(struct fleet_search *s, VIEW_GLOBAL struct fleet_part *part, uint64_t seed)
{
    s->own = *part;
    fleet_make_moves(s, seed);
    if (s->item == 0) {
        *part = s->own;
    }
}

#endif
