/* ants.h - the walk of an ant that builds a plan, for one of FLEET_ITEMS work-items that share the ant.
 *
 * From a customer the ant moves to a customer in the list of this one, if none of them fits to any customer, and if
 * none fits back to the depot; a route begins with any customer. Customers are weighed by trail and by closeness: the
 * inverse of the square of the length or, with time windows, of (time until service begins) times (time until the
 * window closes), less by a customer's urgency (Gambardella, Taillard and Agazzi 1999). Weights are integers, so their
 * sums are the same in any order. The ant takes the customer of the greatest weight, or draws one by weight.
 */
#ifndef SWARMCL_FLEET_ANTS_H
#define SWARMCL_FLEET_ANTS_H

#include "search.h"

#define FLEET_TRAIL_BITS 18u /* trails are below 2^18 */
#define FLEET_CLOSE_BITS 25u /* closeness is at most 2^25, so the weights of 2^20 customers have a sum below 2^63 */
#define FLEET_INDEX_MOST 0xfffffu   /* largest index of a customer: see fleet_key() */
#define FLEET_BEGINS     0x80000000u /* mark of a stop that is the first one of a route */

/* Constants of the ants of an iteration. All vehicles are equal. */
struct fleet_ant_rules {
    int64_t limit; /* largest length of a route plus the service times of its customers */
    int32_t capacity, early, late; /* as in struct fleet_vehicle */
    uint32_t depot;      /* node of the depot */
    uint32_t vehicles;   /* largest number of routes */
    uint32_t greed;    /* probability of taking the customer of the greatest weight, times 2^32 */
    uint32_t shift;    /* products of lengths or times are divided by 2^shift */
    uint32_t trail;    /* trail between customers that are not in a list */
};

/* What the work-items of an ant share. */
struct fleet_ant_board {
    uint64_t sums[FLEET_ITEMS]; /* sum of the weights that each work-item has seen */
    uint64_t keys[FLEET_ITEMS]; /* greatest of these weights, and its index */
};

struct fleet_ant {
    VIEW_GLOBAL const uint32_t *trails;  /* [n][width] trail from each node to its candidates */
    VIEW_GLOBAL const uint32_t *starts;  /* [n] trail from the depot to each customer */
    VIEW_GLOBAL const uint32_t *urgency; /* [n] what is subtracted from the product of each customer */
    VIEW_GLOBAL const struct fleet_customer *customers; /* [n] */
    VIEW_GLOBAL uint32_t *visited; /* [n] scratch: 1 for each customer that the ant has served */
    VIEW_GLOBAL uint32_t *stops;   /* [n] result: the customers in order, then FLEET_ABSENT */
    FLEET_LOCAL struct fleet_ant_board *board;
    struct problem_view view;
    struct fleet_ant_rules rules;
    int64_t work; /* length and service times of the current route so far */
    int32_t load; /* load of the current route so far */
    int32_t clock; /* time at which the vehicle leaves `node` */
    uint32_t node;
    uint32_t item; /* index of this work-item among those of the ant */
    bool windows;
};

/* Returns the weight of a customer at `length` from the ant's node; 0: the ant must not go there. */
SHARED_INLINE uint64_t fleet_ant_weight(const struct fleet_ant *ant, uint32_t next, int32_t length, uint32_t trail)
{
    const struct fleet_customer customer = ant->customers[next];
    int64_t first = length, second = length;
    if (next == ant->rules.depot || ant->visited[next] || customer.demand > ant->rules.capacity - ant->load
        || ant->work + length + customer.service + customer.home > ant->rules.limit) {
        return 0;
    }
    if (ant->windows) {
        const int32_t reached = ant->clock + length, begin = reached > customer.early ? reached : customer.early;
        if (begin > customer.late || begin + customer.service + customer.home > ant->rules.late) {
            return 0;
        }
        first = begin - ant->clock;
        second = customer.late - ant->clock;
    }
    const int64_t product = ((first * second) >> ant->rules.shift) - ant->urgency[next];
    const int64_t most = (int64_t)1 << FLEET_CLOSE_BITS;
    const uint32_t cost = product < 1 ? 1u : product < most ? (uint32_t)product : (uint32_t)most;
    return (uint64_t)trail * ((1u << FLEET_CLOSE_BITS) / cost);
}

/* Returns customer k of the list of the ant's node or, unless `listed`, of all; *weight is its weight. */
SHARED_INLINE uint32_t fleet_ant_weigh(const struct fleet_ant *ant, bool listed, uint32_t k, uint64_t *weight)
{
    const size_t at = (size_t)ant->node * ant->view.width + k;
    const uint32_t next = listed ? ant->view.near[at] : k;
    const uint32_t trail = listed                            ? ant->trails[at]
                           : ant->node == ant->rules.depot ? ant->starts[k]
                                                             : ant->rules.trail;
    const int32_t length = listed ? ant->view.near_length[at] : view_length(&ant->view, ant->node, k);
    *weight = fleet_ant_weight(ant, next, length, trail);
    return next;
}

