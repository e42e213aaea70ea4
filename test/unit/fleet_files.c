/* Files of fleets on the host: formats, roundings, refusals, impossible input, routes and their files. */
#include <unistd.h>

#include "../scene.h"

static struct scene *here(void)
{
    static struct scene *scene;
    static const char *of = NULL;
    if (of != test_name) {
        of = test_name;
        scene = scene_of("fleet");
    }
    return scene;
}

#define CONTEXT here()->context

static void ok(enum swarm_status status)
{
    require_ok(here(), status);
}

static void refused(enum swarm_status found, enum swarm_status expected, const char *says)
{
    require_says(here(), found, expected, says);
}

static void destroy_fleet(void *object)
{
    swarm_fleet *fleet = object;
    swarm_fleet_destroy(&fleet);
}

/* Parses a text with parameters, which are destroyed after the test like the fleet. */
static const swarm_fleet *parse_with(const char *text, const char *const *pairs)
{
    swarm_fleet *fleet = NULL;
    ok(swarm_fleet_parse(CONTEXT, scene_params(here(), pairs), text, strlen(text), "folder/four.vrp", &fleet));
    test_defer(destroy_fleet, fleet);
    return fleet;
}

static const swarm_fleet *parse(const char *text)
{
    return parse_with(text, NOTHING);
}

static void destroy_routes(void *object)
{
    struct swarm_routes *routes = object;
    swarm_routes_destroy(&routes);
}

#define LIST(...) ((const uint32_t[]){__VA_ARGS__}), sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t)

static const struct swarm_routes *measure(const swarm_fleet *fleet, const uint32_t *customers, size_t count)
{
    struct swarm_routes *routes = NULL;
    ok(swarm_routes_measure(CONTEXT, fleet, customers, count, &routes));
    test_defer(destroy_routes, routes);
    return routes;
}

static void violates(const swarm_fleet *fleet, const uint32_t *customers, size_t count, const char *says)
{
    struct swarm_routes *routes = NULL;
    refused(swarm_routes_measure(CONTEXT, fleet, customers, count, &routes), SWARM_ERROR_VERIFICATION, says);
    REQUIRE(!routes);
}

