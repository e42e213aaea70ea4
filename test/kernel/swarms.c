/* Swarms on devices against their sequential twin, exactly: all arrays, the record of the best and the log.
 *
 * usage: swarms [--small] [--device SELECTOR] [--part K/N] [--verbose]
 *        swarms --list
 *
 * A case is an objective, settings and a shape. The swarm runs on the device in pieces as a run makes them; after each
 * of them its state is compared with the twin's bit by bit. Runs on every usable device, simulators included; exits 77
 * when there is none. --small: what a simulator can do in a minute. --part K/N: every N-th case from the K-th on.
 * --verbose: names each case before it runs. --list: the rows that each case takes, for test/style/rows.py.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "pso/reference.h"
#include "pso/swarm_device.h"

#include "on_devices.h"

enum { MOST_DIMENSIONS = 200 };

struct swarm_case {
    const char *objective;
    uint32_t dimensions, particles, exchange, group_size, start_count;
    int precision, boundary, topology, best;
    uint64_t iterations, middle; /* the state is compared after both, and saved and loaded at the first */
    uint64_t no_improve;
    bool maximise, has_target, shifted, linear, unlimited;
    double target;
    uint64_t seed;
};

static const struct swarm_case ordinary = {
    .objective = "rastrigin",
    .dimensions = 3,
    .particles = 100,
    .exchange = 4,
    .precision = 64,
    .iterations = 11,
    .middle = 6,
    .seed = 7,
};

static void case_print(const struct swarm_case *c, const char *what)
{
    printf("%s: %s, %u dimensions, %u particles, fp%d, best %s, topology %s, boundary %s, exchange %u, group %u, seed "
           "%" PRIu64 "%s%s%s\n",
           what, c->objective, (unsigned)c->dimensions, (unsigned)c->particles, c->precision,
           pso_best_words[c->best + 1].name, pso_topology_words[c->topology].name, pso_boundary_words[c->boundary].name,
           (unsigned)c->exchange, (unsigned)c->group_size, c->seed, c->shifted ? ", shifted" : "",
           c->linear ? ", linear" : "", c->maximise ? ", maximise" : "");
    fflush(stdout);
}

