/* types.h - structs that host and kernels of quadratic assignment exchange: members from large to small, padding
 * explicit. */
#ifndef SWARMCL_QAP_TYPES_H
#define SWARMCL_QAP_TYPES_H

#include "cl/shared/cl_compat.h"

/* Rows of matrices are whole blocks of so many numbers, zeros behind the last item. */
#define QAP_BLOCK 16u

/* A tabu search between two launches, beside its arrays. */
struct qap_search {
    int64_t cost, best;  /* of the assignment, and of the best one so far */
    uint32_t step;       /* made so far */
    uint32_t number;     /* in its generation, and ... */
    uint32_t generation; /* ... which one: they choose its random numbers */
    uint32_t begun;      /* 1: the arrays are those of the assignment */
};

#endif
