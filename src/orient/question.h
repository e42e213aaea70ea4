/* question.h - the problem "orient": the tour or path of the greatest score whose length is within a limit. */
#ifndef SWARMCL_ORIENT_QUESTION_H
#define SWARMCL_ORIENT_QUESTION_H

#include "engine.h"
#include "run/run.h"
#include "search/problem.h"
#include "tsp/reduction.h"
#include "tsp/subsets.h"

extern const struct search_problem orient_problem;

/* Returns the best score of 2019 of closed tours through node 0 of an OPLib instance, within the limit of the options
 * or of the instance. O(n). */
struct swarm_reference orient_reference(const struct swarm_instance *instance, const struct swarm_params *params);

/* Returns the scores [node_count] of the parameters, or those of the instance; NULL: neither has any. */
const uint32_t *orient_scores(const struct swarm_instance *instance, const struct swarm_params *params);

/* The data of the problem, search->question. A solution [nodes of task.instance + 1] is a count and, from task.first
 * on, the visited nodes of task.instance in order; the rest is 0. */
struct orient_question {
    struct orient_task task;
    struct tsp_conditions conditions; /* owned; the start of a closed tour is its first node, by default node 0 */
    struct swarm_instance *joined;    /* the caller's instance plus a joint for a free end, owned; NULL: no free end */
    uint32_t *scores;                 /* [nodes of task.instance] owned scores of the nodes */
    uint32_t *start;                  /* starting solution, owned; NULL: the required nodes only */
    uint32_t *reported; /* [node_count] scratch for progress reports, owned; NULL: reports contain no solutions */
    struct orient_choices choices;
};

/* Reads the options, the instance and the start into search->question, which must be zeroed. Release the question
 * also after a failure. */
enum swarm_status orient_question_read(struct search *search);
void orient_question_release(struct search *search);

/* Fills nodes [node_count of the caller's instance] with those of a solution, without the joint, from the caller's
 * start to the end. Returns their number. */
uint32_t orient_question_expand(const struct orient_question *question, const uint32_t *solution, uint32_t *nodes);

/* Checks a solution against the caller's instance and the conditions. Errors: SWARM_ERROR_VERIFICATION with the
 * first rule that it breaks; SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status orient_question_measure(const struct search *search, const uint32_t *solution, int64_t *score,
                                          int64_t *length);

enum { ORIENT_EXACT_NODES = TSP_SUBSETS_NODES }; /* maximum nodes that --algorithm exact accepts, without a joint */

/* search->solve: finds the greatest score, and the shortest tour with this score (exact.c). */
enum swarm_status orient_solve(const struct search *search, void *solution, int64_t *score);

#endif
