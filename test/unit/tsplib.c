/* Instances from TSPLIB95 files: every metric, every format, and usual deviations from the format. */
#include <locale.h>
#include <math.h>

#include "base/number.h"
#include "tsp/metric.h"
#include "tsp_support.h"

/* Makes an instance with `metric` and three points; each text is a line without the node's number. */
static struct swarm_instance *three_points(const char *metric, const char *a, const char *b, const char *c)
{
    char text[512];
    snprintf(text, sizeof text,
             "NAME: three\nTYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: %s\nNODE_COORD_SECTION\n1 %s\n2 %s\n3 %s\nEOF\n",
             metric, a, b, c);
    return parse_good(text);
}

TEST(distances_of_every_metric)
{
    static const struct {
        const char *metric, *a, *b, *c;
        int32_t ab, bc, ca;
    } rows[] = {
        /* coordinate differences (3, 4), (-2.5, 0), (-0.5, -4) */
        {"EUC_2D", "0 0", "3 4", "0.5 4", 5, 3, 4},
        {"CEIL_2D", "0 0", "3 4", "0.5 4", 5, 3, 5},
        {"MAN_2D", "0 0", "3 4", "0.5 4", 7, 3, 5},
        {"MAX_2D", "0 0", "3 4", "0.5 4", 4, 3, 4},
        /* coordinate differences (1, 2, 2), (2, 3, 6), (-3, -5, -8) */
        {"EUC_3D", "0 0 0", "1 2 2", "3 5 8", 3, 7, 10},
        {"MAN_3D", "0 0 0", "1 2 2", "3 5 8", 5, 11, 16},
        {"MAX_3D", "0 0 0", "1 2 2", "3 5 8", 2, 6, 8},
        /* root of a tenth, rounded up: sqrt(10) = 3.16 -> 4, sqrt(6.4) = 2.53 -> 3, sqrt(3.6) = 1.897 -> 2 */
        {"ATT", "0 0", "10 0", "2 0", 4, 3, 1},
        {"ATT", "0 0", "6 8", "6 0", 4, 3, 2},
        /* nodes 1, 2 and 3 of ulysses16, with distances from Concorde and LKH */
        {"GEO", "38.24 20.42", "39.57 26.15", "40.56 25.32", 509, 126, 501},
        /* the formula gives coincident points distance 1: floor(0 + 1); it never gives NaN */
        {"GEO", "-7.30 12.59", "-7.30 12.59", "-7.30 12.59", 1, 1, 1},
        {"GEO", "90 0", "-90 0", "90 180", 20039, 20039, 1},
        {"GEO", "0 -180", "0 180", "0 360", 1, 20039, 20039},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
        struct swarm_instance *instance = three_points(rows[k].metric, rows[k].a, rows[k].b, rows[k].c);
        REQUIRE_INT(tsp_instance_distance(instance, 0, 1), ==, rows[k].ab);
        REQUIRE_INT(tsp_instance_distance(instance, 1, 2), ==, rows[k].bc);
        REQUIRE_INT(tsp_instance_distance(instance, 2, 0), ==, rows[k].ca);
        for (uint32_t at = 0; at < 9; ++at) { /* rows agree with single distances */
            int32_t row[3];
            tsp_instance_row(instance, at / 3, row);
            REQUIRE_INT(row[at % 3], ==, tsp_instance_distance(instance, at / 3, at % 3));
            REQUIRE_INT(row[at % 3], ==, tsp_instance_distance(instance, at % 3, at / 3));
        }
    }
}

TEST(coordinates_that_hardly_suit_the_metric_give_a_warning)
{
    static const char lost[] = "rounds distances to whole numbers";
    static const struct {
        const char *metric, *a, *b, *c, *part; /* part: text that the warning contains; NULL: no warning */
    } rows[] = {
        {"GEO", "16.97 96.10", "16.47 94.44", "20.09 92.54",
         "good.tsp: found 16.97 for node 1, which GEO reads as 97 minutes"},
        {"GEO", "38.24 20.42", "39.57 26.15", "40.56 -25.60", "found -25.6 for node 3, which GEO reads as 60 minutes"},
        {"GEO", "38.24 20.42", "39.57 26.15", "40.59 25.00", NULL},
        {"GEO", "38.24 20.42", "38.25 20.42", "38.24 20.43", "rounds distances to whole numbers of kilometres"},
        {"EUC_2D", "0.1 0.2", "0.9 0.3", "0.5 0.8", lost},
        {"EUC_2D", "0 0", "1 0", "0 1", NULL},
        {"EUC_2D", "0.5 0", "100 0", "0 100", NULL},
        {"CEIL_2D", "0.1 0", "0.9 0", "0.5 0", lost},
        {"MAN_2D", "0.1 0.2", "0.9 0.3", "0.5 0.8", lost},
        {"MAX_3D", "0.1 0.2 0.3", "0.9 0.3 0.1", "0.5 0.8 0.9", lost},
        {"ATT", "0.5 0", "9 0", "0 9", lost},
        {"EUC_2D", "0.5 0.5", "0.5 0.5", "0.5 0.5", NULL},
    };
    env.log = keep_warning;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
        test_warning[0] = '\0';
        three_points(rows[k].metric, rows[k].a, rows[k].b, rows[k].c);
        REQUIRE(rows[k].part ? strstr(test_warning, rows[k].part) != NULL : !*test_warning);
    }
    env.log = NULL;
}

