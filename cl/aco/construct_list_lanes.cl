/* aco_construct_list_lanes - builds and measures a tour per team of 32 work-items, one per candidate.
 *
 * NDRange     construct.c: range_of(), groups of TEAM_SIZE * TEAM_ANTS
 * Required    TEAM_SIZE       32, the maximum length of a list
 *             TEAM_ANTS       ants in a work-group
 *             TEAM_CODE       team.clh; barriers only with TEAM_CODE_LOCAL
 *             TEAM_SEGMENT    for TEAM_CODE_LOCAL: team.clh
 *             CANDIDATES      candidates of each list that ants consider, 1 to LIST_MOST
 *             LIST_STRIDE     elements from one list to the next, a multiple of 16
 *             LIST_LINKS      1: words are links: colony_rules.h, list_word()
 *             EXPLOITS        1: q0 > 0; 0: `exploit` is 0
 *             VISITED_GLOBAL  1: visited bits are in visited_bits; 0: in local memory
 *             METRIC, JOINT   edges.clh; every ant starts at the joint
 *             LENGTHS         edges.clh
 *             PARTNERS        partners.clh
 * Local       visited_of_group[TEAM_ANTS][ceil(n / 32)] words
 * Reads       as aco_construct_list_workitem
 * Writes      as aco_construct_list_workitem; if VISITED_GLOBAL visited_bits[ants, whole groups][ceil(n / 32)], which
 *             every launch rebuilds
 * Draws       as aco_construct_list_workitem, with the same numbers: the same tours
 * Checked by  test/kernel/lists.c
 * After       Skinderowicz (2020), an ant per 32 lanes and a race over its candidates; draws during the loads of
 *             candidates, tours written and measured 32 steps at a time: ours
 */
#include "parts.clh"
#include "cl/shared/team_codes.h"

#ifndef VISITED_GLOBAL
#error "VISITED_GLOBAL is required"
#endif
#if VISITED_GLOBAL
#define VISITED_SPACE __global
#else
#define VISITED_SPACE __local
#endif
#include "list_steps.clh"
#include "team.clh"

/* A candidate's random exponential numbers for the four steps of a block; 1 in steps that take the largest choice-info. */
struct numerators {
    float of_0, of_1, of_2, of_3;
};

SHARED_INLINE struct numerators draw_numerators(struct draw_stream stream, uint block, uint index, uint exploit)
{
    const struct philox_block words = draw_block(stream, DRAW_LIST, index, block);
    struct numerators drawn;
    drawn.of_0 = draw_exponential(words.w0);
    drawn.of_1 = draw_exponential(words.w1);
    drawn.of_2 = draw_exponential(words.w2);
    drawn.of_3 = draw_exponential(words.w3);
#if EXPLOITS
    const struct philox_block best = draw_block(stream, DRAW_EXPLOIT, 0, block);
    drawn.of_0 = best.w0 < exploit ? 1.0f : drawn.of_0;
    drawn.of_1 = best.w1 < exploit ? 1.0f : drawn.of_1;
    drawn.of_2 = best.w2 < exploit ? 1.0f : drawn.of_2;
    drawn.of_3 = best.w3 < exploit ? 1.0f : drawn.of_3;
#endif
    return drawn;
}

SHARED_INLINE float numerator_of(const struct numerators *drawn, uint step)
{
    const float low = step & 1u ? drawn->of_1 : drawn->of_0;
    const float high = step & 1u ? drawn->of_3 : drawn->of_2;
    return step & 2u ? high : low;
}

#if TEAM_CODE != TEAM_CODE_LOCAL
/* With inline PTX a function call is faster than four inlined copies: 0.328 -> 0.323 ms on pr1002, 1.14 -> 1.11 ms on
 * pr2392 (H200). AMD's compiler needs a stack for calls, and PoCL allows no barrier inside one. */
#if TEAM_CODE == TEAM_CODE_SUBGROUP
#define NEAREST_OTHER SHARED_INLINE
#else
#define NEAREST_OTHER __attribute__((noinline))
#endif

