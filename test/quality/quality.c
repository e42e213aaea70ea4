/* Measures the quality of Ant System's tours on instances of TSPLIB: n ants, 100 iterations, defaults. The smallest
 * instance runs with every selection and one seed; --all: six instances with roulette, two with the other selections,
 * and several seeds.
 *
 * usage: quality TSPLIB_FOLDER [--all]
 *
 * The limits are the better (CPU or GPU) of the two ratios to the optimum in Uchida, Ito and Nakano (2014),
 * "Accelerating ant colony optimisation for the travelling salesman problem on the GPU", Table 4. Runs on the device
 * that `auto` selects, or by the sequential reference if that is a simulator or there is none: the tours are the same.
 * The nearest-neighbour start tour does not count. Exits 77 if the instances do not exist.
 */
#include <math.h>
#include <unistd.h>

#include "aco/device.h"
#include "aco/shape.h"
#include "base/file.h"
#include "base/memory.h"
#include "ocl/selector.h"
#include "cl/aco/selection_rules.h"
#include "tsp/tour.h"
#include "tsp/read/input.h"

#include "../test.h"

enum { ITERATIONS = 100, SEEDS_SMALL = 12, SEEDS_LARGE = 3, SEEDS_FEW = 3, SEEDS_QUICK = 1, LARGE = 500 };

/* Largest excess of a mean over its limit, as a fraction. */
#define ALLOWED 0.03

/* ALLOWED for selections that are not proportional, for which nothing is published. Over four seeds they were
 * better than the proportional ones: i-roulette 1.066 on d198 and 1.122 on a280, tile-best 1.118 and 1.183. */
#define ALLOWED_INEXACT 0.05

struct figure {
    const char *name;
    double published; /* published ratio of the length to the optimum */
    double reference; /* largest allowed ratio for this instance */
};

/* d198: a textbook Ant System in double precision that shares no arithmetic with this repository reaches 1.126 over
 * 12 seeds and 1.124 over the first 5; ours reaches 1.123. So the limit of d198 is 1.124, and its published ratio
 * counts only in the mean over all. */
static const struct figure figures[] = {
    {"d198", 1.064, 1.124},   {"a280", 1.203, 1.203},   {"lin318", 1.136, 1.136},
    {"pcb442", 1.224, 1.224}, {"rat783", 1.256, 1.256}, {"pr1002", 1.284, 1.284},
};
enum { FIGURES = sizeof figures / sizeof figures[0], FIGURES_FEW = 2 };

static struct base_env env;
static struct ocl_device_list devices;
static size_t device;
static bool on_device;

static void require_ok(enum swarm_status status)
{
    if (status != SWARM_OK) {
        fprintf(stderr, "%s: %s\n", test_name, env.error);
        exit(1);
    }
}

static struct swarm_instance *read_instance(const char *folder, const char *name)
{
    char path[4096];
    char *text = NULL;
    size_t size = 0;
    struct swarm_instance *instance = NULL;
    snprintf(path, sizeof path, "%s/%s.tsp", folder, name);
    if (access(path, F_OK) != 0) {
        SKIP("the instances of TSPLIB are not there (TSPLIB_DIR)");
    }
    require_ok(base_file_read(&env, path, &text, &size));
    require_ok(tsp_tsplib_parse(&env, (struct tsp_text){path, text, size}, &instance));
    free(text);
    return instance;
}

/* Selects the device, but no simulator, which would take days; `auto` selects one only if there is nothing else. */
static void pick_device(void)
{
    size_t count = 0;
    require_ok(ocl_device_list_init(&env, &devices));
    struct ocl_choice choice = {devices.devices, devices.count};
    on_device = ocl_selector_find(&env, choice, NULL, "auto", &device, 1, &count) == SWARM_OK
                && !devices.devices[device].simulator;
}

/* Reads all available summaries; the last has the best length so far. */
static void collect(struct search_engine *engine, bool all, int64_t *best)
{
    struct search_summary summary;
    for (bool got = true; got;) {
        require_ok(engine->type->collect(engine, all, &got, &summary));
        *best = got && summary.count > 0 ? summary.improvements[0].score : *best;
    }
}

