/* tuner.h - finds the fastest shape for a device, part by part. A part is one number of nodes with its candidates. */
#ifndef SWARMCL_TOURS_TUNER_H
#define SWARMCL_TOURS_TUNER_H

#include "tours.h"

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

enum { TUNER_PHASES = 4 };
enum tuner_phase { TUNER_CONSTRUCTION, TUNER_EVALUATION, TUNER_DEPOSIT, TUNER_IMPROVER };
extern const char *const tuner_phase_names[TUNER_PHASES];

/* One number of nodes, for one kind of run. */
struct tuner_part {
    enum tours_tuned_kind kind;
    const struct tours_tuner_task *task;
    struct base_env *env;
    const struct swarm_device *device;
    size_t device_index;
    struct swarm_instance *made; /* owned; NULL for the caller's instance */
    const struct swarm_instance *instance;
    uint32_t low, high; /* range of nodes that the part stands for; it includes the measured number */
    struct run_request run;
    struct aco_request request;      /* of ants; its options count for mosaic, too */
    struct mosaic_choices choices;   /* of mosaic, and ... */
    struct mosaic_schedule schedule; /* ... what it is to do */
    uint32_t *tour;                  /* [n] to start from: the nearest-neighbour tour, of mosaic a curve */
    int64_t length;
    double start, seconds; /* of all parts, for the progress */
    enum tuner_phase phase;
    struct aco_shape_request best;
    const struct mosaic_improver *improver; /* the best; NULL: not measured */
    double best_seconds[TUNER_PHASES];      /* 0: not measured */
    size_t open_count;
    uint64_t open_bytes;
    struct tuner_candidate *candidates; /* of the phase; tuner_trial.c */
    size_t candidate_count;
    enum swarm_status failure; /* the last one of a candidate */
};

/* Races the candidates of a phase, together with part->best from earlier phases, until `end` (of base_seconds()), and
 * fixes the fastest. SWARM_OK with nothing fixed if the time was too short; the last failure if no candidate of the
 * construction runs at all. */
enum swarm_status tuner_run_phase(struct tuner_part *part, enum tuner_phase phase, double end);

#endif
