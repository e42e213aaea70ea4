/* Points in the plane and on the Earth: how many decimals distances keep, and that distances are right. */
#include <math.h>

#include "base/number.h"
#include "tsp/length.h"
#include "tsp/points.h"
#include "tsp_support.h"
#include "../random.h"

static const double RADIUS = 6371008.8; /* mean radius of the Earth in metres */
static const double PI = 3.14159265358979323846;
static const double ONE_DEGREE = 111195.0802336; /* length of a degree of a great circle in metres */

enum { PLANE = SWARM_SURFACE_PLANE, SPHERE = SWARM_SURFACE_SPHERE };

static struct swarm_instance *make(int surface, size_t count, const double *points)
{
    struct swarm_instance *instance = NULL;
    REQUIRE_OK(tsp_points_instance(&env, "points", (enum swarm_surface)surface, count, points, &instance));
    return kept(instance);
}

/* The number of decimals that distances of these `count` points keep. */
static int decimals_of(int surface, size_t count, const double *points)
{
    return make(surface, count, points)->info.decimals;
}

/* The distance of two points, in the unit of the input. */
static double distance_of(int surface, double a0, double a1, double b0, double b1)
{
    const double points[] = {a0, a1, b0, b1};
    struct swarm_instance *instance = make(surface, 2, points);
    return (double)tsp_instance_distance(instance, 0, 1) / pow(10.0, instance->info.decimals);
}

static void require_near(double found, double expected, double tolerance)
{
    if (!(fabs(found - expected) <= tolerance)) {
        fprintf(stderr, "%s: found %.9f, expected %.9f within %g\n", test_name, found, expected, tolerance);
        exit(1);
    }
}

TEST(a_unit_square_keeps_nine_digits)
{
    static const double corners[] = {0, 0, 0, 1, 1, 1, 1, 0};
    char text[64];
    struct swarm_instance *instance = make(PLANE, 4, corners);
    REQUIRE_INT(instance->info.decimals, ==, 9);
    REQUIRE_INT(instance->info.metric, ==, SWARM_METRIC_EUC_2D);
    REQUIRE_TEXT(instance->info.unit, "");
    REQUIRE_INT(tsp_instance_distance(instance, 0, 1), ==, 1000000000);
    REQUIRE_INT(tsp_instance_distance(instance, 0, 2), ==, 1414213562);
    REQUIRE_TEXT(swarm_length_text(identity_length(instance), instance->info.decimals, text, sizeof text),
                 "4.000000000");
}

/* Requires that points on a diagonal with steps of 10^-k have distances as exact as with steps of 1. */
TEST(small_points_keep_more_digits)
{
    enum { COUNT = 50 };
    static const int exponents[] = {1, 6, 12, 22, 30, 100, 280};
    char text[400];
    for (size_t e = 0; e < sizeof exponents / sizeof *exponents; ++e) {
        double points[2 * COUNT];
        for (int k = 0; k < 2 * COUNT; ++k) {
            snprintf(text, sizeof text, "%de-%d", k / 2, exponents[e]);
            REQUIRE(base_number_real(text, strlen(text), &points[k]));
        }
        struct swarm_instance *instance = make(PLANE, COUNT, points);
        REQUIRE_INT(instance->info.decimals, ==, 7 + exponents[e]);
        REQUIRE(instance->coordinates[COUNT - 1] == 490000000.0);
        REQUIRE_INT(identity_length(instance), ==, 49 * INT64_C(14142136) + 692964646);
        swarm_length_text(1, instance->info.decimals, text, sizeof text);
        int64_t step = 0;
        REQUIRE(swarm_length_parse(text, instance->info.decimals, &step) && step == 1);
    }
    static const double close[] = {1, 0, 1 + 1e-9, 0}; /* neighbouring doubles differ by 2e-16 here */
    REQUIRE_INT(decimals_of(PLANE, 2, close), ==, 15);
    static const double least[] = {0, 0, 5e-324, 0, 1e-323, 0}, apart[] = {1e300, 0, 1e300, 1e-290};
    REQUIRE_INT(decimals_of(PLANE, 3, least), ==, 300);
    REQUIRE_INT(decimals_of(PLANE, 2, apart), ==, 299);
}

