#include "settings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PRECISION 64
#include "bound/lists.h"
#include "cl/aco/colony_rules.h"
#include "local_search.h"
#include "cl/shared/real_functions.h"
#include "cl/aco/selection_rules.h"
#include "shape.h"
#include "tsp/length.h"

enum {
    ROW_ALIGNMENT = 64,  /* elements: the four vectors of 16 that a step of the race reads (cl/shared/draws.h) */
    LIST_ALIGNMENT = 16, /* lists are padded to a multiple of this many candidates, a vector */
    UNITS_LEAST = 1024,  /* minimum units of 1 / L_nn with a large --tau0, so that deposits have three digits */
    MUTATIONS = 3        /* trails that mutate per iteration: 0.3 for every two of ACOTSP's 20 candidates */
};

/* Largest factor for which TRAIL_MAX times the factor fits 64 bits in trail_maximum_of(). Only rho below 2^-18 would
 * have a larger one; the upper limit is then still TRAIL_MAX, unless the best tour is 256 times as long as the
 * nearest-neighbour tour. */
#define LIMIT_FACTOR_MOST 17179869184.0 /* 2^34, the largest limit_factor */

/* Length of the second lists, which does not change tours: searches of all nodes are rare, and a million nodes fit. */
static uint32_t second_length_of(uint32_t n)
{
    return n < 20000 ? 128 : n < 200000 ? 48 : 16;
}

/* tau_0 in units: at least 2^20, so that each of 2^20 ants deposits at least one unit; at most 2^27. In between, a
 * trail on which all ants deposit in every iteration, tau_0 / rho for lengths L_nn, is at most TRAIL_MAX / 4. */
static uint32_t base_units(double rho)
{
    return (uint32_t)fmin(134217728.0, fmax(1048576.0, 268435456.0 * rho));
}

/* A trail in units, where `weight` / L_nn is `base` units. Each operation is correctly rounded. */
static uint32_t trail_units(double trail, double nearest_neighbour_length, uint32_t base, uint64_t weight)
{
    double units = trail > 0 ? trail * nearest_neighbour_length : 0.0;
    units = units * base;
    units = floor(units / (double)weight + 0.5);
    return (uint32_t)fmin(TRAIL_MAX, fmax(TRAIL_FLOOR, units));
}

/* The largest unit count for `weight` / L_nn, at most `base`, with which `trail` (tau_0) is below TRAIL_MAX. */
static uint32_t base_below(uint32_t base, double trail, double nearest_neighbour_length, uint64_t weight)
{
    const double least = fmin(base, UNITS_LEAST * (double)weight);
    const double fitting = TRAIL_MAX * (double)weight / (trail * nearest_neighbour_length);
    return (uint32_t)fmax(least, fmin(base, floor(fitting)));
}

static struct aco_exponent exponent_make(double value)
{
    bool whole = value == floor(value);
    return (struct aco_exponent){whole ? (int32_t)value : -1, (int64_t)floor(value * 16777216.0 + 0.5)};
}

static uint32_t rounded_up(uint32_t length, uint32_t alignment)
{
    return (length + alignment - 1) / alignment * alignment;
}

/* value * 2^32, at most 2^32 - 1. */
static uint32_t fraction_of(double value)
{
    return (uint32_t)fmin(4294967295.0, floor(value * 4294967296.0 + 0.5));
}

uint32_t aco_quadrant_share(const char *kind, uint64_t length)
{
    if (kind && strcmp(kind, "quadrant") == 0) {
        return (uint32_t)length / 4;
    }
    return !kind || strcmp(kind, "mixed") != 0 || length < 4 ? 0 : length < 8 ? 1 : 2;
}

