/* tabu.h - runs the tabu search of cl/qap/tabu.h in a thread of the host. */
#ifndef SWARMCL_QAP_TABU_H
#define SWARMCL_QAP_TABU_H

#include "problem.h"

struct qap_tabu;
typedef void qap_tabu_steps(struct qap_tabu *tabu, uint64_t seed, uint32_t steps, struct qap_search *search);

/* The arrays of the search that a thread runs. */
struct qap_tabu {
    const struct qap_problem *problem; /* borrowed problem that is searched */
    qap_tabu_steps *run;
    void *memory;     /* owned memory of all arrays */
    void *numbers;    /* [3][m][width], then the vectors [QAP_VECTORS][width]; aligned */
    int32_t *marks;   /* [2][m][width] of_item and of_place, as in cl/qap/tabu.h */
    uint32_t *places; /* [2][width] place of each item, now and in the best assignment */
};

/* The search, compiled for three instruction sets (tabu_steps.c). At n = 100 a core of an EPYC (Zen 4) runs 140, 430
 * and 450 thousand steps a second. */
qap_tabu_steps qap_tabu_run_plain, qap_tabu_run_avx2, qap_tabu_run_avx512;

/* Allocates the arrays. `tabu` must be zeroed; deinit it also after SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status qap_tabu_init(struct base_env *env, const struct qap_problem *problem, struct qap_tabu *tabu);
void qap_tabu_deinit(struct qap_tabu *tabu);

/* Size of the arrays in bytes. */
uint64_t qap_tabu_bytes(const struct qap_problem *problem);

/* Runs `steps` steps of a search. A search that has not begun starts at `places` [m]. If its best
 * assignment is new, copies it to `best` [m]. A search must end before the next one in `tabu` begins. */
void qap_tabu_run(struct qap_tabu *tabu, uint64_t seed, uint32_t steps, const uint32_t *places, uint32_t *best,
                  struct qap_search *search);

#endif