/* The shortest tour of one run, measured again. */
static int64_t best_of_run(const struct swarm_instance *instance, const struct aco_selection *selection, uint64_t seed)
{
    uint32_t n = instance->info.node_count;
    const struct aco_request request = {
        .instance = instance,
        .options = {.ants = n,
                    .alpha = 1,
                    .beta = 2,
                    .rho = 0.5,
                    .selection = selection->name,
                    .compress_from = 0.85,
                    .trial_limit = 8},
        .shape = {.deposit = aco_deposit_find("per-ant")},
    };
    const struct search_request run = {.seed = seed, .target = -1, .deadline = (double)INFINITY, .launch_seconds = 0.1};
    struct search_engine *engine = NULL;
    bool interrupted = false;
    int64_t start_length = 0, best = 0, measured = 0;
    uint32_t *tour = base_array(n, sizeof *tour);
    require_ok(tsp_tour_nearest_neighbour(&env, instance, (double)INFINITY, tour, &start_length));
    require_ok(on_device ? aco_colony_device_create(&env, &run, &request, &devices, device, &engine)
                         : aco_colony_reference_create(&env, &run, &request, &engine));
    require_ok(engine->type->plan(engine));
    require_ok(engine->type->open(engine));
    require_ok(engine->type->build(engine));
    engine->type->set_scale(engine, start_length);
    require_ok(engine->type->prepare(engine, tour, INT64_MAX));
    for (uint64_t iteration = 1; iteration <= ITERATIONS; ++iteration) {
        uint64_t last = iteration;
        require_ok(engine->type->step(engine, iteration, &last, &interrupted));
        collect(engine, false, &best);
    }
    collect(engine, true, &best);
    require_ok(engine->type->solution(engine, tour, NULL));
    require_ok(tsp_tour_measure(&env, instance, tour, n, &measured));
    REQUIRE_INT(measured, ==, best);
    search_engine_destroy(&engine);
    free(tour);
    return best;
}

/* Returns the mean ratio to the optimum over the seeds 1, 2, ... */
static double mean_ratio(const struct swarm_instance *instance, const struct aco_selection *selection, unsigned seeds,
                         double *deviation)
{
    double sum = 0, squares = 0;
    REQUIRE(instance->info.optimum_known);
    for (uint64_t seed = 1; seed <= seeds; ++seed) {
        double ratio = (double)best_of_run(instance, selection, seed) / (double)instance->info.optimum;
        sum += ratio;
        squares += ratio * ratio;
    }
    double mean = sum / seeds;
    *deviation = seeds > 1 ? sqrt(fmax(0.0, squares / seeds - mean * mean) * seeds / (seeds - 1)) : 0.0;
    return mean;
}

/* Prints a line of the table. Returns true if the mean is within the limit. */
static bool is_met(const char *name, unsigned seeds, double mean, double deviation, double published, double allowed)
{
    printf("%-8s %6u %9.4f %9.4f %9.3f %9.3f%s\n", name, seeds, mean, deviation, published, allowed,
           mean <= allowed ? "" : "  FAILED");
    fflush(stdout);
    return mean <= allowed;
}

/* Measures a selection rule of ants on the first `count` instances. Returns how many means exceed their limits. */
static unsigned measure(const char *folder, const struct aco_selection *selection, size_t count, unsigned seeds_small)
{
    const double margin = selection->exact ? ALLOWED : ALLOWED_INEXACT;
    double sum = 0, published_sum = 0;
    unsigned failures = 0, all_seeds = 0;
    printf("%s%s\n", selection->name, selection->exact ? "" : ", not proportional");
    for (size_t i = 0; i < count; ++i) {
        struct swarm_instance *instance = read_instance(folder, figures[i].name);
        unsigned seeds = instance->info.node_count < LARGE ? seeds_small : SEEDS_LARGE;
        double deviation = 0, mean = mean_ratio(instance, selection, seeds, &deviation);
        failures +=
            !is_met(figures[i].name, seeds, mean, deviation, figures[i].published, figures[i].reference + margin);
        sum += mean;
        published_sum += figures[i].published;
        all_seeds += seeds;
        swarm_instance_destroy(&instance);
    }
    if (count == FIGURES) { /* only d198 misses its published ratio */
        failures +=
            !is_met("mean", all_seeds, sum / FIGURES, 0, published_sum / FIGURES, published_sum / FIGURES + margin);
    }
    return failures;
}

int main(int count, char **words)
{
    unsigned failures = 0;
    const char *folder = getenv("TSPLIB_DIR") ? getenv("TSPLIB_DIR") : count > 1 ? words[1] : ".";
    test_name = "quality";
    const bool full = count > 2 && strcmp(words[2], "--all") == 0;
    base_env_init(&env);
    for (size_t i = 0; i < FIGURES; ++i) {
        struct swarm_instance *instance = read_instance(folder, figures[i].name);
        swarm_instance_destroy(&instance);
    }
    pick_device();
    printf("Ant System, m = n, %d iterations, %s\n", ITERATIONS,
           on_device ? devices.devices[device].name : "sequential reference");
    printf("%-8s %6s %9s %9s %9s %9s\n", "", "seeds", "mean", "deviation", "published", "allowed");
    for (size_t row = 0; row < aco_selection_count; ++row) {
        const bool roulette = aco_selections[row].number == SELECTION_ROULETTE;
        const size_t figure_count = !full ? 1 : roulette ? FIGURES : FIGURES_FEW;
        failures += measure(folder, &aco_selections[row], figure_count,
                            !full      ? SEEDS_QUICK
                            : roulette ? SEEDS_SMALL
                                       : SEEDS_FEW);
    }
    ocl_device_list_deinit(&devices);
    base_env_deinit(&env);
    return failures > 0;
}
