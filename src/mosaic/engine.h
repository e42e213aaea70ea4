/* engine.h - a run of mosaic: the structure that its phases (mosaic.c), generations and states share. */
#ifndef SWARMCL_MOSAIC_ENGINE_H
#define SWARMCL_MOSAIC_ENGINE_H

#include "choices.h"
#include "crowd.h"
#include "device.h"
#include "parts.h"

/* Where a run is between two generations, beside population and elite. */
struct mosaic_state {
    int64_t best_length;
    uint64_t stalled;            /* generations since the best was found */
    double price;                /* seconds that an individual took to its first crossover, of the last population */
    uint32_t number, generation; /* of the population, and in it */
    uint32_t next_size;          /* individuals of the next population */
    uint32_t passes;             /* of all crossovers so far */
};

/* Of each individual: the members that last from one generation of ants on pieces to the next. */
struct mosaic_progress {
    uint32_t launches, reported; /* of its population; moves in the last one */
};

/* Who works on a population: threads, a crossover's scratch for each, and the env of the first one. */
struct mosaic_hands {
    struct base_env *env;
    struct base_team *team;
    struct mosaic_crossover **crossovers;
};

enum { MOSAIC_QUEUES = 2 }; /* of a device: so the transfers of a group go on beside the kernel of another */

/* One of the devices that improve. */
struct mosaic_site {
    const struct swarm_device *device;
    size_t index, times;                        /* among all; how often it is named */
    struct ocl_session sessions[MOSAIC_QUEUES]; /* each with its queue; on arrays the first alone */
    cl_program program;                         /* of the improver; NULL: none */
    enum mosaic_way way;
    int lengths; /* LENGTHS_ of tsp_metric.h; 0: a matrix of the host's */
};

struct mosaic_engine {
    struct search_engine base;
    const struct swarm_instance *instance;
    struct mosaic_choices choices;
    struct mosaic_site *sites;        /* [site_count] owned */
    size_t site_count;                /* 0: threads of the host improve */
    struct mosaic_kernel device;      /* of --improver array */
    struct mosaic_launches *launches; /* of --improver pieces */
    struct mosaic_problem problem;
    uint64_t seed;
    struct base_team *team;
    struct mosaic_crossover **crossovers; /* [crossover_count] of the team's threads, then of those that go ahead */
    unsigned crossover_count;
    struct mosaic_starts *starts;
    struct mosaic_parts *parts; /* where tours on arrays are improved in parts; otherwise NULL */
    struct mosaic_population populations[2];
    struct mosaic_population *population; /* the one at work; the other one is `ahead` */
    bool goes_ahead;                      /* the next population is improved while this one is crossed */
    struct mosaic_ahead *ahead;           /* NULL: it is not */
    struct mosaic_state state;
    struct base_arrays arrays; /* these three, and the crossovers */
    uint32_t *best;            /* [n] */
    uint32_t *given;           /* [choices.start_count][n] the user's tours in numbers of the problem */
    uint32_t *elite;           /* [mosaic_elite_size(choices.population)][n] of populations before, the best first */
    uint32_t elite_count;
    int64_t generation_length;
    /* After a population's first generation: many individuals found the best tour, each alone, and crossover found none
     * better. */
    bool agrees;
    uint32_t budget; /* nodes that each individual looks at in a stretch */
    struct mosaic_schedule done;
};

/* True for populations of few arcs after the first one. k-opt moves that follow many open ends lead all individuals of
 * a few arcs into the same local optimum, whatever they start from, so these populations follow one end, make more
 * kicks and keep kicks that lengthen a tour (docs/mosaic.md, Arcs). */
static inline bool mosaic_is_varied(const struct mosaic_engine *self, uint32_t number)
{
    return self->instance->doubled && self->instance->info.node_count <= MOSAIC_FEW_NODES && number > 0;
}

static inline uint32_t mosaic_beam_of(const struct mosaic_engine *self, uint32_t number)
{
    return mosaic_is_varied(self, number) ? 1 : self->choices.beam;
}

/* True if the run of few arcs ends by convergence, which takes several varied populations of one generation. */
static inline bool mosaic_starts_anew(const struct mosaic_engine *self)
{
    return self->base.request.converges && mosaic_is_varied(self, self->state.number + 1)
           && (self->agrees || self->state.number > 0);
}

/* How many of so many individuals are elite. */
static inline uint32_t mosaic_elite_size(uint32_t individuals)
{
    return (individuals + 1) / 2;
}

/* The next generation (generation.c). self->done then tells the steps done, and self->state the place of the run.
 * *interrupted: it was not complete. */
enum swarm_status mosaic_generation_run(struct mosaic_engine *self, bool *interrupted);

