/* tsp_run.h - a search for a tour at work, and what it is asked: request, target, tours to start from, verification. */
#ifndef SWARMCL_SOLVER_TSP_RUN_H
#define SWARMCL_SOLVER_TSP_RUN_H

#include "solver.h"
#include "tsp/reduction.h"
#include "tsp_checkpoint.h"
#include "tuning.h"

struct solver_islands;

/* A run at work, or one of its islands. */
struct solver_tsp_run {
    const struct solver_task *task;
    struct base_env *env;
    struct tsp_conditions conditions;      /* owned */
    struct tsp_reduction *reduction;       /* owned; of the task's instance */
    const struct swarm_instance *instance; /* the reduction's, which colonies see */
    int64_t offset;                        /* lengths of the task's tours less those of colonies */
    uint32_t *tour;                        /* [instance->info.node_count] the best so far, owned */
    uint32_t *starts;                      /* [params->start_tours][instance->info.node_count], owned; NULL: none */
    struct solver_automatic chosen;
    struct run_request request;
    struct aco_request ants;
    struct run_engine *colony;      /* with islands that of the first one here */
    struct solver_islands *islands; /* owned; NULL: there is one colony */
    size_t *named;                  /* [named_count] devices that the caller names, owned; none: the run chooses */
    size_t named_count;
    struct solver_result *result;
    struct solver_tuning tuning; /* of --tuning */
    double last_progress;
    int64_t first_length; /* of the tour that is the scale of the trails */
    struct solver_checkpoints checkpoints;
    struct solver_tsp_state state; /* of checkpoints; no sections unless the run reads or writes them */
    char *resume_path;             /* owned; NULL: the run starts anew */
    bool kept;                     /* there is a state */
    bool is_over;                  /* the run it resumes had ended already */
};

/* Fills conditions, reduction, instance, offset, chosen, request and tuning from the parameters. Errors:
 * SWARM_ERROR_INVALID_ARGUMENT with the reason. */
enum swarm_status solver_question_read(struct solver_tsp_run *run);

/* The caller's tours as the run needs them. SWARM_ERROR_INPUT for one that does not meet the conditions. */
enum swarm_status solver_question_read_starts(struct solver_tsp_run *run);

/* The shortest of them as the best so far; its length is the colonies'. */
enum swarm_status solver_question_take_start(struct solver_tsp_run *run, int64_t *shortest);

/* Whether the tour that the run begins with is one that says nothing, until the colonies have theirs. */
bool solver_starts_from_nothing(const struct solver_tsp_run *run);

/* A tour for a start, as the best so far; its length is the scale of the trails. */
enum swarm_status solver_question_first_tour(struct solver_tsp_run *run, int64_t *length);

/* Gives the best so far to the result, in the caller's form, and checks it: tour, conditions, length.
 * SWARM_ERROR_VERIFICATION. */
enum swarm_status solver_question_verify(struct solver_tsp_run *run);

/* ------------------------------------------------------------------------------------------------------------------ */
/* The steps of a run in order, of which islands take those that concern a colony: solver.c                           */

/* Chooses the shape for a device of the task, or the twin; plans and opens the colony. */
enum swarm_status solver_tsp_try_device(void *run, size_t index);

/* Reads the state that the run goes on from, and makes room for those that it writes. */
enum swarm_status solver_tsp_read_resumed(struct solver_tsp_run *run);

/* Where the best so far starts: at the caller's tour if there is one, else at the first; settles the colony. */
enum swarm_status solver_tsp_start(struct solver_tsp_run *run);

/* The settings of a colony of ants, from first_length. */
void solver_tsp_settle(struct solver_tsp_run *run);

/* Fills the colony, and writes the first checkpoint, which tells at once whether there can be one. */
enum swarm_status solver_tsp_prepare(struct solver_tsp_run *run);

/* Whether a tour of `length`, as the caller sees it, needs no better. */
bool solver_tsp_has_reached(const struct solver_tsp_run *run, int64_t length);

/* The best so far of `length`, as the caller sees it, as a colony has it before its first iteration. */
enum swarm_status solver_tsp_take_prepared(struct solver_tsp_run *run, int64_t length);

/* Iterations up to `last`, and the best tour. *stop: a summary has ended the run; *interrupted: cancelled or out of
 * time before `last` was complete. */
enum swarm_status solver_tsp_advance(struct solver_tsp_run *run, uint64_t last, bool *stop, bool *interrupted);

/* The last iteration that the run may make. */
uint64_t solver_tsp_limit(const struct solver_tsp_run *run);

/* Whether the best so far, of `length`, needs no better. */
bool solver_tsp_has_reached(const struct solver_tsp_run *run, int64_t length);

/* Calls the task's progress function, if there was an improvement or none for a while. */
void solver_tsp_tell(struct solver_tsp_run *run, uint64_t iteration, bool improved);

/* Keeps what a checkpoint would hold, for solver_tsp_end_checkpoints(); all that was queued is collected. */
enum swarm_status solver_tsp_keep_state(struct solver_tsp_run *run);

/* Writes a checkpoint; the same. */
enum swarm_status solver_tsp_write_checkpoint(struct solver_tsp_run *run);

/* The last one. Where there is no state that another run could go on from, `torn`, the last that was kept is written,
 * beside what the run has come to. */
enum swarm_status solver_tsp_end_checkpoints(struct solver_tsp_run *run, bool torn);

/* What checkpoints are about. */
struct solver_tsp_checkpoint solver_tsp_about(const struct solver_tsp_run *run);

#endif
