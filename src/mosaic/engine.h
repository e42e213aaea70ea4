/* engine.h - mosaic at work: what mosaic.c and state.c share. */
#ifndef SWARMCL_MOSAIC_ENGINE_H
#define SWARMCL_MOSAIC_ENGINE_H

#include "elite.h"
#include "improve.h"
#include "launches.h"
#include "circle.h"
#include "mosaic.h"

struct mosaic_engine {
    struct run_engine base;
    const struct swarm_instance *instance;
    struct mosaic_choices choices;
    const struct ocl_device_list *devices; /* NULL: none */
    size_t index;
    struct ocl_session session;       /* closed where threads of the host improve, too */
    struct mosaic_device *device;     /* of --improver array */
    struct mosaic_launches *launches; /* of --improver pieces */
    cl_program program;               /* its kernel; NULL: none */
    enum mosaic_pieces_way way;
    struct base_team *team;
    struct mosaic_problem problem;
    struct mosaic_starts *starts;
    struct mosaic_crossover **crossovers; /* [base_team_size()] */
    struct mosaic_population population;
    uint32_t number, generation; /* of the population, and in it */
    uint32_t next_size;          /* individuals of the next population */
    struct mosaic_circle circle;
    struct mosaic_elite elite;
    uint32_t *best;  /* [n] */
    uint32_t *given; /* [choices.start_count][n] the user's tours in numbers of the problem; NULL: none */
    int64_t best_length, generation_length;
    uint32_t budget;
    double begun; /* base_seconds() when the population began, and ... */
    double price; /* ... seconds that an individual took from there to its first crossover, of the last population */
    uint64_t stalled; /* generations since the best was found */
    struct mosaic_schedule done;
    bool has_summary;
    struct run_summary summary;
    struct run_improvement improvement;
};

/* Of run_engine_type: state.c. States are those between two generations. */
void mosaic_engine_list(const struct run_engine *engine, struct run_sections *state);
enum swarm_status mosaic_engine_save(struct run_engine *engine, struct run_sections *state);
enum swarm_status mosaic_engine_load(struct run_engine *engine, struct run_sections *state, uint64_t iteration);

#endif
