/* fleet.h - the problem "fleet": routes of several vehicles. */
#ifndef SWARMCL_FLEET_FLEET_H
#define SWARMCL_FLEET_FLEET_H

#include "engine.h"
#include "run/run.h"
#include "search/problem.h"

/* The data of the problem, search->question. A solution is described at fleet_solution_words(); its score is the length
 * of all routes plus the prices of absent customers, FLEET_MISSING for each that must be served. */
struct fleet_question {
    struct fleet_choices choices;
};

extern const struct search_problem fleet_problem;

#endif
