/* Lengths in TSPLIB instances, which the repository does not contain: the tours 1, 2, ..., n, compared with an
 * independent evaluator (identity_lengths.tsv), and the optimal tours, compared with the built-in table.
 *
 * Usage: tsplib_published FALLBACK_FOLDER; $TSPLIB_DIR replaces it. */
#include "tsp/tour.h"
#include "tsp/read/input.h"
#include "tsp_support.h"

/* Makes the path of the file `name` with `suffix` in the folder. False if the file does not exist. */
static bool find_file(const char *name, const char *suffix, char *path, size_t size)
{
    snprintf(path, size, "%s/%s%s", test_word(1, "TSPLIB_DIR"), name, suffix);
    FILE *file = fopen(path, "rb");
    if (file) {
        fclose(file);
    }
    return file != NULL;
}

TEST(identity_lengths)
{
    char path[1024], line[256];
    int measured = 0;
    if (!find_file("identity_lengths.tsv", "", path, sizeof path)) {
        SKIP("no TSPLIB files: set TSPLIB_DIR to a folder with identity_lengths.tsv");
    }
    FILE *table = fopen(path, "r");
    REQUIRE(table && fgets(line, sizeof line, table));
    while (fgets(line, sizeof line, table)) {
        char name[128];
        long long expected;
        REQUIRE_INT(sscanf(line, "%127s %lld", name, &expected), ==, 2);
        REQUIRE(find_file(name, "", path, sizeof path));
        test_name = name;
        REQUIRE_INT(identity_length(read_good(path)), ==, expected);
        ++measured;
    }
    fclose(table);
    REQUIRE_INT(measured, >, 0);
}

/* Checks the length of an instance's optimal tour, if there is one. Returns the number of tours checked, 0 or 1. */
static int require_optimal_tour(const char *name, long long optimum)
{
    char path[1024];
    if (!find_file(name, ".opt.tour", path, sizeof path)) {
        return 0;
    }
    char *text = NULL;
    size_t size = 0;
    REQUIRE_OK(base_file_read(&env, path, &text, &size));
    char instance_path[1024];
    REQUIRE(find_file(name, ".tsp", instance_path, sizeof instance_path));
    struct swarm_instance *instance = read_good(instance_path);
    uint32_t *tour = NULL;
    int64_t length = 0;
    REQUIRE_OK(tsp_tour_file_parse(&env, (struct tsp_text){path, text, size}, instance, false, &tour, NULL));
    REQUIRE_OK(tsp_tour_measure(&env, instance, tour, instance->info.node_count, &length));
    REQUIRE_INT(length, ==, optimum);
    free(tour);
    free(text);
    return 1;
}

/* Requires that the built-in table has this optimum, proven or not. */
static void require_known(const char *name, long long optimum, bool proven)
{
    char path[1024];
    if (!find_file(name, ".tsp", path, sizeof path) && !find_file(name, ".atsp", path, sizeof path)) {
        return;
    }
    struct swarm_instance *instance = read_good(path);
    REQUIRE(instance->info.optimum_known);
    REQUIRE_INT(instance->info.optimum, ==, optimum);
    REQUIRE_INT(instance->info.optimum_proven, ==, proven);
}

TEST(optima)
{
    char path[1024], line[256];
    int tours = 0;
    REQUIRE(find_file("optima.tsv", "", path, sizeof path));
    FILE *table = fopen(path, "r");
    REQUIRE(table && fgets(line, sizeof line, table));
    while (fgets(line, sizeof line, table)) {
        char name[128], status[32];
        long long optimum;
        REQUIRE_INT(sscanf(line, "%127s %*s %*s %*s %lld %31s", name, &optimum, status), ==, 3);
        test_name = name;
        tours += require_optimal_tour(name, optimum);
        require_known(name, optimum, strcmp(status, "optimal") == 0);
    }
    fclose(table);
    test_name = "optima";
    REQUIRE_INT(tours, >, 0);
}

TEST_MAIN_ENV()
