#include "settings.h"

#include <math.h>

#include "selection_rules.h"

/* Rows start at multiples of 64 elements: four vectors of 16, a turn of the race (cl/shared/draws.h). */
enum { ROW_ALIGNMENT = 64 };

/* tau_0 in units: at least 2^20, so that one of 2^20 ants still lays a whole unit; at most 2^27. Between them so low
 * that a trail which every ant lays in every iteration, 1 / rho times tau_0 when lengths equal L_nn, stays a factor of
 * 4 below TRAIL_MAX. */
static uint32_t initial_trail(double rho)
{
    const double lowest = 1048576.0, highest = 134217728.0;
    return (uint32_t)fmin(highest, fmax(lowest, 268435456.0 * rho));
}

/* The floor in units, of which tau_0 = m / L_nn has `initial`: single correctly rounded steps in this order. A floor
 * past TRAIL_MAX leaves all trails equal. */
static uint32_t floor_units(double floor_trail, double nearest_neighbour_length, uint32_t initial, uint32_t ants)
{
    double units = floor_trail > 0 ? floor_trail * nearest_neighbour_length : 0.0;
    units = units * initial;
    units = floor(units / ants + 0.5);
    return (uint32_t)fmin(TRAIL_MAX, fmax(TRAIL_FLOOR, units));
}

static struct aco_exponent exponent_make(double value)
{
    bool whole = value == floor(value);
    return (struct aco_exponent){whole ? (int32_t)value : -1, (int64_t)floor(value * 16777216.0 + 0.5)};
}

struct aco_settings aco_settings_make(const struct aco_choices *choices, uint32_t n, bool symmetric,
                                      int64_t nearest_neighbour_length)
{
    struct aco_settings settings = {
        .n = n,
        .stride = (n + ROW_ALIGNMENT - 1) / ROW_ALIGNMENT * ROW_ALIGNMENT,
        .ants = choices->ants,
        .symmetric = symmetric,
        .selection = choices->selection,
        .alpha = exponent_make(choices->alpha),
        .beta = exponent_make(choices->beta),
        .alpha_offset = 125 - (int32_t)ceil(31.0 * choices->alpha),
        .trail_initial = initial_trail(choices->rho),
        .deposit_maximum = TRAIL_MAX / choices->ants,
        .seed = choices->seed,
        .target = choices->target,
        .no_improve = choices->no_improve,
        .joint = choices->path,
    };
    settings.compress_from =
        choices->selection == SELECTION_COMPRESSED ? 1 : (uint32_t)fmax(1.0, ceil(choices->compress_from * n));
    settings.keep = (uint32_t)fmin(4294967295.0, floor((1.0 - choices->rho) * 4294967296.0 + 0.5));
    uint64_t length = nearest_neighbour_length > 0 ? (uint64_t)nearest_neighbour_length : 1;
    while (length >> settings.length_shift >= (uint64_t)1 << 33) {
        ++settings.length_shift;
    }
    settings.deposit_scale = settings.trail_initial * (length >> settings.length_shift) / choices->ants;
    settings.trail_floor = floor_units(choices->trail_floor, (double)length, settings.trail_initial, choices->ants);
    if (settings.trail_initial < settings.trail_floor) {
        settings.trail_initial = settings.trail_floor;
    }
    return settings;
}
