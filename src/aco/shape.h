/* shape.h - how kernels are laid out on a device: the tables of designs, and the rows and sizes of a colony. */
#ifndef SWARMCL_ACO_SHAPE_H
#define SWARMCL_ACO_SHAPE_H

#include "base/env.h"

struct aco_settings;
struct aco_shape;
struct aco_shape_request;
struct aco_device_colony;

/* ROW(constant, name) of cl/aco/types.h: the buffers. Those from LAID on are empty unless a row in use names them. */
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

enum { ACO_CONSTRUCT_KERNELS = 6, ACO_DEPOSIT_KERNELS = 4 }; /* most kernels of one design */

/* Sets of rows of --selection. */
#define ACO_SELECTION_BIT(selection) (1u << (selection))
#define ACO_SELECTION_ANY            (~0u)

/* What a construction must fit. */
struct aco_fit {
    struct base_env *env;
    const struct swarm_device *device;
    const struct aco_shape_request *request;
    uint32_t n;
};

/* Chooses shape->team and shape->group_ants. Errors: as aco_shape_choose(). */
typedef enum swarm_status aco_fit_fn(const struct aco_fit *to, struct aco_shape *shape);

/* Sets the arguments of a row's kernels that are neither buffers nor settings of the same name. */
typedef enum swarm_status aco_set_fn(struct aco_device_colony *colony);

/* Queues all tours of an iteration, or its deposits after their amounts. *interrupted: as of search_engine_type. */
typedef enum swarm_status aco_walk_fn(struct aco_device_colony *colony, uint32_t iteration, bool *interrupted);
typedef enum swarm_status aco_lay_fn(struct aco_device_colony *colony, uint64_t iteration, bool *interrupted);

/* A row of --construction: one way to assign ants to work-items. */
struct aco_construction {
    const char *name;
    const char *file;                           /* of its kernels, below cl/ */
    const char *kernels[ACO_CONSTRUCT_KERNELS]; /* colony->kernels[ACO_KERNEL_CONSTRUCT + k], up to the first NULL */
    uint32_t selections;                        /* bits of the selections that it supports */
    const char *reason;                         /* why it does not support the others, half a sentence */
    bool groups;                                /* one ant per work-group: --group-size applies */
    bool private_bits;                          /* TEAM_PRIVATE of construct_team.cl */
    bool together;                              /* TEAM_TOGETHER of construct_team.cl */
    bool shares;                                /* several ants per work-group: --ants-per-group applies */
    bool lists;                                 /* ants walk on candidate lists and measure their tours */
    bool local_update;                          /* all ants take a step, then the trails taken are updated */
    uint64_t buffers;                           /* ACO_BUFFER_BIT()s of buffers that only some rows need */
    aco_fit_fn *fit;
    aco_set_fn *set; /* NULL: the kernels have no other arguments */
    aco_walk_fn *enqueue;
};

/* A row of --evaluation: one way to assign tours to be measured to work-items. */
struct aco_evaluation {
    const char *name;
    const char *file;
    const char *kernel;
    bool groups; /* one tour per work-group: --group-size applies */
};

/* A row of --deposit. All rows lay the same trails. */
struct aco_deposit {
    const char *name;
    const char *file;
    const char *kernels[ACO_DEPOSIT_KERNELS]; /* colony->kernels[ACO_KERNEL_DEPOSIT + k], up to the first NULL */
    bool symmetric_only;                      /* refused for asymmetric instances */
    bool tiled;                               /* tours pass through local memory in tiles of a group's size */
    bool any_algorithm;                       /* false: only for --algorithm as on whole rows */
    bool evaporates;                          /* its kernels evaporate; false: aco_evaporate runs before them */
    uint64_t buffers;                         /* as above */
    aco_set_fn *set;
    aco_lay_fn *enqueue;
};

