/* limits device SOURCE DEVICE REPEATS BYTES... - what a device can do at most, from kernels that do one thing
 * (limits.cl): seconds of a launch, of a dependent load from local memory and of a dependent multiply-add;
 * multiply-adds and random words per second; and for buffers of each size bytes copied, random reads and additions per
 * second, and seconds of a dependent load.
 *
 * limits bound DEVICE FILE EVALUATIONS - event times of all kernels of a lower bound, which the program has no option
 * for.
 *
 * Both print one JSON document on stdout. Exit code 2: wrong arguments; 1: any other failure. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <swarmcl/swarmcl.h>

#include "../papers/probe.h"

enum { LINE = 32, CHASED = 4096, CHAINED = 1 << 16, READS = 16, GROUP = 256, ELEMENTS = 8, WARM = 64 };
enum { EMPTY, COPY, GATHER, ATOMIC, CHASE, CHASE_LOCAL, CHAIN, ARITHMETIC, DRAWS, KERNELS };
static const char *const names[KERNELS] = {"limit_empty",  "limit_copy",       "limit_gather",
                                           "limit_atomic", "limit_chase",      "limit_chase_local",
                                           "limit_chain",  "limit_arithmetic", "limit_draws"};

struct bench {
    struct probe probe;
    cl_program program;
    struct ocl_kernel kernels[KERNELS];
    struct ocl_buffer from, to;
    uint32_t *words; /* owned [largest size] */
    unsigned repeats;
};

/* ------------------------------------------------------------------------------------------------------------------ */
/* What a device can do                                                                                               */

static enum swarm_status time_of(struct bench *bench, int kernel, size_t items, size_t group, double *seconds)
{
    return probe_run(&bench->probe, &bench->kernels[kernel], (struct ocl_ndrange){{items, 1}, {group, 1}},
                     bench->repeats, seconds);
}

static enum swarm_status give(struct bench *bench, int kernel, const struct ocl_argument *arguments, size_t count)
{
    return ocl_kernel_set(&bench->probe.session, &bench->kernels[kernel], 0, arguments, count);
}

/* Writes a random cycle through the lines of `from`. */
static enum swarm_status write_cycle(struct bench *bench, size_t words)
{
    const size_t lines = words / LINE;
    uint32_t *order = malloc(lines * sizeof *order), state = 1;
    if (!order) {
        return base_fail_memory(&bench->probe.env);
    }
    for (size_t k = 0; k < lines; ++k) {
        order[k] = (uint32_t)k;
    }
    for (size_t k = lines - 1; k > 0; --k) { /* Sattolo's algorithm: one cycle */
        state = state * 1664525u + 1013904223u;
        const size_t other = (size_t)(((uint64_t)state * k) >> 32);
        const uint32_t kept = order[k];
        order[k] = order[other];
        order[other] = kept;
    }
    memset(bench->words, 0, words * sizeof *bench->words);
    for (size_t k = 0; k < lines; ++k) {
        bench->words[k * LINE] = order[k] * LINE;
    }
    free(order);
    return ocl_buffer_write(&bench->probe.session, &bench->from, 0, words * sizeof *bench->words, bench->words);
}

/* Fails unless the copy is complete and no addition is lost. */
static enum swarm_status check(struct bench *bench, size_t words, uint64_t added)
{
    uint64_t sum = 0, copied = 0;
    TRY(ocl_buffer_read(&bench->probe.session, &bench->to, 0, words * 4, bench->words));
    for (size_t k = 0; k < words; ++k) {
        sum += bench->words[k];
    }
    TRY(ocl_buffer_read(&bench->probe.session, &bench->from, 0, words * 4, bench->words));
    for (size_t k = 0; k < words; ++k) {
        copied += bench->words[k];
    }
    return sum == copied + added ? SWARM_OK
                                 : base_fail(&bench->probe.env, SWARM_ERROR_VERIFICATION, "limits: wrong sums");
}

