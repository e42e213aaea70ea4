/* tours.h - the problem of short tours: the question of a run, with its conditions built into another instance. */
#ifndef SWARMCL_TOURS_TOURS_H
#define SWARMCL_TOURS_TOURS_H

#include "aco/colony.h"
#include "aco/local_search.h"
#include "mosaic/mosaic.h"
#include "search/problem.h"
#include "run/run.h"
#include "tsp/missing.h"
#include "tsp/reduction.h"
#include "tsp/subsets.h"
#include "tuning.h"

/* search->question. Its choices are also in search->options. */
struct tours_question {
    struct tsp_conditions conditions;      /* owned */
    struct tsp_reduction *reduction;       /* owned; of the caller's instance */
    const struct swarm_instance *instance; /* the reduction's; engines use it */
    int64_t offset;                        /* lengths of the caller's tours minus lengths of the engines' tours */
    struct swarm_reference reference;
    bool hasty;         /* the first tour is not the nearest-neighbour tour, for lack of time or need */
    uint32_t *starts;   /* [params->start_count][instance's nodes], owned; NULL: none */
    uint32_t *reported; /* [nodes of the caller's instance] scratch for progress, owned; NULL: nobody asks for tours */
    struct tours_tuning tuning;

    uint32_t n;      /* nodes to order, with the joint if there is one */
    bool joint;      /* of an open path with a free end */
    bool contracted; /* fixed edges leave fewer nodes to order than there are */
    bool symmetric;
    bool holes;                                  /* edges are missing */
    bool quadrants;                              /* there are coordinates for quadrants */
    bool exact;                                  /* dynamic programming instead of a search */
    const struct aco_algorithm *algorithm;       /* NULL: mosaic or exact */
    const struct aco_local_search *local_search; /* never NULL: the row `none` */
    bool lists;                                  /* ants walk on candidate lists, and there is more than one node */
    uint32_t per_quadrant, evaluations;          /* of the lists: tsp/candidates.h */
    int selection;                               /* SELECTION_ of cl/aco/selection_rules.h */
    struct mosaic_schedule schedule;             /* of --schedule; no populations: not given, or wrong */
};

extern const struct search_problem tours_problem;

/* Continues a CRC-32 over the coordinates and the matrix of an instance. */
unsigned long tours_sum(unsigned long sum, const struct swarm_instance *instance);

/* See swarm_instance_reference(). */
struct swarm_reference tours_reference(const struct swarm_instance *instance, const struct swarm_params *params);

/* The length that ends the run: the longer one of --target and --target-gap. Without both, a proven optimum, as no tour
 * is shorter, or 0; -1: none. Errors: SWARM_ERROR_INVALID_ARGUMENT. */
enum swarm_status tours_read_target(const struct search *search, int64_t *target);

/* The engine's length for a tour of length `target`; INT64_MIN: there is none, or no target. */
int64_t tours_target_of_engines(int64_t target, int64_t offset);

/* The longest tour that is at most `gap` per cent longer than `length`. */
int64_t tours_within(int64_t length, double gap);

/* search->solve: exact.c. */
enum swarm_status tours_solve(const struct search *search, void *solution, int64_t *score);

/* search_problem.bound: bound.c. */
enum swarm_status tours_raise_bound(const struct search *search, struct run_bound *told);

/* See swarm_bound_find(). `devices` (NULL: the host works alone) has the device that the options choose. */
enum swarm_status tours_bound_find(struct base_env *env, const struct ocl_device_list *devices,
                                   const swarm_params *params, uint64_t evaluations, swarm_bound **bound);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Choices: choose.c                                                                                                  */

/* Defaults of instances with at most so many nodes; docs/defaults.md has the numbers with their reasons. */
struct tours_size {
    uint32_t nodes;
    uint32_t ants; /* for mmas with local search, as are ... */
    double rho;
    double exploit;      /* q0 */
    uint32_t candidates; /* K, for all algorithms except as */
    uint32_t iterations; /* if nothing else ends such a run ... */
    uint32_t no_improve; /* ... unless so many in a row bring no better tour */
};

