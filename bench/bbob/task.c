#include "task.h"

#include <math.h>

struct bbob_task bbob_task_make(const struct bbob_instance *instance, uint64_t seed, uint64_t budget)
{
    return (struct bbob_task){.instance = instance, .seed = seed, .budget = budget, .best = HUGE_VAL};
}

bool bbob_task_is_done(const struct bbob_task *task)
{
    return task->evaluations >= task->budget || task->reached == BBOB_TARGETS;
}

void bbob_task_note(struct bbob_task *task, double value, uint64_t evaluations)
{
    const double above = value - task->instance->f_opt;
    task->best = above < task->best ? above : task->best;
    while (task->reached < BBOB_TARGETS && above <= bbob_target(task->reached)) {
        task->hits[task->reached++] = evaluations;
    }
}

double bbob_task_value(struct bbob_task *task, const double *x)
{
    if (bbob_task_is_done(task)) {
        return HUGE_VAL;
    }
    const double value = bbob_instance_value(task->instance, x);
    ++task->evaluations;
    if (value - task->instance->f_opt < task->best) {
        bbob_task_note(task, value, task->evaluations);
    }
    return value;
}

static uint64_t draw(struct bbob_random *random)
{
    uint64_t z = (random->state += 0x9e3779b97f4a7c15u);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

double bbob_uniform(struct bbob_random *random)
{
    return ((double)(draw(random) >> 12) + 0.5) * 0x1p-52;
}

int bbob_below(struct bbob_random *random, int limit)
{
    return (int)(bbob_uniform(random) * limit);
}

double bbob_normal(struct bbob_random *random)
{
    const double radius = sqrt(-2.0 * log(bbob_uniform(random)));
    return radius * cos(6.283185307179586 * bbob_uniform(random));
}

void bbob_place(struct bbob_random *random, int n, double *x)
{
    for (int i = 0; i < n; ++i) {
        x[i] = BBOB_BOX * (2.0 * bbob_uniform(random) - 1.0);
    }
}
