/* Islands: donors, and runs with islands spread over ranks, which are threads here. With the sequential reference. */
#include <pthread.h>

#include "../scene.h"
#include "islands/islands.h"

enum { MOST_RANKS = 5, NODES = 100 };

/* ------------------------------------------------------------------------------------------------------------------ */
/* Donors                                                                                                             */

TEST(each_island_takes_the_solution_of_its_donor_if_it_is_better_and_has_its_seed)
{
    static const struct {
        int migration;
        int64_t lengths[4];
        uint32_t count, donors[4]; /* number of islands; donor of each island, itself if it takes nothing */
    } rows[] = {
        {ISLANDS_RING, {7, 5, 9, 9}, 4, {0, 1, 1, 3}}, /* donor: the island before, unless its tour is not shorter */
        {ISLANDS_RING, {7, 5, 3}, 3, {2, 1, 2}},
        {ISLANDS_COMPLETE, {7, 5, 9, 5}, 4, {1, 1, 1, 3}}, /* the best, and of equals the lowest */
        {ISLANDS_APART, {7, 5}, 2, {0, 1}},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
        for (uint32_t island = 0; island < rows[k].count; ++island) {
            REQUIRE_INT(islands_donor(rows[k].migration, rows[k].lengths, rows[k].count, island), ==,
                        rows[k].donors[island]);
        }
    }
    REQUIRE(islands_seed(42, 0) == 42);
    REQUIRE(islands_seed(42, 1) == 42 + UINT64_C(0x9E3779B97F4A7C15));
    REQUIRE(islands_seed(UINT64_MAX, 2) == UINT64_C(0x3C6EF372FE94F829));
}

/* ------------------------------------------------------------------------------------------------------------------ */
/* Ranks                                                                                                              */

/* Shared by all ranks: two tables for gathers, even and odd, because a rank may still read one when the next starts. */
struct world {
    pthread_mutex_t lock;
    pthread_cond_t turned;
    uint32_t count, here; /* ranks; ranks that have called the current gather */
    uint64_t gathers;     /* number of gathers that are complete */
    uint64_t failing;     /* number, from 1, of the gather that fails; 0: none */
    size_t size[2];
    unsigned char *tables[2];
};

struct rank {
    struct world *world;
    uint32_t number;
    const char *const *pairs;
    const char *objective; /* objective of a swarm; NULL: a run of "tsp" */
    int cancel_at;         /* number of the progress call that cancels the run; 0: none */
    int64_t shortest;
    enum swarm_status status;
    char error[256];
    struct scene *scene;
    swarm_result *result;
};

static int gather(void *user, const void *own, size_t size, void *all)
{
    const struct rank *rank = user;
    struct world *world = rank->world;
    pthread_mutex_lock(&world->lock);
    const uint64_t now = world->gathers;
    const size_t which = now % 2;
    if (world->here == 0) {
        free(world->tables[which]);
        world->size[which] = size;
        world->tables[which] = malloc(size * world->count);
    }
    REQUIRE_INT(size, ==, world->size[which]);
    memcpy(world->tables[which] + rank->number * size, own, size);
    if (++world->here == world->count) {
        world->here = 0;
        ++world->gathers;
        pthread_cond_broadcast(&world->turned);
    }
    while (world->gathers == now) {
        pthread_cond_wait(&world->turned, &world->lock);
    }
    memcpy(all, world->tables[which], size * world->count);
    const int failed = world->failing == now + 1;
    pthread_mutex_unlock(&world->lock);
    return failed;
}

static void on_progress(void *user, const struct swarm_progress *progress)
{
    struct rank *rank = user;
    rank->shortest = progress->length;
    if (rank->cancel_at > 0 && --rank->cancel_at == 0) {
        swarm_context_cancel(rank->scene->context);
    }
}

