/* generation.c - a generation: children or newcomers, their search, and who stays. */
#include "engine.h"

#include <string.h>

enum {
    SIZE_FIRST = 12,       /* individuals of the first generation; ... */
    SIZE_PART = 4,         /* ... with more nodes this part of them; ... */
    SIZE_NODES = 32000,    /* ... with many so few that all together have so many nodes, ... */
    SIZE_LEAST = 4,        /* ... but not fewer */
    IDLE_LEAST = 16,       /* generations without a better ring, until there are twice as many; then 32, 64, ... */
    SIZE_MOST = 4096,      /* individuals, and ... */
    WORDS_MOST = 1 << 28,  /* ... words of all of them, at most */
    LATER_HEATS = 4,       /* every other child is so much hotter: few nodes want it, many do not */
    NODES_LEAST = 64,      /* fewer nodes get moves for so many */
    BUDGET_LEAST = 16,     /* moves of a launch, at least and ... */
    BUDGET_MOST = 1 << 24, /* ... at most */
};

static uint32_t between(uint64_t low, uint64_t value, uint64_t high)
{
    return (uint32_t)(value < low ? low : value > high ? high : value);
}

uint32_t orient_size_most(const struct orient_choices *choices, uint32_t n)
{
    return choices->size > 0 ? choices->size : between(SIZE_LEAST, WORDS_MOST / ORIENT_WORDS(n), SIZE_MOST);
}

/* Individuals of the next generation. */
static uint32_t next_size(const struct orient_engine *self)
{
    const uint32_t now = self->state.count, first = between(SIZE_FIRST, self->n / SIZE_PART, SIZE_NODES / self->n);
    const uint64_t idle = self->state.stalled;
    if (self->choices.size > 0) {
        return self->choices.size;
    }
    if (now == 0) {
        return first > SIZE_LEAST ? first : SIZE_LEAST;
    }
    return between(1, idle >= IDLE_LEAST && (idle & (idle - 1)) == 0 ? 2 * (uint64_t)now : now, self->most);
}

