/* peers.c - algorithms of the field in plain C, as their papers define them. */
#include "task.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool refuse_options(char **options)
{
    if (options[0]) {
        fprintf(stderr, "bbob: %s: peers have no options\n", options[0]);
    }
    return options[0] == NULL;
}

static bool fail_memory(void)
{
    fprintf(stderr, "bbob: out of memory\n");
    return false;
}

bool bbob_solve_random(struct bbob_task *task, char **options)
{
    struct bbob_random random = {task->seed};
    double x[BBOB_DIMENSIONS_MOST];
    while (!bbob_task_is_done(task)) {
        bbob_place(&random, task->instance->dimensions, x);
        bbob_task_value(task, x);
    }
    return refuse_options(options);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Swarm                                                                                                              */

enum { PARTICLES = 40 };
#define INERTIA 0.7298
#define PULL    1.49618

struct particle {
    double x[BBOB_DIMENSIONS_MOST], v[BBOB_DIMENSIONS_MOST], memory[BBOB_DIMENSIONS_MOST], value;
};

/* Moves a particle; at a bound it stops. */
static void move_particle(struct bbob_random *random, int n, struct particle *p, const double *best)
{
    for (int j = 0; j < n; ++j) {
        p->v[j] = INERTIA * p->v[j] + PULL * bbob_uniform(random) * (p->memory[j] - p->x[j])
                  + PULL * bbob_uniform(random) * (best[j] - p->x[j]);
        p->x[j] += p->v[j];
        if (fabs(p->x[j]) > BBOB_BOX) {
            p->x[j] = copysign(BBOB_BOX, p->x[j]);
            p->v[j] = 0.0;
        }
    }
}

bool bbob_solve_plain_swarm(struct bbob_task *task, char **options)
{
    struct bbob_random random = {task->seed};
    struct particle swarm[PARTICLES] = {0};
    const int n = task->instance->dimensions;
    int best = 0;
    for (int p = 0; p < PARTICLES; ++p) {
        bbob_place(&random, n, swarm[p].x);
        memcpy(swarm[p].memory, swarm[p].x, sizeof swarm[p].x);
        swarm[p].value = bbob_task_value(task, swarm[p].x);
        best = swarm[p].value < swarm[best].value ? p : best;
    }
    while (!bbob_task_is_done(task)) {
        for (int p = 0; p < PARTICLES; ++p) {
            move_particle(&random, n, &swarm[p], swarm[best].memory);
        }
        for (int p = 0; p < PARTICLES; ++p) {
            const double value = bbob_task_value(task, swarm[p].x);
            if (value < swarm[p].value) {
                swarm[p].value = value;
                memcpy(swarm[p].memory, swarm[p].x, sizeof swarm[p].x);
                best = value < swarm[best].value ? p : best;
            }
        }
    }
    return refuse_options(options);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Differential evolution                                                                                             */

/* A number within the box: reflected at its bounds. */
static double reflect(double x)
{
    double y = fmod(x + BBOB_BOX, 4.0 * BBOB_BOX);
    y = y < 0.0 ? y + 4.0 * BBOB_BOX : y;
    return (y > 2.0 * BBOB_BOX ? 4.0 * BBOB_BOX - y : y) - BBOB_BOX;
}

/* Draws an index below `limit` that none of the first `count` of `taken` equals, and appends it. */
static void draw_other(struct bbob_random *random, int limit, int *taken, int count)
{
    bool fresh = false;
    while (!fresh) {
        taken[count] = bbob_below(random, limit);
        fresh = true;
        for (int k = 0; k < count; ++k) {
            fresh = fresh && taken[k] != taken[count];
        }
    }
}

/* F 0.5, CR 0.9, 10 individuals per dimension. */
bool bbob_solve_de(struct bbob_task *task, char **options)
{
    struct bbob_random random = {task->seed};
    const int n = task->instance->dimensions, count = 10 * n;
    double *x = calloc((size_t)(count * (n + 1)), sizeof *x), *values = x + count * n;
    for (int i = 0; x && i < count; ++i) {
        bbob_place(&random, n, x + i * n);
        values[i] = bbob_task_value(task, x + i * n);
    }
    for (int i = 0; x && !bbob_task_is_done(task); i = (i + 1) % count) {
        double trial[BBOB_DIMENSIONS_MOST];
        int taken[4] = {i};
        for (int k = 1; k < 4; ++k) {
            draw_other(&random, count, taken, k);
        }
        const double *a = x + taken[1] * n, *b = x + taken[2] * n, *c = x + taken[3] * n;
        const int always = bbob_below(&random, n);
        for (int j = 0; j < n; ++j) {
            const bool crosses = j == always || bbob_uniform(&random) < 0.9;
            trial[j] = crosses ? reflect(a[j] + 0.5 * (b[j] - c[j])) : x[i * n + j];
        }
        const double value = bbob_task_value(task, trial);
        if (value <= values[i]) {
            values[i] = value;
            memcpy(x + i * n, trial, (size_t)n * sizeof *x);
        }
    }
    const bool made = x != NULL;
    free(x);
    return made ? refuse_options(options) : fail_memory();
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* L-SHADE                                                                                                            */

enum { MEMORIES = 6, START_PER_DIMENSION = 18, LEAST_COUNT = 4 };
#define ARCHIVE_RATE 2.6
#define BEST_RATE    0.11
#define TERMINAL     -1.0 /* a memory of crossover rates that stays 0 */

struct individual {
    double x[BBOB_DIMENSIONS_MOST], value;
    double trial[BBOB_DIMENSIONS_MOST], trial_value;
    double scale, rate; /* F and CR of differential evolution for this trial */
};

struct lshade {
    struct bbob_random random;
    int n, count, archived, next_memory;
    struct individual *population;           /* [count], sorted by value when trials are made */
    double (*archive)[BBOB_DIMENSIONS_MOST]; /* [archived] */
    double scales[MEMORIES], rates[MEMORIES];
};

static int compare_individuals(const void *left, const void *right)
{
    const double a = ((const struct individual *)left)->value, b = ((const struct individual *)right)->value;
    return (a > b) - (a < b);
}

static void draw_parameters(struct lshade *self, struct individual *one)
{
    const int memory = bbob_below(&self->random, MEMORIES);
    const double rate = self->rates[memory] + 0.1 * bbob_normal(&self->random);
    one->rate = self->rates[memory] == TERMINAL ? 0.0 : fmin(fmax(rate, 0.0), 1.0);
    do {
        one->scale = self->scales[memory] + 0.1 * tan(3.141592653589793 * (bbob_uniform(&self->random) - 0.5));
    } while (one->scale <= 0.0);
    one->scale = fmin(one->scale, 1.0);
}

/* Makes the trial of individual i: current-to-pbest/1 with the archive; outside of the box half way to the bound. */
static void make_trial(struct lshade *self, int i)
{
    struct individual *one = &self->population[i];
    const int best_count = (int)fmax(2.0, BEST_RATE * self->count);
    const double *best = self->population[bbob_below(&self->random, best_count)].x;
    int taken[3] = {i};
    draw_parameters(self, one);
    draw_other(&self->random, self->count, taken, 1);
    draw_other(&self->random, self->count + self->archived, taken, 2);
    const double *a = self->population[taken[1]].x;
    const double *b = taken[2] < self->count ? self->population[taken[2]].x : self->archive[taken[2] - self->count];
    const int always = bbob_below(&self->random, self->n);
    for (int j = 0; j < self->n; ++j) {
        const double x = one->x[j];
        double y = x;
        if (j == always || bbob_uniform(&self->random) < one->rate) {
            y = x + one->scale * (best[j] - x) + one->scale * (a[j] - b[j]);
            y = y < -BBOB_BOX ? 0.5 * (x - BBOB_BOX) : y > BBOB_BOX ? 0.5 * (x + BBOB_BOX) : y;
        }
        one->trial[j] = y;
    }
}

/* Puts a replaced individual into the archive, whose limit is `most`. */
static void archive(struct lshade *self, const double *x, int most)
{
    const int place = self->archived < most ? self->archived++ : bbob_below(&self->random, most);
    memcpy(self->archive[place], x, sizeof *self->archive);
}

/* Replaces individuals by trials that are no worse, and updates the memories by trials that are better. */
static void select_trials(struct lshade *self)
{
    double weight = 0.0, scale = 0.0, scale_2 = 0.0, rate = 0.0, rate_2 = 0.0;
    for (int i = 0; i < self->count; ++i) {
        struct individual *one = &self->population[i];
        const double gain = one->value - one->trial_value;
        if (gain > 0.0) {
            weight += gain;
            scale += gain * one->scale;
            scale_2 += gain * one->scale * one->scale;
            rate += gain * one->rate;
            rate_2 += gain * one->rate * one->rate;
            archive(self, one->x, (int)(ARCHIVE_RATE * self->count));
        }
        if (gain >= 0.0) {
            memcpy(one->x, one->trial, sizeof one->x);
            one->value = one->trial_value;
        }
    }
    if (weight > 0.0) {
        const int k = self->next_memory;
        self->scales[k] = scale_2 / scale;
        self->rates[k] = self->rates[k] == TERMINAL || rate <= 0.0 ? TERMINAL : rate_2 / rate;
        self->next_memory = (k + 1) % MEMORIES;
    }
}

/* Drops the worst individuals, and random ones of the archive, so that the population shrinks linearly. */
static void shrink(struct lshade *self, int start, double spent)
{
    const int count = (int)lround(start + (LEAST_COUNT - start) * spent);
    self->count = count < self->count ? count : self->count;
    while (self->archived > (int)(ARCHIVE_RATE * self->count)) {
        const int place = bbob_below(&self->random, self->archived);
        memmove(self->archive[place], self->archive[--self->archived], sizeof *self->archive);
    }
}

static void evolve(struct lshade *self, struct bbob_task *task)
{
    const int start = self->count;
    for (int i = 0; i < start; ++i) {
        bbob_place(&self->random, self->n, self->population[i].x);
        self->population[i].value = bbob_task_value(task, self->population[i].x);
    }
    while (!bbob_task_is_done(task)) {
        qsort(self->population, (size_t)self->count, sizeof *self->population, compare_individuals);
        shrink(self, start, (double)task->evaluations / (double)task->budget);
        for (int i = 0; i < self->count; ++i) {
            make_trial(self, i);
        }
        for (int i = 0; i < self->count; ++i) {
            self->population[i].trial_value = bbob_task_value(task, self->population[i].trial);
        }
        select_trials(self);
    }
}

bool bbob_solve_lshade(struct bbob_task *task, char **options)
{
    const int n = task->instance->dimensions;
    struct lshade self = {.random = {task->seed}, .n = n, .count = START_PER_DIMENSION * n};
    for (int k = 0; k < MEMORIES; ++k) {
        self.scales[k] = self.rates[k] = 0.5;
    }
    self.population = calloc((size_t)self.count, sizeof *self.population);
    self.archive = calloc((size_t)(ARCHIVE_RATE * self.count) + 1, sizeof *self.archive);
    const bool made = self.population && self.archive;
    if (made) {
        evolve(&self, task);
    }
    free(self.population);
    free(self.archive);
    return made ? refuse_options(options) : fail_memory();
}
