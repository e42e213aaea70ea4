#include "reference.h"

#include <string.h>

#include "colony_rules.h"
#include "edges.h"
#include "lists/reference.h"
#include "reference_trails.h"

/* Copies the tour of row `ant` to row `row`. */
static void keep(const struct aco_settings *settings, struct aco_arrays *arrays, uint32_t ant, uint32_t row)
{
    memmove(arrays->tours + (size_t)row * settings->n, arrays->tours + (size_t)ant * settings->n,
            settings->n * sizeof *arrays->tours);
    arrays->lengths[row] = arrays->lengths[ant];
}

enum swarm_status aco_reference_open(struct base_env *env, const struct swarm_instance *instance,
                                     const struct aco_settings *settings, const uint32_t *tour, int64_t length,
                                     struct aco_arrays *arrays)
{
    TRY(aco_arrays_create(env, settings, arrays));
    arrays->instance = instance;
    TRY(aco_lists_init(env, instance, settings, &arrays->lists));
    if (settings->candidates > 0) {
        aco_reference_list_initialise(settings, arrays);
    } else {
        for (uint32_t i = 0; i < settings->n; ++i) {
            tsp_instance_row(instance, i, arrays->distance + (size_t)i * settings->matrix_stride);
        }
        aco_reference_initialise(settings, arrays);
    }
    memcpy(arrays->best_tour, tour, settings->n * sizeof *tour);
    arrays->lengths[ROW_BEST(settings->ants)] = length;
    keep(settings, arrays, ROW_BEST(settings->ants), ROW_POLISH(settings->ants));
    arrays->lengths[ROW_RESTART(settings->ants)] = LENGTH_NONE;
    aco_anchor_fill(settings->n, tour, arrays->anchor);
    return SWARM_OK;
}

/* Whether all trails start anew after this iteration. */
static bool restarts(const struct aco_settings *settings, const struct aco_best *best, uint64_t iteration)
{
    const uint64_t found = best->restart_iteration > best->restarted ? best->restart_iteration : best->restarted;
    switch (settings->restart_after > 0 ? settings->algorithm->restart : RESTART_NEVER) {
    case RESTART_BRANCHING:
        return iteration % BRANCHING_PERIOD == 0 && best->counted <= BRANCHES_CONVERGED(settings->n)
               && iteration - found > settings->restart_after;
    case RESTART_ALIKE:
        return iteration - best->restarted > 1 && (uint64_t)best->counted * 20 < settings->n;
    default:
        return false;
    }
}

/* Who deposits where but one does. */
static uint32_t depositor_of(const struct aco_settings *settings, const struct aco_best *best, uint64_t iteration)
{
    if (settings->algorithm->depositors != DEPOSITORS_SCHEDULED) {
        return ROW_BEST(settings->ants);
    }
    switch (
        colony_turn(iteration - best->restarted, iteration - best->restart_iteration, settings->local_search != NULL)) {
    case TURN_ITERATION:
        return best->ant;
    case TURN_RESTART:
        return best->restart_length == LENGTH_NONE ? ROW_BEST(settings->ants) : ROW_RESTART(settings->ants);
    default:
        return ROW_BEST(settings->ants);
    }
}

struct aco_summary aco_reference_reduce(const struct aco_settings *settings, struct aco_arrays *arrays,
                                        uint64_t iteration, struct aco_best *best)
{
    best->ant = best->worst = 0;
    for (uint32_t ant = 1; ant < settings->ants; ++ant) {
        best->ant = arrays->lengths[ant] < arrays->lengths[best->ant] ? ant : best->ant;
        best->worst = arrays->lengths[ant] > arrays->lengths[best->worst] ? ant : best->worst;
    }
    const int64_t shortest = arrays->lengths[best->ant], again = arrays->lengths[ROW_POLISH(settings->ants)];
    const bool polished = again < best->length && again <= shortest; /* the copy of the best was searched again */
    const int64_t found = polished ? again : shortest;
    const bool running = best->state == COLONY_RUNNING;
    best->improved = running && found < best->length;
    best->restart_improved = running && found < best->restart_length;
    best->source = polished ? ROW_POLISH(settings->ants) : best->ant;
    if (best->improved) {
        best->length = found;
        best->iteration = iteration;
        keep(settings, arrays, best->source, ROW_BEST(settings->ants));
        keep(settings, arrays, best->source, ROW_POLISH(settings->ants));
        aco_anchor_fill(settings->n, arrays->best_tour, arrays->anchor);
    }
    if (best->restart_improved) {
        best->restart_length = found;
        best->restart_iteration = iteration;
        keep(settings, arrays, best->source, ROW_RESTART(settings->ants));
    }
    if (running && best->length <= settings->target) {
        best->state = COLONY_REACHED_TARGET;
    } else if (running && settings->no_improve > 0 && iteration - best->iteration >= settings->no_improve) {
        best->state = COLONY_STAGNATED;
    }
    best->depositor = depositor_of(settings, best, iteration);
    if (settings->algorithm->limits) {
        const uint32_t amount =
            deposit_amount(best->length, settings->deposit_scale, settings->length_shift, settings->deposit_maximum);
        best->trail_maximum = trail_maximum_of(amount, settings->limit_factor);
        best->trail_minimum = trail_minimum_of(best->trail_maximum, settings->floor_fraction);
    }
    best->reset = running && restarts(settings, best, iteration);
    if (best->reset) {
        best->restart_length = LENGTH_NONE;
        best->restarted = iteration;
        ++best->restarts;
    }
    best->counted = 0;
    return (struct aco_summary){
        .iteration_length = shortest,
        .best_length = best->length,
        .ant = best->ant,
        .state = best->state,
        .improved = best->improved,
    };
}

void aco_reference_walk(const struct aco_settings *settings, struct aco_arrays *arrays, struct aco_best *best,
                        const uint32_t *tour, int64_t length)
{
    for (uint32_t ant = 0; ant < settings->ants; ++ant) {
        memcpy(arrays->tours + (size_t)ant * settings->n, tour, settings->n * sizeof *tour);
        arrays->lengths[ant] = length;
    }
    if (arrays->laid) {
        aco_reference_update(settings, arrays, best, 0);
        return;
    }
    aco_reference_amounts(settings, arrays, best);
    for (uint32_t ant = 0; ant < settings->ants; ++ant) {
        aco_reference_deposit(settings, arrays, ant);
    }
}
