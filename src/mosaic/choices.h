/* choices.h - the choices of a run: its numbers, its improver, and the schedule of another run. */
#ifndef SWARMCL_MOSAIC_CHOICES_H
#define SWARMCL_MOSAIC_CHOICES_H

#include "tsp/instance.h"

enum { MOSAIC_POPULATION_MOST = 4096 }; /* individuals */

/* Fewer nodes than most are solved by a small population or two: more noise in their starts, fewer kicks. */
enum { MOSAIC_FEW_NODES = 100 };

/* Individuals of the largest population that is right for n nodes, and of population `number`, from 0, as far as the
 * largest one allows. */
uint32_t mosaic_population_most(uint32_t n);
uint32_t mosaic_population_usual(uint32_t n, uint32_t number);

/* The noise of starts that is right for n nodes. */
double mosaic_noise(uint32_t n);

/* What a run has done, in counts: by it another one does the same. As text `8x2,64x3,20x1+51200`: populations of 8, 64
 * and 20 individuals of 2, 3 and 1 generations; the last generation ended when every individual had looked at 51200
 * nodes, or with ants on pieces after so many steps of launches.c, without crossover. `*7` in place of that: it ended
 * with the 7th pass of its crossover. */
enum { MOSAIC_STAGES = 512, MOSAIC_SCHEDULE_TEXT = 16 * MOSAIC_STAGES };

enum mosaic_cut { MOSAIC_WHOLE, MOSAIC_CUT_NODES, MOSAIC_CUT_PASSES };

struct mosaic_stage {
    uint32_t individuals, generations;
};

struct mosaic_schedule {
    size_t count; /* of populations; 0: none is given */
    struct mosaic_stage stages[MOSAIC_STAGES];
    enum mosaic_cut cut; /* of the last generation */
    uint64_t cut_at;     /* nodes or passes */
};

/* False: the text is no schedule, which has no populations then. */
bool mosaic_schedule_parse(const char *text, struct mosaic_schedule *schedule);

/* Writes it to text[MOSAIC_SCHEDULE_TEXT]. */
void mosaic_schedule_write(const struct mosaic_schedule *schedule, char *text);

/* Generations of all populations. */
uint64_t mosaic_schedule_generations(const struct mosaic_schedule *schedule);

/* A row of --improver. Those without `pieces` come to the same tours. */
struct mosaic_improver {
    const char *name;
    bool host;           /* threads of the host improve, the device does nothing */
    bool pieces;         /* ants on pieces (launches.c); without a device threads of the host play them */
    uint32_t kopt, beam; /* of struct mosaic_choices, where they are 0 */
};

/* The row by name; NULL when there is none ("auto" is none). */
const struct mosaic_improver *mosaic_improver_find(const char *name);

/* What --help and the parser show, "auto" first; NULL-name terminated. */
extern const struct swarm_variant mosaic_improver_words[];

struct mosaic_batcher;

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
    const struct mosaic_schedule *schedule; /* of another run, to repeat it; NULL: by the nodes and the time left */
    const struct mosaic_improver *improver; /* NULL: by the device; without a deadline one of the same tours */
    const struct mosaic_improver *tuned;    /* array or threads, where the device would choose one; NULL: it does */
    uint32_t candidates;                    /* of the lists; as many as there are other nodes at most */
    uint32_t per_quadrant;                  /* of those the nearest in each quadrant */
    uint32_t evaluations;                   /* of potentials, for lists by alpha; 0: by distance */
    int64_t offset;                         /* added to lengths in the log: the instance is a reduction */
    const uint32_t *starts;                 /* [start_count][n] tours of the first population's first individuals */
    struct mosaic_batcher *batcher;         /* improves in place of the host's threads; NULL: none */
    const char *lengths;                    /* the word of --lengths; NULL: by the device */
    uint32_t start_count;                   /* at most population, and the schedule's first population */
};

/* Makes the open choices, by the device (NULL: none) and the instance. `timed`: the run has a deadline, and no
 * schedule. */
void mosaic_choices_complete(const struct swarm_device *device, const struct swarm_instance *instance, bool timed,
                             struct mosaic_choices *choices);

#endif