/* Requires four nodes with distances 12 13 14 23 24 34: the digits are the two nodes. */
static void require_four(const char *format, const char *weights)
{
    char text[512];
    snprintf(text, sizeof text,
             "TYPE: TSP\nDIMENSION: 4\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: %s\nEDGE_WEIGHT_SECTION\n%s\n",
             format, weights);
    struct swarm_instance *instance = parse_good(text);
    REQUIRE_TEXT(instance->info.format, format);
    for (uint32_t i = 0; i < 4; ++i) {
        for (uint32_t j = 0; j < 4; ++j) {
            int expected = i == j ? 0 : i < j ? 10 * ((int)i + 1) + (int)j + 1 : 10 * ((int)j + 1) + (int)i + 1;
            REQUIRE_INT(tsp_instance_distance(instance, i, j), ==, expected);
        }
    }
}

TEST(matrix_formats)
{
    require_four("FULL_MATRIX", "0 12 13 14\n12 0 23 24\n13 23 0 34\n14 24 34 0");
    require_four("UPPER_ROW", "12 13 14\n23 24\n34");
    require_four("LOWER_ROW", "12\n13 23\n14 24 34");
    require_four("UPPER_DIAG_ROW", "0 12 13 14\n0 23 24\n0 34\n0");
    require_four("LOWER_DIAG_ROW", "0\n12 0\n13 23 0\n14 24 34 0");
    require_four("UPPER_COL", "12\n13 23\n14 24 34");
    require_four("LOWER_COL", "12 13 14\n23 24\n34");
    require_four("UPPER_DIAG_COL", "0\n12 0\n13 23 0\n14 24 34 0");
    require_four("LOWER_DIAG_COL", "0 12 13 14\n0 23 24\n0 34\n0");
    /* a line may end anywhere */
    require_four("LOWER_DIAG_ROW", "0 12 0 13\n\n23 0 14\n24\n34 0");
    require_four("UPPER_ROW", "12 13 14 23 24 34 \r\nEOF");
    /* the diagonal is ignored, and whole numbers may have a point */
    require_four("FULL_MATRIX", "-1 12.0 13 14\n+12 9999999999 23 24\n1.3e1 23 1e30 34\n14 24 34 100000000");
}

TEST(asymmetric_instances_and_explicit_ones_with_coordinates)
{
    struct swarm_instance *instance =
        parse_good("NAME: a\nTYPE: ATSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: "
                   "FULL_MATRIX\nEDGE_WEIGHT_SECTION\n9999 1 2\n3 9999 4\n5 6 9999\nEOF\n");
    REQUIRE(!instance->info.symmetric);
    REQUIRE_INT(tsp_instance_distance(instance, 0, 1), ==, 1);
    REQUIRE_INT(tsp_instance_distance(instance, 1, 0), ==, 3);
    REQUIRE_INT(tsp_instance_distance(instance, 2, 2), ==, 0);
    REQUIRE_INT(identity_length(instance), ==, 1 + 4 + 5);
    instance = parse_good("DIMENSION: 2\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\n"
                          "EDGE_WEIGHT_SECTION\n0 1\n3 0\nTYPE: ATSP\n"); /* the type comes after the matrix */
    REQUIRE_INT(tsp_instance_distance(instance, 1, 0), ==, 3);
    instance =
        parse_good("TYPE:TSP\nDIMENSION:2\nEDGE_WEIGHT_TYPE:EXPLICIT\nEDGE_WEIGHT_FORMAT:UPPER_ROW\n"
                   "NODE_COORD_TYPE:THREED_COORDS\nNODE_COORD_SECTION\n1 0 0 0\n2 5 5 5\nEDGE_WEIGHT_SECTION\n7\nEOF");
    REQUIRE(!instance->coordinates && instance->info.maximum[0] == 0.0);
    REQUIRE_INT(identity_length(instance), ==, 14);
}

