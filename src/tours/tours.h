/* tours.h - the problem `tsp`: its conditions, choices, clashes, bounds and solutions. */
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

/* The question of a search. Its choices are also in search->options. */
struct tours_question {
    struct tsp_conditions conditions;      /* owned conditions of the user's tours */
    struct tsp_reduction *reduction;       /* owned reduction of the caller's instance */
    const struct swarm_instance *instance; /* instance of the reduction, which engines use */
    int64_t offset;                        /* length of the caller's tour minus length of the engine's tour */
    struct swarm_reference reference;
    bool hasty;         /* True if the starting tour is not a complete nearest-neighbour tour */
    uint32_t *starts;   /* [params->start_count][nodes of `instance`], owned; NULL: no starting tours */
    uint32_t *reported; /* [nodes of the caller's instance] scratch for progress, owned; NULL: not needed */
    struct tours_tuning tuning;

    uint32_t n;                                  /* nodes of `instance`, with the joint if there is one */
    bool joint;                                  /* True for an open path with a free end */
    bool contracted;                             /* True if `instance` has fewer nodes than the caller's instance */
    bool symmetric;                              /* True if the caller's instance is symmetric */
    bool holes;                                  /* True if the caller's instance has missing edges */
    bool quadrants;                              /* True if the nodes have coordinates for quadrants */
    bool exact;                                  /* True if dynamic programming replaces the search */
    const struct aco_algorithm *algorithm;       /* row of --algorithm if it has ants; NULL for mosaic and exact */
    const struct aco_local_search *local_search; /* the row `none` without a local search; never NULL */
    bool lists;                                  /* True with candidate lists and more than one node */
    uint32_t per_quadrant, evaluations;          /* settings of the lists: tsp/candidates.h */
    int selection;                               /* a SELECTION_ constant of cl/aco/selection_rules.h */
    struct mosaic_schedule schedule;             /* schedule of --schedule; no populations: not given, or invalid */
};

static inline struct tours_question *tours_question_of(const struct search *search)
{
    return search->question;
}

/* The caller's instance. */
static inline const struct swarm_instance *tours_instance_of(const struct search *search)
{
    return search->task->params->input;
}

extern const struct search_problem tours_problem;

/* Continues a CRC-32 over the coordinates and the matrix of an instance. */
unsigned long tours_sum(unsigned long sum, const struct swarm_instance *instance);

/* See swarm_instance_reference(). */
struct swarm_reference tours_reference(const struct swarm_instance *instance, const struct swarm_params *params);

/* Reads the length that ends the run: the longer of --target and --target-gap. Without both *target is a proven
 * optimum, or 0, because no tour is shorter; -1: none. Errors: SWARM_ERROR_INVALID_ARGUMENT. */
enum swarm_status tours_read_target(const struct search *search, int64_t *target);

/* Converts a `target` for the caller's tours to one for the engine's tours; INT64_MIN if there is none, or no tour can
 * reach it. */
int64_t tours_target_of_engines(int64_t target, int64_t offset);

/* The longest length that exceeds `length` by at most `gap` per cent. */
int64_t tours_within(int64_t length, double gap);

/* Replaces `tour` [nodes of the caller's instance], the best one, as the option `keep` asks: keep.c. */
enum swarm_status tours_keep(struct search *search, uint32_t *tour);
/* search->solve: exact.c. */
enum swarm_status tours_solve(const struct search *search, void *solution, int64_t *score);

/* True if there is only one tour, so the start is the result. */
bool tours_has_one_tour(const struct tours_question *question);

/* start.c. tours_check_starts() refuses more starting tours than the algorithm supports; tours_read_starts() converts
 * the caller's starting tours for the engines. */
enum swarm_status tours_check_starts(const struct search *search);
enum swarm_status tours_read_starts(const struct search *search);

/* search_problem.start and rescue. tours_rescue() records the shorter of two tours: the curve, and the
 * nearest-neighbour tour if time permits. */
enum swarm_status tours_start(struct search *search, int64_t *score);
enum swarm_status tours_rescue(struct search *search, double until);

/* search_problem.bound. */
enum swarm_status tours_raise_bound(const struct search *search, struct run_bound *raised);

/* See swarm_bound_find(). `devices` has the device that the options choose; NULL: only the host computes. */
enum swarm_status tours_bound_find(struct base_env *env, const struct ocl_device_list *devices,
                                   const swarm_params *params, uint64_t evaluations, swarm_bound **bound);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Choices: choose.c                                                                                                  */

