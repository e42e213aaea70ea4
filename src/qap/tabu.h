/* tabu.h - the tabu search of cl/qap/tabu.h on a thread of the host. */
#ifndef SWARMCL_QAP_TABU_H
#define SWARMCL_QAP_TABU_H

#include "problem.h"

struct qap_tabu;

/* Arrays for one search at a time. *tabu returns owned. Borrows the problem. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status qap_tabu_create(struct base_env *env, const struct qap_problem *problem, struct qap_tabu **tabu);
void qap_tabu_destroy(struct qap_tabu **tabu);

/* Their bytes. */
uint64_t qap_tabu_bytes(const struct qap_problem *problem);

/* Goes on with a search for `steps` steps. If it has not begun it begins from `places` [m]; `best` [m] is its best
 * assignment, written when there is a better one. One search is over before the next one begins. */
void qap_tabu_run(struct qap_tabu *tabu, uint64_t seed, uint32_t steps, const uint32_t *places, uint32_t *best,
                  struct qap_search *search);

#endif
