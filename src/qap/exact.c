/* exact.c - the cheapest assignment of a few items: all of them, in lexicographic order. */
#include <string.h>

#include "problem.h"

/* Makes the next permutation in lexicographic order; false after the last one. */
static bool next_permutation(uint32_t *places, uint32_t count)
{
    uint32_t tail = count;
    while (tail > 1 && places[tail - 2] >= places[tail - 1]) {
        --tail;
    }
    if (tail < 2) {
        return false;
    }
    uint32_t *at = &places[tail - 2], larger = count - 1;
    while (places[larger] <= *at) {
        --larger;
    }
    const uint32_t moved = *at;
    *at = places[larger];
    places[larger] = moved;
    for (uint32_t low = tail - 1, high = count - 1; low < high; ++low, --high) {
        const uint32_t kept = places[low];
        places[low] = places[high];
        places[high] = kept;
    }
    return true;
}

void qap_solve(const struct qap_problem *problem, uint32_t *best, int64_t *cost)
{
    uint32_t places[QAP_EXACT_ITEMS];
    for (uint32_t i = 0; i < problem->m; ++i) {
        places[i] = i;
    }
    *cost = INT64_MAX;
    do {
        const int64_t found = qap_problem_cost(problem, places);
        if (found < *cost) {
            *cost = found;
            memcpy(best, places, problem->m * sizeof *best);
        }
    } while (next_permutation(places, problem->m));
}
