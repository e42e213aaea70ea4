/* aco_construct_list_workitem - builds and measures tours on candidate lists, TEAM_ANTS of them per work-item.
 *
 * NDRange     construct.c: range_of(), groups of one work-item: for CPUs
 * Required    TEAM_ANTS       ants of a work-item; their steps interleave, so the loads of one overlap with arithmetic of others
 *             CANDIDATES      candidates of each list that ants consider, 1 to LIST_MOST
 *             LIST_STRIDE     elements from one list to the next, a multiple of 16
 *             LIST_LINKS      1: words are links: colony_rules.h, list_word()
 *             EXPLOITS        1: q0 > 0; 0: `exploit` is 0
 *             METRIC, JOINT   edges.clh; every ant starts at the joint
 *             LENGTHS         edges.clh
 *             PARTNERS        partners.clh
 * Reads       candidates[n][stride] uint, weights[n][stride] uint, second[n][second_length] uint, edges; partners[n]
 *             if PARTNERS
 * Writes      tours[ants][n] uint, positions step_begin .. step_end - 1; a permutation once all steps are done;
 *             lengths[ants] long, of the edges so far, with the closing edge in the last step; visited_bits[ants, whole
 *             work-items][ceil(n / 32)], which last from launch to launch
 * Draws       DRAW_START_NODE in step 0 unless JOINT; in every other DRAW_LIST, and DRAW_EXPLOIT if EXPLOITS
 * Checked by  test/kernel/lists.c
 * After       a race over candidates: Skinderowicz (2020); candidates as vectors of 16: ours. Time of a step on pr1002
 *             with 16 candidates, one core with AVX-512: TEAM_ANTS 1: 44 ns, 2: 34 ns, 4: 29 ns, 8: 29 ns
 */
#define VISITED_SPACE __global
#include "list_vectors.clh"
#include "parts.clh"

#ifndef TEAM_ANTS
#error "TEAM_ANTS is required"
#endif

/* Random exponential numbers of sixteen candidates for the four steps of a block; 1 in steps that take the largest
 * choice-info. */
SHARED_INLINE void draw_numerators(struct draw_stream stream, uint block, uint16 indices, uint exploit,
                                   float16 *numerators)
{
    const struct philox_block16 words = draw_vector(stream, block, indices);
    numerators[0] = draw_exponential16(words.w0);
    numerators[1] = draw_exponential16(words.w1);
    numerators[2] = draw_exponential16(words.w2);
    numerators[3] = draw_exponential16(words.w3);
#if EXPLOITS
    const struct philox_block best = draw_block(stream, DRAW_EXPLOIT, 0, block);
    for (uint k = 0; k < DRAW_LIST_STEPS; ++k) {
        if (draw_word(best, k) < exploit) {
            numerators[k] = (float16)(1.0f);
        }
    }
#endif
}

