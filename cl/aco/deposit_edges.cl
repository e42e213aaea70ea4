/* aco_deposit_lay - sums the deposits on each edge.
 * aco_deposit_settle - evaporates trails, adds the deposits and applies limits, or resets all trails.
 * aco_deposit_worst - evaporates the edges of the worst tour that the best tour lacks once more, and counts them.
 * aco_deposit_mutate - raises or lowers a few random trails by up to four times the mean trail of the best tour.
 *
 * NDRange     deposit.c: {n, depositors}; matrix {stride, n}; n; one group of REDUCE_GROUP_SIZE
 * Required    LISTS              1: a row has the trails to the candidates of a node; 0: to all nodes
 *             SYMMETRIC          1: both directions of an edge have the same trail
 *             LIMITS             1: limits of best[0], else no trail falls below trail_floor
 *             DEPOSITED_ONLY     1: only trails with a deposit evaporate
 *             REDUCE_GROUP_SIZE  work-items in the group of aco_deposit_mutate; 1 on CPUs
 *             LAID_SHARES        0: sums by atomics; otherwise, for lists on CPUs, work-items of aco_deposit_lay with
 *                                separate sums, which search lists by vectors: 5 ns instead of 21 per edge on pr1002
 * Reads       tours[rows][n] uint, depositors, amounts [depositors] uint, candidates[n][stride] uint (LISTS), best[1],
 *             anchor[n][2] uint
 * Writes      laid[2][shares][n][stride] uint: even and odd iterations alternate, and each zeroes the other half;
 *             trails[n][stride] uint; best[0].counted (aco_deposit_worst)
 * Draws       DRAW_MUTATION, draw k for mutation k
 * Checked by  test/kernel/family.c
 * After       Stuetzle and Hoos (2000); Dorigo and Gambardella (1997), eq. 4; Cordon, Fernandez de Viana, Herrera and
 *             Moreno (2000), worst ant and mutation, with ACOTSP's number of mutations. Sums are separate, because on
 *             lists an edge may have a trail in one direction only, and limits apply to sums
 */
#include "colony_rules.h"
#include "cl/shared/draws.h"
#include "parts.clh"

#if !defined(LAID_SHARES) || !defined(LISTS)
#error "LAID_SHARES and LISTS are required"
#endif

#define SHARES (LAID_SHARES > 0 ? LAID_SHARES : 1)

#if LISTS && LAID_SHARES > 0
/* The index of the first of sixteen elements equal to `value`; 16 if there is none. */
SHARED_INLINE uint element_of(uint16 elements, uint value)
{
    const ulong2 found = as_ulong2(convert_char16(elements == (uint16)(value)));
    const ulong eight = found.x ? found.x : found.y;
    const uint first = (63 - (uint)clz(eight & (0 - eight))) / 8;
    return found.x ? first : found.y ? 8 + first : 16;
}
#endif

struct rows {
    __global const uint *candidates; /* [n][stride] candidate list of each node */
    uint stride, width;
};

/* The index of node j in the row of i; `width` if the row lacks j. */
SHARED_INLINE uint index_of(struct rows rows, uint i, uint j)
{
#if LISTS && LAID_SHARES > 0
    __global const uint *row = rows.candidates + (size_t)i * rows.stride;
    for (uint first = 0; first < rows.stride; first += 16) { /* the padding repeats node i, which is never j */
        const uint index = element_of(vload16(0, row + first), j);
        if (index < 16) {
            return first + index;
        }
    }
    return rows.width;
#elif LISTS
    __global const uint *row = rows.candidates + (size_t)i * rows.stride;
    uint index = 0;
    while (index < rows.width && row[index] != j) {
        ++index;
    }
    return index;
#else
    return j;
#endif
}

/* Adds `amount` to the sum of the edge from i to j, or from j to i if SYMMETRIC and only the list of j has the edge. */
SHARED_INLINE void lay(struct rows rows, __global uint *sums, uint n, uint i, uint j, uint amount)
{
    uint row = i, index = index_of(rows, i, j);
#if SYMMETRIC
    if (index >= rows.width && n > 2) { /* the tour of two nodes contains both directions */
        row = j; /* only the list of j has the edge; aco_deposit_settle joins both */
        index = index_of(rows, j, i);
    }
#endif
    if (index < rows.width) {
#if LAID_SHARES > 0
        sums[(size_t)row * rows.stride + index] += amount;
#else
        atomic_add(&sums[(size_t)row * rows.stride + index], amount);
#endif
    }
}

