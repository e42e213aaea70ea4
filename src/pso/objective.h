/* objective.h - objectives: the table of built-in functions, and the objective of a run. */
#ifndef SWARMCL_PSO_OBJECTIVE_H
#define SWARMCL_PSO_OBJECTIVE_H

#include <pthread.h>

#include "base/env.h"

enum { PSO_MOST_DIMENSIONS = 10000 }; /* maximum coordinates: a point fits the private memory of a work-item */

/* Values of options with which an objective was published. They replace our defaults. */
struct pso_published {
    const char *inertia;
    double c1, c2, vmax;
    const char *boundary;
};

/* A row of the table of built-in objectives. */
struct pso_objective {
    struct swarm_objective_info info;
    const char *function; /* name of the function in cl/pso/objectives.h */
    void (*bounds)(uint32_t n, uint32_t index, double *lower, double *upper);
    /* Returns the best value. Writes a position [n] that has this value, unless `position` is NULL. */
    double (*optimum)(uint32_t n, double *position);
    const struct pso_published *published; /* published settings; NULL: none */
};

extern const struct pso_objective pso_objectives[];
extern const size_t pso_objective_count;

/* Returns NULL if no row has this name. */
const struct pso_objective *pso_objective_find(const char *name);

/* A user's C function, of one point or of many; the other member is NULL. */
struct pso_caller {
    pthread_mutex_t lock; /* serialises calls, because each island runs in its own thread */
    swarm_objective_fn *function;
    swarm_objective_batch_fn *batch;
    void *user;                        /* argument of the user's function */
    swarm_constraints_fn *constraints; /* NULL: none */
    void *constraints_user;
};

/* The objective of a run: a row, a file or a function. Pointers except `row` are owned. */
struct swarm_objective {
    struct swarm_objective_info info;
    const struct pso_objective *row; /* built-in objective; NULL for a file or a C function */
    char *name;                      /* name; NULL for a built-in objective */
    char *path, *text;               /* name for messages and text of an objective from a file */
    struct pso_caller *caller;       /* the user's function; NULL for other objectives */
    uint32_t constraints;            /* number of constraints; 0: every position is feasible */
    bool is_noisy;                   /* a file's function takes random numbers, `draws` */
    bool takes_data;                 /* a file's function takes the numbers of --data, `data` */
};

/* Implement swarm_objective_find() and swarm_objective_read(). */
enum swarm_status pso_objective_take(struct base_env *env, const char *name, struct swarm_objective **objective);
enum swarm_status pso_objective_read(struct base_env *env, const char *path, struct swarm_objective **objective);

/* Calls a user's functions at x [count][dimensions]; `g` NULL: without the constraints. Returns false if they left
 * numbers in values [count] or g [count][constraints] unwritten; those are NaN. */
bool pso_objective_call(const struct swarm_objective *objective, size_t count, uint32_t dimensions, const double *x,
                        double *values, double *g);

/* Largest file of an objective. The functions below check its text before the device's compiler (objective_text.c). */
enum { PSO_LARGEST_FILE = 1 << 20 }; /* bytes */

/* The function that a file must define. */
#define PSO_SIGNATURE "real objective(const real *x, int n)"

/* True if the objective has a third parameter of this type: `draws` for random numbers, `data` for the user's numbers. With
 * both, `draws` is the third and `data` the fourth. */
bool pso_text_takes(const char *text, const char *type);

/* The function that a file with `#define CONSTRAINTS N` also defines. */
#define PSO_CONSTRAINT "real constraint(const real *x, int n, int k)"
enum { PSO_MOST_CONSTRAINTS = 10000 };

/* Refuses text that cannot define the functions, and sets the number of constraints. `path` is for messages. Errors:
 * SWARM_ERROR_INPUT. */
enum swarm_status pso_text_check(struct base_env *env, const char *path, const char *text, size_t size,
                                 uint32_t *constraints);

/* Refuses a function with other parameters or another result, because some drivers only warn. `single`: real is
 * float. Accepts types that the file defines. Errors: SWARM_ERROR_INPUT, with the line. */
enum swarm_status pso_text_signature(struct base_env *env, const char *path, const char *text, bool single);

/* Returns the line of the outermost unclosed bracket; 0: all brackets are closed. */
size_t pso_text_open_line(const char *text);

#endif
