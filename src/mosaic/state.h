/* state.h - the state of a run between two generations, as sections. Tours are in the problem's numbers, which follow
 * from the instance alone.
 */
#ifndef SWARMCL_MOSAIC_STATE_H
#define SWARMCL_MOSAIC_STATE_H

#include "engine.h"

/* Of run_engine_type. */
void mosaic_state_list(const struct run_engine *engine, struct run_sections *sections);
enum swarm_status mosaic_state_save(struct run_engine *engine, struct run_sections *sections);
enum swarm_status mosaic_state_load(struct run_engine *engine, struct run_sections *sections, uint64_t iteration);

#endif
