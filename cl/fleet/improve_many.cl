/* fleet_improve_many - makes rounds of many plans of different fleets, as cl/fleet/rounds.h describes.
 *
 * NDRange     a work-group of FLEET_ITEMS for each plan: src/fleet/batcher.c
 * Required    FLEET_ITEMS    1, for CPUs, or 32
 *             FEATURES       FLEET_ constants of types.h: what all fleets have
 * Reads       near, edges, customers, vehicles; words, jobs
 * Writes      words: the plan, then `next` of the best plan; jobs: the complete state, so the next launch continues
 *             where this one ends
 * Draws       DRAW_STRINGS, a block for each move
 * Checked by  test/kernel/fleet.c
 * After       fleet_improve; many plans in a launch: ours
 */
#define PARTNERS 0
#define METRIC   0 /* each fleet has a matrix of all lengths */
#define LENGTHS  0
#define JOINT    0
#include "../mosaic/view.clh"

#if !defined(FLEET_ITEMS) || !defined(FEATURES)
#error "FLEET_ITEMS and FEATURES are required"
#endif

#define FLEET_FEATURES(s) ((uint)(FEATURES))
#define FLEET_SEPARATE    1
#define FLEET_REACH(s, node, other, at) view_length(&(s)->view, node, other) /* no lengths of lists: a matrix has them */
#include "rounds.h"

__attribute__((reqd_work_group_size(FLEET_ITEMS, 1, 1)))
__kernel void fleet_improve_many(
    __global uint *words,                     /* FLEET_WORDS(n, R) and n + R for each plan */
    __global struct fleet_job *jobs,          /* [groups] */
    __global const uint *restrict near_nodes, /* [n][width] candidates of each node, for each fleet */
    __global const int *restrict edge_elements,               /* [n][n] lengths, for each fleet */
    __global const struct fleet_customer *restrict customers, /* [n] for each fleet */
    __global const struct fleet_vehicle *restrict vehicles,   /* [R] or [1] for each fleet */
    const uint budget)                        /* rounds of each plan in this launch, at most */
{
#if FLEET_ITEMS > 1
    __local struct fleet_board board;
#else
    struct fleet_board board;
#endif
    __global struct fleet_job *job = jobs + get_group_id(0);
    __global const uint *near = near_nodes + job->lists;
    const struct problem_view view = {near, edge_elements, near, {edge_elements + job->edges, job->n, 0}, job->n, job->width};
    const struct fleet_rules rules = {{0, 0, 0}, 0.0f, job->routes, job->breadth, 0, FEATURES, job->routes};
    struct fleet_search s;
    fleet_search_init(&s, &view, &rules, words + job->words);
    s.board = &board;
    s.item = get_local_id(0);
    s.customers = customers + job->customers;
    s.vehicles = vehicles + job->vehicles;
    s.lengths = s.times = edge_elements; /* no fleet of a batch has matrices of its own */
    fleet_run_rounds(&s, job, words + job->words + FLEET_WORDS(job->n, job->routes), budget);
}
