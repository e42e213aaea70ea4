/* generation.c - a generation: makes children or new individuals, searches from them, selects the survivors. */
#include "engine.h"

#include <string.h>

enum {
    FIRST_SIZE = 12,           /* fewest individuals of the first generation unless FIRST_NODES_MOST allows fewer */
    FIRST_DIVISOR = 4,         /* individuals of the first generation: n / 4, within the other limits */
    FIRST_NODES_MOST = 32000,  /* maximum number of nodes in all individuals of the first generation */
    FIRST_LEAST = 4,           /* fewest individuals of the first generation, even if FIRST_NODES_MOST allows fewer */
    IDLE_LEAST = 16,           /* the population doubles after 16, 32, 64, ... generations without a better tour */
    SIZE_MOST = 4096,          /* number of individuals in the largest population */
    WORDS_MOST = 1 << 28,      /* maximum number of words of all individuals together: 1 GiB */
    HOT_FACTOR = 4,            /* temperature of every second child, as a multiple of the others' */
    FIRST_SLACK = 16,          /* slack of individuals without a parent: 1/16 of the limit */
    LATER_SLACK = 50,          /* slack of children: 1/50 of the limit */
    FALLING_EVERY = 4,         /* every 4th individual without a parent has no slack, so its price falls to 0 */
    MOVES_NODES_LEAST = 64,    /* individuals of instances with fewer nodes get the moves of 64 nodes */
    BUDGET_LEAST = 16,         /* fewest moves of an individual in a launch */
    BUDGET_MOST = 1 << 24,     /* maximum number of moves of an individual in a launch */
    WALK_NODES_MOST = 1 << 22, /* maximum product of nodes and ants in a launch, unless the launch has one ant */
};

static uint32_t between(uint64_t low, uint64_t value, uint64_t high)
{
    return (uint32_t)(value < low ? low : value > high ? high : value);
}

uint32_t orient_size_most(const struct orient_choices *choices, uint32_t n)
{
    return choices->size > 0 ? choices->size : between(FIRST_LEAST, WORDS_MOST / ORIENT_WORDS(n), SIZE_MOST);
}

/* The number of individuals in the next generation. */
static uint32_t next_size(const struct orient_engine *self)
{
    const uint64_t idle = self->state.stalled, now = self->state.count;
    if (self->choices.size > 0) {
        return self->choices.size;
    }
    if (now == 0) {
        const uint32_t first = between(FIRST_SIZE, self->n / FIRST_DIVISOR, FIRST_NODES_MOST / self->n);
        return first > FIRST_LEAST ? first : FIRST_LEAST;
    }
    return between(1, idle >= IDLE_LEAST && (idle & (idle - 1)) == 0 ? 2 * now : now, self->most);
}

struct orient_search orient_search_for(const struct orient_engine *self, const struct orient_tours *population,
                                       uint32_t i, unsigned thread)
{
    struct orient_search s =
        orient_search_of(&self->space, &self->scratch[thread].board, population->words + i * ORIENT_WORDS(self->n));
    s.own = population->individuals[i];
    return s;
}

static bool is_better(const struct orient_individual *a, const struct orient_individual *b)
{
    return a->score > b->score || (a->score == b->score && a->length < b->length);
}

/* The number of individuals that have children. Before the first generation: 1 if the start has more than the required
 * nodes, otherwise 0. */
static uint32_t count_parents(const struct orient_engine *self)
{
    const struct orient_rules *rules = &self->space.rules;
    const bool starts = self->state.generation == 0 && self->best[0] > (rules->first == rules->last ? 1u : 2u);
    return starts ? 1 : self->state.count;
}

static void take_start(struct orient_engine *self)
{
    struct orient_search s = orient_search_for(self, &self->parents, 0, 0);
    orient_tour_read(&s, self->best + 1, self->best[0]);
    self->parents.individuals[0] = s.own;
    self->state.best_length = s.own.length;
}

/* Sets price and slack of the first move. The slack of a path leaves the length that its ends need. A falling price
 * keeps corners that are worth their length only as a whole. */
