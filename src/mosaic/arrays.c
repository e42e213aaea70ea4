#include "arrays.h"
#include "view.h"

#include "array_search.h"

struct improving {
    const struct mosaic_problem *problem;
    struct mosaic_population *population;
    uint64_t seed;
    uint32_t budget;
};

static struct array_search search_of(const struct mosaic_problem *problem, const struct mosaic_population *population,
                                     size_t individual)
{
    const struct problem_view view = mosaic_view(problem);
    struct array_search search;
    array_take(&search, &view, population->words + individual * population->stride);
    return search;
}

static void improve_individual(void *context, size_t item, unsigned thread)
{
    const struct improving *improving = context;
    struct mosaic_individual *individual = &improving->population->individuals[item];
    (void)thread;
    if (!individual->done) {
        struct array_search search = search_of(improving->problem, improving->population, item);
        array_run(&search, individual, improving->seed, improving->budget);
    }
}

void mosaic_arrays_improve(const struct mosaic_problem *problem, struct mosaic_population *population,
                           struct base_team *team, uint64_t seed, uint32_t budget)
{
    struct improving improving = {problem, population, seed, budget};
    base_team_run(team, population->count, improve_individual, &improving);
}

void mosaic_arrays_decide(const struct mosaic_problem *problem, struct mosaic_population *population)
{
    for (uint32_t i = 0; i < population->count; ++i) {
        struct mosaic_individual *individual = &population->individuals[i];
        if (individual->kicked) {
            struct array_search search = search_of(problem, population, i);
            search.own = *individual;
            array_decide(&search);
            *individual = search.own;
        }
    }
}
