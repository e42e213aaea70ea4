/* aco_construct_list_together - builds and measures the tours of ants that update the trails of the edges they use.
 *
 * NDRange     construct.c: aco_lists_walk_together(), one group of TEAM_SIZE * TEAM_ANTS for all ants
 * Required    TEAM_SIZE       work-items of an ant: 32, the maximum length of a list; or 1, with TEAM_ANTS 1, for CPUs
 *             TEAM_ANTS       ants that take a step at the same time
 *             TEAM_CODE       team.clh
 *             TEAM_SEGMENT    for TEAM_CODE_LOCAL: team.clh
 *             CANDIDATES      candidates of each list that ants consider, 1 to LIST_MOST
 *             LIST_STRIDE     elements from one list to the next, a multiple of 16
 *             LIST_LINKS      1: words are links: colony_rules.h, list_word()
 *             EXPLOITS        1: q0 > 0; 0: `exploit` is 0
 *             SYMMETRIC       1: both directions of an edge have the same trail
 *             ALPHA_WHOLE, BETA_WHOLE  the exponent if it is a whole number, otherwise -1
 *             METRIC, JOINT   edges.clh; every ant starts at the joint
 *             LENGTHS         edges.clh
 *             PARTNERS        partners.clh
 * Reads       candidates[n][stride] uint, weights and trails [n][stride] uint, second[n][second_length] uint, edges,
 *             heuristic[n][stride] float, row_offsets[n] int; partners[n] if PARTNERS
 * Writes      tours[ants][n] uint, positions step_begin .. step_end - 1; a permutation once all steps are done, then
 *             also the closing edges and lengths[ants] long; trails and weights of the edges used;
 *             visited_bits[ants][ceil(n / 32)], which last from launch to launch
 * Draws       as aco_construct_list_workitem, with the same numbers
 * Checked by  test/kernel/lists.c
 * After       Dorigo and Gambardella (1997), eq. 5; all ants take a step before trails change: ours. The update depends
 *             only on how many ants used the edge in this step, so the order of ants does not matter
 */
#define VISITED_SPACE __global
#include "list_vectors.clh"
#include "parts.clh"
#include "team.clh"

#ifndef SYMMETRIC
#error "SYMMETRIC is required"
#endif

/* Data that all ants share. */
struct lists {
    __global const uint *candidates;
    __global uint *weights;
    __global const uint *second;
    uint second_length;
    uint exploit;
    __global uint *trails;
    __global const float *heuristic;
    __global const int *row_offsets;
    struct choice_exponents exponents;
    uint keep, gain;
    __global const uint *partners;
};

/* An ant, as seen by a work-item of its team. */
struct ant_view {
    __global uint *tour;
    __global uint *visited;
    __local struct team *team;
    struct draw_stream stream;
    uint item;
    bool walks; /* false for surplus teams, which repeat the last ant */
};

/* Waits for all work-items of the group, and makes their writes visible. */
SHARED_INLINE void all_sync(void)
{
#if TEAM_SIZE * TEAM_ANTS > 1
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
#endif
}

/* The view of ant `stream.ant`. Numbers from `ants` on are surplus: they repeat the last ant, and write nothing. */
SHARED_INLINE struct ant_view ant_of(__global uint *tours, __global uint *visited_bits, __local struct team *teams,
                                     uint n, uint ants, struct draw_stream stream)
{
    const uint valid = min(stream.ant, ants - 1);
    struct ant_view view;
    view.tour = tours + (size_t)valid * n;
    view.visited = visited_bits + (size_t)valid * VISITED_WORDS(n);
    view.team = &teams[team_number()];
    view.stream = stream;
    view.stream.ant = valid;
    view.item = team_item();
    view.walks = stream.ant < ants;
    return view;
}

SHARED_INLINE bool takes_best(struct draw_stream stream, uint step, uint exploit)
{
#if EXPLOITS
    const struct philox_block block = draw_block(stream, DRAW_EXPLOIT, 0, step / DRAW_LIST_STEPS);
    return draw_word(block, step % DRAW_LIST_STEPS) < exploit;
#else
    return false;
#endif
}

/* race() returns the smallest key of a node's unvisited candidates to the whole team; LIST_NONE if there are none. */
#if TEAM_SIZE == 1
/* The keys of sixteen candidates, from element `first` of the lists on. */
SHARED_INLINE uint16 keys_in_step(const struct ant_view *ant, const struct lists *lists, size_t first, uint step,
                                  bool best, uint16 indices)
{
    float16 numerators = (float16)(1.0f);
    if (!best) {
        const struct philox_block16 words = draw_vector(ant->stream, step / DRAW_LIST_STEPS, indices);
        const uint16 low = step & 1u ? words.w1 : words.w0, high = step & 1u ? words.w3 : words.w2;
        numerators = draw_exponential16(step & 2u ? high : low);
    }
    return keys_of(ant->visited, lists->candidates, lists->weights, first, numerators, indices);
}

