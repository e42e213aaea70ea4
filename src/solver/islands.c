#include "islands.h"

uint64_t solver_island_seed(uint64_t seed, uint32_t island)
{
    return seed + island * UINT64_C(0x9E3779B97F4A7C15); /* 2^64 / phi: no two runs of neighbouring seeds share one */
}

uint32_t solver_topology_donor(enum solver_topology topology, const int64_t *lengths, uint32_t count, uint32_t island)
{
    uint32_t donor = island;
    if (topology == SOLVER_TOPOLOGY_RING) {
        donor = (island + count - 1) % count;
    } else if (topology == SOLVER_TOPOLOGY_COMPLETE) {
        donor = 0;
        for (uint32_t k = 1; k < count; ++k) {
            donor = lengths[k] < lengths[donor] ? k : donor;
        }
    }
    return lengths[donor] < lengths[island] ? donor : island;
}
