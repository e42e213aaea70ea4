#include "launches.h"

#include <stdlib.h>

#include "base/memory.h"

/* Measured: docs/mosaic.md. */
enum {
    CHUNK = 8,         /* dirty nodes of an ant */
    MOVES = 8,         /* of such an ant in a launch */
    KICKS = 8,         /* of another one */
    NODES_OF_ANT = 16, /* an individual has an ant for so many nodes */
    GROUP_NODES = 1 << 19,
    WINDOW_LEAST = 2000,
    LAUNCH_BITS = 23,
    SETS = 2
};

/* How far an individual is. */
struct progress {
    uint32_t launches, reported; /* of its population; moves in the last one */
};

/* Neighbouring rows of one individual and one window. */
struct part {
    uint32_t individual, first, count;
    struct mosaic_pieces_outcome outcome;
};

/* A group's rows, here and on the device. */
struct set {
    struct mosaic_pieces pieces;
    struct mosaic_pieces_device *device; /* NULL: the host */
    uint32_t group;
    bool filled, ran;
    uint32_t *firsts; /* [group size + 1] rows of each individual */
    struct mosaic_pieces_plan *plans;
    struct mosaic_pieces_rows *rows;
    struct part *parts; /* [group size][parts of an individual] */
    uint32_t part_count;
    struct base_arrays arrays; /* these four */
};

struct mosaic_launches {
    struct mosaic_launch_tools tools;
    struct mosaic_effort effort;
    struct mosaic_population *population;
    struct progress *progress; /* [individuals] */
    struct set sets[SETS];
    uint32_t number;                         /* of the population */
    uint32_t group_most, group_size, groups; /* individuals of a group at most, and now */
    uint64_t step;
};

uint32_t mosaic_ants_of(uint32_t n)
{
    return n / NODES_OF_ANT + 1;
}

/* Rows of an individual at most. */
static uint32_t rows_of(uint32_t n, const struct mosaic_effort *effort)
{
    const uint32_t looking = n / CHUNK + n / WINDOW_LEAST + 2;
    return effort->ants > looking ? effort->ants : looking;
}

static uint32_t parts_of(uint32_t n)
{
    return n / WINDOW_LEAST + 2;
}

/* Individuals of a group of a population: two groups at least, so that there is one for the host and one for the
 * device.
 */
static uint32_t group_of(uint32_t n, uint32_t individuals)
{
    const uint32_t most = n < GROUP_NODES ? GROUP_NODES / n : 1, half = (individuals + 1) / 2;
    return half < most ? half : most;
}

static void list_arrays(uint32_t n, uint32_t group, struct set *set)
{
    set->firsts = base_arrays_add(&set->arrays, group + 1, sizeof *set->firsts);
    set->plans = base_arrays_add(&set->arrays, group, sizeof *set->plans);
    set->rows = base_arrays_add(&set->arrays, group, sizeof *set->rows);
    set->parts = base_arrays_add(&set->arrays, group, parts_of(n) * sizeof *set->parts);
}

uint64_t mosaic_launches_bytes(uint32_t n, uint32_t individuals, const struct mosaic_effort *effort)
{
    const uint32_t group = group_of(n, individuals);
    struct set set = {.arrays.counts = true};
    list_arrays(n, group, &set);
    return SETS * (mosaic_pieces_bytes(group * rows_of(n, effort)) + set.arrays.bytes)
           + individuals * sizeof(struct progress);
}

enum swarm_status mosaic_launches_plan(struct base_env *env, const struct swarm_instance *instance,
                                       const struct swarm_device *device, uint32_t width, uint32_t individuals,
                                       const struct mosaic_effort *effort,
                                       struct swarm_plan_entry entries[MOSAIC_PIECES_BUFFERS])
{
    const uint32_t n = instance->info.node_count, group = group_of(n, individuals);
    struct ocl_buffer buffers[SETS * MOSAIC_PIECES_BUFFERS];
    for (size_t i = 0; i < SETS; ++i) {
        mosaic_pieces_device_plan(instance, device, width, group, group * rows_of(n, effort),
                                  buffers + i * MOSAIC_PIECES_BUFFERS);
    }
    for (size_t i = 0; i < MOSAIC_PIECES_BUFFERS; ++i) {
        entries[i] = (struct swarm_plan_entry){buffers[i].name, SETS * buffers[i].bytes};
    }
    return ocl_plan_check(env, device, buffers, SETS * MOSAIC_PIECES_BUFFERS);
}

