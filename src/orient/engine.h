/* engine.h - a run of orient: the structure that its phases (engine.c), generations and states share. */
#ifndef SWARMCL_ORIENT_ENGINE_H
#define SWARMCL_ORIENT_ENGINE_H

#include "device.h"
#include "search/engine.h"
#include "space.h"

/* The rows of --algorithm. */
struct orient_algorithm {
    bool crosses; /* individuals last, and later generations are children; otherwise each generation begins anew */
    uint32_t first_moves, later_moves; /* of each individual in its first generation, and in later ones, a node */
    float first_heat, later_heat;      /* of their first moves, in mean scores */
};

extern const struct orient_algorithm orient_population, orient_ants;

struct orient_choices {
    const struct orient_algorithm *algorithm;
    uint32_t size; /* individuals; 0: few at first, then more */
    unsigned threads;
    const char *lengths; /* a word of tsp/arithmetic.h; NULL: chosen */
};

/* Where a run is between two generations, beside the population and the best. */
struct orient_state {
    int64_t best_score, best_length;
    uint64_t stalled;    /* generations since the best was found */
    uint32_t generation; /* complete */
    uint32_t count;      /* individuals of the population */
};

struct orient_engine {
    struct search_engine base;
    struct orient_task task;
    struct orient_choices choices;
    uint32_t n;    /* nodes, the joint included */
    uint32_t most; /* individuals */
    struct ocl_session session;
    struct orient_kernel kernel;
    struct orient_space space;
    struct base_team *team;
    struct orient_hand *hands;             /* [threads] */
    struct orient_rings parents, children; /* children: of the generation at work */
    uint32_t *best;                        /* [n + 1] the count, then numbers in order */
    uint32_t *trails;                      /* [n][width] of ants; NULL: there are none */
    bool *wrong;                           /* [most] a defect: a child's ring is not what it says */
    struct orient_state state;
    int64_t generation_score; /* the best of the last generation's children */
    uint32_t budget;          /* moves of a launch */
    struct base_arrays arrays;
};

/* Individuals of the most populated generation, for so many nodes. */
uint32_t orient_size_most(const struct orient_choices *choices, uint32_t n);

/* The next generation (generation.c). *interrupted: it was not complete; its best counts all the same.
 * SWARM_ERROR_VERIFICATION tells of a defect. */
enum swarm_status orient_generation_run(struct orient_engine *self, bool *interrupted);

/* Makes ring `words` the best if it is better. */
void orient_keep_best(struct orient_engine *self, const struct orient_individual *individual, const uint32_t *words);

/* A search by a thread for the ring of individual `i` of a population. */
struct orient_search orient_search_for(const struct orient_engine *self, const struct orient_rings *population,
                                       uint32_t i, unsigned thread);

/* Ants (ants.c): trails as at first, the ring of an ant, and the trails after a generation. */
void orient_ants_begin(struct orient_engine *self);
void orient_ants_walk(const struct orient_engine *self, struct orient_search *s, uint32_t number, unsigned thread);
void orient_ants_learn(struct orient_engine *self);

/* Makes an engine for a device, or for threads of the host. *engine returns owned. */
enum swarm_status orient_engine_create(struct base_env *env, const struct search_request *request,
                                       const struct orient_task *task, const struct orient_choices *choices,
                                       struct search_devices devices, struct search_engine **engine);

/* Of search_engine_type: state.c. */
void orient_state_list(const struct search_engine *engine, struct search_sections *sections);
enum swarm_status orient_state_save(struct search_engine *engine, struct search_sections *sections);
enum swarm_status orient_state_load(struct search_engine *engine, struct search_sections *sections, uint64_t iteration);

#endif
