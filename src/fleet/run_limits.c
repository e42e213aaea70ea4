/* run_limits.c - cl/fleet/search.h compiled for fleets that have only capacities and limits. */
#define FLEET_FEATURES(s) FLEET_LIMITS
#define FLEET_SEPARATE    1
#include "engine.h"

void fleet_run_limits(struct fleet_search *s, struct fleet_part *part, uint64_t seed)
{
    fleet_run(s, part, seed);
}
