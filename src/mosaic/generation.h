/* generation.h - a generation: starts or the elite, improvement, crossover. */
#ifndef SWARMCL_MOSAIC_GENERATION_H
#define SWARMCL_MOSAIC_GENERATION_H

#include "engine.h"

/* The next one, after which self->done tells what has been done, and self->state where the run is. *interrupted: it was
 * not complete. */
enum swarm_status mosaic_generation_run(struct mosaic_engine *self, bool *interrupted);

/* Keeps the shortest tour if it is better than all before. */
void mosaic_generation_keep_best(struct mosaic_engine *self);

/* SWARM_ERROR_VERIFICATION: population->wrong tells of a defect. */
enum swarm_status mosaic_generation_check(struct mosaic_engine *self, const char *what);

#endif
