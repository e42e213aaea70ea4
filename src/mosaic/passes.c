/* passes.c - performs a crossover pass: host threads cross pairs of individuals. */
#include <string.h>

#include "crossing.h"
#include "engine.h"
#include "cl/shared/draw_sequence.h"

enum { SHARED_MOST = 64 }; /* pairs per pass up to which threads share a pair; more pairs keep all threads busy */

static void keep_individual(void *context, size_t item, unsigned thread)
{
    struct mosaic_population *population = ((struct mosaic_engine *)context)->population;
    const size_t words = 2 * (size_t)population->n;
    (void)thread;
    if (population->changed[item]) {
        memcpy(population->kept + item * words, population->words + item * population->stride,
               words * sizeof *population->kept);
        population->changed[item] = false;
    }
    population->kept_length[item] = population->individuals[item].length;
}

struct pair {
    uint32_t taker;          /* number of the individual that takes parts of another one's tour */
    struct mosaic_tour a, b; /* the taker's tour; the next individual's tour in the cyclic order, before the pass */
    uint32_t *dropped;
};

static struct pair pair_of(const struct mosaic_population *population, size_t item)
{
    const uint32_t n = population->n, taker = population->order[item];
    const uint32_t other = population->order[item + 1 < population->count ? item + 1 : 0];
    uint32_t *kept = population->kept + other * 2 * (size_t)n;
    return (struct pair){
        .taker = taker,
        .a = mosaic_population_tour(population, taker),
        .b = {kept, kept + n, population->kept_length[other]},
        .dropped = population->dropped + taker * (size_t)mosaic_crossover_dropped(n),
    };
}

static void settle_pair(struct mosaic_population *population, const struct pair *pair, struct mosaic_crossed crossed)
{
    population->individuals[pair->taker].length = pair->a.length;
    population->changed[pair->taker] = crossed.gain > 0;
    population->wrong[pair->taker] = crossed.wrong;
}

static void cross_pair(void *context, size_t item, unsigned thread)
{
    struct mosaic_engine *self = context;
    struct mosaic_population *population = self->population;
    const bool few = population->count <= base_team_size(self->team); /* pairs then touch fewer crossovers */
    struct pair pair = pair_of(population, item);
    settle_pair(population, &pair,
                mosaic_cross(self->crossovers[few ? item : thread], &pair.a, &pair.b,
                             draw_stream_of(self->seed, pair.taker, self->state.passes),
                             mosaic_population_dirty(population, pair.taker), pair.dropped));
}

/* Threads that share the crossover of pairs of individuals, if there are at least two threads for each pair. */
struct sharing {
    struct mosaic_engine *engine;
    struct pair *pairs;
    unsigned helpers; /* number of threads that share the crossover of one pair */
};

static void list_share(void *context, size_t item, unsigned thread)
{
    const struct sharing *sharing = context;
    const uint32_t shares = mosaic_cross_shares(sharing->engine->population->n);
    (void)thread;
    mosaic_cross_list(sharing->engine->crossovers[item / shares * sharing->helpers], (uint32_t)(item % shares));
}

static void trace_pair(void *context, size_t item, unsigned thread)
{
    const struct sharing *sharing = context;
    const struct mosaic_engine *self = sharing->engine;
    (void)thread;
    mosaic_cross_trace(self->crossovers[item * sharing->helpers],
                       draw_stream_of(self->seed, sharing->pairs[item].taker, self->state.passes));
}

static void move_share(void *context, size_t item, unsigned thread)
{
    const struct sharing *sharing = context;
    struct mosaic_crossover **crossovers = sharing->engine->crossovers;
    (void)thread;
    mosaic_cross_move(crossovers[item / sharing->helpers * sharing->helpers], crossovers[item]);
}

static void end_pair(void *context, size_t item, unsigned thread)
{
    const struct sharing *sharing = context;
    struct mosaic_engine *self = sharing->engine;
    struct pair *pair = &sharing->pairs[item];
    (void)thread;
    settle_pair(self->population, pair,
                mosaic_cross_end(self->crossovers + item * sharing->helpers, sharing->helpers, &pair->a,
                                 mosaic_population_dirty(self->population, pair->taker)));
}

static void cross_shared(struct mosaic_engine *self, unsigned helpers)
{
    struct pair pairs[SHARED_MOST];
    struct sharing sharing = {self, pairs, helpers};
    const uint32_t count = self->population->count;
    for (uint32_t i = 0; i < count; ++i) {
        pairs[i] = pair_of(self->population, i);
        mosaic_cross_begin(self->crossovers[i * helpers], &pairs[i].a, &pairs[i].b, pairs[i].dropped);
    }
    base_team_run(self->team, (size_t)count * mosaic_cross_shares(self->population->n), list_share, &sharing);
    base_team_run(self->team, count, trace_pair, &sharing);
    base_team_run(self->team, (size_t)count * helpers, move_share, &sharing);
    base_team_run(self->team, count, end_pair, &sharing);
}

/* A pass of edge assembly. */
struct assembling {
    struct mosaic_engine *engine;
    struct mosaic_edges *edges;
    bool blocks;
};

static void assemble_pair(void *context, size_t item, unsigned thread)
{
    const struct assembling *assembling = context;
    struct mosaic_engine *self = assembling->engine;
    struct mosaic_population *population = self->population;
    struct pair pair = pair_of(population, item);
    const struct mosaic_assembly assembly = {assembling->blocks, assembling->edges, pair.dropped};
    const uint32_t words = ARRAY_QUEUED_WORDS(population->n);
    uint32_t *dirty = mosaic_population_dirty(population, pair.taker);
    uint32_t *touched = assembling->edges->touched + pair.taker * (size_t)words;
    memset(touched, 0, words * sizeof *touched);
    settle_pair(population, &pair,
                mosaic_assemble(self->crossovers[thread], &pair.a, &pair.b,
                                draw_stream_of(self->seed, pair.taker, self->state.passes), touched, &assembly));
    for (uint32_t word = 0; word < words; ++word) {
        dirty[word] |= touched[word];
    }
}

static int64_t length_of_all(const struct mosaic_population *population)
{
    int64_t length = 0;
    for (uint32_t i = 0; i < population->count; ++i) {
        length += population->individuals[i].length;
    }
    return length;
}

static void cross_all_cycles(struct mosaic_engine *self)
{
    const struct mosaic_population *population = self->population;
    const unsigned helpers = base_team_size(self->team) / population->count;
    if (helpers > 1 && population->count <= SHARED_MOST && mosaic_cross_shares(population->n) > 1) {
        cross_shared(self, helpers);
    } else {
        base_team_run(self->team, population->count, cross_pair, self);
    }
}

int64_t mosaic_generation_pass(struct mosaic_engine *self, enum mosaic_passes kind, struct mosaic_edges *edges)
{
    struct mosaic_population *population = self->population;
    struct draw_sequence random = draw_sequence_of(self->seed, DRAW_CIRCLE, 0, self->state.passes);
    const int64_t before = length_of_all(population);
    for (uint32_t i = 0; i < population->count; ++i) {
        population->order[i] = i;
    }
    draw_sequence_shuffle(&random, population->order, population->count);
    base_team_run(self->team, population->count, keep_individual, self);
    if (kind == MOSAIC_ALL_CYCLES) {
        cross_all_cycles(self);
    } else {
        struct assembling assembling = {self, edges, kind == MOSAIC_BLOCKS};
        base_team_run(self->team, population->count, assemble_pair, &assembling);
        mosaic_edges_update(edges, population, self->team);
    }
    ++self->state.passes;
    return before - length_of_all(population);
}
