#include "settings.h"

#include <string.h>

const struct swarm_variant pso_algorithm_words[] = {
    {"auto",
     "the algorithm that has the options given; otherwise cmaes up to 200 dimensions, pso for more or with fewer than 500 "
     "--iterations",
     ""},
    {"pso", "a swarm of particles", "Kennedy and Eberhart 1995"},
    {"acor", "continuous ants that sample around an archive of solutions", "Socha and Dorigo 2008"},
    {"cmaes", "an evolution strategy that learns the shape of a valley, with restarts", "Hansen 2016, 2009"},
    {NULL, NULL, NULL}};

const struct swarm_variant pso_best_words[] = {
    {"auto", "persistent for small swarms, else counter", ""},
    [1 + BEST_REDUCTION] = {"reduction", "a tree over every group, and a second launch over the groups",
                            "Wang et al. 2022, section 3.2"},
    [1 + BEST_REDUCTION_UNROLLED] = {"reduction-unrolled", "the same with the tree's steps written out",
                                     "Wang et al. 2022, section 3.2"},
    [1 + BEST_QUEUE] = {"queue", "only particles better than the best queue in local memory, and a second launch",
                        "Wang et al. 2022, Algorithm 2"},
    [1 + BEST_QUEUE_LOCK] = {"queue-lock", "the same in one launch: groups offer their best under a lock",
                             "Wang et al. 2022, Algorithm 3"},
    [1 + BEST_COUNTER] = {"counter", "one launch without a lock: the last group joins the offers of all", "ours"},
    [1 + BEST_PERSISTENT] = {"persistent", "one group keeps the swarm and runs many iterations per launch", "ours"},
    [1 + BEST_ASYNCHRONOUS] = {"asynchronous",
                               "tribes of 32 stay apart for --exchange iterations; another result, equally "
                               "reproducible; with --islands 1 several devices share the tribes",
                               "ours"},
    {NULL, NULL, NULL}};

const struct swarm_variant pso_boundary_words[] = {
    [BOUNDARY_CLAMP] = {"clamp", "stops at the bound and keeps its velocity", "Wang et al. 2022"},
    [BOUNDARY_ABSORB] = {"absorb", "stops at the bound and loses its velocity", "Clerc 2006"},
    [BOUNDARY_REFLECT] = {"reflect", "comes back as from a mirror, with its velocity reversed", ""},
    [BOUNDARY_PERIODIC] = {"periodic", "comes in at the other side", ""},
    [BOUNDARY_RANDOM] = {"random", "comes back anywhere within the bounds", ""},
    {NULL, NULL, NULL}};

const struct swarm_variant pso_topology_words[] = {
    [TOPOLOGY_GLOBAL] = {"global", "every particle knows the best of all", "Kennedy and Eberhart 1995"},
    [TOPOLOGY_RING] = {"ring", "itself and one neighbour on either side", "Eberhart and Kennedy 1995"},
    [TOPOLOGY_VON_NEUMANN] = {"von-neumann", "itself and four neighbours on a grid", "Kennedy and Mendes 2002"},
    {NULL, NULL, NULL}};

const struct swarm_variant pso_frame_words[] = {
    {"axes", "the coordinates", "Kennedy and Eberhart 1995"},
    {"learned",
     "eigenvectors of the covariance of all particles' best positions; finds narrow valleys in any direction", "ours"},
    {NULL, NULL, NULL}};

int pso_row_number(const struct swarm_variant *words, const char *name)
{
    int first = words == pso_best_words;
    for (int i = first; words[i].name; ++i) {
        if (strcmp(words[i].name, name) == 0) {
            return i - first;
        }
    }
    return -1;
}

uint32_t pso_tribe_count(const struct pso_settings *settings)
{
    return settings->best == BEST_ASYNCHRONOUS ? (settings->particles + PSO_TRIBE - 1) / PSO_TRIBE : 0;
}

uint32_t pso_grid_columns(uint32_t particles)
{
    uint32_t columns = 1;
    while ((uint64_t)(columns + 1) * (columns + 1) <= particles) {
        ++columns;
    }
    return columns;
}

uint32_t pso_strategy_most(uint32_t population, uint32_t dimensions)
{
    enum {
        DOUBLINGS = 9,         /* as Hansen (2009): later runs would cost more than all earlier ones together */
        COORDINATES = 1 << 20, /* of all points: 8 MiB for each of the arrays of points in double precision */
        RANKED = 1 << 14       /* points; ranking compares each pair of them */
    };
    uint64_t most = population;
    for (int k = 0; k < DOUBLINGS && 2 * most * dimensions <= COORDINATES && 2 * most <= RANKED; ++k) {
        most *= 2;
    }
    return (uint32_t)most;
}

/* The number of positions of an iteration after the start, until the evaluations end. */
static uint64_t each_of(const struct pso_settings *settings)
{
    return settings->ants > 0 ? settings->ants : settings->particles;
}

uint64_t pso_evaluations(const struct pso_settings *settings, uint64_t iterations)
{
    const uint64_t all = settings->particles + iterations * each_of(settings), most = settings->evaluations;
    return most > 0 && most < all && settings->most_points == 0 ? most : all;
}

uint32_t pso_evaluated(const struct pso_settings *settings, uint64_t iteration)
{
    const uint64_t before = iteration > 0 ? pso_evaluations(settings, iteration - 1) : 0;
    return (uint32_t)(pso_evaluations(settings, iteration) - before);
}

uint64_t pso_last_iteration(const struct pso_settings *settings)
{
    const uint64_t each = each_of(settings);
    if (settings->most_points > 0) { /* the start may be one evaluation, and no generation is smaller than the first */
        return settings->evaluations / each + 1;
    }
    return settings->evaluations <= settings->particles + each
               ? 1
               : (settings->evaluations - settings->particles + each - 1) / each;
}
