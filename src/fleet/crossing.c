/* crossing.c - rounds that give plans routes of other plans: selective route exchange (Nagata and Kobayashi 2010),
 * repaired by ruin and recreate.
 *
 * A child has some neighbouring routes of another plan instead of as many own routes with nearly the same customers.
 * Moves in these routes, and in routes next to them, follow; the child replaces its plan if it costs less. Other plans
 * are read as they were before the round, so the number of threads does not matter. */
#include <string.h>

#include "engine.h"

enum {
    ROUTES_MOST = 3, /* routes that a child takes, at most */
    AROUND = 60,     /* customers of the part that is searched after an exchange, at least, if there are enough */
    REACH = 6,       /* list entries of customers of changed routes whose routes may join the part */
    MOVES = 5,       /* moves of a child per customer of the part */
    LEVELS = 2,      /* levels with exchanges for each plan, at most half of all: few plans soon are alike */
};

/* An exchange of routes between a plan, which `child` changes, and another one. */
struct crossing {
    struct fleet_search *child, *other;
    struct draw_sequence *random;
    uint32_t *common; /* [R] scratch */
};

/* Adds a customer to the part, once. */
static void add_member(struct fleet_search *s, uint32_t node)
{
    if (s->part[node] != s->own.number) {
        s->part[node] = s->own.number;
        s->members[s->own.nodes++] = node;
        s->own.served += s->route[node] != FLEET_ABSENT;
    }
}

static bool has_route(const struct fleet_search *s, uint32_t route)
{
    uint32_t k = 0;
    while (k < s->own.routes && s->routes[k] != route) {
        ++k;
    }
    return k < s->own.routes;
}

/* Adds a route to the part, once. */
static void add_route(struct fleet_search *s, uint32_t route)
{
    if (!has_route(s, route)) {
        s->routes[s->own.routes++] = route;
        s->own.used += s->size[route] > 0;
    }
}

/* Adds all customers of a route to the part. */
static void add_customers(struct fleet_search *s, uint32_t route)
{
    for (uint32_t node = s->next[s->view.n + route]; node < s->view.n; node = s->next[node]) {
        add_member(s, node);
    }
}

/* Removes customers from the end of a route until it breaks no rule. */
static void settle(struct fleet_search *s, uint32_t route)
{
    while (s->size[route] > 0 && !fleet_is_possible(s, route)) {
        add_member(s, s->prev[s->view.n + route]);
        fleet_unlink(s, s->prev[s->view.n + route]);
    }
}

/* Lists up to ROUTES_MOST routes of the other plan near a random customer. Returns how many. */
static uint32_t choose_routes(const struct crossing *c, uint32_t routes[ROUTES_MOST])
{
    const struct fleet_search *other = c->other;
    const uint32_t wanted = 1 + draw_sequence_below(c->random, ROUTES_MOST),
                   centre = draw_sequence_below(c->random, other->view.n);
    uint32_t count = 0;
    for (uint32_t k = 0; k <= other->view.width && count < wanted; ++k) {
        const uint32_t route = other->route[fleet_near(other, centre, k)];
        bool known = route == FLEET_ABSENT;
        for (uint32_t i = 0; i < count; ++i) {
            known = known || routes[i] == route;
        }
        if (!known) {
            routes[count++] = route;
        }
    }
    return count;
}

/* Returns the child's route that is not in the part yet and shares most customers with the chosen routes, less a third
 * of its size, so an empty one rather than one that shares few; with vehicles that differ, the route of the same
 * vehicle. */
static uint32_t match(const struct crossing *c, uint32_t chosen)
{
    const struct fleet_search *s = c->child;
    uint32_t best = FLEET_ABSENT;
    int64_t most = INT64_MIN;
    if (fleet_has(s, FLEET_DIFFERENT)) {
        return chosen;
    }
    for (uint32_t r = 0; r < s->rules.routes; ++r) {
        const int64_t value = 3 * (int64_t)c->common[r] - s->size[r];
        if (value > most && !has_route(s, r)) {
            most = value;
            best = r;
        }
    }
    return best;
}

/* Moves the customers of a route of the other plan, in their order, to the empty route of the child. Customers with a
 * route already leave it only if `whole`. */
static void copy_route(const struct crossing *c, uint32_t from, uint32_t route, bool whole)
{
    struct fleet_search *s = c->child;
    const struct fleet_search *other = c->other;
    const uint32_t n = s->view.n;
    for (uint32_t node = other->next[n + from]; node < n; node = other->next[node]) {
        const uint32_t old = s->route[node];
        if (old != FLEET_ABSENT && !whole) {
            continue;
        }
        add_member(s, node);
        if (old != FLEET_ABSENT) {
            add_route(s, old);
            fleet_unlink(s, node);
        }
        if (fleet_fits(s, node, route)) {
            fleet_link(s, s->prev[n + route], node, route);
        }
    }
}

