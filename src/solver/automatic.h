/* automatic.h - what a run does where the user does not say: algorithm, lists, local search, ants, when it ends.
 *
 * Everything here follows from the parameters and from what the instance says of itself; nothing from the device or the
 * clock, so that one seed has one tour. docs/defaults.md has the numbers with their reasons. */
#ifndef SWARMCL_SOLVER_AUTOMATIC_H
#define SWARMCL_SOLVER_AUTOMATIC_H

#include "aco/local_search.h"
#include "mosaic/mosaic.h"
#include "params.h"

/* Defaults of instances with at most so many nodes. */
struct solver_size {
    uint32_t nodes;
    uint32_t ants; /* of mmas with local search; likewise ... */
    double rho;
    double exploit;      /* q0 */
    uint32_t candidates; /* K, of all algorithms but as */
    uint32_t iterations; /* where nothing else ends a run of them ... */
    uint32_t no_improve; /* ... unless so many in a row bring nothing better */
};

/* In ascending order; the last one has UINT32_MAX nodes. */
extern const struct solver_size solver_sizes[];
extern const size_t solver_size_count;

/* The iterations of `--algorithm as`, and of tuning. */
enum { SOLVER_AS_ITERATIONS = 100 };

/* Of `--algorithm mosaic`: the length of its lists, and what may be given; how few nodes it takes, the joint of an open
 * path counted; rounds where nothing else ends a run. */
enum {
    SOLVER_MOSAIC_CANDIDATES = 10,
    SOLVER_MOSAIC_CANDIDATES_LEAST = 5,
    SOLVER_MOSAIC_NODES_LEAST = 5,
    SOLVER_MOSAIC_ROUNDS = 5
};

/* As many ants as nodes are fewer on lists where all tours together would have more nodes than this, half a GiB. */
enum { SOLVER_TOUR_NODES = 134217728 };

/* Whose tour an island takes: islands.h. */
enum solver_topology {
    SOLVER_TOPOLOGY_RING,     /* island k takes from k - 1, the first from the last */
    SOLVER_TOPOLOGY_COMPLETE, /* from the best of all others, the lowest of equals */
    SOLVER_TOPOLOGY_NONE      /* from nobody */
};

/* Iterations of an epoch. Of ants: mean gaps of rat195 after 200 iterations, 4 islands of 4 ants, 6 seeds: epochs of 50
 * and 100 0.143 %, of 25 0.179, of 10 0.215, no meetings 0.179. */
enum { SOLVER_EPOCH_ANTS = 100, SOLVER_EPOCH_MOSAIC = 1 };

/* The parameters as a run uses them. */
struct solver_automatic {
    uint32_t n; /* nodes that an ant visits: those of the instance, and the joint of an open path */
    bool symmetric;
    bool quadrants;                        /* there are coordinates to have them by */
    bool mosaic;                           /* no ants: what is said of them and of trails below counts for nothing */
    struct mosaic_choices colonies;        /* of mosaic, its numbers chosen */
    struct mosaic_schedule schedule;       /* of --schedule; without populations: none is given, or it is none */
    const struct aco_algorithm *algorithm; /* NULL for mosaic */
    const struct aco_local_search *local_search; /* never NULL: the row `none` */
    uint32_t candidates;                         /* 0: whole rows */
    bool lists;                                  /* candidates, and another node to go to: ants walk on them */
    const char *candidate_kind;                  /* NULL: nobody looks at a list */
    uint32_t per_quadrant;
    int selection; /* SELECTION_ of cl/shared/selection_rules.h */
    uint32_t ants;
    double rho, exploit;
    uint32_t elite; /* 0: as many as ants */
    uint32_t ranks;
    uint64_t iterations; /* 0: no limit */
    uint64_t no_improve; /* 0: never */
    uint32_t islands;    /* 0: by the devices */
    enum solver_topology topology;
    uint64_t epoch;    /* iterations */
    bool asynchronous; /* islands do not wait for each other */
};

/* Chooses for `params` (of swarmcl tsp) and an instance. Refuses nothing: solver_companions_check() does. */
struct solver_automatic solver_automatic_choose(const struct swarm_params *params,
                                                const struct swarm_instance_info *info);

/* The word of --algorithm. */
const char *solver_automatic_name(const struct solver_automatic *chosen);

/* Whether a local search moves anything. */
bool solver_searches(const struct aco_local_search *search);

/* The number of ants: "n" is n, "auto" is `by_default`, where 0 stands for n. */
uint32_t solver_automatic_ants(const struct swarm_params *params, uint32_t by_default, uint32_t n);

/* A number, `by_default` where the value is "auto". */
double solver_automatic_real(const struct swarm_params *params, const char *name, double by_default);

#endif
