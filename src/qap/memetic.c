/* memetic.c - crossover in a population of assignments, each the best of a tabu search.
 *
 * After Benlic and Hao, "Memetic search for the quadratic assignment problem" (2015): a child keeps the places that its
 * parents agree on. In each generation every member has a child with another member, and children replace the worst
 * members. A population that gains little is replaced by one of twice the size: small populations solve easy problems
 * fast, large ones come closer to the best known costs.
 */
#include <string.h>

#include "engine.h"
#include "cl/shared/draw_sequence.h"

enum {
    IDLE_MOST = 4,     /* consecutive generations with little gain after which a population is replaced */
    GAIN_DIVISOR = 16, /* a generation gains little if it replaces no member, or fewer than members / GAIN_DIVISOR */
    RANDOM_SIZE = 128, /* members of the first population if problem->random */
    SHARE_OWN = 80,    /* unpatterned problems: percent of differing places that a child takes from its first parent */
};
#define NO_PLACE UINT32_MAX /* the item has no place yet */

static void list(struct qap_engine *self, struct base_arrays *arrays)
{
    const size_t most = self->settings.most;
    self->population = base_arrays_add(arrays, most, self->problem->m * sizeof *self->population);
    self->costs = base_arrays_add(arrays, most, sizeof *self->costs);
}

static void begin(struct qap_engine *self)
{
    struct qap_state *state = &self->state;
    const uint32_t most = self->settings.most, next = state->size < most / 2 ? 2 * state->size : most;
    const uint32_t first = self->problem->random ? RANDOM_SIZE : QAP_POPULATION;
    state->size = self->settings.size > 0 ? self->settings.size : state->size == 0 ? first : next;
    state->known = state->idle = 0;
}

/* Writes a child of members `number` and `second` to places. scratch [3 m]. */
static void cross(const struct qap_engine *self, uint32_t number, uint32_t second, struct draw_sequence *random,
                  uint32_t *places, uint32_t *scratch)
{
    const uint32_t m = self->problem->m, share = self->problem->patterned ? 50 : SHARE_OWN;
    const uint32_t *own = self->population + (size_t)number * m, *other = self->population + (size_t)second * m;
    uint32_t *taken = scratch, *open = scratch + m, *left = scratch + 2 * m, count = 0, left_count = 0;
    memset(taken, 0, m * sizeof *taken);
    for (uint32_t i = 0; i < m; ++i) {
        places[i] = NO_PLACE;
        if (own[i] == other[i]) {
            places[i] = own[i];
            taken[own[i]] = 1;
        } else {
            open[count++] = i;
        }
    }
    draw_sequence_shuffle(random, open, count);
    for (uint32_t k = 0; k < count; ++k) {
        const uint32_t i = open[k];
        const bool is_own = draw_sequence_below(random, 100) < share;
        const uint32_t wanted = is_own ? own[i] : other[i], instead = is_own ? other[i] : own[i];
        places[i] = !taken[wanted] ? wanted : !taken[instead] ? instead : NO_PLACE;
        if (places[i] != NO_PLACE) {
            taken[places[i]] = 1;
        }
    }
    for (uint32_t q = 0; q < m; ++q) {
        if (!taken[q]) {
            left[left_count++] = q;
        }
    }
    draw_sequence_shuffle(random, left, left_count);
    for (uint32_t i = 0; i < m; ++i) {
        places[i] = places[i] == NO_PLACE ? left[--left_count] : places[i];
    }
}

static void make(const struct qap_engine *self, uint32_t number, uint32_t *places, uint32_t *scratch)
{
    const uint32_t m = self->problem->m, known = self->state.known;
    struct draw_sequence random = draw_sequence_of(
        self->base.request.seed, known == 0 ? DRAW_QAP_START : DRAW_QAP_CHILD, number, self->state.generation);
    if (known > 0) {
        const uint32_t other = (number + 1 + draw_sequence_below(&random, known - 1)) % known;
        cross(self, number, other, &random, places, scratch);
        return;
    }
    for (uint32_t i = 0; i < m; ++i) {
        places[i] = i;
    }
    draw_sequence_shuffle(&random, places, m);
}

/* True if a member of the population has the same places. */
static bool has(const struct qap_engine *self, const uint32_t *places, int64_t cost)
{
    const uint32_t m = self->problem->m;
    for (uint32_t i = 0; i < self->state.known; ++i) {
        if (self->costs[i] == cost && memcmp(self->population + (size_t)i * m, places, m * sizeof *places) == 0) {
            return true;
        }
    }
    return false;
}

static void replace(struct qap_engine *self, uint32_t member, const uint32_t *places, int64_t cost)
{
    const uint32_t m = self->problem->m;
    memcpy(self->population + (size_t)member * m, places, m * sizeof *places);
    self->costs[member] = cost;
}

/* Replaces the worst member, the last of equal ones, if the assignment is cheaper and differs from all members.
 * Returns true if a member was replaced. */
static bool replace_worst(struct qap_engine *self, const uint32_t *places, int64_t cost)
{
    uint32_t worst = 0;
    for (uint32_t i = 1; i < self->state.known; ++i) {
        worst = self->costs[i] >= self->costs[worst] ? i : worst;
    }
    const bool better = cost < self->costs[worst] && !has(self, places, cost);
    if (better) {
        replace(self, worst, places, cost);
    }
    return better;
}

static void learn(struct qap_engine *self)
{
    struct qap_state *state = &self->state;
    const uint32_t m = self->problem->m;
    uint32_t added = 0;
    for (uint32_t i = 0; i < state->size; ++i) {
        const uint32_t *places = self->found + (size_t)i * m;
        if (state->known < state->size) {
            replace(self, state->known++, places, self->searches[i].best);
            ++added;
        } else {
            added += replace_worst(self, places, self->searches[i].best);
        }
    }
    state->idle = added > 0 && added >= state->size / GAIN_DIVISOR ? 0 : state->idle + 1;
    if (state->idle == IDLE_MOST) {
        begin(self);
    }
}

static void take(struct qap_engine *self, const uint32_t *places, int64_t cost)
{
    if (self->state.known > 0) {
        replace_worst(self, places, cost);
    }
}

const struct qap_method qap_memetic = {"memetic", list, begin, make, learn, take};
