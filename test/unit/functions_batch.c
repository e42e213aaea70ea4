/* User functions that evaluate many points per call: results equal those of one point per call; number of calls. */
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

#include "../scene.h"

/* Facts about its calls that an objective records. */
struct seen {
    uint64_t calls, points, outside;
    size_t fewest, most;    /* smallest and largest number of points in a call */
    atomic_int inside;      /* number of calls of the objective that are running */
    swarm_context *context; /* context that the objective `cut` cancels */
    bool leaves;            /* the objective writes no value for points with x_1 < 0 */
};

enum { LOWER = -3, UPPER = 2 };

/* Objective with many local minima, and NaN where x_1 is negative. */
static double hills(const double *x, uint32_t dimensions)
{
    double sum = 0;
    for (uint32_t d = 0; d < dimensions; ++d) {
        sum += x[d] * x[d] - 2.5 * cos(7 * x[d]);
    }
    return x[0] < 0 ? (double)NAN : sum;
}

static void enter(struct seen *seen, size_t count, uint32_t dimensions, const double *x)
{
    REQUIRE_INT(atomic_fetch_add(&seen->inside, 1), ==, 0);
    sched_yield(); /* makes concurrent calls overlap */
    seen->calls += 1;
    seen->points += count;
    seen->fewest = seen->calls == 1 || count < seen->fewest ? count : seen->fewest;
    seen->most = count > seen->most ? count : seen->most;
    for (size_t i = 0; i < count * dimensions; ++i) {
        seen->outside += !(x[i] >= LOWER && x[i] <= UPPER);
    }
}

static double one(void *user, const double *x, uint32_t dimensions)
{
    struct seen *seen = user;
    enter(seen, 1, dimensions, x);
    atomic_fetch_sub(&seen->inside, 1);
    return hills(x, dimensions);
}

static void all(void *user, size_t count, uint32_t dimensions, const double *x, double *values)
{
    struct seen *seen = user;
    enter(seen, count, dimensions, x);
    for (size_t k = count; k-- > 0;) { /* evaluates in reverse order, which is allowed */
        if (!seen->leaves || x[k * dimensions] >= 0) {
            values[k] = hills(x + k * dimensions, dimensions);
        }
    }
    atomic_fetch_sub(&seen->inside, 1);
}

/* Options of every run below. */
#define USUAL PAIRS("dim", "3", "bounds", "-3:2", "iterations", "40")

/* Requires the same trace from single points and from batches, and from each island one call for the start and
 * one per iteration, with `fewest` to `most` points. */
static void require_same(struct seen batch, const char *const *more, size_t fewest, size_t most)
{
    struct seen single = {.calls = 0};
    struct scene *of_one = scene_function(one, &single), *of_all = scene_batch(all, &batch);
    swarm_result *expected = scene_solve(of_one, join(USUAL, more)), *result = scene_solve(of_all, join(USUAL, more));
    const uint64_t islands = result->island_count > 0 ? result->island_count : 1;
    require_same_trace(expected, result);
    REQUIRE(result->position->nan_count > 0 && result->position->x[0] >= 0);
    REQUIRE_INT(single.outside + batch.outside, ==, 0);
    REQUIRE_INT(single.calls, ==, result->position->evaluations);
    REQUIRE_INT(batch.points, ==, result->position->evaluations);
    REQUIRE_INT(batch.calls, ==, islands * (result->iterations + 1));
    REQUIRE_INT(batch.fewest, ==, fewest);
    REQUIRE_INT(batch.most, ==, most);
}

static const struct seen none;
static const char *const precisions[] = {"fp32", "fp64"};

TEST(every_row_of_best_finds_what_single_points_find)
{
    for (const struct swarm_variant *row = swarm_param_find("pso", "best")->words; row->name; ++row) {
        for (int p = 0; p < 2; ++p) {
            require_same(none, PAIRS("particles", "70", "best", row->name, "precision", precisions[p]), 70, 70);
        }
    }
    require_same(none, PAIRS("particles", "64", "best", "asynchronous", "exchange", "7"), 64, 64);
}

