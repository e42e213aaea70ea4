/* ahead.c - the next population, which the device improves while the host crosses this one. */
#include <stdlib.h>

#include "engine.h"

struct mosaic_ahead {
    struct mosaic_engine *engine;
    struct base_env env;      /* of its thread */
    struct base_team *beside; /* two threads: the caller, and the one that goes ahead, ... */
    struct base_team *team;   /* ... who leads these */
    struct mosaic_launches *launches;
    struct mosaic_population *population; /* count 0: there is none */
    atomic_bool rests;                    /* it is to stop soon */
    bool whole;                           /* its first improvement is over */
    enum swarm_status status;             /* of `env` */
};

static void work_for(struct mosaic_engine *self, struct base_env *env)
{
    for (size_t site = 0; site < self->site_count; ++site) {
        for (size_t queue = 0; queue < MOSAIC_QUEUES; ++queue) {
            self->sites[site].sessions[queue].env = env;
        }
    }
}

/* Launches wait for the device most of the time, and crossover for nothing. */
unsigned mosaic_ahead_threads(unsigned threads)
{
    return threads < 8 ? 1 : threads / 4;
}

enum swarm_status mosaic_ahead_create(struct mosaic_engine *self)
{
    struct mosaic_ahead *ahead = self->ahead = base_array(1, sizeof *ahead);
    TRY(ahead ? SWARM_OK : base_fail_memory(self->base.env));
    base_env_fork(&ahead->env, self->base.env);
    ahead->engine = self;
    ahead->population = &self->populations[1];
    atomic_init(&ahead->rests, true);
    TRY(base_team_create(self->base.env, 2, &ahead->beside));
    TRY(base_team_create(self->base.env, mosaic_ahead_threads(base_team_size(self->team)), &ahead->team));
    return mosaic_launches_create(self, &ahead->launches);
}

void mosaic_ahead_destroy(struct mosaic_ahead **ahead)
{
    if (!*ahead) {
        return;
    }
    base_team_destroy(&(*ahead)->beside);
    base_team_destroy(&(*ahead)->team);
    mosaic_launches_destroy(&(*ahead)->launches);
    base_env_deinit(&(*ahead)->env);
    free(*ahead);
    *ahead = NULL;
}

uint32_t mosaic_ahead_size(const struct mosaic_ahead *ahead)
{
    return ahead ? ahead->population->count : 0;
}

enum swarm_status mosaic_ahead_begin(struct mosaic_ahead *ahead, uint32_t size)
{
    struct mosaic_engine *self = ahead->engine;
    ahead->whole = false;
    return mosaic_generation_reserve(self, ahead->population, self->state.number + 1, size);
}

static void advance(void *context, size_t item, unsigned thread)
{
    struct mosaic_ahead *ahead = context;
    struct mosaic_engine *self = ahead->engine;
    struct mosaic_population *population = ahead->population;
    const struct mosaic_hands hands = {&ahead->env, ahead->team, self->crossovers + base_team_size(self->team)};
    const uint64_t limit = mosaic_generation_cut(self, population->number, 0, MOSAIC_CUT_NODES);
    const double began = base_seconds(&ahead->env);
    (void)item;
    (void)thread;
    while (population->started < population->count && !atomic_load(&ahead->rests)) {
        mosaic_generation_start(self, population, ahead->team, base_team_size(ahead->team));
    }
    if (population->started == population->count && !population->begun) {
        mosaic_generation_begin(self, population, ahead->launches, 0);
    }
    while (population->begun && ahead->status == SWARM_OK && !ahead->whole
           && mosaic_launches_steps(ahead->launches) < limit && !atomic_load(&ahead->rests)) {
        ahead->status = mosaic_launches_step(ahead->launches, &hands, &ahead->whole);
    }
    population->seconds += base_seconds(&ahead->env) - began;
}

void mosaic_ahead_go(struct mosaic_ahead *ahead)
{
    if (mosaic_ahead_size(ahead) == 0) {
        return;
    }
    atomic_store(&ahead->rests, false);
    work_for(ahead->engine, &ahead->env);
    base_team_begin(ahead->beside, 1, advance, ahead);
}

enum swarm_status mosaic_ahead_rest(struct mosaic_ahead *ahead)
{
    if (mosaic_ahead_size(ahead) == 0) {
        return SWARM_OK;
    }
    atomic_store(&ahead->rests, true);
    base_team_end(ahead->beside);
    work_for(ahead->engine, ahead->engine->base.env);
    return ahead->status == SWARM_OK ? SWARM_OK
                                     : base_fail(ahead->engine->base.env, ahead->status, "%s", ahead->env.error);
}

void mosaic_ahead_take(struct mosaic_ahead *ahead)
{
    struct mosaic_engine *self = ahead->engine;
    struct mosaic_population *population = self->population;
    struct mosaic_launches *launches = self->launches;
    self->population = ahead->population;
    self->launches = ahead->launches;
    ahead->population = population;
    ahead->launches = launches;
    population->count = 0;
}
