/* aco_deposit_next - computes next[node][ant], the node after each node in the tour of each ant.
 * aco_deposit_rows - sums the deposits of all ants on the trails from a node, a row per group.
 * aco_deposit_symmetrise - evaporates the trails, and adds those sums and their transpose.
 *
 * NDRange     deposit.c: aco_rows_by_row(): next one work-item per position and ant, rows one group per node,
 *             symmetrise one group per pair of tiles
 * Required    SYMMETRIC       1: deposits are in both directions (TSP); 0: in one (ATSP): aco_deposit_rows adds them to
 *                             the trails, and aco_deposit_symmetrise is not launched
 *             ROW_GROUP_SIZE  work-items per row and per pair of tiles; 1 on CPUs
 * Local       aco_deposit_rows: a tile of a row, `tile_size` words
 * Reads       tours[ants][n] uint, amounts[ants] uint, next[n][ants] uint, directed[n][stride] uint
 * Writes      next, directed, trails[n][stride] uint
 * Draws       nothing
 * Checked by  test/kernel/deposits.c
 * After       Uchida, Ito and Nakano (2014), sections 4.3.1 and 4.3.2, Figs 5 and 8 to 10. They add sums to halved
 *             trails and then their transpose; halving whole units would lose a bit, so sums have a separate matrix.
 *             `next` is ordered by node, as there; their ants write it, here a kernel computes it from tours
 */
#include "edge_math.h"
#include "parts.clh"

#ifndef ROW_GROUP_SIZE
#error "ROW_GROUP_SIZE is required"
#endif

__kernel void aco_deposit_next(
    __global const uint *restrict tours, /* [ants][n] tour of each ant */
    __global uint *restrict next,        /* [n][ants] node after each node in each tour */
    const uint n, const uint ants,
    const uint ant_begin,
    const struct aco_parts parts)
{
    OWN(tours), OWN(next);
    const uint pos = get_global_id(0);
    const uint ant = ant_begin + get_global_id(1);
    if (pos >= n) {
        return;
    }
    __global const uint *tour = tours + (size_t)ant * n;
    next[(size_t)tour[pos] * ants + ant] = tour[pos + 1 == n ? 0 : pos + 1];
}

