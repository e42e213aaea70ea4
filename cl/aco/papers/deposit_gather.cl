/* aco_deposit_gather - every trail collects the deposits of all ants, without atomics.
 * aco_deposit_gather_tiled - the same, with tiles of tours in local memory.
 * aco_deposit_gather_symmetric - the same per pair of nodes, for both trails.
 *
 * NDRange     papers/deposit.c: aco_rows_gather(), one work-item per trail of some rows; symmetric: per pair of nodes
 * Required    SYMMETRIC  1: a deposit goes to both directions of an edge (TSP); 0: to one (ATSP)
 * Local       tiled and symmetric: a tile of a tour and the next node, local size + 1 words
 * Reads       tours[ants][n] uint, amounts[ants] uint: 2 n words per trail and ant, or 2 n^3 ants in total
 * Writes      trails[n][stride] uint
 * Draws       nothing
 * Checked by  test/kernel/deposits.c
 * After       Cecilia et al. (2013), section 3.3, Fig. 5 and Table 4: versions 5, 4 and 3. Launches are split by ants
 *             and rows to limit their time
 */
#include "cl/shared/cl_compat.h"
#include "cl/aco/parts.clh"

/* tours[ants][n], amounts[ants], trails[n][stride]; a launch adds the ants ant_begin .. ant_end - 1 to rows from
 * row_begin on */
#define GATHER_PARAMETERS                                                                                             \
    __global const uint *restrict tours, __global const uint *restrict amounts, __global uint *restrict trails,      \
        const uint n, const uint stride, const uint ant_begin, const uint ant_end, const uint row_begin

/* The tours that a launch adds up. */
struct gathered {
    __global const uint *tours, *amounts;
    uint n, ant_begin, ant_end;
};

/* True if the edge (a, b) deposits on the trail (i, j). */
SHARED_INLINE bool gather_meets(uint a, uint b, uint i, uint j, bool both)
{
    return ((a == i) & (b == j)) | (both & (a == j) & (b == i));
}

/* True if deposits go to both directions; the tour of two nodes already contains both. */
SHARED_INLINE bool gather_both(uint n)
{
    return SYMMETRIC && n > 2;
}

__kernel void aco_deposit_gather(
    GATHER_PARAMETERS,
    const struct aco_parts parts)
{
    OWN(tours), OWN(amounts), OWN(trails);
    const uint j = get_global_id(0);
    const uint i = row_begin + get_global_id(1);
    if (j >= n || i == j) {
        return;
    }
    const bool both = gather_both(n);
    uint sum = 0;
    for (uint ant = ant_begin; ant < ant_end; ++ant) {
        __global const uint *tour = tours + (size_t)ant * n;
        bool found = gather_meets(tour[n - 1], tour[0], i, j, both);
        for (uint pos = 1; pos < n; ++pos) {
            found |= gather_meets(tour[pos - 1], tour[pos], i, j, both);
        }
        sum += found ? amounts[ant] : 0u; /* a tour contains an edge at most once */
    }
    trails[(size_t)i * stride + j] += sum;
}

/* The sum of deposits on the trail (i, j). All work-items of a group call it, because they share tiles. */
SHARED_INLINE uint gather_by_tiles(struct gathered from, uint i, uint j, __local uint *tile)
{
    const uint n = from.n;
    const uint item = get_local_id(0);
    const uint items = get_local_size(0);
    const bool both = gather_both(n);
    uint sum = 0;
    for (uint ant = from.ant_begin; ant < from.ant_end; ++ant) {
        __global const uint *tour = from.tours + (size_t)ant * n;
        bool found = false;
        for (uint first = 0; first < n; first += items) {
            const uint edges = min(items, n - first);
            if (item < edges) {
                tile[item] = tour[first + item];
            }
            if (item == 0) {
                tile[edges] = tour[first + edges == n ? 0 : first + edges];
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            for (uint k = 0; k < edges; ++k) {
                found |= gather_meets(tile[k], tile[k + 1], i, j, both);
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        sum += found ? from.amounts[ant] : 0u;
    }
    return sum;
}

__kernel void aco_deposit_gather_tiled(
    GATHER_PARAMETERS,
    __local uint *tile, /* [local size + 1] nodes of a part of the tour */
    const struct aco_parts parts)
{
    OWN(tours), OWN(amounts), OWN(trails);
    const uint j = get_global_id(0);
    const uint i = row_begin + get_global_id(1);
    const struct gathered from = {tours, amounts, n, ant_begin, ant_end};
    const uint sum = gather_by_tiles(from, i, j, tile);
    if (j < n && i != j) {
        trails[(size_t)i * stride + j] += sum;
    }
}

/* A work-item handles a pair: node i and a node that follows i cyclically by up to n / 2, so each pair occurs once and
 * no half of a matrix is idle. If n is even, only the first half of the nodes takes the node at distance n / 2. */
__kernel void aco_deposit_gather_symmetric(
    GATHER_PARAMETERS,
    __local uint *tile, /* [local size + 1] nodes of a part of the tour */
    const struct aco_parts parts)
{
    OWN(tours), OWN(amounts), OWN(trails);
    const uint apart = (uint)get_global_id(0) + 1;
    const uint i = row_begin + get_global_id(1);
    const uint j = i + apart < n ? i + apart : i + apart - n;
    const struct gathered from = {tours, amounts, n, ant_begin, ant_end};
    const uint sum = gather_by_tiles(from, i, j, tile);
    if (2 * apart < n || (2 * apart == n && i < apart)) {
        trails[(size_t)i * stride + j] += sum;
        trails[(size_t)j * stride + i] += sum;
    }
}
