/* launches.c - a population's individuals improved by ants on pieces, launch after launch.
 *
 * Individuals stand in groups. While one group's ants are at work on the device, threads of the host take the reports
 * of the last group, and hand out the next group's work. The tour of an individual depends on its own launches alone,
 * and the number of its launches after some steps depends on the numbers of nodes and individuals alone, so that a run
 * that is cut after a number of steps can be repeated anywhere. Several devices share each group's ants.
 */
#include "engine.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Measured: docs/mosaic.md. */
enum {
    CHUNK = 8, /* dirty nodes of an ant */
    MOVES = 8, /* of such an ant in a launch */
    KICKS = 8, /* of another one */
    GROUP_NODES = 1 << 19,
    WINDOW_LEAST = 2000,
    LAUNCH_BITS = 23,
    SETS = MOSAIC_QUEUES
};

/* Neighbouring rows of one individual and one window. */
struct part {
    uint32_t individual, first, count;
    struct mosaic_pieces_outcome outcome;
};

/* A group's rows, here and on the device. */
struct set {
    struct mosaic_launches *launches;
    struct mosaic_pieces pieces;
    struct mosaic_kernel *devices; /* [sites] */
    uint32_t first, count;         /* individuals */
    bool filled, begun, ran;
    struct mosaic_pieces_plan *plans; /* [group size] */
    struct part *parts;               /* [group size][parts of an individual] */
    uint32_t part_count;
};

struct mosaic_launches {
    struct mosaic_engine *engine;
    struct mosaic_population *population; /* of the generation */
    struct mosaic_progress *progress;
    const struct mosaic_hands *hands; /* of the step */
    struct set sets[SETS];
    struct base_arrays arrays;   /* progress, and the arrays of sets */
    uint32_t group_size, groups; /* individuals of a group */
    uint64_t step;               /* of the generation */
};

/* Rows of an individual at most. */
static uint32_t rows_of(const struct mosaic_engine *self)
{
    const uint32_t n = self->instance->info.node_count, looking = n / CHUNK + n / WINDOW_LEAST + 2;
    return self->choices.ants > looking ? self->choices.ants : looking;
}

/* Individuals of a group of a population: two groups at least, so that there is one for the host and one for the
 * device. */
static uint32_t group_of(uint32_t n, uint32_t individuals)
{
    const uint32_t most = n < GROUP_NODES ? GROUP_NODES / n : 1, half = (individuals + 1) / 2;
    return half < most ? half : most;
}

/* Returns the individuals of a group of the largest population. */
static uint32_t list_arrays(const struct mosaic_engine *self, struct mosaic_launches *launches)
{
    const uint32_t n = self->instance->info.node_count, most = self->choices.population, group = group_of(n, most);
    launches->progress = base_arrays_add(&launches->arrays, most, sizeof *launches->progress);
    for (size_t i = 0; i < SETS; ++i) {
        struct set *set = &launches->sets[i];
        set->devices = base_arrays_add(&launches->arrays, self->site_count, sizeof *set->devices);
        set->plans = base_arrays_add(&launches->arrays, group, sizeof *set->plans);
        set->parts = base_arrays_add(&launches->arrays, group, (n / WINDOW_LEAST + 2) * sizeof *set->parts);
    }
    return group;
}

/* Of a set on a device. */
static struct mosaic_layout layout_of(const struct mosaic_engine *self, const struct mosaic_site *site, uint32_t width)
{
    const uint32_t group = group_of(self->instance->info.node_count, self->choices.population);
    return (struct mosaic_layout){self->instance, site->lengths, width, group, group * rows_of(self)};
}

uint64_t mosaic_launches_bytes(const struct mosaic_engine *self)
{
    struct mosaic_launches launches = {.arrays.counts = true};
    struct mosaic_pieces pieces = {.arrays.counts = true};
    mosaic_pieces_init(self->base.env, list_arrays(self, &launches) * rows_of(self), &pieces);
    return launches.arrays.bytes + SETS * pieces.arrays.bytes;
}

