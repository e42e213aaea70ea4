/* The results of the shared headers on every usable device, bit for bit against the host; Philox also against its
 * published answers, lengths in every arithmetic against doubles. The kernels are test/kernel/arithmetic.cl and
 * lengths.cl, embedded in place of the library's own.
 *
 * usage: arithmetic [--small] [--device SELECTOR] */
#include "arithmetic_answer.h"
#include "base/memory.h"
#include "ocl/program.h"
#include "ocl/selector.h"
#include "tsp/arithmetic.h"
#include "tsp/metric.h"
#include "cl/shared/tsp_metric.h"

#include "../test.h"

enum { KNOWN = 3 };

static struct base_env env;
static struct ocl_device_list devices;
static size_t chosen[64], chosen_count;
static uint32_t count = 1u << 18;
static bool small; /* --small */

/* kat_vectors of Random123. All inputs take the first two words of the counter as key, as two of these do. */
static const uint32_t known_counters[KNOWN][4] = {
    {0, 0, 0, 0}, {~0u, ~0u, ~0u, ~0u}, {0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u}};

struct inputs {
    struct philox_block *words; /* [count] */
    float *floats;
    int64_t *fixed;
};

static void require_ok(enum swarm_status status)
{
    if (status != SWARM_OK) {
        fprintf(stderr, "%s: %s\n", test_name, env.error);
        exit(1);
    }
}

static struct inputs make_inputs(void)
{
    struct inputs inputs = {base_array(count, sizeof *inputs.words), base_array(count, sizeof *inputs.floats),
                            base_array(count, sizeof *inputs.fixed)};
    REQUIRE(inputs.words && inputs.floats && inputs.fixed);
    for (uint32_t k = 0; k < count; ++k) {
        struct philox_block counter = {k, 1, 0, 0}, more = {k, 2, 0, 0};
        struct philox_block word = philox4x32(more, 3, 4);
        inputs.words[k] = philox4x32(counter, 3, 4);
        inputs.floats[k] = float_from_bits(((37u + word.w0 % 180u) << 23) | (word.w1 >> 9));
        inputs.fixed[k] = (int64_t)(word.w2 % ((32u << 24) + 1u));
        if (k < KNOWN) {
            memcpy(&inputs.words[k], known_counters[k], sizeof known_counters[k]);
            inputs.floats[k] = k ? 1.0f : float_from_bits(37u << 23);
            inputs.fixed[k] = (int64_t)k << 28;
        }
    }
    return inputs;
}

static void free_inputs(struct inputs *inputs)
{
    free(inputs->words);
    free(inputs->floats);
    free(inputs->fixed);
}

/* A device at work on the test's kernels. */
struct bench {
    struct ocl_session session;
    struct ocl_kernel kernel;
    struct ocl_buffer buffers[5];
};

static const struct ocl_source source = {.name = "../test/kernel/arithmetic.cl"}; /* from cl/ */
static const struct ocl_source lengths_source = {.name = "../test/kernel/lengths.cl"};

/* `lengths`: LENGTHS of lengths.cl; 0: a kernel of arithmetic.cl. */
static void open_bench(struct bench *bench, size_t device, const char *kernel, int lengths)
{
    const struct ocl_define define = {"LENGTHS", lengths, NULL};
    cl_program program = NULL;
    memset(bench, 0, sizeof *bench);
    require_ok(ocl_session_open(&env, &devices, device, false, &bench->session));
    require_ok(
        ocl_program_build(&bench->session, lengths > 0 ? &lengths_source : &source, 1, &define, lengths > 0, &program));
    require_ok(ocl_kernel_create(&bench->session, program, kernel, &bench->kernel));
    clReleaseProgram(program);
}

static void close_bench(struct bench *bench)
{
    for (size_t i = 0; i < sizeof bench->buffers / sizeof bench->buffers[0]; ++i) {
        ocl_buffer_release(&bench->buffers[i]);
    }
    ocl_kernel_release(&bench->kernel);
    ocl_session_close(&bench->session);
}

/* Argument `slot`: a buffer of `bytes` that starts as `from`; NULL: as zeros. */
static void set_buffer(struct bench *bench, unsigned slot, uint64_t bytes, const void *from)
{
    struct ocl_buffer *buffer = &bench->buffers[slot];
    void *zeros = base_array(bytes, 1);
    *buffer = (struct ocl_buffer){"test", bytes, NULL};
    require_ok(ocl_buffer_create(&bench->session, buffer));
    require_ok(ocl_buffer_write(&bench->session, buffer, 0, bytes, from ? from : zeros));
    require_ok(ocl_kernel_set(&bench->session, &bench->kernel, slot, &OCL_ARGUMENT(buffer->memory), 1));
    free(zeros);
}

static void launch(struct bench *bench, unsigned slot, size_t items)
{
    require_ok(ocl_kernel_set(&bench->session, &bench->kernel, slot, &OCL_ARGUMENT(count), 1));
    require_ok(ocl_kernel_enqueue(&bench->session, &bench->kernel, (struct ocl_ndrange){{items, 1}, {1, 1}}));
    require_ok(ocl_session_finish(&bench->session));
}

