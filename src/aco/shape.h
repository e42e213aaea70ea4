/* shape.h - the layout of kernels on a device: tables of designs, and the rows and group sizes of a colony. */
#ifndef SWARMCL_ACO_SHAPE_H
#define SWARMCL_ACO_SHAPE_H

#include "base/env.h"

struct aco_settings;
struct aco_shape;
struct aco_shape_request;
struct aco_device_colony;

/* ROW(constant, name): the buffers of cl/aco/types.h. Those from LAID on are empty unless a row in use needs them. */
/* clang-format off */
#define ACO_BUFFERS(ROW)                                                                                        \
    ROW(COORDINATES, coordinates) ROW(DISTANCE, distance) ROW(HEURISTIC, heuristic) ROW(TRAILS, trails)         \
    ROW(ROW_OFFSETS, row_offsets) ROW(CHOICE_INFO, choice_info) ROW(WEIGHTS, weights) ROW(TOURS, tours)         \
    ROW(LENGTHS, lengths) ROW(AMOUNTS, amounts) ROW(DEPOSITORS, depositors) ROW(BEST, best) ROW(KEYS, keys)     \
    ROW(SUMMARIES, summaries) ROW(POINTS, points) ROW(CANDIDATES, candidates) ROW(SEARCH_LISTS, search_lists)   \
    ROW(SECOND, second) ROW(ANCHOR, anchor) ROW(NO_ANCHOR, no_anchor) ROW(SEARCH, search)                       \
    ROW(PARTNERS, partners) ROW(LAID, laid) ROW(SUMS, sums) ROW(STARTS, starts) ROW(NEXT, next)                 \
    ROW(DIRECTED, directed) ROW(SCAN_SUMS, scan_sums) ROW(SCAN_VISITED, scan_visited)                           \
    ROW(SCAN_DRAWS, scan_draws) ROW(LIST_VISITED, list_visited)
/* clang-format on */

#define ACO_AS_BUFFER(constant, name) ACO_BUFFER_##constant,
enum aco_buffer { ACO_BUFFERS(ACO_AS_BUFFER) ACO_BUFFER_COUNT };

#define ACO_BUFFER_BIT(name) (UINT64_C(1) << ACO_BUFFER_##name)

enum { ACO_CONSTRUCT_KERNELS = 6, ACO_DEPOSIT_KERNELS = 4 }; /* maximum number of kernels of one row */

/* Sets of selection rules: a bit for each row of --selection. */
#define ACO_SELECTION_BIT(selection) (1u << (selection))
#define ACO_SELECTION_ANY            (~0u)

/* Data for fitting a construction to a device. */
struct aco_fit {
    struct base_env *env;
    const struct swarm_device *device;
    const struct aco_shape_request *request;
    uint32_t n, ants;
};

/* Sets team and group_ants, and for some rows team_code and global_bits. Errors: as for aco_shape_choose(). */
typedef enum swarm_status aco_fit_fn(const struct aco_fit *to, struct aco_shape *shape);

/* Sets the arguments of a row's kernels that are neither buffers nor settings of the same name. */
typedef enum swarm_status aco_set_fn(struct aco_device_colony *colony);

/* aco_walk_fn queues an iteration's tours, aco_lay_fn its deposits. *interrupted: as for search_engine_type.step. */
typedef enum swarm_status aco_walk_fn(struct aco_device_colony *colony, uint32_t iteration, bool *interrupted);
typedef enum swarm_status aco_lay_fn(struct aco_device_colony *colony, uint64_t iteration, bool *interrupted);

