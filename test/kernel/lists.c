/* Ants on candidate lists: every row of --construction that walks on lists against the sequential twin, word by word.
 *
 * usage: test_lists [--small | --all] [--verbose] [--device SELECTOR] [--part K/N]
 *
 * A case is a colony: an instance, lists, and a row in a shape. First the lists are compared. Then trails are
 * overwritten at random, and weights, tours, lengths and, if ants change them on their way, trails are compared. Trails
 * differ much, so that many ants go the same way and often use up lists. Runs on every usable device, simulators
 * included; exits 77 when there is none. --small: as much as a simulator can do.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aco/device.h"
#include "aco/reference.h"
#include "aco/shape.h"
#include "base/memory.h"
#include "cl/aco/colony_rules.h"
#include "cl/aco/edge_math.h"
#include "cl/shared/philox.h"
#include "cl/shared/team_codes.h"
#include "tsp/points.h"
#include "tsp/tour.h"

#include "../partners.h"
#include "on_devices.h"

/* Places of nodes, or kinds of their matrix. */
enum place { UNIFORM, CLUSTERED, DUPLICATES, SOLID, GLOBE, EARTH, MATRIX, ONE_WAY, PATH };
static const char *const place_names[] = {"uniform", "clustered", "duplicates", "solid", "globe",
                                          "earth",   "matrix",    "one-way",    "path"};

struct problem {
    enum place place;
    uint32_t n, candidates;
    const char *kind; /* of candidates */
    uint32_t ants;
    double exploit;
    double alpha, beta;
    bool small;        /* a simulator runs it, too */
    uint32_t partners; /* make_partners() */
};

/* Places of lists about the ends of vectors, n about the ends of words, lists of all other nodes. */
static const struct problem problems[] = {
    {UNIFORM, 2, 1, "nearest", 3, 0, 1, 2, true, 0},          {MATRIX, 3, 2, "nearest", 5, 0.9, 1, 2, true, 0},
    {ONE_WAY, 5, 2, "nearest", 7, 0, 1, 2, true, 0},          {PATH, 17, 10, "nearest", 5, 0, 1, 2, true, 0},
    {CLUSTERED, 33, 16, "mixed", 5, 0.9, 1, 2, true, 0},      {SOLID, 33, 20, "nearest", 5, 0.5, 1.5, 2.5, true, 0},
    {DUPLICATES, 33, 1, "nearest", 5, 0, 1, 2, true, 0},      {DUPLICATES, 100, 10, "mixed", 33, 0, 1, 2, false, 0},
    {GLOBE, 100, 16, "nearest", 100, 0, 1, 2, false, 0},      {EARTH, 40, 16, "mixed", 9, 0, 1, 2, true, 0},
    {ONE_WAY, 100, 20, "nearest", 17, 0.9, 1, 2, false, 0},   {UNIFORM, 33, 32, "nearest", 9, 0, 2, 3, false, 0},
    {PATH, 101, 32, "mixed", 35, 0.9, 1, 2, false, 0},        {CLUSTERED, 500, 2, "nearest", 10, 0, 1, 2, false, 0},
    {CLUSTERED, 500, 20, "quadrant", 6, 0.9, 1, 2, false, 0}, {UNIFORM, 500, 16, "nearest", 64, 0, 1, 2, false, 0},
    {UNIFORM, 2, 1, "nearest", 3, 0, 1, 2, true, 1},          {MATRIX, 17, 3, "nearest", 5, 0.5, 1, 2, true, 1},
    {PATH, 34, 10, "nearest", 5, 0, 1, 2, true, 1},           {CLUSTERED, 33, 16, "mixed", 5, 0.9, 1, 2, false, 2},
    {PATH, 101, 32, "mixed", 35, 0.9, 1, 2, false, 5},        {UNIFORM, 500, 16, "nearest", 33, 0, 1, 2, false, 1},
};

/* How a row is laid over a device. */
struct layout {
    uint32_t ants_per_group; /* 0: as the row has it */
    double launch_seconds;
    bool global_bits; /* as if local memory did not hold the visited bits */
    int team_code;    /* -1: as the row has it */
    bool no_links;    /* as if there were more nodes */
};

