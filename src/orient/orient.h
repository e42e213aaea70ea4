/* orient.h - the problem "orient": the closed cycle or open path of the greatest score within a limit of its length. */
#ifndef SWARMCL_ORIENT_ORIENT_H
#define SWARMCL_ORIENT_ORIENT_H

#include "run/problem.h"

extern const struct run_problem orient_problem;

#endif
