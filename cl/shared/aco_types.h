/* aco_types.h - structs that host and kernels exchange: members from large to small, padding explicit. */
#ifndef SWARMCL_ACO_TYPES_H
#define SWARMCL_ACO_TYPES_H

#include "cl_compat.h"

#define COLONY_RUNNING        0u
#define COLONY_REACHED_TARGET 1u
#define COLONY_STAGNATED      2u

/* The best so far; lives on the device for the whole run. */
struct aco_best {
    int64_t length;
    uint64_t iteration; /* in which it was found; 0: before the first */
    uint32_t state;     /* COLONY_...; once it is not RUNNING, nothing changes any more */
    uint32_t ant;       /* whose tour of this iteration is the new best; meaningful when improved */
    uint32_t improved;  /* 1 when this iteration improved it */
    uint32_t padding;
};

/* What one iteration tells the host. */
struct aco_summary {
    int64_t iteration_length; /* shortest tour of the iteration */
    int64_t best_length;      /* best so far after it */
    uint32_t ant;             /* that built the iteration's shortest, the lowest on ties */
    uint32_t state;
    uint32_t improved;
    uint32_t padding;
};

#endif
