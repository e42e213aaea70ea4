/* state.h - the state of a colony between two iterations, as sections that any device and the twin can load.
 *
 * Best, lengths, tours, trails and the lists where they adopt edges. What an iteration begins with follows from them:
 * weights come from trails, the anchor from the best tour, random numbers from the seed and the iteration.
 */
#ifndef SWARMCL_ACO_STATE_H
#define SWARMCL_ACO_STATE_H

#include "colony.h"

/* Of run_engine_type, for both kinds of colonies. */
void aco_state_list(const struct run_engine *engine, struct run_sections *state);
enum swarm_status aco_state_save(struct run_engine *engine, struct run_sections *state);
enum swarm_status aco_state_load(struct run_engine *engine, struct run_sections *state, uint64_t iteration);
enum swarm_status aco_state_take(struct run_engine *engine, const void *tour, int64_t *length, uint64_t iteration);

#endif