static void *live(void *user)
{
    struct rank *rank = user;
    swarm_context *context = rank->scene->context;
    rank->status = swarm_solve(context, rank->scene->params[0], on_progress, rank, &rank->result);
    snprintf(rank->error, sizeof rank->error, "%s", swarm_context_error(context));
    return NULL;
}

/* Runs all ranks, each on a thread. `ranks` has their other members set. */
static void solve(struct world *world, struct rank *ranks)
{
    pthread_t threads[MOST_RANKS];
    REQUIRE(pthread_mutex_init(&world->lock, NULL) == 0 && pthread_cond_init(&world->turned, NULL) == 0);
    for (uint32_t k = 0; k < world->count; ++k) {
        struct rank *rank = &ranks[k];
        const struct swarm_ranks of_user = {rank, k, world->count, gather};
        rank->world = world;
        rank->number = k;
        rank->scene = rank->objective ? scene_swarm(rank->objective) : scene_open(NODES);
        swarm_context_set_ranks(rank->scene->context, &of_user);
        scene_params(rank->scene, rank->pairs);
    }
    for (uint32_t k = 0; k < world->count; ++k) {
        REQUIRE(pthread_create(&threads[k], NULL, live, &ranks[k]) == 0);
    }
    for (uint32_t k = 0; k < world->count; ++k) {
        pthread_join(threads[k], NULL);
    }
}

static void close_ranks(struct world *world, struct rank *ranks)
{
    for (uint32_t k = 0; k < world->count; ++k) {
        swarm_result_destroy(&ranks[k].result);
    }
    free(world->tables[0]);
    free(world->tables[1]);
    pthread_cond_destroy(&world->turned);
    pthread_mutex_destroy(&world->lock);
}

/* Requires the same result from one process and from 2 to 5 ranks, with adopted solutions and stop reason `reason`.
 * `objective` NULL: tours. */
static void require_spread(const char *objective, const char *const *pairs, enum swarm_stop_reason reason)
{
    struct scene *scene = objective ? scene_swarm(objective) : scene_open(NODES);
    swarm_result *one = scene_solve(scene, pairs);
    REQUIRE_INT(one->stop_reason, ==, reason);
    REQUIRE_INT(one->island_count, ==, 5);
    REQUIRE_INT(taken_of(one), >, 0);
    for (uint32_t count = 2; count <= MOST_RANKS; count += test_paths(3, 1)) {
        struct world world = {.count = count};
        struct rank ranks[MOST_RANKS] = {{.number = 0}};
        for (uint32_t k = 0; k < count; ++k) {
            ranks[k].pairs = pairs;
            ranks[k].objective = objective;
        }
        solve(&world, ranks);
        for (uint32_t k = 0; k < count; ++k) {
            REQUIRE_TEXT(ranks[k].error, "");
            (objective ? require_same_search : require_same_trace)(ranks[k].result, one);
        }
        REQUIRE_INT(ranks[0].result->islands[4].rank, ==, count - 1);
        close_ranks(&world, ranks);
    }
}

TEST(ants_on_several_ranks_find_what_they_find_on_one)
{
    require_spread(NULL,
                   PAIRS("algorithm", "mmas", "ants", "2", "local-search", "2opt", "islands", "5", "epoch", "4",
                         "iterations", "14"),
                   SWARM_STOP_ITERATIONS);
    require_spread(NULL,
                   PAIRS("algorithm", "acs", "local-search", "2opt", "islands", "5", "epoch", "3", "migration",
                         "complete", "iterations", "11"),
                   SWARM_STOP_ITERATIONS);
    /* ants that mix trails */
    require_spread(NULL,
                   PAIRS("algorithm", "mmas", "ants", "2", "local-search", "2opt", "islands", "5", "epoch", "4",
                         "trail-share", "0.3", "iterations", "14"),
                   SWARM_STOP_ITERATIONS);
    require_spread(NULL,
                   PAIRS("algorithm", "as", "ants", "9", "islands", "5", "epoch", "9", "migration", "complete",
                         "trail-share", "0.5", "iterations", "29"),
                   SWARM_STOP_ITERATIONS);
}