TEST(deviations_of_real_files)
{
    struct swarm_instance *instance =
        parse_good("\xEF\xBB\xBFNAME : five.tsp\r\nCOMMENT: one: two\r\nCOMMENT :\r\n  COMMENT : three  \r\n"
                   "TYPE: TSP (M.~Hofmeister)\r\nTYPE : TSP\r\nDIMENSION\t:\t5\r\nEDGE_WEIGHT_TYPE :EUC_2D\r\n"
                   "EDGE_WEIGHT_FORMAT: FUNCTION\r\nNODE_COORD_TYPE: TWOD_COORDS\r\nDISPLAY_DATA_TYPE: TWOD_DISPLAY\r\n"
                   "FIXED_EDGES_SECTION :\r\n1 4 2 5\r\n-1\r\nNODE_COORD_SECTION \r\n 5 1.00000e+03 -2E0\r\n\r\n"
                   "2 .5 +1.\r\n1 0 0\r\n3 7 7\r\n4 -1.5e-1 0\r\nDISPLAY_DATA_SECTION\r\n1 1 1\r\n2 2 2\r\n3 3 3\r\n"
                   "4 4 4\r\n5 5 5\r\nEOF   \r\nanything \x01 after\r\n");
    const struct swarm_instance_info *info = &instance->info;
    REQUIRE_TEXT(info->name, "five.tsp");
    REQUIRE_TEXT(info->comment, "one: two\n\nthree");
    REQUIRE_TEXT(info->format, "");
    REQUIRE(info->symmetric && info->has_display_data);
    REQUIRE_INT(info->metric, ==, SWARM_METRIC_EUC_2D);
    REQUIRE_INT(info->fixed_edge_count, ==, 2);
    REQUIRE_INT(instance->fixed_edges[1][0], ==, 1);
    REQUIRE_INT(instance->fixed_edges[1][1], ==, 4);
    REQUIRE(info->minimum[0] == -0.15 && info->maximum[0] == 1000.0);
    REQUIRE(info->minimum[1] == -2.0 && info->maximum[1] == 7.0);
    REQUIRE(info->minimum[2] == 0.0 && info->maximum[2] == 0.0);
    REQUIRE(instance->coordinates[1] == 0.5 && instance->coordinates[5 + 4] == -2.0);
}

TEST(a_missing_name_is_the_files_and_carriage_returns_end_lines)
{
    struct swarm_instance *instance =
        parse_good("TYPE:TSP\nDIMENSION:1\nEDGE_WEIGHT_TYPE:CEIL_2D\nNODE_COORD_SECTION\n1 3 4");
    REQUIRE_TEXT(instance->info.name, "good");
    REQUIRE_TEXT(instance->info.comment, "");
    REQUIRE_INT(identity_length(instance), ==, 0);
    instance = parse_good("TYPE:TSP\rDIMENSION:2\rEDGE_WEIGHT_TYPE:EUC_2D\rNODE_COORD_SECTION\r1 0 0\r2 3 4\rEOF\r");
    REQUIRE_INT(identity_length(instance), ==, 10);
}

/* Distances up to 2^31 - 1 are valid. */
TEST(distances_fill_31_bits)
{
    static const double edge[] = {0.0, 0.0, 2147483647.0, 0.0}, past[] = {0.0, 0.0, 2147483647.5, 0.0};
    static const double huge[] = {-1e308, 0.0, 1e308, 0.0};
    static const enum swarm_metric metrics[] = {SWARM_METRIC_EUC_2D, SWARM_METRIC_MAN_2D, SWARM_METRIC_MAX_2D,
                                                SWARM_METRIC_CEIL_2D};
    for (size_t k = 0; k < sizeof metrics / sizeof *metrics; ++k) {
        struct swarm_instance *instance = NULL;
        REQUIRE_INT(tsp_instance_distance(points_of(metrics[k], 2, edge), 0, 1), ==, INT32_MAX);
        REQUIRE_FAILS(swarm_instance_from_coordinates(TEST_CONTEXT, "past", metrics[k], 2, past, &instance),
                      SWARM_ERROR_INPUT, "2147483647");
        REQUIRE_INT(swarm_instance_from_coordinates(TEST_CONTEXT, "huge", metrics[k], 2, huge, &instance), ==,
                    SWARM_ERROR_INPUT);
        REQUIRE(!instance);
    }
}