static enum swarm_status measure_size(struct bench *bench, size_t bytes, bool last)
{
    const uint32_t words = (uint32_t)(bytes / 4), mask = words - 1, steps = CHASED;
    const size_t items = words / READS;
    double copy, gather, atomic, chase;
    bench->from = (struct ocl_buffer){"from", bytes, NULL};
    bench->to = (struct ocl_buffer){"to", bytes, NULL};
    TRY(ocl_buffer_create(&bench->probe.session, &bench->from));
    TRY(ocl_buffer_create(&bench->probe.session, &bench->to));
    TRY(write_cycle(bench, words));
    const struct ocl_argument from = OCL_ARGUMENT(bench->from.memory), to = OCL_ARGUMENT(bench->to.memory),
                              mask_of = OCL_ARGUMENT(mask), steps_of = OCL_ARGUMENT(steps);
    TRY(give(bench, GATHER, (struct ocl_argument[]){from, to, mask_of}, 3));
    TRY(give(bench, CHASE, (struct ocl_argument[]){from, to, steps_of}, 3));
    TRY(give(bench, COPY, (struct ocl_argument[]){from, to}, 2));
    TRY(give(bench, ATOMIC, (struct ocl_argument[]){to, mask_of}, 2));
    TRY(time_of(bench, GATHER, items, GROUP, &gather));
    TRY(time_of(bench, CHASE, 1, 1, &chase));
    TRY(time_of(bench, COPY, words / 4, GROUP, &copy));
    TRY(time_of(bench, ATOMIC, items, GROUP, &atomic));
    TRY(check(bench, words, (uint64_t)(bench->repeats + 1) * words));
    printf("    {\"bytes\": %zu, \"copied\": %.6g, \"reads\": %.6g, \"additions\": %.6g, \"load\": %.6g}%s\n", bytes,
           2.0 * (double)bytes / copy, words / gather, words / atomic, chase / CHASED, last ? "" : ",");
    ocl_buffer_release(&bench->from);
    ocl_buffer_release(&bench->to);
    return SWARM_OK;
}

static enum swarm_status measure_compute(struct bench *bench)
{
    const uint32_t steps = CHAINED;
    const size_t items = (size_t)bench->probe.session.device->compute_units * GROUP * ELEMENTS;
    const uint32_t long_steps = bench->probe.session.device->type == SWARM_DEVICE_CPU ? WARM : CHAINED / WARM;
    double empty, local, chain, arithmetic, draws;
    bench->to = (struct ocl_buffer){"to", 4, NULL};
    TRY(ocl_buffer_create(&bench->probe.session, &bench->to));
    const struct ocl_argument to = OCL_ARGUMENT(bench->to.memory), steps_of = OCL_ARGUMENT(steps);
    TRY(give(bench, EMPTY, &to, 1));
    TRY(give(bench, CHASE_LOCAL, (struct ocl_argument[]){to, steps_of}, 2));
    TRY(give(bench, CHAIN, (struct ocl_argument[]){to, steps_of}, 2));
    TRY(give(bench, ARITHMETIC, (struct ocl_argument[]){to, OCL_ARGUMENT(long_steps)}, 2));
    TRY(give(bench, DRAWS, (struct ocl_argument[]){to, OCL_ARGUMENT(long_steps)}, 2));
    TRY(time_of(bench, EMPTY, GROUP, GROUP, &empty));
    TRY(time_of(bench, CHASE_LOCAL, 1, 1, &local));
    TRY(time_of(bench, CHAIN, 1, 1, &chain));
    TRY(time_of(bench, ARITHMETIC, items, GROUP, &arithmetic));
    TRY(time_of(bench, DRAWS, items, GROUP, &draws));
    printf("  \"launch\": %.6g, \"local\": %.6g, \"chain\": %.6g, \"operations\": %.6g, \"draws\": %.6g,\n", empty,
           local / CHAINED, chain / CHAINED, (double)items * ELEMENTS * long_steps / arithmetic,
           (double)items * 4.0 * long_steps / draws);
    ocl_buffer_release(&bench->to);
    return SWARM_OK;
}

