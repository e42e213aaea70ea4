/* exact.c - the engine of instances that are small enough to be solved exactly on the host. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "search.h"

struct exact {
    struct run_engine base;
    const struct search *search;
    void *answer; /* [search->answer_size] owned */
};

RUN_ENGINE_SELF(exact)

static enum swarm_status plan(struct run_engine *engine)
{
    run_engine_add_plan(engine, "host", self_of(engine)->search->answer_size);
    return SWARM_OK;
}

static enum swarm_status prepare(struct run_engine *engine, const void *start, int64_t score)
{
    (void)start;
    (void)score;
    engine->start_score = INT64_MAX;
    return SWARM_OK;
}

static enum swarm_status step(struct run_engine *engine, uint64_t iteration, uint64_t *last, bool *interrupted)
{
    struct exact *self = self_of(engine);
    const struct search *search = self->search;
    uint64_t stalled = 0;
    int64_t score = 0;
    *last = iteration;
    *interrupted = false;
    TRY(search->solve(search, self->answer, &score));
    run_engine_report(engine, &(struct run_iteration){iteration, INT64_MAX, score, score}, &stalled);
    if (score > engine->request.target) {
        engine->summary.state = RUN_PROVEN;
    }
    return SWARM_OK;
}

static enum swarm_status answer(struct run_engine *engine, void *answer, struct run_improvement *best)
{
    const struct exact *self = self_of(engine);
    (void)best;
    memcpy(answer, self->answer, self->search->answer_size);
    return SWARM_OK;
}

/* A state has no sections, and a resumed run loads none: it is solved anew. */
static void list(const struct run_engine *engine, struct run_sections *state)
{
    (void)engine;
    (void)state;
}

static enum swarm_status save(struct run_engine *engine, struct run_sections *state)
{
    (void)engine;
    (void)state;
    return SWARM_OK;
}

static void release(struct run_engine *engine)
{
    free(self_of(engine)->answer);
}

static const struct run_engine_type type = {
    .size = sizeof(struct exact),
    .plan = plan,
    .open = run_engine_do_nothing,
    .build = run_engine_do_nothing,
    .prepare = prepare,
    .step = step,
    .collect = run_engine_collect,
    .answer = answer,
    .list = list,
    .save = save,
    .release = release,
};

enum swarm_status search_exact_create(const struct search *search, struct run_engine **engine)
{
    TRY(run_engine_create(search->env, &type, &search->request, (struct run_devices){.list = NULL}, engine));
    struct exact *self = self_of(*engine);
    self->base.holds = true;
    self->search = search;
    self->answer = base_array(search->answer_size, 1);
    return self->answer ? SWARM_OK : base_fail_memory(search->env); /* the caller destroys the engine */
}
