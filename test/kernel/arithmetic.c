/* Compares the results of the shared headers on every usable device with the host, bit for bit. Philox is also compared
 * with its published results, and lengths in every arithmetic with doubles. The kernels, test/kernel/arithmetic.cl and
 * lengths.cl, are embedded in place of the library's. */
#include "arithmetic_answer.h"
#include "tsp/arithmetic.h"
#include "tsp/metric.h"
#include "cl/shared/tsp_metric.h"

#include "one_kernel.h"

enum { KNOWN = 3 };

static uint32_t count = 1u << 18;

/* From kat_vectors of Random123. Our inputs use the first two words of a counter as its key, which holds for two of
 * these vectors. */
static const uint32_t known_counters[KNOWN][4] = {
    {0, 0, 0, 0}, {~0u, ~0u, ~0u, ~0u}, {0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u}};

struct inputs {
    struct philox_block *words; /* [count] random words of each item */
    float *floats;
    int64_t *fixed;
};

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

static const struct ocl_source source = {.name = "../test/kernel/arithmetic.cl"}; /* path relative to cl/ */
static const struct ocl_source lengths_source = {.name = "../test/kernel/lengths.cl"};

static void launch_count(struct one_kernel *one, unsigned slot, size_t items)
{
    require_ok(ocl_kernel_set(&one->session, &one->kernel, slot, &OCL_ARGUMENT(count), 1));
    launch(one, items);
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

static void test_every_device_computes_the_bits_of_the_host(size_t device)
{
    test_name = "every_device_computes_the_bits_of_the_host";
    struct inputs inputs = make_inputs();
    size_t bytes = count * sizeof(struct arithmetic_answer);
    struct arithmetic_answer *answers = base_array(count, sizeof *answers);
    struct one_kernel bench;
    open_kernel(&bench, device, &source, NULL, "test_arithmetic");
    set_buffer(&bench, 0, count * sizeof *inputs.words, inputs.words);
    set_buffer(&bench, 1, count * sizeof *inputs.floats, inputs.floats);
    set_buffer(&bench, 2, count * sizeof *inputs.fixed, inputs.fixed);
    set_buffer(&bench, 3, bytes, NULL);
    launch_count(&bench, 4, count);
    read_buffer(&bench, 3, answers, bytes);
    for (uint32_t k = 0; k < count; ++k) {
        struct arithmetic_answer expected;
        arithmetic_answer_of(&expected, inputs.words[k], inputs.floats[k], inputs.fixed[k]);
        require_equal(&answers[k], &expected, sizeof expected, k, device);
    }
    static const uint32_t zero[] = {0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u};
    static const uint32_t ones[] = {0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu};
    require_equal(answers[0].philox, zero, sizeof zero, 0, device);
    require_equal(answers[1].philox, ones, sizeof ones, 1, device);
    close_kernel(&bench);
    free(answers);
    free_inputs(&inputs);
}

static void test_vectors_of_sixteen_compute_the_bits_of_the_host(size_t device)
{
    test_name = "vectors_of_sixteen_compute_the_bits_of_the_host";
    struct inputs inputs = make_inputs();
    uint32_t(*blocks)[4] = base_array(count, sizeof *blocks);
    uint32_t *exponentials = base_array(count, sizeof *exponentials);
    /* Sixteen inputs share the key of the first, here the key of the third known result, so this result is checked,
     * too. */
    static const uint32_t pi[] = {0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u};
    inputs.words[16] = (struct philox_block){0xa4093822u, 0x299f31d0u, 0, 0};
    memcpy(&inputs.words[17], known_counters[2], sizeof known_counters[2]);
    struct one_kernel bench;
    open_kernel(&bench, device, &source, NULL, "test_arithmetic16");
    set_buffer(&bench, 0, count * sizeof *inputs.words, inputs.words);
    set_buffer(&bench, 1, count * sizeof *blocks, NULL);
    set_buffer(&bench, 2, count * sizeof *exponentials, NULL);
    launch_count(&bench, 3, count / 16);
    read_buffer(&bench, 1, blocks, count * sizeof *blocks);
    read_buffer(&bench, 2, exponentials, count * sizeof *exponentials);
    for (uint32_t k = 0; k < count; ++k) {
        struct philox_block key = inputs.words[k / 16 * 16];
        struct philox_block expected = philox4x32(inputs.words[k], key.w0, key.w1);
        uint32_t exponential = float_bits(draw_exponential(inputs.words[k].w0));
        require_equal(blocks[k], &expected, sizeof expected, k, device);
        require_equal(&exponentials[k], &exponential, sizeof exponential, k, device);
    }
    require_equal(blocks[17], pi, sizeof pi, 17, device);
    close_kernel(&bench);
    free(blocks);
    free(exponentials);
    free_inputs(&inputs);
}

/* Makes points [count][2][3]: whole numbers for integer arithmetic, else multiples of 0.5; for GREAT_CIRCLE points
 * on a sphere. */
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

static void check_lengths(struct one_kernel *bench, size_t device, int lengths, int metric, const double *points)
{
    int32_t *found = base_array(count, sizeof *found);
    void *numbers = tsp_coordinates_make(lengths, points, 6 * (size_t)count);
    REQUIRE(found && numbers);
    require_ok(
        ocl_buffer_write(&bench->session, &bench->buffers[0], 0, 6 * count * tsp_coordinate_size(lengths), numbers));
    require_ok(ocl_kernel_set(&bench->session, &bench->kernel, 2, &OCL_ARGUMENT(metric), 1));
    launch_count(bench, 3, count);
    read_buffer(bench, 1, found, count * sizeof *found);
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

static void test_every_device_computes_the_lengths_of_the_host_in_every_arithmetic(size_t device)
{
    test_name = "every_device_computes_the_lengths_of_the_host_in_every_arithmetic";
    struct inputs inputs = make_inputs();
    double *points = base_array(6 * (size_t)count, sizeof *points);
    REQUIRE(points);
    for (int lengths = LENGTHS_DOUBLES; lengths <= LENGTHS_BITS; ++lengths) {
        struct one_kernel bench;
        if (lengths == LENGTHS_DOUBLES && !devices.devices[device].fp64) {
            continue;
        }
        const struct ocl_define defines[] = {{"LENGTHS", lengths, NULL}, {NULL, 0, NULL}};
        open_kernel(&bench, device, &lengths_source, defines, "test_lengths");
        set_buffer(&bench, 0, 6 * count * tsp_coordinate_size(lengths), NULL);
        set_buffer(&bench, 1, count * sizeof(int32_t), NULL);
        for (int metric = METRIC_EUC_2D; metric <= METRIC_GREAT_CIRCLE; ++metric) {
            if (tsp_metrics[metric].on_device && (lengths != LENGTHS_INTEGERS || metric != METRIC_GREAT_CIRCLE)) {
                make_points(points, &inputs, metric, lengths == LENGTHS_INTEGERS);
                check_lengths(&bench, device, lengths, metric, points);
            }
        }
        close_kernel(&bench);
    }
    free(points);
    free_inputs(&inputs);
}

static void test_a_kernel_that_does_not_build_reports_log_options_and_device(size_t device)
{
    test_name = "a_kernel_that_does_not_build_tells_log_options_and_device";
    const struct ocl_define broken = {"BREAK_THE_BUILD", 1, NULL};
    const struct swarm_device *of = &devices.devices[device];
    struct ocl_session session = {0};
    cl_program program = NULL;
    require_ok(ocl_session_open(&env, &devices, device, false, &session));
    REQUIRE_INT(ocl_program_build(&session, &source, 1, &broken, 1, &program), ==, SWARM_ERROR_BUILD);
    REQUIRE(program == NULL);
    REQUIRE(strstr(env.error, "the test asked for it"));
    REQUIRE(strstr(env.error, "-D BREAK_THE_BUILD=1"));
    REQUIRE(strstr(env.error, of->name) && strstr(env.error, of->driver));
    ocl_session_close(&session);
}

static void test_all(size_t device, bool small)
{
    count = small ? 1u << 9 : count;
    test_every_device_computes_the_bits_of_the_host(device);
    test_vectors_of_sixteen_compute_the_bits_of_the_host(device);
    test_every_device_computes_the_lengths_of_the_host_in_every_arithmetic(device);
    if (!small) { /* oclgrind, which gets the small size, counts a failed build as an error */
        test_a_kernel_that_does_not_build_reports_log_options_and_device(device);
    }
    ++case_count;
}

int main(int count_of_words, char **words)
{
    return on_devices_run(count_of_words, words, false, test_all);
}