static bool check(enum swarm_status status, const struct swarm_case *c)
{
    if (status != SWARM_OK) {
        case_print(c, "FAILED");
        printf("    %s\n", env.error ? env.error : "");
        ++failure_count;
    }
    return status == SWARM_OK;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* One case                                                                                                           */

struct arrays {
    double lower[MOST_DIMENSIONS], upper[MOST_DIMENSIONS], largest[MOST_DIMENSIONS], shift[MOST_DIMENSIONS];
    double start[4 * MOST_DIMENSIONS];
};

static struct pso_request request_of(const struct swarm_case *c, const struct swarm_objective *objective,
                                     struct arrays *arrays)
{
    for (uint32_t d = 0; d < c->dimensions; ++d) {
        if (!objective->row || !objective->row->bounds) {
            arrays->lower[d] = -10;
            arrays->upper[d] = 10;
        } else {
            objective->row->bounds(c->dimensions, d, &arrays->lower[d], &arrays->upper[d]);
        }
        arrays->largest[d] = 0.5 * (arrays->upper[d] - arrays->lower[d]);
        if (c->unlimited) {
            arrays->largest[d] = (double)INFINITY;
        }
        arrays->shift[d] = 0.1 * (d + 1.0);
        for (uint32_t p = 0; p < c->start_count; ++p) {
            arrays->start[p * c->dimensions + d] = 0.25 * arrays->upper[d] / (p + 1.0);
        }
    }
    return (struct pso_request){
        .settings =
            {
                .objective = objective,
                .precision = c->precision,
                .particles = c->particles,
                .dimensions = c->dimensions,
                .maximise = c->maximise,
                .inertia = c->linear ? 0.9 : 0.7298437881283576,
                .inertia_step = c->linear ? -0.05 : 0,
                .inertia_iterations = c->linear ? 8 : 0,
                .cognitive = c->unlimited ? 3.0 : 1.4961797656631332,
                .social = c->unlimited ? 3.0 : 1.4961797656631332,
                .boundary = c->boundary,
                .topology = c->topology,
                .best = c->best,
                .exchange = c->exchange,
                .seed = c->seed,
                .has_target = c->has_target,
                .target = c->target,
                .no_improve = c->no_improve,
                .lower = arrays->lower,
                .upper = arrays->upper,
                .largest_velocity = arrays->largest,
                .shift = c->shifted ? arrays->shift : NULL,
            },
        .group_size = c->group_size,
        .launch_seconds = 0.1,
        .deadline = (double)INFINITY,
        .start_count = c->start_count,
        .start = arrays->start,
    };
}

/* A swarm and what it has told. */
struct scene {
    struct pso_swarm *swarm;
    struct pso_state state;
    struct pso_improvement improvements[4096];
    size_t improvement_count;
    uint32_t ended;
    uint64_t stopped;
};

static enum swarm_status collect(struct scene *scene, bool all)
{
    enum swarm_status status = SWARM_OK;
    for (bool got = true; got && status == SWARM_OK;) {
        struct pso_report report;
        status = scene->swarm->type->collect(scene->swarm, all, &got, &report);
        if (status == SWARM_OK && got) {
            memcpy(scene->improvements + scene->improvement_count, report.improvements,
                   report.count * sizeof *report.improvements);
            scene->improvement_count += report.count;
            scene->ended = report.state;
            scene->stopped = report.stopped;
        }
    }
    return status;
}

static enum swarm_status run_to(struct scene *scene, uint64_t iteration)
{
    bool interrupted = false;
    enum swarm_status status = SWARM_OK;
    while (scene->swarm->queued < iteration && status == SWARM_OK) {
        status = scene->swarm->type->advance(scene->swarm, iteration, &interrupted);
        status = status == SWARM_OK ? collect(scene, false) : status;
    }
    status = status == SWARM_OK ? collect(scene, true) : status;
    return status == SWARM_OK ? scene->swarm->type->save(scene->swarm, &scene->state) : status;
}

/* Opens a swarm on the device, or the twin for `device` of SIZE_MAX. */
static enum swarm_status open_scene(struct scene *scene, const struct pso_request *request, size_t device,
                                    const struct pso_state *resumed)
{
    enum swarm_status status = SWARM_OK;
    TRY(device == SIZE_MAX ? pso_swarm_reference_create(&env, request, &scene->swarm)
                           : pso_swarm_device_create(&env, request, &devices, device, &scene->swarm));
    TRY(pso_state_init(&env, &request->settings, &scene->state));
    TRY(scene->swarm->type->plan(scene->swarm));
    TRY(scene->swarm->type->open(scene->swarm));
    TRY(scene->swarm->type->build(scene->swarm));
    TRY(scene->swarm->type->prepare(scene->swarm, resumed));

fail:
    return status;
}

static void close_scene(struct scene *scene)
{
    if (scene->swarm) {
        scene->swarm->type->destroy(&scene->swarm);
    }
    pso_state_deinit(&scene->state);
}

static bool same(const struct swarm_case *c, const struct scene *device, const struct scene *twin, const char *when)
{
    bool all_same =
        device->state.iteration == twin->state.iteration && device->ended == twin->ended
        && device->stopped == twin->stopped && device->improvement_count == twin->improvement_count
        && memcmp(device->improvements, twin->improvements, twin->improvement_count * sizeof *twin->improvements) == 0;
    if (!all_same) {
        printf("    %s: iteration %" PRIu64 " and %" PRIu64 ", state %u and %u, %zu and %zu improvements\n", when,
               device->state.iteration, twin->state.iteration, (unsigned)device->ended, (unsigned)twin->ended,
               device->improvement_count, twin->improvement_count);
    }
    for (int section = 0; section < PSO_SECTION_COUNT; ++section) {
        const char *a = device->state.sections[section], *b = twin->state.sections[section];
        if (memcmp(a, b, twin->state.bytes[section]) != 0) {
            size_t at = 0;
            while (a[at] == b[at]) {
                ++at;
            }
            printf("    %s: %s differ, first at byte %zu of %zu\n", when, pso_section_name((enum pso_section)section),
                   at, twin->state.bytes[section]);
            all_same = false;
        }
    }
    if (!all_same) {
        case_print(c, "FAILED");
    }
    return all_same;
}

static bool finishes_alike(const struct swarm_case *c, struct scene *device, struct scene *twin)
{
    struct pso_best a, b;
    double value_a = 0, value_b = 0, position_a[MOST_DIMENSIONS] = {0}, position_b[MOST_DIMENSIONS] = {0};
    uint64_t nans_a = 0, nans_b = 0;
    if (!check(device->swarm->type->finish(device->swarm, &a, &value_a, position_a, &nans_a), c)
        || !check(twin->swarm->type->finish(twin->swarm, &b, &value_b, position_b, &nans_b), c)) {
        return false;
    }
    const bool alike = memcmp(&a, &b, sizeof a) == 0 && memcmp(&value_a, &value_b, sizeof value_a) == 0
                       && memcmp(position_a, position_b, sizeof position_a) == 0 && nans_a == nans_b;
    if (!alike) {
        printf("    the end differs: values %.17g and %.17g, %" PRIu64 " and %" PRIu64 " NaN\n", value_a, value_b,
               nans_a, nans_b);
        case_print(c, "FAILED");
    }
    return alike;
}

static void run_objective(size_t device, const struct swarm_case *c, const struct swarm_objective *objective)
{
    static struct arrays arrays;
    static struct scene on_device, resumed, twin;
    const struct pso_request request = request_of(c, objective, &arrays);
    on_device = resumed = twin = (struct scene){.swarm = NULL};
    if (check(open_scene(&on_device, &request, device, NULL), c)
        && check(open_scene(&twin, &request, SIZE_MAX, NULL), c) && check(run_to(&on_device, c->middle), c)
        && check(run_to(&twin, c->middle), c)) {
        bool good = same(c, &on_device, &twin, "halfway");
        /* one goes on as it is, the other from the twin's state */
        good = good && check(open_scene(&resumed, &request, device, &twin.state), c);
        resumed.improvement_count = twin.improvement_count;
        memcpy(resumed.improvements, twin.improvements, sizeof resumed.improvements);
        good = good && check(run_to(&on_device, c->iterations), c) && check(run_to(&twin, c->iterations), c)
               && check(run_to(&resumed, c->iterations), c);
        good = good && same(c, &on_device, &twin, "at the end") && same(c, &resumed, &twin, "resumed")
               && finishes_alike(c, &on_device, &twin);
        failure_count += !good;
    }
    close_scene(&on_device);
    close_scene(&resumed);
    close_scene(&twin);
}

/* Whether this part has the case; counts and names it. */
static bool is_ours(const struct swarm_case *c)
{
    const bool ours = case_count++ % asked.part_count == asked.part - 1;
    if (asked.only_list) {
        printf("best %s topology %s boundary %s objective %s\n", pso_best_words[c->best + 1].name,
               pso_topology_words[c->topology].name, pso_boundary_words[c->boundary].name, c->objective);
    } else if (ours && asked.verbose) {
        case_print(c, "case");
    }
    return ours && !asked.only_list;
}

static void run_case(size_t device, const struct swarm_case *c)
{
    struct swarm_objective *objective = NULL;
    if (!is_ours(c) || (c->precision == 64 && !devices.devices[device].fp64)) {
        return;
    }
    if (check(pso_objective_take(&env, c->objective, &objective), c)) {
        run_objective(device, c, objective);
    }
    swarm_objective_destroy(&objective);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* The cases                                                                                                          */

static int best_count(void)
{
    int count = 0;
    while (pso_best_words[count + 1].name) {
        ++count;
    }
    return count;
}

/* Everything that the rows may go with, in turn, and all objectives in both precisions, so that all is met and few
 * programs are built: that is what takes the time. */
static void test_rows_agree_with_the_twin(size_t device, bool small)
{
    static const uint32_t particles[] = {1, 2, 31, 33, 257, 1000};
    static const uint32_t dimensions[] = {1, 2, 3, 7};
    const size_t each = small ? 2 : 2 * pso_objective_count / (size_t)best_count() + 1;
    for (int best = 0; best < best_count(); ++best) {
        for (size_t k = 0; k < each; ++k) {
            const size_t i = (size_t)best * each + k, wanted = dimensions[(k / 2 + (size_t)best) % 4];
            const struct swarm_objective_info *info =
                &pso_objectives[(small ? 2 * i : i / 2) % pso_objective_count].info;
            struct swarm_case c = ordinary;
            c.best = best;
            c.objective = info->name;
            c.maximise = info->maximise;
            c.precision = i % 2 ? 32 : 64;
            c.particles = small ? 40 + (uint32_t)k : particles[(k + (size_t)best) % 6];
            c.dimensions = small ? 1 + (uint32_t)k : (uint32_t)wanted;
            c.dimensions = c.dimensions < info->minimum_dimensions   ? info->minimum_dimensions
                           : c.dimensions > info->maximum_dimensions ? info->maximum_dimensions
                                                                     : c.dimensions;
            c.boundary = (int)((k + (size_t)best) % 5);
            c.topology = best == BEST_ASYNCHRONOUS || k % 3 == 0 ? TOPOLOGY_GLOBAL : (int)(k % 3);
            c.shifted = k % 4 == 3 && info->can_shift;
            c.linear = k % 4 == 2;
            c.start_count = k % 5 == 4 && c.particles > 3 ? 3 : 0;
            c.iterations = small ? 5 : 23;
            c.middle = small ? 3 : 10;
            run_case(device, &c);
        }
    }
}

static void test_group_sizes_agree(size_t device, bool small)
{
    static const uint32_t sizes[] = {2, 128, 1024};
    const uint32_t most = (uint32_t)devices.devices[device].max_group_size;
    for (int best = 0; best < best_count(); ++best) {
        for (size_t k = 0; k < (small ? 1u : 3u); ++k) {
            const uint32_t size = small ? 8 : sizes[k];
            struct swarm_case c = ordinary;
            c.best = best;
            c.group_size = size;
            c.dimensions = 1 + size % 3;
            c.precision = size % 16 ? 64 : 32;
            c.particles = small ? 50 : 300;
            c.topology = best != BEST_ASYNCHRONOUS && size == 128 ? TOPOLOGY_RING : TOPOLOGY_GLOBAL;
            const bool cpu = devices.devices[device].type == SWARM_DEVICE_CPU;
            const uint32_t tribe_most = PSO_TRIBE / (!cpu ? 1 : c.precision == 64 ? 8 : 16);
            if (size <= most && (best != BEST_ASYNCHRONOUS || size <= tribe_most)) {
                run_case(device, &c);
            }
        }
    }
}

/* Targets and stagnation end runs in the same iteration, whatever was queued behind it. */
static void test_stops_agree(size_t device, bool small)
{
    for (int best = 0; best < best_count(); ++best) {
        struct swarm_case c = ordinary;
        c.best = best;
        c.objective = "sphere";
        c.dimensions = 2;
        c.iterations = small ? 12 : 200;
        c.middle = small ? 6 : 100;
        c.particles = small ? 20 : 64;
        c.has_target = true;
        c.target = small ? 100 : 1e-3;
        run_case(device, &c);
        c.has_target = false;
        c.no_improve = 2;
        c.topology = best != BEST_ASYNCHRONOUS ? TOPOLOGY_VON_NEUMANN : TOPOLOGY_GLOBAL;
        run_case(device, &c);
    }
}

/* Sizes at the ends: many particles, many dimensions, velocities without limit. */
static void test_extremes_agree(size_t device, bool small)
{
    static const uint32_t shapes[][2] = {{100003, 1}, {100003, 2}, {5, 200}, {33, 120}, {1, 1}, {2, 200}};
    for (size_t k = small ? 4 : 0; k < (small ? 5 : 6); ++k) {
        for (int best = (int)(k % 2); best < best_count(); best += 2) {
            struct swarm_case c = ordinary;
            c.best = best;
            c.particles = shapes[k][0];
            c.dimensions = shapes[k][1];
            c.objective = k % 2 ? "ackley" : "sphere";
            c.precision = k % 3 ? 64 : 32;
            c.unlimited = k % 2;
            c.boundary = (int)(k % 5);
            c.iterations = 5;
            c.middle = 3;
            run_case(device, &c);
        }
    }
}

static void test_all(size_t device, bool small)
{
    test_rows_agree_with_the_twin(device, small);
    test_group_sizes_agree(device, small);
    test_stops_agree(device, small);
    test_extremes_agree(device, small);
}

int main(int count, char **words)
{
    const int code = on_devices_run(count, words, true, test_all);
    return code != 0 ? code : failure_count > 0;
}
