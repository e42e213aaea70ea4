/* aco_construct_scan_begin - places all ants on their start nodes.
 * aco_construct_scan_weights - sums the chunks of a step's cells: weight of a node for an ant, 0 if visited.
 * aco_construct_scan_totals - sums the chunks of a level of chunk totals.
 * aco_construct_scan_increments - adds to each element of a level the sum of all chunks before its own.
 * aco_construct_scan_draw - draws, for each ant, a number below the sum of its cells.
 * aco_construct_scan_search - finds the cell that an ant's number selects, and moves the ant.
 *
 * NDRange     papers/scan.c: cells() {n, ants}; chunks() groups of CONSTRUCT_GROUP_SIZE; aco_device_elements()
 * Required    CONSTRUCT_GROUP_SIZE  work-items of a group, each for two elements of a chunk: a power of two from 1 on
 *             JOINT                 as in construct_workitem.cl
 *             PARTNERS              partners.clh
 * Local       the elements of a chunk, one more, and one of padding in 16
 * Reads       weights[n][stride] uint, distance[n][stride] int (only for an ant whose remaining weights are all zero),
 *             scan_sums, scan_visited, scan_draws; partners[n] if PARTNERS
 * Writes      tours[ants][n] uint, position `step`; a permutation once all steps are done
 *             scan_sums ulong: [ants][n] running sums of a step's cells, row after row, then the levels of totals
 *             scan_visited[ants][n] uchar: 1 for visited nodes
 *             scan_draws[ants] ulong2: the sum of the cells of all ants before, and the number drawn
 * Draws       as aco_construct_workitem with SELECTION_ROULETTE, the same numbers: the same tours
 * Checked by  test/kernel/kernels.c
 * After       Belotti, sections 3 and 4.1, Figs 3 to 5; the sweeps of Blelloch (1990) as Harris (2007) lays them out
 *
 * There is one prefix sum for all ants, because many small ones would not fill the device. It continues from ant to ant
 * modulo 2^64; the sum of one ant fits 64 bits, so that differences within its row are exact. Shares are those of the
 * other constructions, because sums are integers.
 */
#include "cl/shared/draws.h"
#include "cl/aco/partners.clh"
#include "cl/aco/parts.clh"

#ifndef CONSTRUCT_GROUP_SIZE
#error "CONSTRUCT_GROUP_SIZE is required"
#endif

#define CHUNK (2u * CONSTRUCT_GROUP_SIZE)

/* Elements a power of two apart share a bank of local memory; one unused element in 16 avoids that (Harris;
 * for Belotti, section 6.1, future work). */
#define PADDED(i)      ((i) + ((i) >> 4))
#define LOCAL_ELEMENTS (PADDED(CHUNK) + 1u)

__kernel void aco_construct_scan_begin(
    __global uint *restrict tours,         /* [ants][n] tour of each ant */
    __global uchar *restrict scan_visited, /* [ants][n] 1 for each visited node */
    const uint n,
    __global const uint *restrict keys, /* [2] Philox key: the seed */
    const uint iteration,               /* number of the iteration, from 1 */
    const struct aco_parts parts)
{
    OWN(tours), OWN(scan_visited), OWN(keys);
    const uint j = get_global_id(0);
    const uint ant = get_global_id(1);
    if (j >= n) {
        return;
    }
    const struct draw_stream stream = draw_stream_keyed(keys[0], keys[1], ant, iteration);
    const uint start = JOINT ? n - 1 : draw_start_node(stream, n);
    scan_visited[(size_t)ant * n + j] = j == start;
    if (j == start) {
        tours[(size_t)ant * n] = start;
    }
}

/* Both sweeps of the scan over a chunk in local memory, with element i at PADDED(i). Element i becomes the sum of all
 * elements before it; the element after the last becomes the sum of all. */