/* Replaces routes of the child. The part has all that changed. Returns false if nothing did. */
static bool exchange_routes(const struct crossing *c)
{
    struct fleet_search *s = c->child;
    const uint32_t n = s->view.n;
    uint32_t chosen[ROUTES_MOST];
    const uint32_t count = choose_routes(c, chosen);
    const bool whole = draw_sequence_below(c->random, 2) == 0;
    memset(c->common, 0, s->rules.routes * sizeof *c->common);
    for (uint32_t k = 0; k < count; ++k) {
        for (uint32_t node = c->other->next[n + chosen[k]]; node < n; node = c->other->next[node]) {
            if (s->route[node] != FLEET_ABSENT) {
                ++c->common[s->route[node]];
            }
        }
    }
    for (uint32_t k = 0; k < count; ++k) {
        const uint32_t route = match(c, chosen[k]);
        if (route == FLEET_ABSENT) {
            return false;
        }
        add_route(s, route);
    }
    for (uint32_t r = 0; r < s->rules.routes; ++r) { /* the other plan may need fewer routes here */
        if (2 * c->common[r] > s->size[r] && !fleet_has(s, FLEET_DIFFERENT)) {
            add_route(s, r);
        }
    }
    for (uint32_t k = 0; k < s->own.routes; ++k) {
        add_customers(s, s->routes[k]);
        while (s->size[s->routes[k]] > 0) {
            fleet_unlink(s, s->next[n + s->routes[k]]);
        }
    }
    for (uint32_t k = 0; k < count; ++k) {
        copy_route(c, chosen[k], s->routes[k], whole);
    }
    for (uint32_t k = 0; k < s->own.routes; ++k) {
        settle(s, s->routes[k]);
    }
    return true;
}

/* Adds the customers of all routes of the part, routes near them and, if there is one, an empty route. */
static void widen(struct fleet_search *s)
{
    for (uint32_t k = 0; k < s->own.routes; ++k) {
        add_customers(s, s->routes[k]);
    }
    for (uint32_t k = 1; k <= REACH && k <= s->view.width; ++k) {
        const uint32_t count = s->own.nodes;
        for (uint32_t i = 0; i < count && s->own.nodes < AROUND; ++i) {
            const uint32_t near = fleet_near(s, s->members[i], k), route = s->route[near];
            if (s->part[near] != s->own.number && !s->customers[near].depot) {
                add_member(s, near);
                if (route != FLEET_ABSENT) {
                    add_route(s, route);
                    add_customers(s, route);
                }
            }
        }
    }
    for (uint32_t r = 0; r < s->rules.routes; ++r) {
        if (s->size[r] == 0) {
            add_route(s, r);
            break;
        }
    }
}

struct round {
    struct fleet_engine *self;
    uint32_t order[FLEET_PLANS_MOST]; /* each plan takes routes of the next one, the last one of the first */
};

/* Makes the children of a plan. Part 0 of the plan counts them, and adds up what they change. */
static void cross_plan(void *context, size_t item, unsigned thread)
{
    const struct round *round = context;
    struct fleet_engine *self = round->self;
    const uint32_t plan = round->order[item], mate = round->order[(item + 1) % self->state.plans];
    struct fleet_search s = fleet_engine_search(self, plan, thread);
    struct fleet_search other =
        fleet_search_of(&self->space, &self->boards[thread], self->before + mate * self->stride);
    struct draw_sequence random = draw_sequence_of(self->base.request.seed, DRAW_FLEET_ROUTES, plan, self->state.round);
    const struct crossing crossing = {&s, &other, &random, self->common + (size_t)thread * self->routes};
    uint32_t *words = self->words + plan * self->stride, *kept = self->kept + thread * self->stride;
    struct fleet_part *all = &self->all_parts[plan * self->parts];
    const size_t bytes = self->stride * sizeof *words;
    *all = (struct fleet_part){.plan = plan, .move_end = 1 + self->n / FLEET_PART_NODES};
    memcpy(kept, words, bytes);
    for (; all->moves < all->move_end; ++all->moves) {
        struct fleet_part part = {.plan = plan, .number = self->parts + all->moves};
        bool better = false;
        memset(s.part, 0xff, self->n * sizeof *s.part);
        s.own = part;
        if (exchange_routes(&crossing) && s.own.change != 0) {
            widen(&s);
            part = s.own;
            part.move_end = MOVES * part.nodes;
            fleet_engine_run(self, &s, &part);
            if (part.moves < part.move_end) {
                break;
            }
            better = part.change < 0 && self->costs[plan] + all->change + part.change != self->costs[mate];
        }
        all->change += better ? part.change : 0;
        memcpy(better ? kept : words, better ? words : kept, bytes);
    }
}

uint32_t fleet_engine_annealed(const struct fleet_engine *self)
{
    const uint32_t plans = self->before ? self->state.plans : 0, most = FLEET_LEVELS / 2,
                   levels = plans < FLEET_CROSSED_LEAST ? 0 : LEVELS * plans;
    return FLEET_LEVELS - (levels < most ? levels : most);
}

void fleet_engine_cross(struct fleet_engine *self, bool *interrupted)
{
    struct round round = {.self = self};
    struct draw_sequence random = draw_sequence_of(self->base.request.seed, DRAW_FLEET_MATES, 0, self->state.round);
    for (uint32_t k = 0; k < self->state.plans; ++k) {
        round.order[k] = k;
    }
    draw_sequence_shuffle(&random, round.order, self->state.plans);
    memcpy(self->before, self->words, self->state.plans * self->stride * sizeof *self->words);
    base_team_run(self->team, self->state.plans, cross_plan, &round);
    for (uint32_t k = 0; k < self->state.plans; ++k) {
        const struct fleet_part *all = &self->all_parts[k * self->parts];
        *interrupted = *interrupted || all->moves < all->move_end;
        self->costs[k] += all->change;
    }
}