enum swarm_status mosaic_launches_plan(struct mosaic_engine *self, size_t times)
{
    self->base.plan_count = 0;
    for (size_t site = 0; site < self->site_count; ++site) {
        const struct mosaic_site *there = &self->sites[site];
        const struct mosaic_layout layout = layout_of(self, there, self->choices.candidates);
        TRY(mosaic_device_plan(&self->base, there->device, &layout, times * SETS * there->times));
    }
    return SWARM_OK;
}

bool mosaic_launches_fit(const struct mosaic_engine *self, size_t times)
{
    bool fit = true;
    for (size_t site = 0; site < self->site_count && fit; ++site) {
        const struct mosaic_site *there = &self->sites[site];
        const struct mosaic_layout layout = layout_of(self, there, self->choices.candidates);
        fit = mosaic_device_fits(there->device, &layout, times * SETS * there->times);
    }
    return fit;
}

enum swarm_status mosaic_launches_create(struct mosaic_engine *self, struct mosaic_launches **made)
{
    struct mosaic_launches *launches = *made = base_array(1, sizeof *launches);
    TRY(launches ? SWARM_OK : base_fail_memory(self->base.env));
    const uint32_t group = list_arrays(self, launches), capacity = group * rows_of(self);
    TRY(launches->arrays.failed ? base_fail_memory(self->base.env) : SWARM_OK);
    launches->engine = self;
    for (size_t i = 0; i < SETS; ++i) {
        struct set *set = &launches->sets[i];
        set->launches = launches;
        TRY(mosaic_pieces_init(self->base.env, capacity, &set->pieces));
        for (size_t site = 0; site < self->site_count; ++site) {
            struct mosaic_site *there = &self->sites[site];
            const struct mosaic_layout layout = layout_of(self, there, self->problem.width);
            set->devices[site] = (struct mosaic_kernel){.session = &there->sessions[i], .way = there->way};
            TRY(mosaic_kernel_create(there->program, &self->problem, &layout, self->seed, &set->devices[site]));
        }
    }
    return SWARM_OK;
}