static void refuses(const char *text, const char *const *pairs, enum swarm_status expected, const char *says)
{
    swarm_fleet *fleet = NULL;
    refused(swarm_fleet_parse(CONTEXT, scene_params(here(), pairs), text, strlen(text), "four.vrp", &fleet), expected,
            says);
    REQUIRE(!fleet);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Formats                                                                                                            */

#define HEAD   "NAME : four\nTYPE : CVRP\nDIMENSION : 5\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 10\n"
#define POINTS "NODE_COORD_SECTION\n1 0 0\n2 3 4\n3 6 8\n4 0 7\n5 1 1\n"
#define DEMAND "DEMAND_SECTION\n1 0\n2 4\n3 5\n4 6\n5 3\n"
#define WINDOW "TIME_WINDOW_SECTION\n1 0 100\n2 6 15\n3 0 30\n4 0 50\n5 0 100\nSERVICE_TIME : 2\n"
#define END    "DEPOT_SECTION\n 1\n -1\n EOF\n"

TEST(all_writings_of_a_file_give_the_same_fleet)
{
    static const char *const texts[] = {
        HEAD POINTS DEMAND END,
        "NAME : \tfour\t\r\nCOMMENT : \t\"DIMENSION : 7\"\t\r\nTYPE : \tCVRP\t\r\nDIMENSION : "
        "\t5\t\r\nEDGE_WEIGHT_TYPE : "
        "\tEUC_2D\t\r\nCAPACITY : "
        "\t10\t\r\nNODE_COORD_SECTION\t\t\r\n1\t0\t0\t\r\n2\t3\t4\r\n3\t6\t8\r\n4\t0\t7\r\n5\t1\t1"
        "\r\nDEMAND_SECTION\t\r\n1\t0\t\r\n2\t4\r\n3\t5\r\n4\t6\r\n5\t3\r\nDEPOT_SECTION\t\r\n\t1\t\r\n\t-"
        "1\t\r\nEOF\t\r\n",
        "\xEF\xBB\xBFNAME: \"four\"\nCOMMENT: a\nCOMMENT: b\nDIMENSION:5\n\nEDGE_WEIGHT_TYPE EUC_2D\nCAPACITY 1e1\n"
        "DEMAND_SECTION:\n5 3\n1 0\n3 5e0\n2 4\n4 6\nNODE_COORD_SECTION\n1 0 0\n2 3e0 4\n3 +6 8\n4 0 7\n5 1 1",
        HEAD POINTS DEMAND "DEPOT_SECTION\n1\nEOF\nmore",
    };
    for (size_t k = 0; k < sizeof texts / sizeof *texts; ++k) {
        const swarm_fleet *fleet = parse(texts[k]);
        const struct swarm_fleet_info *info = swarm_fleet_describe(fleet);
        REQUIRE_TEXT(info->name, "four");
        REQUIRE_TEXT(info->rounding, "nearest");
        REQUIRE_INT(info->customer_count, ==, 4);
        REQUIRE_INT(info->capacity, ==, 10);
        REQUIRE_INT(info->demand, ==, 18);
        REQUIRE_INT(info->least_vehicles, ==, 2);
        REQUIRE_INT(info->vehicle_count + info->duration + info->optional_count + info->decimals, ==, 0);
        REQUIRE(!info->has_windows && !info->best_known);
        REQUIRE_INT(measure(fleet, LIST(1, 2, 0, 3, 4, 0))->length, ==, 20 + 7 + 6 + 1);
        REQUIRE_INT(swarm_instance_describe(swarm_fleet_nodes(fleet))->node_count, ==, 5);
    }
}

TEST(solomons_text_has_windows_in_tenths)
{
    static const char text[] =
        "R1\r\n\r\nVEHICLE\r\nNUMBER     CAPACITY\r\n  2  10\r\n\r\nCUSTOMER\r\nCUST NO.  XCOORD.\r\n"
        "\r\n 0 0 0 0 0 100 0\r\n 1 3 4 4 6 15 2\r\n2 6 8 5 0 30 2\r\n3 0 7 6 0 50 2\r\n4 1 1 3 0 "
        "100 2\r\n\r\n";
    const swarm_fleet *fleets[] = {parse(text), parse("VEHICLES : 2\n" HEAD POINTS DEMAND WINDOW END)};
    for (int k = 0; k < 2; ++k) {
        const struct swarm_fleet_info *info = swarm_fleet_describe(fleets[k]);
        const struct swarm_routes *routes = measure(fleets[k], LIST(1, 2, 0, 0, 4, 3, 0));
        REQUIRE_TEXT(info->name, k == 0 ? "R1" : "four");
        REQUIRE_TEXT(info->rounding, "truncated");
        REQUIRE(info->has_windows && info->vehicle_count == 2 && info->decimals == 1);
        REQUIRE_INT(routes->route_count, ==, 2);
        REQUIRE_INT(routes->length, ==, 200 + 14 + 60 + 70);
        REQUIRE_INT(routes->missing_count + routes->unserved_count, ==, 0);
        const struct swarm_stop *stops = routes->routes[0].stops;
        REQUIRE(stops[0].arrival == 50 && stops[0].wait == 10 && stops[0].depart == 80 && stops[0].load == 4);
        REQUIRE(stops[1].arrival == 130 && stops[1].wait == 0 && stops[1].depart == 150 && stops[1].length == 100);
        REQUIRE(routes->routes[0].finish == 250 && routes->routes[1].load == 9 && routes->routes[1].stop_count == 2);
    }
}

TEST(matrices_are_read_and_the_input_or_an_option_chooses_the_rounding)
{
    const swarm_fleet *lower = parse("DIMENSION : 3\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : LOWER_ROW\n"
                                     "EDGE_WEIGHT_SECTION\n5\n6 7\nEOF\n");
    REQUIRE_TEXT(swarm_fleet_describe(lower)->name, "four");
    REQUIRE_INT(swarm_fleet_describe(lower)->least_vehicles, ==, 0);
    REQUIRE_INT(measure(lower, LIST(1, 2, 0))->length, ==, 18);
    const swarm_fleet *full = parse("DIMENSION : 3\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : FULL_MATRIX\n"
                                    "EDGE_WEIGHT_SECTION\n0 5 6.5\n5 0 7\n6.5 7 0\n");
    REQUIRE_TEXT(swarm_fleet_describe(full)->rounding, "exact");
    REQUIRE_INT(measure(full, LIST(1, 2, 0))->length, ==, 18500);
    static const char decimals[] = HEAD "NODE_COORD_SECTION\n1 0.0 0\n2 1 1\n3 0 2\n4 3 0\n5 1 2\n" DEMAND;
    static const struct {
        const char *text, *rounding;
        int64_t diagonal; /* length of a route to customer 1 */
    } cases[] = {
        {HEAD "DISTANCE : 60\nNODE_COORD_SECTION\n1 0 0\n2 1 1\n3 6 8\n4 0 7\n5 1 1\n" DEMAND, "auto", 2828},
        {decimals, "auto", 2828},
        {decimals, "exact", 2828},
        {decimals, "truncated", 28},
        {decimals, "nearest", 2},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        const swarm_fleet *fleet =
            parse_with(cases[k].text, PAIRS("rounding", cases[k].rounding, "vehicles", "9", "capacity", "20"));
        REQUIRE_INT(measure(fleet, LIST(1, 0))->length, ==, cases[k].diagonal);
        REQUIRE_INT(swarm_fleet_describe(fleet)->vehicle_count, ==, 9);
        REQUIRE_INT(swarm_fleet_describe(fleet)->least_vehicles, ==, 1);
    }
}

TEST(a_best_known_value_needs_the_name_and_all_numbers)
{
    /* a fleet of the name of a published instance, with other numbers */
    const swarm_fleet *fleet =
        parse("NAME : X-n101-k25\nDIMENSION : 5\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 10\n" POINTS DEMAND);
    REQUIRE(!swarm_fleet_describe(fleet)->best_known);
}

TEST(bad_files_are_refused_with_their_line)
{
    enum { INPUT = SWARM_ERROR_INPUT, OTHER = SWARM_ERROR_UNSUPPORTED };
    static const struct {
        const char *text, *says;
        enum swarm_status status;
    } cases[] = {
        {"", "four.vrp: expected a line with DIMENSION", INPUT},
        {"NAME : a\nDIMENSION : 1\n", "four.vrp:2: found \"1\", expected a DIMENSION from 2 to 2147483647", INPUT},
        {"DIMENSION : 5\nDIMENSION : 5\n", "four.vrp:2: found \"5\", expected DIMENSION only in line 1", INPUT},
        {"TYPE : TSP\n", "found \"TSP\", expected a TYPE that is supported: CVRP VRPTW PCVRPTW", OTHER},
        {"EDGE_WEIGHT_TYPE : GEO\n", "found \"GEO\"", OTHER},
        {HEAD POINTS "BACKHAUL_SECTION\n2\n-1\n", "found \"BACKHAUL_SECTION\"", OTHER},
        {HEAD POINTS "VEHICLES_MAX_DURATION : 10\n", "found \"VEHICLES_MAX_DURATION\"", OTHER},
        {HEAD POINTS DEMAND "DEPOT_SECTION\n1\n2\n-1\n", "found \"2\", expected -1 after the depot", OTHER},
        {HEAD POINTS DEMAND "DEPOT_SECTION\n5\n-1\n", "found \"5\", expected 1: only node 1 can be the depot", OTHER},
        {HEAD POINTS "6 1 1\n", "four.vrp:12: found \"6\", expected EOF, a key or a section", INPUT},
        {HEAD "NODE_COORD_SECTION\n1 0 0\n2 3 4\n2 6 8\n4 0 7\n5 1 1\n", "found \"2\", expected one of the nodes",
         INPUT},
        {HEAD "NODE_COORD_SECTION\n1 0 0 0\n2 3 4\n2 6 8\n4 0 7\n5 1 1\n", "found \"0\", expected the end of the line",
         INPUT},
        {HEAD "NODE_COORD_SECTION\n1 0 x\n2 3 4\n2 6 8\n4 0 7\n5 1 1\n", "found \"x\", expected a y coordinate", INPUT},
        {HEAD POINTS POINTS, "expected only one such section", INPUT},
        {HEAD POINTS "DEMAND_SECTION\n1 0\n2 4.5\n3 1\n4 1\n5 1\n", "found \"4.5\", expected a demand, a whole", INPUT},
        {HEAD POINTS "DEMAND_SECTION\n1 1\n2 4\n3 1\n4 1\n5 1\n", "found a depot with a demand", INPUT},
        {HEAD DEMAND, "four.vrp: expected a line with NODE_COORD_SECTION", INPUT},
        {"DEMAND_SECTION\n", "expected a line with DIMENSION before it", INPUT},
        {"DIMENSION : 2000000\nDEMAND_SECTION\n1 0\n", "found \"DEMAND_SECTION\", expected a section with 4000000",
         INPUT},
        {"DIMENSION : 5\nEDGE_WEIGHT_TYPE : EUC_2D\n" POINTS DEMAND, "found demands, expected a line with CAPACITY",
         INPUT},
        {HEAD "NODE_COORD_SECTION\n1 0 0\n2 1e9 0\n3 6 8\n4 0 7\n5 1 1\n" DEMAND, "expected at most 536870912", INPUT},
        {"DIMENSION : 3\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : FULL_MATRIX\nEDGE_WEIGHT_SECTION\n0 5 6 5 0 "
         "7\n"
         "6 8 0\n",
         "four.vrp:6: found \"8\", expected the length of the way back, 7", OTHER},
        {"a\nVEHICLE\nNUMBER CAPACITY\n25\n", "found the end of the line, expected the capacity of a vehicle", INPUT},
        {"a\nVEHICLE\nNUMBER CAPACITY\n25 100\nCUSTOMER\n0 1 1 0 0 9 0\n2 1 1 1 0 9 0\n",
         "expected the number of the next "
         "customer, 1",
         INPUT},
        {"a\nVEHICLE\nNUMBER CAPACITY\n25 100\nCUSTOMER\n", "expected the lines of the depot", INPUT},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        refuses(cases[k].text, NOTHING, cases[k].status, cases[k].says);
    }
    swarm_fleet *fleet = NULL;
    refused(swarm_fleet_read(CONTEXT, NULL, "/nowhere/a.vrp", &fleet), SWARM_ERROR_INPUT, "/nowhere/a.vrp");
}

TEST(fleets_that_no_plan_can_serve_are_refused_with_all_reasons)
{
    refuses(HEAD POINTS DEMAND, PAIRS("capacity", "5", "vehicles", "2"), SWARM_ERROR_INPUT,
            "four.vrp: no plan can serve all customers: customer 3 has a demand of 6, and a vehicle carries 5; the "
            "demand is "
            "18, and 2 vehicles of 5 carry 10: 4 are needed");
    refuses(HEAD "DISTANCE : 15\n" POINTS DEMAND, NOTHING, SWARM_ERROR_INPUT,
            "all customers: customer 2 needs a route of 20, and the limit is 15");
    refuses(HEAD POINTS DEMAND "TIME_WINDOW_SECTION\n1 2 15\n2 9 8\n3 0 11\n4 0 50\n5 0 100\nSERVICE_TIME : 2\n",
            NOTHING, SWARM_ERROR_INPUT,
            "customer 1 has a window that opens at 9 and closes at 8; customer 2 can be reached at 12, and its window "
            "closes "
            "at 11; customer 3 lets a vehicle return at 18, and the depot closes at 15");
    refuses(
        HEAD POINTS DEMAND "TIME_WINDOW_SECTION\n1 5 4\n2 0 9\n3 0 90\n4 0 90\n5 0 90\n", NOTHING, SWARM_ERROR_INPUT,
        "customer 1 can be reached at 10, and its window closes at 9; customer 2 lets a vehicle return at 25, and the "
        "depot closes at 4");
    /* customers that may be left out need not be possible */
    const swarm_fleet *optional = parse_with(HEAD POINTS DEMAND "PRIZE_SECTION\n1 0\n2 0\n3 0\n4 7.5\n5 2\n",
                                             PAIRS("capacity", "5", "vehicles", "2"));
    const struct swarm_routes *routes = measure(optional, LIST(1, 0));
    REQUIRE_INT(swarm_fleet_describe(optional)->optional_count, ==, 2);
    REQUIRE(routes->unserved_count == 3 && routes->missing_count == 1 && routes->unserved[2] == 4);
    REQUIRE_INT(routes->prices, ==, 9500);
}

/* The way over customer 1 is shorter than the direct one: lengths need not keep the triangle inequality. */
TEST(a_detour_may_be_shorter_than_the_direct_way)
{
    static const char text[] = "DIMENSION : 3\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : LOWER_ROW\n"
                               "EDGE_WEIGHT_SECTION\n1\n9 1\nTIME_WINDOW_SECTION\n1 0 11\n2 0 11\n3 0 5\n";
    const swarm_fleet *fleet = parse(text);
    REQUIRE_INT(measure(fleet, LIST(1, 2, 0))->length, ==, 11);
    violates(fleet, LIST(2, 1, 0), "route 1: customer 2 is reached at 9, and its window closes at 5");
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Routes                                                                                                             */

TEST(the_first_violation_of_routes_is_named)
{
    const swarm_fleet *fleet = parse("VEHICLES : 2\n" HEAD POINTS DEMAND WINDOW END);
    violates(fleet, LIST(1, 2, 0, 3, 4, 2, 0), "route 2: customer 2 is in route 1 already");
    violates(fleet, LIST(1, 0, 5, 0), "route 2: found customer 5, expected 1 to 4");
    violates(fleet, LIST(2, 3, 0), "route 1: the load with customer 3 is 11, and a vehicle carries 10");
    violates(fleet, LIST(2, 1, 0), "route 1: customer 1 is reached at 17, and its window closes at 15");
    violates(fleet, LIST(1, 0, 2, 0, 3, 0), "found 3 routes, expected at most 2");
    const swarm_fleet *late = parse(HEAD POINTS DEMAND "TIME_WINDOW_SECTION\n1 5 32\n2 0 30\n3 0 30\n4 0 30\n5 0 30\n");
    violates(late, LIST(1, 2, 4, 0), "the load with customer 4 is 12");
    violates(late, LIST(3, 4, 0, 4, 0), "route 2: customer 4 is in route 1 already");
    violates(parse(HEAD "DISTANCE : 22\nSERVICE_TIME : 1\n" POINTS DEMAND), LIST(2, 4, 0),
             "route 1: it takes 22.016, and the longest duration is 22");
    const struct swarm_routes *routes = measure(late, LIST(3, 4, 0));
    REQUIRE(routes->routes[0].stops[0].arrival == 70 && routes->routes[0].finish == 144);
}

TEST(a_solution_can_be_written_and_read_again)
{
    const swarm_fleet *fleet = parse("VEHICLES : 2\n" HEAD POINTS DEMAND WINDOW END);
    const struct swarm_routes *routes = measure(fleet, LIST(1, 2, 0, 4, 3, 0));
    char path[] = "/tmp/fleet_XXXXXX", text[200] = "";
    uint32_t *customers = NULL;
    size_t count = 0;
    close(mkstemp(path));
    ok(swarm_routes_write(CONTEXT, path, fleet, routes));
    FILE *file = fopen(path, "r");
    REQUIRE(file && fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    REQUIRE_TEXT(text, "Route #1: 1 2\nRoute #2: 4 3\nCost 34.4\n");
    ok(swarm_routes_read(CONTEXT, fleet, path, &customers, &count));
    const struct swarm_routes *again = measure(fleet, customers, count);
    free(customers);
    REQUIRE_INT(again->length, ==, routes->length);
    static const char *const texts[][2] = {
        {"Route #1 : 1 2\r\nRoute 2:\nROUTE", ":3: found \"ROUTE\", expected a line \"Route #1: ...\" or \"Cost ...\""},
        {"Route #1: 1 5\n", ":1: found \"5\", expected a customer from 1 to 4"},
        {"Route #1\n", "found the end of the line, expected \":\""},
        {"Cost 12\n", "found the end of the file, expected a line \"Route #1: ...\""},
        {"Route #1: 1\nCost: many\n", ":2: found \"many\", expected the cost of the solution"},
    };
    for (size_t k = 0; k < sizeof texts / sizeof *texts; ++k) {
        file = fopen(path, "w");
        REQUIRE(file && fputs(texts[k][0], file) >= 0);
        fclose(file);
        refused(swarm_routes_read(CONTEXT, fleet, path, &customers, &count), SWARM_ERROR_INPUT, texts[k][1]);
        REQUIRE(!customers);
    }
    unlink(path);
}

TEST_MAIN()
