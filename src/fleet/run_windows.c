/* run_windows.c - cl/fleet/search.h compiled for fleets that have only capacities and time windows. */
#define FLEET_FEATURES(s) FLEET_WINDOWS
#define FLEET_SEPARATE    1
#include "engine.h"

void fleet_run_windows(struct fleet_search *s, struct fleet_part *part, uint64_t seed)
{
    fleet_run(s, part, seed);
}
