/* The instances of the repository can be read, and their stated optima are proved here where possible.
 *
 * Usage: shipped INSTANCES_FOLDER */
#include "tsp/tour.h"
#include "tsp_support.h"

static struct swarm_instance *read_shipped(const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", test_word(1, NULL), name);
    return read_good(path);
}

static void require_shipped(const char *name, int64_t optimum)
{
    struct swarm_instance *instance = read_shipped(name);
    REQUIRE_INT(instance->info.optimum, ==, optimum);
    REQUIRE_INT(instance->info.optimum_proven, ==, optimum > 0);
}

TEST(the_circle_is_its_own_tour)
{
    struct swarm_instance *instance = read_shipped("circle200.tsp");
    uint32_t around[200];
    int64_t length = 0;
    for (uint32_t k = 0; k < 200; ++k) {
        around[77 * k % 200] = k;
    }
    REQUIRE_OK(tsp_tour_measure(&env, instance, around, 200, &length));
    REQUIRE_INT(length, ==, instance->info.optimum);
    /* Rounding changes each of the 200 edges by at most 1, and every other tour is longer by more than that in all. */
    int32_t step = tsp_instance_distance(instance, around[0], around[1]);
    int32_t two_steps = tsp_instance_distance(instance, around[0], around[2]);
    REQUIRE_INT(2 * (two_steps - step), >, 60000);
}

/* Returns the length of the shortest tour by dynamic programming (Held and Karp 1962): shortest paths from node 0
 * through every set of other nodes to every node of the set. */
static int32_t shortest_tour(const struct swarm_instance *instance)
{
    enum { OTHERS = 16 };
    const uint32_t sets = UINT32_C(1) << OTHERS;
    const int32_t never = INT32_MAX / 2;
    REQUIRE_INT(instance->info.node_count, ==, OTHERS + 1);
    int32_t(*best)[OTHERS] = malloc(sets * sizeof *best);
    REQUIRE(best);
    for (uint32_t set = 1; set < sets; ++set) {
        for (uint32_t end = 0; end < OTHERS; ++end) {
            uint32_t before = set & ~(UINT32_C(1) << end);
            int32_t shortest = before == 0 ? tsp_instance_distance(instance, 0, end + 1) : never;
            for (uint32_t k = 0; k < OTHERS && before != set; ++k) {
                if (before >> k & 1) {
                    int32_t length = best[before][k] + tsp_instance_distance(instance, k + 1, end + 1);
                    shortest = length < shortest ? length : shortest;
                }
            }
            best[set][end] = before == set ? never : shortest;
        }
    }
    int32_t shortest = never;
    for (uint32_t end = 0; end < OTHERS; ++end) {
        int32_t length = best[sets - 1][end] + tsp_instance_distance(instance, end + 1, 0);
        shortest = length < shortest ? length : shortest;
    }
    free(best);
    return shortest;
}

TEST(stated_optima_are_those_of_dynamic_programming_where_it_can)
{
    require_shipped("uniform100.tsp", 0);
    require_shipped("timezones.tsp", 0);
    require_shipped("uniform1000.tsp", 23360648);
    require_shipped("clustered1000.tsp", 11387430);
    require_shipped("grid100.tsp", 10000);
    struct swarm_instance *instance = read_shipped("random17.atsp");
    REQUIRE_INT(instance->info.symmetric, ==, false);
    REQUIRE_INT(shortest_tour(instance), ==, instance->info.optimum);
}

TEST_MAIN_ENV()
