/* ants.c - MAX-MIN Ant System (Stuetzle and Hoos 2000): an ant moves to a node in the list of its current
 * node, chosen by trail and by score per length. Trails are integers. The best tour of a generation deposits, or in
 * some generations the best tour of all. */
#include "engine.h"

enum {
    TRAIL_MOST = 1 << 20,  /* upper limit and initial value of a trail */
    TRAIL_LEAST = 1 << 11, /* lower limit of a trail */
    LOST = 10,             /* a generation evaporates 1/10 of each trail */
    BEST_OF_ALL = 4,       /* in every 4th generation the best tour of all deposits */
};

void orient_ants_begin(struct orient_engine *self)
{
    const size_t count = (size_t)self->n * self->space.problem.width;
    for (size_t k = 0; k < count; ++k) {
        self->trails[k] = TRAIL_MOST;
    }
}

/* The weight of entry k in the list of `node` for an ant's choice; 0: the ant must not go there. */
static double weight_of(const struct orient_engine *self, const struct orient_search *s, uint32_t node, uint32_t k)
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

void orient_ants_walk(const struct orient_engine *self, struct orient_search *s, struct draw_sequence *random)
{
    uint32_t node = s->rules.first;
    orient_tour_clear(s);
    for (;;) {
        double sums[ORIENT_WIDTH], sum = 0.0;
        for (uint32_t k = 0; k < s->view.width; ++k) {
            sum += weight_of(self, s, node, k);
            sums[k] = sum;
        }
        if (sum <= 0.0) {
            return;
        }
        const double drawn = (double)draw_sequence_word(random) / 4294967296.0 * sum;
        uint32_t k = 0;
        while (sums[k] <= drawn) {
            ++k;
        }
        const uint32_t next = s->view.near[(size_t)node * s->view.width + k];
        orient_tour_add(s, next, node);
        node = next;
    }
}

/* Adds to the trail from a to b if b is in the list of a. */
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
    const uint32_t *nodes = self->best + 1;
    uint32_t tour_count = self->best[0];
    if (self->state.generation % BEST_OF_ALL != 0) {
        nodes = self->scratch[0].words;
        tour_count = orient_tour_list(self->children.words + best * ORIENT_WORDS(self->n), self->n,
                                      self->space.rules.first, self->scratch[0].words);
    }
    for (uint32_t i = 0; i < tour_count; ++i) {
        const uint32_t next = nodes[(i + 1) % tour_count];
        deposit(self, nodes[i], next);
        deposit(self, next, nodes[i]);
    }
}
