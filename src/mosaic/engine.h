/* engine.h - the engine of mosaic, as its files share it: phases (mosaic.c), generations, launches, prefetch, states.
 */
#ifndef SWARMCL_MOSAIC_ENGINE_H
#define SWARMCL_MOSAIC_ENGINE_H

#include "batcher.h"
#include "choices.h"
#include "device.h"
#include "parts.h"

/* Progress of a run between two generations. Checkpoints store it as it is. */
struct mosaic_state {
    int64_t best_length;
    uint64_t stalled;    /* generations since the best tour was found */
    double price;        /* seconds from start to first crossover for one individual of the last population */
    uint32_t number;     /* which population, from 0 */
    uint32_t generation; /* generations of the population so far */
    uint32_t next_size;  /* individuals of the next population */
    uint32_t passes;     /* crossover passes of the run so far; numbers their random streams */
};

/* The threads that work on a population, a crossover as scratch for each, and the env of the first thread. */
struct mosaic_workers {
    struct base_env *env;
    struct base_team *team;
    struct mosaic_crossover **crossovers;
};

enum { MOSAIC_QUEUES = 2 }; /* of a device, so that transfers of a group overlap the kernel of another */

/* A device that improves tours. */
struct mosaic_device {
    const struct swarm_device *device;
    size_t index, times;                        /* in the list of all devices; how often the user named it */
    struct ocl_session sessions[MOSAIC_QUEUES]; /* one for each queue; arrays use only the first */
    cl_program program;                         /* NULL: none */
    enum mosaic_way way;
    int lengths; /* LENGTHS_ of tsp_metric.h; 0: a matrix from the host */
};

struct mosaic_engine {
    struct search_engine base;
    const struct swarm_instance *instance;
    struct mosaic_choices choices;
    struct mosaic_device *devices;    /* [device_count] owned */
    size_t device_count;              /* 0: threads of the host improve */
    struct mosaic_kernel kernel;      /* of --improver array */
    struct mosaic_launches *launches; /* of --improver pieces */
    struct mosaic_problem problem;
    uint64_t seed;
    struct base_team *team;
    struct mosaic_crossover **crossovers; /* [crossover_count] first the team's, then the prefetcher's */
    unsigned crossover_count;
    struct mosaic_starts *starts;
    struct mosaic_parts *parts; /* NULL: tours are not improved in parts */
    struct mosaic_population populations[2];
    struct mosaic_population *population; /* the current one; the other one is the prefetcher's */
    bool prefetches;                      /* the next population is improved while this one is crossed */
    struct mosaic_prefetch *prefetch;     /* NULL: none */
    struct mosaic_state state;
    struct base_arrays arrays; /* owns `crossovers` and the arrays below */
    uint32_t *best;            /* [n] */
    uint32_t *given;           /* [choices.start_count][n] the user's tours in numbers of the problem */
    uint32_t *elite;           /* [mosaic_elite_size(choices.population)][n] of the last population, the best first */
    uint32_t elite_count;
    int64_t generation_length;
    bool agrees; /* first generation: many individuals found the best tour independently, and crossover no better one */
    uint32_t budget; /* nodes that each individual examines in one call of an improver on arrays */
    struct mosaic_schedule done;
};

/* True for populations of few arcs after the first one. k-opt moves that follow many open ends lead all individuals of
 * a few arcs into the same local optimum from any start, so these populations follow one end, make more kicks and keep
 * kicks that lengthen a tour (docs/mosaic.md, Arcs). */
static inline bool mosaic_is_varied(const struct mosaic_engine *self, uint32_t number)
{
    return self->instance->doubled && self->instance->info.node_count <= MOSAIC_FEW_NODES && number > 0;
}

static inline uint32_t mosaic_beam_of(const struct mosaic_engine *self, uint32_t number)
{
    return mosaic_is_varied(self, number) ? 1 : self->choices.beam;
}

/* True if a run of few arcs stops by convergence, which takes several varied populations of one generation. */
static inline bool mosaic_starts_anew(const struct mosaic_engine *self)
{
    return self->base.request.converges && mosaic_is_varied(self, self->state.number + 1)
           && (self->agrees || self->state.number > 0);
}

/* The size of the elite of a population: the better half. */
static inline uint32_t mosaic_elite_size(uint32_t individuals)
{
    return (individuals + 1) / 2;
}

