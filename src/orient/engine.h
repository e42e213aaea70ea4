/* engine.h - a run of orienteering: the structure that its phases (engine.c), generations and states share. */
#ifndef SWARMCL_ORIENT_ENGINE_H
#define SWARMCL_ORIENT_ENGINE_H

#include "device.h"
#include "search/engine.h"
#include "space.h"

/* A row of --algorithm. */
struct orient_algorithm {
    bool crosses; /* true: generations are children of the individuals that survive; false: each one is built anew */
    uint32_t first_moves, later_moves; /* moves per node of an individual without a parent, and with a parent */
    float new_temperatures[2]; /* of the first move, in mean scores of a node: individuals with even and odd numbers */
    float later_temperature;   /* the same for an individual with a parent */
};

extern const struct orient_algorithm orient_population, orient_ants;

struct orient_choices {
    const struct orient_algorithm *algorithm;
    uint32_t size;       /* individuals of a generation; 0: the population grows */
    unsigned threads;    /* number of host threads */
    const char *lengths; /* value of --lengths; NULL: chosen automatically */
    bool on_device;      /* True if ants walk on the device, if there is one */
};

/* The state between two generations; population and best tour are separate. */
struct orient_state {
    int64_t best_score, best_length;
    uint64_t stalled;    /* generations since the best tour was found */
    uint32_t generation; /* number of generations completed */
    uint32_t count;      /* number of individuals in the population */
};

struct orient_engine {
    struct search_engine base;
    struct orient_task task;
    struct orient_choices choices;
    uint32_t n;    /* number of nodes, including the joint */
    uint32_t most; /* number of individuals in the largest population */
    struct ocl_session session;
    struct orient_kernel kernel;
    struct orient_space space;
    struct base_team *team;
    struct orient_scratch *scratch;        /* [threads] scratch memory of each thread */
    struct orient_tours parents, children; /* the current population; its children in this generation */
    uint32_t *best;                        /* [n + 1] best tour: number of nodes, then the nodes in order */
    uint32_t *trails, *appeals;            /* [n][width] of ants, as in cl/orient/ants.h; NULL: there are no ants */
    uint32_t walked;      /* number of ants, the first of the generation, whose tours the device built */
    atomic_bool is_wrong; /* set on a defect: a child lacks the score and length that it claims */
    struct orient_state state;
    int64_t generation_score; /* best score among the last generation's children */
    uint32_t budget;          /* number of moves per individual in the next launch */
    struct base_arrays arrays;
};

/* The largest population for n nodes. */
uint32_t orient_size_most(const struct orient_choices *choices, uint32_t n);

/* Runs the next generation (generation.c). *interrupted: the generation is incomplete, but its best tour counts.
 * SWARM_ERROR_VERIFICATION reports a defect. */
enum swarm_status orient_generation_run(struct orient_engine *self, bool *interrupted);

/* Returns a thread's search for the tour of individual `i`. */
struct orient_search orient_search_for(const struct orient_engine *self, const struct orient_tours *population,
                                       uint32_t i, unsigned thread);

/* ants.c: orient_ants_begin() sets the trails and appeals, orient_ants_walk() constructs the tour of `s`,
 * orient_ants_learn() updates the trails after a generation. */
void orient_ants_begin(struct orient_engine *self);
void orient_ants_walk(const struct orient_engine *self, struct orient_search *s, struct draw_sequence *random);
void orient_ants_learn(struct orient_engine *self);

/* Creates an engine for a device or for threads of the host. The caller owns *engine. */
enum swarm_status orient_engine_create(struct base_env *env, const struct search_request *request,
                                       const struct orient_task *task, const struct orient_choices *choices,
                                       struct search_devices devices, struct search_engine **engine);

/* Functions of search_engine_type: state.c. */
void orient_state_list(const struct search_engine *engine, struct search_sections *sections);
enum swarm_status orient_state_save(struct search_engine *engine, struct search_sections *sections);
enum swarm_status orient_state_load(struct search_engine *engine, struct search_sections *sections, uint64_t iteration);

#endif
