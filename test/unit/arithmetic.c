/* Compares lengths computed in integers and in the bits of doubles (cl/shared) with lengths computed in doubles, and
 * checks which device uses which.
 *
 * Usage: arithmetic INSTANCES_FOLDER TSPLIB_FOLDER; $TSPLIB_DIR replaces the second folder, which may be missing. */
#include <float.h>
#include <math.h>

#include "arithmetic_of.h"
#include "cl/shared/philox.h"
#include "tsp/arithmetic.h"
#include "cl/shared/tsp_metric.h"
#include "tsp_support.h"

static uint64_t random_long(uint32_t index, uint32_t stream)
{
    const struct philox_block counter = {index, stream, 0, 0}, block = philox4x32(counter, 5, 6);
    return (uint64_t)block.w0 << 32 | block.w1;
}

static double double_of(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static void require_operations(uint64_t a, uint64_t b)
{
    static const char *const names[] = {"+", "-", "*", "/", "the root of the first of"};
    for (enum lengths_operation operation = 0; operation < LENGTHS_OPERATIONS; ++operation) {
        const uint64_t first = operation == LENGTHS_ROOT ? a & ~(UINT64_C(1) << 63) : a;
        const uint64_t expected = lengths_native(operation, first, b);
        const bool known = isfinite(double_of(first)) && isfinite(double_of(b)) && isfinite(double_of(expected));
        const uint64_t found = known ? lengths_emulated(operation, first, b) : expected;
        if (found != expected) {
            fprintf(stderr, "%s: %s of %a and %a: found %a, expected %a\n", test_name, names[operation],
                    double_of(first), double_of(b), double_of(found), double_of(expected));
            exit(1);
        }
    }
}

TEST(operations_on_bits_are_those_of_doubles_at_the_edges)
{
    static const double edges[] = {0.0,      1.0,     2.0,       3.0,       0.5,       1.5,        10.0,
                                   0x1p-53,  0x1p-54, 0x1p52,    0x1p53,    0x1p1023,  0x1p-1022,  0x1p-1074,
                                   0x1p-537, 0x1p511, 0x1.8p-53, 0x1.8p-54, 0x1p-1023, 0x1.8p-1073};
    enum { EDGES = sizeof edges / sizeof edges[0], NEAR = 5 };
    for (size_t i = 0; i < EDGES * NEAR; ++i) {
        for (size_t j = 0; j < EDGES * NEAR; ++j) {
            const uint64_t a = bits_of(edges[i / NEAR]) + i % NEAR, b = bits_of(edges[j / NEAR]) + j % NEAR;
            const uint64_t below_a = a - 2 * (i % NEAR), below_b = b - 2 * (j % NEAR), sign = UINT64_C(1) << 63;
            require_operations(a, b);
            require_operations(a ^ sign, b);
            require_operations(below_a, b);
            require_operations(a, below_b ^ sign);
            require_operations(below_a ^ sign, below_b ^ sign);
        }
    }
}

/* Draws any exponents, similar ones, and both near the smallest; mantissas of few bits make ties in rounding. */
TEST(operations_on_bits_are_those_of_doubles_at_random)
{
    const uint32_t count = test_tier(test_paths(50000, 1000000), 50000000);
    for (uint32_t k = 0; k < count; ++k) {
        uint64_t a = random_long(k, 1), b = random_long(k, 2), c = random_long(k, 3);
        if (k % 4 > 0) {
            const uint64_t at = k % 4 == 3 ? c % 120 : (a >> 52) % 2046;
            const uint64_t apart = (c >> 16) % 130, other = at + 65 > apart ? at + 65 - apart : 0;
            a = (a & ~(UINT64_C(0x7ff) << 52)) | at << 52;
            b = (b & ~(UINT64_C(0x7ff) << 52)) | (other < 2046 ? other : 2046) << 52;
        }
        a = c >> 24 & 1 ? a >> (c >> 32) % 53 << (c >> 32) % 53 : a;
        b = c >> 25 & 1 ? b >> (c >> 40) % 53 << (c >> 40) % 53 : b;
        require_operations(a, b);
        const double x =
            ldexp(fabs(double_of((a & ((UINT64_C(1) << 52) - 1)) | UINT64_C(0x3ff) << 52)), (int)(c % 90) - 59);
        REQUIRE_INT(lengths_ceiling_in_bits(x), ==, lengths_ceiling_in_doubles(x));
    }
}

static void require_lengths(int metric, const double a[3], const double b[3], bool whole)
{
    const int32_t expected = lengths_of_doubles(metric, a, b), bits = lengths_of_bits(metric, a, b);
    const int32_t integers = whole ? lengths_of_integers(metric, a, b) : expected;
    if (bits != expected || integers != expected) {
        fprintf(stderr,
                "%s: metric %d, (%.17g, %.17g, %.17g) to (%.17g, %.17g, %.17g): %d, by bits %d, by integers %d\n",
                test_name, metric, a[0], a[1], a[2], b[0], b[1], b[2], (int)expected, (int)bits, (int)integers);
        exit(1);
    }
}

/* Compares about `most` pairs of nodes of an instance, evenly spread over all pairs. */
static void require_pairs(const struct swarm_instance *instance, size_t most)
{
    const uint32_t n = instance->info.node_count;
    const size_t pairs = (size_t)n * (n - 1) / 2, stride = 1 + pairs / most;
    const bool whole = tsp_integers_fit(instance);
    size_t left = 0;
    for (uint32_t i = 1; i < n; ++i) {
        double a[3], b[3];
        tsp_instance_point(instance, i, a);
        for (; left < i; left += stride) {
            tsp_instance_point(instance, (uint32_t)left, b);
            require_lengths((int)instance->info.metric, a, b, whole);
        }
        left -= i;
    }
}

static void require_file(const char *folder, const char *name, size_t most)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    struct swarm_instance *instance = read_good(path);
    test_name = name;
    if (instance->info.metric != SWARM_METRIC_EXPLICIT && instance->info.metric != SWARM_METRIC_GEO) {
        require_pairs(instance, most);
    }
}