/* A row of --selection. */
struct aco_selection {
    const char *name;
    bool exact;            /* proportional to choice-info */
    int number;            /* SELECTION_ of cl/aco/selection_rules.h */
    const char *elsewhere; /* the default construction except on CPUs */
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

/* The row of that name, or NULL: "auto" is not a row. The last finds a selection by its number. */
const struct aco_construction *aco_construction_find(const char *name);
const struct aco_evaluation *aco_evaluation_find(const char *name);
const struct aco_deposit *aco_deposit_find(const char *name);
const struct aco_selection *aco_selection_find(const char *name);
const struct aco_selection *aco_selection_of(int number);

/* What the user asked for. NULL and 0: the device decides. */
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
    uint32_t team;       /* work-items of one ant in the construction */
    uint32_t group_ants; /* ants in a work-group of the construction; aco_shape_group() returns its work-items */
    int team_code;       /* TEAM_CODE_ of cl/shared/team_codes.h; lowered if it does not build */
    bool global_bits;    /* visited bits of ants on lists are in global memory: VISITED_GLOBAL */
    uint32_t evaluate_group;
    uint32_t row_group;     /* work-items per row of a matrix; 1 on CPUs */
    uint32_t reduce_group;  /* a power of two; 1 on CPUs */
    uint32_t element_group; /* work-items of element-wise kernels; a power of two up to 64 */
    uint32_t deposit_group; /* work-items of the first kernel of a deposit */
    uint32_t matrix_rows;   /* rows of a matrix that a group of an element-wise kernel spans; 1 on CPUs */
    uint32_t laid_shares;   /* work-items of the deposit `edges` with separate sums; 0: atomic additions */
    uint32_t search_team;   /* work-items of one ant in the local search */
    int search_code;        /* TEAM_CODE_ of the local search */
    uint32_t search_local;  /* words of local memory for an ant's tour and queue; 0: global memory */
};

/* True if ants may share a work-group: by barriers only if the selection sends all teams through the same branches. */
bool aco_shape_shares(const struct aco_shape *shape, int selection);

/* Work-items in a work-group of the construction; a work-item of list-item has several ants. */
size_t aco_shape_group(const struct aco_shape *shape);

/* True if one work-item builds the tour of an ant: on CPUs, and if no group can have the 32 work-items of a team. */
bool aco_shape_is_single(const struct swarm_device *device);

/* Kinds of kernels whose groups have limits of their own once they are built. */
enum aco_group { ACO_GROUP_CONSTRUCT, ACO_GROUP_EVALUATE, ACO_GROUP_SEARCH, ACO_GROUP_OTHERS, ACO_GROUP_KINDS };

/* Chooses the shape of a colony with these settings on a device. limits[ACO_GROUP_KINDS]: most work-items of a group
 * that the built kernels of each kind allow; 0, or NULL for all: the device's limit. SWARM_ERROR_INVALID_ARGUMENT for a
 * group size that the device does not allow and for rows that exclude each other, SWARM_ERROR_OUT_OF_MEMORY if an ant's
 * local memory does not fit. */
enum swarm_status aco_shape_choose(struct base_env *env, const struct swarm_device *device,
                                   const struct aco_shape_request *request, const struct aco_settings *settings,
                                   const size_t *limits, struct aco_shape *shape);

/* Refuses a row of `option` whose work-groups need more bytes of local memory than the device has. */
enum swarm_status aco_fit_memory(const struct aco_fit *to, const char *option, const char *row, uint64_t bytes);

/* construct.c: ants that look at whole rows, and ants that walk on candidate lists */
aco_fit_fn aco_rows_fit_workitem, aco_rows_fit_workgroup, aco_rows_fit_queen, aco_rows_fit_lanes;
aco_fit_fn aco_lists_fit_item, aco_lists_fit_lanes, aco_lists_fit_together;
aco_set_fn aco_rows_set, aco_lists_set;
aco_walk_fn aco_walk, aco_lists_walk_together;

/* Bytes of ACO_BUFFER_LIST_VISITED: ceil(n / 32) words for each ant of whole groups, 0 if bits are in local memory. */
uint64_t aco_lists_visited_bytes(const struct aco_shape *shape, uint32_t n, uint32_t ants);

/* papers/scan.c: whole-scan (Belotti, section 4.1). Each step of all ants is one prefix sum over [ants][n] weights. */
aco_fit_fn aco_scan_fit;
aco_walk_fn aco_scan_enqueue;

/* Elements of scan_sums: `cells` sums, then a sum for each chunk of 2 * team elements, level by level. */
uint64_t aco_scan_elements(uint64_t cells, uint32_t team);

/* deposit.c and papers/deposit.c: deposits of all ants of Ant System, added to whole rows. `tiled` rows need
 * aco_rows_set_tile(). The last is the deposit of all algorithms, with sums separate from the trails. */
aco_set_fn aco_rows_set_tile, aco_rows_set_by_row;
aco_lay_fn aco_rows_per_ant, aco_rows_atomic, aco_rows_gather, aco_rows_by_row, aco_deposit_edges;

#endif
