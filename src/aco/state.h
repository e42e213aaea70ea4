/* state.h - the state of a colony between two iterations, as sections that any device and the twin can load. */
#ifndef SWARMCL_ACO_STATE_H
#define SWARMCL_ACO_STATE_H

#include "colony.h"

/* Sections of the ant algorithms. What an iteration begins with follows from them: weights come from trails, the anchor
 * from the best tour, random numbers from the seed and the iteration. */
enum aco_state_section {
    ACO_STATE_BEST,       /* struct aco_best */
    ACO_STATE_LENGTHS,    /* [ROWS_KEPT] long */
    ACO_STATE_TOURS,      /* [ROWS_KEPT][n] uint */
    ACO_STATE_TRAILS,     /* [n][width] uint */
    ACO_STATE_CANDIDATES, /* [n][width] uint where lists adopt edges; otherwise nothing */
    ACO_STATE_ANT_SECTIONS
};

/* Lists them: of run_engine_type. */
void aco_state_list_ants(const struct run_engine *engine, struct run_sections *state);

/* Makes room for all of them; SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status aco_state_make_ants(struct base_env *env, const struct aco_settings *settings,
                                      struct run_sections *state);

/* SWARM_ERROR_INPUT unless an iteration can begin with it: a checksum tells what has happened to a file, not who wrote
 * it. */
enum swarm_status aco_state_check_ants(struct base_env *env, const struct aco_settings *settings,
                                       const struct run_sections *state);

#endif
