/* What the reader makes of well-formed tables, and which texts it takes for tables. */
#include "tsp/input.h"
#include "tsp_support.h"

static struct base_env env;

/* Reads `size` bytes, from a copy of exactly this size, so that a read past its end is noticed. */
static enum swarm_status read_bytes(const char *text, size_t size, const char *path, struct swarm_instance **instance)
{
    char *copy = malloc(size ? size : 1);
    memcpy(copy, text, size);
    enum swarm_status status = tsp_input_parse(&env, copy, size, path, columns, instance);
    free(copy);
    return status;
}

static struct swarm_instance *read_text(const char *text, const char *path)
{
    struct swarm_instance *instance = NULL;
    if (read_bytes(text, strlen(text), path, &instance) != SWARM_OK) {
        fprintf(stderr, "%s: refused: %s\n", test_name, error_of(&env));
        exit(1);
    }
    return instance;
}

/* Checks that the text is the three points (1.5, -2), (30, 4) and (5, 0.6). */
static void require_three_in(const char *text, const char *path)
{
    static const double expected[3][2] = {{1.5, -2.0}, {30.0, 4.0}, {5.0, 0.6}};
    struct swarm_instance *instance = read_text(text, path);
    REQUIRE_INT(instance->info.node_count, ==, 3);
    REQUIRE_INT(instance->info.metric, ==, SWARM_METRIC_EUC_2D);
    for (uint32_t node = 0; node < 3; ++node) {
        double x = 0.0, y = 0.0;
        REQUIRE(tsp_instance_position(instance, node, &x, &y));
        REQUIRE(x == expected[node][0] && y == expected[node][1]);
    }
    tsp_instance_destroy(&instance);
}

static void require_three(const char *text)
{
    require_three_in(text, "folder/three.csv");
}

TEST(separators)
{
    require_three("x,y\n1.5,-2\n30,4\n5,0.6\n");
    require_three("x;y\n1.5;-2\n30;4\n5;0.6\n");
    require_three("x\ty\n1.5\t-2\n30\t4\n5\t0.6\n");
    require_three("a, b;x;y\n1,2;1.5;-2\n;30;4\n,,;5;.6\n");
    require_three("a, b, c;x;y\n1;1.5;-2\n2;30;4\n3;5;0.6\n");
    require_three("\"a;b;c\",x,y\n1,1.5,-2\n2,30,4\n3,5,0.6\n");
}

TEST(decimal_commas)
{
    require_three("x;y\n1,5;-2,0\n30;4\n5,0;0,6\n");
    require_three("x\ty\n1,5\t-2\n3,0e1\t4\n5\t,6\n");
    require_three("x;y\n1,5;-2\n30.0;4\n5;0.6\n");
}

TEST(line_ends_and_blanks)
{
    require_three("x,y\r\n1.5,-2\r\n30,4\r\n5,0.6\r\n");
    require_three("x,y\r1.5,-2\r30,4\r5,0.6\r");
    require_three("x,y\n1.5,-2\n30,4\n5,0.6");
    require_three("\xEF\xBB\xBFx,y\n1.5,-2\n30,4\n5,0.6\n");
    require_three("\n  \nx,y\n\n1.5,-2\n \t \n30,4\n\n\n5,0.6\n\n\n");
    require_three("  x , y  \n 1.5 ,\t-2\n30 , 4 \n 5,0.6 \n");
    require_three("x\ty\n 1.5 \t -2\n30\t4\n5\t0.6\n");
    require_three("x,y\n1.5,-2\n30,4\n5,0.6\n,\n  \n , \n");
    require_three("x;y;;\n1.5;-2;;\n30;4;;\n5;0.6;;\n;;;\n;;;");
}

TEST(headers)
{
    require_three("Y,X\n-2,1.5\n4,30\n0.6,5\n");
    require_three("\"x\",\" Y \"\n1.5,-2\n30,4\n5,0.6\n");
    require_three(",x,weight,y\n0,1.5,a,-2\n1,30,b,4\n2,5,c,0.6\n");
    require_three("\tx\ty\n0\t1.5\t-2\n1\t30\t4\n2\t5\t0.6\n");
    require_three("NAME,x,y\na,1.5,-2\nb,30,4\nc,5,0.6\n");
    require_three("COMMENT;x;y\na;1.5;-2\nb;30;4\nc;5;0.6\n");
    require_three("a,a,x,y\n1,2,1.5,-2\n1,2,30,4\n1,2,5,0.6\n");
}

TEST(numbers_as_people_write_them)
{
    require_three("x,y\n+1.5,-2.\n3e1,4.0E0\n\"5\",\"6e-1\"\n");
    require_three("x,y\n0001.5,-2\n30.000000000000000000000,4\n5,.6\n");
}

