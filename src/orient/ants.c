/* ants.c - MAX-MIN Ant System (Stuetzle and Hoos 2000): an ant moves to a node in the list of its current
 * node, chosen by trail and by score per length. Trails are integers. The best tour of a generation deposits, or in
 * some generations the best tour of all. */
#include "engine.h"
#include "cl/orient/ants.h"

enum {
    TRAIL_MOST = 1 << ORIENT_TRAIL_BITS, /* upper limit and initial value of a trail */
    TRAIL_LEAST = 1 << 11,               /* lower limit of trails */
    EVAPORATION = 10,                    /* a generation evaporates 1/10 of each trail */
    BEST_EVERY = 4,                      /* in every 4th generation the best tour of all deposits */
};

_Static_assert(ORIENT_WIDTH <= ORIENT_ANT_WIDTH, "a list fits the board");

/* Scales score / length to 1 .. 2^ORIENT_APPEAL_BITS, rounded down: 0 becomes 1, and most_score / most_length, the
 * largest quotient of the list, becomes 2^ORIENT_APPEAL_BITS. Lengths are at most 2^31. */
static uint32_t appeal_of(uint32_t score, uint32_t length, uint32_t most_score, uint32_t most_length)
{
    uint64_t part = (uint64_t)score * most_length, whole = (uint64_t)most_score * length;
    for (; whole >> (64 - ORIENT_APPEAL_BITS) > 0; whole >>= 1) {
        part >>= 1; /* the product below must fit 64 bits */
    }
    return whole == 0 ? 1 : 1 + (uint32_t)(part * ((1u << ORIENT_APPEAL_BITS) - 1u) / whole);
}

void orient_ants_begin(struct orient_engine *self)
{
    const uint32_t width = self->space.problem.width, *near = self->space.problem.near;
    const int32_t *lengths = self->space.problem.near_length;
    for (size_t row = 0; row < (size_t)self->n * width; row += width) {
        uint32_t score = 0, length = 1;
        for (size_t k = row; k < row + width; ++k) {
            const uint32_t own_score = self->space.scores[near[k]], own_length = (uint32_t)lengths[k] + 1u;
            const bool more = (uint64_t)own_score * length > (uint64_t)score * own_length;
            score = more ? own_score : score;
            length = more ? own_length : length;
        }
        for (size_t k = row; k < row + width; ++k) {
            self->trails[k] = TRAIL_MOST;
            self->appeals[k] = appeal_of(self->space.scores[near[k]], (uint32_t)lengths[k] + 1u, score, length);
        }
    }
}

void orient_ants_walk(const struct orient_engine *self, struct orient_search *s, struct draw_sequence *random)
{
    struct orient_ant_board board;
    const struct orient_ant ant = {self->trails, self->appeals, &board};
    orient_ant_walk(s, &ant, random);
}

/* Adds to the trail from a to b if b is in the list of a. */
static void deposit(struct orient_engine *self, uint32_t a, uint32_t b)
{
    const uint32_t width = self->space.problem.width;
    for (uint32_t k = 0; k < width; ++k) {
        const size_t at = (size_t)a * width + k;
        if (self->space.problem.near[at] == b) {
            const uint32_t more = self->trails[at] + TRAIL_MOST / EVAPORATION;
            self->trails[at] = more < TRAIL_MOST ? more : TRAIL_MOST;
        }
    }
}

void orient_ants_learn(struct orient_engine *self)
{
    const size_t count = (size_t)self->n * self->space.problem.width;
    uint32_t best = 0;
    for (size_t k = 0; k < count; ++k) {
        const uint32_t left = self->trails[k] - self->trails[k] / EVAPORATION;
        self->trails[k] = left > TRAIL_LEAST ? left : TRAIL_LEAST;
    }
    for (uint32_t i = 1; i < self->state.count; ++i) {
        best = self->children.individuals[i].score > self->children.individuals[best].score ? i : best;
    }
    const uint32_t *nodes = self->best + 1;
    uint32_t tour_count = self->best[0];
    if (self->state.generation % BEST_EVERY != 0) {
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
