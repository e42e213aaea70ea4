/* shape.h - how the kernels are laid over a device: what the rows of the tables say, and what a colony takes of it.
 * Shapes never change a tour. The tables themselves: tables.c. */
#ifndef SWARMCL_ACO_SHAPE_H
#define SWARMCL_ACO_SHAPE_H

#include "base/env.h"

struct aco_settings;
struct aco_shape;
struct aco_shape_request;
struct aco_device_colony;

/* Buffers of a colony on a device. Shapes and types: the table of device buffers in ARCHITECTURE.md. */
enum aco_buffer {
    ACO_BUFFER_COORDINATES,
    ACO_BUFFER_DISTANCE,
    ACO_BUFFER_HEURISTIC,
    ACO_BUFFER_TRAILS,
    ACO_BUFFER_ROW_OFFSETS,
    ACO_BUFFER_CHOICE_INFO,
    ACO_BUFFER_WEIGHTS,
    ACO_BUFFER_TOURS,
    ACO_BUFFER_LENGTHS,
    ACO_BUFFER_AMOUNTS,
    ACO_BUFFER_DEPOSITORS,
    ACO_BUFFER_BEST,
    ACO_BUFFER_KEYS,
    ACO_BUFFER_SUMMARIES,
    ACO_BUFFER_POINTS,
    ACO_BUFFER_CANDIDATES,
    ACO_BUFFER_SEARCH_LISTS,
    ACO_BUFFER_SECOND,
    ACO_BUFFER_ANCHOR,
    ACO_BUFFER_NO_ANCHOR,
    ACO_BUFFER_SEARCH,
    ACO_BUFFER_PARTNERS,
    /* each only for the rows that name it, otherwise without bytes */
    ACO_BUFFER_LAID,
    ACO_BUFFER_SUMS,
    ACO_BUFFER_STARTS,
    ACO_BUFFER_NEXT,
    ACO_BUFFER_DIRECTED,
    ACO_BUFFER_SCAN_SUMS,
    ACO_BUFFER_SCAN_VISITED,
    ACO_BUFFER_SCAN_DRAWS,
    ACO_BUFFER_LIST_VISITED,
    ACO_BUFFER_COUNT
};

#define ACO_BUFFER_BIT(name) (UINT64_C(1) << ACO_BUFFER_##name)

/* A construction or a deposit launches up to so many kernels of its own. */
enum { ACO_CONSTRUCT_KERNELS = 6, ACO_DEPOSIT_KERNELS = 4 };

/* A bit for each row of --selection, by its number. */
#define ACO_SELECTION_BIT(selection) (1u << (selection))
#define ACO_SELECTION_ANY            (~0u)

/* What a construction is fitted to. */
struct aco_fit {
    struct base_env *env;
    const struct swarm_device *device;
    const struct aco_shape_request *request;
    uint32_t n;
};

/* Chooses shape->team and shape->group_ants; see aco_shape_choose() for errors. */
typedef enum swarm_status aco_fit_fn(const struct aco_fit *to, struct aco_shape *shape);

/* Gives a row's kernels the arguments that no buffer or setting of the name is. */
typedef enum swarm_status aco_set_fn(struct aco_device_colony *colony);

/* Queues the tours of all ants of an iteration, or the deposit of one, whose amounts and depositors are there.
 * *interrupted as for search_engine_type.step. */
typedef enum swarm_status aco_walk_fn(struct aco_device_colony *colony, uint32_t iteration, bool *interrupted);
typedef enum swarm_status aco_lay_fn(struct aco_device_colony *colony, uint64_t iteration, bool *interrupted);

/* A row of --construction: one way to lay the ants over work-items. */
struct aco_construction {
    const char *name;
    const char *file;                           /* of its kernels, below cl/ */
    const char *kernels[ACO_CONSTRUCT_KERNELS]; /* colony->kernels[ACO_KERNEL_CONSTRUCT + k]; NULL ends them early */
    uint32_t selections;                        /* bits of those it supports ... */
    const char *reason;                         /* ... and why not the others, half a sentence */
    bool groups;                                /* one ant a work-group: --group-size applies */
    bool private_bits;                          /* TEAM_PRIVATE of construct_team.cl */
    bool together;                              /* TEAM_TOGETHER of it */
    bool shares;                                /* several ants a work-group: --ants-per-group applies */
    bool lists;                                 /* ants walk on candidate lists, and it measures their tours, too */
    bool local_update;                          /* all ants take a step together, then trails are changed */
    uint64_t buffers;                           /* ACO_BUFFER_BIT()s of buffers that it alone needs */
    aco_fit_fn *fit;
    aco_set_fn *set; /* NULL: there are no such arguments */
    aco_walk_fn *enqueue;
};

/* A row of --evaluation: one way to lay the measuring of tours over work-items. */
struct aco_evaluation {
    const char *name;
    const char *file;
    const char *kernel;
    bool groups; /* one tour a work-group: --group-size applies */
};

