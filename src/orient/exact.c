/* exact.c - the tour of the greatest score through a few nodes: computes the shortest tour of every set of nodes. */
#include "question.h"
#include "tsp/subsets.h"

/* Fills in the distances between the nodes that a tour may leave out, others [count], and to the first and last
 * node. */
static void fill_distances(const struct orient_task *task, uint32_t *others, struct tsp_subsets *subsets)
{
    const uint32_t n = (uint32_t)task->instance->info.node_count;
    for (uint32_t node = 0; node < n; ++node) {
        if (node != task->first && node != task->last) {
            others[subsets->count++] = node;
        }
    }
    others[subsets->count] = task->first;
    others[subsets->count + 1] = task->last;
    for (uint32_t i = 0; i < subsets->count + 2; ++i) {
        for (uint32_t j = 0; j < subsets->count + 2; ++j) {
            subsets->distances[i][j] = tsp_instance_distance(task->instance, others[i], others[j]);
        }
    }
}

/* Returns the set of the greatest score within the limit; among equal scores the one with the shortest tour. */
static uint32_t best_set(const struct orient_task *task, const struct tsp_subsets *subsets, const uint32_t *others,
                         int64_t *best_score)
{
    uint32_t best = 0, ignored;
    int64_t best_length = tsp_subsets_length(subsets, 0, &ignored);
    *best_score = 0;
    for (uint32_t set = 1; set < 1u << subsets->count; ++set) {
        const int64_t length = tsp_subsets_length(subsets, set, &ignored);
        int64_t score = 0;
        for (uint32_t k = 0; k < subsets->count; ++k) {
            score += set >> k & 1u ? task->scores[others[k]] : 0;
        }
        if (length <= task->limit && (score > *best_score || (score == *best_score && length < best_length))) {
            best = set;
            *best_score = score;
            best_length = length;
        }
    }
    return best;
}

enum swarm_status orient_solve(const struct search *search, void *solution, int64_t *score)
{
    const struct orient_task *task = &((const struct orient_question *)search->question)->task;
    const bool path = task->last != task->first;
    uint32_t others[TSP_SUBSETS_NODES + 2], *nodes = solution;
    struct tsp_subsets subsets = {.count = 0};
    fill_distances(task, others, &subsets);
    const enum swarm_status status = tsp_subsets_init(search->env, &subsets);
    if (status == SWARM_OK) {
        const uint32_t set = best_set(task, &subsets, others, score);
        const uint32_t count = tsp_subsets_path(&subsets, set, nodes + 2);
        nodes[0] = count + (path ? 2 : 1);
        nodes[1] = task->first;
        for (uint32_t i = 0; i < count; ++i) {
            nodes[2 + i] = others[nodes[2 + i]];
        }
        if (path) {
            nodes[2 + count] = task->last;
        }
        *score = -*score - task->scores[task->first] - (path ? task->scores[task->last] : 0);
    }
    tsp_subsets_deinit(&subsets);
    return status;
}