/* A row of --construction: a mapping of ants to work-items. */
struct aco_construction {
    const char *name;
    const char *file;                           /* kernel file below cl/ */
    const char *kernels[ACO_CONSTRUCT_KERNELS]; /* kernels in colony->kernels, in order; then NULL */
    uint32_t selections;                        /* bits of the selection rules that the row supports */
    const char *reason;                         /* end of the message that rejects another selection rule: the cause */
    bool groups;                                /* True if an ant has a work-group, so --group-size applies */
    bool private_bits;                          /* value of TEAM_PRIVATE in construct_team.cl */
    bool together;                              /* value of TEAM_TOGETHER in construct_team.cl */
    bool serial;                                /* value of TEAM_SERIAL in construct_team.cl */
    bool shares;                                /* True if ants may share a work-group, so --ants-per-group applies */
    bool lists;                                 /* True if ants use candidate lists and measure their tours */
    bool local_update; /* True if trails of used edges are updated after each step of all ants */
    uint64_t buffers;  /* bits of the buffers that not every row needs */
    aco_fit_fn *fit;
    aco_set_fn *set; /* sets the row's arguments; NULL: it has none */
    aco_walk_fn *enqueue;
};

/* A row of --evaluation: a mapping of tours to work-items that measure them. */
struct aco_evaluation {
    const char *name;
    const char *file;
    const char *kernel;
    bool groups; /* True if a tour has a work-group, so --group-size applies */
};

/* A row of --deposit. All rows produce the same trails. */
struct aco_deposit {
    const char *name;
    const char *file;
    const char *kernels[ACO_DEPOSIT_KERNELS]; /* kernels in colony->kernels, in order; then NULL */
    bool symmetric_only;                      /* True if the row rejects asymmetric instances */
    bool tiled;                               /* True if tours pass through local memory in tiles of a group's size */
    bool any_algorithm;                       /* False if the row is only for --algorithm as on whole rows */
    bool evaporates;  /* True if the row's kernels also evaporate; otherwise aco_evaporate runs before them */
    uint64_t buffers; /* bits of the buffers that not every row needs */
    aco_set_fn *set;
    aco_lay_fn *enqueue;
};

/* A row of --selection. */
struct aco_selection {
    const char *name;
    bool exact;            /* True if the probability is proportional to choice-info */
    int number;            /* a SELECTION_ constant of cl/aco/selection_rules.h */
    const char *elsewhere; /* default construction on devices other than CPUs */
    uint64_t buffers;      /* bits of the buffers that not every row needs */
};

extern const struct aco_construction aco_constructions[];
extern const size_t aco_construction_count;
extern const struct aco_evaluation aco_evaluations[];
extern const size_t aco_evaluation_count;
extern const struct aco_deposit aco_deposits[];
extern const size_t aco_deposit_count;
extern const struct aco_selection aco_selections[];
extern const size_t aco_selection_count;

/* Find a row by name; NULL if there is none ("auto" is not a row). aco_selection_of() finds a row by its number. */
const struct aco_construction *aco_construction_find(const char *name);
const struct aco_evaluation *aco_evaluation_find(const char *name);
const struct aco_deposit *aco_deposit_find(const char *name);
const struct aco_selection *aco_selection_find(const char *name);
const struct aco_selection *aco_selection_of(int number);

/* The user's options. NULL or 0: aco_shape_choose() chooses the device's default. */
struct aco_shape_request {
    const struct aco_construction *construction;
    const struct aco_evaluation *evaluation;
    const struct aco_deposit *deposit;
    uint32_t group_size;     /* work-items per ant or tour, if it has a work-group to itself */
    uint32_t ants_per_group; /* ants that share a work-group */
};

bool aco_shape_same(const struct aco_shape_request *a, const struct aco_shape_request *b);