TEST(all_pairs_of_the_shipped_instances_and_many_of_tsplib)
{
    static const char *const names[] = {"circle200.tsp", "clustered1000.tsp", "grid100.tsp", "uniform100.tsp",
                                        "uniform1000.tsp"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        require_file(test_word(1, NULL), names[i], SIZE_MAX / 2);
    }
    char path[1024], line[256], name[128];
    snprintf(path, sizeof path, "%s/identity_lengths.tsv", test_word(2, "TSPLIB_DIR"));
    FILE *table = fopen(path, "r");
    while (table && fgets(line, sizeof line, table)) {
        if (sscanf(line, "%127s %*d", name) == 1 && strcmp(name, "name") != 0) {
            require_file(test_word(2, "TSPLIB_DIR"), name, test_tier(test_paths(2000, 20000), 4000000));
        }
    }
    if (table) {
        fclose(table);
    }
}

static double scaled(uint32_t index, uint32_t stream, int bits, double unit)
{
    return unit * (double)((int64_t)(random_long(index, stream) >> (64 - bits)) - (INT64_C(1) << (bits - 1)));
}

/* Tests coordinates: whole numbers up to 2^23, also in integers; whole numbers, halves and hundredths of 30 bits;
 * finally the longest distances. */
TEST(points_of_every_size_and_metric)
{
    static const int metrics[] = {METRIC_EUC_2D, METRIC_EUC_3D, METRIC_MAN_2D,  METRIC_MAN_3D,
                                  METRIC_MAX_2D, METRIC_MAX_3D, METRIC_CEIL_2D, METRIC_ATT};
    const uint32_t count = test_tier(test_paths(40000, 400000), 20000000);
    for (uint32_t k = 0; k < count; ++k) {
        const int metric = metrics[k % 8], kind = (int)(k / 8 % 4), most = kind == 0 ? 24 : 30;
        const bool space = metric == METRIC_EUC_3D || metric == METRIC_MAN_3D || metric == METRIC_MAX_3D;
        const double unit = kind == 0 ? 1.0 : kind == 1 ? 0.5 : kind == 2 ? 0.01 : 1.0;
        double a[3] = {0, 0, 0}, b[3] = {0, 0, 0};
        for (unsigned axis = 0; axis < (space ? 3u : 2u); ++axis) {
            const int bits = 2 + (int)(random_long(k, 10 + axis) % (uint64_t)(most - 1));
            a[axis] = scaled(k, 20 + axis, bits, unit);
            b[axis] = scaled(k, 30 + axis, bits, unit);
        }
        require_lengths(metric, a, b, kind == 0);
    }
    const double far[3] = {2147483647, 0, 0}, origin[3] = {0, 0, 0}, corner[3] = {-1073741823, 1073741823, 0};
    require_lengths(METRIC_MAN_2D, far, origin, true);
    require_lengths(METRIC_MAX_2D, far, origin, true);
    require_lengths(METRIC_MAN_3D, corner, origin, true);
    require_lengths(METRIC_EUC_2D, far, origin, false);
    require_lengths(METRIC_CEIL_2D, corner, origin, false);
}

