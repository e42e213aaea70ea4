/* question.h - the problem "orient": the tour or path of the greatest score within a limit of its length. */
#ifndef SWARMCL_ORIENT_QUESTION_H
#define SWARMCL_ORIENT_QUESTION_H

#include "engine.h"
#include "run/run.h"
#include "search/problem.h"
#include "tsp/reduction.h"
#include "tsp/subsets.h"

extern const struct search_problem orient_problem;

/* The best known score of closed tours through node 0 of an instance of OPLib, within the limit of the options or of
 * the instance. Cost: O(n). */
struct swarm_reference orient_reference(const struct swarm_instance *instance, const struct swarm_params *params);

/* The scores [node_count] of the parameters, else of the instance; NULL: there are none. */
const uint32_t *orient_scores(const struct swarm_instance *instance, const struct swarm_params *params);

/* search->question. A solution [nodes of task.instance + 1] is a count and, from task.first on, the visited nodes of
 * task.instance in order; the rest is 0. */
struct orient_question {
    struct orient_task task;
    struct tsp_conditions conditions; /* owned; the start of a closed tour is its first node, by default node 0 */
    struct swarm_instance *joined;    /* owned; the caller's instance with a joint for a free end; NULL: no free end */
    uint32_t *scores;                 /* [nodes of task.instance] owned */
    uint32_t *start;                  /* the solution to start from, owned; NULL: the required nodes */
    uint32_t *reported;               /* [node_count] scratch for progress, owned; NULL: progress gets no solutions */
    struct orient_choices choices;
};

/* Reads the options, the instance and the start into search->question, which is zeroed. Release it also after a
 * failure. */
enum swarm_status orient_question_read(struct search *search);
void orient_question_release(struct search *search);

/* Fills nodes [node_count of the caller's instance] with those of a solution, without the joint and from the caller's
 * start to the end. Returns how many. */
uint32_t orient_question_expand(const struct orient_question *question, const uint32_t *solution, uint32_t *nodes);

/* Checks a solution against the caller's instance and the conditions. SWARM_ERROR_VERIFICATION with the first rule that
 * it breaks; SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status orient_question_measure(const struct search *search, const uint32_t *solution, int64_t *score,
                                          int64_t *length);

enum { ORIENT_EXACT_NODES = TSP_SUBSETS_NODES }; /* most nodes of exact, without a joint */

/* search->solve (exact.c): finds the greatest score and, for that, the shortest length. */
enum swarm_status orient_solve(const struct search *search, void *solution, int64_t *score);

#endif
