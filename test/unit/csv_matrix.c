/* Tables that are matrices of distances: their forms, edges that are missing, and the digits that are kept. */
#include "tsp/read/input.h"
#include "tsp_support.h"

static enum swarm_status read_bytes(const char *text, const char *path, struct swarm_instance **instance)
{
    return tsp_input_parse(&env, exact_text(path, text, strlen(text)), NULL, false, instance);
}

static struct swarm_instance *read_text(const char *text, const char *path)
{
    struct swarm_instance *instance = NULL;
    REQUIRE_OK(read_bytes(text, path, &instance));
    return kept(instance);
}

static void require_refused(const char *text, const char *part)
{
    struct swarm_instance *instance = NULL;
    REQUIRE_FAILS(read_bytes(text, "folder/bad.csv", &instance), SWARM_ERROR_INPUT, part);
    REQUIRE(!instance);
}

/* Requires these distances, in units of 10^-decimals, and the name of node 2. */
static void require_matrix(const char *text, bool symmetric, int decimals, const int32_t distances[9], const char *name)
{
    struct swarm_instance *instance = read_text(text, "matrix.csv");
    REQUIRE_INT(instance->info.node_count, ==, 3);
    REQUIRE_INT(instance->info.metric, ==, SWARM_METRIC_EXPLICIT);
    REQUIRE_INT(instance->info.symmetric, ==, symmetric);
    REQUIRE_INT(instance->info.decimals, ==, decimals);
    REQUIRE_TEXT(instance->info.format, "FULL_MATRIX");
    REQUIRE(!instance->info.has_positions && instance->info.has_names == (name != NULL));
    for (uint32_t k = 0; k < 9; ++k) {
        REQUIRE_INT(tsp_instance_distance(instance, k / 3, k % 3), ==, distances[k]);
    }
    if (name) {
        REQUIRE_TEXT(instance->names[1], name);
    }
}

TEST(matrices)
{
    static const int32_t same[] = {0, 15, 20, 15, 0, 225, 20, 225, 0}, other[] = {0, 1, 2, 3, 0, 4, 5, 6, 0};
    require_matrix("0,1.5,2\n1.5,0,22.5\n2,22.5,0\n", true, 1, same, NULL);
    require_matrix("0;1,5;2\n1,5;0;22,5\n2;22,5;0\n", true, 1, same, NULL);
    require_matrix("0,0;1,5;2,0\n1,5;0,0;22,5\n2,0;22,5;0,0\n", true, 1, same, NULL);
    require_matrix("0\t1,5\t2\n1,5\t0\t22,5\n2\t22,5\t0\n", true, 1, same, NULL);
    require_matrix("0 1.5 2\n1.5 0 22.5\n2 22.5 0\n", true, 1, same, NULL);
    require_matrix("   0  1.5   2\n 1.5    0 22.5 \n   2 22.5   0\n\n", true, 1, same, NULL);
    require_matrix("sep=;\n0;1,5;2\n1,5;0;22,5\n2;22,5;0\n", true, 1, same, NULL);
    require_matrix("0,1,2\n3,0,4\n5,6,0\n,,\n", false, 0, other, NULL);
    require_matrix("a,b,c\n0,1,2\n3,0,4\n5,6,0\n", false, 0, other, "b");
    require_matrix(",\na,b,c\n,,\n0,1,2\n3,0,4\n,,\n5,6,0\n", false, 0, other, "b");
    require_matrix(",\n,a,b,c\na,0,1,2\nb,3,0,4\nc,5,6,0\n", false, 0, other, "b");
    require_matrix("1,2,3\n0,1,2\n3,0,4\n5,6,0\n", false, 0, other, "2");
    require_matrix("a,0,1,2\nb,3,0,4\nc,5,6,0\n", false, 0, other, "b");
    require_matrix("1 0 1 2\n2 3 0 4\n3 5 6 0\n", false, 0, other, "2");
    require_matrix(",a,b,c\na,0,1,2\nb,3,0,4\nc,5,6,0\n", false, 0, other, "b");
    require_matrix(";1;2;3\n1;0;1;2\n2;3;0;4\n3;5;6;0\n", false, 0, other, "2");
    require_matrix("from;a;\"b; \"\"c\"\"\";d\na;;1;2\n\"b; \"\"c\"\"\";3;-;4\nd;5;6;0\n", false, 0, other, "b; \"c\"");
    require_matrix("a b c\na 0 1 2\nb 3 0 4\nc 5 6 0\n", false, 0, other, "b");        /* the form that R writes */
    require_matrix("x,b,c\n0,1,2\n3,0,4\n5,6,0\n", false, 0, other, "b");              /* x without y: no title */
    require_matrix(",x,y,long\nx,0,1,2\ny,3,0,4\nlong,5,6,0\n", false, 0, other, "y"); /* towns called x, y, long */
    require_matrix(",a,b,c\na,0:00,0:01,2:00:00\nb,00:03,0:00,0:04\nc,\"0:05\",0:06:00,-\n", false, 0,
                   (const int32_t[]){0, 1, 120, 3, 0, 4, 5, 6, 0}, "b");
    require_matrix("0,\"1,5\",2\n\"1,5\",0,\"22,5\"\n2,\"22,5\",0\n", true, 1, same, NULL);
    /* empty columns and rows at the end, as spreadsheets add */
    require_matrix(",a,b,c,,\na,0,1,2,,\nb,3,0,4,,\nc,5,6,0,,\n,,,,,\n", false, 0, other, "b");
    require_matrix("\ta\tb\tc\na\t0\t1\t2\t\nb\t3\t0\t4\t\nc\t5\t6\t0\t\n", false, 0, other, "b");
    require_matrix("a\tb\tc\t\na\t0\t1\t2\t\nb\t3\t0\t4\t\nc\t5\t6\t0\t\n", false, 0, other, "b");
    require_matrix("0,1,2,\n3,0,4,\n5,6,0,\n", false, 0, other, NULL);
    require_matrix(",a,b,c,,\na,0,1,2\nb,3,0,4,\nc,5,6,0,,\n", false, 0, other, "b");
    require_matrix("Minutes,,,\n\n,a,b,c\na,0,1,2\nb,3,0,4\nc,5,6,0\n", false, 0, other, "b");
    /* the diagonal is ignored */
    require_matrix("9999,1,2\n3,9999,4\n5,6,9999\n", false, 0, other, NULL);
    require_matrix("a,b,c\n99,1,2\n3,99,4\n5,6,99\n", false, 0, other, "b");
    require_matrix(",a,b,c\na,7,1,2\nb,3,8,4\nc,5,6,00:00\n", false, 0, other, "b");
}

