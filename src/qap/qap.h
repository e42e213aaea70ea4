/* qap.h - the problem "qap": the cheapest assignment of items to places. */
#ifndef SWARMCL_QAP_QAP_H
#define SWARMCL_QAP_QAP_H

#include "engine.h"
#include "run/run.h"
#include "search/problem.h"

/* search->question. A solution has places [m] of the free items. */
struct qap_question {
    struct qap_problem problem;
    struct qap_settings settings;
    uint32_t *fixed;    /* [n] the place of an item; UINT32_MAX: it is free */
    uint32_t *starts;   /* [start_count][m] */
    uint32_t *reported; /* [n] scratch for progress; NULL: progress gets no solutions */
};

extern const struct search_problem qap_problem;

enum { QAP_EXACT_ITEMS = 9 }; /* most free items of exact: 9! assignments take 30 ms on a core */

/* search->solve (exact.c): finds the cheapest assignment, the first in lexicographic order. */
enum swarm_status qap_solve(const struct search *search, void *places, int64_t *cost);

#endif
