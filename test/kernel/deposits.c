/* Every row of --deposit against the sequential twin, exactly, by whole buffers of trails.
 *
 * usage: deposits [--small | --all] [--device SELECTOR] [--part K/N]
 *
 * A colony is built once for each row and kind of instance, for the largest size. First the solver's first trails are
 * compared, and a start tour that every ant walks. Then the settings are made smaller, and tours, amounts and trails
 * are overwritten, so that one build serves all sizes, numbers of ants and lengths of launches. The buffers are then
 * larger than needed, and the words behind the matrix and behind its rows must not change. Runs on every usable device,
 * simulators included; exits 77 when there is none. --small: as much as a simulator can do.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aco/shape.h"
#include "aco/device.h"
#include "aco/reference.h"
#include "base/memory.h"
#include "cl/aco/edge_math.h"
#include "cl/shared/philox.h"
#include "tsp/tour.h"

#include "on_devices.h"

/* Largest sizes, and those of rows whose work grows with n^3 and ants; the same of --all, and for a simulator. */
enum {
    LARGEST = 100,
    LARGEST_SLOW = 33,
    LARGEST_ALL = 257,
    LARGEST_SLOW_ALL = 100,
    LARGEST_SMALL = 33,
    LARGEST_SLOW_SMALL = 12
};

/* Work-items that the groups of a device are said to allow, so that short tours have many tiles. */
enum { FEW_ITEMS = 8 };

/* An instance, and the settings of its colony. */
struct kind {
    const char *name;
    bool symmetric, path;
};
static const struct kind kinds[] = {{"symmetric", true, false}, {"asymmetric", false, false}, {"path", true, true}};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* One colony and its twin. */
struct pair {
    const struct aco_deposit *row;
    const struct kind *kind;
    size_t device;
    uint32_t row_group;    /* 0: as the device has it */
    size_t group_limit;    /* work-items of a group, and ... */
    uint64_t local_memory; /* ... bytes of it that the device is said to have, 0: the truth */
    struct options options;
    struct aco_device_colony *colony;
    struct aco_arrays arrays;
    uint32_t *found; /* the trails buffer of the device */
    size_t words;    /* of it */
};

static uint32_t random_word(uint32_t index, uint32_t stream)
{
    struct philox_block counter = {index, stream, 0, 0};
    return philox4x32(counter, 2026, 5).w0;
}

static void fail_case(const struct pair *p, const char *what)
{
    const struct aco_settings *s = &p->colony->base.settings;
    ++failure_count;
    printf("FAILED deposit/%s %s: %s n=%u ants=%u row_group=%u launch=%g device=\"%s\"\n", p->row->name, what,
           p->kind->name, (unsigned)s->n, (unsigned)s->ants, (unsigned)p->colony->shape.row_group,
           p->colony->pacer.launch_seconds, devices.devices[p->device].name);
}

static void require(struct pair *p, enum swarm_status status, const char *step)
{
    if (status != SWARM_OK) {
        printf("%s\n", env.error);
        fail_case(p, step);
        exit(1);
    }
}

/* Rows that look through all tours for every trail. */
static bool is_slow(const struct aco_deposit *row)
{
    return strncmp(row->name, "gather", strlen("gather")) == 0;
}

static uint32_t largest_of(const struct aco_deposit *row, bool small)
{
    const bool slow = is_slow(row);
    return small       ? (slow ? LARGEST_SLOW_SMALL : LARGEST_SMALL)
           : asked.all ? (slow ? LARGEST_SLOW_ALL : LARGEST_ALL)
                       : (slow ? LARGEST_SLOW : LARGEST);
}

static struct swarm_instance *make_instance(const struct kind *kind, uint32_t n)
{
    struct swarm_instance *instance = NULL, *joined = NULL;
    const uint32_t nodes = n - kind->path;
    int32_t *matrix = base_array((size_t)nodes * nodes, sizeof *matrix);
    for (uint32_t i = 0; i < nodes; ++i) {
        for (uint32_t j = 0; j < nodes; ++j) {
            const uint32_t low = kind->symmetric && j < i ? j : i, high = kind->symmetric && j < i ? i : j;
            matrix[(size_t)i * nodes + j] = i == j ? 0 : (int32_t)(1 + random_word(low * nodes + high, 1) % 1000);
        }
    }
    enum swarm_status status = tsp_instance_from_matrix(&env, "test", kind->symmetric, nodes, matrix, &instance);
    free(matrix);
    if (status == SWARM_OK && kind->path) {
        status = tsp_instance_select(&env, instance, NULL, instance->info.node_count, true, &joined);
        tsp_instance_destroy(&instance);
        instance = joined;
    }
    if (status != SWARM_OK) {
        printf("FAILED to make an instance: %s\n", env.error);
        exit(1);
    }
    return instance;
}

