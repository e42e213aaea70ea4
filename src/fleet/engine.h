/* engine.h - a run of a fleet: plans that are searched part by part, in rounds.
 *
 * In a round every plan is cut into parts anew, and every part makes some moves per customer; parts have no common
 * routes, so threads or work-groups take them in any order. The temperature falls in FLEET_LEVELS levels, from the
 * first round to the last or, if only the time is limited, with the time that has passed; the run then reports the
 * rounds of each level as its schedule. */
#ifndef SWARMCL_FLEET_ENGINE_H
#define SWARMCL_FLEET_ENGINE_H

#include "batcher.h"
#include "device.h"
#include "search/engine.h"

enum {
    FLEET_PLANS_MOST = 1024,
    FLEET_CROSSED_LEAST = 4, /* plans that exchange routes, at least */
};

struct fleet_algorithm;

struct fleet_choices {
    const struct fleet_algorithm *algorithm; /* algorithm of ants (colony.h); NULL: ruin and recreate of plans */
    bool walks_on_device;                    /* true if ants build their plans on the device, if there is one */
    uint32_t plans;                          /* number of plans, at most */
    bool is_given;                           /* the caller gave the starting plan */
    uint32_t plans_least;                    /* if less than `plans`, the clock chooses a number between both */
    uint64_t rounds;                         /* rounds in which the temperature falls; 0: the clock decides */
    bool scheduled;                          /* True if `planned` decides the levels */
    uint32_t planned[FLEET_LEVELS];          /* rounds of each level */
    unsigned threads;                        /* number of host threads */
    struct fleet_batcher *batcher;           /* device that the runs of a batch share, borrowed; NULL: none */
};

/* The state between two rounds; plans and the best solution are separate. */
struct fleet_state {
    int64_t best;                  /* score of the best plan of the run */
    int64_t limit;                 /* balance: length that no route may exceed; 0: not set yet */
    int64_t gap;                   /* balance: difference between the longest route of the best plan and `limit` */
    uint64_t stalled;              /* rounds since the best plan was found */
    uint32_t round;                /* number of rounds completed */
    uint32_t level;                /* level of the next round, or of the last one if the clock decides */
    uint32_t plans;                /* number of plans; 0: not chosen yet */
    uint32_t usable;               /* fewest vehicles: largest number of routes; 0: not set yet */
    uint32_t tries;                /* balance: rounds with this `limit` and customers that no route serves */
    uint32_t settled;              /* 1: the goal takes nothing more away */
    uint32_t rounds[FLEET_LEVELS]; /* number of rounds of each level so far */
};

struct fleet_engine {
    struct search_engine base;
    const struct swarm_fleet *fleet; /* borrowed */
    struct fleet_choices choices;
    uint32_t n, routes, parts; /* nodes; routes of a plan; parts of a plan */
    uint64_t stride;           /* words of a plan */
    double begun;              /* base_seconds() at the first round */
    struct ocl_session session;
    struct fleet_kernel kernel;
    struct fleet_space space;
    struct base_team *team;
    struct fleet_board *boards;   /* [threads] scratch of each thread's search */
    uint32_t *words;              /* [plans][stride] */
    uint32_t *drafts;             /* [threads][stride] the part that a thread searches */
    uint32_t *kept;               /* [threads][stride] the best child of an exchange */
    uint32_t *before;             /* [plans][stride] plans before a round that exchanges routes; NULL: none does */
    uint32_t *common;             /* [threads][routes] scratch of exchanges */
    struct fleet_part *all_parts; /* [plans][parts] */
    struct fleet_job *jobs;       /* [plans] with a device that runs share */
    struct fleet_cut_key *keys;   /* [threads][n] scratch */
    int64_t *costs, *scores;      /* [plans] cost and score of each plan */
    uint32_t *best;               /* [fleet_solution_words()] best solution of the run */
    struct fleet_state state;
    struct base_arrays arrays;
};

/* Reads a schedule. Returns false if it is not FLEET_LEVELS numbers of rounds, separated by commas. */
bool fleet_schedule_parse(const char *text, uint32_t rounds[FLEET_LEVELS]);

