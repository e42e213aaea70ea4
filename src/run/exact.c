/* exact.c - the engine of instances that are small enough to be solved exactly on the host. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "bound.h"

struct exact {
    struct run_engine base;
    struct run *run;
    void *answer; /* [run->answer_size] owned */
    struct run_improvement best;
    struct run_summary summary;
    bool is_new; /* collect() has not returned the summary yet */
};

static struct exact *self_of(struct run_engine *engine)
{
    return (struct exact *)engine;
}

static enum swarm_status plan(struct run_engine *engine)
{
    engine->plan[engine->plan_count++] = (struct swarm_plan_entry){"host", self_of(engine)->run->answer_size};
    return SWARM_OK;
}

static enum swarm_status do_nothing(struct run_engine *engine)
{
    (void)engine;
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
    const struct run *run = self->run;
    *last = iteration;
    *interrupted = false;
    TRY(run->solve(run, self->answer, &self->best.score));
    self->best.iteration = iteration;
    if (run->bound) {
        run_bound_raise(run->bound, self->best.score, INT64_MIN);
    }
    self->summary = (struct run_summary){
        .iterations = iteration,
        .built = self->best.score,
        .count = 1,
        .improvements = &self->best,
        .state = self->best.score <= engine->request.target ? RUN_REACHED_TARGET : RUN_PROVEN,
    };
    self->is_new = true;
    return SWARM_OK;
}

static enum swarm_status collect(struct run_engine *engine, bool all, bool *got, struct run_summary *summary)
{
    struct exact *self = self_of(engine);
    (void)all;
    *got = self->is_new;
    *summary = self->summary;
    self->is_new = false;
    return SWARM_OK;
}

static enum swarm_status answer(struct run_engine *engine, void *answer, struct run_improvement *best)
{
    const struct exact *self = self_of(engine);
    (void)best;
    memcpy(answer, self->answer, self->run->answer_size);
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

static void destroy(struct run_engine **engine)
{
    struct exact *self = self_of(*engine);
    free(self->answer);
    free(self);
    *engine = NULL;
}

static const struct run_engine_type type = {
    .plan = plan,
    .open = do_nothing,
    .build = do_nothing,
    .prepare = prepare,
    .step = step,
    .collect = collect,
    .answer = answer,
    .list = list,
    .save = save,
    .destroy = destroy,
};

enum swarm_status run_exact_create(struct run *run, struct run_engine **engine)
{
    struct exact *self = base_array(1, sizeof *self);
    if (!self) {
        return base_fail_memory(run->env);
    }
    self->base = (struct run_engine){.type = &type, .env = run->env, .request = run->request, .holds = true};
    self->run = run;
    self->answer = base_array(run->answer_size, 1);
    *engine = &self->base;
    return self->answer ? SWARM_OK : base_fail_memory(run->env); /* the caller destroys the engine */
}
