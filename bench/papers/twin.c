/* papers_twin stages FILE SELECTION ITERATIONS SECONDS [ANTS] - mean seconds of each step of an iteration of the
 * sequential reference on one core, over ITERATIONS, or over as many as fit into SECONDS, at least one. ANTS: number of
 * ants, by default as many as nodes. The papers measure speed-up relative to such a sequential program.
 *
 * papers_twin tries FILE ITERATIONS ANTS - number of draws of the stochastic trial until it meets an unvisited node, in
 * the iteration after ITERATIONS, for the first ANTS ants: Fig. 11 of Uchida et al. (2014), without its limit of 8
 * draws.
 *
 * papers_twin powers FILE SOURCE DEVICE ITERATIONS SEED - Ant System by three powers: the library's, and pow() and
 * native_powr() of the device (power.cl). Prints, for each, the length of the shortest tour that ants built, and the
 * largest relative difference from the library's power in the last iteration. Cecilia et al. (2013), section 5.1.1,
 * call the loss of accuracy of the hardware's power negligible.
 *
 * All print one JSON document on stdout. Exit code 2: wrong arguments, or an unknown selection; 1: any other
 * failure. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aco/reference.h"
#include "aco/shape.h"
#include "base/file.h"
#include "cl/aco/selection_rules.h"
#include "probe.h"
#include "tsp/read/input.h"
#include "tsp/tour.h"

/* Larger numbers of draws are counted together. */
enum { TRIES_LIMIT = 4096 };

enum stage { CHOICE, CONSTRUCT, EVALUATE, EVAPORATE, DEPOSIT, STAGES };

struct twin {
    struct base_env env;
    struct swarm_instance *instance;
    struct aco_settings settings;
    struct aco_arrays arrays;
    struct aco_best best;
    double seconds[STAGES];
    uint64_t seed;
};

/* Reads the instance and prepares the first iteration; 0 ants: as many as nodes. */
static enum swarm_status open_twin(struct twin *twin, const char *path, const char *selection, uint32_t ants)
{
    char *bytes = NULL;
    size_t size = 0;
    int64_t nearest = 0;
    uint32_t *tour = NULL;
    enum swarm_status status = SWARM_OK;
    const struct aco_selection *row = aco_selection_find(selection);
    if (!row) {
        return base_fail(&twin->env, SWARM_ERROR_INVALID_ARGUMENT, "--selection %s: there is no such row", selection);
    }
    TRY_OR(done, base_file_read(&twin->env, path, &bytes, &size));
    TRY_OR(done, tsp_input_parse(&twin->env, (struct tsp_text){path, bytes, size}, NULL, false, &twin->instance));
    const uint32_t n = twin->instance->info.node_count;
    tour = malloc(n * sizeof *tour);
    if (!tour) {
        status = base_fail_memory(&twin->env);
        goto done;
    }
    TRY_OR(done, tsp_tour_nearest_neighbour(&twin->env, twin->instance, (double)INFINITY, tour, &nearest));
    const struct search_request run = {.seed = twin->seed, .target = -1};
    const struct options options = {.ants = ants > 0 ? ants : n,
                                    .alpha = 1.0,
                                    .beta = 2.0,
                                    .rho = 0.5,
                                    .selection = selection,
                                    .compress_from = 0.85,
                                    .trial_limit = 8};
    twin->settings = aco_settings_make(&options, &run, &twin->instance->info, nearest);
    TRY_OR(done, aco_reference_open(&twin->env, twin->instance, &twin->settings, (struct aco_start){tour, nearest},
                                    (double)INFINITY, &twin->arrays));
    twin->best = aco_best_begin(&twin->settings, nearest);

done:
    free(tour);
    free(bytes);
    return status;
}

static void close_twin(struct twin *twin)
{
    aco_arrays_destroy(&twin->arrays);
    swarm_instance_destroy(&twin->instance);
    base_env_deinit(&twin->env);
}

static void lap(struct twin *twin, enum stage stage, double *since)
{
    double now = base_seconds(&twin->env);
    twin->seconds[stage] += now - *since;
    *since = now;
}

/* Runs the steps of an iteration after choice-info, and adds the time of each. */
static void walk(struct twin *twin, uint32_t iteration)
{
    const struct aco_settings *settings = &twin->settings;
    struct aco_arrays *arrays = &twin->arrays;
    double since = base_seconds(&twin->env);
    for (uint32_t ant = 0; ant < settings->ants; ++ant) {
        aco_reference_construct(settings, arrays, iteration, ant);
    }
    lap(twin, CONSTRUCT, &since);
    aco_reference_evaluate(settings, arrays);
    aco_reference_reduce(settings, arrays, iteration, &twin->best);
    lap(twin, EVALUATE, &since);
    aco_reference_evaporate(settings, arrays);
    lap(twin, EVAPORATE, &since);
    aco_reference_amounts(settings, arrays, &twin->best);
    for (uint32_t ant = 0; ant < settings->ants; ++ant) {
        aco_reference_deposit(settings, arrays, ant);
    }
    lap(twin, DEPOSIT, &since);
}

