/* Compares swarms, continuous ants and CMA-ES on devices with their sequential reference, exactly: all arrays, the
 * record of the best and the log.
 *
 * A case is an objective, settings and a shape. The swarm runs on the device in two parts; after each part its state is
 * compared with the reference's bit by bit. --list prints the rows of each case.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/key.h"
#include "base/memory.h"
#include "pso/swarm.h"
#include "ocl/program.h"
#include "pso/device.h"

#include "swarms_bench.h"

enum { MOST_DIMENSIONS = 200 };

struct swarm_case {
    const char *objective;
    struct pso_settings settings; /* only the members that cases vary; question_of() sets the others */
    uint64_t iterations, middle;  /* the state is compared after both, and also saved and loaded after `middle` */
    uint64_t no_improve;
    bool has_target, shifted, stepped, linear, unlimited;
    bool takes; /* True if the swarm adopts a solution of another island after `middle` */
    double target;
};

enum { GROUP_FITS = 128 /* every GPU allows groups of this many work-items, for any kernel */ };

static const struct swarm_case ordinary = {
    .objective = "rastrigin",
    .settings = {.dimensions = 3, .particles = 100, .exchange = 4, .precision = 64},
    .iterations = 11,
    .middle = 6,
};

static void case_print(const struct swarm_case *c, const char *what)
{
    printf("%s: %s, %u dimensions, %u particles, %u ants, fp%d, best %s, topology %s, boundary %s, exchange %u, group "
           "%u%s%s%s%s%s\n",
           what, c->objective, (unsigned)c->settings.dimensions, (unsigned)c->settings.particles,
           (unsigned)c->settings.ants, c->settings.precision, pso_best_words[c->settings.best + 1].name,
           pso_topology_words[c->settings.topology].name, pso_boundary_words[c->settings.boundary].name,
           (unsigned)c->settings.exchange, (unsigned)c->settings.group_size,
           c->shifted   ? ", shifted"
           : c->stepped ? ", stepped"
                        : "",
           c->linear ? ", linear" : "", c->settings.maximise ? ", maximise" : "", c->takes ? ", takes" : "",
           c->settings.learned ? ", learned frame" : "");
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
    double step[MOST_DIMENSIONS];
    double start[4 * MOST_DIMENSIONS];
};

/* Settings of the engines of a case. */
struct question {
    struct search_request request;
    struct pso_settings settings;
};

static struct question question_of(const struct swarm_case *c, const struct swarm_objective *objective,
                                   struct arrays *arrays)
{
    for (uint32_t d = 0; d < c->settings.dimensions; ++d) {
        if (!objective->row || !objective->row->bounds) {
            arrays->lower[d] = -10;
            arrays->upper[d] = 10;
        } else {
            objective->row->bounds(c->settings.dimensions, d, &arrays->lower[d], &arrays->upper[d]);
        }
        if (c->settings.precision == 32) {
            arrays->lower[d] = (double)(float)arrays->lower[d];
            arrays->upper[d] = (double)(float)arrays->upper[d];
        }
        arrays->largest[d] = 0.5 * (arrays->upper[d] - arrays->lower[d]);
        if (c->unlimited) {
            arrays->largest[d] = (double)INFINITY;
        }
        arrays->shift[d] = 0.1 * (d + 1.0);
        arrays->step[d] =
            d % 3 == 2 ? 0 : (double)(float)((arrays->upper[d] - arrays->lower[d]) / (d % 3 == 0 ? 40 : 5.5));
        for (uint32_t p = 0; p < c->settings.start_count; ++p) {
            arrays->start[p * c->settings.dimensions + d] = 0.25 * arrays->upper[d] / (p + 1.0);
        }
    }
    struct question question = {
        .request =
            {
                .seed = 7,
                .target = c->has_target ? base_key_of(c->settings.maximise ? -c->target : c->target) : INT64_MIN,
                .no_improve = c->no_improve,
                .deadline = (double)INFINITY,
                .launch_seconds = 0.1,
            },
        .settings = c->settings,
    };
    struct pso_settings *s = &question.settings;
    s->objective = objective;
    s->spread = 0.85;
    s->inertia = c->linear ? 0.9 : 0.7298437881283576;
    s->inertia_step = c->linear ? -0.05 : 0;
    s->inertia_iterations = c->linear ? 8 : 0;
    s->cognitive = s->social = c->unlimited ? 3.0 : 1.4961797656631332;
    s->lower = arrays->lower;
    s->upper = arrays->upper;
    s->largest_velocity = arrays->largest;
    s->shift = c->shifted ? arrays->shift : NULL;
    s->step = c->stepped ? arrays->step : NULL;
    s->start = arrays->start;
    return question;
}

