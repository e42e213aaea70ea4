#include "array_words.h"
#include "improve.h"

struct improving {
    const struct mosaic_problem *problem;
    struct mosaic_population *population;
    uint64_t seed;
    uint32_t budget;
};

static struct array_search search_of(const struct mosaic_problem *problem, const struct mosaic_population *population,
                                     size_t colony)
{
    struct array_search search = {
        .near = problem->near,
        .near_length = problem->near_length,
        .partners = problem->partners,
        .edges = problem,
        .width = problem->width,
    };
    array_take(&search, population->words + colony * population->stride, population->n);
    return search;
}

static void improve_colony(void *context, size_t item, unsigned thread)
{
    const struct improving *improving = context;
    struct mosaic_colony *colony = &improving->population->colonies[item];
    (void)thread;
    if (!colony->done) {
        struct array_search search = search_of(improving->problem, improving->population, item);
        array_run(&search, colony, improving->seed, improving->budget);
    }
}

void mosaic_improve_host(const struct mosaic_problem *problem, struct mosaic_population *population,
                         struct base_team *team, uint64_t seed, uint32_t budget)
{
    struct improving improving = {problem, population, seed, budget};
    base_team_run(team, population->count, improve_colony, &improving);
}

void mosaic_improve_decide(const struct mosaic_problem *problem, struct mosaic_population *population)
{
    for (uint32_t i = 0; i < population->count; ++i) {
        struct mosaic_colony *colony = &population->colonies[i];
        if (colony->kicked) {
            struct array_search search = search_of(problem, population, i);
            search.head = colony->head;
            search.count = colony->count;
            search.logged = colony->logged;
            search.length = colony->length;
            array_decide(&search, colony);
            colony->length = search.length;
            colony->kicked = 0;
        }
    }
}
