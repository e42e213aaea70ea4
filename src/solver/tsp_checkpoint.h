/* tsp_checkpoint.h - the state of a search for a tour in a file, with the settings that it belongs to.
 *
 * A file holds the state after an iteration and what was known then. Where a run has ended within an iteration, or by
 * its target, there is no state to go on from at the end: the file keeps the last one, and beside it what the run came
 * to, which is the result of one that is resumed to the same end.
 */
#ifndef SWARMCL_SOLVER_TSP_CHECKPOINT_H
#define SWARMCL_SOLVER_TSP_CHECKPOINT_H

#include "aco/state.h"
#include "automatic.h"
#include "checkpoint.h"
#include "result.h"

/* What a run has come to. */
struct solver_reached {
    uint64_t iterations, best_iteration;
    int64_t length, built_length;
    int64_t first_length;         /* of the tour that is the scale of the trails */
    double seconds, best_seconds; /* since the start of the first run */
    uint64_t stop_reason;
};

/* Zeroed at first; release it in any case. */
struct solver_tsp_state {
    struct run_sections reached; /* what the run had come to with the state, and what at its end */
    struct run_sections colony;
    size_t island_count;           /* 0: there is one colony; otherwise in its place ... */
    struct run_sections **islands; /* ... [island_count] those of the islands of this process, borrowed */
};

void solver_tsp_state_init(const struct run_engine *colony, uint32_t n, struct solver_tsp_state *state);
void solver_tsp_state_deinit(struct solver_tsp_state *state);

/* Who runs. */
struct solver_tsp_checkpoint {
    struct base_env *env;
    const struct swarm_instance *instance; /* the caller's, without a joint */
    const struct swarm_params *params;
    const struct solver_automatic *chosen;
    const struct run_engine *colony;
    const struct swarm_instance *reduced; /* the one of the run, and ... */
    int64_t offset;                       /* ... what its tours are shorter by */
};

/* Takes what the result has into the state: as that of the state, or as that of the end. `tour` is the best.
 * SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status solver_tsp_state_take(const struct solver_tsp_checkpoint *about, const struct solver_result *result,
                                        const uint32_t *tour, int64_t first_length, bool at_end,
                                        struct solver_tsp_state *state);

/* What a state tells, and gives to the result and, for its tour, to `tour`. Of the end: false where it tells of none.
 */
struct solver_reached solver_tsp_state_reached(const struct solver_tsp_state *state);
bool solver_tsp_state_end(const struct solver_tsp_state *state, struct solver_reached *reached);
const char *solver_tsp_state_done(const struct solver_tsp_state *state, bool at_end); /* mosaic_engine_schedule() */
enum swarm_status solver_tsp_state_give(const struct solver_tsp_checkpoint *about, const struct solver_tsp_state *state,
                                        bool at_end, struct solver_result *result, uint32_t *tour);

/* Writes the state to `path`; of a rank, the one that is there becomes solver_checkpoint_path_before(). Errors:
 * SWARM_ERROR_IO, SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status solver_tsp_checkpoint_write(const struct solver_tsp_checkpoint *about, const char *path,
                                              struct solver_tsp_state *state);

/* The iteration that the file of a rank tells of; -1 when there is no such file. */
int64_t solver_tsp_checkpoint_iteration(struct base_env *env, const char *path);

/* Reads it; the colony has checked nothing of its own yet. Errors: those of base_checkpoint_read(); also
 * SWARM_ERROR_INPUT for a state that no run can have. */
enum swarm_status solver_tsp_checkpoint_read(const struct solver_tsp_checkpoint *about, const char *path,
                                             struct solver_tsp_state *state);

/* A checksum of what decides the tours: instance and settings. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status solver_tsp_checkpoint_sum(const struct solver_tsp_checkpoint *about, uint32_t *sum);

/* See swarm_params_resume(). */
enum swarm_status solver_params_resume(struct base_env *env, struct swarm_params *params);

#endif
