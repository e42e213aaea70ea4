/* qap_search - continues robust tabu searches (cl/qap/tabu.h), one in each work-group.
 *
 * NDRange     a work-group of QAP_ITEMS for each search, 1 on CPUs: src/qap/device.c
 * Required    QAP_BITS        32 or 64: of numbers
 *             QAP_SYMMETRIC   1: both matrices are; 0: they are not
 *             QAP_LANES       numbers that a work-item treats at once: 16 with QAP_ITEMS 1, otherwise 1
 *             QAP_ITEMS       work-items of a group, 1 or a multiple of 16
 *             QAP_NEAR_LOCAL  1: vectors are in local memory; 0: in global memory
 * Reads       matrices, linear; of searches that have begun all others
 * Writes      searches, numbers, marks, assignments, vectors: all of a search's state, so that the next launch goes on
 *             where this one ends
 * Draws       DRAW_TABU, a block for each step
 * Checked by  test/kernel/qap.c
 * After       Taillard, "Robust taboo search for the quadratic assignment problem" (1991); sums by place: ours
 */
#include "rules.h"

#if !defined(QAP_BITS) || !defined(QAP_SYMMETRIC) || !defined(QAP_LANES) || !defined(QAP_ITEMS)
#error "QAP_BITS, QAP_SYMMETRIC, QAP_LANES and QAP_ITEMS are required"
#endif
#ifndef QAP_NEAR_LOCAL
#error "QAP_NEAR_LOCAL is required"
#endif

#if QAP_BITS == 64
#define QAP_NUMBER int64_t
#define QAP_MOST   0x7fffffffffffffffL
#else
#define QAP_NUMBER int32_t
#define QAP_MOST   0x7fffffff
#endif
#define QAP_GLOBAL     __global
#define QAP_LOCAL      __local
#define QAP_NAME(name) name
#if QAP_NEAR_LOCAL
#define QAP_NEAR __local
#else
#define QAP_NEAR __global
#endif
#if QAP_ITEMS > 1
#define QAP_BARRIER barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE)
#else
#define QAP_BARRIER ((void)0)
#endif
#include "tabu.h"

__kernel void qap_search(
    __global struct qap_search *searches,   /* [count] */
    __global const QAP_NUMBER *matrices,    /* [4][m][width] flows, transposed, distances, transposed */
    __global const QAP_NUMBER *linear,      /* [m][width] */
    __global QAP_NUMBER *numbers,           /* [count][3][m][width] sums, delta, until */
    __global int32_t *marks,                /* [count][2][m][width] of_item, of_place */
    __global uint32_t *assignments,         /* [count][2][width] places, best */
    QAP_NEAR QAP_NUMBER *vectors,           /* [7][width]; in global memory [count][7][width] */
    const uint32_t m, const uint32_t width, /* free items; numbers of a row, whole blocks */
    const uint32_t key_0, const uint32_t key_1, const uint32_t steps)
{
    __local QAP_NUMBER values[QAP_ITEMS];
    __local uint32_t ties[QAP_ITEMS];
    const size_t seat = get_group_id(0), whole = (size_t)m * width;
    const uint32_t item = (uint32_t)get_local_id(0);
    QAP_NEAR QAP_NUMBER *near = vectors;
#if !QAP_NEAR_LOCAL
    near += seat * 7 * width;
#endif
    struct qap_view v;
    v.f = matrices;
    v.ft = matrices + whole;
    v.d = matrices + 2 * whole;
    v.dt = matrices + 3 * whole;
    v.linear = linear;
    v.sums = numbers + seat * 3 * whole;
    v.delta = v.sums + whole;
    v.until = v.delta + whole;
    v.of_item = marks + seat * 2 * whole;
    v.of_place = v.of_item + whole;
    v.places = assignments + seat * 2 * width;
    v.best = v.places + width;
    v.x = near;
    v.y = v.x + width;
    v.z = v.y + width;
    v.own = v.z + width;
    v.xt = v.own + width;
    v.yt = v.xt + width;
    v.zt = v.yt + width;
    v.values = values;
    v.ties = ties;
    v.m = m;
    v.width = width;
    struct qap_search search = searches[seat];
    qap_run(&v, item, key_0, key_1, steps, &search);
    if (item == 0) {
        searches[seat] = search;
    }
}
