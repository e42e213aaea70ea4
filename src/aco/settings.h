/* settings.h - everything that can change a tour, in the units the kernels use. */
#ifndef SWARMCL_ACO_SETTINGS_H
#define SWARMCL_ACO_SETTINGS_H

#include "cl/aco/types.h"
#include "algorithm.h"
#include "search/engine.h"

struct aco_local_search; /* local_search.h */

/* An exponent: `whole` >= 0 when it is a whole number, otherwise -1 and `fixed` / 2^24. */
struct aco_exponent {
    int32_t whole;
    int64_t fixed;
};

/* Rows of trails are whole, a trail for every node, or a list, a trail for every candidate; `width` of them, and
 * `stride` elements from one row to the next. The unit of trails is such that deposits cannot overflow: settings.c. */
struct aco_settings {
    uint32_t n;
    uint32_t stride;        /* whole rows: n rounded up to 64; lists: as list_stride */
    uint32_t width;         /* whole rows: n; lists: candidates */
    uint32_t matrix_stride; /* elements from one row of a matrix of distances to the next: n rounded up to 64 */
    uint32_t ants;
    bool symmetric;
    const struct aco_algorithm *algorithm;
    const struct aco_local_search *local_search; /* NULL: none */
    uint32_t candidates;                         /* K that ants walk on, at most n - 1; 0: whole rows */
    uint32_t per_quadrant, evaluations;          /* of lists: tsp/candidates.h */
    uint32_t list_stride;                        /* candidates rounded up to 16 */
    bool adopts;            /* the last two places of a list go to edges of the tour that deposits, if they have none */
    bool links;             /* what ants load of lists are links: colony_rules.h, list_word() */
    uint32_t search_length; /* of each list that the local search looks at; 0 without one */
    uint32_t search_stride; /* search_length rounded up to 16 */
    uint32_t second_length; /* of the lists by which an ant goes on when all its candidates are visited; 0: none */
    uint32_t depositors;    /* tours that deposit in an iteration */
    uint32_t elite, ranks;  /* weights of colony_rules.h; 0 where the algorithm has none */
    uint32_t exploit;       /* q0 * 2^32, at most 2^32 - 1 */
    uint32_t local_keep, local_gain; /* of trail_updated_locally() */
    uint64_t limit_factor;           /* of trail_maximum_of() */
    uint32_t floor_fraction;         /* of trail_minimum_of() */
    uint64_t restart_after;
    uint32_t mutations; /* trails that mutate in an iteration; 0 where the algorithm has no mutations */
    int selection;
    uint32_t compress_from; /* first step, 1 .. n, that the hybrid selection draws from the compressed array */
    struct aco_exponent alpha, beta;
    int32_t alpha_offset;     /* see row_offset_of() in cl/aco/edge_math.h */
    uint32_t keep;            /* (1 - rho) * 2^32, at most 2^32 - 1 */
    uint32_t trail_initial;   /* tau_0, units; the floor where that is higher */
    uint32_t trail_floor;     /* TRAIL_FLOOR to TRAIL_MAX, units */
    uint64_t deposit_scale;   /* weight 1 with length L lays deposit_scale / (L >> length_shift) units ... */
    uint32_t length_shift;    /* ... L_nn >> length_shift has at most 33 bits */
    uint32_t deposit_maximum; /* ... but no more than this: all weights together at most TRAIL_MAX */
    uint64_t seed;
    int64_t target;
    uint64_t no_improve;
};

/* Derives the settings from what options choose, from seed and limits of the run, from the instance and the length of
 * its nearest-neighbour tour (0 counts as 1). Algorithm, local search and selection that are NULL are Ant System, none
 * and roulette. Pure arithmetic of integers and single correctly rounded doubles, and of cl/shared/real_functions.h:
 * the same on every host. */
struct aco_settings aco_settings_make(const struct options *options, const struct search_request *run,
                                      const struct swarm_instance_info *info, int64_t nearest_neighbour_length);

/* Whether deposits are summed beside the trails and settled with them: on lists, and for all but Ant System. The ants
 * of Ant System lay on whole rows themselves. */
static inline bool aco_sums_deposits(const struct aco_settings *settings)
{
    return settings->candidates > 0 || !settings->algorithm->plain;
}

/* How many of the `length` candidates of a node come from each of its four quadrants. */
uint32_t aco_quadrant_share(const char *kind, uint64_t length);

/* What a colony knows before its first iteration, when its best so far has this length. */
struct aco_best aco_best_begin(const struct aco_settings *settings, int64_t length);

#endif
