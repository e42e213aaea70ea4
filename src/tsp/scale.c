#include "scale.h"

#include <float.h>
#include <math.h>

#include "length.h"

enum {
    MOST_DECIMALS = 300, /* 10^300 is a double */
    EXACT_POWER = 22     /* 10^22 is a double without rounding */
};

static double power_of_ten(int exponent)
{
    double power = 1.0;
    for (int k = 0; k < exponent; ++k) {
        power *= 10.0;
    }
    return power;
}

double tsp_scale(double value, int decimals)
{
    return decimals < 0 ? value / power_of_ten(-decimals) : value * power_of_ten(decimals);
}

double tsp_scale_settle(double value, int decimals)
{
    const double scaled = tsp_scale(value, decimals), integer = floor(scaled + 0.5);
    const int rounded = decimals > EXACT_POWER ? decimals - EXACT_POWER : 0; /* rounded factors of the power */
    return fabs(scaled - integer) <= (2.0 + rounded) * DBL_EPSILON * fabs(scaled) ? integer : scaled;
}

int tsp_scale_decimals(double extent, double largest, int least)
{
    int decimals = least;
    while (decimals < MOST_DECIMALS && tsp_scale(extent, decimals + 1) <= TSP_LONGEST_EDGE
           && tsp_scale(largest, decimals + 1) <= TSP_LARGEST_INTEGER) {
        ++decimals;
    }
    return decimals;
}

void tsp_scale_tell(struct base_env *env, const struct swarm_instance_info *info)
{
    char step[400];
    base_log(env, SWARM_LOG_INFO,
             "%s: distances are in steps of %s, the finest that 31 bits hold; the input has more digits", info->name,
             swarm_length_text(1, info->decimals, step, sizeof step));
}
