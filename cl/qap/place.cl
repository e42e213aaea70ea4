/* qap_place - ants build assignments (cl/qap/ants.h), one ant in each work-group.
 *
 * NDRange     a work-group of QAP_ANT_ITEMS for each ant, 1 on CPUs: src/qap/place.c
 * Required    QAP_GROUP_SIZE     work-items of a search, 1 or a multiple of 16; an ant has as many, up to 64
 *             QAP_LOCAL_VECTORS  1: items and open places are in local memory; 0: in global memory
 * Reads       trails
 * Writes      ant_places: the assignments, which the host reads and gives to qap_search
 * Draws       DRAW_QAP_ANT, a word for each item but one, then one for each place
 * Checked by  test/kernel/qap.c
 * After       Tsutsui and Fujimoto (2011), who build on the GPU; a work-group for each ant: ours
 */
#include "rules.h"

#if !defined(QAP_GROUP_SIZE) || !defined(QAP_LOCAL_VECTORS)
#error "QAP_GROUP_SIZE and QAP_LOCAL_VECTORS are required"
#endif

#define QAP_GLOBAL    __global
#define QAP_LOCAL     __local
#if QAP_LOCAL_VECTORS
#define QAP_WORDS __local
#else
#define QAP_WORDS __global
#endif
#if QAP_GROUP_SIZE > 1
#define QAP_BARRIER barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE)
#else
#define QAP_BARRIER ((void)0)
#endif
#include "ants.h"

__attribute__((reqd_work_group_size(QAP_ANT_ITEMS, 1, 1)))
__kernel void qap_place(
    __global const uint32_t *trails, /* [m][m] */
    __global uint32_t *ant_places,   /* [ants][m] */
    QAP_WORDS uint32_t *ant_words,   /* local: [2][m]; global: [ants][2][m] */
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