__kernel void aco_construct_list_workitem(
    __global const uint *restrict candidates, /* [n][stride] candidate list of each node */
    __global const uint *restrict weights,    /* [n][stride] selection weight of each edge */
    __global const uint *restrict second,     /* [n][second_length] second list of each node */
    EDGES_PARAMETERS,
    __global uint *restrict tours,          /* [ants][n] tour of each ant */
    __global long *restrict lengths,        /* [ants] length of each tour */
    __global uint *restrict visited_bits,   /* [ants and surplus ants][ceil(n / 32)] a bit per visited node */
    __global const uint *restrict partners, /* [n] partner of each node; NODE_NONE: none */
    const uint n, const uint second_length,
    const uint exploit,                         /* q0 in fixed point: q0 * 2^32 */
    __global const uint *restrict keys,         /* [2] Philox key: the seed */
    const uint iteration,                       /* number of the iteration, from 1 */
    const uint ant_begin, const uint ant_end,   /* the ants of this launch */
    const uint step_begin, const uint step_end, /* steps of this launch */
    const struct aco_parts parts)
{
    OWN(candidates), OWN(weights), OWN(tours), OWN(lengths), OWN(visited_bits), OWN(keys);
    const struct edges edges = EDGES_VIEW(n);
    const uint16 indices = (uint16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const uint first = ant_begin + get_global_id(0) * TEAM_ANTS;
    __global uint *tour[TEAM_ANTS], *visited[TEAM_ANTS];
    struct draw_stream stream[TEAM_ANTS];
    uint previous[TEAM_ANTS], current[TEAM_ANTS], next[TEAM_ANTS], smallest[TEAM_ANTS];
    long length[TEAM_ANTS];

    for (uint a = 0; a < TEAM_ANTS; ++a) {
        /* surplus ants repeat the last ant with visited bits of their own, and write the same tour */
        const uint ant = min(first + a, ant_end - 1);
        tour[a] = tours + (size_t)ant * n;
        visited[a] = visited_bits + (size_t)(first + a) * VISITED_WORDS(n);
        stream[a] = draw_stream_keyed(keys[0], keys[1], ant, iteration);
        if (step_begin == 0) {
            for (uint k = 0; k < VISITED_WORDS(n); ++k) {
                visited[a][k] = visited_initial_word(k, n);
            }
            current[a] = JOINT ? n - 1 : draw_start_node(stream[a], n);
            tour[a][0] = current[a];
            list_visit(visited[a], current[a]);
            length[a] = 0;
        } else {
            current[a] = tour[a][step_begin - 1];
            length[a] = lengths[ant];
        }
        previous[a] = node_before_last(tour[a], step_begin);
    }
    for (uint block = step_begin / DRAW_LIST_STEPS; block * DRAW_LIST_STEPS < step_end; ++block) {
        float16 numerators[TEAM_ANTS][LIST_VECTORS][DRAW_LIST_STEPS];
        for (uint a = 0; a < TEAM_ANTS; ++a) {
            for (uint v = 0; v < LIST_VECTORS; ++v) {
                draw_numerators(stream[a], block, indices + 16 * v, exploit, numerators[a][v]);
            }
        }
        const uint begin = max(max(step_begin, 1u), block * DRAW_LIST_STEPS);
        const uint end = min(step_end, (block + 1) * DRAW_LIST_STEPS);
        for (uint step = begin; step < end; ++step) {
#pragma unroll
            for (uint a = 0; a < TEAM_ANTS; ++a) {
                const size_t list = (size_t)current[a] * LIST_STRIDE;
                const uint k = step % DRAW_LIST_STEPS;
                uint16 keys = keys_of(visited[a], candidates, weights, list, numerators[a][0][k], indices);
#if LIST_VECTORS > 1
                keys = min(keys,
                           keys_of(visited[a], candidates, weights, list + 16, numerators[a][1][k], indices + 16));
#endif
                smallest[a] = smallest_of(keys);
                next[a] = list_node(candidates, weights, list + LIST_INDEX(smallest[a]) % LIST_STRIDE);
            }
#pragma unroll
            for (uint a = 0; a < TEAM_ANTS; ++a) {
                const uint forced = forced_node(partners, current[a], previous[a]);
                if (forced != NODE_NONE) {
                    next[a] = forced;
                } else if (smallest[a] == LIST_NONE) {
                    next[a] = list_nearest_other(&edges, visited[a], second + (size_t)current[a] * second_length,
                                                 second_length, current[a]);
                }
            }
#pragma unroll
            for (uint a = 0; a < TEAM_ANTS; ++a) {
                tour[a][step] = next[a];
                list_visit(visited[a], next[a]);
                length[a] += edge_length(&edges, current[a], next[a]);
                previous[a] = current[a];
                current[a] = next[a];
            }
        }
    }
    for (uint a = 0; a < TEAM_ANTS; ++a) {
        lengths[stream[a].ant] = length[a] + (step_end == n ? edge_length(&edges, current[a], tour[a][0]) : 0);
    }
}