__attribute__((reqd_work_group_size(ROW_GROUP_SIZE, 1, 1)))
__kernel void aco_deposit_rows(
    __global const uint *restrict next,    /* [n][ants] node after each node in each tour */
    __global const uint *restrict amounts, /* [ants] units that the tour deposits on an edge */
    __global uint *restrict rows,          /* [n][stride]: `directed` if SYMMETRIC, otherwise the trails */
    const uint n, const uint stride, const uint ants,
    const uint row_begin,
    const uint evaporates,                    /* 1: trails also evaporate; 0: they do not */
    const uint keep, const uint trail_floor,  /* arguments of trail_evaporated() */
    const uint tile_size,                     /* words of a row summed at a time */
    __local uint *row_sums,                   /* [tile_size] sums of deposits on a tile of the row */
    const struct aco_parts parts)
{
    OWN(next), OWN(amounts), OWN_AS(rows, trails);
    const uint walking = n > 1 ? ants : 0; /* an instance of one node has no edge */
    const uint item = get_local_id(0);
    const uint i = row_begin + get_group_id(0);
    __global const uint *went = next + (size_t)i * ants;
    __global uint *row = rows + (size_t)i * stride;
    for (uint first = 0; first < n; first += tile_size) {
        const uint size = min(tile_size, n - first);
        for (uint k = item; k < size; k += ROW_GROUP_SIZE) {
            row_sums[k] = 0;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint ant = item; ant < walking; ant += ROW_GROUP_SIZE) {
            const uint k = went[ant] - first;
            if (k < size) {
#if ROW_GROUP_SIZE > 1
                atomic_add(&row_sums[k], amounts[ant]);
#else
                row_sums[k] += amounts[ant];
#endif
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = item; k < size; k += ROW_GROUP_SIZE) {
#if SYMMETRIC
            row[first + k] = row_sums[k];
#else
            const uint trail = row[first + k];
            row[first + k] = (evaporates ? trail_evaporated(trail, keep, trail_floor) : trail) + row_sums[k];
#endif
        }
        barrier(CLK_LOCAL_MEM_FENCE); /* the next tile overwrites these sums */
    }
}

/* Side of a square tile: a row fills whole memory bursts. A dummy column shifts each row by one bank of local memory,
 * so reading a column has no bank conflicts. */
#define SYMMETRISE_SIDE  32u
#define SYMMETRISE_PITCH (SYMMETRISE_SIDE + 1u)

/* Work-items that share a row of the tile. With 1 each work-item has a row of its own, and compilers vectorise its
 * loop. */
#if ROW_GROUP_SIZE % 32 == 0
#define SYMMETRISE_ITEMS 32u
#else
#define SYMMETRISE_ITEMS 1u
#endif
#define SYMMETRISE_ROWS (ROW_GROUP_SIZE / SYMMETRISE_ITEMS)

struct symmetrise {
    uint n, stride, evaporates, keep, trail_floor;
};

/* Loads the tile that begins at row `i` and column `j`, cut at the border of the matrix. */
SHARED_INLINE void symmetrise_load(const struct symmetrise *s, __global const uint *matrix, uint i, uint j,
                                   __local uint *tile)
{
    const uint item = get_local_id(0), rows = min(SYMMETRISE_SIDE, s->n - i), columns = min(SYMMETRISE_SIDE, s->n - j);
    for (uint r = item / SYMMETRISE_ITEMS; r < rows; r += SYMMETRISE_ROWS) {
        __global const uint *from = matrix + (size_t)(i + r) * s->stride + j;
        for (uint c = item % SYMMETRISE_ITEMS; c < columns; c += SYMMETRISE_ITEMS) {
            tile[r * SYMMETRISE_PITCH + c] = from[c];
        }
    }
}

/* Evaporates the trails of a tile, and adds its sums and the transposed sums of the opposite tile. */
SHARED_INLINE void symmetrise_add(const struct symmetrise *s, __global uint *trails, uint i, uint j,
                                  __local const uint *tile, __local const uint *opposite)
{
    const uint item = get_local_id(0), rows = min(SYMMETRISE_SIDE, s->n - i), columns = min(SYMMETRISE_SIDE, s->n - j);
    const uint back = s->n > 2 ? ~0u : 0u; /* the tour of two nodes contains both directions of the edge */
    for (uint r = item / SYMMETRISE_ITEMS; r < rows; r += SYMMETRISE_ROWS) {
        __global uint *to = trails + (size_t)(i + r) * s->stride + j;
        for (uint c = item % SYMMETRISE_ITEMS; c < columns; c += SYMMETRISE_ITEMS) {
            const uint left = s->evaporates ? trail_evaporated(to[c], s->keep, s->trail_floor) : to[c];
            to[c] = left + tile[r * SYMMETRISE_PITCH + c] + (opposite[c * SYMMETRISE_PITCH + r] & back);
        }
    }
}

/* A group handles the tiles (i, j) and (j, i), where j follows i cyclically by up to half the tiles of a row, so each
 * pair occurs once. If the number of tiles is even, only the first half of the groups takes pairs at the largest
 * distance. */
__attribute__((reqd_work_group_size(ROW_GROUP_SIZE, 1, 1)))
__kernel void aco_deposit_symmetrise(
    __global const uint *restrict directed, /* [n][stride] sums of deposits by direction */
    __global uint *restrict trails,         /* [n][stride] trail of each edge */
    const uint n, const uint stride,
    const uint evaporates, const uint keep, const uint trail_floor, /* evaporates 0: no evaporation */
    const struct aco_parts parts)
{
    OWN(directed), OWN(trails);
    __local uint tile[SYMMETRISE_SIDE * SYMMETRISE_PITCH];
    __local uint opposite[SYMMETRISE_SIDE * SYMMETRISE_PITCH];
    const struct symmetrise s = {n, stride, evaporates, keep, trail_floor};
    const uint tiles = get_num_groups(1);
    const uint apart = get_group_id(0);
    const uint mine = get_group_id(1);
    const uint other = mine + apart < tiles ? mine + apart : mine + apart - tiles;
    const uint i = mine * SYMMETRISE_SIDE, j = other * SYMMETRISE_SIDE;
    const bool taken = 2 * apart < tiles || (2 * apart == tiles && mine < apart);
    if (taken) {
        symmetrise_load(&s, directed, i, j, tile);
        symmetrise_load(&s, directed, j, i, opposite);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (taken) {
        symmetrise_add(&s, trails, i, j, tile, opposite);
        if (i != j) {
            symmetrise_add(&s, trails, j, i, opposite, tile);
        }
    }
}