/* Moving all points along one or both axes keeps their distances, if doubles can hold the decimals. */
TEST(far_offsets_change_no_length)
{
    static const double offsets[][2] = {{1.7e12, 0}, {1.7e9, -4e6}, {-1e15, 3}, {1.7e12, 1.7e12}, {5e15, 1e-3}};
    static const double corners[] = {0, 0, 3, 0.25, 1, 2.5, 2, 1.75};
    for (size_t k = 0; k < sizeof offsets / sizeof *offsets; ++k) {
        double moved[8];
        for (int c = 0; c < 8; ++c) {
            moved[c] = corners[c] + offsets[k][c % 2];
        }
        struct swarm_instance *near = make(PLANE, 4, corners), *far = make(PLANE, 4, moved);
        const int fewer = near->info.decimals - far->info.decimals;
        REQUIRE(fewer == (offsets[k][1] > 1e6 ? 2 : 0));
        for (uint32_t i = 0; i < 4; ++i) {
            for (uint32_t j = 0; j < 4; ++j) {
                const double expected = tsp_instance_distance(near, i, j) / (fewer > 0 ? 100.0 : 1.0);
                REQUIRE(fabs(tsp_instance_distance(far, i, j) - expected) <= (fewer > 0 ? 0.51 : 0.0));
            }
        }
        double x, y;
        REQUIRE(swarm_instance_position(far, 1, &x, &y) && x == moved[2] && y == moved[3]);
    }
    /* differences of these doubles have more decimals than the numbers themselves */
    static const double seconds[] = {1700000000.125, 1, 1700000000.127, 1.0004, 1700000003.2, 5};
    struct swarm_instance *instance = make(PLANE, 3, seconds);
    REQUIRE(instance->info.decimals == 8 && instance->coordinates[1] == 200000.0);
}

static void count_message(void *user, enum swarm_log_level level, const char *text)
{
    (void)level;
    REQUIRE_CONTAINS(text, "distances are in steps of ");
    ++*(int *)user;
}

TEST(lost_digits_are_logged)
{
    static const double whole_lost_beyond[3][4] = {{0, 0, 1000, 0.001}, {0, 0, 1e6, 0.0001}, {0, 0, 123456789012.0, 1}};
    int messages = 0;
    env.log = count_message;
    env.log_user = &messages;
    for (int k = 0; k < 3; ++k) {
        decimals_of(PLANE, 2, whole_lost_beyond[k]);
        REQUIRE_INT(messages, ==, k);
    }
    env.log = NULL;
}

TEST(one_site_keeps_six_digits_and_otherwise_the_longest_edge_decides_exactly)
{
    static const double same[] = {7e15, -3, 7e15, -3, 7e15, -3}, on_earth[] = {52.5, 13.4, 52.5, 13.4, 52.5, 13.4};
    for (size_t count = 1; count <= 3; ++count) {
        REQUIRE_INT(decimals_of(PLANE, count, same), ==, 6);
        REQUIRE_INT(decimals_of(SPHERE, count, on_earth), ==, 6);
    }
    REQUIRE(distance_of(PLANE, 7e15, -3, 7e15, -3) == 0.0);
    REQUIRE(distance_of(SPHERE, 52.5, 13.4, 52.5, 13.4) == 0.0);
    /* distances are integers: a longest edge of up to 2147483647 units fits, even if the bounding box is larger */
    static const double fits[] = {0, 0, 2147.483647, 0}, misses[] = {0, 0, 2147.483648, 0};
    REQUIRE_INT(decimals_of(PLANE, 2, fits), ==, 6);
    REQUIRE_INT(decimals_of(PLANE, 2, misses), ==, 5);
    for (int k = -2; k < 3; ++k) { /* the longest edge is 5 t, and the box is 4 t wide and high */
        const double t = (429496729.4 + 0.2 * k) / 1e6;
        const double points[] = {0, 0, 3 * t, 4 * t, 4 * t, t};
        struct swarm_instance *instance = make(PLANE, 3, points);
        REQUIRE_INT(instance->info.decimals, ==, k <= 0 ? 6 : 5);
        REQUIRE_INT(tsp_instance_distance(instance, 0, 1), ==, k <= 0 ? 2147483647 + k : 214748365);
    }
}

