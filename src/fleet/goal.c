/* goal.c - goals other than the least cost. Both take something away from all plans, and let the search serve the
 * customers that lost their places: the fewest vehicles take a route away, the shortest longest route lowers the limit
 * of all routes. As soon as a plan serves all customers, more is taken away. In the last levels nothing more is, and
 * the search makes the best plan cheaper.
 *
 * Least cost with time windows: no move can close a route unless all its customers find other places, nor open a long
 * one that needs many. So in the first half of the levels of annealing a plan may leave out any customer (the request
 * bank of Ropke and Pisinger 2006) at a price that rises to the length of a route for this customer only, and prices of
 * customers that may be left out fall to their own from 1.5 times as much. */
#include "engine.h"

#include <math.h>

enum {
    PATIENCE = 6,     /* rounds without a plan that serves all customers before the limit falls in smaller steps */
    FIRST_GAP = 8,    /* the limit first falls by 1 / 8 of the longest route */
    FIRST_PRICE = 10, /* least cost: first price of customers that must be served, in mean lengths of near edges */
};

/* Fewest vehicles: a round without a customer raises its price by this many mean lengths of edges to near nodes. */
static const float price_step = 0.25f;

/* When a goal takes away, and the temperatures of levels. */
static const struct schedule {
    uint32_t levels; /* levels in which the goal takes away; the temperature falls once within them, and once after */
    uint32_t begin;  /* temperature of level 0, as a level of a search for the least cost */
    uint32_t end;    /* temperature of the last of these levels */
    uint32_t again;  /* temperature of the level after them */
} vehicles_first = {21, 20, 40, 0}, balance = {43, 0, 63, 40};

bool fleet_goal_is_set(const struct fleet_engine *self)
{
    return self->fleet->info.vehicles_first || self->fleet->info.balances;
}

static const struct schedule *schedule_of(const struct fleet_engine *self)
{
    return self->fleet->info.balances ? &balance : &vehicles_first;
}

uint32_t fleet_goal_level(const struct fleet_engine *self, uint32_t level)
{
    const struct schedule *schedule = schedule_of(self);
    const uint32_t last = FLEET_LEVELS - 1;
    return !fleet_goal_is_set(self) ? level
           : level < schedule->levels
               ? schedule->begin + level * (schedule->end - schedule->begin) / schedule->levels
               : schedule->again + (level - schedule->levels) * (last - schedule->again) / (last - schedule->levels);
}

void fleet_goal_loosen(struct fleet_engine *self)
{
    self->space.rules.usable = self->space.rules.routes;
    fleet_space_set_vehicles(&self->space, FLEET_NO_LIMIT);
}

enum swarm_status fleet_goal_apply(struct fleet_engine *self)
{
    const struct fleet_state *state = &self->state;
    if (!fleet_goal_is_set(self)) {
        return SWARM_OK;
    }
    self->space.rules.usable = state->usable > 0 ? state->usable : self->space.rules.routes;
    fleet_space_set_vehicles(&self->space, state->limit > 0 ? state->limit : FLEET_NO_LIMIT);
    for (size_t k = 0; k < state->plans; ++k) {
        struct fleet_search s = fleet_engine_search(self, k, 0);
        self->costs[k] += fleet_plan_shrink(&s);
        self->scores[k] = fleet_plan_score(&self->space, &s);
    }
    return self->base.device ? fleet_device_send_rules(&self->kernel, &self->space) : SWARM_OK;
}

/* Takes a route away if the best plan uses all that are left. Returns true if something changed. */
static bool take_vehicle(struct fleet_engine *self)
{
    struct fleet_state *state = &self->state;
    const uint32_t used = (uint32_t)fleet_score_vehicles(state->best);
    const bool takes =
        used > 1 && used > self->fleet->info.least_vehicles && (state->usable == 0 || state->usable >= used);
    state->usable = takes ? used - 1 : state->usable;
    return takes;
}

/* Lowers the limit below the longest route of the best plan: by state->gap, which shrinks while no plan fits. */
static bool lower_limit(struct fleet_engine *self)
{
    struct fleet_state *state = &self->state;
    const int64_t longest = fleet_score_cost(self->fleet, state->best), before = state->limit;
    const bool met = state->limit == 0 || longest <= state->limit;
    if (met) {
        state->gap = state->gap == 0 ? longest / FIRST_GAP : state->gap * 3 / 2;
        state->gap = state->gap < longest / FIRST_GAP ? state->gap : longest / FIRST_GAP;
        state->tries = 0;
    } else if (++state->tries >= PATIENCE) {
        state->gap /= 2;
        state->tries = 0;
    }
    state->gap = state->gap > 0 ? state->gap : 1;
    state->limit = longest > state->gap ? longest - state->gap : 1;
    return state->limit != before;
}

