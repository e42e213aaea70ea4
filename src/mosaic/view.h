/* view.h - cl/shared/problem_view.h for the host: lengths come from a problem. */
#ifndef SWARMCL_MOSAIC_VIEW_H
#define SWARMCL_MOSAIC_VIEW_H

#include "problem.h"

#define VIEW_GLOBAL
#define VIEW_EDGES           const struct mosaic_problem *
#define VIEW_LENGTH(e, i, j) mosaic_length(e, i, j)
#define VIEW_PARTNERS(v)     ((v)->partners != NULL)
#include "problem_view.h"

static inline struct problem_view mosaic_view(const struct mosaic_problem *problem)
{
    return (struct problem_view){problem->near, problem->near_length, problem->partners,
                                 problem,       problem->n,           problem->width};
}

#endif