TEST(instances_from_coordinates)
{
    static const double points[2][3] = {{0.0, 0.0, 0.0}, {1.0, 2.0, 2.0}};
    const double bad[] = {0.0, 0.0, (double)NAN, 0.0};
    struct swarm_instance *instance = NULL;
    REQUIRE_OK(swarm_instance_from_coordinates(TEST_CONTEXT, NULL, SWARM_METRIC_EUC_3D, 2, points[0], &instance));
    REQUIRE_INT(tsp_instance_distance(instance, 0, 1), ==, 3);
    REQUIRE_TEXT(instance->info.name, "");
    REQUIRE(instance->info.symmetric && instance->info.maximum[2] == 2.0);
    swarm_instance_destroy(&instance);
    REQUIRE_INT(swarm_instance_from_coordinates(TEST_CONTEXT, "bad", SWARM_METRIC_EUC_2D, 2, bad, &instance), ==,
                SWARM_ERROR_INPUT);
    REQUIRE_INT(swarm_instance_from_coordinates(TEST_CONTEXT, "none", SWARM_METRIC_EUC_2D, 0, bad, &instance), ==,
                SWARM_ERROR_INPUT);
    REQUIRE_INT(swarm_instance_from_coordinates(TEST_CONTEXT, "kind", SWARM_METRIC_EXPLICIT, 2, bad, &instance), ==,
                SWARM_ERROR_INVALID_ARGUMENT);
    REQUIRE(!instance);
}

TEST(instances_from_a_matrix)
{
    static const int32_t lopsided[] = {7, 1, 2, 7}, negative[] = {0, -1, -1, 0};
    struct swarm_instance *instance = NULL, *good = matrix_of(false, 2, lopsided);
    REQUIRE_INT(identity_length(good), ==, 3);
    REQUIRE_INT(good->matrix[3], ==, 0);
    REQUIRE_FAILS(swarm_instance_from_matrix(TEST_CONTEXT, "m", true, 2, lopsided, &instance), SWARM_ERROR_INPUT,
                  "from node 2 to node 1");
    REQUIRE_INT(swarm_instance_from_matrix(TEST_CONTEXT, "m", true, 2, negative, &instance), ==, SWARM_ERROR_INPUT);
    REQUIRE(!instance);
}

static void require_optimum(const char *name, const char *more, const char *dimension, int64_t optimum)
{
    char text[512];
    snprintf(text, sizeof text,
             "NAME:%s\nTYPE:TSP\nDIMENSION:%s\nEDGE_WEIGHT_TYPE:EXPLICIT\nEDGE_WEIGHT_FORMAT:UPPER_ROW\n%s"
             "EDGE_WEIGHT_SECTION\n",
             name, dimension, more);
    size_t n = (size_t)atoi(dimension), used = strlen(text);
    char *whole = calloc(used + n * n + 1, 1);
    memcpy(whole, text, used);
    memset(whole + used, ' ', n * (n - 1));
    for (size_t k = 0; k < n * (n - 1) / 2; ++k) {
        whole[used + 2 * k] = '1';
    }
    struct swarm_instance *instance = parse_good(whole);
    REQUIRE_INT(instance->info.optimum_known, ==, optimum > 0);
    REQUIRE_INT(instance->info.optimum, ==, optimum);
    free(whole);
}

TEST(known_optima)
{
    require_optimum("berlin52", "", "52", 7542);
    require_optimum("ulysses16.tsp", "", "16", 6859);
    require_optimum("berlin52", "", "51", 0);
    require_optimum("br17", "", "17", 0);
    require_optimum("lin318", "", "318", 42029);
    require_optimum("lin318", "FIXED_EDGES_SECTION\n1 214\n-1\n", "318", 0);
    require_optimum("portgen-1000-1000", "", "1000", 23360648);
    require_optimum("E1k0", "", "1000", 23360648);
    require_optimum("portcgen-1000-10001", "", "1000", 11376735);
}

static double number(const char *text)
{
    double value = (double)NAN;
    return base_number_real(text, strlen(text), &value) ? value : (double)NAN;
}

