/* colony.c - the trails of ants that build plans, as integers.
 *
 * MAX-MIN Ant System (Stuetzle and Hoos 2000): all trails evaporate, and the best plan of the iteration, or in some
 * iterations of the run, deposits. MACS-VRPTW (Gambardella, Taillard and Agazzi 1999): two ant colony systems in turn;
 * an ant's edges lose part of their trail, the best plan's gain. Ours: the ants of an iteration lose their trails
 * together, after all of them are built, so their order does not matter; every best plan deposits the same. */
#include "colony.h"

#include <string.h>

enum {
    TRAIL_MOST = (1 << FLEET_TRAIL_BITS) - 1, /* upper limit of trails */
    TRAIL_RATIO = 512,                        /* mmas: the upper limit is this many times the lower one */
    TRAIL_DEPOSIT = TRAIL_MOST / 2,           /* macs: trail of an edge that is always in the best plan */
    TRAIL_FIRST_LEAST = 64,                   /* macs: the initial trail of large instances */
    EVAPORATION = 10,                         /* 1 / rho: an update changes a trail by a tenth */
    BEST_EVERY = 4,                           /* mmas: in every 4th iteration the best plan of the run deposits */
};

static bool is_max_min(const struct fleet_colony *self)
{
    return self->fleet.choices.algorithm->colonies == 1;
}

/* The initial trail. */
static uint32_t first_trail(const struct fleet_colony *self)
{
    const uint32_t first = (uint32_t)TRAIL_DEPOSIT / self->fleet.n;
    return is_max_min(self) ? TRAIL_MOST : first > TRAIL_FIRST_LEAST ? first : TRAIL_FIRST_LEAST;
}

void fleet_colony_reset(struct fleet_colony *self, uint32_t turn)
{
    const struct fleet_trails *trails = &self->trails[turn];
    const uint32_t first = first_trail(self);
    for (size_t k = 0; k < (size_t)self->fleet.n * self->width; ++k) {
        trails->lists[k] = first;
    }
    for (size_t k = 0; k < self->fleet.n; ++k) {
        trails->starts[k] = first;
        trails->urgency[k] = 0;
    }
    self->rules.trail = is_max_min(self) ? TRAIL_MOST / TRAIL_RATIO : first;
    self->nearest_score = INT64_MAX;
}

/* Returns the trail from a node to a customer; NULL: the customer is not in the list. */
static uint32_t *trail_of(const struct fleet_colony *self, uint32_t from, uint32_t to)
{
    const struct fleet_trails *trails = &self->trails[self->turn];
    const size_t row = (size_t)from * self->width;
    if (from == self->rules.depot) {
        return &trails->starts[to];
    }
    for (size_t k = row; k < row + self->width; ++k) {
        if (self->fleet.space.problem.near[k] == to) {
            return &trails->lists[k];
        }
    }
    return NULL;
}

/* Moves the trail a tenth of the way to `value`. */
static void approach(uint32_t *trail, uint32_t value)
{
    *trail = *trail - *trail / EVAPORATION + value / EVAPORATION;
}

static void deposit(const struct fleet_colony *self, uint32_t *trail)
{
    if (trail && is_max_min(self)) {
        const uint32_t more = *trail + TRAIL_MOST / EVAPORATION;
        *trail = more < TRAIL_MOST ? more : TRAIL_MOST;
    } else if (trail) {
        approach(trail, TRAIL_DEPOSIT);
    }
}

/* Deposits along a solution. */
static void deposit_all(const struct fleet_colony *self, const uint32_t *solution)
{
    const uint32_t depot = self->rules.depot;
    uint32_t from = depot;
    for (uint32_t k = 1; k <= solution[0]; ++k) {
        const uint32_t node = self->fleet.space.problem.number[solution[k]]; /* the depot if the route ends */
        if (node != depot) {
            deposit(self, trail_of(self, from, node));
        }
        from = node;
    }
}

static void evaporate(uint32_t *trails, size_t count)
{
    for (size_t k = 0; k < count; ++k) {
        const uint32_t left = trails[k] - trails[k] / EVAPORATION, least = TRAIL_MOST / TRAIL_RATIO;
        trails[k] = left > least ? left : least;
    }
}

/* Takes part of their trails from the edges of all ants, as the ants built them. */
static void lose(const struct fleet_colony *self)
{
    const uint32_t first = first_trail(self);
    for (size_t i = 0; i < self->fleet.choices.plans; ++i) {
        const uint32_t *stops = self->stops + i * self->fleet.n;
        uint32_t from = self->rules.depot;
        for (; *stops != FLEET_ABSENT; ++stops) {
            const uint32_t node = *stops & ~FLEET_BEGINS;
            uint32_t *trail = trail_of(self, *stops == node ? from : self->rules.depot, node);
            if (trail) {
                approach(trail, first);
            }
            from = node;
        }
    }
}

/* Makes customers more urgent, for each plan without them. A unit of the published urgency is one squared unit of the
 * file. */
static void add_urgency(struct fleet_colony *self)
{
    uint64_t unit = 1;
    for (int k = 0; k < 2 * self->fleet.fleet->info.decimals; ++k) {
        unit *= 10;
    }
    const uint32_t more = (uint32_t)(unit >> self->rules.shift) + 1;
    for (size_t i = 0; i < self->fleet.choices.plans; ++i) {
        const struct fleet_search s = fleet_engine_search(&self->fleet, i, 0);
        for (uint32_t k = 0; k < self->fleet.n; ++k) {
            uint32_t *urgency = &self->trails[self->turn].urgency[k];
            *urgency +=
                k != self->rules.depot && s.route[k] == FLEET_ABSENT && *urgency < 1u << FLEET_CLOSE_BITS ? more : 0;
        }
    }
}

void fleet_colony_learn(struct fleet_colony *self)
{
    const int64_t *scores = self->fleet.scores;
    const struct fleet_trails *trails = &self->trails[self->turn];
    size_t best = 0;
    for (size_t k = 1; k < self->fleet.choices.plans; ++k) {
        best = scores[k] < scores[best] ? k : best;
    }
    const struct fleet_search s = fleet_engine_search(&self->fleet, best, 0);
    fleet_plan_list(&self->fleet.space, &s, self->scratch);
    if (is_max_min(self)) {
        evaporate(trails->lists, (size_t)self->fleet.n * self->width);
        evaporate(trails->starts, self->fleet.n);
        deposit_all(self, self->fleet.state.round % BEST_EVERY == 0 ? self->fleet.best : self->scratch);
        return;
    }
    lose(self);
    if (self->turn > 0) {
        add_urgency(self);
        if (scores[best] < self->nearest_score) {
            self->nearest_score = scores[best];
            memcpy(self->nearest, self->scratch, fleet_solution_words(self->fleet.fleet) * sizeof *self->nearest);
            memset(trails->urgency, 0, self->fleet.n * sizeof *trails->urgency);
        }
        deposit_all(self, self->nearest);
    }
    deposit_all(self, self->fleet.best);
}