/* Defaults for instances of up to `nodes` nodes; docs/defaults.md gives the reasons. */
struct tours_size {
    uint32_t nodes;      /* maximum number of nodes for which the row applies */
    uint32_t ants;       /* default number of ants of mmas with local search */
    double rho;          /* default rho of mmas with local search */
    double exploit;      /* default q0 of mmas with local search */
    uint32_t candidates; /* default K of all ant algorithms except as */
    uint32_t iterations; /* maximum number of iterations of a run for which the user set no end */
    uint32_t no_improve; /* iterations in a row without a better tour that end a run without another limit */
};

/* In ascending order of nodes; the last has UINT32_MAX. */
extern const struct tours_size tours_sizes[];
extern const size_t tours_size_count;

enum {
    TOURS_AS_ITERATIONS = 100,               /* iterations of `--algorithm as` if the user set no end */
    TOURS_TOUR_NODES = 1 << 27,              /* maximum nodes of all ants' tours together, by default, with lists */
    TOURS_EXACT_NODES = TSP_SUBSETS_NODES,   /* maximum nodes for --algorithm exact, without a joint */
    TOURS_MOSAIC_CANDIDATES = 10,            /* default number of candidates per node in mosaic */
    TOURS_MOSAIC_CANDIDATES_LEAST = 5,       /* smallest number of candidates per node in mosaic */
    TOURS_MOSAIC_NODES_LEAST = 5,            /* minimum nodes for mosaic, with the joint of an open path */
    TOURS_MOSAIC_ARCS_LEAST = 3,             /* the same for asymmetric instances, whose nodes mosaic doubles */
    TOURS_MOSAIC_GENERATIONS = 5,            /* generations of mosaic if the user set no end */
    TOURS_MOSAIC_GENERATIONS_HOLES = 15,     /* generations while all tours found use missing edges */
    TOURS_MOSAIC_GENERATIONS_FEW_HOLES = 60, /* generations with missing edges and few nodes (MOSAIC_FEW_NODES) */
    TOURS_MOSAIC_GENERATIONS_ARCS = 50, /* generations for asymmetric instances of few nodes; they usually converge */
    /* Iterations per epoch of ants. Mean gaps of rat195 after 200 iterations, 4 islands of 4 ants, 6 seeds: epochs of
     * 50 and 100: 0.143 %, of 25: 0.179 %, of 10: 0.215 %; without migration: 0.179 %. */
    TOURS_EPOCH_ANTS = 100,
    TOURS_EPOCH_MOSAIC = 1 /* number of generations per epoch of mosaic */
};

/* Chooses the options that were not given. `n` includes the extra node of an open path, the joint. The choice depends
 * only on options and instance, not on device or clock, so one seed gives one tour. Refuses nothing;
 * tours_check_clashes() does. */
void tours_choose(struct options *options, const struct swarm_instance_info *info, uint32_t n, bool joint,
                  struct tours_question *question);

/* True if the options name exact, or let swarmcl choose it: they name no other algorithm, no preset, and nothing that
 * only ants or kernels support. */
bool tours_allow_exact(const struct swarm_params *params);

/* True if the options give neither an end nor a schedule. */
bool tours_is_open_ended(const struct options *options);

/* The smallest number of nodes, with the joint, that mosaic supports for such instances. */
uint32_t tours_mosaic_least(const struct tours_question *question);

/* The owners (options/table.h) of the options that the chosen algorithm supports. */
unsigned tours_owners(const struct tours_question *question);
unsigned tours_ant_owners(const struct aco_algorithm *algorithm);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Clashes: clashes.c                                                                                                 */

/* Refuses given options that clash or that the run would ignore: options of another algorithm, options of whole rows
 * with lists, a local search or an algorithm that does not support the instance. SWARM_ERROR_INVALID_ARGUMENT with the
 * reason. */
enum swarm_status tours_check_clashes(struct base_env *env, const struct options *options,
                                      const struct tours_question *question);

/* Chooses the shape: the user's values, otherwise those of `tuned` (NULL: none), otherwise the preset's, if they fit
 * the other values. `given_only` ignores `tuned` and preset. SWARM_ERROR_INVALID_ARGUMENT with the reason if the user's
 * options clash. */
enum swarm_status tours_choose_shape(struct base_env *env, const struct options *options,
                                     const struct tours_question *question, const struct tours_tuned *tuned,
                                     bool given_only, struct aco_shape_request *request);

/* ------------------------------------------------------------------------------------------------------------------ */
/* Conditions of options and instance: conditions.c */

/* Reads path, start, end and fix, and adds the fixed edges of the instance. Release *conditions in any case. Errors:
 * SWARM_ERROR_INVALID_ARGUMENT for text that names no nodes, --end without --path, and parameters without instance. */
enum swarm_status tours_conditions_read(struct base_env *env, const struct swarm_params *params,
                                        struct tsp_conditions *conditions);
void tours_conditions_deinit(struct tsp_conditions *conditions);

#endif