static const struct layout layouts[] = {
    {0, 0.1, false, -1, false}, {1, 1e-9, false, -1, true}, {3, 1e-9, true, -1, false}, {2, 0.1, true, -1, true}};
static const struct layout nvidia_layouts[] = {{2, 0.1, false, TEAM_CODE_SHUFFLE, false},
                                               {2, 1e-9, true, TEAM_CODE_SHUFFLE, true},
                                               {2, 0.1, false, TEAM_CODE_LOCAL, false}};

/* One colony and its twin. */
struct pair {
    const struct aco_construction *row;
    const struct problem *problem;
    const struct layout *layout;
    size_t device;
    struct swarm_instance *instance;
    struct aco_device_colony *colony;
    struct aco_arrays arrays;
};

static size_t fallback_count;

static uint32_t random_word(uint32_t index, uint32_t stream)
{
    struct philox_block counter = {index, stream, 0, 0};
    return philox4x32(counter, 2026, 7).w0;
}

static void fail_case(const struct pair *p, const char *what)
{
    const struct problem *q = p->problem;
    ++failure_count;
    printf("FAILED %s %s: %s n=%u candidates=%u %s ants=%u exploit=%g per group=%u launch=%g global=%d code=%d "
           "partners=%u device=\"%s\"\n",
           p->row->name, what, place_names[q->place], (unsigned)q->n, (unsigned)q->candidates, q->kind,
           (unsigned)q->ants, q->exploit, (unsigned)p->layout->ants_per_group, p->layout->launch_seconds,
           p->layout->global_bits, p->layout->team_code, (unsigned)q->partners, devices.devices[p->device].name);
}

static void require(const struct pair *p, enum swarm_status status, const char *step)
{
    if (status != SWARM_OK) {
        printf("%s\n", env.error);
        fail_case(p, step);
        exit(1);
    }
}

static double coordinate(enum place place, uint32_t i, uint32_t axis)
{
    const uint32_t word = random_word(i, 10 + axis);
    switch (place) {
    case CLUSTERED: /* five heaps, of which lists do not lead out */
        return 1000.0 * (random_word(i % 5, 20 + axis) % 100) + word % 64;
    case DUPLICATES:
        return 10.0 * (word % 4);
    case GLOBE:
    case EARTH:
        return (axis == 0 ? 80.0 : 170.0) * (word / 4294967296.0);
    default:
        return word % 1000;
    }
}

static struct swarm_instance *make_instance(const struct problem *problem)
{
    const enum place place = problem->place;
    const uint32_t n = problem->n - (place == PATH);
    struct swarm_instance *instance = NULL, *joined = NULL;
    enum swarm_status status;
    if (place == MATRIX || place == ONE_WAY) {
        int32_t *matrix = base_array((size_t)n * n, sizeof *matrix);
        for (uint32_t i = 0; i < n; ++i) {
            for (uint32_t j = 0; j < n; ++j) {
                const uint32_t low = place == MATRIX && j < i ? j : i, high = place == MATRIX && j < i ? i : j;
                matrix[(size_t)i * n + j] = i == j ? 0 : (int32_t)(random_word(low * n + high, 1) % 100);
            }
        }
        status = tsp_instance_from_matrix(&env, "test", place == MATRIX, n, matrix, &instance);
        free(matrix);
    } else {
        const enum swarm_metric metric = place == SOLID   ? SWARM_METRIC_EUC_3D
                                         : place == GLOBE ? SWARM_METRIC_GEO
                                                          : SWARM_METRIC_EUC_2D;
        const uint32_t axes = place == SOLID ? 3 : 2;
        double *coordinates = base_array((size_t)axes * n, sizeof *coordinates);
        for (uint32_t i = 0; i < n; ++i) {
            for (uint32_t axis = 0; axis < axes; ++axis) {
                coordinates[(size_t)i * axes + axis] = coordinate(place, i, axis);
            }
        }
        status = place == EARTH ? tsp_points_instance(&env, "test", SWARM_SURFACE_SPHERE, n, coordinates, &instance)
                                : tsp_instance_from_coordinates(&env, "test", metric, n, coordinates, &instance);
        free(coordinates);
    }
    if (status == SWARM_OK && place == PATH) {
        status = tsp_instance_select(&env, instance, NULL, instance->info.node_count, true, &joined);
        tsp_instance_destroy(&instance);
        instance = joined;
    }
    if (status != SWARM_OK) {
        printf("FAILED to make an instance: %s\n", env.error);
        exit(1);
    }
    make_partners(instance, problem->partners);
    return instance;
}

