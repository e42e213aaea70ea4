/* space.h - the search space of a fleet: mosaic's problem with customers and rules, and plans in it. src/fleet and
 * cl/fleet use the node numbers of mosaic's problem, so near customers share cache lines. */
#ifndef SWARMCL_FLEET_SPACE_H
#define SWARMCL_FLEET_SPACE_H

#include "instance.h"
#include "mosaic/problem.h"
#include "cl/shared/draw_sequence.h"
#include "cl/mosaic/types.h"
#include "cl/fleet/search.h"

enum {
    FLEET_WIDTH = 40,       /* entries of a list: the neighbourhood of a move */
    FLEET_WIDE = 160,       /* nearest nodes from which time windows select a list */
    FLEET_PART_NODES = 128, /* customers of a part, at least */
    FLEET_PART_ROUTES = 8,  /* routes of a part, at least */
    FLEET_ROUTES_MOST = 1 << 16,
};

struct fleet_space {
    const struct swarm_fleet *fleet; /* borrowed */
    struct mosaic_problem problem;
    struct fleet_rules rules;         /* `temperature` and `round` belong to the engine */
    struct fleet_customer *customers; /* [n] this and the next arrays are allocated in problem.arrays */
    struct fleet_vehicle *vehicles;   /* [vehicle_count] */
    uint32_t vehicle_count;           /* number of routes with FLEET_DIFFERENT, otherwise 1 */
    int32_t *lengths, *times;         /* [n][n] matrices of the fleet in the order of the problem; NULL: none */
    uint32_t parts;                   /* parts of a plan */
    float unit;                       /* mean length of the edges to the ten nearest nodes */
};

/* Number of routes of a plan: the vehicles, or without a limit more than any good plan has. */
uint32_t fleet_route_count(const struct swarm_fleet *fleet);

/* What a fleet has: FLEET_ constants of cl/fleet/types.h. */
uint32_t fleet_features(const struct swarm_fleet *fleet);

/* Number of parts of a plan: each has FLEET_PART_NODES customers and FLEET_PART_ROUTES routes or more, if all vehicles
 * are full. */
uint32_t fleet_part_count(const struct swarm_fleet *fleet);

/* Prepares the space, which must be zeroed; release it by mosaic_problem_deinit(). After cancellation or `deadline`
 * problem.near may be NULL. Takes the time of mosaic_problem_init(). Errors: SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status fleet_space_init(struct base_env *env, const struct swarm_fleet *fleet, struct base_team *team,
                                   double deadline, struct fleet_space *space);

/* Price of leaving out a node of the problem by the input: FLEET_MISSING if it must be served, 0 for depots. */
static inline int64_t fleet_space_price(const struct fleet_space *space, uint32_t node)
{
    const int64_t price = space->fleet->price[space->problem.order[node]];
    return space->customers[node].depot ? 0 : price > 0 ? price : FLEET_MISSING;
}

/* Sets the vehicles of the space to those of the fleet; no route may be longer than `limit`. */
void fleet_space_set_vehicles(struct fleet_space *space, int64_t limit);

/* Returns a search for the plan at `words` [FLEET_WORDS], with `board` as scratch. */
struct fleet_search fleet_search_of(const struct fleet_space *space, struct fleet_board *board, uint32_t *words);

/* Makes all customers absent, but leaves them on the chains of the routes, and gives FLEET_ABSENT its load. */
void fleet_plan_forget(struct fleet_search *s);

/* Makes all routes empty and all customers absent. */
void fleet_plan_clear(struct fleet_search *s);

/* Adds an absent customer as the last one of a route, without times. */
void fleet_plan_add(struct fleet_search *s, uint32_t node, uint32_t route);

/* Inserts the absent customers that must be served, if they fit. Sets *cost; -1: the plan breaks a rule. O(n log n),
 * and O(n) for each customer that has no place next to a near one. Errors: SWARM_ERROR_OUT_OF_MEMORY.
 */
enum swarm_status fleet_plan_complete(struct base_env *env, const struct fleet_space *space, struct fleet_search *s,
                                      int64_t *cost);

/* Builds routes by savings (Clarke and Wright 1964) between near customers, without reversals, unless vehicles differ
 * or savings do not apply otherwise, and completes them. Otherwise like fleet_plan_complete(). */
enum swarm_status fleet_plan_start(struct base_env *env, const struct fleet_space *space, struct fleet_search *s,
                                   int64_t *cost);

/* Cuts a plan into parts[space->parts] of neighbouring routes: halves all routes by whether their customers are nearer
 * to one random customer or to another one, and again each half. scratch [R]. O(R log R). */
struct fleet_cut_key {
    int64_t key;
    uint32_t route, site; /* a route that is not empty, and one of its customers */
};
void fleet_plan_cut(struct fleet_search *s, struct draw_sequence *random, struct fleet_cut_key *scratch,
                    uint32_t parts_count, uint32_t plan, struct fleet_part *parts);

/* Copies the customers and the routes of a part, whose lists `from` has, to other arrays. Neighbours in an array belong
 * to several parts: threads that search parts of one array wait for each other's cache lines most of the time. */
void fleet_plan_copy_part(const struct fleet_search *from, const struct fleet_search *to,
                          const struct fleet_part *part);

/* Takes the last customers off routes that break a rule, and all customers off the smallest of more than rules.usable
 * routes. Returns the change of the plan's cost. O(n). */
int64_t fleet_plan_shrink(struct fleet_search *s);

/* The score of a plan. O(n). */
int64_t fleet_plan_score(const struct fleet_space *space, const struct fleet_search *s);

/* The cost of a plan, computed anew, or -1 if it breaks a rule or if its arrays contradict each other. O(n). */
int64_t fleet_plan_cost(const struct fleet_search *s);

/* Number of words of a solution: the customers of all routes in order, as nodes of the fleet, with a 0 after each
 * route, also an empty one; before them the number of these words. */
static inline size_t fleet_solution_words(const struct swarm_fleet *fleet)
{
    return 1 + (size_t)fleet->info.customer_count + fleet_route_count(fleet);
}

/* Writes a plan as a solution; replaces a plan by a solution and returns its cost, or -1 if it breaks a rule. */
void fleet_plan_list(const struct fleet_space *space, const struct fleet_search *s, uint32_t *solution);
int64_t fleet_plan_read(const struct fleet_space *space, struct fleet_search *s, const uint32_t *solution);

#endif
