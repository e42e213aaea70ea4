/* tuner.h - finds the fastest shape of a device, part by part; a part is one number of nodes, with its candidates. */
#ifndef SWARMCL_TOURS_TUNER_H
#define SWARMCL_TOURS_TUNER_H

#include "aco/colony.h"
#include "aco/shape.h"
#include "ocl/device.h"
#include "options/params.h"

struct tours_tuner_task {
    struct base_env *env;
    const struct ocl_device_list *devices;
    const struct swarm_params *params; /* for the instance, if there is one */
    struct options options;            /* with the preset's values */
    const struct swarm_tuning_request *request;
    swarm_tuning_fn *progress; /* may be NULL */
    void *progress_user;
};

/* See swarm_tune(). */
enum swarm_status tours_tune(const struct tours_tuner_task *task, char **text, size_t *size);

enum { TUNER_PHASES = 3, TUNER_CANDIDATES = 128, TUNER_SAMPLES = 64 };
enum tuner_phase { TUNER_CONSTRUCTION, TUNER_EVALUATION, TUNER_DEPOSIT };
extern const char *const tuner_phase_names[TUNER_PHASES];

/* A row of a table with its sizes. */
struct tuner_candidate {
    struct aco_shape_request shape; /* what is asked for: the winners of earlier phases, too */
    struct aco_shape_request made;  /* the row of its phase and the sizes of that, as the device has them */
    struct run_engine *colony;      /* NULL: closed */
    uint64_t bytes;                 /* of its buffers */
    uint32_t iterations;            /* since it was opened */
    uint32_t sample_count;
    double samples[TUNER_SAMPLES]; /* seconds an iteration */
    double seconds;                /* their median */
    bool sized;                    /* a size of it is not the device's default */
    bool planned, out;
};

/* One number of nodes. */
struct tuner_part {
    const struct tours_tuner_task *task;
    struct base_env *env;
    const struct swarm_device *device;
    size_t device_index;
    struct swarm_instance *made; /* owned; NULL for the caller's instance */
    const struct swarm_instance *instance;
    uint32_t low, high; /* nodes for which the part counts; those of the instance are among them */
    struct run_request run;
    struct aco_request request;
    uint32_t *tour; /* [n], the nearest-neighbour tour */
    int64_t nearest;
    double start, seconds; /* of all parts, for the progress */
    struct aco_shape_request best;
    double best_seconds[TUNER_PHASES]; /* 0: not measured */
    size_t open_count;
    uint64_t open_bytes;
    struct tuner_candidate *candidates; /* [TUNER_CANDIDATES] of the phase */
    size_t candidate_count;
    enum swarm_status failure; /* the last one of a candidate */
};

/* Lists the candidates of a phase behind those whose winners are part->best. */
void tuner_candidates_list(struct tuner_part *part, enum tuner_phase phase);

/* Whether other sizes of the candidate's row were measured and are so far behind that it is not worth its time. */
bool tuner_candidate_is_hopeless(const struct tuner_part *part, const struct tuner_candidate *candidate,
                                 enum tuner_phase phase);

/* Measures the candidate `runs` iterations more, up to `end` (of base_seconds()), and gives it up when it fails or
 * takes far longer than the best so far. */
void tuner_candidate_measure(struct tuner_part *part, struct tuner_candidate *candidate, enum tuner_phase phase,
                             uint32_t runs, double end);

/* Closes its colony; what has been measured stays. */
void tuner_candidate_close(struct tuner_part *part, struct tuner_candidate *candidate);

/* For qsort() of doubles. */
int tuner_compare_seconds(const void *a, const void *b);

#endif