/* Creates an engine for a device or for threads of the host. The caller owns *engine. */
enum swarm_status fleet_engine_create(struct base_env *env, const struct search_request *request,
                                      const struct swarm_fleet *fleet, const struct fleet_choices *choices,
                                      struct search_devices devices, struct search_engine **engine);

/* Make the moves of a part; each is compiled for its kind of fleets, because tests for features of other kinds take a
 * quarter of the time. */
void fleet_run_plain(struct fleet_search *s, struct fleet_part *part, uint64_t seed);
void fleet_run_limits(struct fleet_search *s, struct fleet_part *part, uint64_t seed);
void fleet_run_windows(struct fleet_search *s, struct fleet_part *part, uint64_t seed);
void fleet_run_any(struct fleet_search *s, struct fleet_part *part, uint64_t seed);

/* Phases of engines, as in struct search_engine_type, which ants share. fleet_engine_take() also replaces the worst
 * plan. */
enum swarm_status fleet_engine_plan(struct search_engine *engine);
enum swarm_status fleet_engine_open(struct search_engine *engine);
enum swarm_status fleet_engine_build(struct search_engine *engine);
enum swarm_status fleet_engine_prepare(struct search_engine *engine, const void *start, int64_t score);
enum swarm_status fleet_engine_take(struct search_engine *engine, const void *solution, int64_t *score,
                                    uint64_t iteration);
enum swarm_status fleet_engine_solution(struct search_engine *engine, void *solution, struct search_improvement *best);
void fleet_engine_release(struct search_engine *engine);
extern const struct search_engine_type fleet_ants_type; /* ants.c */

/* Makes the moves of all parts, and adds what they change to the costs. *interrupted: some are missing. */
enum swarm_status fleet_engine_move(struct fleet_engine *self, bool *interrupted);

/* Makes the moves that a part of a plan still has in this round, in a draft; fewer if the run is to end. */
void fleet_engine_run(struct fleet_engine *self, const struct fleet_search *plan, struct fleet_part *part);

/* Number of levels in which plans are annealed; in the others they exchange routes. */
uint32_t fleet_engine_annealed(const struct fleet_engine *self);

/* Makes a round in which plans exchange routes: crossing.c. *interrupted: some children are missing. */
void fleet_engine_cross(struct fleet_engine *self, bool *interrupted);

/* Stores the best plan of the round if it is the best of the run. Returns its score. */
int64_t fleet_engine_keep_best(struct fleet_engine *self);

/* A search for a plan, with the board of a thread. */
struct fleet_search fleet_engine_search(struct fleet_engine *self, size_t plan, unsigned thread);

/* Makes all plans equal to the best solution. */
void fleet_engine_reset_plans(struct fleet_engine *self);

/* Goals other than the least cost: goal.c. fleet_goal_advance() takes something away after a round, or changes nothing;
 * fleet_goal_apply() applies it to all plans, and fleet_goal_loosen() allows any plan again. fleet_goal_level() returns
 * the level of a search for the least cost that has the temperature of a level. Least cost: fleet_goal_relax() sets the
 * prices of customers for the current level; in a relaxed level plans may leave out any customer. */
bool fleet_goal_is_set(const struct fleet_engine *self);
uint32_t fleet_goal_level(const struct fleet_engine *self, uint32_t level);
bool fleet_goal_is_relaxed(const struct fleet_engine *self, uint32_t level);
enum swarm_status fleet_goal_relax(struct fleet_engine *self);
void fleet_goal_loosen(struct fleet_engine *self);
enum swarm_status fleet_goal_apply(struct fleet_engine *self);
enum swarm_status fleet_goal_advance(struct fleet_engine *self);

/* Functions of search_engine_type: state.c. */
enum { FLEET_SECTIONS = 4 }; /* number of sections */
void fleet_state_list(const struct search_engine *engine, struct search_sections *sections);
enum swarm_status fleet_state_save(struct search_engine *engine, struct search_sections *sections);
enum swarm_status fleet_state_load(struct search_engine *engine, struct search_sections *sections, uint64_t iteration);

#endif
