/* score.c - plans as numbers that compare them: by cost, by the number of vehicles, or by the longest route.
 *
 *     goal             bits of a score, from the highest
 *     least cost       missing customers, 38 bits of cost
 *     fewest vehicles  6 bits of missing customers, 18 bits of vehicles, 38 bits of cost
 *     balance          6 bits of missing customers, 36 bits of the longest route and prices, 20 bits of cost, shifted
 */
#include "instance.h"

enum { HIGH_BITS = 56, LOW_BITS = 20 };

#define LOW_MASK ((int64_t)0xfffff)

/* Number of low bits of a cost that a score has no room for. */
static int lost_bits(const struct swarm_fleet *fleet)
{
    int bits = 0;
    while (fleet->bound >> bits > LOW_MASK) {
        ++bits;
    }
    return bits;
}

int64_t fleet_score(const struct swarm_fleet *fleet, struct fleet_totals totals)
{
    const int64_t missing = totals.missing < FLEET_MISSING_SHOWN ? totals.missing : FLEET_MISSING_SHOWN;
    if (fleet->info.balances) {
        const int64_t cost = totals.cost >> lost_bits(fleet);
        return missing << HIGH_BITS | (totals.longest + totals.prices) << LOW_BITS
               | (cost < LOW_MASK ? cost : LOW_MASK);
    }
    return fleet->info.vehicles_first ? missing << HIGH_BITS | totals.used << FLEET_PRICE_BITS | totals.cost
                                      : totals.missing * FLEET_MISSING + totals.cost;
}

int64_t fleet_score_cost(const struct swarm_fleet *fleet, int64_t score)
{
    return fleet->info.balances ? (score & (((int64_t)1 << HIGH_BITS) - 1)) >> LOW_BITS : score % FLEET_MISSING;
}

int64_t fleet_score_missing(const struct swarm_fleet *fleet, int64_t score)
{
    return fleet->info.balances || fleet->info.vehicles_first ? score >> HIGH_BITS : score / FLEET_MISSING;
}

int64_t fleet_score_vehicles(int64_t score)
{
    return (score & (((int64_t)1 << HIGH_BITS) - 1)) >> FLEET_PRICE_BITS;
}

int64_t fleet_score_of_cost(const struct swarm_fleet *fleet, int64_t cost)
{
    return !fleet->info.balances       ? cost
           : cost < 0                  ? INT64_MIN
           : cost < FLEET_LONGEST_MOST ? cost << LOW_BITS | LOW_MASK
                                       : ((int64_t)1 << HIGH_BITS) - 1;
}