/* list_nearest_other() computed by all lanes of a team. */
NEAREST_OTHER uint lanes_nearest_other(__local struct team *team, const struct edges *edges,
                                       VISITED_SPACE const uint *visited, __global const uint *second,
                                       uint second_length, uint node)
{
    const uint item = team_item();
    for (uint first = 0; first < second_length; first += TEAM_SIZE) {
        const uint other = first + item < second_length ? second[first + item] : node;
        const uint votes = lane_votes(team, !list_visited(visited, other));
        if (votes != 0) {
            return lane_read(team, other, 31u - clz(votes & (0u - votes)));
        }
    }
    /* Each lane handles one bit of a word, so loads are adjacent. Words without unvisited nodes are skipped. Four words
     * at a time are loaded before their bits are tested, so loads overlap. */
    ulong nearest = ~0ul; /* length in the high word, node in the low word */
    const uint words = VISITED_WORDS(edges->n);
    for (uint first = 0; first < words; first += TEAM_SIZE) {
        const uint mine = first + item < words ? visited[first + item] : ~0u;
        uint votes = lane_votes(team, mine != ~0u);
        while (votes != 0) {
#pragma unroll
            for (uint k = 0; k < 4; ++k) {
                const uint lane = votes != 0 ? 31u - clz(votes & (0u - votes)) : 0u;
                const uint word = lane_read(team, mine, lane);
                const uint j = min(32u * (first + lane) + item, edges->n - 1);
                const ulong key = ((ulong)edge_length(edges, node, j) << 32) | j;
                nearest = (word >> item) & 1u ? nearest : min(nearest, key);
                votes &= votes - 1;
            }
        }
    }
    return (uint)team_min(team, item, nearest);
}
#endif