/* Runs one iteration of Algorithm 2, and adds the time of each step. */
static void iterate(struct twin *twin, uint32_t iteration)
{
    double since = base_seconds(&twin->env);
    aco_reference_weights(&twin->settings, &twin->arrays);
    lap(twin, CHOICE, &since);
    walk(twin, iteration);
}

static enum swarm_status stages_of(struct twin *twin, const char *const *arguments, uint32_t ants)
{
    const uint32_t wanted = (uint32_t)strtoul(arguments[2], NULL, 10);
    const double limit = strtod(arguments[3], NULL);
    uint32_t done = 0;
    TRY(open_twin(twin, arguments[0], arguments[1], ants));
    const double since = base_seconds(&twin->env);
    while (done == 0 || (done < wanted && base_seconds(&twin->env) - since < limit)) {
        iterate(twin, ++done);
    }
    printf("{\"iterations\": %" PRIu32 ", \"choice\": %.9g, \"construct\": %.9g, \"evaluate\": %.9g, "
           "\"evaporate\": %.9g, \"deposit\": %.9g, \"update\": %.9g, \"length\": %" PRId64 "}\n",
           done, twin->seconds[CHOICE] / done, twin->seconds[CONSTRUCT] / done, twin->seconds[EVALUATE] / done,
           twin->seconds[EVAPORATE] / done, twin->seconds[DEPOSIT] / done,
           (twin->seconds[EVAPORATE] + twin->seconds[DEPOSIT]) / done, twin->best.length);
    return SWARM_OK;
}

static enum swarm_status stages(struct twin *twin, const char *const *arguments)
{
    return stages_of(twin, arguments, 0);
}

static enum swarm_status stages_of_few(struct twin *twin, const char *const *arguments)
{
    return stages_of(twin, arguments, (uint32_t)strtoul(arguments[4], NULL, 10));
}

/* Repeats the draws of the trial in a step of a tour, without its limit. Returns the number of the draw that meets
 * an open node; TRIES_LIMIT + 1 if there is none. sums [n]: running sums of the row's weights. */
static uint32_t count_tries(const struct twin *twin, struct draw_stream stream, uint32_t step, const uint64_t *sums,
                            uint32_t *node)
{
    struct philox_block block = {0, 0, 0, 0};
    for (uint32_t try = 0; try < TRIES_LIMIT; ++try) {
        if (try % 2 == 0) {
            block = draw_block(stream, DRAW_TRIAL, try / 2, step);
        }
        const uint32_t met = aco_reference_try(sums, twin->settings.n, draw_roulette_bits(block, try));
        if (twin->arrays.open[met]) {
            *node = met;
            return try + 1;
        }
    }
    return TRIES_LIMIT + 1;
}

/* Repeats the draws of one ant's tour. *astray: number of steps in which the library chose another node, which must
 * be 0. */
static void replay(struct twin *twin, uint32_t iteration, uint32_t ant, uint64_t *sums, uint64_t *counts,
                   uint64_t *astray)
{
    const struct aco_settings *settings = &twin->settings;
    const struct draw_stream stream = {(uint32_t)settings->seed, (uint32_t)(settings->seed >> 32), ant, iteration};
    const uint32_t *tour = twin->arrays.tours + (size_t)ant * settings->n;
    memset(twin->arrays.open, 0xff, settings->n * sizeof *twin->arrays.open);
    twin->arrays.open[tour[0]] = 0;
    for (uint32_t step = 1; step < settings->n; ++step) {
        const uint32_t *weights = twin->arrays.weights + (size_t)tour[step - 1] * settings->stride;
        uint64_t sum = 0;
        for (uint32_t j = 0; j < settings->n; ++j) {
            sum += weights[j];
            sums[j] = sum;
        }
        uint32_t node = 0;
        const uint32_t tries = count_tries(twin, stream, step, sums, &node);
        ++counts[tries];
        *astray += tries <= settings->trial_limit && node != tour[step];
        twin->arrays.open[tour[step]] = 0;
    }
}