/* A swarm and its improvements so far. */
struct scene {
    struct search_engine *engine;
    struct search_sections state;
    struct search_improvement improvements[4096];
    size_t improvement_count;
    uint64_t iterations;
    enum swarm_stop_reason ended;
};

static enum swarm_status collect(struct scene *scene, bool all)
{
    enum swarm_status status = SWARM_OK;
    for (bool got = true; got && status == SWARM_OK;) {
        struct search_summary summary;
        status = scene->engine->type->collect(scene->engine, all, &got, &summary);
        if (status == SWARM_OK && got) {
            if (summary.count > 0) {
                memcpy(scene->improvements + scene->improvement_count, summary.improvements,
                       summary.count * sizeof *summary.improvements);
            }
            scene->improvement_count += summary.count;
            scene->ended = summary.end;
            scene->iterations = summary.iterations;
        }
    }
    return status;
}

static enum swarm_status run_to(struct scene *scene, uint64_t first, uint64_t last)
{
    bool interrupted = false;
    enum swarm_status status = SWARM_OK;
    for (uint64_t done = last; first <= last && status == SWARM_OK; first = done + 1, done = last) {
        status = scene->engine->type->step(scene->engine, first, &done, &interrupted);
        status = status == SWARM_OK ? collect(scene, false) : status;
    }
    status = status == SWARM_OK ? collect(scene, true) : status;
    return status == SWARM_OK ? scene->engine->type->save(scene->engine, &scene->state) : status;
}

/* Opens a swarm on the device, or the reference if `device` is SIZE_MAX. `resumed`: the state after `iteration`, or
 * NULL. */
static enum swarm_status open_scene(struct scene *scene, const struct question *question, size_t device,
                                    struct search_sections *resumed, uint64_t iteration)
{
    struct search_engine **engine = &scene->engine;
    TRY(device == SIZE_MAX
            ? pso_swarm_reference_create(&env, &question->request, &question->settings, engine)
            : pso_swarm_device_create(&env, &question->request, &question->settings, &devices, device, engine));
    const struct search_engine_type *type = (*engine)->type;
    (*engine)->resumed = resumed != NULL;
    type->list(*engine, &scene->state);
    TRY(type->plan(*engine));
    TRY(type->open(*engine));
    TRY(type->build(*engine));
    TRY(type->prepare(*engine, NULL, INT64_MAX));
    return resumed ? type->load(*engine, resumed, iteration) : SWARM_OK;
}

static void close_scene(struct scene *scene)
{
    search_engine_destroy(&scene->engine);
    search_sections_deinit(&scene->state);
}

/* Adopts a solution from another island that is better than all. Its position is near the middle, because an engine
 * does not check the value. */
static enum swarm_status take(struct scene *scene, const struct question *question, uint64_t iteration)
{
    const struct pso_settings *s = &question->settings;
    double answer[MOST_DIMENSIONS];
    int64_t score = scene->improvement_count > 0 ? scene->improvements[scene->improvement_count - 1].score : 0;
    score = base_key_of((double)(float)(base_key_value(score) - 1.0));
    for (uint32_t d = 0; d < s->dimensions; ++d) {
        answer[d] = (double)(float)(0.5 * (s->lower[d] + s->upper[d]) + 0.125);
    }
    return scene->engine->type->take(scene->engine, answer, &score, iteration);
}

static bool same(const struct swarm_case *c, const struct scene *device, const struct scene *reference,
                 const char *when)
{
    bool all_same = device->iterations == reference->iterations && device->ended == reference->ended
                    && device->improvement_count == reference->improvement_count
                    && memcmp(device->improvements, reference->improvements,
                              reference->improvement_count * sizeof *reference->improvements)
                           == 0;
    if (!all_same) {
        printf("    %s: iteration %" PRIu64 " and %" PRIu64 ", state %u and %u, %zu and %zu improvements\n", when,
               device->iterations, reference->iterations, (unsigned)device->ended, (unsigned)reference->ended,
               device->improvement_count, reference->improvement_count);
    }
    for (size_t i = 0; i < reference->state.count; ++i) {
        const struct base_checkpoint_section *there = &device->state.sections[i], *here = &reference->state.sections[i];
        const char *a = there->bytes, *b = here->bytes;
        if (there->size != here->size || memcmp(a, b, here->size) != 0) {
            size_t at = 0;
            while (a[at] == b[at]) {
                ++at;
            }
            printf("    %s: %s differ, first at byte %zu of %zu\n", when, here->name, at, here->size);
            all_same = false;
        }
    }
    if (!all_same) {
        case_print(c, "FAILED");
    }
    return all_same;
}

