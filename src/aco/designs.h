/* designs.h - the functions of the rows of tables.c. */
#ifndef SWARMCL_ACO_DESIGNS_H
#define SWARMCL_ACO_DESIGNS_H

#include "shape.h"

/* Constructions whose ants look at whole rows, each for itself, and those whose ants walk on candidate lists:
 * construct.c. */
aco_fit_fn aco_rows_fit_workitem, aco_rows_fit_workgroup, aco_rows_fit_queen, aco_rows_fit_lanes;
aco_fit_fn aco_lists_fit_item, aco_lists_fit_lanes, aco_lists_fit_together;
aco_set_fn aco_rows_set, aco_lists_set;
aco_walk_fn aco_walk, aco_lists_walk_together;

/* Bytes of ACO_BUFFER_LIST_VISITED: ceil(n / 32) words for each ant, whole groups; 0 where the bits lie in local
 * memory. */
uint64_t aco_lists_visited_bytes(const struct aco_shape *shape, uint32_t n, uint32_t ants);

/* whole-scan (Belotti, section 4.1): all ants walk together, and a step of all is one prefix sum over the [ants][n]
 * weights of the nodes each may go to: papers/scan.c. */
aco_fit_fn aco_scan_fit;
aco_walk_fn aco_scan_enqueue;

/* Elements of scan_sums: `cells` sums, and below them a sum for each chunk of 2 * team elements, again and again until
 * one chunk holds them all. */
uint64_t aco_scan_elements(uint64_t cells, uint32_t team);

/* Deposits of all ants of Ant System on whole rows, added to the trails: deposit_rows.c and papers/deposit.c. Rows that
 * are `tiled` need aco_rows_set_tile(). */
aco_set_fn aco_rows_set_tile, aco_rows_set_by_row;
aco_lay_fn aco_rows_per_ant, aco_rows_atomic, aco_rows_gather, aco_rows_by_row;

/* The deposit of all algorithms, with sums beside the trails: deposit_edges.c. */
aco_lay_fn aco_deposit_edges;

#endif