/* Returns the customer to which the ant moves, from the list of its node or from all; FLEET_ABSENT: none fits. */
SHARED_INLINE uint32_t fleet_ant_choose(const struct fleet_ant *ant, bool listed, struct philox_block words)
{
    FLEET_LOCAL struct fleet_ant_board *board = ant->board;
    const uint32_t count = listed ? ant->view.width : ant->view.n, share = (count + FLEET_ITEMS - 1u) / FLEET_ITEMS;
    const uint32_t begin = ant->item * share, end = begin + share < count ? begin + share : count;
    uint64_t sum = 0, most = 0, weight;
    for (uint32_t k = begin; k < end; ++k) {
        fleet_ant_weigh(ant, listed, k, &weight);
        const uint64_t key = weight << 20 | (FLEET_INDEX_MOST - k);
        most = key > most ? key : most;
        sum += weight;
    }
    board->sums[ant->item] = sum;
    board->keys[ant->item] = most;
    fleet_sync_board(ant);
    for (uint32_t i = 0; i < FLEET_ITEMS; ++i) {
        sum = i == 0 ? board->sums[0] : sum + board->sums[i];
        most = i == 0 || board->keys[i] > most ? board->keys[i] : most;
    }
    uint32_t chosen = FLEET_INDEX_MOST - (uint32_t)(most & FLEET_INDEX_MOST);
    if (sum > 0 && words.w0 >= ant->rules.greed) {
        uint64_t left = draw_below((uint64_t)words.w1 << 32 | words.w2, sum);
        uint32_t i = 0;
        for (; left >= board->sums[i]; ++i) {
            left -= board->sums[i];
        }
        chosen = i * share;
        fleet_ant_weigh(ant, listed, chosen, &weight);
        while (left >= weight) {
            left -= weight;
            fleet_ant_weigh(ant, listed, ++chosen, &weight);
        }
    }
    fleet_sync(ant); /* after this the first work-item may change `visited` */
    return sum == 0 ? FLEET_ABSENT : listed ? ant->view.near[(size_t)ant->node * ant->view.width + chosen] : chosen;
}

/* Puts the ant at the depot, with an empty vehicle. */
SHARED_INLINE void fleet_ant_return(struct fleet_ant *ant)
{
    ant->node = ant->rules.depot;
    ant->clock = ant->rules.early;
    ant->work = ant->load = 0;
}

/* Moves the ant to a customer and serves it. */
SHARED_INLINE void fleet_ant_visit(struct fleet_ant *ant, uint32_t next, uint32_t count)
{
    const struct fleet_customer customer = ant->customers[next];
    const int32_t length = view_length(&ant->view, ant->node, next), reached = ant->clock + length;
    if (ant->item == 0) {
        ant->visited[next] = 1;
        ant->stops[count] = ant->node == ant->rules.depot ? next | FLEET_BEGINS : next;
    }
    if (ant->windows) {
        ant->clock = (reached > customer.early ? reached : customer.early) + customer.service;
    }
    ant->work += length + customer.service;
    ant->load += customer.demand;
    ant->node = next;
    fleet_sync(ant);
}

/* Builds the plan of an ant in `stops`. */
SHARED_INLINE void fleet_ant_walk(struct fleet_ant *ant, struct draw_stream stream)
{
    uint32_t count = 0, routes = 0;
    for (uint32_t k = ant->item; k < ant->view.n; k += FLEET_ITEMS) {
        ant->visited[k] = 0;
        ant->stops[k] = FLEET_ABSENT;
    }
    fleet_sync(ant);
    fleet_ant_return(ant);
    for (uint32_t step = 0; step < 2u * ant->view.n && count + 1u < ant->view.n; ++step) {
        const struct philox_block words = draw_block(stream, DRAW_FLEET_ANT, 0, step);
        const bool leaves = ant->node == ant->rules.depot;
        uint32_t next = leaves ? FLEET_ABSENT : fleet_ant_choose(ant, true, words);
        if (next == FLEET_ABSENT) {
            next = fleet_ant_choose(ant, false, words);
        }
        if (next != FLEET_ABSENT) {
            fleet_ant_visit(ant, next, count++);
            routes += leaves;
        } else if (leaves || routes == ant->rules.vehicles) {
            break;
        } else {
            fleet_ant_return(ant);
        }
    }
}

#endif