/* Sets lengths and strides of rows and lists. */
static void set_lists(struct aco_settings *settings, const struct options *options)
{
    const uint32_t n = settings->n, others = n - 1;
    const bool searched = settings->local_search != NULL;
    settings->matrix_stride = rounded_up(n, ROW_ALIGNMENT);
    settings->candidates = options->candidates < others ? (uint32_t)options->candidates : others;
    settings->per_quadrant =
        aco_quadrant_share(options->candidate_kind, settings->candidates > 0 ? options->candidates : SEARCH_LENGTH);
    settings->evaluations = bound_list_evaluations(options->candidate_kind, n);
    settings->search_length = !searched ? 0 : others < SEARCH_LENGTH ? others : SEARCH_LENGTH;
    settings->search_stride = rounded_up(settings->search_length, LIST_ALIGNMENT);
    settings->list_stride = rounded_up(settings->candidates, LIST_ALIGNMENT);
    settings->links = settings->candidates > 0 && n <= LINK_NODES;
    settings->adopts = settings->candidates >= ADOPT_ENTRIES && settings->candidates < others;
    if (settings->candidates > 0) {
        const uint32_t second = second_length_of(n);
        settings->second_length = second < others ? second : others;
    }
    settings->width = settings->candidates > 0 ? settings->candidates : n;
    settings->stride = settings->candidates > 0 ? settings->list_stride : settings->matrix_stride;
}

/* Returns the number of tours that deposit in an iteration. *weight: sum of their deposits in multiples of 1 / L. */
static uint32_t depositors_of(const struct aco_settings *settings, uint64_t *weight)
{
    switch (settings->algorithm->depositors) {
    case DEPOSITORS_ALL:
        *weight = (uint64_t)settings->ants + settings->elite;
        return settings->ants + (settings->elite > 0);
    case DEPOSITORS_RANKED:
        *weight = (uint64_t)settings->ranks * (settings->ranks + 1) / 2;
        return settings->ranks;
    default:
        *weight = 1;
        return 1;
    }
}

/* tau_min / tau_max. With a local search 1 / 2n. Without one, the value with which a converged colony builds the best
 * tour with probability `best_share` (Stuetzle and Hoos 2000, eq. 11; ants have `choices` choices on average). */
static uint32_t floor_fraction_of(const struct aco_settings *settings, double best_share)
{
    const double n = settings->n;
    const double choices = floor((settings->candidates > 0 ? settings->candidates + 1.0 : n) / 2.0);
    double share = 1.0 / (2.0 * n);
    if (!settings->local_search && choices > 0) {
        const double step = real_exp(real_log(best_share) / n);
        share = (1.0 - step) / (step * choices);
    }
    return fraction_of(fmin(1.0, share));
}

/* Sets the members that Ant System does not use: those for the rules of the other algorithms. */
static void set_family(struct aco_settings *settings, const struct options *options)
{
    const struct aco_algorithm *algorithm = settings->algorithm;
    settings->elite = !algorithm->elite ? 0 : options->elite > 0 ? (uint32_t)options->elite : settings->ants;
    settings->ranks = algorithm->depositors == DEPOSITORS_RANKED ? (uint32_t)options->depositors : 0;
    settings->exploit = settings->candidates > 0 ? fraction_of(options->q0) : 0;
    settings->mutations = algorithm->worst_loses ? MUTATIONS : 0;
    settings->restart_after = algorithm->restart == RESTART_NEVER ? 0 : options->restart_after;
    settings->limit_factor = algorithm->limits ? (uint64_t)fmin(LIMIT_FACTOR_MOST, floor(65536.0 / options->rho)) : 0;
    settings->floor_fraction = algorithm->limits ? floor_fraction_of(settings, options->p_best) : 0;
}