SHARED_INLINE void scan_chunk(__local ulong *chunk, uint item)
{
    uint apart = 1;
    for (uint pairs = CONSTRUCT_GROUP_SIZE; pairs > 0; pairs >>= 1) { /* up-sweep, to the root */
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < pairs) {
            const uint right = apart * (2 * item + 2) - 1;
            chunk[PADDED(right)] += chunk[PADDED(right - apart)];
        }
        apart *= 2;
    }
    if (item == 0) { /* work-item 0 holds the root */
        chunk[PADDED(CHUNK)] = chunk[PADDED(CHUNK - 1)];
        chunk[PADDED(CHUNK - 1)] = 0;
    }
    for (uint pairs = 1; pairs <= CONSTRUCT_GROUP_SIZE; pairs *= 2) { /* down-sweep: each adds the sum on its left */
        apart /= 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < pairs) {
            const uint right = apart * (2 * item + 2) - 1;
            const ulong left = chunk[PADDED(right - apart)];
            chunk[PADDED(right - apart)] = chunk[PADDED(right)];
            chunk[PADDED(right)] += left;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

/* Data of a step of all ants. */
struct scan_step {
    __global const uint *weights, *tours;
    __global const uchar *visited;
    uint n, stride, step;
    ulong cells;
};

/* The weight of a cell in this step; 0 if the node is visited, and after the last cell. */
SHARED_INLINE uint cell_weight(const struct scan_step *s, ulong cell)
{
    if (cell >= s->cells || s->visited[cell]) {
        return 0;
    }
    const ulong ant = cell / s->n;
    const uint current = s->tours[ant * s->n + s->step - 1];
    return s->weights[(size_t)current * s->stride + (uint)(cell - ant * s->n)];
}

__attribute__((reqd_work_group_size(CONSTRUCT_GROUP_SIZE, 1, 1)))
__kernel void aco_construct_scan_weights(
    __global const uint *restrict weights,       /* [n][stride] selection weight of each edge */
    __global const uchar *restrict scan_visited, /* [ants][n] 1 for each visited node */
    __global const uint *restrict tours,         /* [ants][n] tour of each ant */
    __global ulong *restrict scan_sums,          /* [cells], then a total per chunk if there are several chunks */
    const uint n, const uint stride,
    const ulong cells, /* number of cells: ants * n */
    const uint step,
    const struct aco_parts parts)
{
    OWN(weights), OWN(scan_visited), OWN(tours), OWN(scan_sums);
    const struct scan_step s = {weights, tours, scan_visited, n, stride, step, cells};
    __local ulong chunk[LOCAL_ELEMENTS];
    const uint item = get_local_id(0);
    const ulong first = (ulong)get_group_id(0) * CHUNK;
    for (uint i = item; i < CHUNK; i += CONSTRUCT_GROUP_SIZE) {
        chunk[PADDED(i)] = cell_weight(&s, first + i);
    }
    scan_chunk(chunk, item);
    for (uint i = item; i < CHUNK; i += CONSTRUCT_GROUP_SIZE) {
        if (first + i < cells) {
            scan_sums[first + i] = chunk[PADDED(i + 1)]; /* inclusive sum */
        }
    }
    if (item == 0 && cells > CHUNK) {
        scan_sums[cells + get_group_id(0)] = chunk[PADDED(CHUNK)];
    }
}

__attribute__((reqd_work_group_size(CONSTRUCT_GROUP_SIZE, 1, 1)))
__kernel void aco_construct_scan_totals(
    __global ulong *restrict scan_sums,
    const ulong begin, const ulong count, /* the level, followed by the totals of its chunks if there are several */
    const struct aco_parts parts)
{
    OWN(scan_sums);
    __local ulong chunk[LOCAL_ELEMENTS];
    const uint item = get_local_id(0);
    const ulong first = (ulong)get_group_id(0) * CHUNK;
    for (uint i = item; i < CHUNK; i += CONSTRUCT_GROUP_SIZE) {
        chunk[PADDED(i)] = first + i < count ? scan_sums[begin + first + i] : 0;
    }
    scan_chunk(chunk, item);
    for (uint i = item; i < CHUNK; i += CONSTRUCT_GROUP_SIZE) {
        if (first + i < count) {
            scan_sums[begin + first + i] = chunk[PADDED(i)]; /* exclusive sum, added to a chunk of the previous level */
        }
    }
    if (item == 0 && count > CHUNK) {
        scan_sums[begin + count + get_group_id(0)] = chunk[PADDED(CHUNK)];
    }
}

__kernel void aco_construct_scan_increments(
    __global ulong *restrict scan_sums,
    const ulong begin, const ulong count, /* the level, followed by the increments of its chunks */
    const struct aco_parts parts)
{
    OWN(scan_sums);
    const ulong i = CHUNK + (ulong)get_global_id(0); /* the first chunk needs no increment */
    if (i < count) {
        scan_sums[begin + i] += scan_sums[begin + count + i / CHUNK];
    }
}

/* The nearest unvisited node, the lowest on ties. */
SHARED_INLINE uint nearest_other(__global const uchar *visited, __global const int *distance_row, uint n)
{
    int nearest = INT_MAX;
    uint next = n;
    for (uint j = 0; j < n; ++j) {
        if (!visited[j] && (next == n || distance_row[j] < nearest)) {
            nearest = distance_row[j];
            next = j;
        }
    }
    return next;
}

__kernel void aco_construct_scan_draw(
    __global const ulong *restrict scan_sums, /* [ants][n] inclusive running sums of the weights */
    __global const int *restrict distance,    /* [n][stride] distance of each edge */
    __global uint *restrict tours,            /* [ants][n] tour of each ant */
    __global uchar *restrict scan_visited,    /* [ants][n] 1 for each visited node */
    __global ulong *restrict scan_draws,      /* [ants][2] sum of the cells of all ants before; the number drawn */
    __global const uint *restrict partners,   /* [n] partner of each node; NODE_NONE: none */
    const uint n, const uint stride, const uint ants,
    __global const uint *restrict keys, /* [2] Philox key: the seed */
    const uint iteration,               /* number of the iteration, from 1 */
    const uint step,
    const struct aco_parts parts)
{
    OWN(scan_sums), OWN(tours), OWN(scan_visited), OWN(scan_draws), OWN(keys);
    const uint ant = get_global_id(0);
    if (ant >= ants) {
        return;
    }
    const size_t row = (size_t)ant * n;
    const ulong before = ant == 0 ? 0 : scan_sums[row - 1];
    const ulong total = scan_sums[row + n - 1] - before;
    const struct draw_stream stream = draw_stream_keyed(keys[0], keys[1], ant, iteration);
    ulong drawn = draw_below(draw_roulette_bits(draw_block(stream, DRAW_ROULETTE, 0, step >> 1), step), total);
    const uint current = tours[row + step - 1];
    uint next = forced_node(partners, current, node_before_last(tours + row, step));
    if (next == NODE_NONE && total == 0) {
        next = nearest_other(scan_visited + row, distance + (size_t)current * stride, n);
    }
    if (next != NODE_NONE) {
        tours[row + step] = next;
        scan_visited[row + next] = 1;
        drawn = ~(ulong)0; /* beyond all running sums: selects no cell */
    }
    scan_draws[2 * ant] = before;
    scan_draws[2 * ant + 1] = drawn;
}

__kernel void aco_construct_scan_search(
    __global const ulong *restrict scan_sums,  /* [ants][n] inclusive running sums of the weights */
    __global const ulong *restrict scan_draws, /* [ants][2] sum of the cells of all ants before; the number drawn */
    __global uint *restrict tours,             /* [ants][n] tour of each ant */
    __global uchar *restrict scan_visited,     /* [ants][n] 1 for each visited node */
    const uint n,
    const uint step,
    const struct aco_parts parts)
{
    OWN(scan_sums), OWN(scan_draws), OWN(tours), OWN(scan_visited);
    const uint j = get_global_id(0);
    const uint ant = get_global_id(1);
    if (j >= n) {
        return;
    }
    const size_t cell = (size_t)ant * n + j;
    const ulong before = scan_draws[2 * ant], drawn = scan_draws[2 * ant + 1];
    const ulong left = (j == 0 ? before : scan_sums[cell - 1]) - before;
    if (left <= drawn && drawn < scan_sums[cell] - before) {
        tours[(size_t)ant * n + step] = j;
        scan_visited[cell] = 1;
    }
}
