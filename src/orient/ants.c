/* ants.c - MAX-MIN ants (Stuetzle and Hoos 2000) that walk to near nodes by trail and score for length. Trails are
 * integers up to TRAIL_MOST; the best ring of a generation, and sometimes the best of all, gets the most. */
#include "engine.h"

enum {
    TRAIL_MOST = 1 << 20,
    TRAIL_LEAST = 1 << 11, /* MAX-MIN's limits */
    LOST = 10,             /* this part of each trail is lost in a generation */
    BEST_OF_ALL = 4        /* every so many generations the best of all gets the deposit */
};

void orient_ants_begin(struct orient_engine *self)
{
    const size_t count = (size_t)self->n * self->space.problem.width;
    for (size_t k = 0; k < count; ++k) {
        self->trails[k] = TRAIL_MOST;
    }
}

/* How much an ant at `node` wants to go to entry k of its list; 0: it may not. */
static double wish(const struct orient_engine *self, const struct orient_search *s, uint32_t node, uint32_t k)
{
    const size_t at = (size_t)node * s->view.width + k;
    const uint32_t next = s->view.near[at];
    if (orient_is_visited(s, next) || s->scores[next] == 0
        || s->own.length + orient_detour(s, node, next, s->next[node]) > s->rules.limit) {
        return 0.0;
    }
    const double gain = (double)s->scores[next] / ((double)s->view.near_length[at] + 1.0);
    return (double)self->trails[at] * gain * gain;
}

void orient_ants_walk(const struct orient_engine *self, struct orient_search *s, uint32_t number, unsigned thread)
{
    struct draw_sequence random =
        draw_sequence_of(self->base.request.seed, DRAW_RING, number, self->state.generation + 1);
    uint32_t node = s->rules.first;
    (void)thread;
    orient_ring_clear(s);
    for (;;) {
        double sums[ORIENT_WIDTH], sum = 0.0;
        for (uint32_t k = 0; k < s->view.width; ++k) {
            sum += wish(self, s, node, k);
            sums[k] = sum;
        }
        if (sum <= 0.0) {
            return;
        }
        const double drawn = (double)draw_sequence_word(&random) / 4294967296.0 * sum;
        uint32_t k = 0;
        while (sums[k] <= drawn) {
            ++k;
        }
        const uint32_t next = s->view.near[(size_t)node * s->view.width + k];
        orient_ring_add(s, next, node);
        node = next;
    }
}

/* Edges of the ring in either direction, where lists have them. */
static void deposit(struct orient_engine *self, uint32_t a, uint32_t b)
{
    const uint32_t width = self->space.problem.width;
    for (uint32_t k = 0; k < width; ++k) {
        const size_t at = (size_t)a * width + k;
        if (self->space.problem.near[at] == b) {
            const uint32_t more = self->trails[at] + TRAIL_MOST / LOST;
            self->trails[at] = more < TRAIL_MOST ? more : TRAIL_MOST;
        }
    }
}

void orient_ants_learn(struct orient_engine *self)
{
    const size_t count = (size_t)self->n * self->space.problem.width;
    uint32_t best = 0;
    for (size_t k = 0; k < count; ++k) {
        const uint32_t left = self->trails[k] - self->trails[k] / LOST;
        self->trails[k] = left > TRAIL_LEAST ? left : TRAIL_LEAST;
    }
    for (uint32_t i = 1; i < self->state.count; ++i) {
        best = self->children.individuals[i].score > self->children.individuals[best].score ? i : best;
    }
    if (self->state.generation % BEST_OF_ALL == 0) {
        for (uint32_t i = 0; i < self->best[0]; ++i) {
            const uint32_t a = self->best[1 + i], b = self->best[1 + (i + 1) % self->best[0]];
            deposit(self, a, b);
            deposit(self, b, a);
        }
        return;
    }
    const uint32_t *next = self->children.words + best * ORIENT_WORDS(self->n), first = self->space.rules.first;
    for (uint32_t node = first, begun = 0; !begun || node != first; node = next[node]) {
        begun = 1;
        deposit(self, node, next[node]);
        deposit(self, next[node], node);
    }
}
