#include "array_words.h"
#include "improve.h"

struct improving {
    const struct mosaic_problem *problem;
    struct mosaic_population *population;
    uint64_t seed;
    uint32_t budget;
};

static void improve_colony(void *context, size_t item, unsigned thread)
{
    const struct improving *improving = context;
    const uint32_t n = improving->population->n;
    uint32_t *words = improving->population->words + item * improving->population->stride;
    struct mosaic_colony *colony = &improving->population->colonies[item];
    (void)thread;
    if (colony->done) {
        return;
    }
    struct array_search search = {
        .ord = words,
        .pos = words + n,
        .ring = words + 2 * (size_t)n,
        .scratch = words + 3 * (size_t)n,
        .queued = words + 4 * (size_t)n,
        .log = words + 4 * (size_t)n + ARRAY_QUEUED_WORDS(n),
        .near = improving->problem->near,
        .near_length = improving->problem->near_length,
        .edges = improving->problem,
        .n = n,
        .width = improving->problem->width,
    };
    array_run(&search, colony, improving->seed, improving->budget);
}

void mosaic_improve_host(const struct mosaic_problem *problem, struct mosaic_population *population,
                         struct base_team *team, uint64_t seed, uint32_t budget)
{
    struct improving improving = {problem, population, seed, budget};
    base_team_run(team, population->count, improve_colony, &improving);
}
