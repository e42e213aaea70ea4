/* problem.h - a quadratic assignment problem prepared for searches: without fixed items, in padded rows.
 *
 * The cost of an assignment is `constant`, plus linear[i][p[i]] for each item, plus f[i][j] d[p[i]][p[j]] for each
 * pair: unordered pairs if `symmetric`, otherwise ordered ones. If the flows are symmetric, the distances are added
 * to their transpose; otherwise, if the distances are symmetric, the flows are. `linear` contains the diagonals and
 * the flows to and from fixed items. */
#ifndef SWARMCL_QAP_PROBLEM_H
#define SWARMCL_QAP_PROBLEM_H

#include "base/memory.h"
#include "cl/qap/rules.h"
#include "instance.h"

struct qap_problem {
    const struct swarm_qap *qap; /* borrowed instance, from which the problem is made */
    uint32_t m, width;           /* m: number of free items, and of free places; width: numbers per row, with padding */
    uint32_t tenure, span;       /* tenures of searches (rules.h): 0.15 to 0.3 m if `random`, else 0.9 to 1.1 m */
    bool symmetric, wide;        /* `symmetric`: both matrices below are; `wide`: numbers have 64 bits */
    bool adds_flows;             /* True if the flows are added to their transpose */
    bool adds_distances;         /* True if the distances are added to their transpose */
    bool patterned;              /* True if row sums vary much more, or much less, than in a random matrix */
    bool random;                 /* True for unpatterned problems of at least 50 items */
    int64_t constant;
    void *matrices; /* [4][m][width] f, its transpose, d, its transpose; numbers of 32 or 64 bits; aligned */
    /* [m + 1][width] costs of items at places, after the matrices; last row: the class of each item, which is the first
     * item with the same flows and linear costs. Swaps within a class never change the cost. */
    void *linear;
    uint32_t *items, *places; /* [n] items and places of the instance, free ones first, then fixed pairs */
    struct base_arrays arrays;
};

/* Prepares a problem, which must be zeroed; deinit it even after a failure. `fixed` [n]: the place of an item;
 * UINT32_MAX: the item is free. Borrows the instance. O(n^2). Errors: SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status qap_problem_init(struct base_env *env, const struct swarm_qap *qap, const uint32_t *fixed,
                                   struct qap_problem *problem);
void qap_problem_deinit(struct qap_problem *problem);

/* Computes the cost of the places [m] of free items. O(m^2). */
int64_t qap_problem_cost(const struct qap_problem *problem, const uint32_t *places);

/* qap_problem_expand() converts places [m] of the problem to places [n] of the instance, qap_problem_reduce() converts
 * them back and requires the fixed pairs. */
void qap_problem_expand(const struct qap_problem *problem, const uint32_t *places, uint32_t *all);
void qap_problem_reduce(const struct qap_problem *problem, const uint32_t *all, uint32_t *places);

/* The bytes of a number in the matrices. */
static inline size_t qap_number_size(const struct qap_problem *problem)
{
    return problem->wide ? sizeof(int64_t) : sizeof(int32_t);
}

/* The number of elements in a matrix. */
static inline size_t qap_problem_size(const struct qap_problem *problem)
{
    return (size_t)problem->m * problem->width;
}

/* Returns the first aligned address after `memory`, which must have QAP_ALIGNMENT spare bytes. */
enum { QAP_ALIGNMENT = 128 }; /* bytes of the widest vector: QAP_BLOCK numbers of 64 bits */
static inline void *qap_align(void *memory)
{
    return (char *)memory + (QAP_ALIGNMENT - (uintptr_t)memory % QAP_ALIGNMENT);
}

#endif
