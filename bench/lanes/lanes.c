/* lanes - ants of 32 work-items by sub-groups beside the same by barriers: the same tours, and how much sooner.
 *
 * usage: lanes [--quick] [--device SELECTOR]
 *
 * Random nodes in a square; ants on candidate lists (list-lanes) and on whole rows (lanes) build tours by either code
 * of cl/aco/team.clh in turn, one launch each. Prints a line each: what, the aim, how many times as fast (the medians
 * of kernel times by events) and the device. --quick: sizes that take a second.
 *
 * Exit code 1: it failed, or tours differ; 2: wrong arguments; 77: no such device, or it has no sub-groups of 32. A
 * missed aim is no failure.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aco/device.h"
#include "base/memory.h"
#include "cl/shared/draw_sequence.h"
#include "ocl/selector.h"
#include "cl/shared/team_codes.h"
#include "tsp/tour.h"

enum { SUCCEEDED = 0, FAILED = 1, WRONG_ARGUMENTS = 2, SKIPPED = 77 };
enum { SEED = 1, SIDE = 1000000, WAYS = 2 };

static const int codes[WAYS] = {TEAM_CODE_LOCAL, TEAM_CODE_SUBGROUP};

/* A row of --construction, and what it is measured with. */
static const struct measured {
    const char *construction;
    uint32_t candidates, nodes, ants, quick_nodes, quick_ants;
} rows[] = {{"list-lanes", 32, 2000, 256, 100, 4}, {"lanes", 0, 1000, 64, 100, 4}};

struct bench {
    struct base_env env;
    struct ocl_device_list devices;
    const char *selector;
    bool quick;
    size_t index; /* of the device */
};

static enum swarm_status make_instance(struct bench *bench, uint32_t n, struct swarm_instance **instance)
{
    struct draw_sequence random = draw_sequence_of(SEED, 0, n, 0);
    double *coordinates = base_array(2 * (size_t)n, sizeof *coordinates);
    if (!coordinates) {
        return base_fail_memory(&bench->env);
    }
    for (size_t i = 0; i < 2 * (size_t)n; ++i) {
        coordinates[i] = draw_sequence_below(&random, SIDE);
    }
    const enum swarm_status status =
        tsp_instance_from_coordinates(&bench->env, "uniform", SWARM_METRIC_EUC_2D, n, coordinates, instance);
    free(coordinates);
    return status;
}

static enum swarm_status open_colony(struct bench *bench, const struct measured *row, int code,
                                     const struct swarm_instance *instance, struct run_engine **engine)
{
    const struct aco_request request = {
        .instance = instance,
        .options = {.ants = bench->quick ? row->quick_ants : row->ants,
                    .alpha = 1,
                    .beta = 2,
                    .rho = 0.5,
                    .algorithm = "as",
                    .selection = row->candidates ? NULL : "roulette",
                    .candidates = row->candidates,
                    .candidate_kind = "nearest"},
        .shape = {.construction = aco_construction_find(row->construction), .ants_per_group = 1},
    };
    const struct run_request run = {
        .seed = SEED, .target = -1, .deadline = (double)INFINITY, .launch_seconds = 10, .profiling = true};
    uint32_t *start = base_array(instance->info.node_count, sizeof *start);
    enum swarm_status status = start ? SWARM_OK : base_fail_memory(&bench->env);
    int64_t length = 0;
    TRY_OR(done, status);
    TRY_OR(done, tsp_tour_nearest_neighbour(&bench->env, instance, (double)INFINITY, start, &length));
    TRY_OR(done, aco_colony_device_create(&bench->env, &run, &request, &bench->devices, bench->index, engine));
    aco_colony_settle(*engine, length);
    TRY_OR(done, (*engine)->type->plan(*engine));
    ((struct aco_device_colony *)*engine)->shape.team_code = code;
    TRY_OR(done, (*engine)->type->open(*engine));
    TRY_OR(done, (*engine)->type->build(*engine));
    TRY_OR(done, (*engine)->type->prepare(*engine, start, length));

done:
    free(start);
    return status;
}

/* Builds the tours of an iteration and reads them. */
static enum swarm_status walk(struct aco_device_colony *colony, uint32_t iteration, uint32_t *tours)
{
    const struct aco_settings *s = &colony->base.settings;
    bool interrupted = false;
    TRY(aco_device_choice(colony));
    TRY(aco_device_construct(colony, iteration, &interrupted));
    return ocl_buffer_read(&colony->session, &colony->buffers[ACO_BUFFER_TOURS], 0,
                           (uint64_t)s->ants * s->n * sizeof *tours, tours);
}

