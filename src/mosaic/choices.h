/* choices.h - options, improver and schedule of a mosaic run. */
#ifndef SWARMCL_MOSAIC_CHOICES_H
#define SWARMCL_MOSAIC_CHOICES_H

#include "tsp/instance.h"

enum { MOSAIC_POPULATION_MOST = 4096 }; /* maximum number of individuals in a population */

/* Instances of at most this many nodes need only small populations, with more noise in starts. Without arcs, each of
 * the first populations adds MOSAIC_ADDED individuals to the last one, and --beam is MOSAIC_FEW_BEAM: more individuals
 * of fewer moves agree sooner. */
enum { MOSAIC_FEW_NODES = 100, MOSAIC_ADDED = 10, MOSAIC_FEW_BEAM = 1 };

/* Recommended numbers of individuals for n nodes: most(): of the largest population, more if a time limit ends the run;
 * usual(): of population `number`, from 0, which callers limit by the largest. */
uint32_t mosaic_population_most(uint32_t n, bool timed);
uint32_t mosaic_population_usual(uint32_t n, uint32_t number);

/* Recommended noise of starts for n nodes, relative to the length of an edge. */
double mosaic_noise(uint32_t n);

/* The counts of a run by which another run can repeat it. The text `8x2,64x3,20x1+51200` means populations of 8, 64, 20
 * individuals with 2, 3 and 1 generations; the last generation was cut, without crossover, when every individual had
 * examined 51200 nodes, or with ants on pieces after 51200 steps. `*7` instead of `+51200`: the last generation was cut
 * after 7 crossover passes.
 */
enum { MOSAIC_STAGES = 512, MOSAIC_SCHEDULE_TEXT = 16 * MOSAIC_STAGES };

enum mosaic_cut { MOSAIC_WHOLE, MOSAIC_CUT_NODES, MOSAIC_CUT_PASSES };

struct mosaic_stage {
    uint32_t individuals, generations;
};

struct mosaic_schedule {
    size_t count; /* number of populations, and of stages[] in use; 0: no schedule */
    struct mosaic_stage stages[MOSAIC_STAGES];
    enum mosaic_cut cut; /* what cut_at counts: nodes or steps, or passes; MOSAIC_WHOLE: nothing is cut */
    uint64_t cut_at;     /* nodes, steps or passes after which the last generation is cut */
};

/* Parses a schedule. Returns false if the text is not a schedule; `schedule` then has no populations. */
bool mosaic_schedule_parse(const char *text, struct mosaic_schedule *schedule);

/* Writes the schedule to text[MOSAIC_SCHEDULE_TEXT]; cuts off what does not fit. */
void mosaic_schedule_write(const struct mosaic_schedule *schedule, char *text);

/* A row of --improver. All rows except `pieces` find the same tours. */
struct mosaic_improver {
    const char *name;
    bool host;           /* True if host threads improve and no device is used */
    bool pieces;         /* True for ants on pieces (launches.c); without a device, host threads run them */
    uint32_t kopt, beam; /* values that a row sets in struct mosaic_choices if the user gives none */
};

/* Finds the row by name; NULL if there is none, as for "auto". */
const struct mosaic_improver *mosaic_improver_find(const char *name);

/* Words of --improver for --help and the parser, "auto" first; the last name is NULL. */
extern const struct swarm_variant mosaic_improver_words[];

struct mosaic_batcher;

/* The user's options. mosaic_choices_complete() replaces 0 and NULL in kicks, ants, kopt, beam and improver. */
struct mosaic_choices {
    uint32_t population;                    /* maximum number of individuals of a population */
    uint64_t kicks;                         /* kicks of an individual before its first crossover */
    double noise;                           /* largest relative increase of edge lengths in starts */
    uint32_t ants;                          /* ants per individual, used only by --improver pieces */
    uint32_t kopt, beam;                    /* maximum number of edges of a k-opt move; open moves followed per level */
    double threshold;                       /* threshold of kicks when a generation begins, in mean edges, 0 to 1 */
    unsigned threads;                       /* number of host threads; 0: one per processor */
    const struct mosaic_schedule *schedule; /* schedule to repeat; NULL: populations depend on nodes and time */
    const struct mosaic_improver *improver; /* NULL: chosen by the device */
    const struct mosaic_improver *tuned;    /* array or threads, instead of the device's default; NULL: none */
    uint32_t candidates;                    /* candidates per node; reduced to the number of other nodes */
    uint32_t per_quadrant;                  /* how many of a node's candidates come from each quadrant */
    uint32_t evaluations;                   /* evaluations of potentials for lists by alpha; 0: lists by distance */
    int64_t offset;                         /* added to lengths in the log, for instances that are reductions */
    const uint32_t *starts;         /* [start_count][n] starting tours; individuals of population 0 get one each */
    struct mosaic_batcher *batcher; /* improves whole generations if mosaic_batcher_takes(); NULL: none */
    const char *lengths;            /* word of --lengths; NULL: chosen by the device */
    uint32_t start_count;           /* tours; at most `population` and the schedule's first population */
};

/* Chooses the options that are 0 or NULL, by device (NULL: none) and instance, and limits `candidates` to n - 1.
 * `timed`: true if the run has a deadline and no schedule; otherwise an improver chosen here is array or threads, which
 * find the same tours. */
void mosaic_choices_complete(const struct swarm_device *device, const struct swarm_instance *instance, bool timed,
                             struct mosaic_choices *choices);

#endif