SHARED_INLINE uint race(const struct ant_view *ant, const struct lists *lists, uint node, uint step)
{
    const uint16 indices = (uint16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const bool best = takes_best(ant->stream, step, lists->exploit);
    const size_t first = (size_t)node * LIST_STRIDE;
    uint16 keys = keys_in_step(ant, lists, first, step, best, indices);
#if LIST_VECTORS > 1
    keys = min(keys, keys_in_step(ant, lists, first + 16, step, best, indices + 16));
#endif
    return smallest_of(keys);
}
#else
SHARED_INLINE uint race(const struct ant_view *ant, const struct lists *lists, uint node, uint step)
{
    uint key = LIST_NONE;
    if (ant->item < CANDIDATES) {
        const size_t cell = (size_t)node * LIST_STRIDE + ant->item;
        const uint weight = word_weight(lists->weights[cell], LIST_LINKS);
        const uint candidate = list_node(lists->candidates, lists->weights, cell);
        const bool best = takes_best(ant->stream, step, lists->exploit);
        const struct philox_block words = draw_block(ant->stream, DRAW_LIST, ant->item, step / DRAW_LIST_STEPS);
        const float exponential = draw_exponential(draw_word(words, step % DRAW_LIST_STEPS));
        key = list_visited(ant->visited, candidate) ? LIST_NONE : list_key(exponential, weight, ant->item, best);
    }
#if TEAM_CODE == TEAM_CODE_LOCAL
    const uint smallest = (uint)team_min(ant->team, ant->item, key);
    team_sync(); /* team_min() does not order accesses to global memory */
    return smallest;
#else
    return lane_min(ant->team, key);
#endif
}
#endif

/* Chooses the ant's next node. Only the first work-item of the team writes it. */
SHARED_INLINE void take_step(const struct ant_view *ant, const struct lists *lists, const struct edges *edges,
                             uint step)
{
    const uint node = ant->tour[step - 1];
    const uint smallest = race(ant, lists, node, step);
    if (ant->item == 0 && ant->walks) {
        const uint forced = forced_node(lists->partners, node, node_before_last(ant->tour, step));
        const uint next =
            forced != NODE_NONE ? forced
            : smallest != LIST_NONE
                ? list_node(lists->candidates, lists->weights, (size_t)node * LIST_STRIDE + LIST_INDEX(smallest))
                : list_nearest_other(edges, ant->visited, lists->second + (size_t)node * lists->second_length,
                                     lists->second_length, node);
        ant->tour[step] = next;
        list_visit(ant->visited, next);
    }
}

/* An edge that an ant has used in this step. */
struct taken {
    uint from, to;
    bool counts; /* False if a surplus team used the edge, so its trail must not change */
};

SHARED_INLINE bool same_trail(struct taken a, struct taken b)
{
    bool same = a.from == b.from && a.to == b.to;
#if SYMMETRIC
    same = same || (a.from == b.to && a.to == b.from);
#endif
    return same && a.counts && b.counts;
}

/* Updates the trail from i to j and its weight for `count` ants that used it, if j is a candidate of i. */
SHARED_INLINE void update_direction(const struct lists *lists, uint item, uint i, uint j, uint count)
{
    for (uint index = item; index < CANDIDATES; index += TEAM_SIZE) {
        const size_t cell = (size_t)i * LIST_STRIDE + index;
        if (lists->candidates[cell] == j) {
            uint trail = lists->trails[cell];
            for (uint k = 0; k < count; ++k) {
                trail = trail_updated_locally(trail, lists->keep, lists->gain);
            }
            lists->trails[cell] = trail;
            const float choice = choice_of(trail, lists->heuristic[cell], lists->exponents, lists->row_offsets[i]);
            lists->weights[cell] = list_word(list_weight(choice), j, LIST_LINKS);
        }
    }
}

SHARED_INLINE void record_edge(const struct ant_view *ant, __local struct taken *taken, uint number, uint from, uint to)
{
    if (ant->item == 0) {
        taken[number].from = ant->tour[from];
        taken[number].to = ant->tour[to];
        taken[number].counts = ant->walks;
    }
}

/* Updates the edge of a team once per team that used the same edge, if this team has the lowest number of them. */
SHARED_INLINE void update_edge(const struct ant_view *ant, const struct lists *lists,
                               __local const struct taken *taken, uint number)
{
    const struct taken mine = taken[number];
    uint count = 0, earlier = 0;
    for (uint k = 0; k < TEAM_ANTS; ++k) {
        const bool same = same_trail(mine, taken[k]);
        count += same;
        earlier += same && k < number;
    }
    if (count > 0 && earlier == 0) {
        update_direction(lists, ant->item, mine.from, mine.to, count);
#if SYMMETRIC
        update_direction(lists, ant->item, mine.to, mine.from, count);
#endif
    }
}

SHARED_INLINE long sum_of_team(const struct ant_view *ant, long value)
{
#if TEAM_SIZE == 1
    return value;
#else
    ulong total;
    team_sum_before(ant->team, ant->item, (ulong)value, &total);
    return (long)total;
#endif
}

/* Runs `action` for every ant. All work-items run it equally often, so it may contain barriers. */
#define FOR_ALL_ANTS(action)                                                                                       \
    for (uint round = 0; round < ants; round += TEAM_ANTS) {                                                       \
        const uint number = team_number();                                                                         \
        const struct ant_view ant = ant_of(tours, visited_bits, teams, n, ants,                                    \
                                           draw_stream_keyed(keys[0], keys[1], round + number, iteration));           \
        action                                                                                                     \
    }

TEAM_KERNEL
__kernel void aco_construct_list_together(
    __global const uint *restrict candidates, /* [n][stride] candidate list of each node */
    __global uint *weights,                   /* [n][stride] selection weight of each edge */
    __global const uint *restrict second,     /* [n][second_length] second list of each node */
    EDGES_PARAMETERS,
    __global uint *tours,                   /* [ants][n] tour of each ant */
    __global long *restrict lengths,        /* [ants] length of each tour */
    __global uint *visited_bits,            /* [ants][ceil(n / 32)] a bit per visited node */
    __global const uint *restrict partners, /* [n] partner of each node; NODE_NONE: none */
    const uint n, const uint second_length,
    const uint exploit,                         /* q0 in fixed point: q0 * 2^32 */
    __global const uint *restrict keys,         /* [2] Philox key: the seed */
    const uint iteration,                       /* number of the iteration, from 1 */
    const uint step_begin, const uint step_end, /* steps of this launch */
    const uint ants,
    __global uint *trails,                         /* [n][stride] trail of each edge, in units */
    __global const float *restrict heuristic,      /* [n][stride] heuristic of each edge */
    __global const int *restrict row_offsets,      /* [n] exponent offset of each row (row_offset_of()) */
    const long alpha_fixed, const long beta_fixed, /* times 2^24, unless whole */
    const uint local_keep, const uint local_gain,  /* arguments of trail_updated_locally() */
    const struct aco_parts parts)
{
    OWN(candidates), OWN(weights), OWN(tours), OWN(lengths), OWN(visited_bits), OWN(keys), OWN(trails),
        OWN(heuristic);
    __local struct team teams[TEAM_ANTS];
    __local struct taken taken[TEAM_ANTS];
    const struct edges edges = EDGES_VIEW(n);
    struct lists lists;
    lists.candidates = candidates;
    lists.weights = weights;
    lists.second = second;
    lists.second_length = second_length;
    lists.exploit = exploit;
    lists.trails = trails;
    lists.heuristic = heuristic;
    lists.row_offsets = row_offsets;
    lists.exponents.alpha_whole = ALPHA_WHOLE;
    lists.exponents.beta_whole = BETA_WHOLE;
    lists.exponents.alpha_fixed = alpha_fixed;
    lists.exponents.beta_fixed = beta_fixed;
    lists.keep = local_keep;
    lists.gain = local_gain;
    lists.partners = partners;

    if (step_begin == 0) {
        FOR_ALL_ANTS(
            const uint start = JOINT ? n - 1 : draw_start_node(ant.stream, n);
            for (uint k = ant.item; ant.walks && k < VISITED_WORDS(n); k += TEAM_SIZE) {
                ant.visited[k] = visited_initial_word(k, n) | (k == start >> 5 ? 1u << (start & 31u) : 0u);
            }
            if (ant.walks && ant.item == 0) {
                ant.tour[0] = start;
            })
        all_sync();
    }
    for (uint step = max(step_begin, 1u); step < step_end; ++step) {
        FOR_ALL_ANTS(take_step(&ant, &lists, &edges, step);)
        all_sync();
        FOR_ALL_ANTS(record_edge(&ant, taken, number, step - 1, step);
            all_sync();
            update_edge(&ant, &lists, taken, number);
            all_sync();)
    }
    if (step_end == n) {
        FOR_ALL_ANTS(record_edge(&ant, taken, number, n - 1, 0);
            all_sync();
            update_edge(&ant, &lists, taken, number);
            long length = 0;
            for (uint pos = ant.item; pos < n; pos += TEAM_SIZE) {
                length += edge_length(&edges, ant.tour[pos], ant.tour[pos + 1 < n ? pos + 1 : 0]);
            }
            length = sum_of_team(&ant, length);
            if (ant.walks && ant.item == 0) {
                lengths[ant.stream.ant] = length;
            }
            all_sync();)
    }
}