TEST(what_is_told_from_the_text)
{
    require_three_in("x,y\n1.5,-2\n30,4\n5,0.6\n", "stdin");
    require_three_in("x;y\n1,5;-2\n30;4\n5;0,6\n", "points.txt");
    require_three_in("x,y\n1.5,-2\n30,4\n5,0.6\n", "points.tsp");
    require_three_in(
        "TYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 1.5 -2\n2 30 4\n3 5 0.6\n",
        "tsplib.csv");
    require_three_in("\n COMMENT : lists, of points; and tabs\t\nTYPE:TSP\nDIMENSION:3\nEDGE_WEIGHT_TYPE:EUC_2D\n"
                     "NODE_COORD_SECTION\n1\t1.5\t-2\n2\t30\t4\n3\t5\t0.6\n",
                     "stdin");
}

/* The names of nodes 1 and 2, and of the instance. */
static void require_names(const char *text, const char *first, const char *second)
{
    struct swarm_instance *instance = read_text(text, "a/b.c/towns.2026.csv.gz");
    REQUIRE_TEXT(instance->info.name, "towns.2026");
    REQUIRE_INT(instance->info.has_names, ==, first != NULL);
    REQUIRE_INT(instance->names != NULL, ==, first != NULL);
    if (first) {
        REQUIRE_TEXT(instance->names[0], first);
        REQUIRE_TEXT(instance->names[1], second);
    }
    tsp_instance_destroy(&instance);
}

TEST(names)
{
    require_names("x,y\n1,2\n3,4\n", NULL, NULL);
    require_names("name,x,y\nAarhus,1,2\nBerlin,3,4\n", "Aarhus", "Berlin");
    require_names("x,y,ID\n1,2,17\n3,4,a 18\n", "17", "a 18");
    require_names("id,name,x,y\n17,Aarhus,1,2\n18,Berlin,3,4\n", "Aarhus", "Berlin");
    require_names("name,id,x,y\nAarhus,17,1,2\n,18,3,4\n", "Aarhus", "2");
    require_names("name,x,y\n\"Aarhus, DK\",1,2\n\"the \"\"big\"\" one\",3,4\n", "Aarhus, DK", "the \"big\" one");
    require_names("name,x,y\n\"two\r\nlines\",1,2\n\"\"\"\",3,4\n", "two\r\nlines", "\"");
    require_names("name,x,y\n  in blanks  ,1,2\n\"  kept  \",3,4\n", "in blanks", "  kept  ");
    require_names("name,x,y\n\"\",1,2\n5\" nail,3,4\n", "1", "5\" nail");
    require_names("name,x,y\n\xC3\x85rhus,1,2\nM\xFCnchen,3,4\n", "\xC3\x85rhus", "M\xFCnchen");
    require_names("name,x,y\n#1,1,2\n#2,3,4\n", "#1", "#2");
    require_names("name;x;y\na,b;1;2\nc;3;4\n", "a,b", "c");
}

TEST(latitudes_and_longitudes)
{
    static const char *const texts[] = {
        "lat,lon\n52.52,13.405\n48.8566,2.3522\n", "Longitude,Latitude\n13.405,52.52\n2.3522,48.8566\n",
        "town;LNG;LAT\na;13,405;52,52\nb;2,3522;48,8566\n",
        "long\tlatitude\n13.405\t52.52\n362.3522\t48.8566\n" /* out of range: see below */
    };
    for (size_t k = 0; k < 3; ++k) {
        double x = 0.0, y = 0.0;
        struct swarm_instance *instance = read_text(texts[k], "towns");
        REQUIRE_INT(instance->info.metric, ==, SWARM_METRIC_GREAT_CIRCLE);
        REQUIRE_TEXT(instance->info.unit, "m");
        REQUIRE(tsp_instance_position(instance, 0, &x, &y) && x == 13.405 && y == 52.52);
        /* 877.46 km by the haversine formula on the mean radius */
        REQUIRE_INT(instance->info.decimals, ==, 3);
        REQUIRE_INT(tsp_instance_distance(instance, 0, 1) / 10000, ==, 87746);
        tsp_instance_destroy(&instance);
    }
    struct swarm_instance *instance = NULL;
    REQUIRE_INT(read_bytes(texts[3], strlen(texts[3]), "towns", &instance), ==, SWARM_ERROR_INPUT);
    REQUIRE_CONTAINS(error_of(&env), "towns:3: found \"362.3522\"");
}

TEST(points_may_coincide)
{
    struct swarm_instance *instance = read_text("x,y\n1,2\n1,2\n", "same.csv");
    REQUIRE_INT(instance->info.node_count, ==, 2);
    REQUIRE_INT(tsp_instance_distance(instance, 0, 1), ==, 0);
    tsp_instance_destroy(&instance);
}

TEST(a_table_of_a_benchmarks_name_is_no_benchmark)
{
    char text[4096] = "x,y\n";
    for (int k = 0; k < 52; ++k) {
        strcat(text, "1,2\n");
    }
    struct swarm_instance *instance = read_text(text, "berlin52.csv");
    REQUIRE_TEXT(instance->info.name, "berlin52");
    REQUIRE_INT(instance->info.node_count, ==, 52);
    REQUIRE(!instance->info.optimum_known);
    tsp_instance_destroy(&instance);
}

