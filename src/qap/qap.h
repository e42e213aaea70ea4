/* qap.h - the problem "qap": the cheapest assignment of items to places. */
#ifndef SWARMCL_QAP_QAP_H
#define SWARMCL_QAP_QAP_H

#include "engine.h"
#include "run/run.h"
#include "search/problem.h"

/* The data of the problem, search->question. A solution consists of places [m] of the free items. */
struct qap_question {
    struct qap_problem problem;
    struct qap_settings settings;
    uint32_t *fixed;    /* [n] place of an item; UINT32_MAX: the item is free */
    uint32_t *starts;   /* [start_count][m] assignments from which the first searches start */
    uint32_t *reported; /* [n] scratch for progress reports; NULL: reports contain no solutions */
};

extern const struct search_problem qap_problem;

enum { QAP_EXACT_ITEMS = 9 }; /* maximum free items of --algorithm exact: 9! assignments take 30 ms on a core */

/* search->solve: finds the cheapest assignment, the first of equal ones in lexicographic order (exact.c). */
enum swarm_status qap_solve(const struct search *search, void *places, int64_t *cost);

#endif