TEST(every_topology_and_boundary_finds_what_single_points_find)
{
    const struct swarm_variant *topology = swarm_param_find("pso", "topology")->words;
    for (; topology->name; ++topology) {
        const struct swarm_variant *boundary = swarm_param_find("pso", "boundary")->words;
        for (; boundary->name; ++boundary) {
            for (int p = 0; p < 2; ++p) {
                require_same(none,
                             PAIRS("particles", "13", "topology", topology->name, "boundary", boundary->name,
                                   "precision", precisions[p], "vmax", "none"),
                             13, 13);
            }
        }
    }
    require_same(none, PAIRS("particles", "13", "maximise", "true"), 13, 13);
    require_same((struct seen){.leaves = true}, PAIRS("particles", "13"), 13, 13); /* missing values are NaN */
}

TEST(ants_and_islands_find_what_single_points_find)
{
    for (int p = 0; p < 2; ++p) {
        require_same(none, PAIRS("algorithm", "acor", "archive", "30", "precision", precisions[p]), 2, 30);
        require_same(none, PAIRS("algorithm", "acor", "archive", "9", "ants", "12", "precision", precisions[p]), 9, 12);
        require_same(none, PAIRS("particles", "20", "islands", "5", "epoch", "4", "precision", precisions[p]), 20, 20);
    }
    require_same(none, PAIRS("islands", "3", "epoch", "4", "algorithm", "acor", "archive", "9"), 2, 9);
}

TEST(cma_es_finds_what_single_points_find)
{
    for (int p = 0; p < 2; ++p) {
        require_same(none, PAIRS("algorithm", "cmaes", "precision", precisions[p]), 1, 7);
        require_same(none, PAIRS("algorithm", "cmaes", "population", "11", "precision", precisions[p]), 1, 11);
    }
    require_same(none, PAIRS("islands", "3", "epoch", "4", "algorithm", "cmaes", "maximise", "true"), 1, 7);
}

/* An ellipsoid with axes 1 to 1,000 along the columns of a reflection, which has no axis of the coordinates. */
static double ellipsoid(void *user, const double *x, uint32_t dimensions)
{
    double sum = 0, mean = 0;
    (void)user;
    for (uint32_t d = 0; d < dimensions; ++d) {
        mean += (x[d] - 0.5) / dimensions;
    }
    for (uint32_t d = 0; d < dimensions; ++d) {
        const double y = (x[d] - 0.5 - 2 * mean) * pow(1000, d / (dimensions - 1.0));
        sum += y * y;
    }
    return sum;
}

static double sphere(void *user, const double *x, uint32_t dimensions)
{
    double sum = 0;
    (void)user;
    for (uint32_t d = 0; d < dimensions; ++d) {
        sum += (x[d] - 0.5) * (x[d] - 0.5);
    }
    return sum;
}

static double rosenbrock(void *user, const double *x, uint32_t dimensions)
{
    double sum = 0;
    (void)user;
    for (uint32_t d = 1; d < dimensions; ++d) {
        const double far = x[d] - x[d - 1] * x[d - 1];
        sum += 100 * far * far + (1 - x[d - 1]) * (1 - x[d - 1]);
    }
    return sum;
}

/* On f1, f10 and f8 of BBOB, which are similar, the mean of CMA-ES is 1,470, 4,320 and 5,390 evaluations in 10
 * dimensions. Rosenbrock's function has a local minimum, which costs a line search and a restart. */
TEST(cma_es_reaches_1e_8_within_the_evaluations_that_are_known_of_it)
{
    static const struct {
        swarm_objective_fn *function;
        uint64_t most;
    } rows[] = {{sphere, 2000}, {ellipsoid, 6000}, {rosenbrock, 18000}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; ++k) {
        for (int seed = 1; seed <= 3; ++seed) {
            const char *const seeds[] = {"0", "1", "2", "3"};
            swarm_result *result = scene_solve(scene_function(rows[k].function, NULL),
                                               PAIRS("dim", "10", "bounds", "-5:5", "algorithm", "cmaes", "target",
                                                     "1e-8", "seed", seeds[seed], "device", "none"));
            REQUIRE_INT(result->stop_reason, ==, SWARM_STOP_TARGET);
            REQUIRE_INT(result->position->evaluations, <=, rows[k].most);
        }
    }
}

