/* engine.h - a run of many tabu searches. An iteration, called generation, creates starting assignments, runs a
 * search from each, and learns from the assignments found. A method (memetic, ants) creates the assignments and learns.
 */
#ifndef SWARMCL_QAP_ENGINE_H
#define SWARMCL_QAP_ENGINE_H

#include "base/team.h"
#include "device.h"
#include "search/engine.h"
#include "tabu.h"

struct qap_engine;

struct qap_method {
    const char *name;
    /* Adds the arrays that the method needs. */
    void (*list)(struct qap_engine *self, struct base_arrays *arrays);
    /* Resets the method and sets state.size. Called before the first generation and by learn(). */
    void (*begin)(struct qap_engine *self);
    /* Fills places [m] with starting assignment `number` of a generation. Not called for starts from the caller.
     * Several threads call it at the same time. `scratch` [4 m]. */
    void (*make)(const struct qap_engine *self, uint32_t number, uint32_t *places, uint32_t *scratch);
    /* Learns from the assignments found [state.size][m]. */
    void (*learn)(struct qap_engine *self);
    /* Learns from a better assignment of another island. */
    void (*take)(struct qap_engine *self, const uint32_t *places, int64_t cost);
};
extern const struct qap_method qap_memetic, qap_ants;

enum {
    QAP_POPULATION = 16,      /* smallest default number of members of the first population */
    QAP_ANTS = 32,            /* default number of ants per generation */
    QAP_ANTS_LAUNCH = 4096,   /* maximum number of ants whose assignments a launch builds */
    QAP_TRAIL_MOST = 1 << 16, /* largest trail: the sum of QAP_ITEMS_MOST trails stays below 2^32 */
};

/* The settings of an engine. */
struct qap_settings {
    const struct qap_method *method;
    uint32_t size;          /* number of searches per generation; 0: the method increases them */
    uint32_t most;          /* largest number of searches in any generation */
    uint32_t steps;         /* number of steps of each search */
    double rho;             /* ants: share of a trail that a generation evaporates */
    bool on_device;         /* True if ants build their assignments on the device, if there is one */
    unsigned threads;       /* number of host threads */
    const uint32_t *starts; /* [start_count][m] borrowed assignments from which the first searches start */
    uint32_t start_count;
};

/* The state between two generations, in addition to the method's arrays. */
struct qap_state {
    int64_t best;        /* cost of the best assignment of the run */
    uint64_t stalled;    /* generations since the best assignment of the run was found */
    uint32_t generation; /* number of the last generation, from 1; 0: none yet */
    uint32_t size;       /* number of searches in the next generation */
    uint32_t known;      /* memetic: members of the population, 0: next starts are random; ants: 1 if there is a best */
    uint32_t idle;       /* consecutive generations with little gain; ants: without a better assignment */
};

struct qap_engine {
    struct search_engine base;
    const struct qap_problem *problem;
    struct qap_settings settings;
    struct ocl_session session;
    struct qap_device device;
    struct base_team *team;
    struct qap_tabu *tabus; /* [threads of team] memory of each thread's search */
    struct qap_state state;
    struct base_arrays arrays;   /* owns the arrays of this struct */
    uint32_t *best;              /* [m] best assignment of the run: place of each item */
    uint32_t *starts, *found;    /* [most][m] first and best assignments of the generation's searches */
    uint32_t built;              /* number of starts, the first of the generation, that the device has built */
    struct qap_search *searches; /* [most] state of each search of the generation */
    uint32_t *scratch;           /* [threads][4 m] scratch memory of each thread */
    uint32_t *population;        /* memetic: [most][m] members; ants: [1][m] best since the last reset of the trails */
    int64_t *costs;              /* cost of each member of `population` */
    uint32_t *trails;            /* [m][m] trails by item and place; NULL: the method is not ants */
};

/* Returns the index of the generation's best search. */
uint32_t qap_engine_best(const struct qap_engine *self);

/* Creates an engine for a device or for the host's threads; the caller owns *engine. Borrows problem and
 * settings->starts. */
enum swarm_status qap_engine_create(struct base_env *env, const struct search_request *request,
                                    const struct qap_problem *problem, const struct qap_settings *settings,
                                    struct search_devices devices, struct search_engine **engine);

/* Functions of search_engine_type: state.c. */
void qap_state_list(const struct search_engine *engine, struct search_sections *sections);
enum swarm_status qap_state_save(struct search_engine *engine, struct search_sections *sections);
enum swarm_status qap_state_load(struct search_engine *engine, struct search_sections *sections, uint64_t iteration);

#endif
