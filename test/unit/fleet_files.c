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

static void remove_file(void *path)
{
    unlink(path);
    free(path);
}

/* Writes a file that is removed after the test. */
static const char *file_of(const char *name, const char *text)
{
    char *path = malloc(64);
    REQUIRE(path);
    snprintf(path, 64, "/tmp/%d_%s", (int)getpid(), name);
    test_defer(remove_file, path);
    FILE *file = fopen(path, "w");
    REQUIRE(file && fputs(text, file) >= 0);
    fclose(file);
    return path;
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
        REQUIRE(stops[0].arrival == 60 && stops[0].wait == 0 && stops[0].depart == 80 && stops[0].load == 4);
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

#define TWO_DEPOTS                                                                                        \
    "TYPE : MDVRP\nVEHICLES : 3\nDIMENSION : 5\nEDGE_WEIGHT_TYPE : EUC_2D\nDEPOT_SECTION\n1\n2\n-1\n"     \
    "NODE_COORD_SECTION\n1 0 0\n2 0 90\n3 3 4\n4 0 80\n5 0 10\nDEMAND_SECTION\n1 0\n2 0\n3 4\n4 5\n5 6\n" \
    "VEHICLES_DEPOT_SECTION\n1 1\n2 2\n3 1\nCAPACITY_SECTION\n2 7\n1 6\n3 5\n"

TEST(vehicles_of_a_file_have_depots_capacities_limits_and_costs)
{
    const swarm_fleet *fleet =
        parse(TWO_DEPOTS "SERVICE_TIME : 2\nVEHICLES_MAX_DISTANCE : 70\nVEHICLES_MAX_DURATION_SECTION\n1 24\n2 60.5\n"
                         "3 70\nVEHICLES_FIXED_COST_SECTION\n1 100\n2 0\n3 7\n");
    const struct swarm_fleet_info *info = swarm_fleet_describe(fleet);
    const struct swarm_routes *routes = measure(fleet, LIST(3, 0, 2, 0, 1, 0));
    REQUIRE(info->customer_count == 3 && info->vehicle_count == 3 && info->capacity == 7 && info->demand == 15);
    REQUIRE_TEXT(info->rounding, "exact");
    REQUIRE_INT(routes->length, ==, 20000 + 20000 + 10000);
    REQUIRE_INT(routes->vehicle_costs, ==, 107000);
    REQUIRE_TEXT(swarm_instance_node_name(swarm_fleet_nodes(fleet), 1), "2");
    REQUIRE_TEXT(swarm_instance_node_name(swarm_fleet_nodes(fleet), 4), "1");
    violates(fleet, LIST(2, 0), "route 1: its length is 160, and the limit is 70");
    violates(fleet, LIST(3, 1, 0), "route 1: the load with customer \"2\" is 10, and a vehicle carries 6");
    violates(fleet, LIST(1, 0, 2, 0, 3, 0), "route 3: the load with customer \"4\" is 6, and a vehicle carries 5");
    const swarm_fleet *tight = parse(TWO_DEPOTS "DISTANCE : 19\nVEHICLES_MAX_DURATION_SECTION\n1 15\n2 60\n3 70\n"
                                                "PRIZE_SECTION\n1 0\n2 0\n3 1\n4 1\n5 1\n");
    violates(tight, LIST(3, 0), "it takes 20, and the longest duration is 15");
    violates(tight, LIST(0, 2, 0), "it takes 20, and the longest duration is 19");
    const swarm_fleet *wide = parse_with(TWO_DEPOTS "VEHICLES_MAX_DISTANCE_SECTION\n1 9\n2 8\n3 7\n",
                                         PAIRS("capacity", "30", "limit", "300"));
    REQUIRE_INT(measure(wide, LIST(3, 1, 2, 0))->vehicle_costs, ==, 0);
    refuses(TWO_DEPOTS, PAIRS("vehicles", "2", "capacity", "9"), SWARM_ERROR_INVALID_ARGUMENT,
            "vehicles 2: four.vrp has sections of 3 vehicles");
    const char *vans = file_of("homes.csv", "name,start,capacity\nAnna,1,20\n");
    const swarm_fleet *table = parse_with(TWO_DEPOTS, (const char *const[]){"fleet", vans, NULL});
    REQUIRE_INT(measure(table, LIST(2, 3, 1, 0))->length, ==, 10 + 70 + 7 + 86);
    REQUIRE_INT(swarm_fleet_describe(table)->capacity, ==, 20);
    refuses("VEHICLES : 1\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 0 9\n3 3 4\n"
            "DEMAND_SECTION\n1 0\n2 4\n3 4\nCAPACITY_SECTION\n1 7\n",
            NOTHING, SWARM_ERROR_INPUT, "the demand is 8, and ");
}

TEST(matrices_and_solutions_of_several_depots_number_the_depots_first)
{
    const swarm_fleet *fleet =
        parse("VEHICLES : 2\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : "
              "LOWER_ROW\nEDGE_WEIGHT_SECTION\n"
              "1\n10 100\n1000 10000 100000\nVEHICLES_DEPOT_SECTION\n1 2\n2 1\nDEPOT_SECTION\n1\n2\n-1\n");
    const char *path = file_of("two.sol", "Route #1: 2\nRoute #2: 3\nCost 1\n");
    uint32_t *customers = NULL;
    size_t count = 0;
    char text[100] = "";
    ok(swarm_routes_read(CONTEXT, fleet, path, &customers, &count, NULL));
    REQUIRE(count == 4 && customers[0] == 1 && customers[2] == 2);
    const struct swarm_routes *routes = measure(fleet, customers, count);
    free(customers);
    REQUIRE_INT(routes->length, ==, 200 + 2000);
    ok(swarm_routes_write(CONTEXT, path, fleet, routes));
    FILE *file = fopen(path, "r");
    REQUIRE(file && fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    REQUIRE_TEXT(text, "Route #1: 2\nRoute #2: 3\nCost 2200\n");
    refused(swarm_routes_read(CONTEXT, fleet, file_of("one.sol", "Route #1: 1\n"), &customers, &count, NULL),
            SWARM_ERROR_INPUT, ":1: found \"1\", expected a customer from 2 to 3");
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
        {"TYPE : TSP\n", "found \"TSP\", expected a TYPE that is supported: CVRP VRPTW PCVRPTW MDVRP", OTHER},
        {"EDGE_WEIGHT_TYPE : GEO\n", "found \"GEO\"", OTHER},
        {HEAD POINTS "BACKHAUL_SECTION\n2\n-1\n", "found \"BACKHAUL_SECTION\"", OTHER},
        {HEAD POINTS "VEHICLES_UNIT_DISTANCE_COST_SECTION\n1 2\n", "found \"VEHICLES_UNIT_DISTANCE_COST_SECTION\"",
         OTHER},
        {HEAD POINTS DEMAND "DEPOT_SECTION\n1\n2\n-1\n", "four.vrp: found 2 depots, expected VEHICLES_DEPOT_SECTION",
         INPUT},
        {HEAD POINTS DEMAND "DEPOT_SECTION\n1\n3\n-1\n", "found \"3\", expected 2 or -1: the first nodes are the",
         OTHER},
        {HEAD POINTS DEMAND "DEPOT_SECTION\n5\n-1\n", "found \"5\", expected 1: the first nodes are the depots", OTHER},
        {HEAD POINTS "DEPOT_SECTION\n1\n2\n3\n4\n5\n-1\n", "found 5 depots, expected customers as well", INPUT},
        {HEAD POINTS "VEHICLES_DEPOT_SECTION\n1 1\n", "expected a line with VEHICLES before it", INPUT},
        {"VEHICLES : 2\n" HEAD POINTS "VEHICLES_DEPOT_SECTION\n1 1\n3 1\n", "expected one of the vehicles 1 to 2",
         INPUT},
        {"VEHICLES : 2\n" HEAD POINTS "VEHICLES_DEPOT_SECTION\n1 1\n2 2\n",
         "found depot 2 of vehicle 2, expected 1 to 1", INPUT},
        {"VEHICLES : 1\n" HEAD POINTS "CAPACITY_SECTION\n1 9\n", "found CAPACITY and CAPACITY_SECTION, expected one",
         INPUT},
        {HEAD POINTS "6 1 1\n", "four.vrp:12: found \"6\", expected EOF, a key or a section", INPUT},
        {HEAD "NODE_COORD_SECTION\n1 0 0\n2 3 4\n2 6 8\n4 0 7\n5 1 1\n", "found \"2\", expected one of the nodes",
         INPUT},
        {HEAD "NODE_COORD_SECTION\n1 0 0 0\n2 3 4\n2 6 8\n4 0 7\n5 1 1\n", "found \"0\", expected the end of the line",
         INPUT},
        {HEAD "NODE_COORD_SECTION\n1 0 x\n2 3 4\n2 6 8\n4 0 7\n5 1 1\n", "found \"x\", expected a y coordinate", INPUT},
        {HEAD POINTS POINTS, "expected only one such section", INPUT},
        {HEAD POINTS "DEMAND_SECTION\n1 0\n2 4.0625\n3 1\n4 1\n5 1\n",
         "found \"4.0625\", expected a demand with at most 3", INPUT},
        {HEAD POINTS "DEMAND_SECTION\n1 1\n2 4\n3 1\n4 1\n5 1\n", "found a depot with a demand", INPUT},
        {HEAD DEMAND, "four.vrp: expected a line with NODE_COORD_SECTION", INPUT},
        {"DEMAND_SECTION\n", "expected a line with DIMENSION before it", INPUT},
        {"DIMENSION : 2000000\nDEMAND_SECTION\n1 0\n", "found \"DEMAND_SECTION\", expected a section with 4000000",
         INPUT},
        {HEAD "NODE_COORD_SECTION\n1 0 0\n2 1e9 0\n3 6 8\n4 0 7\n5 1 1\n" DEMAND, "expected at most 536870912", INPUT},
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
    ok(swarm_routes_read(CONTEXT, fleet, path, &customers, &count, NULL));
    const struct swarm_routes *again = measure(fleet, customers, count);
    free(customers);
    REQUIRE_INT(again->length, ==, routes->length);
    static const char *const texts[][2] = {
        {"Route #1 : 1 2\r\nRoute 2:\nROUTE", ":3: found \"ROUTE\", expected a line \"Route #1: ...\" or \"Cost ...\""},
        {"Route #1: 1 5\n", ":1: found \"5\", expected a customer from 1 to 4"},
        {"Route #1\n", "found the end of the line, expected \":\""},
        {"\n", "found the end of the file, expected a line \"Route #1: ...\""},
        {"Route #1: 1\nCost: many\n", ":2: found \"many\", expected the cost of the solution"},
    };
    for (size_t k = 0; k < sizeof texts / sizeof *texts; ++k) {
        file = fopen(path, "w");
        REQUIRE(file && fputs(texts[k][0], file) >= 0);
        fclose(file);
        refused(swarm_routes_read(CONTEXT, fleet, path, &customers, &count, NULL), SWARM_ERROR_INPUT, texts[k][1]);
        REQUIRE(!customers);
    }
    unlink(path);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Tables                                                                                                             */

#define STOPS "name;x;y;demand;from;until;service\n"
static const char *const ten[] = {"capacity", "10", NULL};

TEST(a_table_has_customers_by_title)
{
    static const char *const texts[] = {
        STOPS "base;0;0;;6:00;18:00;\nKöln;3;4;5;7:30;9:00;10\nB;0;-8;4;;;0:05\n",
        "Y,service,title,X,load,window,other\n0,,base,0,0,6:00-18:00,a\n4,10,Köln,3,5,7:30 AM \xE2\x80\x93 9:00,b\n"
        "-8,5,B,0,4,,\n",
        "name,x,y,demand,from,until,service,depot\nKöln,3,4,5,2026-11-28T07:30,2026-11-28 9:00,10,\n"
        "B,0,-8,4,,,5,no\nbase,0,0,,2026-11-28T06:00,2026-11-28T18:00,,x\n",
    };
    for (size_t k = 0; k < sizeof texts / sizeof *texts; ++k) {
        const swarm_fleet *fleet = parse_with(texts[k], ten);
        const struct swarm_fleet_info *info = swarm_fleet_describe(fleet);
        const struct swarm_routes *routes = measure(fleet, LIST(1, 2, 0));
        char text[64];
        REQUIRE_INT(info->customer_count, ==, 2);
        REQUIRE_INT(info->demand, ==, 9);
        REQUIRE(info->has_windows && info->has_clock);
        REQUIRE_TEXT(info->rounding, "exact");
        REQUIRE_TEXT(swarm_instance_node_name(swarm_fleet_nodes(fleet), 1), "Köln");
        REQUIRE_INT(routes->length, ==, 5000 + 12369 + 8000);
        REQUIRE_TEXT(swarm_fleet_time_text(fleet, routes->routes[0].stops[0].depart, text, sizeof text),
                     k == 2 ? "2026-11-28T07:40" : "07:40");
        REQUIRE_TEXT(swarm_fleet_time_text(fleet, routes->routes[0].finish, text, sizeof text),
                     k == 2 ? "2026-11-28T08:05:22" : "08:05:22");
    }
}

TEST(places_on_the_earth_need_a_speed_for_times)
{
    static const char text[] = "name,lat,lon,demand,until\nhome,52.5,13.4,,\na,52.6,13.4,1,9:00\n";
    refuses(text, ten, SWARM_ERROR_INPUT, "found times, expected speed 30km/h");
    const swarm_fleet *fleet = parse_with(text, (const char *const[]){"capacity", "10", "speed", "60", NULL});
    const struct swarm_routes *routes = measure(fleet, LIST(1, 0));
    char time[64];
    REQUIRE_TEXT(swarm_fleet_describe(fleet)->unit, "m");
    REQUIRE_INT(routes->length, ==, 2 * 111195);
    REQUIRE_TEXT(swarm_fleet_time_text(fleet, routes->routes[0].finish, time, sizeof time), "00:22:14");
    refuses(text, (const char *const[]){"capacity", "10", "speed", "1", NULL}, SWARM_ERROR_INPUT,
            "customer \"a\" can be reached at 11:07:10, and its window closes at 09:00");
}

TEST(routes_of_tables_are_open_or_bounded)
{
    static const char text[] = "x,y\n0,0\n0,3\n4,3\n";
    REQUIRE_INT(measure(parse(text), LIST(1, 2, 0))->length, ==, 12000);
    const swarm_fleet *open = parse_with(text, (const char *const[]){"open", "true", NULL});
    REQUIRE_INT(measure(open, LIST(1, 2, 0))->length, ==, 7000);
    const swarm_fleet *free_start = parse_with(text, (const char *const[]){"open-start", "true", "open", "true", NULL});
    REQUIRE_INT(measure(free_start, LIST(1, 2, 0))->length, ==, 4000);
    violates(parse_with(text, (const char *const[]){"limit", "11.5", NULL}), LIST(1, 2, 0),
             "its length is 12, and the limit is 11.5");
    violates(parse_with(text, (const char *const[]){"stops", "1", NULL}), LIST(1, 2, 0), "found more than 1 stops");
    violates(parse_with(text, (const char *const[]){"duration", "11", NULL}), LIST(1, 2, 0),
             "it takes 12, and the longest duration is 11");
    refuses(text, (const char *const[]){"limit", "9", "vehicles", "1", "stops", "1", NULL}, SWARM_ERROR_INPUT,
            "customer 2 needs a route of length 10, and the limit is 9; there are 2 customers, and the 1 vehicles make "
            "1 stops");
}

TEST(a_table_of_vehicles_has_what_they_differ_in)
{
    static const char text[] = "name,x,y,demand,depot,skills,vehicle\nN,0,0,,x,,\nS,0,-9,,x,,\na,0,1,2,,ice,\n"
                               "b,0,2,3,,,Ben\nc,0,-8,4,,,\n";
    const char *vans = file_of("vans.csv", "vehicle,capacity,start,end,stops,cost,skills,limit,colour\n"
                                           "Anna,4,S,-,2,1.5,ice dry,,red\nBen,9,,S,,,,20,\n");
    const char *const with[] = {"fleet", vans, NULL};
    const swarm_fleet *fleet = parse_with(text, with);
    const struct swarm_routes *routes = measure(fleet, LIST(1, 0, 2, 3, 0));
    REQUIRE_INT(swarm_fleet_describe(fleet)->vehicle_count, ==, 2);
    REQUIRE_TEXT(swarm_fleet_vehicle_name(fleet, 1), "Anna");
    REQUIRE(!swarm_fleet_vehicle_name(fleet, 3));
    REQUIRE_INT(routes->length, ==, 10000 + 2000 + 10000 + 1000);
    REQUIRE_INT(routes->cost, ==, 24500);
    violates(fleet, LIST(3, 1, 0), "the load with customer \"a\" is 6, and a vehicle carries 4");
    violates(fleet, LIST(0, 1, 0), "the vehicle lacks a skill for customer \"a\"");
    violates(fleet, LIST(2, 0), "only vehicle \"Ben\" may serve customer \"b\"");
    refuses("name,x,y,demand,vehicle,skills\nN,0,0,,,\na,1,1,7,,\nb,2,2,3,Ben,\nc,3,3,1,Ben,gas\n",
            (const char *const[]){"fleet", file_of("few.csv", "name,capacity\nAnna,4\nBen,3\n"), NULL},
            SWARM_ERROR_INPUT,
            "customer \"a\" has a demand of 7, and a vehicle carries 4; customer \"c\" needs skills that not even its "
            "own vehicle has; the demand is 11, and the 2 vehicles carry 7; the customers of vehicle \"Ben\" have a "
            "demand of 4, and it carries 3");
    fleet = parse_with(
        text, (const char *const[]){
                  "fleet", file_of("hours.csv", "name,from,capacity,skills\nAnna,9:00,9,ice\nBen,,9,\n"), NULL});
    char time[64];
    REQUIRE_TEXT(swarm_fleet_time_text(fleet, measure(fleet, LIST(1, 0))->routes[0].finish, time, sizeof time),
                 "09:02");
    static const char *const wrong[][2] = {
        {"name,start\nAnna,a\n", "vans.csv:2: found \"a\", expected the name of a depot"},
        {"name,capacity\nAnna,much\n", "vans.csv:2: found \"much\", expected a capacity from 0 to 1e9"},
        {"name,from\nAnna,noon\n", "vans.csv:2: found \"noon\", expected a time"},
        {"name,from\n", "vans.csv: found no vehicle"},
        {"", "vans.csv: expected titles in the first line"},
    };
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; ++k) {
        file_of("vans.csv", wrong[k][0]);
        refuses(text, with, SWARM_ERROR_INPUT, wrong[k][1]);
    }
}

TEST(matrices_have_lengths_and_times_of_both_ways)
{
    static const char text[] = "name,demand,depot\na,1,\nb,1,\nD,,x\n";
    const char *const with[] = {"capacity", "2",
                                "lengths",  file_of("km.csv", ",D,a,b\nD,0,1,2\na,4,0,8\nb,16,32,0\n"),
                                "times",    file_of("min.csv", "0,0:07,0:09\n0:08,0,0:10\n0:05,0:06,0\n"),
                                NULL};
    const swarm_fleet *fleet = parse_with(text, with);
    const struct swarm_routes *routes = measure(fleet, LIST(1, 2, 0));
    char time[64];
    REQUIRE_INT(routes->length, ==, 1000 + 8000 + 16000);
    REQUIRE_INT(measure(fleet, LIST(2, 1, 0))->length, ==, 2000 + 32000 + 4000);
    REQUIRE_TEXT(swarm_fleet_span_text(fleet, routes->routes[0].finish, time, sizeof time), "22");
    static const char *const wrong[][2] = {
        {",D,a\nD,0,1\na,1,0\n", "km.csv: found no place called \"b\""},
        {"0,1\n1,0\n", "km.csv: found 2 places, expected 3"},
        {",D,a,b\nD,0,1,x\na,4,0,8\nb,16,32,0\n", "km.csv: found no edge from row 1 to 3"},
        {"x,y\n1,2\n3,4\n5,6\n", "km.csv: found points, expected a matrix"},
    };
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; ++k) {
        swarm_fleet *none = NULL;
        file_of("km.csv", wrong[k][0]);
        const enum swarm_status status =
            swarm_fleet_parse(CONTEXT, scene_params(here(), with), text, strlen(text), "four.vrp", &none);
        refused(status, k == 2 ? SWARM_ERROR_UNSUPPORTED : SWARM_ERROR_INPUT, wrong[k][1]);
    }
}

TEST(malformed_tables_are_refused_by_line)
{
    static const char *const texts[][2] = {
        {STOPS "d;0;0;;;;\na;1;1;1,0625;;;\n", ":3: found \"1,0625\", expected a demand"},
        {STOPS "d;0;0;;;;\na;1;1;1;soon;;\n", ":3: found \"soon\", expected a time"},
        {STOPS "d;0;0;;6:00;;\na;1;1;1;400;;\n",
         ":3: found \"400\", expected a time such as 9:30, like the time in line 2"},
        {STOPS "d;0;0;;;;\na;1;1;1;9:00;8:00;\n", ":3: found \"8:00\", expected a window that closes after it opens"},
        {STOPS "d;0;0;;;;\na;1;1;1;;;long\n", ":3: found \"long\", expected a duration of service"},
        {STOPS "d;0;0;4;;;\na;1;1;1;;;\n",
         "found a depot with a demand or a service time, expected 0; without depot or"},
        {STOPS "d;0;0;;;;\n", "found only depots, expected customers as well"},
        {"x,y,depot\n0,0,North\n1,1,\n", ":2: found \"North\", expected x, yes, true or 1 for a depot"},
        {"0,1,2\n1,0,3\n2,3,0\n", "found a matrix, expected a table with a line for each customer"},
        {"x,y,vehicle\n0,0,\n1,1,Anna\n", "found a column of vehicles, expected their number with vehicles"},
    };
    for (size_t k = 0; k < sizeof texts / sizeof *texts; ++k) {
        refuses(texts[k][0], k < 9 ? ten : NOTHING, SWARM_ERROR_INPUT, texts[k][1]);
    }
    refuses("name,x,y\nd,0,0\na,1,1\n", (const char *const[]){"depot", "c", NULL}, SWARM_ERROR_INVALID_ARGUMENT,
            "depot c: four.vrp has no row with this name");
}

TEST_MAIN()
