/* prefetch.c - starts and improves the next population by ants on pieces while host threads cross the current one. */
#include <stdlib.h>

#include "engine.h"

struct mosaic_prefetch {
    struct mosaic_engine *engine;
    struct base_env env;    /* env of the prefetcher's thread */
    struct base_team *pair; /* team of two threads: the caller's and the prefetcher's */
    struct base_team *team; /* threads that work for the prefetcher */
    struct mosaic_launches *launches;
    struct mosaic_population *population; /* population that the prefetcher improves; count 0: nothing to prefetch */
    atomic_bool stops;                    /* True if the prefetcher should stop as soon as it can */
    bool whole;                           /* True if the first improvement of `population` is complete */
    enum swarm_status status;             /* first failure of the prefetcher's thread; SWARM_OK: none */
};

/* Sets the env that the sessions of all devices report to, the env of the thread that uses them. */
static void set_env(struct mosaic_engine *self, struct base_env *env)
{
    for (size_t device = 0; device < self->device_count; ++device) {
        for (size_t queue = 0; queue < MOSAIC_QUEUES; ++queue) {
            self->devices[device].sessions[queue].env = env;
        }
    }
}

/* A quarter of the threads, because the prefetcher mostly waits for devices, while crossover keeps its threads busy. */
unsigned mosaic_prefetch_threads(unsigned threads)
{
    return threads < 8 ? 1 : threads / 4;
}

enum swarm_status mosaic_prefetch_create(struct mosaic_engine *self)
{
    struct mosaic_prefetch *prefetch;
    TRY(BASE_MAKE(self->base.env, self->prefetch, 1));
    prefetch = self->prefetch;
    base_env_fork(&prefetch->env, self->base.env);
    prefetch->engine = self;
    prefetch->population = &self->populations[1];
    TRY(base_team_create(self->base.env, 2, &prefetch->pair));
    TRY(base_team_create(self->base.env, mosaic_prefetch_threads(base_team_size(self->team)), &prefetch->team));
    return mosaic_launches_create(self, &prefetch->launches);
}

void mosaic_prefetch_destroy(struct mosaic_prefetch **prefetch)
{
    if (*prefetch) {
        base_team_destroy(&(*prefetch)->pair);
        base_team_destroy(&(*prefetch)->team);
        mosaic_launches_destroy(&(*prefetch)->launches);
        base_env_deinit(&(*prefetch)->env);
        free(*prefetch);
    }
    *prefetch = NULL;
}

uint32_t mosaic_prefetch_size(const struct mosaic_prefetch *prefetch)
{
    return prefetch ? prefetch->population->count : 0;
}

static void advance(void *context, size_t item, unsigned thread)
{
    struct mosaic_prefetch *prefetch = context;
    struct mosaic_engine *self = prefetch->engine;
    struct mosaic_population *population = prefetch->population;
    const struct mosaic_workers workers = {&prefetch->env, prefetch->team,
                                           self->crossovers + base_team_size(self->team)};
    const uint64_t limit = mosaic_generation_cut(self, population->number, 0, MOSAIC_CUT_NODES);
    const double began = base_seconds(&prefetch->env);
    (void)item;
    (void)thread;
    while (population->started < population->count && !atomic_load(&prefetch->stops)) {
        mosaic_generation_start(self, population, prefetch->team, base_team_size(prefetch->team));
    }
    if (population->started == population->count && !population->begun) {
        mosaic_generation_begin(self, population, prefetch->launches, 0);
    }
    while (population->begun && prefetch->status == SWARM_OK && !prefetch->whole && population->steps < limit
           && !atomic_load(&prefetch->stops)) {
        prefetch->status = mosaic_launches_step(prefetch->launches, &workers, &prefetch->whole);
    }
    population->seconds += base_seconds(&prefetch->env) - began;
}

enum swarm_status mosaic_prefetch_start(struct mosaic_prefetch *prefetch, uint32_t size)
{
    if (prefetch && prefetch->population->count == 0 && size > 0) {
        const uint32_t number = prefetch->engine->state.number + 1;
        prefetch->whole = false;
        TRY(mosaic_generation_reserve(prefetch->engine, prefetch->population, number, size));
    }
    if (mosaic_prefetch_size(prefetch) > 0) {
        atomic_store(&prefetch->stops, false);
        set_env(prefetch->engine, &prefetch->env);
        base_team_begin(prefetch->pair, 1, advance, prefetch);
    }
    return SWARM_OK;
}

enum swarm_status mosaic_prefetch_stop(struct mosaic_prefetch *prefetch)
{
    if (mosaic_prefetch_size(prefetch) == 0) {
        return SWARM_OK;
    }
    struct base_env *env = prefetch->engine->base.env;
    atomic_store(&prefetch->stops, true);
    base_team_end(prefetch->pair);
    set_env(prefetch->engine, env);
    return prefetch->status == SWARM_OK ? SWARM_OK : base_fail(env, prefetch->status, "%s", prefetch->env.error);
}

void mosaic_prefetch_take(struct mosaic_prefetch *prefetch)
{
    struct mosaic_engine *self = prefetch->engine;
    struct mosaic_population *population = self->population;
    struct mosaic_launches *launches = self->launches;
    self->population = prefetch->population;
    self->launches = prefetch->launches;
    prefetch->population = population;
    prefetch->launches = launches;
    population->count = 0;
}