/* Whether the first `words` of a buffer are those of the twin. */
static bool same(const struct pair *p, enum aco_buffer buffer, const void *twin, size_t words, const char *what)
{
    const struct ocl_buffer *of_device = &p->colony->buffers[buffer];
    uint32_t *found = base_array(words + 1, sizeof *found);
    require(p, ocl_buffer_read(&p->colony->session, of_device, 0, (uint64_t)words * 4, found), "read");
    bool equal = true;
    for (size_t at = 0; at < words && equal; ++at) {
        uint32_t expected;
        memcpy(&expected, (const char *)twin + at * 4, 4);
        equal = found[at] == expected;
        if (!equal) {
            printf("%s, word %zu: %u, and %u in the twin\n", of_device->name, at, (unsigned)found[at],
                   (unsigned)expected);
            fail_case(p, what);
        }
    }
    free(found);
    return equal;
}

static void upload(const struct pair *p, enum aco_buffer buffer, const void *from, size_t words)
{
    require(p, ocl_buffer_write(&p->colony->session, &p->colony->buffers[buffer], 0, (uint64_t)words * 4, from),
            "upload");
}

/* Steps of the twin's tours to nodes that are no candidates. */
static size_t fallbacks(const struct pair *p)
{
    const struct aco_settings *s = &p->colony->base.settings;
    size_t count = 0;
    for (uint32_t ant = 0; ant < s->ants; ++ant) {
        const uint32_t *tour = p->arrays.tours + (size_t)ant * s->n;
        for (uint32_t pos = 1; pos < s->n; ++pos) {
            count += aco_reference_place(s, &p->arrays, tour[pos - 1], tour[pos]) == s->candidates;
        }
    }
    return count;
}

/* Compares the tours of one iteration and its changes. The rows behind the ants', which keep the best, and their
 * lengths must not change. */
static void compare_iteration(struct pair *p, uint32_t iteration)
{
    const struct aco_settings *s = &p->colony->base.settings;
    const size_t cells = (size_t)s->n * s->stride, rows = (size_t)ROWS_ALL(s->ants);
    bool interrupted = true;
    memset(p->arrays.tours, 0x5a, rows * s->n * sizeof *p->arrays.tours);
    memset(p->arrays.lengths, 0x5a, rows * sizeof *p->arrays.lengths);
    upload(p, ACO_BUFFER_TOURS, p->arrays.tours, rows * s->n);
    upload(p, ACO_BUFFER_LENGTHS, p->arrays.lengths, rows * 2);
    require(p, aco_device_choice(p->colony), "weights");
    aco_reference_list_weights(s, &p->arrays);
    if (!same(p, ACO_BUFFER_WEIGHTS, p->arrays.weights, cells, "weights")) {
        return;
    }
    require(p, aco_device_construct(p->colony, iteration, &interrupted), "construct");
    if (p->row->local_update) {
        aco_reference_construct_together(s, &p->arrays, iteration, 0, s->n);
    } else {
        for (uint32_t ant = 0; ant < s->ants; ++ant) {
            aco_reference_construct(s, &p->arrays, iteration, ant);
        }
    }
    if (interrupted) {
        fail_case(p, "interrupted");
    }
    fallback_count += fallbacks(p);
    for (uint32_t ant = 0; ant < s->ants; ++ant) {
        if (!has_partners(p->instance, p->arrays.tours + (size_t)ant * s->n)) {
            fail_case(p, "partners");
        }
    }
    if (same(p, ACO_BUFFER_TOURS, p->arrays.tours, rows * s->n, "tours")) {
        same(p, ACO_BUFFER_LENGTHS, p->arrays.lengths, rows * 2, "lengths");
        same(p, ACO_BUFFER_TRAILS, p->arrays.trails, cells, "trails");
        same(p, ACO_BUFFER_WEIGHTS, p->arrays.weights, cells, "weights after the tours");
    }
}