/* Requires no edge between nodes 1 and 3, and 0.5 for the others, in units of 0.1. */
static void require_missing(const char *text, bool named)
{
    struct swarm_instance *instance = read_text(text, "matrix.csv");
    REQUIRE_INT(instance->info.node_count, ==, 3);
    REQUIRE(instance->info.symmetric && instance->info.decimals == 1 && instance->info.has_names == named);
    REQUIRE_INT(instance->info.missing_edges, ==, 1);
    REQUIRE_INT(instance->info.lost_digits, ==, 0);
    REQUIRE_INT(instance->info.no_edge, ==, 3 * 5 + 1);
    for (uint32_t k = 0; k < 9; ++k) {
        const uint32_t i = k / 3, j = k % 3;
        REQUIRE(tsp_instance_is_missing(instance, i, j) == (i + j == 2 && i != j));
        REQUIRE(tsp_instance_is_missing(instance, i, j) || tsp_instance_distance(instance, i, j) == (i == j ? 0 : 5));
    }
}

TEST(cells_without_a_number_are_no_edges)
{
    static const char *const words[] = {"", "-", "x", "X", "inf", "Inf", "INF", "+inf", "infinity", "Infinity", "\"\""};
    for (size_t k = 0; k < sizeof words / sizeof *words; ++k) {
        char text[200];
        snprintf(text, sizeof text, "0;.5;%s\n.5;0;.5\n %s ;.5;0\n", words[k], words[k]);
        require_missing(text, false);
        snprintf(text, sizeof text, ";a;b;c\na;0;.5;%s\nb;.5;-;.5\nc;%s;.5;\n", words[k], words[k]);
        require_missing(text, true);
        snprintf(text, sizeof text, "%s,.5,-\n.5,%s,.5\n-,.5,%s\n", words[k], words[k], words[k]);
        if (words[k][0] != '\0' && words[k][0] != '"') { /* an empty corner means that titles follow */
            require_missing(text, false);
        }
    }
    require_missing("0 .5 x\n.5 0 .5\ninf .5 0\n", false);
    require_refused("0,1,nan\n1,0,1\n1,1,0\n", ":1: found \"nan\", expected a decimal number");
    require_refused("0,1,-inf\n1,0,1\n1,1,0\n", ":1: found \"-inf\", expected a decimal");
}

TEST(matrices_keep_the_digits_that_31_bits_hold)
{
    static const int32_t small[] = {0, 1, 2, 1, 0, 3, 2, 3, 0};
    static const int32_t wide[] = {0, 1234567891, 1, 1234567891, 0, 1, 1, 1, 0};
    require_matrix("0,1e-12,2e-12\n1e-12,0,3e-12\n2e-12,3e-12,0\n", true, 12, small, NULL);
    require_matrix("0,1e-40,2e-40\n1e-40,0,3e-40\n2e-40,3e-40,0\n", true, 40, small, NULL);
    require_matrix("0,12345.678912,0.00001\n12345.678912,0,0.00001\n0.00001,0.00001,0\n", true, 5, wide, NULL);
    require_matrix("0,1234567891234,1000\n1234567891234,0,1000\n1000,1000,0\n", true, -3, wide, NULL);
    require_refused("\n,a,b,c\na,0,1.5,2\nb,1e11,0,2.5\nc,2,2.5,0\n",
                    "bad.csv:4: the distance 1e+11 from \"b\" to \"a\" is so large that more than half ");
    struct swarm_instance *lossy = read_text("0,1.25,2\n1e8,0,2.5\n2,2.5,0\n", "lossy.csv");
    REQUIRE(lossy->info.decimals == 1 && lossy->info.lost_digits == 1);
    struct swarm_instance *instance =
        read_text("NAME: burma14\nTYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: UPPER_ROW\n"
                  "EDGE_WEIGHT_SECTION\n7 0.25\n1e-1\n",
                  "a.tsp");
    REQUIRE_INT(instance->info.decimals, ==, 2);
    REQUIRE_INT(tsp_instance_distance(instance, 1, 0), ==, 700);
    REQUIRE_INT(tsp_instance_distance(instance, 0, 2), ==, 25);
    REQUIRE_INT(tsp_instance_distance(instance, 2, 1), ==, 10);
    const char *matrix = "TYPE: TSP\nDIMENSION: 2\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\n"
                         "EDGE_WEIGHT_SECTION\n0 1.5\n1.25 0\n";
    REQUIRE_FAILS(read_bytes(matrix, "a.tsp", &instance), SWARM_ERROR_INPUT,
                  "a.tsp:7: found \"1.25\", expected 1.5 for node 2 to node 1");
}

TEST_MAIN_ENV()