struct improvements {
    uint64_t points, at[500]; /* at: points evaluated up to the end of the iteration of each improvement */
    size_t count;
    double best;
};

static void note(void *user, size_t count, uint32_t dimensions, const double *x, double *values)
{
    struct improvements *seen = user;
    double best = seen->best;
    for (size_t k = 0; k < count; ++k) {
        values[k] = hills(x + k * dimensions, dimensions);
        best = values[k] < best ? values[k] : best;
    }
    seen->points += count;
    if (best < seen->best) {
        seen->best = best;
        seen->at[seen->count++] = seen->points;
    }
}

TEST(the_trace_counts_evaluations_and_the_result_counts_restarts)
{
    static const char *const restarts[][2] = {{"cmaes", NULL}, {"pso", "9"}, {"acor", "9"}, {"pso", "0"}};
    for (size_t k = 0; k < sizeof restarts / sizeof restarts[0]; ++k) {
        struct improvements seen = {.best = (double)INFINITY};
        const char *const *own = restarts[k][1] ? PAIRS("restart", restarts[k][1]) : PAIRS("line-start", "8");
        swarm_result *result = scene_solve(
            scene_batch(note, &seen),
            join(PAIRS("dim", "3", "bounds", "-3:2", "evaluations", "3000", "algorithm", restarts[k][0]), own));
        REQUIRE_INT(result->trace_count, ==, seen.count);
        for (size_t i = 0; i < seen.count; ++i) {
            REQUIRE_INT(result->trace[i].evaluations, ==, seen.at[i]);
        }
        REQUIRE((result->position->restarts > 0) == (k < 3));
    }
}

TEST(a_checkpoint_of_single_points_resumes_with_many_and_pattern_search_evaluates_point_by_point)
{
    const char *path = test_file("state"), *const *pairs = join(USUAL, PAIRS("particles", "9"));
    struct seen single = none, batch = none;
    struct scene *of_one = scene_function(one, &single), *of_all = scene_batch(all, &batch);
    scene_solve(of_one, join(pairs, PAIRS("iterations", "25", "checkpoint", path)));
    require_same_search(scene_solve(of_one, pairs), scene_solve(of_all, join(pairs, PAIRS("resume", path))));
    REQUIRE_INT(batch.calls, ==, 15);
    batch = none;
    pairs = join(pairs, PAIRS("pattern-search", "50"));
    swarm_result *result = scene_solve(of_all, pairs);
    require_same_search(scene_solve(of_one, pairs), result);
    REQUIRE_INT(batch.points, ==, result->position->evaluations);
    REQUIRE_INT(batch.calls, ==, 41 + 50);
}

TEST(points_are_evaluated_in_one_call)
{
    const double points[] = {0.1, 1, 0, -1, 0.5, 0.25, 1, 0.7, -0.2}; /* the function is NaN at the second point */
    for (int p = 0; p < 2; ++p) {
        struct seen batch = none;
        struct scene *scene = scene_batch(all, &batch);
        swarm_params *params = scene_params(scene, PAIRS("dim", "3", "bounds", "-3:2", "precision", precisions[p]));
        double values[3] = {0, 0, 0};
        require_ok(scene, swarm_objective_evaluate(scene->context, params, 3, points, values));
        REQUIRE_INT(batch.calls, ==, 1);
        REQUIRE_INT(batch.points, ==, 3);
        for (int k = 0; k < 3; ++k) {
            double x[3];
            for (int d = 0; d < 3; ++d) {
                x[d] = p == 0 ? (double)(float)points[3 * k + d] : points[3 * k + d];
            }
            const double value = hills(x, 3), expected = p == 0 ? (double)(float)value : value;
            REQUIRE(k == 1 ? isnan(values[k]) : values[k] == expected);
        }
        require_ok(scene, swarm_objective_evaluate(scene->context, params, 0, points, values));
        REQUIRE_INT(batch.calls, ==, 1);
    }
}

