/* aco_search_team - improves each tour by the local search (src/aco/local_search.h) with a team of 32 work-items.
 *
 * NDRange     device_search.c: range_of(), groups of 32 * TEAM_ANTS, a team for each row
 * Required    METRIC, JOINT     edges.clh
 *             LENGTHS           edges.clh
 *             SYMMETRIC         0: only moves that keep the direction of every part
 *             SEARCH_TWO_OPT, SEARCH_OR_OPT, SEARCH_THREE_OPT  1: the search has moves of this kind
 *             SEARCH_LOCAL      1: local memory holds tour, positions and queue, n <= 65,535; 0: `tours` and `search`
 *             TEAM_ANTS         teams of a group; 1 with TEAM_CODE_LOCAL
 *             TEAM_CODE         team.clh
 *             TEAM_SEGMENT      team.clh
 *             PARTNERS          partners.clh
 * Local       SEARCH_LOCAL: local_words[TEAM_ANTS][local_stride], at least 3 * ((n + 1) / 2) + (n + 31) / 32 words per
 *             ant; otherwise any size. In addition 2 KiB per ant, 2.3 KiB with TEAM_CODE_LOCAL
 * Reads       search_lists, edges, anchor; tours, lengths; round_begin > 0: search; partners if PARTNERS
 * Writes      tours, lengths, search
 * Draws       nothing
 * Checked by  test/kernel/searches.c
 * After       ours. Neighbour lists and a queue of nodes: Bentley (1992); an ant per 32 lanes: Skinderowicz (2020)
 */
#include "parts.clh"
#include "search_team_moves.clh"

#if !defined(SYMMETRIC) || !defined(SEARCH_LOCAL)
#error "SYMMETRIC and SEARCH_LOCAL are required"
#endif
#if !defined(SEARCH_TWO_OPT) || !defined(SEARCH_OR_OPT) || !defined(SEARCH_THREE_OPT)
#error "SEARCH_TWO_OPT, SEARCH_OR_OPT and SEARCH_THREE_OPT are required"
#endif

TEAM_KERNEL
__kernel void aco_search_team(
    __global uint *tours,                       /* [rows][n] tours of the ants, then kept tours */
    __global long *lengths,                     /* [rows] length of each tour */
    __global const uint *restrict search_lists, /* [n][search_stride] candidates of each node for the search */
    EDGES_PARAMETERS,
    __global const uint *restrict anchor,   /* [n][2] neighbours; n in the first: no anchor */
    __global uint *search,                  /* [row_end - row_begin][words] scratch memory by row: search_rules.h */
    __global const uint *restrict partners, /* [n] partner of each node; NODE_NONE: none */
    const uint n, const uint search_stride,
    const uint search_length,                       /* candidates of each list that are used */
    const uint row_begin, const uint row_end,       /* rows of `tours` searched by this launch */
    const ulong round_begin, const ulong round_end, /* rounds of this launch; 0: starts from the tours */
    __local uint *local_words,
    const uint local_stride, /* words from one ant to the next */
    const struct aco_parts parts)
{
    OWN(tours), OWN(lengths), OWN(anchor), OWN(search);
    __local struct team teams[TEAM_ANTS];
    __local struct search_round rounds[TEAM_ANTS];
    const uint number = team_number();
    const uint ant = get_group_id(0) * TEAM_ANTS + number;
    __global uint *row = tours + (size_t)(row_begin + ant) * n;
    __global uint *scratch = search + ant * SEARCH_SCRATCH_WORDS(n);
    const bool begins = round_begin == 0;
    /* groups without work return as a whole: PoCL 5.0 miscompiles loops with barriers that some groups never enter */
    if (ant >= row_end - row_begin || (!begins && scratch[SEARCH_STATE_COUNT] == 0)) {
        return;
    }
    const struct edges edges = EDGES_VIEW(n);
    struct search s;
#if SEARCH_LOCAL
    const uint pairs = (n + 1) / 2;
    __local uint *words = local_words + number * local_stride;
    s.tour = (__local search_node *)words;
    s.positions = (__local search_node *)(words + pairs);
    s.queue = (__local search_node *)(words + 2 * pairs);
    s.queued = words + 3 * pairs;
#else
    s.tour = row;
    s.positions = scratch + SEARCH_STATE_WORDS;
    s.queue = scratch + SEARCH_STATE_WORDS + n;
    s.queued = scratch + SEARCH_STATE_WORDS + 2 * (size_t)n;
#endif
    s.round = &rounds[number];
    s.team = &teams[number];
    s.candidates = search_lists;
    s.partners = partners;
    s.edges = edges;
    s.n = n;
    s.list_stride = search_stride;
    s.search_length = search_length;
    s.item = team_item();
    s.gained = 0;

    set_up(&s, row, scratch, anchor, begins);
    for (ulong round = round_begin; round < round_end && s.count > 0; ++round) {
        const uint taken = take_nodes(&s);
        find_moves(&s, taken);
        make_moves(&s, taken);
    }
    put_away(&s, row, scratch);
    if (s.item == 0) {
        lengths[row_begin + ant] -= s.gained;
    }
}
