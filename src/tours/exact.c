/* exact.c - finds the shortest tour of a few nodes by dynamic programming. */
#include "tours.h"
#include "tsp/tour.h"

/* Longer than any tour. Edges between partners are shortened by this much, so every shortest tour contains them. */
#define PARTNER_GAIN ((int64_t)1 << 40)

enum swarm_status tours_solve(const struct search *search, void *solution, int64_t *score)
{
    const struct swarm_instance *instance = ((const struct tours_question *)search->question)->instance;
    const uint32_t n = (uint32_t)instance->info.node_count;
    struct tsp_subsets subsets = {.count = n - 1};
    uint32_t *tour = solution;
    for (uint32_t i = 0; i <= n; ++i) { /* node 0 is both ends of the path */
        for (uint32_t j = 0; j <= n; ++j) {
            const uint32_t from = i + 1 < n ? i + 1 : 0, to = j + 1 < n ? j + 1 : 0;
            const int64_t gain = tsp_instance_fixed(instance, from, to) ? PARTNER_GAIN : 0;
            subsets.distances[i][j] = tsp_instance_distance(instance, from, to) - gain;
        }
    }
    const enum swarm_status status = tsp_subsets_init(search->env, &subsets);
    if (status == SWARM_OK) {
        tour[0] = 0;
        tsp_subsets_path(&subsets, (1u << (n - 1)) - 1, tour + 1);
        for (uint32_t i = 1; i < n; ++i) {
            ++tour[i];
        }
    }
    tsp_subsets_deinit(&subsets);
    return status == SWARM_OK ? tsp_tour_measure(search->env, instance, tour, n, score) : status;
}
