/* engine.h - the engine of mosaic, as its files share it: phases (mosaic.c), generations, launches, prefetch, states.
 */
#ifndef SWARMCL_MOSAIC_ENGINE_H
#define SWARMCL_MOSAIC_ENGINE_H

#include "batcher.h"
#include "choices.h"
#include "device.h"
#include "edges.h"
#include "parts.h"

/* Progress of a run between two generations. Checkpoints store this struct. */
struct mosaic_state {
    int64_t best_length;
    uint64_t stalled;    /* generations since the run's best tour was found */
    double price;        /* seconds of starts and first improvement per individual, in the last population begun */
    double crossing;     /* seconds of the first crossover per individual, in the last population crossed by single
                            cycles; 0: there was none */
    uint32_t number;     /* number of the population, from 0 */
    uint32_t generation; /* generations of the population so far; 0: it has not begun */
    uint32_t next_size;  /* individuals of the population that begins or began last; 0: none has begun */
    uint32_t passes;     /* crossover passes of the run so far; select their random streams */
    uint32_t hits;       /* new individuals that found the run's best tour before any crossover, if the run grows */
};

/* Constants measured in bench/mosaic/README.md. */
enum {
    MOSAIC_LARGE = 800000,      /* nodes from which crossover passes are slow; then fewer individuals and passes */
    MOSAIC_ASSEMBLED_LEAST = 30 /* fewest individuals of a population that is crossed by single cycles */
};

/* Threads that work on a population: the caller's env, the team, and a crossover per thread as scratch. */
struct mosaic_workers {
    struct base_env *env;
    struct base_team *team;
    struct mosaic_crossover **crossovers;
};

enum { MOSAIC_QUEUES = 2 }; /* queues per device: transfers of one overlap the kernel of the other */

/* A device that improves tours. */
struct mosaic_device {
    const struct swarm_device *device;
    size_t index, times; /* index in the list of all devices; number of entries for it in mosaic_engine.devices */
    struct ocl_session sessions[MOSAIC_QUEUES]; /* a session per queue; arrays use only the first */
    cl_program program;                         /* program with the kernels of `mapping`; NULL: not built */
    enum mosaic_mapping mapping;
    int lengths; /* a LENGTHS_ constant of tsp_metric.h; 0: a matrix from the host */
};

struct mosaic_engine {
    struct search_engine base;
    const struct swarm_instance *instance;
    struct mosaic_choices choices;
    struct mosaic_device *devices;    /* owned [device_count] devices that improve tours */
    size_t device_count;              /* length of devices[]; 0: host threads improve tours */
    struct mosaic_kernel kernel;      /* kernel of --improver array; unused by the other improvers */
    struct mosaic_launches *launches; /* launches of --improver pieces; NULL for the other improvers */
    struct mosaic_problem problem;
    uint64_t seed;
    struct base_team *team;
    struct mosaic_crossover **crossovers; /* [crossover_count] one per thread of `team`, then of the prefetcher */
    unsigned crossover_count;
    struct mosaic_starts *starts; /* NULL before they are created, and if starts follow the curve */
    struct mosaic_parts *parts;   /* NULL: tours are not improved in parts */
    struct mosaic_population populations[2];
    struct mosaic_population *population; /* the current population; the prefetcher has the other */
    bool prefetches;                      /* True if the next population is improved while this one is crossed */
    struct mosaic_prefetch *prefetch;     /* prefetcher of the next population; NULL: no prefetch */
    struct mosaic_state state;
    struct base_arrays arrays; /* owns `crossovers` and the arrays below */
    uint32_t *best;            /* [n] the best tour of the run, in the problem's node numbers */
    uint32_t *given;           /* [choices.start_count][n] the user's tours in the problem's node numbers */
    uint32_t *elite;      /* [mosaic_elite_size(choices.population)][n] elite of the last population, the best first */
    uint32_t elite_count; /* number of tours in elite[]; 0 before the first */
    int64_t generation_length; /* length of the shortest tour in `population` */
    bool agrees;     /* True if enough individuals found the best tour independently and crossover found none better */
    uint32_t budget; /* nodes that each individual or part examines per call of an improver on arrays; 0: no call yet */
    struct mosaic_schedule done; /* populations and generations that the run has completed so far */
};

/* True for populations after the first of instances with few arcs. k-opt moves that follow many open ends lead all
 * individuals of such an instance into the same local optimum from any start, so these populations follow one end, make
 * more kicks, and keep kicks that lengthen a tour (docs/mosaic.md, Arcs). */
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

/* True if `count` individuals are crossed by single cycles, which keep diversity: then one generation reaches what
 * three would not (bench/mosaic/README.md). */
static inline bool mosaic_is_assembled(const struct mosaic_engine *self, uint32_t count)
{
    const uint32_t n = self->instance->info.node_count;
    return count >= MOSAIC_ASSEMBLED_LEAST && n > MOSAIC_FEW_NODES;
}

/* True for few nodes without arcs: each population keeps tours of the last one and adds some individuals. Agreement of
 * the added ones ends the run, so easy instances need few individuals and others get as many as they need. */
static inline bool mosaic_grows(const struct mosaic_engine *self)
{
    return self->instance->info.node_count <= MOSAIC_FEW_NODES && !self->instance->doubled
           && !self->choices.improver->pieces;
}

/* True if starts follow the curve (start.h): kicks turn them into more different tours than greedy ones, sooner. */
static inline bool mosaic_starts_on_curve(const struct mosaic_engine *self)
{
    return mosaic_grows(self) && self->problem.points && !self->problem.partners;
}