struct aco_shape {
    const struct aco_construction *construction;
    const struct aco_evaluation *evaluation;
    const struct aco_deposit *deposit;
    uint32_t team;       /* work-items per ant in the construction */
    uint32_t group_ants; /* ants per work-group in the construction; aco_shape_group() returns the work-items */
    int team_code;       /* a TEAM_CODE_ constant of cl/shared/team_codes.h; a slower one if that does not build */
    bool global_bits;    /* True if ants with candidate lists keep their visited bits in global memory */
    uint32_t evaluate_group;
    uint32_t row_group;     /* work-items per matrix row; 1 on CPUs */
    uint32_t reduce_group;  /* work-items of reductions, a power of two; 1 on CPUs */
    uint32_t element_group; /* work-items of element-wise kernels, a power of two up to 64 */
    uint32_t deposit_group; /* work-items of the first kernel of a deposit */
    uint32_t matrix_rows;   /* matrix rows per group of an element-wise kernel; 1 on CPUs */
    uint32_t laid_shares;   /* work-items of the deposit `edges` with separate sums; 0: atomic additions */
    uint32_t search_team;   /* work-items per ant in the local search */
    int search_code;        /* a TEAM_CODE_ constant for the local search */
    uint32_t search_local;  /* words of local memory for an ant's tour and queue; 0: global memory */
};

/* True if ants may share a work-group. With barriers the selection rule must take all teams through the same
 * branches. */
bool aco_shape_shares(const struct aco_shape *shape, int selection);

/* Work-items per work-group of the construction; a work-item of list-item has several ants. */
size_t aco_shape_group(const struct aco_shape *shape);

/* True if by default one work-item builds an ant's tour: on CPUs, and if groups cannot have a team's 32 work-items. */
bool aco_shape_is_single(const struct swarm_device *device);

/* Kinds of kernels; each has its own limit of the group size once the kernels are built. */
enum aco_group { ACO_GROUP_CONSTRUCT, ACO_GROUP_EVALUATE, ACO_GROUP_SEARCH, ACO_GROUP_OTHERS, ACO_GROUP_KINDS };

/* Chooses the shape of a colony with these settings on a device. limits[ACO_GROUP_KINDS]: largest group that the built
 * kernels of each kind allow; 0, or NULL for all: the device's limit. SWARM_ERROR_INVALID_ARGUMENT for a group size
 * that the device does not allow, or rows that clash; SWARM_ERROR_OUT_OF_MEMORY if an ant's local memory
 * does not fit. */
enum swarm_status aco_shape_choose(struct base_env *env, const struct swarm_device *device,
                                   const struct aco_shape_request *request, const struct aco_settings *settings,
                                   const size_t *limits, struct aco_shape *shape);

/* Refuses row `row` of option `option` if its work-groups need more local memory than the device has. */
enum swarm_status aco_fit_memory(const struct aco_fit *to, const char *option, const char *row, uint64_t bytes);

/* In construct.c: the fit functions of constructions on whole rows and on candidate lists. */
aco_fit_fn aco_rows_fit_workitem, aco_rows_fit_colony, aco_rows_fit_workgroup;
aco_fit_fn aco_rows_fit_queen, aco_rows_fit_lanes;
aco_fit_fn aco_lists_fit_item, aco_lists_fit_lanes, aco_lists_fit_together;
aco_set_fn aco_rows_set, aco_lists_set;
aco_walk_fn aco_walk, aco_rows_walk_colony, aco_lists_walk_together;

/* Bytes of ACO_BUFFER_LIST_VISITED: ceil(n / 32) words per ant of whole groups; 0 if the bits are in local memory. */
uint64_t aco_lists_visited_bytes(const struct aco_shape *shape, uint32_t n, uint32_t ants);

/* In papers/scan.c: whole-scan (Belotti, section 4.1). A step of all ants is one prefix sum over [ants][n] weights. */
aco_fit_fn aco_scan_fit;
aco_walk_fn aco_scan_enqueue;

/* Elements of scan_sums: `cells` sums, then level by level a sum per chunk of 2 * team elements. */
uint64_t aco_scan_elements(uint64_t cells, uint32_t team);

/* In deposit.c and papers/deposit.c: deposits of Ant System on whole rows; `tiled` rows need aco_rows_set_tile().
 * aco_deposit_edges() supports all algorithms: it sums deposits separately from the trails. */
aco_set_fn aco_rows_set_tile, aco_rows_set_by_row;
aco_lay_fn aco_rows_per_ant, aco_rows_atomic, aco_rows_gather, aco_rows_by_row, aco_deposit_edges;

#endif
