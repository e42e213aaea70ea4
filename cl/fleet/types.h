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

/* Constants of the search. Capacity and loads are below 2^31. */
struct fleet_rules {
    int64_t limit;     /* largest length of a route plus the service times of its customers */
    float temperature; /* temperature of this round, in units of length */
    uint32_t depot;    /* node of the depot */
    uint32_t routes;   /* number of routes R; route r begins and ends at node n + r, a copy of the depot */
    int32_t capacity;
    uint32_t breadth;  /* number of list entries next to which a customer may be inserted */
    uint32_t round;    /* number of the round, from 1 */
};

/* A customer: one load for all of it. */
struct fleet_customer {
    int64_t price; /* cost of leaving the customer out */
    int32_t demand, early, late, service; /* load; first and last begin of service; duration of service */
    int32_t home;    /* length of the edge to the depot */
    int32_t padding;
};

#define FLEET_ABSENT 0xffffffffu /* route of a customer that no route serves; part of the depot */

/* Words of a plan with n nodes and R routes: see fleet_search_init(). Even, because the sums of the next plan have 64
 * bits. */
#define FLEET_WORDS(n, R) ((7u * (uint64_t)(n) + 9u * (uint64_t)(R) + 1u) / 2u * 2u)

#endif
