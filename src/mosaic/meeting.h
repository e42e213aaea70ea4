/* meeting.h - individuals in a circle absorb from one another, and what a population leaves to the next. */
#ifndef SWARMCL_MOSAIC_MEETING_H
#define SWARMCL_MOSAIC_MEETING_H

#include "population.h"

/* What meetings need; the caller's, who fills it. */
struct mosaic_meeting {
    struct base_team *team;
    struct mosaic_absorber **absorbers; /* [base_team_size(team)] */
    uint64_t seed;
    uint32_t *circle;     /* [individuals] scratch */
    uint32_t generations; /* held so far, by which they draw */
};

/* A generation: in a random circle each individual absorbs from the next one what that had before. Returns by how much
 * all tours together are shorter; population->wrong tells of defects. Cost: O(n) an individual. */
int64_t mosaic_meeting_hold(struct mosaic_meeting *meeting, struct mosaic_population *population);

/* The hall: the better half of a population that is over. */
struct mosaic_hall {
    uint32_t n, count, capacity;
    uint32_t *tours; /* [capacity][n] the best first */
};

/* Those of so many individuals that come into the hall. */
uint32_t mosaic_hall_size(uint32_t individuals);

/* For populations of up to `individuals`. Zeroed at first; release it in any case. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status mosaic_hall_init(struct base_env *env, uint32_t n, uint32_t individuals, struct mosaic_hall *hall);
void mosaic_hall_deinit(struct mosaic_hall *hall);

void mosaic_hall_fill(struct mosaic_hall *hall, struct mosaic_population *population);

/* A tour [n] from outside comes behind them; where there is no room, in the place of the last one. */
void mosaic_hall_take(struct mosaic_hall *hall, const uint32_t *tour);

/* Those in the hall take the places of the population's worst, with nothing dirty. */
void mosaic_hall_open(const struct mosaic_hall *hall, const struct mosaic_problem *problem, struct base_team *team,
                      struct mosaic_population *population);

#endif