TEST(mosaic_and_swarms_on_several_ranks_find_what_they_find_on_one)
{
    require_spread("rastrigin", PAIRS("islands", "5", "epoch", "4", "iterations", "30", "dim", "3", "particles", "9"),
                   SWARM_STOP_ITERATIONS);
    require_spread(
        NULL,
        PAIRS("algorithm", "mosaic", "islands", "5", "population", "2", "kicks", "1", "kopt", "2", "iterations", "4"),
        SWARM_STOP_ITERATIONS);
}

TEST(a_target_ends_all_ranks_at_the_same_migration)
{
    char target[24];
    const char *const *pairs =
        PAIRS("algorithm", "acs", "local-search", "2opt", "islands", "5", "epoch", "3", "migration", "complete");
    swarm_result *result = scene_solve(scene_open(NODES), join(pairs, PAIRS("iterations", "20")));
    snprintf(target, sizeof target, "%lld", (long long)result->length);
    require_spread(NULL, join(pairs, PAIRS("target", target)), SWARM_STOP_TARGET);
}

/* Runs all ranks with the options `common`, but rank 1 with `others`. */
static void solve_mixed(struct world *world, struct rank *ranks, const char *const *common, const char *const *others)
{
    for (uint32_t k = 0; k < world->count; ++k) {
        ranks[k].pairs = k == 1 ? others : common;
    }
    solve(world, ranks);
}

TEST(cancelling_one_rank_ends_all)
{
    struct world world = {.count = 3};
    struct rank ranks[MOST_RANKS] = {{.number = 0}, {.cancel_at = 3}};
    const char *const *pairs =
        PAIRS("algorithm", "mmas", "local-search", "none", "islands", "3", "epoch", "2", "iterations", "1000000000");
    solve_mixed(&world, ranks, pairs, pairs);
    for (uint32_t k = 0; k < world.count; ++k) {
        REQUIRE_TEXT(ranks[k].error, "");
        REQUIRE_INT(ranks[k].result->stop_reason, ==, SWARM_STOP_CANCELLED);
        REQUIRE_INT(ranks[k].result->length, ==, ranks[0].result->length);
    }
    close_ranks(&world, ranks);
}

TEST(ranks_with_other_parameters_are_refused)
{
    const char *const *common = PAIRS("algorithm", "mmas", "islands", "3", "iterations", "2");
    static const char *const others[][3] = {{"seed", "2"}, {"islands", "4"}, {"threads", "2"}};
    static const char *const texts[] = {"different instances or different options", "have different islands",
                                        "threads 2 clashes"};
    for (size_t i = 0; i < 3; ++i) {
        struct world world = {.count = 3};
        struct rank ranks[MOST_RANKS] = {{.number = 0}};
        solve_mixed(&world, ranks, common, join(common, others[i]));
        for (uint32_t k = 0; k < world.count; ++k) {
            REQUIRE_INT(ranks[k].status, ==, SWARM_ERROR_INVALID_ARGUMENT);
            REQUIRE(strstr(ranks[k].error, texts[i]));
        }
        close_ranks(&world, ranks);
    }
}

TEST(a_gather_that_fails_ends_the_run)
{
    for (uint64_t failing = 1; failing < 12; ++failing) {
        struct world world = {.count = 2, .failing = failing};
        struct rank ranks[MOST_RANKS] = {{.number = 0}};
        const char *const *pairs =
            PAIRS("algorithm", "acs", "local-search", "2opt", "islands", "4", "epoch", "2", "iterations", "20");
        solve_mixed(&world, ranks, pairs, pairs);
        REQUIRE(ranks[0].status == SWARM_ERROR_IO && ranks[1].status == SWARM_ERROR_IO);
        close_ranks(&world, ranks);
    }
}

TEST_MAIN()
