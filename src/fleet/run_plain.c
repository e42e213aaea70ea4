/* run_plain.c - cl/fleet/search.h compiled for fleets that have only capacities. */
#define FLEET_FEATURES(s) 0u
#define FLEET_SEPARATE    1
#include "engine.h"

void fleet_run_plain(struct fleet_search *s, struct fleet_part *part, uint64_t seed)
{
    fleet_run(s, part, seed);
}