static void first(void *user, size_t count, uint32_t dimensions, const double *x, double *g)
{
    (void)user;
    for (size_t k = 0; k < count; ++k) {
        g[k] = x[k * dimensions] - 0.5;
    }
}

TEST(violations_are_evaluated_also_where_the_value_is_no_number)
{
    struct seen batch = none;
    struct scene *scene = scene_batch(all, &batch);
    const double points[] = {0.75, 1, 0, -1, 0.5, 0.25, 1, 0.7, -0.2}, expected[] = {0.25, 0, 0.5};
    double violations[3] = {-1, -1, -1};
    swarm_params *params = scene_params(scene, PAIRS("dim", "3", "bounds", "-3:2"));
    require_ok(scene, swarm_objective_violations(scene->context, params, 3, points, violations));
    REQUIRE(violations[0] == 0 && violations[1] == 0 && violations[2] == 0);
    require_ok(scene, swarm_objective_constrain(scene->context, scene->objective, 1, first, NULL));
    require_ok(scene, swarm_objective_violations(scene->context, params, 3, points, violations));
    for (int k = 0; k < 3; ++k) {
        REQUIRE(violations[k] == expected[k]);
    }
}

/* A bowl whose values are 1 too large and 1 too small in turn; `user` NULL: a bowl. */
static void wavering(void *user, size_t count, uint32_t dimensions, const double *x, double *values)
{
    struct seen *seen = user;
    const double noise = !seen ? 0 : ++seen->calls % 2 == 0 ? 1 : -1;
    for (size_t k = 0; k < count; ++k) {
        values[k] = noise;
        for (uint32_t d = 0; d < dimensions; ++d) {
            values[k] += x[k * dimensions + d] * x[k * dimensions + d];
        }
    }
    if (seen) {
        seen->points += count;
    }
}

TEST(repeated_evaluations_are_ranked_by_their_mean_and_all_count)
{
    static const char *const rows[][2] = {{"pso", "fp32"}, {"acor", "fp64"}, {"cmaes", "fp32"}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; ++k) {
        struct seen seen = none;
        struct scene *steady = scene_batch(wavering, NULL), *scene = scene_batch(wavering, &seen);
        const char *const *pairs = join(USUAL, PAIRS("algorithm", rows[k][0], "precision", rows[k][1], "step", "0.25"));
        const char *const *four = join(pairs, PAIRS("repeat-evaluations", "4")), *path = test_file("state");
        const swarm_result *expected = scene_solve(steady, pairs), *found = scene_solve(scene, four);
        REQUIRE_INT(found->trace_count, ==, expected->trace_count);
        REQUIRE(found->value == expected->value && found->best_iteration == expected->best_iteration); /* exact sums */
        REQUIRE(isnan(expected->position->fresh_value) && found->position->fresh_value == found->value);
        REQUIRE_INT(found->position->evaluations, ==, 4 * expected->position->evaluations + 4);
        REQUIRE_INT(found->position->evaluations, ==, seen.points);
        scene_solve(scene, join(four, PAIRS("iterations", "15", "checkpoint", path)));
        require_same_search(found, scene_solve(scene, join(four, PAIRS("resume", path))));
        seen = none;
        found = scene_solve(scene, join(four, PAIRS("evaluations", "203")));
        REQUIRE(found->position->evaluations == 200 && seen.points == 200);
        REQUIRE_INT(found->stop_reason, ==, SWARM_STOP_EVALUATIONS);
    }
    scene_refuse(scene_swarm("sphere"), PAIRS("repeat-evaluations", "2"), SWARM_ERROR_INVALID_ARGUMENT,
                 "has the same value every time");
}