TEST(numbers_do_not_depend_on_the_locale)
{
    static const char *const good[] = {"0",
                                       "-0",
                                       "12",
                                       "+5",
                                       "1e3",
                                       "1.",
                                       ".5",
                                       "-1.25E-2",
                                       "0.1",
                                       "1e-400",
                                       "1e22",
                                       "1e23",
                                       "123456789.12345678",
                                       "179769e303",
                                       "4.35e-310",
                                       "0e999999999999",
                                       "00012",
                                       "8.41068750000000000000000000000000000001"};
    static const char *const bad[] = {"",    "+",     "-",   ".",   "e5", "1e", "1e+",   "0x10",     "nan",
                                      "inf", "1e999", "1,5", "--1", "1 ", " 1", "1.2.3", "infinity", "1d3"};
    for (size_t k = 0; k < sizeof good / sizeof *good; ++k) {
        REQUIRE(number(good[k]) == strtod(good[k], NULL));
    }
    for (size_t k = 0; k < sizeof bad / sizeof *bad; ++k) {
        REQUIRE(isnan(number(bad[k])));
    }
    int64_t value = 0;
    REQUIRE(base_number_integer("-12.0", 5, &value) && value == -12);
    REQUIRE(base_number_integer("999999999999999999", 18, &value) && value == INT64_C(999999999999999999));
    REQUIRE(base_number_integer("99999999999999999999", 20, &value) && value == INT64_C(1) << 62);
    REQUIRE(!base_number_integer("1.5", 3, &value) && !base_number_integer("-", 1, &value));
    if (setlocale(LC_ALL, "de_DE.UTF-8") || setlocale(LC_ALL, "de_DE.utf8")) {
        REQUIRE(number("123456789.123456789123") > 123456789.12);
    }
    setlocale(LC_ALL, "C");
}

/* A text that several threads read: LONG_NODES nodes and two of their lists, with blank lines and three line breaks.
 * Line `at` of the first list, from 0, becomes `line`; `last` ends the text. */
enum { LONG_NODES = 150000 };
static struct tsp_text long_text(bool reversed, size_t at, const char *line, const char *last)
{
    static const char *const breaks[] = {"\n", "\r\n", "\n\n", "\r"};
    char *text = test_memory(64, 2 * LONG_NODES), *out = text;
    out += sprintf(out, "TYPE: TSP\nDIMENSION: %d\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n", LONG_NODES);
    for (size_t list = 0; list < 2; ++list) {
        for (size_t k = 0; k < LONG_NODES; ++k) {
            const size_t node = reversed ? LONG_NODES - k : k + 1;
            out += list == 0 && k == at ? sprintf(out, "%s%s", line, breaks[k % 4])
                                        : sprintf(out, "%zu %zu.5 %zu%s", node, node + list, 2 * node, breaks[k % 4]);
        }
        out += sprintf(out, "%s\n", list == 0 ? "DISPLAY_DATA_SECTION" : last);
    }
    return (struct tsp_text){"long.tsp", text, (size_t)(out - text)};
}

TEST(threads_read_a_long_section_as_one_thread_does)
{
    static const struct {
        size_t at;
        const char *line, *last, *message;
    } wrong[] = {
        {SIZE_MAX, "", "FOO", "long.tsp:375006: found \"FOO\", expected EOF"},
        {LONG_NODES - 1, "x", "EOF", "long.tsp:187504: found \"x\", expected a line for node 150000"},
        {100000, "5 0 0", "EOF",
         "long.tsp:125005: found \"5\", expected a node not given before; node 5 is in line 10"},
        {1000, "1001 0", "EOF", "long.tsp:1255: found the end of the line, expected a finite decimal number"},
        {77777, "77778 0 0 0", "EOF", "long.tsp:97226: found \"0\", expected the end of the line"},
    };
    for (int reversed = 0; reversed < 2; ++reversed) {
        struct swarm_instance *instance = NULL;
        REQUIRE_OK(tsp_tsplib_parse(&env, long_text(reversed, SIZE_MAX, "", "EOF"), &instance));
        kept(instance);
        for (size_t k = 0; k < LONG_NODES; ++k) {
            REQUIRE(instance->coordinates[k] == (double)k + 1.5);
            REQUIRE(instance->coordinates[LONG_NODES + k] == 2.0 * (double)(k + 1));
            REQUIRE(instance->positions[k] == (double)k + 2.5);
        }
    }
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; ++k) {
        struct swarm_instance *instance = NULL;
        const struct tsp_text text = long_text(false, wrong[k].at, wrong[k].line, wrong[k].last);
        REQUIRE_FAILS(tsp_tsplib_parse(&env, text, &instance), SWARM_ERROR_INPUT, wrong[k].message);
    }
}

TEST_MAIN_ENV()
