/* optima.h - lengths of shortest known tours. */
#ifndef SWARMCL_TSP_OPTIMA_H
#define SWARMCL_TSP_OPTIMA_H

#include <swarmcl/swarmcl.h>

/* Fills info->optimum_known, _proven and optimum from the table instances/optima.csv that is built in, matched by
 * name, type and dimension. */
void tsp_optima_find(struct swarm_instance_info *info);

#endif
