/* tsp_run.h - a search for a tour at work, and what it is asked: request, target, tours to start from, verification. */
#ifndef SWARMCL_SOLVER_TSP_RUN_H
#define SWARMCL_SOLVER_TSP_RUN_H

#include "solver.h"
#include "tsp_checkpoint.h"
#include "tuning.h"

/* A run at work. */
struct solver_tsp_run {
    const struct solver_task *task;
    struct base_env *env;
    const struct swarm_instance *instance; /* the task's, or `joined` for an open path */
    struct swarm_instance *joined;         /* owned */
    uint32_t *starts;                      /* [params->start_tours][n] as the run needs them, owned; NULL: none */
    struct solver_automatic chosen;
    struct aco_colony_request request;
    struct aco_colony *colony;
    struct solver_result *result;
    struct solver_tuning tuning; /* of --tuning */
    double last_progress;
    int64_t first_length; /* of the tour that is the scale of the trails */
    struct solver_checkpoints checkpoints;
    struct solver_tsp_state state; /* of checkpoints; no sections unless the run reads or writes them */
    const char *resume_path;       /* borrowed; NULL: the run starts anew */
    bool kept;                     /* there is a state */
    bool is_over;                  /* the run it resumes had ended already */
};

/* Fills chosen, request and tuning from the parameters. Errors: SWARM_ERROR_INVALID_ARGUMENT with the reason. */
enum swarm_status solver_question_read(struct solver_tsp_run *run);

/* The caller's tours as the run needs them, with the joint in front for an open path. */
enum swarm_status solver_question_read_starts(struct solver_tsp_run *run);

/* The shortest of them as the best so far. */
enum swarm_status solver_question_take_start(struct solver_tsp_run *run, int64_t *shortest);

/* Whether the tour that the run begins with is one that says nothing, until the colonies have theirs. */
bool solver_starts_from_nothing(const struct solver_tsp_run *run);

/* A tour for a start, as the best so far; its length is the scale of the trails. */
enum swarm_status solver_question_first_tour(struct solver_tsp_run *run, int64_t *length);

/* Checks the result, tour and length, and brings it to the caller's form. SWARM_ERROR_VERIFICATION. */
enum swarm_status solver_question_verify(struct solver_tsp_run *run);

#endif
