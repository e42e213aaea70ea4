/* Tours improved in parts: by any threads and stretches the same, with exact lengths, and whole after an early end. */
#include "mosaic/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tsp_support.h"

enum { NODES = 62007, WIDTH = 10, SEED = 5, INDIVIDUALS = 2, ROUNDS = 2, KICKS = 2000 };

struct run {
    struct base_team *team;
    struct mosaic_parts *parts;
    struct mosaic_population population;
};

static struct swarm_instance *instance_of(const char *kind, uint32_t n)
{
    char *text = NULL;
    size_t size;
    REQUIRE_OK(swarm_instance_generate(TEST_CONTEXT, kind, n, SEED, &text, &size));
    struct swarm_instance *instance = parse_good(text);
    free(text);
    return instance;
}

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

static void require_tour(const struct mosaic_problem *problem, struct run *run, uint32_t individual)
{
    const struct mosaic_tour tour = mosaic_population_tour(&run->population, individual);
    for (uint32_t p = 0; p < problem->n; ++p) {
        REQUIRE(tour.ord[p] < problem->n);
        REQUIRE_INT(tour.pos[tour.ord[p]], ==, p);
    }
    REQUIRE_INT(mosaic_tour_measure(problem, tour.ord), ==, tour.length);
}

/* In stretches, up to `most` nodes of a part; returns how many the busiest one has looked at. */
static uint64_t improve(struct run *run, uint32_t individual, uint32_t round, uint32_t stretch, uint64_t most)
{
    uint64_t looked = 0;
    uint32_t busiest = 0;
    mosaic_parts_begin(run->parts, run->team, &run->population, individual, SEED, round);
    do {
        const uint32_t budget = most - looked < stretch ? (uint32_t)(most - looked) : stretch;
        busiest = budget > 0 ? mosaic_parts_improve(run->parts, run->team, budget) : 0;
        REQUIRE_INT(busiest, <=, budget);
        looked += busiest;
    } while (busiest == stretch);
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

TEST(parts_do_not_depend_on_threads_and_stretches)
{
    struct swarm_instance *instance = instance_of("clustered", NODES);
    struct base_team *team = NULL;
    struct mosaic_problem problem = {.n = 0};
    struct run one = {.team = NULL}, other = {.team = NULL};
    REQUIRE(mosaic_parts_fit(instance));
    REQUIRE_OK(base_team_create(&env, 0, &team));
    REQUIRE_OK(mosaic_problem_init(&env, instance, team, (struct tsp_candidates){.length = WIDTH, .per_quadrant = 2},
                                   (double)INFINITY, &problem));
    begin(&problem, 1, &one);
    begin(&problem, 3, &other);
    for (uint32_t round = 0; round < ROUNDS; ++round) {
        mosaic_population_begin(&one.population, (round + 1) * KICKS, 0.5);
        mosaic_population_begin(&other.population, (round + 1) * KICKS, 0.5);
        for (uint32_t i = 0; i < INDIVIDUALS; ++i) {
            const int64_t before = one.population.individuals[i].length;
            const uint64_t looked = improve(&one, i, round, 1 << 20, UINT64_MAX);
            REQUIRE_INT(improve(&other, i, round, 777, UINT64_MAX), ==, looked);
            REQUIRE_INT(one.population.individuals[i].kicks, ==, (round + 1) * KICKS);
            REQUIRE(one.population.individuals[i].length < before);
            require_tour(&problem, &one, i);
            REQUIRE(count_dirty(&one, i) > 0 && count_dirty(&one, i) < NODES / 2); /* at seams */
        }
        require_same(&one, &other);
    }
    end(&one);
    end(&other);
    mosaic_problem_deinit(&problem);
    base_team_destroy(&team);
}

/* An early end leaves a tour, with what has not been looked at, and it does not depend on the stretches. */
TEST(an_early_end_leaves_a_tour)
{
    struct swarm_instance *instance = instance_of("uniform", NODES);
    struct mosaic_problem problem = {.n = 0};
    REQUIRE_OK(mosaic_problem_init(&env, instance, NULL, (struct tsp_candidates){.length = WIDTH, .per_quadrant = 2},
                                   (double)INFINITY, &problem));
    for (uint64_t most = 0; most < 4000; most += 3000) {
        struct run one = {.team = NULL}, other = {.team = NULL};
        begin(&problem, 1, &one);
        begin(&problem, 2, &other);
        for (uint32_t i = 0; i < INDIVIDUALS; ++i) {
            mosaic_population_begin(&one.population, KICKS, 0);
            mosaic_population_begin(&other.population, KICKS, 0);
            REQUIRE_INT(improve(&one, i, 0, 1 << 20, most), ==, improve(&other, i, 0, 321, most));
            require_tour(&problem, &one, i);
            REQUIRE(most > 0 || count_dirty(&one, i) == NODES);
        }
        require_same(&one, &other);
        end(&one);
        end(&other);
    }
    mosaic_problem_deinit(&problem);
}

TEST(few_nodes_and_paths_have_no_parts)
{
    struct swarm_instance *few = instance_of("uniform", 59999), *path = instance_of("uniform", NODES);
    path->joint = true;
    REQUIRE(!mosaic_parts_fit(few) && !mosaic_parts_fit(path));
    REQUIRE_INT(mosaic_parts_bytes(few, WIDTH), ==, 0);
    path->joint = false;
    REQUIRE(mosaic_parts_bytes(path, WIDTH) > 100 * (uint64_t)NODES);
}

TEST_MAIN_ENV()