static void require_equal(const void *found, const void *expected, size_t size, size_t input, size_t device)
{
    for (size_t at = 0; at < size; at += 4) {
        uint32_t a, b;
        memcpy(&a, (const char *)found + at, 4);
        memcpy(&b, (const char *)expected + at, 4);
        if (a != b) {
            fprintf(stderr, "%s: device \"%s\", input %zu: word %zu of the answer is %08x, on the host %08x\n",
                    test_name, devices.devices[device].name, input, at / 4, (unsigned)a, (unsigned)b);
            exit(1);
        }
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */

TEST(every_device_computes_the_bits_of_the_host)
{
    struct inputs inputs = make_inputs();
    size_t bytes = count * sizeof(struct arithmetic_answer);
    struct arithmetic_answer *answers = base_array(count, sizeof *answers);
    for (size_t i = 0; i < chosen_count; ++i) {
        struct bench bench;
        open_bench(&bench, chosen[i], "test_arithmetic", 0);
        set_buffer(&bench, 0, count * sizeof *inputs.words, inputs.words);
        set_buffer(&bench, 1, count * sizeof *inputs.floats, inputs.floats);
        set_buffer(&bench, 2, count * sizeof *inputs.fixed, inputs.fixed);
        set_buffer(&bench, 3, bytes, NULL);
        launch(&bench, 4, count);
        require_ok(ocl_buffer_read(&bench.session, &bench.buffers[3], 0, bytes, answers));
        for (uint32_t k = 0; k < count; ++k) {
            struct arithmetic_answer expected;
            arithmetic_answer_of(&expected, inputs.words[k], inputs.floats[k], inputs.fixed[k]);
            require_equal(&answers[k], &expected, sizeof expected, k, chosen[i]);
        }
        static const uint32_t zero[] = {0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u};
        static const uint32_t ones[] = {0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu};
        require_equal(answers[0].philox, zero, sizeof zero, 0, chosen[i]);
        require_equal(answers[1].philox, ones, sizeof ones, 1, chosen[i]);
        close_bench(&bench);
    }
    free(answers);
    free_inputs(&inputs);
}

TEST(vectors_of_sixteen_compute_the_bits_of_the_host)
{
    struct inputs inputs = make_inputs();
    uint32_t(*blocks)[4] = base_array(count, sizeof *blocks);
    uint32_t *exponentials = base_array(count, sizeof *exponentials);
    /* the key of sixteen inputs is the first one's: at the counters of the known answers, so the third is right, too */
    static const uint32_t pi[] = {0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u};
    inputs.words[16] = (struct philox_block){0xa4093822u, 0x299f31d0u, 0, 0};
    memcpy(&inputs.words[17], known_counters[2], sizeof known_counters[2]);
    for (size_t i = 0; i < chosen_count; ++i) {
        struct bench bench;
        open_bench(&bench, chosen[i], "test_arithmetic16", 0);
        set_buffer(&bench, 0, count * sizeof *inputs.words, inputs.words);
        set_buffer(&bench, 1, count * sizeof *blocks, NULL);
        set_buffer(&bench, 2, count * sizeof *exponentials, NULL);
        launch(&bench, 3, count / 16);
        require_ok(ocl_buffer_read(&bench.session, &bench.buffers[1], 0, count * sizeof *blocks, blocks));
        require_ok(ocl_buffer_read(&bench.session, &bench.buffers[2], 0, count * sizeof *exponentials, exponentials));
        for (uint32_t k = 0; k < count; ++k) {
            struct philox_block key = inputs.words[k / 16 * 16];
            struct philox_block expected = philox4x32(inputs.words[k], key.w0, key.w1);
            uint32_t exponential = float_bits(draw_exponential(inputs.words[k].w0));
            require_equal(blocks[k], &expected, sizeof expected, k, chosen[i]);
            require_equal(&exponentials[k], &exponential, sizeof exponential, k, chosen[i]);
        }
        require_equal(blocks[17], pi, sizeof pi, 17, chosen[i]);
        close_bench(&bench);
    }
    free(blocks);
    free(exponentials);
    free_inputs(&inputs);
}

/* Points [count][2][3]: whole numbers, as integers want them, and halves; of GREAT_CIRCLE on a sphere. */
static void make_points(double *points, const struct inputs *inputs, int metric, bool whole)
{
    const uint32_t dimensions = tsp_metrics[metric].dimensions;
    for (uint32_t k = 0; k < 6 * count; ++k) {
        const struct philox_block counter = {k, 3, 0, 0}, words = philox4x32(counter, inputs->words[k % count].w0, 7);
        const int32_t number = (int32_t)(words.w0 >> (9 + words.w1 % 22)) - (int32_t)(words.w2 >> (9 + words.w1 % 22));
        points[k] = k % 3 < dimensions ? number * (whole ? 1.0 : 0.5) : 0.0;
    }
    for (uint32_t k = 0; metric == METRIC_GREAT_CIRCLE && k < 2 * count; ++k) {
        double *at = points + 3 * (size_t)k;
        const double size = sqrt(at[0] * at[0] + at[1] * at[1] + at[2] * at[2]) + 1.0;
        for (int axis = 0; axis < 3; ++axis) {
            at[axis] = 6371008.8 * (at[axis] + (axis == 0)) / size;
        }
    }
}

static void check_lengths(struct bench *bench, size_t device, int lengths, int metric, const double *points)
{
    int32_t *found = base_array(count, sizeof *found);
    void *numbers = tsp_coordinates_make(lengths, points, 6 * (size_t)count);
    REQUIRE(found && numbers);
    require_ok(
        ocl_buffer_write(&bench->session, &bench->buffers[0], 0, 6 * count * tsp_coordinate_size(lengths), numbers));
    require_ok(ocl_kernel_set(&bench->session, &bench->kernel, 2, &OCL_ARGUMENT(metric), 1));
    launch(bench, 3, count);
    require_ok(ocl_buffer_read(&bench->session, &bench->buffers[1], 0, count * sizeof *found, found));
    for (uint32_t k = 0; k < count; ++k) {
        const double *at = points + 6 * (size_t)k;
        const int32_t expected = tsp_metric_distance((enum swarm_metric)metric, at, at + 3);
        if (found[k] != expected) {
            fprintf(stderr, "%s: device \"%s\", %s by %s, (%.17g, %.17g, %.17g) to (%.17g, %.17g, %.17g): %d, not %d\n",
                    test_name, devices.devices[device].name, tsp_metrics[metric].name, tsp_lengths_words[lengths].name,
                    at[0], at[1], at[2], at[3], at[4], at[5], (int)found[k], (int)expected);
            exit(1);
        }
    }
    free(found);
    free(numbers);
}

TEST(every_device_computes_the_lengths_of_the_host_in_every_arithmetic)
{
    struct inputs inputs = make_inputs();
    double *points = base_array(6 * (size_t)count, sizeof *points);
    REQUIRE(points);
    for (size_t i = 0; i < chosen_count; ++i) {
        for (int lengths = LENGTHS_DOUBLES; lengths <= LENGTHS_BITS; ++lengths) {
            struct bench bench;
            if (lengths == LENGTHS_DOUBLES && !devices.devices[chosen[i]].fp64) {
                continue;
            }
            open_bench(&bench, chosen[i], "test_lengths", lengths);
            set_buffer(&bench, 0, 6 * count * tsp_coordinate_size(lengths), NULL);
            set_buffer(&bench, 1, count * sizeof(int32_t), NULL);
            for (int metric = METRIC_EUC_2D; metric <= METRIC_GREAT_CIRCLE; ++metric) {
                if (tsp_metrics[metric].on_device && (lengths != LENGTHS_INTEGERS || metric != METRIC_GREAT_CIRCLE)) {
                    make_points(points, &inputs, metric, lengths == LENGTHS_INTEGERS);
                    check_lengths(&bench, chosen[i], lengths, metric, points);
                }
            }
            close_bench(&bench);
        }
    }
    free(points);
    free_inputs(&inputs);
}

TEST(a_kernel_that_does_not_build_tells_log_options_and_device)
{
    for (size_t i = 0; i < chosen_count && !small; ++i) { /* oclgrind counts a failed build as a finding */
        const struct ocl_define broken = {"BREAK_THE_BUILD", 1, NULL};
        const struct swarm_device *device = &devices.devices[chosen[i]];
        struct ocl_session session = {0};
        cl_program program = NULL;
        require_ok(ocl_session_open(&env, &devices, chosen[i], false, &session));
        REQUIRE_INT(ocl_program_build(&session, &source, 1, &broken, 1, &program), ==, SWARM_ERROR_BUILD);
        REQUIRE(program == NULL);
        REQUIRE(strstr(env.error, "the test asked for it"));
        REQUIRE(strstr(env.error, "-D BREAK_THE_BUILD=1"));
        REQUIRE(strstr(env.error, device->name) && strstr(env.error, device->driver));
        ocl_session_close(&session);
    }
}

int main(int argument_count, char **words)
{
    const char *selector = "all";
    for (int i = 1; i < argument_count; ++i) {
        if (strcmp(words[i], "--small") == 0) {
            small = true;
            count = 1u << 9;
        }
        if (strcmp(words[i], "--device") == 0 && i + 1 < argument_count) {
            selector = words[++i];
        }
    }
    base_env_init(&env);
    require_ok(ocl_device_list_init(&env, &devices));
    struct ocl_choice choice = {devices.devices, devices.count};
    enum swarm_status status = ocl_selector_find(&env, choice, NULL, selector, chosen, 64, &chosen_count);
    if (status == SWARM_ERROR_NO_DEVICE) {
        SKIP("no OpenCL device");
    }
    require_ok(status);
    test_run_all(0, NULL);
    ocl_device_list_deinit(&devices);
    base_env_deinit(&env);
    return 0;
}