/* In ascending order; the last one has UINT32_MAX nodes. */
extern const struct tours_size tours_sizes[];
extern const size_t tours_size_count;

enum {
    TOURS_AS_ITERATIONS = 100,             /* of `--algorithm as` */
    TOURS_TOUR_NODES = 1 << 27,            /* nodes of all tours on lists: more make fewer ants than nodes */
    TOURS_EXACT_NODES = TSP_SUBSETS_NODES, /* most nodes of exact, without a joint */
    TOURS_MOSAIC_CANDIDATES = 10,
    TOURS_MOSAIC_CANDIDATES_LEAST = 5,
    TOURS_MOSAIC_NODES_LEAST = 5,            /* the joint of an open path counted */
    TOURS_MOSAIC_ARCS_LEAST = 3,             /* arcs become twice as many nodes */
    TOURS_MOSAIC_GENERATIONS = 5,            /* if nothing else ends a run */
    TOURS_MOSAIC_GENERATIONS_HOLES = 15,     /* the same while all tours found have missing edges */
    TOURS_MOSAIC_GENERATIONS_FEW_HOLES = 60, /* while all tours of few nodes have them */
    TOURS_MOSAIC_GENERATIONS_ARCS = 50, /* the same for asymmetric instances of few nodes, which usually converge */
    /* Iterations of an epoch. Of ants: mean gaps of rat195 after 200 iterations, 4 islands of 4 ants, 6 seeds: epochs
     * of 50 and 100 0.143 %, of 25 0.179, of 10 0.215, no meetings 0.179. */
    TOURS_EPOCH_ANTS = 100,
    TOURS_EPOCH_MOSAIC = 1
};

/* Chooses open options for an instance with `n` nodes to order, the joint included. Everything follows from the options
 * and the instance, not from the device or the clock, so that one seed has one tour. Refuses nothing:
 * tours_check_clashes() does. */
void tours_choose(struct options *options, const struct swarm_instance_info *info, uint32_t n, bool joint,
                  struct tours_question *question);

/* True if the options name exact, or leave the choice to swarmcl: they name neither another algorithm nor a preset, nor
 * anything that only ants or kernels have. */
bool tours_allow_exact(const struct swarm_params *params);

/* Whether neither an end nor a schedule was asked for. */
bool tours_is_open_ended(const struct options *options);

/* See struct search_problem. */
enum swarm_status tours_share(const struct run_many *many, void **shared, unsigned *runs);
void tours_unshare(void **shared);

/* The fewest nodes that mosaic takes for such instances, the joint included. */
uint32_t tours_mosaic_least(const struct tours_question *question);

/* The owners of the options that the chosen algorithm has. */
unsigned tours_owners(const struct tours_question *question);
unsigned tours_ant_owners(const struct aco_algorithm *algorithm);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Clashes: clashes.c                                                                                                 */

/* Refuses given options that the run would ignore or that clash: an option of another algorithm, of whole rows on
 * lists, a local search or an algorithm that the instance cannot have. SWARM_ERROR_INVALID_ARGUMENT with the reason. */
enum swarm_status tours_check_clashes(struct base_env *env, const struct options *options,
                                      const struct tours_question *question);

/* The shape for the options: given values, else those of `tuned` (NULL: none), else the preset's, if they go with the
 * given and chosen ones. `given_only` leaves out tuned and preset. SWARM_ERROR_INVALID_ARGUMENT with the reason when
 * given options clash. */
enum swarm_status tours_choose_shape(struct base_env *env, const struct options *options,
                                     const struct tours_question *question, const struct tours_tuned *tuned,
                                     bool given_only, struct aco_shape_request *request);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Conditions of options and instance: conditions.c */

/* Reads path, start, end and fix, and adds the fixed edges of the instance. Release *conditions in any case. Errors:
 * SWARM_ERROR_INVALID_ARGUMENT for text without nodes, and for ends without --path. */
enum swarm_status tours_conditions_read(struct base_env *env, const struct options *options,
                                        const struct swarm_instance *instance, struct tsp_conditions *conditions);
void tours_conditions_deinit(struct tsp_conditions *conditions);

#endif
