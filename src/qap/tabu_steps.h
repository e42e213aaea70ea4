/* tabu_steps.h - the steps of a tabu search, compiled for several sets of instructions. */
#ifndef SWARMCL_QAP_TABU_STEPS_H
#define SWARMCL_QAP_TABU_STEPS_H

#include "problem.h"

struct qap_tabu;
typedef void qap_tabu_function(struct qap_tabu *tabu, uint64_t seed, uint32_t steps, struct qap_search *search);

struct qap_tabu {
    const struct qap_problem *problem;
    qap_tabu_function *run;
    void *memory;     /* owned: the arrays */
    void *numbers;    /* [3][m][width] of cl/qap/tabu.h, and its vectors [7][width]; aligned */
    int32_t *marks;   /* [2][m][width] */
    uint32_t *places; /* [2][width] */
};

/* At n = 100 a core of an EPYC makes 56 thousand steps a second with the first, 390 thousand with the last. */
qap_tabu_function qap_tabu_run_plain, qap_tabu_run_avx2, qap_tabu_run_avx512;

#endif
