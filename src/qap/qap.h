/* qap.h - the problem "qap": the cheapest assignment of items to places. */
#ifndef SWARMCL_QAP_QAP_H
#define SWARMCL_QAP_QAP_H

#include "search/problem.h"
#include "run/run.h"

extern const struct search_problem qap_problem;

#endif