static enum swarm_status make_set(struct mosaic_launches *made, uint32_t n, struct set *set)
{
    const struct mosaic_launch_tools *tools = &made->tools;
    const uint32_t group = made->group_most, capacity = group * rows_of(n, &made->effort);
    enum swarm_status status = SWARM_OK;
    TRY(mosaic_pieces_init(tools->env, capacity, &set->pieces));
    list_arrays(n, group, set);
    if (set->arrays.failed) {
        return base_fail_memory(tools->env);
    }
    if (tools->session) {
        TRY(mosaic_pieces_device_create(tools->session, tools->program, tools->problem, tools->way, group, capacity,
                                        tools->seed, &set->device));
    }

fail:
    return status;
}

enum swarm_status mosaic_launches_create(const struct mosaic_launch_tools *tools, uint32_t individuals,
                                         const struct mosaic_effort *effort, struct mosaic_launches **made)
{
    const uint32_t n = tools->problem->n;
    enum swarm_status status = SWARM_OK;
    struct mosaic_launches *launches = *made = base_array(1, sizeof *launches);
    if (!launches) {
        return base_fail_memory(tools->env);
    }
    launches->tools = *tools;
    launches->effort = *effort;
    launches->group_most = group_of(n, individuals);
    launches->progress = base_array(individuals, sizeof *launches->progress);
    if (!launches->progress) {
        status = base_fail_memory(tools->env);
        goto fail;
    }
    for (size_t i = 0; i < SETS; ++i) {
        TRY(make_set(launches, n, &launches->sets[i]));
    }
    return SWARM_OK;

fail:
    mosaic_launches_destroy(made);
    return status;
}