TEST(planes_beyond_integers_lose_digits_before_the_point)
{
    static const double huge[] = {0, 0, 1e12, 0, 0, 1e12}, whole_range[] = {-1e300, 0, 1e300, 0};
    char text[400];
    struct swarm_instance *instance = make(PLANE, 3, huge);
    REQUIRE_INT(instance->info.decimals, ==, -3);
    REQUIRE_INT(tsp_instance_distance(instance, 0, 1), ==, 1000000000);
    REQUIRE_INT(tsp_instance_distance(instance, 1, 2), ==, 1414213562);
    REQUIRE_TEXT(swarm_length_text(1414213562, -3, text, sizeof text), "1414213562000");
    instance = make(PLANE, 2, whole_range);
    REQUIRE_INT(instance->info.decimals, ==, -291);
    REQUIRE_INT(tsp_instance_distance(instance, 0, 1), ==, 2000000000);
}

/* A coordinate of k millionths becomes exactly k units, although most such numbers are not doubles. */
TEST(decimal_numbers_are_scaled_exactly)
{
    enum { COUNT = 4000 };
    double *points = test_memory(COUNT, 2 * sizeof *points);
    for (size_t k = 0; k < COUNT; ++k) {
        points[2 * k] = (double)(517 * k) / 1e6;
        points[2 * k + 1] = -(double)(29 * k) / 1e2;
    }
    struct swarm_instance *instance = make(PLANE, COUNT, points);
    REQUIRE_INT(instance->info.decimals, ==, 6);
    for (size_t k = 0; k < COUNT; ++k) {
        REQUIRE(instance->coordinates[k] == (double)(517 * k));
        REQUIRE(instance->coordinates[COUNT + k] == -(double)(290000 * k));
    }
    REQUIRE(distance_of(PLANE, 0.1, 0, 0.3, 0) == 0.2);
    static const double finer[] = {0.12345678, 0, 0, 0};
    instance = make(PLANE, 2, finer);
    REQUIRE_INT(instance->info.decimals, ==, 10);
    REQUIRE(instance->coordinates[0] == 1234567800.0);
}

TEST(names_are_copied_and_positions_and_extent_are_the_inputs)
{
    static const double points[] = {0.25, -7, 1e5, 3}, towns[] = {52.52, 13.405, -33.87, 151.21};
    double x = 0, y = 0;
    struct swarm_instance *instance = make(PLANE, 2, points);
    REQUIRE(instance->info.has_positions && !instance->info.has_names && !instance->info.has_display_data);
    REQUIRE(instance->info.minimum[0] == 0.25 && instance->info.maximum[0] == 1e5);
    REQUIRE(instance->info.minimum[1] == -7.0 && instance->info.maximum[1] == 3.0);
    REQUIRE(swarm_instance_position(instance, 1, &x, &y) && x == 1e5 && y == 3.0);
    instance = make(SPHERE, 2, towns);
    REQUIRE_INT(instance->info.metric, ==, SWARM_METRIC_GREAT_CIRCLE);
    REQUIRE_TEXT(instance->info.unit, "m");
    REQUIRE(instance->info.minimum[0] == -33.87 && instance->info.maximum[0] == 52.52);
    REQUIRE(instance->info.minimum[1] == 13.405 && instance->info.maximum[1] == 151.21);
    REQUIRE(swarm_instance_position(instance, 0, &x, &y) && x == 13.405 && y == 52.52);
    static const double named[] = {0, 0, 3, 4};
    char first[] = "Aarhus";
    const char *const names[] = {first, ""};
    REQUIRE_OK(tsp_points_instance(&env, NULL, SWARM_SURFACE_PLANE, 2, named, &instance));
    kept(instance);
    REQUIRE_OK(tsp_instance_set_names(&env, instance, names));
    first[0] = '?';
    REQUIRE(instance->info.has_names && !instance->names[1][0] && !instance->info.name[0]);
    REQUIRE_TEXT(instance->names[0], "Aarhus");
}

