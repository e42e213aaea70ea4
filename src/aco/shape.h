/* shape.h - how the kernels are laid over a device. Shapes never change a tour. */
#ifndef SWARMCL_ACO_SHAPE_H
#define SWARMCL_ACO_SHAPE_H

#include "ocl/program.h"
#include "settings.h"

struct aco_shape;

/* A row of --construction or --evaluation: one way to lay the ants over work-items. */
struct aco_layout {
    const char *name;
    const char *file; /* of the kernel, below cl/ */
    const char *kernel;
    bool suits_cpu; /* what `auto` takes on CPUs; on other devices it takes the row that does not */
    bool groups;    /* its group size is free: --group-size applies */
    struct ocl_ndrange (*range)(const struct aco_shape *shape, uint32_t ants);
    size_t (*local_bytes)(const struct aco_shape *shape, uint32_t n); /* of an argument; NULL: it has none */
};

struct aco_layout_table {
    const struct aco_layout *rows;
    size_t count;
};
extern const struct aco_layout_table aco_constructions;
extern const struct aco_layout_table aco_evaluations;

/* The row called `name`, NULL when there is none ("auto" is none); the first that suits the kind of device; the first
 * whose group size is free. */
const struct aco_layout *aco_layout_find(const struct aco_layout_table *table, const char *name);
const struct aco_layout *aco_layout_for(const struct aco_layout_table *table, bool cpu);
const struct aco_layout *aco_layout_grouped(const struct aco_layout_table *table);

struct aco_device_colony;

/* A row of --deposit. */
struct aco_deposit {
    const char *name;
    const char *file;
    const char *kernel;
    /* queues the deposit of all ants of an iteration */
    enum swarm_status (*enqueue)(struct aco_device_colony *colony, bool *interrupted);
};

/* A row of --selection. */
struct aco_selection {
    const char *name;
    int number; /* SELECTION_ of cl/shared/selection_rules.h */
};

/* The row whose first member, its name, is `name`; NULL when there is none. rows: [count] of `size` bytes each. */
const void *aco_row_find(const void *rows, size_t count, size_t size, const char *name);

/* The rows by name, NULL when there is none. */
const struct aco_deposit *aco_deposit_find(const char *name);
const struct aco_selection *aco_selection_find(const char *name);

/* What --help and the parser show of each table, with "auto" where it is allowed; NULL-name terminated. */
extern const struct swarm_variant aco_construction_words[];
extern const struct swarm_variant aco_evaluation_words[];
extern const struct swarm_variant aco_deposit_words[];
extern const struct swarm_variant aco_selection_words[];

/* What the user asked for; NULL and 0 mean: by the device. */
struct aco_shape_request {
    const struct aco_layout *construction;
    const struct aco_layout *evaluation;
    const struct aco_deposit *deposit;
    uint32_t group_size;
};

struct aco_shape {
    const struct aco_layout *construction;
    const struct aco_layout *evaluation;
    const struct aco_deposit *deposit;
    uint32_t construct_group; /* work-items per group of the construction */
    uint32_t evaluate_group;
    uint32_t row_group;     /* per row of a matrix; 1 on CPUs */
    uint32_t reduce_group;  /* a power of two; 1 on CPUs */
    uint32_t element_group; /* of element-wise kernels; a power of two up to 64 */
};

/* Chooses the shape for a device and a number of nodes. A group size that the device does not allow, or a tour whose
 * visited bits do not fit its local memory, is SWARM_ERROR_INVALID_ARGUMENT or SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status aco_shape_choose(struct base_env *env, const struct swarm_device *device,
                                   const struct aco_shape_request *request, uint32_t n, struct aco_shape *shape);

#endif
