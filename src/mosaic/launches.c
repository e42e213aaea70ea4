/* launches.c - ants on pieces improve the individuals of a population, launch by launch.
 *
 * Individuals form groups. While one group's ants run on the devices, host threads apply the reports of the previous
 * group and prepare the next group's jobs. The tour of an individual depends only on its own launches, and the number
 * of its launches after some steps depends only on the numbers of nodes and individuals. So a run that is cut after a
 * number of steps can be repeated on any device. Several devices share each group's ants.
 */
#include "engine.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Constants measured in bench/mosaic/README.md. */
enum {
    CHUNK = 8,             /* dirty nodes that an ant processes per launch */
    MOVES = 8,             /* maximum number of moves per launch of an ant with dirty nodes */
    KICKS = 8,             /* kicks per launch of an ant without dirty nodes */
    GROUP_NODES = 1 << 19, /* nodes of all individuals in a group: enough ants to keep a GPU busy */
    GROUP_LEAST = 2,       /* individuals of a group that host threads prepare at the same time */
    WINDOW_LEAST = 2000,   /* positions of the smallest window (pieces.c); sizes the arrays */
    LAUNCH_BITS = 23,      /* bits of an ant's `iteration` that number the launch; the others number the population */
    SLOTS = MOSAIC_QUEUES  /* number of groups in progress at the same time */
};

/* Rows of one window of an individual. */
struct window_rows {
    uint32_t individual, first, count;
    struct mosaic_pieces_outcome outcome;
};

/* A group's launch: its rows on the host and the devices. */
struct slot {
    struct mosaic_launches *launches;
    struct mosaic_pieces pieces;
    struct mosaic_kernel *kernels; /* [number of devices] kernel and buffers on each device */
    uint32_t first, count;         /* index of the group's first individual, and number of its individuals */
    enum { EMPTY, FILLED, SUBMITTED, REPORTED } state;
    struct mosaic_pieces_plan *plans; /* [group size] what each individual's launch does */
    struct window_rows *windows;      /* [group size][windows per individual] rows of ants and outcome of each window */
    uint32_t window_count;
};

struct mosaic_launches {
    struct mosaic_engine *engine;
    struct mosaic_population *population;
    const struct mosaic_workers *workers; /* threads of the current step */
    struct slot slots[SLOTS];
    struct base_arrays arrays;   /* owns the arrays of the slots */
    uint32_t group_size, groups; /* individuals per group; groups of the population */
};

/* The maximum number of rows that an individual needs. */
static uint32_t rows_of(const struct mosaic_engine *self)
{
    const uint32_t n = self->instance->info.node_count, looking = n / CHUNK + n / WINDOW_LEAST + 2;
    return self->choices.ants > looking ? self->choices.ants : looking;
}

/* Individuals per group, for at least two groups: one for the host and one for the devices. */
static uint32_t group_of(uint32_t n, uint32_t individuals)
{
    const uint32_t least = n <= MOSAIC_PIECES_MANY ? GROUP_LEAST : 1, half = (individuals + 1) / 2;
    const uint32_t most = GROUP_NODES / n > least ? GROUP_NODES / n : least;
    return half < most ? half : most;
}

/* Makes the arrays, or counts their bytes. Returns the rows of a slot for the largest population. */
static uint32_t list_arrays(const struct mosaic_engine *self, struct mosaic_launches *launches)
{
    const uint32_t n = self->instance->info.node_count, group = group_of(n, self->choices.population);
    for (size_t i = 0; i < SLOTS; ++i) {
        struct slot *slot = &launches->slots[i];
        slot->kernels = base_arrays_add(&launches->arrays, self->device_count, sizeof *slot->kernels);
        slot->plans = base_arrays_add(&launches->arrays, group, sizeof *slot->plans);
        slot->windows = base_arrays_add(&launches->arrays, group, (n / WINDOW_LEAST + 2) * sizeof *slot->windows);
    }
    return group * rows_of(self);
}