static void compare_all(struct pair *p)
{
    const struct aco_settings *s = &p->colony->base.settings;
    const size_t cells = (size_t)s->n * s->stride;
    same(p, ACO_BUFFER_CANDIDATES, p->arrays.lists.nodes, cells, "candidates");
    same(p, ACO_BUFFER_HEURISTIC, p->arrays.heuristic, cells, "heuristic");
    same(p, ACO_BUFFER_TRAILS, p->arrays.trails, cells, "first trails");
    same(p, ACO_BUFFER_ROW_OFFSETS, p->arrays.row_offsets, s->n, "row_offsets");
    for (uint32_t i = 0; i < s->n; ++i) {
        for (uint32_t place = 0; place < s->candidates; ++place) {
            const uint32_t j = p->arrays.lists.nodes[(size_t)i * s->stride + place];
            const uint32_t low = s->symmetric && j < i ? j : i, high = s->symmetric && j < i ? i : j;
            const uint32_t word = random_word(low * s->n + high, 3);
            p->arrays.trails[(size_t)i * s->stride + place] = (word & TRAIL_MAX) >> (word % 16) | 1u;
        }
    }
    upload(p, ACO_BUFFER_TRAILS, p->arrays.trails, cells);
    compare_iteration(p, 1);
    compare_iteration(p, 1000000);
    ++case_count;
}

/* Builds the colony and its twin, and compares. */
static void run_case(struct pair *p)
{
    const struct problem *q = p->problem;
    struct swarm_device *device = &devices.devices[p->device];
    const struct swarm_device truth = *device;
    struct run_engine *engine = NULL;
    uint32_t *start = base_array(q->n, sizeof *start);
    int64_t length = 0;
    p->instance = make_instance(q);
    const struct aco_request request = {
        .instance = p->instance,
        .options = {.ants = q->ants,
                    .alpha = q->alpha,
                    .beta = q->beta,
                    .rho = 0.1,
                    .algorithm = p->row->local_update ? "acs" : "as",
                    .candidates = q->candidates,
                    .candidate_kind = q->kind,
                    .q0 = q->exploit,
                    .xi = 0.1,
                    .p_best = 0.05},
        .shape = {.construction = p->row, .ants_per_group = p->layout->ants_per_group},
    };
    const struct run_request run = {
        .seed = 20260001, .target = -1, .deadline = (double)INFINITY, .launch_seconds = p->layout->launch_seconds};
    require(p, aco_colony_device_create(&env, &run, &request, &devices, p->device, &engine), "create");
    p->colony = (struct aco_device_colony *)engine;
    require(p, tsp_tour_nearest_neighbour(&env, p->instance, (double)INFINITY, start, &length), "nearest neighbour");
    aco_colony_settle(&p->colony->base.engine, length);
    p->colony->base.settings.links = !p->layout->no_links;
    if (p->layout->global_bits) { /* room for what the teams of a group agree by, and for nothing else */
        const uint32_t usual = p->row->local_update ? 16 : 1;
        device->local_memory = 16 * 32 * (p->layout->ants_per_group > 0 ? p->layout->ants_per_group : usual);
    }
    require(p, engine->type->plan(engine), "plan");
    *device = truth;
    if (p->layout->team_code >= 0 && p->colony->shape.team > 1) {
        p->colony->shape.team_code = p->layout->team_code;
    }
    require(p, engine->type->open(engine), "open");
    require(p, engine->type->build(engine), "build");
    if (p->layout->team_code == TEAM_CODE_SUBGROUP && p->colony->shape.team > 1
        && p->colony->shape.team_code != p->layout->team_code) {
        fail_case(p, "teams are no sub-groups");
    }
    require(p, engine->type->prepare(engine, start, length), "prepare");
    require(p,
            aco_reference_open(&env, p->instance, &p->colony->base.settings, (struct aco_start){start, length},
                               (double)INFINITY, &p->arrays),
            "arrays");
    compare_all(p);
    aco_arrays_destroy(&p->arrays);
    run_engine_destroy(&engine);
    tsp_instance_destroy(&p->instance);
    free(start);
}

