/* exact.c - the cheapest assignment of a few items: tries all of them in lexicographic order. */
#include <string.h>

#include "qap.h"

struct trial {
    const struct qap_problem *problem;
    uint32_t places[QAP_EXACT_ITEMS];
    uint32_t *best;
    int64_t cost; /* cost of the best assignment found so far */
};

/* Tries all assignments of the items from `item` on to the places that are not in the set `taken`. */
static void assign(struct trial *trial, uint32_t item, unsigned taken)
{
    const uint32_t m = trial->problem->m;
    for (uint32_t q = 0; q < m && item < m; ++q) {
        if (!(taken >> q & 1u)) {
            trial->places[item] = q;
            assign(trial, item + 1, taken | 1u << q);
        }
    }
    if (item == m) {
        const int64_t cost = qap_problem_cost(trial->problem, trial->places);
        if (cost < trial->cost) {
            trial->cost = cost;
            memcpy(trial->best, trial->places, m * sizeof *trial->best);
        }
    }
}

enum swarm_status qap_solve(const struct search *search, void *places, int64_t *cost)
{
    const struct qap_question *question = search->question;
    struct trial trial = {.problem = &question->problem, .best = places, .cost = INT64_MAX};
    assign(&trial, 0, 0);
    *cost = trial.cost;
    return SWARM_OK;
}
