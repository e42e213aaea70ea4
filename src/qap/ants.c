/* ants.c - MAX-MIN Ant System: trails of item and place, from which ants draw assignments.
 *
 * After Stuetzle and Hoos, "MAX-MIN Ant System" (2000), with tabu searches as in Tsutsui and Fujimoto, "ACO with tabu
 * search on a GPU for solving QAPs using move-cost adjusted thread assignment" (2011). Trails are integers between
 * QAP_TRAIL_MOST / (2 m) and QAP_TRAIL_MOST. A deposit equals the evaporation of the greatest trail.
 */
#include <string.h>

#include "engine.h"

#define QAP_GROUP_SIZE 1u
#define QAP_GLOBAL
#define QAP_LOCAL
#define QAP_VECTOR
#define QAP_BARRIER ((void)0)
#include "cl/qap/ants.h"

enum {
    BEST_EVERY = 4, /* in every 4th generation the best since the last reset deposits, else the generation's best */
    IDLE_MOST = 50, /* generations without a better assignment since the last reset after which the trails are reset */
};

static void list(struct qap_engine *self, struct base_arrays *arrays)
{
    const size_t m = self->problem->m;
    self->population = base_arrays_add(arrays, m, sizeof *self->population);
    self->costs = base_arrays_add(arrays, 1, sizeof *self->costs);
    self->trails = base_arrays_add(arrays, m, m * sizeof *self->trails);
}

static void begin(struct qap_engine *self)
{
    const size_t m = self->problem->m;
    self->state.size = self->settings.size;
    self->state.known = self->state.idle = 0;
    for (size_t i = 0; i < m * m; ++i) {
        self->trails[i] = QAP_TRAIL_MOST;
    }
}

static void make(const struct qap_engine *self, uint32_t number, uint32_t *places, uint32_t *scratch)
{
    const uint32_t m = self->problem->m;
    uint32_t sum;
    struct draw_sequence random =
        draw_sequence_of(self->base.request.seed, DRAW_QAP_ANT, number, self->state.generation);
    const struct qap_ant ant = {self->trails, places, scratch, scratch + m, &sum, m};
    qap_ant_build(&ant, 0, &random);
}

static void take(struct qap_engine *self, const uint32_t *places, int64_t cost)
{
    if (self->state.known == 0 || cost < self->costs[0]) {
        memcpy(self->population, places, self->problem->m * sizeof *places);
        self->costs[0] = cost;
        self->state.known = 1;
        self->state.idle = 0;
    }
}

static void learn(struct qap_engine *self)
{
    struct qap_state *state = &self->state;
    const uint32_t m = self->problem->m, share = (uint32_t)(self->settings.rho * 65536.0 + 0.5);
    const uint32_t least = QAP_TRAIL_MOST / (2 * m), deposit = (uint32_t)(((uint64_t)QAP_TRAIL_MOST * share) >> 16);
    const uint32_t best = qap_engine_best(self), *found = self->found + (size_t)best * m;
    ++state->idle;
    take(self, found, self->searches[best].best);
    const uint32_t *places = state->generation % BEST_EVERY == 0 ? self->population : found;
    for (size_t i = 0; i < m; ++i) {
        for (size_t q = 0; q < m; ++q) {
            uint32_t *trail = &self->trails[i * m + q];
            const uint32_t kept =
                *trail - (uint32_t)(((uint64_t)*trail * share) >> 16) + (places[i] == q ? deposit : 0);
            *trail = kept < least ? least : kept > QAP_TRAIL_MOST ? QAP_TRAIL_MOST : kept;
        }
    }
    if (state->idle >= IDLE_MOST) {
        begin(self);
    }
}

const struct qap_method qap_ants = {"mmas", list, begin, make, learn, take};
