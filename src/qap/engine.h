/* engine.h - a run of many tabu searches. An iteration, called generation, makes assignments from what is known, runs a
 * search from each, and learns from the assignments found. A method decides how to make and to learn. */
#ifndef SWARMCL_QAP_ENGINE_H
#define SWARMCL_QAP_ENGINE_H

#include "base/team.h"
#include "device.h"
#include "search/engine.h"
#include "tabu.h"

struct qap_engine;

struct qap_method {
    const char *name;
    /* Adds the method's arrays. */
    void (*list)(struct qap_engine *self, struct base_arrays *arrays);
    /* Forgets everything and sets state.size; called before the first generation and by learn(). */
    void (*begin)(struct qap_engine *self);
    /* Fills places [m] with start `number` of a generation, unless the caller gave one. Threads call it at the same
     * time. `scratch` [4 m]. */
    void (*make)(const struct qap_engine *self, uint32_t number, uint32_t *places, uint32_t *scratch);
    /* Learns from found [state.size][m]. */
    void (*learn)(struct qap_engine *self);
    /* Learns from a better assignment of another island. */
    void (*take)(struct qap_engine *self, const uint32_t *places, int64_t cost);
};
extern const struct qap_method qap_memetic, qap_ants;

enum {
    QAP_POPULATION = 16,      /* members of the first population, unless the caller chooses */
    QAP_ANTS = 32,            /* default ants of a generation */
    QAP_TRAIL_MOST = 1 << 16, /* greatest trail: the sum of QAP_ITEMS_MOST trails is below 2^32 */
};

/* The options of an engine. */
struct qap_settings {
    const struct qap_method *method;
    uint32_t size;  /* searches of a generation; 0: the method grows it */
    uint32_t most;  /* most searches of any generation */
    uint32_t steps; /* of a search */
    double rho;
    unsigned threads;       /* of the host */
    const uint32_t *starts; /* [start_count][m] borrowed */
    uint32_t start_count;
};

/* The state between two generations, in addition to the method's arrays. */
struct qap_state {
    int64_t best;
    uint64_t stalled;
    uint32_t generation; /* the last one */
    uint32_t size;       /* searches of the next generation */
    uint32_t known;      /* members of the population; 0: the next generation starts at random */
    uint32_t idle;       /* generations in a row with little gain */
};

struct qap_engine {
    struct search_engine base;
    const struct qap_problem *problem;
    struct qap_settings settings;
    struct ocl_session session;
    struct qap_device device;
    struct base_team *team;
    struct qap_tabu *tabus; /* [team] searches on the host */
    struct qap_state state;
    struct base_arrays arrays;   /* the following */
    uint32_t *best;              /* [m] */
    uint32_t *starts, *found;    /* [most][m] of the generation: first and best assignments of its searches */
    struct qap_search *searches; /* [most] */
    uint32_t *scratch;           /* [team][4 m] */
    uint32_t *population;        /* memetic: [most][m]; ants: [1][m] the best since trails began */
    int64_t *costs;              /* of the population */
    uint32_t *trails;            /* [m][m] by item and place; NULL: the method is not ants */
};

/* Returns the index of the generation's best search. */
uint32_t qap_engine_best(const struct qap_engine *self);

/* Makes an engine for a device or for the host's threads. Borrows problem and starts. */
enum swarm_status qap_engine_create(struct base_env *env, const struct search_request *request,
                                    const struct qap_problem *problem, const struct qap_settings *settings,
                                    struct search_devices devices, struct search_engine **engine);

/* Functions of search_engine_type: state.c. */
void qap_state_list(const struct search_engine *engine, struct search_sections *sections);
enum swarm_status qap_state_save(struct search_engine *engine, struct search_sections *sections);
enum swarm_status qap_state_load(struct search_engine *engine, struct search_sections *sections, uint64_t iteration);

#endif