/* generation.c */

/* Runs the next generation and updates self->done and self->state. *interrupted: it is not complete. */
enum swarm_status mosaic_generation_run(struct mosaic_engine *self, bool *interrupted);

/* Makes room for `size` individuals of population `number`. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status mosaic_generation_reserve(struct mosaic_engine *self, struct mosaic_population *population,
                                            uint32_t number, uint32_t size);

/* Makes starting tours for the next individuals without one, at most `most` of them. */
void mosaic_generation_start(struct mosaic_engine *self, struct mosaic_population *population, struct base_team *team,
                             uint32_t most);

/* Begins the improvement of generation `generation` of the population. */
void mosaic_generation_begin(const struct mosaic_engine *self, struct mosaic_population *population,
                             struct mosaic_launches *launches, uint32_t generation);

/* The nodes, steps or passes (`cut` says which) after which --schedule cuts this generation; UINT64_MAX: it does not.
 */
uint64_t mosaic_generation_cut(const struct mosaic_engine *self, uint32_t number, uint32_t generation,
                               enum mosaic_cut cut);

/* Keeps the population's shortest tour if it is the best of the run. */
void mosaic_generation_keep_best(struct mosaic_engine *self);

/* SWARM_ERROR_VERIFICATION if an individual's `wrong` is set. `what` opens the message. */
enum swarm_status mosaic_generation_check(struct mosaic_engine *self, const char *what);

/* passes.c: a crossover pass, with the random stream of self->state.passes. In a random circle each individual takes
 * parts of the next one, as that was before the pass. Returns the total gain and sets population.wrong. Cost: O(n) for
 * each individual. */
int64_t mosaic_generation_pass(struct mosaic_engine *self);

/* launches.c: ants on pieces */

/* The buffers of one queue of a device, for lists of this width. */
struct mosaic_layout mosaic_launches_layout(const struct mosaic_engine *self, int lengths, uint32_t width);

/* The host's memory for launches. */
uint64_t mosaic_launches_bytes(const struct mosaic_engine *self);

/* Without devices, the host's threads run the ants. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status mosaic_launches_create(struct mosaic_engine *self, struct mosaic_launches **made);
void mosaic_launches_destroy(struct mosaic_launches **launches);

/* Begins a generation, after mosaic_population_begin(). */
void mosaic_launches_begin(struct mosaic_launches *launches, struct mosaic_population *population);

/* Launches one group's ants and counts population->steps. *done: no ant has work. SWARM_ERROR_VERIFICATION: a report is
 * wrong. */
enum swarm_status mosaic_launches_step(struct mosaic_launches *launches, const struct mosaic_workers *workers,
                                       bool *done);

/* Applies the reports of the last step. Then tours and lengths agree. */
enum swarm_status mosaic_launches_end(struct mosaic_launches *launches, const struct mosaic_workers *workers);

/* prefetch.c: the next population. Its starts and first improvement do not depend on this one, so devices improve it
 * while the host crosses this one. The tours are the same either way. */
enum swarm_status mosaic_prefetch_create(struct mosaic_engine *self);
void mosaic_prefetch_destroy(struct mosaic_prefetch **prefetch);

/* The prefetcher's threads, in addition to `threads` of the engine. */
unsigned mosaic_prefetch_threads(unsigned threads);

/* Individuals of the prefetched population; 0: none. `prefetch` may be NULL here and in the next two functions. */
uint32_t mosaic_prefetch_size(const struct mosaic_prefetch *prefetch);

/* Continues with the population on another thread; if there is none, first begins one of `size` individuals (0: none).
 * Until stop() only that thread uses sessions and starts. stop() waits for it and returns its error. */
enum swarm_status mosaic_prefetch_start(struct mosaic_prefetch *prefetch, uint32_t size);
enum swarm_status mosaic_prefetch_stop(struct mosaic_prefetch *prefetch);

/* Makes the prefetched population the current one. */
void mosaic_prefetch_take(struct mosaic_prefetch *prefetch);

/* state.c: entries of search_engine_type */
void mosaic_state_list(const struct search_engine *engine, struct search_sections *sections);
enum swarm_status mosaic_state_save(struct search_engine *engine, struct search_sections *sections);
enum swarm_status mosaic_state_load(struct search_engine *engine, struct search_sections *sections, uint64_t iteration);

#endif
