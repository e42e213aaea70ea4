/* colony.h - one colony of ants at work, on a device or as the sequential twin: an engine (search/engine.h). */
#ifndef SWARMCL_ACO_COLONY_H
#define SWARMCL_ACO_COLONY_H

#include "search/engine.h"
#include "settings.h"
#include "shape.h"
#include "tsp/instance.h"

/* What every colony starts from. */
struct aco_request {
    const struct swarm_instance *instance;
    struct options options; /* of the run, all that is open chosen */
    struct aco_shape_request shape;
    bool walked; /* before the first iteration every ant deposits on the start tour once */
};

/* The part that both kinds share; the first member of each. Solutions are tours [n], scores their lengths. */
struct aco_colony {
    struct search_engine engine;
    struct aco_request request;
    struct aco_settings settings;
    const struct aco_shape *shape;         /* NULL for the twin; from plan on */
    int lengths;                           /* LENGTHS_ of tsp_metric.h; 0: by a matrix from the host, or the twin's */
    struct search_improvement improvement; /* that the last summary tells */
    /* Copies `bytes` of an array from `offset` on to `memory`, or from there where `write`. Waits for the queue. */
    enum swarm_status (*move)(struct aco_colony *colony, enum aco_buffer array, uint64_t offset, uint64_t bytes,
                              void *memory, bool write);
};

/* Both return owned; see search_engine_destroy(). The device list must outlive the colony. */
enum swarm_status aco_colony_device_create(struct base_env *env, const struct search_request *run,
                                           const struct aco_request *request, const struct ocl_device_list *devices,
                                           size_t index, struct search_engine **engine);
enum swarm_status aco_colony_reference_create(struct base_env *env, const struct search_request *run,
                                              const struct aco_request *request, struct search_engine **engine);

/* Makes a colony without `move`, for both. */
enum swarm_status aco_colony_create(struct base_env *env, const struct search_engine_type *type,
                                    const struct search_request *run, const struct aco_request *request,
                                    struct search_devices devices, struct search_engine **engine);

/* The summary of an iteration from the kernels', and options from settings and shape, for both. */
struct search_summary aco_colony_tell(struct aco_colony *colony, uint64_t iteration, const struct aco_summary *summary);
void aco_colony_describe(const struct search_engine *engine, struct options *options);

/* Fills the anchor with the neighbours of every node in `tour`, none of any where it is NULL. */
enum swarm_status aco_colony_anchor(struct aco_colony *colony, const uint32_t *tour);

static inline struct aco_colony *aco_colony_of(struct search_engine *engine)
{
    return (struct aco_colony *)engine;
}

/* Its state, of search_engine_type, for both: state.c. */
void aco_state_list(const struct search_engine *engine, struct search_sections *state);
enum swarm_status aco_state_save(struct search_engine *engine, struct search_sections *state);
enum swarm_status aco_state_load(struct search_engine *engine, struct search_sections *state, uint64_t iteration);
uint64_t aco_state_trail_bytes(const struct search_engine *engine);
enum swarm_status aco_state_give_trails(struct search_engine *engine, void *trails);
enum swarm_status aco_state_mix_trails(struct search_engine *engine, void *own, const void *const *trails, size_t count,
                                       uint64_t share);
enum swarm_status aco_state_take(struct search_engine *engine, const void *tour, int64_t *length, uint64_t iteration);

/* `own` of give_trails() becomes own * (1 - share) + mean * share, both rounded to the nearest, where the mean is of
 * trails [count]; share: of 2^32. An edge that a list there lacks counts as it is in `own`. */
void aco_trails_mix(const struct aco_settings *s, uint32_t *own, const void *const *trails, size_t count,
                    uint64_t share);

/* Settings with the scale of the trails, the length of the nearest-neighbour tour. */
void aco_colony_settle(struct search_engine *engine, int64_t scale);

#endif
