/* reference_trails.h - the sequential twin of what follows a colony's tours: who deposits, and what becomes of trails.
 */
#ifndef SWARMCL_ACO_REFERENCE_TRAILS_H
#define SWARMCL_ACO_REFERENCE_TRAILS_H

#include "aco_types.h"
#include "arrays.h"

/* best->counted: trails that count, over all rows (aco_branches). Before every BRANCHING_PERIOD-th reduction of an
 * algorithm with RESTART_BRANCHING. */
void aco_reference_branches(const struct aco_settings *settings, const struct aco_arrays *arrays,
                            struct aco_best *best);

/* depositors and amounts from lengths and what the reduction decided. */
void aco_reference_amounts(const struct aco_settings *settings, struct aco_arrays *arrays, const struct aco_best *best);

/* laid: the sums of all deposits on each edge. */
void aco_reference_lay(const struct aco_settings *settings, struct aco_arrays *arrays);

/* trails from trails and laid: evaporation, deposit, limits; or all anew. Then laid is 0. */
void aco_reference_settle(const struct aco_settings *settings, struct aco_arrays *arrays, const struct aco_best *best);

/* What only the worst ant of the iteration took evaporates again; best->counted: its edges. */
void aco_reference_worst(const struct aco_settings *settings, struct aco_arrays *arrays, struct aco_best *best);

/* Changes a few trails at random; see cl/aco/deposit_edges.cl. */
void aco_reference_mutate(const struct aco_settings *settings, struct aco_arrays *arrays, const struct aco_best *best,
                          uint64_t iteration);

/* Puts the edges of the tour that deposits on the lists; see cl/aco/list_adopt.cl. */
void aco_reference_adopt(const struct aco_settings *settings, struct aco_arrays *arrays, const struct aco_best *best);

/* All that follows a reduction: amounts, evaporation and deposit of the settings' algorithm. */
void aco_reference_update(const struct aco_settings *settings, struct aco_arrays *arrays, struct aco_best *best,
                          uint64_t iteration);

#endif
