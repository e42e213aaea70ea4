/* mosaic_bench.h - a problem of mosaic and its kernel on a device. */
#ifndef SWARMCL_TEST_KERNEL_MOSAIC_BENCH_H
#define SWARMCL_TEST_KERNEL_MOSAIC_BENCH_H

#include <math.h>

#include "mosaic/device.h"
#include "tsp/arithmetic.h"

#include "instances.h"

struct mosaic_request {
    size_t device;
    const struct kind *kind;
    uint32_t n, pairs; /* number of nodes, joint included; number of pairs of partners, the first with the joint */
    struct tsp_candidates candidates;
    enum mosaic_mapping mapping;
    const char *lengths; /* value of --lengths; NULL: what the device chooses */
    uint32_t individuals, ants;
    uint64_t seed;
    bool timed; /* kernels are timed, and the host uses all of its threads */
};

struct mosaic_bench {
    struct swarm_instance *instance;
    struct mosaic_problem problem;
    struct base_team *team;
    struct ocl_session session;
    cl_program program;
    struct mosaic_kernel device;
};

/* Makes the instance and the problem, before anything is on the device. */
static inline enum swarm_status mosaic_bench_init(const struct mosaic_request *request, struct mosaic_bench *bench)
{
    struct draw_sequence random = numbers_of(request->kind, request->n, request->seed);
    TRY(random_instance(request->kind, request->n, random, &bench->instance));
    if (request->pairs > 0 && !partners_draw(bench->instance, &random, request->pairs, true)) {
        return base_fail_memory(&env);
    }
    TRY(base_team_create(&env, request->timed ? 0 : 1, &bench->team));
    return mosaic_problem_init(&env, bench->instance, request->timed ? bench->team : NULL, request->candidates,
                               (double)INFINITY, &bench->problem);
}

static inline enum swarm_status mosaic_bench_open(const struct mosaic_request *request, struct mosaic_bench *bench)
{
    enum mosaic_mapping mapping = request->mapping;
    int lengths = 0;
    TRY(tsp_lengths_choose(&env, bench->instance, &devices.devices[request->device], request->lengths, &lengths));
    TRY(ocl_session_open(&env, &devices, request->device, request->timed, &bench->session));
    TRY(mosaic_device_build(&bench->session, bench->instance, lengths, NULL, &mapping, &bench->program));
    const struct mosaic_layout layout = {bench->instance, lengths, bench->problem.width, request->individuals,
                                         request->ants};
    bench->device = (struct mosaic_kernel){.session = &bench->session, .mapping = mapping};
    return mosaic_kernel_create(bench->program, &bench->problem, &layout, request->seed, &bench->device);
}

static inline void mosaic_bench_close(struct mosaic_bench *bench)
{
    mosaic_kernel_release(&bench->device);
    if (bench->program) {
        clReleaseProgram(bench->program);
    }
    ocl_session_close(&bench->session);
    base_team_destroy(&bench->team);
    mosaic_problem_deinit(&bench->problem);
    swarm_instance_destroy(&bench->instance);
}

/* Fills a tour with random nodes, partners next to each other. */
static inline void mosaic_bench_draw(const struct mosaic_bench *bench, struct draw_sequence *random,
                                     struct mosaic_tour *tour)
{
    const uint32_t n = bench->instance->info.node_count;
    random_tour(random, n, tour->ord);
    if (bench->problem.partners) {
        partners_put_together(bench->problem.partners, n, tour->ord);
    }
    mosaic_tour_settle(&bench->problem, NULL, tour);
}

/* Reports a failure. */
static inline void mosaic_bench_fail(const struct mosaic_request *request, const char *what)
{
    ++failure_count;
    printf("FAILED: %s, mapping %d, n %u, %u individuals, %u ants, %u candidates, %u pairs of partners: %s\n",
           request->kind->name, (int)request->mapping, (unsigned)request->n, (unsigned)request->individuals,
           (unsigned)request->ants, (unsigned)request->candidates.length, (unsigned)request->pairs, what);
}

/* Seconds of all kernels so far, by events. */
static inline enum swarm_status mosaic_bench_seconds(struct mosaic_bench *bench, double *seconds)
{
    TRY(ocl_session_drain_times(&bench->session));
    *seconds = 0;
    for (size_t i = 0; i < bench->session.time_count; ++i) {
        *seconds += bench->session.times[i].seconds;
    }
    return SWARM_OK;
}

#endif