static double median_of(struct aco_device_colony *colony)
{
    const char *name = colony->shape.construction->kernels[0];
    for (size_t i = 0; i < colony->session.time_count; ++i) {
        if (strcmp(colony->session.times[i].name, name) == 0) {
            return ocl_kernel_time_median(&colony->session.times[i]);
        }
    }
    return NAN;
}

static enum swarm_status measure(struct bench *bench, const struct measured *row, int *code)
{
    const uint32_t n = bench->quick ? row->quick_nodes : row->nodes, ants = bench->quick ? row->quick_ants : row->ants;
    struct swarm_instance *instance = NULL;
    struct run_engine *engines[WAYS] = {NULL, NULL};
    uint32_t *tours[WAYS] = {base_array((size_t)n * ants, 4), base_array((size_t)n * ants, 4)};
    double medians[WAYS];
    enum swarm_status status = tours[0] && tours[1] ? SWARM_OK : base_fail_memory(&bench->env);
    TRY_OR(done, status);
    TRY_OR(done, make_instance(bench, n, &instance));
    for (size_t way = 0; way < WAYS; ++way) {
        TRY_OR(done, open_colony(bench, row, codes[way], instance, &engines[way]));
    }
    if (((struct aco_device_colony *)engines[1])->shape.team_code != TEAM_CODE_SUBGROUP) {
        printf("%s: 32 work-items are no sub-group of this device\n", row->construction);
        *code = *code == SUCCEEDED ? SKIPPED : *code;
        goto done;
    }
    for (uint32_t iteration = 1; iteration <= (bench->quick ? 2 : 15); ++iteration) {
        for (size_t way = 0; way < WAYS; ++way) {
            TRY_OR(done, walk((struct aco_device_colony *)engines[way], iteration, tours[way]));
        }
        if (memcmp(tours[0], tours[1], (size_t)n * ants * 4) != 0) {
            printf("%s: tours differ in iteration %u\n", row->construction, (unsigned)iteration);
            *code = FAILED;
        }
    }
    for (size_t way = 0; way < WAYS; ++way) {
        struct aco_device_colony *colony = (struct aco_device_colony *)engines[way];
        TRY_OR(done, ocl_session_drain_times(&colony->session));
        medians[way] = median_of(colony);
    }
    printf("%s, %u nodes, %u ants, sub-groups against barriers, same tours | > 1 | %.2f (%.4f and %.4f s) | %s [%s]\n",
           row->construction, (unsigned)n, (unsigned)ants, medians[0] / medians[1], medians[1], medians[0],
           bench->devices.devices[bench->index].name, bench->devices.devices[bench->index].driver);

done:
    for (size_t way = 0; way < WAYS; ++way) {
        run_engine_destroy(&engines[way]);
        free(tours[way]);
    }
    tsp_instance_destroy(&instance);
    return status;
}

static bool parse(int count, char **words, struct bench *bench)
{
    for (int i = 1; i < count; ++i) {
        if (strcmp(words[i], "--quick") == 0) {
            bench->quick = true;
        } else if (strcmp(words[i], "--device") == 0 && i + 1 < count) {
            bench->selector = words[++i];
        } else {
            fprintf(stderr, "lanes: %s: not an option with a fitting value\n", words[i]);
            return false;
        }
    }
    return true;
}

int main(int count, char **words)
{
    struct bench bench = {.selector = "auto"};
    size_t found = 0;
    int code = SUCCEEDED;
    if (!parse(count, words, &bench)) {
        return WRONG_ARGUMENTS;
    }
    base_env_init(&bench.env);
    enum swarm_status status = ocl_device_list_init(&bench.env, &bench.devices);
    const struct ocl_choice choice = {bench.devices.devices, bench.devices.count};
    TRY_OR(done, status);
    if (ocl_selector_find(&bench.env, choice, NULL, bench.selector, &bench.index, 1, &found) != SWARM_OK
        || found != 1) {
        printf("skipped: --device %s is not one device\n", bench.selector);
        code = SKIPPED;
        goto done;
    }
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; ++row) {
        TRY_OR(done, measure(&bench, &rows[row], &code));
    }

done:
    if (status != SWARM_OK) {
        printf("%s\n", bench.env.error);
        code = FAILED;
    }
    ocl_device_list_deinit(&bench.devices);
    base_env_deinit(&bench.env);
    return code;
}
