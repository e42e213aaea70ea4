/* instance.h - customers, depot and vehicles in memory. The public header's `swarm_fleet` is this struct. */
#ifndef SWARMCL_FLEET_INSTANCE_H
#define SWARMCL_FLEET_INSTANCE_H

#include "base/env.h"
#include "base/memory.h"
#include "base/scanner.h"
#include "clock.h"
#include "tsp/instance.h"
#include "tsp/length.h"
#include "tsp/read/text.h"
#include "cl/fleet/types.h"

/* Node 0 is the first depot, node k is customer k; other depots follow the customers. Times, service and limits are in
 * units of lengths. */
struct swarm_fleet {
    struct swarm_fleet_info info;
    struct swarm_instance *nodes; /* owned symmetric instance: with `lengths` only for near customers and pictures */
    int32_t *lengths;             /* [nodes][nodes] length from each node to each; NULL: those of `nodes` */
    int32_t *times;               /* [nodes][nodes] travel time from each node to each; NULL: `pace` or the lengths */
    struct fleet_pace pace;       /* travel times of lengths; its factor is 0 without a speed */
    int64_t *demand;              /* [nodes] load of each customer; 0 for a depot */
    int32_t *early, *late; /* [nodes] first and last time at which service may begin; for the first depot the horizon */
    int32_t *service;      /* [nodes] duration of service; 0 for a depot */
    int64_t *price;        /* [nodes] cost of leaving a customer out; 0: the customer must be served */
    uint32_t *needs;       /* [nodes] skills that the vehicle must have, a bit each; NULL: none */
    uint32_t *pinned; /* [nodes] number of the only vehicle that may serve the customer, from 1; 0: any; NULL: any */
    struct fleet_vehicle *vehicles; /* [vehicle_count] starts and ends are nodes of the fleet */
    const char **vehicle_names;     /* [vehicle_count] NULL: the vehicle has only a number; NULL: all have */
    uint32_t vehicle_count;         /* 1: all vehicles are alike; otherwise route k has vehicle k */
    bool has_own_times;             /* travel times are not the lengths */
    bool has_limits;                /* a vehicle has a limit or a duration */
    bool lacks_capacity;            /* customers have demands, and the input states no capacity */
    int64_t bound;                  /* cost of a plan with a route for each customer, plus all scores and vehicles */
    double minute;                  /* units of times in a minute, or in a unit of the input's times */
    enum fleet_clock clock;         /* how the input states times */
    int64_t day;                    /* days from 1970 to the time 0, for dates */
    uint32_t before;                /* customer k has the number k + before in solutions of CVRPLIB */
    struct base_arrays arrays;      /* owns the arrays of this struct */
};

/* A plan in numbers. */
struct fleet_totals {
    int64_t missing; /* customers that must be served and are not */
    int64_t used;    /* routes with customers */
    int64_t longest; /* length of the longest route */
    int64_t prices;  /* prices of optional customers that are left out */
    int64_t cost;    /* lengths, costs of vehicles and prices */
};

/* The score of a plan, by the goal of the fleet; the smaller, the better. Missing customers come first. */
int64_t fleet_score(const struct swarm_fleet *fleet, struct fleet_totals totals);

/* The cost that a score stands for, without missing customers; their number, at most FLEET_MISSING_SHOWN with a goal
 * other than the least cost; number of routes of the score of a fleet whose goal is the fewest vehicles. */
enum { FLEET_MISSING_SHOWN = 63 };
int64_t fleet_score_cost(const struct swarm_fleet *fleet, int64_t score);
int64_t fleet_score_missing(const struct swarm_fleet *fleet, int64_t score);
int64_t fleet_score_vehicles(int64_t score);

/* The score of a plan that costs `cost` and is the worst of them, for a target. */
int64_t fleet_score_of_cost(const struct swarm_fleet *fleet, int64_t cost);

/* Smallest bound that is too large for the goal of the shortest longest route. */
#define FLEET_LONGEST_MOST ((int64_t)1 << 36)

/* Limit or duration of a vehicle without one. */
#define FLEET_NO_LIMIT (INT64_MAX / 4)

/* Length and travel time from one node to another; 0 if one is FLEET_ABSENT. */
int32_t fleet_instance_length(const struct swarm_fleet *fleet, uint32_t from, uint32_t to);
int32_t fleet_instance_time(const struct swarm_fleet *fleet, uint32_t from, uint32_t to);

/* The depot after a depot, of those from 0 to the last node of the fleet. */
static inline uint32_t fleet_next_depot(const struct swarm_fleet *fleet, uint32_t depot)
{
    return depot == 0 ? fleet->info.customer_count + 1 : depot + 1;
}

/* The vehicle of a route, which counts from 0. */
static inline const struct fleet_vehicle *fleet_instance_vehicle(const struct swarm_fleet *fleet, uint32_t route)
{
    return &fleet->vehicles[fleet->vehicle_count > 1 ? route : 0];
}

/* Write `customer "Rue X"`, `vehicle "Anna"` or, without a name, the number. Return `text`. */
enum { FLEET_NAME = BASE_QUOTED + 16 };
const char *fleet_customer_text(const struct swarm_fleet *fleet, uint32_t customer, char text[FLEET_NAME]);
const char *fleet_vehicle_text(const struct swarm_fleet *fleet, uint32_t vehicle, char text[FLEET_NAME]);

/* Writes a load in the user's unit, for messages. Returns `text`. */
static inline const char *fleet_load_shown(const struct swarm_fleet *fleet, int64_t load, char text[TSP_LENGTH_TEXT])
{
    return tsp_length_shown(load, fleet->info.load_decimals, text);
}

/* Write a time of the clock of a route, or a duration, for messages. Return `text`. */
enum { FLEET_TIME_TEXT = 400 };
const char *fleet_time_shown(const struct swarm_fleet *fleet, int64_t time, char text[FLEET_TIME_TEXT]);
const char *fleet_span_shown(const struct swarm_fleet *fleet, int64_t span, char text[FLEET_TIME_TEXT]);

/* Largest time: without windows `late` of every node. Sums of a time, a service and a length stay below 2^31. */
enum { FLEET_TIME_MOST = 1 << 29 };

/* Checks whether any plan can serve the fleet, and fails with all reasons in one message: a demand above the capacity,
 * more demand than all vehicles carry, a window that closes before the earliest arrival, a return after the depot's
 * window, a route above the limit. Errors: SWARM_ERROR_INPUT. O(n), or O(n^2) if a direct trip to a customer is too
 * long, because rounded lengths may break the triangle inequality. */
enum swarm_status fleet_check_possible(struct base_env *env, const struct swarm_fleet *fleet, const char *origin);

/* Fails if the fleet lacks a capacity, which only plans need. */
enum swarm_status fleet_require_capacity(struct base_env *env, const struct swarm_fleet *fleet);

/* CRC-32 of everything that decides which plans are possible and what they cost. */
unsigned long fleet_sum(const struct swarm_fleet *fleet);

/* Reads the text of a solution. As swarm_routes_read(). */
enum swarm_status fleet_routes_parse(struct base_env *env, const struct swarm_fleet *fleet, struct tsp_text text,
                                     uint32_t **customers, size_t *count, size_t *left_out);

/* Implements swarm_routes_measure(). *routes is one block of memory. */
enum swarm_status fleet_routes_measure(struct base_env *env, const struct swarm_fleet *fleet, const uint32_t *customers,
                                       size_t count, struct swarm_routes **routes);

#endif
