/* settings.h - everything that can change a tour, in the units the kernels use. */
#ifndef SWARMCL_ACO_SETTINGS_H
#define SWARMCL_ACO_SETTINGS_H

#include "base/env.h"

/* An exponent: `whole` >= 0 when it is a whole number, otherwise -1 and `fixed` / 2^24. */
struct aco_exponent {
    int32_t whole;
    int64_t fixed;
};

/* What the user chose. */
struct aco_choices {
    uint32_t ants;
    double alpha, beta;
    double rho;           /* fraction of trail lost per iteration */
    double trail_floor;   /* no trail falls below it, 1 / length in the instance's own units; 0: as low as can be */
    int selection;        /* SELECTION_ of cl/shared/selection_rules.h */
    double compress_from; /* share of visited nodes from which the hybrid selection draws from the compressed array */
    uint64_t seed;
    int64_t target;      /* below 0: none */
    uint64_t no_improve; /* iterations; 0: never */
    bool path;           /* open paths: the instance's last node is the joint, where every ant starts */
};

/* The unit of trails is such that tau_0 = m / L_nn becomes trail_initial. */
struct aco_settings {
    uint32_t n;
    uint32_t stride; /* elements from one row of a matrix to the next: n rounded up to 64 */
    uint32_t ants;
    bool symmetric;
    int selection;
    uint32_t compress_from; /* first step, 1 .. n, that the hybrid selection draws from the compressed array */
    struct aco_exponent alpha, beta;
    int32_t alpha_offset;     /* see row_offset_of() in cl/shared/edge_math.h */
    uint32_t keep;            /* (1 - rho) * 2^32, at most 2^32 - 1 */
    uint32_t trail_initial;   /* tau_0, units; the floor where that is higher */
    uint32_t trail_floor;     /* TRAIL_FLOOR to TRAIL_MAX, units */
    uint64_t deposit_scale;   /* an ant with length L lays deposit_scale / (L >> length_shift) units ... */
    uint32_t length_shift;    /* ... L_nn >> length_shift has at most 33 bits */
    uint32_t deposit_maximum; /* ... but no more than this: all ants together at most TRAIL_MAX */
    uint64_t seed;
    int64_t target;
    uint64_t no_improve;
    bool joint; /* as aco_choices.path */
};

/* Derives the settings from the choices, the instance's size and the length of its nearest-neighbour tour (0 counts
 * as 1). Pure arithmetic of integers and single correctly rounded doubles: the same on every host. */
struct aco_settings aco_settings_make(const struct aco_choices *choices, uint32_t n, bool symmetric,
                                      int64_t nearest_neighbour_length);

#endif