static enum swarm_status tries(struct twin *twin, const char *const *arguments)
{
    const uint32_t iterations = (uint32_t)strtoul(arguments[1], NULL, 10);
    uint32_t ants = (uint32_t)strtoul(arguments[2], NULL, 10);
    uint64_t *counts = NULL, *sums = NULL, astray = 0;
    enum swarm_status status = SWARM_OK;
    TRY_OR(done, open_twin(twin, arguments[0], "trial", 0));
    const struct aco_settings *settings = &twin->settings;
    ants = ants == 0 || ants > settings->ants ? settings->ants : ants;
    for (uint32_t iteration = 1; iteration <= iterations; ++iteration) {
        iterate(twin, iteration);
    }
    counts = calloc(TRIES_LIMIT + 2, sizeof *counts);
    sums = malloc(settings->n * sizeof *sums);
    if (!counts || !sums) {
        status = base_fail_memory(&twin->env);
        goto done;
    }
    aco_reference_weights(settings, &twin->arrays);
    for (uint32_t ant = 0; ant < ants; ++ant) {
        aco_reference_construct(settings, &twin->arrays, iterations + 1, ant);
        replay(twin, iterations + 1, ant, sums, counts, &astray);
    }
    if (astray > 0) {
        status = base_fail(&twin->env, SWARM_ERROR_VERIFICATION,
                           "%" PRIu64 " steps of the trial went where the replayed draws do not", astray);
        goto done;
    }
    printf("{\"nodes\": %" PRIu32 ", \"ants\": %" PRIu32 ", \"iterations\": %" PRIu32
           ", \"limit\": %d,\n \"counts\": [",
           settings->n, ants, iterations, TRIES_LIMIT);
    for (uint32_t k = 1; k <= TRIES_LIMIT + 1; ++k) {
        printf("%" PRIu64 "%s", counts[k], k <= TRIES_LIMIT ? ", " : "]}\n");
    }

done:
    free(counts);
    free(sums);
    return status;
}

/* The kernels of power.cl on one device. */
struct powers {
    struct probe probe;
    cl_program program;
    struct ocl_kernel kernels[2];
    struct ocl_buffer trails, heuristic, choice_info;
    float *floats; /* [n][stride] choice-info, read from the device */
};

static const char *const power_names[] = {"ours", "exact", "fast"};
static const char *const power_kernels[] = {"papers_power_exact", "papers_power_fast"};

enum { POWERS = sizeof power_names / sizeof power_names[0], POWER_GROUP = 64 };

static enum swarm_status open_powers(struct powers *powers, const char *path, const char *device, size_t cells)
{
    struct ocl_buffer *const buffers[] = {&powers->trails, &powers->heuristic, &powers->choice_info};
    static const char *const names[] = {"trails", "heuristic", "choice_info"};
    TRY(probe_open(&powers->probe, path, device));
    TRY(probe_build(&powers->probe, "-cl-std=CL1.2", &powers->program));
    for (size_t i = 0; i < 2; ++i) {
        TRY(ocl_kernel_create(&powers->probe.session, powers->program, power_kernels[i], &powers->kernels[i]));
    }
    for (size_t i = 0; i < 3; ++i) {
        *buffers[i] = (struct ocl_buffer){names[i], cells * sizeof(float), NULL};
        TRY(ocl_buffer_create(&powers->probe.session, buffers[i]));
    }
    powers->floats = malloc(cells * sizeof(float));
    return powers->floats ? SWARM_OK : base_fail_memory(&powers->probe.env);
}

static int close_powers(struct powers *powers, enum swarm_status status)
{
    ocl_buffer_release(&powers->trails);
    ocl_buffer_release(&powers->heuristic);
    ocl_buffer_release(&powers->choice_info);
    for (size_t i = 0; i < 2; ++i) {
        ocl_kernel_release(&powers->kernels[i]);
    }
    if (powers->program) {
        clReleaseProgram(powers->program);
    }
    free(powers->floats);
    return probe_close(&powers->probe, "papers_twin", status);
}

/* Computes choice-info from the colony's trails and heuristic on the device, into powers->floats. */
static enum swarm_status run_kernel(struct powers *powers, struct twin *twin, const struct ocl_kernel *kernel)
{
    struct ocl_session *session = &powers->probe.session;
    const size_t cells = (size_t)twin->settings.n * twin->settings.stride, bytes = cells * sizeof(float);
    const float alpha = 1.0f, beta = 2.0f;
    const struct ocl_argument arguments[] = {
        OCL_ARGUMENT(powers->trails.memory),
        OCL_ARGUMENT(powers->heuristic.memory),
        OCL_ARGUMENT(powers->choice_info.memory),
        OCL_ARGUMENT(alpha),
        OCL_ARGUMENT(beta),
    };
    for (size_t i = 0; i < cells; ++i) {
        powers->floats[i] = (float)twin->arrays.trails[i];
    }
    TRY(ocl_buffer_write(session, &powers->trails, 0, bytes, powers->floats));
    TRY(ocl_buffer_write(session, &powers->heuristic, 0, bytes, twin->arrays.heuristic));
    TRY(ocl_kernel_set(session, kernel, 0, arguments, sizeof arguments / sizeof arguments[0]));
    TRY(ocl_kernel_enqueue(session, kernel, (struct ocl_ndrange){{cells, 1}, {POWER_GROUP, 1}}));
    return ocl_buffer_read(session, &powers->choice_info, 0, bytes, powers->floats);
}

