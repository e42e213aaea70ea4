/* colony.h - a run of a fleet by ants: plans that ants build anew in every iteration, improved by ruin and recreate. */
#ifndef SWARMCL_FLEET_COLONY_H
#define SWARMCL_FLEET_COLONY_H

#include "engine.h"
#include "cl/fleet/ants.h"

enum { FLEET_COLONIES = 2 };

/* A row of --algorithm. */
struct fleet_algorithm {
    const char *name;
    uint32_t colonies; /* 2: the second one builds plans with a vehicle less than the best plan */
    uint32_t ants;     /* default number of ants of a colony */
    uint32_t greed;    /* as in struct fleet_ant_rules */
    uint32_t moves;    /* moves per customer that improve each plan */
    float heat;        /* temperature of the moves, in mean lengths of edges to near nodes */
};

extern const struct fleet_algorithm fleet_mmas, fleet_macs;

/* The trails of a colony, and the urgency of customers, as in struct fleet_ant. */
struct fleet_trails {
    uint32_t *lists, *starts, *urgency;
};

/* The ants of an iteration on a device. Must be zeroed; release it also after a failure. */
enum {
    FLEET_WALK_TRAILS,
    FLEET_WALK_STARTS,
    FLEET_WALK_URGENCY,
    FLEET_WALK_VISITED,
    FLEET_WALK_STOPS,
    FLEET_WALK_BUFFERS
};
struct fleet_walker {
    uint32_t ants; /* set by fleet_walker_plan() */
    struct ocl_kernel kernel;
    struct ocl_buffer buffers[FLEET_WALK_BUFFERS];
};

/* Adds the buffers of `ants` ants to the plan of an engine. */
void fleet_walker_plan(struct search_engine *engine, uint32_t n, uint32_t width, uint32_t ants,
                       struct fleet_walker *walker);

/* Creates kernel and buffers; `kernel` is prepared. */
enum swarm_status fleet_walker_prepare(const struct fleet_space *space, uint64_t seed,
                                       const struct fleet_kernel *kernel, struct fleet_walker *walker);
void fleet_walker_release(struct fleet_walker *walker);

/* Builds the plans of all ants: stops [ants][n]. */
enum swarm_status fleet_walker_run(const struct fleet_kernel *kernel, struct fleet_walker *walker,
                                   const struct fleet_ant_rules *rules, const struct fleet_trails *trails,
                                   uint32_t iteration, uint32_t *stops);

/* The constants of ants that the fleet decides; the shift is such that products have FLEET_CLOSE_BITS bits or less. */
struct fleet_ant_rules fleet_ant_rules_of(const struct fleet_space *space);

/* Returns an ant of the host; `visited` and `stops` are as in struct fleet_ant. */
struct fleet_ant fleet_ant_of(const struct fleet_space *space, const struct fleet_trails *trails,
                              const struct fleet_ant_rules *rules, struct fleet_ant_board *board, uint32_t *visited,
                              uint32_t *stops);

/* An engine of plans, each of one part, which ants build anew in every iteration. state.round counts iterations;
 * state.usable is the number of routes of the best plan if there are two colonies. */
struct fleet_colony {
    struct fleet_engine fleet;
    uint32_t width; /* entries of a list */
    uint32_t turn;  /* colony of the current iteration */
    struct fleet_walker walker;
    struct fleet_ant_rules rules; /* of the current iteration */
    struct fleet_trails trails[FLEET_COLONIES];
    uint32_t *stops;       /* [ants][n] plans as the ants built them */
    uint32_t *visited;     /* [threads][n] scratch */
    uint32_t *nearest;     /* [fleet_solution_words()] best solution of the second colony */
    uint32_t *scratch;     /* [fleet_solution_words()] */
    int64_t nearest_score; /* INT64_MAX: there is no such solution */
    struct base_arrays arrays;
};

/* Makes the trails of a colony equal, and forgets the urgency of customers: colony.c. */
void fleet_colony_reset(struct fleet_colony *self, uint32_t turn);

/* Updates the trails after an iteration, whose plans have scores. */
void fleet_colony_learn(struct fleet_colony *self);

#endif