__kernel void aco_deposit_lay(
    __global const uint *restrict tours,      /* [rows][n] tours of the ants, then kept tours */
    __global const uint *restrict depositors, /* [depositors] row of each tour that deposits */
    __global const uint *restrict amounts,    /* [depositors] units that the tour deposits on an edge */
    __global const uint *restrict candidates, /* [n][stride] candidate list of each node */
    __global uint *laid,                      /* [2][shares][n][stride] sums of deposits on each edge, in units */
    const uint n, const uint stride,
    const uint width,
    const uint first, const uint last, /* indices of the depositors of this launch: first .. last - 1 */
    const uint parity,                 /* half of `laid`: 0 in even iterations, 1 in odd */
    const struct aco_parts parts)
{
    OWN(tours), OWN(depositors), OWN(amounts), OWN(candidates), OWN(laid);
    const struct rows rows = {candidates, stride, width};
    if (n < 2) {
        return;
    }
#if LAID_SHARES > 0
    __global uint *sums = laid + ((size_t)parity * LAID_SHARES + get_global_id(0)) * n * stride;
    for (uint depositor = first + get_global_id(0); depositor < last; depositor += LAID_SHARES) {
        __global const uint *tour = tours + (size_t)depositors[depositor] * n;
        const uint amount = amounts[depositor];
        uint i = tour[n - 1];
        for (uint pos = 0; pos < n && amount > 0; ++pos) {
            const uint j = tour[pos];
            lay(rows, sums, n, i, j, amount);
            i = j;
        }
    }
#else
    const uint pos = get_global_id(0), depositor = first + get_global_id(1);
    const uint amount = amounts[depositor];
    if (pos < n && amount > 0) {
        __global const uint *tour = tours + (size_t)depositors[depositor] * n;
        lay(rows, laid + (size_t)parity * n * stride, n, tour[pos], tour[pos + 1 == n ? 0 : pos + 1], amount);
    }
#endif
}

/* The sum of the shares of the deposits on a trail. `cells`: trails of a share; `cell`: index of the trail. */
SHARED_INLINE uint laid_on(__global const uint *laid, uint parity, size_t cells, size_t cell)
{
    uint sum = 0;
    for (uint share = 0; share < SHARES; ++share) {
        sum += laid[((size_t)parity * SHARES + share) * cells + cell];
    }
    return sum;
}

__kernel void aco_deposit_settle(
    __global uint *restrict trails,       /* [n][stride] trail of each edge, in units */
    __global uint *restrict laid,         /* [2][shares][n][stride] sums of deposits on each edge, in units */
    __global const struct aco_best *best, /* [1] record of the best tours */
    __global const uint *restrict candidates, /* [n][stride] candidate list of each node */
    const uint n, const uint stride,
    const uint width,
    const uint keep,        /* (1 - rho) * 2^32 */
    const uint trail_floor, /* smallest trail, in units */
    const uint trail_initial,
    const uint parity,     /* half of `laid`: 0 in even iterations, 1 in odd */
    const uint evaporates, /* 1: trails also evaporate; 0: they do not */
    const struct aco_parts parts)
{
    OWN(trails), OWN(laid), OWN(best), OWN(candidates);
    const uint k = get_global_id(0);
    const uint i = get_global_id(1);
    if (k >= width || i >= n) {
        return;
    }
    const size_t cell = (size_t)i * stride + k;
    const size_t cells = (size_t)n * stride;
    uint added = laid_on(laid, parity, cells, cell);
    for (uint share = 0; share < SHARES; ++share) { /* clears the sums for the next iteration */
        laid[((size_t)(1 - parity) * SHARES + share) * cells + cell] = 0;
    }
#if SYMMETRIC
#if LISTS
    const uint j = candidates[cell];
#else
    const uint j = k;
#endif
    const struct rows rows = {candidates, stride, width};
    const uint back = j != i && n > 2 ? index_of(rows, j, i) : width;
    added += back < width ? laid_on(laid, parity, cells, (size_t)j * stride + back) : 0;
#endif
    uint trail = trails[cell];
    const uint left = evaporates ? trail_evaporated(trail, keep, LIMITS ? best->trail_minimum : trail_floor) : trail;
    trail = DEPOSITED_ONLY && added == 0 ? trail : left + added;
#if LIMITS
    trail = min(trail, best->trail_maximum);
    trails[cell] = best->reset ? best->trail_maximum : trail;
#else
    trails[cell] = best->reset ? trail_initial : trail;
#endif
}