/* Individuals that the population takes from the elite of the last one. A fifth or more are new. */
static inline uint32_t mosaic_kept(const struct mosaic_engine *self, const struct mosaic_population *population)
{
    const uint32_t most = population->count - (population->count + 4) / 5;
    const bool keeps = population->number > 0 && mosaic_grows(self);
    return !keeps ? 0 : self->elite_count < most ? self->elite_count : most;
}

/* Individuals in the elite of a population: the better half. */
static inline uint32_t mosaic_elite_size(uint32_t individuals)
{
    return (individuals + 1) / 2;
}

/* In generation.c: */

/* Runs the next generation, and updates self->done and self->state. *interrupted: true if it is not complete. */
enum swarm_status mosaic_generation_run(struct mosaic_engine *self, bool *interrupted);

/* Reserves memory for `size` individuals of population `number`, none with a tour. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status mosaic_generation_reserve(struct mosaic_engine *self, struct mosaic_population *population,
                                            uint32_t number, uint32_t size);

/* Computes starting tours for the next individuals that have none, at most `most` of them. */
void mosaic_generation_start(struct mosaic_engine *self, struct mosaic_population *population, struct base_team *team,
                             uint32_t most);

/* Begins the improvement of generation `generation` of the population. */
void mosaic_generation_begin(const struct mosaic_engine *self, struct mosaic_population *population,
                             struct mosaic_launches *launches, uint32_t generation);

/* Nodes, steps or passes (the unit is `cut`) after which --schedule cuts this generation; UINT64_MAX: never. */
uint64_t mosaic_generation_cut(const struct mosaic_engine *self, uint32_t number, uint32_t generation,
                               enum mosaic_cut cut);

/* Records the population's shortest tour if it is the best of the run. */
void mosaic_generation_keep_best(struct mosaic_engine *self);

/* Returns SWARM_ERROR_VERIFICATION if an individual's `wrong` is set. `what` opens the message. */
enum swarm_status mosaic_generation_check(struct mosaic_engine *self, const char *what);

/* What a crossover pass takes from the other tour: all cycles that gain, or few of them, or blocks of cycles. */
enum mosaic_passes { MOSAIC_ALL_CYCLES, MOSAIC_SINGLE_CYCLES, MOSAIC_BLOCKS };

/* In passes.c: performs a crossover pass with the random stream of self->state.passes, and increments that number. In a
 * random cyclic order of the individuals each takes parts of the next one's tour as it was before the pass. Returns the
 * total gain and sets population->wrong. With all cycles `edges` is unused; the other kinds read the counts as they
 * were before the pass, and update them after it. Cost: O(n) per individual. */
int64_t mosaic_generation_pass(struct mosaic_engine *self, enum mosaic_passes kind, struct mosaic_edges *edges);

/* In launches.c: ants on pieces. */

/* The buffers of one queue of a device, for lists of `width`. */
struct mosaic_layout mosaic_launches_layout(const struct mosaic_engine *self, int lengths, uint32_t width);

/* Bytes of host memory for launches. */
uint64_t mosaic_launches_bytes(const struct mosaic_engine *self);

/* Creates the launches. Without devices, host threads run the ants. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status mosaic_launches_create(struct mosaic_engine *self, struct mosaic_launches **made);
void mosaic_launches_destroy(struct mosaic_launches **launches);

/* Begins a generation, after mosaic_population_begin(). */
void mosaic_launches_begin(struct mosaic_launches *launches, struct mosaic_population *population);

/* Runs one group's ants and increments population->steps. *done: true if no ant has work and no report is pending.
 * Errors: SWARM_ERROR_VERIFICATION if a report is wrong, those of the devices. */
enum swarm_status mosaic_launches_step(struct mosaic_launches *launches, const struct mosaic_workers *workers,
                                       bool *done);

/* Applies the reports of the last step, after which tours and lengths agree. */
enum swarm_status mosaic_launches_end(struct mosaic_launches *launches, const struct mosaic_workers *workers);

/* In prefetch.c: the next population. Its starts and first improvement do not depend on the current population, so
 * devices improve it while the host crosses the current one. Tours do not depend on prefetching. */
enum swarm_status mosaic_prefetch_create(struct mosaic_engine *self);
void mosaic_prefetch_destroy(struct mosaic_prefetch **prefetch);

/* Threads of the prefetcher, in addition to `threads` of the engine. */
unsigned mosaic_prefetch_threads(unsigned threads);

/* Individuals of the prefetched population; 0: none. `prefetch` may be NULL here and in start() and stop(). */
uint32_t mosaic_prefetch_size(const struct mosaic_prefetch *prefetch);

/* start() continues with the prefetched population on a second thread; if there is none, it first begins one of `size`
 * individuals (0: none). Until stop() only the second thread uses sessions and starts. stop() returns its error. */
enum swarm_status mosaic_prefetch_start(struct mosaic_prefetch *prefetch, uint32_t size);
enum swarm_status mosaic_prefetch_stop(struct mosaic_prefetch *prefetch);

/* Makes the prefetched population the current one. */
void mosaic_prefetch_take(struct mosaic_prefetch *prefetch);

/* In state.c: functions of search_engine_type. */
void mosaic_state_list(const struct search_engine *engine, struct search_sections *sections);
enum swarm_status mosaic_state_save(struct search_engine *engine, struct search_sections *sections);
enum swarm_status mosaic_state_load(struct search_engine *engine, struct search_sections *sections, uint64_t iteration);

#endif