/* A row of --deposit: one way to lay the trails. All give the same trails. */
struct aco_deposit {
    const char *name;
    const char *file;
    const char *kernels[ACO_DEPOSIT_KERNELS]; /* colony->kernels[ACO_KERNEL_DEPOSIT + k]; NULL ends them early */
    bool symmetric_only;                      /* refused for ATSP */
    bool tiled;                               /* tours go through local memory, in tiles as long as its groups */
    bool any_algorithm;                       /* else only what every ant of `as` lays on whole rows */
    bool evaporates;                          /* trails lose rho as they are laid; else aco_evaporate does it before */
    uint64_t buffers;                         /* as above */
    aco_set_fn *set;
    aco_lay_fn *enqueue;
};

/* A row of --selection. */
struct aco_selection {
    const char *name;
    bool exact;            /* proportional to choice-info */
    int number;            /* SELECTION_ of cl/aco/selection_rules.h */
    const char *elsewhere; /* the construction that `auto` takes on devices that are no CPUs */
    uint64_t buffers;      /* as above */
};

extern const struct aco_construction aco_constructions[];
extern const size_t aco_construction_count;
extern const struct aco_evaluation aco_evaluations[];
extern const size_t aco_evaluation_count;
extern const struct aco_deposit aco_deposits[];
extern const size_t aco_deposit_count;
extern const struct aco_selection aco_selections[];
extern const size_t aco_selection_count;

/* The rows by name, NULL when there is none ("auto" is none); a selection also by its number. */
const struct aco_construction *aco_construction_find(const char *name);
const struct aco_evaluation *aco_evaluation_find(const char *name);
const struct aco_deposit *aco_deposit_find(const char *name);
const struct aco_selection *aco_selection_find(const char *name);
const struct aco_selection *aco_selection_of(int number);

/* Kinds of kernels by whose groups they are launched in. The first two take --group-size. */
enum aco_group { ACO_GROUP_CONSTRUCT, ACO_GROUP_EVALUATE, ACO_GROUP_SEARCH, ACO_GROUP_OTHERS, ACO_GROUP_KINDS };

/* What the user asked for; NULL and 0 mean: by the device. */
struct aco_shape_request {
    const struct aco_construction *construction;
    const struct aco_evaluation *evaluation;
    const struct aco_deposit *deposit;
    uint32_t group_size;     /* work-items per ant or tour where one has a work-group to itself */
    uint32_t ants_per_group; /* where several share one */
};

bool aco_shape_same(const struct aco_shape_request *a, const struct aco_shape_request *b);

struct aco_shape {
    const struct aco_construction *construction;
    const struct aco_evaluation *evaluation;
    const struct aco_deposit *deposit;
    uint32_t team;       /* work-items of one ant in the construction */
    uint32_t group_ants; /* ants in a work-group of the construction: aco_shape_group() has its work-items */
    int team_code;       /* TEAM_CODE_ of cl/shared/team_codes.h; build() falls back to lower ones */
    bool global_bits;    /* the visited bits of ants on lists lie in global memory: define VISITED_GLOBAL */
    uint32_t evaluate_group;
    uint32_t row_group;     /* per row of a matrix; 1 on CPUs */
    uint32_t reduce_group;  /* a power of two; 1 on CPUs */
    uint32_t element_group; /* of element-wise kernels; a power of two up to 64 */
    uint32_t deposit_group; /* of the first kernel of a deposit: through tiles larger */
    uint32_t matrix_rows;   /* rows that their groups span in a matrix; 1 on CPUs */
    uint32_t laid_shares;   /* of the deposit `edges`: work-items that have sums of their own; 0: by atomics */
    uint32_t search_team;   /* work-items of one ant in the local search */
    uint32_t search_ants;   /* ants in a work-group of the local search */
    int search_code;        /* TEAM_CODE_ of it */
    uint32_t search_local;  /* words of local memory for an ant's tour and queue; 0: they lie in global memory */
};

/* Whether teams of several ants may share a work-group: without lanes that go in step (team_code) they share barriers,
 * and rules that try send one ant's work-items another way than the next one's. */
bool aco_shape_shares(const struct aco_shape *shape, int selection);

/* Work-items in a work-group of the construction: a work-item of list-item has several ants. */
size_t aco_shape_group(const struct aco_shape *shape);

/* Whether an ant gets a work-item of its own: on CPUs, and where no group has the 32 work-items of a team. */
bool aco_shape_alone(const struct swarm_device *device);

/* Chooses the shape of a colony with these settings on a device. limits[ACO_GROUP_KINDS] are the work-items of a group
 * that built kernels of a kind allow, 0: as many as the device; NULL: all 0.
 * SWARM_ERROR_INVALID_ARGUMENT for a group size that the device does not allow and for rows that do not go together,
 * SWARM_ERROR_OUT_OF_MEMORY when an ant's local memory does not fit. */
enum swarm_status aco_shape_choose(struct base_env *env, const struct swarm_device *device,
                                   const struct aco_shape_request *request, const struct aco_settings *settings,
                                   const size_t *limits, struct aco_shape *shape);

#endif