/* Makes room for population `number` of so many individuals. SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status mosaic_generation_reserve(struct mosaic_engine *self, struct mosaic_population *population,
                                            uint32_t number, uint32_t size);

/* Start tours for the next individuals that have none, `most` of them. */
void mosaic_generation_start(struct mosaic_engine *self, struct mosaic_population *population, struct base_team *team,
                             uint32_t most);

/* Begins the improvement of generation `generation`. */
void mosaic_generation_begin(const struct mosaic_engine *self, struct mosaic_population *population,
                             struct mosaic_launches *launches, uint32_t generation);

/* Where the schedule that the run follows cuts this generation, if it does so by `cut`: after so many, otherwise never.
 */
uint64_t mosaic_generation_cut(const struct mosaic_engine *self, uint32_t number, uint32_t generation,
                               enum mosaic_cut cut);

/* Keeps the shortest tour if it is better than all before. */
void mosaic_generation_keep_best(struct mosaic_engine *self);

/* SWARM_ERROR_VERIFICATION: population.wrong tells of a defect. */
enum swarm_status mosaic_generation_check(struct mosaic_engine *self, const char *what);

/* A pass of crossover (passes.c), by whose number, self->state.passes, it draws: in a random circle each individual is
 * crossed with the next one as that was before. Returns by how much all tours together are shorter; population.wrong
 * tells of defects. Cost: O(n) an individual. */
int64_t mosaic_generation_pass(struct mosaic_engine *self);

/* Individuals of a population: `wanted` of them, or as many as fit the time; 0: fewer than `least` do. */
uint32_t mosaic_fitting_size(uint32_t wanted, uint32_t least, double fitting);

/* Ants on pieces (launches.c). mosaic_launches_bytes() counts the host's memory, mosaic_launches_plan() the device's
 * buffers, `times` over, and refuses them when they do not fit. Launches borrow the merges of the crossovers. Without a
 * session the host's threads play the ants. Errors: SWARM_ERROR_OUT_OF_MEMORY. */
uint64_t mosaic_launches_bytes(const struct mosaic_engine *self);
enum swarm_status mosaic_launches_plan(struct mosaic_engine *self, size_t times);
bool mosaic_launches_fit(const struct mosaic_engine *self, size_t times);
enum swarm_status mosaic_launches_create(struct mosaic_engine *self, struct mosaic_launches **made);
void mosaic_launches_destroy(struct mosaic_launches **launches);

/* Begins a generation, the population's first one or a later one, once mosaic_population_begin() has. */
void mosaic_launches_begin(struct mosaic_launches *launches, struct mosaic_population *population, bool first);

/* One group's ants. *done: mosaic_population_is_done(). SWARM_ERROR_VERIFICATION: a report is wrong. */
enum swarm_status mosaic_launches_step(struct mosaic_launches *launches, const struct mosaic_hands *hands, bool *done);

/* Steps of the generation so far. */
uint64_t mosaic_launches_steps(const struct mosaic_launches *launches);

/* [choices.population] where its individuals are. Borrowed. */
struct mosaic_progress *mosaic_launches_progress(struct mosaic_launches *launches);

/* Takes the findings of the last step; tours and lengths are whole afterwards. */
enum swarm_status mosaic_launches_end(struct mosaic_launches *launches, const struct mosaic_hands *hands);

/* The next population (ahead.c): its starts and its first improvement by ants need nothing of this one, so that the
 * device works on them while the host crosses this one. Its tours are those it would have afterwards. create() and
 * begin(): SWARM_ERROR_OUT_OF_MEMORY. */
enum swarm_status mosaic_ahead_create(struct mosaic_engine *self);
void mosaic_ahead_destroy(struct mosaic_ahead **ahead);

/* Threads of it beside so many. */
unsigned mosaic_ahead_threads(unsigned threads);

/* Individuals of the population that is ahead; 0: there is none. `ahead` may be NULL. */
uint32_t mosaic_ahead_size(const struct mosaic_ahead *ahead);

/* A population of so many individuals, at first without tours. */
enum swarm_status mosaic_ahead_begin(struct mosaic_ahead *ahead, uint32_t size);

/* Another thread works on it from go() on. rest() returns when it no longer does, with its error if it had one. In
 * between only that thread uses the session and the starts. */
void mosaic_ahead_go(struct mosaic_ahead *ahead);
enum swarm_status mosaic_ahead_rest(struct mosaic_ahead *ahead);

/* It is the population at work from now on. */
void mosaic_ahead_take(struct mosaic_ahead *ahead);

/* Of search_engine_type: state.c. */
void mosaic_state_list(const struct search_engine *engine, struct search_sections *sections);
enum swarm_status mosaic_state_save(struct search_engine *engine, struct search_sections *sections);
enum swarm_status mosaic_state_load(struct search_engine *engine, struct search_sections *sections, uint64_t iteration);

#endif
