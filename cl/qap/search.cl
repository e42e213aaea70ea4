/* qap_search - continues robust tabu searches (cl/qap/tabu.h), one in each work-group.
 * qap_place - ants build assignments (cl/qap/ants.h), one in each work-group; only if ANTS is 1.
 *
 * NDRange     a work-group of QAP_GROUP_SIZE for each search, at most 64 for each ant, 1 on CPUs: src/qap/device.c
 * Required    QAP_BITS           32 or 64: width of the numbers
 *             QAP_SYMMETRIC      1: both matrices are symmetric; 0: they are not
 *             QAP_GROUP_SIZE     1 or a multiple of 16
 *             QAP_LOCAL_VECTORS  1: vectors and ant_words are in local memory; 0: in global memory
 *             ANTS               1: the program has qap_place; 0: it has not
 * Reads       matrices, linear; all other buffers for searches that have begun; ants: trails
 * Writes      searches, numbers, marks, assignments, vectors: the whole state of a search, from which the next launch
 *             continues; ants: ant_places, which the host reads
 * Draws       DRAW_TABU, a block for each step; DRAW_QAP_ANT, a word for each item but one, then one for each place
 * Checked by  test/kernel/qap.c
 * After       Taillard, "Robust taboo search for the quadratic assignment problem" (1991); sums by place: ours; ants:
 *             Tsutsui and Fujimoto (2011)
 */
#include "rules.h"

#if !defined(QAP_BITS) || !defined(QAP_SYMMETRIC) || !defined(QAP_GROUP_SIZE) || !defined(QAP_LOCAL_VECTORS) \
    || !defined(ANTS)
#error "QAP_BITS, QAP_SYMMETRIC, QAP_GROUP_SIZE, QAP_LOCAL_VECTORS and ANTS are required"
#endif

#define QAP_GLOBAL     __global
#define QAP_LOCAL      __local
#define QAP_NAME(name) name
#define QAP_PHASE      SHARED_INLINE
#if QAP_LOCAL_VECTORS
#define QAP_VECTOR __local
#else
#define QAP_VECTOR __global
#endif
#if QAP_GROUP_SIZE > 1
#define QAP_BARRIER barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE)
#else
#define QAP_BARRIER ((void)0)
#endif
#include "tabu.h"

__kernel void qap_search(
    __global struct qap_search *searches,   /* [count] state of each search */
    __global const QAP_NUMBER *matrices,    /* [4][m][width] flows, transposed, distances, transposed */
    __global const QAP_NUMBER *linear,      /* [m + 1][width] costs of items at places without the others; classes */
    __global QAP_NUMBER *numbers,           /* [count][3][m][width] sums, delta and until of struct qap_view */
    __global int32_t *marks,                /* [count][2][m][width] of_item and of_place of struct qap_view */
    __global uint32_t *assignments,         /* [count][2][width] places and best of struct qap_view */
    QAP_VECTOR QAP_NUMBER *vectors,         /* local: [QAP_VECTORS][width]; global: [count][QAP_VECTORS][width] */
    const uint32_t m, const uint32_t width, /* number of free items; numbers in a row, a multiple of QAP_BLOCK */
    const uint32_t key_0, const uint32_t key_1, const uint32_t steps)
{
    __local QAP_NUMBER values[QAP_GROUP_SIZE];
    __local uint32_t ties[QAP_GROUP_SIZE];
    const size_t group = get_group_id(0), whole = (size_t)m * width;
    const uint32_t id = (uint32_t)get_local_id(0);
    struct qap_view v;
    v.f = matrices;
    v.linear = linear;
    v.sums = numbers + group * 3 * whole;
    v.of_item = marks + group * 2 * whole;
    v.places = assignments + group * 2 * width;
    v.x = vectors;
#if !QAP_LOCAL_VECTORS
    v.x += group * QAP_VECTORS * width;
#endif
    v.values = values;
    v.ties = ties;
    v.m = m;
    v.width = width;
    const struct qap_view view = qap_complete(v);
    struct qap_search search = searches[group];
    qap_run(&view, id, key_0, key_1, steps, &search);
    if (id == 0) {
        searches[group] = search;
    }
}

#if ANTS
#include "ants.h"

__attribute__((reqd_work_group_size(QAP_ANT_ITEMS, 1, 1)))
__kernel void qap_place(
    __global const uint32_t *trails, /* [m][m] trail of each item (row) at each place */
    __global uint32_t *ant_places,   /* [ants][m] place of each item, by ant */
    QAP_VECTOR uint32_t *ant_words,  /* scratch of each ant; local: [2][m]; global: [ants][2][m] */
    const uint32_t m,                /* number of free items */
    const uint32_t first_ant,        /* number of the launch's first ant */
    const uint32_t generation, const uint32_t key_0, const uint32_t key_1)
{
    __local uint32_t sums[QAP_ANT_ITEMS];
    const uint32_t group = (uint32_t)get_group_id(0);
    struct draw_sequence random =
        draw_sequence_of((uint64_t)key_1 << 32 | key_0, DRAW_QAP_ANT, first_ant + group, generation);
    struct qap_ant ant;
    ant.trails = trails;
    ant.places = ant_places + (size_t)group * m;
    ant.items = ant_words;
#if !QAP_LOCAL_VECTORS
    ant.items += (size_t)group * 2 * m;
#endif
    ant.open = ant.items + m;
    ant.sums = sums;
    ant.m = m;
    qap_ant_build(&ant, (uint32_t)get_local_id(0), &random);
}
#endif