void mosaic_launches_destroy(struct mosaic_launches **launches)
{
    if (!*launches) {
        return;
    }
    for (size_t i = 0; i < SETS; ++i) {
        struct set *set = &(*launches)->sets[i];
        mosaic_pieces_device_destroy(&set->device);
        mosaic_pieces_deinit(&set->pieces);
        base_arrays_free(&set->arrays);
    }
    free((*launches)->progress);
    free(*launches);
    *launches = NULL;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Jobs of a group                                                                                                    */

struct group {
    struct mosaic_launches *launches;
    struct set *set;
};

static uint32_t first_individual(const struct group *group)
{
    return group->set->group * group->launches->group_size;
}

static uint32_t individuals_of(const struct group *group)
{
    const uint32_t left = group->launches->population->count - first_individual(group);
    return left < group->launches->group_size ? left : group->launches->group_size;
}

/* It falls to 0 over the kicks of the generation. */
static uint32_t threshold_of(const struct mosaic_individual *individual, uint64_t kicks_left)
{
    const int64_t kicks = (int64_t)(individual->kick_end - individual->kick_begin);
    const int64_t threshold = individual->threshold > 0 ? individual->threshold * (int64_t)kicks_left / kicks : 0;
    return threshold < UINT32_MAX ? (uint32_t)threshold : UINT32_MAX;
}

static void count_rows(void *context, size_t item, unsigned thread)
{
    const struct group *group = context;
    const struct mosaic_launches *launches = group->launches;
    const struct mosaic_population *population = launches->population;
    const uint32_t n = population->n, number = first_individual(group) + (uint32_t)item;
    const struct progress *progress = &launches->progress[number];
    struct mosaic_individual *individual = &population->individuals[number];
    const uint64_t kicks_left = individual->kicks < individual->kick_end ? individual->kick_end - individual->kicks : 0;
    const uint32_t launch = progress->launches + 1, most = rows_of(n, &launches->effort);
    const struct mosaic_tour tour = mosaic_population_tour(population, number);
    struct mosaic_pieces_plan *plan = &group->set->plans[item];
    struct mosaic_pieces_rows *rows = &group->set->rows[item];
    (void)thread;
    *rows = (struct mosaic_pieces_rows){0, 0};
    if (individual->done) {
        return;
    }
    *plan = (struct mosaic_pieces_plan){
        .seed = launches->tools.seed,
        .individual = (uint32_t)item,
        .ant = number * most,
        .iteration = launches->number << LAUNCH_BITS | (launch & ((1u << LAUNCH_BITS) - 1)),
        .rows = most,
        .ants = launch > 1 && kicks_left > 0 ? launches->effort.ants : 0,
        .chunk = CHUNK,
        .window = mosaic_pieces_window(n, launch, progress->reported),
        .moves = MOVES,
        .kicks = KICKS,
        .kopt = launches->effort.kopt,
        .beam = launches->effort.beam,
        .threshold = threshold_of(individual, kicks_left),
    };
    *rows = mosaic_pieces_count(plan, &tour, n, mosaic_population_dirty(population, number));
    const uint64_t wanted = (kicks_left + KICKS - 1) / KICKS;
    rows->kicking = rows->kicking < wanted ? rows->kicking : (uint32_t)wanted;
    individual->done = rows->looking + rows->kicking == 0;
}

static void fill_rows(void *context, size_t item, unsigned thread)
{
    const struct group *group = context;
    const struct mosaic_launches *launches = group->launches;
    const struct mosaic_population *population = launches->population;
    const uint32_t number = first_individual(group) + (uint32_t)item;
    const struct mosaic_tour tour = mosaic_population_tour(population, number);
    (void)thread;
    if (!population->individuals[number].done) {
        mosaic_pieces_fill(&group->set->plans[item], group->set->rows[item], &tour, population->n,
                           mosaic_population_dirty(population, number), group->set->firsts[item], &group->set->pieces);
        ++launches->progress[number].launches;
        population->individuals[number].kicks += (uint64_t)group->set->rows[item].kicking * KICKS;
    }
}

static void find_parts(struct set *set)
{
    const struct piece_job *jobs = set->pieces.jobs;
    set->part_count = 0;
    for (uint32_t row = 0; row < set->pieces.count; ++row) {
        if (row == 0 || jobs[row].individual != jobs[row - 1].individual || jobs[row].window != jobs[row - 1].window) {
            set->parts[set->part_count++] = (struct part){.individual = jobs[row].individual, .first = row};
        }
        ++set->parts[set->part_count - 1].count;
    }
}

static void fill(struct mosaic_launches *launches, struct set *set, uint32_t number)
{
    struct group group = {launches, set};
    set->group = number;
    const uint32_t individuals = individuals_of(&group);
    base_team_run(launches->tools.team, individuals, count_rows, &group);
    set->firsts[0] = 0;
    for (uint32_t i = 0; i < individuals; ++i) {
        set->firsts[i + 1] = set->firsts[i] + set->rows[i].looking + set->rows[i].kicking;
    }
    set->pieces.count = set->firsts[individuals];
    base_team_run(launches->tools.team, individuals, fill_rows, &group);
    find_parts(set);
    set->filled = true;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Reports of a group                                                                                                 */

static void take_part(void *context, size_t item, unsigned thread)
{
    const struct group *group = context;
    const struct mosaic_launch_tools *tools = &group->launches->tools;
    struct part *part = &group->set->parts[item];
    struct mosaic_tour tour =
        mosaic_population_tour(group->launches->population, first_individual(group) + part->individual);
    part->outcome = mosaic_pieces_take(tools->problem, &group->set->pieces, part->first, part->count,
                                       mosaic_crossover_merge(tools->crossovers[thread]), &tour);
}

static void mark_individual(void *context, size_t item, unsigned thread)
{
    const struct group *group = context;
    const uint32_t *firsts = group->set->firsts;
    (void)thread;
    mosaic_pieces_mark(&group->set->pieces, firsts[item], firsts[item + 1] - firsts[item],
                       mosaic_population_dirty(group->launches->population, first_individual(group) + (uint32_t)item));
}

static enum swarm_status take(struct mosaic_launches *launches, struct set *set)
{
    struct group group = {launches, set};
    const uint32_t first = first_individual(&group), individuals = individuals_of(&group);
    base_team_run(launches->tools.team, set->part_count, take_part, &group);
    for (uint32_t i = 0; i < individuals; ++i) {
        launches->progress[first + i].reported = 0;
    }
    for (uint32_t i = 0; i < set->part_count; ++i) {
        const struct part *part = &set->parts[i];
        if (part->outcome.wrong) {
            return base_fail(launches->tools.env, SWARM_ERROR_VERIFICATION,
                             "a report of the ants of individual %u of population %u is no move of its tour",
                             (unsigned)(first + part->individual), (unsigned)launches->number);
        }
        launches->population->individuals[first + part->individual].length -= part->outcome.gain;
        launches->progress[first + part->individual].reported += part->outcome.reported;
    }
    base_team_run(launches->tools.team, individuals, mark_individual, &group);
    set->ran = false;
    return SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */

void mosaic_launches_begin(struct mosaic_launches *launches, struct mosaic_population *population, uint32_t number,
                           uint32_t generation, uint64_t kick_end)
{
    launches->population = population;
    launches->number = number;
    launches->group_size = group_of(population->n, population->count);
    launches->groups = (population->count + launches->group_size - 1) / launches->group_size;
    launches->step = 0;
    for (uint32_t i = 0; i < population->count; ++i) {
        struct mosaic_individual *individual = &population->individuals[i];
        individual->kick_begin = individual->kicks;
        individual->kick_end = kick_end > individual->kicks ? kick_end : individual->kicks;
        individual->threshold = mosaic_threshold_of(launches->effort.threshold, individual->length, population->n);
        individual->done = 0;
        if (generation == 0) {
            launches->progress[i] = (struct progress){0, 0};
        }
    }
    for (size_t i = 0; i < SETS; ++i) {
        launches->sets[i].filled = launches->sets[i].ran = false;
    }
}

void mosaic_launches_save(const struct mosaic_launches *launches, uint32_t count, uint32_t (*progress)[2])
{
    for (uint32_t i = 0; i < count; ++i) {
        progress[i][0] = launches->progress[i].launches;
        progress[i][1] = launches->progress[i].reported;
    }
}

void mosaic_launches_load(struct mosaic_launches *launches, uint32_t count, uint32_t (*progress)[2])
{
    for (uint32_t i = 0; i < count; ++i) {
        launches->progress[i] = (struct progress){progress[i][0], progress[i][1]};
    }
}

static enum swarm_status begin_run(struct mosaic_launches *launches, struct set *set)
{
    const struct group group = {launches, set};
    const struct mosaic_population *population = launches->population;
    enum swarm_status status = SWARM_OK;
    if (set->device) {
        for (uint32_t i = 0; i < individuals_of(&group); ++i) {
            if (set->firsts[i + 1] > set->firsts[i]) {
                TRY(mosaic_pieces_device_send(set->device, i,
                                              population->words + (first_individual(&group) + i) * population->stride));
            }
        }
        TRY(mosaic_pieces_device_begin(set->device, &set->pieces));
    }

fail:
    return status;
}

static enum swarm_status end_run(struct mosaic_launches *launches, struct set *set)
{
    const struct mosaic_launch_tools *tools = &launches->tools;
    const struct group group = {launches, set};
    const struct mosaic_population *population = launches->population;
    enum swarm_status status = SWARM_OK;
    if (set->device) {
        TRY(mosaic_pieces_device_end(set->device, &set->pieces));
    } else {
        mosaic_pieces_run(tools->problem, population->words + first_individual(&group) * population->stride,
                          population->stride, tools->seed, tools->team, &set->pieces);
    }
    set->filled = false;
    set->ran = set->pieces.count > 0;

fail:
    return status;
}

/* Whether every individual is. */
static bool all_done(const struct mosaic_launches *launches)
{
    bool done = !launches->sets[0].ran && !launches->sets[1].ran;
    for (uint32_t i = 0; i < launches->population->count && done; ++i) {
        done = launches->population->individuals[i].done;
    }
    return done;
}

enum swarm_status mosaic_launches_step(struct mosaic_launches *launches, bool *done)
{
    const bool alone = launches->groups == 1;
    struct set *set = &launches->sets[alone ? 0 : launches->step % SETS];
    struct set *other = alone ? set : &launches->sets[(launches->step + 1) % SETS];
    enum swarm_status status = SWARM_OK;
    if (!set->filled) {
        fill(launches, set, (uint32_t)(launches->step % launches->groups));
    }
    TRY(begin_run(launches, set));
    if (other->ran) {
        TRY(take(launches, other));
    }
    if (!alone) {
        fill(launches, other, (uint32_t)((launches->step + 1) % launches->groups));
    }
    TRY(end_run(launches, set));
    if (alone) {
        TRY(take(launches, set));
        fill(launches, set, 0);
    }
    ++launches->step;
    *done = all_done(launches);

fail:
    return status;
}

enum swarm_status mosaic_launches_end(struct mosaic_launches *launches)
{
    enum swarm_status status = SWARM_OK;
    for (size_t i = 0; i < SETS; ++i) {
        if (launches->sets[i].ran) {
            TRY(take(launches, &launches->sets[i]));
        }
    }

fail:
    return status;
}
