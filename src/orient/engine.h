/* engine.h - a run of orienteering: the structure that its phases (engine.c), generations and states share. */
#ifndef SWARMCL_ORIENT_ENGINE_H
#define SWARMCL_ORIENT_ENGINE_H

#include "device.h"
#include "search/engine.h"
#include "space.h"

/* The rows of --algorithm. */
struct orient_algorithm {
    bool crosses; /* individuals persist, and generations after the first are children; false: each begins anew */
    uint32_t first_moves, later_moves;          /* of an individual, by node: without a parent, and with one */
    float first_temperature, later_temperature; /* of the first of these moves, in mean scores */
};

extern const struct orient_algorithm orient_population, orient_ants;

struct orient_choices {
    const struct orient_algorithm *algorithm;
    uint32_t size;       /* individuals; 0: the population grows */
    unsigned threads;    /* of the host */
    const char *lengths; /* a word of tsp/arithmetic.h; NULL: chosen */
};

/* The state between two generations, without the population and the best tour. */
struct orient_state {
    int64_t best_score, best_length;
    uint64_t stalled;    /* generations since the best was found */
    uint32_t generation; /* complete generations */
    uint32_t count;      /* individuals of the population */
};

struct orient_engine {
    struct search_engine base;
    struct orient_task task;
    struct orient_choices choices;
    uint32_t n;    /* nodes, with the joint */
    uint32_t most; /* individuals of the largest population */
    struct ocl_session session;
    struct orient_kernel kernel;
    struct orient_space space;
    struct base_team *team;
    struct orient_scratch *scratch;        /* [threads] */
    struct orient_tours parents, children; /* children: of the current generation */
    uint32_t *best;                        /* [n + 1] a count, then the numbers of the best tour in order */
    uint32_t *trails;                      /* [n][width] of ants; NULL: the algorithm has none */
    atomic_bool is_wrong;                  /* a defect: a child does not have the score and length that it claims */
    struct orient_state state;
    int64_t generation_score; /* best score of the last generation's children */
    uint32_t budget;          /* moves of an individual in the next launch */
    struct base_arrays arrays;
};

/* Individuals of the largest population for n nodes. */
uint32_t orient_size_most(const struct orient_choices *choices, uint32_t n);

/* Runs the next generation (generation.c). *interrupted: it is incomplete, but its best tour counts.
 * SWARM_ERROR_VERIFICATION reports a defect. */
enum swarm_status orient_generation_run(struct orient_engine *self, bool *interrupted);

/* A thread's search for the tour of individual `i` of a population. */
struct orient_search orient_search_for(const struct orient_engine *self, const struct orient_tours *population,
                                       uint32_t i, unsigned thread);

/* Ants (ants.c): resets the trails, walks a tour, and updates the trails after a generation. */
void orient_ants_begin(struct orient_engine *self);
void orient_ants_walk(const struct orient_engine *self, struct orient_search *s, struct draw_sequence *random);
void orient_ants_learn(struct orient_engine *self);

/* Makes an engine for a device or for threads of the host. *engine returns owned. */
enum swarm_status orient_engine_create(struct base_env *env, const struct search_request *request,
                                       const struct orient_task *task, const struct orient_choices *choices,
                                       struct search_devices devices, struct search_engine **engine);

/* Functions of search_engine_type: state.c. */
void orient_state_list(const struct search_engine *engine, struct search_sections *sections);
enum swarm_status orient_state_save(struct search_engine *engine, struct search_sections *sections);
enum swarm_status orient_state_load(struct search_engine *engine, struct search_sections *sections, uint64_t iteration);

#endif