/* Sets the unit of trails, tau_0 and the floor. length: of the nearest-neighbour tour; weight: from depositors_of() */
static void set_trails(struct aco_settings *settings, const struct options *options, int decimals, uint64_t length,
                       uint64_t weight)
{
    while (length >> settings->length_shift >= (uint64_t)1 << 33) {
        ++settings->length_shift;
    }
    const uint64_t shifted = length >> settings->length_shift;
    /* if only deposited edges evaporate, trails never exceed 1 / L, so the unit may be finer */
    const bool deposited_only = settings->algorithm->deposited_only, given = options->set[OPTION_tau0];
    /* 10^decimals units of the instance are one unit of the input */
    const double tau_0 = tsp_scale(options->tau0, -decimals);
    uint32_t base = deposited_only ? 134217728 : base_units(options->rho);
    if (given) {
        base = base_below(base, tau_0, (double)length, weight);
    }
    if (settings->algorithm->initial == INITIAL_ANTS) {
        settings->trail_initial = base;
        settings->deposit_scale = base * shifted / weight;
    } else {
        const double units = deposited_only ? base * options->rho : (double)base / (double)weight;
        const double amount = fmax(1.0, floor(units));
        settings->deposit_scale = (uint64_t)amount * shifted;
        const double tau = settings->algorithm->initial == INITIAL_RHO
                               ? amount / options->rho
                               : amount / (deposited_only ? options->rho : 1.0) / settings->n;
        settings->trail_initial = (uint32_t)fmin(TRAIL_MAX, fmax(TRAIL_FLOOR, floor(tau)));
    }
    if (given) {
        settings->trail_initial = trail_units(tau_0, (double)length, base, weight);
    }
    settings->trail_floor = trail_units(tsp_scale(options->trail_floor, -decimals), (double)length, base, weight);
    if (settings->trail_initial < settings->trail_floor) {
        settings->trail_initial = settings->trail_floor;
    }
}

struct aco_settings aco_settings_make(const struct options *options, const struct search_request *run,
                                      const struct swarm_instance_info *info, int64_t nearest_neighbour_length)
{
    const struct aco_local_search *search =
        options->local_search ? aco_local_search_find(options->local_search) : &aco_local_searches[0];
    struct aco_settings settings = {
        .n = (uint32_t)info->node_count,
        .ants = (uint32_t)options->ants,
        .symmetric = info->symmetric,
        .algorithm = options->algorithm ? aco_algorithm_find(options->algorithm) : &aco_algorithms[0],
        .trial_limit = (uint32_t)options->trial_limit,
        .selection = options->selection ? aco_selection_find(options->selection)->number : SELECTION_ROULETTE,
        .local_search = aco_local_search_moves(search) ? search : NULL,
        .alpha = exponent_make(options->alpha),
        .beta = exponent_make(options->beta),
        .seed = run->seed,
        .target = run->target,
        .no_improve = run->no_improve,
    };
    set_lists(&settings, options);
    set_family(&settings, options);
    uint64_t weight = 1;
    settings.depositors = depositors_of(&settings, &weight);
    settings.alpha_offset = 125 - (int32_t)ceil(31.0 * options->alpha) - (settings.candidates > 0 ? LIST_OFFSET : 0);
    settings.deposit_maximum = (uint32_t)(TRAIL_MAX / weight);
    settings.compress_from =
        settings.selection == SELECTION_COMPRESSED ? 1 : (uint32_t)fmax(1.0, ceil(options->compress_from * settings.n));
    settings.keep = fraction_of(1.0 - options->rho);
    set_trails(&settings, options, info->decimals,
               nearest_neighbour_length > 0 ? (uint64_t)nearest_neighbour_length : 1, weight);
    if (settings.algorithm->local_update) {
        settings.local_keep = fraction_of(1.0 - options->xi);
        settings.local_gain = (uint32_t)floor(options->xi * settings.trail_initial + 0.5);
    }
    return settings;
}

struct aco_best aco_best_begin(const struct aco_settings *settings, int64_t length)
{
    struct aco_best best = {
        .length = length,
        .restart_length = LENGTH_NONE,
        .depositor = ROW_BEST(settings->ants),
    };
    if (settings->algorithm->limits) {
        best.trail_maximum = settings->trail_initial;
        best.trail_minimum = trail_minimum_of(settings->trail_initial, settings->floor_fraction);
    }
    return best;
}