static bool answers_alike(const struct swarm_case *c, const struct scene *device, const struct scene *reference)
{
    struct search_improvement a, b;
    double position_a[MOST_DIMENSIONS] = {0}, position_b[MOST_DIMENSIONS] = {0};
    if (!check(device->engine->type->solution(device->engine, position_a, &a), c)
        || !check(reference->engine->type->solution(reference->engine, position_b, &b), c)) {
        return false;
    }
    const uint64_t nans_a = device->engine->counts.nans, nans_b = reference->engine->counts.nans;
    const bool alike =
        memcmp(&a, &b, sizeof a) == 0 && memcmp(position_a, position_b, sizeof position_a) == 0 && nans_a == nans_b;
    if (!alike) {
        printf("    the end differs: values %.17g and %.17g, %" PRIu64 " and %" PRIu64 " NaN\n",
               base_key_value(a.score), base_key_value(b.score), nans_a, nans_b);
        case_print(c, "FAILED");
    }
    return alike;
}

/* True if the built kernel needs too many registers for the case's group size. Groups up to GROUP_FITS always run. */
static bool is_too_wide(const struct swarm_case *c, enum swarm_status status)
{
    return status == SWARM_ERROR_INVALID_ARGUMENT && c->settings.group_size > GROUP_FITS
           && strstr(env.error, "allows at most");
}

static void run_objective(size_t device, const struct swarm_case *c, const struct swarm_objective *objective)
{
    static struct arrays arrays;
    static struct scene on_device, resumed, reference;
    const struct question question = question_of(c, objective, &arrays);
    on_device = resumed = reference = (struct scene){.engine = NULL};
    const enum swarm_status opened = open_scene(&on_device, &question, device, NULL, 0);
    if (is_too_wide(c, opened)) {
        printf("%s: not run\n", env.error);
    } else if (check(opened, c) && check(open_scene(&reference, &question, SIZE_MAX, NULL, 0), c)
               && check(run_to(&on_device, 1, c->middle), c) && check(run_to(&reference, 1, c->middle), c)) {
        bool good = same(c, &on_device, &reference, "halfway");
        /* a third swarm, `resumed`, starts from the reference's state, unless the reference has ended */
        const bool resumes = good && reference.ended == SWARM_STOP_ITERATIONS;
        good = good && (!resumes || check(open_scene(&resumed, &question, device, &reference.state, c->middle), c));
        resumed.improvement_count = reference.improvement_count;
        memcpy(resumed.improvements, reference.improvements, sizeof resumed.improvements);
        if (c->takes) {
            good = good && check(take(&on_device, &question, c->middle), c)
                   && check(take(&reference, &question, c->middle), c) && check(take(&resumed, &question, c->middle), c)
                   && answers_alike(c, &on_device, &reference);
        }
        good = good && check(run_to(&on_device, c->middle + 1, c->iterations), c)
               && check(run_to(&reference, c->middle + 1, c->iterations), c)
               && (!resumes || check(run_to(&resumed, c->middle + 1, c->iterations), c));
        good = good && same(c, &on_device, &reference, "at the end")
               && (!resumes || same(c, &resumed, &reference, "resumed")) && answers_alike(c, &on_device, &reference);
        failure_count += !good;
    }
    close_scene(&on_device);
    close_scene(&resumed);
    close_scene(&reference);
}

/* Counts cases and prints their names. True if this --part runs the case. */
static bool is_ours(const struct swarm_case *c)
{
    const bool ours = case_count++ % asked.part_count == asked.part - 1;
    if (asked.only_list) {
        printf("best %s topology %s boundary %s objective %s\n", pso_best_words[c->settings.best + 1].name,
               pso_topology_words[c->settings.topology].name, pso_boundary_words[c->settings.boundary].name,
               c->objective);
    } else if (ours && asked.verbose) {
        case_print(c, "case");
    }
    return ours && !asked.only_list;
}