/* Words of the device's trails that are no trails equal the twin's. */
static bool compare(struct pair *p, const char *what)
{
    require(p, ocl_buffer_read(&p->colony->session, &p->colony->buffers[ACO_BUFFER_TRAILS], 0, p->words * 4, p->found),
            "read");
    ++case_count;
    for (size_t at = 0; at < p->words; ++at) {
        if (p->found[at] != p->arrays.trails[at]) {
            const uint32_t stride = p->colony->base.settings.stride;
            printf("trail (%zu, %zu): %u, and %u in the twin\n", at / stride, at % stride, (unsigned)p->found[at],
                   (unsigned)p->arrays.trails[at]);
            fail_case(p, what);
            return false;
        }
    }
    return true;
}

/* Random tours, or one for all ants, so that all meet on every trail. */
static void fill(struct pair *p, bool together)
{
    const struct aco_settings *s = &p->colony->base.settings;
    uint32_t draw = 0;
    for (uint32_t ant = 0; ant < s->ants; ++ant) {
        uint32_t *tour = p->arrays.tours + (size_t)ant * s->n;
        for (uint32_t pos = 0; pos < s->n; ++pos) {
            tour[pos] = pos;
        }
        for (uint32_t left = s->n; left > 1; --left) {
            const uint32_t k = random_word(together ? left : ++draw, 2) % left, last = tour[left - 1];
            tour[left - 1] = tour[k];
            tour[k] = last;
        }
        p->arrays.amounts[ant] = 1 + random_word(ant, 3) % (TRAIL_MAX / s->ants);
    }
    for (size_t at = 0; at < p->words; ++at) {
        p->arrays.trails[at] = random_word((uint32_t)at, 4) & TRAIL_MAX;
    }
}

static void upload(struct pair *p)
{
    const struct aco_settings *s = &p->colony->base.settings;
    const struct ocl_buffer *buffers = p->colony->buffers;
    struct ocl_session *session = &p->colony->session;
    require(p, ocl_buffer_write(session, &buffers[ACO_BUFFER_TOURS], 0, (uint64_t)s->ants * s->n * 4, p->arrays.tours),
            "tours");
    require(p, ocl_buffer_write(session, &buffers[ACO_BUFFER_AMOUNTS], 0, (uint64_t)s->ants * 4, p->arrays.amounts),
            "amounts");
    require(p, ocl_buffer_write(session, &buffers[ACO_BUFFER_TRAILS], 0, (uint64_t)p->words * 4, p->arrays.trails),
            "trails");
}

static void run_case(struct pair *p, uint32_t n, uint32_t ants, double launch_seconds, bool together)
{
    const struct run_request run = {.seed = 1, .target = -1};
    struct options options = p->options;
    const struct swarm_instance_info info = {.node_count = n, .symmetric = p->kind->symmetric};
    bool interrupted = true;
    options.ants = ants;
    p->colony->base.settings = aco_settings_make(&options, &run, &info, 1);
    require(p, ocl_session_finish(&p->colony->session), "finish");
    ocl_pacer_drain(&p->colony->pacer);
    ocl_pacer_init(&p->colony->pacer, &p->colony->session, launch_seconds, (double)INFINITY);
    fill(p, together);
    upload(p);
    if (p->row->evaporates) {
        aco_reference_evaporate(&p->colony->base.settings, &p->arrays);
    }
    for (uint32_t ant = 0; ant < ants; ++ant) {
        aco_reference_deposit(&p->colony->base.settings, &p->arrays, ant);
    }
    require(p, aco_device_bind(p->colony), "bind");
    require(p, p->row->enqueue(p->colony, 1, &interrupted), "enqueue");
    if (interrupted) {
        fail_case(p, "interrupted");
    }
    compare(p, together ? "one tour" : "own tours");
}

/* All sizes and numbers of ants. Launches are cut at every second case: as short as a launch can be. */
static void run_sizes(struct pair *p, uint32_t largest, bool small)
{
    static const uint32_t sizes[] = {1, 2, 3, 5, 12, 31, 33, 64, 100, 257};
    size_t count = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0] && sizes[i] <= largest; ++i) {
        const uint32_t n = sizes[i], ants[] = {7, 1, n, n + n / 4 + 1};
        for (size_t k = 0; k < (small ? 1 : sizeof ants / sizeof ants[0]); ++k) {
            run_case(p, n, ants[k], count % 2 ? 1e-9 : 0.1, false);
            run_case(p, n, ants[k], count % 2 ? 0.1 : 1e-9, true);
            ++count;
        }
    }
}

static void destroy(struct pair *p, struct swarm_instance **instance)
{
    struct run_engine *engine = &p->colony->base.engine;
    aco_arrays_destroy(&p->arrays);
    free(p->found);
    run_engine_destroy(&engine);
    tsp_instance_destroy(instance);
}