struct mosaic_layout mosaic_launches_layout(const struct mosaic_engine *self, int lengths, uint32_t width)
{
    const uint32_t group = group_of(self->instance->info.node_count, self->choices.population);
    return (struct mosaic_layout){self->instance, lengths, width, group, group * rows_of(self)};
}

uint64_t mosaic_launches_bytes(const struct mosaic_engine *self)
{
    struct mosaic_launches launches = {.arrays.counts = true};
    struct mosaic_pieces pieces = {.arrays.counts = true};
    mosaic_pieces_init(self->base.env, list_arrays(self, &launches), &pieces);
    return launches.arrays.bytes + SLOTS * pieces.arrays.bytes;
}

enum swarm_status mosaic_launches_create(struct mosaic_engine *self, struct mosaic_launches **made)
{
    TRY(BASE_MAKE(self->base.env, *made, 1));
    struct mosaic_launches *launches = *made;
    const uint32_t rows = list_arrays(self, launches);
    TRY(launches->arrays.failed ? base_fail_memory(self->base.env) : SWARM_OK);
    launches->engine = self;
    for (size_t i = 0; i < SLOTS; ++i) {
        struct slot *slot = &launches->slots[i];
        slot->launches = launches;
        TRY(mosaic_pieces_init(self->base.env, rows, &slot->pieces));
        for (size_t k = 0; k < self->device_count; ++k) {
            struct mosaic_device *device = &self->devices[k];
            const struct mosaic_layout layout = mosaic_launches_layout(self, device->lengths, self->problem.width);
            slot->kernels[k] = (struct mosaic_kernel){.session = &device->sessions[i], .mapping = device->mapping};
            TRY(mosaic_kernel_create(device->program, &self->problem, &layout, self->seed, &slot->kernels[k]));
        }
    }
    return SWARM_OK;
}

void mosaic_launches_destroy(struct mosaic_launches **launches)
{
    for (size_t i = 0; *launches && i < SLOTS; ++i) {
        struct slot *slot = &(*launches)->slots[i];
        for (size_t k = 0; slot->launches && k < (*launches)->engine->device_count; ++k) {
            mosaic_kernel_release(&slot->kernels[k]);
        }
        mosaic_pieces_deinit(&slot->pieces);
    }
    if (*launches) {
        base_arrays_free(&(*launches)->arrays);
        free(*launches);
    }
    *launches = NULL;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Jobs of a group                                                                                                    */

/* Bits of the individual's positions with dirty nodes, in memory where only improvers on arrays keep bits. */
static uint32_t *places_of(const struct mosaic_population *population, uint32_t individual)
{
    return population->words + individual * population->stride + 4 * (size_t)population->n;
}

static void count_rows(void *context, size_t item, unsigned thread)
{
    const struct slot *slot = context;
    const struct mosaic_engine *self = slot->launches->engine;
    const struct mosaic_population *population = slot->launches->population;
    const uint32_t n = population->n, number = slot->first + (uint32_t)item;
    const struct mosaic_launched *launched = &population->launched[number];
    struct mosaic_individual *individual = &population->individuals[number];
    const uint64_t kicks_left = individual->kicks < individual->kick_end ? individual->kick_end - individual->kicks : 0;
    const int64_t threshold = individual_threshold(individual);
    const uint32_t launch = launched->launches + 1, most = rows_of(self);
    const struct mosaic_tour tour = mosaic_population_tour(population, number);
    const bool many = n > MOSAIC_PIECES_MANY, unknown = many && kicks_left > 0; /* the kicks will cause many reports */
    struct mosaic_pieces_plan *plan = &slot->plans[item];
    (void)thread;
    /* with many nodes all launches have windows, which bar some moves, so nodes may remain dirty */
    individual->done |= many && launch > 2 && kicks_left == 0 && launched->reported == 0;
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
        .window = mosaic_pieces_window(n, launch, unknown ? UINT32_MAX : launched->reported),
        .moves = MOVES,
        .kicks = KICKS,
        .kopt = self->choices.kopt,
        .beam = self->choices.beam,
        .threshold = threshold < UINT32_MAX ? (uint32_t)threshold : UINT32_MAX,
    };
    mosaic_pieces_count(plan, &tour, n, mosaic_population_dirty(population, number), places_of(population, number));
    const uint64_t wanted = (kicks_left + KICKS - 1) / KICKS;
    plan->kicking = plan->kicking < wanted ? plan->kicking : (uint32_t)wanted;
    individual->done = plan->looking + plan->kicking == 0;
}