void mosaic_launches_destroy(struct mosaic_launches **launches)
{
    if (!*launches) {
        return;
    }
    for (size_t i = 0; i < SETS; ++i) {
        struct set *set = &(*launches)->sets[i];
        for (size_t site = 0; set->devices && site < (*launches)->engine->site_count; ++site) {
            mosaic_kernel_release(&set->devices[site]);
        }
        mosaic_pieces_deinit(&set->pieces);
    }
    base_arrays_free(&(*launches)->arrays);
    free(*launches);
    *launches = NULL;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Jobs of a group                                                                                                    */

static void count_rows(void *context, size_t item, unsigned thread)
{
    const struct set *set = context;
    const struct mosaic_engine *self = set->launches->engine;
    const struct mosaic_population *population = set->launches->population;
    const uint32_t n = population->n, number = set->first + (uint32_t)item;
    const struct mosaic_progress *progress = &set->launches->progress[number];
    struct mosaic_individual *individual = &population->individuals[number];
    const uint64_t kicks_left = individual->kicks < individual->kick_end ? individual->kick_end - individual->kicks : 0;
    const int64_t threshold = individual_threshold(individual);
    const uint32_t launch = progress->launches + 1, most = rows_of(self);
    const struct mosaic_tour tour = mosaic_population_tour(population, number);
    const bool many = n > MOSAIC_PIECES_MANY, unknown = many && kicks_left > 0; /* kicks bring many reports at once */
    struct mosaic_pieces_plan *plan = &set->plans[item];
    (void)thread;
    /* Without a launch without windows some nodes wait forever. */
    individual->done |= many && launch > 2 && kicks_left == 0 && progress->reported == 0;
    if (individual->done) {
        *plan = (struct mosaic_pieces_plan){.seed = 0};
        return;
    }
    *plan = (struct mosaic_pieces_plan){
        .seed = self->seed,
        .individual = (uint32_t)item,
        .ant = number * most,
        .iteration = population->number << LAUNCH_BITS | (launch & ((1u << LAUNCH_BITS) - 1)),
        .rows = most,
        .ants = launch > 1 && kicks_left > 0 ? self->choices.ants : 0,
        .chunk = CHUNK,
        .window = mosaic_pieces_window(n, launch, unknown ? UINT32_MAX : progress->reported),
        .moves = MOVES,
        .kicks = KICKS,
        .kopt = self->choices.kopt,
        .beam = self->choices.beam,
        .threshold = threshold < UINT32_MAX ? (uint32_t)threshold : UINT32_MAX,
    };
    mosaic_pieces_count(plan, &tour, n, mosaic_population_dirty(population, number));
    const uint64_t wanted = (kicks_left + KICKS - 1) / KICKS;
    plan->kicking = plan->kicking < wanted ? plan->kicking : (uint32_t)wanted;
    individual->done = plan->looking + plan->kicking == 0;
}

static void fill_rows(void *context, size_t item, unsigned thread)
{
    struct set *set = context;
    const struct mosaic_population *population = set->launches->population;
    const uint32_t number = set->first + (uint32_t)item;
    const struct mosaic_tour tour = mosaic_population_tour(population, number);
    const struct mosaic_pieces_plan *plan = &set->plans[item];
    (void)thread;
    if (!population->individuals[number].done) {
        mosaic_pieces_fill(plan, &tour, population->n, mosaic_population_dirty(population, number), &set->pieces);
        ++set->launches->progress[number].launches;
        population->individuals[number].kicks += (uint64_t)plan->kicking * KICKS;
    }
}

static void fill(struct set *set, uint64_t group)
{
    const struct mosaic_launches *launches = set->launches;
    struct base_team *team = launches->hands->team;
    const uint32_t size = launches->group_size, all = launches->population->count;
    const struct piece_job *jobs = set->pieces.jobs;
    set->first = (uint32_t)(group % launches->groups) * size;
    set->count = all - set->first < size ? all - set->first : size;
    base_team_run(team, set->count, count_rows, set);
    set->pieces.count = 0;
    for (uint32_t i = 0; i < set->count; ++i) {
        set->plans[i].first = set->pieces.count;
        set->pieces.count += set->plans[i].looking + set->plans[i].kicking;
    }
    base_team_run(team, set->count, fill_rows, set);
    set->part_count = 0;
    for (uint32_t row = 0; row < set->pieces.count; ++row) {
        if (row == 0 || jobs[row].individual != jobs[row - 1].individual || jobs[row].window != jobs[row - 1].window) {
            set->parts[set->part_count++] = (struct part){.individual = jobs[row].individual, .first = row};
        }
        ++set->parts[set->part_count - 1].count;
    }
    set->filled = true;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Reports of a group                                                                                                 */

static void take_part(void *context, size_t item, unsigned thread)
{
    struct set *set = context;
    const struct mosaic_launches *launches = set->launches;
    struct part *part = &set->parts[item];
    struct mosaic_tour tour = mosaic_population_tour(launches->population, set->first + part->individual);
    part->outcome = mosaic_pieces_take(&launches->engine->problem, &set->pieces, part->first, part->count,
                                       mosaic_crossover_merge(launches->hands->crossovers[thread]), &tour);
}

static void mark_individual(void *context, size_t item, unsigned thread)
{
    struct set *set = context;
    const struct mosaic_pieces_plan *plan = &set->plans[item];
    (void)thread;
    mosaic_pieces_mark(&set->pieces, plan->first, plan->looking + plan->kicking,
                       mosaic_population_dirty(set->launches->population, set->first + (uint32_t)item));
}

static enum swarm_status take(struct set *set)
{
    const struct mosaic_launches *launches = set->launches;
    struct mosaic_population *population = launches->population;
    base_team_run(launches->hands->team, set->part_count, take_part, set);
    for (uint32_t i = 0; i < set->count; ++i) {
        launches->progress[set->first + i].reported = 0;
    }
    for (uint32_t i = 0; i < set->part_count; ++i) {
        const struct part *part = &set->parts[i];
        const uint32_t individual = set->first + part->individual;
        if (part->outcome.wrong) {
            return base_fail(launches->hands->env, SWARM_ERROR_VERIFICATION,
                             "a report of the ants of individual %u of population %u is no move of its tour",
                             (unsigned)individual, (unsigned)population->number);
        }
        population->individuals[individual].length -= part->outcome.gain;
        launches->progress[individual].reported += part->outcome.reported;
    }
    base_team_run(launches->hands->team, set->count, mark_individual, set);
    set->ran = false;
    return SWARM_OK;
}

void mosaic_launches_begin(struct mosaic_launches *launches, struct mosaic_population *population, bool first)
{
    const uint32_t count = population->count;
    launches->population = population;
    launches->group_size = group_of(population->n, count);
    launches->groups = (count + launches->group_size - 1) / launches->group_size;
    launches->step = 0;
    if (first) {
        memset(launches->progress, 0, count * sizeof *launches->progress);
    }
    for (size_t i = 0; i < SETS; ++i) {
        launches->sets[i].filled = launches->sets[i].begun = launches->sets[i].ran = false;
    }
}

/* The devices have equal shares of the rows. An individual goes to all that have rows of it. */
static enum swarm_status begin_run(struct set *set)
{
    const struct mosaic_population *population = set->launches->population;
    const size_t sites = set->launches->engine->site_count;
    for (size_t site = 0; site < sites; ++site) {
        const uint32_t first = (uint32_t)(site * set->pieces.count / sites);
        const uint32_t end = (uint32_t)((site + 1) * set->pieces.count / sites);
        for (uint32_t i = 0; i < set->count; ++i) {
            const struct mosaic_pieces_plan *plan = &set->plans[i];
            if (plan->first < end && plan->first + plan->looking + plan->kicking > first) {
                TRY(mosaic_pieces_device_send(&set->devices[site], i,
                                              population->words + (set->first + i) * population->stride));
            }
        }
        TRY(mosaic_pieces_device_begin(&set->devices[site], &set->pieces, first, end - first));
    }
    set->begun = true;
    return SWARM_OK;
}

static enum swarm_status end_run(struct set *set)
{
    const struct mosaic_engine *self = set->launches->engine;
    const struct mosaic_population *population = set->launches->population;
    for (size_t site = 0; site < self->site_count; ++site) {
        TRY(mosaic_pieces_device_end(&set->devices[site], &set->pieces));
    }
    if (self->site_count == 0) {
        mosaic_pieces_run(&self->problem, population->words + set->first * population->stride, population->stride,
                          self->seed, set->launches->hands->team, &set->pieces);
    }
    set->filled = set->begun = false;
    set->ran = set->pieces.count > 0;
    return SWARM_OK;
}

uint64_t mosaic_launches_steps(const struct mosaic_launches *launches)
{
    return launches->step;
}

struct mosaic_progress *mosaic_launches_progress(struct mosaic_launches *launches)
{
    return launches->progress;
}

enum swarm_status mosaic_launches_step(struct mosaic_launches *launches, const struct mosaic_hands *hands, bool *done)
{
    const bool alone = launches->groups == 1;
    struct set *set = &launches->sets[alone ? 0 : launches->step % SETS];
    struct set *other = alone ? set : &launches->sets[(launches->step + 1) % SETS];
    launches->hands = hands;
    if (!set->filled) {
        fill(set, launches->step);
    }
    TRY(set->begun ? SWARM_OK : begin_run(set));
    if (other->ran) {
        TRY(take(other));
    }
    if (!alone) {
        fill(other, launches->step + 1);
    }
    if (!alone && launches->population->n <= MOSAIC_PIECES_MANY) { /* so that the device need not wait for the host */
        TRY(begin_run(other));
    }
    TRY(end_run(set));
    if (alone) {
        TRY(take(set));
        fill(set, 0);
    }
    ++launches->step;
    *done = !set->ran && !other->ran && mosaic_population_is_done(launches->population);
    return SWARM_OK;
}

enum swarm_status mosaic_launches_end(struct mosaic_launches *launches, const struct mosaic_hands *hands)
{
    launches->hands = hands;
    for (size_t i = 0; i < SETS; ++i) {
        if (launches->sets[i].begun) { /* its reports are of no step */
            TRY(end_run(&launches->sets[i]));
        } else if (launches->sets[i].ran) {
            TRY(take(&launches->sets[i]));
        }
    }
    return SWARM_OK;
}