static void set_price(struct orient_search *s, bool later, uint32_t number)
{
    const struct orient_rules *rules = &s->rules;
    const int64_t least = rules->first != rules->last ? orient_length(s, rules->first, rules->last) : 0;
    const bool falls = !later && number % FALLING_EVERY == 0;
    s->own.slack = falls ? 0 : (rules->limit - least) / (later ? LATER_SLACK : FIRST_SLACK);
    s->own.price = rules->limit > 0 ? (s->own.score << ORIENT_ENERGY_BITS) / rules->limit : 0;
    s->own.price /= falls ? 2 : 1;
}

static void begin_individual(void *context, size_t item, unsigned thread)
{
    struct orient_engine *self = context;
    const struct orient_algorithm *algorithm = self->choices.algorithm;
    const uint32_t number = (uint32_t)item, parents = count_parents(self), generation = self->state.generation + 1;
    const bool starts = generation == 1 && number < parents;
    const bool crosses = algorithm->crosses && number < parents && parents > 1, later = crosses || starts;
    const uint64_t seed = self->base.request.seed;
    struct draw_sequence random = draw_sequence_of(seed, crosses ? DRAW_REGION : DRAW_START_TOUR, number, generation);
    struct orient_search s = orient_search_for(self, &self->children, number, thread);
    const struct orient_scratch *scratch = &self->scratch[thread];
    const bool walked = number < self->walked;
    s.own = walked ? s.own : (struct orient_individual){.number = number};
    if (search_engine_is_cut(&self->base)) {
        orient_tour_clear(&s);
        self->children.individuals[number] = s.own;
        return;
    }
    if (later) {
        const struct orient_search own = orient_search_for(self, &self->parents, number, thread);
        memcpy(s.next, own.next, ORIENT_WORDS(self->n) * sizeof *s.next);
        s.own = own.own;
    }
    if (crosses) {
        const uint32_t draw = draw_sequence_below(&random, parents - 1), other = draw + (draw >= number);
        orient_tour_cross(&s, self->parents.words + other * ORIENT_WORDS(self->n), &random, scratch);
        orient_tour_shorten(&s, scratch);
    } else if (!starts && algorithm->crosses) {
        orient_tour_start(&s, &random, scratch);
    } else if (!starts && !walked) {
        orient_ants_walk(self, &s, &random);
    }
    s.own.number = number;
    s.own.generation = generation;
    s.own.moves = 0;
    const float mean = (float)self->space.total / (float)self->n;
    const float factor = (number + generation) % 2 > 0 ? (float)HOT_FACTOR : 1.0f;
    const float temperature = later ? factor * algorithm->later_temperature : algorithm->new_temperatures[number % 2];
    s.own.temperature = temperature * mean * (float)(1 << ORIENT_ENERGY_BITS);
    s.own.move_end = (uint64_t)(later ? algorithm->later_moves : algorithm->first_moves)
                     * (self->n > MOVES_NODES_LEAST ? self->n : MOVES_NODES_LEAST);
    set_price(&s, later, number);
    self->children.individuals[number] = s.own;
}

/* Builds the tours of a generation's ants on the device, until the run ends. */
static enum swarm_status walk(struct orient_engine *self, uint32_t count)
{
    const uint32_t some = between(1, WALK_NODES_MOST / self->n, count);
    struct orient_walkers ants = {.generation = self->state.generation + 1, .trails = self->trails};
    for (; ants.first < count && !search_engine_is_cut(&self->base); ants.first = self->walked = ants.end) {
        ants.end = some < count - ants.first ? ants.first + some : count;
        TRY(orient_device_walk(&self->kernel, &ants, &self->children));
    }
    return SWARM_OK;
}

static void search_individual(void *context, size_t item, unsigned thread)
{
    struct orient_engine *self = context;
    struct orient_search s = orient_search_for(self, &self->children, (uint32_t)item, thread);
    orient_run(&s, &self->children.individuals[item], self->base.request.seed, self->budget);
}