static void set_price(struct fleet_engine *self, uint32_t node, int64_t price)
{
    int64_t *old = &self->space.customers[node].price;
    for (size_t k = 0; k < self->state.plans; ++k) {
        self->costs[k] += fleet_engine_search(self, k, 0).route[node] == FLEET_ABSENT ? price - *old : 0;
    }
    *old = price;
}

bool fleet_goal_is_relaxed(const struct fleet_engine *self, uint32_t level)
{
    const uint32_t asked = FLEET_WINDOWS | FLEET_DIFFERENT | FLEET_CHOICES | FLEET_SPECIAL;
    const bool ends = self->choices.scheduled || self->choices.rounds > 0 || !isinf(self->base.request.deadline);
    return (self->space.rules.features & asked) == FLEET_WINDOWS && self->parts > 1 && ends && !self->choices.is_given
           && !fleet_goal_is_set(self) && level < fleet_engine_annealed(self) / 2;
}

enum swarm_status fleet_goal_relax(struct fleet_engine *self)
{
    const uint32_t level = self->state.level, end = fleet_engine_annealed(self) / 2;
    const int64_t first = (int64_t)(self->space.unit * FIRST_PRICE);
    bool relaxed = fleet_goal_is_relaxed(self, level), changed = false;
    if (fleet_goal_is_set(self)) {
        return SWARM_OK;
    }
    for (uint32_t i = 0; i < self->n; ++i) {
        const int64_t rise = 2 * (int64_t)self->space.customers[i].home - first;
        const int64_t own = fleet_space_price(&self->space, i);
        const int64_t price = !relaxed              ? own
                              : own < FLEET_MISSING ? own + own * (end - level) / (2 * end)
                                                    : first + (rise > 0 ? rise * level * level / (end * end) : 0);
        if (price != self->space.customers[i].price) {
            set_price(self, i, price);
            changed = true;
        }
    }
    for (size_t k = 0; k < self->state.plans && 2 * level > 3 * end && self->state.best < FLEET_MISSING; ++k) {
        if (self->scores[k] >= FLEET_MISSING) { /* too few vehicles to serve the customers that it left out */
            struct fleet_search s = fleet_engine_search(self, k, 0);
            self->costs[k] = fleet_plan_read(&self->space, &s, self->best);
        }
    }
    return changed && self->base.device ? fleet_device_send_rules(&self->kernel, &self->space) : SWARM_OK;
}

/* Makes customers that a plan leaves out dearer, so that moves serve them and leave out others: the sum of absences of
 * Christiaens and Vanden Berghe (2020). */
static void raise_prices(struct fleet_engine *self)
{
    const int64_t step = (int64_t)(self->space.unit * price_step);
    for (uint32_t i = 0; i < self->n; ++i) {
        const int64_t price = self->space.customers[i].price;
        int64_t absent = 0; /* number of plans without the customer */
        for (size_t k = 0; k < self->state.plans && price >= FLEET_MISSING; ++k) {
            absent += fleet_engine_search(self, k, 0).route[i] == FLEET_ABSENT;
        }
        set_price(self, i, price + absent * step);
    }
}

enum swarm_status fleet_goal_advance(struct fleet_engine *self)
{
    struct fleet_state *state = &self->state;
    if (!fleet_goal_is_set(self) || fleet_score_missing(self->fleet, state->best) > 0) {
        return SWARM_OK;
    }
    if (state->level < schedule_of(self)->levels) {
        if (state->usable > 0) {
            raise_prices(self);
        }
        const bool changed = self->fleet->info.balances ? lower_limit(self) : take_vehicle(self);
        return changed || state->usable > 0 ? fleet_goal_apply(self) : SWARM_OK;
    }
    if (state->settled) {
        return SWARM_OK;
    }
    state->settled = 1;
    fleet_goal_loosen(self);
    for (uint32_t i = 0; i < self->n; ++i) {
        struct fleet_customer *customer = &self->space.customers[i];
        customer->price = customer->price < FLEET_MISSING ? customer->price : FLEET_MISSING;
    }
    fleet_engine_reset_plans(self);
    state->limit = self->fleet->info.balances ? fleet_score_cost(self->fleet, state->best) : 0;
    state->usable = self->fleet->info.balances ? 0 : (uint32_t)fleet_score_vehicles(state->best);
    return fleet_goal_apply(self);
}
