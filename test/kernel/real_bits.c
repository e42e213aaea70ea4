/* Compares the elementary functions and the objectives on every usable device with the host, bit for bit, in the
 * PRECISION of this build: one input at a time, and vectors of eight and sixteen. The kernels,
 * test/kernel/real_bits.cl, are embedded in place of the library's. */
#include "cl/shared/philox.h"
#include "pso/swarm.h"
#include "real_bits.h"

#include "one_kernel.h"

static uint32_t count = 1u << 15; /* inputs; a multiple of every number of lanes */

static const int lanes_tried[] = {1, 8, 16};

/* ------------------------------------------------------------------------------------------------------------------ */
/* Inputs                                                                                                             */

static num uniform(uint32_t index, uint32_t stream)
{
    const struct philox_block counter = {index, stream, 0, 0};
    const struct philox_block block = philox4x32(counter, 11, 13);
    return (num)((double)((((uint64_t)block.w0 << 32) | block.w1) >> 11) * 0x1p-53);
}

/* Makes an input: special cases of the functions, values that are common in objectives, numbers near quarters of a
 * turn, or any exponent. No subnormal numbers, whose results differ between devices in single precision. */
static num number_of(uint32_t index, uint32_t stream)
{
    const num special[] = {0,
                           (num)-0.0,
                           1,
                           -1,
                           (num)0.5,
                           (num)-2.5,
                           (num)0.25,
                           (num)INFINITY,
                           -(num)INFINITY,
                           (num)NAN,
                           REAL_SMALLEST,
                           -REAL_SMALLEST,
                           (num)3e38,
                           (num)-3e38,
                           (num)1e-30,
                           709,
                           -708,
                           88,
                           -87,
                           (num)88.72283,
                           (num)709.782712,
                           2,
                           10,
                           (num)0.2,
                           (num)1e6,
                           (num)1e18};
    enum { SPECIAL = sizeof special / sizeof special[0] };
    if (index < SPECIAL * SPECIAL) { /* all pairs of special values */
        return special[stream == 0 ? index % SPECIAL : index / SPECIAL];
    }
    const num u = uniform(index, stream), sign = u < (num)0.5 ? -1 : 1;
    const num v = uniform(index, stream + 2);
    switch (index % 5) {
    case 0:
        return 10 * (v - (num)0.5);
    case 1:
        return 2000 * (v - (num)0.5);
    case 2: { /* any exponent except the smallest */
        const int width = REAL_LARGEST_EXPONENT - 1;
        return sign * (num)ldexp(1 + (double)u, (int)((2 * (double)v - 1) * width));
    }
    case 3:
        return real_nearest(4000 * v) * (num)0.25 * (u < (num)0.25 ? 1 : (num)6.2831853071795865);
    default:
        return 1 + sign * (num)ldexp((double)v, -(int)(30 * u));
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* A device at work                                                                                                   */

static void open_real(struct one_kernel *bench, size_t device, int lanes, const char *kernel)
{
    const struct ocl_source source = {.name = "../test/kernel/real_bits.cl"}; /* path relative to cl/ */
    const struct ocl_define defines[] = {{"PRECISION", PRECISION, NULL}, {"LANES", lanes, NULL}, {NULL, 0, NULL}};
    open_kernel(bench, device, &source, defines, kernel);
}

static void run(struct one_kernel *bench, int lanes, const num *from, size_t from_count, num *to, size_t to_count)
{
    require_ok(ocl_buffer_write(&bench->session, &bench->buffers[0], 0, from_count * sizeof *from, from));
    launch(bench, count / (size_t)lanes);
    read_buffer(bench, 1, to, to_count * sizeof *to);
}

/* True if the bits are equal or both numbers are NaN. */
static bool same(num a, num b)
{
    return num_to_bits(a) == num_to_bits(b) || (isnan(a) && isnan(b));
}

static void fail(const char *what, size_t device, int lanes, num x, num y, num found, num expected)
{
    fprintf(stderr,
            "%s: device \"%s\", %d lanes: %s, x = %.17g (%a), y = %.17g (%a): %.17g (%a), on the host %.17g (%a)\n",
            test_name, devices.devices[device].name, lanes, what, (double)x, (double)x, (double)y, (double)y,
            (double)found, (double)found, (double)expected, (double)expected);
    exit(1);
}

/* ------------------------------------------------------------------------------------------------------------------ */

#define NAME_OF(value)  #value,
#define VALUE_OF(value) expected[which++] = (value);

static void check_functions(size_t device, int lanes, const num *numbers, num *answers)
{
    static const char *const names[] = {REAL_CASES(NAME_OF)};
    struct one_kernel bench;
    open_real(&bench, device, lanes, "test_real_functions");
    set_buffer(&bench, 0, 2 * (size_t)count * sizeof(num), NULL);
    set_buffer(&bench, 1, REAL_CASE_COUNT * (size_t)count * sizeof(num), NULL);
    require_ok(ocl_kernel_set(&bench.session, &bench.kernel, 2, &OCL_ARGUMENT(count), 1));
    run(&bench, lanes, numbers, 2 * (size_t)count, answers, REAL_CASE_COUNT * (size_t)count);
    for (uint32_t k = 0; k < count; ++k) {
        const num x = numbers[k], y = numbers[count + k];
        num expected[REAL_CASE_COUNT];
        size_t which = 0;
        REAL_CASES(VALUE_OF)
        for (size_t i = 0; i < REAL_CASE_COUNT; ++i) {
            if (!same(answers[i * count + k], expected[i])) {
                fail(names[i], device, lanes, x, y, answers[i * count + k], expected[i]);
            }
        }
    }
    close_kernel(&bench);
}

static void test_every_device_computes_the_functions_of_the_host(size_t device)
{
    test_name = "every_device_computes_the_functions_of_the_host";
    num *numbers = base_array(2 * (size_t)count, sizeof *numbers);
    num *answers = base_array(REAL_CASE_COUNT * (size_t)count, sizeof *answers);
    REQUIRE(numbers && answers);
    for (uint32_t k = 0; k < count; ++k) {
        numbers[k] = number_of(k, 0);
        numbers[count + k] = number_of(k, 1);
    }
    for (size_t l = 0; l < sizeof lanes_tried / sizeof lanes_tried[0]; ++l) {
        check_functions(device, lanes_tried[l], numbers, answers);
    }
    free(numbers);
    free(answers);
}

/* ------------------------------------------------------------------------------------------------------------------ */

/* Draws points [n][points] within the bounds; the first is the optimum and the second a corner. */
static void scatter(const struct pso_objective *row, uint32_t n, uint32_t points, num *numbers)
{
    double place[REAL_POINT];
    row->optimum(n, place);
    for (uint32_t i = 0; i < n; ++i) {
        double lower, upper;
        row->bounds(n, i, &lower, &upper);
        for (uint32_t k = 0; k < points; ++k) {
            numbers[i * points + k] = (num)(lower + (upper - lower) * (double)uniform(k, 100 + i));
        }
        numbers[i * points] = (num)place[i];
        numbers[i * points + 1] = (num)upper;
    }
}

static void check_objective(struct one_kernel *bench, size_t device, int lanes, uint32_t which, num *numbers,
                            num *answers)
{
    const struct pso_objective *row = &pso_objectives[which];
    const uint32_t n = row->info.maximum_dimensions < REAL_POINT ? row->info.maximum_dimensions : REAL_POINT;
    const int32_t dimensions = (int32_t)n;
    const struct ocl_argument arguments[] = {OCL_ARGUMENT(which), OCL_ARGUMENT(dimensions), OCL_ARGUMENT(count)};
    const struct swarm_objective objective = {.info = row->info, .row = row};
    const struct pso_settings settings = {.objective = &objective, .precision = PRECISION, .dimensions = n};
    scatter(row, n, count, numbers);
    require_ok(ocl_kernel_set(&bench->session, &bench->kernel, 2, arguments, 3));
    run(bench, lanes, numbers, (size_t)n * count, answers, count);
    for (uint32_t k = 0; k < count; ++k) {
        double x[REAL_POINT], value;
        for (uint32_t i = 0; i < n; ++i) {
            x[i] = (double)numbers[i * count + k];
        }
        require_ok(pso_evaluate_host(&env, &settings, (struct pso_evaluation){.count = 1, .points = x, .values = &value}));
        const num expected = (num)value;
        if (!same(answers[k], expected)) {
            fail(row->info.name, device, lanes, (num)x[0], (num)x[n - 1], answers[k], expected);
        }
    }
}

static void test_every_device_computes_the_objectives_of_the_host(size_t device)
{
    test_name = "every_device_computes_the_objectives_of_the_host";
    num *numbers = base_array(REAL_POINT * (size_t)count, sizeof *numbers);
    num *answers = base_array(count, sizeof *answers);
    REQUIRE(numbers && answers);
    for (size_t l = 0; l < sizeof lanes_tried / sizeof lanes_tried[0]; ++l) {
        struct one_kernel bench;
        open_real(&bench, device, lanes_tried[l], "test_objectives");
        set_buffer(&bench, 0, REAL_POINT * (size_t)count * sizeof(num), NULL);
        set_buffer(&bench, 1, count * sizeof(num), NULL);
        for (uint32_t which = 0; which < pso_objective_count; ++which) {
            check_objective(&bench, device, lanes_tried[l], which, numbers, answers);
        }
        close_kernel(&bench);
    }
    free(numbers);
    free(answers);
}

static void test_all(size_t device, bool small)
{
    count = small ? 1u << 10 : count;
    ++case_count;
    if (PRECISION == 32 || devices.devices[device].fp64) {
        test_every_device_computes_the_functions_of_the_host(device);
        test_every_device_computes_the_objectives_of_the_host(device);
    }
}

int main(int count_of_words, char **words)
{
    return on_devices_run(count_of_words, words, false, test_all);
}