/* "x,y," and more columns, then a node. */
static char *wide_table(size_t columns)
{
    char *text = malloc(2 * columns + 64);
    REQUIRE(text);
    size_t used = (size_t)sprintf(text, "x,y");
    for (size_t line = 0; line < 2; ++line) {
        memset(text + used, ',', columns - 2);
        used += columns - 2;
        used += (size_t)sprintf(text + used, line == 0 ? "\n1,2" : "\n");
    }
    return text;
}

TEST(columns_up_to_what_spreadsheets_have)
{
    char *text = wide_table(16384);
    struct swarm_instance *instance = read_text(text, "wide.csv");
    REQUIRE_INT(instance->info.node_count, ==, 1);
    tsp_instance_destroy(&instance);
    free(text);
    text = wide_table(16385);
    REQUIRE_INT(read_bytes(text, strlen(text), "wide.csv", &instance), ==, SWARM_ERROR_INPUT);
    REQUIRE_CONTAINS(error_of(&env), "wide.csv:1: found more than 16384 columns, expected fewer");
    free(text);
}

/* A field that never ends, a line of separators only, very many lines: all in linear time and memory. */
TEST(texts_of_three_million_bytes)
{
    enum { SIZE = 3000000 };
    static const struct {
        const char *start;
        char filling;
        const char *part;
    } cases[] = {
        {"x,y\n1,", '1', ":2: found \"111"},
        {"x,y\n1,2", ',', ":2: found 2999995 fields, expected 2"},
        {"x,y\n\"", 'a', ":2: found the end of the file, expected the quote that closes the field of line 2"},
        {"x,y\n\"", '\n', "expected the quote that closes the field of line 2"},
        {"x,y\n", '\n', ":2999998: found the end of the file, expected a line for node 1"},
        {"x,y", ',', ":1: found more than 16384 columns, expected fewer"},
        {"", ',', "found more than 16384 columns"},
        {"", '"', ", expected "},
    };
    char *text = malloc(SIZE);
    REQUIRE(text);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        struct swarm_instance *instance = NULL;
        memset(text, cases[k].filling, SIZE);
        memcpy(text, cases[k].start, strlen(cases[k].start));
        REQUIRE_INT(read_bytes(text, SIZE, "long.csv", &instance), ==, SWARM_ERROR_INPUT);
        REQUIRE_CONTAINS(error_of(&env), cases[k].part);
        REQUIRE_INT(strlen(error_of(&env)), <, 400);
    }
    free(text);
}

TEST(many_nodes)
{
    enum { COUNT = 10000, LINE = 40 };
    struct swarm_instance *instance = NULL;
    double x = 0.0, y = 0.0;
    char *text = malloc(COUNT * LINE), last[LINE];
    REQUIRE(text);
    int used = snprintf(text, LINE, "x,y,name\n");
    for (int k = 0; k < COUNT; ++k) {
        used += snprintf(text + used, LINE, "%d,%d,node %d\n", k, k % 7, k);
    }
    REQUIRE_INT(read_bytes(text, (size_t)used, "many.csv", &instance), ==, SWARM_OK);
    REQUIRE_INT(instance->info.node_count, ==, COUNT);
    for (int k = 0; k < COUNT; ++k) {
        REQUIRE(tsp_instance_position(instance, (uint32_t)k, &x, &y));
        REQUIRE(x == k && y == k % 7);
        snprintf(last, sizeof last, "node %d", k);
        REQUIRE_TEXT(instance->names[k], last);
    }
    tsp_instance_destroy(&instance);
    free(text);
}

TEST(every_beginning_of_a_good_table)
{
    static const char good[] =
        "\xEF\xBB\xBFname;\"lat\";lon;note\r\n\"A \"\"a\"\"\r\nb\";52,5;13;x\r\n;-1;\"2\";\r\n;;;\r\n";
    size_t accepted = 0;
    for (size_t size = 0; size < sizeof good; ++size) {
        struct swarm_instance *instance = NULL;
        enum swarm_status status = read_bytes(good, size, "good.csv", &instance);
        if (status == SWARM_OK) {
            ++accepted;
            tsp_instance_destroy(&instance);
        } else {
            REQUIRE_INT(status, ==, SWARM_ERROR_INPUT);
            REQUIRE(!instance);
            REQUIRE_CONTAINS(error_of(&env), "good.csv:");
            REQUIRE_CONTAINS(error_of(&env), ", expected ");
        }
    }
    REQUIRE_INT(accepted, >, 5);
    REQUIRE_INT(accepted, <, 20);
}

int main(void)
{
    base_env_init(&env);
    RUN(separators);
    RUN(decimal_commas);
    RUN(line_ends_and_blanks);
    RUN(headers);
    RUN(numbers_as_people_write_them);
    RUN(what_is_told_from_the_text);
    RUN(names);
    RUN(latitudes_and_longitudes);
    RUN(points_may_coincide);
    RUN(a_table_of_a_benchmarks_name_is_no_benchmark);
    RUN(columns_up_to_what_spreadsheets_have);
    RUN(texts_of_three_million_bytes);
    RUN(many_nodes);
    RUN(every_beginning_of_a_good_table);
    base_env_deinit(&env);
    return 0;
}
