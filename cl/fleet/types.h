/* types.h - structs that host and kernels of fleets share: members from large to small, padding explicit. */
#ifndef SWARMCL_FLEET_TYPES_H
#define SWARMCL_FLEET_TYPES_H

#include "cl/shared/cl_compat.h"

/* A part of a plan: whole routes, which a work-group or a thread changes in a round. */
struct fleet_part {
    int64_t change;       /* change of the plan's cost in this round */
    uint32_t plan;        /* index of the plan that the part belongs to */
    uint32_t number;      /* index of the part in its plan */
    uint32_t first_node;  /* members [first_node .. first_node + nodes) are its customers */
    uint32_t nodes;
    uint32_t first_route; /* routes [first_route .. first_route + routes) are its routes, also empty ones */
    uint32_t routes;
    uint32_t served; /* number of its customers on routes */
    uint32_t used;   /* number of its routes that are not empty */
    uint32_t moves;     /* number of moves made in this round */
    uint32_t move_end;  /* number of moves of this round */
};

/* Travel time of a length, which is at most 2^29: its product with the factor, which is below 2^33, over 2^shift. */
struct fleet_pace {
    uint64_t factor;
    uint32_t shift; /* 2 to 63 */
    uint32_t padding;
};

SHARED_INLINE int32_t fleet_pace_time(struct fleet_pace pace, int32_t length)
{
    return (int32_t)(((uint64_t)length * pace.factor + ((uint64_t)1 << (pace.shift - 1u))) >> pace.shift);
}

/* Constants of the search. */
struct fleet_rules {
    struct fleet_pace pace; /* with FLEET_PACE */
    float temperature; /* temperature of this round, in units of length */
    uint32_t routes;   /* number of routes R; route r begins and ends at node n + r */
    uint32_t breadth;  /* number of list entries next to which a customer may be inserted */
    uint32_t round;    /* number of the round, from 1 */
    uint32_t features; /* FLEET_ constants below: what the fleet has */
    uint32_t usable;   /* largest number of routes with customers; only the cut into parts reads it */
};

#define FLEET_WINDOWS   1u  /* time windows */
#define FLEET_LIMITS    2u  /* vehicles have a limit or a duration */
#define FLEET_DIFFERENT 4u  /* each route has a vehicle of its own; without it vehicles[0] is the vehicle of all */
#define FLEET_SPECIAL   64u /* vehicles have costs, a number of stops, or two ends that are not one depot */
#define FLEET_CHOICES   8u  /* some customers accept only some vehicles */
#define FLEET_LENGTHS   16u /* lengths are those of a matrix, from one node to another one */
#define FLEET_TIMES     32u /* travel times are those of a matrix; without it they are the lengths */
#define FLEET_PACE      128u /* with FLEET_TIMES: they are no matrix, but lengths times a pace */

/* A customer: one load for all of it. The members of a depot are 0, except `depot`. */
struct fleet_customer {
    int64_t price; /* cost of leaving the customer out */
    int32_t demand, early, late, service; /* load; first and last begin of service; duration of service */
    int32_t home;     /* length of the edge to the nearest depot */
    uint32_t needs;   /* skills that the vehicle must have, a bit each */
    uint32_t vehicle; /* the only route that may serve the customer; FLEET_ABSENT: any */
    uint32_t depot;   /* 1: a depot, which no route serves */
};

/* The vehicle of a route. Capacity and loads are below 2^31. */
struct fleet_vehicle {
    int64_t limit;       /* largest length of the route */
    int64_t duration;    /* longest time from leaving to the end */
    int64_t cost;        /* cost of a route with customers, in addition to its length */
    int32_t capacity;
    uint32_t stops;      /* largest number of customers */
    int32_t early, late; /* earliest begin and latest end of the route */
    uint32_t start, end; /* nodes; FLEET_ABSENT: the route begins or ends at a customer */
    uint32_t skills;     /* a bit each */
    uint32_t padding;
};

/* Price of leaving out a customer that must be served; lengths, prices and costs together stay below. */
#define FLEET_PRICE_BITS 38
#define FLEET_MISSING    ((int64_t)1 << FLEET_PRICE_BITS)

#define FLEET_LEVELS 64 /* temperatures of a run */

/* A run of a batch: rounds of a plan that is one part. */
struct fleet_job {
    uint64_t words; /* index of the first element of the run in each array */
    uint64_t lists, edges, customers, vehicles;
    uint64_t seed;
    int64_t cost, best;   /* cost of the plan; least cost that the run has found */
    struct fleet_part own; /* the part, all of the plan, with the moves of a round */
    uint32_t n, width, routes, breadth; /* nodes, entries of a list; as in fleet_rules */
    uint32_t round, end;  /* number of rounds made; number of the last round to make */
    uint32_t found;       /* round that found the best plan; 0: none of this job */
    uint32_t level_ends[FLEET_LEVELS]; /* number of rounds up to the end of each level */
    float temperatures[FLEET_LEVELS];  /* temperature of each level */
    uint32_t padding;
};

#define FLEET_ABSENT 0xffffffffu /* route of a customer that no route serves; part of a depot; no node */

/* Words of a plan with n nodes and R routes: see fleet_search_init(). Even, because the sums of the next plan have 64
 * bits. */
#define FLEET_WORDS(n, R) (8u * (uint64_t)(n) + 12u * (uint64_t)(R) + 2u)

#endif
