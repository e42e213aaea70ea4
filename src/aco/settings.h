/* settings.h - everything that can change a tour, in the units of the kernels. */
#ifndef SWARMCL_ACO_SETTINGS_H
#define SWARMCL_ACO_SETTINGS_H

#include "cl/aco/types.h"
#include "algorithm.h"
#include "search/engine.h"
#include "tsp/instance.h"

struct aco_local_search; /* declared in local_search.h */

struct aco_exponent {
    int32_t whole; /* the exponent if it is a whole number, otherwise -1 */
    int64_t fixed; /* the exponent in fixed point: times 2^24 */
};

/* A row of trails is whole, with a trail for every node, or a list, with a trail for every candidate. settings.c
 * chooses the unit of trails so that deposits cannot overflow. */
struct aco_settings {
    uint32_t n;
    uint32_t stride;        /* elements from one row to the next: matrix_stride or list_stride */
    uint32_t width;         /* number of trails per row: n, or `candidates` if that is not 0 */
    uint32_t matrix_stride; /* elements per row of a matrix: n rounded up to 64 */
    uint32_t ants;
    bool symmetric;
    const struct aco_algorithm *algorithm;
    const struct aco_local_search *local_search; /* row of --local-search; NULL: no local search */
    uint32_t candidates;                         /* candidates per node, at most n - 1; 0: whole rows */
    uint32_t per_quadrant, evaluations;          /* how candidates are chosen, as in struct tsp_candidates */
    uint32_t list_stride;                        /* elements per row of candidates: `candidates` rounded up to 16 */
    bool adopts;            /* True if edges of the depositing tour that lists lack replace their last two entries */
    bool links;             /* True if list_word() stores nodes with weights; argument `links` of colony_rules.h */
    uint32_t search_length; /* candidates per node in the local search; 0: no local search */
    uint32_t search_stride; /* elements per row of the local search's lists: `search_length` rounded up to 16 */
    uint32_t second_length; /* nodes per second list, which ants use if all candidates are visited; 0: none */
    uint32_t depositors;    /* number of tours that deposit in an iteration */
    uint32_t elite, ranks;  /* elite and rank weights (colony_rules.h); 0 if the algorithm has none */
    uint32_t exploit;       /* q0 * 2^32, at most 2^32 - 1 */
    uint32_t local_keep, local_gain; /* factors of local updates: arguments of trail_updated_locally() */
    uint64_t limit_factor;           /* upper limit of trails / deposit, times 2^16: argument of trail_maximum_of() */
    uint32_t floor_fraction;         /* lower / upper limit of trails, times 2^32: argument of trail_minimum_of() */
    uint64_t restart_after; /* iterations without a better tour before a restart; 0: never (struct decide_rules) */
    uint32_t mutations;     /* trails that mutate per iteration; 0 if the algorithm has none */
    int selection;
    uint32_t compress_from; /* first step, 1 .. n, in which a rule that compresses draws from the compressed array */
    uint32_t trial_limit;   /* tries per step of the stochastic trial before it draws from the unvisited nodes only */
    struct aco_exponent alpha, beta;
    int32_t alpha_offset;     /* 125 minus the exponent of the largest trail^alpha: argument of row_offset_of() */
    uint32_t keep;            /* (1 - rho) * 2^32, at most 2^32 - 1 */
    uint32_t trail_initial;   /* units; the larger of tau_0 and the floor */
    uint32_t trail_floor;     /* smallest trail in units, from TRAIL_FLOOR to TRAIL_MAX */
    uint64_t deposit_scale;   /* a tour of length L deposits deposit_scale / (L >> length_shift) units at weight 1 */
    uint32_t length_shift;    /* L_nn >> length_shift has at most 33 bits */
    uint32_t deposit_maximum; /* limit of a deposit of weight 1: an iteration adds at most TRAIL_MAX to a trail */
    uint64_t seed;
    int64_t target;
    uint64_t no_improve;
};

/* Derives the settings from options, seed and limits of the run, instance, and length of its nearest-neighbour tour (0
 * counts as 1). NULL for algorithm, local search and selection means Ant System, none and roulette. All hosts compute
 * the same bits: integers, correctly rounded doubles, real_functions.h. */
struct aco_settings aco_settings_make(const struct options *options, const struct search_request *run,
                                      const struct swarm_instance_info *info, int64_t nearest_neighbour_length);

/* True if deposits must be summed before the trails change: always, except in Ant System on whole rows. */
static inline bool aco_sums_deposits(const struct aco_settings *settings)
{
    return settings->candidates > 0 || !settings->algorithm->plain;
}

/* Candidates from each quadrant of a node, out of `length`. kind: a value of --candidate-kind; NULL: returns 0. */
uint32_t aco_quadrant_share(const char *kind, uint64_t length);

/* The record of the best before the first iteration, for a start tour of `length`; LENGTH_NONE: no start tour. */
struct aco_best aco_best_begin(const struct aco_settings *settings, int64_t length);

/* Lists that a colony derives from an instance, in lists.c. Sorted by (distance, number), except adopted nodes, and
 * padded with the node itself, which is always visited. NULL if the settings have no such list. */
struct aco_lists {
    uint32_t *nodes;  /* [n][list_stride]; adopted nodes may replace the last two candidates */
    uint32_t *search; /* [n][search_stride] candidates of the local search */
    uint32_t *second; /* [n][second_length] nodes after the candidates, for ants that have visited all candidates */
};

/* Computes the lists of the settings; none after cancellation or `deadline`. `lists` must be zeroed, and released also
 * after a failure. Errors: SWARM_ERROR_OUT_OF_MEMORY. Cost: as tsp_candidates_init(). */
enum swarm_status aco_lists_init(struct base_env *env, const struct swarm_instance *instance,
                                 const struct aco_settings *settings, double deadline, struct aco_lists *lists);
void aco_lists_deinit(struct aco_lists *lists);

/* eta of the edge from i to j of length `distance`. Edges to the joint or to a partner get the smallest value:
 * heuristic_towards(). */
float aco_heuristic(const struct swarm_instance *instance, uint32_t i, uint32_t j, int32_t distance);

/* Fills anchor [n][2] with the neighbours of every node in `tour` [n]; with n if `tour` is NULL. */
void aco_anchor_fill(uint32_t n, const uint32_t *tour, uint32_t *anchor);

#endif
