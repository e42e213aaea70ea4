/* types.h - structs that host and kernels of quadratic assignment exchange: members from large to small, padding
 * explicit. */
#ifndef SWARMCL_QAP_TYPES_H
#define SWARMCL_QAP_TYPES_H

#include "cl/shared/cl_compat.h"

#define QAP_BLOCK   16u /* a row of a matrix has a multiple of this many numbers, zeros after the last item */
#define QAP_VECTORS 7u  /* vectors of a search: x, y, z, own, xt, yt, zt of cl/qap/tabu.h */

/* The state of a tabu search between two launches, without its arrays. */
struct qap_search {
    int64_t cost, best;  /* of the current assignment, and of the best one so far */
    uint32_t step;       /* steps made so far */
    uint32_t number;     /* index in its generation; selects the random numbers together with ... */
    uint32_t generation; /* ... the generation */
    uint32_t begun;      /* 1: the arrays belong to the assignment; 0: they must be filled */
};

#endif