TEST(great_circles_of_known_length)
{
    /* one degree along a meridian, and along the equator */
    require_near(distance_of(SPHERE, 47, 8, 48, 8), ONE_DEGREE, 1e-4);
    require_near(distance_of(SPHERE, 0, 20, 0, 21), ONE_DEGREE, 1e-4);
    /* a quarter and a half of a great circle */
    require_near(distance_of(SPHERE, 0, 0, 0, 90), 10007557.22, 0.01);
    require_near(distance_of(SPHERE, 0, 0, 90, 0), 10007557.22, 0.01);
    require_near(distance_of(SPHERE, 0, 0, 0, 180), 20015114.44, 0.01);
    require_near(distance_of(SPHERE, 90, 5, -90, -77), 20015114.44, 0.01);
    require_near(distance_of(SPHERE, 33.5, -71, -33.5, 109), 20015114.44, 0.01);
    require_near(distance_of(SPHERE, 0, 0, 0, 179.999999), 20015114.442 - 1e-6 * ONE_DEGREE, 0.01);
    /* all longitudes at a pole are one site */
    require_near(distance_of(SPHERE, 90, -120, 90, 77), 0.0, 1e-6);
    require_near(distance_of(SPHERE, 89, 10, 89, 190), 2.0 * ONE_DEGREE, 1e-3);
    /* one degree across the antimeridian and across the prime meridian */
    require_near(distance_of(SPHERE, 0, 179.5, 0, -179.5), ONE_DEGREE, 1e-4);
    require_near(distance_of(SPHERE, 0, 359.5, 0, 0.5), ONE_DEGREE, 1e-4);
    require_near(distance_of(SPHERE, 10, 180, 10, -180), 0.0, 1e-6);
    require_near(distance_of(SPHERE, 10, 360, 10, 0), 0.0, 1e-6);
    /* one centimetre */
    require_near(distance_of(SPHERE, 52.52, 13.4, 52.52 + 0.01 / ONE_DEGREE, 13.4), 0.01, 2e-6);
}

/* The great-circle distance in metres by the haversine formula. */
static double haversine(const double *a, const double *b)
{
    const double phi_a = a[0] * PI / 180.0, phi_b = b[0] * PI / 180.0;
    const double half_phi = sin((phi_b - phi_a) / 2.0), half_lambda = sin((b[1] - a[1]) * PI / 360.0);
    const double square = half_phi * half_phi + cos(phi_a) * cos(phi_b) * half_lambda * half_lambda;
    return 2.0 * RADIUS * asin(fmin(1.0, sqrt(square)));
}

static double real_distance(int surface, const double *a, const double *b)
{
    return surface == SPHERE ? haversine(a, b) : hypot(a[0] - b[0], a[1] - b[1]);
}

/* Checks the decimals and all distances of the points. */
static void require_right(int surface, size_t count, const double *points)
{
    struct swarm_instance *instance = make(surface, count, points);
    const double step = pow(10.0, -instance->info.decimals);
    double widest = 0.0;
    for (size_t i = 0; i < count; ++i) {
        for (size_t j = 0; j < count; ++j) {
            const double real = real_distance(surface, points + 2 * i, points + 2 * j);
            const int32_t distance = tsp_instance_distance(instance, (uint32_t)i, (uint32_t)j);
            require_near(distance, real / step, 0.51 + real / step * 1e-9);
            REQUIRE_INT(distance, ==, tsp_instance_distance(instance, (uint32_t)j, (uint32_t)i));
            widest = fmax(widest, real);
        }
    }
    const double finer = 10.0 * widest / step;
    REQUIRE(widest / step < 2147483647.5);
    REQUIRE(finer > 2147483647.4 || (surface == SPHERE && instance->info.decimals == 6));
}

TEST(decimals_and_distances_agree_with_all_pairs)
{
    enum { COUNT = 40 };
    const int rounds = (int)test_paths(30, 300);
    double points[2 * COUNT];
    for (int round = 0; round < rounds; ++round) {
        /* sizes over four orders of magnitude, shapes from round to long */
        const double size = pow(10.0, 2.0 + 4.0 * random_uniform()), ratio = random_uniform(), turn = random_uniform();
        for (size_t node = 0; node < COUNT; ++node) {
            const double u = random_uniform() - 0.5, v = (random_uniform() - 0.5) * ratio;
            points[2 * node] = size * (u * cos(turn) - v * sin(turn));
            points[2 * node + 1] = size * (u * sin(turn) + v * cos(turn));
        }
        require_right(PLANE, COUNT, points);
    }
    for (int round = 0; round < rounds; ++round) {
        const double latitude = 160.0 * random_uniform() - 80.0, longitude = 360.0 * random_uniform() - 180.0;
        const double size = pow(10.0, -3.0 + 5.0 * random_uniform()), ratio = random_uniform();
        for (size_t node = 0; node < COUNT; ++node) {
            const double east = longitude + size * (random_uniform() - 0.5);
            points[2 * node] = fmax(-90.0, fmin(90.0, latitude + size * ratio * (random_uniform() - 0.5)));
            points[2 * node + 1] = east < -180.0 ? east + 360.0 : east;
        }
        require_right(SPHERE, COUNT, points);
    }
}

