/* exact.c - the engine for instances that are small enough to be solved exactly on the host. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "search.h"

struct exact {
    struct search_engine base;
    const struct search *search;
    void *solution; /* [search->solution_size] owned optimal solution */
};

SEARCH_ENGINE_SELF(exact)

static enum swarm_status plan(struct search_engine *engine)
{
    search_engine_add_plan(engine, "host", self_of(engine)->search->solution_size);
    return SWARM_OK;
}

static enum swarm_status prepare(struct search_engine *engine, const void *start, int64_t score)
{
    (void)start;
    (void)score;
    engine->start_score = INT64_MAX;
    return SWARM_OK;
}

static enum swarm_status step(struct search_engine *engine, uint64_t iteration, uint64_t *last, bool *interrupted)
{
    struct exact *self = self_of(engine);
    const struct search *search = self->search;
    uint64_t stalled = 0;
    int64_t score = 0;
    *last = iteration;
    *interrupted = false;
    TRY(search->solve(search, self->solution, &score));
    search_engine_report(engine, &(struct search_iteration){iteration, INT64_MAX, score, score}, &stalled);
    if (score > engine->request.target) {
        engine->summary.end = SWARM_STOP_PROVEN;
    }
    return SWARM_OK;
}

static enum swarm_status solution(struct search_engine *engine, void *solution, struct search_improvement *best)
{
    const struct exact *self = self_of(engine);
    (void)best;
    memcpy(solution, self->solution, self->search->solution_size);
    return SWARM_OK;
}

/* The state has no sections, because a resumed run solves the instance again. */
static void list(const struct search_engine *engine, struct search_sections *state)
{
    (void)engine;
    (void)state;
}

static enum swarm_status save(struct search_engine *engine, struct search_sections *state)
{
    (void)engine;
    (void)state;
    return SWARM_OK;
}

static void release(struct search_engine *engine)
{
    free(self_of(engine)->solution);
}

static const struct search_engine_type type = {
    .size = sizeof(struct exact),
    .plan = plan,
    .open = search_engine_do_nothing,
    .build = search_engine_do_nothing,
    .prepare = prepare,
    .step = step,
    .collect = search_engine_collect,
    .solution = solution,
    .list = list,
    .save = save,
    .release = release,
};

enum swarm_status search_exact_create(const struct search *search, struct search_engine **engine)
{
    TRY(search_engine_create(search->env, &type, &search->request, (struct search_devices){.list = NULL}, engine));
    struct exact *self = self_of(*engine);
    self->base.keeps_state = true;
    self->search = search;
    self->solution = base_array(search->solution_size, 1);
    return self->solution ? SWARM_OK : base_fail_memory(search->env); /* on failure the caller destroys the engine */
}