static int measure_device(int argc, char **argv)
{
    struct bench bench = {.repeats = (unsigned)strtoul(argv[4], NULL, 10)};
    enum swarm_status status = SWARM_OK;
    size_t most = 0;
    TRY_OR(done, probe_open(&bench.probe, argv[2], argv[3]));
    for (int i = 5; i < argc; ++i) {
        const size_t bytes = strtoull(argv[i], NULL, 10);
        most = bytes > most ? bytes : most;
    }
    bench.words = malloc(most);
    TRY_OR(done, bench.words ? probe_build(&bench.probe, "-cl-std=CL1.2", &bench.program)
                             : base_fail_memory(&bench.probe.env));
    for (int k = 0; k < KERNELS; ++k) {
        TRY_OR(done, ocl_kernel_create(&bench.probe.session, bench.program, names[k], &bench.kernels[k]));
    }
    printf("{\n  \"device\": \"%s\",\n", bench.probe.session.device->name);
    TRY_OR(done, measure_compute(&bench));
    printf("  \"sizes\": [\n");
    for (int i = 5; i < argc; ++i) {
        TRY_OR(done, measure_size(&bench, strtoull(argv[i], NULL, 10), i + 1 == argc));
    }
    printf("  ]\n}\n");

done:
    ocl_kernels_release(bench.kernels, KERNELS, (struct ocl_buffer[]){bench.from, bench.to}, 2, &bench.program);
    free(bench.words);
    return probe_close(&bench.probe, "limits", status);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Kernels of a bound: the linker replaces two functions of the library, so every session is profiled and prints its */
/* times before it closes                                                                                             */

enum swarm_status __real_ocl_session_open(struct base_env *env, const struct ocl_device_list *list, size_t index,
                                          bool profiling, struct ocl_session *session);
enum swarm_status __wrap_ocl_session_open(struct base_env *env, const struct ocl_device_list *list, size_t index,
                                          bool profiling, struct ocl_session *session);
void __real_ocl_session_close(struct ocl_session *session);
void __wrap_ocl_session_close(struct ocl_session *session);

enum swarm_status __wrap_ocl_session_open(struct base_env *env, const struct ocl_device_list *list, size_t index,
                                          bool profiling, struct ocl_session *session)
{
    (void)profiling;
    return __real_ocl_session_open(env, list, index, true, session);
}

void __wrap_ocl_session_close(struct ocl_session *session)
{
    for (size_t i = 0; session->shared && ocl_session_drain_times(session) == SWARM_OK && i < session->time_count;
         ++i) {
        const struct ocl_kernel_time *time = &session->times[i];
        if (strncmp(time->name, "bound_", 6) == 0) {
            printf("  {\"name\": \"%s\", \"calls\": %llu, \"seconds\": %.9g},\n", time->name,
                   (unsigned long long)time->calls, time->seconds);
        }
    }
    __real_ocl_session_close(session);
}

static int measure_bound(char **argv)
{
    swarm_context *context = NULL;
    swarm_params *params = NULL;
    swarm_instance *instance = NULL;
    swarm_bound *bound = NULL;
    enum swarm_status status = swarm_context_create(&context);
    TRY_OR(done, status);
    TRY_OR(done, swarm_params_create(context, "tsp", &params));
    TRY_OR(done, swarm_instance_read(context, argv[3], &instance));
    TRY_OR(done, swarm_params_set(context, params, "device", argv[2]));
    swarm_params_instance(params, instance);
    printf("{\"kernels\": [\n");
    const double begin = swarm_context_seconds(context);
    TRY_OR(done, swarm_bound_find(context, params, strtoull(argv[4], NULL, 10), &bound));
    printf("  {\"name\": \"all\", \"calls\": 1, \"seconds\": %.9g}],\n \"instance\": {\"nodes\": %u},\n"
           " \"result\": {\"iterations\": 1, \"bound\": %lld}}\n",
           swarm_context_seconds(context) - begin, (unsigned)swarm_instance_describe(instance)->node_count,
           (long long)bound->length);

done:
    if (status != SWARM_OK) {
        fprintf(stderr, "limits: %s\n", context ? swarm_context_error(context) : "out of memory");
    }
    swarm_bound_destroy(&bound);
    swarm_params_destroy(&params);
    swarm_instance_destroy(&instance);
    swarm_context_destroy(&context);
    return status == SWARM_OK ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc == 5 && strcmp(argv[1], "bound") == 0) {
        return measure_bound(argv);
    }
    if (argc > 5 && strcmp(argv[1], "device") == 0) {
        return measure_device(argc, argv);
    }
    fprintf(stderr, "usage: limits device SOURCE DEVICE REPEATS BYTES... | limits bound DEVICE FILE EVALUATIONS\n");
    return 2;
}