TEST(points_near_a_pole_keep_all_decimals)
{
    enum { COUNT = 30 };
    double points[2 * COUNT];
    for (int sign = -1; sign <= 1; sign += 2) {
        for (int round = 0; round < 50; ++round) {
            const double size = 25.0 * random_uniform();
            for (size_t node = 0; node < COUNT; ++node) {
                points[2 * node] = sign * (90.0 - size * random_uniform());
                points[2 * node + 1] = 360.0 * random_uniform();
            }
            require_right(SPHERE, COUNT, points);
        }
    }
}

/* The search for the longest edge must skip pairs of subtrees that cannot contain it. */
TEST(a_circle_of_many_points_keeps_all_decimals_and_points_in_space_have_three_numbers)
{
    enum { COUNT = 5000 };
    double *points = test_memory(COUNT, 2 * sizeof *points);
    for (size_t k = 0; k < COUNT; ++k) {
        points[2 * k] = 1000.0 * cos(2.0 * PI * (double)k / COUNT);
        points[2 * k + 1] = 1000.0 * sin(2.0 * PI * (double)k / COUNT);
    }
    REQUIRE_INT(decimals_of(PLANE, COUNT, points), ==, 6);
    REQUIRE_INT(decimals_of(PLANE, COUNT / 2, points), ==, 6);
    static const double space[] = {0, 0, 0, 1.5, 2, 6, 1.5, 2, 0};
    struct swarm_instance *instance = make(SWARM_SURFACE_SPACE, 3, space);
    const double unit = pow(10.0, instance->info.decimals);
    REQUIRE_INT(instance->info.metric, ==, SWARM_METRIC_EUC_3D);
    REQUIRE(instance->info.decimals >= 6);
    REQUIRE_INT(tsp_instance_distance(instance, 0, 1), ==, (int32_t)(6.5 * unit + 0.5));
    REQUIRE_INT(tsp_instance_distance(instance, 1, 2), ==, (int32_t)(6 * unit + 0.5));
    REQUIRE(instance->info.minimum[2] <= 0 && instance->info.maximum[2] >= 6);
}

static void require_refused(int surface, double value, double other, const char *part)
{
    const double points[] = {0, 0, value, other};
    struct swarm_instance *instance = NULL;
    REQUIRE_FAILS(tsp_points_instance(&env, "bad", (enum swarm_surface)surface, 2, points, &instance),
                  SWARM_ERROR_INPUT, part);
    REQUIRE(!instance);
}

TEST(points_out_of_range_are_rejected)
{
    static const double points[] = {0, 0};
    struct swarm_instance *instance = NULL;
    require_refused(PLANE, (double)NAN, 0, "instance \"bad\": found x nan of node 2, expected");
    require_refused(PLANE, 0, (double)INFINITY, "found y inf of node 2");
    require_refused(PLANE, -2e300, 0, "found x -2e+300 of node 2, expected a number from -1e+300 to 1e+300");
    require_refused(SPHERE, 90.5, 0, "found latitude 90.5 of node 2, expected a number from -90 to 90");
    require_refused(SPHERE, 0, -181, "found longitude -181 of node 2, expected a number from -180 to 360");
    require_refused(SPHERE, 0, (double)NAN, "found longitude nan of node 2");
    REQUIRE_INT(tsp_points_instance(&env, "none", SWARM_SURFACE_PLANE, 0, points, &instance), ==, SWARM_ERROR_INPUT);
    REQUIRE_INT(tsp_points_instance(&env, "torus", (enum swarm_surface)3, 1, points, &instance), ==,
                SWARM_ERROR_INVALID_ARGUMENT);
    REQUIRE(!instance);
}

TEST_MAIN_ENV()
