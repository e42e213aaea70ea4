/* mosaic_support.h - problems and tours for the tests of src/mosaic. */
#ifndef SWARMCL_TEST_MOSAIC_SUPPORT_H
#define SWARMCL_TEST_MOSAIC_SUPPORT_H

#include <math.h>

#include "mosaic/problem.h"
#include "tsp_support.h"

static inline void deinit_problem(void *object)
{
    mosaic_problem_deinit(object);
}

/* Makes a problem; it is freed after the test. */
static inline struct mosaic_problem problem_with(const struct swarm_instance *instance,
                                                 struct tsp_candidates candidates)
{
    struct mosaic_problem *problem = test_memory(1, sizeof *problem);
    REQUIRE_OK(mosaic_problem_init(&env, instance, NULL, candidates, (double)INFINITY, problem));
    test_defer(deinit_problem, problem);
    return *problem;
}

/* Makes a problem with `width` candidates per node, two of them in each quadrant. */
static inline struct mosaic_problem problem_of(const struct swarm_instance *instance, uint32_t width)
{
    return problem_with(instance, (struct tsp_candidates){.length = width, .per_quadrant = 2});
}

static inline struct swarm_instance *generated(const char *kind, uint32_t n, uint64_t seed)
{
    char *text = NULL;
    size_t size = 0;
    REQUIRE_OK(swarm_instance_generate(TEST_CONTEXT, kind, n, seed, &text, &size));
    struct swarm_instance *instance = parse_good(text);
    free(text);
    return instance;
}

static inline int64_t length_of(const struct mosaic_problem *problem, const uint32_t *ord)
{
    int64_t length = 0;
    for (uint32_t p = 0; p < problem->n; ++p) {
        length += mosaic_length(problem, ord[p], ord[(p + 1) % problem->n]);
    }
    return length;
}

static inline struct mosaic_tour tour_of(uint32_t n)
{
    return (struct mosaic_tour){.ord = test_memory(n, sizeof(uint32_t)), .pos = test_memory(n, sizeof(uint32_t))};
}

static inline struct mosaic_tour random_tour(const struct mosaic_problem *problem)
{
    struct mosaic_tour tour = tour_of(problem->n);
    random_order(tour.ord, problem->n);
    mosaic_tour_settle(problem, NULL, &tour);
    return tour;
}

/* Requires a permutation with a matching inverse and the right length. */
static inline void require_tour(const struct mosaic_problem *problem, const struct mosaic_tour *tour)
{
    for (uint32_t p = 0; p < problem->n; ++p) {
        REQUIRE_INT(tour->ord[p], <, problem->n);
        REQUIRE_INT(tour->pos[tour->ord[p]], ==, p);
    }
    REQUIRE_INT(tour->length, ==, length_of(problem, tour->ord));
}

#endif
