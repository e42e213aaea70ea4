/* Tours improved in parts: equal for all numbers of threads and budgets, with exact lengths; valid if stopped early. */
#include "mosaic/parts.h"

#include "mosaic_support.h"

enum { NODES = 62007, WIDTH = 10, SEED = 5, INDIVIDUALS = 2 };

#define KICKS test_paths(300, 700)

struct run {
    struct base_team *team;
    struct mosaic_parts *parts;
    struct mosaic_population population;
};

static void begin(const struct mosaic_problem *problem, unsigned threads, struct run *run)
{
    struct mosaic_starts *starts = NULL;
    REQUIRE_OK(base_team_create(&env, threads, &run->team));
    REQUIRE_OK(mosaic_parts_create(&env, problem, &run->parts));
    REQUIRE_OK(mosaic_population_reserve(&env, problem->n, INDIVIDUALS, &run->population));
    REQUIRE_OK(mosaic_starts_create(&env, problem, NULL, &starts));
    run->population.count = INDIVIDUALS;
    for (uint32_t i = 0; i < INDIVIDUALS; ++i) {
        struct mosaic_tour tour = mosaic_population_tour(&run->population, i);
        mosaic_start_tour(starts, NULL, draw_stream_of(SEED, i, 0), 0.3, 0, &tour);
        run->population.individuals[i] = (struct mosaic_individual){.length = tour.length, .number = i};
    }
    memset(run->population.dirty, 0xff, INDIVIDUALS * ARRAY_QUEUED_WORDS(problem->n) * sizeof(uint32_t));
    mosaic_starts_destroy(&starts);
}

static void end(struct run *run)
{
    mosaic_parts_destroy(&run->parts);
    mosaic_population_deinit(&run->population);
    base_team_destroy(&run->team);
}

static uint32_t count_dirty(struct run *run, uint32_t individual)
{
    const uint32_t n = run->population.n, *bits = mosaic_population_dirty(&run->population, individual);
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; ++i) {
        count += bits[i / 32] >> i % 32 & 1;
    }
    return count;
}

static void require_individual(const struct mosaic_problem *problem, struct run *run, uint32_t individual)
{
    const struct mosaic_tour tour = mosaic_population_tour(&run->population, individual);
    require_tour(problem, &tour);
}

/* Improves all parts in calls of `step` nodes, up to `most` nodes each; returns how many nodes the busiest part
 * examined. */
static uint64_t improve(struct run *run, uint32_t individual, uint32_t round, uint32_t step, uint64_t most)
{
    uint64_t looked = 0;
    uint32_t busiest = 0;
    mosaic_parts_begin(run->parts, run->team, &run->population, individual, SEED, round);
    do {
        const uint32_t budget = most - looked < step ? (uint32_t)(most - looked) : step;
        busiest = budget > 0 ? mosaic_parts_improve(run->parts, run->team, budget) : 0;
        REQUIRE_INT(busiest, <=, budget);
        looked += busiest;
    } while (busiest == step);
    mosaic_parts_end(run->parts, run->team);
    return looked;
}

static void require_same(struct run *one, struct run *other)
{
    const size_t n = one->population.n;
    for (uint32_t i = 0; i < INDIVIDUALS; ++i) {
        const struct mosaic_individual *a = &one->population.individuals[i], *b = &other->population.individuals[i];
        REQUIRE_INT(a->length, ==, b->length);
        REQUIRE_INT(a->kicks, ==, b->kicks);
        REQUIRE_INT(a->looked, ==, b->looked);
        REQUIRE(memcmp(mosaic_population_tour(&one->population, i).ord,
                       mosaic_population_tour(&other->population, i).ord, n * sizeof(uint32_t))
                == 0);
    }
    REQUIRE(
        memcmp(one->population.dirty, other->population.dirty, INDIVIDUALS * ARRAY_QUEUED_WORDS(n) * sizeof(uint32_t))
        == 0);
}

TEST(parts_do_not_depend_on_threads_and_budgets)
{
    struct swarm_instance *instance = generated("clustered", NODES, SEED);
    const struct mosaic_problem problem = problem_of(instance, WIDTH);
    struct run one = {.team = NULL}, other = {.team = NULL};
    REQUIRE(mosaic_parts_fit(instance));
    begin(&problem, 1, &one);
    begin(&problem, 3, &other);
    for (uint32_t round = 0; round < test_paths(1, 2); ++round) {
        mosaic_population_begin(&one.population, (round + 1) * KICKS, 0.5);
        mosaic_population_begin(&other.population, (round + 1) * KICKS, 0.5);
        for (uint32_t i = 0; i < INDIVIDUALS; ++i) {
            const int64_t before = one.population.individuals[i].length;
            const uint64_t looked = improve(&one, i, round, 1 << 20, UINT64_MAX);
            REQUIRE_INT(improve(&other, i, round, 777, UINT64_MAX), ==, looked);
            REQUIRE_INT(one.population.individuals[i].kicks, ==, (round + 1) * KICKS);
            REQUIRE(one.population.individuals[i].length < before);
            require_individual(&problem, &one, i);
            REQUIRE(count_dirty(&one, i) > 0 && count_dirty(&one, i) < NODES / 2); /* only near the borders of parts */
        }
        require_same(&one, &other);
    }
    end(&one);
    end(&other);
}

TEST(an_early_end_leaves_a_tour)
{
    const struct mosaic_problem problem = problem_of(generated("uniform", NODES, SEED), WIDTH);
    for (uint64_t most = test_paths(3000, 0); most < 4000; most += 3000) {
        struct run one = {.team = NULL}, other = {.team = NULL};
        begin(&problem, 1, &one);
        begin(&problem, 2, &other);
        for (uint32_t i = 0; i < INDIVIDUALS; ++i) {
            mosaic_population_begin(&one.population, KICKS, 0);
            mosaic_population_begin(&other.population, KICKS, 0);
            REQUIRE_INT(improve(&one, i, 0, 1 << 20, most), ==, improve(&other, i, 0, 321, most));
            require_individual(&problem, &one, i);
            REQUIRE(most > 0 || count_dirty(&one, i) == NODES);
        }
        require_same(&one, &other);
        end(&one);
        end(&other);
    }
}

TEST(few_nodes_and_paths_have_no_parts)
{
    struct swarm_instance *few = generated("uniform", 59999, SEED), *path = generated("uniform", NODES, SEED);
    path->joint = true;
    REQUIRE(!mosaic_parts_fit(few) && !mosaic_parts_fit(path));
    REQUIRE_INT(mosaic_parts_bytes(few, WIDTH), ==, 0);
    path->joint = false;
    REQUIRE(mosaic_parts_bytes(path, WIDTH) > 100 * (uint64_t)NODES);
}

TEST_MAIN_ENV()