__kernel void aco_deposit_worst(
    __global const uint *restrict tours,      /* [rows][n] tours of the ants, then kept tours */
    __global const uint *restrict candidates, /* [n][stride] candidate list of each node */
    __global const uint *restrict anchor,     /* [n][2] neighbours in the best tour */
    __global uint *trails,                    /* [n][stride] units; work-items change different trails */
    __global struct aco_best *best,           /* [1] record of the best tours */
    const uint n, const uint stride,
    const uint width,
    const uint keep,
    const uint trail_floor,
    const struct aco_parts parts)
{
    OWN(tours), OWN(candidates), OWN(anchor), OWN(trails), OWN(best);
    const struct rows rows = {candidates, stride, width};
    const uint pos = get_global_id(0);
    if (pos >= n || n < 3 || best->reset) {
        return;
    }
    __global const uint *tour = tours + (size_t)best->worst * n;
    const uint i = tour[pos], j = tour[pos + 1 == n ? 0 : pos + 1];
    const uint before = SYMMETRIC ? anchor[2 * (size_t)i] : n;
    if (anchor[2 * (size_t)i + 1] == j || before == j) {
        return;
    }
    atomic_inc(&best->counted);
    const uint there = index_of(rows, i, j);
    if (there < width) {
        const size_t cell = (size_t)i * stride + there;
        trails[cell] = trail_evaporated(trails[cell], keep, trail_floor);
    }
#if SYMMETRIC
    const uint back = index_of(rows, j, i);
    if (back < width) {
        const size_t cell = (size_t)j * stride + back;
        trails[cell] = trail_evaporated(trails[cell], keep, trail_floor);
    }
#endif
}

SHARED_INLINE uint trail_mutated(uint trail, uint change, bool up, uint trail_floor)
{
    /* clamp(): oclgrind does not support the code that clang makes from comparisons */
    return clamp(up ? trail + change : sub_sat(trail, change), trail_floor, TRAIL_MAX);
}

__attribute__((reqd_work_group_size(REDUCE_GROUP_SIZE, 1, 1)))
__kernel void aco_deposit_mutate(
    __global const uint *restrict candidates, /* [n][stride] candidate list of each node */
    __global const uint *restrict anchor,     /* [n][2] neighbours in the best tour */
    __global uint *trails,                    /* [n][stride] trail of each edge, in units */
    __global const struct aco_best *best,     /* [1] record of the best tours */
    const uint n, const uint stride,
    const uint width,
    const uint trail_floor,
    const uint mutations,
    const ulong restart_after, /* iterations after the restart until mutations reach their full size */
    __global const uint *restrict keys, /* [2] Philox key: the seed */
    const ulong iteration,
    const struct aco_parts parts)
{
    OWN(candidates), OWN(anchor), OWN(trails), OWN(best), OWN(keys);
    const struct rows rows = {candidates, stride, width};
    const uint item = get_local_id(0);
    ulong sum = 0;
    for (uint i = item; i < n; i += REDUCE_GROUP_SIZE) {
        const uint index = index_of(rows, i, anchor[2 * (size_t)i + 1]);
        sum += index < width ? trails[(size_t)i * stride + index] : 0;
    }
#if REDUCE_GROUP_SIZE > 1
    __local ulong sums[REDUCE_GROUP_SIZE];
    sums[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    for (uint k = 1; k < REDUCE_GROUP_SIZE && item == 0; ++k) {
        sum += sums[k];
    }
#endif
    if (item > 0 || best->reset || restart_after == 0 || best->restarts == 0) {
        return;
    }
    const ulong age = min(iteration - best->restarted, restart_after);
    const uint change = (uint)min(4 * (sum / n) * age / restart_after, (ulong)TRAIL_MAX);
    const struct draw_stream stream = draw_stream_keyed(keys[0], keys[1], 0, (uint)iteration);
    for (uint k = 0; k < mutations; ++k) {
        const struct philox_block block = draw_block(stream, DRAW_MUTATION, k, 0);
        const uint i = (uint)(((ulong)block.w0 * n) >> 32), index = (uint)(((ulong)block.w1 * width) >> 32);
        const bool up = block.w2 >> 31;
        const size_t cell = (size_t)i * stride + index;
        trails[cell] = trail_mutated(trails[cell], change, up, trail_floor);
#if SYMMETRIC
#if LISTS
        const uint j = candidates[cell];
#else
        const uint j = index;
#endif
        const uint back = index_of(rows, j, i);
        if (back < width && j != i) {
            trails[(size_t)j * stride + back] = trail_mutated(trails[(size_t)j * stride + back], change, up, trail_floor);
        }
#endif
    }
}
