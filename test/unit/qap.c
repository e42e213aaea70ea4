/* Quadratic assignment on the host: readers, best known costs, random instances and runs.
 *
 * Usage: qap FALLBACK_FOLDER, a folder of QAPLIB's files, which the repository does not contain. $QAPLIB_DIR replaces
 * it. */
#include <unistd.h>

#include "../scene.h"

/* The scene of the running test, made at the first call. */
static struct scene *here(void)
{
    static struct scene *scene;
    static const char *of = NULL;
    if (of != test_name) {
        of = test_name;
        scene = scene_of("qap");
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

static void destroy_qap(void *object)
{
    swarm_qap *qap = object;
    swarm_qap_destroy(&qap);
}

/* Destroys the instance after the test. */
static swarm_qap *kept(swarm_qap *qap)
{
    test_defer(destroy_qap, qap);
    return qap;
}

static swarm_qap *parse_as(const char *text, const char *name)
{
    swarm_qap *qap = NULL;
    ok(swarm_qap_parse(CONTEXT, text, strlen(text), name, &qap));
    return kept(qap);
}

static swarm_qap *parse(const char *text)
{
    return parse_as(text, "folder/three.dat");
}

static int64_t cost_of(const swarm_qap *qap, uint32_t a, uint32_t b, uint32_t c)
{
    int64_t cost = -1;
    ok(swarm_qap_cost(CONTEXT, qap, (const uint32_t[]){a, b, c}, 3, &cost));
    return cost;
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Instances                                                                                                          */

static const char three_items[] = "3\n\n1 2 3\n4 5 6\n7 8 9\n\n0 10 20\n30 0 40\n50 60 5\n";

TEST(costs_count_every_ordered_pair_lines_may_break_anywhere_and_tables_have_commas)
{
    swarm_qap *qap = parse(three_items);
    const struct swarm_qap_info *info = swarm_qap_describe(qap);
    REQUIRE_TEXT(info->name, "three");
    REQUIRE_INT(info->item_count, ==, 3);
    REQUIRE(!info->symmetric && !info->best_known);
    REQUIRE_INT(cost_of(qap, 0, 1, 2), ==, 2 * 10 + 3 * 20 + 4 * 30 + 6 * 40 + 7 * 50 + 8 * 60 + 9 * 5);
    REQUIRE_INT(cost_of(qap, 2, 0, 1), ==, 1 * 5 + 2 * 50 + 3 * 60 + 4 * 20 + 6 * 10 + 7 * 40 + 8 * 30);
    static const char *const texts[][2] = {
        {"3 1 2 3 4 5\r\n6 7 8 9 0\t10 20 30\r\n\r\n0 40 50 60 5", "a.dat"},
        {"\xEF\xBB\xBF 3\n1,2,3,4,5,6,7,8,9,\n0 10 20 30 0 40 50 60 5\n", "a"},
        {"1,2,3\n4,5,6\n7,8,9\n\n0,10,20\n30,0,40\n50,60,5\n", "a.csv"},
        {"1; 2; 3\r\n4; 5; 6\r\n7; 8; 9\r\n0; 10; 20\r\n30; 0; 40\r\n50; 60; 5", "a"},
        {"1 2 3\n4 5 6\n7 8 9\n0 10 20\n30 0 40\n50 60 5.0\n", "a.csv"},
    };
    for (size_t k = 0; k < sizeof texts / sizeof *texts; ++k) {
        qap = parse_as(texts[k][0], texts[k][1]);
        REQUIRE_INT(swarm_qap_describe(qap)->item_count, ==, 3);
        REQUIRE_INT(cost_of(qap, 2, 0, 1), ==, 945);
    }
    swarm_qap *one = parse_as("1 3 -7", "one.dat");
    int64_t cost = 0;
    ok(swarm_qap_cost(CONTEXT, one, (const uint32_t[]){0}, 1, &cost));
    REQUIRE_INT(cost, ==, -21);
}

/* Tests the same three items under other names; 945 is the cost of the assignment 3 1 2. */
TEST(tables_have_names_decimals_and_more_places_than_items)
{
    static const struct {
        const char *text, *item, *place;
        int decimals;
        int64_t cost;
    } tables[] = {
        {"\xEF\xBB\xBF,a,b,c\na,1,2,3\nb,4,5,6\nc,7,8,9\n,,,\n,x,y,z\nx,0,10,20\ny,30,0,40\nz,50,60,5\n", "a", "z", 0,
         945},
        {"a;b;c\r\n1;2;3\r\n4;5;6\r\n7;8;9\r\nx;y;z\r\n0;1,0;2\r\n3;0;4\r\n5;6;0,50\r\n", "a", "z", 2, 9450},
        {"-,\",\",\";\",b\n\",\",1,2,3\n\";\",4,5,6\nb,7,8,9\n0,10,20\n30,0,40\n50,60,5\n", ",", NULL, 0, 945},
        {"keys,1,2,3\n1,1,2,3\n2,4,5,6\n3,7,8,9\n0 , 10 , 20\n30,0,40\n50,60,5\n", "1", NULL, 0, 945},
    };
    for (size_t k = 0; k < sizeof tables / sizeof *tables; ++k) {
        const swarm_qap *qap = parse_as(tables[k].text, "a.csv");
        const char *item = swarm_qap_item_name(qap, 0), *place = swarm_qap_place_name(qap, 2);
        REQUIRE_INT(swarm_qap_describe(qap)->decimals, ==, tables[k].decimals);
        REQUIRE_INT(cost_of(qap, 2, 0, 1), ==, tables[k].cost);
        REQUIRE_TEXT(item, tables[k].item);
        REQUIRE(tables[k].place ? strcmp(place, tables[k].place) == 0 : place == NULL);
        REQUIRE(swarm_qap_item_name(qap, 3) == NULL && swarm_qap_place_name(qap, 3) == NULL);
    }
    const swarm_qap *wide = parse_as("a,b\n1,2\n4,5\n0,10,20\n30,0,40\n50,60,5\n", "a.csv");
    REQUIRE(swarm_qap_describe(wide)->item_count == 3 && swarm_qap_describe(wide)->added_items == 1);
    REQUIRE(swarm_qap_item_name(wide, 2) == NULL && strcmp(swarm_qap_item_name(wide, 1), "b") == 0);
    REQUIRE_INT(cost_of(wide, 2, 0, 1), ==, 1 * 5 + 2 * 50 + 4 * 20);
}

TEST(bad_instances_are_refused_with_their_line)
{
    static const char *const texts[][3] = {
        {"", "a.dat", "a.dat:"},
        {"x", "a.dat", "a.dat:1: found \"x\", expected the number of items, an integer"},
        {"0", "a.dat", "found \"0\", expected the number of items, 1 to 16384"},
        {"16000 1 2 3", "a.dat", "expected a matrix of 16000 rows and columns"},
        {"2\n1 2\n3 4\n5 6\n7", "a.dat", "expected the distance from place 2 to 2, a number"},
        {"2\n1 2\n3 x\n5 6\n7 8", "a.dat", "a.dat:3: found \"x\", expected the flow from item 2 to 2, a number"},
        {"2\n1 2\n3 4\n5 6\n7 8\n9", "a.dat", "a.dat:6: found \"9\", expected the end of the file after two matrices"},
        {"1,2\n3,4,5\n5,6\n7,8\n", "a.csv", "a.csv:2: found \"5\", expected the end of the line after 2 numbers"},
        {"1,2\n3\n5,6\n7,8,9\n", "a.csv", "a.csv:2: found the end of the line, expected the flow from item 2 to 2"},
        {"1,2\n3,4\n", "a.csv",
         "expected the distance from place 1 to 1; distances are below the flows, or in a second"},
        {"1,2\n3,4\n5\n", "a.csv", "a.csv: found 2 items and 1 places, expected a place for each item"},
        {",a,b\nb,1,2\na,3,4\n5,6\n7,8\n", "a.csv",
         "found \"b\", expected \"a\", because rows have the order of columns"},
        {",a,b\na,1,2,3\n", "a.csv", "expected as many numbers in a line as there are names above"},
        {"a,b\n1,2\n3,\n5,6\n7,8\n", "a.csv", "a.csv:3: found the end of the line, expected the flow from item 2 to 2"},
        {"1,2\n3,4\n5,0.000000000000000001\n7,8\n", "a.csv", "round the numbers to fewer decimals"},
        {"2 400000000000000000 0 0 0 20 0 0 0", "a.dat",
         "a.dat: found flows and distances whose costs could reach 8e+18"},
        {"2 1 2 3 4 5 6 7 99999999999999999999", "a.dat", "less than 2^56"},
    };
    swarm_qap *qap = NULL;
    for (size_t k = 0; k < sizeof texts / sizeof *texts; ++k) {
        const char *text = texts[k][0];
        refused(swarm_qap_parse(CONTEXT, text, strlen(text), texts[k][1], &qap), SWARM_ERROR_INPUT, texts[k][2]);
        REQUIRE(!qap);
    }
    REQUIRE_INT(swarm_qap_parse(CONTEXT, "1 2\0 3", 6, "a.dat", &qap), ==, SWARM_ERROR_INPUT);
    REQUIRE_INT(swarm_qap_read(CONTEXT, "/nowhere/a.dat", &qap), ==, SWARM_ERROR_INPUT);
    REQUIRE(!qap);
}

TEST(matrices_of_the_caller_make_the_same_instance)
{
    static const int64_t flows[] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, distances[] = {0, 10, 20, 30, 0, 40, 50, 60, 5};
    swarm_qap *qap = NULL;
    ok(swarm_qap_from_matrices(CONTEXT, "three", 3, flows, distances, &qap));
    REQUIRE_INT(cost_of(qap, 2, 0, 1), ==, 945);
    swarm_qap_destroy(&qap);
    static const int64_t large[] = {INT64_MIN, 0, 0, INT64_MIN};
    refused(swarm_qap_from_matrices(CONTEXT, "none", 0, flows, distances, &qap), SWARM_ERROR_INPUT, "");
    refused(swarm_qap_from_matrices(CONTEXT, "null", 3, NULL, distances, &qap), SWARM_ERROR_INVALID_ARGUMENT, "");
    refused(swarm_qap_from_matrices(CONTEXT, "large", 2, large, large, &qap), SWARM_ERROR_INPUT, "");
    REQUIRE(!qap);
}

TEST(best_known_costs_are_known_by_name_and_matrices)
{
    int64_t flows[16 * 16] = {0}, distances[16 * 16]; /* matrices of esc16f: distances in a hypercube, minus one */
    for (unsigned i = 0; i < 16 * 16; ++i) {
        const unsigned bits = i / 16 ^ i % 16;
        distances[i] = (int64_t)(bits % 2 + bits / 2 % 2 + bits / 4 % 2 + bits / 8) - (bits > 0);
    }
    static const struct {
        const char *name;
        uint32_t added; /* amount that is added to one distance */
        bool known;
    } asked[] = {{"esc16f.dat.gz", 0, true}, {"esc16g.dat", 0, false}, {"esc16f.dat", 1, false}};
    for (size_t k = 0; k < sizeof asked / sizeof *asked; ++k) {
        swarm_qap *qap = NULL;
        distances[1] += asked[k].added;
        ok(swarm_qap_from_matrices(CONTEXT, asked[k].name, 16, flows, distances, &qap));
        const struct swarm_qap_info *info = swarm_qap_describe(qap);
        REQUIRE(info->symmetric == (asked[k].added == 0));
        REQUIRE(info->best_known == asked[k].known && info->best_proven == asked[k].known && info->best == 0);
        swarm_qap_destroy(&qap);
    }
}

TEST(random_instances_follow_from_their_seed)
{
    static const char *const kinds[] = {"qap-uniform", "qap-grid"};
    for (int k = 0; k < 2; ++k) {
        char *texts[3] = {NULL};
        size_t sizes[3];
        for (size_t i = 0; i < 3; ++i) {
            ok(swarm_instance_generate(CONTEXT, kinds[k], 12, i < 2 ? 7 : 8, &texts[i], &sizes[i]));
            const struct swarm_qap_info *info = swarm_qap_describe(parse_as(texts[i], "random.dat"));
            REQUIRE(info->symmetric && info->item_count == 12);
        }
        REQUIRE_TEXT(texts[0], texts[1]);
        REQUIRE(strcmp(texts[0], texts[2]) != 0);
        for (size_t i = 0; i < 3; ++i) {
            swarm_free(texts[i]);
        }
    }
    char *text = NULL;
    size_t size = 0;
    REQUIRE_INT(swarm_instance_generate(CONTEXT, "qap-grid", 1, 1, &text, &size), ==, SWARM_ERROR_INVALID_ARGUMENT);
    REQUIRE(!text);
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Assignments                                                                                                        */

TEST(the_stated_cost_distinguishes_places_of_items_from_items_of_places)
{
    static const char *const texts[] = {
        "3 945\n3 1 2\n",       /* cost, then the place of each item */
        "3 945\n2 3 1\n",       /* cost, then the item at each place */
        "3 945\n2 0 1\n",       /* item at each place, numbered from 0 */
        "3,945,\n3,\n1,\n2,\n", /* numbers separated by commas */
        "item,place\n1,3\n2,1\n3,2\n",
    };
    swarm_qap *qap = parse(three_items);
    for (size_t k = 0; k < sizeof texts / sizeof *texts; ++k) {
        uint32_t *places = NULL;
        int64_t cost = 0;
        const char *file_path = test_write("sln", texts[k], strlen(texts[k]));
        for (int written = 0; written < 2; ++written) { /* the text above, then the library's own text */
            ok(swarm_qap_read_assignment(CONTEXT, qap, file_path, &places, &cost));
            REQUIRE(cost == 945 && places[0] == 2 && places[1] == 0 && places[2] == 1);
            ok(swarm_qap_write_assignment(CONTEXT, file_path, qap, places));
            swarm_free(places);
        }
    }
}

TEST(bad_assignments_are_refused)
{
    static const struct {
        const char *text;
        enum swarm_status status;
        const char *message;
    } cases[] = {
        {"4 945 1 2 3 4", SWARM_ERROR_INPUT, ":1: found \"4\", expected 3, the number of items"},
        {"3 x 1 2 3", SWARM_ERROR_INPUT, "expected the cost, an integer"},
        {"3 945\n3 1", SWARM_ERROR_INPUT, "expected number 3 of 3, from 1 to 3"},
        {"3 945\n3 1 2 1", SWARM_ERROR_INPUT, "expected the end of the file after the places"},
        {"3 945\n3 1 1", SWARM_ERROR_VERIFICATION, "expected each place once"},
        {"item,place\n1,3\n2,1\n", SWARM_ERROR_VERIFICATION, "found 2 items, expected 3"},
        {"item,place\n1,3\n2,3\n3,2\n", SWARM_ERROR_INPUT, ":3: found \"3\", expected a place that no line above has"},
        {"item,place\n4,3\n", SWARM_ERROR_INPUT, ":2: found \"4\", expected an item that no line above has"},
        {"item,place\n1,3\n2,1\n3,2\n1,3\n", SWARM_ERROR_INPUT, ":5: found \"1\", expected the end of the file"},
        {"3 946\n3 1 2", SWARM_ERROR_VERIFICATION,
         "found the cost 946, expected 945 if the numbers are places of items"},
    };
    swarm_qap *qap = parse(three_items);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        uint32_t *places = NULL;
        int64_t cost = 0;
        const char *file_path = test_write("sln", cases[k].text, strlen(cases[k].text));
        refused(swarm_qap_read_assignment(CONTEXT, qap, file_path, &places, &cost), cases[k].status, cases[k].message);
        REQUIRE(!places);
    }
    int64_t cost;
    const uint32_t twice[] = {0, 1, 1}, beyond[] = {0, 1, 3};
    refused(swarm_qap_cost(CONTEXT, qap, twice, 3, &cost), SWARM_ERROR_VERIFICATION, "item 3 has place 2");
    refused(swarm_qap_cost(CONTEXT, qap, beyond, 3, &cost), SWARM_ERROR_VERIFICATION, "");
    refused(swarm_qap_write_assignment(CONTEXT, test_file("sln"), qap, twice), SWARM_ERROR_VERIFICATION, "");
}

/* The folder's solution of tai100a is older than the best known solution. */
TEST(published_solutions_have_the_best_known_costs)
{
    static const char *const names[] = {
        "bur26a",  "bur26g", "chr25a", "els19",   "esc128", "esc16f",  "esc32e", "had20",   "kra30a",
        "lipa40a", "nug30",  "rou20",  "sko100f", "ste36a", "tai100b", "tai12a", "tai150b", "tai256c",
        "tai60a",  "tai64c", "tai80a", "tho150",  "tho30",  "wil100",  "tai35a", "scr20",   "tai15b",
    };
    size_t found = 0;
    for (size_t k = 0; k < sizeof names / sizeof *names; ++k) {
        char instance_path[1024], solution_path[1024];
        swarm_qap *qap = NULL;
        uint32_t *places = NULL;
        int64_t cost = 0;
        snprintf(instance_path, sizeof instance_path, "%s/%s.dat", test_word(1, "QAPLIB_DIR"), names[k]);
        snprintf(solution_path, sizeof solution_path, "%s/%s.sln", test_word(1, "QAPLIB_DIR"), names[k]);
        if (access(instance_path, R_OK) == 0 && access(solution_path, R_OK) == 0) {
            ok(swarm_qap_read(CONTEXT, instance_path, &qap));
            ok(swarm_qap_read_assignment(CONTEXT, kept(qap), solution_path, &places, &cost));
            REQUIRE(swarm_qap_describe(qap)->best_known);
            REQUIRE_INT(cost, ==, swarm_qap_describe(qap)->best);
            swarm_free(places);
            ++found;
        }
    }
    printf("%zu published solutions in %s\n", found, test_word(1, "QAPLIB_DIR"));
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Runs                                                                                                               */

static const char *const algorithms[] = {"memetic", "mmas"};

static swarm_qap *random_qap(const char *kind, uint32_t n)
{
    char *text = NULL;
    size_t size = 0;
    ok(swarm_instance_generate(CONTEXT, kind, n, 3, &text, &size));
    swarm_qap *qap = parse_as(text, "random.dat");
    swarm_free(text);
    return qap;
}

static swarm_params *make_params(swarm_qap *qap, const char *const *pairs)
{
    swarm_params *params = scene_params(here(), pairs);
    swarm_params_qap(params, qap);
    return params;
}

/* Solves, and requires that the result has the cost of its assignment. */
static swarm_result *run(swarm_params *params, const swarm_qap *qap)
{
    swarm_result *result = scene_run(here(), params, NULL, NULL);
    int64_t cost = -1;
    REQUIRE(result->assignment && result->assignment->item_count == swarm_qap_describe(qap)->item_count);
    ok(swarm_qap_cost(CONTEXT, qap, result->assignment->places, result->assignment->item_count, &cost));
    REQUIRE_INT(result->length, ==, cost);
    return result;
}

static swarm_result *solve(swarm_qap *qap, const char *const *pairs)
{
    return run(make_params(qap, pairs), qap);
}

static void require_refused_run(swarm_qap *qap, const char *const *pairs, const char *message)
{
    scene_refuse_run(here(), make_params(qap, pairs), SWARM_ERROR_INVALID_ARGUMENT, message);
}

TEST(all_algorithms_find_the_cheapest_of_all_assignments)
{
    swarm_qap *qap = random_qap("qap-grid", 7);
    int64_t cost, best = INT64_MAX;
    for (uint32_t code = 0; code < 5040; ++code) { /* the digits of `code` choose among the places left */
        uint32_t places[7], left[] = {0, 1, 2, 3, 4, 5, 6};
        for (uint32_t i = 0, rest = code; i < 7; rest /= 7 - i, ++i) {
            const uint32_t k = rest % (7 - i);
            places[i] = left[k];
            left[k] = left[6 - i];
        }
        ok(swarm_qap_cost(CONTEXT, qap, places, 7, &cost));
        best = cost < best ? cost : best;
    }
    for (int k = 0; k < 3; ++k) {
        const char *algorithm = k < 2 ? algorithms[k] : "exact";
        const char *const *ends = k < 2 ? PAIRS("iterations", "5") : NOTHING;
        REQUIRE_INT(solve(qap, join(PAIRS("algorithm", algorithm), ends))->length, ==, best);
    }
}

TEST(neither_threads_nor_interruptions_change_a_result)
{
    swarm_qap *qap = random_qap("qap-uniform", 25);
    for (int k = 0; k < 2; ++k) {
        const char *const *pairs = PAIRS("algorithm", algorithms[k], "iterations", "30", "steps", "40");
        swarm_result *one = solve(qap, join(pairs, PAIRS("threads", "1")));
        require_same_search(one, solve(qap, join(pairs, PAIRS("threads", "3"))));
        solve(qap, join(pairs, PAIRS("iterations", "17", "checkpoint", test_file("state"))));
        swarm_result *whole = solve(qap, join(pairs, PAIRS("resume", test_file("state"))));
        require_same_search(one, whole);
        REQUIRE_INT(whole->first_iteration, ==, 17);
    }
}

TEST(fixed_items_stay_at_their_places)
{
    swarm_qap *qap = random_qap("qap-uniform", 12);
    swarm_result *result = solve(qap, PAIRS("fix", "3=7,12=1", "iterations", "5"));
    REQUIRE(result->assignment->places[2] == 6 && result->assignment->places[11] == 0);
    result = solve(qap, PAIRS("fix", "1=2,2=1,3=3,4=4,5=5,6=6,7=7,8=8,9=9,10=10,11=11,12=12", "iterations", "2"));
    REQUIRE_INT(result->assignment->places[0], ==, 1);
    require_refused_run(qap, PAIRS("fix", "3"), "fix 3: this is not a pair; expected ITEM=PLACE");
    require_refused_run(qap, PAIRS("fix", "3=13"), "fix 3=13: there is no such place");
    require_refused_run(qap, PAIRS("fix", "3=1,4=1"), "fix 4=1: the item or the place is fixed already");
    require_refused_run(qap, PAIRS("fix", "13=3"), "fix 13=3: there is no such item");
    require_refused_run(qap, PAIRS("fix", "3=1,"), "this is not a pair");
}

TEST(a_run_starts_from_given_assignments)
{
    swarm_qap *qap = random_qap("qap-uniform", 20);
    swarm_result *good = solve(qap, PAIRS("iterations", "10"));
    swarm_params *params = make_params(qap, PAIRS("iterations", "1", "steps", "1", "seed", "9"));
    ok(swarm_params_add_start(CONTEXT, params, good->assignment->places, 20));
    const swarm_result *result = run(params, qap);
    REQUIRE_INT(result->length, <=, good->length);
    REQUIRE_INT(result->trace[0].length, ==, good->length);
    params = make_params(qap, PAIRS("fix", "1=1,2=2", "iterations", "1"));
    ok(swarm_params_add_start(CONTEXT, params, good->assignment->places, 20));
    if (good->assignment->places[0] != 0 || good->assignment->places[1] != 1) {
        scene_refuse_run(here(), params, SWARM_ERROR_INVALID_ARGUMENT, "starting assignment 1");
    }
}

TEST(runs_end_at_a_target_and_refuse_options_of_the_other_algorithm)
{
    swarm_qap *qap = random_qap("qap-grid", 10);
    swarm_result *result = solve(qap, PAIRS("target", "1e18"));
    REQUIRE_INT(result->stop_reason, ==, SWARM_STOP_TARGET);
    REQUIRE_INT(result->iterations, <=, 1);
    require_refused_run(qap, PAIRS("ants", "5"), "ants 5 clashes with algorithm memetic");
    require_refused_run(qap, PAIRS("algorithm", "mmas", "population", "5"), "population 5 clashes with algorithm mmas");
}

TEST_MAIN()
