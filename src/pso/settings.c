#include "settings.h"

#include <string.h>

/* One row a design: word, number, help, source. */
#define BEST_ROWS(ROW)                                                                                              \
    ROW("reduction", BEST_REDUCTION, "a tree over every group, and a second launch over the groups",                \
        "Wang et al. 2022, section 3.2")                                                                            \
    ROW("reduction-unrolled", BEST_REDUCTION_UNROLLED, "the same with the tree's steps written out",                \
        "Wang et al. 2022, section 3.2")                                                                            \
    ROW("queue", BEST_QUEUE, "only particles that beat the best queue in local memory, and a second launch",        \
        "Wang et al. 2022, Algorithm 2")                                                                            \
    ROW("queue-lock", BEST_QUEUE_LOCK, "the same in one launch: groups take a lock to offer their best",            \
        "Wang et al. 2022, Algorithm 3")                                                                            \
    ROW("counter", BEST_COUNTER, "one launch without a lock: the group that comes last joins those of all", "ours") \
    ROW("persistent", BEST_PERSISTENT, "one group keeps the swarm and makes many iterations a launch", "ours")      \
    ROW("asynchronous", BEST_ASYNCHRONOUS,                                                                          \
        "tribes of 32 keep to themselves for --exchange iterations; another, as reproducible result", "ours")

#define BOUNDARY_ROWS(ROW)                                                                        \
    ROW("clamp", BOUNDARY_CLAMP, "stops at the bound and keeps its velocity", "Wang et al. 2022") \
    ROW("absorb", BOUNDARY_ABSORB, "stops at the bound and loses its velocity", "Clerc 2006")     \
    ROW("reflect", BOUNDARY_REFLECT, "comes back as from a mirror, velocity turned", "")          \
    ROW("periodic", BOUNDARY_PERIODIC, "comes in at the other side", "")                          \
    ROW("random", BOUNDARY_RANDOM, "comes back anywhere within the bounds", "")

#define TOPOLOGY_ROWS(ROW)                                                                              \
    ROW("global", TOPOLOGY_GLOBAL, "every particle knows the best of all", "Kennedy and Eberhart 1995") \
    ROW("ring", TOPOLOGY_RING, "itself and one neighbour on either side", "Eberhart and Kennedy 1995")  \
    ROW("von-neumann", TOPOLOGY_VON_NEUMANN, "itself and four neighbours on a grid", "Kennedy and Mendes 2002")

#define WORD(name, number, help, source)      [number] = {name, help, source},
#define NEXT_WORD(name, number, help, source) [number + 1] = {name, help, source},

const struct swarm_variant pso_best_words[] = {{"auto", "persistent for small swarms, else counter", ""},
                                               BEST_ROWS(NEXT_WORD){NULL, NULL, NULL}};
const struct swarm_variant pso_boundary_words[] = {BOUNDARY_ROWS(WORD){NULL, NULL, NULL}};
const struct swarm_variant pso_topology_words[] = {TOPOLOGY_ROWS(WORD){NULL, NULL, NULL}};

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

/* Coordinates that one group moves in less time than a launch takes: 4,096 on a GPU. */
int pso_best_automatic(uint32_t particles, uint32_t dimensions)
{
    return (uint64_t)particles * dimensions <= 4096 ? BEST_PERSISTENT : BEST_COUNTER;
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