TEST(points_of_a_sphere)
{
    const double radius = 6371008.8, pi = 3.14159265358979323846;
    const uint32_t count = test_tier(test_paths(5000, 50000), 3000000);
    for (uint32_t k = 0; k < count; ++k) {
        double points[2][3];
        for (uint32_t i = 0; i < 2; ++i) {
            const double apart = i == 1 && k % 3 == 0 ? 1e-6 : 1.0; /* k % 3: neighbours, antipodes, anywhere */
            const double turn =
                scaled(k, 40 + i * (k % 3 > 0), 53, 0x1p-52 * pi) + (i ? scaled(k, 44, 53, 0x1p-52) * apart : 0);
            const double up = scaled(k, 42 + i * (k % 3 > 0), 53, 0x1p-53 * pi),
                         sign = i == 1 && k % 3 == 1 ? -1.0 : 1.0;
            points[i][0] = sign * radius * cos(up) * cos(turn);
            points[i][1] = sign * radius * cos(up) * sin(turn);
            points[i][2] = sign * radius * sin(up);
        }
        require_lengths(METRIC_GREAT_CIRCLE, points[0], points[1], false);
        const double opposite[3] = {-points[0][0], -points[0][1], -points[0][2]};
        require_lengths(METRIC_GREAT_CIRCLE, points[0], opposite, false);
        require_lengths(METRIC_GREAT_CIRCLE, points[0], points[0], false);
    }
}

/* Requires angles that are equal bit for bit, also where the subtracted angle changes; also equal constants. */
TEST(angles_on_a_sphere)
{
    static const double turns[] = {0.198912367379658, 0.6681786379192989, 1.0};
    for (uint32_t k = 0; k < test_tier(test_paths(10000, 100000), 3000000); ++k) {
        const double y = scaled(k, 60, 53, 0x1p-53) + 0.5, x = scaled(k, 61, 53, 0x1p-53) + 0.5;
        const double near = double_of(bits_of(turns[k % 3]) + k / 3 % 9 - 4);
        REQUIRE(lengths_angle_in_bits(y, x) == lengths_angle_in_doubles(y, x));
        REQUIRE(lengths_angle_in_bits(near, 1.0) == lengths_angle_in_doubles(near, 1.0));
    }
    for (int term = 0; term < 12; ++term) {
        REQUIRE(lengths_term_in_bits(term) == bits_of(1.0 / (23 - 2 * term)));
    }
}

static void require_square(int metric, uint64_t square)
{
    if (square < UINT64_C(1) << 50) {
        const int32_t expected = lengths_of_square_in_doubles(metric, square);
        const int32_t found = lengths_of_square_in_integers(metric, square);
        if (found != expected) {
            fprintf(stderr, "%s: metric %d, root of %llu: %d, by integers %d\n", test_name, metric,
                    (unsigned long long)square, (int)expected, (int)found);
            exit(1);
        }
    }
}

TEST(roots_that_are_nearly_whole)
{
    const uint32_t stride = test_tier(test_paths(1009, 61), 1);
    for (uint64_t k = 1; k < UINT64_C(1) << 25; k += k < 4096 || k + 4096 > UINT64_C(1) << 25 ? 1 : stride) {
        for (uint64_t more = 0; more < 3; ++more) {
            require_square(METRIC_EUC_2D, k * k + k + more - 1);
            require_square(METRIC_CEIL_2D, k * k + more - 1);
            require_square(METRIC_ATT, 10 * k * k + more - 1);
        }
    }
    for (uint64_t left = 1; left < 100000; ++left) {
        require_square((int[]){METRIC_EUC_2D, METRIC_CEIL_2D, METRIC_ATT}[left % 3], (UINT64_C(1) << 50) - left);
    }
}

/* With k = m^2 the sum of squares m^4 + m^2 equals k^2 + k, the last that rounds to k; a third coordinate adds 1. */
TEST(points_whose_roots_are_nearly_whole)
{
    const double origin[3] = {0, 0, 0};
    for (int m = 1; m < 5792; ++m) {
        const double k = (double)m * m, points[][3] = {{k, m, 0}, {k, 1, 0}, {3 * k / 4, k / 4, 0}, {k, m, 1}};
        for (size_t i = 0; i < 3; ++i) {
            const bool whole = i != 2 || m % 2 == 0;
            require_lengths(METRIC_EUC_2D, points[i], origin, whole);
            require_lengths(METRIC_CEIL_2D, points[i], origin, whole);
            require_lengths(METRIC_ATT, points[i], origin, whole);
        }
        require_lengths(METRIC_EUC_3D, points[3], origin, true);
    }
    /* from k = 2^25 on the root in doubles may be rounded up to k + 1/2, which integers do not reproduce */
    const uint64_t k = UINT64_C(1) << 25;
    REQUIRE_INT(lengths_of_square_in_doubles(METRIC_EUC_2D, (k - 1) * (k - 1) + k - 1), ==, k - 1);
    REQUIRE_INT(lengths_of_square_in_doubles(METRIC_EUC_2D, k * k + k), ==, k + 1);
}