TEST(runs_with_constraints_and_steps_resume)
{
    static const char *const rows[][4] = {{"algorithm", "pso", "step", "0,0.25,0"},
                                          {"algorithm", "acor", "integer", "3"},
                                          {"algorithm", "cmaes", "step", "0.125"},
                                          {"topology", "ring", "precision", "fp32"}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; ++k) {
        struct seen batch = none;
        struct scene *scene = scene_batch(all, &batch);
        const char *path = test_file("state"), *const more[] = {rows[k][0], rows[k][1], rows[k][2], rows[k][3], NULL};
        const char *const *pairs = join(USUAL, more);
        require_ok(scene, swarm_objective_constrain(scene->context, scene->objective, 1, first, NULL));
        scene_solve(scene, join(pairs, PAIRS("iterations", "15", "checkpoint", path)));
        swarm_result *whole = scene_solve(scene, pairs), *rest = scene_solve(scene, join(pairs, PAIRS("resume", path)));
        require_same_search(whole, rest);
        REQUIRE(rest->first_iteration == 15 && rest->position->constrained && rest->position->x[0] <= 0.5);
    }
}

/* Objective that cancels the run in call 10 and leaves out some values. */
static void cut(void *user, size_t count, uint32_t dimensions, const double *x, double *values)
{
    struct seen *seen = user;
    const bool ends = seen->calls == 10;
    all(seen, ends ? count / 2 : count, dimensions, x, values);
    if (ends) {
        swarm_context_cancel(seen->context);
    }
}

TEST(an_iteration_without_all_values_does_not_count)
{
    struct seen seen = none, other = none;
    struct scene *scene = scene_batch(all, &seen), *cut_short = scene_batch(cut, &other);
    other.context = cut_short->context;
    swarm_result *expected = scene_solve(scene, PAIRS("dim", "3", "bounds", "-3:2", "iterations", "9"));
    swarm_result *result = scene_solve(cut_short, PAIRS("dim", "3", "bounds", "-3:2", "iterations", "40"));
    REQUIRE_INT(result->stop_reason, ==, SWARM_STOP_CANCELLED);
    REQUIRE_INT(result->iterations, ==, 9);
    REQUIRE_INT(memcmp(result->position->x, expected->position->x, 3 * sizeof(double)), ==, 0);
}

TEST(an_objective_has_a_name_and_a_function)
{
    struct seen batch = none;
    struct scene *scene = scene_batch(all, &batch);
    const struct swarm_objective_info *info = swarm_objective_describe(scene->objective);
    REQUIRE_TEXT(info->name, "mine");
    REQUIRE_INT(info->kind, ==, SWARM_OBJECTIVE_FUNCTION);
    swarm_objective *objective = NULL;
    REQUIRE_INT(swarm_objective_from_batch(scene->context, "mine", NULL, NULL, &objective), ==,
                SWARM_ERROR_INVALID_ARGUMENT);
    REQUIRE_INT(swarm_objective_from_batch(scene->context, NULL, all, &batch, &objective), ==,
                SWARM_ERROR_INVALID_ARGUMENT);
    REQUIRE(!objective);
}

static void slow(void *user, size_t count, uint32_t dimensions, const double *x, double *values)
{
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    all(user, count, dimensions, x, values);
}

struct ticks {
    int calls, early; /* number of calls; number of calls before the first solution */
    double last;
};

static void count_ticks(void *user, const struct swarm_progress *progress)
{
    struct ticks *ticks = user;
    ++ticks->calls;
    ticks->early += progress->length == INT64_MAX && isinf(progress->value);
    REQUIRE(progress->seconds - ticks->last < 0.5);
    ticks->last = progress->seconds;
}

TEST(progress_is_called_during_a_call_of_the_function)
{
    struct seen seen = {.calls = 0};
    struct scene *scene = scene_batch(slow, &seen);
    struct ticks ticks = {.calls = 0};
    scene_watch(scene, PAIRS("dim", "3", "bounds", "-3:2", "particles", "8", "iterations", "1"), count_ticks, &ticks);
    REQUIRE(ticks.early >= 2 && ticks.calls >= ticks.early + 2);
}

TEST_MAIN()
