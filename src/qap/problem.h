/* problem.h - a quadratic assignment problem as searches see it: without fixed items, in rows of whole blocks.
 *
 * The cost of an assignment is `constant`, and for each item linear[i][p[i]], and for each pair f[i][j] d[p[i]][p[j]]:
 * each unordered pair once where `symmetric`, otherwise each ordered one. If one matrix is symmetric, the other one is
 * added to its transposed, which leaves the cost as it is. Diagonals and the flows to fixed items are in `linear`.
 */
#ifndef SWARMCL_QAP_PROBLEM_H
#define SWARMCL_QAP_PROBLEM_H

#include "instance.h"
#include "cl/qap/types.h"

struct qap_problem {
    const struct swarm_qap *qap; /* borrowed */
    uint32_t m, width;           /* free items and places; numbers of a row */
    bool symmetric, wide;        /* wide: numbers have 64 bits */
    bool patterned;              /* some items or places have far greater sums than others, or all have equal ones */
    int64_t constant;
    void *matrices;          /* [4][m][width] f, its transposed, d, its transposed; numbers of 32 or 64 bits; aligned */
    void *linear;            /* [m][width] behind them */
    void *memory;            /* owned; holds both */
    uint32_t *items, *sites; /* [n] owned: the instance's items and places; the free ones first, then pairs fixed */
};

/* `fixed` [n]: the place of an item; UINT32_MAX: it is free. Borrows the instance. Zeroed at first; release it in any
 * case. Cost: O(n^2). SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status qap_problem_init(struct base_env *env, const struct swarm_qap *qap, const uint32_t *fixed,
                                   struct qap_problem *problem);
void qap_problem_deinit(struct qap_problem *problem);

/* The cost of places [m] of free items. Cost: O(m^2). */
int64_t qap_problem_cost(const struct qap_problem *problem, const uint32_t *places);

/* Converts places between the problem [m] and the instance [n]. An instance's places must have the fixed ones. */
void qap_problem_expand(const struct qap_problem *problem, const uint32_t *places, uint32_t *all);
void qap_problem_reduce(const struct qap_problem *problem, const uint32_t *all, uint32_t *places);

/* Bytes of a number. */
static inline size_t qap_number_size(const struct qap_problem *problem)
{
    return problem->wide ? sizeof(int64_t) : sizeof(int32_t);
}

/* Numbers of a matrix. */
static inline size_t qap_problem_size(const struct qap_problem *problem)
{
    return (size_t)problem->m * problem->width;
}

enum { QAP_EXACT_ITEMS = 9 }; /* most free items of exact: 9! assignments take 30 ms on a core */

/* Finds the cheapest places [m] of at most QAP_EXACT_ITEMS free items; the first in lexicographic order of equal ones
 * (exact.c). */
void qap_solve(const struct qap_problem *problem, uint32_t *places, int64_t *cost);

#endif