static void fill_rows(void *context, size_t item, unsigned thread)
{
    struct slot *slot = context;
    const struct mosaic_population *population = slot->launches->population;
    const uint32_t number = slot->first + (uint32_t)item;
    const struct mosaic_tour tour = mosaic_population_tour(population, number);
    const struct mosaic_pieces_plan *plan = &slot->plans[item];
    (void)thread;
    if (!population->individuals[number].done) {
        mosaic_pieces_fill(plan, &tour, population->n, places_of(population, number),
                           mosaic_population_dirty(population, number), &slot->pieces);
        ++population->launched[number].launches;
        population->individuals[number].kicks += (uint64_t)plan->kicking * KICKS;
    }
}

static void fill(struct slot *slot, uint64_t group)
{
    const struct mosaic_launches *launches = slot->launches;
    struct base_team *team = launches->workers->team;
    const uint32_t size = launches->group_size, all = launches->population->count;
    const struct piece_job *jobs = slot->pieces.jobs;
    slot->first = (uint32_t)(group % launches->groups) * size;
    slot->count = all - slot->first < size ? all - slot->first : size;
    base_team_run(team, slot->count, count_rows, slot);
    slot->pieces.count = 0;
    for (uint32_t i = 0; i < slot->count; ++i) {
        slot->plans[i].first = slot->pieces.count;
        slot->pieces.count += slot->plans[i].looking + slot->plans[i].kicking;
    }
    base_team_run(team, slot->count, fill_rows, slot);
    slot->window_count = 0;
    for (uint32_t row = 0; row < slot->pieces.count; ++row) {
        if (row == 0 || jobs[row].individual != jobs[row - 1].individual || jobs[row].window != jobs[row - 1].window) {
            slot->windows[slot->window_count++] =
                (struct window_rows){.individual = jobs[row].individual, .first = row};
        }
        ++slot->windows[slot->window_count - 1].count;
    }
    slot->state = FILLED;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Reports of a group                                                                                                 */

static void take_window(void *context, size_t item, unsigned thread)
{
    struct slot *slot = context;
    const struct mosaic_launches *launches = slot->launches;
    struct window_rows *rows = &slot->windows[item];
    struct mosaic_tour tour = mosaic_population_tour(launches->population, slot->first + rows->individual);
    rows->outcome = mosaic_pieces_take(&launches->engine->problem, &slot->pieces, rows->first, rows->count,
                                       mosaic_crossover_merge(launches->workers->crossovers[thread]), &tour);
}

static void mark_individual(void *context, size_t item, unsigned thread)
{
    struct slot *slot = context;
    const struct mosaic_pieces_plan *plan = &slot->plans[item];
    (void)thread;
    mosaic_pieces_mark(&slot->pieces, plan->first, plan->looking + plan->kicking,
                       mosaic_population_dirty(slot->launches->population, slot->first + (uint32_t)item));
}

/* Applies the reports. */
static enum swarm_status take(struct slot *slot)
{
    const struct mosaic_launches *launches = slot->launches;
    struct mosaic_population *population = launches->population;
    base_team_run(launches->workers->team, slot->window_count, take_window, slot);
    for (uint32_t i = 0; i < slot->count; ++i) {
        population->launched[slot->first + i].reported = 0;
    }
    for (uint32_t i = 0; i < slot->window_count; ++i) {
        const struct mosaic_pieces_outcome *outcome = &slot->windows[i].outcome;
        const uint32_t individual = slot->first + slot->windows[i].individual;
        if (outcome->wrong) {
            return base_fail(
                launches->workers->env, SWARM_ERROR_VERIFICATION,
                "the ants reported a move that is impossible in the tour of individual %u of population %u",
                (unsigned)individual, (unsigned)population->number);
        }
        population->individuals[individual].length -= outcome->gain;
        population->launched[individual].reported += outcome->reported;
    }
    base_team_run(launches->workers->team, slot->count, mark_individual, slot);
    slot->state = EMPTY;
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Launches                                                                                                           */

void mosaic_launches_begin(struct mosaic_launches *launches, struct mosaic_population *population)
{
    const uint32_t count = population->count;
    population->steps = 0;
    launches->population = population;
    launches->group_size = group_of(population->n, count);
    launches->groups = (count + launches->group_size - 1) / launches->group_size;
    for (size_t i = 0; i < SLOTS; ++i) {
        launches->slots[i].state = EMPTY;
    }
}

/* Distributes the rows equally over the devices, and queues them. Each device gets the individuals that have rows
 * there. */
static enum swarm_status submit(struct slot *slot)
{
    const struct mosaic_population *population = slot->launches->population;
    const size_t devices = slot->launches->engine->device_count;
    for (size_t k = 0; k < devices; ++k) {
        const uint32_t first = (uint32_t)(k * slot->pieces.count / devices);
        const uint32_t end = (uint32_t)((k + 1) * slot->pieces.count / devices);
        for (uint32_t i = 0; i < slot->count; ++i) {
            const struct mosaic_pieces_plan *plan = &slot->plans[i];
            if (plan->first < end && plan->first + plan->looking + plan->kicking > first) {
                TRY(mosaic_pieces_device_send(&slot->kernels[k], i,
                                              population->words + (slot->first + i) * population->stride));
            }
        }
        TRY(mosaic_pieces_device_begin(&slot->kernels[k], &slot->pieces, first, end - first));
    }
    slot->state = SUBMITTED;
    return SWARM_OK;
}

/* Waits for the reports; without devices, runs the ants. */
static enum swarm_status finish(struct slot *slot)
{
    const struct mosaic_engine *self = slot->launches->engine;
    const struct mosaic_population *population = slot->launches->population;
    for (size_t k = 0; k < self->device_count; ++k) {
        TRY(mosaic_pieces_device_end(&slot->kernels[k], &slot->pieces));
    }
    if (self->device_count == 0) {
        mosaic_pieces_run(&self->problem, population->words + slot->first * population->stride, population->stride,
                          self->seed, slot->launches->workers->team, &slot->pieces);
    }
    slot->state = slot->pieces.count > 0 ? REPORTED : EMPTY;
    return SWARM_OK;
}

enum swarm_status mosaic_launches_step(struct mosaic_launches *launches, const struct mosaic_workers *workers,
                                       bool *done)
{
    struct mosaic_population *population = launches->population;
    const bool one_group = launches->groups == 1;
    struct slot *slot = &launches->slots[one_group ? 0 : population->steps % SLOTS];
    struct slot *other = one_group ? slot : &launches->slots[(population->steps + 1) % SLOTS];
    launches->workers = workers;
    if (slot->state == EMPTY) {
        fill(slot, population->steps);
    }
    TRY(slot->state == FILLED ? submit(slot) : SWARM_OK);
    TRY(other->state == REPORTED ? take(other) : SWARM_OK);
    if (!one_group) {
        fill(other, population->steps + 1);
    }
    if (!one_group && population->n <= MOSAIC_PIECES_MANY) { /* the device need not wait for the host */
        TRY(submit(other));
    }
    TRY(finish(slot));
    if (one_group) {
        TRY(take(slot));
        fill(slot, 0);
    }
    ++population->steps;
    *done = slot->state != REPORTED && other->state != REPORTED
            && mosaic_are_done(population->individuals, population->count);
    return SWARM_OK;
}

enum swarm_status mosaic_launches_end(struct mosaic_launches *launches, const struct mosaic_workers *workers)
{
    launches->workers = workers;
    for (size_t i = 0; i < SLOTS; ++i) {
        struct slot *slot = &launches->slots[i];
        if (slot->state == SUBMITTED) { /* no step has counted these reports */
            TRY(finish(slot));
        } else if (slot->state == REPORTED) {
            TRY(take(slot));
        }
    }
    return SWARM_OK;
}
