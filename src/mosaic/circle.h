/* circle.h - crossover passes: individuals in a circle, each crossed with the next. */
#ifndef SWARMCL_MOSAIC_CIRCLE_H
#define SWARMCL_MOSAIC_CIRCLE_H

#include "population.h"

/* What passes need; the caller's, who fills it. */
struct mosaic_circle {
    struct base_team *team;
    struct mosaic_crossover **crossovers; /* [base_team_size(team)] */
    uint64_t seed;
    uint32_t *order; /* [individuals] scratch */
    uint32_t passes; /* so far, by which they draw */
};

/* A pass: in a random circle each individual is crossed with the next one as that was before. Returns by how much
 * all tours together are shorter; population->wrong tells of defects. Cost: O(n) an individual. */
int64_t mosaic_circle_pass(struct mosaic_circle *circle, struct mosaic_population *population);

#endif
