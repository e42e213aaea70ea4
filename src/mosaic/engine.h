/* engine.h - a run of mosaic: what its phases (mosaic.c), generations and states share. */
#ifndef SWARMCL_MOSAIC_ENGINE_H
#define SWARMCL_MOSAIC_ENGINE_H

#include "arrays_device.h"
#include "choices.h"
#include "elite.h"
#include "launches.h"
#include "run/engine.h"

/* Where a run is between two generations, beside population and elite. */
struct mosaic_state {
    int64_t best_length;
    uint64_t stalled;            /* generations since the best was found */
    double price;                /* seconds that an individual took to its first crossover, of the last population */
    uint32_t number, generation; /* of the population, and in it */
    uint32_t next_size;          /* individuals of the next population */
    uint32_t passes;             /* of all crossovers so far */
};

struct mosaic_engine {
    struct run_engine base;
    const struct swarm_instance *instance;
    struct mosaic_choices choices;
    const struct ocl_device_list *devices; /* NULL: none */
    size_t index;
    struct ocl_session session; /* closed where threads of the host improve, too */
    cl_program program;         /* of the improver; NULL: none */
    enum mosaic_pieces_way way;
    struct mosaic_kernel device;      /* of --improver array */
    struct mosaic_launches *launches; /* of --improver pieces */
    struct mosaic_problem problem;
    struct mosaic_tools tools;
    struct mosaic_starts *starts;
    struct mosaic_population population;
    struct mosaic_elite elite;
    struct mosaic_state state;
    struct base_arrays arrays; /* these two, and the tools' crossovers */
    uint32_t *best;            /* [n] */
    uint32_t *given;           /* [choices.start_count][n] the user's tours in numbers of the problem */
    int64_t generation_length;
    uint32_t budget; /* nodes that each individual looks at in a stretch */
    struct mosaic_schedule done;
    bool has_summary;
    struct run_summary summary;
    struct run_improvement improvement;
};

#endif
