/* fleet_improve - makes the moves of each part of each plan, as cl/fleet/search.h describes.
 * fleet_walk - ants build plans, as cl/fleet/ants.h describes; only if ANTS is 1.
 *
 * NDRange     a work-group of FLEET_ITEMS for each part: src/fleet/device.c; for each ant: src/fleet/walker.c
 * Required    METRIC, JOINT  edges.clh
 *             LENGTHS        edges.clh
 *             FLEET_ITEMS    1, for CPUs, or 32
 *             FEATURES       FLEET_ constants of types.h: what the fleet has
 *             ANTS           1: the program has fleet_walk; 0: it has not
 * Reads       near, near_length, edges, customers, vehicles, ways, travel; words, parts; ants: trails, starts, urgency
 * Writes      words, parts: routes of the part, and its state; ants: stops, visited
 * Draws       DRAW_STRINGS, a block for each move; DRAW_FLEET_ANT, a block for each step of an ant
 * Checked by  test/kernel/fleet.c
 * After       Christiaens and Vanden Berghe (2020); ants: Gambardella, Taillard and Agazzi (1999); parts, work-items,
 *             integer weights: ours
 */
#define PARTNERS 0
#include "../mosaic/view.clh"

#if !defined(FLEET_ITEMS) || !defined(FEATURES) || !defined(ANTS)
#error "FLEET_ITEMS, FEATURES and ANTS are required"
#endif

#define FLEET_FEATURES(s) ((uint)(FEATURES))
#include "search.h"

__attribute__((reqd_work_group_size(FLEET_ITEMS, 1, 1)))
__kernel void fleet_improve(
    __global uint *words,                     /* [plans][FLEET_WORDS] routes of each plan */
    __global struct fleet_part *parts,        /* [groups] */
    __global const uint *restrict near_nodes, /* [n][width] candidates of each node */
    __global const int *restrict near_length, /* [n][width] length of the edge to each candidate */
    EDGES_PARAMETERS,
    __global const struct fleet_customer *restrict customers, /* [n] */
    __global const struct fleet_vehicle *restrict vehicles,   /* [R] or [1] */
    __global const int *restrict ways,   /* [n][n] lengths from each node to each, or unused */
    __global const int *restrict travel, /* [n][n] travel times, or unused */
    const uint n, const uint width,
    const ulong pace, const uint shift, const float temperature, const uint routes, const uint breadth,
    const uint round,                         /* fleet_rules */
    const uint key_0, const uint key_1)       /* Philox key: the seed */
{
#if FLEET_ITEMS > 1
    __local struct fleet_board board;
#else
    struct fleet_board board;
#endif
    const uint number = get_group_id(0);
    const struct problem_view view = VIEW_OF_ARGUMENTS;
    const struct fleet_rules rules = {{pace, shift, 0}, temperature, routes, breadth, round, FEATURES, routes};
    struct fleet_search s;
    fleet_search_init(&s, &view, &rules, words + parts[number].plan * FLEET_WORDS(n, routes));
    s.board = &board;
    s.item = get_local_id(0);
    s.customers = customers;
    s.vehicles = vehicles;
    s.lengths = ways;
    s.times = travel;
    fleet_run(&s, &parts[number], (ulong)key_1 << 32 | key_0);
}

#if ANTS
#include "ants.h"

__attribute__((reqd_work_group_size(FLEET_ITEMS, 1, 1)))
__kernel void fleet_walk(
    __global const uint *restrict near_nodes, /* [n][width] candidates of each node */
    __global const int *restrict near_length, /* [n][width] length of the edge to each candidate */
    EDGES_PARAMETERS,
    __global const struct fleet_customer *restrict customers, /* [n] */
    __global const uint *restrict trails,  /* [n][width] trail from each node to its candidates */
    __global const uint *restrict starts,  /* [n] trail from the depot to each customer */
    __global const uint *restrict urgency, /* [n] urgency of each customer */
    __global uint *visited,                /* [ants][n] scratch */
    __global uint *stops,                  /* [ants][n] plan of each ant */
    const uint n, const uint width,
    const long limit, const int capacity, const int early, const int late, const uint depot, const uint vehicles,
    const uint greed, const uint shift, const uint trail, /* fleet_ant_rules */
    const uint key_0, const uint key_1, /* Philox key: the seed */
    const uint iteration)
{
#if FLEET_ITEMS > 1
    __local struct fleet_ant_board board;
#else
    struct fleet_ant_board board;
#endif
    const uint number = get_group_id(0);
    struct fleet_ant ant = {.view = VIEW_OF_ARGUMENTS};
    ant.trails = trails;
    ant.starts = starts;
    ant.urgency = urgency;
    ant.customers = customers;
    ant.visited = visited + (size_t)number * n;
    ant.stops = stops + (size_t)number * n;
    ant.board = &board;
    const struct fleet_ant_rules rules = {limit, capacity, early, late, depot, vehicles, greed, shift, trail};
    ant.rules = rules;
    ant.item = get_local_id(0);
    ant.windows = (FEATURES & FLEET_WINDOWS) != 0;
    fleet_ant_walk(&ant, draw_stream_keyed(key_0, key_1, number, iteration));
}
#endif
