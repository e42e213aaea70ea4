/* positions.h - positions of a closed tour of n nodes, where 0 follows n - 1. */
#ifndef SWARMCL_POSITIONS_H
#define SWARMCL_POSITIONS_H

#include "cl/shared/cl_compat.h"

SHARED_INLINE uint32_t position_after(uint32_t position, uint32_t n)
{
    return position + 1u < n ? position + 1u : 0u;
}

SHARED_INLINE uint32_t position_before(uint32_t position, uint32_t n)
{
    return (position > 0u ? position : n) - 1u;
}

/* Sums of positions, each below n. */
SHARED_INLINE uint32_t position_plus(uint32_t position, uint32_t distance, uint32_t n)
{
    const uint32_t sum = position + distance;
    return sum >= n ? sum - n : sum;
}

SHARED_INLINE uint32_t position_minus(uint32_t position, uint32_t distance, uint32_t n)
{
    return position >= distance ? position - distance : position + n - distance;
}

#endif
