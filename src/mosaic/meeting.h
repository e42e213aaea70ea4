/* meeting.h - individuals in a circle, each crossed with the next */
#ifndef SWARMCL_MOSAIC_MEETING_H
#define SWARMCL_MOSAIC_MEETING_H

#include "population.h"

/* What meetings need; the caller's, who fills it. */
struct mosaic_meeting {
    struct base_team *team;
    struct mosaic_crossover **crossovers; /* [base_team_size(team)] */
    uint64_t seed;
    uint32_t *circle;     /* [individuals] scratch */
    uint32_t generations; /* held so far, by which they draw */
};

/* A generation: in a random circle each individual is crossed with the next one as that was before. Returns by how much
 * all tours together are shorter; population->wrong tells of defects. Cost: O(n) an individual. */
int64_t mosaic_meeting_hold(struct mosaic_meeting *meeting, struct mosaic_population *population);

#endif
