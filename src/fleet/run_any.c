/* run_any.c - cl/fleet/search.h compiled for fleets of any kind. */
#define FLEET_FEATURES(s) ((s)->rules.features)
#define FLEET_SEPARATE    1
#include "engine.h"

void fleet_run_any(struct fleet_search *s, struct fleet_part *part, uint64_t seed)
{
    fleet_run(s, part, seed);
}