/* Replaces the colony's choice-info by powers->floats. Returns the largest relative difference between both; rows are
 * scaled, so each is first divided by an element. */
static double replace_choice(struct powers *powers, struct twin *twin)
{
    double largest = 0.0;
    for (uint32_t i = 0; i < twin->settings.n; ++i) {
        const size_t row = aco_cell(&twin->settings, i, 0), first = row + (i == 0);
        const double scale = (double)twin->arrays.choice_info[first] / (double)powers->floats[first];
        for (uint32_t j = 0; j < twin->settings.n; ++j) {
            const double ours = (double)twin->arrays.choice_info[row + j];
            const double other = i == j ? 0.0 : (double)powers->floats[row + j];
            largest = ours > 0.0 ? fmax(largest, fabs(scale * other / ours - 1.0)) : largest;
            twin->arrays.choice_info[row + j] = (float)other;
        }
    }
    aco_reference_choice_weights(&twin->settings, &twin->arrays);
    return largest;
}

/* Runs the colony by power number `power`, and prints its part of the document. */
static enum swarm_status run_power(struct powers *powers, struct twin *twin, size_t power, uint32_t iterations)
{
    int64_t shortest = INT64_MAX;
    double difference = 0.0;
    for (uint32_t iteration = 1; iteration <= iterations; ++iteration) {
        aco_reference_weights(&twin->settings, &twin->arrays);
        if (power > 0) {
            TRY(run_kernel(powers, twin, &powers->kernels[power - 1]));
            difference = replace_choice(powers, twin);
        }
        walk(twin, iteration);
        for (uint32_t ant = 0; ant < twin->settings.ants; ++ant) {
            shortest = twin->arrays.lengths[ant] < shortest ? twin->arrays.lengths[ant] : shortest;
        }
    }
    printf(" \"%s\": {\"length\": %" PRId64 ", \"difference\": %.6g}%s\n", power_names[power], shortest, difference,
           power + 1 < POWERS ? "," : "}");
    return SWARM_OK;
}

static enum swarm_status run_powers(struct twin *twin, const char *const *arguments)
{
    const uint32_t iterations = (uint32_t)strtoul(arguments[3], NULL, 10);
    struct powers powers = {.program = NULL};
    enum swarm_status status = SWARM_OK;
    twin->seed = strtoull(arguments[4], NULL, 10);
    for (size_t power = 0; power < POWERS; ++power) {
        aco_arrays_destroy(&twin->arrays);
        swarm_instance_destroy(&twin->instance);
        TRY(open_twin(twin, arguments[0], "roulette", 0));
        if (power == 0) {
            TRY_OR(done,
                   open_powers(&powers, arguments[1], arguments[2], (size_t)twin->settings.n * twin->settings.stride));
            printf("{\"nodes\": %" PRIu32 ",\n", twin->settings.n);
        }
        TRY_OR(done, run_power(&powers, twin, power, iterations));
    }

done:
    close_powers(&powers, status);
    return status;
}

/* The commands with their numbers of arguments. */
static const struct command {
    const char *name;
    int arguments;
    enum swarm_status (*run)(struct twin *twin, const char *const *arguments);
} commands[] = {{"stages", 4, stages}, {"stages", 5, stages_of_few}, {"tries", 3, tries}, {"powers", 5, run_powers}};

int main(int argc, char **argv)
{
    const struct command *command = NULL;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; ++i) {
        if (argc == 2 + commands[i].arguments && strcmp(argv[1], commands[i].name) == 0) {
            command = &commands[i];
        }
    }
    if (!command) {
        fprintf(stderr, "usage: papers_twin stages FILE SELECTION ITERATIONS SECONDS [ANTS]\n"
                        "       papers_twin tries FILE ITERATIONS ANTS\n"
                        "       papers_twin powers FILE SOURCE DEVICE ITERATIONS SEED\n");
        return 2;
    }
    struct twin twin = {.instance = NULL, .seed = 1};
    enum swarm_status status = base_env_init(&twin.env);
    TRY_OR(done, command->run(&twin, (const char *const *)argv + 2));

done:
    if (status != SWARM_OK) {
        fprintf(stderr, "papers_twin: %s\n", twin.env.error ? twin.env.error : "failed");
    }
    close_twin(&twin);
    return status == SWARM_OK ? 0 : status == SWARM_ERROR_INVALID_ARGUMENT ? 2 : 1;
}
