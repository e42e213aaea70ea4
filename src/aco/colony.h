/* colony.h - a colony of ants as an engine (search/engine.h), on a device or as the sequential reference. */
#ifndef SWARMCL_ACO_COLONY_H
#define SWARMCL_ACO_COLONY_H

#include "search/engine.h"
#include "settings.h"
#include "shape.h"
#include "tsp/instance.h"

struct aco_request {
    const struct swarm_instance *instance;
    struct options options; /* options of the run, after the problem has made its choices */
    struct aco_shape_request shape;
    bool walked; /* True if prepare() deposits on the start tour as if every ant had built it */
};

/* The first member of device and reference colonies. Solutions are tours [n], scores their lengths. */
struct aco_colony {
    struct search_engine engine;
    struct aco_request request;
    struct aco_settings settings;
    const struct aco_shape *shape; /* how kernels map ants to work-items, set by prepare(); NULL for the reference */
    int lengths;                   /* a LENGTHS_ constant of tsp_metric.h; 0: the host computes distances */
    /* Copies `bytes` of an array, from byte `offset` on, to `memory`, or back if `write`. Waits for the queue. */
    enum swarm_status (*move)(struct aco_colony *colony, enum aco_buffer array, uint64_t offset, uint64_t bytes,
                              void *memory, bool write);
};

/* Create a colony on a device or as the reference, owned by the caller. The device list must outlive the colony.
 */
enum swarm_status aco_colony_device_create(struct base_env *env, const struct search_request *run,
                                           const struct aco_request *request, const struct ocl_device_list *devices,
                                           size_t index, struct search_engine **engine);
enum swarm_status aco_colony_reference_create(struct base_env *env, const struct search_request *run,
                                              const struct aco_request *request, struct search_engine **engine);

/* Creates the part common to device and reference colonies; the caller sets `move`. */
enum swarm_status aco_colony_create(struct base_env *env, const struct search_engine_type *type,
                                    const struct search_request *run, const struct aco_request *request,
                                    struct search_devices devices, struct search_engine **engine);

/* Converts an iteration's summary from the kernels to one for the search. */
struct search_summary aco_colony_report(struct aco_colony *colony, uint64_t iteration,
                                        const struct aco_summary *summary);

/* Prepares a colony by `fill`. Without a start tour the first iteration is part of the preparation, which then
 * completes even if the run has to end. */
typedef enum swarm_status aco_fill_fn(struct search_engine *engine, const void *start, int64_t score);
typedef enum swarm_status aco_iterate_fn(struct search_engine *engine, uint64_t iteration, bool *interrupted);
enum swarm_status aco_colony_begin(struct search_engine *engine, const void *start, int64_t score, aco_fill_fn *fill,
                                   aco_iterate_fn *iterate);

/* Functions of search_engine_type. */
void aco_colony_settle(struct search_engine *engine, int64_t scale);
void aco_colony_describe(const struct search_engine *engine, struct options *options);

/* Fills the anchor with the neighbours of every node in `tour`; with none if `tour` is NULL. */
enum swarm_status aco_colony_anchor(struct aco_colony *colony, const uint32_t *tour);

/* Calls `visit` for each row [stride] of an array [n][stride]; `write`: then writes the row back. */
typedef void aco_visit_fn(const struct aco_colony *colony, uint32_t i, uint32_t *row, void *user);
enum swarm_status aco_colony_visit(struct aco_colony *colony, enum aco_buffer array, bool write, aco_visit_fn *visit,
                                   void *user);

/* measure.c: a function of search_engine_type for both kinds of colonies. */
enum swarm_status aco_colony_measure(struct search_engine *engine, struct search_measure *measure);

/* Counts the trails [width] of at least smallest + 0.05 (largest - smallest), except the one at index `without`;
 * `without` = width: counts all. */
uint32_t aco_branching_count(const uint32_t *trails, uint32_t width, uint32_t without);

static inline struct aco_colony *aco_colony_of(struct search_engine *engine)
{
    return (struct aco_colony *)engine;
}

/* Functions of search_engine_type in state.c, for device and reference colonies. */
void aco_state_list(const struct search_engine *engine, struct search_sections *state);
enum swarm_status aco_state_save(struct search_engine *engine, struct search_sections *state);
enum swarm_status aco_state_load(struct search_engine *engine, struct search_sections *state, uint64_t iteration);
uint64_t aco_state_trail_bytes(const struct search_engine *engine);
enum swarm_status aco_state_give_trails(struct search_engine *engine, void *trails);
enum swarm_status aco_state_mix_trails(struct search_engine *engine, void *own, const void *const *trails, size_t count,
                                       uint64_t share);
enum swarm_status aco_state_take(struct search_engine *engine, const void *tour, int64_t *length, uint64_t iteration);

/* Sets `own`, from give_trails(), to own * (1 - share / 2^32) + mean * share / 2^32, where `mean` is the mean of the
 * `count` arrays in trails. If another colony's list lacks an edge, the mean uses the trail in `own`. */
void aco_trails_mix(const struct aco_settings *s, uint32_t *own, const void *const *trails, size_t count,
                    uint64_t share);

#endif
