/* The results of the elementary functions and the objectives on every usable device, one input after the other, eight
 * and sixteen side by side, bit for bit against the host, in the PRECISION of this build. The kernels are
 * test/kernel/real_bits.cl, embedded in place of the library's own.
 *
 * usage: real_bits [--small] [--device SELECTOR] */
#include "base/memory.h"
#include "ocl/program.h"
#include "ocl/selector.h"
#include "cl/shared/philox.h"
#include "pso/swarm.h"
#include "real_bits.h"

#include "../test.h"

static struct base_env env;
static struct ocl_device_list devices;
static size_t chosen[64], chosen_count;
static uint32_t count = 1u << 15; /* a multiple of every number of lanes */

static const int lanes_tried[] = {1, 8, 16};

static void require_ok(enum swarm_status status)
{
    if (status != SWARM_OK) {
        fprintf(stderr, "%s: %s\n", test_name, env.error);
        exit(1);
    }
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Inputs                                                                                                             */

static num uniform(uint32_t index, uint32_t stream)
{
    const struct philox_block counter = {index, stream, 0, 0};
    const struct philox_block block = philox4x32(counter, 11, 13);
    return (num)((double)((((uint64_t)block.w0 << 32) | block.w1) >> 11) * 0x1p-53);
}

/* Numbers of every kind except subnormal ones, which are open in single precision: special cases of the functions,
 * usual sizes in objectives, numbers near quarters of a turn, and any exponent. */
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
    if (index < SPECIAL * SPECIAL) { /* each with each */
        return special[stream == 0 ? index % SPECIAL : index / SPECIAL];
    }
    const num u = uniform(index, stream), sign = u < (num)0.5 ? -1 : 1;
    const num v = uniform(index, stream + 2);
    switch (index % 5) {
    case 0:
        return 10 * (v - (num)0.5);
    case 1:
        return 2000 * (v - (num)0.5);
    case 2: { /* any exponent but the smallest */
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

struct bench {
    struct ocl_session session;
    struct ocl_kernel kernel;
    struct ocl_buffer buffers[2];
    size_t items;
};

static void open_bench(struct bench *bench, size_t device, int lanes, const char *kernel)
{
    const struct ocl_source source = {.name = "../test/kernel/real_bits.cl"}; /* from cl/ */
    const struct ocl_define defines[] = {{.name = "PRECISION", .value = PRECISION}, {.name = "LANES", .value = lanes}};
    cl_program program = NULL;
    memset(bench, 0, sizeof *bench);
    bench->items = count / (size_t)lanes;
    require_ok(ocl_session_open(&env, &devices, device, false, &bench->session));
    require_ok(ocl_program_build(&bench->session, &source, 1, defines, 2, &program));
    require_ok(ocl_kernel_create(&bench->session, program, kernel, &bench->kernel));
    clReleaseProgram(program);
}

static void close_bench(struct bench *bench)
{
    ocl_buffer_release(&bench->buffers[0]);
    ocl_buffer_release(&bench->buffers[1]);
    ocl_kernel_release(&bench->kernel);
    ocl_session_close(&bench->session);
}

/* Argument `slot`: a buffer of so many numbers. */
static void set_buffer(struct bench *bench, unsigned slot, size_t numbers)
{
    struct ocl_buffer *buffer = &bench->buffers[slot];
    *buffer = (struct ocl_buffer){"test", numbers * sizeof(num), NULL};
    require_ok(ocl_buffer_create(&bench->session, buffer));
    require_ok(ocl_kernel_set(&bench->session, &bench->kernel, slot, &OCL_ARGUMENT(buffer->memory), 1));
}

static void run(struct bench *bench, const num *from, size_t from_count, num *to, size_t to_count)
{
    require_ok(ocl_buffer_write(&bench->session, &bench->buffers[0], 0, from_count * sizeof *from, from));
    require_ok(ocl_kernel_enqueue(&bench->session, &bench->kernel, (struct ocl_ndrange){{bench->items, 1}, {1, 1}}));
    require_ok(ocl_buffer_read(&bench->session, &bench->buffers[1], 0, to_count * sizeof *to, to));
}

/* Any NaN is as good as another. */
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
    struct bench bench;
    open_bench(&bench, device, lanes, "test_real_functions");
    set_buffer(&bench, 0, 2 * (size_t)count);
    set_buffer(&bench, 1, REAL_CASE_COUNT * (size_t)count);
    require_ok(ocl_kernel_set(&bench.session, &bench.kernel, 2, &OCL_ARGUMENT(count), 1));
    run(&bench, numbers, 2 * (size_t)count, answers, REAL_CASE_COUNT * (size_t)count);
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
    close_bench(&bench);
}

TEST(every_device_computes_the_functions_of_the_host)
{
    num *numbers = base_array(2 * (size_t)count, sizeof *numbers);
    num *answers = base_array(REAL_CASE_COUNT * (size_t)count, sizeof *answers);
    REQUIRE(numbers && answers);
    for (uint32_t k = 0; k < count; ++k) {
        numbers[k] = number_of(k, 0);
        numbers[count + k] = number_of(k, 1);
    }
    for (size_t i = 0; i < chosen_count; ++i) {
        for (size_t l = 0; l < sizeof lanes_tried / sizeof lanes_tried[0]; ++l) {
            check_functions(chosen[i], lanes_tried[l], numbers, answers);
        }
    }
    free(numbers);
    free(answers);
}

/* ------------------------------------------------------------------------------------------------------------------ */

/* Points [n][points] within the box; the first is the best place and the second a corner. */
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

static void check_objective(struct bench *bench, size_t device, int lanes, uint32_t which, num *numbers, num *answers)
{
    const struct pso_objective *row = &pso_objectives[which];
    const uint32_t n = row->info.maximum_dimensions < REAL_POINT ? row->info.maximum_dimensions : REAL_POINT;
    const int32_t dimensions = (int32_t)n;
    const struct ocl_argument arguments[] = {OCL_ARGUMENT(which), OCL_ARGUMENT(dimensions), OCL_ARGUMENT(count)};
    const struct swarm_objective objective = {.info = row->info, .row = row};
    const struct pso_settings settings = {.objective = &objective, .precision = PRECISION, .dimensions = n};
    scatter(row, n, count, numbers);
    require_ok(ocl_kernel_set(&bench->session, &bench->kernel, 2, arguments, 3));
    run(bench, numbers, (size_t)n * count, answers, count);
    for (uint32_t k = 0; k < count; ++k) {
        double x[REAL_POINT], value;
        for (uint32_t i = 0; i < n; ++i) {
            x[i] = (double)numbers[i * count + k];
        }
        require_ok(pso_evaluate_host(&env, &settings, 1, x, &value));
        const num expected = (num)value;
        if (!same(answers[k], expected)) {
            fail(row->info.name, device, lanes, (num)x[0], (num)x[n - 1], answers[k], expected);
        }
    }
}

TEST(every_device_computes_the_objectives_of_the_host)
{
    num *numbers = base_array(REAL_POINT * (size_t)count, sizeof *numbers);
    num *answers = base_array(count, sizeof *answers);
    REQUIRE(numbers && answers);
    for (size_t i = 0; i < chosen_count; ++i) {
        for (size_t l = 0; l < sizeof lanes_tried / sizeof lanes_tried[0]; ++l) {
            struct bench bench;
            open_bench(&bench, chosen[i], lanes_tried[l], "test_objectives");
            set_buffer(&bench, 0, REAL_POINT * (size_t)count);
            set_buffer(&bench, 1, count);
            for (uint32_t which = 0; which < pso_objective_count; ++which) {
                check_objective(&bench, chosen[i], lanes_tried[l], which, numbers, answers);
            }
            close_bench(&bench);
        }
    }
    free(numbers);
    free(answers);
}

/* Leaves out the devices without the precision. */
static void keep_usable(void)
{
    size_t kept = 0;
    for (size_t i = 0; i < chosen_count; ++i) {
        if (PRECISION == 32 || devices.devices[chosen[i]].fp64) {
            chosen[kept++] = chosen[i];
        }
    }
    chosen_count = kept;
}

int main(int argument_count, char **words)
{
    const char *selector = "all";
    for (int i = 1; i < argument_count; ++i) {
        if (strcmp(words[i], "--small") == 0) {
            count = 1u << 10;
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
    keep_usable();
    if (chosen_count == 0) {
        SKIP("no OpenCL device of this precision");
    }
    test_run_all(0, NULL);
    ocl_device_list_deinit(&devices);
    base_env_deinit(&env);
    return 0;
}