/* TSPLIB95 defines ATT as follows: round to the nearest integer, and add 1 if the result is too small. */
TEST(att_is_the_root_of_a_tenth_rounded_up)
{
    for (uint32_t k = 0; k < test_paths(50000, 1000000); ++k) {
        const double a[3] = {scaled(k, 50, 2 + (int)(k % 40), k % 2 ? 1.0 : 0x1p-20), 0, 0};
        const double b[3] = {0, scaled(k, 51, 2 + (int)(k % 40), k % 2 ? 0x1p-9 : 0x1p-20), 0};
        const double root = sqrt((a[0] * a[0] + b[1] * b[1]) / 10.0);
        if (root < 2147483646.0) {
            const int32_t nearest = (int32_t)(root + 0.5);
            REQUIRE_INT(lengths_of_doubles(METRIC_ATT, a, b), ==, nearest < root ? nearest + 1 : nearest);
        }
    }
}

static struct swarm_instance *line_of(enum swarm_metric metric, double far)
{
    const unsigned dimensions = metric == SWARM_METRIC_EUC_3D || metric == SWARM_METRIC_MAN_3D ? 3 : 2;
    double coordinates[9] = {0};
    coordinates[dimensions] = far;
    return points_of(metric, 3, coordinates);
}

TEST(integers_fit_whole_coordinates_not_too_far_apart)
{
    static const struct {
        enum swarm_metric metric;
        double far;
        bool fit;
    } rows[] = {{SWARM_METRIC_EUC_2D, 33554431, true},   {SWARM_METRIC_EUC_2D, 33554432, false},
                {SWARM_METRIC_EUC_3D, -33554431, true},  {SWARM_METRIC_CEIL_2D, 33554432, false},
                {SWARM_METRIC_ATT, 33554432, false},     {SWARM_METRIC_EUC_2D, 0.5, false},
                {SWARM_METRIC_MAN_2D, 2147483646, true}, {SWARM_METRIC_MAX_2D, -2147483646, true},
                {SWARM_METRIC_MAN_3D, 1e-3, false},      {SWARM_METRIC_GEO, 1, false}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
        REQUIRE_INT(tsp_integers_fit(line_of(rows[k].metric, rows[k].far)), ==, rows[k].fit);
    }
}

static const struct swarm_device cpu = {.name = "CPU", .type = SWARM_DEVICE_CPU, .fp64 = true};
static const struct swarm_device gpu = {.name = "GPU", .type = SWARM_DEVICE_GPU, .fp64 = true};
static const struct swarm_device small = {.name = "Small GPU", .type = SWARM_DEVICE_GPU};

TEST(cpus_get_doubles_gpus_integers_where_they_fit)
{
    static const struct {
        enum swarm_metric metric;
        double far;
        const struct swarm_device *device;
        const char *word;
        int lengths;
        const char *error; /* part of the expected message; NULL: no error */
    } rows[] = {
        {SWARM_METRIC_EUC_2D, 7, &cpu, NULL, LENGTHS_DOUBLES, NULL},
        {SWARM_METRIC_EUC_2D, 7, &gpu, NULL, LENGTHS_INTEGERS, NULL},
        {SWARM_METRIC_EUC_2D, 7.5, &gpu, NULL, LENGTHS_DOUBLES, NULL},
        {SWARM_METRIC_EUC_2D, 7, &small, NULL, LENGTHS_INTEGERS, NULL},
        {SWARM_METRIC_EUC_2D, 7.5, &small, NULL, LENGTHS_BITS, NULL},
        {SWARM_METRIC_GEO, 7, &small, NULL, 0, NULL},
        {SWARM_METRIC_EUC_2D, 7, &gpu, "doubles", LENGTHS_DOUBLES, NULL},
        {SWARM_METRIC_EUC_2D, 7, &cpu, "bits", LENGTHS_BITS, NULL},
        {SWARM_METRIC_EUC_2D, 7, &cpu, "integers", LENGTHS_INTEGERS, NULL},
        {SWARM_METRIC_EUC_2D, 7, &small, "doubles", -1, "\"Small GPU\" has no double precision"},
        {SWARM_METRIC_EUC_2D, 7.5, &cpu, "integers", -1, "lengths integers needs"},
        {SWARM_METRIC_GEO, 7, &cpu, "bits", -1, "whose lengths the host computes"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
        int lengths = -1;
        const enum swarm_status status =
            tsp_lengths_choose(&env, line_of(rows[k].metric, rows[k].far), rows[k].device, rows[k].word, &lengths);
        REQUIRE_INT(status, ==, rows[k].error ? SWARM_ERROR_INVALID_ARGUMENT : SWARM_OK);
        REQUIRE(rows[k].error ? strstr(error_of(), rows[k].error) != NULL : lengths == rows[k].lengths);
    }
}

TEST_MAIN_ENV()