/* ------------------------------------------------------------------------------------------------------------------ */

/* Every problem by one of the rows in turn. PoCL takes three seconds for `list-together`, which gets every third
 * problem. --all: every problem by all rows. Layouts take turns. */
static void test_rows_on_lists_build_the_tours_of_the_twin(size_t device, bool small)
{
    size_t count = 0;
    for (size_t row = 0; row < aco_construction_count; ++row) {
        for (size_t k = 0; aco_constructions[row].lists && k < sizeof problems / sizeof problems[0]; ++k) {
            struct pair p = {.row = &aco_constructions[row],
                             .problem = &problems[k],
                             .layout = &layouts[(k / 2 + row) % (sizeof layouts / sizeof layouts[0])],
                             .device = device};
            const bool few = p.row->local_update && !small, taken = few     ? k % 3 == 2
                                                                    : small ? (k + row) % 3 == 0
                                                                            : (k + row) % 2;
            if ((asked.all || taken) && (p.problem->small || !small) && count++ % asked.part_count == asked.part - 1) {
                run_case(&p);
            }
        }
    }
}

/* The other ways in which lanes agree, if the platform decides the way. */
static void test_all_ways_of_lanes_agree(size_t device)
{
    static const char *const rows[] = {"list-lanes", "list-together"};
    for (size_t row = 0; row < 2; ++row) {
        for (size_t way = 0; way < sizeof nvidia_layouts / sizeof nvidia_layouts[0]; ++way) {
            struct pair p = {.row = aco_construction_find(rows[row]),
                             .problem = &problems[sizeof problems / sizeof problems[0] - 2 - way],
                             .layout = &nvidia_layouts[way],
                             .device = device};
            run_case(&p);
        }
    }
}

/* Lanes that are sub-groups: of 64 those of an ant alone, of 32 any. */
static void test_sub_groups_agree(size_t device)
{
    static const struct {
        const char *row;
        unsigned size;
        struct layout layout;
    } ways[] = {
        {"list-lanes", 64, {1, 0.1, false, TEAM_CODE_SUBGROUP, false}},
        {"list-lanes", 32, {1, 1e-9, true, TEAM_CODE_SUBGROUP, true}},
        {"list-together", 32, {2, 0.1, true, TEAM_CODE_SUBGROUP, false}},
    };
    for (size_t way = 0; way < sizeof ways / sizeof ways[0]; ++way) {
        struct pair p = {.row = aco_construction_find(ways[way].row),
                         .problem = &problems[sizeof problems / sizeof problems[0] - 2 - way],
                         .layout = &ways[way].layout,
                         .device = device};
        on_devices_divide(device, ways[way].size);
        if (ways[way].layout.ants_per_group == 1 || devices.devices[device].sub_group_sizes == 32) {
            run_case(&p);
        }
    }
    on_devices_divide(device, 0);
}

static void test_all(size_t device, bool small)
{
    const size_t before = fallback_count;
    test_rows_on_lists_build_the_tours_of_the_twin(device, small);
    if (strstr(devices.devices[device].platform_name, "NVIDIA") && asked.part == 1) {
        test_all_ways_of_lanes_agree(device);
    } else if (asked.part == 1 && asked.all) { /* PoCL compiles them for half a minute */
        test_sub_groups_agree(device);
    }
    printf("%zu steps past the candidates\n", fallback_count - before);
    failure_count += fallback_count == before;
}

int main(int count, char **words)
{
    const int code = on_devices_run(count, words, false, test_all);
    return code != 0 ? code : failure_count > 0;
}