TEAM_KERNEL
__kernel void aco_construct_list_lanes(
    __global const uint *restrict candidates, /* [n][stride] candidate list of each node */
    __global const uint *restrict weights,    /* [n][stride] selection weight of each edge */
    __global const uint *restrict second,     /* [n][second_length] second list of each node */
    EDGES_PARAMETERS,
    __global uint *restrict tours,          /* [ants][n] tour of each ant */
    __global long *restrict lengths,        /* [ants] length of each tour */
    __global uint *visited_bits,            /* [ants and surplus teams][ceil(n / 32)] a bit per visited node */
    __global const uint *restrict partners, /* [n] partner of each node; NODE_NONE: none */
    const uint n, const uint second_length,
    const uint exploit,                         /* q0 in fixed point: q0 * 2^32 */
    __global const uint *restrict keys,         /* [2] Philox key: the seed */
    const uint iteration,                       /* number of the iteration, from 1 */
    const uint ant_begin, const uint ant_end,   /* the ants of this launch */
    const uint step_begin, const uint step_end, /* steps of this launch */
    __local uint *visited_of_group,
    const struct aco_parts parts)
{
    OWN(candidates), OWN(weights), OWN(tours), OWN(lengths), OWN(visited_bits), OWN(keys);
    __local struct team teams[TEAM_ANTS];
    const uint number = team_number(), item = team_item();
    const uint slot = ant_begin + get_group_id(0) * TEAM_ANTS + number;
    const bool writes = slot < ant_end;
#if TEAM_CODE != TEAM_CODE_LOCAL
    if (!writes) { /* return is safe: this code has no barriers */
        return;
    }
#endif
    const uint ant = min(slot, ant_end - 1); /* surplus teams repeat the last ant's work and write nothing */
#if VISITED_GLOBAL
    VISITED_SPACE uint *visited = visited_bits + (size_t)slot * VISITED_WORDS(n);
#else
    VISITED_SPACE uint *visited = visited_of_group + number * VISITED_WORDS(n);
#endif
    __local struct team *team = &teams[number];
    __global uint *tour = tours + (size_t)ant * n;
    const struct edges edges = EDGES_VIEW(n);
    const struct draw_stream stream = draw_stream_keyed(keys[0], keys[1], ant, iteration);

    const uint first_step = max(step_begin, 1u);
    const uint start = JOINT ? n - 1 : step_begin == 0 ? draw_start_node(stream, n) : tour[0];
    for (uint k = item; k < VISITED_WORDS(n); k += TEAM_SIZE) {
        visited[k] = visited_initial_word(k, n);
    }
    team_sync();
    for (uint pos = item; pos < first_step; pos += TEAM_SIZE) {
        const uint node = pos == 0 ? start : tour[pos];
        atomic_or(&visited[node >> 5], 1u << (node & 31u));
    }
    if (item == 0 && step_begin == 0 && writes) { /* only later launches read the first node */
        tour[0] = start;
    }
    uint current = first_step == 1 ? start : tour[first_step - 1];
    uint previous = node_before_last(tour, first_step);
    team_sync();

    const uint index = min(item, LIST_STRIDE - 1u);
    const uint key_index = item < CANDIDATES ? item : LIST_NONE; /* a key with all bits set never wins */
    struct numerators drawn = draw_numerators(stream, first_step / DRAW_LIST_STEPS, item, exploit);
    uint from = start, to = start; /* the lane's edge, of the last step whose number modulo TEAM_SIZE equals `item` */
    long length = 0;               /* sum of the lengths of the lane's edges */
#if TEAM_CODE != TEAM_CODE_LOCAL /* unrolled steps of a block: 0.435 -> 0.402 ms on pr1002 */
#pragma unroll 4
#endif
    for (uint step = first_step; step < step_end; ++step) {
        const size_t list = (size_t)current * LIST_STRIDE;
        const uint candidate = list_node(candidates, weights, list + index);
        const uint weight = word_weight(weights[list + index], LIST_LINKS);
        const float numerator = numerator_of(&drawn, step);
        if (step % DRAW_LIST_STEPS == DRAW_LIST_STEPS - 1) {
            drawn = draw_numerators(stream, step / DRAW_LIST_STEPS + 1, item, exploit);
        }
        const uint of_race = list_key(numerator, weight, key_index, false);
        const uint key = list_visited(visited, candidate) ? LIST_NONE : of_race;
        const uint forced = forced_node(partners, current, previous);
#if TEAM_CODE == TEAM_CODE_LOCAL
        const uint smallest = (uint)team_min(team, item, key);
#if VISITED_GLOBAL
        team_sync(); /* team_min() does not order accesses to global memory */
#endif
        uint next = current;
        if (item == 0) {
            next = forced != NODE_NONE ? forced
                   : smallest != LIST_NONE
                       ? list_node(candidates, weights, list + LIST_INDEX(smallest))
                       : list_nearest_other(&edges, visited, second + (size_t)current * second_length, second_length,
                                            current);
            list_visit(visited, next);
        }
        next = (uint)team_broadcast(team, item == 0, next);
#else
        const uint smallest = lane_min(team, key);
        uint next;
        if (forced != NODE_NONE) {
            next = forced;
        } else if (smallest != LIST_NONE) {
            next = lane_read(team, candidate, LIST_INDEX(smallest));
        } else {
            next = lanes_nearest_other(team, &edges, visited, second + (size_t)current * second_length, second_length,
                                       current);
        }
        list_visit(visited, next); /* all lanes write the same word, so no lane waits for another */
#endif
        const bool mine = item == step % TEAM_SIZE;
        from = mine ? current : from;
        to = mine ? next : to;
        previous = current;
        current = next;
        if (step % TEAM_SIZE == TEAM_SIZE - 1 || step + 1 == step_end) {
            const uint pos = step - step % TEAM_SIZE + item;
            if (pos >= first_step && pos <= step && writes) {
                tour[pos] = to;
                length += edge_length(&edges, from, to);
            }
        }
    }
    ulong total;
    team_sum_before(team, item, (ulong)length, &total);
    if (item == 0 && writes) {
        total += step_begin == 0 ? 0 : (ulong)lengths[ant];
        total += step_end == n ? (ulong)edge_length(&edges, current, start) : 0;
        lengths[ant] = (long)total;
    }
}
