/* objective.h - the functions that swarms search: a table of known ones, and the objective of a run. */
#ifndef SWARMCL_PSO_OBJECTIVE_H
#define SWARMCL_PSO_OBJECTIVE_H

#include <pthread.h>

#include "base/env.h"

/* A work-item keeps its position in private memory. */
enum { PSO_MOST_DIMENSIONS = 10000 };

/* Constants of the swarm with which an objective was published. They replace our defaults unless an option is given. */
struct pso_published {
    const char *inertia; /* texts are those of options */
    double c1, c2, vmax;
    const char *boundary;
};

/* A row of the table. */
struct pso_objective {
    struct swarm_objective_info info;
    const char *function; /* of cl/pso/objectives.h */
    void (*bounds)(uint32_t n, uint32_t index, double *lower, double *upper);
    /* The best value, and its place [n] unless `position` is NULL. */
    double (*optimum)(uint32_t n, double *position);
    const struct pso_published *published; /* NULL: none */
};

extern const struct pso_objective pso_objectives[];
extern const size_t pso_objective_count;

/* NULL: there is none. */
const struct pso_objective *pso_objective_find(const char *name);

/* A caller's function of many points, or of one. */
struct pso_caller {
    pthread_mutex_t lock; /* islands call from threads of their own */
    swarm_objective_batch_fn *batch;
    swarm_objective_fn *function; /* NULL: `batch` is the caller's */
    void *user;                   /* of the caller's */
};

/* The objective of a run: a row, a file or a function. */
struct swarm_objective {
    struct swarm_objective_info info;
    const struct pso_objective *row; /* NULL unless it is BUILT_IN */
    char *name;                      /* owned; NULL for a row */
    char *path;                      /* owned, of a FILE, for messages */
    char *text;                      /* owned, of a FILE, NUL-terminated */
    struct pso_caller *caller;       /* owned, of a FUNCTION */
};

/* See swarm_objective_find(), _read(), _from_function() and _from_batch(). */
enum swarm_status pso_objective_take(struct base_env *env, const char *name, struct swarm_objective **objective);
enum swarm_status pso_objective_read(struct base_env *env, const char *path, struct swarm_objective **objective);
enum swarm_status pso_objective_wrap(struct base_env *env, const char *name, swarm_objective_fn *function, void *user,
                                     struct swarm_objective **objective);
enum swarm_status pso_objective_wrap_batch(struct base_env *env, const char *name, swarm_objective_batch_fn *batch,
                                           void *user, struct swarm_objective **objective);

/* The values [count] of a FUNCTION at x [count][dimensions]. Returns whether it has written all; the others are NaN. */
bool pso_objective_call(const struct swarm_objective *objective, size_t count, uint32_t dimensions, const double *x,
                        double *values);

#endif