/* Builds a colony of the row, compares the walk of the start tour, then all sizes. */
static void run_row(struct pair *p, bool small)
{
    static size_t count;
    if (count++ % asked.part_count != asked.part - 1) {
        return;
    }
    const uint32_t largest = largest_of(p->row, small), ants = largest + largest / 4 + 1;
    struct swarm_device *device = &devices.devices[p->device];
    const struct swarm_device truth = *device;
    struct swarm_instance *instance = make_instance(p->kind, largest);
    struct run_engine *engine = NULL;
    p->options = (struct options){.ants = ants, .alpha = 1, .beta = 2, .rho = 0.5, .selection = aco_selections[0].name};
    const struct aco_request request = {
        .instance = instance,
        .options = p->options,
        .shape = {.construction = &aco_constructions[0],
                  .deposit = p->row,
                  .evaluation = p->local_memory > 0 ? aco_evaluation_find("work-item") : NULL}, /* which needs none */
        .walked = true,
    };
    const struct run_request run = {.seed = 1, .target = -1, .deadline = (double)INFINITY, .launch_seconds = 1e-9};
    uint32_t *start = base_array(largest, sizeof *start);
    int64_t length = 0;
    if (aco_colony_device_create(&env, &run, &request, &devices, p->device, &engine) != SWARM_OK) {
        printf("%s\n", env.error);
        exit(1);
    }
    p->colony = (struct aco_device_colony *)engine;
    device->max_group_size = p->group_limit > 0 ? p->group_limit : truth.max_group_size;
    device->local_memory = p->local_memory > 0 ? p->local_memory : truth.local_memory;
    require(p, tsp_tour_nearest_neighbour(&env, instance, (double)INFINITY, start, &length), "nearest neighbour");
    require(p, engine->type->plan(engine), "plan");
    if (p->row_group > 0) {
        p->colony->shape.row_group = p->row_group;
    }
    require(p, engine->type->open(engine), "open");
    require(p, engine->type->build(engine), "build");
    aco_colony_settle(&p->colony->base.engine, length);
    const struct aco_settings *settings = &p->colony->base.settings;
    require(p, engine->type->prepare(engine, start, length), "prepare");
    require(
        p,
        aco_reference_open(&env, instance, settings, (struct aco_start){start, length}, (double)INFINITY, &p->arrays),
        "arrays");
    struct aco_best best = aco_best_begin(settings, length);
    p->words = (size_t)largest * settings->stride;
    p->found = base_array(p->words, sizeof *p->found);
    aco_reference_walk(settings, &p->arrays, &best, start, length);
    if (compare(p, "walk")) {
        run_sizes(p, largest, small);
    }
    *device = truth;
    free(start);
    destroy(p, &instance);
}

/* ------------------------------------------------------------------------------------------------------------------ */

/* Every row, with every kind of instance; paths in short groups, a simulator in these alone. */
static void test_rows_lay_the_trails_of_the_twin(size_t device, bool small)
{
    for (size_t row = 0; row < aco_deposit_count; ++row) {
        for (size_t kind = 0; kind < KINDS; ++kind) {
            struct pair p = {.row = &aco_deposits[row], .kind = &kinds[kind], .device = device};
            p.group_limit = small || p.kind->path ? FEW_ITEMS : 0;
            if (!p.row->any_algorithm && (p.kind->symmetric || !p.row->symmetric_only)) {
                run_row(&p, small);
            }
        }
    }
}

/* Rows that a group owns: groups of an odd number of work-items, and of more than a short row has nodes; and a local
 * memory of which half holds 50 words of a row, 10 for a simulator. */
static void test_groups_and_tiles_of_rows_agree(size_t device, bool small)
{
    static const uint32_t groups[] = {1, 3, 64};
    for (size_t g = small; g < sizeof groups / sizeof groups[0]; ++g) {
        for (size_t kind = 0; kind < 2; ++kind) {
            struct pair p = {.row = aco_deposit_find("by-row"),
                             .kind = &kinds[kind],
                             .device = device,
                             .row_group = groups[g],
                             .local_memory = small ? 80 : 400};
            if (groups[g] <= devices.devices[device].max_group_size) {
                run_row(&p, small);
            }
        }
    }
}

/* Rows that need both directions are refused before anything is built. */
static void test_rows_for_symmetric_instances_refuse_others(size_t device)
{
    for (size_t row = 0; row < aco_deposit_count; ++row) {
        const struct aco_shape_request request = {.deposit = &aco_deposits[row]};
        struct aco_shape shape;
        const struct run_request run = {.target = -1};
        const struct options options = {.ants = 10, .rho = 0.5};
        const struct swarm_instance_info info = {.node_count = 10};
        const struct aco_settings settings = aco_settings_make(&options, &run, &info, 1);
        const enum swarm_status status =
            aco_shape_choose(&env, &devices.devices[device], &request, &settings, NULL, &shape);
        const enum swarm_status expected = request.deposit->symmetric_only ? SWARM_ERROR_INVALID_ARGUMENT : SWARM_OK;
        ++case_count;
        if (status != expected) {
            ++failure_count;
            printf("FAILED deposit/%s with an asymmetric instance: status %d\n", request.deposit->name, (int)status);
        }
    }
}

static void test_all(size_t device, bool small)
{
    test_rows_lay_the_trails_of_the_twin(device, small);
    test_groups_and_tiles_of_rows_agree(device, small);
    test_rows_for_symmetric_instances_refuse_others(device);
}

int main(int count, char **words)
{
    const int code = on_devices_run(count, words, false, test_all);
    return code != 0 ? code : failure_count > 0;
}