struct orient_search orient_search_for(const struct orient_engine *self, const struct orient_rings *population,
                                       uint32_t i, unsigned thread)
{
    struct orient_search s =
        orient_search_of(&self->space, &self->hands[thread].board, population->words + i * ORIENT_WORDS(self->n));
    s.own = population->individuals[i];
    return s;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Begin                                                                                                              */

/* Whether a is better than b. */
static bool is_better(const struct orient_individual *a, const struct orient_individual *b)
{
    return a->score > b->score || (a->score == b->score && a->length < b->length);
}

/* Individuals before a generation: before the first the start, if it has more than its ends. */
static uint32_t count_parents(const struct orient_engine *self)
{
    const struct orient_rules *rules = &self->space.rules;
    const bool starts = self->state.generation == 0 && self->best[0] > (rules->first == rules->last ? 1u : 2u);
    return starts ? 1 : self->state.count;
}

static void take_start(struct orient_engine *self)
{
    struct orient_search s = orient_search_for(self, &self->parents, 0, 0);
    orient_ring_read(&s, self->best + 1, self->best[0]);
    self->parents.individuals[0] = s.own;
    self->state.best_length = s.own.length;
}

static void begin_individual(void *context, size_t item, unsigned thread)
{
    struct orient_engine *self = context;
    const struct orient_algorithm *algorithm = self->choices.algorithm;
    const uint32_t number = (uint32_t)item, parents = count_parents(self), generation = self->state.generation + 1;
    const bool starts = generation == 1 && number < parents;
    const bool crosses = algorithm->crosses && number < parents && parents > 1, later = crosses || starts;
    const uint64_t seed = self->base.request.seed;
    struct draw_sequence random = draw_sequence_of(seed, crosses ? DRAW_REGION : DRAW_RING, number, generation);
    struct orient_search s = orient_search_for(self, &self->children, number, thread);
    const struct orient_hand *hand = &self->hands[thread];
    s.own = (struct orient_individual){.number = number, .generation = generation};
    if (search_engine_is_cut(&self->base)) {
        orient_ring_clear(&s);
        self->children.individuals[number] = s.own;
        return;
    }
    if (later) {
        const struct orient_search own = orient_search_for(self, &self->parents, number, thread);
        memcpy(s.next, own.next, ORIENT_WORDS(self->n) * sizeof *s.next);
        s.own.score = own.own.score;
        s.own.length = own.own.length;
        s.own.count = own.own.count;
    }
    if (crosses) {
        const uint32_t draw = draw_sequence_below(&random, parents - 1), other = draw + (draw >= number);
        orient_ring_cross(&s, self->parents.words + other * ORIENT_WORDS(self->n), &random, hand);
        orient_ring_shorten(&s, hand);
    } else if (!starts && algorithm->crosses) {
        orient_ring_start(&s, &random, hand);
    } else if (!starts) {
        orient_ants_walk(self, &s, number, thread);
    }
    const float mean = (float)self->space.total / (float)self->n;
    const float heat = (number + generation) % 2 > 0 ? LATER_HEATS * algorithm->later_heat : algorithm->later_heat;
    s.own.heat = (later ? heat : algorithm->first_heat) * mean * (float)(1 << ORIENT_ENERGY_BITS);
    s.own.move_end = (uint64_t)(later ? algorithm->later_moves : algorithm->first_moves)
                     * (self->n > NODES_LEAST ? self->n : NODES_LEAST);
    s.own.price = self->space.rules.limit > 0 ? (s.own.score << (ORIENT_ENERGY_BITS - 1)) / self->space.rules.limit
                                              : 0; /* half of what a unit of length brings on average */
    self->children.individuals[number] = s.own;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Search                                                                                                             */

static void search_individual(void *context, size_t item, unsigned thread)
{
    struct orient_engine *self = context;
    struct orient_search s = orient_search_for(self, &self->children, (uint32_t)item, thread);
    orient_run(&s, &self->children.individuals[item], self->base.request.seed, self->budget);
}

static bool is_done(const struct orient_engine *self, uint32_t count)
{
    bool done = true;
    for (uint32_t i = 0; i < count; ++i) {
        done = done && self->children.individuals[i].moves >= self->children.individuals[i].move_end;
    }
    return done;
}

/* Moves that all individuals have made. */
static uint64_t count_moves(const struct orient_engine *self, uint32_t count)
{
    uint64_t moves = 0;
    for (uint32_t i = 0; i < count; ++i) {
        moves += self->children.individuals[i].moves;
    }
    return moves;
}

/* The moves of the next launch, so that it takes as long as launches are to, if so many took `seconds`. */
static void adapt_budget(struct orient_engine *self, uint32_t count, uint64_t moves, double seconds)
{
    const double fitting = self->base.request.launch_seconds * (double)moves / (seconds * count);
    const uint32_t most = 2 * self->budget < BUDGET_MOST ? 2 * self->budget : BUDGET_MOST;
    self->budget = fitting < (double)most ? (fitting > BUDGET_LEAST ? (uint32_t)fitting : BUDGET_LEAST) : most;
}

/* All individuals make their moves. On the device they work from the first launch to the last. */
static enum swarm_status search(struct orient_engine *self, uint32_t count, bool *interrupted)
{
    const bool here = !self->base.device;
    TRY(here ? SWARM_OK : orient_device_send(&self->kernel, &self->children, count));
    for (uint64_t moves = 0; !is_done(self, count) && !*interrupted;) {
        const double begin = base_seconds(self->base.env);
        if (here) {
            base_team_run(self->team, count, search_individual, self);
        } else {
            TRY(orient_device_search(&self->kernel, &self->children, count, self->budget));
        }
        const uint64_t made = count_moves(self, count);
        adapt_budget(self, count, made - moves, base_seconds(self->base.env) - begin);
        moves = made;
        *interrupted = search_engine_is_cut(&self->base);
    }
    return here ? SWARM_OK : orient_device_fetch(&self->kernel, &self->children, count);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* End                                                                                                                */

static void shorten_individual(void *context, size_t item, unsigned thread)
{
    struct orient_engine *self = context;
    struct orient_search s = orient_search_for(self, &self->children, (uint32_t)item, thread);
    orient_ring_shorten(&s, &self->hands[thread]);
    self->children.individuals[item] = s.own;
}

static void check_individual(void *context, size_t item, unsigned thread)
{
    struct orient_engine *self = context;
    const struct orient_search s = orient_search_for(self, &self->children, (uint32_t)item, thread);
    self->wrong[item] = !orient_ring_is_sound(&s);
}

static enum swarm_status check(struct orient_engine *self, uint32_t count)
{
    base_team_run(self->team, count, check_individual, self);
    for (uint32_t i = 0; i < count; ++i) {
        if (self->wrong[i]) {
            return base_fail(self->base.env, SWARM_ERROR_VERIFICATION,
                             "the ring of individual %u of generation %u is not of the score and length claimed",
                             (unsigned)i, (unsigned)self->state.generation + 1);
        }
    }
    return SWARM_OK;
}

void orient_keep_best(struct orient_engine *self, const struct orient_individual *individual, const uint32_t *words)
{
    const struct orient_individual best = {.score = self->state.best_score, .length = self->state.best_length};
    if (is_better(individual, &best)) {
        self->state.best_score = individual->score;
        self->state.best_length = individual->length;
        self->best[0] = orient_ring_list(words, self->n, self->space.rules.first, self->best + 1);
    }
}

/* A child stays instead of its parent if it is better. */
static void choose(struct orient_engine *self, uint32_t count, bool complete)
{
    const uint64_t words = ORIENT_WORDS(self->n);
    const uint32_t parents = count_parents(self);
    self->generation_score = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const struct orient_individual *child = &self->children.individuals[i];
        const bool is_new = i >= parents || !self->choices.algorithm->crosses;
        orient_keep_best(self, child, self->children.words + i * words);
        self->generation_score = child->score > self->generation_score ? child->score : self->generation_score;
        if (complete && (is_new || is_better(child, &self->parents.individuals[i]))) {
            self->parents.individuals[i] = *child;
            memcpy(self->parents.words + i * words, self->children.words + i * words,
                   words * sizeof *self->parents.words);
        }
    }
}

enum swarm_status orient_generation_run(struct orient_engine *self, bool *interrupted)
{
    const uint32_t count = next_size(self);
    if (self->state.generation == 0 && count_parents(self) > 0) {
        take_start(self);
    }
    base_team_run(self->team, count, begin_individual, self);
    *interrupted = search_engine_is_cut(&self->base);
    if (!*interrupted) {
        TRY(search(self, count, interrupted));
    }
    if (!*interrupted) {
        base_team_run(self->team, count, shorten_individual, self);
        *interrupted = search_engine_is_cut(&self->base);
    }
    TRY(check(self, count));
    choose(self, count, !*interrupted);
    if (*interrupted) {
        return SWARM_OK;
    }
    self->state.count = count;
    ++self->state.generation;
    if (self->trails) {
        orient_ants_learn(self);
    }
    return SWARM_OK;
}