/* Returns the moves that all individuals have made; *done: they are complete. */
static uint64_t count_moves(const struct orient_engine *self, uint32_t count, bool *done)
{
    uint64_t moves = 0;
    *done = true;
    for (uint32_t i = 0; i < count; ++i) {
        moves += self->children.individuals[i].moves;
        *done = *done && self->children.individuals[i].moves >= self->children.individuals[i].move_end;
    }
    return moves;
}

/* Adapts the moves per launch to the intended time: `moves` moves of all individuals took `seconds`. */
static void adapt_budget(struct orient_engine *self, uint32_t count, uint64_t moves, double seconds)
{
    const double fitting = self->base.request.launch_seconds * (double)moves / (seconds * count);
    const uint32_t most = 2 * self->budget < BUDGET_MOST ? 2 * self->budget : BUDGET_MOST;
    self->budget = fitting < (double)most ? (fitting > BUDGET_LEAST ? (uint32_t)fitting : BUDGET_LEAST) : most;
}

/* Runs all moves of all individuals. A device keeps the individuals from the first launch to the last. */
static enum swarm_status search(struct orient_engine *self, uint32_t count, bool *interrupted)
{
    const bool on_host = !self->base.device;
    bool done = false;
    TRY(on_host ? SWARM_OK : orient_device_send(&self->kernel, &self->children, count));
    for (uint64_t moves = 0; !done && !*interrupted;) {
        const double begin = base_seconds(self->base.env);
        if (on_host) {
            base_team_run(self->team, count, search_individual, self);
        } else {
            TRY(orient_device_search(&self->kernel, &self->children, count, self->budget));
        }
        const uint64_t made = count_moves(self, count, &done);
        adapt_budget(self, count, made - moves, base_seconds(self->base.env) - begin);
        moves = made;
        *interrupted = search_engine_is_cut(&self->base);
    }
    return on_host ? SWARM_OK : orient_device_fetch(&self->kernel, &self->children, count);
}

/* Shortens a child unless the run has ended, and checks it. */
static void finish_individual(void *context, size_t item, unsigned thread)
{
    struct orient_engine *self = context;
    struct orient_search s = orient_search_for(self, &self->children, (uint32_t)item, thread);
    orient_tour_shorten(&s, &self->scratch[thread]);
    self->children.individuals[item] = s.own;
    if (!orient_tour_is_sound(&s)) {
        atomic_store(&self->is_wrong, true);
    }
}

static void keep_best(struct orient_engine *self, const struct orient_individual *individual, const uint32_t *words)
{
    const struct orient_individual best = {.score = self->state.best_score, .length = self->state.best_length};
    if (is_better(individual, &best)) {
        self->state.best_score = individual->score;
        self->state.best_length = individual->length;
        self->best[0] = orient_tour_list(words, self->n, self->space.rules.first, self->best + 1);
    }
}

/* Updates the best tour. After a complete generation replaces parents by better children, and keeps all
 * new individuals. */
static void choose(struct orient_engine *self, uint32_t count, bool complete)
{
    const uint64_t words = ORIENT_WORDS(self->n);
    const uint32_t parents = count_parents(self);
    self->generation_score = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const struct orient_individual *child = &self->children.individuals[i];
        const bool is_new = i >= parents || !self->choices.algorithm->crosses;
        keep_best(self, child, self->children.words + i * words);
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
    self->walked = 0;
    TRY(self->kernel.walks ? walk(self, count) : SWARM_OK);
    base_team_run(self->team, count, begin_individual, self);
    *interrupted = search_engine_is_cut(&self->base);
    TRY(*interrupted ? SWARM_OK : search(self, count, interrupted));
    base_team_run(self->team, count, finish_individual, self);
    if (atomic_load(&self->is_wrong)) {
        return base_fail(self->base.env, SWARM_ERROR_VERIFICATION,
                         "an individual of generation %u does not have the score and length reported for it",
                         (unsigned)self->state.generation + 1);
    }
    *interrupted = *interrupted || search_engine_is_cut(&self->base);
    choose(self, count, !*interrupted);
    if (!*interrupted) {
        self->state.count = count;
        ++self->state.generation;
        if (self->trails) {
            orient_ants_learn(self);
        }
    }
    return SWARM_OK;
}
