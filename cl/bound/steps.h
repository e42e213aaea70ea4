/* steps.h - a step of the ascent of node potentials, in integers: the same bits on host and device.
 *
 * A length d counts as d * 2^shift, with the largest shift from -2 to 12 for which all lengths of allowed edges are
 * below BOUND_LENGTH_MOST. The weight of an edge is its length plus the potentials of its two nodes. Potentials are
 * within +-BOUND_POTENTIAL_MOST, so every weight fits a signed 32-bit integer.
 *
 * The direction of a node is .3 (degree - 2) + .7 times its previous direction. A node moves by its direction times its
 * mean distance to the nearest nodes. Cells form a tree. Each cell also moves its nodes, by the sum of their directions
 * times a scale computed from the lengths of the edges that leave the cell. After Held and Karp (1971); momentum after
 * Volgenant and Jonker (1982) and Helsgaun (2000); cells after Bramble, Pasciak and Xu (1990).
 */
#ifndef SWARMCL_BOUND_STEPS_H
#define SWARMCL_BOUND_STEPS_H

#include "cl/shared/cl_compat.h"

#define BOUND_LENGTH_MOST    (1 << 29)
#define BOUND_POTENTIAL_MOST (1 << 29)
#define BOUND_ONE            65536      /* fixed-point 1 of directions and steps */
#define BOUND_DEGREE_MOST    1000       /* largest degree; larger degrees count as this one */
#define BOUND_CELL_MOST      0x7fffffff /* largest absolute value of a cell's sum of directions */

/* A length of the instance, scaled and rounded down, so that the bound remains valid. */
SHARED_INLINE int32_t bound_scaled(int32_t length, int32_t shift)
{
    if (length >= BOUND_LENGTH_MOST && shift >= 0) {
        return BOUND_LENGTH_MOST; /* length of a forbidden edge */
    }
    return shift >= 0 ? length << shift : length >> -shift;
}

/* Converts a weight to an unsigned number that sorts in the same order, and back. */
SHARED_INLINE uint32_t bound_order(int32_t weight)
{
    return (uint32_t)weight ^ 0x80000000u;
}

/* The direction of a node of this degree. `direction`: previous direction; `first`: true if there is none. */
SHARED_INLINE int32_t bound_direction(int32_t direction, int32_t degree, bool first)
{
    const int32_t excess = ((degree < BOUND_DEGREE_MOST ? degree : BOUND_DEGREE_MOST) - 2) * BOUND_ONE;
    return first ? excess : (3 * excess + 7 * direction) / 10;
}

/* The move of a node: its scale (a length) times its direction times the step. */
SHARED_INLINE int64_t bound_node_move(int32_t scale, int32_t direction, int32_t step)
{
    return (int64_t)scale * direction / BOUND_ONE * step / BOUND_ONE;
}

/* The scale of a cell: the mean length of the `count` > 0 tree edges that leave the cell, divided by `count`. `length`:
 * sum of their lengths. */
SHARED_INLINE int32_t bound_cell_scale(int64_t length, int32_t count)
{
    return (int32_t)(length / count / count);
}

/* The move of a cell: its scale times the sum of its nodes' directions times the step of cells. */
SHARED_INLINE int64_t bound_cell_move(int32_t scale, int64_t sum, int32_t step)
{
    const int64_t cut = sum < -BOUND_CELL_MOST ? -BOUND_CELL_MOST : sum > BOUND_CELL_MOST ? BOUND_CELL_MOST : sum;
    return scale * cut / BOUND_ONE * step / BOUND_ONE;
}

/* A potential after its moves, clamped to +-BOUND_POTENTIAL_MOST. */
SHARED_INLINE int32_t bound_potential(int32_t potential, int64_t move)
{
    const int64_t moved = potential + move;
    return moved < -BOUND_POTENTIAL_MOST  ? -BOUND_POTENTIAL_MOST
           : moved > BOUND_POTENTIAL_MOST ? BOUND_POTENTIAL_MOST
                                          : (int32_t)moved;
}

#endif
