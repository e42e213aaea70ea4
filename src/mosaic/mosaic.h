/* mosaic.h - populations of individuals, each with one tour, improved on a device and recombined on the host.
 *
 * No pheromone plays a part. A population starts from greedy tours that differ; an improver (a row of --improver) makes
 * each a local optimum and kicks it; then individuals are crossed with one another (circle.h), pass after
 * pass, until nothing is gained. Populations grow, and take in what the ones before them left. schedule.h: the
 * counts.
 *
 * After Lin and Kernighan (1973), Martin, Otto and Felten (1991), Nagata and Kobayashi (2013).
 */
#ifndef SWARMCL_MOSAIC_MOSAIC_H
#define SWARMCL_MOSAIC_MOSAIC_H

#include "run/engine.h"
#include "schedule.h"
#include "tsp/instance.h"

/* A row of --improver. Those without `pieces` come to the same tours. */
struct mosaic_improver {
    const char *name;
    bool host;           /* threads of the host improve, the device does nothing */
    bool pieces;         /* ants on pieces (launches.h); without a device threads of the host play them */
    uint32_t kopt, beam; /* of struct mosaic_choices, where they are 0 */
};

extern const struct mosaic_improver mosaic_improvers[];
extern const size_t mosaic_improver_count;

/* The row by name; NULL when there is none ("auto" is none). */
const struct mosaic_improver *mosaic_improver_find(const char *name);

/* What --help and the parser show, "auto" first; NULL-name terminated. */
extern const struct swarm_variant mosaic_improver_words[];

/* What the user chose. */
struct mosaic_choices {
    uint32_t population;                    /* most individuals of one */
    uint64_t kicks;                         /* of an individual before its first crossover; 0: by improver and nodes */
    double noise;                           /* of the lengths of edges in start tours */
    uint32_t ants;                          /* of an individual, where they work on pieces; 0: by the nodes */
    uint32_t kopt, beam;                    /* edges of a k-opt move and open ones followed; 0: by the improver, and of
                                             * arcs more are followed */
    double threshold;                       /* of kicks at a generation's start, in mean edges of a tour, 0 to 1 */
    unsigned threads;                       /* of the host; 0: one for each processor */
    const struct mosaic_schedule *schedule; /* what to do, another run did it; NULL: by the nodes and the time left */
    const struct mosaic_improver *improver; /* NULL: by the device; without a deadline one of the same tours */
    uint32_t candidates;                    /* of the lists; as many as there are other nodes at most */
    uint32_t per_quadrant;                  /* of those the nearest in each quadrant */
    int64_t offset;                         /* what the log tells lengths longer by: the instance is a reduction */
    const uint32_t *starts;                 /* [start_count][n] tours of the first population's first individuals */
    uint32_t start_count;                   /* at most population, and those of the schedule's first population */
};

/* Of a population, at most. */
enum { MOSAIC_POPULATION_MOST = 4096 };

/* What is right for n nodes. */
uint32_t mosaic_population_most(uint32_t n);
uint64_t mosaic_kicks_of(uint32_t n, bool pieces);

/* The engine. An iteration is a generation: all individuals are improved, then they are crossed. prepare() takes any
 * tour for a start, the shortest of choices->starts where there are some. `devices` NULL: on host threads. The instance
 * must be symmetric, with at least 5 nodes. engine->done is the schedule so far. Returns owned. */
enum swarm_status mosaic_engine_create(struct base_env *env, const struct run_request *request,
                                       const struct swarm_instance *instance, const struct mosaic_choices *choices,
                                       const struct ocl_device_list *devices, size_t index, struct run_engine **engine);

#endif