static void run_case(size_t device, const struct swarm_case *c)
{
    struct swarm_objective *objective = NULL;
    if (!is_ours(c) || (c->settings.precision == 64 && !devices.devices[device].fp64)) {
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

/* Combines each row with all other settings, restarts and line searches in turn, so that few programs, whose compilation takes the time, cover
 * all. --all: also all objectives in both precisions, which are otherwise left to test/kernel/real_bits.c. */
static void test_rows_agree_with_the_reference(size_t device, bool small)
{
    static const uint32_t particles[] = {1, 2, 31, 33, 257, 1000};
    static const uint32_t dimensions[] = {1, 2, 3, 7};
    const size_t each = small ? 1 : asked.all ? 2 * pso_objective_count / (size_t)best_count() + 1 : 3;
    for (int best = 0; best < best_count(); ++best) {
        for (size_t k = 0; k < each; ++k) {
            const size_t i = (size_t)best * each + k, wanted = dimensions[(k / 2 + (size_t)best) % 4];
            const struct swarm_objective_info *info =
                &pso_objectives[(small ? 2 * i : i / 2) % pso_objective_count].info;
            struct swarm_case c = ordinary;
            c.settings.best = best;
            c.objective = info->name;
            c.settings.maximise = info->maximise;
            c.settings.precision = i % 2 ? 32 : 64;
            c.settings.particles = small ? 40 + (uint32_t)k : particles[(k + (size_t)best) % 6];
            c.settings.dimensions = small ? 1 + (uint32_t)k : (uint32_t)wanted;
            c.settings.dimensions = c.settings.dimensions < info->minimum_dimensions   ? info->minimum_dimensions
                                    : c.settings.dimensions > info->maximum_dimensions ? info->maximum_dimensions
                                                                                       : c.settings.dimensions;
            c.settings.boundary = (int)((k + (size_t)best) % 5);
            c.settings.topology = best == BEST_ASYNCHRONOUS ? TOPOLOGY_GLOBAL : (int)((k + (size_t)best) % 3);
            c.shifted = i % 4 == 3 && info->can_shift;
            c.linear = i % 4 == 2;
            c.settings.restart = best != BEST_ASYNCHRONOUS && k != 1 ? 2 : 0;
            c.settings.grid = best != BEST_ASYNCHRONOUS && k > 0 ? 8 : 0;
            c.stepped = i % 3 == 1;
            c.settings.start_count = i % 5 == 4 && c.settings.particles > 3 ? 3 : 0;
            c.iterations = small ? 5 : k == 1 ? 60 : 23;
            c.middle = small ? 3 : 10;
            if (i % 3 == 1) { /* the evaluations end within the last iteration */
                c.settings.evaluations = c.settings.particles * (uint64_t)c.iterations + 1 + c.settings.particles / 2;
            }
            c.takes = k % 3 == 0;
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
            if (!small && !asked.all && k != (size_t)best % 3) {
                continue;
            }
            const uint32_t size = small ? 8 : sizes[k];
            struct swarm_case c = ordinary;
            c.settings.best = best;
            c.settings.group_size = size;
            c.settings.dimensions = 1 + size % 3;
            c.settings.precision = size % 16 ? 64 : 32;
            c.settings.particles = small ? 50 : 300;
            c.settings.topology = best != BEST_ASYNCHRONOUS && size == 128 ? TOPOLOGY_RING : TOPOLOGY_GLOBAL;
            const bool cpu = devices.devices[device].type == SWARM_DEVICE_CPU;
            const uint32_t tribe_most = PSO_TRIBE / (!cpu ? 1 : c.settings.precision == 64 ? 8 : 16);
            if (size <= most && (best != BEST_ASYNCHRONOUS || size <= tribe_most)) {
                run_case(device, &c);
            }
        }
    }
}

/* Targets and stagnation must end runs in the same iteration, although later iterations are already queued. */
static void test_stops_agree(size_t device, bool small)
{
    for (int best = 0; best < best_count(); ++best) {
        struct swarm_case c = ordinary;
        c.settings.best = best;
        c.objective = "sphere";
        c.settings.dimensions = 2;
        c.iterations = small ? 12 : 200;
        c.middle = small ? 6 : 100;
        c.settings.particles = small ? 20 : 64;
        c.has_target = true;
        c.target = small ? 100 : 1e-3;
        run_case(device, &c);
        if (small) {
            continue;
        }
        c.has_target = false;
        c.no_improve = 2;
        c.settings.topology = asked.all && best != BEST_ASYNCHRONOUS ? TOPOLOGY_VON_NEUMANN : TOPOLOGY_GLOBAL;
        run_case(device, &c);
    }
}

/* Runs extreme sizes: many particles, many dimensions, unlimited velocities. */
static void test_extremes_agree(size_t device, bool small)
{
    static const uint32_t shapes[][2] = {{100003, 1}, {100003, 2}, {5, 200}, {33, 120}, {1, 1}, {2, 200}};
    for (size_t k = small ? 4 : 0; k < (small ? 5 : 6); ++k) {
        for (int best = (int)(k % 2); best < best_count(); best += 2) {
            if (!small && !asked.all && (size_t)best / 2 % 3 != k / 2) {
                continue;
            }
            struct swarm_case c = ordinary;
            c.settings.best = best;
            c.settings.particles = shapes[k][0];
            c.settings.dimensions = shapes[k][1];
            c.objective = k % 2 ? "ackley" : "sphere";
            c.settings.precision = k % 3 ? 64 : 32;
            c.unlimited = k % 2;
            c.settings.boundary = (int)(k % 5);
            c.iterations = 5;
            c.middle = 3;
            run_case(device, &c);
        }
    }
}

/* Runs continuous ants: more and fewer ants than solutions, fewer solutions than dimensions, flat and steep rank
 * weights, every boundary, several group sizes, restarts, line searches, a target. One case starts with given positions, so that solutions
 * are equal. */
static void test_colonies_agree(size_t device, bool small)
{
    static const uint32_t shapes[][4] = {/* archive, ants, dimensions, work-items */
                                         {12, 2, 2, 0}, {50, 7, 5, 0},  {5, 40, 3, 2},
                                         {40, 3, 9, 8}, {4, 2, 11, 32}, {2, 1, 1, 1}};
    static const char *const objectives[] = {"rosenbrock", "griewank", "hartmann-3", "cubic", "elliptic", "shekel-10"};
    const size_t count = small ? 1 : asked.all ? 24 : 8;
    for (size_t k = 0; k < count; ++k) {
        const uint32_t *shape = shapes[k % 6];
        const struct swarm_objective_info *info = &pso_objective_find(objectives[k % 6])->info;
        struct swarm_case c = ordinary;
        c.objective = info->name;
        c.settings.maximise = info->maximise;
        c.settings.particles = shape[0];
        c.settings.ants = shape[1];
        c.settings.dimensions = shape[2] > info->maximum_dimensions   ? info->maximum_dimensions
                                : info->minimum_dimensions > shape[2] ? info->minimum_dimensions
                                                                      : shape[2];
        c.settings.group_size = shape[3];
        c.settings.precision = k % 2 || small ? 32 : 64;
        c.settings.boundary = (int)(k % 5);
        c.settings.locality = k % 3 == 0 ? 0.1 : k % 3 == 1 ? 1e-4 : 3;
        c.shifted = k % 4 == 3 && info->can_shift;
        c.settings.start_count = k % 6 == 3 ? 4 : 0;
        c.settings.restart = small ? 2 : k % 2 == 0 ? 30 : 0;
        c.settings.grid = k % 4 == 1 || k % 4 == 2 ? 7 : 0;
        c.stepped = k % 3 == 0;
        c.takes = k % 2 == 1;
        c.iterations = small ? 6 : 400;
        c.settings.evaluations = k % 4 == 1 ? shape[0] + shape[1] * (uint64_t)c.iterations - (shape[1] + 1) / 2 : 0;
        c.middle = small ? 3 : 150;
        c.has_target = k == 6;
        c.target = 1e-3;
        c.no_improve = k == 2 ? 30 : 0;
        run_case(device, &c);
    }
}

/* Runs CMA-ES: one dimension, odd and large populations, an optimum at a corner of the bounds, restarts of both
 * regimes, a flat function, several group sizes, given positions, a target, a limit of evaluations, and line searches,
 * one with more points than a generation may have. */
static void test_strategies_agree(size_t device, bool small)
{
    static const struct {
        const char *objective;
        uint32_t dimensions, population, group_size, iterations;
    } rows[] = {{"sphere", 2, 4, 0, 700},     {"elliptic", 5, 7, 2, 300},       {"cubic", 3, 6, 8, 120},
                {"hartmann-6", 6, 9, 1, 300}, {"schwefel-1.2", 40, 15, 64, 40}, {"step", 4, 16, 32, 300},
                {"sphere", 3, 260, 0, 150}, /* five launches for each generation, as for more than 64 dimensions */
                {"rastrigin", 1, 5, 1, 500},  {"rosenbrock", 11, 300, 0, 60}};
    enum { FEW = 7 }; /* programs that are always built */
    const size_t count = sizeof rows / sizeof rows[0];
    for (size_t k = 0; k < (small ? 1 : asked.all ? 2 * count : FEW); ++k) {
        const size_t row = k % count;
        const struct swarm_objective_info *info = &pso_objective_find(rows[row].objective)->info;
        struct swarm_case c = ordinary;
        c.objective = info->name;
        c.settings.maximise = info->maximise;
        c.settings.particles = rows[row].population;
        c.settings.dimensions = rows[row].dimensions;
        c.settings.most_points = row == 0 ? 16 : pso_strategy_most(rows[row].population, rows[row].dimensions);
        c.settings.group_size = rows[row].group_size;
        c.settings.precision = k % 2 != k / count ? 32 : 64;
        c.settings.start_count = row % 3 == 1 ? 3 : 0;
        c.settings.evaluations = row == 1 ? 1500 : 0;
        c.settings.grid = row % 2 == 0 ? 16 : 0;
        c.shifted = row == 8;
        c.stepped = row == 4 || row == 2;
        c.takes = row % 2 == 0;
        c.iterations = small ? 6 : rows[row].iterations;
        c.middle = small ? 3 : rows[row].iterations / 3;
        c.has_target = row == 3;
        c.target = -3.32;
        c.no_improve = row == 5 ? 250 : 0;
        run_case(device, &c);
    }
}

/* Runs swarms past 20 learned frames: rows of --best in turn, one dimension, an odd number, more dimensions than
 * particles, several group sizes, a flat function. */
static void test_frames_agree(size_t device, bool small)
{
    static const struct {
        const char *objective;
        uint32_t dimensions, particles, group_size;
    } rows[] = {{"rosenbrock", 3, 40, 0}, {"elliptic", 7, 33, 8},    {"sphere", 1, 9, 2},
                {"zakharov", 12, 5, 32},  {"rastrigin", 10, 257, 0}, {"step", 4, 16, 1}};
    enum { FEW = 4 }; /* programs that are always built */
    const size_t count = sizeof rows / sizeof rows[0];
    for (size_t k = 0; k < (small ? 1 : asked.all ? 2 * count : FEW); ++k) {
        struct swarm_case c = ordinary;
        c.objective = rows[k % count].objective;
        c.settings.learned = true;
        c.settings.restart = k % 2 == 0 ? 25 : 0;
        c.settings.best = (int)((k + BEST_PERSISTENT) % BEST_ASYNCHRONOUS);
        c.settings.dimensions = rows[k % count].dimensions;
        c.settings.particles = rows[k % count].particles;
        c.settings.group_size = rows[k % count].group_size;
        c.settings.precision = k % 2 != k / count || small ? 32 : 64;
        c.settings.topology = (int)(k + 2) % 3;
        c.settings.boundary = (int)(k % 5);
        c.settings.start_count = k == 1 ? 3 : 0;
        c.settings.maximise = k == 4;
        c.shifted = k % 4 == 1;
        c.stepped = k == 0;
        c.linear = k == 3;
        c.takes = k % 2 == 0;
        c.iterations = small ? PSO_FRAME_PERIOD + 2 : 20 * PSO_FRAME_PERIOD + 3;
        c.middle = small ? PSO_FRAME_PERIOD : 9 * PSO_FRAME_PERIOD + (k % 3) - 1;
        run_case(device, &c);
    }
}

/* CMA-ES is first, and the small learned frame ninth, because the simulator runs the first of every four cases. */
static void test_all(size_t device, bool small)
{
    test_strategies_agree(device, small);
    test_rows_agree_with_the_reference(device, small);
    test_frames_agree(device, small);
    test_group_sizes_agree(device, small);
    test_stops_agree(device, small);
    test_extremes_agree(device, small);
    test_colonies_agree(device, small);
}

int main(int count, char **words)
{
    const struct bench_option options[] = {{"--launches", 1, 100000000, &launches, NULL}, {NULL, 0, 0, NULL, NULL}};
    const int code = on_devices_bench(count, words, options, bench);
    return code >= 0 ? code : on_devices_run(count, words, true, test_all);
}
